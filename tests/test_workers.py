"""Many workers: the same deals whoever plays them, a lost worker costs only its piece, and a stop keeps what is done."""

import multiprocessing
import os
import signal
import sys
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor

import numpy as np
import pytest

import hearts_lab as hl
from hearts_lab import simulation, workers
from hearts_lab.analyses import dials, spades
from hearts_lab.analyses.trials import TRIALS
from hearts_lab.cards import last
from hearts_lab.given import Given
from hearts_lab.players import StrategyError
from hearts_lab.runs import LOGS

DEALS = 5_000
KILL = getattr(signal, "SIGKILL", signal.SIGTERM)

# Written as in a notebook: in a module that no other process has, with a function of its own beside it.
NOTEBOOK = {"__name__": "__main__", "hl": hl, "last": last}
exec("""
def highest(cards):
    return last(cards)

@hl.strategy(rest="cautious")
def headlong(view):
    return highest(view.legal)

@hl.strategy
def stubborn(view):
    return 60 if view.trick == 3 else last(view.legal)
""", NOTEBOOK)
LINE = ["cautious", NOTEBOOK["headlong"], "random", "smoker"]


def same(a: hl.Run, b: hl.Run) -> bool:
    return a.start == b.start and all(np.array_equal(getattr(a, log), getattr(b, log)) for log in (*LOGS, "pools"))


def play(game="standard", players=LINE, deals=DEALS, **how) -> hl.Run:
    return hl.simulate(game, players, deals, seed=2, **{"progress": False, **how})


@pytest.fixture(scope="module")
def alone() -> hl.Run:
    return play()


@pytest.fixture(scope="module")
def cluster():
    distributed = pytest.importorskip("distributed")
    with (distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0", silence_logs=50) as cluster,
          distributed.Client(cluster) as client):
        yield client


@pytest.fixture(scope="module", params=["threads", "spawn", "fork", "dask"])
def executor(request):
    kind = request.param
    if kind == "dask":
        yield request.getfixturevalue("cluster").get_executor(pure=False)
    elif kind == "threads":
        with ThreadPoolExecutor(2) as pool:
            yield pool
    elif kind == "fork" and sys.platform != "linux":
        pytest.skip("Only Linux forks safely once libraries have started threads.")
    else:
        with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context(kind)) as pool:
            yield pool


# Any executor, one result.

def test_every_executor_plays_the_same_deals_a_readers_own_strategy_among_the_players(executor, alone):
    assert same(alone, play(executor=executor))


def test_every_executor_settles_pools_in_the_order_of_the_deals(executor):
    assert same(play("foster_sweep"), play("foster_sweep", executor=executor))


def test_every_executor_streams_and_sums_the_same_deals(executor, alone, monkeypatch):
    monkeypatch.setattr(simulation, "CHUNK", 1_200)
    streamed = list(hl.stream("standard", LINE, DEALS, seed=2, progress=False, executor=executor))
    assert [run.start for run in streamed] == list(range(1, DEALS, len(streamed[0])))
    for log in LOGS:
        assert np.array_equal(np.concatenate([getattr(run, log) for run in streamed]), getattr(alone, log))
    assert hl.summarise("standard", LINE, DEALS, seed=2, progress=False, executor=executor) == alone.summary


def test_every_executor_names_the_first_deal_in_which_a_strategy_fails(executor):
    said = []
    for how in (None, executor):
        with pytest.raises(StrategyError, match="stubborn in seat 2, deal 1 of seed 2, returned 60, which is no card") as error:
            play(players=["random", "random", NOTEBOOK["stubborn"], "random"], executor=how)
        said.append(str(error.value))
    assert said[0] == said[1]


def test_totals_and_packs_of_each_deal_travel_with_it(executor):
    rng = np.random.default_rng(5)
    given = {"packs": np.array([rng.permutation(52) for _ in range(2_500)], np.int8), "start": 7,
             "before": rng.integers(0, 99, (2_500, 4))}
    assert same(*(play("microsoft", deals=2_500, executor=how, **given) for how in (None, executor)))


def test_hands_that_are_given_are_dealt_alike_in_a_run_a_stream_and_a_sum(executor, monkeypatch):
    monkeypatch.setattr(simulation, "CHUNK", 400)
    how = {"given": Given(holds="AS"), "seed": 2, "start": 5, "progress": False}
    run = hl.simulate("standard", "cautious", 2_500, **how)
    streamed = list(hl.stream("standard", "cautious", 2_500, executor=executor, **how))
    for log in (*LOGS, "packs"):
        assert np.array_equal(np.concatenate([getattr(run, log) for run in streamed]), getattr(run, log))
    assert hl.summarise("standard", "cautious", 2_500, executor=executor, **how) == run.summary
    assert all("A♠" in map(str, run.deal(number).dealt(0)) for number in (5, 405, 2_504))


