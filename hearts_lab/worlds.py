"""Layouts of the cards that one seat cannot see: every one that agrees with what it knows, each as likely as any other.

Undecorated functions over records, compiled like the rules of play. What a past play tells of the cards still held is asked of
those rules (a card that would have made the play illegal is not held), so that no rule is written here a second time. Layouts
are those of physical cards: the two copies of a kind in two packs are different cards. A card that this seat has passed lies
where it went until that seat plays one of its kind.

Cards that the same seats may hold form a class, seats that may hold the same cards a group. An exact programme counts, group by
group, in how many ways the cards left of each class can still be laid out; a layout is then drawn group by group.
"""

from __future__ import annotations

import numpy as np

from hearts_lab.cards import CLUBS, NO_CARDS, ONE, bit, count, first, has, suit_bits
from hearts_lab.draws import draw, draw_part
from hearts_lab.play import (
    ANY_CLUB,
    LOWEST_CLUB,
    PASS_LEFT,
    SCATTER,
    add_card,
    clear,
    direction,
    legal,
    open_play,
    pass_lead,
    play_card,
    remove_card,
    to_play,
)
from hearts_lab.rules import SEATS
from hearts_lab.views import PASS

HOLDERS = SEATS + 1  # the seats, then the kitty at `rules.players`
CLASSES = 52
MOST = 104  # cards in two packs
ROOM = 1 << 17  # numbers in the table of `count_layouts`
UNSEEN = np.dtype([
    ("players", "i8"), ("seat", "i8"), ("joint", "i8"), ("cards", "u8"), ("twins", "u8"),
    *((field, kind, (HOLDERS,)) for kind, named in (
        ("i8", "holds room group group_size members"), ("u8", "may must must_twin allowed"),
    ) for field in named.split()),
    ("classes", "i8"), ("groups", "i8"), ("layer", "i8"), ("pile", "i8", (MOST,)), ("rest", "i8", (MOST,)),
    ("pool", "i8", (MOST,)), ("sign", "u8", (CLASSES,)),
    *((field, "i8", (CLASSES,)) for field in "many start stride left part".split()),
])
CHOOSE = np.zeros((MOST + 1, MOST + 1))  # n over k
CHOOSE[:, 0] = 1
for _n in range(1, MOST + 1):
    CHOOSE[_n, 1:] = CHOOSE[_n - 1, 1:] + CHOOSE[_n - 1, :-1]


# What a seat has seen.

