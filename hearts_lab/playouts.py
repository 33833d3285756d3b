"""What a choice comes to: the deal played out after it, in layouts of the unseen cards that are picked by how likely they are.

Undecorated functions over the records of `play` and `views`, compiled like the loop of `simulation`; `search` asks them. In a
playout every seat is an expert (`policy`) that sees no more than its own view of that layout; the others may err (with a heat),
and in the last tricks all may play what the solver says of the open hands.
"""

from __future__ import annotations

import numpy as np

from hearts_lab.cards import NO_CARDS, ONE, SPADES, below, bit, count, first, has, last, suit_bits
from hearts_lab.draws import draw_part, mixed
from hearts_lab.features import NORMAL, SHOOT_PLAN, kind_of
from hearts_lab.play import STATE, due, exchange, lay_aside, legal, open_play, passable, play_card, to_play
from hearts_lab.policy import ROWS, WEIGHTS, by_plan, planned
from hearts_lab.score import CHOSEN_MOON, moon_possible, settle, shooter
from hearts_lab.sense import dearest, moon_choice, unseen
from hearts_lab.solver import FIRST, is_alike, search, words
from hearts_lab.stakes import mean_of, worth
from hearts_lab.unseen import UNSEEN, look
from hearts_lab.views import MOON, MOONS, PASS, PLAY, VIEWS, introduce
from hearts_lab.weighing import lay_outs, look_for, pick
from hearts_lab.worlds import ROOM, count_layouts, set_out

# One playout: the seat's score, the mean of all seats' scores, what that is worth (the lower the better); its points and its
# bonus, and its points in the trick now open; whether it takes that trick, takes the dearest spade (1 in that trick, 2 later),
# who shoots the moon (or -1), and whether it was played at all.
OUTCOME = np.dtype([("score", "f4"), ("table", "f4"), ("worth", "f4"), ("points", "i4"), ("bonus", "i4"), ("trick", "i4"),
                    ("takes", "i1"), ("queen", "i1"), ("moon", "i1"), ("tried", "i1")])
EXACT_COST = 8  # playouts that one costs in which each plays what the solver says
POSITIONS = 100_000  # that the solver may look at for one card
KEPT = 1 << 12  # positions that it keeps, a power of 2
SPARE = 4  # cards beside the due ones among which passes are tried
ARMS = 128  # choices tried at most
# What is believed beforehand: a card that the expert scores one lower is so many points worse, another plan than his too (in
# points of a deal of 26 in all), and this counts like so many layouts. Fitted to prices of many playouts.
SLOPE, OTHER_PLAN = 0.2, 1.5
BELIEF, BELIEF_IN_PASS = 16, 48


# Playing out.

def freely(view, scores, heat, key, drawn):
    """A card by its score, but not always the best: with a heat, as in a softmax (by Gumbel's way)."""
    best, most, left = -1, 0.0, view.legal
    while left != NO_CARDS:
        card = first(left)
        left &= left - ONE
        part, drawn = draw_part(key, drawn)
        score = scores[card] - heat * np.log(-np.log(part + 1e-12))
        if best < 0 or score > most:
            best, most = card, score
    return best, drawn


def play_out(rules, state, views, weights, seat, plan, heat, key, scores, room, outcome, watched, had, queen):
    """Play the deal to its end, all seats as experts; with the plan to shoot, the seat keeps to it while the moon is possible.

    With a heat the others do not always take their best card; where the solver has `room`, each plays what it says. Notes
    what the seat, which `had` so many points before, gets in the trick `watched`, the dear spade `queen` too. Returns who
    shot the moon.
    """
    stack, values, keys, kept, no_cards = room
    drawn = 0
    outcome.takes = -1
    while True:
        if outcome.takes < 0 and state.trick == watched:
            outcome.takes = 1 if state.taker == seat else 0
            outcome.trick = state.points[seat] - had
            outcome.queen = 1 if queen >= 0 and has(state.taken[seat], queen) else 0
        if state.trick == rules.hand_size:
            return shooter(rules, state)
        mover = to_play(rules, state)
        cards = legal(rules, state, mover)
        card = first(cards)
        if cards & (cards - ONE) != NO_CARDS:
            if keys.shape[0] > 0:
                stack[0] = state
                solved, _, _ = search(rules, FIRST, mover, POSITIONS, stack, values, keys, kept, no_cards)
                card = solved if solved >= 0 else card
            else:
                shown = look_for(rules, state, mover, np.int64(PLAY), cards, views)
                shoots = plan == SHOOT_PLAN and mover == seat and moon_possible(rules, state, seat)
                card = by_plan(shown, weights, SHOOT_PLAN if shoots else planned(shown, weights), scores)
                if heat > 0.0 and mover != seat:
                    card, drawn = freely(shown, scores, heat, key, drawn)
        play_card(rules, state, card)


