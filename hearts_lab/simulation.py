"""Many deals at once: the rules of play compiled, one seed a deal, every returned card checked, everything replayable."""

from __future__ import annotations

import threading
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial

import numpy as np

from hearts_lab.cards import NO_CARDS, ONE, first, has
from hearts_lab.deal import Deal
from hearts_lab.draws import wrapping
from hearts_lab.given import Given, check_given
from hearts_lab.layout import whole
from hearts_lab.play import (
    STATE,
    clear,
    deal_cards,
    due,
    exchange,
    lay_aside,
    legal,
    open_play,
    passable,
    play_card,
    shuffle,
    to_play,
)
from hearts_lab.players import Strategy, StrategyError, asked, choose, choose_moon, history, named, settings, whose
from hearts_lab.rules import SEATS, Rules, variant
from hearts_lab.runs import LOGS, Run, empty
from hearts_lab.score import CHOSEN_MOON, settle, settle_pool, shooter
from hearts_lab.views import MOON, MOONS, PASS, PLAY, VIEWS, introduce, see, wished
from hearts_lab.workers import AHEAD, Progress, check_executor, in_order

CHUNK = 20_000  # deals in one piece of work, and in a run of a stream; no number depends on it
MOST = 20_000_000  # deals in one run: a log of some 150 to 300 bytes each


# The compiled loop.

def ask(rules, state, seat, decision, setting, strategy, views):
    """One decision of one seat, in a fresh view: whether it may choose the card, and the card that it chose.

    A seat that has only one legal card plays it without being asked.
    """
    allowed = MOONS if decision == MOON else passable(rules, state, seat) if decision == PASS else legal(rules, state, seat)
    allowed = wished(setting, state, seat, decision, allowed)
    if decision == PLAY and allowed & (allowed - ONE) == NO_CARDS:
        return True, first(allowed)
    views.shown = views.common
    see(rules, state, seat, decision, allowed, views.shown)
    views.shown.habits = setting.habits
    card = strategy(views.shown)
    return 0 <= card < 52 and has(allowed, card), card


def play_deal(rules, state, settings, strategies, pile, views, plays, passes, leaders, winners, settled):
    """Play one deal from its pack to the scores. Returns -1, or the seat whose strategy failed, and its card.

    The table has been cleared for it, what stands on the sheet before it is in the state, and its cards lie in `pile`.
    """
    deal_cards(rules, state, pile)
    introduce(rules, state, views.common)
    # `ask` is compiled anew for every number written out: once for the plays, which are many, once for all else.
    to_pass = due(rules, state.number)
    if to_pass > 0:
        for seat in range(rules.players):
            for i in range(to_pass):
                allowed, card = ask(rules, state, seat, np.int64(PASS), settings[seat], strategies[seat], views)
                if not allowed:
                    return seat, card
                passes[seat, i] = card
                lay_aside(rules, state, seat, card)
        exchange(rules, state)
    open_play(rules, state)
    for i in range(rules.hand_size * rules.players):
        seat = to_play(rules, state)
        allowed, card = ask(rules, state, seat, PLAY, settings[seat], strategies[seat], views)
        if not allowed:
            return seat, card
        plays[i] = card
        if state.in_trick == 0:
            leaders[state.trick] = state.leader
        play_card(rules, state, card)
        if state.in_trick == 0:
            winners[state.trick - 1] = -1 if state.void == 1 else state.last_winner
    moon = shooter(rules, state)
    if moon >= 0 and rules.moon == CHOSEN_MOON:
        allowed, kind = ask(rules, state, moon, np.int64(MOON), settings[moon], strategies[moon], views)
        if not allowed:
            return moon, kind
        state.moon_choice = kind
    settle(rules, state, settled[0])
    for seat in range(rules.players):
        settled[1, seat] = state.points[seat]
        settled[2, seat] = state.bonus[seat]
        settled[3, seat] = state.tricks[seat]
    settled[4, 0] = moon
    settled[4, 1] = state.taker
    settled[4, 2] = state.moon_choice
    return -1, -1


