"""Near the end of a match: the sums by hand, the plans against the matches themselves, and what notebook 15 finds."""

import re
from itertools import pairwise

import numpy as np
import pandas as pd
import pytest

import hearts_lab as hl
from hearts_lab import near_the_end, notebooks, verdicts

NOTEBOOK = notebooks.find("15_near_the_end")
GIVEN = {parameter.name: parameter.value for parameter in notebooks.parameters(NOTEBOOK)}
SEEDS = (GIVEN["seed"], 2026)
SHEET, PLAYER = GIVEN["sheet"], GIVEN["player"]
STANDARD = hl.variant("standard")


# By hand.


def test_who_is_who_on_a_sheet():
    assert near_the_end.roles([93, 40, 55, 70]) == (0, 1, 2, (3,))
    assert near_the_end.roles([12, 90, 30]) == (1, 0, 2, ())
    assert near_the_end.roles([60, 5, 99, 60, 20]) == (2, 1, 4, (0, 3))
    for tied in ([40, 40, 93, 70], [93, 93, 40, 50], [93, 40]):
        with pytest.raises(ValueError, match="one alone the lowest and one alone the highest"):
            near_the_end.roles(tied)
    assert near_the_end.with_total((93, 40, 55, 70), 2, 8) == [93, 40, 8, 70]


def test_C32_what_each_moon_makes_of_the_sheet():
    assert near_the_end.after_moon(STANDARD, [95, 40, 60, 80], 0, "old") == [95, 66, 86, 106]
    assert near_the_end.after_moon(STANDARD, [95, 40, 60, 80], 0, "new") == [69, 40, 60, 80]
    exact = hl.variant("standard", exact_target=50)
    assert near_the_end.after_moon(exact, [95, 40, 60, 74], 0, "old") == [95, 66, 86, 50], "C43: exactly 100"


@pytest.mark.parametrize("totals, fields, shares", [
    ([106, 45, 45, 20], {}, [0, 0, 0, 1]), ([101, 30, 30, 77], {}, [0, 0.5, 0.5, 0]), ([99, 30, 30, 77], {}, None),
    ([101, 30, 30, 77], {"tie": "play_on"}, None), ([100, 3, 4, 5], {}, [0, 1, 0, 0])])
def test_C41_C42_C43_when_a_sheet_has_ended_the_match(totals, fields, shares):
    found = near_the_end.settled(STANDARD.change(**fields), totals)
    assert (found is None) if shares is None else (list(found) == shares)


def test_the_better_moon_needs_intervals_apart():
    table = pd.DataFrame([(50, "old", 0.9, 0.95), (60, "old", 0.4, 0.6), (70, "old", 0.0, 0.0),
                          (50, "new", 0.7, 0.8), (60, "new", 0.5, 0.7), (70, "new", 0.3, 0.4)],
                         columns=["own", "moon", "low", "high"])
    assert near_the_end.better_moon(table).values.tolist() == [[50, "old"], [60, ""], [70, "new"]]


# Against the matches themselves.


def test_chances_are_those_of_the_matches():
    sheets = [[93, 40, 55, 70], [93, 40, 38, 70], [104, 40, 38, 70]]
    table = near_the_end.chances("standard", PLAYER, sheets, 2, 300, 5, progress=False)
    assert table["own"].tolist() == [55, 38, 38]
    for row, sheet in zip(table.itertuples(), sheets[:2], strict=False):
        run = hl.play_matches("standard", PLAYER, 300, 5, before=sheet, progress=False)
        assert row.share == pytest.approx(run.shares[:, 2].mean())
        assert row.low < row.share < row.high
    assert table.iloc[2].tolist() == [38, 1, 1, 1], "an ended match is sure"


def test_moon_chances_start_from_the_totals_after_the_moon():
    table = near_the_end.moon_chances("standard", PLAYER, [93, 40, 55, 70], 2, [55, 65, 66], 200, 5, progress=False)
    assert table["own"].tolist() == [55, 65, 66] * 2
    old, new = (table[table["moon"] == kind]["share"].tolist() for kind in ("old", "new"))
    assert old == [1, 1, 0.5], "119 ends it, and the leader comes to 66"
    run = hl.play_matches("standard", PLAYER, 200, 5, before=[93, 40, 39, 70], progress=False)
    assert new[1] == pytest.approx(run.shares[:, 2].mean())


