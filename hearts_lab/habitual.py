"""The rule player that reads its habits from the view: `cautious` taken apart, so that each habit can be switched alone."""

from __future__ import annotations

from hearts_lab.cards import (
    ACE,
    CLUBS,
    DIAMONDS,
    HEARTS,
    JACK,
    NO_CARDS,
    QUEEN,
    SPADES,
    above,
    below,
    bit,
    count,
    first,
    has,
    last,
    nth,
    suit_bits,
    suit_of,
)
from hearts_lab.habits import (
    ACE_HEARTS,
    CHEAP_WINS,
    DISCARDS,
    DUCK,
    FEEDS,
    HABITS,
    HELPS_SHOOTER,
    HIGH_SPADES,
    LOW_HEART,
    LOW_SPADES,
    PASSES,
    REMEMBERS_PASS,
    SELF_SMOKING,
    SMOKING,
    STOPS,
    VOID_SUIT,
    habit,
)
from hearts_lab.play import keep
from hearts_lab.score import CHOSEN_MOON, NEW_MOON, after_deal
from hearts_lab.sense import (
    BONUS,
    BY_CHANCE,
    CHEAP,
    DUMP,
    FEED_LEADER,
    FORCED,
    HELP_SHOOTER,
    LOW_LEAD,
    NO_REASON,
    PASS_HEART,
    PASS_SHORT,
    PASS_SPADE,
    PASS_STOPPER,
    PASS_VOID,
    QUEEN_KNOWN,
    SELF_SMOKE,
    SHED,
    SHOOT,
    SMOKE,
    STOP_MOON,
    WIN_HIGH,
    WIN_LOW,
    can_follow,
    chance,
    cheapest,
    dearest,
    highest,
    is_last,
    knows_holder,
    lady,
    lowest,
    moon_choice,
    moon_threat,
    trick_worth,
    unseen,
    winning_card,
    winning_seat,
)
from hearts_lab.shooting import shooters_lead, shooting, worst_loser
from hearts_lab.simple import lead_risk, most_dangerous
from hearts_lab.views import MOON, PASS


def _values(name: str, *words: str) -> tuple[int, ...]:
    return tuple(HABITS[name].values.index(word) for word in words)


DUCK_LOW, DUCK_ANY = _values("duck", "low", "any")
(OFF,) = _values("cheap_wins", "off")  # of remembers_pass too
PASS_FOR_VOID, PASS_THE_HIGHEST, PASS_SPADES_HEARTS, PASS_BY_CHANCE, PASS_THE_LOWEST = _values(
    "passes", "void", "high", "spades_hearts", "random", "low")
ALWAYS_PASS, NEVER_PASS = _values("high_spades", "pass", "keep")
KEEP_LOW, NO_HEART, ONE_LOW, ONE_HIGH = _values("low_heart", "keep", "none", "pass_low", "pass_high")
THROW_POINTS, THROW_HIGH, THROW_SHORT, ONLY_POINTS = _values("discards", "points", "rank", "short", "points_only")
SMOKE_CLEAN, SMOKE_LONG, SMOKE_ALWAYS = _values("smoking", "clean", "long", "always")
STOP_NEVER, STOP_KEEPING = _values("stops", "never", "keep")
YES = 1  # of habits that are on or off, and of helping to a new moon only: the one that is not the default
EIGHT = 6  # hearts below it are low
HIGH_HEARTS = above(13 * HEARTS + JACK - 1)
FEWEST_SPADES = 3  # self_smoking has its second value from four spades on


def habitual(view):
    """A sound all-round player whose habits can be switched one by one.

    With every habit at its default it is `cautious` with a memory of its pass.
    """
    if view.decision == PASS:
        return habitual_pass(view)
    if view.decision == MOON:
        return moon_choice(view)
    if count(view.legal) == 1:
        view.reason = FORCED
        return first(view.legal)
    if view.in_trick == 0:
        return habitual_lead(view)
    if can_follow(view) and view.legal & ~suit_bits(suit_of(view.card[0])) == NO_CARDS:
        return habitual_follow(view)
    return habitual_discard(view)


# The pass.

