"""Whole matches in bulk: the deals of `simulation` one after the other until the end, and who wins how often."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pandas as pd

from hearts_lab.deal import DealError
from hearts_lab.draws import match_seed, wrapping
from hearts_lab.estimates import interval, share
from hearts_lab.match import LONGEST, TOO_LONG, Match
from hearts_lab.play import STATE, clear, due, shuffle
from hearts_lab.players import Strategy, StrategyError, named, settings
from hearts_lab.rules import Rules, variant
from hearts_lab.score import RUNNING, after_deal, best_total, deals_done, settle_pool, settled_by, target_reached
from hearts_lab.simulation import interrupted, plain_line, play_deal, seated, thinking, told, totals_before
from hearts_lab.views import VIEWS
from hearts_lab.workers import Progress

CHUNK = 2_000  # matches between two looks at the clock; the result does not depend on it
MOST = 10_000_000  # matches in one run
STUCK, ENDLESS = -1, -2  # what play_match says instead of a number of deals: a strategy failed; it does not end
ENDS = ("", "target", "deals", "target and deals")


# The compiled loop.

def play_match(rules, seed, number, settings, strategies, state, views, pile, plays, passes, leaders, winners, settled, totals):
    """Play a match from its deal `number` on. `totals` holds those before that deal, and becomes the final ones.

    Returns how many deals were played, 0 if it was over before, STUCK or ENDLESS; and what ended it, a place in ENDS.
    """
    state.pool = 0
    state.standing = 0
    played, target, deals = 0, target_reached(rules, totals), deals_done(rules, number - 1)
    while not ((target or deals) and settled_by(rules, totals)):
        if played > LONGEST:
            return ENDLESS, 0
        clear(rules, state, seed, number + played)
        shuffle(state, seed, pile)
        for seat in range(rules.players):
            state.before[seat] = totals[seat]
        failed, _ = play_deal(rules, state, settings, strategies, pile, views, plays, passes, leaders, winners, settled)
        if failed >= 0:
            return STUCK, 0
        if rules.settlement != RUNNING:
            state.pool, state.standing = settle_pool(rules, state.points, state.pool, state.standing, settled[0])
        for seat in range(rules.players):
            totals[seat] = after_deal(rules, totals[seat] + settled[0, seat])
        played += 1
        target = target or target_reached(rules, totals)
        deals = deals_done(rules, number - 1 + played)
    return played, (1 if target else 0) + (2 if deals else 0)


def play_lot(rules, seed, start, number, settings, strategies, state, views, pile, plays, passes, leaders, winners, settled,
             totals, deals, ends, won):
    """Play the matches start, start + 1, ...: as many as there are rows of totals. Stops at one that cannot be finished."""
    for k in range(totals.shape[0]):
        deals[k], ends[k] = play_match(rules, match_seed(seed, start + k), number, settings, strategies, state, views, pile,
                                       plays, passes, leaders, winners, settled, totals[k])
        if deals[k] <= 0:
            return
        best = best_total(rules, totals[k])
        for seat in range(rules.players):
            won[k, seat] = totals[k, seat] == best


# Running it.

@dataclass(frozen=True, eq=False)
class MatchRun:
    """Matches of a seed as they ended: `totals` and `won` (matches, seats), `deals` played and `ends` (matches).

    Match k, counted from 1, is `hl.Match` with the seed `seed_of(k)`. `before` has the totals that the matches began with (one
    row for all, or one each), `number` the number of their first deal. `won` says who had the best total; several
    share the win.
    """

    rules: Rules
    players: tuple[Strategy, ...]
    seed: int
    before: np.ndarray
    number: int
    totals: np.ndarray
    deals: np.ndarray
    ends: np.ndarray
    won: np.ndarray

    def __len__(self) -> int:
        return len(self.totals)

    def __repr__(self):
        players = ", ".join(player.name for player in self.players)
        return f"<MatchRun of {len(self):,} matches of {self.rules.title}, seed {self.seed}: {players}>"

    def _number(self, match: int) -> int:
        if isinstance(match, bool) or not isinstance(match, int | np.integer) or not 1 <= match <= len(self):
            raise IndexError(f"This run has the matches 1 to {len(self)}; {match!r} is not among them.")
        return int(match)

    def seed_of(self, match: int) -> int:
        """The seed of the deals of one match."""
        return _seed_of(self.seed, self._number(match))

    def begun(self, match: int) -> Match:
        """One match as it began, with nothing played."""
        row = self.before[self._number(match) - 1 if len(self.before) > 1 else 0]
        return Match(self.rules, self.players, self.seed_of(match), before=tuple(map(int, row)), number=self.number)

    def match(self, match: int) -> Match:
        """That very match, played to its end."""
        return self.begun(match).play_out()

    def first(self, matches: int) -> MatchRun:
        """The first matches of this run."""
        before = self.before[:matches] if len(self.before) > 1 else self.before
        results = (self.totals, self.deals, self.ends, self.won)
        return MatchRun(self.rules, self.players, self.seed, before, self.number, *(result[:matches] for result in results))

    @property
    def shares(self) -> np.ndarray:
        """(matches, seats): each seat's share of the win, 1, 0, or a part where several have the best total."""
        return self.won / self.won.sum(axis=1, keepdims=True)

    @property
    def places(self) -> np.ndarray:
        """(matches, seats): each seat's place, one more than the seats with a better total."""
        totals = self.totals if self.rules.low_wins else -self.totals
        return 1 + (totals[:, None, :] < totals[:, :, None]).sum(axis=2)

    @property
    def why(self) -> np.ndarray:
        """What ended each match, in a word: target, deals, or target and deals."""
        return np.array(ENDS)[self.ends]

    @cached_property
    def table(self) -> pd.DataFrame:
        """A row for each match and seat: match, seat, player, total, place, won (its share of the win), deals (played)."""
        matches, seats = self.totals.shape
        return pd.DataFrame({
            "match": np.repeat(np.arange(1, matches + 1), seats),
            "seat": np.tile(np.arange(seats), matches),
            "player": np.tile([player.name for player in self.players], matches),
            "total": self.totals.ravel(),
            "place": self.places.ravel(),
            "won": self.shares.ravel(),
            "deals": np.repeat(self.deals, seats),
        })

    @cached_property
    def chances(self) -> pd.DataFrame:
        """A row for each seat: seat, player, before (its total, the mean of all matches), share of the wins, low, high."""
        every = np.arange(len(self))
        return pd.DataFrame([(seat, player.name, self.before[:, seat].mean(), *share(every, self.shares[:, seat]))
                             for seat, player in enumerate(self.players)],
                            columns=["seat", "player", "before", "share", "low", "high"])


