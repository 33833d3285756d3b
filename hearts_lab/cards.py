"""Suits, ranks, cards and packs: reading and writing them, and sets of cards as bits.

A card is 13 * suit + rank, with clubs, diamonds, spades, hearts = 0 ... 3 and two = 0 ... ace = 12. A set of cards is an
unsigned 64-bit number with one bit a card, so "the spades in this hand" is one `&`. The functions on sets at the end of
this file are the alphabet in which the rules of play and the strategies are written: they run as plain Python at the table
and compiled in bulk, so they keep to np.uint64 and take no shortcuts that only one of the two understands.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

import numpy as np

SUITS = "CDSH"
SYMBOLS = "♣♦♠♥"
SUIT_NAMES = ("clubs", "diamonds", "spades", "hearts")
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")

CLUBS, DIAMONDS, SPADES, HEARTS = 0, 1, 2, 3
TWO, TEN, JACK, QUEEN, KING, ACE = 0, 8, 9, 10, 11, 12

_SUIT_LETTERS = {**{letter: i for i, letter in enumerate(SUITS)}, **{symbol: i for i, symbol in enumerate(SYMBOLS)}}
_RANK_LETTERS = {**{rank: i for i, rank in enumerate(RANKS)}, "T": TEN}
_CARD = re.compile(r"(10|[2-9TJQKA])([CDSH♣♦♠♥])", re.IGNORECASE)
_SEPARATORS = re.compile(r"[\s,]+")


class CardError(ValueError):
    """Text that names no card, or cards that no hand can hold."""


class Card(int):
    """One card: an integer 0 ... 51 that knows its name. `str` is for people ("10♥"), `.text` for notation ("10H")."""

    __slots__ = ()

    @property
    def suit(self) -> int:
        return int(self) // 13

    @property
    def rank(self) -> int:
        return int(self) % 13

    @property
    def text(self) -> str:
        return RANKS[self.rank] + SUITS[self.suit]

    def __str__(self) -> str:
        return RANKS[self.rank] + SYMBOLS[self.suit]

    __repr__ = __str__
    __format__ = object.__format__


class Cards(tuple):
    """Several cards in order; `"QS" in cards` works, and it prints as a player would write them."""

    __slots__ = ()

    @property
    def text(self) -> str:
        return " ".join(card.text for card in self)

    def __contains__(self, card) -> bool:
        return tuple.__contains__(self, read_card(card) if isinstance(card, str) else card)

    def __str__(self) -> str:
        return " ".join(map(str, self)) or "no cards"

    __repr__ = __str__


DECK = Cards(map(Card, range(52)))


def read_card(text: str | int) -> Card:
    """The card that a text names: `QS`, `10H`, `TH`, `Q♠`. Raises CardError with a sentence for anything else."""
    if isinstance(text, Card):
        return text
    if isinstance(text, int | np.integer) and not isinstance(text, bool):
        if 0 <= text < 52:
            return DECK[text]
        raise CardError(f"A card number goes from 0 to 51; {text} is none.")
    found = _CARD.fullmatch(text.strip()) if isinstance(text, str) else None
    if not found:
        raise CardError(f"{text!r} is not a card; write rank then suit, as in QS, 10H or 2C.")
    return DECK[13 * _SUIT_LETTERS[found[2].upper()] + _RANK_LETTERS[found[1].upper()]]


def read_cards(what: str | int | Iterable) -> Cards:
    """Cards from text ("QS KS 10H", also without spaces) or from a sequence of cards or texts, in the order given."""
    if isinstance(what, Cards):
        return what
    if isinstance(what, str):
        words = [word for word in _SEPARATORS.split(what.strip()) if word]
        found = []
        for word in words:
            parts = list(_CARD.finditer(word))
            if "".join(part[0] for part in parts) != word:
                raise CardError(f"{word!r} is not a card; write rank then suit, as in QS, 10H or 2C.")
            found += [read_card(part[0]) for part in parts]
        return Cards(found)
    if isinstance(what, int | np.integer):
        return Cards([read_card(what)])
    if not isinstance(what, Iterable):
        raise CardError(f"{what!r} names no cards; write them as in 'QS KS 10H'.")
    return Cards(read_card(card) for card in what)


def in_hand_order(cards: Iterable[int]) -> Cards:
    """The same cards sorted as a hand is held: by suit, then by rank."""
    return Cards(sorted(map(read_card, cards)))


def one_of(cards: Iterable[Card], joint: str = "or") -> str:
    """Cards in a sentence: "4♠, 9♠ or A♠"."""
    names = [str(card) for card in cards]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} {joint} {names[-1]}" if names else "none"


def as_bits(cards: Iterable[int]) -> tuple[np.uint64, np.uint64]:
    """The kinds of card among these, and the kinds that come twice (two packs)."""
    hand = twin = 0
    for card in cards:
        twin |= hand & (1 << card)
        hand |= 1 << card
    return np.uint64(hand), np.uint64(twin)


def from_bits(hand: int, twin: int = 0) -> Cards:
    """The cards of a set, in hand order; a kind that is also in `twin` comes twice."""
    hand, twin = int(hand), int(twin)
    return Cards(card for card in DECK if hand >> card & 1 for _ in range(1 + (twin >> card & 1)))


# Sets of cards as bits, plain and compiled.

ONE = np.uint64(1)
NO_CARDS = np.uint64(0)
ONE_SUIT = np.uint64(0x1FFF)
FULL_PACK = np.uint64((1 << 52) - 1)
_2, _4, _8, _16, _32, _56 = (np.uint64(n) for n in (2, 4, 8, 16, 32, 56))
_PAIRS, _FOURS, _EIGHTS, _SUM = (np.uint64(n) for n in (
    0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F, 0x0101010101010101))


def bit(card):
    """The set that holds this one card."""
    return ONE << np.uint64(card)


def has(cards, card):
    """Whether the card is in the set."""
    return (cards >> np.uint64(card)) & ONE != NO_CARDS


def suit_of(card):
    """0 ... 3 for clubs, diamonds, spades, hearts."""
    return card // 13


def suit_bits(suit):
    """All cards of a suit."""
    return ONE_SUIT << np.uint64(13 * suit)


def above(card):
    """The higher cards of the card's suit."""
    return suit_bits(suit_of(card)) & ~((_2 << np.uint64(card)) - ONE)