def habitual_pass(view):
    """One card for the pass."""
    if shooting(view):
        view.reason = SHOOT
        return worst_loser(view, view.legal)
    queen = lady(view)
    high = (above(queen) | bit(queen)) if queen >= 0 else NO_CARDS
    cards = keep(view.legal, ~view.bonuses)
    if habit(view, HIGH_SPADES) == NEVER_PASS:
        cards = keep(cards, ~high)
    if habit(view, ACE_HEARTS) == YES:
        cards = keep(cards, ~bit(13 * HEARTS + ACE))
    cards = hearts_to_pass(view, keep(cards, ~stopper(view)))
    if habit(view, HIGH_SPADES) == ALWAYS_PASS and cards & high != NO_CARDS:
        view.reason = PASS_SPADE
        return last(cards & high)
    if habit(view, LOW_SPADES) == YES and queen >= 0 and cards & below(queen) != NO_CARDS:
        view.reason = NO_REASON
        return last(cards & below(queen))
    return passed_by(view, habit(view, PASSES), cards, high)


def hearts_to_pass(view, cards):
    """The cards that may be passed as far as hearts go: exactly one heart is told by the cards laid aside already."""
    how = habit(view, LOW_HEART)
    hearts = suit_bits(HEARTS)
    low = below(13 * HEARTS + EIGHT)
    if how == KEEP_LOW:
        return keep(cards, ~low)
    if how in (ONE_LOW, ONE_HIGH):
        wanted = cards & (low if how == ONE_LOW else HIGH_HEARTS)
        if wanted != NO_CARDS and view.passed & hearts == NO_CARDS:
            view.reason = PASS_STOPPER
            return bit(last(wanted))
    return cards if how == 0 else keep(cards, ~hearts)


def passed_by(view, way, cards, high):
    """The card that goes into the pass in this way, of those that may."""
    if way == PASS_BY_CHANCE:
        view.reason = BY_CHANCE
        return nth(cards, chance(view, count(cards)))
    if way == PASS_THE_HIGHEST:
        view.reason = PASS_SHORT
        return highest(cards)
    if way == PASS_THE_LOWEST:
        view.reason = NO_REASON
        return lowest(cards)
    if way == PASS_SPADES_HEARTS and cards & high != NO_CARDS:
        view.reason = PASS_SPADE
        return last(cards & high)
    if way == PASS_SPADES_HEARTS and cards & HIGH_HEARTS != NO_CARDS:
        view.reason = PASS_HEART
        return last(cards & HIGH_HEARTS)
    if way == PASS_FOR_VOID:
        suit = suit_to_empty(view)
        if suit >= 0 and cards & suit_bits(suit) != NO_CARDS:
            view.reason = PASS_VOID
            return last(cards & suit_bits(suit))
    return most_dangerous(view, cards, 0)


def suit_to_empty(view):
    """The suit that a player who passes for a void empties; -1 where neither clubs nor diamonds can be emptied."""
    if habit(view, VOID_SUIT) > 0:
        return habit(view, VOID_SUIT) - 1  # the table has them in the order of the suits
    found = -1
    fewest = view.to_pass + 1
    for suit in (CLUBS, DIAMONDS):
        length = count(view.hand & suit_bits(suit))
        if 0 < length < fewest:
            found = suit
            fewest = length
    return found


# Leading.

def habitual_lead(view):
    """Smoke the queen out where the habits say so; otherwise lead the lowest card of the least risky suit."""
    if shooting(view):
        view.reason = SHOOT
        return shooters_lead(view)
    queen = lady(view)
    low = view.legal & below(queen) if queen >= 0 else NO_CARDS
    if low != NO_CARDS:
        if smokes(view, queen):
            view.reason = SMOKE
            return last(low)
        if smokes_itself(view, queen):
            view.reason = SELF_SMOKE
            return last(low)
    cards = keep(view.legal, ~stopper(view))
    best = -1
    least = 0
    for suit in range(4):
        holding = cards & suit_bits(suit)
        if holding != NO_CARDS:
            risk = lead_risk(view, first(holding)) - comfort(view, first(holding))
            if best < 0 or risk < least:
                best = first(holding)
                least = risk
    view.reason = LOW_LEAD
    return best


def comfort(view, card):
    """How much safer a lead is because a higher card of its suit was passed, and must still be where it went (RULES D13)."""
    if habit(view, REMEMBERS_PASS) == OFF or view.pass_to < 0:
        return 0
    return 40 if view.passed & ~view.seen & above(card) != NO_CARDS else 0


