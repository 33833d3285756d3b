"""Many deals at once: compiled and plain runs are alike, every card is checked, and every deal can be replayed."""

import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from setting import MARIAS, STANDARDS, TABLES

import hearts_lab as hl
from hearts_lab import rules, simulation
from hearts_lab.cards import bit, first, has, last
from hearts_lab.players import StrategyError

LOGS = ("plays", "passes", "winners", "settled", "pools")


def same(a: hl.Run, b: hl.Run) -> bool:
    return all(np.array_equal(getattr(a, log), getattr(b, log)) for log in LOGS)


@pytest.mark.parametrize("game, n", TABLES)
def test_plain_and_compiled_runs_are_identical(game, n):
    line = [("random", "cautious", "smoker")[seat % 3] for seat in range(n)]
    deals = 2 * n if game in STANDARDS + MARIAS else 4
    plain, quick = (hl.simulate(hl.variant(game, n), line, deals=deals, seed=5, progress=False, compiled=way)
                    for way in (False, True))
    assert same(plain, quick)


def test_plain_and_compiled_runs_are_identical_with_two_packs():
    eight = hl.variant("standard", players=8, packs=2, moon="new", points={"JD": -10}, no_trick_bonus=-5)
    assert same(*(hl.simulate(eight, "cautious", deals=8, seed=5, progress=False, compiled=way) for way in (False, True)))


def test_a_run_and_a_match_play_the_same_deal():
    match = hl.Match("black_maria", players=["smoker", "cautious", "random", "cautious"], seed=11).play_out(deals=1)
    run = hl.simulate("black_maria", ["smoker", "cautious", "random", "cautious"], deals=1, seed=11, progress=False)
    assert run.deal(1) == match.deal


def test_the_result_does_not_depend_on_chunking(monkeypatch):
    whole = hl.simulate("standard", "random", deals=1000, seed=3, progress=False)
    monkeypatch.setattr(simulation, "CHUNK", 77)
    assert same(whole, hl.simulate("standard", "random", deals=1000, seed=3, progress=False))


def test_a_longer_run_begins_with_the_shorter_one():
    short, long = (hl.simulate("standard", "cautious", deals=n, seed=3, progress=False) for n in (40, 90))
    assert np.array_equal(short.plays, long.plays[:40])


@pytest.mark.parametrize("number", [1, 4, 100])
def test_any_deal_of_a_run_is_the_deal_of_that_seed_and_number(number):
    run = hl.simulate("standard", ["smoker", "cautious", "random", "cautious"], deals=100, seed=8, progress=False)
    deal, fresh = run.deal(number), hl.Deal("standard", seed=8, number=number)
    assert [deal.dealt(seat) for seat in range(4)] == [fresh.dealt(seat) for seat in range(4)]
    row = run.scores[run.scores.deal == number]
    assert tuple(row.score) == deal.scores and tuple(row.points) == deal.points
    assert tuple(row.tricks) == tuple(sum(trick.winner == seat for trick in deal.tricks) for seat in range(4))
    assert [tuple(found) for found in run.tricks.query("deal == @number")[["leader", "winner", "points"]].to_numpy()] == [
        (trick.leader, trick.winner, trick.points) for trick in deal.tricks]
    cards = run.cards.query("deal == @number")
    assert list(zip(cards.seat, cards.card, strict=True)) == [(seat, str(card)) for seat, card in deal.plays]


def test_another_number_of_deals_is_refused_in_a_sentence():
    for wrong in (0, -3, 2.5, True, "ten"):
        with pytest.raises(ValueError, match="whole number from 1"):
            hl.simulate("standard", "random", deals=wrong)
    with pytest.raises(IndexError, match="deals 1 to 3"):
        hl.simulate("standard", "random", deals=3, progress=False).deal(4)


@pytest.mark.parametrize("before", [[[1, 2, 3, 4], [1]], [2**40] * 4, np.full(4, 2**64 - 1, np.uint64), [None] * 4, "abcd"],
                         ids=["rows of different lengths", "too much", "beyond int64", "nothing", "text"])
def test_totals_that_are_none_are_refused_in_a_sentence(before):
    for call in (hl.simulate, hl.play_matches):
        with pytest.raises(ValueError, match=r"^(before has the total of each|A total must lie between).*\.$"):
            call("standard", "random", 2, before=before, compiled=False)


PACK = np.tile(np.arange(52), (2, 1))


@pytest.mark.parametrize("packs", [PACK * 0, PACK + 256, PACK + 0.5, PACK[:, ::-1] - 1, PACK[:1], "abc", [["AS"] * 52] * 2],
                         ids=["one card only", "beyond the pack", "halves", "minus one", "one row", "text", "names"])
def test_packs_that_are_none_are_refused_in_a_sentence(packs):
    with pytest.raises(ValueError, match=r"packs has|row of packs has every card"):
        hl.simulate("standard", "random", 2, packs=packs, compiled=False)


@pytest.mark.parametrize("given", ["AS", {"holds": "AS"}, 3])
def test_what_is_no_condition_is_refused_in_a_sentence(given):
    with pytest.raises(ValueError, match=r"given says what the hands hold.*hl\.Given"):
        hl.simulate("standard", "random", 2, given=given, compiled=False)