def _seed_of(seed: int, match: int) -> int:
    with wrapping():
        return int(match_seed(np.uint64(seed), match))


def play_matches(rules: Rules | str, players: str | Strategy | Iterable, matches: int, seed: int = 1, *,
                 before: Iterable | None = None, number: int = 1,
                 progress: bool | Callable[[int, int], bool] = True, compiled: bool = True) -> MatchRun:
    """Play whole matches, one strategy a seat, each with deals of its own, and keep how they ended.

    They begin with nothing on the sheet and with deal 1, or with the totals `before` (one a seat, or a row of them for each
    match) and deal `number`. The same seed gives the same deals whoever plays. `progress` and `compiled` are as in `simulate`,
    and an interrupt keeps what is done.
    Raises StrategyError when a strategy returns a card that it may not play, and DealError for a match that would be over
    before it begins or does not end in a thousand deals; both name the match.

    >>> play_matches("black_maria_trad", "cautious", matches=2, seed=1, compiled=False).deals.tolist()
    [4, 4]
    """
    rules = variant(rules)
    line = seated(rules, players)
    if isinstance(matches, bool) or not isinstance(matches, int | np.integer) or not 1 <= matches <= MOST:
        raise ValueError(f"matches must be a whole number from 1 to {MOST:,}, not {matches!r}.")
    before = totals_before(rules, (0,) * rules.players if before is None else before, matches, "matches")
    first = Match(rules, line, seed, before=tuple(map(int, before[0])), number=number)  # refuses a bad seed, number or start
    run = MatchRun(rules, line, first.seed, before, first.deal.number,
                   np.array(np.broadcast_to(before, (matches, rules.players)), order="C"), np.zeros(matches, np.int64),
                   np.zeros(matches, np.int8), np.zeros((matches, rules.players), bool))
    settled, state, views = settings(line), np.zeros(1, STATE).view(np.recarray), np.zeros(1, VIEWS).view(np.recarray)[0]
    table, done, size = _table(rules), 0, 1
    if compiled and not thinking(line):
        from hearts_lab.compiled import entry, line_up

        loop, strategies, size = entry(play_lot), line_up(line), CHUNK
    else:
        _, plays, passes, leaders, *_ = table
        loop, strategies = play_lot, told(rules, line, plain_line(line, compiled), state[0], lambda _: (plays, passes, leaders))
    with Progress(matches, progress, "matches") as show, wrapping():
        while done < matches:
            part = slice(done, done + min(size, matches - done))
            rows = [result[part] for result in (run.totals, run.deals, run.ends, run.won)]
            try:
                loop(rules.record, np.uint64(run.seed), done + 1, run.number, settled, strategies, state[0], views, *table,
                     *rows)
            except KeyboardInterrupt:
                interrupted(done, matches, "matches")
                return run.first(done)
            except Exception as error:
                raise _failed(run, done, error) from error
            if not run.deals[part].all() or run.deals[part].min() < 0:
                raise _failed(run, done)
            done = part.stop
            if not show(done):
                return run.first(done)
    return run


