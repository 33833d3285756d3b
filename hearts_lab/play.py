"""The rules of play, written once: dealing, passing, which cards are legal, who wins and takes a trick.

Small undecorated functions over two records of numbers, the rules (`Rules.record`) and the state of a deal. At the table they
run as they stand; in bulk `simulation` compiles the very same source. So they keep to integers and to sets of cards as bits,
and take no decision from a game's name. Callers outside compiled code wrap them in `wrapping`: hashing overflows on purpose.

The state holds eleven seats and two packs: `hand` has the kinds of card held, `twin` (a part of it) the kinds held twice.
"""

from __future__ import annotations

import numpy as np

from hearts_lab.cards import (
    CLUBS,
    FULL_PACK,
    JACK,
    NO_CARDS,
    QUEEN,
    SPADES,
    above,
    bit,
    count,
    first,
    has,
    last,
    suit_bits,
    suit_of,
)
from hearts_lab.draws import SHUFFLE, STRATEGY, deal_key, draw
from hearts_lab.rules import DIRECTIONS, SEATS, WORDS

STATE = np.dtype([
    ("number", "i8"), ("trick", "i8"), ("leader", "i8"), ("in_trick", "i8"), ("broken", "i8"),
    ("seen", "u8"), ("seen_twin", "u8"), ("voids", "u8"), ("key", "u8"), ("card", "i4", (SEATS,)),
    ("kitty", "u8"), ("kitty_twin", "u8"), ("kitty_taker", "i8"), ("carried", "u8"), ("carried_twin", "u8"),
    ("carried_points", "i8"), ("carried_bonus", "i8"), ("last_winner", "i8"), ("taker", "i8"), ("void", "i8"),
    ("moon_choice", "i8"),
    ("pool", "i8"), ("standing", "i8"), ("scattered", "i4", (SEATS, SEATS)),
    *((field, kind, (SEATS,)) for kind, named in (
        ("u8", "hand twin passed passed_twin received received_twin taken taken_twin led"),
        ("i4", "pass_to pass_from points bonus tricks before"),
    ) for field in named.split()),
])


# The steps of legality, in their order, and the words of the rules that they read.
OPENING, FOLLOW, CLEAN, FORCED, UNBROKEN = 1, 2, 3, 4, 5
LAST_STEP = UNBROKEN
ELDEST_CLEAN, LOWEST_CLUB, ANY_CLUB = (WORDS["opening"].index(word) for word in (
    "eldest_clean", "lowest_club", "holder_any_club"))
CLEAN_TRICK = WORDS["first_trick"].index("clean")
ONLY_PENALTIES, PASS_LEFT = (WORDS["lead_escape"].index(word) for word in ("penalties", "pass_left"))
HOLD, LEFT, RIGHT, ACROSS, SCATTER = range(len(DIRECTIONS))
CANCEL_NONE, TWO_PAIRS = (WORDS["cancel"].index(word) for word in ("none", "two_pairs"))
TO_LEADER, TO_PREVIOUS = (WORDS["last_void"].index(word) for word in ("leader", "previous_winner"))
FIRST_WON, LAST_TRICK, FIRST_PENALTY = (WORDS["kitty"].index(word) for word in ("first", "last", "first_penalty"))
BLACK_QUEEN, BLACK_JACK = 13 * SPADES + QUEEN, 13 * SPADES + JACK


# Cards in hands.

def held(state, seat):
    """How many cards a seat holds."""
    return count(state.hand[seat]) + count(state.twin[seat])


def add_card(state, seat, card):
    """Put a card into a hand."""
    if has(state.hand[seat], card):
        state.twin[seat] |= bit(card)
    else:
        state.hand[seat] |= bit(card)


def remove_card(state, seat, card):
    """Take a card out of a hand."""
    if has(state.twin[seat], card):
        state.twin[seat] &= ~bit(card)
    else:
        state.hand[seat] &= ~bit(card)


def clear(rules, state, seed, number):
    """An empty table before deal `number` (counted from 1) of a seed."""
    state.number = number
    state.key = deal_key(STRATEGY, seed, number)
    state.trick = 0
    state.leader = 0
    state.in_trick = 0
    state.broken = 0
    state.seen = NO_CARDS
    state.seen_twin = NO_CARDS
    state.voids = NO_CARDS
    state.kitty = NO_CARDS
    state.kitty_twin = NO_CARDS
    state.kitty_taker = -1
    state.carried = NO_CARDS
    state.carried_twin = NO_CARDS
    state.carried_points = 0
    state.carried_bonus = 0
    state.last_winner = -1
    state.taker = -1
    state.void = 0
    state.moon_choice = 0
    for seat in range(rules.players):
        state.hand[seat] = NO_CARDS
        state.twin[seat] = NO_CARDS
        state.passed[seat] = NO_CARDS
        state.passed_twin[seat] = NO_CARDS
        state.received[seat] = NO_CARDS
        state.received_twin[seat] = NO_CARDS
        state.taken[seat] = NO_CARDS
        state.taken_twin[seat] = NO_CARDS
        state.led[seat] = NO_CARDS
        state.points[seat] = 0
        state.bonus[seat] = 0
        state.tricks[seat] = 0
        state.card[seat] = -1
        state.pass_to[seat] = -1
        state.pass_from[seat] = -1
    if direction(rules, number) != HOLD and direction(rules, number) != SCATTER:
        for seat in range(rules.players):
            target = pass_target(rules, number, seat)
            state.pass_to[seat] = target
            state.pass_from[target] = seat


