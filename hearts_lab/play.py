"""The rules of play, written once: dealing, passing, which cards are legal, who wins a trick, what a seat may know.

Small undecorated functions over two records of numbers, the rules (`Rules.record`) and the state of a deal. At the table they
run as they stand; in bulk `simulation` compiles the very same source. So they keep to integers and to sets of cards as bits,
and take no decision from a game's name. Callers outside compiled code wrap them in `wrapping`: hashing overflows on purpose.

The state holds eleven seats and two packs: `hand` has the kinds of card held, `twin` (a part of it) the kinds held twice.
"""

from __future__ import annotations

import numpy as np

from hearts_lab.cards import CLUBS, FULL_PACK, NO_CARDS, bit, count, first, has, suit_bits, suit_of
from hearts_lab.rules import DIRECTIONS, SEATS, WORDS


def wrapping():
    """Arithmetic that overflows silently, as compiled code does: `with wrapping(): ...` around plain calls."""
    return np.errstate(over="ignore")



STATE = np.dtype([
    ("number", "i8"), ("trick", "i8"), ("leader", "i8"), ("in_trick", "i8"), ("broken", "i8"),
    ("seen", "u8"), ("seen_twin", "u8"), ("voids", "u8"), ("key", "u8"), ("card", "i4", (SEATS,)),
    *((field, kind, (SEATS,)) for kind, named in (
        ("u8", "hand twin passed passed_twin received received_twin taken taken_twin"),
        ("i4", "pass_to pass_from points bonus tricks before"),
    ) for field in named.split()),
])

VIEW = np.dtype([
    ("decision", "i8"), ("seat", "i8"), ("players", "i8"), ("number", "i8"), ("hand_size", "i8"),
    ("hand", "u8"), ("twin", "u8"), ("legal", "u8"),
    ("to_pass", "i8"), ("pass_to", "i8"), ("pass_from", "i8"),
    ("passed", "u8"), ("passed_twin", "u8"), ("received", "u8"), ("received_twin", "u8"),
    ("trick", "i8"), ("leader", "i8"), ("in_trick", "i8"), ("card", "i4", (SEATS,)), ("broken", "i8"),
    ("seen", "u8"), ("seen_twin", "u8"), ("voids", "u8"), ("points", "i4", (SEATS,)), ("before", "i4", (SEATS,)),
    ("pack", "u8"), ("pack_twin", "u8"), ("penalties", "u8"), ("bonuses", "u8"), ("waits", "u8"), ("worth", "i4", (52,)),
    ("total", "i8"), ("moon", "i8"), ("target", "i8"), ("clean", "i8"), ("reason", "i8"), ("key", "u8"), ("drawn", "i8"),
])
PASS, PLAY = 0, 1  # what `decision` asks for

# The steps of legality, in their order, and the words of the rules that they read.
OPENING, FOLLOW, CLEAN, UNBROKEN = 1, 2, 3, 4
LAST_STEP = UNBROKEN
ELDEST_CLEAN, LOWEST_CLUB, ANY_CLUB = (WORDS["opening"].index(word) for word in (
    "eldest_clean", "lowest_club", "holder_any_club"))
CLEAN_TRICK = WORDS["first_trick"].index("clean")
ONLY_PENALTIES = WORDS["lead_escape"].index("penalties")
HOLD, LEFT, RIGHT, ACROSS = (DIRECTIONS.index(word) for word in ("hold", "left", "right", "across"))


# Randomness: numbered draws from a key, so that the same seed gives the same deal whoever deals it and in what order.

_GOLDEN, _MIX_1, _MIX_2 = (np.uint64(n) for n in (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB))
_27, _30, _31, _32 = (np.uint64(n) for n in (27, 30, 31, 32))
_LOW = np.uint64(0xFFFFFFFF)
SHUFFLE, STRATEGY = np.uint64(0x5348554646), np.uint64(0x53545241)  # two separate families of keys


def mixed(x):
    """A number scrambled so that every bit depends on every bit (the finalizer of SplitMix64)."""
    x = (x ^ (x >> _30)) * _MIX_1
    x = (x ^ (x >> _27)) * _MIX_2
    return x ^ (x >> _31)


def deal_key(family, seed, number):
    """The key of one deal's draws: one family for the shuffle, another for what strategies draw."""
    return mixed(mixed(seed + family * _GOLDEN) ^ (np.uint64(number) * _MIX_2))


def decision_key(key, seat, step):
    """The key of one seat's draws at one decision of a deal."""
    return mixed(key + np.uint64(seat * 1024 + step + 1) * _GOLDEN)


def draw(key, drawn, n):
    """A uniform number below n, and how many draws the key has given by then. No number is likelier than another."""
    size = np.uint64(n)
    while True:
        drawn += 1
        wide = (mixed(key + np.uint64(drawn) * _GOLDEN) >> _32) * size
        low = wide & _LOW
        if low >= size or low >= (_LOW - size + np.uint64(1)) % size:
            return np.int64(wide >> _32), drawn


# Cards in hands.

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
    for seat in range(rules.players):
        state.hand[seat] = NO_CARDS
        state.twin[seat] = NO_CARDS
        state.passed[seat] = NO_CARDS
        state.passed_twin[seat] = NO_CARDS
        state.received[seat] = NO_CARDS
        state.received_twin[seat] = NO_CARDS
        state.taken[seat] = NO_CARDS
        state.taken_twin[seat] = NO_CARDS
        state.points[seat] = 0
        state.bonus[seat] = 0
        state.tricks[seat] = 0
        state.card[seat] = -1
        state.pass_to[seat] = -1
        state.pass_from[seat] = -1
    if direction(rules, number) != HOLD:
        for seat in range(rules.players):
            target = pass_target(rules, number, seat)
            state.pass_to[seat] = target
            state.pass_from[target] = seat


