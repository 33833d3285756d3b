"""Comparisons on the same cards: the same deals, one thing changed, seats rotated, the paired difference with its interval."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import cached_property
from math import ceil
from typing import NamedTuple

import numpy as np
import pandas as pd

from hearts_lab import tables
from hearts_lab.estimates import CONFIDENCE, INTERVALS, normal_width
from hearts_lab.given import Given, check_given
from hearts_lab.players import Strategy, named
from hearts_lab.rules import Rules, variant
from hearts_lab.simulation import Run, interrupted, simulate


class Pair(NamedTuple):
    """The same deals twice: as they went with the first choice in a seat, and with the second."""

    seat: int
    first: Run
    second: Run


@dataclass(frozen=True, eq=False)
class Comparison:
    """The same deals with one thing changed: `pairs` has the two runs of each seat in which it was changed.

    `first` and `second` name the two strategies; where the rules were changed, both play under `rules` first and under
    `other_rules` second. `condition` says what all deals have in common. Differences are those of the first less the second.
    """

    rules: Rules
    first: str
    second: str
    seed: int
    pairs: tuple[Pair, ...]
    condition: str = ""
    confidence: float = CONFIDENCE
    method: str = "t"
    other_rules: Rules | None = None

    @property
    def deals(self) -> int:
        return len(self.base)

    @property
    def base(self) -> Run:
        """The run with the second choice (in the first seat where they differ from seat to seat)."""
        return self.pairs[0].second

    @property
    def changed(self) -> tuple[Run, ...]:
        """The runs with the first choice, seat by seat."""
        return tuple(pair.first for pair in self.pairs)

    @cached_property
    def table(self) -> pd.DataFrame:
        """A row for each deal and changed seat: deal, seat, its score with the first and the second choice, difference."""
        rows = [pd.DataFrame({"deal": self.base.numbers, "seat": seat, "first": scores(first)[:, seat],
                              "second": scores(second)[:, seat]}) for seat, first, second in self.pairs]
        table = pd.concat(rows).sort_values(["deal", "seat"], ignore_index=True)
        table["difference"] = table["first"] - table["second"]
        return table

    @cached_property
    def by_deal(self) -> pd.Series:
        """The difference of each deal, the mean over its seats: the independent values behind the interval."""
        return self.differences(scores)

    def differences(self, what: Callable[[Run], np.ndarray]) -> pd.Series:
        """For each deal the mean over its changed seats of something else than the score.

        `what` is a function of a run that gives numbers (deals, seats): for each deal and seat.
        """
        rows = [np.subtract(what(first)[:, seat], what(second)[:, seat], dtype=float) for seat, first, second in self.pairs]
        return pd.Series(np.mean(rows, axis=0), pd.Index(self.base.numbers, name="deal"), name="difference")

    def change(self, what: Callable[[Run], np.ndarray]) -> tuple[float, float, float]:
        """How much more there is of `what` (see `differences`) with the first choice: difference, low, high."""
        return INTERVALS[self.method](self.differences(what), self.confidence)

    @cached_property
    def estimate(self) -> tuple[float, float, float]:
        """How many points a deal the first choice scores more than the second: difference, low, high."""
        return INTERVALS[self.method](self.by_deal, self.confidence)

    @property
    def difference(self) -> float:
        """How many points a deal the first choice scores more than the second."""
        return self.estimate[0]

    @property
    def low(self) -> float:
        return self.estimate[1]

    @property
    def high(self) -> float:
        return self.estimate[2]

    @property
    def saved(self) -> tuple[float, float, float]:
        """What the first choice is better by: points saved, or counters won in a game with a pool: saved, low, high."""
        return opposite(self.estimate) if self.rules.low_wins else self.estimate

    @cached_property
    def partings(self) -> np.ndarray:
        """(deals, seats): after how many cards the two choices in a seat part; -1 where that seat is not the first to differ.

        Nor where they pass differently: then their hands are not the same. Nor in a seat that was not changed.
        """
        n, deals = self.rules.players, self.deals
        every, found = np.arange(deals), np.full((deals, n), -1)
        for seat, first, second in self.pairs:
            differ = second.plays != first.plays
            parted = differ.argmax(axis=1)
            ours = (second.leaders[every, parted // n] + parted) % n == seat
            alike = (tables.hands(second) == tables.hands(first)).all(axis=1)
            found[:, seat] = np.where(differ.any(axis=1) & ours & alike, parted, -1)
        return found

    def deals_needed(self, half_width: float) -> int:
        """How many deals make an interval that reaches so many points to either side, as far as these deals tell."""
        if not half_width > 0:
            raise ValueError(f"An interval reaches some way to either side, such as 0.05 points, not {half_width!r}.")
        return max(2, ceil((normal_width(self.confidence) * self.by_deal.std(ddof=1) / half_width) ** 2))

    @cached_property
    def hands(self) -> pd.DataFrame:
        """`table` with the seat's own spades after the pass: which of the three holdings of `tables`, and their length."""
        spades = pd.concat(tables.spades(second).query("seat == @seat") for seat, _, second in self.pairs)
        table = self.table.merge(spades[["deal", "seat", "honours", "length"]], on=["deal", "seat"])
        lady = table["honours"].str.contains("Q")
        table["holding"] = np.select([table["honours"] == "none", lady], [tables.NO_HIGH, tables.LADY], tables.HIGH)
        return table.drop(columns="honours")

    def __repr__(self):
        mean, low, high = self.estimate
        where = f"In {self.rules.title}" + (f", when {self.condition}" if self.condition else "")
        if not mean:
            both = f"{self.first} and {self.second} score" if self.other_rules is None else f"{self.first} scores"
            under = "" if self.other_rules is None else f" as in {self.other_rules.title}"
            return f"{where}, {both} the same{under} in these {self.deals:,} deals."
        than = f"{self.second} in the same seat" if self.other_rules is None else f"in {self.other_rules.title}, same cards"
        unit = "points" if self.rules.low_wins else "counters"
        unclear = "" if low > 0 or high < 0 else "; the interval holds 0, so these deals do not tell them apart"
        bounds = f"{low:+.2f} to {high:+.2f}".replace("-", "−")
        by = ", by bootstrap" if self.method == "bootstrap" else ""
        return (f"{where}, {self.first} scores {abs(mean):.2f} {unit} a deal {'more' if mean > 0 else 'fewer'} than "
                f"{than} ({self.confidence * 100:.4g} % interval {bounds}{by}, {self.deals:,} deals, seed {self.seed})"
                f"{unclear}.")


