"""Whole matches in bulk: each is the match of its seed, ends where a naive reading of the rules ends it, plain and compiled."""

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from setting import COUNTS, GAMES, TABLES

import hearts_lab as hl
from hearts_lab import matches, players, score
from hearts_lab.cards import first, last
from hearts_lab.estimates import interval

RESULTS = ("totals", "deals", "ends", "won")


def quick(rules, line, number_of, seed=1, **more):
    return hl.play_matches(rules, line, number_of, seed, progress=False, **more)


def same(a, b) -> bool:
    return all(np.array_equal(getattr(a, result), getattr(b, result)) for result in RESULTS)


def mixed_table(n):
    return [list(players.strategies())[seat % 3] for seat in range(n)]


def same_match(run, k, match):
    """Row k of a run tells how this match ended."""
    assert match.over
    assert tuple(run.totals[k - 1]) == match.totals, match.text
    assert tuple(np.flatnonzero(run.won[k - 1])) == match.winners
    assert run.deals[k - 1] == len(match.deals)
    assert ("have been reached" in match.why_over) == ("target" in run.why[k - 1])
    assert ("been played" in match.why_over) == ("deals" in run.why[k - 1])


@pytest.mark.parametrize("game, n", TABLES)
def test_a_match_in_bulk_is_the_match_of_its_seed(game, n):
    """Every game at every table; a target of one deal's points keeps the matches at the table short."""
    rules = hl.variant(game, n)
    rules = rules.change(target=rules.total) if rules.target else rules
    run = quick(rules, mixed_table(n), 50, seed=5)
    same_match(run, 50, hl.Match(rules, mixed_table(n), seed=run.seed_of(50)).play_out())


@pytest.mark.parametrize("game", ["standard", "black_maria_trad", "culbertson"])
def test_whole_matches_of_the_games_own_length(game):
    rules = hl.variant(game)
    run = quick(rules, "cautious", 3, seed=8)
    same_match(run, 3, run.match(3))
    assert run.match(3) == hl.Match(rules, "cautious", seed=run.seed_of(3)).play_out()


@pytest.mark.parametrize("fields", [
    {"moon": "choice", "moon_fallback": True}, {"exact_target": 50}, {"exact_target": 0, "tie": "play_on"},
    {"deals": 9, "tie": "play_on"}, {"moon": "new", "no_trick_bonus": -5}])
def test_matches_that_begin_near_the_end(fields):
    """With totals before a deal further on; the pass of that deal is the one of its number."""
    rules, before = hl.variant("standard", **fields), (93, 74, 87, 74)
    run = quick(rules, mixed_table(4), 40, seed=3, before=before, number=7)
    for k in (1, 17):
        match = hl.Match(rules, mixed_table(4), seed=run.seed_of(k), before=before, number=7)
        assert (match.deal.number, match.deal.direction, match.totals) == (7, "across", before)
        match = match.play_out()
        same_match(run, k, match)
        assert run.match(k) == match
        assert hl.read(match.text) == match
        assert match.text.startswith(f"{match.text.split(' |')[0]} | match seed {run.seed_of(k)} players")
        assert " first 7 before 93,74,87,74 | deal 7 |" in match.text


def test_a_row_of_totals_for_each_match():
    rows = [(90, 0, 10, 20), (10, 20, 90, 0), (0, 0, 99, 99)]
    run = quick("standard", "cautious", 3, before=rows)
    for k, row in enumerate(rows, 1):
        assert run.begun(k).totals == row
        same_match(run, k, hl.Match("standard", "cautious", seed=run.seed_of(k), before=row).play_out())


# The end of a match, read from RULES A0, A19-4, B4, G16 once more.


def naive_end(fields, before, number, scored):
    """Deals played, totals, winners and what ended it, or None: the rules of the end as one would apply them by hand."""
    totals, by_target, by_deals = list(before), False, False
    for played, deal in enumerate(scored, 1):
        for seat, points in enumerate(deal):
            totals[seat] += points
            if fields["exact_target"] is not None and totals[seat] == fields["target"]:
                totals[seat] = fields["exact_target"]
        by_target = by_target or (fields["target"] is not None and any(total >= fields["target"] for total in totals))
        by_deals = fields["deals"] is not None and number + played > fields["deals"]
        order = sorted(totals, reverse=fields["settlement"] != "running")
        if (by_target or by_deals) and (fields["tie"] == "shared" or order[0] != order[1]):
            winners = [seat for seat in range(len(totals)) if totals[seat] == order[0]]
            return played, totals, winners, " and ".join(["target"] * by_target + ["deals"] * by_deals)
    return None


