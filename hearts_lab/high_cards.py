"""High cards: what notebook 14 asks of three habits, of two duckers in one deal, of high hearts and of voids."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import product
from typing import NamedTuple

import numpy as np
import pandas as pd

from hearts_lab import cards as c
from hearts_lab import tables
from hearts_lab.cards import DECK, Card
from hearts_lab.estimates import TOO_FEW, contrast, matched
from hearts_lab.experiments import Comparison, compare, opposite
from hearts_lab.given import Given
from hearts_lab.habits import HABITS, unpacked
from hearts_lab.players import Strategy, named
from hearts_lab.rules import Rules, variant
from hearts_lab.simulation import Run, simulate

# Habits.

WAYS = {  # the values of three habits as a chart names them
    "duck": {"high": "ducks high", "low": "ducks low", "any": "ducks by chance"},
    "cheap_wins": {"on": "takes it", "off": "ducks"},
    "discards": {"danger": "danger", "points": "points first", "rank": "highest", "short": "short suit",
                 "points_only": "only points"},
}


def own_way(player: str | Strategy, habit: str) -> str:
    """A player's value of one of the habits of `WAYS`, in words."""
    return WAYS[habit][unpacked(named(player).habits)[habit]]


def habit_costs(games: Iterable[Rules | str], player: str | Strategy, habit: str, others: Iterable[str | Strategy], deals: int,
                seed: int = 1, *, progress: bool | Callable[[int, int], bool] = True) -> pd.DataFrame:
    """What the other ways of a habit cost in one seat, against the player's own way, on the same deals.

    Columns: game, others (who sits in the other seats), way (in words), cost (points a deal), low, high. A `progress` that
    returns False stops it; the comparisons that are finished are kept.
    """
    player, rows, going = named(player), [], True
    own = unpacked(player.habits)[habit]
    tries = list(product(map(variant, games), map(named, others), [way for way in HABITS[habit].values if way != own]))

    def show(part: int, whole: int) -> bool:
        nonlocal going
        going = progress(len(rows) * whole + part, len(tries) * whole) is not False
        return going

    for rules, rest, way in tries:
        try:
            found = compare(rules, player, player.having(**{habit: way}), deals, seed, others=rest,
                            progress=show if callable(progress) else progress)
        except ValueError:
            if going or not rows:
                raise
            break
        rows.append((rules.title, rest.name, WAYS[habit][way], *found.saved))
        if not going:
            break
    return pd.DataFrame(rows, columns=["game", "others", "way", "cost", "low", "high"])


# One deal, two duckers.

class Duel(NamedTuple):
    """A deal in which a card that the second player kept back wins it a dear trick later, and the first threw it early.

    In which seat, after how many cards the two part, the two cards, and in which trick (from 1) the kept one takes points.
    """

    deal: int
    seat: int
    played: int
    first: Card
    second: Card
    trick: int


def duel(comparison: Comparison) -> Duel:
    """The deal with the largest saving of that kind, where the two part in the first half of the tricks, following suit."""
    n = comparison.rules.players
    runs = {pair.seat: pair for pair in comparison.pairs}
    taken = {seat: tables.points_by_trick(pair.second)[:, :, seat] for seat, pair in runs.items()}
    table = comparison.table.sort_values(["difference", "deal", "seat"])
    for deal, seat in table.loc[table["difference"] < 0, ["deal", "seat"]].itertuples(index=False):
        k = deal - int(comparison.base.numbers[0])
        at = int(comparison.partings[k, seat])
        if not 0 <= at // n < comparison.rules.hand_size // 2:
            continue
        first, second, led = (int(plays[at - back]) for plays, back in (
            (runs[seat].first.plays[k], 0), (runs[seat].second.plays[k], 0), (runs[seat].second.plays[k], at % n)))
        later = int((runs[seat].second.plays[k] == first).argmax()) // n
        if at % n and first // 13 == second // 13 == led // 13 and taken[seat][k, later] > 0:
            return Duel(deal, seat, at, DECK[first], DECK[second], later + 1)
    raise ValueError("In none of these deals does a card that was kept back take points later: ask for more deals.")


