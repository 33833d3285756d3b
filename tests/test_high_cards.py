"""Notebook 14: what it asks of habits, duckers, high hearts and voids, against readings of single deals, and its findings."""

import re

import numpy as np
import pandas as pd
import pytest

import hearts_lab as hl
from hearts_lab import estimates, high_cards, notebooks, tables
from hearts_lab.cards import read_card, read_cards

NOTEBOOK = notebooks.find("14_hearts_and_voids")
GIVEN = {parameter.name: parameter.value for parameter in notebooks.parameters(NOTEBOOK)}
GAMES, PLAYER, DEALS = GIVEN["games"], GIVEN["player"], GIVEN["deals"]
STANDARD, MARIA = "Standard Hearts", "Black Maria"
PLAIN = read_cards("AC KC QC AD KD QD")
HEARTS = read_cards("JH QH KH AH")


@pytest.fixture(params=(GIVEN["seed"], 2026))
def seed(request):
    return request.param


# Against naive readings.

def test_the_cost_of_a_habit_is_that_of_a_comparison_on_the_same_deals():
    table = high_cards.habit_costs(["black_maria"], PLAYER, "discards", ["cautious"], 200, 3, progress=False)
    assert list(table["way"]) == [high_cards.WAYS["discards"][way] for way in ("points", "rank", "short", "points_only")]
    line = ["cautious"] * 4
    gains = []
    for seat in range(4):
        runs = [hl.simulate("black_maria", [*line[:seat], player, *line[seat + 1:]], 200, 3, progress=False)
                for player in (f"{PLAYER}+discards=short", PLAYER)]
        gains.append(runs[0].settled[:, 0, seat] - runs[1].settled[:, 0, seat])
    assert table["cost"][2] == pytest.approx(np.mean(gains))


def test_a_stopped_trial_of_habits_keeps_the_finished_comparisons():
    def stop(done, total):
        return done < 0.6 * total

    table = high_cards.habit_costs(["standard"], PLAYER, "duck", ["cautious", "random"], 30, progress=stop)
    assert 1 <= len(table) < 4
    assert table["others"].iloc[0] == "cautious"


