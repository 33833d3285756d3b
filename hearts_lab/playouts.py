"""What a choice comes to: layouts weighed by what the others have done, and the deal played out in them.

Undecorated functions over the records of `play` and `views`, compiled like the loop of `simulation`; `search` asks them. In a
playout every seat is an expert (`policy`) that sees no more than its own view of that layout.
"""

from __future__ import annotations

import numpy as np

from hearts_lab.cards import NO_CARDS, ONE, SPADES, bit, count, first, has, nth, suit_bits, suit_of
from hearts_lab.draws import draw
from hearts_lab.features import DISCARD, FOLLOW, LEAD, NORMAL, PASSING, SHOOT_PLAN
from hearts_lab.play import (
    STATE,
    add_card,
    due,
    exchange,
    lay_aside,
    legal,
    open_play,
    passable,
    play_card,
    remove_card,
    to_play,
)
from hearts_lab.policy import by_plan, planned
from hearts_lab.score import CHOSEN_MOON, RUNNING, moon_possible, settle, shooter
from hearts_lab.sense import dearest, moon_choice
from hearts_lab.views import MOON, MOONS, PASS, PLAY, introduce, see
from hearts_lab.worlds import can_have_played, lay_out, set_out

# One playout: the seat's score, the mean of all seats' scores, what it is worth (the lower the better), points taken in the
# trick now open, whether it takes that trick, whether it takes the dearest spade, who shoots the moon (or -1).
OUTCOME = np.dtype([("score", "f4"), ("table", "f4"), ("worth", "f4"), ("trick", "i4"), ("takes", "i1"), ("queen", "i1"),
                    ("moon", "i1")])
# How freely other players choose among cards by the expert's scores, for each kind of decision: the heat of a softmax.
HEAT = np.array([1.6, 0.8, 0.8, 0.8])
FLOOR = np.array([0.1, 0.1, 0.3, 0.2])  # the part of their choices that follows no score
TRIES = 1_000  # impossible layouts in a row before a search gives up
TOLD = 1000  # a defender who knows who is shooting plays as if that seat had a TOLD-th of all points already


# How likely a layout is.

def likelihood(view, weights, card, scores):
    """How likely a player with this view is to choose the card, if he weighs his cards like the expert, but not always."""
    by_plan(view, weights, planned(view, weights), scores)
    part = PASSING
    if view.decision == PLAY:
        part = LEAD if view.in_trick == 0 else FOLLOW if suit_of(first(view.legal)) == suit_of(view.card[0]) else DISCARD
    heat, best, total, left = HEAT[part], scores[first(view.legal)], 0.0, view.legal
    while left != NO_CARDS:
        best = max(best, scores[first(left)])
        left &= left - ONE
    left = view.legal
    while left != NO_CARDS:
        total += np.exp((scores[first(left)] - best) / heat)
        left &= left - ONE
    return FLOOR[part] / count(view.legal) + (1.0 - FLOOR[part]) * np.exp((scores[card] - best) / heat) / total


def look_for(rules, state, seat, decision, cards, views):
    """A fresh view for a seat."""
    views.shown = views.common
    see(rules, state, seat, decision, cards, views.shown)
    return views.shown


def pass_received(rules, view, state, views, weights, scores, key, drawn):
    """Log of how likely the pass that the seat received is, from the hand that its giver must have had in this layout.

    What the giver himself received from a third seat is not known; any of his cards may be.
    """
    giver = view.pass_from
    hand, twin = state.hand[giver], state.twin[giver]
    gone = NO_CARDS
    if giver == view.pass_to:
        gone = view.passed
    size = due(rules, state.number)
    while count(gone) < size:
        place, drawn = draw(key, drawn, count(state.hand[giver] & ~gone))
        gone |= bit(nth(state.hand[giver] & ~gone, place))
    for card in range(52):
        if has(gone, card):
            remove_card(state, giver, card)
    given = view.received
    for card in range(52):
        if has(given, card):
            add_card(state, giver, card)
    passed, passed_twin = state.passed[giver], state.passed_twin[giver]
    state.passed[giver] = NO_CARDS
    state.passed_twin[giver] = NO_CARDS
    found = 0.0
    while given != NO_CARDS:
        shown = look_for(rules, state, giver, PASS, passable(rules, state, giver), views)
        if given & ~shown.legal != NO_CARDS:
            found = -np.inf
            break
        chance = likelihood(shown, weights, first(given), scores)
        best, left = first(given), given
        while left != NO_CARDS:
            if scores[first(left)] > scores[best]:
                best = first(left)
            left &= left - ONE
        chance = likelihood(shown, weights, best, scores)
        found += np.log(chance)
        lay_aside(rules, state, giver, best)
        given &= ~bit(best)
    state.hand[giver] = hand
    state.twin[giver] = twin
    state.passed[giver] = passed
    state.passed_twin[giver] = passed_twin
    return found, drawn


