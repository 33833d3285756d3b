"""Card sense: what a strategy can ask of its view, and the reasons that it may give for a card.

Every strategy is put together from these, a reader's own too. They run plain at the table and compiled in bulk, so they keep to
sets of cards as bits (`cards`) and to whole numbers.
"""

from __future__ import annotations

import numpy as np

from hearts_lab.cards import (
    CLUBS,
    DIAMONDS,
    HEARTS,
    NO_CARDS,
    ONE,
    SPADES,
    above,
    below,
    bit,
    count,
    first,
    has,
    last,
    suit_bits,
    suit_of,
)
from hearts_lab.draws import draw
from hearts_lab.play import void_bit, winning_place
from hearts_lab.score import NEW_MOON, OLD_MOON, after_deal, at_target
from hearts_lab.views import MOON, PASS, PLAY

__all__ = [  # noqa: RUF022 -- in the order of this file: what `from hearts_lab.sense import *` gives a reader's strategy
    "CLUBS", "DIAMONDS", "SPADES", "HEARTS", "NO_CARDS", "ACE_OF_SPADES", "KING_OF_SPADES", "QUEEN_OF_SPADES", "PASS", "PLAY",
    "MOON", "above", "below", "bit", "count", "first", "last", "has", "suit_bits", "suit_of", "lowest", "highest",
    "highest_below", "lowest_above", "dearest", "cheapest", "holding", "longest_suit", "shortest_suit", "guards", "lady",
    "leads", "is_last", "suit_led", "can_follow", "winning_card", "winning_seat", "trick_worth", "losing", "winning", "unseen",
    "is_out", "cards_left", "nothing_above", "is_void", "voids", "has_passed", "knows_holder", "moon_threat", "moon_choice",
    "chance",
]

QUEEN_OF_SPADES, KING_OF_SPADES, ACE_OF_SPADES = 13 * SPADES + 10, 13 * SPADES + 11, 13 * SPADES + 12

REASONS = (
    "It seems as good as any.",
    "It is the only card you may play.",
    "High spades without four lower ones beside them catch the queen or cost points themselves.",
    "High hearts win tricks full of hearts.",
    "A high card in a short suit wins tricks you do not want, and a void lets you discard.",
    "Nobody can hurt you in this trick, so it is a cheap moment to be rid of a high card.",
    "It is the highest card that still loses to the winning one.",
    "It costs most, and the trick is going to somebody else.",
    "You must win this trick, so you win it with your highest card that costs nothing extra.",
    "You cannot stay below, but somebody behind you may still play higher.",
    "The trick is worth having: it holds a bonus card.",
    "One player has taken every point so far; this keeps the moon from him.",
    "You are void: a chance to shed the card most likely to cost you later.",
    "It is the lead least likely to win the trick, with the most higher cards still out.",
    "Your spades are below the queen: leading them forces her out of somebody else's hand.",
    "It is one of your legal cards, picked by chance.",
    "The old moon costs everybody else, and does not end the match against you.",
    "The old moon would end the match while somebody else has fewer points; the new one plays on.",
    "Your hand is good enough to try for every penalty card.",
    "A high heart kept until two players have points stops every moon.",
    "Your spades are many enough to strip the other hands, until Q♠ finds K♠ or A♠ there.",
    "You passed Q♠ yourself, and her holder cannot catch you with her in this trick.",
    "Somebody is near the end of the match, so points belong to the player with the lowest total.",
    "He would end the match with you behind; if he shoots the moon, it goes on.",
    "You pass so as to be void in a suit.",
    "One heart in the pass keeps the player who gets it from shooting the moon with all the others.",
)
(NO_REASON, FORCED, PASS_SPADE, PASS_HEART, PASS_SHORT, CHEAP, DUCK, DUMP, WIN_HIGH, WIN_LOW, BONUS, STOP_MOON, SHED, LOW_LEAD,
 SMOKE, BY_CHANCE, MOON_OLD, MOON_NEW, SHOOT, KEEP_STOPPER, SELF_SMOKE, QUEEN_KNOWN, FEED_LEADER, HELP_SHOOTER, PASS_VOID,
 PASS_STOPPER) = range(len(REASONS))


def chance(view, n):
    """A uniform random number below n, from the view's own draws."""
    number, view.drawn = draw(view.key, view.drawn, n)
    return number


def unseen(view):
    """The kinds of card still out: neither all played nor held here (with two packs, a copy may be elsewhere still)."""
    return (view.pack & ~(view.seen | view.hand)) | (view.pack_twin & ~(view.seen_twin | view.twin | (view.seen & view.hand)))


# Sets of cards.

_RANK = ONE | (ONE << np.uint64(13)) | (ONE << np.uint64(26)) | (ONE << np.uint64(39))  # the twos


def lowest(cards):
    """The lowest card of a set by rank, of equals the first in the order of the suits; -1 for no cards."""
    for rank in range(13):
        found = cards & (_RANK << np.uint64(rank))
        if found != NO_CARDS:
            return first(found)
    return -1


def highest(cards):
    """The highest card of a set by rank, of equals the last in the order of the suits; -1 for no cards."""
    for rank in range(12, -1, -1):
        found = cards & (_RANK << np.uint64(rank))
        if found != NO_CARDS:
            return last(found)
    return -1


def highest_below(cards, card):
    """The highest card of a set that is lower than this one in its suit; -1 if there is none."""
    found = cards & below(card)
    return last(found) if found != NO_CARDS else -1


def lowest_above(cards, card):
    """The lowest card of a set that is higher than this one in its suit; -1 if there is none."""
    found = cards & above(card)
    return first(found) if found != NO_CARDS else -1


# The own hand.