def smokes(view, queen):
    """Whether leading spades below the queen, who is in another hand, is this player's habit with these spades."""
    how = habit(view, SMOKING)
    spades = view.hand & suit_bits(SPADES)
    if how == 0 or not has(unseen(view), queen):
        return False
    knows = habit(view, REMEMBERS_PASS) != OFF and knows_holder(view, queen) >= 0
    return spades & ~below(queen) == NO_CARDS or how == SMOKE_ALWAYS or (count(spades) >= 5 and (how == SMOKE_LONG or knows))


def smokes_itself(view, queen):
    """Whether the holder of the queen has spades enough to lead them: those of the rounds before count too (RULES D16)."""
    how = habit(view, SELF_SMOKING)
    spades = view.hand & suit_bits(SPADES)
    if how == 0 or not has(view.hand, queen) or unseen(view) & above(queen) == NO_CARDS:
        return False
    rounds = count(view.seen & suit_bits(SPADES)) // view.players
    return count(spades & below(queen)) >= 2 and count(spades) + rounds >= how + FEWEST_SPADES


# Following.

def habitual_follow(view):
    """Follow suit: stop a moon, take a bonus, shed what costs, win cheaply, or duck."""
    best = winning_card(view)
    losing = view.legal & below(best) if best >= 0 else NO_CARDS
    winning = view.legal & above(best) if best >= 0 else view.legal
    worth = trick_worth(view)
    if shooting(view) and (winning != NO_CARDS or worth <= 0):
        view.reason = SHOOT
        return first(view.legal) if winning == NO_CARDS else first(winning) if is_last(view) else last(winning)
    if winning != NO_CARDS and worth > 0 and stopped(view):
        view.reason = STOP_MOON
        return cheapest(view, winning, not is_last(view))
    if winning != NO_CARDS and worth < 0 and is_last(view):
        view.reason = BONUS
        return cheapest(view, winning, True)
    if losing != NO_CARDS:
        losing = saved_up(view, losing)
        if view.worth[dearest(view, losing)] > 1:
            view.reason = DUMP
            return dearest(view, losing)
    early = 3 * view.trick <= 2 * view.hand_size
    queen = lady(view)
    free = winning & above(queen) & ~view.penalties if queen >= 0 else NO_CARDS
    if free != NO_CARDS and early and worth <= 0 and has_played(view, queens_holder(view, queen)):
        view.reason = QUEEN_KNOWN
        return last(free)
    cheap = winning & ~view.penalties & ~view.bonuses
    if habit(view, CHEAP_WINS) != OFF and cheap != NO_CARDS and worth <= 0:
        if (view.trick == 1 and view.clean == 1) or (is_last(view) and early):
            view.reason = CHEAP
            return last(cheap)
    if losing & ~view.bonuses != NO_CARDS:
        return ducked(view, losing & ~view.bonuses)
    high = is_last(view)
    view.reason = WIN_HIGH if high else WIN_LOW
    plain = view.legal & ~view.bonuses
    return cheapest(view, plain, high) if plain != NO_CARDS else first(view.legal)


def ducked(view, losing):
    """The losing card to play (RULES D1)."""
    how = habit(view, DUCK)
    if how == DUCK_ANY:
        view.reason = BY_CHANCE
        return nth(losing, chance(view, count(losing)))
    losing = keep(losing, ~stopper(view))
    view.reason = NO_REASON if how == DUCK_LOW else DUCK
    return first(losing) if how == DUCK_LOW else last(losing)


def queens_holder(view, queen):
    """The seat that this player knows to hold the queen, if it remembers its pass; -1 if it does not know (RULES D13)."""
    return knows_holder(view, queen) if habit(view, REMEMBERS_PASS) != OFF else -1


def has_played(view, seat):
    """Whether a seat has played to this trick."""
    return seat >= 0 and (seat - view.leader + view.players) % view.players < view.in_trick


# Discarding.