def test_a_duel_is_a_kept_card_that_takes_points_later_and_one_that_was_thrown():
    comparison = hl.compare("standard", PLAYER, f"{PLAYER}+duck=low", 400, 5, others="cautious", progress=False)
    found = high_cards.duel(comparison)
    first, second = comparison.changed[found.seat].deal(found.deal), comparison.pairs[found.seat].second.deal(found.deal)
    assert first.plays[:found.played] == second.plays[:found.played]
    assert first.plays[found.played] == (found.seat, found.first)
    assert second.plays[found.played] == (found.seat, found.second)
    assert found.first.suit == found.second.suit == first.tricks[found.played // 4].cards[0].suit
    assert found.first > found.second
    dear = second.tricks[found.trick - 1]
    assert (dear.winner, dear.points > 0, found.first in dear.cards) == (found.seat, True, True)
    beside = high_cards.side_by_side(comparison, found)
    for deal, name in ((first, comparison.first), (second, comparison.second)):
        for number, row in beside.iterrows():
            trick = deal.tricks[number - 1]
            assert row[f"{name} plays"] == str(trick.cards[trick.seats.index(found.seat)])
            assert row[f"{name} takes"] == (trick.points if trick.winner == found.seat else 0)
    assert list(beside.index) == list(range(found.played // 4 + 1, 14))


def test_who_ducks_alike_never_parts():
    same = hl.compare("standard", PLAYER, PLAYER, 20, progress=False)
    with pytest.raises(ValueError, match="ask for more deals"):
        high_cards.duel(same)


@pytest.mark.parametrize("game", GAMES)
def test_the_halves_of_a_deal_leave_out_the_middle_trick_of_thirteen(game):
    run = hl.simulate(game, "smoker", 25, 4, progress=False)
    first, second = high_cards.halves(run, 2)
    for number in run.numbers:
        tricks = run.deal(number).tricks
        for found, numbers in ((first, range(1, 7)), (second, range(8, 14))):
            assert found[number - 1] == sum(trick.points for trick in tricks if trick.winner == 2 and trick.number in numbers)


def test_voids_are_compared_with_hands_as_strong_that_have_none():
    run = hl.simulate("standard", "cautious", 1_500, 6, progress=False)
    groups, alone = {}, {}
    for number in run.numbers:
        deal = run.deal(number)
        for seat in range(4):
            hand = [card for who, card in deal.plays if who == seat]
            strength = (frozenset(card for card in hand if card in read_cards("QS KS AS")),
                        sum(card in HEARTS for card in hand), sum(card in PLAIN for card in hand))
            missing = {0, 1, 2, 3} - {card.suit for card in hand}
            if not missing:
                groups.setdefault(strength, []).append(deal.scores[seat])
            elif missing == {1}:
                alone.setdefault(strength, []).append(deal.scores[seat])
    pairs = [(score, np.mean(groups[strength])) for strength, scores in alone.items() if strength in groups for score in scores]
    assert len(pairs) > 50
    expected = np.mean([instead - score for score, instead in pairs])
    found = high_cards.void_savings(run, at_least=50).set_index("void").loc["diamonds"]
    assert found["saved"] == pytest.approx(expected)
    assert found["low"] < expected < found["high"]


def test_matching_leaves_out_groups_of_one_kind():
    table = pd.DataFrame({"deal": [0, 1, 2, 3, 4], "kind": list("aabbc"), "treated": [True, False, True, False, True],
                          "score": [5, 3, 9, 8, 100]})
    assert estimates.matched(table, ["kind"], "treated")[0] == pytest.approx(1.5)
    with pytest.raises(ValueError, match="deals"):
        estimates.matched(table[table["kind"] == "c"], ["kind"], "treated")


def test_the_holdings_of_high_hearts_have_as_many_hearts(monkeypatch):
    seen = []

    def watched(*args, **words):
        run = hl.simulate(*args, **words)
        seen.append([[card for card in run.deal(number, 0).hand(0) if card.suit == 3] for number in run.numbers])
        return run

    monkeypatch.setattr(high_cards, "simulate", watched)
    table = high_cards.heart_costs(["standard"], "random", 10, 1, 1, progress=False)
    assert list(table["beside"]) == [0, 0, 1, 1]
    for held, instead, beside in ((*seen[:2], 0), (*seen[2:], 1)):
        for one, other in zip(held, instead, strict=True):
            assert len(one) == len(other) == beside + 2
            assert set(one) >= {read_card("AH"), read_card("KH")}
            assert len(set(one) & set(HEARTS)) == 2
            assert not set(other) & set(HEARTS)


# What the notebook says, with its parameters and with another seed.

def costs(habit, seed):
    table = high_cards.habit_costs(GAMES, PLAYER, habit, GIVEN["others"], DEALS, seed, progress=False)
    return table.set_index(["game", "others", "way"])


def test_ducking_low_costs_points_and_most_of_them_late_rules_d1(seed):
    table = costs("duck", seed)
    assert (table["low"] > 0).all()
    low, chance = (table.xs(way, level="way")["cost"] for way in ("ducks low", "ducks by chance"))
    assert (low > chance).all()
    comparison = hl.compare("standard", PLAYER, f"{PLAYER}+duck=low", DEALS, seed, others="cautious", progress=False)
    early, late = (comparison.change(lambda run, half=half: tables.points_by_trick(run)[:, half].sum(axis=1))
                   for half in (slice(None, 6), slice(6, None)))
    assert late[2] < early[0] < 0, "the high ducker takes less, above all in the second half"


def test_cheap_tricks_pay_among_those_who_play_well_and_little_among_chance_rules_d2(seed):
    table = costs("cheap_wins", seed)
    low, cost = (table[column].unstack("others").droplevel("way") for column in ("low", "cost"))
    assert (low[["cautious", "smoker"]] > 0).all(axis=None)
    assert (cost["random"] < cost["cautious"] / 2).all()


def test_when_void_points_first_and_then_danger_rules_d31(seed):
    table = costs("discards", seed)
    assert (table.xs("points first", level="way")["high"] < 0).all()
    assert (table.xs("only points", level="way")["low"] > 0).all()
    by_rank = table.xs("highest", level="way")["low"].unstack()
    assert (by_rank[["cautious", "smoker"]] > 0).all(axis=None), "rank alone is a poor guide"


def test_bare_high_hearts_cost_dear_and_late_rules_d7(seed):
    table = high_cards.heart_costs(GAMES, "cautious", DEALS, seed, GIVEN["most"], progress=False)
    table = table.set_index(["game", "when", "beside"])["cost"]
    for game in (STANDARD, MARIA):
        first, second = (table[game, when] for when in (high_cards.FIRST_HALF, high_cards.SECOND_HALF))
        assert second[0] > first[0] > 0
        assert first[0] + second[0] > 3 * (first[5] + second[5])
    early = {game: table[game, high_cards.FIRST_HALF, 0] for game in (STANDARD, MARIA)}
    assert early[MARIA] > 2 * early[STANDARD], "where hearts may be led at once, it need not wait"


def test_a_void_saves_points_and_two_save_more_rules_d12(seed):
    for game in GAMES:
        run = hl.simulate(game, "cautious", 5 * DEALS, seed, progress=False)
        table = high_cards.void_savings(run).set_index("void")
        assert (table["low"] > 0).all()
        assert table.loc["two voids", "low"] > table.loc["one void", "high"]
        assert table["saved"].idxmin() == "spades"


def test_the_folded_solution_runs():
    cells = ["".join(cell.source) for cell in notebooks._read(NOTEBOOK).cells]
    (folded,) = [re.search(r"```python\n(.*?)```", cell, re.S)[1] for cell in cells if "Our solution" in cell and "```" in cell]
    given = {**GIVEN, "deals": 100}
    for begin in ("import pandas", "high = hl.strategy", "duck = ", "cheap = "):
        (cell,) = [cell for cell in cells if cell.startswith(begin)]
        exec(cell, given)
    exec(folded, given)
    assert list(given["three"]["game"]) == [STANDARD, MARIA]
