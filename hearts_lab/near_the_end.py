"""Near the end of a match: what notebook 15 asks of whole matches that begin from one score sheet."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

import numpy as np
import pandas as pd

from hearts_lab import score
from hearts_lab.cards import Card
from hearts_lab.deal import Deal
from hearts_lab.estimates import share
from hearts_lab.match import Match
from hearts_lab.matches import MatchRun, gains, play_matches
from hearts_lab.players import Strategy, named
from hearts_lab.rules import Rules, variant

NOBODY = "nobody"  # the plan in which nobody does anything special


class Roles(NamedTuple):
    """Who is who on a score sheet: the seat nearest the target, the leader, we who come next after him, and the others."""

    near: int
    leader: int
    we: int
    others: tuple[int, ...]


def roles(sheet: Iterable[int]) -> Roles:
    """The roles on a sheet. Raises ValueError where a tie leaves open who leads or who is nearest the target."""
    sheet = list(sheet)
    order = sorted(range(len(sheet)), key=sheet.__getitem__)
    if len(sheet) < 3 or sheet[order[0]] == sheet[order[1]] or sheet[order[-1]] == sheet[order[-2]]:
        raise ValueError("The sheet needs three totals or more, one alone the lowest and one alone the highest.")
    return Roles(order[-1], order[0], order[1], tuple(sorted(order[2:-1])))


def with_total(sheet: Iterable[int], seat: int, total: int) -> list[int]:
    """The sheet with another total for one seat."""
    return [total if place == seat else had for place, had in enumerate(sheet)]


class _Parts:
    """The progress of several runs of matches, told as that of one. A stop in one of them is remembered."""

    def __init__(self, progress: bool | Callable[[int, int], bool], parts: int):
        self.progress, self.parts, self.done, self.stopped = progress, parts, 0, False

    def __call__(self, now: int, matches: int) -> bool:
        self.stopped = self.progress(self.done * matches + now, self.parts * matches) is False
        return not self.stopped

    def play(self, rules: Rules, line, matches: int, seed: int, sheet) -> MatchRun:
        run = play_matches(rules, line, matches, seed, before=sheet,
                           progress=self if callable(self.progress) else self.progress)
        self.done += 1
        return run


# Chances.

def settled(rules: Rules, totals: Iterable[int]) -> np.ndarray | None:
    """Each seat's share of the win where these totals end the match; None where it goes on."""
    record, totals = rules.record, np.asarray(list(totals))
    if not (score.target_reached(record, totals) and score.settled_by(record, totals)):
        return None
    won = totals == score.best_total(record, totals)
    return won / won.sum()


def chances(rules: Rules | str, player: str | Strategy, sheets: Iterable, seat: int, matches: int, seed: int = 1, *,
            progress: bool | Callable[[int, int], bool] = True) -> pd.DataFrame:
    """How often a seat wins from each of these sheets, the same player everywhere and the same deals for all sheets.

    Columns: own (its total), share, low, high. Where the sheet has ended the match, the share is sure.
    """
    rules, sheets, rows = variant(rules), [list(sheet) for sheet in sheets], []
    ends = [settled(rules, sheet) for sheet in sheets]
    parts = _Parts(progress, sum(sure is None for sure in ends))
    for sheet, sure in zip(sheets, ends, strict=True):
        if sure is None:
            run = parts.play(rules, player, matches, seed, sheet)
            rows.append((sheet[seat], *share(np.arange(len(run)), run.shares[:, seat])))
        else:
            rows.append((sheet[seat], *[sure[seat]] * 3))
        if parts.stopped:
            break
    return pd.DataFrame(rows, columns=["own", "share", "low", "high"])


def after_moon(rules: Rules, sheet: Iterable[int], seat: int, kind: str) -> list[int]:
    """The totals when a seat has shot an old or a new moon."""
    scores, shot = np.zeros(rules.players, np.int64), {"old": score.old_moon, "new": score.new_moon}[kind]
    shot(rules.record, None, seat, scores)
    return [int(score.after_deal(rules.record, total + more)) for total, more in zip(sheet, scores, strict=True)]


