"""The claims laboratory: thresholds, verdicts on planted effects, saved results that reproduce."""

import shutil

import numpy as np
import pandas as pd
import pytest

import hearts_lab as hl
from hearts_lab import verdicts
from hearts_lab.analyses.trials import TRIALS
from hearts_lab.analyses.trials.trial import Trial
from hearts_lab.cards import count, nth
from hearts_lab.estimates import matched
from hearts_lab.experiments import scores
from hearts_lab.players import named, strategies
from hearts_lab.sense import chance
from hearts_lab.verdicts import DEPENDS, FAILS, HOLDS, SMALL, UNDECIDED, book, deals_to_settle, judge

CLAIMS = list(book().values())
NAMES = [f"claim_{claim.number}" for claim in CLAIMS]
TRIED = sorted(TRIALS)
THINKERS = sorted({level for claim in CLAIMS for level in claim.levels if level.startswith("thinker")})


# The book of claims.


def test_all_33_claims_are_there():
    assert [claim.number for claim in CLAIMS] == list(range(1, 34))
    assert len({claim.name for claim in CLAIMS}) == 33


@pytest.mark.parametrize("claim", CLAIMS, ids=NAMES)
def test_a_claim_says_what_is_tried_and_what_would_matter(claim):
    assert len(claim.games) >= 1
    assert len(set(claim.levels)) >= 2, "two levels of opponents at least"
    for text in (claim.claim, claim.tested, claim.because):
        assert text.endswith("."), text
    for game in claim.games:
        assert verdicts._game(game).total > 0
    for part in claim.parts:
        assert part.unit in ("points", "chance", "count", "cards", "changes", "standard deviations")
        assert part.claimed in verdicts.WORD_OF
        assert part.threshold > 0 or part.claimed == "exactly", "a threshold below which an effect does not matter"
        assert part.effect
    assert len({part.part for part in claim.parts}) == len(claim.parts)


@pytest.mark.parametrize("number", TRIED)
def test_an_experiment_answers_for_every_part_of_its_claim(number):
    claim, deals = book()[number], 2_000 if number == 19 else 60  # moons, from which claim 19 learns, are rare
    for game in claim.games[:2]:
        level = named(next(level for level in claim.levels if level in strategies()))
        trial = Trial(verdicts._game(game), level, deals, 3, 0.95)
        found = TRIALS[number](trial)
        assert set(found) == {part.part for part in claim.parts}
        for effect, low, high in found.values():
            assert low <= effect <= high
            assert np.isfinite([effect, low, high]).all()
    assert TRIALS[number].__doc__


def test_thresholds_in_points_grow_with_the_points_in_a_deal():
    part = book()[1].parts[0]
    assert part.threshold_in(hl.variant("standard")) == part.threshold
    assert part.threshold_in(hl.variant("black_maria")) == pytest.approx(part.threshold * 43 / 26)
    assert book()[10].parts[0].threshold_in(hl.variant("black_maria")) == book()[10].parts[0].threshold


# Verdicts.


@pytest.mark.parametrize(("claimed", "low", "high", "verdict"), [
    ("at least", 0.10, 0.3, HOLDS), ("at least", 0.09, 0.3, UNDECIDED), ("at least", -0.09, 0.09, SMALL),
    ("at least", -0.3, -0.1, FAILS), ("at least", -0.3, -0.05, FAILS), ("at least", -0.3, 0.05, UNDECIDED),
    ("at least", -0.05, -0.01, SMALL),
    ("less than", -0.5, 0.09, HOLDS), ("less than", 0.1, 0.2, FAILS), ("less than", 0.0, 0.1, UNDECIDED),
    ("differs by", 0.1, 0.2, HOLDS), ("differs by", -0.3, -0.1, HOLDS), ("differs by", -0.05, 0.05, SMALL),
    ("differs by", 0.05, 0.2, UNDECIDED),
    ("within", -0.05, 0.09, HOLDS), ("within", 0.1, 0.2, FAILS), ("within", -0.3, -0.1, FAILS), ("within", 0.0, 0.2, UNDECIDED),
    ("exactly", 0.1, 0.1, HOLDS), ("exactly", 0.1, 0.2, FAILS),
])
def test_a_verdict_needs_the_whole_interval_on_one_side(claimed, low, high, verdict):
    assert judge(claimed, 0.1, low, high) == verdict


