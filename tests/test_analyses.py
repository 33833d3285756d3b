"""The analyses: helper tables on runs checked by hand, the findings the notebooks state, and their parameters."""

import json
import re
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import hearts_lab as hl
from hearts_lab import estimates, experiments, notebooks, tables
from hearts_lab.analyses import spades
from hearts_lab.cards import Cards, read_card

SMOKING, SPADES = (notebooks.find(name) for name in ("10_smoking_the_queen", "11_dangerous_spades"))
SEEDS = (notebooks.parameters(SMOKING)[-1].value, 2026)


def value(notebook: Path, name: str):
    return next(parameter.value for parameter in notebooks.parameters(notebook) if parameter.name == name)


# Helper tables, against a naive reading of the same deals.


@pytest.fixture(scope="module")
def small() -> experiments.Comparison:
    return hl.compare("standard", "smoker", "cautious", deals=60, seed=3, progress=False)


def after_the_pass(deal, seat) -> Cards:
    return Cards(card for who, card in deal.plays if who == seat)


def test_spades_and_hands_are_those_of_the_deals(small):
    names = {"Q": "QS", "K": "KS", "A": "AS"}
    table = tables.spades(small.base).merge(small.hands, on=["deal", "seat"], suffixes=("", "_again"))
    assert len(table) == 60 * 4
    for row in table.itertuples():
        deal = small.base.deal(row.deal)
        hand = after_the_pass(deal, row.seat)
        assert {letter for letter, card in names.items() if card in hand} == set(row.honours.replace("none", ""))
        assert row.lower == sum(card in hand for card in map(read_card, "2S 3S 4S 5S 6S 7S 8S 9S 10S JS".split()))
        assert row.length == row.length_again == sum(card.suit == 2 for card in hand)
        kinds = (tables.LADY, "QS" in hand), (tables.HIGH, row.honours != "none"), (tables.NO_HIGH, True)
        assert row.holding == next(kind for kind, fits in kinds if fits)
        assert row.took_queen == ("QS" in deal.taken(row.seat))
        assert row.score == deal.scores[row.seat]


def fate(deal) -> tuple[int, int, str]:
    trick = next(trick for trick in deal.tricks if "QS" in trick.cards)
    holder = trick.seats[trick.cards.index(read_card("QS"))]
    if holder == trick.leader:
        return trick.number, holder, "led"
    if trick.cards[0].suit != 2:
        return trick.number, holder, "discarded"
    return trick.number, holder, "caught" if trick.winner == holder else "under A♠ or K♠"


def test_fates_are_those_of_the_deals(small):
    seen = set()
    for run in (small.base, *small.changed):
        for row in tables.fates(run).itertuples():
            assert (row.trick, row.holder, row.fate) == fate(run.deal(row.deal))
            seen.add(row.fate)
    assert seen == set(tables.FATES)


def test_queens_ways_see_the_taker_from_our_seat(small):
    table = spades.queens_ways(small)
    for row in table.sample(40, random_state=1).itertuples():
        run = small.changed[row.seat] if row.strategy == "smoker" else small.base
        deal = run.deal(row.deal)
        trick, holder, _ = fate(deal)
        taker = deal.tricks[trick - 1].winner
        assert row.taker == ("our seat" if taker == row.seat else "her holder" if taker == holder else "another seat")
        assert not {"QS", "KS", "AS"} & {card.text for card in after_the_pass(deal, row.seat)}
    assert table.groupby("strategy").size().nunique() == 1