def _table(rules: Rules) -> tuple[np.ndarray, ...]:
    """Room for one deal: its pack, plays, passes, leaders, winners, and what it comes to."""
    widest = max(int(due(rules.record, number)) for number in range(1, len(rules.pass_cycle) + 1))
    return (np.zeros(52 * rules.packs, np.int64), np.zeros(rules.hand_size * rules.players, np.int8),
            np.zeros((rules.players, widest), np.int8), np.zeros(rules.hand_size, np.int8), np.zeros(rules.hand_size, np.int8),
            np.zeros((5, rules.players), np.int32))


def _failed(run: MatchRun, done: int, error: Exception | None = None) -> ValueError:
    """Why the first match after so many that were played could not be finished: played at the table it says it itself."""
    match = 1 + done + int(np.argmax(run.deals[done:] <= 0))
    where = f"Match {match:,} of seed {run.seed}"
    if run.deals[match - 1] == ENDLESS:
        return DealError(f"{where}: {TOO_LONG}")
    before = tuple(map(int, run.before[match - 1 if len(run.before) > 1 else 0]))
    start = f", before={before}, number={run.number}" if any(before) or run.number > 1 else ""
    try:
        run.match(match)
    except ValueError as reason:
        kind = DealError if isinstance(reason, DealError) else StrategyError
        return kind(f"{where}, that is hl.Match({run.rules.name!r}, seed={run.seed_of(match)}{start}): {reason}")
    return StrategyError(f"{where} failed: {type(error).__name__}: {error}")


def win_chances(rules: Rules | str, players: str | Strategy | Iterable, before: Iterable, matches: int, seed: int = 1, *,
                number: int = 1, progress: bool | Callable[[int, int], bool] = True) -> pd.DataFrame:
    """How often each seat wins from these totals: seat, player, before, share, low, high (a 95 % interval)."""
    return play_matches(rules, players, matches, seed, before=before, number=number, progress=progress).chances


# Comparing.

def gains(changed: MatchRun, base: MatchRun) -> pd.DataFrame:
    """What each seat wins more in one run than in another of the same matches with something changed.

    Columns: seat, before, base and changed (the shares of the wins), gain, low, high (the paired difference and its interval).
    """
    if (len(changed), changed.seed) != (len(base), base.seed) or changed.totals.shape != base.totals.shape:
        raise ValueError("Only runs of the same matches are compared: the same seed, seats and number of matches.")
    return pd.DataFrame([(seat, base.before[:, seat].mean(), base.shares[:, seat].mean(), changed.shares[:, seat].mean(),
                          *interval(changed.shares[:, seat] - base.shares[:, seat])) for seat in range(base.rules.players)],
                        columns=["seat", "before", "base", "changed", "gain", "low", "high"])