def test_a_plan_changes_only_who_is_in_it():
    who = {"one": [2], "two": [2, 3]}
    runs = near_the_end.plans("standard", PLAYER, SHEET, {"feeds": "leader"}, who, 200, 5, progress=False)
    assert list(runs) == [near_the_end.NOBODY, "one", "two"]
    for plan, seats in {near_the_end.NOBODY: [], **who}.items():
        names = [player.name for player in runs[plan].players]
        assert names == [f"{PLAYER}+feeds=leader" if seat in seats else PLAYER for seat in range(4)]
        line = hl.play_matches("standard", names, 200, 5, before=SHEET, progress=False)
        assert np.array_equal(line.totals, runs[plan].totals)
    table = near_the_end.compared(runs)
    assert list(table.columns) == ["plan", "seat", "total", "gain", "low", "high", "changed"]
    assert table["total"].tolist() == SHEET * 2
    assert table.groupby("plan")["gain"].sum().to_numpy() == pytest.approx([0, 0]), "what one wins another loses"
    differing = (runs["one"].totals != runs[near_the_end.NOBODY].totals).any(axis=1).mean()
    assert table["changed"].iloc[0] == pytest.approx(differing)


def test_a_stop_keeps_the_matches_that_every_plan_has_played(monkeypatch):
    monkeypatch.setattr("hearts_lab.matches.CHUNK", 50)
    heard = []

    def until(limit):
        return lambda done, total: heard.append((done, total)) or done < limit

    who = {"one": [2], "two": [3]}
    runs = near_the_end.plans("standard", PLAYER, SHEET, {"feeds": "leader"}, who, 100, progress=until(150))
    assert {plan: len(run) for plan, run in runs.items()} == {near_the_end.NOBODY: 50, "one": 50}
    assert heard == [(50, 300), (100, 300), (150, 300)]
    runs = near_the_end.plans("standard", PLAYER, SHEET, {"feeds": "leader"}, {"one": [2]}, 100, progress=until(50))
    with pytest.raises(ValueError, match="stopped before"):
        near_the_end.compared(runs)
    sheets = [[93, 40, 55, 70], [93, 40, 65, 70]]
    assert len(near_the_end.chances("standard", PLAYER, sheets, 2, 100, progress=until(50))) == 1


def test_two_ways_part_at_a_card_of_the_seat():
    runs = near_the_end.plans("standard", PLAYER, SHEET, {"feeds": "leader"}, {"one": [2]}, 3_000, 5, progress=False)
    base, planned = runs[near_the_end.NOBODY], runs["one"]
    part = near_the_end.parting(base, planned, 2, 1)
    assert base.match(part.number).winners == (1,) and planned.match(part.number).winners == (2,)
    moment = part.moment.deal
    assert moment.to_play == 2 and part.usual != part.planned
    assert part.moment.totals == tuple(SHEET)
    for run, card in ((base, part.usual), (planned, part.planned)):
        plays = run.match(part.number).deals[0].plays
        assert plays[:len(moment.plays)] == moment.plays
        assert plays[len(moment.plays)] == (2, card)
    with pytest.raises(ValueError, match="ask for more matches"):
        near_the_end.parting(base, base, 2, 1)


# What the notebook finds, with its own parameters and with another seed.


@pytest.fixture(scope="module", params=SEEDS)
def seed(request):
    return request.param


def plans(rules, habits, seed):
    return near_the_end.compared(near_the_end.plans(
        rules, PLAYER, SHEET, habits, {"alone": [2], "rest": [3], "together": [2, 3]}, GIVEN["matches"], seed,
        progress=False)).set_index(["plan", "seat"])


