"""Layouts of the cards that one seat cannot see: all that agree with what it knows, each as likely as any other.

Undecorated functions over records, compiled like the rules of play. Layouts are those of physical cards: the two copies of a
kind in two packs are different cards. Cards that the same holders may hold form a class, holders that may hold the same cards a
group. An exact programme counts, group by group, in how many ways the cards left of each class can still be laid out; a layout
is then drawn group by group. Where kinds of card do not say all (`joint`), a draw is to be tried by playing the deal again.
"""

from __future__ import annotations

import numpy as np

from hearts_lab.cards import NO_CARDS, ONE, bit, count, first, has
from hearts_lab.draws import draw, draw_part
from hearts_lab.play import SCATTER, add_card, clear, direction, due, legal, open_play, to_play
from hearts_lab.unseen import MOST, player_of
from hearts_lab.views import PASS

ROOM = 1 << 17  # numbers in the table of `count_layouts`; with less room classes are joined, and more layouts tried in vain
SPECIAL = 63  # the bit of a class of special cards in its sign; the others are groups
CHOOSE = np.zeros((MOST + 1, MOST + 1))  # n over k
CHOOSE[:, 0] = 1
for _n in range(1, MOST + 1):
    CHOOSE[_n, 1:] = CHOOSE[_n - 1, 1:] + CHOOSE[_n - 1, :-1]


# Counting.

def count_layouts(unseen, ways):
    """How many layouts there are by what each holder may and must hold, and the table `ways` from which `lay_out` draws.

    0 where there is none. Where `joint` is 1, before or after, it is an upper bound: what is drawn is then to be tried with
    `can_have_passed` and, card by card, `can_have_played`.
    """
    sort_out(unseen)
    unseen.whole = 0.0
    if not classify(unseen):
        return 0.0
    while (unseen.groups - 1) * unseen.layer > ways.shape[0] and unseen.classes > 1:
        join_classes(unseen)
        classify(unseen)
    for group in range(unseen.groups - 1, 0, -1):
        fill(unseen, ways, group)
    for k in range(unseen.classes):
        unseen.left[k] = unseen.many[k]
    found = 1.0 if unseen.groups == 0 else sum_up(unseen, ways, 0)
    unseen.whole = found
    for group in range(unseen.groups):
        over = unseen.group_size[group]
        for holder in range(unseen.players + 1):
            if unseen.group[holder] == group:
                found *= CHOOSE[over, unseen.room[holder]]
                over -= unseen.room[holder]
    return found


def sort_out(unseen):
    """Sort the cards that lie nowhere for certain into classes and their holders into groups, fewest choices first."""
    holders = unseen.players + 1
    cards, twins, found, apart = unseen.cards, unseen.twins, np.int64(0), unseen.least > 0
    for holder in range(holders):
        unseen.group[holder] = -1
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
    for holder in range(holders):
        if unseen.room[holder] > 0:
            may = unseen.may[holder] & cards
            group = np.int64(0)
            while group < found and (unseen.allowed[group] != may or (apart and (
                    holder == unseen.giver or group == unseen.group[unseen.giver]))):
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
    unseen.lacks = 0
    if apart:
        sure, sure_twin = unseen.must[unseen.giver], unseen.must_twin[unseen.giver]
        unseen.lacks = unseen.least - count(sure & unseen.special) - count(sure_twin & unseen.special)
    unseen.free = cards
    unseen.free_twins = twins
    while cards != NO_CARDS:
        kind = first(cards)
        cards &= cards - ONE
        unseen.kind[kind] = bit(SPECIAL) if apart and has(unseen.special, kind) else NO_CARDS
        for group in range(found):
            if has(unseen.allowed[group], kind):
                unseen.kind[kind] |= bit(group)


def order_groups(unseen):
    """Those with the most kinds to choose from come last: what is left over is theirs, without a count."""
    for _ in range(unseen.groups):
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


def classify(unseen):
    """The classes of cards: the groups that may hold them, as bits, and their cards side by side.

    Whether there is a holder for every card and a card for every holder.
    """
    placed, classes, left = 0, 0, unseen.free
    while left != NO_CARDS:
        sign, kinds = unseen.kind[first(left)], left
        if sign & ~bit(SPECIAL) == NO_CARDS:
            return False
        unseen.sign[classes] = sign
        unseen.start[classes] = placed
        while kinds != NO_CARDS:
            kind = first(kinds)
            kinds &= kinds - ONE
            if unseen.kind[kind] == sign:
                left &= ~bit(kind)
                for _ in range(2 if has(unseen.free_twins, kind) else 1):
                    unseen.pile[placed] = kind
                    placed += 1
        unseen.many[classes] = placed - unseen.start[classes]
        classes += 1
    unseen.classes = classes
    unseen.largest = 0
    for k in range(classes):
        unseen.largest = k if unseen.many[k] > unseen.many[unseen.largest] else unseen.largest
    unseen.layer = 1
    for k in range(classes):
        unseen.stride[k] = 0 if k == unseen.largest else unseen.layer  # the largest follows from the others: all are dealt
        if k != unseen.largest:
            unseen.layer = min(unseen.layer * (unseen.many[k] + 1), 1 << 40)
    for group in range(unseen.groups):
        placed -= unseen.group_size[group]
    return placed == 0