def below(card):
    """The lower cards of the card's suit."""
    return suit_bits(suit_of(card)) & (bit(card) - ONE)


def count(cards):
    """How many kinds of card are in the set."""
    pairs = cards - ((cards >> ONE) & _PAIRS)
    fours = (pairs & _FOURS) + ((pairs >> _2) & _FOURS)
    return np.int64((((fours + (fours >> _4)) & _EIGHTS) * _SUM) >> _56)


def first(cards):
    """The first card of a set: of one suit, its lowest. The set must not be empty."""
    return count((cards & (~cards + ONE)) - ONE)


def last(cards):
    """The last card of a set: of one suit, its highest. The set must not be empty."""
    filled = cards | (cards >> ONE)
    filled |= filled >> _2
    filled |= filled >> _4
    filled |= filled >> _8
    filled |= filled >> _16
    filled |= filled >> _32
    return count(filled) - 1


def nth(cards, n):
    """The n-th card of a set, counted from 0; the set must have so many.

    Halves the place where it can be, without a branch: three times as fast in bulk as counting up.
    """
    place = 0
    for width in (32, 16, 8, 4, 2, 1):
        low = count(cards & ((ONE << np.uint64(width)) - ONE))
        further = n >= low
        n = n - low if further else n
        cards = cards >> np.uint64(width) if further else cards
        place = place + width if further else place
    return place
