"""What the expert looks at: the names of its features, the kinds of game it knows, the numbers that features are made of."""

from __future__ import annotations

import numpy as np

from hearts_lab.cards import ACE, HEARTS, KING, NO_CARDS, SPADES, above, count, has, last, suit_bits
from hearts_lab.play import void_bit
from hearts_lab.rules import SEATS
from hearts_lab.score import NEW_MOON, VOID_MOON
from hearts_lab.sense import dearest, trick_worth, unseen, winning_card
from hearts_lab.views import PASS

KINDS = ("moon", "no moon", "black maria", "black maria spot", "black maria bonus", "spot", "spot, no moon",
         "bonus card", "bonus card, new moon", "two ladies", "moon for nobody", "hearts only", "two packs")
# Where a kind has no weights of its own yet, those of this one serve.
NEAREST = {"no moon": "moon", "black maria": "no moon", "black maria spot": "black maria", "black maria bonus": "black maria",
           "spot": "moon", "spot, no moon": "spot", "bonus card": "moon", "bonus card, new moon": "bonus card",
           "two ladies": "moon", "moon for nobody": "moon", "hearts only": "no moon", "two packs": "moon"}
(WITH_MOON, NO_MOON, MARIA, MARIA_SPOT, MARIA_BONUS, SPOT, SPOT_NO_MOON, BONUS_CARD, BONUS_NEW_MOON, TWO_LADIES,
 MOON_FOR_NOBODY, HEARTS_ONLY, TWO_PACKS) = range(len(KINDS))
LEAD, FOLLOW, DISCARD, PASSING, SHOOTING = range(5)
NORMAL, SHOOT_PLAN = 0, 1
NEVER = 0  # among the features of the moon: the threshold
FEATURES = {
    "lead": (
        "wins early", "wins late", "height", "wins, with voids behind", "wins, queen may fall", "voids behind",
        "wins, its cost", "cost", "others' length", "own length", "last of its suit", "surely loses",
        "nobody else has the suit", "smokes, no high spade", "smokes, high spade held", "smokes, own length",
        "high spade, queen out", "own queen, low spade", "own queen, guards", "the queen", "heart, wins", "heart",
        "threat, heart", "threat, wins", "below a bonus card out", "above a bonus card out", "bonus card, wins", "bonus card",
        "queen gone, spade", "height early", "voids shown, wins", "below own queen alone",
        "threat, height",
    ),
    "follow": (
        "wins points", "wins, with voids behind", "wins, queen may fall", "wins, its cost", "loses, its cost", "wins early",
        "wins late", "loses, height", "wins, height", "loses late, height", "loses, the queen", "above the queen, loses",
        "above the queen, wins", "own queen, guard spent", "own queen, high spade", "heart, height", "clean trick, height",
        "last and worthless, height", "last of its suit", "wins, safe leads left", "threat winning, wins",
        "threat winning, wins points", "threat winning, gives", "threat losing, gives", "wins bonus", "bonus card, wins",
        "bonus card, loses", "above a bonus card out", "cancels", "may be beaten", "last and worthless, wins",
        "guards left, height", "own queen, few guards spent", "threat behind, wins", "threat, loses, height",
    ),
    "discard": (
        "cost", "queen", "height", "unguarded height", "last of its suit", "length", "nobody else has the suit",
        "high spade, queen out", "high spade, guards", "guard of own queen", "heart, height", "late cost", "late height",
        "threat winning, cost", "bonus card", "above a bonus card out", "lowest heart", "lowest of its suit", "heart",
        "threat elsewhere, cost", "others' length, height", "threat, height", "threat, heart, height",
    ),
    "pass": (
        "height", "height, short suit", "unguarded height", "suit may go", "length", "club, height", "low spade",
        "low spade, own queen", "queen", "queen, guards", "high spade", "high spade, guards", "high spade, own queen",
        "heart", "heart, height", "heart, guards", "lowest heart", "bonus card", "above a bonus card", "queen, to the left",
        "cost", "heart, length", "club", "high spade, to the left",
    ),
    "shooting": (
        "never", "winners", "plain losers", "heart losers", "spade losers", "queen elsewhere", "points taken", "late",
        "longest suit", "before the pass", "hearts held", "on lead", "before the pass, losers", "others in the trick",
        "counts for nobody",
    ),
}
PARTS = tuple(FEATURES)
WIDTH = max(map(len, FEATURES.values()))
PLANS = ("normal", "shoot")
_COLUMN = np.uint64(sum(1 << 4 * seat for seat in range(SEATS)))
# Chance that a seat has none of n cards that lie with m seats.
NONE_OF = np.array([[1.0 if n == 0 else 0.0 if m == 0 else (1 - 1 / m) ** n for n in range(14)] for m in range(SEATS + 1)])