def choose(rules, state, seat, decision, arm):
    """Make a choice at the table: play a card, or pass some."""
    if decision == PASS:
        for i in range(arm.shape[0]):
            lay_aside(rules, state, seat, arm[i])
        exchange(rules, state)
        open_play(rules, state)
    else:
        play_card(rules, state, arm[0])


def try_out(rules, given, table, views, weights, seat, decision, arm, plan, heat, key, scores, room, settled, outcome):
    """One choice played out in one layout; `table` is where it is played."""
    table[0] = given
    state = table[0]
    had, watched = state.points[seat], state.trick + 1
    queen = dearest(views.common, rules.penalties & suit_bits(SPADES))
    choose(rules, state, seat, decision, arm)
    moon = play_out(rules, state, views, weights, seat, plan, heat, key, scores, room, outcome, watched, had, queen)
    if moon >= 0 and rules.moon == CHOSEN_MOON:
        state.moon_choice = moon_choice(look_for(rules, state, moon, np.int64(MOON), MOONS, views))
    settle(rules, state, settled)
    outcome.score = settled[seat]
    outcome.table = mean_of(rules, settled)
    outcome.worth = worth(rules, state.before, settled, seat, state.number)
    outcome.moon = moon
    outcome.points = state.points[seat]
    outcome.bonus = state.bonus[seat]
    if decision == PASS:
        outcome.trick = 0
        outcome.takes = 0
        outcome.queen = 0
    if outcome.queen == 0 and queen >= 0 and has(state.taken[seat], queen):
        outcome.queen = 2
    outcome.tried = 1


# Which choices.

def unlike(rules, view):
    """The legal cards, of neighbours that are alike only the lowest: as `solver.different`, for one who sees less."""
    others, left, found = unseen(view), view.legal, view.legal
    for place in range(view.in_trick):
        others |= bit(view.card[place])
    while left != NO_CARDS:
        card = first(left)
        left &= left - ONE
        lower = (view.hand | others) & below(card)
        if lower != NO_CARDS and not has(others, card):
            neighbour = last(lower)
            if has(view.legal, neighbour) and not has(others, neighbour) and is_alike(rules, card, neighbour):
                found &= ~bit(card)
    return found


def may_shoot(rules, view):
    """Whether nobody else has a point, so that the seat may still shoot the moon."""
    for seat in range(rules.players):
        if seat != view.seat and view.points[seat] > 0:
            return False
    return rules.moon != 0


def play_arms(rules, view, weights, shoot, scores, arms, plans, doubts):
    """The cards to try, each with the normal plan, and if asked each with the plan to shoot the moon. Returns how many."""
    many, usual = 0, planned(view, weights)
    for plan in range(2):
        left = unlike(rules, view) if plan == NORMAL or (shoot and may_shoot(rules, view)) else NO_CARDS
        best = scores[by_plan(view, weights, np.int64(plan), scores)]
        while left != NO_CARDS:
            arms[many, 0] = first(left)
            plans[many] = plan
            doubts[many] = SLOPE * (best - scores[first(left)]) + (OTHER_PLAN if plan > usual else 0.0)
            left &= left - ONE
            many += 1
    return many