def test_a_point_is_worth_most_beside_the_leader_and_more_near_the_end(seed):
    steepest = {}
    for near in (GIVEN["earlier"], SHEET[0]):
        sheets = [near_the_end.with_total([near, *SHEET[1:]], 2, total) for total in GIVEN["totals"]]
        table = near_the_end.chances("standard", PLAYER, sheets, 2, GIVEN["matches"] // 2, seed, progress=False)
        assert all(one > two for one, two in pairwise(table["share"])), "fewer points are always better"
        fall = -table["share"].diff() / 10
        steepest[near] = fall.max()
        assert table["own"][fall.idxmax()] in (50, 40), "beside the leader's 40"
    assert steepest[SHEET[0]] > steepest[GIVEN["earlier"]] + 0.003
    assert 0.02 < steepest[SHEET[0]] < 0.035


def test_feeding_the_leader_pays_a_little_alone_and_enough_together_rules_d21(seed):
    table, threshold = plans(STANDARD, {"feeds": "leader"}, seed), hl.claim(21).parts[0].threshold
    alone, together = table.loc[("alone", 2)], table.loc[("together", 2)]
    assert 0 < alone.low < alone.high < threshold
    assert together.low > threshold
    assert table.loc[("together", 1), "high"] < -threshold, "the leader pays for it"
    behind = table.loc[("rest", 3)]
    assert abs(behind.gain) < 0.003 < table.loc[("rest", 2), "low"], "who is far behind feeds for the next one"
    assert alone.gain / alone.changed > 0.08, "where it changes a match it changes much"


def test_helping_a_doomed_player_is_too_small_to_matter_under_either_moon_rules_d22(seed):
    threshold = hl.claim(22).parts[0].threshold
    for moon in ("new", "old"):
        table = plans(STANDARD.change(moon=moon), {"helps_shooter": "any_moon"}, seed)
        for plan in ("alone", "together"):
            row = table.loc[(plan, 2)]
            assert -threshold / 4 < row.low < row.high < threshold / 4
            assert verdicts.judge("at least", threshold, row.low, row.high) == "too small to matter"


def test_help_makes_few_moons_and_a_new_moon_is_worth_more_than_an_old_one(seed):
    rates = []
    for helpers in ([], [2, 3]):
        line = [f"{PLAYER}+helps_shooter=any_moon" if seat in helpers else PLAYER for seat in range(4)]
        run = hl.simulate(STANDARD.change(moon="new"), line, GIVEN["matches"], seed, before=SHEET, progress=False)
        rates.append((run.settled[:, 4, 0] == 0).mean())
    assert 0 < rates[0] < rates[1] < 0.01
    after = [near_the_end.after_moon(STANDARD, SHEET, 0, kind) for kind in ("new", "old")]
    assert all(near_the_end.settled(STANDARD, totals) is None for totals in after), "the match goes on after both"
    new, old = near_the_end.chances("standard", PLAYER, after, 2, 5_000, seed, progress=False).itertuples()
    assert new.low > old.high


def test_the_moon_to_choose_old_when_it_wins_and_new_when_time_is_needed(seed):
    for near in (GIVEN["earlier"], SHEET[0]):
        table = near_the_end.moon_chances("standard", PLAYER, [near, *SHEET[1:]], 2, GIVEN["totals"],
                                          GIVEN["matches"] // 4, seed, progress=False)
        better = near_the_end.better_moon(table).set_index("own")["better"]
        assert set(better.loc[:60]) == {"old"} and set(better.loc[70:]) == {"new"}
    classic = near_the_end.moon_chances("standard", PLAYER, [95, 40, 60, 80], 0, [95], 2_000, seed, progress=False)
    assert classic["share"].iloc[0] == 0 < classic["low"].iloc[1], "C32: the old moon loses it, the new one plays on"


def test_the_folded_solution_runs():
    source = NOTEBOOK.read_text(encoding="utf-8")
    assert source.count("<summary>Our solution</summary>") == 1
    cells = ["".join(cell.source) for cell in notebooks._read(NOTEBOOK).cells]
    (folded,) = [re.search(r"```python\n(.*?)```", cell, re.S)[1] for cell in cells if "Our solution" in cell and "```" in cell]
    given = {**GIVEN, "matches": 300}
    for begin in ("import pandas", "rules = hl.variant", "alone, without_us", "def named(table)", "moons = "):
        (cell,) = [cell for cell in cells if cell.startswith(begin)]
        exec(cell, given)
    exec(folded, given)
    assert (given["row"].plan, given["row"].seat) == ("we and the rest", 2)
    assert given["runs"]["nobody"].players[0].name == f"{PLAYER}+moon=often"