@dataclass(frozen=True, eq=False)
class MatchComparison:
    """Two strategies in the same seats of the same matches. `table` has a row for each match and seat.

    Its columns: match, seat, first and second (the share of the win with each strategy there), difference, places (how many
    places lower the first ends: negative is better). `base` is the run with the second strategy in every seat, `changed` the
    runs with the first in seat 0, 1, ...
    """

    rules: Rules
    first: str
    second: str
    seed: int
    table: pd.DataFrame
    base: MatchRun
    changed: tuple[MatchRun, ...]

    @property
    def matches(self) -> int:
        return len(self.base)

    def by_match(self, column: str = "difference") -> pd.Series:
        """A column of each match, the mean over its seats: the independent values behind the interval."""
        return self.table.groupby("match")[column].mean()

    @property
    def difference(self) -> float:
        """How much larger a share of the matches the first wins."""
        return interval(self.by_match())[0]

    @property
    def low(self) -> float:
        return interval(self.by_match())[1]

    @property
    def high(self) -> float:
        return interval(self.by_match())[2]

    def __repr__(self):
        (gain, low, high), (places, *ends) = interval(self.by_match()), interval(self.by_match("places"))
        if not self.table["difference"].any() and not self.table["places"].any():
            return f"In {self.rules.title}, {self.first} and {self.second} end alike in these {self.matches:,} matches."
        told = "" if low > 0 or high < 0 else "; the interval holds 0, so these matches do not tell them apart"
        words = (f"In {self.rules.title}, {self.first} wins {100 * abs(gain):.1f} matches in a hundred "
                 f"{'more' if gain > 0 else 'fewer'} than {self.second} in the same seat (95 % interval {100 * low:+.1f} to "
                 f"{100 * high:+.1f}, {self.matches:,} matches, seed {self.seed}){told}; its place is {places:+.2f} "
                 f"({ends[0]:+.2f} to {ends[1]:+.2f}).")
        return words.replace("-", "−")


def compare_matches(rules: Rules | str, first: str | Strategy, second: str | Strategy, matches: int, seed: int = 1, *,
                    before: Iterable | None = None, number: int = 1,
                    progress: bool | Callable[[int, int], bool] = True) -> MatchComparison:
    """One seat plays the first strategy or the second, the others the second; every seat in turn, in the same matches.

    As `compare`, with whole matches: the paired difference is in the share of wins, and in the final place.

    >>> compare_matches("black_maria_trad", "cautious", "cautious", matches=2, progress=False).difference
    0.0
    """
    rules, first, second = variant(rules), named(first), named(second)
    if isinstance(matches, int | np.integer) and matches < 2:
        raise ValueError("A comparison needs at least two matches.")
    runs: list[MatchRun] = []

    def show(now, _):
        return progress(len(runs) * matches + now, (rules.players + 1) * matches)

    for seat in [None, *range(rules.players)]:
        line = [first if i == seat else second for i in range(rules.players)]
        try:
            runs.append(play_matches(rules, line, matches, seed, before=before, number=number,
                                     progress=show if callable(progress) else progress))
        except KeyboardInterrupt:  # this seat has played nothing yet: the seats before it are kept
            interrupted(matches * (len(runs) > 1), matches, "matches")
            break
        if len(runs[-1]) < matches:  # stopped: keep the matches that every seat so far has played
            break
    if len(runs) < 2:
        raise ValueError("The comparison was stopped before there was anything to compare.")
    base, *changed = (run.first(len(runs[-1])) for run in runs)
    table = pd.concat([pd.DataFrame({
        "match": np.arange(1, len(base) + 1), "seat": seat, "first": run.shares[:, seat], "second": base.shares[:, seat],
        "places": run.places[:, seat] - base.places[:, seat]}) for seat, run in enumerate(changed)])
    table.insert(4, "difference", table["first"] - table["second"])
    table = table.sort_values(["match", "seat"], ignore_index=True)
    return MatchComparison(rules, first.name, second.name, seed, table, base, tuple(changed))