def test_a_progress_function_hears_how_far_it_is_and_can_stop(monkeypatch):
    monkeypatch.setattr(simulation, "CHUNK", 10)
    heard = []
    run = hl.simulate("standard", "random", deals=100, seed=1,
                      progress=lambda done, total: heard.append((done, total)) or done < 30)
    assert heard == [(10, 100), (20, 100), (30, 100)]
    assert len(run) == len(run.scores) // 4 == 30
    assert same(run, hl.simulate("standard", "random", deals=30, seed=1, progress=False))


# Strategies that do wrong: a clear error with its deal, never a crash.

@hl.strategy
def no_card(view):
    return 60


@hl.strategy
def minus_one(view):
    return -1


@hl.strategy
def not_held(view):
    return first(~view.hand & view.pack)


@hl.strategy
def never_follows(view):
    if view.decision == 0:
        return first(view.legal)
    return first(view.hand) if has(view.legal, last(view.hand)) else last(view.hand)


@hl.strategy
def beyond_the_seats(view):
    return first(view.legal) + view.points[view.trick + 20]


@hl.strategy
def passes_one_card_again(view):
    if view.decision == 0 and view.passed != 0:
        return first(view.passed)
    return first(view.legal)


WRONG = [(no_card, "returned 60, which is no card"), (minus_one, "returned -1, which is no card"),
         (not_held, "which it does not hold"), (never_follows, "in trick"), (beyond_the_seats, "]`): IndexError"),
         (passes_one_card_again, "it has laid it aside already")]


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize("wrong, sentence", WRONG, ids=[wrong.name for wrong, _ in WRONG])
def test_a_wrong_card_is_named_with_its_deal(wrong, sentence, compiled):
    with pytest.raises(StrategyError, match=r"in seat 2, deal \d+ of seed 4") as error:
        hl.simulate("standard", [*["cautious"] * 2, wrong, "cautious"], deals=50, seed=4, progress=False, compiled=compiled)
    assert sentence in str(error.value)
    assert "To open the deal at that moment: hl.read('standard | deal " in str(error.value)


def test_a_card_that_breaks_a_rule_is_told_with_the_rule():
    with pytest.raises(StrategyError, match=r"You must follow|may not be led|first trick|lowest club"):
        hl.simulate("standard", never_follows, deals=50, seed=4, progress=False)


@hl.strategy
def scribbles(view):
    """Spoils its copy of the view in every way that it can, and plays on."""
    card = first(view.legal)
    view.hand = bit(0)
    view.legal = view.pack
    view.key = bit(1)
    for kind in range(52):
        view.worth[kind] = 0
    for place in range(11):
        view.card[place] = 0
        view.points[place] = 99
        view.before[place] = 99
    return card


@hl.strategy
def lowest(view):
    return first(view.legal)


def test_a_strategy_that_spoils_its_view_spoils_nothing_else():
    assert same(*(hl.simulate("black_maria", [one, "cautious", "random", one], deals=50, seed=4, progress=False)
                  for one in (scribbles, lowest)))


def test_a_function_that_cannot_be_compiled_is_refused_in_a_sentence():
    @hl.strategy
    def reads_a_file(view):
        return len(open("somewhere").read())

    with pytest.raises(StrategyError, match="reads_a_file cannot be compiled"):
        hl.simulate("standard", reads_a_file, deals=1, progress=False)


def test_a_strategy_may_use_functions_and_strategies_of_its_own():
    run = hl.simulate("standard", [twice_removed, "cautious", "cautious", "cautious"], deals=40, seed=4, progress=False)
    assert same(run, hl.simulate("standard", [lowest, "cautious", "cautious", "cautious"], deals=40, seed=4, progress=False))


def own_helper(view):
    return lowest(view)


@hl.strategy
def twice_removed(view):
    return own_helper(view)


def test_unknown_players_are_refused_in_a_sentence():
    for wrong in ("nobody", ["cautious"] * 3, [None] * 4, 7):
        with pytest.raises(StrategyError, match=r"\.$"):
            hl.simulate("standard", wrong, deals=1)


def test_an_edited_rule_is_compiled_anew(tmp_path):
    """Numba's own cache does not notice an edited callee in another file; the cache folder's name does."""
    package = Path(hl.__file__).parent
    shutil.copytree(package, tmp_path / "hearts_lab", ignore=shutil.ignore_patterns("__pycache__", "widgets"))
    shutil.copytree(rules.DATA, tmp_path / "data", dirs_exist_ok=True)
    code = ("import hearts_lab as hl; print(hl.__file__); "
            "print(hl.simulate('black_maria', 'random', deals=20, seed=1, progress=False).settled[:, 1].sum())")

    def points() -> int:
        out = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True,
                             env={"PATH": "", "PYTHONPATH": str(tmp_path), "HEARTS_LAB_CACHE": str(tmp_path / "cache")})
        where, found = out.stdout.split()
        assert Path(where).is_relative_to(tmp_path)
        return int(found)

    assert points() == 20 * 43
    source = tmp_path / "hearts_lab" / "play.py"
    edited = source.read_text(encoding="utf-8").replace("worth = rules.points[card]", "worth = 2 * rules.points[card]")
    source.write_text(edited, encoding="utf-8")
    assert points() == 2 * 20 * 43
