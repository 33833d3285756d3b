"""What one seat knows of the cards it cannot see: how many each other hand has, which kinds it may hold, which it must.

Undecorated functions over records, compiled like the rules of play. What a past play tells of the cards still held is asked of
those rules (a card that would have made the play illegal is not held), so that no rule is written here a second time. A card
that this seat has passed lies where it went until a card of its kind is played from there.
"""

from __future__ import annotations

import numpy as np

from hearts_lab.cards import CLUBS, NO_CARDS, ONE, bit, count, first, has, suit_bits
from hearts_lab.play import (
    ANY_CLUB,
    LOWEST_CLUB,
    PASS_LEFT,
    SCATTER,
    add_card,
    clear,
    direction,
    due,
    legal,
    open_play,
    pass_lead,
    play_card,
    to_play,
)
from hearts_lab.rules import SEATS
from hearts_lab.views import PASS

HOLDERS = SEATS + 1  # the seats, then the kitty at `rules.players`
MOST = 104  # cards in two packs
# What is known: the unseen cards, how many of them each holder holds, may hold and must hold, and a giver who holds at least so
# many special (forbidden) cards. Then what counting them needs.
UNSEEN = np.dtype([
    ("players", "i8"), ("seat", "i8"), ("joint", "i8"), ("cards", "u8"), ("twins", "u8"),
    ("giver", "i8"), ("special", "u8"), ("least", "i8"), ("lacks", "i8"),
    ("free", "u8"), ("free_twins", "u8"),
    *((field, kind, (HOLDERS,)) for kind, named in (
        ("i8", "holds room group group_size members"), ("u8", "may must must_twin allowed"),
    ) for field in named.split()),
    ("classes", "i8"), ("groups", "i8"), ("layer", "i8"), ("largest", "i8"), ("whole", "f8"),
    *((field, "i8", (MOST,)) for field in "pile rest pool".split()),
    ("kind", "u8", (52,)), ("sign", "u8", (52,)),
    *((field, "i8", (52,)) for field in "many start stride left part".split()),
])


