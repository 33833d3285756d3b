"""Comparisons on the same cards: the same deals, one thing changed, seats rotated, the paired difference with its interval."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
import pandas as pd

from hearts_lab import cards as c
from hearts_lab import tables
from hearts_lab.players import Strategy, named
from hearts_lab.rules import Rules, variant
from hearts_lab.simulation import Run, simulate

CONFIDENCE = 0.95
_WIDTH = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2)


def interval(values) -> tuple[float, float, float]:
    """The mean of many independent values and its 95 % interval (normal approximation): mean, low, high."""
    values = np.asarray(values, dtype=float)
    if len(values) < 2:
        raise ValueError("An interval needs at least two values.")
    mean, error = values.mean(), values.std(ddof=1) / np.sqrt(len(values))
    return float(mean), float(mean - _WIDTH * error), float(mean + _WIDTH * error)


def share(hits: int, among: int) -> tuple[float, float, float]:
    """A proportion and its 95 % interval (Wilson's, which stays between 0 and 1): share, low, high."""
    if among < 1:
        raise ValueError("A share needs at least one case.")
    p, z = hits / among, _WIDTH
    centre, spread = p + z * z / (2 * among), z * np.sqrt(p * (1 - p) / among + z * z / (4 * among * among))
    return p, float((centre - spread) / (1 + z * z / among)), float((centre + spread) / (1 + z * z / among))


def means(table: pd.DataFrame, by: str | list[str], value: str, *, at_least: int = 30) -> pd.DataFrame:
    """The mean of a column in each group with its interval: the columns of `by`, then mean, low, high, cases.

    Rows of one deal are not independent, so a group's interval is made of its means deal by deal. Groups of fewer than
    `at_least` deals are left out.
    """
    by = [by] if isinstance(by, str) else list(by)
    deals = table.groupby([*by, "deal"], observed=True)[value].mean().reset_index()
    rows = [(*(key if isinstance(key, tuple) else (key,)), *interval(group[value]), len(group))
            for key, group in deals.groupby(by, observed=True) if len(group) >= max(2, at_least)]
    return pd.DataFrame(rows, columns=[*by, "mean", "low", "high", "cases"])


@dataclass(frozen=True, eq=False)
class Comparison:
    """Two strategies in the same seats of the same deals. `table` has a row for each deal and seat with both scores."""

    rules: Rules
    first: str
    second: str
    seed: int
    table: pd.DataFrame

    @property
    def deals(self) -> int:
        return int(self.table["deal"].max())

    @property
    def by_deal(self) -> pd.Series:
        """The difference of each deal, the mean over its seats: the independent values behind the interval."""
        return self.table.groupby("deal")["difference"].mean()

    @property
    def difference(self) -> float:
        """How many points a deal the first scores more than the second."""
        return interval(self.by_deal)[0]

    @property
    def low(self) -> float:
        return interval(self.by_deal)[1]

    @property
    def high(self) -> float:
        return interval(self.by_deal)[2]

    def __repr__(self):
        mean, low, high = interval(self.by_deal)
        more = "more" if mean > 0 else "fewer"
        verdict = "" if low > 0 or high < 0 else "; the interval holds 0, so these deals do not tell them apart"
        return (f"In {self.rules.title}, {self.first} scores {abs(mean):.2f} points a deal {more} than {self.second} in the "
                f"same seat (95 % interval {low:+.2f} to {high:+.2f}, {self.deals:,} deals, seed {self.seed}){verdict}.")


def compare(rules: Rules | str, first: str | Strategy, second: str | Strategy, deals: int, seed: int = 1, *,
            progress: bool | Callable[[int, int], bool] = True) -> Comparison:
    """One seat plays the first strategy or the second, the others the second; every seat in turn, on the same deals.

    A run of `deals` deals with the second in all seats is the yardstick; then each seat in turn plays the first. Points are
    penalties, so a negative difference says that the first is better.

    >>> compare("standard", "cautious", "cautious", deals=2, progress=False).difference
    0.0
    """
    rules, first, second = variant(rules), named(first), named(second)
    parts = rules.players + 1
    done = 0

    def show(now, total):
        return progress(done + now, parts * total) is not False if callable(progress) else True

    runs = []
    for seat in [None, *range(rules.players)]:
        line = [first if i == seat else second for i in range(rules.players)]
        run = simulate(rules, line, deals, seed, progress=show if callable(progress) else progress)
        runs.append(run)
        done += deals
        if len(run) < deals:  # stopped: keep the deals that every seat so far has played
            deals = len(run)
    if len(runs) < 2 or len(runs[-1]) < 2:
        raise ValueError("The comparison was stopped before it had two deals to compare.")
    base, changed = runs[0], runs[1:]
    rows = [pd.DataFrame({"deal": np.arange(1, deals + 1), "seat": seat,
                          "first": run.settled[:deals, tables.SCORE, seat], "second": base.settled[:deals, tables.SCORE, seat]})
            for seat, run in enumerate(changed)]
    table = pd.concat(rows).sort_values(["deal", "seat"], ignore_index=True)
    table["difference"] = table["first"] - table["second"]
    return Comparison(rules, first.name, second.name, seed, table)


def spades(run: Run) -> pd.DataFrame:
    """A row for each deal and seat about its spades after the pass, and what became of them.

    Columns: deal, seat, player, honours (which of Q♠ K♠ A♠ it holds, as "A", "AK", "Q" ... or "none"), lower (its spades
    below the queen), length (all its spades), took_queen, score.
    """
    hands = tables.hands(run)
    suit = [(hands >> np.uint64(13 * c.SPADES + rank)) & np.uint64(1) == 1 for rank in range(13)]
    honours = np.full(hands.shape, "", dtype=object)
    for rank, letter in ((c.ACE, "A"), (c.KING, "K"), (c.QUEEN, "Q")):
        honours = honours + np.where(suit[rank], letter, "")
    lower = sum(held.astype(int) for held in suit[: c.QUEEN])
    table = run.scores[["deal", "seat", "player"]].copy()
    table["honours"] = np.where(honours == "", "none", honours).ravel()
    table["lower"] = lower.ravel()
    table["length"] = sum(held.astype(int) for held in suit).ravel()
    table["took_queen"] = (tables.falls(run)["taker"].to_numpy()[:, None] == np.arange(run.rules.players)).ravel()
    table["score"] = run.scores["score"]
    return table