@st.composite
def ends(draw):
    """The fields that say how a match ends, as they may stand together."""
    settlement = draw(st.sampled_from(["running", "running", "running", "sweepstake", "howell", "chips_1887"]))
    if settlement != "running":
        return {"settlement": settlement, "target": None, "deals": draw(st.integers(1, 9)), "exact_target": None,
                "tie": "shared", "moon": "none"}
    target = draw(st.sampled_from([None, 26, 30, 50, 100]))
    deals = draw(st.sampled_from([1, 3, 8] if target is None else [None, None, 2, 7]))
    exact = None if target is None else draw(st.sampled_from([None, 0, 13, target - 1]))
    return {"settlement": settlement, "target": target, "deals": deals, "exact_target": exact,
            "tie": draw(st.sampled_from(["shared", "play_on"])), "moon": draw(st.sampled_from(["none", "old", "new"]))}


@settings(max_examples=150)
@given(ends(), st.lists(st.lists(st.integers(-26, 40), min_size=3, max_size=3), min_size=1, max_size=12), st.data())
def test_the_end_of_any_totals(fields, scored, data):
    """The functions of the end, deal by deal, on scores that need not come from cards."""
    record = hl.variant("morehead", 3, **fields).record
    before = data.draw(st.lists(st.integers(-30, (fields["target"] or 100) - 1), min_size=3, max_size=3))
    totals, target, found = list(before), False, None
    for played, deal in enumerate(scored, 1):
        totals = [score.after_deal(record, total + points) for total, points in zip(totals, deal, strict=True)]
        target = target or score.target_reached(record, totals)
        deals = score.deals_done(record, played)
        if (target or deals) and score.settled_by(record, totals):
            winners = [seat for seat in range(3) if totals[seat] == score.best_total(record, totals)]
            found = played, totals, winners, matches.ENDS[target + 2 * deals]
            break
    assert found == naive_end(fields, before, 1, scored)


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(ends(), st.sampled_from([3, 4, 5]), st.integers(0, 2**63 - 1), st.data())
def test_matches_end_as_their_deals_say(fields, n, seed, data):
    """Random players do not look at the totals, so `simulate` deals the same scores; they are added up by hand."""
    rules = hl.variant("morehead", n, **fields)
    number = data.draw(st.integers(1, rules.match_deals or 9))
    most = (rules.target or 60) - 1 if rules.low_wins else 0
    before = data.draw(st.lists(st.integers(0, most), min_size=n, max_size=n))
    run = quick(rules, "random", 4, seed, before=before, number=number)
    for k in range(1, 5):
        length = int(run.deals[k - 1])
        deals = hl.simulate(rules, "random", length, run.seed_of(k), start=number, progress=False)
        end = naive_end(fields, before, number, deals.settled[:, 0].tolist())
        assert end == (length, run.totals[k - 1].tolist(), np.flatnonzero(run.won[k - 1]).tolist(), run.why[k - 1])


# The match as a value.


def test_a_match_that_would_be_over_before_it_begins_is_refused():
    for fields, before, number, why in (
            ({}, (100, 3, 4, 5), 1, "100 points have been reached by seat 0 with 100."),
            ({"deals": 4}, (1, 2, 3, 4), 5, "All 4 deals have been played."),
            ({"tie": "play_on"}, (120, 101, 4, 5), 3, "100 points have been reached by seat 0 with 120 and seat 1 with 101.")):
        rules = hl.variant("standard", **fields)
        with pytest.raises(hl.DealError) as alone:
            hl.Match(rules, before=before, number=number)
        assert str(alone.value) == f"This match would be over before it begins: {why}"
        for rows in (before, [(0, 0, 0, 0), before]):
            with pytest.raises(hl.DealError) as caught:
                quick(rules, "random", 2, before=rows, number=number)
            assert str(caught.value).endswith(str(alone.value))


def test_the_match_of_a_run_that_would_be_over_is_named():
    with pytest.raises(hl.DealError, match=r"^Match 2 of seed 1, that is"):
        quick("standard", "random", 3, before=[(0, 0, 0, 0), (100, 0, 0, 0), (0, 0, 0, 0)])


def test_a_tie_that_is_played_on_may_have_passed_the_target_before_it_begins():
    rules = hl.variant("standard", tie="play_on")
    match = hl.Match(rules, "cautious", seed=4, before=(120, 20, 50, 20), number=6)
    assert not match.over
    match = match.play_out()
    assert len(match.winners) == 1
    if not any(score.target_reached(rules.record, deal.scores) for deal in match.deals):
        assert "100 points have been reached" in match.why_over