def test_savings_are_the_mean_differences_of_each_kind_of_hand(small):
    table = spades.savings(small, at_least=2)
    assert set(table["holding"]) <= {tables.NO_HIGH, tables.HIGH}, "with Q♠ the smoker is cautious"
    one = table.iloc[len(table) // 2]
    rows = small.hands[(small.hands["holding"] == one.holding) & (small.hands["length"] == one.length)]
    assert one.saved == pytest.approx(-rows["difference"].mean()), "every hand counts alike"
    assert one.cases == len(rows)


def test_telling_shows_a_catch_after_more_than_one_lead():
    comparison = hl.compare("standard", "smoker", "cautious", deals=2_000, seed=3, progress=False)
    number, seat, played, catch = spades.telling(comparison)
    assert catch
    before, after = comparison.base.deal(number), comparison.changed[seat].deal(number)
    assert before.plays[:played] == after.plays[:played]
    assert before.plays[played] != after.plays[played]
    assert before.plays[played][0] == seat
    assert "QS" in before.taken(seat)
    trick, holder, way = fate(after)
    assert (way, after.tricks[trick - 1].winner) == ("caught", holder)
    assert played // 4 + 1 < trick
    moment = comparison.base.deal(number, played)
    assert (moment.to_play, len(moment.plays)) == (seat, played)


def test_telling_names_the_seat_that_plays_and_a_card_of_its_hand():
    comparison = hl.compare("black_maria", "random", "cautious", deals=600, seed=3, progress=False)
    number, seat, played, _ = spades.telling(comparison)
    moment = comparison.base.deal(number, played)
    assert moment.to_play == seat
    for run in (comparison.base, comparison.changed[seat]):
        who, card = run.deal(number).plays[played]
        assert who == seat
        assert card in moment.hand(seat)


def test_a_player_is_not_measured_against_itself():
    with pytest.raises(ValueError, match="cautious is on both sides"):
        experiments.different("cautious", "cautious")


def test_spade_leads_are_those_of_the_deals(small):
    led, chances = 0, 0
    for number in range(1, 61):
        deal = small.base.deal(number)
        for trick in deal.tricks[1:]:
            rest = [(seat, card) for later in deal.tricks[trick.number - 1:]
                    for seat, card in zip(later.seats, later.cards, strict=True)]
            own = [card for seat, card in rest if seat == trick.leader]
            out = any(card.text == "QS" for seat, card in rest if seat != trick.leader)
            if out and any(card.suit == 2 for card in own) and any(card.suit < 2 for card in own):
                chances += 1
                led += trick.cards[0].suit == 2
    assert chances > 50
    assert spades.spade_leads(small.base)[0] == pytest.approx(led / chances)


def test_told_is_the_deal_trick_by_trick(small):
    deal = small.base.deal(5)
    table = tables.told(deal, 3)
    assert list(table.index) == [1, 2, 3]
    for trick in deal.tricks[:3]:
        row = table.loc[trick.number]
        assert [row[f"seat {seat}"].removeprefix("→ ") for seat in trick.seats] == [str(card) for card in trick.cards]
        assert row[f"seat {trick.leader}"].startswith("→ ")
        assert (row["wins"], row["points"]) == (f"seat {trick.winner}", trick.points)
    assert tables.told(hl.Deal("black_maria", seed=1)).empty


def test_gap_on_numbers_checked_by_hand():
    table = pd.DataFrame({"deal": [1, 1, 2, 2], "score": [10, 4, 6, 4]})
    difference, low, high = estimates.gap(table, np.array([0, 2]), np.array([1, 3]))
    assert difference == 4  # 8 less 4
    # Deal 1 adds (10 - 8) / 2 = 1, deal 2 the same with a minus: an error of the root of 1 + 1.
    assert (high - low) / 2 == pytest.approx(1.959964 * 2**0.5)


def test_average_and_share_on_numbers_checked_by_hand():
    table = pd.DataFrame({"deal": [1, 1, 1, 2], "score": [3, 3, 3, 7]})
    mean, low, high = estimates.average(table, "score")
    assert mean == 4  # four hands alike; deal by deal it would be 5
    # Deal 1 adds 3 * (3 - 4) / 4, deal 2 (7 - 4) / 4: an error of the root of two times 9 / 16.
    assert (high - low) / 2 == pytest.approx(1.959964 * (9 / 8) ** 0.5)
    with pytest.raises(ValueError, match="ask for more deals"):
        estimates.average(table[:3], "score")
    # One row a deal: Wilson's interval for 1 of 4.
    assert estimates.share([1, 2, 3, 4], [1, 0, 0, 0]) == pytest.approx((0.25, 0.0456, 0.6994), abs=1e-4)
    twice = estimates.share([1, 1, 2, 2, 3, 3, 4, 4], [1, 1, 0, 0, 0, 0, 0, 0])
    assert twice == pytest.approx((0.25, 0.0456, 0.6994), abs=1e-4), "the same hand twice tells nothing new"


def test_intervals_of_means_are_as_wide_as_many_repetitions_say():
    found = []
    for seed in range(1, 61):
        hands = tables.spades(hl.simulate("standard", "cautious", 500, seed, progress=False))
        mean, low, high = estimates.average(hands[hands["honours"] == "none"], "score")
        found.append((mean, (high - low) / 2 / 1.96))
    averages, errors = np.array(found).T
    assert errors.mean() == pytest.approx(averages.std(ddof=1), rel=0.3)


def test_gap_is_as_wide_as_many_repetitions_say():
    found = []
    for seed in range(1, 61):
        run = hl.simulate(hl.variant("standard", pass_count=0), "cautious", 1_000, seed, progress=False)
        row = spades.guard_costs(run).query("card == 'Q♠' and guards == 2").iloc[0]
        found.append((row.cost, (row.high - row.low) / 2 / 1.96))
    costs, errors = np.array(found).T
    assert errors.mean() == pytest.approx(costs.std(ddof=1), rel=0.3)


def test_costs_and_risks_are_those_of_the_hands():
    run = hl.simulate("black_maria", "cautious", 300, 1, progress=False)
    hands = tables.spades(run)
    costs, risks = spades.guard_costs(run, at_least=10), spades.queen_risks(run, at_least=10)
    one = costs.query("card == 'K♠' and guards == 2").iloc[0]
    held, none = (hands.query(f"honours == '{what}' and lower == 2") for what in ("K", "none"))
    assert (one.game, one.cases) == ("Black Maria", len(held))
    assert one.cost == pytest.approx(held["score"].mean() - none["score"].mean())
    assert risks.query("card == 'none of them' and guards == 2")["share"].item() == none["took_queen"].mean()
    with pytest.raises(ValueError, match="ask for more deals"):
        spades.guard_costs(run, at_least=10_000)


def test_safe_from_is_after_the_last_clear_cost():
    costs = pd.DataFrame({"game": "x", "card": "A♠", "guards": range(4), "low": [2.0, -0.1, 0.5, -1.0]})
    assert spades.safe_from(costs, "x", "A♠") == 3
    assert spades.safe_from(costs.iloc[:3], "x", "A♠") is None
    needed = "x: Q♠\N{NO-BREAK SPACE}too few hands, K♠\N{NO-BREAK SPACE}too few hands, A♠\N{NO-BREAK SPACE}"
    assert spades.guards_needed(costs, "x") == needed + "3"
    assert spades.guards_needed(costs.iloc[:3], "x") == needed + "over 2"


def test_no_card_is_called_safe_by_groups_that_are_missing():
    costs = pd.DataFrame({"game": "x", "card": "A♠", "guards": [2, 3], "low": [-1.0, -2.0]})
    assert spades.safe_from(costs, "x", "A♠") is None
    assert "A♠\N{NO-BREAK SPACE}too few hands" in spades.guards_needed(costs, "x")


def test_claims_are_judged_by_all_tries():
    assert spades.judged([True, None, True]) == "holds (2 of 2 tries)"
    assert spades.judged([True, False, False]) == "depends (1 of 3 tries)"
    assert spades.judged([False]) == "fails (0 of 1 tries)"
    assert spades.judged([None]) == "cannot be judged here"
    costs = pd.DataFrame([("x", "A♠", 0, 3.0, 2.0, 4.0), ("x", "A♠", 4, 0.5, -0.5, 1.5), ("y", "A♠", 0, 9.0, 8.0, 10.0),
                          ("x", "K♠", 0, 3.0, 2.0, 4.0), ("y", "K♠", 0, 9.0, 1.0, 10.0)],
                         columns=["game", "card", "guards", "cost", "low", "high"])
    assert list(spades.ace_needs_guards({"a": costs}, ["x", "y"])["holds"]) == [True, None]
    assert list(spades.risk_grows({"a": costs}, {"x": 10, "y": 10})["holds"]) == [False, True]  # K♠, A♠
    assert spades.risk_grows({"a": costs}, {"x": 10}).empty
    assert dict(spades.dearer(costs, "y", "x").set_index("card")["costs"]) == {"A♠": "more", "K♠": "alike"}


def test_verdicts():
    assert estimates.verdict(1.514, 1.4, 1.6) == "costs 1.51 points (1.40 to 1.60)"
    assert estimates.verdict(-1.514, -1.6, -1.4, brief=True) == "saves 1.51 points"
    assert estimates.verdict(-0.1, -0.3, 0.1) == "makes no clear difference (−0.10 points, −0.30 to +0.10)"


def test_check_is_patient(capsys):
    for answer, begins in ((None, "Put your answer"), (4, "Right."), (5, "5 is not it")):
        experiments.check(answer, 4, "Because.")
        assert capsys.readouterr().out.startswith(begins)


def test_a_stopped_comparison_has_the_same_deals_everywhere():
    comparison = hl.compare("standard", "smoker", "cautious", 50_000, 1, progress=lambda done, _: done <= 50_000)
    assert {len(run) for run in (comparison.base, *comparison.changed)} == {comparison.deals}
    assert comparison.deals < 50_000


# What the notebooks find, with their own parameters and with another seed.


@pytest.fixture(scope="module", params=SEEDS)
def comparisons(request) -> dict[str, experiments.Comparison]:
    tried, others, deals = (value(SMOKING, name) for name in ("tried", "others", "deals"))
    return {game: hl.compare(game, tried, others, deals, request.param, progress=False)
            for game in value(SMOKING, "games")}


def difference(comparison, hands) -> tuple[float, float, float]:
    return estimates.average(comparison.hands.query(hands), "difference")


def test_smoking_pays_without_a_high_spade_rules_d14(comparisons):
    for comparison in comparisons.values():
        assert comparison.high < 0
        assert difference(comparison, f"holding == '{tables.NO_HIGH}'")[2] < -0.4
        assert difference(comparison, f"holding == '{tables.LADY}'") == (0, 0, 0)


def test_smoking_with_a_high_spade_and_company_pays_in_black_maria_only_rules_d15(comparisons):
    many = f"holding == '{tables.HIGH}' and length >= 5"
    assert difference(comparisons["black_maria"], many)[2] < 0
    assert difference(comparisons["standard"], many)[2] > -0.1, "standard Hearts: no clear saving"


def test_smoking_catches_the_queen_and_delays_her(comparisons):
    for comparison in comparisons.values():
        ways = spades.queens_ways(comparison)
        fates = estimates.shares(ways, "strategy", "fate").set_index(["strategy", "fate"])
        assert fates.loc[("smoker", "caught"), "low"] > 1.5 * fates.loc[("cautious", "caught"), "high"]
        assert fates.loc[("smoker", "discarded"), "low"] > 0.5, "most queens are thrown all the same"
        takers = estimates.shares(ways, "strategy", "taker").set_index(["strategy", "taker"])
        assert takers.loc[("smoker", "our seat"), "high"] < takers.loc[("cautious", "our seat"), "low"]
        tricks = estimates.means(ways, "strategy", "trick").set_index("strategy")
        assert tricks.loc["smoker", "low"] > tricks.loc["cautious", "high"]
        for table in (fates, takers):
            assert table["share"].groupby("strategy").sum().to_numpy() == pytest.approx(1)


@pytest.fixture(scope="module", params=SEEDS)
def costs(request) -> dict[tuple[str, bool], pd.DataFrame]:
    games, deals = value(SPADES, "games"), value(SPADES, "deals")
    found = {}
    for player, passing in (("cautious", False), ("cautious", True), ("smoker", False)):
        runs = spades.spade_runs(games, player, deals, request.param, passing=passing, progress=False)
        table = pd.concat(spades.guard_costs(run) for run in runs)
        found[player, passing] = table.set_index(["game", "card", "guards"])
    return found


GAMES = ("Standard Hearts", "Black Maria")


def test_a_lone_ace_is_dear_and_four_guards_make_it_safe_rules_d3(costs):
    table = costs["cautious", False]
    for game in GAMES:
        for card in ("Q♠", "K♠", "A♠"):
            assert table.loc[(game, card, 0), "low"] > 0.5
            assert table.loc[(game, card, 1), "low"] > 0.5
            assert table.loc[(game, card, 4), "low"] < 0
        assert table.loc[(game, "A♠", 3), "cost"] > table.loc[(game, "A♠", 4), "high"]


def test_a_guarded_queen_is_safe_to_keep_rules_d4():
    games, deals = value(SPADES, "games"), value(SPADES, "deals")
    for seed in SEEDS:
        for run in spades.spade_runs(games, "cautious", deals, seed, progress=False):
            risks = spades.queen_risks(run).set_index(["card", "guards"])
            assert risks.loc[("Q♠", 0), "low"] > 0.6
            assert risks.loc[("Q♠", 2), "high"] < risks.loc[("none of them", 2), "low"]
            assert risks.loc[("Q♠", 4), "high"] < 0.1


def test_high_spades_are_a_greater_risk_in_black_maria_rules_d27(costs):
    table = costs["cautious", False]
    for card in ("K♠", "A♠"):
        for guards in (0, 1):
            standard, maria = (table.loc[(game, card, guards)] for game in GAMES)
            assert maria.low > standard.high
            assert maria.low / 43 > standard.high / 26, "also as a share of the points in a deal"


def test_with_the_pass_costs_are_smaller_and_among_smokers_larger(costs):
    plain, passed, smoking = (costs[key] for key in (("cautious", False), ("cautious", True), ("smoker", False)))
    for game in GAMES:
        for card in ("Q♠", "K♠", "A♠"):
            assert passed.loc[(game, card, 1), "high"] < plain.loc[(game, card, 1), "low"]
            assert smoking.loc[(game, card, 1), "low"] > plain.loc[(game, card, 1), "high"]


# The notebooks themselves.


@pytest.mark.parametrize("path", [SMOKING, SPADES], ids=lambda path: path.stem)
def test_parameters_stand_in_one_cell_typed_and_told(path):
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    found = [cell for cell in cells if "parameters" in cell["metadata"].get("tags", [])]
    assert len(found) == 1
    assert {parameter.name for parameter in notebooks.parameters(path)} >= {"games", "players", "deals", "seed"}
    for line in "".join(found[0]["source"]).splitlines():
        assert re.match(r"\w+: \w+ = .+  # .+", line)


@pytest.mark.parametrize("path", [SMOKING, SPADES], ids=lambda path: path.stem)
def test_no_measured_number_and_no_parameter_is_typed_again(path):
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        source = "".join(cell["source"])
        if "parameters" in cell["metadata"].get("tags", []):
            continue
        deals = value(path, "deals")
        assert not [number for number in (f"{deals}", f"{deals:_}", f"{deals:,}") if number in source]
        if cell["cell_type"] == "markdown":
            assert not re.search(r"\d\.\d", source), "a measured number is computed, not typed"
            assert "%" not in source.replace("95 %", "")
        else:
            assert len(source.splitlines()) <= 16, source
            assert max(map(len, source.splitlines())) <= 100, "a hosting page cuts longer lines"


@pytest.mark.parametrize("path", [SMOKING, SPADES], ids=lambda path: path.stem)
def test_solutions_are_folded_and_run_when_asked(path):
    cells = ["".join(cell["source"]) for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]]
    folded = [re.fullmatch(r"<details>\n<summary>Our solution</summary>\n\n```python\n(.+)\n```\n\n</details>", cell, re.S)
              for cell in cells if "Our solution<" in cell]
    assert len(folded) == 1
    given = {parameter.name: parameter.value for parameter in notebooks.parameters(path)} | {"deals": 1_500}
    exec("\n".join(re.findall(r"^(?:from|import) .+", "\n".join(cells), re.M)), given)
    given["titles"] = [hl.variant(game).title for game in given["games"]]
    exec(folded[0][1], given)


