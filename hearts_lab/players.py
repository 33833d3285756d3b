"""Computer players: short functions of a view, each with its source; `@strategy` makes one of the reader's own.

A strategy takes the view of one seat and returns one card: in the pass one card at a time, in the play a legal one. The same
source runs plain at the table and compiled in bulk (`simulation`), so strategies keep to the functions on sets of `cards` and
to whole numbers. A strategy may say why by setting `view.reason` to one of the reasons below; the table turns it into words.

`random`, `cautious` and `smoker` are fixed: published comparisons hang on them, and a test holds their recorded plays.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from hearts_lab import cards as c
from hearts_lab.cards import (
    HEARTS,
    NO_CARDS,
    ONE,
    SPADES,
    Cards,
    above,
    below,
    count,
    first,
    has,
    last,
    nth,
    suit_bits,
    suit_of,
)
from hearts_lab.draws import draw, wrapping
from hearts_lab.play import lay_aside, passable, void_bit, winning_place
from hearts_lab.score import NEW_MOON, OLD_MOON, after_deal
from hearts_lab.views import MOON, PASS, PLAY, see


class StrategyError(ValueError):
    """A strategy that cannot be used, or that returned a card it may not play."""


REASONS = (
    "It seems as good as any.",
    "It is the only card you may play.",
    "High spades without four lower ones beside them catch the queen or cost points themselves.",
    "High hearts win tricks full of hearts.",
    "A high card in a short suit wins tricks you do not want, and a void lets you discard.",
    "Nobody can hurt you in this trick, so it is a cheap moment to be rid of a high card.",
    "It is the highest card that still loses to the winning one.",
    "It costs most, and the trick is going to somebody else.",
    "You must win this trick, so you win it with your highest card that costs nothing extra.",
    "You cannot stay below, but somebody behind you may still play higher.",
    "The trick is worth having: it holds a bonus card.",
    "One player has taken every point so far; this keeps the moon from him.",
    "You are void: a chance to shed the card most likely to cost you later.",
    "It is the lead least likely to win the trick, with the most higher cards still out.",
    "Your spades are below the queen: leading them forces her out of somebody else's hand.",
    "It is one of your legal cards, picked by chance.",
    "The old moon costs everybody else, and does not end the match against you.",
    "The old moon would end the match while somebody else has fewer points; the new one plays on.",
)
(NO_REASON, FORCED, PASS_SPADE, PASS_HEART, PASS_SHORT, CHEAP, DUCK, DUMP, WIN_HIGH, WIN_LOW, BONUS, STOP_MOON, SHED, LOW_LEAD,
 SMOKE, BY_CHANCE, MOON_OLD, MOON_NEW) = range(len(REASONS))


# What a strategy can ask of its view.

def chance(view, n):
    """A uniform random number below n, from the view's own draws."""
    number, view.drawn = draw(view.key, view.drawn, n)
    return number


def unseen(view):
    """The kinds of card still out: neither all played nor held here (with two packs, a copy may be elsewhere still)."""
    return (view.pack & ~(view.seen | view.hand)) | (view.pack_twin & ~(view.seen_twin | view.twin | (view.seen & view.hand)))


def is_void(view, seat, suit):
    """Whether a seat has shown that it is out of a suit."""
    return view.voids & void_bit(seat, suit) != NO_CARDS


def is_last(view):
    """Whether this seat plays the last card of the trick."""
    return view.in_trick == view.players - 1


def winning_card(view):
    """The card that wins the trick so far; -1 where identical cards leave none."""
    place = winning_place(view, view)
    return view.card[place] if place >= 0 else -1


def winning_seat(view):
    """The seat that wins the trick so far; -1 where identical cards leave nobody."""
    place = winning_place(view, view)
    return (view.leader + place) % view.players if place >= 0 else -1


def trick_worth(view):
    """The points in the trick so far, bonus cards included."""
    worth = 0
    for place in range(view.in_trick):
        worth += view.worth[view.card[place]]
    return worth


def lady(view):
    """The dearest spade, Q♠ in most games; -1 where no spade costs points."""
    found = -1
    for card in range(13 * SPADES, 13 * SPADES + 13):
        if has(view.penalties, card) and (found < 0 or view.worth[card] > view.worth[found]):
            found = card
    return found


def dearest(view, cards):
    """The card of a set that costs most; among equals the highest in the set's order."""
    best = -1
    while cards != NO_CARDS:
        card = first(cards)
        cards &= cards - ONE
        if best < 0 or view.worth[card] >= view.worth[best]:
            best = card
    return best


def cheapest(view, cards, high):
    """The card of a set that costs least; among equals the highest, or the lowest."""
    best = -1
    while cards != NO_CARDS:
        card = first(cards)
        cards &= cards - ONE
        if best < 0 or view.worth[card] < view.worth[best] or (high and view.worth[card] == view.worth[best]):
            best = card
    return best


def moon_threat(view):
    """The other seat that has taken every point so far, at least a third of them all; -1 if there is none."""
    if view.moon == 0:
        return -1
    threat = -1
    for seat in range(view.players):
        if view.points[seat] > 0:
            if threat >= 0 or seat == view.seat or 3 * view.points[seat] < view.total:
                return -1
            threat = seat
    return threat