def test_the_text_of_a_match_that_begins_in_the_middle_is_checked():
    match = hl.Match("standard", before=(90, 60, 40, 70), number=3).play_out(deals=1)
    assert hl.read(match.text) == match
    assert hl.read(match.text).start == {"before": (90, 60, 40, 70), "number": 3}
    start = "standard | match seed 7 players -,-,-,- "
    for damaged, why in (("first 3 | deal 1", "numbered 3, 4, 5"), ("before 1,2 | deal 1", "one total for each"),
                         ("before 100,1,2,3 | deal 1", "over before it begins"), ("first 0 | deal 0", "number of a deal"),
                         ("first x | deal 1", "must be a whole number"), ("before 1,2,3,4 before 1,2,3,4 | deal 1", "begins"),
                         ("first 2 | deal 2 | deal 3", "not finished")):
        with pytest.raises(ValueError, match=why):
            hl.read(start + damaged)


def test_a_new_match_at_the_table_begins_where_the_old_one_did():
    table = hl.Table(hl.Match("standard", before=(90, 60, 40, 70), number=3), players="cautious", you=0)
    assert table.deal.before == (90, 60, 40, 70)
    table._handle_custom_msg({"action": "new_match", "turn": table.state["turn"]}, [])
    assert table.match.seed == 2
    assert table.match.start == {"before": (90, 60, 40, 70), "number": 3}


# Runs.


@pytest.mark.parametrize("game", ["standard", "black_maria_omnibus", "foster_sweep", "cancellation"])
def test_plain_and_compiled_matches_are_identical(game):
    n = COUNTS[game][0]
    rules = hl.variant(game, n)
    before = None if not rules.low_wins else [rules.target - 20] * n
    plain, compiled = (quick(rules, mixed_table(n), 3, seed=5, before=before, compiled=way) for way in (False, True))
    assert same(plain, compiled)


def test_the_result_does_not_depend_on_chunking_or_on_how_many_are_played(monkeypatch):
    whole = quick("black_maria", "random", 90, seed=3)
    monkeypatch.setattr(matches, "CHUNK", 7)
    assert same(whole, quick("black_maria", "random", 90, seed=3))
    assert same(whole.first(40), quick("black_maria", "random", 40, seed=3))


def test_the_table_of_a_run_and_its_chances():
    run = quick("black_maria_trad", ["random", "cautious", "cautious", "random"], 300, seed=2)
    table = run.table
    assert list(table.columns) == ["match", "seat", "player", "total", "place", "won", "deals"]
    assert len(table) == 4 * 300 and table.groupby("match")["won"].sum().eq(1).all()
    shared = 0
    for _, rows in table.groupby("match"):
        totals = rows["total"].tolist()
        assert rows["place"].tolist() == [1 + sum(other < total for other in totals) for total in totals]
        winners = [total == min(totals) for total in totals]
        assert rows["won"].tolist() == [won / sum(winners) for won in winners]
        shared += sum(winners) > 1
    assert shared > 0, "a win is shared now and then"
    chances = run.chances.set_index("seat")
    assert chances["share"].to_numpy() == pytest.approx(table.groupby("seat")["won"].mean().to_numpy())
    assert ((chances["low"] <= chances["share"]) & (chances["share"] < chances["high"])).all()
    assert chances.loc[[1, 2], "low"].min() > chances.loc[[0, 3], "high"].max(), "care beats chance"


def test_with_a_pool_the_most_counters_win():
    run = quick("foster_howell", "random", 100)
    assert (run.totals.sum(axis=1) == 0).all()
    assert (run.won == (run.totals == run.totals.max(axis=1, keepdims=True))).all()
    assert ((run.places == 1) == run.won).all()


def test_chances_from_a_state():
    before = (98, 40, 60, 60)
    table = hl.win_chances("standard", "cautious", before, 400, 6, number=3, progress=False)
    run = quick("standard", "cautious", 400, 6, before=before, number=3)
    assert table.equals(run.chances)
    assert table["before"].tolist() == list(before)
    assert table.set_index("seat")["share"].idxmax() == 1


def test_a_match_of_a_run_is_named_by_its_number():
    run = quick("black_maria_trad", "random", 3)
    for wrong in (0, 4, True, "1"):
        with pytest.raises(IndexError, match="matches 1 to 3"):
            run.match(wrong)
    assert len({run.seed_of(k) for k in (1, 2, 3)}) == 3


def test_a_progress_function_hears_how_far_it_is_and_can_stop(monkeypatch):
    monkeypatch.setattr(matches, "CHUNK", 10)
    heard = []
    run = hl.play_matches("black_maria_trad", "random", 100,
                          progress=lambda done, total: heard.append((done, total)) or done < 30)
    assert heard == [(10, 100), (20, 100), (30, 100)]
    assert len(run) == 30 and same(run, quick("black_maria_trad", "random", 30))


