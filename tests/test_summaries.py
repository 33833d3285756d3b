"""Summaries: whole numbers that agree with the log deal by deal, add up the same in any order, and stay small."""

import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise, takewhile
from statistics import NormalDist, fmean, stdev

import nbformat
import numpy as np
import pytest
from scipy.stats import t as student

import hearts_lab as hl
from hearts_lab import notebooks, simulation, summaries
from hearts_lab.estimates import counted_interval

LINE = ["smoker", "cautious", "random", "cautious"]


@pytest.fixture(scope="module")
def run():
    return hl.simulate("standard", LINE, 3_000, seed=6, progress=False)


def test_a_seats_figures_are_those_of_its_deals(run):
    table, first = run.summary.table, run.first(50).summary
    deals = [run.deal(number) for number in range(1, 51)]
    assert list(table.columns) == ["seat", "player", "score", "low", "high", "tricks", "moons", "clear", "queen"]
    for seat, row in enumerate(table.itertuples()):
        won = [trick for deal in deals for trick in deal.tricks if trick.winner == seat]
        assert first.queens[seat] == sum("QS" in trick.cards for trick in won)
        assert first.clear[seat] == sum(deal.points[seat] == 0 for deal in deals)
        mine = run.scores[run.scores.seat == seat]
        assert (row.seat, row.player) == (seat, LINE[seat])
        assert (row.score, row.tricks) == (fmean(mine.score), fmean(mine.tricks))
        assert (row.moons, row.clear) == (mine.moon.mean(), (mine.points == 0).mean())
        error = student.ppf(0.975, len(run) - 1) * stdev(map(int, mine.score)) / len(run) ** 0.5
        assert np.allclose([row.low, row.high], [row.score - error, row.score + error], atol=1e-12)


def test_the_queen_is_taken_once_a_deal_and_the_tricks_are_all_there(run):
    assert run.summary.queens.sum() == len(run)
    assert np.isclose(run.summary.table["tricks"].sum(), 13)


def test_the_distribution_counts_every_deal_of_every_seat(run):
    table = run.summary.distribution
    for seat in range(4):
        rows = table[table.seat == seat]
        assert dict(zip(rows.score, rows.deals, strict=True)) == Counter(run.scores.score[run.scores.seat == seat])
        assert np.isclose(rows.share.sum(), 1)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_summaries_add_up_the_same_in_any_order(run, seed, monkeypatch):
    monkeypatch.setattr(simulation, "CHUNK", 170)
    parts = [part.summary for part in hl.stream("standard", LINE, 3_000, seed=6, progress=False)]
    assert len(parts) == 18
    order = np.random.default_rng(seed).permutation(len(parts))
    assert sum(parts[i] for i in order) == run.summary == sum(parts)


def test_deals_do_not_count_twice(run):
    with pytest.raises(ValueError, match=r"Deal 2000 of seed 6 is in both summaries"):
        run.first(2_000).summary + hl.summarise("standard", LINE, 500, seed=6, start=2_000, progress=False)
    both = run.summary + hl.summarise("standard", LINE, 50, seed=7, progress=False)
    assert len(both) == 3_050 and both.deals == ((6, 1, 3_000), (7, 1, 50))


def test_other_rules_and_other_players_do_not_add_up(run):
    for game, line in (("microsoft", LINE), ("standard", "random")):
        with pytest.raises(ValueError, match="same rules and players"):
            run.summary + hl.summarise(game, line, 50, seed=7, progress=False)


@pytest.mark.parametrize("game", ["foster_sweep", "cancellation", "black_maria"])
def test_a_pool_two_packs_and_no_moon_are_summed_as_in_the_log(game):
    run = hl.simulate(game, "cautious", 700, seed=3, progress=False)
    summary = hl.summarise(game, "cautious", 700, seed=3, progress=False)
    assert summary == run.summary
    lost = 0  # with the last tricks of a deal, if they are void
    for deal in map(run.deal, range(1, 41)):
        void = list(takewhile(lambda trick: trick.winner is None, reversed(deal.tricks)))
        lost += sum(str(card) == "Q♠" for trick in void for card in trick.cards)
    assert run.first(40).summary.queens.sum() == 40 * run.rules.packs - lost
    by_seat = run.scores.groupby("seat")
    assert np.allclose(summary.table["score"], by_seat["score"].mean())
    assert list(summary.moons) == list(by_seat["moon"].sum())