def player_of(rules, view, leaders, k):
    """Which seat played the card at place `k` of the history."""
    return (leader_of(rules, view, leaders, k // rules.players) + k % rules.players) % rules.players


def leader_of(rules, view, leaders, trick):
    """Who led a trick, counted from 0; the one now open is led by whom the view names."""
    return leaders[trick] if trick + 1 < view.trick else view.leader


def look(rules, view, plays, leaders, passes, state, unseen):
    """Note what a seat has seen: how many unseen cards each holder has, which kinds it may hold and which it must.

    `plays`, `leaders` and `passes` are those of a history; `state` is an empty place to play the history again. `joint` becomes
    1 where kinds of card alone do not say all, so that layouts are to be tried by playing the deal again.
    """
    count_unseen(rules, view, plays, leaders, unseen)
    if view.decision == PASS:
        return
    note_passes(rules, view, plays, leaders, passes, unseen)
    if rules.forbidden_pass != NO_CARDS and due(rules, view.number) > 0:
        note_receipt(rules, view, plays, leaders, unseen)
    seat = view.seat
    clear(rules, state, np.uint64(0), view.number)
    for k in range(plays.shape[0]):
        add_card(state, player_of(rules, view, leaders, k), plays[k])
    own = view.hand
    while own != NO_CARDS:
        add_card(state, seat, first(own))
        if has(view.twin, first(own)):
            add_card(state, seat, first(own))
        own &= own - ONE
    note_lead(rules, leader_of(rules, view, leaders, 0), np.int64(-1), state, unseen)
    for k in range(plays.shape[0]):
        if k > 0 and k % rules.players == 0:
            leader = leader_of(rules, view, leaders, k // rules.players)
            note_lead(rules, leader, next_leader(rules, view, leaders, k // rules.players, state), state, unseen)
        player = to_play(rules, state)
        if player != seat:
            note_play(rules, player, plays[k], state, unseen)
        play_card(rules, state, plays[k])
    if plays.shape[0] > 0 and view.in_trick == 0:
        note_lead(rules, view.leader, next_leader(rules, view, leaders, view.trick - 1, state), state, unseen)


def next_leader(rules, view, leaders, trick, state):
    """Who leads a trick by having won the one before, or by having led it if it was void: before the lead is passed on."""
    return leader_of(rules, view, leaders, trick - 1) if state.void == 1 else state.last_winner


def count_unseen(rules, view, plays, leaders, unseen):
    """The unseen cards, and how many of them each holder has; for the present each may hold any."""
    players, seat = rules.players, view.seat
    unseen.players = players
    unseen.seat = seat
    unseen.joint = 0
    unseen.giver = -1
    unseen.special = NO_CARDS
    unseen.least = 0
    cards, twins = rules.pack, rules.pack_twin
    known, known_twin = view.seen, view.seen_twin
    for k in range(3):
        more = view.hand if k == 0 else view.kitty if k == 1 else view.passed if view.decision == PASS else NO_CARDS
        twice = view.twin if k == 0 else view.kitty_twin if k == 1 else view.passed_twin if view.decision == PASS else NO_CARDS
        known_twin |= twice | (known & more)
        known |= more
    unseen.cards = (cards & ~known) | (twins & ~known_twin)
    unseen.twins = twins & ~known
    for holder in range(HOLDERS):
        unseen.holds[holder] = rules.hand_size if holder < players and holder != seat else 0
        unseen.may[holder] = unseen.cards if holder <= players and holder != seat else NO_CARDS
        unseen.must[holder] = NO_CARDS
        unseen.must_twin[holder] = NO_CARDS
    for k in range(plays.shape[0]):
        player = player_of(rules, view, leaders, k)
        unseen.holds[player] -= 1 if player != seat else 0
    over = count(rules.pack) + count(rules.pack_twin) - players * rules.hand_size
    unseen.holds[players] = over if view.kitty == NO_CARDS else 0


def note_passes(rules, view, plays, leaders, passes, unseen):
    """A card that this seat has passed is held where it went, unless a card of its kind has been played from there."""
    scattered = direction(rules, view.number) == SCATTER
    for i in range(passes.shape[0]):
        target, card = (view.seat + 1 + i) % rules.players if scattered else view.pass_to, passes[i]
        if has(unseen.must[target], card):
            unseen.must_twin[target] |= bit(card)
        unseen.must[target] |= bit(card)
    for k in range(plays.shape[0]):
        player, card = player_of(rules, view, leaders, k), plays[k]
        if has(unseen.must_twin[player], card):
            unseen.must_twin[player] &= ~bit(card)
        else:
            unseen.must[player] &= ~bit(card)


def note_receipt(rules, view, plays, leaders, unseen):
    """Who has passed a forbidden card had too few others (RULES G10), and so still holds so many forbidden ones at least."""
    many, special = due(rules, view.number), rules.forbidden_pass
    if count(rules.pack & special) + count(rules.pack_twin & special) > rules.hand_size - many:
        unseen.joint = 1
    if view.pass_from >= 0 and view.received & special != NO_CARDS:
        others = many - 1 - count(view.received & ~special) - count(view.received_twin & ~special)
        others += many
        if view.pass_from == view.pass_to:
            others -= count(view.passed & special) + count(view.passed_twin & special)
        for k in range(plays.shape[0]):
            others -= 1 if player_of(rules, view, leaders, k) == view.pass_from and not has(special, plays[k]) else 0
        unseen.giver = view.pass_from
        unseen.special = special
        unseen.least = max(0, unseen.holds[view.pass_from] - others)


def note_play(rules, player, card, state, unseen):
    """A card that would have made this play illegal, had the player held it, is not held now."""
    held, may = state.hand[player], unseen.may[player]
    kinds = may
    while kinds != NO_CARDS:
        other = kinds & (~kinds + ONE)
        kinds &= kinds - ONE
        state.hand[player] = bit(card) | other
        if not has(legal(rules, state, player), card):
            may &= ~other
    state.hand[player] = held | may
    if not has(legal(rules, state, player), card):
        unseen.joint = 1
    state.hand[player] = held
    unseen.may[player] = may


def note_lead(rules, leader, natural, state, unseen):
    """A card that would have given the lead to somebody else is not held now. `natural` led but for a lead passed on.

    -1 stands for the first lead, of which the opening decides.
    """
    clubs = natural < 0 and (rules.opening == LOWEST_CLUB or rules.opening == ANY_CLUB)
    passed_on = rules.lead_escape == PASS_LEFT and state.broken == 0
    if clubs and passed_on and rules.waits & suit_bits(CLUBS) != NO_CARDS:
        unseen.joint = 1  # who held the lowest club and passed the lead on is not known
    elif clubs or passed_on:
        held = state.hand[leader]
        state.hand[leader] = held | unseen.may[leader]
        if led_by(rules, natural, state) != leader:
            unseen.joint = 1
        else:
            for other in range(rules.players):
                if other != leader and other != unseen.seat:
                    note_leader(rules, leader, natural, other, held, state, unseen)
        state.hand[leader] = held
        if not leads_surely(rules, leader, natural, state, unseen):
            unseen.joint = 1
    state.leader = leader


def note_leader(rules, leader, natural, other, held, state, unseen):
    """Strike the cards with which another seat would have led in place of the leader, who may have held all he may hold."""
    before, widest, kinds = state.hand[other], held | unseen.may[leader], unseen.may[other]
    while kinds != NO_CARDS:
        card = kinds & (~kinds + ONE)
        kinds &= kinds - ONE
        state.hand[other] = before | card
        state.hand[leader] = widest if unseen.twins & card != NO_CARDS else (widest & ~card) | held
        if led_by(rules, natural, state) != leader:
            unseen.may[other] &= ~card
    state.hand[other] = before
    state.hand[leader] = widest


def leads_surely(rules, leader, natural, state, unseen):
    """Whether the leader leads with what he held for certain, even if every other seat held all it may hold."""
    others = NO_CARDS
    for holder in range(rules.players + 1):
        unseen.allowed[holder] = state.hand[holder] if holder < rules.players else NO_CARDS
        if holder != leader and unseen.holds[holder] > 0:
            others |= unseen.may[holder]
    for seat in range(rules.players):
        state.hand[seat] |= unseen.may[seat] & ~others if seat == leader else unseen.may[seat]
    found = led_by(rules, natural, state) == leader
    for seat in range(rules.players):
        state.hand[seat] = unseen.allowed[seat]
    return found


def led_by(rules, natural, state):
    """Who leads with the hands as they are."""
    if natural < 0:
        open_play(rules, state)
    else:
        state.leader = natural
        pass_lead(rules, state)
    return state.leader