def player_of(rules, view, leaders, k):
    """Which seat played the card at place `k` of the history."""
    return (leader_of(rules, view, leaders, k // rules.players) + k % rules.players) % rules.players


def leader_of(rules, view, leaders, trick):
    """Who led a trick, counted from 0; the one now open is led by whom the view names."""
    return leaders[trick] if trick + 1 < view.trick else view.leader


def look(rules, view, plays, leaders, passes, state, unseen):
    """Note what a seat has seen: how many unseen cards each holder has, which kinds it may hold and which it must.

    `plays`, `leaders` and `passes` are those of a history; `state` is an empty place to play the history again. `joint` becomes
    1 where kinds of card alone do not say all, so that layouts are to be tried with `is_possible`.
    """
    count_unseen(rules, view, plays, leaders, unseen)
    if view.decision == PASS:
        return
    note_passes(rules, view, plays, leaders, passes, unseen)
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


# Counting.

def count_layouts(unseen, ways):
    """How many layouts there are by what each holder may and must hold, and the table `ways` from which `lay_out` draws.

    0 where there is none; -1 where the table has no room, and `lay_out` deals blocks of holders anew instead.
    """
    sort_out(unseen)
    if unseen.classes < 0:
        return 0.0
    steps = unseen.groups - 2
    if steps > 0 and steps * unseen.layer > ways.shape[0]:
        return -1.0
    for group in range(unseen.groups - 2, 0, -1):
        fill(unseen, ways, group)
    for k in range(unseen.classes):
        unseen.left[k] = unseen.many[k]
    found = 1.0 if unseen.groups == 0 else sum_up(unseen, ways, 0)
    for group in range(unseen.groups):
        over = unseen.group_size[group]
        for place in range(unseen.members[group]):
            size = unseen.room[member_of(unseen, group, place)]
            found *= CHOOSE[over, size]
            over -= size
    return found


def member_of(unseen, group, place):
    """The holder at a place of a group."""
    for holder in range(unseen.players + 1):
        if unseen.group[holder] == group:
            if place == 0:
                return holder
            place -= 1
    return -1


def sort_out(unseen):
    """Sort the cards that lie nowhere for certain into classes and their holders into groups, fewest choices first."""
    holders = unseen.players + 1
    cards, twins = unseen.cards, unseen.twins
    for holder in range(holders):
        unseen.room[holder] = unseen.holds[holder] - count(unseen.must[holder]) - count(unseen.must_twin[holder])
        kinds = unseen.must[holder]
        while kinds != NO_CARDS:
            card = kinds & (~kinds + ONE)
            kinds &= kinds - ONE
            copies = 2 if unseen.must_twin[holder] & card != NO_CARDS else 1
            for _ in range(copies):
                if twins & card != NO_CARDS:
                    twins &= ~card
                else:
                    cards &= ~card
    unseen.groups = 0
    for holder in range(holders):
        unseen.group[holder] = -1
    found = np.int64(0)
    for holder in range(holders):
        if unseen.room[holder] > 0:
            may = unseen.may[holder] & cards
            group = np.int64(0)
            while group < found and unseen.allowed[group] != may:
                group += 1
            if group == found:
                found += 1
                unseen.allowed[group] = may
                unseen.group_size[group] = 0
                unseen.members[group] = 0
            unseen.group[holder] = group
            unseen.group_size[group] += unseen.room[holder]
            unseen.members[group] += 1
    unseen.groups = found
    order_groups(unseen)
    classify(unseen, cards, twins)


def order_groups(unseen):
    """Those with the most kinds to choose from come last: what is left over is theirs, without a count."""
    for i in range(unseen.groups):
        for j in range(unseen.groups - 1):
            if count(unseen.allowed[j]) > count(unseen.allowed[j + 1]):
                allowed, size, members = unseen.allowed[j], unseen.group_size[j], unseen.members[j]
                unseen.allowed[j] = unseen.allowed[j + 1]
                unseen.group_size[j] = unseen.group_size[j + 1]
                unseen.members[j] = unseen.members[j + 1]
                unseen.allowed[j + 1] = allowed
                unseen.group_size[j + 1] = size
                unseen.members[j + 1] = members
                for holder in range(unseen.players + 1):
                    if unseen.group[holder] == j:
                        unseen.group[holder] = j + 1
                    elif unseen.group[holder] == j + 1:
                        unseen.group[holder] = j


def classify(unseen, cards, twins):
    """The classes of cards: the groups that may hold them as bits, how many there are, and the cards side by side."""
    unseen.classes = 0
    placed, left, classes = 0, cards, 0
    while left != NO_CARDS:
        sign = sign_of(unseen, left & (~left + ONE))
        unseen.sign[classes] = sign
        unseen.start[classes] = placed
        kinds = left
        while kinds != NO_CARDS:
            card = kinds & (~kinds + ONE)
            kinds &= kinds - ONE
            if sign_of(unseen, card) == sign:
                left &= ~card
                unseen.pile[placed] = first(card)
                placed += 1
                if twins & card != NO_CARDS:
                    unseen.pile[placed] = first(card)
                    placed += 1
        unseen.many[classes] = placed - unseen.start[classes]
        classes += 1
        if sign == NO_CARDS:
            unseen.classes = -1
            return
    places = 0
    for group in range(unseen.groups):
        places += unseen.group_size[group]
    if places != placed:
        unseen.classes = -1
        return
    unseen.classes = classes
    largest = 0
    for k in range(classes):
        largest = k if unseen.many[k] > unseen.many[largest] else largest
    unseen.layer = 1
    for k in range(classes):
        unseen.stride[k] = 0 if k == largest else unseen.layer  # the largest follows from the others, since all are dealt
        if k != largest:
            unseen.layer = min(unseen.layer * (unseen.many[k] + 1), 1 << 40)


def sign_of(unseen, card):
    """The groups that may hold a card, as bits."""
    sign = NO_CARDS
    for group in range(unseen.groups):
        if unseen.allowed[group] & card != NO_CARDS:
            sign |= bit(group)
    return sign


def fill(unseen, ways, group):
    """In how many ways the groups from this one on can get the cards left of each class, for every number left."""
    places = 0
    for later in range(group, unseen.groups):
        places += unseen.group_size[later]
    base, largest = (group - 1) * unseen.layer, 0
    for k in range(unseen.classes):
        largest = k if unseen.stride[k] == 0 else largest
    for i in range(unseen.layer):
        over = places
        for k in range(unseen.classes):
            if k != largest:
                unseen.left[k] = i // unseen.stride[k] % (unseen.many[k] + 1)
                over -= unseen.left[k]
        unseen.left[largest] = over
        ways[base + i] = sum_up(unseen, ways, group) if 0 <= over <= unseen.many[largest] else 0.0


def sum_up(unseen, ways, group):
    """The ways for what is left now: over all numbers of cards that this group can get of each class."""
    if group == unseen.groups - 1:
        for k in range(unseen.classes):
            if unseen.left[k] > 0 and not has(unseen.sign[k], group):
                return 0.0
        return 1.0
    found = 0.0
    more = first_part(unseen, group)
    while more:
        found += weight(unseen, ways, group)
        more = next_part(unseen, group)
    return found


def first_part(unseen, group):
    """The first way to fill a group by numbers of cards of each class; whether there is one."""
    need = unseen.group_size[group]
    for k in range(unseen.classes):
        unseen.part[k] = min(need, unseen.left[k]) if has(unseen.sign[k], group) else 0
        need -= unseen.part[k]
    return need == 0


def next_part(unseen, group):
    """The next way; whether there is one."""
    spare = np.int64(0)
    for k in range(unseen.classes):
        if has(unseen.sign[k], group):
            if spare > 0 and unseen.part[k] < unseen.left[k]:
                unseen.part[k] += 1
                spare -= 1
                for i in range(k):
                    unseen.part[i] = min(spare, unseen.left[i]) if has(unseen.sign[i], group) else 0
                    spare -= unseen.part[i]
                return True
            spare += unseen.part[k]
            unseen.part[k] = 0
    return False


def weight(unseen, ways, group):
    """In how many ways a group can get these numbers of cards and the later groups the rest."""
    found, place = 1.0, 0
    for k in range(unseen.classes):
        found *= CHOOSE[unseen.left[k], unseen.part[k]]
        place += unseen.stride[k] * (unseen.left[k] - unseen.part[k])
    if group + 1 < unseen.groups - 1:
        return found * ways[group * unseen.layer + place]
    for k in range(unseen.classes):
        if unseen.left[k] > unseen.part[k] and not has(unseen.sign[k], group + 1):
            return 0.0
    return found


# Drawing.

def lay_out(unseen, ways, key, drawn, hand, twin):
    """Draw one of the counted layouts, all equally likely, into the hands held now; returns how many draws the key has given.

    `hand` and `twin` have a row for each seat and one for the kitty; those of the seat that looks are left alone.
    """
    for holder in range(unseen.players + 1):
        if holder != unseen.seat:
            hand[holder] = unseen.must[holder]
            twin[holder] = unseen.must_twin[holder]
    for k in range(unseen.classes):
        unseen.left[k] = unseen.many[k]
        for i in range(unseen.start[k], unseen.start[k] + unseen.many[k]):
            unseen.rest[i] = unseen.pile[i]
    for group in range(unseen.groups):
        drawn = draw_parts(unseen, ways, group, key, drawn)
        got = 0
        for k in range(unseen.classes):
            start = unseen.start[k]
            for _ in range(unseen.part[k]):
                i, drawn = draw(key, drawn, unseen.left[k])
                unseen.left[k] -= 1
                unseen.pool[got] = unseen.rest[start + i]
                unseen.rest[start + i] = unseen.rest[start + unseen.left[k]]
                got += 1
        drawn = share_out(unseen, group, got, key, drawn, hand, twin)
    return drawn


def draw_parts(unseen, ways, group, key, drawn):
    """How many cards of each class a group gets: drawn by the number of layouts; the last group gets what is left."""
    if group == unseen.groups - 1:
        for k in range(unseen.classes):
            unseen.part[k] = unseen.left[k]
        return drawn
    at, drawn = draw_part(key, drawn)
    at *= sum_up(unseen, ways, group)
    first_part(unseen, group)
    while True:
        at -= weight(unseen, ways, group)
        if at < 0:
            return drawn
        if not next_part(unseen, group):  # a last fraction lost in rounding: the first possible way
            at = 0.0
            first_part(unseen, group)


def share_out(unseen, group, got, key, drawn, hand, twin):
    """Deal a group's cards among its holders at random."""
    alone = unseen.members[group] == 1
    for holder in range(unseen.players + 1):
        if unseen.group[holder] == group:
            for _ in range(unseen.room[holder]):
                i = got - 1
                if not alone:
                    i, drawn = draw(key, drawn, got)
                card = bit(unseen.pool[i])
                got -= 1
                unseen.pool[i] = unseen.pool[got]
                twin[holder] |= hand[holder] & card
                hand[holder] |= card
    return drawn


# Trying a layout.

def set_out(rules, view, plays, leaders, passes, hand, twin, state):
    """Put the table back to just before the first lead (in the pass: to now) with these hands held now.

    Known passes and receipts are filled in, the points that stand on the sheet and the pool too.
    """
    clear(rules, state, np.uint64(0), view.number)
    seat = view.seat
    state.pool = view.pool
    for other in range(rules.players):
        state.before[other] = view.before[other]
        state.hand[other] = hand[other]
        state.twin[other] = twin[other]
    state.hand[seat] = view.hand
    state.twin[seat] = view.twin
    state.kitty = hand[rules.players] | view.kitty
    state.kitty_twin = twin[rules.players] | view.kitty_twin
    state.passed[seat] = view.passed
    state.passed_twin[seat] = view.passed_twin
    if view.decision == PASS:
        return
    for k in range(plays.shape[0]):
        add_card(state, player_of(rules, view, leaders, k), plays[k])
    state.received[seat] = view.received
    state.received_twin[seat] = view.received_twin
    if view.pass_to >= 0:
        state.received[view.pass_to] = view.passed
        state.received_twin[view.pass_to] = view.passed_twin
        state.passed[view.pass_from] = view.received
        state.passed_twin[view.pass_from] = view.received_twin
    for i in range(passes.shape[0] if direction(rules, view.number) == SCATTER else 0):
        state.received[(seat + 1 + i) % rules.players] = bit(passes[i])
        state.scattered[seat, i] = passes[i]
    open_play(rules, state)


def can_have_played(rules, state, leader, card):
    """Whether, as the table stands, this seat leads the trick and this card may be played next."""
    return state.leader == leader and has(legal(rules, state, to_play(rules, state)), card)


def is_possible(rules, view, plays, leaders, passes, hand, twin, state):
    """Whether all that has been played could have been with these hands held now; `state` is then the table now."""
    set_out(rules, view, plays, leaders, passes, hand, twin, state)
    if view.decision == PASS:
        return True
    for k in range(plays.shape[0]):
        if not can_have_played(rules, state, leader_of(rules, view, leaders, k // rules.players), plays[k]):
            return False
        play_card(rules, state, plays[k])
    return state.leader == view.leader
