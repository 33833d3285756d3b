"""The expert: what every strategy owes, its strength on deals it was not evolved on, its weights, and how they are found."""

import json
from datetime import date

import numpy as np
import pytest
from setting import TABLES

import hearts_lab as hl
from hearts_lab import evolution, features, players, policy
from hearts_lab.estimates import interval
from hearts_lab.evolution import CROWD, START, Field, as_names, evolve, kind, mask, written
from hearts_lab.rules import DATA
from hearts_lab.simple import cautious

HELD_OUT = 2026  # no weights were evolved on the deals of this seed
POLICIES = json.loads((DATA / "policies.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("game, seats", TABLES)
def test_it_plays_every_game_within_its_rules_and_the_same_every_time(game, seats):
    rules = hl.variant(game, players=seats)
    once, again = (hl.simulate(rules, "expert", deals=40, seed=HELD_OUT, progress=False) for _ in range(2))
    for log in ("plays", "passes", "settled"):
        assert (getattr(once, log) == getattr(again, log)).all()


@pytest.mark.parametrize("game, seats", TABLES[::5])
def test_plain_and_compiled_play_the_same_cards(game, seats):
    rules = hl.variant(game, players=seats)
    compiled = hl.simulate(rules, "expert", deals=1, seed=HELD_OUT, start=3, progress=False)
    plain = hl.simulate(rules, "expert", deals=1, seed=HELD_OUT, start=3, progress=False, compiled=False)
    assert (plain.plays == compiled.plays).all() and (plain.passes == compiled.passes).all()


def lead(game, other, deals):
    """By how much the expert scores less than the others of its table, who all play `other`: each deal from all seats."""
    leads = []
    for seat in range(4):
        line = ["expert" if i == seat else other for i in range(4)]
        scores = hl.simulate(game, line, deals=deals, seed=HELD_OUT, progress=False).settled[:, 0]
        leads.append((scores.sum(axis=1) - 4 * scores[:, seat]) / 3)
    return interval(np.mean(leads, axis=0))


@pytest.mark.parametrize("game, bar", [("standard", 1.5), ("black_maria", 1.5 * 43 / 26)])
def test_it_beats_three_cautious_players_by_the_bar(game, bar):
    _, low, _ = lead(game, "cautious", 1500)
    assert low > bar


QUICK = [name for name in players.strategies() if name != "expert" and not players.named(name).thinks]


@pytest.mark.parametrize("game", ["standard", "black_maria"])
@pytest.mark.parametrize("other", QUICK)
def test_it_beats_three_of_every_other_strategy(game, other):
    _, low, _ = lead(game, other, 1200)
    assert low > 0


@pytest.mark.parametrize("name", POLICIES)
def test_a_policy_is_whole_and_says_where_it_comes_from(name):
    told, weights = POLICIES[name]["provenance"], POLICIES[name]["weights"]
    rules = hl.variant(told["game"], players=told["players"])
    assert kind(rules) == name
    assert told["command"].startswith(f"python -m hearts_lab.evolution {told['game']} --players {told['players']} ")
    assert all(command.startswith("python -m hearts_lab.evolution ") for command in told["after"])
    assert bool(told["after"]) == ('--start "plain"' not in told["command"])
    assert date.fromisoformat(told["date"]) and told["points a deal against cautious"][2] < 0
    assert set(weights) == set(features.PLANS) and set(weights["normal"]) == set(features.PARTS)
    for parts in weights.values():
        for part, named in parts.items():
            assert set(named) <= set(features.FEATURES[part]) and all(np.isfinite(value) for value in named.values())
            assert max(map(abs, named.values())) > 0
    evolved = as_names(np.where(mask(rules, features.PLANS[:1]), 1.0, 0.0))
    for part in features.PARTS[: features.SHOOTING]:
        assert set(evolved["normal"][part]) <= set(weights["normal"][part]), "an evolved weight is missing"


def test_the_weights_played_are_those_of_the_file():
    for name, entry in POLICIES.items():
        rules = hl.variant(entry["provenance"]["game"], players=entry["provenance"]["players"])
        row = policy.ROWS[features.KINDS.index(name.rsplit(" ", 1)[0]), rules.players]
        assert (policy.WEIGHTS[row] == policy.as_array(entry["weights"])).all()


def test_the_nearest_policy_serves_where_there_is_none():
    known = ["moon 4", "moon 6", "black maria 3"]
    assert policy.nearest("moon", 5, known) == "moon 4"
    assert policy.nearest("moon", 11, known) == "moon 6"
    assert policy.nearest("black maria spot", 4, known) == "black maria 3"
    assert policy.nearest("two packs", 8, known) == "moon 6"


def test_the_data_file_is_written_as_it_is_read():
    assert written(POLICIES) == (DATA / "policies.json").read_text(encoding="utf-8")


def test_a_candidate_is_the_player_that_it_becomes():
    """Weights tried out through their address play as they do once they are compiled in."""
    rules = hl.variant("standard")
    weights = policy.WEIGHTS[policy.ROWS[features.WITH_MOON, 4]].copy()
    (tried,) = Field(rules, HELD_OUT).scores([[weights, CROWD.index(cautious), weights, 1]], deals=30)
    line = ["expert", "cautious", "expert", CROWD[1].__name__]
    assert (tried == hl.simulate(rules, line, deals=30, seed=HELD_OUT, progress=False).settled[:, 0]).all()


@pytest.mark.parametrize("game, seats", [("standard", 4), ("foster_howell", 3)])
def test_an_evolution_can_be_run_again(game, seats):
    rules, start = hl.variant(game, players=seats), policy.as_array(START)
    free = mask(rules, ("normal",), ("lead", "pass"))
    one, two = (evolve(rules, start, free, seed=5, generations=2, deals=8, size=6) for _ in range(2))
    assert (one == two).all()
    assert (one[~free] == start[~free]).all() and (one[free] != start[free]).all()
    assert (evolve(rules, start, free, seed=6, generations=2, deals=8, size=6) != one).any()


def test_evolution_finds_what_is_better():
    """From weights that say nothing, a few generations gain points on deals that they have not seen."""
    rules = hl.variant("basic")
    start = np.zeros_like(policy.as_array(START))
    free = mask(rules, ("normal",), ("lead", "follow", "discard"))
    found = evolve(rules, start, free, seed=1, generations=12, deals=24, size=12)
    before, after = Field(rules, HELD_OUT).lost([start, found], CROWD.index(cautious), deals=400)
    _, _, high = interval(after - before)
    assert high < 0


def test_the_command_writes_a_policy_with_its_provenance(tmp_path, capsys):
    file = tmp_path / "policies.json"
    evolution.main(["basic", "--players", "3", "--seed", "7", "--generations", "1", "--deals", "4", "--to", str(file)])
    (name, entry), = json.loads(file.read_text(encoding="utf-8")).items()
    assert name == "hearts only 3" and entry["provenance"]["seed"] == 7
    assert "points a deal" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        evolution.main(["basic", "--start", "whist 4", "--to", str(file)])


def test_a_hint_fits_the_card():
    """Bare of high spades it may smoke; with every winner it says that it goes for the moon."""
    rules = hl.variant("standard", pass_count=0)
    hands = ["AC KC QC JC 10C 9C 8C 7C 6C 5C 4C 3C 2C", "AD KD QD JD 10D 9D 8D 7D 6D 5D 4D 3D 2D",
             "AS KS QS JS 10S 9S 8S 7S 6S 5S 4S 3S 2S", "AH KH QH JH 10H 9H 8H 7H 6H 5H 4H 3H 2H"]
    deal = hl.Deal(rules, hands=hands, number=1).play("2C").play("2D").play("2S").play("2H")
    card, why = players.advise("expert", deal, 0)
    assert card[0].suit == 0 and why == players.REASONS[policy.SHOOT]


@pytest.mark.parametrize(("words", "told"), [
    (["bridge"], "no game named 'bridge'"), (["standard", "--players", "9"], "Standard Hearts is for 3, 4, 5 or 6 players"),
    (["standard", "--generations", "0"], "number of generations must lie between"),
    (["standard", "--deals", "1"], "number of deals must lie between"),
    (["standard", "--seed", "-1"], "seed must lie between"), (["standard", "--spread", "0"], "spread must be more than 0"),
    (["standard", "--to", "no such folder/x.json"], "there is no folder no such folder")])
def test_what_cannot_be_evolved_is_refused_before_hours_are_spent(words, told, capsys):
    with pytest.raises(SystemExit) as end:
        evolution.main(words)
    assert end.value.code == 2 and told in " ".join(capsys.readouterr().err.split())


def test_a_file_that_holds_no_policies_is_refused(tmp_path, capsys):
    file = tmp_path / "notes.json"
    file.write_text("my notes", encoding="utf-8")
    with pytest.raises(SystemExit):
        evolution.main(["standard", "--to", str(file)])
    assert "holds no policies" in capsys.readouterr().err and file.read_text(encoding="utf-8") == "my notes"
