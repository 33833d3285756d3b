"""The pass: what notebook 12 asks of comparisons, read again deal by deal; what it finds; its form."""

import json
import re

import numpy as np
import pytest
from setting import texts

import hearts_lab as hl
from hearts_lab import estimates, notebooks, players, tables
from hearts_lab.analyses import passing
from hearts_lab.analyses.moons import receivers_moon
from hearts_lab.cards import DECK, read_cards

NOTEBOOK = notebooks.find("12_passing")
SEEDS = (1, 2026)


def trial(game="standard", deals=8, seed=3, others="steady", seats=4):
    (one,) = passing.trials([game], seats, others, deals, seed, progress=False)
    return one


@pytest.fixture(scope="module")
def small():
    return passing.against_chance(trial())


# The tables, against a reading of the same deals one by one.

def test_every_way_passes_its_own_cards():
    hand = "AS 3S 2S AH KH 9H 3H QC 5C 10D 9D 4D 2D"
    others = [card.text for card in DECK if card.text not in hand.split()]
    deal = hl.Deal("standard", hands=[hand, *(others[seat::3] for seat in range(3))])
    passed = {way: texts(players.choose(passing.passer(way), deal, 0)) for way in passing.WAYS if way != passing.CHANCE}
    assert passed["high"] == {"AS", "AH", "KH"} and passed["low"] == {"2D", "2S", "3S"}
    assert {"QC", "5C"} <= passed["void"] and {"2S", "3S"} <= passed["small ♠"]
    assert {"AS", "AH"} <= passed["high ♠ ♥"] and "AS" in passed["danger"]
    advice = passing.advice(deal, 0)
    assert {way: set(texts(read_cards(cards))) for way, cards in advice["passes"].items() if way in passed} == passed
    assert list(advice.index) == list(passing.ways_told().index) == list(passing.WAYS)
    with pytest.raises(ValueError, match="no way to pass called 'left'"):
        passing.passer("left")


def test_savings_and_rates_are_those_of_the_deals(small):
    assert list(passing.savings(small)["way"]) == [way for way in passing.WAYS if way != passing.CHANCE]
    takes = passing.rates(small, tables.took).set_index("way")["share"]
    for way, one in small.items():
        gains, queens, blind = [], [], []
        for seat, ours, chance in one.pairs:
            for number in range(1, 9):
                with_way, with_chance = ours.deal(number), chance.deal(number)
                gains.append(with_chance.scores[seat] - with_way.scores[seat])
                queens.append("QS" in with_way.taken(seat))
                blind.append("QS" in with_chance.taken(seat))
        assert passing.savings(small).set_index("way")["saved"][way] == pytest.approx(np.mean(gains))
        assert (takes[way], takes[passing.CHANCE]) == pytest.approx((np.mean(queens), np.mean(blind)))
        part = 13 * (np.mean(blind) - np.mean(queens)) / np.mean(gains)
        assert passing.queens_part(one) == pytest.approx(part)


def test_two_ways_are_compared_on_the_same_deals(small):
    rules = hl.variant("standard")
    direct = hl.compare(rules, passing.passer("void"), passing.passer("low"), 8, 3, others="steady", progress=False)
    assert passing.between(small, "void", "low") == pytest.approx(direct.saved)
    assert passing.between(small, "void", passing.CHANCE) == pytest.approx(small["void"].saved)


def test_the_hand_to_look_at_is_passed_in_as_many_ways_as_any(small):
    rules, found = hl.variant("standard"), {}
    for number in range(1, 9):
        deal = hl.Deal(rules, seed=3, number=number)
        for seat in range(4):
            if deal.phase == "pass":
                found[number, seat] = len({frozenset(texts(players.choose(passing.passer(way), deal, seat))) for way in small})
    number, seat = passing.disputed(small)
    assert found[number, seat] == max(found.values())
    deal = hl.Deal(rules, seed=3, number=number)
    advice = passing.advice(deal, seat, small)
    for way, row in advice.iterrows():
        pair = next(pair for pair in small.get(way, small["danger"]).pairs if pair.seat == seat)
        played = (pair.second if way == passing.CHANCE else pair.first).deal(number)
        assert read_cards(row["passes"]) == hl.Cards(sorted(played.passed(seat)))
        assert row["then scores"] == played.scores[seat]


def test_games_without_a_pass_or_with_two_packs_or_pools_are_refused():
    for game, seats in (("foster_howell", 4), ("cancellation", 6)):
        with pytest.raises(ValueError, match="does not have all three"):
            trial(game, seats=seats)
    with pytest.raises(ValueError, match="does not have all three"):
        passing.trials([hl.variant("standard", pass_count=0)], None, "steady", 10)


def test_it_is_said_in_how_many_deals_nobody_passes():
    assert passing.held(hl.variant("standard")) == "in Standard Hearts in 1 of 4 deals nobody passes"
    assert passing.held(hl.variant("black_maria")) == "in Black Maria every deal has a pass"


