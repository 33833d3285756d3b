"""Comparisons on the same cards: the same deals, one thing changed, seats rotated, the paired difference with its interval."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from statistics import NormalDist

import numpy as np
import pandas as pd

from hearts_lab import cards as c
from hearts_lab import tables
from hearts_lab.players import Strategy, named
from hearts_lab.rules import Rules, variant
from hearts_lab.simulation import Run, simulate

CONFIDENCE = 0.95
TOO_FEW = "No group has enough hands for an interval: ask for more deals."
_WIDTH = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2)
NO_HIGH, HIGH, LADY = "none of Q♠ K♠ A♠", "K♠ or A♠, not Q♠", "Q♠"


def interval(values) -> tuple[float, float, float]:
    """The mean of many independent values and its 95 % interval (normal approximation): mean, low, high."""
    values = np.asarray(values, dtype=float)
    if len(values) < 2:
        raise ValueError("An interval needs at least two values.")
    mean, error = values.mean(), values.std(ddof=1) / np.sqrt(len(values))
    return float(mean), float(mean - _WIDTH * error), float(mean + _WIDTH * error)


def verdict(cost: float, low: float, high: float, *, brief: bool = False) -> str:
    """What a difference in points says in words, with its interval unless `brief`.

    >>> verdict(-0.29, -0.32, -0.26)
    'saves 0.29 points (0.26 to 0.32)'
    """
    if low <= 0 <= high:
        words, error = "makes no clear difference", f" ({cost:+.2f} points, {low:+.2f} to {high:+.2f})"
    elif cost > 0:
        words, error = f"costs {cost:.2f} points", f" ({low:.2f} to {high:.2f})"
    else:
        words, error = f"saves {-cost:.2f} points", f" ({-high:.2f} to {-low:.2f})"
    return words if brief else words + error.replace("-", "−")


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
    """Two strategies in the same seats of the same deals. `table` has a row for each deal and seat with both scores.

    `base` is the run with the second strategy in every seat, `changed` the runs with the first in seat 0, 1, ...
    """

    rules: Rules
    first: str
    second: str
    seed: int
    table: pd.DataFrame
    base: Run
    changed: tuple[Run, ...]

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

    @cached_property
    def hands(self) -> pd.DataFrame:
        """`table` with the seat's own spades after the pass: its holding (one of the three below) and its length."""
        table = self.table.merge(spades(self.base)[["deal", "seat", "honours", "length"]], on=["deal", "seat"])
        lady = table["honours"].str.contains("Q")
        table["holding"] = np.select([table["honours"] == "none", lady], [NO_HIGH, LADY], HIGH)
        return table.drop(columns="honours")

    def __repr__(self):
        mean, low, high = interval(self.by_deal)
        if not mean:
            return f"In {self.rules.title}, {self.first} and {self.second} score the same in these {self.deals:,} deals."
        more = "more" if mean > 0 else "fewer"
        verdict = "" if low > 0 or high < 0 else "; the interval holds 0, so these deals do not tell them apart"
        bounds = f"{low:+.2f} to {high:+.2f}".replace("-", "−")
        return (f"In {self.rules.title}, {self.first} scores {abs(mean):.2f} points a deal {more} than {self.second} in the "
                f"same seat (95 % interval {bounds}, {self.deals:,} deals, seed {self.seed}){verdict}.")


