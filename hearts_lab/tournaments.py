"""Tournaments: the same deals for all, in all seatings, so that neither cards nor neighbours make the winner."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import perm

import numpy as np
import pandas as pd

from hearts_lab.cards import one_of
from hearts_lab.estimates import CONFIDENCE, interval, normal_width
from hearts_lab.experiments import opposite, scores
from hearts_lab.layout import whole
from hearts_lab.players import Strategy, StrategyError, named
from hearts_lab.rules import Rules, variant
from hearts_lab.simulation import MOST, interrupted, simulate, thinking
from hearts_lab.workers import Progress

MANY = 6_000  # seatings of one deal: ten strategies in four seats have 5,040


@dataclass(frozen=True, eq=False)
class Tournament:
    """What several strategies scored on the same deals: `by_deal` (deals, strategies) has the mean over their seats.

    All intervals hold together at the stated confidence: they are corrected for the number of pairs (Bonferroni).
    """

    rules: Rules
    strategies: tuple[str, ...]
    by_deal: np.ndarray
    seatings: tuple[tuple[int, ...], ...]
    seed: int
    confidence: float = CONFIDENCE

    @property
    def deals(self) -> int:
        return len(self.by_deal)

    @cached_property
    def _each(self) -> float:
        """The confidence of one interval."""
        pairs = len(self.strategies) * (len(self.strategies) - 1) // 2
        return 1 - (1 - self.confidence) / pairs

    def _better(self, one: np.ndarray) -> tuple[float, float, float]:
        """How much better a difference of scores is, with its interval: points fewer, or counters more."""
        found = interval(one, self._each)
        return opposite(found) if self.rules.low_wins else found

    @cached_property
    def table(self) -> pd.DataFrame:
        """The ranking, a row for each strategy: rank, strategy, score (a deal), better, low, high.

        `better` is by how many points a deal the strategy beats the mean of all, with its interval. A strategy has a rank of
        its own, but those that are not told apart from the one above share its rank.
        """
        field = self.by_deal.mean(axis=1)
        rows = [(name, float(mine.mean()), *self._better(mine - field))
                for name, mine in zip(self.strategies, self.by_deal.T, strict=True)]
        table = pd.DataFrame(rows, columns=["strategy", "score", "better", "low", "high"])
        table = table.sort_values("better", ascending=False, kind="stable", ignore_index=True)
        ranks = [1]
        for place, (above, name) in enumerate(zip(table["strategy"], table["strategy"][1:], strict=False), 2):
            ranks.append(place if self.apart(above, name) else ranks[-1])
        table.insert(0, "rank", ranks)
        return table

    @cached_property
    def differences(self) -> pd.DataFrame:
        """Each strategy against each other one on the same deals: strategy, other, better (points a deal), low, high, apart.

        `apart` says whether the interval leaves out 0. Each pair stands once, the better one first.
        """
        rows = []
        for i, j in combinations(range(len(self.strategies)), 2):
            found = self._better(self.by_deal[:, i] - self.by_deal[:, j])
            first, second = (i, j) if found[0] >= 0 else (j, i)
            value, low, high = found if found[0] >= 0 else opposite(found)
            rows.append((self.strategies[first], self.strategies[second], value, low, high, low > 0))
        table = pd.DataFrame(rows, columns=["strategy", "other", "better", "low", "high", "apart"])
        return table.sort_values("better", ascending=False, kind="stable", ignore_index=True)

    def apart(self, one: str, other: str) -> bool:
        """Whether these deals tell two strategies apart."""
        pairs = self.differences
        rows = pairs[pairs["strategy"].isin([one, other]) & pairs["other"].isin([one, other])]
        if len(rows) != 1:
            raise ValueError(f"{one!r} and {other!r} are not two of {one_of(self.strategies, 'and')}.")
        return bool(rows["apart"].iloc[0])

    @property
    def verdict(self) -> str:
        """Who won, by how much, and who is not told apart, in a sentence."""
        best = list(self.table.loc[self.table["rank"] == 1, "strategy"])
        if len(best) > 1:
            words = f"{one_of(best, 'and')} share the first place: these deals do not tell neighbours among them apart"
        else:
            ahead = self.differences[self.differences["strategy"] == best[0]].sort_values("better").iloc[0]
            words = (f"{best[0]} wins, {ahead.better:.2f} {self.unit} a deal ahead of {ahead.other} "
                     f"({ahead.low:.2f} to {ahead.high:.2f})")
        ties = [list(group["strategy"]) for rank, group in self.table.groupby("rank") if len(group) > 1 and rank > 1]
        return "; ".join([words, *(f"{one_of(tie, 'and')} are not told apart" for tie in ties)])

    @property
    def unit(self) -> str:
        return "points" if self.rules.low_wins else "counters"

    def __repr__(self):
        return (f"{self.rules.title}, {self.deals:,} deals of seed {self.seed} in {len(self.seatings)} seatings each: "
                f"{self.verdict}.")

    def _repr_html_(self):
        return f"<p>{self!r}</p>\n{self.table.round(2).to_html(index=False)}"

    @property
    def chart(self):
        """By how much each strategy beats the mean of all, with its interval; the title says who won."""
        from hearts_lab import charts

        return charts.standings(self.table, title=self.verdict, unit=self.unit,
                                subtitle=f"{self.rules.title}: {self.deals:,} deals, each in {len(self.seatings)} seatings; "
                                         f"the intervals hold together at {self.confidence * 100:.4g} %")


def seatings(strategies: int, seats: int) -> tuple[tuple[int, ...], ...]:
    """Every seating of so many strategies in which none sits in two seats more than another.

    With as many strategies as seats these are all orders; with fewer, each takes its equal share of the seats in all orders,
    the seats that are left over go to each in turn; with more, every choice of as many as there are seats, in all orders.

    >>> len(seatings(4, 4)), len(seatings(2, 4)), len(seatings(3, 4)), len(seatings(6, 4))
    (24, 6, 36, 360)
    """
    fewest = seats // strategies
    found = []

    def fill(line: tuple[int, ...], counts: list[int]) -> None:
        if len(line) == seats:
            if min(counts) >= fewest:
                found.append(line)
            return
        for one in range(strategies):
            if counts[one] < fewest + (seats % strategies > 0):
                fill((*line, one), [number + (i == one) for i, number in enumerate(counts)])

    fill((), [0] * strategies)
    return tuple(found)


def tournament(strategies: Iterable[str | Strategy], rules: Rules | str = "standard", deals: int = 1_000, seed: int = 1, *,
               confidence: float = CONFIDENCE, progress: bool | Callable[[int, int], bool] = True) -> Tournament:
    """Strategies against each other: every deal is played in all `seatings`, so that each holds every hand in turn.

    Two strategies are compared on the same deals by their mean scores over all seats that they had. `deals` is the number of
    different deals; what is played is that times the number of seatings: name few where a player thinks. Stopped, it keeps
    the deals that all seatings had.

    >>> tournament(["random", "cautious"], "standard", deals=10, progress=False).table["strategy"][0]
    'cautious'
    """
    several = isinstance(strategies, Iterable) and not isinstance(strategies, str)
    rules, players = variant(rules), [named(one) for one in (strategies if several else [strategies])]
    names = [player.name for player in players]
    if len(players) < 2 or len(set(names)) < len(names):
        raise StrategyError(f"A tournament needs at least two strategies of different names, not {names}.")
    normal_width(confidence)
    if whole(deals, "The number of deals", 0, 10**9) < 2:
        raise ValueError("A tournament needs at least two deals.")
    if (many := perm(len(players), rules.players)) > MANY:
        raise ValueError(f"{len(players)} strategies in {rules.players} seats have {many:,} seatings, and a deal is played in "
                         f"all of them; at most {MANY:,} are allowed: let fewer meet.")
    lines = seatings(len(players), rules.players)
    if len(lines) * deals > MOST:
        raise ValueError(f"{len(players)} strategies have {len(lines):,} seatings, so {deals:,} deals would be played "
                         f"{len(lines) * deals:,} times: ask for fewer than {MOST // len(lines):,} deals, or strategies.")
    sums, done, played, going = np.zeros((deals, len(players))), 0, 0, True
    step = deals if not rules.low_wins else 1 if thinking(players) else 2_000  # a pool is carried from deal to deal
    try:
        with Progress(len(lines) * deals, progress) as bar:

            def show(now, _):
                nonlocal going
                going = going and bar(played + now)
                return going

            while done < deals and going:  # a few deals in all seatings, then the next: a stop loses only the last few
                size = min(step, deals - done)
                some, seats = np.zeros((len(players), size)), np.zeros((len(players), 1))
                for line in lines:
                    run = simulate(rules, [players[i] for i in line], size, seed, start=done + 1, progress=show)
                    if not going or len(run) < size:
                        going = False
                        break
                    np.add.at(some, list(line), scores(run).T)
                    np.add.at(seats, list(line), 1)
                    played += size
                else:
                    sums[done : done + size] = (some / seats).T
                    done += size
    except KeyboardInterrupt:
        interrupted(done, deals)
    if done < 2:
        raise ValueError("The tournament was stopped before there was anything to compare.")
    return Tournament(rules, tuple(names), sums[:done], lines, seed, confidence)