def pass_arms(rules, view, weights, state, views, scores, arms, doubts):
    """The passes to try: the expert's of both plans, and all of the few cards that he would rather pass. Returns how many."""
    due_now, many = view.to_pass, 0
    for plan in range(2):  # his choices one after the other
        state.hand[view.seat] = view.hand
        state.twin[view.seat] = view.twin
        state.passed[view.seat] = NO_CARDS
        state.passed_twin[view.seat] = NO_CARDS
        for i in range(due_now):
            cards = passable(rules, state, view.seat)
            shown = look_for(rules, state, view.seat, np.int64(PASS), cards, views)
            arms[many, i] = by_plan(shown, weights, np.int64(plan), scores)
            lay_aside(rules, state, view.seat, arms[many, i])
        many += 1 if many == 0 or not same(arms[0], arms[many]) else 0
    state.hand[view.seat] = view.hand
    state.twin[view.seat] = view.twin
    state.passed[view.seat] = NO_CARDS
    state.passed_twin[view.seat] = NO_CARDS
    cards = passable(rules, state, view.seat)
    shown = look_for(rules, state, view.seat, np.int64(PASS), cards, views)
    by_plan(shown, weights, planned(shown, weights), scores)
    best, size = np.zeros(due_now + SPARE, np.int64), 0
    while size < best.shape[0] and cards != NO_CARDS:
        card, left = first(cards), cards
        while left != NO_CARDS:
            card = first(left) if scores[first(left)] > scores[card] else card
            left &= left - ONE
        best[size] = card
        cards &= ~bit(card)
        size += 1
    for chosen in range(1 << size):
        if count(np.uint64(chosen)) == due_now and many < ARMS:
            i = 0
            for place in range(size):
                if chosen >> place & 1 == 1:
                    arms[many, i] = best[place]
                    i += 1
            new = True
            for other in range(min(many, 2)):
                new = new and not same(arms[other], arms[many])
            many += 1 if new else 0
    most = 0.0
    for i in range(due_now):
        most += scores[best[i]]
    for arm in range(many):
        for i in range(due_now):
            doubts[arm] -= SLOPE * scores[arms[arm, i]]
        doubts[arm] += SLOPE * most
    return many


def same(cards, others):
    """Whether two passes are of the same cards."""
    found, more = NO_CARDS, NO_CARDS
    for i in range(cards.shape[0]):
        found |= bit(cards[i])
        more |= bit(others[i])
    return found == more


def others_pass(rules, state, seat, views, weights, scores):
    """Everybody else lays his pass aside, as experts do."""
    for other in range(rules.players):
        if other != seat:
            for _ in range(due(rules, state.number)):
                shown = look_for(rules, state, other, np.int64(PASS), passable(rules, state, other), views)
                lay_aside(rules, state, other, by_plan(shown, weights, planned(shown, weights), scores))


# The search.

def rounds_of(many):
    """How many rounds a race has."""
    found = 1
    while 1 << found < many:
        found += 1
    return found