@pytest.mark.parametrize("pieces", [1, 2, 7])
def test_the_result_does_not_depend_on_the_number_of_pieces(pieces, alone, monkeypatch):
    monkeypatch.setattr(simulation, "CHUNK", -(-DEALS // pieces))
    assert same(alone, play())
    monkeypatch.setattr(simulation, "AHEAD", 10**6)  # with an executor, pieces are smaller
    with ThreadPoolExecutor(3) as pool:
        assert same(alone, play(executor=pool))


def test_a_comparison_and_a_dial_take_an_executor():
    with ThreadPoolExecutor(2) as pool:
        one, two = (hl.compare("black_maria", "smoker", "cautious", 300, progress=False, executor=how) for how in (None, pool))
        assert one.table.equals(two.table)
        rules = {"as printed": hl.variant("standard"), "no pass": hl.variant("standard", pass_count=0)}
        one, two = (dials.dial(rules, "cautious", 300, progress=False, executor=how) for how in (None, pool))
        assert all(same(one[words], two[words]) for words in rules)


def test_what_is_no_executor_is_refused_in_a_sentence():
    for wrong in (2, "threads", ThreadPoolExecutor):
        with pytest.raises(ValueError, match=r"concurrent\.futures\.Executor.*get_executor\(pure=False\)"):
            play(executor=wrong)


# Workers that are lost.

class Bookkeeper(Executor):
    """Does its work when it is asked for the result, and counts; `loses` says how often it loses the piece with a deal."""

    def __init__(self, loses: dict[int, int] | None = None, error: Exception | None = None):
        self.given, self.waiting, self.most = [], 0, 0
        self.loses, self.error = dict(loses or {}), error or ConnectionError("the worker is gone")

    def submit(self, work, job, start, *rest):
        self.given.append(start)
        self.waiting += 1
        self.most = max(self.most, self.waiting)
        book = self

        class Late(Future):
            def result(self, timeout=None):
                book.waiting -= 1
                if book.loses.get(start, 0) > 0:
                    book.loses[start] -= 1
                    raise book.error
                return work(job, start, *rest)

        return Late()


def test_a_lost_piece_is_played_again_and_only_that_one(alone):
    book = Bookkeeper({1_001: 1, 3_001: 2})
    assert same(alone, play(executor=book))
    assert sorted(book.given) == [1, 1_001, 1_001, 2_001, 3_001, 3_001, 3_001, 4_001]


def test_a_piece_that_is_lost_again_and_again_is_given_up_in_a_sentence():
    with pytest.raises(hl.WorkerError, match=r"lost 3 times with its worker.*the worker is gone"):
        play(executor=Bookkeeper({1_001: 3}))


def test_an_executor_has_few_pieces_at_a_time(monkeypatch):
    monkeypatch.setattr(simulation, "CHUNK", 50)
    monkeypatch.setattr(workers, "AHEAD", 4)
    book = Bookkeeper()
    assert len(play(deals=1_000, executor=book)) == 1_000
    assert len(book.given) == 20
    assert book.most == 4


def test_a_worker_of_a_cluster_that_dies_costs_only_its_piece(cluster):
    alone = play(deals=60_000)
    before = cluster.run(os.getpid)
    dead = []

    def kill_one(done, total):
        if not dead:
            dead.append(next(iter(before.values())))
            os.kill(dead[0], KILL)

    assert same(alone, play(deals=60_000, executor=cluster.get_executor(pure=False), progress=kill_one))
    cluster.wait_for_workers(2, timeout=60)
    assert dead[0] not in cluster.run(os.getpid).values()


def test_a_pool_that_breaks_with_its_worker_is_told_and_the_rest_is_played_here(alone):
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as pool:
        alive = [pool.submit(os.getpid).result()]

        def kill(done, total):
            if alive:
                os.kill(alive.pop(), KILL)

        with pytest.warns(RuntimeWarning, match="the rest is done here") as told:
            first = play(deals=50_000, executor=pool, progress=kill)
            second = play(executor=pool)
        assert sum("rest is done here" in str(one.message) for one in told) == 2  # once a run
    assert same(first, play(deals=50_000))
    assert same(second, alone)


# Stop and interrupt.

def after(deals: int, what):
    """A progress function that does something once so many deals are done."""
    return lambda done, total: what() if done >= deals else None


def interrupt():
    raise KeyboardInterrupt


@pytest.fixture(params=[None, 2], ids=["here", "two threads"])
def some_pool(request, monkeypatch):
    monkeypatch.setattr(simulation, "CHUNK", 1_000)
    with ThreadPoolExecutor(2) as pool:
        yield pool if request.param else None


def test_a_stop_keeps_the_deals_that_are_done(some_pool, alone):
    stop = {"executor": some_pool, "progress": after(3_000, lambda: False)}
    assert same(alone.first(3_000), play(**stop))
    assert hl.summarise("standard", LINE, DEALS, seed=2, **stop) == alone.first(3_000).summary
    assert [run.start for run in hl.stream("standard", LINE, DEALS, seed=2, **stop)] == [1, 1_001, 2_001]


def test_an_interrupt_keeps_the_deals_that_are_done_and_says_so(some_pool, alone):
    how = {"executor": some_pool, "progress": after(3_000, interrupt)}
    with pytest.warns(UserWarning, match="of 5,000 deals, the first 3,000 were played and are kept"):
        assert same(alone.first(3_000), play(**how))
    with pytest.warns(UserWarning, match="first 3,000"):
        assert hl.summarise("standard", LINE, DEALS, seed=2, **how) == alone.first(3_000).summary
    with pytest.warns(UserWarning, match="first 3,000"):
        assert [run.start for run in hl.stream("standard", LINE, DEALS, seed=2, **how)] == [1, 1_001, 2_001]


def test_an_interrupted_comparison_keeps_the_seats_that_are_done(monkeypatch):
    monkeypatch.setattr(simulation, "CHUNK", 100)
    whole = hl.compare("standard", "smoker", "cautious", 400, progress=False)
    with pytest.warns(UserWarning, match="of 400 deals, the first 200"):
        some = hl.compare("standard", "smoker", "cautious", 400, progress=after(1_000, interrupt))
    assert some.deals == 200 and len(some.changed) == 2
    kept = whole.table.query("deal <= 200 and seat < 2").reset_index(drop=True)
    assert some.table.equals(kept)


def after_pieces(number: int):
    """Playing that is interrupted once so many pieces are done."""
    whole, done = simulation.play_piece, []
    return lambda *how: whole(*how) if len(done) < number and not done.append(how) else interrupt()


def test_an_interrupted_tournament_keeps_the_deals_that_all_seatings_had(monkeypatch):
    """With two players at four seats that is every sixth run, each of 2,000 deals at most."""
    two = ["random", "cautious"]
    whole = hl.tournament(two, "standard", 4_050, seed=3, progress=False)
    monkeypatch.setattr(simulation, "play_piece", after_pieces(14))
    with pytest.warns(UserWarning, match="of 4,050 deals, the first 4,000 were played and are kept"):
        some = hl.tournament(two, "standard", 4_050, seed=3, progress=False)
    assert np.array_equal(some.by_deal, whole.by_deal[:4_000])
    with pytest.raises(KeyboardInterrupt):
        hl.tournament(two, "standard", 50, seed=3, progress=False)


def test_an_interrupted_pool_tournament_ends_in_a_sentence_or_the_interrupt(monkeypatch):
    """Its deals hang together, so that a part of a seating is of no use."""
    monkeypatch.setattr(simulation, "CHUNK", 50)
    with pytest.warns(UserWarning, match="Interrupted"), pytest.raises(ValueError, match="before there was anything"):
        hl.tournament(["random", "cautious"], "foster_sweep", 200, seed=3, progress=after(100, interrupt))


def test_interrupted_matches_keep_the_seats_that_are_done():
    whole = hl.compare_matches("black_maria_trad", "smoker", "cautious", 30, progress=False)
    with pytest.warns(UserWarning, match="of 30 matches, the first 30 were played and are kept"):
        some = hl.compare_matches("black_maria_trad", "smoker", "cautious", 30, progress=after(90, interrupt))
    assert some.matches == 30 and len(some.changed) == 1
    assert some.table.equals(whole.table.query("seat < 1").reset_index(drop=True))


def test_an_interrupted_claim_keeps_the_conditions_that_are_done(monkeypatch):
    trial, told = TRIALS[30], []
    monkeypatch.setitem(TRIALS, 30, lambda one: told.append(one) or (trial(one) if len(told) < 3 else interrupt()))
    games, players = ["black_maria", "black_maria 6"], ["random", "cautious"]
    with pytest.warns(UserWarning, match="of 4 conditions, the first 2"):
        some = hl.claim(30).run(deals=20, rules=games, players=players, progress=False)
    assert list(some.table["level"]) == players and some.table["game"].nunique() == 1


def test_a_stop_between_two_runs_stops():
    heard = []
    some = hl.compare("standard", "smoker", "cautious", 100, progress=lambda done, _: heard.append(done) or done < 300)
    assert heard == [100, 200, 300] and len(some.changed) == 2
    games = spades.spade_runs(["standard", "black_maria", "pink_lady"], "random", 100, progress=lambda done, _: done < 200)
    assert [len(run) for run in games] == [100, 100]


def test_an_interrupt_before_anything_is_done_goes_on_its_way(monkeypatch):
    monkeypatch.setattr(simulation, "play_piece", lambda *_: interrupt())
    for call in (hl.simulate, hl.summarise, lambda *how, **more: list(hl.stream(*how, **more))):
        with pytest.raises(KeyboardInterrupt):
            call("standard", "random", 100, progress=False)


def test_pieces_not_begun_are_taken_back_when_a_stream_is_left():
    class Slow(Bookkeeper):
        def submit(self, *work):
            future = super().submit(*work)
            futures.append(future)
            return future

    futures = []
    for run in hl.stream("standard", "random", DEALS, progress=False, executor=Slow()):
        assert len(run) == 1_000
        break
    assert [future.cancelled() for future in futures] == [True] * 5
