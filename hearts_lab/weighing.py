"""How likely a layout of the unseen cards is, by what the others have passed and played; possible layouts, drawn and picked so.

Undecorated functions over the records of `play` and `views`, compiled with `playouts`. Layouts come from `worlds`, each as
likely as any other; a player is taken to choose among his cards like the expert, but not always (`HEAT`, `FLOOR`).
"""

from __future__ import annotations

import numpy as np

from hearts_lab.cards import NO_CARDS, ONE, bit, count, first, has, nth, suit_of
from hearts_lab.draws import draw, draw_part
from hearts_lab.features import DISCARD, FOLLOW, LEAD, PASSING
from hearts_lab.play import add_card, due, lay_aside, legal, passable, play_card, remove_card, to_play
from hearts_lab.policy import by_plan, planned
from hearts_lab.unseen import leader_of
from hearts_lab.views import PASS, PLAY, see
from hearts_lab.worlds import can_have_passed, can_have_played, lay_out, set_out

# How freely others choose among cards by the expert's scores, at a lead, following, discarding, passing: the heat of a softmax,
# and the part of their choices that follows no score. Fitted to what cautious, steady and veteran players do.
HEAT = np.array([1.6, 0.8, 0.8, 0.8])
FLOOR = np.array([0.1, 0.1, 0.3, 0.2])
EVEN = 0.5  # the least part of the layouts used that may make up all the weight: see `tempered`
TRIES = 1_000  # impossible layouts in a row before no more are tried


def likelihood(view, weights, card, scores, sure):
    """How likely a player with this view is to choose the card, if he weighs his cards like the expert, but not always.

    `sure` of 1 or less is how far one may count on that at all.
    """
    by_plan(view, weights, planned(view, weights), scores)
    part = PASSING
    if view.decision == PLAY:
        part = LEAD if view.in_trick == 0 else FOLLOW if suit_of(first(view.legal)) == suit_of(view.card[0]) else DISCARD
    best, total, left = scores[card], 0.0, view.legal
    while left != NO_CARDS:
        best = max(best, scores[first(left)])
        left &= left - ONE
    left = view.legal
    while left != NO_CARDS:
        total += np.exp((scores[first(left)] - best) / HEAT[part])
        left &= left - ONE
    as_expert = sure * (1.0 - FLOOR[part])
    return (1.0 - as_expert) / count(view.legal) + as_expert * np.exp((scores[card] - best) / HEAT[part]) / total


def look_for(rules, state, seat, decision, cards, views):
    """A fresh view for a seat, which may choose among these cards."""
    views.shown = views.common
    see(rules, state, seat, decision, cards, views.shown)
    return views.shown


def weigh_receipt(rules, view, state, views, weights, scores, sure, key, drawn):
    """Log of how likely the pass that the seat received is, by the hand that its giver had in this layout; and draws given.

    What the giver himself received is known only if it came from this seat; else it may be any of his cards.
    """
    giver, many = view.pass_from, due(rules, state.number)
    hand, twin, passed, passed_twin = state.hand[giver], state.twin[giver], state.passed[giver], state.passed_twin[giver]
    gone = view.passed if giver == view.pass_to else NO_CARDS
    while count(gone) < min(many, count(hand)):
        left = hand & ~gone
        place, drawn = draw(key, drawn, count(left))
        gone |= bit(nth(left, place))
    while gone != NO_CARDS:
        remove_card(state, giver, first(gone))
        gone &= gone - ONE
    for twice in range(2):
        given = view.received if twice == 0 else view.received_twin
        while given != NO_CARDS:
            add_card(state, giver, first(given))
            given &= given - ONE
    state.passed[giver] = NO_CARDS
    state.passed_twin[giver] = NO_CARDS
    found, given, given_twin = 0.0, view.received, view.received_twin
    while given != NO_CARDS:
        cards = passable(rules, state, giver)
        if given & cards == NO_CARDS:
            found = -np.inf
            break
        shown = look_for(rules, state, giver, np.int64(PASS), cards, views)
        by_plan(shown, weights, planned(shown, weights), scores)
        card, left = first(given & cards), given & cards
        while left != NO_CARDS:  # he laid aside the one first that he wanted least
            card = first(left) if scores[first(left)] > scores[card] else card
            left &= left - ONE
        found += np.log(likelihood(shown, weights, card, scores, sure))
        lay_aside(rules, state, giver, card)
        if has(given_twin, card):
            given_twin &= ~bit(card)
        else:
            given &= ~bit(card)
    state.hand[giver] = hand
    state.twin[giver] = twin
    state.passed[giver] = passed
    state.passed_twin[giver] = passed_twin
    return found, drawn


