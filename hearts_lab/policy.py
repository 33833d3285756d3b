"""The expert: a card is as good as the weighted sum of what a card player would say about it.

Eight lists of `features`, four for the normal plan (lead, follow, discard, pass) and the same four for shooting the moon, and a
ninth that judges how likely the moon is; the weights in `data/policies.json` were evolved by `evolution`, one set per kind of
game and number of players, and are read when this module is imported. All scores are points of a deal brought to 26 in all.
"""

from __future__ import annotations

import json

import numpy as np

from hearts_lab.cards import (
    HEARTS,
    NO_CARDS,
    ONE,
    SPADES,
    above,
    below,
    count,
    first,
    suit_bits,
    suit_of,
)
from hearts_lab.features import (
    DISCARD,
    FEATURES,
    FOLLOW,
    KINDS,
    LEAD,
    NEAREST,
    NONE_OF,
    NORMAL,
    PARTS,
    PASSING,
    PLANS,
    SHOOT_PLAN,
    SHOOTING,
    WIDTH,
    holders,
    kind_of,
    moon_outlook,
    queen_of,
    seats_void,
    stays_highest,
    threat_of,
    threatens,
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
    moon_choice,
    unseen,
    winning_card,
)
from hearts_lab.views import MOON, PASS


def expert(view):
    """The strongest named player: weighs features of each card; its weights were evolved by self-play, for each kind of game.

    It has a normal plan and one for shooting the moon, and defends against other seats' moons.
    """
    return by_weights(view, WEIGHTS[ROWS[kind_of(view), view.players]])


def by_weights(view, weights):
    """The card with the highest score under these weights (plan, part, feature); among equals the first."""
    if view.decision == MOON:
        return moon_choice(view)
    if view.legal & (view.legal - ONE) == NO_CARDS:
        view.reason = FORCED
        return first(view.legal)
    return by_plan(view, weights, planned(view, weights))


def planned(view, weights):
    """The plan that suits the hand: shooting the moon where its chances are good."""
    return SHOOT_PLAN if moon_outlook(view, weights[NORMAL, SHOOTING]) > 0.0 else NORMAL


def by_plan(view, weights, plan, scores=None):
    """The card with the highest score in a plan, where there is a choice; writes the score of each legal card into `scores`."""
    if view.decision == PASS:
        return best_pass(view, weights[plan, PASSING], plan, scores)
    if view.in_trick == 0:
        return best_lead(view, weights[plan, LEAD], plan, scores)
    if view.hand & suit_bits(suit_of(view.card[0])) != NO_CARDS:
        return best_follow(view, weights[plan, FOLLOW], plan, scores)
    return best_discard(view, weights[plan, DISCARD], plan, scores)


# The four decisions.

def best_lead(view, w, plan, scores=None):
    """The lead with the highest score."""
    out, others = unseen(view), view.players - 1
    queen, own_queen, queen_out = queen_of(view)
    _, level = threat_of(view)
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
        score += level * (w[23] * wins + w[32] * height)
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
        if scores is not None:
            scores[card] = score
        if best < 0 or score > most:
            best, most = card, score
    view.reason = SHOOT if plan == SHOOT_PLAN else LOW_LEAD
    if plan == NORMAL and queen_out and suit_of(best) == SPADES and best < queen:
        view.reason = SMOKE
    return best


def best_follow(view, w, plan, scores=None):
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
    threat_behind = 1.0 if threat >= 0 and (threat - view.leader) % view.players > view.in_trick else 0.0
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
        if threat >= 0:
            score += level * (w[33] * wins * threat_behind + w[34] * loses * height)
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
        if scores is not None:
            scores[card] = score
        if best < 0 or score > most:
            best, most, best_wins = card, score, wins
    view.reason = follow_reason(view, best, best_wins, plan, is_last, points, bonus, threat_wins)
    return best


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


def best_discard(view, w, plan, scores=None):
    """The card to throw with the highest score, when void in the suit led."""
    out = unseen(view)
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
        if threat >= 0:
            score += level * height * (w[21] + (w[22] if suit == HEARTS else 0.0))
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
        if scores is not None:
            scores[card] = score
        if best < 0 or score > most:
            best, most = card, score
    view.reason = DUMP if view.worth[best] > 0 else STOP_MOON if threat_wins else SHED
    if plan == SHOOT_PLAN:
        view.reason = SHOOT
    return best


def best_pass(view, w, plan, scores=None):
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
        if scores is not None:
            scores[card] = score
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


def nearest(kind: str, players: int, known) -> str:
    """The name among those known of the policy that serves a kind of game and number of players: by kind, then by number."""
    while True:
        seats = [int(name.rsplit(" ", 1)[1]) for name in known if name.rsplit(" ", 1)[0] == kind]
        if seats:
            return f"{kind} {min(seats, key=lambda n: (abs(n - players), n))}"
        kind = NEAREST[kind]


def _rows(known: list[str]) -> np.ndarray:
    """(kind, number of players): the place of the policy that serves them."""
    found = np.zeros((len(KINDS), SEATS + 1), np.int64)
    for row, kind in enumerate(KINDS):
        for players in range(3, SEATS + 1):
            found[row, players] = known.index(nearest(kind, players, known))
    return found


_POLICIES = policies()
WEIGHTS = np.array([as_array(policy["weights"]) for policy in _POLICIES.values()])
ROWS = _rows(list(_POLICIES))
