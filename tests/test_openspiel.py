"""OpenSpiel's `hearts` and our engine play the same deals, over all 256 combinations of its eight options.

Legal cards at every play, next seat, points after every trick and final scores must agree. HEARTS_LAB_OPENSPIEL_DEALS
sets the number of deals for each combination (20 unless told otherwise).
"""

import itertools
import os

import pytest

import hearts_lab as hl
from hearts_lab.cards import DECK

pyspiel = pytest.importorskip("pyspiel")

DEALS = int(os.environ.get("HEARTS_LAB_OPENSPIEL_DEALS", "20"))
OPTIONS = ("pass_cards", "no_pts_on_first_trick", "can_lead_any_club", "jd_bonus", "avoid_all_tricks_bonus",
           "must_break_hearts", "qs_breaks_hearts", "can_lead_hearts_instead_of_qs")
DIRECTIONS = ("hold", "left", "across", "right")  # OpenSpiel's numbers for its first chance action

# Where the two deliberately differ. None changes a legal card or a score; each is bridged in the code named with it.
DIFFERENCES = {
    "direction": "OpenSpiel draws the pass's direction by chance; ours follows from the deal's number (`our_rules`).",
    "returns": "OpenSpiel returns 26 minus the score, so that more is better; ours are penalties (`final scores`).",
    "bonus": "OpenSpiel's points hold the -10 of the jack; ours keep the bonus apart from the points (`running`).",
    "one card": "OpenSpiel passes one card after another, seat by seat; ours passes all at once (`exchange`).",
    "pass_cards": "Without passing OpenSpiel still has its first chance action, 'No Pass'; ours has pass_count 0.",
    "turns at the end": "OpenSpiel's player after the last card is the terminal player, -4; ours is None.",
}

# OpenSpiel numbers a card 4 * rank + suit with suits clubs, diamonds, hearts, spades.
THEIRS = {card: 4 * card.rank + (0, 1, 3, 2)[card.suit] for card in DECK}
OURS = {number: card for card, number in THEIRS.items()}


def our_rules(option, direction):
    """The same house rules in our fields."""
    fields = {
        "first_trick": "clean" if option["no_pts_on_first_trick"] else "free",
        "opening": "holder_any_club" if option["can_lead_any_club"] else "lowest_club",
        "waits": "hearts" if option["must_break_hearts"] else "",
        "breakers": "hearts QS" if option["qs_breaks_hearts"] else "hearts",
        "lead_escape": "penalties" if option["can_lead_hearts_instead_of_qs"] else "hearts",
        "no_trick_bonus": -5 if option["avoid_all_tricks_bonus"] else 0,
    }
    fields |= {"pass_count": 0} if direction == "hold" else {"pass_cycle": (direction,)}
    return hl.variant("standard_omnibus" if option["jd_bonus"] else "standard", **fields)


def chosen(legal, seat, dice, hog):
    """A random card; with a hog at the table, one that lets him take everything, so that moons happen."""
    if hog is None:
        return dice.choice(legal)
    if seat == hog:
        return max(legal, key=lambda number: number // 4)
    return min(legal, key=lambda number: (number % 4 != 2, number // 4))


def shuffled(dice, hog):
    """Fifty-two of OpenSpiel's numbers in dealing order; a hog gets most of the high cards."""
    pack = list(range(52))
    if hog is None:
        dice.shuffle(pack)
        return pack
    pack.sort(key=lambda number: number // 4 + 2 * dice.random())
    mine, rest = pack[39:], pack[:39]
    dice.shuffle(rest)
    return [mine.pop() if place % 4 == hog else rest.pop() for place in range(52)]


def compare(game, option, dice, hog=None):
    """One deal at both tables; gives whether it was a moon."""
    state = game.new_initial_state()
    direction = dice.choice(state.legal_actions())
    state.apply_action(direction)
    pack = shuffled(dice, hog)
    for number in pack:
        state.apply_action(number)
    rules = our_rules(option, DIRECTIONS[direction])
    deal = hl.Deal(rules, hands=[[OURS[number] for number in pack[seat::4]] for seat in range(4)])
    if DIRECTIONS[direction] != "hold":
        passes = {}
        for seat in range(4):
            own = sorted(pack[seat::4], key=lambda number: number // 4)
            passes[seat] = own[:3] if seat == hog else dice.sample(own, 3)
            for number in passes[seat]:
                assert state.current_player() == seat
                state.apply_action(number)
        deal = deal.exchange({seat: [OURS[number] for number in cards] for seat, cards in passes.items()})
    for ply in range(1, 53):
        seat, legal = state.current_player(), state.legal_actions()
        assert deal.to_play == seat
        assert sorted(THEIRS[card] for card in deal.legal_cards()) == sorted(legal), deal.text
        number = chosen(legal, seat, dice, hog)
        state.apply_action(number)
        deal = deal.play(OURS[number])
        if ply % 4 == 0 and ply < 52:
            running = [points + bonus for points, bonus in zip(deal.points, deal.bonus, strict=True)]
            assert running == points_of(state), deal.text
    assert state.is_terminal()
    assert deal.phase == "over" and deal.to_play is None
    assert [26 - score for score in state.returns()] == list(deal.scores), deal.text
    return deal.shooter is not None


def points_of(state):
    """The points of each seat so far, from the last lines that OpenSpiel prints."""
    return [int(line.split(": ")[1]) for line in str(state).strip().split("\n")[-4:]]


@pytest.mark.parametrize("on", [pytest.param(on, id="".join("01"[flag] for flag in on))
                                for on in itertools.product((False, True), repeat=8)])
def test_all_256_combinations(on, dice):
    option = dict(zip(OPTIONS, on, strict=True))
    game = pyspiel.load_game("hearts", option)
    print(*(name for name, flag in option.items() if flag))
    for _ in range(DEALS - 1):
        compare(game, option, dice)
    compare(game, option, dice, hog=dice.randrange(4))


def test_moons_agree(dice):
    """Moons are rare among random players: with a hog at the table, at least a few of these are."""
    moons = 0
    for trial in range(40):
        option = {name: dice.random() < 0.5 for name in OPTIONS}
        moons += compare(pyspiel.load_game("hearts", option), option, dice, hog=trial % 4)
    assert moons >= 10, f"only {moons} moons"


@pytest.mark.parametrize("name", DIFFERENCES)
def test_every_difference_has_its_reason(name):
    assert DIFFERENCES[name].endswith(".")