def compare(rules: Rules | str, first: str | Strategy, second: str | Strategy, deals: int, seed: int = 1, *,
            progress: bool | Callable[[int, int], bool] = True) -> Comparison:
    """One seat plays the first strategy or the second, the others the second; every seat in turn, on the same deals.

    A run of `deals` deals with the second in all seats is the yardstick; then each seat in turn plays the first. Points are
    penalties, so a negative difference says that the first is better.

    >>> compare("standard", "cautious", "cautious", deals=2, progress=False).difference
    0.0
    """
    rules, first, second = variant(rules), named(first), named(second)
    if isinstance(deals, int) and deals < 2:
        raise ValueError("A comparison needs at least two deals.")
    runs: list[Run] = []

    def show(now, _):
        return progress(len(runs) * deals + now, (rules.players + 1) * deals)

    for seat in [None, *range(rules.players)]:
        line = [first if i == seat else second for i in range(rules.players)]
        run = simulate(rules, line, deals, seed, progress=show if callable(progress) else progress)
        runs.append(run)
        if len(run) < deals:  # stopped: keep the deals that every seat so far has played
            break
    deals = len(runs[-1])
    if len(runs) < 2:
        raise ValueError("The comparison was stopped before there was anything to compare.")
    base, *changed = (run.first(deals) for run in runs)
    rows = [pd.DataFrame({"deal": np.arange(1, deals + 1), "seat": seat,
                          "first": run.settled[:, tables.SCORE, seat], "second": base.settled[:, tables.SCORE, seat]})
            for seat, run in enumerate(changed)]
    table = pd.concat(rows).sort_values(["deal", "seat"], ignore_index=True)
    table["difference"] = table["first"] - table["second"]
    return Comparison(rules, first.name, second.name, seed, table, base, tuple(changed))


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


# Smoking the queen out: what notebook 10 asks of a comparison.

def savings(comparison: Comparison, *, at_least: int = 200) -> pd.DataFrame:
    """The points that the first strategy saves, by the seat's own spades after the pass.

    Columns: holding, length, saved, low, high, cases, game. A holding with which the two strategies never differ is left
    out, and so are groups of fewer than `at_least` deals.
    """
    table = comparison.hands
    table = table[table.groupby("holding")["difference"].transform(lambda differences: differences.any())]
    table = means(table, ["holding", "length"], "difference", at_least=at_least)
    if table.empty:
        raise ValueError(TOO_FEW)
    table = table.sort_values(["holding", "length"], ascending=[False, True], ignore_index=True)
    saved = pd.DataFrame({"saved": 0 - table["mean"], "low": 0 - table["high"], "high": 0 - table["low"]})
    return pd.concat([table[["holding", "length"]], saved, table["cases"]], axis=1).assign(game=comparison.rules.title)


FATES = ("caught", "under A♠ or K♠", "discarded", "led")


def fates(run: Run) -> pd.DataFrame:
    """A row a deal: on which trick Q♠ fell, who held and who took her, and how it came about.

    Caught: another seat led spades and she won the trick for her own holder. Under A♠ or K♠: a higher spade won it.
    Discarded: another suit was led. Led: her holder opened a trick with her.
    """
    table = tables.falls(run)
    caught, under, discarded, led = FATES
    kept = np.where(table["taker"] == table["holder"], caught, under)
    ways = np.select([table["role"] == "discard", table["role"] == "lead"], [discarded, led], kept)
    table["fate"] = pd.Categorical(ways, FATES)
    return table.drop(columns="role")


def queens_ways(comparison: Comparison, holding: str = NO_HIGH) -> pd.DataFrame:
    """What became of Q♠ when one seat played the first strategy, and when it played the second, on the same deals.

    A row for each strategy, deal and seat with this holding: trick, fate, and taker as that seat sees him.
    """
    runs = [(comparison.first, seat, run) for seat, run in enumerate(comparison.changed)]
    runs += [(comparison.second, seat, comparison.base) for seat in range(comparison.rules.players)]
    table = pd.concat(fates(run).assign(strategy=name, seat=seat) for name, seat, run in runs)
    table = table.merge(comparison.hands.query("holding == @holding")[["deal", "seat"]], on=["deal", "seat"])
    ours, her_own = table["taker"] == table["seat"], table["taker"] == table["holder"]
    table["taker"] = np.select([ours, her_own], ["our seat", "her holder"], "another seat")
    return table[["strategy", "deal", "seat", "trick", "fate", "taker"]]


def shares(table: pd.DataFrame, by: str, what: str) -> pd.DataFrame:
    """How often each value of a column occurs in each group, deal by deal: by, what, share, low, high, cases."""
    levels = table[what].cat.categories if isinstance(table[what].dtype, pd.CategoricalDtype) else sorted(set(table[what]))
    parts = [means(table.assign(hit=table[what] == value), by, "hit").assign(**{what: value}) for value in levels]
    found = pd.concat(parts, ignore_index=True).rename(columns={"mean": "share"})
    return found[[by, what, "share", "low", "high", "cases"]]


