"""Situations to think about: a seat is to play, some of its cards are legal and some are barred.

Each comes out of a deal that was really dealt, passed and played by the engine, so it can happen at a table. Under
two games at once it is one history, legal in both, after which the two allow different cards. Drawn from numbered draws
of a key: question k of a seed is always the same, whatever was asked before it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from hearts_lab import cards as c
from hearts_lab import draws, wording
from hearts_lab.cards import Card, Cards
from hearts_lab.deal import Deal
from hearts_lab.players import choose
from hearts_lab.rules import Rules, variant

FIELDS = tuple(field for field, _ in wording.STEPS.values())  # the rules that bar a card: opening, following, ...
_SAYS = {"opening": "first lead", "first_trick": "first trick", "waits": "leading",
         "forced_play": "forced play"}  # field -> key of Rules.sentences()
_ALIASES = {name.replace(" ", "_"): field for field, name in _SAYS.items()}
_OFTEN = ("first_trick", "waits", "following", "forced_play", "first_trick", "waits", "following", "opening")
_TRIES = 40  # deals that one question may take for each rule
_QUESTIONS = np.uint64(0x41534B)  # a family of keys apart from those of the shuffle and of the strategies


class SituationError(ValueError):
    """Something that cannot be asked, in a sentence."""


@dataclass(frozen=True)
class Situation:
    """One moment before a card is played, as a deal under one game or as one deal each under two."""

    deals: tuple[Deal, ...]

    @property
    def seat(self) -> int:
        """The seat to play."""
        return self.deals[0].to_play

    @property
    def hand(self) -> Cards:
        return self.deals[0].hand(self.seat)

    @property
    def legal(self) -> tuple[Cards, ...]:
        """The cards that may be played, under each game."""
        return tuple(deal.legal_cards() for deal in self.deals)

    @property
    def bites(self) -> frozenset[str]:
        """The rules that decide here: those that bar a card, or that bar it in one game only when there are two."""
        return _bites(self.deals)


def rules_asked(a: Rules | str, b: Rules | str | None = None, players: int | None = None) -> tuple[Rules, ...]:
    """The rules of one game or of two, for the same players and with the same pack, which is the first one's."""
    first = variant(a, players)
    if b is None:
        return (first,)
    second = b if isinstance(b, Rules) and players is None else variant(b, first.players, packs=first.packs)
    if (first.players, first.packs) != (second.players, second.packs):
        raise SituationError(
            f"{first.title} is for {first.players} players here and {second.title} for {second.players}; "
            "the same hands need the same number."
        )
    return first, second if second.pack == first.pack else second.change(removed=first.removed)


def askable(games: tuple[Rules, ...], about: str | None = None) -> tuple[str, ...]:
    """The rules that can be asked about, or the one that `about` names. Raises SituationError when there is none."""
    found = tuple(field for field in FIELDS if any(_bars(rules, field) for rules in games) and _differ(games, field))
    names = c.one_of(wording.titles(*games), "and")
    if about is None:
        if not found:
            raise SituationError(
                f"{names} never differ in what may be played, only in what it costs or in how it ends."
            )
        return found
    field = str(about).strip().lower().replace(" ", "_")
    field = _ALIASES.get(field, field)
    if field not in FIELDS:
        raise SituationError(f"about names a rule that can bar a card, {c.one_of(FIELDS)}, not {about!r}.")
    if field not in found:
        raise SituationError(
            f"{names} never differ by the rule {field!r}."
            if len(games) > 1
            else f"In {names} no card is ever barred by the rule {field!r}."
        )
    return (field,)


# What each rule reads, and whether it can bar a card at all.
_READS = {
    "opening": ("opening", "penalties"),
    "following": (),
    "first_trick": ("first_trick", "penalties"),
    "forced_play": ("forced_play",),
    "waits": ("waits", "breakers", "lead_escape"),
}


def _bars(rules: Rules, field: str) -> bool:
    return {
        "opening": rules.opening != "eldest",
        "following": True,
        "first_trick": rules.first_trick == "clean",
        "forced_play": bool(rules.forced_play),
        "waits": bool(rules.waits),
    }[field]


def _differ(games: tuple[Rules, ...], field: str) -> bool:
    """Whether two games may differ by a rule; one game alone always serves."""
    return len(games) == 1 or any(getattr(games[0], name) != getattr(games[1], name) for name in _READS[field])


# Drawing.


