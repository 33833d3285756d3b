"""The deals of a run cut into matches: how long they last, how often the lead changes, when the winner takes it for good."""

from __future__ import annotations

import numpy as np
import pandas as pd

from hearts_lab.rules import SEATS
from hearts_lab.score import after_deal, best_total, deals_done, settled_by, target_reached
from hearts_lab.simulation import Run

# The compiled loop.


def leader(rules, totals):
    """The seat that is best alone, or -1."""
    best, found = best_total(rules, totals), -1
    for seat in range(rules.players):
        if totals[seat] == best:
            if found >= 0:
                return -1
            found = seat
    return found


def cut(rules, settled, totals, ends, changes, taken):
    """Put the deals on one sheet after the other. Returns how many matches were finished.

    For match m: `ends[m]` deals were played when it ended, counted from the first deal of the run; the lead changed
    `changes[m]` times; its last leader has led alone since `taken[m]` deals were played in it.
    """
    finished, played, leading, ending = 0, 0, -1, False
    totals[:] = 0
    for k in range(settled.shape[0]):
        for seat in range(rules.players):
            totals[seat] = after_deal(rules, totals[seat] + settled[k, 0, seat])
        played += 1
        now = leader(rules, totals)
        if now >= 0 and now != leading:
            changes[finished] += 1 if leading >= 0 else 0
            taken[finished] = played
            leading = now
        ending = ending or target_reached(rules, totals) or deals_done(rules, played)
        if ending and settled_by(rules, totals):
            ends[finished] = k + 1
            finished += 1
            played = 0
            leading, ending = -1, False
            totals[:] = 0
    return finished


def matches(run: Run) -> pd.DataFrame:
    """A row for each match that the deals of a run make, one after the other; what is left at the end makes none.

    Columns: match, deals, changes (how often another seat led alone than the last one that did) and taken (the share of the
    match that was played when its last leader took the lead). The players know nothing of the totals: as in `simulate`, each
    deal begins as if it were the first.
    """
    from hearts_lab.compiled import entry

    ends, changes, taken = (np.zeros(len(run), np.int64) for _ in range(3))
    finished = entry(cut)(run.rules.record, run.settled, np.zeros(SEATS, np.int64), ends, changes, taken)
    deals = np.diff(ends[:finished], prepend=0)
    return pd.DataFrame({"match": np.arange(1, finished + 1), "deals": deals, "changes": changes[:finished],
                         "taken": taken[:finished] / np.maximum(deals, 1)})
