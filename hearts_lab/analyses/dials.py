"""House rules: the same deals under several rules, one thing changed in each, and what that changes. For notebook 07."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor

import numpy as np
import pandas as pd

from hearts_lab import tables
from hearts_lab.estimates import interval
from hearts_lab.players import Strategy
from hearts_lab.rules import Rules
from hearts_lab.simulation import Run, simulate


def dial(rules: dict[str, Rules], player: str | Strategy, deals: int, seed: int = 1, *,
         progress: bool | Callable[[int, int], bool] = True, executor: Executor | None = None) -> dict[str, Run]:
    """A run under each of these rules, one strategy in all seats, on the same deals; stopped, it keeps what all have done."""
    runs: dict[str, Run] = {}

    def show(done, _):
        return progress(len(runs) * deals + done, len(rules) * deals)

    for words, one in rules.items():
        runs[words] = simulate(one, player, deals, seed, progress=show if callable(progress) else progress, executor=executor)
        deals = len(runs[words])
    return {words: run.first(deals) for words, run in runs.items()}


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