def moon_chances(rules: Rules | str, player: str | Strategy, sheet: Iterable[int], seat: int, totals: Iterable[int],
                 matches: int, seed: int = 1, *, progress: bool | Callable[[int, int], bool] = True) -> pd.DataFrame:
    """How often a seat with each of these totals wins after its moon: own (before the moon), moon, share, low, high."""
    rules, totals, tables = variant(rules), list(totals), []
    for kind in ("old", "new"):
        sheets = [after_moon(rules, with_total(sheet, seat, total), seat, kind) for total in totals]
        table = chances(rules, player, sheets, seat, matches, seed, progress=progress)
        tables.append(table.assign(own=totals[: len(table)], moon=kind))
    return pd.concat(tables, ignore_index=True)[["own", "moon", "share", "low", "high"]]


def better_moon(table: pd.DataFrame) -> pd.DataFrame:
    """Which moon wins more often at each total of `moon_chances`: own, better (old or new, "" where the intervals overlap)."""
    old, new = (table[table["moon"] == kind].set_index("own") for kind in ("old", "new"))
    found = np.select([old["low"] > new["high"], new["low"] > old["high"]], ["old", "new"], "")
    return pd.DataFrame({"own": old.index, "better": found})


# Plans.

def plans(rules: Rules | str, player: str | Strategy, sheet: Iterable[int], habits: dict[str, str],
          who: dict[str, Iterable[int]], matches: int, seed: int = 1, *,
          progress: bool | Callable[[int, int], bool] = True) -> dict[str, MatchRun]:
    """The same matches by plan: those that `who` names have these habits, and in the first plan nobody has.

    All others, and in the first plan all, are the player as he is.
    """
    rules, player, runs = variant(rules), named(player), {}
    parts = _Parts(progress, len(who) + 1)
    for plan, seats in {NOBODY: (), **who}.items():
        line = [player.having(**habits) if seat in seats else player for seat in range(rules.players)]
        runs[plan] = parts.play(rules, line, matches, seed, sheet)
        if parts.stopped:
            break
    done = min(len(run) for run in runs.values())
    return {plan: run.first(done) for plan, run in runs.items()}


def compared(runs: dict[str, MatchRun]) -> pd.DataFrame:
    """What each seat gains by each plan, against the first: plan, seat, total (before), gain, low, high, changed.

    The gain is in shares of the win, with the interval of the paired difference; changed is the share of the matches that
    ended with other totals.
    """
    (_, base), *others = runs.items()
    if not others:
        raise ValueError("The plans were stopped before there was anything to compare.")
    tables = [gains(run, base).assign(plan=plan, changed=(run.totals != base.totals).any(axis=1).mean())
              for plan, run in others]
    table = pd.concat(tables, ignore_index=True).rename(columns={"before": "total"})
    return table.astype({"total": int})[["plan", "seat", "total", "gain", "low", "high", "changed"]]


class Parting(NamedTuple):
    """A match in which a plan made the difference: the moment in its first deal at which the two ways part, and both cards."""

    number: int
    moment: Match
    usual: Card
    planned: Card


def parting(base: MatchRun, planned: MatchRun, seat: int, loser: int) -> Parting:
    """A match that `loser` wins alone the usual way, and the seat with the plan; the shortest such, and the first of those.

    The two ways part at a card of the seat in the first deal. Raises ValueError where the run has no such match.
    """
    (ours,) = np.nonzero((base.shares[:, loser] == 1) & (planned.shares[:, seat] == 1))
    for k in ours[np.argsort((base.deals + planned.deals)[ours], kind="stable")]:
        number = int(k) + 1
        usual, other = (run.begun(number).play_out(deals=1).deal for run in (base, planned))
        if usual.passes == other.passes:
            plays = enumerate(zip(usual.plays, other.plays, strict=True))
            at = next((i for i, (one, two) in plays if one != two), None)
            if at is not None and usual.plays[at][0] == seat:
                moment = base.begun(number).with_deal(_until(usual, at))
                return Parting(number, moment, usual.plays[at][1], other.plays[at][1])
    raise ValueError("In none of these matches does the plan turn a lost match into a won one: ask for more matches.")


def _until(deal: Deal, cards: int) -> Deal:
    """The deal as it stood after so many cards of its play."""
    start = Deal(deal.rules, seed=deal.seed, number=deal.number, before=deal.before)
    start = start.exchange(deal.passes) if deal.passes is not None else start
    for _, card in deal.plays[:cards]:
        start = start.play(card)
    return start
