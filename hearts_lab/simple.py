"""Four simple players, fixed: published comparisons hang on them, and a test holds their recorded plays."""

from __future__ import annotations

from hearts_lab.cards import HEARTS, NO_CARDS, ONE, SPADES, above, below, count, first, has, last, nth, suit_bits, suit_of
from hearts_lab.sense import (
    BONUS,
    BY_CHANCE,
    CHEAP,
    DUCK,
    DUMP,
    FORCED,
    LOW_LEAD,
    NO_REASON,
    PASS_HEART,
    PASS_SHORT,
    PASS_SPADE,
    SHED,
    SMOKE,
    STOP_MOON,
    WIN_HIGH,
    WIN_LOW,
    chance,
    cheapest,
    dearest,
    is_last,
    is_void,
    lady,
    moon_choice,
    moon_threat,
    trick_worth,
    unseen,
    winning_card,
    winning_seat,
)
from hearts_lab.views import MOON, PASS, PLAY


def random(view):
    """Any legal card, each as likely as the others. The measure of what skill is worth."""
    view.reason = BY_CHANCE
    return nth(view.legal, chance(view, count(view.legal)))


def danger(view, card):
    """How likely a card is to cost points later: the habit behind passing and discarding (RULES D3-D9, D31)."""
    suit = suit_of(card)
    rank = card % 13
    holding = view.hand & suit_bits(suit)
    queen = lady(view) if suit == SPADES else -1
    if view.worth[card] < 0:
        view.reason = BONUS
        return -60
    if queen >= 0 and (has(view.hand, queen) or has(unseen(view), queen)):
        if card < queen and view.worth[card] == 0:  # a guard (D9)
            view.reason = NO_REASON
            return rank - 20
        guards = count(holding & below(queen))
        view.reason = PASS_SPADE
        return 6 if guards >= 4 else 70 + view.worth[card] - 8 * guards
    if suit == HEARTS and view.worth[card] > 0:
        lower = count(holding & below(card))
        view.reason = PASS_HEART
        if lower == 0:
            return rank - 4  # the lowest heart is a guard, and stops moons (D11)
        return 2 * rank + 6 * max(0, 3 - lower) if rank >= 7 else rank
    view.reason = PASS_SHORT
    if view.bonuses & below(card) & ~view.seen != NO_CARDS:
        return rank // 2  # above a bonus card that is still out, it may win it
    return 2 * rank + 5 * max(0, 4 - count(holding)) + 3 * max(0, view.worth[card])


def most_dangerous(view, cards, per_point):
    """The most dangerous card of a set, a point that it costs at once weighing `per_point`."""
    best = -1
    most = 0
    why = NO_REASON
    while cards != NO_CARDS:
        card = first(cards)
        cards &= cards - ONE
        much = danger(view, card) + per_point * max(0, view.worth[card])
        if best < 0 or much > most:
            best = card
            most = much
            why = view.reason
    view.reason = why
    return best


def cautious(view):
    """A sound all-round player: ducks, sheds, leads low and stops plain moons (RULES D1, D2, D9, D31; CASES C05, C73).

    Passes the most dangerous cards, high spades unless four lower ones guard them; follows with the highest card that loses;
    last to a worthless trick, wins it with a high card; when void sheds what costs most; leads low, and no spade while the
    queen is out.
    """
    if view.decision == PASS:
        return most_dangerous(view, view.legal, 0)
    if view.decision == MOON:
        return moon_choice(view)
    if count(view.legal) == 1:
        view.reason = FORCED
        return first(view.legal)
    if view.in_trick == 0:
        return cautious_lead(view)
    if suit_of(first(view.legal)) == suit_of(view.card[0]) and view.legal & ~suit_bits(suit_of(view.card[0])) == NO_CARDS:
        return cautious_follow(view)
    return cautious_discard(view)


