"""From captured cards to points: who shot the moon, what it costs, bonuses. Written once, plain and compiled, like `play`."""

from __future__ import annotations

from hearts_lab.cards import NO_CARDS
from hearts_lab.rules import WORDS

OLD_MOON, NEW_MOON = (WORDS["moon"].index(word) for word in ("old", "new"))


def moon_cards(rules):
    """The kinds of card that a moon needs: every penalty card, and the bonus cards too where the rules ask for them."""
    return rules.penalties | rules.bonuses if rules.moon_needs_bonus else rules.penalties


def moon_possible(rules, state, seat):
    """Whether a seat can still shoot the moon: nobody else has taken a card that it needs."""
    for other in range(rules.players):
        if other != seat and state.taken[other] & moon_cards(rules) != NO_CARDS:
            return False
    return True


def shooter(rules, state):
    """The seat that took every card that a moon needs; or -1.

    The cards decide, not the points: K♠, Q♠ and three hearts are 26 in Black Maria and no moon (CASES C29).
    """
    if rules.moon == 0:
        return -1
    needed = moon_cards(rules)
    for seat in range(rules.players):
        missing = needed & ~state.taken[seat]
        missing_twin = needed & rules.pack_twin & ~state.taken_twin[seat]
        if missing | missing_twin == NO_CARDS:
            return seat
    return -1


def old_moon(rules, state, seat, scores):
    """The shooter scores nothing, everyone else the moon's amount."""
    for other in range(rules.players):
        scores[other] = 0 if other == seat else rules.moon_amount


def new_moon(rules, state, seat, scores):
    """The moon's amount is taken off the shooter's score, nobody else scores."""
    for other in range(rules.players):
        scores[other] = -rules.moon_amount if other == seat else 0


def settle(rules, state, scores):
    """Write what a finished deal costs each seat, after moon, bonus cards and the no-trick bonus, into `scores`.

    Bonus cards count on top of a moon, but under the new moon a bonus card that the moon needed is not scored again
    (RULES G6). The bonus for no trick is withheld when a moon was shot (RULES A19-3).
    """
    moon = shooter(rules, state)
    for seat in range(rules.players):
        scores[seat] = state.points[seat]
    if moon >= 0:
        if rules.moon == OLD_MOON:
            old_moon(rules, state, moon, scores)
        elif rules.moon == NEW_MOON:
            new_moon(rules, state, moon, scores)
    counted = moon >= 0 and rules.moon == NEW_MOON and rules.moon_needs_bonus
    for seat in range(rules.players):
        if not (counted and seat == moon):
            scores[seat] += state.bonus[seat]
        if moon < 0 and state.tricks[seat] == 0:
            scores[seat] += rules.no_trick_bonus