def test_an_unknown_kind_of_claim_is_refused():
    with pytest.raises(ValueError, match="is one of 'at least'"):
        judge("about", 0.1, 0, 1)


def test_so_many_deals_would_settle_it():
    # Half a width of 0.2 has to shrink to the 0.1 between 0.2 and the threshold: four times as many deals.
    assert deals_to_settle("at least", 0.1, 0.2, 0.0, 0.4, 1_000) == 4_000
    assert deals_to_settle("less than", 0.1, 0.05, -0.05, 0.15, 1_000) == 4_000
    # From -0.05 it is 0.05 to the lower of the two thresholds.
    assert deals_to_settle("within", 0.1, -0.05, -0.15, 0.05, 1_000) == 4_000
    assert deals_to_settle("at least", 0.1, 0.1, 0.0, 0.2, 1_000) is None, "none settles an effect at the threshold"


def findings(rows: list[tuple], number: int = 2) -> verdicts.Findings:
    table = pd.DataFrame(rows, columns=["part", "game", "level", "verdict"])
    return verdicts.Findings(book()[number], table.assign(settled_by=None))


def test_a_claim_depends_on_what_tells_its_verdicts_apart():
    games, levels = ("Standard Hearts", "Black Maria"), ("random", "cautious")
    both = [("", game, level) for game in games for level in levels]

    def told(*found):
        one = findings([(*place, verdict) for place, verdict in zip(both, found, strict=True)])
        return one.verdict, one.words

    assert told(HOLDS, HOLDS, HOLDS, HOLDS) == (HOLDS, HOLDS)
    assert told(SMALL, SMALL, SMALL, SMALL) == (SMALL, SMALL)
    assert told(FAILS, SMALL, FAILS, FAILS) == (
        FAILS, "fails; too small to matter in Standard Hearts among cautious")
    assert told(HOLDS, HOLDS, SMALL, FAILS) == (
        DEPENDS, "depends on the game: holds for Standard Hearts; too small to matter or fails for Black Maria")
    assert told(SMALL, HOLDS, SMALL, HOLDS) == (
        DEPENDS, "depends on the players: holds for cautious; too small to matter for random")
    assert told(HOLDS, HOLDS, FAILS, HOLDS) == (
        DEPENDS, "depends on the game and the players: holds except in Black Maria among random, where it fails")
    assert told(SMALL, HOLDS, SMALL, UNDECIDED) == (
        DEPENDS, "depends on the players: holds for cautious; too small to matter for random; undecided in Black Maria among "
                 "cautious")
    assert told(SMALL, FAILS, HOLDS, SMALL) == (
        DEPENDS, "depends on the game and the players: holds only in Black Maria among random; too small to matter or fails "
                 "elsewhere")
    assert told(HOLDS, HOLDS, UNDECIDED, HOLDS) == (HOLDS, "holds; undecided in Black Maria among random")
    assert told(*[UNDECIDED] * 4) == (UNDECIDED, UNDECIDED)


# Players that think.


def test_thinkers_are_a_third_level_in_the_claims_of_the_issue():
    for claim in CLAIMS:
        among = set(claim.levels) & set(THINKERS)
        assert len(claim.levels) - len(among) >= 2, "thinkers come on top"
        if among:
            assert claim.levels[-1] in among and 1 < claim.thinking < claim.deals
            assert all(named(level).thinks for level in among)
    assert sum(bool(set(claim.levels) & set(THINKERS)) for claim in CLAIMS) >= 4


