"""Comparisons: the same deals, one thing changed, an interval that can be trusted."""

import numpy as np
import pytest

import hearts_lab as hl
from hearts_lab import estimates, experiments
from hearts_lab.given import Given
from hearts_lab.players import named

CAUTIOUS = named("cautious")


def compare(rules, first, second=None, deals=200, seed=5, **more):
    return hl.compare(rules, first, second, deals, seed, progress=False, **more)


def hands(deal) -> list:
    """The cards as dealt, seat by seat."""
    return [deal.dealt(seat) for seat in range(deal.rules.players)]


# What is changed, and nothing else.


def test_one_seat_is_changed_and_every_seat_in_turn():
    comparison = compare("standard", "smoker", "cautious", others="random")
    assert [pair.seat for pair in comparison.pairs] == [0, 1, 2, 3]
    for seat, first, second in comparison.pairs:
        for run, own in ((first, "smoker"), (second, "cautious")):
            assert [player.name for player in run.players] == [own if i == seat else "random" for i in range(4)]
            assert hands(run.deal(7)) == hands(hl.Deal("standard", seed=5, number=7))


def test_the_difference_is_that_of_the_scores_seat_by_seat():
    comparison = compare("black_maria", "smoker", "cautious", deals=50)
    found = []
    for number in range(1, 51):
        scores = [[pair[side].deal(number).scores[pair.seat] for pair in comparison.pairs] for side in (1, 2)]
        found.append(np.mean(np.subtract(*scores)))
    assert comparison.by_deal.to_numpy() == pytest.approx(found)
    assert comparison.difference == pytest.approx(np.mean(found))
    assert comparison.saved == pytest.approx((-comparison.difference, -comparison.high, -comparison.low))
    table = comparison.table.groupby("deal")["difference"].mean()
    assert table.to_numpy() == pytest.approx(found)


def test_only_the_seat_of_a_given_holding_is_changed():
    given = Given(seat=2, holds="AS", lacks="QS KS")
    comparison = compare("standard", "smoker", "cautious", given=given)
    assert [pair.seat for pair in comparison.pairs] == [2]
    for number in (1, 50, 200):
        first, second = (run.deal(number).dealt(2) for run in comparison.pairs[0][1:])
        assert first == second
        assert "AS" in first and not {"QS", "KS"} & {card.text for card in first}
    assert "when seat 2 holds A♠" in repr(comparison)


def test_a_given_holding_is_dealt_whatever_cards_are_removed():
    run = hl.simulate("standard", "cautious", 20, 3, given=Given(holds="AS"), progress=False)
    five = hl.simulate(hl.variant("standard", 5), "cautious", 20, 3, given=Given(holds="AS"), progress=False)
    for number in range(1, 21):
        assert "AS" in run.deal(number).dealt(0)
        assert "AS" in five.deal(number).dealt(0)
        assert "2C" not in {card.text for hand in hands(five.deal(number)) for card in hand}


def test_cards_and_holdings_are_not_given_together():
    with pytest.raises(ValueError, match="not both"):
        hl.simulate("standard", "cautious", 1, given=Given(holds="AS"), packs=np.arange(52)[None], progress=False)


def test_other_rules_are_played_with_the_same_cards():
    comparison = compare("black_maria", "cautious", other_rules="standard")
    for number in (1, 100, 200):
        first, second = (comparison.pairs[0][side].deal(number) for side in (1, 2))
        assert hands(first) == hands(second)
        assert (first.rules.name, second.rules.name) == ("black_maria", "standard")
    assert comparison.low < 43 / 4 - 26 / 4 < comparison.high, "four seats share a deal's points (moons aside)"
    assert "than in Standard Hearts, same cards" in repr(comparison)


def test_a_forced_pass_is_a_change_like_any_other():
    given = Given(holds="QS")
    comparison = compare("morehead", CAUTIOUS.passing("QS"), CAUTIOUS.keeping("QS"), others="cautious", given=given)
    passed, kept = comparison.pairs[0][1:]
    for number in (1, 80, 200):
        for run, has in ((passed, False), (kept, True)):
            assert ("QS" in {card.text for seat, card in run.deal(number).plays if seat == 0}) is has


def test_a_forced_first_lead_is_a_change_like_any_other():
    given = Given(holds="3S 7D")
    comparison = compare("black_maria", CAUTIOUS.keeping("3S 7D").leading("3S"), CAUTIOUS.keeping("3S 7D").leading("7D"),
                         others="cautious", given=given)
    for run, card in zip(comparison.pairs[0][1:], ("3S", "7D"), strict=True):
        opened = [number for number in run.numbers if run.deal(number).tricks[0].leader == 0]
        assert opened
        assert {run.deal(number).tricks[0].cards[0].text for number in opened} == {card}