def retrace(rules, view, plays, leaders, state, views, weights, scores, weigh):
    """Play the deal again from its first lead in a layout. Returns the log of how likely the others' plays are; -inf: impossible."""
    found = 0.0
    for i in range(plays.shape[0]):
        card = plays[i]
        if not can_have_played(rules, state, leaders[state.trick], card):
            return -np.inf
        seat = to_play(rules, state)
        if weigh and seat != view.seat:
            cards = legal(rules, state, seat)
            if cards & (cards - ONE) != NO_CARDS:
                shown = look_for(rules, state, seat, np.int64(PLAY), cards, views)
                found += np.log(likelihood(shown, weights, card, scores))
        play_card(rules, state, card)
    return found


def lay_outs(rules, view, plays, leaders, passes, unseen, ways, weights, weigh, key, states, logs, views, scores):
    """Draw possible layouts, each as the state of the table now. Returns how many, fewer than asked for if none is found."""
    hand, twin = np.zeros(rules.players + 1, np.uint64), np.zeros(rules.players + 1, np.uint64)
    drawn, failed, found = 0, 0, 0
    while found < states.shape[0] and failed < TRIES:
        state = states[found]
        drawn = lay_out(unseen, ways, key, drawn, hand, twin)
        set_out(rules, view, plays, passes, leaders, hand, twin, state)
        likely = 0.0
        if weigh and view.decision != PASS and view.pass_from >= 0:
            likely, drawn = pass_received(rules, view, state, views, weights, scores, key, drawn)
        if likely > -np.inf:
            likely += retrace(rules, view, plays, leaders, state, views, weights, scores, weigh)
        if likely > -np.inf:
            logs[found] = likely
            found += 1
            failed = 0
        else:
            failed += 1
    return found


def pick(logs, found, size, key, order, often):
    """Pick layouts by their weights, evenly spaced (systematic resampling): which, in random order, and how often each."""
    most, total = -np.inf, 0.0
    for i in range(found):
        most = max(most, logs[i])
    for i in range(found):
        total += np.exp(logs[i] - most)
    start, drawn = draw(key, 0, 1 << 20)
    at, sum_, n = (start + 0.5) / (1 << 20), 0.0, 0
    for i in range(found):
        sum_ += np.exp(logs[i] - most) / total * size
        times = 0
        while at < sum_ and times < size:
            times += 1
            at += 1.0
        if times > 0:
            order[n] = i
            often[n] = times
            n += 1
    for i in range(n - 1, 0, -1):
        j, drawn = draw(key, drawn, i + 1)
        order[i], order[j] = order[j], order[i]
        often[i], often[j] = often[j], often[i]
    return n


# Playing out.