def eldest(rules, number):
    """The seat at the dealer's left: seat 0 in deal 1, then one seat further each deal."""
    return (number - 1) % rules.players


def shuffle(state, seed, pile):
    """Shuffle the full pack, or both (Fisher-Yates, uniform) into `pile`, which has room for them, and return it."""
    size = pile.shape[0]
    for i in range(size):
        pile[i] = i % 52
    key = deal_key(SHUFFLE, seed, state.number)
    drawn = 0
    for i in range(size - 1, 0, -1):
        j, drawn = draw(key, drawn, i + 1)
        card = pile[i]
        pile[i] = pile[j]
        pile[j] = card
    return pile


def deal_cards(rules, state, pile):
    """Skip the removed cards (the first copies met), deal the others one at a time from eldest hand; the tail is the kitty."""
    once = FULL_PACK & ~rules.pack
    twice = FULL_PACK & ~rules.pack_twin if rules.packs == 2 else NO_CARDS
    seat = eldest(rules, state.number)
    left = rules.hand_size * rules.players
    for i in range(pile.shape[0]):
        card = pile[i]
        if has(twice, card):
            twice &= ~bit(card)
        elif has(once, card):
            once &= ~bit(card)
        elif left > 0:
            add_card(state, seat, card)
            seat = seat + 1 if seat + 1 < rules.players else 0
            left -= 1
        else:
            state.kitty_twin |= state.kitty & bit(card)
            state.kitty |= bit(card)


# Passing.

def direction(rules, number):
    """Where the cards go in this deal (RULES A0: the cycle goes by deal number)."""
    return rules.cycle[(number - 1) % rules.cycle_length]


