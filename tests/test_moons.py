"""Shooting the moon: tables on runs read naively, a model that finds what was planted, estimates against slow ones."""

from itertools import product

import numpy as np
import pandas as pd
import pytest

import hearts_lab as hl
from hearts_lab import estimates, moons, notebooks, tables


@pytest.fixture(scope="module")
def run():
    return hl.simulate("standard", "dreamer", 120, 5, progress=False)


@pytest.mark.parametrize(("game", "most"), [("standard", 25), ("standard_spot", 127), ("morehead", 25), ("omnibus", 26)])
def test_who_misses_one_penalty_card_takes_all_but_the_cheapest(game, most):
    assert moons.dearest_failure(hl.variant(game)) == most


def test_the_first_game_with_a_moon_and_one_pack_is_taken():
    assert moons.with_moon(["black_maria", "cancellation", "pink_lady"], 4).name == "pink_lady"
    with pytest.raises(ValueError, match="with 4 players: name one"):
        moons.with_moon(["black_maria"], 4)


def test_a_game_is_counted_where_it_has_a_moon_and_so_many_players():
    runs = moons.moon_runs(["black_maria", "standard", "cancellation"], [3, 4, 6], "random", 3, progress=False)
    assert [(run.rules.name, run.rules.players) for run in runs] == [
        ("standard", 3), ("standard", 4), ("standard", 6), ("cancellation", 6)]
    with pytest.raises(ValueError, match="None of these games"):
        moons.moon_runs(["black_maria"], [4], "random", 3, progress=False)


def test_moon_rates_are_the_share_of_deals_in_which_somebody_took_everything(run):
    everything = sum(26 in run.deal(number).points for number in run.numbers)
    assert everything > 5
    (row,) = moons.moon_rates([run]).itertuples()
    assert row.share == pytest.approx(everything / 120)
    assert row.low < row.share < row.high


def test_a_seat_is_ahead_of_the_mean_of_the_others(run):
    found = moons.ahead(run)
    for number in (1, 60, 120):
        scores = run.deal(number).scores
        for seat in range(4):
            others = [score for other, score in enumerate(scores) if other != seat]
            assert found[number - 1, seat] == pytest.approx(sum(others) / 3 - scores[seat])
    pool = hl.simulate("foster_howell", "random", 20, 5, progress=False)
    best = pool.settled[:, tables.SCORE].argmax(axis=1)
    assert (moons.ahead(pool)[np.arange(20), best] >= 0).all(), "counters are won, more is better"


def test_attempts_know_how_far_their_seat_is_ahead(run):
    found = moons.attempted(run)
    assert set(found["moon"]) == {True, False}
    for row in found.itertuples():
        assert row.ahead == moons.ahead(run)[row.deal - 1, row.seat]
        assert (row.ahead == 26) == row.moon
    needed = moons.needed_chance(found)
    won, lost = (found.loc[found["moon"] == kind, "ahead"].mean() for kind in (True, False))
    assert needed * won + (1 - needed) * lost == pytest.approx(0), "with that chance nobody is ahead on average"
    assert moons.needed_chance(found[found["moon"]]) is None


def test_failures_are_counted_by_what_they_cost(run):
    attempts = moons.attempted(run)
    table = moons.failures(attempts, run.rules)
    failed = [row.points for row in attempts.itertuples() if not row.moon]
    assert dict(zip(table["points"], table["cases"], strict=True)) == {points: failed.count(points) for points in set(failed)}
    assert table["share"].sum() == pytest.approx(1)
    wide = moons.failures(pd.DataFrame({"deal": [1, 2, 3, 4], "moon": False, "points": [50, 54, 55, 127]}),
                          hl.variant("standard_spot"))
    assert list(wide["points"]) == [50, 55, 125]
    assert list(wide["cases"]) == [2, 1, 1]


def test_a_telling_deal_is_a_moon(run):
    number, seat = moons.telling(run)
    assert run.deal(number).points[seat] == 26
    with pytest.raises(ValueError, match="ask for more"):
        moons.telling(run.first(1))