def test_sides_are_the_differences_of_claim_13():
    rules = hl.variant("standard")
    table = passing.sides(trial(deals=400)).set_index("passed")
    saved = {}
    for way in ("left", "right"):
        one = hl.compare(rules.change(pass_cycle=way), "steady", "steady+remembers_pass=off", 400, 3, others="steady",
                         progress=False)
        saved[way] = one
        assert table.loc[way, "saved"] == pytest.approx(one.saved[0])
    found = estimates.interval(saved["right"].by_deal - saved["left"].by_deal)
    assert tuple(table.loc[passing.LEFT_MORE, ["saved", "low", "high"]]) == pytest.approx(found)


def test_a_stopped_comparison_keeps_the_ways_that_are_done():
    told = []

    def until(done, total):
        told.append(done / total)
        return done < 0.3 * total

    (one,) = passing.trials(["standard"], 4, "steady", 2_000, 3, progress=until)
    found = passing.against_chance(one)
    assert 0 < len(found) < len(passing.WAYS) - 1 and told == sorted(told)


# What the notebook finds.

@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", ["standard", "black_maria"])
def test_a_pass_is_worth_a_quarter_of_a_hand_and_the_dangerous_cards_are_best_rules_d5(game, seed):
    one = trial(game, 3_000, seed)
    found = passing.against_chance(one)
    for way in ("danger", "high ♠ ♥", "void", "high"):
        assert found[way].saved[1] > one.rules.total / one.rules.players / 4
    for way in ("low", "small ♠"):
        assert found[way].saved[2] < 0.1
    assert passing.between(found, "danger", "high")[1] > 0
    assert passing.between(found, "danger", "void")[2] > 0


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", ["standard", "black_maria"])
def test_small_spades_are_kept_and_no_void_is_made_in_them_rules_d8_d9(game, seed):
    one = trial(game, 1_500, seed)
    assert (passing.small_spades(one, (1, 3))["low"] > 0.5).all()
    voids = passing.voids(one, (3,)).set_index("suit")
    for suit in ("♣", "♦"):
        assert voids.loc[suit, "low"] > voids.loc["♠", "high"] + 1
        assert voids.loc[suit, "high"] < 0, "three dangerous cards are worth more than the void"


@pytest.mark.parametrize("seed", SEEDS)
def test_high_cards_arm_a_receiver_who_looks_for_a_moon_rules_d10(seed):
    moons = trial("standard", 1_500, seed, "expert")
    armed = passing.arming({"expert": passing.against_chance(moons, passing.MOON_WAYS)}).set_index("way")
    assert list(armed.index) == list(passing.MOON_WAYS)
    assert armed.loc["high", "low"] > armed.loc["chance", "high"] > armed.loc["low", "high"]
    found = hl.claim(10).run(1_500, seed, players="expert", progress=False)
    assert found.verdict == "holds"
    direct = hl.compare("standard", "steady+passes=high", "steady+passes=low", 1_500, seed, others="expert", progress=False)
    assert found.table["effect"][0] == pytest.approx(direct.change(receivers_moon)[0], abs=1e-4)


# The notebook itself.

CELLS = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]


def test_parameters_stand_in_one_cell_typed_and_told():
    found = [cell for cell in CELLS if "parameters" in cell["metadata"].get("tags", [])]
    assert len(found) == 1
    for line in "".join(found[0]["source"]).splitlines():
        assert re.match(r"\w+: \w+ = .+  # .+", line)


def test_no_measured_number_and_no_parameter_is_typed_again():
    deals = next(parameter.value for parameter in notebooks.parameters(NOTEBOOK) if parameter.name == "deals")
    for cell in CELLS:
        source = "".join(cell["source"])
        if "parameters" in cell["metadata"].get("tags", []):
            continue
        assert not [number for number in (f"{deals}", f"{deals:_}", f"{deals:,}") if number in source]
        if cell["cell_type"] == "markdown":
            assert not re.search(r"\d\.\d", source), "a measured number is computed, not typed"
            assert "%" not in source.replace("95 %", "")
        else:
            assert max(map(len, source.splitlines())) <= 100, "a hosting page cuts longer lines"


def test_the_solution_is_folded_and_runs_when_asked():
    cells = ["".join(cell["source"]) for cell in CELLS]
    (folded,) = [re.fullmatch(r"<details>\n<summary>Our solution</summary>\n\n```python\n(.+)\n```\n\n</details>", cell, re.S)
                 for cell in cells if "Our solution<" in cell]
    given = {parameter.name: parameter.value for parameter in notebooks.parameters(NOTEBOOK)} | {"deals": 300}
    exec("\n".join(re.findall(r"^(?:from|import) .+", "\n".join(cells), re.M)), given)
    exec(folded[1], given)
    assert len(given["own"]) == len(given["games"])
    assert all(one.first == "hearts_first" for one in given["own"])
