"""Two queens that cost: what the high cards above them cost a hand, and whether one is paid back with the other."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pandas as pd

from hearts_lab import tables
from hearts_lab.estimates import average
from hearts_lab.given import Given
from hearts_lab.players import Strategy
from hearts_lab.rules import Rules, variant
from hearts_lab.simulation import Run, simulate

# The hands that are dealt to seat 0: it has these high spades and hearts, and no other of them.
HIGH = "QS KS AS QH KH AH"
HANDS = {"A♠ K♠": "AS KS", "A♥ K♥": "AH KH", "none of them": ""}


def given(words: str) -> Given:
    """What seat 0 is dealt: one of these `HANDS`, and no other high spade or heart."""
    held = HANDS[words]
    return Given(holds=held, lacks=" ".join(card for card in HIGH.split() if card not in held.split()))


def high_pairs(rules: Rules | str, player: str | Strategy, deals: int, seed: int = 1, *,
               progress: bool | Callable[[int, int], bool] = True) -> dict[str, Run]:
    """Runs without a pass in which seat 0 is dealt A♠ K♠, or A♥ K♥, or neither, and no other high spade or heart."""
    runs: dict[str, Run] = {}

    def show(done, _):
        return progress(len(runs) * deals + done, len(HANDS) * deals)

    rules = variant(rules, pass_count=0)
    for words in HANDS:
        runs[words] = simulate(rules, player, deals, seed, given=given(words),
                               progress=show if callable(progress) else progress)
        deals = len(runs[words])
    return {words: run.first(deals) for words, run in runs.items()}


def pair_costs(runs: dict[str, Run]) -> pd.DataFrame:
    """What seat 0 scores with each of these hands: game, hand, score, low, high."""
    rows = [(run.rules.title, words, *average(run.scores.query("seat == 0"), "score")) for words, run in runs.items()]
    return pd.DataFrame(rows, columns=["game", "hand", "score", "low", "high"])


def returns(run: Run, one: str = "QS", other: str = "QH") -> pd.DataFrame:
    """A row for each seat that has taken one of two cards from another's hand while it holds the other one itself.

    Columns: deal, seat, giver (who played the first), taker (who takes the second) and returned (whether that is the giver).
    """
    first, second = tables.falls(run, one), tables.falls(run, other)
    swap = (second["trick"] < first["trick"]).to_numpy()[:, None]
    early = np.where(swap, second[["holder", "taker", "trick"]], first[["holder", "taker", "trick"]])
    late = np.where(swap, first[["holder", "taker", "trick"]], second[["holder", "taker", "trick"]])
    caught = (early[:, 2] < late[:, 2]) & (early[:, 1] == late[:, 0]) & (early[:, 0] != early[:, 1])
    table = pd.DataFrame({"deal": run.numbers, "seat": early[:, 1], "giver": early[:, 0], "taker": late[:, 1]})[caught]
    return table.assign(returned=table["taker"] == table["giver"]).reset_index(drop=True)