def test_where_somebody_thinks_fewer_deals_are_played(monkeypatch):
    played = []

    def seen(trial):
        played.append((trial.level.name, trial.deals))
        return {"": (0.0, 0.0, 0.0)}

    monkeypatch.setitem(TRIALS, 30, seen)
    claim, (thinker,) = hl.claim(30), THINKERS
    fields = {"rules": "black_maria", "progress": False}
    claim.run(**fields)
    assert played == [("random", claim.deals), ("cautious", claim.deals), (thinker, claim.thinking)]
    played.clear()
    claim.run(deals=claim.thinking + 5, **fields)
    claim.run(deals=claim.thinking - 5, **fields)
    assert [deals for level, deals in played if level == thinker] == [claim.thinking, claim.thinking - 5], "never more"
    assert [deals for level, deals in played if level == "random"] == [claim.thinking + 5, claim.thinking - 5]
    played.clear()
    claim.run(deals=claim.thinking + 5, players=[thinker], **fields)
    assert played == [(thinker, claim.thinking + 5)], "as many as asked for, where the players are named too"


def among_thinkers(*rows: tuple) -> str:
    """What is said of thinkers when (game, among cautious, among experts, among thinkers) have these verdicts."""
    (thinker,), found = THINKERS, []
    for game, *verdicts_of in rows:
        levels = ("cautious", "expert", thinker)
        found += [("", game, level, verdict) for level, verdict in zip(levels, verdicts_of, strict=True)]
    one = findings(found)
    one.table["deals"] = 300
    before = findings([row for row in found if row[2] != thinker])
    words, begins = one.words, f"{before.words}; among thinkers, after 300 deals: "
    assert words.startswith(begins), "what is said of the others stays"
    return words.removeprefix(begins)


def test_the_words_say_what_changes_among_players_that_think():
    one, other = "Standard Hearts", "Black Maria"
    assert among_thinkers((one, FAILS, HOLDS, HOLDS)) == "as among experts", "the strongest others are what counts"
    assert among_thinkers((one, HOLDS, HOLDS, FAILS)) == "fails, otherwise than among experts"
    assert among_thinkers((one, HOLDS, UNDECIDED, HOLDS)) == "holds, otherwise than among experts"
    assert among_thinkers((one, HOLDS, HOLDS, UNDECIDED)) == UNDECIDED
    assert among_thinkers((one, HOLDS, UNDECIDED, UNDECIDED)) == UNDECIDED
    assert among_thinkers((one, HOLDS, HOLDS, HOLDS), (other, FAILS, FAILS, FAILS)) == "as among experts"
    assert among_thinkers((one, HOLDS, HOLDS, SMALL), (other, HOLDS, HOLDS, UNDECIDED)) == (
        "too small to matter, otherwise than among experts in Standard Hearts; undecided in Black Maria")


def test_only_thinkers_are_judged_like_any_other_level():
    (thinker,) = THINKERS
    assert findings([("", "Standard Hearts", thinker, HOLDS), ("", "Black Maria", thinker, FAILS)]).words == (
        "depends on the game: holds for Standard Hearts; fails for Black Maria")


def test_a_sheet_and_a_chart_name_a_thinker_with_its_playouts():
    saved = hl.claim(30).saved
    playouts = named(THINKERS[0]).playouts
    assert f"thinker ({playouts} playouts)" in repr(saved)
    assert f"thinker ({playouts} playouts)" in saved.chart.to_json(ensure_ascii=False)
    assert THINKERS[0] not in repr(saved)


# Planted effects: two players that choose by chance are equally good, and one of them is charged something.


@hl.strategy
def other_random(view):
    """Any legal card, counted from the other end."""
    n = count(view.legal)
    return nth(view.legal, n - 1 - chance(view, n))


def planted(points: float):
    """The scores, with so many points more for the player `other_random`."""
    def charged(run):
        return scores(run) + points * np.array([player.name == "other_random" for player in run.players])

    return charged


def test_a_planted_effect_is_found_and_a_planted_zero_is_not():
    comparison = hl.compare("standard", other_random, "random", 60_000, 7, confidence=verdicts.CONFIDENCE, progress=False)
    for points, verdict in ((0.2, HOLDS), (-0.2, FAILS), (0.0, SMALL)):
        _, low, high = comparison.change(planted(points))
        assert judge("at least", 0.1, low, high) == verdict
        assert (low <= 0 <= high) is (points == 0)