def pass_target(rules, number, seat):
    """Who gets a seat's cards in this deal; -1 in a hold deal."""
    way = direction(rules, number)
    if way == LEFT:
        return (seat + 1) % rules.players
    if way == RIGHT:
        return (seat + rules.players - 1) % rules.players
    if way == ACROSS:
        return (seat + rules.players // 2) % rules.players
    return -1


def due(rules, number):
    """How many cards each seat passes in this deal: scattered, one to each opponent (RULES G9)."""
    way = direction(rules, number)
    return 0 if way == HOLD else rules.players - 1 if way == SCATTER else rules.pass_count


def passable(rules, state, seat):
    """The kinds of card that a seat may lay aside next.

    Forbidden cards are lifted wholly for a hand with fewer than the due number of allowed ones (RULES G10).
    """
    allowed = state.hand[seat] & ~rules.forbidden_pass
    free = count(allowed) + count(state.twin[seat] & ~rules.forbidden_pass)
    free += count(state.passed[seat] & ~rules.forbidden_pass) + count(state.passed_twin[seat] & ~rules.forbidden_pass)
    return allowed if free >= due(rules, state.number) else state.hand[seat]


def lay_aside(rules, state, seat, card):
    """One card chosen for the pass: out of the hand, face down. Scattered cards go to the left first, then clockwise."""
    state.scattered[seat, rules.hand_size - held(state, seat) if direction(rules, state.number) == SCATTER else 0] = card
    remove_card(state, seat, card)
    if has(state.passed[seat], card):
        state.passed_twin[seat] |= bit(card)
    else:
        state.passed[seat] |= bit(card)


def exchange(rules, state):
    """All the cards laid aside change hands at once."""
    for seat in range(rules.players):
        target = state.pass_to[seat]
        if target >= 0:
            state.received[target] = state.passed[seat]
            state.received_twin[target] = state.passed_twin[seat]
            state.twin[target] |= state.passed_twin[seat] | (state.hand[target] & state.passed[seat])
            state.hand[target] |= state.passed[seat]
    if direction(rules, state.number) == SCATTER:
        for seat in range(rules.players):
            for i in range(rules.players - 1):
                target, card = (seat + 1 + i) % rules.players, state.scattered[seat, i]
                state.received_twin[target] |= state.received[target] & bit(card)
                state.received[target] |= bit(card)
                add_card(state, target, card)


def open_play(rules, state):
    """After the pass, settle who leads: eldest, or the holder of the lowest club held by anyone (RULES G4).

    With two packs two seats may hold it; the one nearest the dealer's left leads.
    """
    seat = eldest(rules, state.number)
    state.leader = seat
    if rules.opening == LOWEST_CLUB or rules.opening == ANY_CLUB:
        lowest = NO_CARDS
        for _ in range(rules.players):
            clubs = state.hand[seat] & suit_bits(CLUBS)
            if clubs != NO_CARDS and (lowest == NO_CARDS or bit(first(clubs)) < lowest):
                lowest = bit(first(clubs))
                state.leader = seat
            seat = seat + 1 if seat + 1 < rules.players else 0
    pass_lead(rules, state)


def pass_lead(rules, state):
    """Where the table plays so, a leader whose every card waits gives the lead to the left.

    It goes to the next seat that holds a card that does not wait; if there is none the leader leads (RULES G14).
    """
    if rules.lead_escape == PASS_LEFT and state.broken == 0 and state.trick < rules.hand_size:
        seat = state.leader
        for _ in range(rules.players):
            if state.hand[seat] & ~rules.waits != NO_CARDS:
                state.leader = seat
                return
            seat = seat + 1 if seat + 1 < rules.players else 0


# Which cards are legal.

def keep(cards, allowed):
    """The allowed cards, or all of them when none is: "unless forced", written once."""
    kept = cards & allowed
    return kept if kept != NO_CARDS else cards


def after(stop, rules, state, seat):
    """The cards that are still playable after the steps of legality up to `stop`, for the seat to play.

    A barred card's reason is the first step at which it drops out (DESIGN, "Legality with its reasons").
    """
    hand = state.hand[seat]
    cards = hand
    leading = state.in_trick == 0
    if stop >= OPENING and leading and state.trick == 0:
        if rules.opening == ELDEST_CLEAN:
            cards = keep(cards, ~rules.penalties)
        elif rules.opening == LOWEST_CLUB:
            cards = keep(cards, suit_bits(CLUBS) & bit(first(hand)))  # clubs come first in a set
        elif rules.opening == ANY_CLUB:
            cards = keep(cards, suit_bits(CLUBS))
    if stop >= FOLLOW and not leading:
        cards = keep(cards, suit_bits(suit_of(state.card[0])))
    if stop >= CLEAN and rules.first_trick == CLEAN_TRICK and state.trick == 0:
        cards = keep(cards, ~rules.penalties)
    if stop >= FORCED and not leading and (rules.forced_queen == 1 or rules.forced_jack == 1):
        cards = keep(cards, must_play(rules, state, hand) & cards)
    if stop >= UNBROKEN and leading and state.broken == 0:
        only_penalties = hand & ~rules.penalties == NO_CARDS
        clean_lead = state.trick == 0 and (rules.first_trick == CLEAN_TRICK or rules.opening == ELDEST_CLEAN)
        if not (only_penalties and (clean_lead or rules.lead_escape == ONLY_PENALTIES)):  # RULES G3, A1
            cards = keep(cards, ~rules.waits)
    return cards


def must_play(rules, state, hand):
    """Q♠ and J♠ where they must be thrown (RULES A6, A19-8): void in the suit led; Q♠ also under a higher live spade."""
    forced = NO_CARDS
    led = suit_of(state.card[0])
    void = hand & suit_bits(led) == NO_CARDS
    if rules.forced_queen == 1 and (void or (led == SPADES and live(rules, state) & above(BLACK_QUEEN) != NO_CARDS)):
        forced |= bit(BLACK_QUEEN)
    if rules.forced_jack == 1 and void:
        forced |= bit(BLACK_JACK)
    return forced


def legal(rules, state, seat):
    """The kinds of card that the seat to play may play: never none while it holds a card."""
    return after(LAST_STEP, rules, state, seat)


# Playing and taking.

def to_play(rules, state):
    """The seat whose turn it is."""
    seat = state.leader + state.in_trick
    return seat - rules.players if seat >= rules.players else seat


def void_bit(seat, suit):
    """The place of a shown void in `voids`."""
    return bit(4 * seat + suit)


def play_card(rules, state, card):
    """The seat to play plays a legal card; the last card of a trick also gives the trick to its winner."""
    seat = to_play(rules, state)
    remove_card(state, seat, card)
    if state.in_trick == 0:
        state.led[seat] |= bit(card)
    else:
        led = suit_of(state.card[0])
        state.voids |= void_bit(seat, led) if suit_of(card) != led else NO_CARDS
    if has(state.seen, card):
        state.seen_twin |= bit(card)
    else:
        state.seen |= bit(card)
    state.broken = 1 if has(rules.breakers, card) else state.broken  # a choice of numbers, which no processor guesses wrong
    state.card[state.in_trick] = card
    state.in_trick += 1
    if state.in_trick == rules.players:
        take_trick(rules, state)


def in_the_trick(state):
    """The kinds of card in the trick so far, and those that lie there twice."""
    once, twice = NO_CARDS, NO_CARDS
    for place in range(state.in_trick):
        twice |= once & bit(state.card[place])
        once |= bit(state.card[place])
    return once, twice


def live(rules, state):
    """The cards of the suit led in the trick so far that can still win it: where identical cards cancel, both are dead."""
    once, twice = in_the_trick(state)
    return (once if rules.cancel == CANCEL_NONE else once & ~twice) & suit_bits(suit_of(state.card[0]))


def is_void_trick(rules, state):
    """Whether nobody can win the trick as it lies: no live card of the suit led, or by the literal rule two pairs (G17)."""
    if rules.cancel == CANCEL_NONE:
        return False
    _, twice = in_the_trick(state)
    return live(rules, state) == NO_CARDS or (rules.cancel == TWO_PAIRS and count(twice) >= 2)


def winning_place(rules, state):
    """The place in the trick, counted from the leader, of the highest live card of the suit led; -1 if the trick is void.

    Of equal cards that do not cancel, the first. `rules` and `state` may both be a view: it has all that is asked for.
    """
    if rules.cancel != CANCEL_NONE:
        if is_void_trick(rules, state):
            return -1
        best = last(live(rules, state))
        for place in range(state.in_trick):
            if state.card[place] == best:
                return place
    best, highest = 0, state.card[0]
    led = suit_of(highest)
    for place in range(1, state.in_trick):
        card = state.card[place]
        wins = (card > highest) & (suit_of(card) == led)  # chosen without a branch, as in `play_card`
        best = place if wins else best
        highest = card if wins else highest
    return best


def take_trick(rules, state):
    """A full trick goes to its winner, with what void tricks before it carried; a void one is carried, its leader leads again.

    Who gets a last trick that is void, and all that it carries, is a rule of its own (RULES A12, G1).
    """
    place = winning_place(rules, state)
    is_last = state.trick + 1 == rules.hand_size
    state.void = 1 if place < 0 else 0
    for i in range(rules.players):
        carry(rules, state, state.card[i])
        state.card[i] = -1
    if place >= 0:
        state.leader += place
        state.leader -= rules.players if state.leader >= rules.players else 0
        state.last_winner = state.leader
        state.taker = state.leader
    else:
        state.taker = -1
        if is_last and rules.last_void == TO_LEADER:
            state.taker = state.leader
        elif is_last and rules.last_void == TO_PREVIOUS:
            state.taker = state.last_winner
    state.trick += 1
    state.in_trick = 0
    if state.taker >= 0:
        take_kitty(rules, state, place >= 0, is_last)
        take_carried(state)
    if is_last and state.kitty_taker >= 0:
        open_kitty(rules, state)
    if rules.lead_escape == PASS_LEFT:
        pass_lead(rules, state)


def carry(rules, state, card):
    """Put a card with those that the next taker gets."""
    state.carried_twin |= state.carried & bit(card)
    state.carried |= bit(card)
    worth = rules.points[card]
    state.carried_points += max(worth, 0)
    state.carried_bonus += min(worth, 0)


def take_kitty(rules, state, won, is_last):
    """The kitty goes with the trick that the rules name (RULES G2); what lies in it counts only at the end of the deal.

    Nobody but its taker may ever see it, so its points stay out of what a deal shows until then.
    """
    if rules.kitty != 0 and state.kitty_taker < 0 and state.kitty != NO_CARDS:
        with_penalty = won and state.carried & rules.penalties != NO_CARDS
        if ((rules.kitty == FIRST_WON and won) or (rules.kitty == LAST_TRICK and is_last)
                or (rules.kitty == FIRST_PENALTY and with_penalty)):
            state.kitty_taker = state.taker


def open_kitty(rules, state):
    """After the last trick the kitty's cards join those that its taker has won."""
    taker = state.kitty_taker
    state.taken_twin[taker] |= state.kitty_twin | (state.taken[taker] & state.kitty)
    state.taken[taker] |= state.kitty
    for card in range(52):
        copies = (1 if has(state.kitty, card) else 0) + (1 if has(state.kitty_twin, card) else 0)
        state.points[taker] += copies * max(rules.points[card], 0)
        state.bonus[taker] += copies * min(rules.points[card], 0)


def take_carried(state):
    """The taker gets all the cards that lie there."""
    taker = state.taker
    state.taken_twin[taker] |= state.carried_twin | (state.taken[taker] & state.carried)
    state.taken[taker] |= state.carried
    state.points[taker] += state.carried_points
    state.bonus[taker] += state.carried_bonus
    state.tricks[taker] += 1
    state.carried = NO_CARDS
    state.carried_twin = NO_CARDS
    state.carried_points = 0
    state.carried_bonus = 0