def side_by_side(comparison: Comparison, found: Duel) -> pd.DataFrame:
    """A row for each trick from the parting on: what our seat plays, and the points that it takes, with either player."""
    pair = next(pair for pair in comparison.pairs if pair.seat == found.seat)
    columns = {}
    for name, run in ((comparison.first, pair.first), (comparison.second, pair.second)):
        tricks = run.deal(found.deal).tricks[found.played // comparison.rules.players:]
        columns[f"{name} plays"] = [str(trick.cards[trick.seats.index(found.seat)]) for trick in tricks]
        columns[f"{name} takes"] = [trick.points if trick.winner == found.seat else 0 for trick in tricks]
    return pd.DataFrame(columns, pd.Index([trick.number for trick in tricks], name="trick"))


# High hearts.

FIRST_HALF, SECOND_HALF = "first half of the tricks", "second half"


def halves(run: Run, seat: int) -> tuple[np.ndarray, np.ndarray]:
    """The points that a seat takes in the first and in the second half of the tricks of each deal.

    Of an odd number of tricks the middle one belongs to neither half.
    """
    taken = tables.points_by_trick(run)[:, :, seat]
    half = taken.shape[1] // 2
    return taken[:, :half].sum(axis=1), taken[:, -half:].sum(axis=1)


def heart_costs(games: Iterable[Rules | str], strategy: str | Strategy, deals: int, seed: int = 1, most: int = 5, *,
                progress: bool = True) -> pd.DataFrame:
    """What A♥ and K♥ cost with so many low hearts beside them, against a hand with as many hearts that are all low.

    Low hearts are those below the jack, and the hand has no queen or jack of hearts. Nobody passes. Columns: game, beside (low
    hearts), when (which half of the tricks), cost (points taken a deal), low, high.
    """
    rows = []
    for game, beside in product(games, range(most + 1)):
        rules = variant(game).change(pass_count=0)
        holdings = (Given(holds="AH KH", counts={"low hearts": beside, "high hearts": 2}),
                    Given(counts={"low hearts": beside + 2, "high hearts": 0}))
        held, instead = (halves(simulate(rules, strategy, deals, seed, given=given, progress=progress), given.seat)
                         for given in holdings)
        rows += [(rules.title, beside, when, *contrast(held[half], instead[half]))
                 for half, when in enumerate((FIRST_HALF, SECOND_HALF))]
    return pd.DataFrame(rows, columns=["game", "beside", "when", "cost", "low", "high"])


# Voids.

ALIKE = ["honours", "high_hearts", "high"]  # what hands of the same strength agree in: columns of `tables.holdings`
ONE_VOID, TWO_VOIDS = "one void", "two voids"


def voids(hands: pd.DataFrame) -> pd.Series:
    """In how many suits a hand has no card, from the columns of `tables.holdings`."""
    return (hands[list(c.SUIT_NAMES)] == 0).sum(axis=1)


def void_savings(run: Run, *, at_least: int = 100) -> pd.DataFrame:
    """The points that voids save after the pass, against hands of the same strength with none: game, void, saved, low, high.

    A void is one of "one void", "two voids", and "clubs", "diamonds", "spades", "hearts" for one void, in that suit. Of the
    same strength are hands that hold the same of Q♠ K♠ A♠, as many hearts above the ten, and as many A K Q of clubs and
    diamonds. Kinds with fewer than `at_least` hands are left out.
    """
    hands, rows = tables.holdings(run), []
    number = voids(hands)
    kinds = {ONE_VOID: number == 1, TWO_VOIDS: number == 2,
             **{suit: (number == 1) & (hands[suit] == 0) for suit in c.SUIT_NAMES}}
    for name, void in kinds.items():
        if void.sum() >= at_least:
            some = hands[void | (number == 0)].assign(void=void)
            rows.append((run.rules.title, name, *opposite(matched(some, ALIKE, "void"))))
    if not rows:
        raise ValueError(TOO_FEW)
    return pd.DataFrame(rows, columns=["game", "void", "saved", "low", "high"])