def draw(
    a: Rules | str,
    b: Rules | str | None = None,
    *,
    about: str | None = None,
    seed: int = 1,
    number: int = 1,
    players: int | None = None,
) -> Situation:
    """Question `number` of a seed: at least one card of the hand is legal and one barred, or two games differ.

    `about` narrows it to one rule: opening, following, first_trick, forced_play or waits.

    >>> draw("standard", "black_maria", about="waits").bites
    frozenset({'waits'})
    """
    games = rules_asked(a, b, players)
    fields = askable(games, about)
    draws = Draws(seed, number)
    turn = _turn(fields, seed, number)
    for wanted in (turn, *(field for field in fields if field != turn)):
        for tried in range(_TRIES):
            stacked = tried >= _TRIES // 4 or draws.below(16) == 0
            moments = _moments(games, wanted, draws, stacked)
            hits = [(deals, _weight(deals)) for deals in moments if wanted in _bites(deals)]
            if hits:
                return Situation(draws.weighted(hits))
    raise SituationError(
        f"In {_TRIES} deals {c.one_of(wording.titles(*games), 'and')} never came to the rule {c.one_of(map(repr, fields))}."
    )


def _turn(fields: tuple[str, ...], seed: int, number: int) -> str:
    """Which rule question `number` is about: all take their turns, in a new order each time round."""
    turns = [field for field in _OFTEN if field in fields]
    rounds, place = divmod(number - 1, len(turns))
    return Draws(seed, 2**40 + rounds).shuffled(turns)[place]


class Draws:
    """Numbered draws from a key, with the engine's own generator: the same on every machine and Python."""

    def __init__(self, seed: int, number: int):
        with draws.wrapping():
            self._key, self._drawn = draws.deal_key(_QUESTIONS, np.uint64(seed), number), 0

    def below(self, n: int) -> int:
        with draws.wrapping():
            value, self._drawn = draws.draw(self._key, self._drawn, n)
        return int(value)

    def pick(self, items):
        return items[self.below(len(items))]

    def shuffled(self, items) -> list:
        left = list(items)
        return [left.pop(self.below(len(left))) for _ in range(len(left))]

    def weighted(self, items):
        """One of (item, whole weight), each as likely as its weight says."""
        left = self.below(sum(weight for _, weight in items))
        for item, weight in items:
            left -= weight
            if left < 0:
                return item
        raise AssertionError("weights are positive")


def _weight(deals: tuple[Deal, ...]) -> int:
    """How much a moment is worth asking: hands of penalty cards only are rare, small hands teach little."""
    seat, rules = deals[0].to_play, deals[0].rules
    hand = deals[0].hand(seat)
    penalties = {card for deal in deals for card in deal.rules.penalties}
    if penalties.issuperset(hand):
        return 40
    at_stake = any(card in penalties for deal in deals for card in deal.legal_cards())
    return (6 if at_stake else 2) if 3 * len(hand) >= rules.hand_size else 1


# Playing deals in which rules bite.


def _moments(games: tuple[Rules, ...], wanted: str, draws: Draws, stacked: bool) -> Iterator[tuple[Deal, ...]]:
    """A deal from its first lead on, as the tuple of deals before each card; all cards are legal under each game."""
    deals = _start(games, wanted, draws, stacked)
    first_trick_only = wanted in ("opening", "first_trick")
    loud = {card for rules in games for card in (*rules.breakers, *rules.penalties)}
    careful = draws.below(3) == 0 and wanted != "waits"
    while deals[0].phase == "play" and not (first_trick_only and deals[0].tricks):
        yield deals
        seat = deals[0].to_play
        legal = [card for card in deals[0].legal_cards() if all(card in deal.legal_cards() for deal in deals)]
        if not legal or any(deal.to_play != seat for deal in deals):
            return
        card = choose("cautious", deals[0], seat)[0] if careful else None
        if card not in legal:
            quiet = [card for card in legal if card not in loud]
            if not quiet or wanted != "waits":
                card = draws.pick(legal)
            elif stacked:  # the seat full of penalty cards comes to lead from them
                full = 2 * sum(card in games[0].penalties for card in deals[0].hand(seat)) > len(deals[0].hand(seat))
                card = (max if full else min)(quiet, key=lambda card: card.rank)
            else:
                card = draws.pick(quiet)  # nothing is broken for as long as may be
        deals = tuple(deal.play(card) for deal in deals)


def _start(games: tuple[Rules, ...], wanted: str, draws: Draws, stacked: bool) -> tuple[Deal, ...]:
    """The same hands under each game, passed and ready, with the same seat to lead."""
    numbers = [n for n in range(1, 25) if len({(rules.pass_count, _direction(rules, n)) for rules in games}) == 1]
    if not numbers:  # these games pass differently: they begin with the hands as dealt
        games, numbers = tuple(rules.change(pass_count=0) for rules in games), range(1, 25)
    number, seats = draws.pick(numbers), games[0].players
    shy = draws.below(seats)
    deal = Deal(games[0], seed=draws.below(2**31), number=number)
    if stacked:
        deal = Deal(games[0], hands=_stacked(deal, shy, draws), number=number)
    passes = _passes(deal, shy, wanted, draws)
    if len(games) == 1:
        return (deal.exchange(passes) if passes else deal,)
    for turned in range(seats):  # whoever leads under one game is brought to the place of the leader under the other
        hands = [deal.dealt((seat + turned) % seats) for seat in range(seats)]
        deals = [Deal(rules, hands=hands, number=number) for rules in games]
        if passes:
            deals = [one.exchange(passes[turned:] + passes[:turned]) for one in deals]
        if len({one.to_play for one in deals}) == 1:
            break
    return tuple(deals)