def retrace(rules, view, plays, leaders, state, views, weights, scores, sure):
    """Play a layout from its first lead to now. Returns the log of how likely the others' plays are; -inf: impossible."""
    found = 0.0
    for k in range(plays.shape[0]):
        if not can_have_played(rules, state, leader_of(rules, view, leaders, k // rules.players), plays[k]):
            return -np.inf
        seat = to_play(rules, state)
        if sure > 0.0 and seat != view.seat:
            cards = legal(rules, state, seat)
            if cards & (cards - ONE) != NO_CARDS:
                shown = look_for(rules, state, seat, np.int64(PLAY), cards, views)
                found += np.log(likelihood(shown, weights, plays[k], scores, sure))
        play_card(rules, state, plays[k])
    return found if state.leader == view.leader else -np.inf


def lay_outs(rules, view, plays, leaders, passes, standing, known, ways, hands, twins, weights, sure, key, views, scores,
             states, logs):
    """Draw layouts, each as the table now in `states`, with the log of how likely it is. Returns how many are possible.

    Where `hands` has rows, those are the layouts, one after the other.
    """
    hand, twin = np.zeros(rules.players + 1, np.uint64), np.zeros(rules.players + 1, np.uint64)
    drawn, failed, found = 0, 0, 0
    while found < states.shape[0] and failed < TRIES:
        if hands.shape[0] > 0:
            for holder in range(rules.players + 1):
                hand[holder] = hands[found % hands.shape[0], holder]
                twin[holder] = twins[found % hands.shape[0], holder]
        else:
            drawn = lay_out(known[0], ways, key, drawn, hand, twin)
        state, likely = states[found], 0.0
        set_out(rules, view, plays, leaders, passes, hand, twin, state)
        state.standing = standing
        if view.decision != PASS:
            if known[0].joint == 1 and not can_have_passed(rules, view, state):
                likely = -np.inf
            elif sure > 0.0 and view.pass_from >= 0:
                likely, drawn = weigh_receipt(rules, view, state, views[0], weights, scores, sure, key, drawn)
            if likely > -np.inf:
                likely += retrace(rules, view, plays, leaders, state, views[0], weights, scores, sure)
        logs[found] = likely
        failed = 0 if likely > -np.inf else failed + 1
        found += 1 if likely > -np.inf else 0
    return found


def tempered(logs, found, least):
    """How far to trust the likelihoods, 1 or less: so far that the layouts still count like so many equally likely ones.

    A few layouts that outweigh all others tell less of the cards than of a model that no player follows to the letter.
    """
    trust = 1.0
    while trust > 0.05:
        most, total, squares = -np.inf, 0.0, 0.0
        for i in range(found):
            most = max(most, logs[i])
        for i in range(found):
            weight = np.exp(trust * (logs[i] - most))
            total += weight
            squares += weight * weight
        if total * total >= least * squares:
            break
        trust *= 0.8
    return trust


def pick(logs, found, size, key, order, often):
    """Pick layouts by how likely they are, `size` in all, evenly spaced: which, in random order, and how often each."""
    trust, most, total = tempered(logs, found, min(size, found) * EVEN), -np.inf, 0.0
    for i in range(found):
        most = max(most, logs[i])
    for i in range(found):
        total += np.exp(trust * (logs[i] - most))
    at, drawn = draw_part(key, 0)
    reached, many = 0.0, 0
    for i in range(found):
        reached += np.exp(trust * (logs[i] - most)) / total * size
        times = 0
        while at < reached:
            times += 1
            at += 1.0
        if times > 0:
            order[many] = i
            often[many] = times
            many += 1
    for i in range(many - 1, 0, -1):
        j, drawn = draw(key, drawn, i + 1)
        order[i], order[j] = order[j], order[i]
        often[i], often[j] = often[j], often[i]
    return many