def lead_risk(view, card):
    """How likely a lead is to win the trick and points with it: the share of lower cards among those still out."""
    suit = suit_of(card)
    out = unseen(view) & suit_bits(suit)
    higher = count(out & above(card))
    lower = count(out & below(card))
    if higher + lower == 0:
        return 150
    risk = 100 * lower // (higher + lower) + (20 if higher == 0 else 0)
    queen = lady(view)
    if suit == SPADES and queen >= 0 and not has(view.seen, queen):
        risk += 60 if card < queen else 120
    for seat in range(view.players):
        if seat != view.seat and is_void(view, seat, suit):
            risk += 25
    if view.worth[card] < 0:
        risk += 100
    return risk + (10 + 2 * view.worth[card] if view.worth[card] > 0 else 0)


def cautious_lead(view):
    """Lead the lowest card of the suit in which it is least likely to win."""
    best = -1
    least = 0
    for suit in range(4):
        holding = view.legal & suit_bits(suit)
        if holding != NO_CARDS:
            risk = lead_risk(view, first(holding))
            if best < 0 or risk < least:
                best = first(holding)
                least = risk
    view.reason = LOW_LEAD
    return best


def cautious_follow(view):
    """Follow suit: duck high, shed what costs, win cheaply when last, stop a moon, take a bonus."""
    best = winning_card(view)
    losing = view.legal & below(best) if best >= 0 else NO_CARDS
    winning = view.legal & above(best) if best >= 0 else view.legal
    worth = trick_worth(view)
    free_trick = view.trick == 1 and view.clean == 1
    if winning != NO_CARDS and worth > 0 and moon_threat(view) >= 0 and winning_seat(view) == moon_threat(view):
        view.reason = STOP_MOON
        return cheapest(view, winning, not is_last(view))
    if winning != NO_CARDS and worth < 0 and is_last(view):
        view.reason = BONUS
        return cheapest(view, winning, True)
    if losing != NO_CARDS and view.worth[dearest(view, losing)] > 1:
        view.reason = DUMP
        return dearest(view, losing)
    cheap = winning & ~view.penalties & ~view.bonuses
    if cheap != NO_CARDS and worth <= 0 and (free_trick or (is_last(view) and 3 * view.trick <= 2 * view.hand_size)):
        view.reason = CHEAP
        return last(cheap)
    if losing & ~view.bonuses != NO_CARDS:
        view.reason = DUCK
        return last(losing & ~view.bonuses)
    if is_last(view):
        view.reason = WIN_HIGH
        return cheapest(view, view.legal & ~view.bonuses, True) if view.legal & ~view.bonuses != NO_CARDS else first(view.legal)
    view.reason = WIN_LOW
    return cheapest(view, view.legal & ~view.bonuses, False) if view.legal & ~view.bonuses != NO_CARDS else first(view.legal)


def cautious_discard(view):
    """Void in the suit led: shed the dearest and most dangerous card, but give a would-be moon shooter nothing."""
    if moon_threat(view) >= 0 and winning_seat(view) == moon_threat(view) and view.legal & ~view.penalties != NO_CARDS:
        card = most_dangerous(view, view.legal & ~view.penalties, 0)
        view.reason = STOP_MOON
        return card
    card = most_dangerous(view, view.legal, 8)
    view.reason = DUMP if view.worth[card] > 0 else SHED
    return card


def smoker(view):
    """`cautious`, but leads spades to force the queen out while its own spades allow it (RULES D14, D15).

    They allow it without Q♠, K♠ and A♠, or without the queen but with five spades or more. It leads its highest spade below
    the queen.
    """
    queen = lady(view)
    if view.decision != PLAY or view.in_trick > 0 or queen < 0 or not has(unseen(view), queen):
        return cautious(view)
    spades = view.legal & suit_bits(SPADES)
    low = spades & below(queen)
    if low != NO_CARDS and (spades == low or count(spades) >= 5):
        view.reason = SMOKE
        return last(low)
    return cautious(view)


def beginner(view):
    """Somebody new to the game: half of its plays and passes are any card that the rules allow, the others `cautious`'s."""
    if view.decision != MOON and chance(view, 2) == 0:
        return random(view)
    return cautious(view)
