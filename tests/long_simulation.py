"""A second opinion on prices: layouts by shuffling and throwing away, played out by asking `expert` in every seat.

Nothing of the search is used: not its layouts, its playouts, or what it makes of them.
"""

import numpy as np

import hearts_lab as hl
from hearts_lab.cards import NO_CARDS, ONE, SUITS, as_bits, first, has
from hearts_lab.compiled import entry
from hearts_lab.play import STATE, due, exchange, lay_aside, legal, open_play, passable, play_card, to_play
from hearts_lab.policy import expert
from hearts_lab.score import CHOSEN_MOON, settle, shooter
from hearts_lab.views import MOON, MOONS, PASS, PLAY, VIEWS, introduce, see

BATCH = 20_000  # layouts shuffled at a time


# Layouts.

def unpassed(rules):
    """The same game without a pass: a deal of it can be played again from the hands as they were after the pass."""
    return hl.variant(rules.name, rules.players, **{**rules.changes, "pass_count": 0})


def holders(deal, seat):
    """The other seats, and the kitty as -1, with how many cards each holds that the seat cannot see."""
    sizes = {other: len(deal.hand(other)) for other in range(deal.rules.players) if other != seat}
    return {**sizes, **({-1: len(deal.kitty)} if deal.kitty else {})}


def given(deal, seat):
    """The cards that the seat has passed and that still lie where they went, as text; and who has them."""
    if not deal.passes:
        return [], None
    target, left = deal.pass_target(seat), [card.text for card in deal.passes[seat]]
    for player, card in deal.plays:
        if player == target and card.text in left:
            left.remove(card.text)
    return left, target


def may_hold(deal, other, card):
    """Whether a seat that has shown its voids may still hold a card; the kitty may hold any."""
    return other < 0 or SUITS[card.suit] not in deal.voids(other)


def as_deal(deal, seat, lie):
    """The deal with the unseen cards lying so (seat or -1 to cards), played again from its first lead; None if it cannot be."""
    hands = []
    for other in range(deal.rules.players):
        held = deal.hand(seat) if other == seat else lie[other]
        hands.append([card.text for card in (*held, *(card for player, card in deal.plays if player == other))])
    kitty = {"kitty": [card.text for card in lie[-1]]} if -1 in lie else {}
    again = hl.Deal(unpassed(deal.rules), hands=hands, number=deal.number, **kitty)
    for player, card in deal.plays:
        if again.to_play != player or again.why_illegal(card):
            return None
        again = again.play(card)
    return again if again.to_play == deal.to_play and again.points == deal.points else None


def shuffled(deal, seat, many, dice):
    """So many tables, all layouts that can have been played so being equally likely."""
    sizes, (known, target) = holders(deal, seat), given(deal, seat)
    free = list(deal.unseen(seat))
    fixed = [next(card for card in free if card.text == text) for text in known]
    for card in fixed:
        free.remove(card)
        sizes[target] -= 1
    places = np.repeat(list(sizes), list(sizes.values()))
    allowed = np.array([[may_hold(deal, other, card) for other in range(-1, deal.rules.players)] for card in free])
    gone = [[card for player, card in deal.plays if player == other] for other in range(deal.rules.players)]
    true = {other: deal.hand(other) if other >= 0 else deal.kitty for other in sizes}
    start = as_deal(deal, seat, true).before_trick(1)._state
    plays = np.array([(player, card) for player, card in deal.plays], np.int64)
    states = np.zeros(0, STATE)
    while len(states) < many:
        lies = places[dice.random((BATCH, len(free))).argsort(axis=1)]
        lies = lies[allowed[np.arange(len(free)), lies + 1].all(axis=1)][:many]
        drawn = np.full(len(lies), start, STATE)
        for table, row in zip(drawn, lies, strict=True):
            for other in sizes:
                held = [card for card, place in zip(free, row, strict=True) if place == other]
                held += fixed if other == target else []
                if other < 0:
                    table["kitty"], table["kitty_twin"] = as_bits(held)
                else:
                    table["hand"][other], table["twin"][other] = as_bits([*held, *gone[other]])
        with np.errstate(over="ignore"):
            possible = entry(replay)(unpassed(deal.rules).record, drawn, plays)
        drawn = drawn[possible & (drawn["points"] == deal._state["points"]).all(axis=1)]
        states = np.concatenate([states, drawn])
    return states[:many]