def holding(view, suit):
    """The cards of a suit in the own hand."""
    return view.hand & suit_bits(suit)


def longest_suit(view):
    """The suit of which the hand holds most cards, of equals the first."""
    found, most = -1, 0
    for suit in range(4):
        length = count(holding(view, suit)) + count(view.twin & suit_bits(suit))
        if length > most:
            found, most = suit, length
    return found


def shortest_suit(view):
    """The suit of which the hand holds fewest cards but is not void in, of equals the first."""
    found, fewest = -1, 0
    for suit in range(4):
        length = count(holding(view, suit)) + count(view.twin & suit_bits(suit))
        if length > 0 and (found < 0 or length < fewest):
            found, fewest = suit, length
    return found


def guards(view, card):
    """How many lower cards of its suit the hand holds beside a card."""
    return count(view.hand & below(card)) + count(view.twin & below(card))


# The other hands.

def is_void(view, seat, suit):
    """Whether a seat has shown that it is out of a suit."""
    return view.voids & void_bit(seat, suit) != NO_CARDS


def voids(view, suit):
    """How many of the other seats have shown that they are out of a suit."""
    found = 0
    for seat in range(view.players):
        found += 1 if seat != view.seat and is_void(view, seat, suit) else 0
    return found


def is_out(view, card):
    """Whether a card is still to come from somebody else: neither played nor held here."""
    return has(unseen(view), card)


def cards_left(view, suit):
    """How many cards of a suit are still to come from others; a kitty's cards count among them."""
    cards = suit_bits(suit)
    left = count(view.pack & cards) + count(view.pack_twin & cards)
    left -= count(view.seen & cards) + count(view.seen_twin & cards)
    return left - count(view.hand & cards) - count(view.twin & cards)


def nothing_above(view, card):
    """Whether no higher card of its suit is still to come from others."""
    return unseen(view) & above(card) == NO_CARDS


def has_passed(view, card):
    """Whether this seat passed a card in this deal."""
    return has(view.passed, card)


def knows_holder(view, card):
    """The seat that is known to hold a card, because it was passed to it and has not been played; -1 if nobody knows."""
    return view.pass_to if has(view.passed & ~view.seen, card) else -1


# The trick.

def leads(view):
    """Whether this seat leads to the trick."""
    return view.decision == PLAY and view.in_trick == 0


def is_last(view):
    """Whether this seat plays the last card of the trick."""
    return view.in_trick == view.players - 1


def suit_led(view):
    """The suit led to the trick; -1 where nothing lies there yet."""
    return suit_of(view.card[0]) if view.in_trick > 0 else -1


def can_follow(view):
    """Whether the hand holds a card of the suit led."""
    return view.in_trick > 0 and holding(view, suit_of(view.card[0])) != NO_CARDS


def losing(view):
    """The legal cards that do not win the trick as it lies: lower ones of the suit led, and all of other suits."""
    return view.legal & ~winning(view) if view.in_trick > 0 else NO_CARDS


def winning(view):
    """The legal cards of the suit led that beat what lies in the trick; before a lead, every legal card."""
    if view.in_trick == 0:
        return view.legal
    best = winning_card(view)
    return view.legal & (above(best) if best >= 0 else suit_bits(suit_of(view.card[0])))


def winning_card(view):
    """The card that wins the trick so far; -1 where identical cards leave none."""
    place = winning_place(view, view)
    return view.card[place] if place >= 0 else -1


def winning_seat(view):
    """The seat that wins the trick so far; -1 where identical cards leave nobody."""
    place = winning_place(view, view)
    return (view.leader + place) % view.players if place >= 0 else -1


def trick_worth(view):
    """The points in the trick so far, bonus cards included."""
    worth = 0
    for place in range(view.in_trick):
        worth += view.worth[view.card[place]]
    return worth


def lady(view):
    """The dearest spade, Q♠ in most games; -1 where no spade costs points."""
    found = -1
    spades = view.penalties & suit_bits(SPADES)
    while spades != NO_CARDS:
        card = first(spades)
        spades &= spades - ONE
        if found < 0 or view.worth[card] > view.worth[found]:
            found = card
    return found


def dearest(view, cards):
    """The card of a set that costs most; among equals the highest in the set's order."""
    best = -1
    while cards != NO_CARDS:
        card = first(cards)
        cards &= cards - ONE
        if best < 0 or view.worth[card] >= view.worth[best]:
            best = card
    return best


def cheapest(view, cards, high):
    """The card of a set that costs least; among equals the highest, or the lowest."""
    best = -1
    while cards != NO_CARDS:
        card = first(cards)
        cards &= cards - ONE
        if best < 0 or view.worth[card] < view.worth[best] or (high and view.worth[card] == view.worth[best]):
            best = card
    return best


def moon_threat(view):
    """The other seat that has taken every point so far, at least a third of them all; -1 if there is none."""
    if view.moon == 0:
        return -1
    threat = -1
    for seat in range(view.players):
        if view.points[seat] > 0:
            if threat >= 0 or seat == view.seat or 3 * view.points[seat] < view.total:
                return -1
            threat = seat
    return threat


def moon_choice(view):
    """Which moon a shooter takes: the old one, unless it ends the match and leaves somebody else lower (RULES A17)."""
    ends, beaten = False, False
    mine = after_deal(view, view.before[view.seat] + view.bonus[view.seat])
    for seat in range(view.players):
        scored = view.bonus[seat] + (0 if seat == view.seat else view.moon_amount)
        total = after_deal(view, view.before[seat] + scored)
        ends = ends or at_target(view, total)
        beaten = beaten or total < mine
    view.reason = MOON_NEW if ends and beaten else MOON_OLD
    return NEW_MOON if ends and beaten else OLD_MOON