def test_intervals_hold_a_planted_effect_as_often_as_they_say():
    covered = 0
    for seed in range(1, 201):
        comparison = hl.compare("standard", other_random, "random", 150, seed, progress=False)
        _, low, high = comparison.change(planted(0.2))
        covered += low <= 0.2 <= high
    assert 0.90 <= covered / 200 <= 0.99


def test_matched_hands_find_a_planted_effect_through_a_lurking_one():
    """Hands of kind 1 cost 5 more and are treated more often; the treatment itself saves 0.7."""
    dice, covered = np.random.default_rng(3), 0
    for _ in range(200):
        kind = dice.integers(0, 2, 4_000)
        treated = dice.random(4_000) < 0.1 + 0.5 * kind
        luck = np.repeat(dice.normal(0, 1, 1_000), 4)  # what the four hands of a deal share
        hands = pd.DataFrame({"deal": np.repeat(np.arange(1_000), 4), "kind": kind, "treated": treated,
                              "score": 5 * kind - 0.7 * treated + luck + dice.normal(0, 2, 4_000)})
        effect, low, high = matched(hands, ["kind"], "treated")
        assert effect == pytest.approx(-0.7, abs=0.5)
        covered += low <= -0.7 <= high
    assert 0.90 <= covered / 200 <= 0.99


# Running a claim again.


def test_a_claim_is_run_again_with_other_parameters():
    found = hl.claim(3).run(deals=400, seed=9, rules="black_maria", players=["random", "smoker"], progress=False)
    assert list(found.table["level"]) == ["random", "smoker"] * 2
    assert set(found.table["deals"]) == {400}
    assert set(found.table["game"]) == {"Black Maria"}
    assert found.table["threshold"].to_list() == pytest.approx([0.5 * 43 / 26] * 2 + [43 / 26] * 2, abs=1e-4)
    again = hl.claim(3).run(deals=400, seed=9, rules=hl.variant("black_maria"), players=["random", "smoker"], progress=False)
    assert found.table.equals(again.table)
    assert found.chart.to_dict()["description"].startswith("A♠ needs four small spades")
    assert "deals" in repr(found) and "A♠" in found._repr_html_()


def test_six_players_have_42_points_rules_d30():
    found = hl.claim(30).run(deals=50, players=["random", "cautious"], progress=False)
    assert found.verdict == DEPENDS
    assert found.words == ("depends on the game: holds for Black Maria, 3 players, Black Maria, 4 players and Black Maria, "
                           "5 players; fails for Black Maria, 6 players")


def test_a_stopped_trial_keeps_the_conditions_that_are_done():
    seen = []
    found = hl.claim(30).run(deals=20, players=["random", "cautious"],
                             progress=lambda done, total: seen.append((done, total)) or done < 3)
    assert seen == [(1, 8), (2, 8), (3, 8)]
    assert list(found.table["game"]) == ["Black Maria, 3 players"] * 2 + ["Black Maria, 4 players"]


def test_unknown_claims_are_refused_in_a_sentence():
    with pytest.raises(ValueError, match="numbered 1 to 33; there is no claim 34"):
        hl.claim(34)


def test_the_list_has_a_verdict_for_each_claim_tried():
    table = hl.claims()
    assert list(table["claim"]) == list(range(1, 34))
    for number, words in zip(table["claim"], table["verdict"], strict=True):
        saved = hl.claim(number).saved
        assert words == ("not tried yet" if saved is None else saved.words)


# Saved results.


def test_saved_results_are_those_of_the_book():
    """Every condition of every saved claim, no other, with the thresholds of the book and the verdicts that follow."""
    table = verdicts.saved_results()
    assert len(table) > 0
    for number, rows in table.groupby("claim"):
        claim = book()[number]
        conditions = len(claim.parts) * len(claim.games) * len(claim.levels)
        assert len(rows.drop_duplicates(["part", "game", "level"])) == len(rows) == conditions
        assert set(rows["level"]) == set(claim.levels)
        for level, some in rows.groupby("level"):
            assert set(some["deals"]) == {claim.thinking if level in THINKERS else claim.deals}
        for row in rows.itertuples():
            assert row.verdict == judge(claim.part(row.part).claimed, row.threshold, row.low, row.high)