def join_classes(unseen):
    """Join the two classes that differ least: their cards may lie with the holders of either, and not every layout is one."""
    a, b, least = 0, 1, np.int64(1 << 40)
    for i in range(unseen.classes):
        for j in range(i):
            apart = count(unseen.sign[i] ^ unseen.sign[j]) * min(unseen.many[i], unseen.many[j])
            if apart < least:
                a, b, least = i, j, apart
    both = unseen.sign[a] | unseen.sign[b]
    for k in (a, b):
        for i in range(unseen.start[k], unseen.start[k] + unseen.many[k]):
            unseen.kind[unseen.pile[i]] = both
    unseen.joint = 1


def fill(unseen, ways, group):
    """In how many ways the groups from this one on can get the cards left of each class, for every number left."""
    places = 0
    for later in range(group, unseen.groups):
        places += unseen.group_size[later]
    base, largest = (group - 1) * unseen.layer, unseen.largest
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
            unseen.part[k] = unseen.left[k]
            if unseen.left[k] > 0 and not has(unseen.sign[k], group):
                return 0.0
        return 1.0 if has_enough(unseen, group) else 0.0
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
    if not has_enough(unseen, group):
        return 0.0
    found, place = 1.0, np.int64(0)
    for k in range(unseen.classes):
        found *= CHOOSE[unseen.left[k], unseen.part[k]]
        place += unseen.stride[k] * (unseen.left[k] - unseen.part[k])
    return found * ways[group * unseen.layer + place]


def place_of(unseen):
    """The place in a layer of the table of what is left now."""
    place = np.int64(0)
    for k in range(unseen.classes):
        place += unseen.stride[k] * unseen.left[k]
    return place


def has_enough(unseen, group):
    """Whether a group with these numbers of cards, if it is the giver of forbidden ones, has as many of them as it must."""
    if unseen.lacks <= 0 or unseen.group[unseen.giver] != group:
        return True
    lacks = unseen.lacks
    for k in range(unseen.classes):
        lacks -= unseen.part[k] if has(unseen.sign[k], SPECIAL) else 0
    return lacks <= 0


# Drawing.

def lay_out(unseen, ways, key, drawn, hand, twin):
    """Draw one of the counted layouts, all equally likely, into the hands held now; returns how many draws the key has given.

    Where `count_layouts` has told of none, only the cards that lie somewhere for certain are laid.

    `hand` and `twin` have a row for each seat and one for the kitty; those of the seat that looks are left alone.
    """
    for holder in range(unseen.players + 1):
        if holder != unseen.seat:
            hand[holder] = unseen.must[holder]
            twin[holder] = unseen.must_twin[holder]
    for k in range(unseen.classes if unseen.whole > 0 else 0):
        unseen.left[k] = unseen.many[k]
        for i in range(unseen.start[k], unseen.start[k] + unseen.many[k]):
            unseen.rest[i] = unseen.pile[i]
    for group in range(unseen.groups if unseen.whole > 0 else 0):
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
    at *= unseen.whole if group == 0 else ways[(group - 1) * unseen.layer + place_of(unseen)]
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


def can_have_passed(rules, view, state):
    """Whether the hands as they were after the pass can come from one in which nobody passed what he might not (RULES G10).

    Of scattered cards each giver is looked at alone.
    """
    many, special = due(rules, view.number), rules.forbidden_pass
    if special == NO_CARDS or many == 0:
        return True
    if view.pass_to < 0:
        givers = 0
        for seat in range(rules.players):
            few = others_in(state.hand[seat], state.twin[seat], special) < 2 * many
            givers += 1 if few and seat != view.seat else 0
        return count(view.received & special) + count(view.received_twin & special) <= givers
    for seat in range(rules.players):
        if not can_go_round(rules, view, state, seat, many):
            return False
    return True


def others_in(hand, twin, special):
    """How many cards are not special."""
    return count(hand & ~special) + count(twin & ~special)


def can_have_received(rules, view, state, seat, many):
    """How many cards that are not forbidden a seat may have received, as bits."""
    special, found = rules.forbidden_pass, NO_CARDS
    if seat == view.seat:
        return bit(others_in(view.received, view.received_twin, special))
    if seat == view.pass_to:
        return bit(others_in(view.passed, view.passed_twin, special))
    others = others_in(state.hand[seat], state.twin[seat], special)
    for number in range(max(0, many - rules.hand_size + others), min(many, others) + 1):
        found |= bit(number)
    return found


def can_go_round(rules, view, state, start, many):
    """Whether the passes from one seat to the next, until they come back to `start`, can all have been allowed."""
    for first_number in range(many + 1):
        numbers = can_have_received(rules, view, state, start, many) & bit(first_number)
        seat = start
        while numbers != NO_CARDS:
            target, reached = state.pass_to[seat], NO_CARDS
            others = others_in(state.hand[seat], state.twin[seat], rules.forbidden_pass)
            for given in range(many + 1):
                for got in range(many + 1):
                    if has(numbers, got) and (given == many or seat == view.seat or others - got + given < many):
                        reached |= bit(given)
            seat = target
            if seat == start:
                if has(reached, first_number):
                    return True
                numbers = NO_CARDS
            else:
                numbers = reached & can_have_received(rules, view, state, seat, many)
    return False


def can_have_played(rules, state, leader, card):
    """Whether, as the table stands, this seat leads the trick and this card may be played next."""
    return state.leader == leader and has(legal(rules, state, to_play(rules, state)), card)