def telling(comparison: Comparison) -> tuple[int, int, int]:
    """A deal in which the first strategy catches Q♠, who otherwise falls on its own seat, and it takes more than one lead.

    Its hand holds none of the three high spades, and the catch comes as early as can be. Returns the deal, the seat, and
    after how many cards the two strategies part. Without such a deal: the one with the largest saving.
    """
    if comparison.first == comparison.second:
        raise ValueError("Two different strategies are needed to see where they part.")
    ways = queens_ways(comparison).pivot(index=["deal", "seat"], columns="strategy", values=["trick", "fate", "taker"])
    first, second = comparison.first, comparison.second
    caught = (ways["fate", first] == FATES[0]) & (ways["taker", first] == "her holder")
    found = ways[caught & (ways["taker", second] == "our seat")].sort_values([("trick", first), "deal", "seat"])
    for (deal, seat), trick in found["trick", first].items():
        parted = _parted(comparison, deal, seat)
        if parted // comparison.rules.players < trick - 1:
            return deal, seat, parted
    best = comparison.table.loc[comparison.table["difference"].idxmin()]
    deal, seat = int(best["deal"]), int(best["seat"])
    return deal, seat, _parted(comparison, deal, seat)


def _parted(comparison: Comparison, deal: int, seat: int) -> int:
    """After how many cards of a deal the two strategies in a seat part."""
    return int((comparison.base.plays[deal - 1] != comparison.changed[seat].plays[deal - 1]).argmax())


# Dangerous spades: what notebook 11 asks of a run.

CARDS = {"Q": "Q♠", "K": "K♠", "A": "A♠"}


def spade_runs(games: list[str], player: str | Strategy, deals: int, seed: int = 1, *, players: int | None = None,
               passing: bool = False, progress: bool | Callable[[int, int], bool] = True) -> list[Run]:
    """A run of each game, one strategy in all seats; without passing nobody has chosen his hand, only chance has."""
    change = {} if passing else {"pass_count": 0}
    runs: list[Run] = []

    def show(done, _):
        return progress(len(runs) * deals + done, len(games) * deals)

    for game in games:
        rules = variant(game, players, **change)
        runs.append(simulate(rules, player, deals, seed, progress=show if callable(progress) else progress))
        if len(runs[-1]) < deals:  # stopped: as many deals of each game as this one has played
            break
    return [run.first(len(runs[-1])) for run in runs]


def gap(table: pd.DataFrame, group, base, value: str = "score") -> tuple[float, float, float]:
    """How much larger a column's mean is in the rows of `group` than in those of `base`: difference, low, high.

    Both are given by position. Rows of one deal hang together, so the error is made of what each deal adds to it.
    """
    deals, values = table["deal"].to_numpy(), table[value].to_numpy(dtype=float)
    difference, pull = 0.0, np.zeros(deals.max() + 1)
    for rows, sign in ((group, 1), (base, -1)):
        mean = values[rows].mean()
        difference += sign * mean
        pull += sign * np.bincount(deals[rows], values[rows] - mean, len(pull)) / len(rows)
    error = float(np.sqrt((pull**2).sum()))
    return float(difference), float(difference - _WIDTH * error), float(difference + _WIDTH * error)


def guard_costs(run: Run, most: int = 6, *, at_least: int = 100) -> pd.DataFrame:
    """What Q♠, K♠ or A♠ costs its holder, by its guards (spades below the queen, 0 to `most`).

    The cost is the mean score of the hands with that card and no other of the three, less that of the hands with none
    of the three and the same number of spades below the queen. Columns: game, card, guards, cost, low, high, cases.
    Groups of fewer than `at_least` hands are left out.
    """
    table, nobody = spades(run), np.zeros(0, int)
    groups = table.groupby(["honours", "lower"]).indices
    rows = []
    for honour, card in CARDS.items():
        for guards in range(most + 1):
            held, none = groups.get((honour, guards), nobody), groups.get(("none", guards), nobody)
            if min(len(held), len(none)) >= at_least:
                rows.append((run.rules.title, card, guards, *gap(table, held, none), len(held)))
    if not rows:
        raise ValueError(TOO_FEW)
    return pd.DataFrame(rows, columns=["game", "card", "guards", "cost", "low", "high", "cases"])