def test_an_interval_of_counted_numbers_is_exact_where_floats_are_not():
    mean, low, high = counted_interval([10**9, 10**9 + 1], [10**7, 10**7])
    assert mean == 10**9 + 0.5
    assert np.isclose(high - low, 2 * NormalDist().inv_cdf(0.975) * 0.5 / (2 * 10**7) ** 0.5, rtol=1e-3)
    with pytest.raises(ValueError, match="at least two"):
        counted_interval([5], [1])


def test_one_deal_has_a_mean_and_no_interval():
    table = hl.summarise("standard", "random", 1, progress=False).table
    assert table["score"].sum() in (26, 78) and table["low"].isna().all()


def test_only_a_log_has_a_largest_size(monkeypatch):
    monkeypatch.setattr(simulation, "MOST", 100)
    with pytest.raises(ValueError, match=r"1 to 100 .*hl\.stream and hl\.summarise take any number"):
        hl.simulate("standard", "random", 101, progress=False)
    assert len(hl.summarise("standard", "random", 101, progress=False)) == 101


# What notebook 17 finds, with its own parameters and with another seed.

BEYOND = notebooks.find("17_beyond_one_machine")
GIVEN = {parameter.name: parameter.value for parameter in notebooks.parameters(BEYOND)}


@pytest.mark.parametrize("seed", [GIVEN["seed"], 2026])
def test_four_times_the_deals_halve_the_error(seed):
    rules = hl.variant(GIVEN["game"])
    line = [GIVEN["tried"], *[GIVEN["others"]] * (rules.players - 1)]
    shown = " ".join(str(cell.get("outputs")) for cell in nbformat.read(BEYOND, as_version=4).cells)
    with ThreadPoolExecutor(2) as pool:
        sums = list(summaries.growing(rules, line, GIVEN["deals"], seed, executor=pool, progress=False))
    table = summaries.precision(sums)
    assert list(table.deals) == [GIVEN["deals"] // 4**step for step in (4, 3, 2, 1, 0)]
    for one, row in zip(sums, table.itertuples(), strict=True):
        assert (row.score, row.low, row.high) == one.mean(0) and row.error == (row.high - row.low) / 2
        if seed == GIVEN["seed"]:
            assert f"{row.score:.2f}" in shown and f"± {row.error:.3f}" in shown
    assert all(0.45 < fewer / more < 0.55 for more, fewer in pairwise(table.error))


def test_growing_sums_are_those_of_the_first_deals_and_can_be_stopped(run):
    how = {"rules": "standard", "players": LINE, "deals": 2_048, "seed": 6, "steps": 3}
    assert list(summaries.growing(**how, progress=False)) == [run.first(deals).summary for deals in (128, 512, 2_048)]
    heard = []
    stopped = list(summaries.growing(**how, progress=lambda done, total: heard.append((done, total)) or done < 512))
    assert [len(one) for one in stopped] == [128, 512]
    assert heard == [(128, 2_048), (512, 2_048)]


def test_notebook_17_says_that_every_team_played_the_same():
    notebook = nbformat.read(BEYOND, as_version=4)
    (told,) = [output.data["text/markdown"] for cell in notebook.cells if cell.cell_type == "code"
               for output in cell.outputs if "Claim 1" in output.get("data", {}).get("text/markdown", "")]
    assert told == "**Claim 1 holds (3 of 3 tries). Claim 2 holds (4 of 4 tries).**"


MEMORY = """
import resource, sys
import hearts_lab as hl
for deals in (60_000, 600_000):
    hl.summarise("basic", "random", deals, progress=False)
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1024 if sys.platform != "darwin" else 1024**2))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no getrusage.")
def test_ten_times_the_deals_need_no_more_memory():
    out = subprocess.run([sys.executable, "-c", MEMORY], capture_output=True, text=True, check=True)
    few, many = map(float, out.stdout.split())
    log = 600_000 * (52 + 2 * 13 + 4 * 20) / 1e6  # megabytes that a log of the deals has at least
    assert many - few < log / 4
