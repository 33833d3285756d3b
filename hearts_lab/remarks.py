"""What a coach says of a card: one sentence in card players' words, from figures that somebody else has worked out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from hearts_lab.cards import ACE, DECK, HEARTS, QUEEN, SPADES, Card, Cards, one_of
from hearts_lab.deal import Deal
from hearts_lab.rules import Rules
from hearts_lab.wording import many

QUEEN_OF_SPADES, QUEEN_OF_HEARTS = DECK[13 * SPADES + QUEEN], DECK[13 * HEARTS + QUEEN]
CERTAIN = 1 - 1e-9  # a share of layouts, but for rounding
LEAST = 0.05  # a loss below it is written 0.0, and not worth a word
SMALL = 0.5  # a loss below it is small at any table
TIE = "It comes to the same as {}."
PARTS = ("queen now", "queen later", "trick", "lead", "later", "own moon", "their moon", "bonus", "pool")


@dataclass(frozen=True)
class Moment:
    """What the seat that chooses sees: its hand, the trick so far, who plays after it, and whom it gave the lady, if it did.

    `lady` is the dearest spade; None where no spade costs points. Nothing here depends on a card that the seat cannot see.
    """

    rules: Rules
    seat: int
    passing: bool
    lady: Card | None
    hand: Cards
    trick: tuple[tuple[int, Card], ...]
    behind: tuple[int, ...]
    given_to: int | None

    @property
    def led(self) -> int | None:
        return self.trick[0][1].suit if self.trick else None

    @property
    def lies(self) -> bool:
        """Whether the lady lies in this trick."""
        return any(card == self.lady for _, card in self.trick)


@dataclass(frozen=True)
class Compared:
    """A choice beside a better one over the same layouts: each pair tells the choice's figure and the better one's.

    `parts` splits the loss, in points, by what it comes from (`PARTS`). `takes`, `queen`, `mine`, `theirs`, `bonus` and `wins`
    are shares of the layouts: the trick taken, the lady taken in all, an own moon, another's moon, a bonus card taken, counters
    won; `caught` those in which she is taken in this very trick. `behind` is the share in which she is held by a seat still to
    play in this trick; `shooter` the seat that shoots nearly all the moons of others, if one does.
    """

    loss: float
    low: float
    high: float
    parts: dict[str, float] = field(default_factory=dict)
    takes: tuple[float, float] = (0.0, 0.0)
    queen: tuple[float, float] = (0.0, 0.0)
    caught: tuple[float, float] = (0.0, 0.0)
    mine: tuple[float, float] = (0.0, 0.0)
    theirs: tuple[float, float] = (0.0, 0.0)
    bonus: tuple[float, float] = (0.0, 0.0)
    wins: tuple[float, float] = (0.0, 0.0)
    behind: float = 0.0
    shooter: int | None = None

    @property
    def matters(self) -> bool:
        """Whether the loss is clear of chance and large enough to be written."""
        return self.low > 0 and self.loss >= LEAST

    @property
    def same(self) -> bool:
        """Whether the two come to the same in every layout."""
        return self.loss == self.low == self.high == 0


def moment(deal: Deal, seat: int, lady: int) -> Moment:
    """What a seat sees of a deal in which it chooses; `lady` as `sense.lady` gives it."""
    n, trick = deal.rules.players, deal.trick
    waiting = () if deal.phase == "pass" else tuple((seat + step) % n for step in range(1, n - len(trick)))
    given = deal.passes[seat] if deal.passes is not None else ()
    gone = any(card == lady for _, card in deal.plays)
    holder = None
    if lady in given and not gone:
        place = list(given).index(lady)
        holder = (seat + 1 + place) % n if deal.direction == "scatter" else deal.pass_target(seat)
    return Moment(deal.rules, seat, deal.phase == "pass", None if lady < 0 else DECK[lady], deal.hand(seat), trick, waiting,
                  holder)


# Words.

_COUNTED = {1: "", 2: "second ", 3: "third ", 4: "fourth ", 5: "fifth "}


def who(players: int, seat: int, other: int) -> str:
    """Another player as a seat speaks of him: "the player on your left", "the second player on your right".

    >>> who(4, 3, 1)
    'the player opposite'
    """
    left = (other - seat) % players
    if 2 * left == players:
        return "the player opposite"
    steps, side = (left, "left") if 2 * left < players else (players - left, "right")
    return f"the {_COUNTED[steps]}player on your {side}"


def her(lady: Card, rules: Rules) -> str:
    """What to call the dearest spade: "the queen", or by her name where there are others like her."""
    alone = lady == QUEEN_OF_SPADES and rules.packs == 1 and rules.points[QUEEN_OF_HEARTS] <= rules.points[13 * HEARTS + ACE]
    return "the queen" if alone else f"a {lady}" if rules.packs == 2 else str(lady)


def _both(cards: list[Card]) -> str:
    """Cards in a sentence, two alike as one: "K♣ and both Q♠"."""
    return one_of([f"both {card}" if cards.count(card) > 1 else str(card) for card in dict.fromkeys(cards)], "and")


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def often(share: float, *, only: bool = False) -> str:
    """A share of the layouts, as it stands after a verb: "in 61 % of the layouts", "for certain", "never"."""
    if share >= CERTAIN:
        return "for certain"
    if share <= 1 - CERTAIN:
        return "never"
    if not 0.005 <= share < 0.995:
        return "hardly ever" if share < 0.5 else "almost for certain"
    return f"{'only ' if only else ''}in {_percent(share)} of the layouts"


def _you(does: str, shares: tuple[float, float], other: str) -> str:
    """That you do something in a share of the layouts, beside the share after the better choice."""
    share, elsewhere = shares
    how = often(share, only=share < elsewhere)
    told = f"you {how} {does}" if how in ("never", "hardly ever") else f"you {does} {how}"
    return f"{told} {_beside(elsewhere, other)}"


def _beside(share: float, other: str) -> str:
    """The same share after the better choice, in brackets: "(20 % after 5♦)"."""
    if 0.005 <= share < 0.995:
        return f"({_percent(share)} {other})"
    word = "always" if share >= CERTAIN else "almost always" if share > 0.5 else often(share)
    return f"({word} {other})"


def amount(rules: Rules, value: float) -> str:
    """So many points, or what a game with a pool counts in: "4.2 points"."""
    word = "points" if rules.low_wins else "chips" if rules.settlement == "chips_1887" else "counters"
    return f"{abs(value):.1f} {word}"


# Reasons.

def because(here: Moment, choice: Cards, best: Cards, figures: Compared) -> str:
    """Why a choice costs more than a better one: a clause about what explains most of the loss."""
    other = "with the best pass" if here.passing else f"after {best}"
    parts = dict(figures.parts)
    queen = parts.pop("queen now", 0.0) + parts.pop("queen later", 0.0)
    if queen > 0 and queen >= max(parts.values(), default=0.0):
        return _of_the_queen(here, choice, best, figures, other)
    cause = max(parts, key=parts.get, default="")
    if parts.get(cause, 0.0) <= 0:
        return _in_all(here, figures)
    part = parts[cause]
    if cause == "trick":
        return _of_the_trick(here, figures, part, other) + _saved(figures, part, "later")
    if cause in ("lead", "later"):
        return _of_what_follows(here, choice, best, figures, part, other, cause) + _saved(figures, part, "now")
    return _of_the_rest(here, best, figures, other, cause) or _in_all(here, figures)


def _saved(figures: Compared, part: float, when: str) -> str:
    """That a cost is much more than the loss, because something else is saved."""
    now = sum(figures.parts.get(name, 0.0) for name in ("queen now", "trick"))
    later = sum(figures.parts.get(name, 0.0) for name in ("queen later", "lead", "later"))
    saved = -(now if when == "now" else later)
    return f", more than it saves {when}" if part - figures.loss >= max(0.5, figures.loss / 4) and saved > 0 else ""


def _in_all(here: Moment, figures: Compared) -> str:
    verb, less = ("take", "more") if here.rules.low_wins else ("win", "fewer")
    return f"you {verb} {amount(here.rules, figures.loss)} {less} in all"


def _of_the_queen(here: Moment, choice: Cards, best: Cards, figures: Compared, other: str) -> str:
    lady, name = here.lady, her(here.lady, here.rules)
    pronoun = "her" if name == "the queen" else "it"

    def taking(what: str) -> str:
        return _you(f"take {what}", figures.queen, other)

    now = figures.parts.get("queen now", 0.0) >= figures.parts.get("queen later", 0.0)
    if here.passing:
        return _of_the_queen_passed(here, choice, best, name, taking)
    card, better = choice[0], best[0]
    if here.lies and now:
        return _you(f"win the trick with {name} in it", figures.takes, other)
    if lady in here.hand:
        if card == lady:
            return taking(f"{name} yourself")
        if better == lady:
            return f"you keep {name}, and {taking(f'{pronoun} yourself')}"
        if card.suit == SPADES and better.suit != SPADES:
            left = sum(held.suit == SPADES and held < lady for held in here.hand) - (card < lady)
            return f"{name} has {many(left, 'guard') if left else 'no guard'} left, and {taking(f'{pronoun} yourself')}"
        return taking(f"{name} yourself")
    if here.given_to is not None:
        holder = who(here.rules.players, here.seat, here.given_to)
        if now and here.given_to in here.behind:
            caught = _you(f"catch {pronoun}", figures.caught, other)
            return f"{holder}, to whom you passed {name}, plays after you, and {caught}"
        return taking(f"back {name}, which you passed to {holder},")
    if now:
        return _of_the_queen_now(here, card, name, pronoun, figures, other)
    above = [held for held in sorted(here.hand) if held.suit == SPADES and held > lady and held != card]
    if better in above and not (card.suit == SPADES and card > lady):
        return f"you keep {better}, and {taking(name)}"
    if card.suit == SPADES and card < lady and above and better.suit != SPADES:
        left = sum(held.suit == SPADES and held < lady for held in here.hand) - 1
        verb = "has" if len(above) == 1 else "have"
        return f"{_both(above)} {verb} {many(left, 'guard') if left else 'no guard'} left, and {taking(name)}"
    return taking(name)


def _of_the_queen_now(here: Moment, card: Card, name: str, pronoun: str, figures: Compared, other: str) -> str:
    caught = figures.caught[0]
    if here.led == SPADES and card.suit == SPADES and card > here.lady and figures.behind > 0:
        if figures.behind >= CERTAIN:
            return f"{name} is behind you, and you catch {pronoun} {often(caught)}"
        also = f", and you catch {pronoun} in {_percent(caught)}" if figures.behind - caught >= 0.05 else ""
        return f"{often(figures.behind)} {name} is behind you{also}"
    return _you(f"catch {name} in this trick", figures.caught, other)


def _of_the_queen_passed(here: Moment, choice: Cards, best: Cards, name: str, taking: Callable[[str], str]) -> str:
    kept = _without(best, choice)
    if here.lady in kept:
        return f"you keep {'both' if kept.count(here.lady) > 1 else name}, and {taking(f'{name} yourself')}"
    high = [card for card in kept if card.suit == SPADES and card > here.lady]
    if high and here.lady not in here.hand:
        return f"you keep {_both(high)}, and {taking(name)}"
    guards = [card for card in _without(choice, best) if card.suit == SPADES and card < here.lady]
    return f"you give away {_both(guards)}, and {taking(name)}" if guards else taking(name)


def _without(cards: Cards, others: Cards) -> list[Card]:
    """The cards of one choice that the other does not have."""
    left = list(others)
    return [card for card in sorted(cards) if card not in left or left.remove(card)]


def _of_the_trick(here: Moment, figures: Compared, part: float, other: str) -> str:
    if figures.takes[0] > figures.takes[1]:
        return f"{_you('win this trick', figures.takes, other)} and pay {amount(here.rules, part)} more for it"
    return f"this trick costs you {amount(here.rules, part)} more than {other}"


def _of_what_follows(here: Moment, choice: Cards, best: Cards, figures: Compared, part: float, other: str, cause: str) -> str:
    cost = amount(here.rules, part)
    if cause == "lead" and figures.takes[0] != figures.takes[1]:
        lead = "having the lead" if figures.takes[0] > figures.takes[1] else "giving up the lead"
        return f"{_you('win this trick', figures.takes, other)}, and {lead} costs {cost} later"
    kept, spent, later = _without(best, choice), _without(choice, best), "" if here.passing else " later"
    if sum(card.rank for card in kept) >= sum(card.rank for card in spent):
        return f"keeping {_both(kept)} costs {cost}{later}"
    return f"you will miss {_both(spent)}, which costs {cost}{later}"


def _of_the_rest(here: Moment, best: Cards, figures: Compared, other: str, cause: str) -> str | None:
    """Of moons, bonus cards and pools; None where the figure does not bear it out."""
    if cause == "own moon" and figures.mine[0] < figures.mine[1]:
        if figures.mine[0] < 0.005:
            maker = "the best pass" if here.passing else str(best)
            return f"you give up a moon that {maker} makes {often(figures.mine[1])}"
        return _you("shoot the moon", figures.mine, other)
    if cause == "their moon" and figures.theirs[0] > figures.theirs[1]:
        name = "another player" if figures.shooter is None else who(here.rules.players, here.seat, figures.shooter)
        return f"{name} shoots the moon {often(figures.theirs[0])} {_beside(figures.theirs[1], other)}"
    if cause == "bonus" and figures.bonus[0] < figures.bonus[1]:
        return _you(f"win {one_of(dict.fromkeys(here.rules.bonuses))}", figures.bonus, other)
    if cause == "pool" and figures.wins[0] < figures.wins[1]:
        what = "have the fewest points" if here.rules.settlement == "chips_1887" else "win from the pool"
        return _you(what, figures.wins, other)
    return None


# Sentences.

def of_a_loss(here: Moment, choice: Cards, best: Cards, figures: Compared) -> str:
    """What to say of a choice that is not the best."""
    name = "the best pass" if here.passing else str(best)
    if figures.same:
        return TIE.format(name)
    if figures.loss < LEAST:
        return f"It hardly matters: as good as {name}."
    if not figures.matters:
        how = "It hardly matters" if figures.loss < SMALL else "It need not matter"
        return f"{how}: {figures.loss:.1f} behind {name}, which may be chance."
    subject = "This pass" if here.passing else str(choice)
    return f"{subject} loses {figures.loss:.1f}: {because(here, choice, best, figures)}."


def of_the_best(here: Moment, best: Cards, others: list[tuple[Cards, Compared]]) -> str:
    """What to say of the best choice, beside the others, the next best first."""
    clear = [(cards, figures) for cards, figures in others if figures.matters]
    close = [(cards, figures) for cards, figures in others if not figures.matters]
    equal = all(figures.same for _, figures in close)
    if not clear:
        which = "which cards you pass" if here.passing else "which card you play"
        if equal:
            return f"It makes no difference {which}."
        farthest = max(figures.loss for _, figures in close)
        how = "hardly matters" if farthest < SMALL else "need not matter"
        return f"It {how} {which}: all are within {max(farthest, 0.1):.1f}, which may be chance."
    worse, figures = clear[0]
    instead = f"passing {worse}" if here.passing else f"with {worse} instead"
    why = f"{instead}, {because(here, worse, best, figures)}"
    if equal:
        return f"Best by {figures.loss:.1f}: {why}."
    if len(close) < 3 and not here.passing:
        names = one_of([cards for cards, _ in close])
    else:
        names = "another pass" if len(close) == 1 else f"one of {len(close)} other {'passes' if here.passing else 'cards'}"
    return f"This or {names}, it hardly matters; but {why}."