def _direction(rules: Rules, number: int) -> str:
    return rules.pass_cycle[(number - 1) % len(rules.pass_cycle)]


def _stacked(deal: Deal, shy: int, draws: Draws) -> list[Cards]:
    """The hands of a deal, except that one seat gets penalty cards of the others: chance alone is too slow in that."""
    hands = [list(deal.dealt(seat)) for seat in range(deal.rules.players)]
    own = draws.shuffled(card for card in hands[shy] if card not in deal.rules.penalties)
    others = draws.shuffled(
        (seat, card) for seat, hand in enumerate(hands) for card in hand if seat != shy and card in deal.rules.penalties
    )
    for mine, (seat, card) in zip(own[draws.below(4) :], others, strict=False):
        hands[shy][hands[shy].index(mine)], hands[seat][hands[seat].index(card)] = card, mine
    return [c.in_hand_order(hand) for hand in hands]


def _passes(deal: Deal, shy: int, wanted: str, draws: Draws) -> list[Cards]:
    """What each seat passes: by chance, except that one seat tries to be rid of a suit, since rules bite on a void."""
    if deal.phase != "pass":
        return []
    suit = c.CLUBS if wanted == "first_trick" or draws.below(2) else draws.below(4)
    found = []
    for seat in range(deal.rules.players):
        hand = draws.shuffled(deal.hand(seat))
        if seat == shy:
            hand.sort(key=lambda card: card.suit != suit)
        elif deal.pass_target(seat) == shy:
            hand.sort(key=lambda card: card.suit == suit)
        free = [card for card in hand if card not in deal.rules.forbidden_pass]
        found.append(c.in_hand_order((free if len(free) >= deal.due else hand)[: deal.due]))
    return found


def under(deal: Deal, rules: Rules) -> Deal:
    """The same hands and plays under other rules. Raises SituationError where they could not have happened."""
    seats = range(rules.players)
    passing = rules.pass_count, _direction(rules, deal.number)
    if deal.passes is not None and passing == (deal.rules.pass_count, deal.direction):
        other = Deal(rules, hands=[deal.dealt(seat) for seat in seats], number=deal.number).exchange(deal.passes)
    else:
        held = [Cards([*deal.hand(seat), *(card for who, card in deal.plays if who == seat)]) for seat in seats]
        other = Deal(rules.change(pass_count=0), hands=held, number=deal.number)
    for seat, card in deal.plays:
        why = other.why_illegal(card, seat)
        if why:
            raise SituationError(f"This deal cannot be set under {rules.title}. When {card} is played, it says: {why}")
        other = other.play(card)
    if other.to_play != deal.to_play:
        raise SituationError(f"Under {rules.title} another seat would be to play.")
    return other


# What decides.


def _bites(deals: tuple[Deal, ...]) -> frozenset[str]:
    legal = [deal.legal_cards() for deal in deals]
    found = set()
    for card in dict.fromkeys(deals[0].hand(deals[0].to_play)):
        barring = [deal for deal, free in zip(deals, legal, strict=True) if card not in free]
        if barring and (len(deals) == 1 or len(barring) < len(deals)):
            found |= {deal.why_barred(card)[1] for deal in barring}
    return frozenset(found)


def why_legal(deal: Deal, card: Card) -> str:
    """In a sentence, why the seat to play may play this legal card."""
    rules, hand = deal.rules, deal.hand(deal.to_play)
    deciding = _bites((deal,))
    only_penalties = all(held in rules.penalties for held in hand)
    waiting = wording.card_set(rules.waits)
    if deal.trick:
        led = deal.trick[0][1]
        suit = c.SUIT_NAMES[led.suit]
        if "forced_play" in deciding:
            return rules.sentences()["forced play"]
        if card.suit == led.suit:
            return f"It follows {suit}."
        if "first_trick" in deciding:
            return f"You hold no {suit}, and it is no penalty card."
        if not deal.tricks and rules.first_trick == "clean" and only_penalties:
            return f"You hold no {suit}, and nothing but penalty cards."
        return f"You hold no {suit}, so any card may be played."
    if "opening" in deciding:
        return rules.sentences()["first lead"]
    if "first_trick" in deciding:
        return "It is no penalty card."
    if "waits" in deciding:
        return f"Only {waiting} must wait."
    if card in rules.waits and not deal.broken:
        return f"You hold nothing but {'penalty cards' if only_penalties else waiting}, so any card may be led."
    if not deal.plays:
        return rules.sentences()["first lead"]
    if rules.waits and deal.broken:
        return f"{waiting[:1].upper()}{waiting[1:]} may be led now, and so may any card."
    return rules.sentences()["leading"]