def play_deals(rules, seed, start, settings, strategies, before, packs, state, views, pile, plays, passes, leaders, winners,
               settled):
    """Play the deals numbered start, start + 1, ...: as many as there is room for in the log.

    `before` has the totals of the seats before each deal, or one row for all; `packs` the cards of each in dealing order, or no
    row, and they are shuffled. Stops at a strategy that fails; returns the index of that deal, the seat and the returned card,
    or -1 three times.
    """
    for k in range(plays.shape[0]):
        clear(rules, state, seed, start + k)
        if packs.shape[0] > 0:
            for i in range(pile.shape[0]):  # `pile[:] = packs[k]` takes two seconds to compile: it words an error
                pile[i] = packs[k, i]
        else:
            shuffle(state, seed, pile)
        for seat in range(rules.players):
            state.before[seat] = before[k if before.shape[0] > 1 else 0, seat]
        seat, card = play_deal(rules, state, settings, strategies, pile, views, plays[k], passes[k], leaders[k], winners[k],
                               settled[k])
        if seat >= 0:
            return k, seat, card
    return -1, -1, -1


def settle_pools(rules, settled, pools):
    """Settle deals in counters one after the other, each with what the one before it left: pool and standing jack."""
    for k in range(settled.shape[0]):
        pools[k + 1, 0], pools[k + 1, 1] = settle_pool(rules, settled[k, 1], pools[k, 0], pools[k, 1], settled[k, 0])


def seated(rules: Rules, players: str | Strategy | Iterable) -> tuple[Strategy, ...]:
    """One strategy a seat; a single one sits everywhere. Raises StrategyError for another number."""
    if isinstance(players, str | Strategy):
        players = [players] * rules.players
    if not isinstance(players, Iterable):
        raise StrategyError(f"{players!r} names no players; name one strategy a seat, or one for all.")
    found = tuple(named(player) for player in players)
    if len(found) != rules.players:
        raise StrategyError(f"{rules.title} for {rules.players} needs {rules.players} players, not {len(found)}.")
    return found


# What the loop asks in each seat.

def thinking(players: Iterable[Strategy]) -> bool:
    """Whether somebody thinks: the plain loop is run then, and asks the others compiled."""
    return any(player.thinks for player in players)


def plain_line(players: Iterable[Strategy], compiled: bool) -> tuple[Callable, ...]:
    """What the plain loop asks in each seat: functions of a view, or of a view and the history where the player thinks.

    Raises StrategyError for what cannot be compiled.
    """
    if not compiled:
        return tuple(partial(asked, player) for player in players)
    from hearts_lab.compiled import compiled_strategy

    return tuple(partial(asked, player) if player.thinks else compiled_strategy(player) for player in players)


def told(rules: Rules, players: Iterable[Strategy], line: Iterable[Callable], state, logged: Callable) -> tuple[Callable, ...]:
    """The line with the players that think told the history; `logged(number)` has the log of a deal: plays, passes, leaders."""
    def so_far(view):
        plays, passes, leaders = logged(int(view.number))
        tricks, begun = int(view.trick) - 1, int(view.in_trick)
        chosen = due(rules.record, view.number) - view.to_pass
        return history(rules, view.number, plays[: tricks * rules.players + begun], leaders[: tricks + (begun > 0)],
                       passes[view.seat, :chosen], state.standing)

    def thinker(ask):
        return lambda view: ask(view, history=so_far(view))

    return tuple(thinker(ask) if player.thinks else ask for player, ask in zip(players, line, strict=True))


# Many pieces of work, in one process or in many.

@dataclass(frozen=True, eq=False)
class _Job:
    """What is played, for any piece of the deals. Where it is sent, it is opened once, and its strategies compiled once.

    `keep` makes of a piece what is sent back: arrays, `settled` the last of them.
    """

    rules: Rules
    players: tuple[Strategy, ...]
    seed: int
    compiled: bool
    keep: Callable[[Run], tuple[np.ndarray, ...]]

    def __reduce__(self):
        return _opened, (self._parcel,)

    @cached_property
    def _parcel(self) -> bytes:
        """Itself for another process: a strategy that was written in a notebook travels as its code, not by its name."""
        import cloudpickle

        return cloudpickle.dumps((self.rules, self.players, self.seed, self.compiled, self.keep))

    @cached_property
    def loop(self) -> tuple[Callable, tuple]:
        """The loop over the deals and what it asks in each seat. Raises StrategyError for what cannot be compiled."""
        with _COMPILING:
            if not self.compiled or self.thinks:
                return play_deals, plain_line(self.players, self.compiled)
            from hearts_lab.compiled import entry, line_up

            return entry(play_deals), line_up(self.players)

    @property
    def thinks(self) -> bool:
        return thinking(self.players)


