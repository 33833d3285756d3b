"""Estimates with their intervals, and what they say in words. Rows of one deal hang together, and are treated so."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from statistics import NormalDist

import numpy as np
import pandas as pd

CONFIDENCE = 0.95
TOO_FEW = "No group has enough hands for an interval: ask for more deals."
RESAMPLES = 2_000  # of a bootstrap: its limits are then the 50th value from either end at 95 %
_BLOCK = 4_000_000  # numbers drawn at a time


def normal_width(confidence: float = CONFIDENCE) -> float:
    """How many standard errors an interval reaches to either side: 1.96 at 95 %. Raises ValueError outside 0 to 1."""
    if not isinstance(confidence, float) or not 0 < confidence < 1:
        raise ValueError(f"A confidence lies between 0 and 1, such as 0.95; {confidence!r} does not.")
    return NormalDist().inv_cdf(0.5 + confidence / 2)


@lru_cache(maxsize=256)
def t_width(confidence: float, values: int) -> float:
    """The same for the mean of so many values whose spread is not known either: Student's t."""
    from scipy.special import stdtrit

    normal_width(confidence)
    return float(stdtrit(values - 1, 0.5 + confidence / 2))


def interval(values, confidence: float = CONFIDENCE) -> tuple[float, float, float]:
    """The mean of many independent values and its interval by Student's t: mean, low, high."""
    values = np.asarray(values, dtype=float)
    if len(values) < 2:
        raise ValueError("An interval needs at least two values.")
    mean, error = values.mean(), values.std(ddof=1) / np.sqrt(len(values))
    width = t_width(confidence, len(values)) * error
    return float(mean), float(mean - width), float(mean + width)


def weighted(values, weights, confidence: float = CONFIDENCE) -> tuple[float, float, float]:
    """`interval` of independent values that do not count alike: mean, low, high. The weights sum to 1.

    They are as good as 1 / (sum of their squares) values that do (Kish's effective number). Equal values leave no doubt.
    """
    values, weights = np.asarray(values, dtype=float), np.asarray(weights, dtype=float)
    mean = float(weights @ values)
    if (values == values[0]).all():
        return float(values[0]), float(values[0]), float(values[0])
    number = max(2.0, 1 / float(weights @ weights))
    error = np.sqrt((weights**2 @ (values - mean) ** 2) * number / (number - 1))
    width = t_width(confidence, int(number + 1e-6)) * float(error)
    return mean, mean - width, mean + width