def test_moon_hands_are_those_after_the_pass(run):
    table = moons.moon_hands(run)
    assert len(table) == 120 * 4
    for row in table.sample(60, random_state=3).itertuples():
        deal = run.deal(row.deal)
        hand = [card.text for seat, card in deal.plays if seat == row.seat]
        hearts = [text for text in hand if text.endswith("H")]
        high = [text for text in hearts if text[:-1] in "JQKA"]
        assert row.tops == sum(text[:-1] in ("A", "K") and text[-1] in "CDS" for text in hand)
        assert row.longest == max(sum(text.endswith(suit) for text in hand) for suit in "CDSH")
        assert (row.high_hearts, row.low_hearts) == (len(high), len(hearts) - len(high))
        assert row.no_hearts == (not hearts)
        assert row.moon == (deal.points[row.seat] == 26)


def planted(seed: int, weights, deals: int = 4_000) -> pd.DataFrame:
    """Hands whose moons come about by a logistic model with these weights."""
    dice = np.random.default_rng(seed)
    hands = pd.DataFrame({"deal": np.arange(1, deals + 1), "tops": dice.integers(0, 5, deals),
                          "longest": dice.integers(4, 8, deals), "high_hearts": dice.integers(0, 4, deals),
                          "low_hearts": dice.integers(0, 5, deals)})
    hands["no_hearts"] = (hands["high_hearts"] + hands["low_hearts"] == 0).astype(int)
    odds = weights[0] + hands[list(moons.FEATURES)].to_numpy() @ np.array(weights[1:])
    hands["moon"] = dice.random(deals) < 1 / (1 + np.exp(-odds))
    return hands


WEIGHTS = (-3.0, 0.5, 0.3, 0.6, -0.7, 0.8)


@pytest.mark.parametrize("seed", range(6))
def test_the_model_finds_what_was_planted(seed):
    model = moons.learned(planted(seed, WEIGHTS))
    error = np.sqrt(np.diag(model.covariance))
    assert (np.abs(model.weights - WEIGHTS) < 4 * error).all()
    assert (error < 0.6).all()
    row = model.factors.set_index("feature").loc[moons.FEATURES["low_hearts"]]
    assert row.low < np.exp(WEIGHTS[4]) * 1.3 and row.high < 1, "low hearts are a hindrance"


def test_hands_of_one_deal_hang_together():
    hands = planted(1, WEIGHTS)
    twice = pd.concat([hands, hands], ignore_index=True)
    once, again = (np.diag(moons.learned(table).covariance) for table in (hands, twice))
    assert again == pytest.approx(once, rel=0.05), "the same hands again tell nothing new"


def test_a_model_that_saw_the_truth_predicts_how_often():
    hands = planted(2, WEIGHTS)
    table = moons.predictions(moons.learned(planted(3, WEIGHTS)), hands)
    assert table["cases"].sum() == len(hands)
    for row in table.itertuples():
        low, high = (float(part.rstrip("%")) / 100 for part in str(row.predicted).split(" to "))
        assert row.high > low and row.low < high


def test_nothing_is_learned_from_deals_without_a_moon():
    with pytest.raises(ValueError, match="Nobody shoots the moon"):
        moons.learned(planted(1, WEIGHTS).assign(moon=False))


@pytest.mark.parametrize("seed", range(4))
def test_ranking_counts_the_pairs_that_stand_rightly(seed):
    dice = np.random.default_rng(seed)
    marks, hits = dice.integers(0, 6, 60), dice.random(60) < 0.3
    pairs = [(a > b) + (a == b) / 2 for a, b in product(marks[hits], marks[~hits])]
    value, low, high = estimates.ranking(np.arange(60), marks, hits)
    assert value == pytest.approx(np.mean(pairs))
    assert low < value < high


def test_the_interval_of_a_ranking_holds_the_truth_as_often_as_it_says():
    dice, inside = np.random.default_rng(7), 0
    for _ in range(400):
        hits = np.arange(150) < 40
        marks = dice.normal(size=150) + hits
        low, high = estimates.ranking(np.arange(150), marks, hits)[1:]
        inside += low < 0.7602 < high  # the chance that a normal number with mean 1 exceeds one with mean 0
    assert 0.91 < inside / 400 < 0.98


def test_ranking_needs_both_kinds():
    with pytest.raises(ValueError, match="both kinds"):
        estimates.ranking([1, 2], [1, 2], [True, True])


