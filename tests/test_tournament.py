"""Tournaments: all seatings of the same deals, paired differences, and who is not told apart."""

from itertools import permutations, product

import numpy as np
import pytest

import hearts_lab as hl
from hearts_lab.players import StrategyError, named
from hearts_lab.tournaments import Tournament, seatings


def tournament(names, rules="standard", deals=60, seed=3, **more):
    return hl.tournament(names, rules, deals, seed, progress=False, **more)


@pytest.mark.parametrize(("strategies", "seats"), [(2, 3), (2, 4), (3, 4), (4, 4), (5, 4), (3, 6), (6, 5)])
def test_all_seatings_in_which_none_sits_in_two_seats_more(strategies, seats):
    even = [line for line in product(range(strategies), repeat=seats)
            if max(counts := [line.count(one) for one in range(strategies)]) - min(counts) <= 1]
    assert sorted(seatings(strategies, seats)) == sorted(even)


def test_as_many_strategies_as_seats_sit_in_all_orders():
    assert sorted(seatings(4, 4)) == sorted(permutations(range(4)))


def test_every_seating_plays_the_same_deals():
    """The mean score of a strategy in a deal, by hand: over all seatings and its seats in them."""
    found = tournament(["random", "cautious"], deals=3)
    for number in (1, 2, 3):
        scores = {0: [], 1: []}
        for line in product(range(2), repeat=4):
            if sum(line) == 2:
                names = [["random", "cautious"][one] for one in line]
                run = hl.simulate("standard", names, 1, 3, start=number, progress=False)
                for one, score in zip(line, run.deal(number).scores, strict=True):
                    scores[one].append(score)
        assert found.by_deal[number - 1] == pytest.approx([np.mean(scores[0]), np.mean(scores[1])])


def test_the_order_of_the_strategies_does_not_matter():
    one, two = tournament(["random", "cautious", "smoker"]), tournament(["smoker", "random", "cautious"])
    columns = ["strategy", "score", "better"]
    assert one.table[columns].round(9).equals(two.table[columns].round(9))


def test_a_strategy_does_not_beat_its_twin():
    from dataclasses import replace

    twin = replace(named("cautious"), name="twin")
    found = tournament(["cautious", twin, "random"])
    assert found.differences.query("strategy == 'twin' or other == 'twin'")["better"].min() == 0
    assert not found.apart("cautious", "twin")
    assert list(found.table["rank"]) == [1, 1, 3]
    assert "cautious and twin share the first place" in found.verdict
    assert found.apart("twin", "random")


def test_a_clear_winner_is_named_with_its_lead():
    found = tournament(["random", "cautious"], deals=200)
    assert found.verdict.startswith("cautious wins, ")
    assert found.chart.to_dict()["description"].startswith(found.verdict)
    row = found.differences.iloc[0]
    assert (row.strategy, row.other) == ("cautious", "random")
    assert row.low < row.better < row.high
    assert found.table["better"].sum() == pytest.approx(0)


def test_intervals_hold_together_for_all_pairs():
    """Six equally good strategies in many made-up tournaments: at most one in twenty tells any two apart."""
    dice, wrong = np.random.default_rng(8), 0
    for _ in range(200):
        luck = dice.normal(0, 3, (100, 1)) + dice.normal(0, 1, (100, 6))
        made_up = Tournament(hl.variant("standard"), tuple("abcdef"), luck, seatings(6, 4), 1)
        wrong += bool(made_up.differences["apart"].any())
    assert wrong <= 20


def test_pools_rank_by_counters_won():
    found = tournament(["random", "cautious"], "foster_howell")
    assert found.table["strategy"][0] == "cautious"
    assert "counters a deal ahead" in found.verdict


def test_a_stopped_tournament_keeps_the_deals_that_all_seatings_had():
    found = hl.tournament(["random", "cautious"], "standard", 5_000, progress=lambda done, _: done <= 6 * 2_000)
    assert found.deals == 2_000
    assert np.array_equal(found.by_deal, tournament(["random", "cautious"], deals=2_000, seed=1).by_deal)


def test_nonsense_is_refused_in_a_sentence():
    for names, deals, words in ((["random"], 10, "at least two strategies"), (["random", "random"], 10, "different names"),
                                (["random", "cautious"], 1, "at least two deals"),
                                (["random", "cautious"], 10_000_000, "6 seatings")):
        with pytest.raises((StrategyError, ValueError), match=words):
            tournament(names, deals=deals)


@pytest.mark.parametrize(("more", "words"), [
    ({"names": "random"}, "at least two strategies"), ({"names": None}, "There is no strategy None"),
    ({"deals": 2.5}, "must be a whole number, not 2.5"), ({"deals": "many"}, "must be a whole number, not 'many'"),
    ({"confidence": "high"}, "confidence lies between 0 and 1"), ({"confidence": 95}, "confidence lies between 0 and 1")])
def test_what_is_no_tournament_is_refused_before_a_card_is_played(more, words):
    with pytest.raises(ValueError, match=words):
        tournament(**{"names": ["random", "cautious"], **more})


def test_too_many_seatings_are_refused_before_they_are_counted():
    with pytest.raises(ValueError, match=r"in 4 seats have [\d,]+ seatings.*let fewer meet\.$"):
        hl.tournament(list(hl.strategies()), deals=2)