_COMPILING = threading.Lock()  # of several threads that need the same code, the first makes it


@lru_cache(maxsize=4)
def _opened(parcel: bytes) -> _Job:
    import cloudpickle

    return _Job(*cloudpickle.loads(parcel))


def logs(run: Run) -> tuple[np.ndarray, ...]:
    """The whole log."""
    return tuple(getattr(run, name) for name in LOGS)


def play_piece(job: _Job, start: int, deals: int, before: np.ndarray, packs: np.ndarray) -> tuple[np.ndarray, ...]:
    """Play some deals of a job, in whatever process this is, and keep of them what the job keeps. Pools are not settled."""
    rules = job.rules
    run = empty(rules, job.players, job.seed, start, deals, before, packs)
    state, views = np.zeros(1, STATE).view(np.recarray)[0], np.zeros(1, VIEWS).view(np.recarray)[0]
    pile = np.zeros(52 * rules.packs, np.int64)
    loop, strategies = job.loop
    if job.thinks:
        strategies = told(rules, job.players, strategies, state,
                          lambda number: (run.plays[number - start], run.passes[number - start], run.leaders[number - start]))
    with wrapping():
        try:
            k, seat, card = loop(rules.record, np.uint64(job.seed), start, settings(job.players), strategies, before, packs,
                                 state, views, pile, *logs(run))
        except Exception as error:
            asked_last = int(views.shown.seat)
            seat = asked_last if 0 <= asked_last < rules.players else int(to_play(rules.record, state))
            raise _failed(run, state, seat, f"failed: {type(error).__name__}: {error}.") from error
        if k >= 0:
            raise _failed(run, state, seat, f"returned {card}, which it may not choose.")
    return job.keep(run)