def opposite(estimate: tuple[float, float, float]) -> tuple[float, float, float]:
    """A value and its interval with the sign turned round."""
    value, low, high = estimate
    return 0 - value, 0 - high, 0 - low


def scores(run: Run) -> np.ndarray:
    """(deals, seats): the score of each deal."""
    return run.settled[:, tables.SCORE]


def compare(rules: Rules | str, first: str | Strategy, second: str | Strategy | None = None, deals: int = 10_000,
            seed: int = 1, *, others: str | Strategy | None = None, other_rules: Rules | str | None = None,
            given: Given | None = None, confidence: float = CONFIDENCE, interval: str = "t",
            progress: bool | Callable[[int, int], bool] = True, executor: Executor | None = None) -> Comparison:
    """The same deals with one thing changed: what one seat plays, or the rules; every seat in turn.

    What one seat plays: the first strategy or the second, while the others play `others` (the second, when nobody is named).
    That may be another player, or the same one with a habit less, or made to pass, keep or lead certain cards. The rules: with
    `other_rules` and no second strategy the first one plays under both, with the same cards. With `given` only deals that begin
    so are dealt, and only the seat that they are about is changed. Deals with a player that thinks take seconds each.

    Points are penalties, so a negative difference says that the first is better; `saved` has it the other way round. The
    interval is Student's or, with `interval="bootstrap"`, made by resampling deals.

    >>> compare("standard", "cautious", "cautious", deals=2, progress=False).difference
    0.0
    """
    rules, first = variant(rules), named(first)
    if (second is None) == (other_rules is None):
        raise ValueError("A comparison changes one thing: name a second strategy, or other_rules for the same strategy.")
    if not isinstance(interval, str) or interval not in INTERVALS:
        raise ValueError(f"interval is 't' or 'bootstrap', not {interval!r}.")
    normal_width(confidence)
    if isinstance(deals, int | np.integer) and deals < 2:
        raise ValueError("A comparison needs at least two deals.")
    check_given(given)
    under = rules if other_rules is None else same_cards(rules, variant(other_rules, rules.players))
    if under.low_wins != rules.low_wins:
        raise ValueError(f"{rules.title} and {under.title} do not count the same: one in points that are bad, one in counters "
                         "that are won.")
    second = first if second is None else named(second)
    rest = second if others is None else named(others)
    seats = range(rules.players) if given is None else [given.seat]
    sides = [(under, second), (rules, first)]
    tables_of = {(seat, side): (game, tuple(player if i == seat else rest for i in range(rules.players)))
                 for seat in seats for side, (game, player) in enumerate(sides)}
    runs = _played(list(dict.fromkeys(tables_of.values())), deals, seed, given, progress, executor)
    pairs = [Pair(seat, runs[tables_of[seat, 1]], runs[tables_of[seat, 0]]) for seat in seats
             if tables_of[seat, 0] in runs and tables_of[seat, 1] in runs]
    if not pairs:
        raise ValueError("The comparison was stopped before there was anything to compare.")
    told = [str(given)] if given is not None else []
    told += [f"the others are {rest.name}"] if rest not in (first, second) else []
    return Comparison(rules, first.name, second.name, seed, tuple(pairs), " and ".join(told), confidence, interval,
                      None if other_rules is None else under)