def kind_of(view):
    """Which of KINDS the rules in force are nearest to."""
    ace, king = 13 * HEARTS + ACE, 13 * SPADES + KING
    spot = view.worth[ace] > view.worth[ace - 7]
    if view.pack_twin != NO_CARDS:
        return TWO_PACKS
    if view.penalties & ~suit_bits(HEARTS) == NO_CARDS:
        return HEARTS_ONLY
    if view.worth[king] > 0:
        return MARIA_SPOT if spot else MARIA_BONUS if view.bonuses != NO_CARDS else MARIA
    if view.bonuses != NO_CARDS:
        return BONUS_NEW_MOON if view.moon == NEW_MOON else BONUS_CARD
    if spot:
        return SPOT if view.moon > 0 else SPOT_NO_MOON
    if view.worth[ace - 2] > view.worth[ace]:
        return TWO_LADIES
    if view.moon == VOID_MOON:
        return MOON_FOR_NOBODY
    return WITH_MOON if view.moon > 0 else NO_MOON


# What the features are made of.

def queen_of(view):
    """The dearest spade (-1 where no spade costs), whether it is held here and whether it is elsewhere."""
    queen = dearest(view, view.penalties & suit_bits(SPADES))
    if queen < 0:
        return -1, False, False
    return queen, has(view.hand, queen), has(unseen(view), queen)


def seats_void(view, suit):
    """How many other seats have shown that they are out of a suit."""
    return count(view.voids & (_COLUMN << np.uint64(suit)) & ~void_bit(view.seat, suit))


def holders(view, queen):
    """The share of the seats that may hold the queen which still play to this trick; a queen passed on lies where it went."""
    if view.pass_to >= 0 and has(view.passed, queen):
        return 1.0 if (view.pass_to - view.leader) % view.players > view.in_trick else 0.0
    may, behind = 0, 0
    for place in range(view.players):
        seat = (view.leader + place) % view.players
        if place != view.in_trick and view.voids & void_bit(seat, SPADES) == NO_CARDS:
            may += 1
            behind += 1 if place > view.in_trick else 0
    return behind / may if may > 0 else 0.0


def stays_highest(lower, higher, active, behind):
    """The chance that a card wins if everyone ducks who can.

    So many lower and higher cards of the suit are out among `active` seats, of which `behind` still play.
    """
    if higher == 0 or behind == 0:
        return 1.0
    beaten = NONE_OF[active, lower] * (1.0 - NONE_OF[active, higher])
    chance = 1.0
    for _ in range(behind):
        chance *= 1.0 - beaten
    return chance


def threat_of(view):
    """The other seat that alone has points and may shoot the moon (-1 if none), and its share of them all."""
    threat = -1
    if view.moon > 0:
        for seat in range(view.players):
            if view.points[seat] > 0:
                if threat >= 0 or seat == view.seat:
                    return -1, 0.0
                threat = seat
    return threat, (0.2 + view.points[threat] / view.total if threat >= 0 else 0.0)


def moon_outlook(view, w):
    """How good the chances of a moon are: positive where shooting is the plan."""
    if view.moon == 0:
        return -1.0
    mine = view.points[view.seat]
    for seat in range(view.players):
        if view.points[seat] > 0 and seat != view.seat:
            return -1.0
    out, others = unseen(view), view.players - 1
    winners, plain, longest = 0.0, 0.0, 0
    heart_losers, spade_losers = 0.0, 0.0
    if view.in_trick > 0 and view.decision != PASS:
        best = winning_card(view)
        if best >= 0 and trick_worth(view) > 0 and view.hand & above(best) == NO_CARDS:
            return -1.0  # the points in this trick go elsewhere
    for suit in range(4):
        own = view.hand & suit_bits(suit)
        if own != NO_CARDS:
            around = out & suit_bits(suit)
            top = own & above(last(around)) if around != NO_CARDS else own
            tops, length, elsewhere = count(top), count(own), count(around)
            left = elsewhere + others - tops * others
            losers = (length - tops) * left / (elsewhere + others) if left > 0 else 0.0
            winners += length - losers
            longest = max(longest, length)
            if suit == HEARTS:
                heart_losers = losers
            elif suit == SPADES:
                spade_losers = losers
            else:
                plain += losers
    _, _, queen_out = queen_of(view)
    early = 1.0 if view.decision == PASS else 0.0
    score = -w[0]
    score += w[1] * winners
    score -= w[2] * plain
    score -= w[3] * heart_losers
    score -= w[4] * spade_losers
    score -= w[5] * (1.0 if queen_out else 0.0)
    score += w[6] * mine / view.total
    score += w[7] * (view.trick / view.hand_size)
    score += w[8] * longest
    score += w[9] * early
    score += w[10] * count(view.hand & suit_bits(HEARTS))
    score += w[11] * (1.0 if view.in_trick == 0 and early == 0.0 else 0.0)
    score += w[12] * early * (plain + heart_losers + spade_losers)
    score -= w[13] * (view.in_trick if early == 0.0 else 0)
    score -= w[14] * (1.0 if view.moon == VOID_MOON else 0.0)
    return score


def threatens(view, winning, threat):
    """Whether the seat that would shoot the moon wins the trick so far."""
    place = (threat - view.leader) % view.players
    return place < view.in_trick and view.card[place] == winning
