"""The expert: a card is as good as the weighted sum of what a card player would say about it.

Eight lists of features, four for the normal plan (lead, follow, discard, pass) and the same four for shooting the moon, and a
ninth that judges how likely the moon is; the weights in `data/policies.json` were evolved by `evolution`, one set per kind of
game and number of players, and are read when this module is imported. All scores are points of a deal brought to 26 in all.
"""

from __future__ import annotations

import json

import numpy as np

from hearts_lab.cards import (
    ACE,
    HEARTS,
    KING,
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
from hearts_lab.play import void_bit
from hearts_lab.rules import DATA, SEATS
from hearts_lab.sense import (
    BONUS,
    CHEAP,
    DUCK,
    DUMP,
    FORCED,
    LOW_LEAD,
    PASS_HEART,
    PASS_SHORT,
    PASS_SPADE,
    SHED,
    SHOOT,
    SMOKE,
    STOP_MOON,
    WIN_HIGH,
    WIN_LOW,
    dearest,
    moon_choice,
    trick_worth,
    unseen,
    winning_card,
)
from hearts_lab.views import MOON, PASS

KINDS = ("moon", "no moon", "black maria", "spot", "hearts only", "bonus card", "two ladies", "two packs")
LEAD, FOLLOW, DISCARD, PASSING, SHOOTING = range(5)
NORMAL, SHOOT_PLAN = 0, 1
FEATURES = {
    "lead": (
        "wins early", "wins late", "height", "wins, with voids behind", "wins, queen may fall", "voids behind", "wins, its cost",
        "cost", "others' length", "own length", "last of its suit", "surely loses", "nobody else has the suit",
        "smokes, no high spade", "smokes, high spade held", "smokes, own length", "high spade, queen out", "own queen, low spade",
        "own queen, guards", "the queen", "heart, wins", "heart", "threat, heart", "threat, wins", "below a bonus card out",
        "above a bonus card out", "bonus card, wins", "bonus card", "queen gone, spade", "height early", "voids shown, wins",
        "below own queen alone",
    ),
    "follow": (
        "wins points", "wins, with voids behind", "wins, queen may fall", "wins, its cost", "loses, its cost", "wins early",
        "wins late", "loses, height", "wins, height", "loses late, height", "loses, the queen", "above the queen, loses",
        "above the queen, wins", "own queen, guard spent", "own queen, high spade", "heart, height", "clean trick, height",
        "last and worthless, height", "last of its suit", "wins, safe leads left", "threat winning, wins",
        "threat winning, wins points", "threat winning, gives", "threat losing, gives", "wins bonus", "bonus card, wins",
        "bonus card, loses", "above a bonus card out", "cancels", "may be beaten", "last and worthless, wins", "guards left, height",
        "own queen, few guards spent",
    ),
    "discard": (
        "cost", "queen", "height", "unguarded height", "last of its suit", "length", "nobody else has the suit",
        "high spade, queen out", "high spade, guards", "guard of own queen", "heart, height", "late cost", "late height",
        "threat winning, cost", "bonus card", "above a bonus card out", "lowest heart", "lowest of its suit", "heart",
        "threat elsewhere, cost", "others' length, height",
    ),
    "pass": (
        "height", "height, short suit", "unguarded height", "suit may go", "length", "club, height", "low spade", "low spade, own queen",
        "queen", "queen, guards", "high spade", "high spade, guards", "high spade, own queen", "heart", "heart, height",
        "heart, guards", "lowest heart", "bonus card", "above a bonus card", "queen, to the left", "cost", "heart, length",
        "club", "high spade, to the left",
    ),
    "shooting": (
        "never", "winners", "plain losers", "heart losers", "spade losers", "queen elsewhere", "points taken", "late", "longest suit",
        "before the pass", "hearts held", "on lead", "before the pass, losers", "others in the trick",
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
    if view.pack_twin != NO_CARDS:
        return 7
    if view.bonuses != NO_CARDS:
        return 5
    if view.penalties & ~suit_bits(HEARTS) == NO_CARDS:
        return 4
    ace, king = 13 * HEARTS + ACE, 13 * SPADES + KING
    if view.worth[ace] > view.worth[ace - 7]:
        return 3
    if view.worth[ace - 2] > view.worth[ace]:
        return 6
    if view.worth[king] > 0:
        return 2
    return 0 if view.moon > 0 else 1


def expert(view):
    """The strongest named player: weighs features of each card; its weights were evolved by self-play, for each kind of game.

    It has a normal plan and one for shooting the moon, and defends against other seats' moons.
    """
    seats = min(view.players, SEATS) - 3
    return by_weights(view, WEIGHTS[kind_of(view), seats])


def by_weights(view, weights):
    """The card with the highest score under these weights (plan, part, feature); among equals the first."""
    if view.decision == MOON:
        return moon_choice(view)
    if view.legal & (view.legal - ONE) == NO_CARDS:
        view.reason = FORCED
        return first(view.legal)
    plan = SHOOT_PLAN if moon_outlook(view, weights[NORMAL, SHOOTING]) > 0.0 else NORMAL
    if view.decision == PASS:
        return best_pass(view, weights[plan, PASSING], plan)
    if view.in_trick == 0:
        return best_lead(view, weights[plan, LEAD], plan)
    if view.hand & suit_bits(suit_of(view.card[0])) != NO_CARDS:
        return best_follow(view, weights[plan, FOLLOW], plan)
    return best_discard(view, weights[plan, DISCARD], plan)


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
    queen, _, queen_out = queen_of(view)
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
    return score


# The four decisions.

def best_lead(view, w, plan):
    """The lead with the highest score."""
    out, others = unseen(view), view.players - 1
    queen, own_queen, queen_out = queen_of(view)
    threat, level = threat_of(view)
    scale = 26.0 / view.total
    early = (view.hand_size - view.trick) / view.hand_size
    spades = view.hand & suit_bits(SPADES)
    guards = count(spades & below(queen)) if queen >= 0 else 0
    high_held = queen >= 0 and spades & above(queen) != NO_CARDS
    best, most, suit, risky = -1, 0.0, -1, 0.0
    around, own, active, length, elsewhere, off = NO_CARDS, NO_CARDS, 0, 0, 0, 0.0
    base, left = 0.0, view.legal
    while left != NO_CARDS:
        card = first(left)
        left &= left - ONE
        if suit_of(card) != suit:
            suit = suit_of(card)
            around, own = out & suit_bits(suit), view.hand & suit_bits(suit)
            active = others - seats_void(view, suit)
            length, elsewhere = count(own), count(around)
            off = others - active + active * NONE_OF[active, elsewhere]
            risky = off if queen_out and suit != SPADES else 0.0
            base = w[5] * off + w[8] * elsewhere / 13 + w[9] * length / 13 + (w[10] if length == 1 else 0.0)
            base += w[12] if elsewhere == 0 else 0.0
            if suit == HEARTS:
                base += w[21] + w[22] * level
        lower, higher = count(around & below(card)), count(around & above(card))
        wins = stays_highest(lower, higher, active, active)
        height = lower / elsewhere if elsewhere > 0 else 1.0
        worth = view.worth[card] * scale
        score = base + w[0] * wins * early
        score += w[1] * wins * (1.0 - early)
        score += w[2] * height
        score += w[3] * wins * off
        score += w[4] * wins * risky
        score += w[29] * height * early
        score += w[30] * wins * (others - active)
        score += w[23] * wins * level
        if lower == 0 and higher > 0:
            score += w[11]
        if worth > 0:
            score += w[6] * wins * worth + w[7] * worth
        elif worth < 0:
            score -= w[26] * wins * worth + w[27] * worth
        if suit == HEARTS:
            score += w[20] * wins
        elif suit == SPADES and queen >= 0:
            if queen_out:
                if card > queen:
                    score += w[16]
                elif high_held:
                    score += w[14] + w[15] * length
                else:
                    score += w[13] + w[15] * length
            elif own_queen:
                if card == queen:
                    score += w[19]
                elif card < queen:
                    score += w[17] + w[18] * guards + (w[31] if guards == length - 1 else 0.0)
            else:
                score += w[28]
        if view.bonuses != NO_CARDS and out & view.bonuses & suit_bits(suit) != NO_CARDS:
            score += w[25] if out & view.bonuses & below(card) != NO_CARDS else w[24]
        if best < 0 or score > most:
            best, most = card, score
    view.reason = SHOOT if plan == SHOOT_PLAN else LOW_LEAD
    if plan == NORMAL and queen_out and suit_of(best) == SPADES and best < queen:
        view.reason = SMOKE
    return best


def best_follow(view, w, plan):
    """The card of the suit led with the highest score."""
    led = suit_of(view.card[0])
    out, others = unseen(view), view.players - 1
    around, own = out & suit_bits(led), view.hand & suit_bits(led)
    queen, own_queen, queen_out = queen_of(view)
    threat, level = threat_of(view)
    scale = 26.0 / view.total
    early = (view.hand_size - view.trick) / view.hand_size
    clean = view.trick == 1 and view.clean == 1
    winning = winning_card(view)
    active = others - seats_void(view, led)
    behind, off = 0, 0.0
    elsewhere, length = count(around), count(own)
    none = NONE_OF[active, elsewhere]
    for place in range(view.in_trick + 1, view.players):
        seat = (view.leader + place) % view.players
        if view.voids & void_bit(seat, led) != NO_CARDS:
            off += 1.0
        else:
            behind += 1
            off += none
    falls = 0.0
    if queen_out and not clean:
        falls = holders(view, queen) * (1.0 if led == SPADES else off)
    if clean:
        off = 0.0
    points, bonus = 0.0, 0.0
    for place in range(view.in_trick):
        worth = view.worth[view.card[place]] * scale
        points += worth if worth > 0 else 0.0
        bonus -= worth if worth < 0 else 0.0
    threat_wins = threat >= 0 and winning >= 0 and threatens(view, winning, threat)
    is_last = view.in_trick == others
    worthless = is_last and points == 0.0
    guards = count(own & below(queen)) if own_queen and led == SPADES else 0
    exits = 0
    for suit in range(4):
        if suit != led:
            mine, theirs = view.hand & suit_bits(suit), out & suit_bits(suit)
            if mine != NO_CARDS and theirs != NO_CARDS and first(mine) < first(theirs):
                exits += 1
    best, most, best_wins = -1, 0.0, 0.0
    left = view.legal
    while left != NO_CARDS:
        card = first(left)
        left &= left - ONE
        lower, higher = count(around & below(card)), count(around & above(card))
        height = lower / elsewhere if elsewhere > 0 else 0.5
        cancels = view.cancel != 0 and card == winning
        wins = stays_highest(lower, higher, active, behind) if card > winning else 0.0
        loses = 1.0 - wins
        worth = view.worth[card] * scale
        score = w[7] * loses * height + w[9] * loses * height * (1.0 - early)
        score += w[31] * height / (1 + count(own & below(card)))
        if wins > 0.0:
            score += w[0] * wins * points
            score += w[1] * wins * off
            score += w[2] * wins * falls
            score += w[5] * wins * early + w[6] * wins * (1.0 - early)
            score += w[8] * wins * height
            score += w[19] * wins * exits
            score += w[24] * wins * bonus
            score += w[29] * wins * loses
            if worthless:
                score += w[17] * height + w[30]
            if threat_wins:
                score += level * (w[20] * wins + w[21] * wins * points)
        if worth > 0:
            score += w[3] * wins * worth + w[4] * loses * worth
            if threat >= 0:
                score += level * loses * worth * (w[22] if threat_wins else w[23])
        elif worth < 0:
            score -= w[25] * wins * worth + w[26] * loses * worth
        if clean:
            score += w[16] * height
        if length == 1:
            score += w[18]
        if cancels:
            score += w[28]
        if led == HEARTS:
            score += w[15] * height
        elif led == SPADES and queen >= 0:
            if queen_out and card > queen:
                score += w[11] * loses + w[12] * wins
            elif own_queen:
                if card == queen:
                    score += w[10] * loses
                elif card < queen:
                    score += w[13] + (w[32] if guards <= 2 else 0.0)
                else:
                    score += w[14]
        if view.bonuses & around & below(card) != NO_CARDS:
            score += w[27]
        if best < 0 or score > most:
            best, most, best_wins = card, score, wins
    view.reason = follow_reason(view, best, best_wins, plan, is_last, points, bonus, threat_wins)
    return best


def threatens(view, winning, threat):
    """Whether the seat that would shoot the moon wins the trick so far."""
    place = (threat - view.leader) % view.players
    return place < view.in_trick and view.card[place] == winning


def follow_reason(view, card, wins, plan, is_last, points, bonus, threat_wins):
    """The reason that fits a card of the suit led."""
    if plan == SHOOT_PLAN:
        return SHOOT
    if wins == 0.0:
        return DUMP if view.worth[card] > 1 else DUCK
    if threat_wins and points > 0:
        return STOP_MOON
    if bonus > points:
        return BONUS
    if points == 0.0 and is_last:
        return CHEAP
    return WIN_HIGH if wins == 1.0 else WIN_LOW


def best_discard(view, w, plan):
    """The card to throw with the highest score, when void in the suit led."""
    out, others = unseen(view), view.players - 1
    queen, own_queen, queen_out = queen_of(view)
    threat, level = threat_of(view)
    scale = 26.0 / view.total
    early = (view.hand_size - view.trick) / view.hand_size
    winning = winning_card(view)
    threat_wins = threat >= 0 and winning >= 0 and threatens(view, winning, threat)
    guards = count(view.hand & below(queen)) if queen >= 0 else 0
    best, most, suit, base = -1, 0.0, -1, 0.0
    around, own, length, elsewhere = NO_CARDS, NO_CARDS, 0, 0
    left = view.legal
    while left != NO_CARDS:
        card = first(left)
        left &= left - ONE
        if suit_of(card) != suit:
            suit = suit_of(card)
            around, own = out & suit_bits(suit), view.hand & suit_bits(suit)
            length, elsewhere = count(own), count(around)
            base = w[5] * length / 13 + (w[4] if length == 1 else 0.0) + (w[6] if elsewhere == 0 else 0.0)
            base += w[18] if suit == HEARTS else 0.0
        height = count(around & below(card)) / elsewhere if elsewhere > 0 else 0.0
        lower = count(own & below(card))
        worth = view.worth[card] * scale
        score = base + w[2] * height
        score += w[3] * height / (1 + lower)
        score += w[12] * height * (1.0 - early)
        score += w[20] * height * elsewhere / 13
        if worth > 0:
            score += w[0] * worth + w[11] * worth * (1.0 - early)
            if threat >= 0:
                score += level * worth * (w[13] if threat_wins else w[19])
        elif worth < 0:
            score -= w[14] * worth
        if lower == 0:
            score += w[17]
        if suit == HEARTS:
            score += w[10] * height + (w[16] if lower == 0 else 0.0)
        elif suit == SPADES and queen >= 0:
            if card == queen:
                score += w[1]
            elif card > queen and queen_out:
                score += w[7] + w[8] * guards
            elif card < queen and own_queen:
                score += w[9]
        if view.bonuses & around & below(card) != NO_CARDS:
            score += w[15]
        if best < 0 or score > most:
            best, most = card, score
    view.reason = DUMP if view.worth[best] > 0 else STOP_MOON if threat_wins else SHED
    if plan == SHOOT_PLAN:
        view.reason = SHOOT
    return best


def best_pass(view, w, plan):
    """The card to pass next with the highest score."""
    queen, own_queen, _ = queen_of(view)
    scale = 26.0 / view.total
    guards = count(view.hand & below(queen)) if queen >= 0 else 0
    leftwards = 1.0 if view.pass_to == (view.seat + 1) % view.players else 0.0
    best, most = -1, 0.0
    left = view.legal
    while left != NO_CARDS:
        card = first(left)
        left &= left - ONE
        suit = suit_of(card)
        own = view.hand & suit_bits(suit)
        length, lower = count(own), count(own & below(card))
        height = (card % 13) / 12
        worth = view.worth[card] * scale
        score = w[4] * length / 13
        if worth > 0:
            score += w[20] * worth
        elif worth < 0:
            score -= w[17] * worth
        if suit == HEARTS:
            score += w[13] + w[14] * height + w[15] * height * lower + w[21] * length
            score += w[16] if lower == 0 else 0.0
        elif suit == SPADES and queen >= 0:
            if card == queen:
                score += w[8] + w[9] * min(guards, 5) + w[19] * leftwards
            elif card > queen:
                score += w[10] + w[11] * min(guards, 5) + (w[12] if own_queen else 0.0) + w[23] * leftwards
            else:
                score += w[6] + (w[7] if own_queen else 0.0)
        else:
            score += w[0] * height + w[2] * height / (1 + lower)
            if length <= view.to_pass:
                score += w[3] + w[1] * height
            if suit == 0:
                score += w[22] + w[5] * height
        if view.bonuses & below(card) != NO_CARDS and view.worth[card] == 0:
            score += w[18]
        if best < 0 or score > most:
            best, most = card, score
    view.reason = PASS_SHORT
    if plan == SHOOT_PLAN:
        view.reason = SHOOT
    elif suit_of(best) == HEARTS:
        view.reason = PASS_HEART
    elif suit_of(best) == SPADES and best >= queen >= 0:
        view.reason = PASS_SPADE
    return best


# The weights.

def as_array(named: dict) -> np.ndarray:
    """Weights by plan, part and feature name as the array (plan, part, feature) that `by_weights` takes; absent ones are 0."""
    found = np.zeros((len(PLANS), len(PARTS), WIDTH))
    for plan, parts in named.items():
        for part, weights in parts.items():
            for name, weight in weights.items():
                found[PLANS.index(plan), PARTS.index(part), FEATURES[part].index(name)] = weight
    return found


def policies() -> dict:
    """The evolved policies by kind of game and number of players ("black maria 4"), each with its provenance and weights."""
    return json.loads((DATA / "policies.json").read_text(encoding="utf-8"))


def _all_weights() -> np.ndarray:
    """The weights for every kind (rows) and number of players from three (columns): the nearest evolved where there is none."""
    written = {name: as_array(policy["weights"]) for name, policy in policies().items()}
    seats = {kind: sorted(int(name.split()[-1]) for name in written if name.rsplit(" ", 1)[0] == kind) for kind in KINDS}
    found = np.zeros((len(KINDS), SEATS - 2, len(PLANS), len(PARTS), WIDTH))
    for row, kind in enumerate(KINDS):
        nearest = kind if seats[kind] else KINDS[0]
        for players in range(3, SEATS + 1):
            at = min(seats[nearest], key=lambda n: (abs(n - players), n))
            found[row, players - 3] = written[f"{nearest} {at}"]
    return found


WEIGHTS = _all_weights()