def queen_risks(run: Run, most: int = 6, *, at_least: int = 100) -> pd.DataFrame:
    """How often a hand takes Q♠, by which one of Q♠ K♠ A♠ it holds, or none, and by its spades below the queen.

    Columns: game, card, guards, share, low, high, cases.
    """
    counts = spades(run).groupby(["honours", "lower"])["took_queen"].agg(["sum", "size"])
    rows = [(run.rules.title, CARDS.get(honour, "none of them"), guards, *share(int(hits), int(size)), int(size))
            for honour in (*CARDS, "none") if honour in counts.index.get_level_values(0)
            for guards, hits, size in counts.loc[honour].itertuples() if guards <= most and size >= at_least]
    if not rows:
        raise ValueError(TOO_FEW)
    return pd.DataFrame(rows, columns=["game", "card", "guards", "share", "low", "high", "cases"])


def safe_from(costs: pd.DataFrame, game: str, card: str) -> int | None:
    """From how many guards on a card no longer clearly costs points, by `guard_costs`; None if it always does."""
    rows = costs[(costs["game"] == game) & (costs["card"] == card)]
    dear = rows.loc[rows["low"] > 0, "guards"].max()
    safe = rows["guards"] if pd.isna(dear) else rows.loc[rows["guards"] > dear, "guards"]
    return int(safe.min()) if len(safe) else None


# House rules: what notebook 07 asks of runs under several rules.

def dialled(runs: dict[str, Run]) -> pd.DataFrame:
    """A row for each of the rules and each deal: what a change of rules may change. All runs are of the same deals.

    Columns: rules, deal, points (what the deal cost a seat on average), moon (1 if someone shot it), queen (the trick on which
    Q♠ fell) and choices (among how many legal cards a seat could choose at its turn).
    """
    rows = [pd.DataFrame({
        "rules": words, "deal": np.arange(1, len(run) + 1), "points": run.settled[:, tables.SCORE].mean(axis=1),
        "moon": (run.settled[:, tables.EXTRA, 0] >= 0).astype(int), "queen": tables.falls(run)["trick"],
        "choices": run.choices.mean(axis=1)}) for words, run in runs.items()]
    return pd.concat(rows, ignore_index=True).astype({"rules": pd.CategoricalDtype(list(runs))})


def changed(table: pd.DataFrame, words: str, base: str, value: str) -> tuple[float, float, float]:
    """How much larger a column of `dialled` is under these rules than under the base, on the same deals: mean, low, high."""
    rules = table.pivot(index="deal", columns="rules", values=value)
    return interval(rules[words] - rules[base])


def by_place(run: Run) -> pd.DataFrame:
    """A row for each deal and seat: its score, and its place from the dealer's left (1) to the dealer (the last)."""
    table = run.scores[["deal", "seat", "score"]].copy()
    table["place"] = (table["seat"] - (table["deal"] - 1)) % run.rules.players + 1
    return table


def by_trick(run: Run) -> pd.DataFrame:
    """A row for each deal and trick: among how many legal cards a seat could choose."""
    deals, count = run.choices.shape
    return pd.DataFrame({"deal": np.repeat(np.arange(1, deals + 1), count), "trick": np.tile(np.arange(1, count + 1), deals),
                         "choices": run.choices.ravel()})


# Exercises.

def check(answer, right, because: str = "") -> None:
    """Say whether an exercise's answer is right; nothing is wrong about an answer that is not there yet."""
    if answer is None:
        print("Put your answer in the place of None and run this cell again.")
    elif answer == right:
        print(f"Right. {because}".rstrip())
    else:
        print(f"{answer!r} is not it. Look again at what we measured, then try once more.")
