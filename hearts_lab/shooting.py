"""Shooting the moon: when a hand is good enough to try for every penalty card, and what its player leads and gives away."""

from __future__ import annotations

from hearts_lab.cards import HEARTS, NO_CARDS, ONE, above, bit, count, first, last, suit_bits
from hearts_lab.habits import HABITS, MOONS, habit
from hearts_lab.sense import unseen
from hearts_lab.views import PASS

GOOD_HAND = HABITS["moon"].values.index("good")


def shooting(view):
    """Whether this player tries for every penalty card now: nobody else has any, and its hand has few losers (RULES D19)."""
    how = habit(view, MOONS)
    if how == 0 or view.moon == 0:
        return False
    for seat in range(view.players):
        if seat != view.seat and view.points[seat] > 0:
            return False
    limit = 2 if how == GOOD_HAND else 5
    limit += view.to_pass if view.decision == PASS else 0
    limit += 1 if 2 * view.points[view.seat] >= view.total else 0
    return losers(view, view.hand) <= limit


def losers(view, cards):
    """How many of these cards would probably lose a trick if they were led from the top; in hearts each counts double.

    In each suit the highest cards win; the others win too, once the other hands have run out of the suit.
    """
    others = view.players - 1
    lost = 0
    for suit in range(4):
        mine = cards & suit_bits(suit)
        out = unseen(view) & suit_bits(suit)
        if mine != NO_CARDS and out != NO_CARDS:
            tops = count(mine & above(last(out)))
            rounds = min(count(out), (count(out) + others - 1) // others + 1)
            short = max(0, min(count(mine), rounds) - tops)
            lost += 2 * short if suit == HEARTS else short
    return lost


def worst_loser(view, cards):
    """The card without which the hand has fewest losers; among equals the lowest."""
    best = -1
    least = 0
    while cards != NO_CARDS:
        card = first(cards)
        cards &= cards - ONE
        left = 100 * losers(view, view.hand & ~bit(card)) + card % 13
        if best < 0 or left < least:
            best = card
            least = left
    return best


def shooters_lead(view):
    """The highest card of the longest suit in which nothing higher is out, or of the longest suit."""
    best = -1
    most = 0
    for suit in range(4):
        holding = view.legal & suit_bits(suit)
        if holding != NO_CARDS:
            wins = unseen(view) & above(last(holding)) == NO_CARDS
            length = count(holding) + (20 if wins else 0)
            if length > most:
                best = last(holding)
                most = length
    return best