def test_anything_that_a_run_tells_can_be_compared():
    comparison = compare("standard", "smoker", "cautious")
    tricks = comparison.change(lambda run: run.settled[:, 3])
    won = [[sum(trick.winner == pair.seat for trick in run.deal(number).tricks) for run in pair[1:]]
           for number in range(1, 201) for pair in comparison.pairs]
    assert tricks[0] == pytest.approx(np.mean(np.subtract(*np.transpose(won))))
    assert tricks[1] < tricks[0] < tricks[2]


def test_nonsense_is_refused_in_a_sentence():
    for more, words in (({}, "changes one thing"), ({"second": "smoker", "other_rules": "standard"}, "changes one thing"),
                        ({"second": "smoker", "interval": "normal"}, "'t' or 'bootstrap'"),
                        ({"second": "smoker", "confidence": 95}, "between 0 and 1"),
                        ({"other_rules": hl.variant("standard", kitty="first", players=3)}, "same cards")):
        with pytest.raises(ValueError, match=words):
            compare(hl.variant("standard", 3) if "other_rules" in more and "second" not in more else "standard",
                    "cautious", **more)
    with pytest.raises(ValueError, match="at least two deals"):
        compare("standard", "smoker", "cautious", deals=1)


# Intervals.


def test_students_widths_are_those_of_the_tables():
    # Two-sided critical values from printed tables of Student's t.
    for confidence, values, width in ((0.95, 2, 12.706), (0.95, 3, 4.303), (0.95, 11, 2.228), (0.99, 11, 3.169),
                                      (0.95, 31, 2.042), (0.999, 121, 3.373), (0.95, 10**6, 1.960)):
        assert estimates.t_width(confidence, values) == pytest.approx(width, abs=6e-4)


@pytest.mark.parametrize("method", ["t", "bootstrap"])
def test_intervals_cover_the_truth_as_often_as_they_say(method):
    # Skewed like scores: most deals cost nothing, a few cost much. 200 repeats, each of 300 deals.
    dice = np.random.default_rng(4)
    covered = 0
    for repeat in range(200):
        values = dice.choice([0, 1, 3, 13], 300, p=[0.4, 0.3, 0.2, 0.1])
        _, low, high = estimates.INTERVALS[method](values, 0.95) if method == "t" else estimates.bootstrap(values, 0.95, repeat)
        covered += low <= 2.2 <= high
    assert 0.90 <= covered / 200 <= 0.99


def test_both_intervals_agree_on_many_deals():
    values = np.random.default_rng(1).normal(0.3, 2, 4_000)
    assert estimates.bootstrap(values) == pytest.approx(estimates.interval(values), abs=0.01)
    assert estimates.bootstrap(values, 0.9985) == pytest.approx(estimates.interval(values, 0.9985), abs=0.03)


def test_more_confidence_makes_a_wider_interval():
    found = [compare("standard", "smoker", "cautious", confidence=confidence) for confidence in (0.8, 0.95, 0.9985)]
    widths = [comparison.high - comparison.low for comparison in found]
    assert widths == sorted(widths)
    assert "99.85 % interval" in repr(found[-1])


def test_the_deals_needed_make_the_interval_so_narrow():
    small = compare("standard", "smoker", "cautious", deals=1_000)
    needed = small.deals_needed(0.08)
    assert 500 < needed < 20_000
    again = compare("standard", "smoker", "cautious", deals=needed, seed=6)
    assert (again.high - again.low) / 2 == pytest.approx(0.08, rel=0.15)
    with pytest.raises(ValueError, match="not 0"):
        small.deals_needed(0)


def test_pools_are_compared_in_counters_won():
    comparison = compare("foster_howell", "cautious", "random")
    assert comparison.saved == comparison.estimate
    assert "counters a deal more" in repr(comparison)


def test_a_row_of_the_comparison_leads_back_to_its_deal():
    comparison = compare("standard", "smoker", "cautious")
    row = comparison.table.iloc[33]
    assert experiments.scores(comparison.changed[row.seat])[int(row.deal) - 1, row.seat] == row["first"]
    assert comparison.changed[row.seat].deal(row.deal).scores[row.seat] == row["first"]


@pytest.mark.parametrize(("more", "words"), [
    ({"given": "AS"}, "given says what the hands hold"), ({"confidence": "high"}, "confidence lies between 0 and 1"),
    ({"interval": ["t"]}, "interval is 't' or 'bootstrap'"), ({"deals": np.int64(1)}, "at least two deals")])
def test_what_is_no_comparison_is_refused_before_a_card_is_played(more, words):
    with pytest.raises(ValueError, match=words):
        hl.compare("standard", "cautious", "random", **{"deals": 5, "progress": False, **more})


def test_points_are_not_compared_with_counters():
    """In a sweepstake many counters are good: a difference of the two would mean nothing."""
    with pytest.raises(ValueError, match="do not count the same"):
        hl.compare("standard", "cautious", deals=5, other_rules="foster_sweep", progress=False)