def _played(lines: list, deals: int, seed: int, given: Given | None, progress,
            executor: Executor | None) -> dict[tuple, Run]:
    """A run for each pair of rules and strategies; stopped, as many deals of each as all that were begun have played."""
    runs: dict[tuple, Run] = {}
    going = True

    def show(done, _):
        nonlocal going
        going = progress(len(runs) * deals + done, len(lines) * deals) is not False
        return going

    for rules, line in lines:
        try:
            runs[rules, line] = simulate(rules, line, deals, seed, given=given, executor=executor,
                                         progress=show if callable(progress) else progress)
        except KeyboardInterrupt:
            interrupted(deals * (len(runs) > 1), deals)  # this seat has played nothing yet: the seats before it are kept
            break
        if not going or len(runs[rules, line]) < deals:
            break
    fewest = min(map(len, runs.values()))
    return {line: run if len(run) == fewest else run.first(fewest) for line, run in runs.items()}


def same_cards(rules: Rules, other: Rules) -> Rules:
    """The other rules, if the same cards are dealt under both. Raises ValueError."""
    if rules.pack != other.pack or rules.hand_size != other.hand_size:
        raise ValueError(f"{rules.title} and {other.title} do not deal the same cards, so the same deals cannot be played "
                         "under both.")
    return other


def different(first: str | Strategy, second: str | Strategy) -> None:
    """Refuses to measure a player against itself."""
    if named(first) == named(second):
        raise ValueError(f"There is nothing to compare: {named(first).name} is on both sides. Choose two different players.")


# Exercises.

def check(answer, right, because: str = "") -> None:
    """Say whether an exercise's answer is right; nothing is wrong about an answer that is not there yet."""
    if answer is None:
        print("Put your answer in the place of None and run this cell again.")
    elif answer == right:
        print(f"Right. {because}".rstrip())
    else:
        print(f"{answer!r} is not it. Look again at what we measured, then try once more.")