def replay(rules, states, plays):
    """Play every table from its first lead to now; which of them allow it."""
    possible = np.ones(states.shape[0], np.bool_)
    for k in range(states.shape[0]):
        state = states[k]
        open_play(rules, state)
        for j in range(plays.shape[0]):
            seat, card = plays[j]
            if not possible[k] or to_play(rules, state) != seat or not has(legal(rules, state, seat), card):
                possible[k] = False
            else:
                play_card(rules, state, card)
    return possible


def every(deal, seat):
    """Every possible layout once, as (lie, deal): by giving the unseen cards out one after the other in all ways."""
    sizes, (known, target), cards = holders(deal, seat), given(deal, seat), list(deal.unseen(seat))

    def dealt(left, room):
        if not left:
            yield dict.fromkeys(sizes, ())
            return
        for other in sizes:
            owned = left[0].text not in known or other == target
            if room[other] and owned and may_hold(deal, other, left[0]):
                for lie in dealt(left[1:], {**room, other: room[other] - 1}):
                    yield {**lie, other: (left[0], *lie[other])}

    lies = ((lie, as_deal(deal, seat, lie)) for lie in dealt(cards, sizes))
    return [(lie, again) for lie, again in lies if again is not None]


# Playing out.

def asked(rules, state, seat, decision, cards, views):
    """What an expert chooses among these cards."""
    if decision == PLAY and cards & (cards - ONE) == NO_CARDS:
        return first(cards)
    views.shown = views.common
    see(rules, state, seat, decision, cards, views.shown)
    return expert(views.shown)


def finish(rules, states, seat, arms, passing, scores):
    """Play every arm (a card, or a pass) out in every state; `scores` (arms, states, seats) gets what the deal costs."""
    views, table, settled = np.zeros(1, VIEWS), np.zeros(1, STATE), np.zeros(rules.players, np.int64)
    for k in range(states.shape[0]):
        for i in range(arms.shape[0]):
            table[0] = states[k]
            state = table[0]
            introduce(rules, state, views[0].common)
            if passing:
                for other in range(rules.players):
                    for j in range(due(rules, state.number)):
                        card = arms[i, j]
                        if other != seat:
                            card = asked(rules, state, other, np.int64(PASS), passable(rules, state, other), views[0])
                        lay_aside(rules, state, other, card)
                exchange(rules, state)
                open_play(rules, state)
            else:
                play_card(rules, state, arms[i, 0])
            while state.trick < rules.hand_size:
                mover = to_play(rules, state)
                play_card(rules, state, asked(rules, state, mover, np.int64(PLAY), legal(rules, state, mover), views[0]))
            moon = shooter(rules, state)
            if moon >= 0 and rules.moon == CHOSEN_MOON:
                state.moon_choice = asked(rules, state, moon, np.int64(MOON), MOONS, views[0])
            settle(rules, state, settled)
            for other in range(rules.players):
                scores[i, k, other] = settled[other]


def tell(deal, seat, state):
    """Tell the players of a layout what this seat has passed and got; it does not know of other passes."""
    told = deal._state
    state["pass_to"], state["pass_from"] = told["pass_to"], told["pass_from"]
    if deal.passes is not None:
        for kind in ("passed", "passed_twin", "received", "received_twin"):
            state[kind][seat] = told[kind][seat]
        target, giver = deal.pass_target(seat), int(told["pass_from"][seat])
        for twin in ("", "_twin"):
            state["received" + twin][target] = told["passed" + twin][seat]
            state["passed" + twin][giver] = told["received" + twin][seat]


def played_out(deal, seat, choices, many, seed):
    """(choices, layouts, seats): the scores of the deal after each choice in so many layouts."""
    dice = np.random.default_rng(seed)
    states = np.zeros(many, STATE)
    if deal.phase == "pass":
        for k in range(many):
            states[k] = deal._state
            cards = dice.permutation([int(card) for card in deal.unseen(seat)])
            for place, other in enumerate(other for other in range(deal.rules.players) if other != seat):
                size = deal.rules.hand_size
                states[k]["hand"][other], states[k]["twin"][other] = as_bits(cards[size * place : size * (place + 1)].tolist())
    else:
        states = shuffled(deal, seat, many, dice)
        for state in states:
            tell(deal, seat, state)
    arms = np.array([[int(card) for card in choice] for choice in choices], np.int64)
    scores = np.zeros((len(arms), many, deal.rules.players), np.int64)
    with np.errstate(over="ignore"):
        entry(finish)(deal.rules.record, states, seat, arms, deal.phase == "pass", scores)
    return scores