def habitual_discard(view):
    """Void in the suit led: throw what the habits say, where it helps a plan and harms nobody who should be spared."""
    if shooting(view):
        view.reason = SHOOT
        return worst_loser(view, keep(view.legal, ~view.penalties))
    cards = keep(keep(view.legal, ~view.bonuses), ~stopper(view))
    if stopped(view) and cards & ~view.penalties != NO_CARDS:
        card = most_dangerous(view, cards & ~view.penalties, 0)
        view.reason = STOP_MOON
        return card
    if helped(view) >= 0 and winning_seat(view) == helped(view) and cards & view.penalties != NO_CARDS:
        view.reason = HELP_SHOOTER
        return dearest(view, cards & view.penalties)
    if fed(view) >= 0 and winning_seat(view) == fed(view) and view.worth[dearest(view, cards)] > 1:
        view.reason = FEED_LEADER
        return dearest(view, cards)
    return thrown(view, habit(view, DISCARDS), saved_up(view, cards))


def thrown(view, way, cards):
    """The card that is discarded in this way (RULES D31)."""
    if way == THROW_HIGH:
        card = highest(cards)
    elif way == THROW_SHORT:
        suit = shortest_of(view, cards)
        card = last(cards & suit_bits(suit))
    elif way in (THROW_POINTS, ONLY_POINTS) and cards & view.penalties != NO_CARDS:
        card = dearest(view, cards & view.penalties)
    elif way == ONLY_POINTS:
        card = lowest(cards)
    else:
        card = most_dangerous(view, cards, 8)
    view.reason = DUMP if view.worth[card] > 0 else SHED
    return card


def shortest_of(view, cards):
    """The suit of some of these cards of which the hand holds fewest."""
    found = -1
    fewest = 0
    for suit in range(4):
        length = count(view.hand & suit_bits(suit))
        if cards & suit_bits(suit) != NO_CARDS and (found < 0 or length < fewest):
            found = suit
            fewest = length
    return found


# Other players' plans.

def stopper(view):
    """The highest heart of the hand, Q K or A, of a player who keeps one until two seats have points; else no cards."""
    hearts = view.hand & view.penalties & suit_bits(HEARTS)
    if habit(view, STOPS) != STOP_KEEPING or view.moon == 0 or hearts == NO_CARDS or last(hearts) % 13 < QUEEN:
        return NO_CARDS
    taken = 0
    for seat in range(view.players):
        taken += 1 if view.points[seat] > 0 else 0
    return bit(last(hearts)) if taken < 2 and view.points[view.seat] == 0 else NO_CARDS


def stopped(view):
    """Whether the trick is going to somebody with every point so far, and this player stops moons."""
    threat = moon_threat(view)
    return habit(view, STOPS) != STOP_NEVER and threat >= 0 and winning_seat(view) == threat and helped(view) < 0


def helped(view):
    """The seat whose moon this player helps (RULES D22): it has every point, and ends the match with us behind; or -1."""
    how = habit(view, HELPS_SHOOTER)
    if how == 0 or view.low_wins == 0 or view.target == 0:
        return -1
    shooter = moon_threat(view)
    if shooter < 0 or (how == YES and view.moon != NEW_MOON and view.moon != CHOSEN_MOON):
        return -1
    if after_deal(view, view.before[shooter] + view.points[shooter]) < view.target:
        return -1
    for seat in range(view.players):
        if seat != shooter and view.before[seat] < view.before[view.seat]:
            return shooter
    return -1


def fed(view):
    """The seat that this player gives the dear cards near the end of a match: the lowest total below its own; or -1."""
    if habit(view, FEEDS) != YES or view.low_wins == 0 or view.target == 0:
        return -1
    lowest_seat = view.seat
    most = 0
    for seat in range(view.players):
        most = max(most, view.before[seat])
        if view.before[seat] < view.before[lowest_seat]:
            lowest_seat = seat
    return lowest_seat if 5 * most >= 4 * view.target and lowest_seat != view.seat else -1


def saved_up(view, cards):
    """The cards to choose among where some are kept for another: dear ones for the seat to feed, penalties for a shooter.

    Only in the first two thirds of a deal, and never to none.
    """
    if helped(view) >= 0 and winning_seat(view) != helped(view):
        return keep(cards, ~view.penalties)
    if fed(view) >= 0 and winning_seat(view) != fed(view) and 3 * view.trick <= 2 * view.hand_size:
        dear = dearest(view, cards)
        while view.worth[dear] > 1 and cards & ~bit(dear) != NO_CARDS:
            cards &= ~bit(dear)
            dear = dearest(view, cards)
    return cards