@pytest.mark.parametrize("number", [9, 30])
def test_saved_results_reproduce(number):
    levels = [level for level in hl.claim(number).levels if level not in THINKERS]
    assert verdicts.reproduces(hl.claim(number).run(players=levels, progress=False))


def test_saved_results_among_thinkers_reproduce():
    """Those of one claim, in some seconds; the others take minutes: `python -m hearts_lab.verdicts --thinking --check`."""
    assert verdicts.reproduces(hl.claim(28).run(players=THINKERS, progress=False))


def test_one_command_makes_the_saved_results_and_checks_them(tmp_path, monkeypatch, capsys):
    results = tmp_path / "claims.csv"
    shutil.copy(verdicts.RESULTS, results)
    monkeypatch.setattr(verdicts, "RESULTS", results)
    verdicts.saved_results.cache_clear()
    before = results.read_text()
    assert verdicts.main(["30", "--check"]) == 0
    assert verdicts.main(["30"]) == 0
    assert results.read_text() == before, "and leaves the results among thinkers where they were"
    verdicts.save([hl.claim(30).run(deals=2, players=THINKERS, progress=False)])
    lines, again = before.splitlines(), results.read_text().splitlines()
    assert len(again) == len(lines)
    for old, new in zip(lines, again, strict=True):
        assert (old != new) is (old.startswith("30,") and THINKERS[0] in old), "and the others where those were"
        assert old.partition(",0.0,")[0] == new.partition(",0.0,")[0], "in the order of the book"
    results.write_text(before)
    verdicts.saved_results.cache_clear()
    results.write_text(before.replace("\n30,", "\n30,", 1).replace("-1.0,-1.0", "-2.0,-1.0"))
    verdicts.saved_results.cache_clear()
    assert verdicts.main(["30", "--check"]) == 1
    assert "NOT as saved" in capsys.readouterr().out
    verdicts.saved_results.cache_clear()


@pytest.mark.parametrize(("words", "told"), [
    (["x"], "invalid int value: 'x'"), (["30.0"], "invalid int value"), (["34"], "no experiment for claim 34"),
    (["0"], "no experiment for claim 0"),
    (["1", "--thinking"], "Claim 1 is not tried among players that think"),
    (["30", "--chek"], "unrecognized arguments: --chek"),
    (["--check=3"], "argument --check")])
def test_odd_words_on_the_command_line_are_refused_in_a_sentence(words, told, capsys):
    with pytest.raises(SystemExit) as end:
        verdicts.main(words)
    assert end.value.code == 2 and told in capsys.readouterr().err


@pytest.mark.parametrize("odd", [{"rules": []}, {"players": []}, {"rules": 3}, {"rules": "standard x"}, {"players": 3}],
                         ids=["no game", "no players", "a number", "no number of players", "players by number"])
def test_odd_conditions_of_a_claim_are_refused_in_a_sentence(odd):
    with pytest.raises(ValueError, match=r"^(Name|A game is named|There is no strategy).*\.$"):
        hl.claim(30).run(deals=20, progress=False, **odd)


@pytest.mark.parametrize("number", [True, 14.0, "14", [14], None, 0, 34])
def test_what_is_no_claim_is_refused_in_a_sentence(number):
    with pytest.raises(ValueError, match="numbered 1 to 33"):
        hl.claim(number)


@pytest.mark.parametrize("number, game, lacks", [(14, "basic", "no points on Q♠"), (18, "black_maria", "no moon"),
                                                 (13, "basic", "no pass"), (11, "black_maria", "no moon")])
def test_a_claim_is_not_tried_in_a_game_that_cannot_show_it(number, game, lacks):
    with pytest.raises(ValueError, match=rf"Claim {number} says nothing about .*, which has {lacks}\.$"):
        hl.claim(number).run(deals=20, rules=game, players="random", progress=False)


def test_every_claim_can_be_tried_in_its_own_games():
    for number in range(1, 34):
        claim = hl.claim(number)
        assert all(claim._game(game) for game in claim.games)
