"""Spades: what notebook 10 asks of a comparison about smoking the queen out, notebook 11 of a run about dangerous spades."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import product
from typing import NamedTuple

import numpy as np
import pandas as pd

from hearts_lab import cards as c
from hearts_lab.estimates import TOO_FEW, gap, means, share, verdict
from hearts_lab.experiments import Comparison, different
from hearts_lab.players import Strategy
from hearts_lab.rules import variant
from hearts_lab.simulation import Run, simulate
from hearts_lab.tables import FATES, NO_HIGH, fates, spades

# Smoking the queen out: what notebook 10 asks of a comparison.

def savings(comparison: Comparison, *, at_least: int = 200) -> pd.DataFrame:
    """The points that the first strategy saves, by the seat's own spades after the pass.

    Columns: holding, length, saved, low, high, cases, game. A holding with which the two strategies never differ is left
    out, and so are groups of fewer than `at_least` hands.
    """
    table = comparison.hands
    table = table[table.groupby("holding")["difference"].transform(lambda differences: differences.any())]
    table = means(table, ["holding", "length"], "difference", at_least=at_least)
    if table.empty:
        raise ValueError(TOO_FEW)
    table = table.sort_values(["holding", "length"], ascending=[False, True], ignore_index=True)
    saved = pd.DataFrame({"saved": 0 - table["mean"], "low": 0 - table["high"], "high": 0 - table["low"]})
    return pd.concat([table[["holding", "length"]], saved, table["cases"]], axis=1).assign(game=comparison.rules.title)


def queens_ways(comparison: Comparison, holding: str = NO_HIGH) -> pd.DataFrame:
    """What became of Q♠ when one seat played the first strategy, and when it played the second, on the same deals.

    A row for each strategy, deal and seat with this holding: trick, fate, and taker as that seat sees him.
    """
    runs = [(comparison.first, pair.seat, pair.first) for pair in comparison.pairs]
    runs += [(comparison.second, pair.seat, pair.second) for pair in comparison.pairs]
    table = pd.concat(fates(run).assign(strategy=name, seat=seat) for name, seat, run in runs)
    table = table.merge(comparison.hands.query("holding == @holding")[["deal", "seat"]], on=["deal", "seat"])
    ours, her_own = table["taker"] == table["seat"], table["taker"] == table["holder"]
    table["taker"] = np.select([ours, her_own], ["our seat", "her holder"], "another seat")
    return table[["strategy", "deal", "seat", "trick", "fate", "taker"]]


class Example(NamedTuple):
    """A deal to look at: in which seat, after how many cards the two strategies part, and whether Q♠ is caught."""

    deal: int
    seat: int
    played: int
    catch: bool


def telling(comparison: Comparison) -> Example:
    """A deal in which the first strategy catches Q♠, who otherwise falls on its own seat, and it takes more than one lead.

    Its hand holds none of the three high spades, and the catch comes as early as can be. Without such a deal: the one
    with the largest saving. In either, the hands after the pass are the same, and our seat is the first to play otherwise.
    """
    different(comparison.first, comparison.second)
    ways = queens_ways(comparison).pivot(index=["deal", "seat"], columns="strategy", values=["trick", "fate", "taker"])
    first, second, partings = comparison.first, comparison.second, comparison.partings
    caught = (ways["fate", first] == FATES[0]) & (ways["taker", first] == "her holder")
    found = ways[caught & (ways["taker", second] == "our seat")].sort_values([("trick", first), "deal", "seat"])
    for (deal, seat), trick in found["trick", first].items():
        parted = int(partings[deal - 1, seat])
        if 0 <= parted // comparison.rules.players < trick - 1:
            return Example(deal, seat, parted, catch=True)
    table = comparison.table
    table = table[partings[table["deal"] - 1, table["seat"]] >= 0].sort_values(["difference", "deal", "seat"])
    if table.empty:
        raise ValueError(f"{first} and {second} never part with the same hand in these deals: ask for more.")
    deal, seat = map(int, table.iloc[0][["deal", "seat"]])
    return Example(deal, seat, int(partings[deal - 1, seat]), catch=False)


def spade_leads(run: Run, seat: int | None = None) -> tuple[float, float, float]:
    """How often a player leads a spade where it has the choice, and Q♠ is out: share, low, high.

    Out: neither played nor in its own hand. The choice: it holds spades, and clubs or diamonds too, after the first trick.
    With a seat, only the leads of that seat.
    """
    n, every = run.rules.players, np.arange(len(run))[:, None]
    cards = run.plays.reshape(len(run), -1, n)
    by_seat = np.take_along_axis(cards, (np.arange(n) - run.leaders[:, :, None]) % n, axis=2).astype(np.uint64)
    held = np.bitwise_or.accumulate(np.left_shift(np.uint64(1), by_seat)[:, ::-1], axis=1)[:, ::-1]
    suits = [np.uint64(0x1FFF << (13 * suit)) for suit in range(4)]
    own = held[every, np.arange(held.shape[1]), run.leaders]
    lady = np.uint64(1 << (13 * c.SPADES + c.QUEEN))
    out = ((np.bitwise_or.reduce(held, axis=2) & lady) > 0) & ((own & lady) == 0)
    choice = ((own & suits[c.SPADES]) > 0) & ((own & (suits[0] | suits[1])) > 0)
    choice[:, 0] = False
    if seat is not None:
        choice &= run.leaders == seat
    deals, tricks = np.nonzero(out & choice)
    return share(deals, cards[deals, tricks, 0] // 13 == c.SPADES)


# Dangerous spades: what notebook 11 asks of a run.

CARDS = {"Q": "Q♠", "K": "K♠", "A": "A♠"}


def spade_runs(games: list[str], player: str | Strategy, deals: int, seed: int = 1, *, players: int | None = None,
               passing: bool = False, progress: bool | Callable[[int, int], bool] = True) -> list[Run]:
    """A run of each game, one strategy in all seats; without passing nobody has chosen his hand, only chance has."""
    change = {} if passing else {"pass_count": 0}
    runs: list[Run] = []
    going = True

    def show(done, _):
        nonlocal going
        going = progress(len(runs) * deals + done, len(games) * deals) is not False
        return going

    for game in games:
        rules = variant(game, players, **change)
        runs.append(simulate(rules, player, deals, seed, progress=show if callable(progress) else progress))
        if not going or len(runs[-1]) < deals:  # stopped: as many deals of each game as this one has played
            break
    return [run.first(len(runs[-1])) for run in runs]


def guard_costs(run: Run, most: int = 6, *, at_least: int = 100) -> pd.DataFrame:
    """What Q♠, K♠ or A♠ costs its holder, by its guards (spades below the queen, 0 to `most`).

    The cost is the mean score of the hands with that card and no other of the three, less that of the hands with none
    of the three and the same number of spades below the queen. Columns: game, card, guards, cost, low, high, cases.
    Groups of fewer than `at_least` hands are left out.
    """
    table, nobody = spades(run), np.zeros(0, int)
    groups, rows = table.groupby(["honours", "lower"]).indices, []
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
    table = spades(run)
    rows = [(run.rules.title, CARDS.get(honour, "none of them"), guards, *share(hands["deal"], hands["took_queen"]), len(hands))
            for honour in (*CARDS, "none") for guards, hands in table[table["honours"] == honour].groupby("lower")
            if guards <= most and len(hands) >= at_least]
    if not rows:
        raise ValueError(TOO_FEW)
    return pd.DataFrame(rows, columns=["game", "card", "guards", "share", "low", "high", "cases"])


def safe_from(costs: pd.DataFrame, game: str, card: str) -> int | None:
    """From how many guards on a card never again clearly costs points, by `guard_costs`; None if that was not measured."""
    rows = costs[(costs["game"] == game) & (costs["card"] == card)]
    safe = rows.loc[rows["low"] > 0, "guards"].max() + 1 if (rows["low"] > 0).any() else 0
    return int(safe) if safe in set(rows["guards"]) else None


def guards_needed(costs: pd.DataFrame, game: str) -> str:
    """`safe_from` for the three cards in words, such as "Standard Hearts: Q♠ 2, K♠ 4, A♠ over 6"."""
    found = []
    for card in CARDS.values():
        safe, dear = safe_from(costs, game, card), costs.query("game == @game and card == @card and low > 0")["guards"]
        words = safe if safe is not None else f"over {dear.max()}" if len(dear) else "too few hands"
        found.append(f"{card}\N{NO-BREAK SPACE}{words}")
    return f"{game}: " + ", ".join(found)


def _row(costs: pd.DataFrame, game: str, card: str, guards: int) -> pd.Series | None:
    """One row of `guard_costs`, or None where there were too few hands."""
    rows = costs[(costs["game"] == game) & (costs["card"] == card) & (costs["guards"] == guards)]
    return None if rows.empty else rows.iloc[0]


def cost_in_words(costs: pd.DataFrame, game: str, card: str, guards: int) -> str:
    """What a card with so many guards costs, as `verdict` says it, or that too few hands tell."""
    row = _row(costs, game, card, guards)
    return "is too rare here to say" if row is None else verdict(row.cost, row.low, row.high)


def dearer(costs: pd.DataFrame, game: str, other: str) -> pd.DataFrame:
    """Where a card costs more in one game than in another, and where less: card, guards, costs.

    That is "more" or "less" where the two intervals do not overlap, "alike" elsewhere.
    """
    one, two = (costs[costs["game"] == title].set_index(["card", "guards"]) for title in (game, other))
    pairs = one.join(two, rsuffix="_other", how="inner").reset_index()
    words = np.select([pairs["low"] > pairs["high_other"], pairs["high"] < pairs["low_other"]], ["more", "less"], "alike")
    return pairs[["card", "guards"]].assign(costs=words)


def judged(found: Iterable[bool | None]) -> str:
    """What several tries say of a claim: holds, fails, or depends (3 of 6 tries); None is a try that told nothing."""
    told = [one for one in found if one is not None]
    word = "holds" if all(told) else "depends" if any(told) else "fails"
    return f"{word} ({sum(told)} of {len(told)} tries)" if told else "cannot be judged here"


def ace_needs_guards(tries: dict[str, pd.DataFrame], games: Iterable[str]) -> pd.DataFrame:
    """Claim 1 of notebook 11: does A♠ clearly cost points alone, and no longer with four guards? None: too few hands."""
    rows = []
    for game, (name, costs) in product(games, tries.items()):
        alone, four = (_row(costs, game, "A♠", guards) for guards in (0, 4))
        holds = None if alone is None or four is None else bool(alone.low > 0 and four.low <= 0)
        rows.append((name, game, *(cost_in_words(costs, game, "A♠", guards) for guards in (0, 4)), holds))
    return pd.DataFrame(rows, columns=["tried", "game", "alone", "four", "holds"]).astype({"holds": object})


def risk_grows(tries: dict[str, pd.DataFrame], totals: dict[str, int]) -> pd.DataFrame:
    """Claim 2 of notebook 11: does a bare K♠ or A♠ clearly cost more in the last game than in the first, as a share too?

    `totals` has the points in a deal of each game; first and last are the shares in words. None: too few hands, one game.
    """
    (first, *_), (*_, last), rows = totals, totals, []
    for card, (name, costs) in product(("K♠", "A♠"), tries.items() if first != last else ()):
        one, two = (_row(costs, game, card, 0) for game in (first, last))
        told = ["unknown" if row is None else f"{row.cost / totals[row.game]:.0%}" for row in (one, two)]
        holds = None
        if one is not None and two is not None:
            holds = bool(two.low > one.high and two.low / totals[last] > one.high / totals[first])
        rows.append((name, card, *told, holds))
    return pd.DataFrame(rows, columns=["tried", "card", "first", "last", "holds"]).astype({"holds": object})