def bootstrap(values, confidence: float = CONFIDENCE, seed: int = 1) -> tuple[float, float, float]:
    """The mean of many independent values and its interval by resampling them (percentiles): mean, low, high.

    With few values in the tails the number of resamples grows, so that at least 25 means lie beyond either limit.
    """
    values = np.asarray(values, dtype=float)
    if len(values) < 2:
        raise ValueError("An interval needs at least two values.")
    normal_width(confidence)
    dice, resamples = np.random.default_rng(seed), max(RESAMPLES, int(np.ceil(50 / (1 - confidence))))
    rows = max(1, _BLOCK // len(values))
    found = [values[dice.integers(0, len(values), (min(rows, resamples - done), len(values)))].mean(axis=1)
             for done in range(0, resamples, rows)]
    low, high = np.quantile(np.concatenate(found), [(1 - confidence) / 2, (1 + confidence) / 2])
    return float(values.mean()), float(low), float(high)


# How an interval is made, by name.
INTERVALS: dict[str, Callable] = {"t": interval, "bootstrap": bootstrap}


def counted_interval(values, counts) -> tuple[float, float, float]:
    """`interval` of whole numbers of which each came so many times: mean, low, high. The sums are exact."""
    values, counts = ([int(one) for one in column] for column in (values, counts))
    if (n := sum(counts)) < 2:
        raise ValueError("An interval needs at least two values.")
    total, squares = (sum(value**power * count for value, count in zip(values, counts, strict=True)) for power in (1, 2))
    error = t_width(CONFIDENCE, n) * np.sqrt((n * squares - total**2) / (n * n * (n - 1)))
    return total / n, float(total / n - error), float(total / n + error)


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


def _pull(deals, values) -> tuple[float, np.ndarray]:
    """The mean of some rows, and what each deal adds to its error: the rows of one deal hang together."""
    if not len(values := np.asarray(values, dtype=float)):
        raise ValueError(TOO_FEW)
    return float(values.mean()), np.bincount(deals, values - values.mean()) / len(values)


def around(value: float, pull: np.ndarray, confidence: float = CONFIDENCE) -> tuple[float, float, float]:
    """A value with its interval, from what each deal adds to its error: value, low, high."""
    error = normal_width(confidence) * float(np.sqrt((pull**2).sum()))
    return value, value - error, value + error


def average(table: pd.DataFrame, value: str, confidence: float = CONFIDENCE) -> tuple[float, float, float]:
    """The mean of a column, every row (a hand, say) counting alike, and its interval: mean, low, high.

    Rows of one deal hang together, so the error is made of what each deal adds to it.
    """
    if table["deal"].nunique() < 2:
        raise ValueError(TOO_FEW)
    return around(*_pull(table["deal"], table[value]), confidence)


def share(deals, hits, confidence: float = CONFIDENCE) -> tuple[float, float, float]:
    """A proportion of rows and its interval (Wilson's, which stays between 0 and 1): share, low, high.

    Rows of one deal hang together, so Wilson's formula is given as many cases as would have the error of these rows.
    """
    p, pull = _pull(deals, hits)
    error = float((pull**2).sum())
    z, among = normal_width(confidence), p * (1 - p) / error if error > 0 else len(pull)
    centre, spread = p + z * z / (2 * among), z * np.sqrt(p * (1 - p) / among + z * z / (4 * among * among))
    low, high = ((centre + side * spread) / (1 + z * z / among) for side in (-1, 1))
    return p, float(min(low, p)), float(max(high, p))  # rounding may carry a limit past the share itself


def means(table: pd.DataFrame, by: str | list[str], value: str, *, at_least: int = 30) -> pd.DataFrame:
    """The mean of a column in each group with its interval: the columns of `by`, then mean, low, high, cases.

    An `average` of each group; cases is its number of rows. Groups of fewer than `at_least` rows are left out.
    """
    by = [by] if isinstance(by, str) else list(by)
    rows = [(*(key if isinstance(key, tuple) else (key,)), *average(group, value), len(group))
            for key, group in table.groupby(by, observed=True)
            if len(group) >= at_least and group["deal"].nunique() > 1]
    return pd.DataFrame(rows, columns=[*by, "mean", "low", "high", "cases"])


def gap(table: pd.DataFrame, group, base, value: str = "score",
        confidence: float = CONFIDENCE) -> tuple[float, float, float]:
    """How much larger a column's mean is in the rows of `group` than in those of `base`: difference, low, high.

    Both are given by position. Rows of one deal hang together, so the error is made of what each deal adds to it.
    """
    deals, values = table["deal"].to_numpy(), table[value].to_numpy(dtype=float)
    difference, pulls = 0.0, np.zeros(deals.max() + 1)
    for rows, sign in ((group, 1), (base, -1)):
        mean, pull = _pull(deals[rows], values[rows])
        difference += sign * mean
        pulls[:len(pull)] += sign * pull
    return around(difference, pulls, confidence)


def matched(table: pd.DataFrame, alike: list[str], treated: str, value: str = "score",
            confidence: float = CONFIDENCE) -> tuple[float, float, float]:
    """How much larger a column is in the rows that are `treated` than in others that are alike: difference, low, high.

    Rows are alike that agree in all the columns `alike`; a group without rows of both kinds tells nothing and is left out.
    Every treated row counts alike. Rows of one deal hang together, so the error is made of what each deal adds to it.
    """
    part = table.groupby(alike, observed=True)[treated].transform("mean")
    table = table[(part > 0) & (part < 1)]
    if table.empty:
        raise ValueError(TOO_FEW)
    groups = table.groupby(alike, observed=True)
    number, among = groups[value].transform("size"), groups[treated].transform("sum")
    weight = np.where(table[treated], 1.0, -among / (number - among)) / table[treated].sum()
    values = table[value].to_numpy(dtype=float)
    centre = table.groupby([*alike, treated], observed=True)[value].transform("mean")
    return around(float((weight * values).sum()), np.bincount(table["deal"], weight * (values - centre)), confidence)


def shares(table: pd.DataFrame, by: str, what: str) -> pd.DataFrame:
    """How often each value of a column occurs in each group of rows: by, what, share, low, high, cases (rows)."""
    levels = table[what].cat.categories if isinstance(table[what].dtype, pd.CategoricalDtype) else sorted(set(table[what]))
    rows = [(key, value, *share(group["deal"], group[what] == value), len(group))
            for value in levels for key, group in table.groupby(by, observed=True)]
    return pd.DataFrame(rows, columns=[by, what, "share", "low", "high", "cases"])


def shift(table: pd.DataFrame, first: str, second: str, value: str) -> tuple[float, float, float]:
    """How much larger a column's mean is in the rows of the first strategy than in the second's: difference, low, high."""
    return gap(table, *(np.flatnonzero(table["strategy"] == name) for name in (first, second)), value)


def contrast(first, second, confidence: float = CONFIDENCE) -> tuple[float, float, float]:
    """How much larger the mean of some values is than that of others, all of them independent: difference, low, high."""
    first, second = (np.asarray(values, dtype=float) for values in (first, second))
    if min(len(first), len(second)) < 2:
        raise ValueError("An interval needs at least two values on either side.")
    width = t_width(confidence, min(len(first), len(second))) * np.sqrt(
        first.var(ddof=1) / len(first) + second.var(ddof=1) / len(second))
    difference = first.mean() - second.mean()
    return float(difference), float(difference - width), float(difference + width)


def ranking(deals, marks, hits, confidence: float = CONFIDENCE) -> tuple[float, float, float]:
    """How often a row that is a hit has a higher mark than one that is none, equal marks counting half: value, low, high.

    Also called the area under the ROC curve. The error is DeLong's (Biometrics 44, 1988), with the rows of a deal added up.
    """
    deals, marks, hits = np.asarray(deals), np.asarray(marks, dtype=float), np.asarray(hits, dtype=bool)
    if hits.all() or not hits.any():
        raise ValueError("Ranking needs rows of both kinds: ask for more deals.")
    high, low = np.sort(marks[hits]), np.sort(marks[~hits])

    def below(values, among):
        return (np.searchsorted(among, values, "left") + np.searchsorted(among, values, "right")) / (2 * len(among))

    places = np.where(hits, below(marks, low), 1 - below(marks, high))
    value = float(places[hits].mean())
    return around(value, np.bincount(deals, (places - value) / np.where(hits, len(high), len(low))), confidence)
