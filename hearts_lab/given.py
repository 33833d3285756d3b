"""Deals that begin with a given holding, dealt directly: "seat 0 holds A♠ and four lower spades, Q♠ lies elsewhere".

No deal is thrown away. How many hands satisfy the condition is counted with binomial coefficients, one of them is drawn, and
the other cards are dealt at random: every deal that satisfies the condition is as likely as every other.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb, factorial, perm, prod
from typing import NamedTuple

import numpy as np

from hearts_lab import cards as c
from hearts_lab.cards import DECK, Card, CardError, Cards, one_of
from hearts_lab.draws import GIVEN, deal_key, draw, draw_wide, wrapping
from hearts_lab.layout import DealError, whole
from hearts_lab.play import eldest
from hearts_lab.rules import SEATS, Rules, variant
from hearts_lab.wording import many

# Where the high cards of a suit begin: the lower spades are those below the queen, the high hearts the jack and above.
LOWEST_HIGH = {"clubs": "JC", "diamonds": "JD", "spades": "QS", "hearts": "JH"}
# Words for sets of cards: "low spades", "high spades", "spades", and so for each suit.
SETS = {f"{height}{suit}": Cards(card for card in DECK if c.SUIT_NAMES[card.suit] == suit
                                 and height in ("", "high " if card >= c.read_card(lowest) else "low "))
        for suit, lowest in LOWEST_HIGH.items() for height in ("low ", "high ", "")}
_WORDS = re.compile("|".join(rf"\b{name}\b" for name in SETS), re.IGNORECASE)


# The compiled loop.

def stack(rules, seed, number, seat, fixed, cards, ends, choose, ways, pool, pack):
    """Put the pack of one deal in an order that deals the given holding; each such deal is equally likely.

    `fixed` (n, 3): seat, place in its hand and card of the cards that surely lie there. `cards`: the other cards, class by
    class, class i ending at `ends[i]`. `choose[i, k]`: in how many ways k cards of class i can come to the seat.
    `ways[i, n]`: in how many ways n cards of the classes from i on can. `pool` is room for the cards. The result is `pack`.
    """
    key, drawn, players = deal_key(GIVEN, seed, number), 0, rules.players
    at = eldest(rules, number)
    pack[:] = -1
    for i in range(fixed.shape[0]):
        pack[(fixed[i, 0] - at) % players + players * fixed[i, 1]] = fixed[i, 2]
    for i in range(cards.shape[0]):
        pool[i] = cards[i]
    missing = ways.shape[1] - 1
    place = (seat - at) % players + players * (rules.hand_size - missing)
    which, drawn = draw_wide(key, drawn, ways[0, missing])
    left = start = 0
    for i in range(choose.shape[0]):
        taken = 0
        while which >= choose[i, taken] * ways[i + 1, missing - taken]:
            which -= choose[i, taken] * ways[i + 1, missing - taken]
            taken += 1
        missing -= taken
        which %= ways[i + 1, missing]
        for first in range(start, start + taken):
            j, drawn = draw(key, drawn, ends[i] - first)
            pack[place] = pool[first + j]
            pool[first + j] = pool[first]
            place += players
        for j in range(start + taken, ends[i]):
            pool[left] = pool[j]
            left += 1
        start = ends[i]
    for place in range(pack.shape[0]):
        if pack[place] < 0:
            j, drawn = draw(key, drawn, left)
            left -= 1
            pack[place] = pool[j]
            pool[j] = pool[left]


def stack_all(rules, seed, numbers, seat, fixed, cards, ends, choose, ways, pool, packs):
    """The packs of several deals, a row each, in which the cards out of play stay where they are, at the end."""
    size = fixed.shape[0] + cards.shape[0]
    for k in range(numbers.shape[0]):
        stack(rules, seed, numbers[k], seat, fixed, cards, ends, choose, ways, pool, packs[k, :size])


# The condition.

@dataclass(frozen=True)
class Given:
    """What the hands hold when they are dealt, before any pass.

    `holds`: cards that the seat surely has; `lacks`: cards that it surely has not (they lie with anybody else, or in the
    kitty). `counts`: how many cards of a set its hand has, those in `holds` among them: a number, or a pair (least, most).
    `elsewhere`: cards that another seat surely has. Cards are text such as "QS KS", in which the words "spades", "low spades"
    and "high spades" stand for the cards of the suit in play; high are Q♠ and above, in the other suits the jack and
    above. They are kept as text and pairs, in the order given. One pack only. Raises DealError.

    >>> four_small = Given(holds="AS", lacks="QS KS", counts={"low spades": 4})
    >>> float(round(four_small.probability("standard"), 4))
    0.0203
    >>> print(Given(seat=1, counts={"clubs": 0, "high hearts": (2, 4)}, elsewhere={2: "QS"}))
    seat 1 has no clubs and 2 to 4 high hearts, seat 2 holds Q♠
    """

    seat: int = 0
    holds: str = ""
    lacks: str = ""
    counts: Mapping[str, int | tuple[int, int]] | tuple = ()
    elsewhere: Mapping[int, str] | tuple = ()

    def __post_init__(self):
        kept = {"seat": whole(self.seat, "The seat", 0, SEATS - 1), "holds": _read("holds", self.holds),
                "lacks": _read("lacks", self.lacks),
                "counts": tuple((_read("counts", what), _range(what, number)) for what, number in _pairs(self, "counts")),
                "elsewhere": tuple((whole(seat, "A seat in elsewhere", 0, SEATS - 1), _read("elsewhere", what))
                                   for seat, what in _pairs(self, "elsewhere"))}
        for field, value in kept.items():
            object.__setattr__(self, field, value)
        self._check()

    def _check(self) -> None:
        """Refuse what no pack can satisfy."""
        holds = _kinds(self.holds)
        for card in _kinds(self.lacks):
            if card in holds:
                raise DealError(f"Seat {self.seat} cannot both hold and lack {card}.")
        lies = dict.fromkeys(holds, self.seat)
        for seat, what in self.elsewhere:
            if seat == self.seat:
                raise DealError(f"elsewhere is for the other seats; write the cards of seat {seat} in holds.")
            for card in _kinds(what):
                if card in lies:
                    raise DealError(f"Seat {lies[card]} and seat {seat} cannot both hold {card}.")
                lies[card] = seat
        counted: dict[Card, str] = {}
        for what, (_, most) in self.counts:
            kinds = _kinds(what)
            if not kinds:
                raise DealError("counts: say which cards are counted, as in {'low spades': 4}.")
            for card in kinds:
                if card in counted:
                    raise DealError(f"A card is counted in one set only, but {card} is in {counted[card]!r} and in {what!r}.")
                counted[card] = what
            held = [card for card in kinds if card in holds]
            if len(held) > most:
                raise DealError(f"The count of {what!r} is at most {most}, but seat {self.seat} holds {one_of(held, 'and')}.")

    def __str__(self) -> str:
        says = [f"holds {_named(self.holds)}"] if self.holds else []
        says += [f"lacks {_named(self.lacks)}"] if self.lacks else []
        has = [_told(what, *number) for what, number in self.counts]
        says += [f"has {one_of(has, 'and')}"] if has else []
        seats = [f"seat {self.seat} {one_of(says, 'and')}"] if says else []
        return ", ".join(seats + [f"seat {seat} holds {_named(what)}" for seat, what in self.elsewhere]) or "any deal"

    def probability(self, rules: Rules | str) -> Fraction:
        """The exact chance that a deal is like this."""
        rules = variant(rules)
        tables, size, dealt = _tables(self, rules), rules.hand_size, len(rules.pack)
        others = [int((tables.fixed[:, 0] == seat).sum()) for seat in range(rules.players) if seat != self.seat]
        hands = int(tables.ways[0, -1])
        rest = factorial(dealt - size - sum(others)) * prod(perm(size, number) for number in others)
        return Fraction(hands * rest * factorial(size), factorial(dealt))

    def met(self, rules: Rules | str, hands: np.ndarray) -> np.ndarray:
        """(deals): which of some deals are like this, by their hands as they are dealt, sets of cards (deals, seats)."""
        rules = variant(rules)
        _tables(self, rules)  # refuses what these rules cannot deal
        own, found = hands[:, self.seat], np.ones(len(hands), bool)
        for seat, what in ((self.seat, self.holds), *self.elsewhere):
            found &= ~hands[:, seat] & _bits(what, rules) == c.NO_CARDS
        found &= own & _bits(self.lacks, rules) == c.NO_CARDS
        for what, (least, most) in self.counts:
            number = np.bitwise_count(own & _bits(what, rules))
            found &= (least <= number) & (number <= most)
        return found

    def packs(self, rules: Rules | str, seed: int, numbers: Iterable[int], *, compiled: bool = True) -> np.ndarray:
        """The packs of these deals of a seed, to be dealt one card at a time from eldest hand: `simulate(..., packs=...)`.

        int8 (deals, 52): the cards in dealing order, the kitty after them, the cards out of play at the end. A row depends on
        the seed and its deal's number alone. Which card of a hand comes first means nothing. `compiled=False` runs the plain
        source, slowly. Raises DealError for what these rules cannot deal.
        """
        rules = variant(rules)
        tables = _tables(self, rules)
        numbers = np.asarray(numbers)
        if numbers.ndim != 1 or (numbers.size and numbers.dtype.kind not in "iu"):
            raise DealError("Give the numbers of the deals in a row, whole numbers from 1.")
        if numbers.size:
            whole(numbers.min(), "The number of a deal", 1, 2**31)
            whole(numbers.max(), "The number of a deal", 1, 2**31)
        seed = np.uint64(whole(seed, "The seed", 0, 2**63 - 1))
        found = np.empty((numbers.size, len(DECK)), np.int8)
        found[:, len(rules.pack):] = rules.removed
        loop = stack_all
        if compiled:
            from hearts_lab.compiled import entry

            loop = entry(stack_all)
        with wrapping():
            loop(rules.record, seed, numbers.astype(np.int64), self.seat, *tables, np.empty_like(tables.cards), found)
        return found


class _Tables(NamedTuple):
    """A condition under one set of rules as numbers; see `stack`."""

    fixed: np.ndarray
    cards: np.ndarray
    ends: np.ndarray
    choose: np.ndarray
    ways: np.ndarray


@lru_cache(maxsize=256)
def _tables(given: Given, rules: Rules) -> _Tables:
    """The classes of cards and in how many ways each may come to the seat. Refuses what cannot be dealt."""
    _check_against(given, rules)
    in_play = set(rules.pack)
    holds = [card for card in _kinds(given.holds) if card in in_play]
    fixed = [(given.seat, i, card) for i, card in enumerate(holds)]
    for seat, what in given.elsewhere:
        place = sum(other == seat for other, _, _ in fixed)
        fixed += [(seat, place + i, card) for i, card in enumerate(card for card in _kinds(what) if card in in_play)]
    lacks = _kinds(given.lacks)
    loose = [card for card in rules.pack if card not in {card for _, _, card in fixed}]
    free = {card: True for card in loose if card not in lacks}  # may come to the seat or not
    missing = rules.hand_size - len(holds)
    classes, ranges = [], []
    for what, (least, most) in given.counts:
        kinds = _kinds(what)
        already = sum(card in holds for card in kinds)
        classes.append([card for card in kinds if free.pop(card, False)])
        ranges.append((max(least - already, 0), min(most - already, len(classes[-1]))))
        if ranges[-1][0] > len(classes[-1]):
            raise DealError(f"Seat {given.seat} cannot have {_told(what, least, least)}: "
                            f"at most {already + len(classes[-1])} can come to it.")
    classes += [list(free), [card for card in loose if card in lacks]]
    ranges += [(0, len(free)), (0, 0)]
    least, most = (sum(bounds) for bounds in zip(*ranges, strict=True))
    if least > missing:
        raise DealError(f"Seat {given.seat} would hold at least {len(holds) + least} cards; each hand has {rules.hand_size}.")
    if most < missing:
        raise DealError(f"Seat {given.seat} would hold at most {len(holds) + most} cards; each hand has {rules.hand_size}.")
    choose = [[comb(len(kinds), k) if low <= k <= high else 0 for k in range(missing + 1)]
              for kinds, (low, high) in zip(classes, ranges, strict=True)]
    ways = [[int(n == 0) for n in range(missing + 1)]]
    for row in reversed(choose):
        ways.insert(0, [sum(row[k] * ways[0][n - k] for k in range(n + 1)) for n in range(missing + 1)])
    cards = [card for kinds in classes for card in kinds]
    return _Tables(np.array(fixed, np.int64).reshape(-1, 3), np.array(cards, np.int8),
                   np.cumsum([len(kinds) for kinds in classes]), np.array(choose, np.int64), np.array(ways, np.int64))


def _check_against(given: Given, rules: Rules) -> None:
    """Refuse what these rules do not have: two packs, the seats, cards out of play, hands of that size."""
    if rules.packs != 1:
        raise DealError(f"A holding can be given where one pack is dealt; {rules.title} is played with {rules.packs}.")
    seats = {given.seat: given.holds}
    for seat, what in given.elsewhere:
        seats[seat] = f"{seats.get(seat, '')} {what}"
    for seat, what in seats.items():
        if seat >= rules.players:
            raise DealError(f"The seats are 0 to {rules.players - 1}; {seat} is none.")
        many_held = sum(card in rules.pack for card in _kinds(what))
        if many_held > rules.hand_size:
            raise DealError(f"Seat {seat} cannot hold {many(many_held, 'card')}; each hand has {rules.hand_size}.")
    for what in (*seats.values(), given.lacks, *(what for what, _ in given.counts)):
        for card in c.read_cards(_WORDS.sub(" ", what)):
            if card not in rules.pack:
                raise DealError(f"{card} is not in play in {rules.title} for {rules.players}.")


def check_given(given) -> None:
    """Refuses what is no condition, in a sentence."""
    if given is not None and not isinstance(given, Given):
        raise DealError(f"given says what the hands hold, as in hl.Given(holds='AS'), not {given!r}.")


# Reading and telling sets of cards.

def _pairs(given: Given, field: str) -> list[tuple]:
    value = getattr(given, field)
    pairs = list(value.items()) if isinstance(value, Mapping) else value
    if not isinstance(pairs, list | tuple) or not all(isinstance(pair, tuple) and len(pair) == 2 for pair in pairs):
        example = {"counts": {"low spades": 4}, "elsewhere": {2: "QS"}}[field]
        raise DealError(f"{field} must be a table such as {example}, not {value!r}.")
    return list(pairs)


def _read(field: str, what) -> str:
    """Cards as text, words first; no card may be named twice."""
    try:
        text = " ".join(what.split()) if isinstance(what, str) else c.read_cards(what).text
        words = [word.lower() for word in _WORDS.findall(text)]
        text = " ".join([*words, c.read_cards(_WORDS.sub(" ", text)).text]).strip()
    except CardError as error:
        raise DealError(f"{field}: {error}") from None
    kinds = _kinds(text)
    for card in kinds:
        if kinds.count(card) > 1:
            raise DealError(f"{field}: {card} is named twice.")
    return text


def _range(what, number) -> tuple[int, int]:
    pair = number if isinstance(number, list | tuple) else (number, number)
    if len(pair) != 2:
        raise DealError(f"The count of {what!r} must be a number or a pair (least, most), not {number!r}.")
    least, most = (whole(one, f"The count of {what!r}", 0, len(DECK)) for one in pair)
    if least > most:
        raise DealError(f"The count of {what!r} cannot be at least {least} and at most {most}.")
    return least, most


def _kinds(text: str) -> list[Card]:
    """All cards of a text, those that its words stand for first."""
    return [card for word in _WORDS.findall(text) for card in SETS[word]] + list(c.read_cards(_WORDS.sub(" ", text)))


def _bits(text: str, rules: Rules) -> np.uint64:
    """Those cards of a text that are in play, as a set."""
    return c.as_bits(card for card in _kinds(text) if card in rules.pack)[0]


def _named(text: str) -> str:
    return one_of([*_WORDS.findall(text), *c.read_cards(_WORDS.sub(" ", text))], "and")


def _told(what: str, least: int, most: int) -> str:
    """So many of these: "no clubs", "2 to 4 high hearts", "1 of J♥ and Q♥"."""
    number = str(most) if least == most else f"{least} to {most}"
    if what in SETS:
        return f"no {what}" if most == 0 else f"{number} {what}"
    return f"{'none' if most == 0 else number} of {_named(what)}"
