"""Card sense: what a strategy can ask of its view, and the reasons that it may give for a card.

Every strategy is put together from these, a reader's own too. They run plain at the table and compiled in bulk, so they keep to
sets of cards as bits (`cards`) and to whole numbers.
"""

from __future__ import annotations

from hearts_lab.cards import NO_CARDS, ONE, SPADES, first, has
from hearts_lab.draws import draw
from hearts_lab.play import void_bit, winning_place
from hearts_lab.score import NEW_MOON, OLD_MOON, after_deal, at_target

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
        ends = ends or at_target(view, total)
        beaten = beaten or total < mine
    view.reason = MOON_NEW if ends and beaten else MOON_OLD
    return NEW_MOON if ends and beaten else OLD_MOON
