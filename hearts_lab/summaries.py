"""Sums of deals: what any number of them comes to, seat by seat, in a few hundred numbers that can be added up."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from hearts_lab.cards import QUEEN, SPADES
from hearts_lab.players import Strategy
from hearts_lab.rules import Rules
from hearts_lab.runs import Run
from hearts_lab.simulation import interrupted, ordered

if TYPE_CHECKING:
    from hearts_lab.given import Given

_LADY = 13 * SPADES + QUEEN
COUNTS = ("scores", "tricks", "moons", "clear", "queens")


@dataclass(frozen=True, eq=False)
class Summary:
    """What deals came to, in whole numbers, so that sums are the same in any order. `a + b` and `sum(...)` add them up.

    `scores` and `tricks` (values, seats) say how often each seat scored and took that many, from `lowest` and 0 on; `moons`,
    `clear` and `queens` (seats) how often a seat shot the moon, took no points, and took Q♠ in a trick. `deals` lists the
    deals: for each seed, from which number to which.
    """

    rules: Rules
    players: tuple[Strategy, ...]
    deals: tuple[tuple[int, int, int], ...]
    lowest: int
    scores: np.ndarray
    tricks: np.ndarray
    moons: np.ndarray
    clear: np.ndarray
    queens: np.ndarray

    def __len__(self) -> int:
        return sum(last - first + 1 for _, first, last in self.deals)

    def __repr__(self):
        players = ", ".join(player.name for player in self.players)
        seeds = list(dict.fromkeys(seed for seed, *_ in self.deals))
        named = f"seed {seeds[0]}" if len(seeds) == 1 else f"{len(seeds)} seeds"
        return f"<Summary of {len(self):,} deals of {self.rules.title}, {named}: {players}>"

    def __eq__(self, other):
        if not isinstance(other, Summary):
            return NotImplemented
        mine, others = ((one.rules, one.players, one.deals, one.lowest) for one in (self, other))
        return mine == others and all(np.array_equal(getattr(self, name), getattr(other, name)) for name in COUNTS)

    __hash__ = None

    def __add__(self, other: Summary) -> Summary:
        """Both together. Raises ValueError for other rules or players, and for deals that would count twice."""
        if not isinstance(other, Summary):
            return NotImplemented
        if (self.rules, self.players) != (other.rules, other.players):
            raise ValueError(f"Only summaries of the same rules and players can be added, not {self!r} and {other!r}.")
        lowest = min(self.lowest, other.lowest)
        highest = max(one.lowest + len(one.scores) for one in (self, other))
        scores = sum(_padded(one.scores, one.lowest - lowest, highest - lowest) for one in (self, other))
        return Summary(self.rules, self.players, _joined(self.deals + other.deals), lowest, scores,
                       *(getattr(self, name) + getattr(other, name) for name in COUNTS[1:]))

    def __radd__(self, other) -> Summary:
        return self if isinstance(other, int) and other == 0 else NotImplemented

    @cached_property
    def table(self):
        """DataFrame, a row for each seat: player, mean score with its 95 % interval (low, high), mean tricks, and shares.

        The shares of the deals in which the seat shot the moon, took no points (clear), and took Q♠ (queen).
        """
        import pandas as pd

        deals, seats = len(self), range(self.rules.players)
        intervals = [self.mean(seat) for seat in seats] if deals > 1 else [(self._total(seat), None, None) for seat in seats]
        table = pd.DataFrame(intervals, columns=["score", "low", "high"])
        table.insert(0, "seat", list(seats))
        table.insert(1, "player", [player.name for player in self.players])
        table["tricks"] = np.arange(len(self.tricks)) @ self.tricks / deals
        return table.assign(moons=self.moons / deals, clear=self.clear / deals, queen=self.queens / deals)

    @cached_property
    def distribution(self):
        """DataFrame, a row for each seat and each score it made: seat, player, score, deals, share of the deals."""
        import pandas as pd

        seat, score = np.nonzero(self.scores.T)
        deals = self.scores[score, seat]
        players = np.array([player.name for player in self.players], dtype=object)
        return pd.DataFrame({"seat": seat, "player": players[seat], "score": score + self.lowest, "deals": deals,
                             "share": deals / len(self)})

    def mean(self, seat: int) -> tuple[float, float, float]:
        """A seat's mean score and its 95 % interval: mean, low, high."""
        from hearts_lab.estimates import counted_interval

        return counted_interval(np.arange(len(self.scores)) + self.lowest, self.scores[:, seat])

    def _total(self, seat: int) -> int:
        return int((np.arange(len(self.scores)) + self.lowest) @ self.scores[:, seat])


