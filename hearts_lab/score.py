"""From captured cards to points, and to the end of a match. Written once, plain and compiled, like the rules of play."""

from __future__ import annotations

from hearts_lab.cards import NO_CARDS
from hearts_lab.rules import WORDS

OLD_MOON, NEW_MOON, CHOSEN_MOON, VOID_MOON = (WORDS["moon"].index(word) for word in ("old", "new", "choice", "void"))
RUNNING, SWEEPSTAKE, HOWELL, CHIPS = (WORDS["settlement"].index(word) for word in (
    "running", "sweepstake", "howell", "chips_1887"))
FOSTER = WORDS["jack"].index("foster")
PLAY_ON = WORDS["tie"].index("play_on")


# Moons.

def moon_cards(rules):
    """The kinds of card that a moon needs: every penalty card, and the bonus cards too where the rules ask for them."""
    return rules.penalties | rules.bonuses if rules.moon_needs_bonus else rules.penalties


def moon_possible(rules, state, seat):
    """Whether a seat can still shoot the moon: nobody else has taken a card that it needs, and none is lost."""
    for other in range(rules.players):
        if other != seat and state.taken[other] & moon_cards(rules) != NO_CARDS:
            return False
    return state.trick < rules.hand_size or shooter(rules, state) == seat


def shooter(rules, state):
    """The seat that took every card that a moon needs, those of a captured kitty included; or -1.

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


def void_moon(rules, state, seat, scores):
    """Nothing is recorded for anyone."""
    for other in range(rules.players):
        scores[other] = 0


def after_deal(rules, total):
    """A total as it stands on the sheet: exactly the target becomes another number where the rules say so (RULES A19-4)."""
    return rules.exact_target if rules.exact_target >= 0 and total == rules.target else total


def at_target(rules, total):
    """Whether a total has come to the target of the match, where there is one."""
    return rules.target > 0 and total >= rules.target


def would_lose(rules, state, seat, scores):
    """Whether these scores bring some total to the target and leave the shooter not among the lowest (RULES G15)."""
    reached, lowest = False, True
    mine = after_deal(rules, state.before[seat] + scores[seat])
    for other in range(rules.players):
        total = after_deal(rules, state.before[other] + scores[other])
        reached = reached or at_target(rules, total)
        lowest = lowest and mine <= total
    return reached and not lowest


def with_bonus(rules, state, scores):
    """Bonus cards count on top of whatever else a deal costs."""
    for seat in range(rules.players):
        scores[seat] += state.bonus[seat]


def settle_moon(rules, state, seat, scores):
    """What a deal in which a seat shot the moon costs each seat (RULES A17, G6, G15).

    A bonus card counts on top, except under the void moon, and for a shooter whose new moon needed it. A chosen moon that is
    not chosen yet counts as old.
    """
    kind = rules.moon
    if kind == CHOSEN_MOON:
        kind = NEW_MOON if state.moon_choice == NEW_MOON else OLD_MOON
    if kind == OLD_MOON:
        old_moon(rules, state, seat, scores)
        with_bonus(rules, state, scores)
        if rules.moon_fallback and would_lose(rules, state, seat, scores):
            kind = NEW_MOON
    if kind == NEW_MOON:
        new_moon(rules, state, seat, scores)
        with_bonus(rules, state, scores)
        if rules.moon_needs_bonus:
            scores[seat] = -rules.moon_amount
    elif kind == VOID_MOON:
        void_moon(rules, state, seat, scores)


# Pools: scores are counters won, and what is not won stays for the next deal.

def settle_sweepstake(rules, points, pool, standing, scores):
    """Everyone pays his points; who has none takes the pool, several share it, odd counters stay (RULES A5).

    With nobody clear the pool stands as a jack. Foster's own law (1897): it also stands when all but one are clear, and a
    standing jack goes only to one clear player alone. Returns the pool that is left, and 1 if it is a jack.
    """
    clear = 0
    for seat in range(rules.players):
        scores[seat] = -points[seat]
        pool += points[seat]
        clear += 1 if points[seat] == 0 else 0
    won = clear > 0
    if rules.jack == FOSTER:
        won = clear == 1 or (1 < clear < rules.players - 1 and standing == 0)
    if not won:
        return pool, 1
    for seat in range(rules.players):
        scores[seat] += pool // clear if points[seat] == 0 else 0
    return pool % clear, 0


def settle_howell(rules, points, pool, standing, scores):
    """Everyone pays his points to each other player: with T points taken in all, a seat with h nets T - n h (RULES A5)."""
    total = 0
    for seat in range(rules.players):
        total += points[seat]
    for seat in range(rules.players):
        scores[seat] = total - rules.players * points[seat]
    return pool, standing


def settle_chips(rules, points, pool, standing, scores):
    """The low player gets from each other as many chips as that one took points; equal lows share (RULES A15, G7)."""
    low = points[0]
    for seat in range(rules.players):
        low = min(low, points[seat])
    lows = 0
    for seat in range(rules.players):
        lows += 1 if points[seat] == low else 0
        scores[seat] = 0 if points[seat] == low else -points[seat]
        pool += 0 if points[seat] == low else points[seat]
    for seat in range(rules.players):
        scores[seat] += pool // lows if points[seat] == low else 0
    return pool % lows, 0


def settle_pool(rules, points, pool, standing, scores):
    """Settle a deal in counters. Returns the pool that is left for the next deal, and 1 if it stands as a jack."""
    if rules.settlement == SWEEPSTAKE:
        return settle_sweepstake(rules, points, pool, standing, scores)
    if rules.settlement == HOWELL:
        return settle_howell(rules, points, pool, standing, scores)
    return settle_chips(rules, points, pool, standing, scores)


# A deal's score.

def settle(rules, state, scores):
    """Write what a finished deal costs each seat (or with a pool, wins it) into `scores`.

    The bonus for no trick is withheld when a moon was shot (RULES A19-3).
    """
    if rules.settlement != RUNNING:
        settle_pool(rules, state.points, state.pool, state.standing, scores)
        return
    moon = shooter(rules, state)
    if moon >= 0:
        settle_moon(rules, state, moon, scores)
        return
    for seat in range(rules.players):
        scores[seat] = state.points[seat] + (rules.no_trick_bonus if state.tricks[seat] == 0 else 0)
    with_bonus(rules, state, scores)


# The end of a match: tested after whole deals only (RULES A0).

def target_reached(rules, totals):
    """Whether somebody has come to the target."""
    for seat in range(rules.players):
        if at_target(rules, totals[seat]):
            return True
    return False


def deals_done(rules, played):
    """Whether as many deals have been played as the match has, where their number is fixed."""
    return rules.match_deals > 0 and played >= rules.match_deals


def best_total(rules, totals):
    """The total that wins: the lowest number of points, or with a pool the most counters."""
    best = totals[0]
    for seat in range(rules.players):
        best = min(best, totals[seat]) if rules.settlement == RUNNING else max(best, totals[seat])
    return best


def settled_by(rules, totals):
    """Whether these totals settle a match that has come to its end: where ties are played on, one seat must be best alone.

    An end once reached stays reached, whatever the totals become (RULES G16).
    """
    best, winners = best_total(rules, totals), 0
    for seat in range(rules.players):
        winners += 1 if totals[seat] == best else 0
    return winners == 1 or rules.tie != PLAY_ON
