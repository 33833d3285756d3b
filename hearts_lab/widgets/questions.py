"""Questions with one right answer, drawn from deals that were really dealt and played; the engine answers them.

Each kind is one function of rules and numbered draws. Wrong answers are, where there are any, what is right under other rules.
Question k of a seed is always the same, whatever was asked before it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from hearts_lab import cards as c
from hearts_lab import notation, wording
from hearts_lab.cards import Card, Cards, one_of
from hearts_lab.deal import Deal, rebuild
from hearts_lab.players import choose
from hearts_lab.rules import Rules, variant
from hearts_lab.widgets.scene import seat_names
from hearts_lab.widgets.situations import Draws, SituationError, draw, why_legal

CHOICES = 4  # answers to choose from, when there are so many
_TRIES = 30  # deals that one question may take
_YOU = 0  # the seat that is called "You"


@dataclass(frozen=True)
class Question:
    """A question, the cards it is about under their names, its answers, the place of the right one, and why it is right."""

    kind: str
    rules: Rules
    say: str
    rows: tuple[tuple[str, Cards], ...]
    answers: tuple[str, ...]
    right: int
    why: str

    def __str__(self):
        shown = "; ".join(f"{name}: {cards}" for name, cards in self.rows)
        answers = "   ".join(f"{chr(97 + place)}) {answer}" for place, answer in enumerate(self.answers))
        return "\n".join([self.say, *([shown] if shown else []), answers])


def ask(kind: str, rules: Rules | str, *, seed: int = 1, number: int = 1) -> Question:
    """Question `number` of a seed, of one kind: lead, legal, trick, points, score or pass.

    >>> print(ask("pass", "black_maria", seed=1).why)
    In every deal each player passes 3 cards to the right.
    """
    if kind not in KINDS:
        raise SituationError(f"A kind of question is {c.one_of(KINDS)}, not {kind!r}.")
    return KINDS[kind](variant(rules), Draws(seed, number * len(KINDS) + list(KINDS).index(kind)))


def _question(kind, rules, draws, say, rows, right: str, wrong: Iterable[str], why, *, ordered=False) -> Question:
    """The right answer among a few of the wrong ones, which stand in order of how tempting they are."""
    wrong = [answer for answer in dict.fromkeys(wrong) if answer != right][: CHOICES - 1]
    answers = sorted([right, *wrong], key=_first_number) if ordered else draws.shuffled([right, *wrong])
    return Question(kind, rules, say, tuple(rows), tuple(answers), answers.index(right), why)


def _first_number(answer: str) -> int:
    return int(answer.split()[0].replace("−", "-"))


def _signed(value: int) -> str:
    return str(value).replace("-", "−")


# Deals to ask about.


def _dealt(rules: Rules, draws: Draws, **before) -> Deal:
    """A deal after its pass."""
    deal = Deal(rules, seed=draws.below(2**31), number=1 + draws.below(12), **before)
    if deal.phase == "pass":
        deal = deal.exchange([choose("cautious", deal, seat) for seat in range(rules.players)])
    return deal


def _played(rules: Rules, draws: Draws, **before) -> Deal:
    """A finished deal, except that a moon to choose is not chosen yet."""
    deal, player = _dealt(rules, draws, **before), draws.pick(("cautious", "random"))
    while deal.phase == "play":
        deal = deal.play(choose(player, deal, deal.to_play)[0])
    return deal


def _swept(rules: Rules, draws: Draws, **before) -> Deal:
    """A finished deal in which one seat takes every trick: it holds the highest cards, and the others play low."""
    number, shooter = 1 + draws.below(12), draws.below(rules.players)
    order = sorted(rules.pack, key=lambda card: (card.rank, card.suit), reverse=True)
    high, rest = order[: rules.hand_size], draws.shuffled(order[rules.hand_size :])
    hands = [Cards(rest[seat :: rules.players - 1][: rules.hand_size]) for seat in range(rules.players - 1)]
    hands.insert(shooter, Cards(high))
    kitty = Cards(rest[(rules.players - 1) * rules.hand_size :])
    deal = Deal(rules.change(pass_count=0), hands=hands, number=number, kitty=kitty, **before)
    while deal.phase == "play":
        pick = max if deal.to_play == shooter else min
        deal = deal.play(pick(deal.legal_cards(), key=lambda card: card.rank))
    return deal


# The kinds.


def _trick(rules: Rules, draws: Draws) -> Question:
    """Who takes a trick."""
    names = seat_names(rules.players, _YOU)
    tricks = _played(rules, draws).tricks
    trick = draws.weighted([(trick, _telling(trick)) for trick in tricks])
    void = "Nobody: it is void"
    led, seats = trick.cards[0], dict(zip(trick.seats, trick.cards, strict=True))
    tempting = sorted(trick.seats, key=lambda seat: (-seats[seat].rank, seats[seat].suit != led.suit))
    wrong = [*([void] if rules.cancel != "none" else []), *(names[seat] for seat in tempting)]
    right = void if trick.winner is None else names[trick.winner]
    rows = [(names[seat], Cards([card])) for seat, card in seats.items()]
    say = f"{names[trick.leader]} led, and the others followed in this order. Who takes the trick?"
    return _question("trick", rules, draws, say, rows, right, wrong, _why_taken(rules, trick))


def _telling(trick) -> int:
    """How much a trick is worth asking about: high cards of other suits and cancelled cards lead astray."""
    led = trick.cards[0]
    if len(set(trick.cards)) < len(trick.cards):
        return 60 if trick.winner is None else 20
    best = max(card.rank for card in trick.cards if card.suit == led.suit)
    return 25 if any(card.suit != led.suit and card.rank > best for card in trick.cards) else 1


def _why_taken(rules: Rules, trick) -> str:
    led = trick.cards[0]
    suit = c.SUIT_NAMES[led.suit].capitalize()
    dead = [card for card in dict.fromkeys(trick.cards) if trick.cards.count(card) > 1] if rules.cancel != "none" else []
    cancelled = f"The two {c.one_of(dead, 'and the two')} cancel each other. " if dead else ""
    if trick.winner is None:
        return cancelled + rules.sentences()["identical cards"].split(". ", 1)[1]
    best = trick.cards[trick.seats.index(trick.winner)]
    off = " A card of another suit never wins." if any(card.suit != led.suit for card in trick.cards) else ""
    return f"{cancelled}{suit} were led, and {best} is the highest of them{' that is left' if dead else ''}.{off}"


def _points(rules: Rules, draws: Draws) -> Question:
    """What the cards of a trick are worth."""
    names = seat_names(rules.players, _YOU)
    tricks = _played(rules, draws).tricks
    kinds = [(trick, 12 ** len({min(rules.points[card], 14) for card in trick.cards if rules.points[card]}))
             for trick in tricks]
    trick = draws.weighted(kinds)
    counting = [card for card in trick.cards if rules.points[card]]
    right = sum(rules.points[card] for card in counting)
    others = [sum(variant(game).points[card] for card in trick.cards) for game in _SCALES]
    others += [right + 1, right + 13, abs(right - 1), right + 2]
    others = [worth for worth in others if worth >= 0 or rules.bonuses]
    why = " + ".join(f"{card} {_signed(rules.points[card])}" for card in counting)
    counted = "" if counting else "None of these cards counts. "
    rows = [(names[seat], Cards([card])) for seat, card in zip(trick.seats, trick.cards, strict=True)]
    return _question("points", rules, draws, "How many points are in this trick?", rows, _signed(right),
                     map(_signed, others), counted + (f"{why}. " if len(counting) == 1 else f"{why} = {_signed(right)}. "
                     if counting else "") + rules.sentences()["penalty cards"], ordered=True)


_SCALES = ("standard", "black_maria", "standard_omnibus", "basic", "black_maria_spot", "pink_lady", "black_jack")


def _score(rules: Rules, draws: Draws) -> Question:
    """What each seat scores for what it has taken: moon, bonus cards and pools included."""
    names = seat_names(rules.players, _YOU)
    jack = rules.settlement == "sweepstake" and draws.below(2)
    pool = {"pool": rules.total, "standing": True} if jack else {}
    deal = (_swept if rules.packs == 1 and draws.below(3) == 0 else _played)(rules, draws, **pool)
    facts = []
    if deal.phase == "moon":
        kind = draws.pick(("old", "new"))
        facts.append(f"{names[deal.to_play]} shot the moon and takes the {kind} one.")
        deal = deal.choose_moon(kind)
    if pool:
        facts.append(f"A jack of {rules.total} counters stands from the deal before.")
    if rules.no_trick_bonus:
        idle = [name for seat, name in enumerate(names) if not deal.taken(seat)]
        facts.append(f"{one_of(idle, 'and')} took no trick." if idle else "Everyone took a trick.")
    rows = [(name, Cards(card for card in deal.taken(seat) if rules.points[card])) for seat, name in enumerate(names)]
    what = "score" if rules.low_wins else "win or pay"
    say = " ".join([*facts, f"The cards that count were taken like this. What does each player {what}?"])
    right = deal.scores
    turned = [right[turn:] + right[:turn] for turn in range(1, rules.players)]
    wrong = [*_otherwise(deal), tuple(-score for score in right), *turned]
    return _question("score", rules, draws, say, rows, _in_words(names, right),
                     [_in_words(names, scores) for scores in wrong], _why_scored(deal, names))


def _in_words(names, scores) -> str:
    return ", ".join(f"{name}: {_signed(score)}" for name, score in zip(names, scores, strict=True))


_OTHER_RULES = (
    *({"moon": moon} for moon in ("old", "new", "none", "void")),
    *({"settlement": kind, "moon": "none"} for kind in ("howell", "sweepstake")),
    {"jack": "foster"}, {"jack": "split"}, {"points": {"JD": 0}}, {"points": {"KS": 0, "AS": 0}}, {"points": {"QS": 1}},
    {"points": {"KS": 10, "AS": 7}}, {"points": {"JD": -10}}, {"points": {"KS": 7, "AS": 10}},
)


def _otherwise(deal: Deal):
    """What the same plays would score if one rule were another."""
    told = replace(notation.read_record(deal.text).deals[0], moon=None)
    for change in _OTHER_RULES:
        try:
            other = rebuild(deal.rules.change(**change), told)
        except ValueError:  # rules that do not go together, or a play that they bar
            continue
        if other.phase == "over":
            yield other.scores


def _why_scored(deal: Deal, names) -> str:
    said, rules = deal.rules.sentences(), deal.rules
    found = [said["penalty cards"]]
    if not rules.low_wins:
        pool, jack = deal.pool_after
        found.append(said["settlement"])
        found += [f"{pool} counters stay on the table{', as a jack' if jack else ''}."] if pool else []
    elif deal.shooter is not None:
        found = [f"{names[deal.shooter]} took every penalty card.", said["moon"]]
    elif rules.moon == "none" and rules.total in deal.points:
        found.append(said["moon"])
    elif rules.moon_needs_bonus and rules.total in deal.points:
        found.append(f"Without the bonus card it is no moon. {said['moon']}")
    found += [said["no trick"]] if "no trick" in said and deal.shooter is None else []
    return " ".join(found)


def _pass(rules: Rules, draws: Draws) -> Question:
    """Who gets your cards in a deal."""
    names = seat_names(rules.players, _YOU)
    deal = Deal(rules, seed=1, number=1 + draws.below(12))
    nobody, each = "Nobody: no cards are passed", "One card goes to each opponent"
    target = deal.pass_target(_YOU)
    right = each if deal.direction == "scatter" else nobody if target is None else names[target]
    likely = [names[1], names[-1], *([names[rules.players // 2]] if rules.players % 2 == 0 else []), nobody, *names[2:]]
    turn = f" In deal {deal.number} that is: {deal.direction}." if len(set(rules.pass_cycle)) > 1 else ""
    return _question("pass", rules, draws, f"It is deal {deal.number}. Who gets the cards that you pass?", (), right, likely,
                     rules.sentences()["passing"] + turn)


def _lead(rules: Rules, draws: Draws) -> Question:
    """Who leads to the first trick."""
    names = seat_names(rules.players, _YOU)
    deal = _dealt(rules, draws)
    for _ in range(_TRIES):  # one where the two ways to open differ
        if deal.to_play != deal.eldest or rules.opening.startswith("eldest"):
            break
        deal = _dealt(rules, draws)
    clubs = {seat: [card for card in deal.hand(seat) if card.suit == c.CLUBS] for seat in range(rules.players)}
    lowest = min((held[0], seat) for seat, held in clubs.items() if held)[1]
    likely = [deal.eldest, deal.dealer, lowest, (deal.dealer - 1) % rules.players, *range(rules.players)]
    say = f"{names[deal.dealer]} dealt. These are the clubs that everyone holds after the pass. Who leads to the first trick?"
    why = rules.sentences()["first lead"]
    rows = [(names[seat], Cards(held)) for seat, held in clubs.items()]
    return _question("lead", rules, draws, say, rows, names[deal.to_play], [names[seat] for seat in likely],
                     f"{why} Here that is {_inside(names[deal.to_play])}.")


def _inside(name: str) -> str:
    return "you" if name == "You" else name


def _legal(rules: Rules, draws: Draws) -> Question:
    """Which of a few cards may be played."""
    situation = draw(rules, seed=draws.below(2**31), number=1 + draws.below(7))
    (deal,), (legal,) = situation.deals, situation.legal
    names = seat_names(rules.players, deal.to_play)
    barred = list(dict.fromkeys(card for card in situation.hand if card not in legal))
    right: Card = draws.pick(legal)
    wrong = sorted(draws.shuffled(barred), key=lambda card: card not in rules.penalties)
    breaking = wording.card_set(rules.breakers, "or", one=True)
    broken = f"{breaking[:1].upper()}{breaking[1:]} has {'' if deal.broken else 'not '}been played in this deal. "
    led = f"{names[deal.trick[0][0]]} led {deal.trick[0][1]}." if deal.trick else "You lead."
    say = (f"{'First trick' if not deal.tricks else f'Trick {len(deal.tricks) + 1}'}. "
           f"{broken if rules.waits and not deal.trick and deal.tricks else ''}{led} Which of these cards may you play?")
    why = dict.fromkeys([why_legal(deal, right), *(deal.why_illegal(card) for card in wrong[: CHOICES - 1])])
    rows = [*((names[seat], Cards([card])) for seat, card in deal.trick), ("Your hand", situation.hand)]
    return _question("legal", rules, draws, say, rows, str(right), map(str, wrong), f"{right}: {' '.join(why)}")


KINDS = {"lead": _lead, "legal": _legal, "trick": _trick, "points": _points, "score": _score, "pass": _pass}