def moon_choice(view):
    """Which moon a shooter takes: the old one, unless it ends the match and leaves somebody else lower (RULES A17)."""
    ends, beaten = False, False
    mine = after_deal(view, view.before[view.seat] + view.bonus[view.seat])
    for seat in range(view.players):
        scored = view.bonus[seat] + (0 if seat == view.seat else view.moon_amount)
        total = after_deal(view, view.before[seat] + scored)
        ends = ends or (view.target > 0 and total >= view.target)
        beaten = beaten or total < mine
    view.reason = MOON_NEW if ends and beaten else MOON_OLD
    return NEW_MOON if ends and beaten else OLD_MOON


# The players.

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


# Using them.

@dataclass(frozen=True)
class Strategy:
    """A named function of a view. Call it like the function itself."""

    name: str
    function: Callable
    own: bool = False  # a reader's: compiled with bounds checks

    def __call__(self, view):
        return self.function(view)


_STRATEGIES = {function.__name__: Strategy(function.__name__, function) for function in (random, cautious, smoker)}


def strategies() -> dict[str, str]:
    """The named strategies, each with what it does in one sentence."""
    return {name: found.function.__doc__.splitlines()[0] for name, found in _STRATEGIES.items()}


def strategy(function: Callable) -> Strategy:
    """Make a strategy of a function that takes a view and returns a card (an integer); usable wherever a name is.

    >>> @strategy
    ... def lowest(view):
    ...     return first(view.legal)
    """
    if not callable(function):
        raise StrategyError(f"A strategy is a function of a view, not {function!r}.")
    return Strategy(getattr(function, "__name__", type(function).__name__), function, own=True)


def named(what: str | Strategy) -> Strategy:
    """The strategy of this name; a strategy itself is given back. Raises StrategyError for anything else."""
    if isinstance(what, Strategy):
        return what
    if isinstance(what, str) and what in _STRATEGIES:
        return _STRATEGIES[what]
    known = c.one_of(_STRATEGIES, "and")
    raise StrategyError(f"There is no strategy {what!r}; the named ones are {known}. Put @strategy on a function of your own.")


def choose(what: str | Strategy, deal, seat: int) -> Cards:
    """The card that a strategy plays from a seat, or the cards that it passes. Raises StrategyError if it may not."""
    return advise(what, deal, seat)[0]


def advise(what: str | Strategy, deal, seat: int) -> tuple[Cards, str]:
    """A strategy's card (or pass) for a seat, and its reason in a sentence."""
    player = named(what)
    if deal.phase == "moon":
        raise StrategyError("A moon is chosen, not a card played: ask choose_moon.")
    if deal.phase != "pass":
        view = deal.view(seat).record
        card = asked(player, view)
        why = deal.why_illegal(card, seat)
        if why:
            raise StrategyError(f"{player.name} in seat {seat}, deal {deal.number}: {why}")
        return Cards([c.DECK[card]]), _reason(view)
    chosen, reasons = [], []
    state = deal._state.copy()
    with wrapping():
        for _ in range(deal.due):
            view = deal.view(seat).record
            allowed = passable(deal.rules.record, state, seat)
            see(deal.rules.record, state, seat, PASS, allowed, view)
            card = asked(player, view)
            if not 0 <= card < 52 or not has(allowed, card):
                what = f"passes {c.DECK[card]}, which it may not" if 0 <= card < 52 else f"returned {card}, which is no card"
                raise StrategyError(f"{player.name} in seat {seat}, deal {deal.number}, {what}.")
            lay_aside(deal.rules.record, state, seat, card)
            chosen.append(c.DECK[card])
            reasons.append(_reason(view))
    return Cards(chosen), " ".join(dict.fromkeys(reasons))


def choose_moon(what: str | Strategy, deal) -> tuple[str, str]:
    """The moon that a strategy takes for the shooter of a deal, "old" or "new", and its reason in a sentence."""
    player, view = named(what), deal.view(deal.to_play).record
    kind = asked(player, view)
    if kind not in (OLD_MOON, NEW_MOON):
        raise StrategyError(f"{player.name} in seat {deal.to_play}, deal {deal.number}, chooses a moon by {OLD_MOON} (old) "
                            f"or {NEW_MOON} (new), not {kind}.")
    return "old" if kind == OLD_MOON else "new", _reason(view)


def _reason(view) -> str:
    return REASONS[view.reason if 0 <= view.reason < len(REASONS) else NO_REASON]


def asked(player: Strategy, view) -> int:
    """What a strategy returns, if it is a card; StrategyError, in a sentence, for anything else or an error in it."""
    try:
        with wrapping():
            card = player(view)
    except Exception as error:
        raise StrategyError(f"{player.name} failed: {type(error).__name__}: {error}") from error
    if isinstance(card, bool) or not isinstance(card, int | np.integer):
        raise StrategyError(f"{player.name} returned {card!r}; a strategy returns a card, a whole number from 0 to 51.")
    return int(card)