@dataclass(frozen=True, eq=False)
class _Order:
    """A job and the deals of it that were asked for."""

    job: _Job
    start: int
    deals: int
    before: np.ndarray
    packs: np.ndarray
    given: Given | None
    progress: bool | Callable[[int, int], bool]
    executor: Executor | None

    def _pieces(self, dealt: deque[np.ndarray]) -> Iterator[tuple]:
        size = 1 if self.job.thinks else CHUNK if self.job.compiled else 10
        if self.executor is not None:  # small enough for every worker to have some
            size = min(size, max(1_000, -(-self.deals // AHEAD)))
        for done in range(0, self.deals, size):
            part = slice(done, min(done + size, self.deals))
            before = self.before[part] if len(self.before) > 1 else self.before
            packs = self.packs[part]
            if self.given is not None:
                packs = self.given.packs(self.job.rules, self.job.seed, np.arange(part.start, part.stop) + self.start,
                                         compiled=self.job.compiled)
            dealt.append(packs)
            yield self.job, self.start + done, part.stop - done, before, packs

    def played(self) -> Iterator[tuple[tuple[np.ndarray, ...], np.ndarray, np.ndarray]]:
        """Piece by piece, in order: what the job keeps, the pools before each deal and after the last, and the packs."""
        job, done, pools, dealt = self.job, 0, np.zeros((1, 2), np.int64), deque()
        _ = job.loop  # compiled here before anywhere else: what cannot be is refused in this process
        pieces = in_order(play_piece, self._pieces(dealt), self.executor)
        with closing(pieces), Progress(self.deals, self.progress) as show:
            for *kept, settled in pieces:
                before, pools = pools[-1], np.zeros((len(settled) + 1, 2), np.int64)
                if not job.rules.low_wins:
                    pools[0], settled = before, np.require(settled, requirements="W")
                    self._settle(settled, pools)
                done += len(settled)
                yield (*kept, settled), pools, dealt.popleft()
                if not show(done):
                    return

    def _settle(self, settled: np.ndarray, pools: np.ndarray) -> None:
        settle = settle_pools
        if self.job.compiled:
            from hearts_lab.compiled import entry

            settle = entry(settle_pools)
        with wrapping():
            settle(self.job.rules.record, settled, pools)


def ordered(rules: Rules | str, players: str | Strategy | Iterable, deals: int, seed: int, keep: Callable, *, start: int = 1,
            before: Iterable | None = None, packs: np.ndarray | None = None, given: Given | None = None,
            progress: bool | Callable[[int, int], bool] = True, executor: Executor | None = None,
            compiled: bool = True) -> _Order:
    """Some deals as they were asked for, or a sentence why they cannot be played."""
    rules = variant(rules)
    line = seated(rules, players)
    if isinstance(deals, bool) or not isinstance(deals, int | np.integer) or deals < 1:
        raise ValueError(f"deals must be a whole number from 1, not {deals!r}.")
    Deal(rules, seed=seed, number=start)  # refuses a bad seed or number in a sentence
    check_executor(executor)
    check_given(given)
    totals = np.zeros((1, SEATS), np.int64)
    if before is not None:
        rows = totals_before(rules, before, deals, "deals")
        totals = np.zeros((len(rows), SEATS), np.int64)
        totals[:, : rules.players] = rows
    if given is not None:
        if packs is not None:
            raise ValueError("Give the cards of each deal (packs) or what the hands hold (given), not both.")
        given.packs(rules, seed, np.arange(start, start + 1), compiled=False)  # refuses what these rules cannot deal
    packs = np.zeros((0, 52 * rules.packs), np.int8) if packs is None else dealing_order(rules, packs, deals)
    return _Order(_Job(rules, line, int(seed), compiled, keep), int(start), int(deals), totals, packs, given, progress,
                  executor)


def totals_before(rules: Rules, before, many: int, what: str) -> np.ndarray:
    """The totals of the seats before so many deals or matches (`what`): int64, one row for all or one each."""
    try:
        rows = np.atleast_2d(np.asarray(before))
    except ValueError:  # rows of different lengths
        rows = np.zeros(0)
    if rows.dtype.kind not in "iu" or rows.shape not in {(1, rules.players), (many, rules.players)}:
        raise ValueError(f"before has the total of each of the {rules.players} seats, once or for each of the {many:,} {what}, "
                         f"in whole numbers, not {before!r}.")
    whole(int(rows.min()), "A total", -(10**9), 10**9)
    whole(int(rows.max()), "A total", -(10**9), 10**9)
    return rows.astype(np.int64)


def dealing_order(rules: Rules, packs, deals: int) -> np.ndarray:
    """The cards of each deal in dealing order, int8 (deals, cards), every card in it as often as there are packs."""
    found, size = np.asarray(packs), 52 * rules.packs
    if found.shape != (deals, size):
        raise ValueError(f"packs has {size} cards for each of the {deals:,} deals, not the shape {found.shape}.")
    if found.dtype.kind not in "iu" or (np.sort(found, axis=1) != np.repeat(np.arange(52), rules.packs)).any():
        often = "once" if rules.packs == 1 else "twice"
        raise ValueError(f"Each row of packs has every card, a whole number from 0 to 51, {often}; the cards out of play are "
                         "among them, wherever they lie.")
    return np.ascontiguousarray(found, np.int8)


def interrupted(done: int, total: int, what: str = "deals") -> None:
    """An interrupt (Jupyter's stop button, Ctrl-C) keeps what is done, with a warning; with nothing done it goes on its way."""
    if not done:
        raise
    warnings.warn(f"Interrupted: of {total:,} {what}, the first {done:,} were played and are kept.", stacklevel=3)


def simulate(rules: Rules | str, players: str | Strategy | Iterable, deals: int, seed: int = 1, *, start: int = 1,
             before: Iterable | None = None, packs: np.ndarray | None = None, given: Given | None = None,
             progress: bool | Callable[[int, int], bool] = True, executor: Executor | None = None,
             compiled: bool = True) -> Run:
    """Play the deals `start`, `start` + 1, ... of a seed, one strategy a seat, and keep the log.

    The dealer and the pass move on from deal to deal as in a match, but every deal starts with nothing on the sheet, or with
    the totals `before` (one a seat, or a row of them for each deal). The same seed gives the same deals whoever plays, unless
    `packs` says the cards of each deal in dealing order, or `given` what the hands hold when they are dealt. A bar appears
    when it takes long; `progress` may instead be a function of (deals done, deals in all) that is called now and then, and
    stops the run, keeping what is done, by returning False; an interrupt keeps it too, with a warning. `executor` shares the
    work out: any `concurrent.futures.Executor`, of threads, processes, or a Dask cluster's
    `client.get_executor(pure=False)`; the run is the same. With a player that thinks, such as `thinker`, a deal takes seconds.
    `compiled=False` runs the plain source, slowly. Raises StrategyError, naming the deal, when a strategy returns a card that
    it may not play; WorkerError when the workers lose the same piece of work again and again.

    >>> simulate("black_maria", "cautious", deals=4, seed=1, compiled=False).scores.points.sum() == 4 * 43
    True
    """
    order = ordered(rules, players, deals, seed, logs, start=start, before=before, packs=packs, given=given,
                    progress=progress, executor=executor, compiled=compiled)
    if deals > MOST:
        raise ValueError(f"deals must be a whole number from 1 to {MOST:,} (their log is kept in memory), not {deals:,}; "
                         "hl.stream and hl.summarise take any number.")
    job, done = order.job, 0
    packs = order.packs if given is None else np.zeros((order.deals, order.packs.shape[1]), np.int8)
    run = empty(job.rules, job.players, job.seed, order.start, order.deals, order.before, packs)
    try:
        with closing(order.played()) as pieces:
            for kept, pools, dealt in pieces:
                part = slice(done, done + len(kept[0]))
                if given is not None:
                    run.packs[part] = dealt
                for name, log in zip(LOGS, kept, strict=True):
                    getattr(run, name)[part] = log
                run.pools[part.start : part.stop + 1] = pools
                done = part.stop
    except KeyboardInterrupt:
        interrupted(done, order.deals)
    return run if done == order.deals else run.first(done)


def stream(rules: Rules | str, players: str | Strategy | Iterable, deals: int, seed: int = 1, *, start: int = 1,
           before: Iterable | None = None, packs: np.ndarray | None = None, given: Given | None = None,
           progress: bool | Callable[[int, int], bool] = True, executor: Executor | None = None,
           compiled: bool = True) -> Iterator[Run]:
    """The deals of `simulate` as runs of some thousand deals, one after the other, so that any number of them fits.

    Where somebody thinks each run is a single deal. The deals keep their numbers, and pools go on from run to run. Nothing is
    kept here of a run that was handed out.

    >>> for run in stream("standard", "cautious", deals=25, seed=1, compiled=False):
    ...     print(run.numbers[0], "to", run.numbers[-1])
    1 to 10
    11 to 20
    21 to 25
    """
    order = ordered(rules, players, deals, seed, logs, start=start, before=before, packs=packs, given=given,
                    progress=progress, executor=executor, compiled=compiled)
    return _runs(order)


def _runs(order: _Order) -> Iterator[Run]:
    job, done = order.job, 0
    try:
        with closing(order.played()) as pieces:
            for kept, pools, dealt in pieces:
                part = slice(done, done + len(kept[0]))
                before = order.before[part] if len(order.before) > 1 else order.before
                done = part.stop
                yield Run(job.rules, job.players, job.seed, *kept, pools, before, dealt, order.start + part.start)
    except KeyboardInterrupt:
        interrupted(done, order.deals)


def _failed(run: Run, state, seat: int, what: str) -> StrategyError:
    """What a seat's strategy did wrong, and how to open the deal at that moment.

    The very decision is made once more at the table, which says why in words; `what` stands where it goes well there.
    """
    number, played = int(state.number), int(state.trick) * run.rules.players + int(state.in_trick)
    passing = due(run.rules.record, number) > 0 and not state.received.any()
    deal, player = run.replayed(number, played, passed=not passing), run.players[seat]
    try:
        choose_moon(player, deal) if deal.phase == "moon" else choose(player, deal, seat)
    except StrategyError as told:
        what = str(told).removeprefix(f"{whose(player, deal, seat)} ")
    return StrategyError(f"{player.name} in seat {seat}, deal {number} of seed {run.seed}, {what} "
                         f"To open the deal at that moment: hl.read({deal.text!r}).")