# Comparing.


def test_comparing_matches_is_paired_seat_by_seat():
    found = hl.compare_matches("black_maria_trad", "cautious", "random", 200, 4, progress=False)
    base = quick("black_maria_trad", "random", 200, 4)
    one = quick("black_maria_trad", ["random", "random", "cautious", "random"], 200, 4)
    rows = found.table[found.table["seat"] == 2]
    assert rows["first"].tolist() == one.shares[:, 2].tolist()
    assert rows["second"].tolist() == base.shares[:, 2].tolist()
    assert rows["places"].tolist() == (one.places[:, 2] - base.places[:, 2]).tolist()
    by_match = found.table.groupby("match")["difference"].mean()
    assert (found.difference, found.low, found.high) == interval(by_match)
    assert found.low > 0.2, "care wins matches"
    assert "In Black Maria" in repr(found) and "more than random" in repr(found) and "its place is −" in repr(found)


def test_gains_are_those_of_each_seat():
    before = (90, 30, 60, 60)
    base = quick("standard", "random", 300, before=before)
    changed = quick("standard", ["random", "random", "random", "cautious"], 300, before=before)
    table = matches.gains(changed, base)
    assert table["gain"].sum() == pytest.approx(0)
    assert table["gain"].to_numpy() == pytest.approx((changed.shares - base.shares).mean(axis=0))
    assert table.set_index("seat").loc[3, "low"] > 0
    with pytest.raises(ValueError, match="same matches"):
        matches.gains(changed, quick("standard", "random", 300, 2, before=before))


def test_alike_players_end_alike():
    same_players = hl.compare_matches("black_maria_trad", "random", "random", 20, progress=False)
    assert (same_players.difference, same_players.low, same_players.high) == (0, 0, 0)
    assert "end alike" in repr(same_players)


# What is refused.


@hl.strategy
def plays_what_it_has_not(view):
    if view.decision == 0 or view.trick < 9:
        return first(view.legal)
    return last(view.pack & ~view.hand)


@hl.strategy
def breaks(view):
    return first(view.legal) + view.points[view.trick + 20]


@pytest.mark.parametrize("way", [True, False])
@pytest.mark.parametrize("wrong, said", [(plays_what_it_has_not, "You do not hold"), (breaks, "failed in line .*: IndexError")])
def test_a_strategy_that_does_wrong_is_named_with_its_match(wrong, said, way):
    with pytest.raises(hl.StrategyError, match=rf"Match 1 of seed 1, that is hl\.Match\('standard', seed=\d+\).*{said}"):
        quick("standard", ["cautious", wrong, "cautious", "cautious"], 2, compiled=way)
    where = r"seed=\d+, before=\(90, 60, 40, 70\), number=3\): \w+ (in seat 2, deal 3|failed)"
    with pytest.raises(hl.StrategyError, match=where):
        quick("standard", ["cautious", "cautious", wrong, "cautious"], 2, before=(90, 60, 40, 70), number=3, compiled=way)


def test_a_match_that_never_ends_is_given_up():
    """With a bonus as large as the penalties, all totals stay low."""
    rules = hl.variant("standard", points={"JD": -25}, target=100_000)
    with pytest.raises(hl.DealError, match=r"Match 1 of seed 1: 1,000 deals have not ended this match"):
        quick(rules, "random", 2)


def test_bad_input_is_refused_in_a_sentence():
    for wrong in (0, -1, 2.5, True, "ten"):
        with pytest.raises(ValueError, match="matches must be a whole number from 1"):
            hl.play_matches("standard", "random", wrong)
    for before in ((1, 2, 3), (1.5, 2, 3, 4), [(1, 2, 3, 4)] * 3):
        with pytest.raises(ValueError, match="before has the total of each of the 4 seats"):
            hl.play_matches("standard", "random", 2, before=before)
    for seed in (-1, 1.5, "x"):
        with pytest.raises(ValueError, match="seed must"):
            hl.play_matches("standard", "random", 2, seed)
    with pytest.raises(ValueError, match="number of a deal must"):
        hl.play_matches("standard", "random", 2, number=0)
    with pytest.raises(hl.StrategyError, match="no strategy 'nobody'"):
        hl.play_matches("standard", "nobody", 2)
    with pytest.raises(hl.StrategyError, match="needs 4 players, not 2"):
        hl.play_matches("standard", ["random", "random"], 2)
    with pytest.raises(ValueError, match="at least two matches"):
        hl.compare_matches("standard", "random", "cautious", 1)


def test_every_game_has_matches_in_bulk():
    assert {game for game, _ in TABLES} == set(GAMES)