def _padded(counts: np.ndarray, above: int, height: int) -> np.ndarray:
    return np.pad(counts, ((above, height - above - len(counts)), (0, 0)))


def _joined(deals: Iterable[tuple[int, int, int]]) -> tuple[tuple[int, int, int], ...]:
    """Deals by seed and number, neighbours as one; a deal that comes twice is refused."""
    found: list[tuple[int, int, int]] = []
    for seed, first, last in sorted(deals):
        if found and found[-1][0] == seed and first <= found[-1][2]:
            raise ValueError(f"Deal {first} of seed {seed} is in both summaries and would count twice.")
        if found and found[-1][0] == seed and first == found[-1][2] + 1:
            found[-1] = (seed, found[-1][1], last)
        else:
            found.append((seed, first, last))
    return tuple(found)


def queens(run: Run) -> np.ndarray:
    """How often each seat took Q♠ in a trick; with two packs, either of them."""
    deal, place = np.divmod(np.flatnonzero(run.plays.ravel() == _LADY), run.plays.shape[1])
    taker = run.takers[deal, place // run.rules.players]
    return np.bincount(taker[taker >= 0], minlength=run.rules.players)


def _kept(run: Run) -> tuple[np.ndarray, np.ndarray]:
    """What a summary needs of some deals: how often each seat took Q♠, and how the deals were settled."""
    return queens(run), run.settled


def of(run: Run) -> Summary:
    """The summary of a run."""
    return _counted(run.rules, run.players, run.seed, run.start, *_kept(run))


def _counted(rules: Rules, players: tuple[Strategy, ...], seed: int, start: int, queens: np.ndarray,
             settled: np.ndarray) -> Summary:
    scores, points, _, tricks, extra = (settled[:, row].astype(np.int64) for row in range(5))
    lowest, seats = int(scores.min()), range(rules.players)
    height = int(scores.max()) - lowest + 1
    return Summary(
        rules, players, ((seed, start, start + len(settled) - 1),), lowest,
        np.stack([np.bincount(scores[:, seat] - lowest, minlength=height) for seat in seats], axis=1),
        np.stack([np.bincount(tricks[:, seat], minlength=rules.hand_size + 1) for seat in seats], axis=1),
        np.array([(extra[:, 0] == seat).sum() for seat in seats]), (points == 0).sum(axis=0), queens)


def summarise(rules: Rules | str, players: str | Strategy | Iterable, deals: int, seed: int = 1, *, start: int = 1,
              before: Iterable | None = None, packs: np.ndarray | None = None, given: Given | None = None,
              progress: bool | Callable[[int, int], bool] = True, executor: Executor | None = None,
              compiled: bool = True) -> Summary:
    """Play any number of deals as `simulate` does, and keep only their sum: the log of a deal is forgotten once it is counted.

    >>> summarise("black_maria", "cautious", deals=4, seed=1, compiled=False).table["tricks"].sum()
    np.float64(13.0)
    """
    order = ordered(rules, players, deals, seed, _kept, start=start, before=before, packs=packs, given=given,
                    progress=progress, executor=executor, compiled=compiled)
    job, found = order.job, 0
    try:
        with closing(order.played()) as pieces:
            for (took, settled), *_ in pieces:
                start = order.start + (len(found) if found else 0)
                found = found + _counted(job.rules, job.players, job.seed, start, took, settled)
    except KeyboardInterrupt:
        interrupted(len(found) if found else 0, order.deals)
    return found


def growing(rules: Rules | str, players: str | Strategy | Iterable, deals: int, seed: int = 1, steps: int = 5, *,
            progress: bool | Callable[[int, int], bool] = True, executor: Executor | None = None) -> Iterator[Summary]:
    """Summaries of the first deals of a seed, each of four times as many as the one before; the last is of all.

    Only the new deals of each step are played. Stopped, the last one is of what was done until then.
    """
    total, done, going = None, 0, True

    def show(now, _):
        nonlocal going
        going = progress(done + now, deals) is not False
        return going

    for size in (deals // 4**step for step in reversed(range(steps))):
        new = summarise(rules, players, size - done, seed, start=done + 1, executor=executor,
                        progress=show if callable(progress) else progress)
        total = total + new if total else new
        yield total
        if not going or len(total) < size:
            return
        done = size


def precision(summaries: Iterable[Summary], seat: int = 0):
    """DataFrame, a row for each summary: deals, a seat's mean score, its 95 % interval (low, high), and half of it (error)."""
    import pandas as pd

    table = pd.DataFrame([(len(one), *one.mean(seat)) for one in summaries], columns=["deals", "score", "low", "high"])
    return table.assign(error=(table["high"] - table["low"]) / 2)