def until(many, playouts, equally):
    """In how many layouts the best choices are tried: all the same number, or more and more by rounds with half of them."""
    if equally:
        return max(1, playouts // many)
    found, left, rounds = 0, many, rounds_of(many)
    for _ in range(rounds):
        found += max(1, playouts // (rounds * left))
        left = (left + 1) // 2
    return found


def race(rules, view, states, order, often, size, arms, plans, playouts, equally, heat, key, views, weights, scores, room,
         outcomes, sums):
    """Play the choices out in layout after layout; unless all `equally`, the worse half drops out after each round.

    Choices still in are compared in the same layouts by `sums`, which begin with what is believed. Returns the best one.
    """
    many, tried = arms.shape[0], 0
    alive, left, rounds = np.arange(many), many, 1 if equally else rounds_of(many)
    table, settled = np.zeros(1, STATE), np.zeros(rules.players, np.int64)
    for _ in range(rounds):
        stop = min(size, tried + max(1, playouts // (rounds * left)))
        for i in range(left):
            for k in range(tried, stop):
                try_out(rules, states[order[k]], table, views, weights, view.seat, view.decision, arms[alive[i]],
                        plans[alive[i]], heat, mixed(key + np.uint64(k)), scores, room, settled, outcomes[alive[i], k])
                sums[alive[i]] += outcomes[alive[i], k].worth * often[k]
        tried = stop
        for i in range(1, left):  # the best first
            j, arm = i, alive[i]
            while j > 0 and sums[alive[j - 1]] > sums[arm]:
                alive[j] = alive[j - 1]
                j -= 1
            alive[j] = arm
        left = left if equally else (left + 1) // 2
    return alive[0]


def ponder(rules, view, plays, leaders, passes, standing, playouts, drawn_for_one, sure, equally, shoot, exact, heat, hands,
           twins, more, left_out, key):
    """Price the choices of a seat: which there are, with their plans, and what each comes to in each layout.

    `drawn_for_one` layouts are drawn for each that is used; those are picked by how likely they are, `sure` (0 to 1) of that or
    not. With a heat the others do not always play as the expert would. In the last `exact` tricks each layout is played out as
    the solver says. `more` has passes to look at beside the others; `left_out`, where it has places, says which of all choices
    are not looked at. Returns the best choice, the choices (rows of cards), their plans, the outcomes (choices, layouts), how
    often each layout counts, and its hands and twins (layouts, holders).
    """
    weights = WEIGHTS[ROWS[kind_of(view), view.players]]
    known, ways, views, scores = np.zeros(1, UNSEEN), np.zeros(ROOM), np.zeros(1, VIEWS), np.zeros(52)
    spot = np.zeros(1, STATE)
    look(rules, view, plays, leaders, passes, spot[0], known[0])
    is_possible = count_layouts(known[0], ways) > 0
    set_out(rules, view, plays, leaders, passes, np.zeros(rules.players + 1, np.uint64), np.zeros(rules.players + 1, np.uint64),
            spot[0])
    introduce(rules, spot[0], views[0].common)
    most = ARMS + more.shape[0]
    arms, plans, doubts = np.zeros((most, max(1, view.to_pass)), np.int64), np.zeros(most, np.int64), np.zeros(most)
    if view.decision == PASS:
        many, belief = pass_arms(rules, view, weights, spot[0], views[0], scores, arms, doubts), BELIEF_IN_PASS
    else:
        many, belief = play_arms(rules, view, weights, shoot, scores, arms, plans, doubts), BELIEF
    for i in range(more.shape[0]):
        for k in range(more.shape[1]):
            arms[many, k] = more[i, k]
        many += 1
    if left_out.shape[0] > 0:
        left_in = np.flatnonzero(~left_out)
        arms, plans, doubts, many = arms[left_in], plans[left_in], doubts[left_in], left_in.shape[0]
    arms, plans = arms[:many], plans[:many]
    left = rules.hand_size - view.trick + 1 if view.decision == PLAY else rules.hand_size
    solved = left <= exact and heat == 0.0
    playouts = max(1, playouts // EXACT_COST) if solved else playouts
    wanted = until(many, playouts, equally)
    drawn = wanted * drawn_for_one if is_possible else 0
    states, logs, order, often = np.zeros(drawn, STATE), np.zeros(drawn), np.zeros(drawn, np.int64), np.zeros(drawn)
    found = lay_outs(rules, view, plays, leaders, passes, standing, known, ways, hands, twins, weights, sure, key, views,
                     scores, states, logs)
    size = pick(logs, found, wanted, mixed(key), order, often)
    if view.decision == PASS:
        for k in range(size):
            others_pass(rules, states[order[k]], view.seat, views[0], weights, scores)
    rows, kept = (left * rules.players + 1, KEPT) if solved else (0, 0)
    room = (np.zeros(rows, STATE), np.zeros((rows, rules.players), np.int64), np.zeros((kept, words(rules)), np.uint64),
            np.zeros((kept, rules.players), np.int64), np.zeros((0, rules.players), np.int64))
    outcomes, sums = np.zeros((many, size), OUTCOME), np.zeros(many)
    for arm in range(many):
        sums[arm] = belief * doubts[arm] * rules.total / 26
    best = race(rules, view, states, order, often, size, arms, plans, playouts, equally, heat, key, views[0], weights, scores,
                room, outcomes, sums)
    held, held_twin = np.zeros((size, rules.players + 1), np.uint64), np.zeros((size, rules.players + 1), np.uint64)
    for k in range(size):
        for seat in range(rules.players):
            held[k, seat] = states[order[k]].hand[seat]
            held_twin[k, seat] = states[order[k]].twin[seat]
        held[k, rules.players] = states[order[k]].kitty
        held_twin[k, rules.players] = states[order[k]].kitty_twin
    kept_alive = known.shape[0] + spot.shape[0] + views.shape[0]  # the records are parts of these arrays
    return best, arms, plans, outcomes, often[:size], held, held_twin, kept_alive