def test_hands_by_hearts_begin_alike(run):
    hands = moons.moon_hands(run)
    table = moons.by_hearts(hands, at_least=1)
    none = table[table["hearts"] == 0]
    assert len(none) == 2 and none["cases"].nunique() == 1
    one = table[(table["hearts"] == 3) & (table["kind"] == "most of them high")].iloc[0]
    some = hands[(hands["high_hearts"] + hands["low_hearts"] == 3) & (hands["high_hearts"] >= 2)]
    assert (one.cases, one.share) == (len(some), pytest.approx(some["moon"].mean()))


def test_the_ace_and_the_next_honour_lie_where_they_should():
    for given, own, other in ((moons.ACE_ALONE, {"AH"}, "KH"), (moons.ACE_AND_KING, {"AH", "KH"}, "QH")):
        dealt = hl.simulate("standard", "random", 20, 3, given=given, progress=False)
        for number in dealt.numbers:
            start = dealt.replayed(int(number), 0, passed=False)
            first, second = ({card.text for card in start.hand(seat)} for seat in (0, 1))
            assert {"AH", "KH"} & first == own
            assert other in second
            assert len({"AS", "KS", "QS", "AC", "KC", "QC", "AD", "KD", "QD"} & first) >= 5


def test_a_kept_honour_stops_moons():
    kept, free = (moons.against(moons.ACE_ALONE, stops, hl.variant("standard"), "random", 400, 2, progress=False)
                  for stops in ("keep", "never"))
    assert kept.shape == free.shape == (400,)
    assert kept.sum() < free.sum()


def test_ways_to_stop_moons_need_a_pass_only_where_they_pass():
    rules = hl.variant("standard", pass_count=0)
    found = moons.stopping(rules, "dreamer", 8, 1, progress=False)
    assert list(found["way"]) == ["stops moons it can see", "keeps a high heart"]
    assert len(moons.stopping("standard", "dreamer", 8, 1, progress=False)) == len(moons.STOPPERS)


def test_a_seat_gains_nothing_by_being_itself():
    found = moons.gains("standard", ["steady"], ["random"], 8, 1, progress=False)
    assert (found[["ahead", "saved"]] == 0).all(axis=None)


# What notebook 13 says, with its own values and another seed.

NOTEBOOK = notebooks.find("13_shooting_the_moon")
VALUES = {parameter.name: parameter.value for parameter in notebooks.parameters(NOTEBOOK)}


@pytest.mark.parametrize("seed", [VALUES["seed"], 2026])
def test_few_hands_promise_a_moon_and_low_hearts_are_in_its_way(seed):
    rules = moons.with_moon(VALUES["games"], VALUES["players"])
    first, second = (moons.moon_hands(hl.simulate(rules, VALUES["strategy"], VALUES["deals"], number, progress=False))
                     for number in (seed, seed + 1))
    model = moons.learned(first)
    assert model.ranks(second)[1] > 0.7
    assert moons.predictions(model, second)["cases"].iloc[-1] < 0.02 * len(second)
    factors = model.factors.set_index("feature")
    assert factors.loc[moons.FEATURES["low_hearts"], "high"] < 1
    assert (factors.drop(moons.FEATURES["low_hearts"])["low"] > 1).all()


@pytest.mark.parametrize("seed", [VALUES["seed"], 2026])
def test_it_depends_on_the_others_whether_shooting_pays(seed):
    table = moons.gains("standard", ["dreamer"], ["cautious", "moon_stopper"], 2_000, seed, progress=False)
    among = table.set_index("others")
    assert among.loc["cautious", "low"] > 0 > among.loc["moon_stopper", "high"]


@pytest.mark.parametrize("seed", [VALUES["seed"], 2026])
def test_a_high_heart_kept_stops_dreamers_better_than_a_low_heart_passed(seed):
    table = moons.stopping("standard", "dreamer", 2_000, seed, progress=False).set_index("way")
    kept, given = (table.loc[way] for way in ("keeps a high heart", "passes one low heart"))
    assert kept["low"] > given["high"] > given["low"] > 0
    assert kept["saved_low"] > 0 > given["saved_high"], "a low heart in the pass has its price"


def test_the_more_players_the_more_void_tricks_and_moons_with_two_packs():
    runs = [hl.simulate(hl.variant("cancellation", n), VALUES["strategy"], 4_000, 1, progress=False) for n in (6, 8, 11)]
    void = [(run.winners < 0).mean() for run in runs]
    moon = [tables.moons(run).any(axis=1).mean() for run in runs]
    assert void == sorted(void) and moon == sorted(moon)
    assert moon[0] < 0.01 < moon[-1]