def play_out(rules, state, views, weights, seat, plan, scores, outcome, watched, had):
    """Play the deal to its end, all seats as experts; with the plan to shoot, the seat keeps to it while the moon is possible.

    The others then know it, and defend (`TOLD`). Notes what the seat, which `had` so much before, gets in the trick `watched`.
    """
    outcome.takes = -1
    while True:
        if outcome.takes < 0 and state.trick == watched:
            outcome.takes = 1 if state.taker == seat else 0
            outcome.trick = state.points[seat] + state.bonus[seat] - had
        if state.trick == rules.hand_size:
            return shooter(rules, state)
        mover = to_play(rules, state)
        cards = legal(rules, state, mover)
        card = first(cards)
        if cards & (cards - ONE) != NO_CARDS:
            shown = look_for(rules, state, mover, np.int64(PLAY), cards, views)
            way, shoots = NORMAL, plan == SHOOT_PLAN and moon_possible(rules, state, seat)
            if shoots and mover == seat:
                way = SHOOT_PLAN
            else:
                if shoots:
                    shown.points[seat] = max(shown.points[seat], rules.total // TOLD)
                way = planned(shown, weights)
            card = by_plan(shown, weights, way, scores)
        play_card(rules, state, card)


def choose(rules, state, seat, decision, arm):
    """Make a choice at the table: play a card, or pass some."""
    if decision == PASS:
        for i in range(arm.shape[0]):
            if arm[i] >= 0:
                lay_aside(rules, state, seat, arm[i])
        exchange(rules, state)
        open_play(rules, state)
    else:
        play_card(rules, state, arm[0])


def worth(rules, before, scores, seat):
    """What the scores of a deal are worth to a seat, the lower the better: its own less the table's mean."""
    total = 0.0
    for other in range(rules.players):
        total += scores[other]
    mine = scores[seat] - total / rules.players
    return mine if rules.settlement == RUNNING else -mine


def try_out(rules, given, table, views, weights, seat, decision, arm, plan, scores, settled, outcome):
    """One choice played out in one layout; `table` is where it is played."""
    table[0] = given
    state = table[0]
    had, watched = state.points[seat] + state.bonus[seat], state.trick + 1
    choose(rules, state, seat, decision, arm)
    moon = play_out(rules, state, views, weights, seat, plan, scores, outcome, watched, had)
    if moon >= 0 and rules.moon == CHOSEN_MOON:
        state.moon_choice = moon_choice(look_for(rules, state, moon, np.int64(MOON), MOONS, views))
    settle(rules, state, settled)
    total = 0.0
    for other in range(rules.players):
        total += settled[other]
    queen = dearest(views.common, rules.penalties & suit_bits(SPADES))
    outcome.score = settled[seat]
    outcome.table = total / rules.players
    outcome.worth = worth(rules, state.before, settled, seat)
    outcome.moon = moon
    outcome.queen = 1 if queen >= 0 and has(state.taken[seat], queen) else 0


# Which choices.

def pass_arms(rules, view, weights, scores, arms):
    """The passes that are worth trying: the expert's own first, then all of the few cards that he would rather pass. How many."""
    return 0


def race(rules, seat, decision, states, order, often, layouts, arms, plans, playouts, views, weights, scores, outcomes, sums):
    """Play the choices out in more and more layouts, half of them dropped after each round (sequential halving).

    Every choice still in is played out in the same layouts. Returns the best, the sums of worth by choice, and how many layouts
    the best has been tried in.
    """
    many = arms.shape[0]
    alive = np.arange(many)
    left, rounds = many, 0
    while 1 << rounds < many:
        rounds += 1
    table, settled = np.zeros(1, STATE), np.zeros(rules.players, np.int64)
    tried, weight = 0, 0.0
    for r in range(max(rounds, 1)):
        more = max(1, playouts // (max(rounds, 1) * left))
        until = min(layouts, tried + more)
        for i in range(left):
            arm = alive[i]
            for k in range(tried, until):
                outcome = outcomes[arm, k]
                try_out(rules, states[order[k]], table, views, weights, seat, decision, arms[arm], plans[arm], scores, settled,
                        outcome)
                sums[arm] += outcome.worth * often[k]
        for k in range(tried, until):
            weight += often[k]
        tried = until
        for i in range(1, left):  # the best first
            j, arm = i, alive[i]
            while j > 0 and sums[alive[j - 1]] > sums[arm]:
                alive[j] = alive[j - 1]
                j -= 1
            alive[j] = arm
        if left > 2:
            left = (left + 1) // 2
    return alive[0], tried, weight + 0 * table.shape[0]