def eldest(rules, number):
    """The seat at the dealer's left: seat 0 in deal 1, then one seat further each deal."""
    return (number - 1) % rules.players


def deal_cards(rules, state, seed, pile):
    """Shuffle the full pack (Fisher-Yates, uniform), skip the removed cards, deal one at a time from eldest hand.

    `pile` is room for the shuffle: at least 52 cards for each pack.
    """
    size = 52 * rules.packs
    for i in range(size):
        pile[i] = i % 52
    key = deal_key(SHUFFLE, seed, state.number)
    drawn = 0
    for i in range(size - 1, 0, -1):
        j, drawn = draw(key, drawn, i + 1)
        card = pile[i]
        pile[i] = pile[j]
        pile[j] = card
    once = FULL_PACK & ~rules.pack
    twice = FULL_PACK & ~rules.pack_twin if rules.packs == 2 else NO_CARDS
    seat = eldest(rules, state.number)
    for i in range(size):
        card = pile[i]
        if has(twice, card):
            twice &= ~bit(card)
        elif has(once, card):
            once &= ~bit(card)
        else:
            add_card(state, seat, card)
            seat = seat + 1 if seat + 1 < rules.players else 0


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


def lay_aside(state, seat, card):
    """One card chosen for the pass: out of the hand, face down."""
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
    if stop >= UNBROKEN and leading and state.broken == 0:
        only_penalties = hand & ~rules.penalties == NO_CARDS
        clean_lead = state.trick == 0 and (rules.first_trick == CLEAN_TRICK or rules.opening == ELDEST_CLEAN)
        if not (only_penalties and (clean_lead or rules.lead_escape == ONLY_PENALTIES)):  # RULES G3, A1
            cards = keep(cards, ~rules.waits)
    return cards


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
    if state.in_trick > 0 and suit_of(card) != suit_of(state.card[0]):
        state.voids |= void_bit(seat, suit_of(state.card[0]))
    if has(state.seen, card):
        state.seen_twin |= bit(card)
    else:
        state.seen |= bit(card)
    if has(rules.breakers, card):
        state.broken = 1
    state.card[state.in_trick] = card
    state.in_trick += 1
    if state.in_trick == rules.players:
        take_trick(rules, state)


def winning_place(state):
    """The place in the trick, counted from the leader, of the highest card of the suit led; of equal cards the first."""
    best = 0
    for place in range(1, state.in_trick):
        card = state.card[place]
        if card > state.card[best] and suit_of(card) == suit_of(state.card[0]):
            best = place
    return best


def take_trick(rules, state):
    """The winner takes the cards of a full trick and leads to the next."""
    winner = state.leader + winning_place(state)
    winner -= rules.players if winner >= rules.players else 0
    for place in range(rules.players):
        card = state.card[place]
        if has(state.taken[winner], card):
            state.taken_twin[winner] |= bit(card)
        else:
            state.taken[winner] |= bit(card)
        worth = rules.points[card]
        if worth > 0:
            state.points[winner] += worth
        else:
            state.bonus[winner] += worth
    state.tricks[winner] += 1
    state.leader = winner
    state.trick += 1
    state.in_trick = 0
    for place in range(rules.players):
        state.card[place] = -1


# What one seat may know.

def introduce(rules, state, view):
    """Fill in what every seat knows all through a deal: the rules in force and the totals before it."""
    view.players = rules.players
    view.number = state.number
    view.hand_size = rules.hand_size
    view.pack = rules.pack
    view.pack_twin = rules.pack_twin
    view.penalties = rules.penalties
    view.bonuses = rules.bonuses
    view.waits = rules.waits
    view.total = rules.total
    view.moon = rules.moon
    view.target = rules.target
    view.clean = rules.first_trick
    for card in range(52):
        view.worth[card] = rules.points[card]
    for seat in range(SEATS):
        view.before[seat] = state.before[seat]


def see(rules, state, seat, decision, allowed, view):
    """Fill in what one seat may know now, in a fresh copy of the view that `introduce` made.

    `allowed` are the cards that it may choose now. Nothing in a view depends on a card that the seat cannot see, nor on the
    draws of the shuffle.
    """
    view.decision = decision
    view.seat = seat
    view.legal = allowed
    view.hand = state.hand[seat]
    view.twin = state.twin[seat]
    view.pass_to = state.pass_to[seat]
    view.pass_from = state.pass_from[seat]
    view.passed = state.passed[seat]
    view.passed_twin = state.passed_twin[seat]
    if decision == PASS:
        laid = rules.hand_size - held(state, seat)
        view.to_pass = rules.pass_count - laid
        view.received = NO_CARDS
        view.received_twin = NO_CARDS
        view.leader = -1
        step = laid
    else:
        view.to_pass = 0
        view.received = state.received[seat]
        view.received_twin = state.received_twin[seat]
        view.leader = state.leader
        step = 128 + state.trick
    view.trick = state.trick + 1
    view.in_trick = state.in_trick
    view.broken = state.broken
    view.seen = state.seen
    view.seen_twin = state.seen_twin
    view.voids = state.voids
    for place in range(SEATS):
        view.card[place] = state.card[place]
    for other in range(SEATS):
        view.points[other] = state.points[other]
    view.key = decision_key(state.key, seat, step)
    view.drawn = 0
    view.reason = 0


def held(state, seat):
    """How many cards a seat holds."""
    return count(state.hand[seat]) + count(state.twin[seat])
