"""Skill and luck: one better player among weaker ones, the same deals with him in every seat, and how soon he is ahead."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from math import ceil

import numpy as np
import pandas as pd

from hearts_lab.estimates import CONFIDENCE, interval, normal_width, t_width
from hearts_lab.experiments import different, same_cards
from hearts_lab.players import Strategy, named
from hearts_lab.rules import Rules, variant
from hearts_lab.simulation import Run, settle_pools, simulate

BLOCKS = 40  # of a jackknife: the deals are left out a fortieth at a time
# What may differ between two games whose deals are played in the same way.
SETTLEMENT = ("name", "title", "source", "summary", "based_on", "settlement", "jack", "deals", "target")


class StoppedError(ValueError):
    """A contest that was stopped before every seat had its turn."""


@dataclass(frozen=True, eq=False)
class Contest:
    """The same deals, the better player in each seat in turn among weaker ones: `runs[seat]` has him in that seat.

    How far he is ahead in a deal is the mean score of the others less his own, or with a pool his counters less theirs.
    """

    rules: Rules
    better: str
    weaker: str
    runs: tuple[Run, ...]

    @property
    def deals(self) -> int:
        return len(self.runs[0])

    def scores(self, evening: int | None = None) -> np.ndarray:
        """(seats, deals, seats): by the seat of the better player, what every seat scores, as `rules` settle.

        With a pool every `evening` of so many deals starts with an empty table; without a number there is one evening.
        """
        if self.rules.low_wins:
            return np.array([run.settled[:, 0] for run in self.runs])
        return np.array([counters(run, self.rules, evening) for run in self.runs])

    def leads(self, evening: int | None = None) -> np.ndarray:
        """(deals, seats): how far the better player is ahead of the mean of the others in each deal, from each seat."""
        scores = self.scores(evening).astype(float)
        seats = np.arange(self.rules.players)
        own = scores[seats, :, seats].T
        ahead = own - (scores.sum(axis=2).T - own) / (self.rules.players - 1)
        return 0 - ahead if self.rules.low_wins else ahead

    @cached_property
    def lead(self) -> tuple[float, float, float]:
        """How far the better player is ahead in a deal on average: points or counters, low, high."""
        return interval(self.leads().mean(axis=1))

    @cached_property
    def _sums(self) -> np.ndarray:
        """(deals, 6): the sums over the seats of lead, lead², own score, own score², everybody's score and its square."""
        scores, leads = self.scores().astype(float), self.leads()
        seats = np.arange(self.rules.players)
        own = scores[seats, :, seats].T
        every = scores.transpose(1, 0, 2).reshape(self.deals, -1)
        return np.stack([(value**power).mean(axis=1) for value in (leads, own, every) for power in (1, 2)], axis=1)

    def skill_of(self, sums: np.ndarray) -> float:
        """The mean lead in standard deviations of the better player's score, from the rows of `_sums`."""
        lead, _, own, own_square, *_ = sums.mean(axis=0)
        return lead / np.sqrt(own_square - own**2)

    @cached_property
    def skill(self) -> tuple[float, float, float]:
        """How far the better player is ahead in one deal, in standard deviations of his score: skill, low, high."""
        return jackknife(self.skill_of, self._sums)

    @cached_property
    def explained(self) -> tuple[float, float, float]:
        """The share of the variance of a seat's score that is explained by who sits there: share, low, high.

        The rest is luck: the cards, and what the others do.
        """
        p = 1 / self.rules.players

        def share(sums):
            lead, *_, every, square = sums.mean(axis=0)
            return p * (1 - p) * lead**2 / (square - every**2)

        return jackknife(share, self._sums)

    def deals_needed(self, chance: float = 0.9) -> int | None:
        """After how many deals the better player is ahead with this chance, if many deals add up to a normal curve.

        None when he is not clearly ahead at all.
        """
        if not 0.5 < chance < 1:
            raise ValueError(f"A chance of being ahead lies between a half and 1, such as 0.9; {chance!r} does not.")
        if self.lead[1] <= 0:
            return None
        width = normal_width(2 * chance - 1)  # so many standard deviations leave 1 - chance on one side
        return max(1, ceil((width * self.leads().std() / self.lead[0]) ** 2))

    def ahead(self, evening: int) -> np.ndarray:
        """(evenings): in which share of the seats the better player is ahead after so many deals; level counts half."""
        if isinstance(evening, bool) or not isinstance(evening, int | np.integer) or not 1 <= evening <= self.deals:
            raise ValueError(f"An evening has 1 to {self.deals:,} deals here, not {evening!r}.")
        leads = self.leads(evening)
        evenings = self.deals // evening
        totals = leads[: evenings * evening].reshape(evenings, evening, -1).sum(axis=1)
        level = np.abs(totals) < 1e-9
        return np.where(level, 0.5, totals > 0).mean(axis=1)

    def curve(self, evenings: Iterable[int]) -> pd.DataFrame:
        """How often the better player is ahead after so many deals: game, deals, share, low, high (as far as there are two)."""
        rows = [(self.rules.title, evening, *interval(self.ahead(evening))) for evening in evenings
                if 2 * evening <= self.deals]
        return pd.DataFrame(rows, columns=["game", "deals", "share", "low", "high"])

    def beyond(self, other: Contest, evenings: Iterable[int]) -> pd.DataFrame:
        """How much oftener its better player is ahead than the one of another contest over the same deals.

        Against `level`, what skill adds to luck. Columns: game, deals (in an evening), share (the difference), low, high.
        """
        _same_deals(self, other)
        rows = [(self.rules.title, evening, *interval(self.ahead(evening) - other.ahead(evening))) for evening in evenings
                if 2 * evening <= self.deals]
        return pd.DataFrame(rows, columns=["game", "deals", "share", "low", "high"])

    def under(self, rules: Rules | str) -> Contest:
        """The same deals and plays, settled as in another game that differs in nothing else. Raises ValueError."""
        other = same_cards(self.rules, variant(rules, self.rules.players))
        kept = {field: getattr(self.rules, field) for field in SETTLEMENT}
        if replace(other, **kept) != self.rules or other.low_wins:
            raise ValueError(f"The deals of {self.rules.title} cannot be settled as in {other.title}: more than the "
                             "settlement in counters differs.")
        return replace(self, rules=other)


def contest(rules: Rules | str, better: str | Strategy, weaker: str | Strategy, deals: int, seed: int = 1, *,
          players: int | None = None, progress: bool | Callable[[int, int], bool] = True) -> Contest:
    """Play the same deals with the better player in each seat in turn, the weaker one in all the others.

    >>> contest("black_maria", "cautious", "random", deals=40, progress=False).lead[0] > 0
    True
    """
    rules, better, weaker = variant(rules, players), named(better), named(weaker)
    different(better, weaker)
    if isinstance(deals, int) and deals < 2:
        raise ValueError("A contest needs at least two deals.")
    runs: list[Run] = []
    going = True

    def show(done, _):
        nonlocal going
        going = going and progress(len(runs) * deals + done, rules.players * deals)
        return going

    for seat in range(rules.players):
        if not going:
            raise StoppedError("The contest was stopped before every seat had its turn.")
        line = [better if other == seat else weaker for other in range(rules.players)]
        runs.append(simulate(rules, line, deals, seed, progress=show if callable(progress) else progress))
    if len(runs[-1]) < deals:
        raise StoppedError("The contest was stopped before every seat had its turn.")
    return Contest(rules, better.name, weaker.name, tuple(runs))


def level(run: Run) -> Contest:
    """The same with a run in which all seats play alike, so that nobody is better: what luck alone brings each seat."""
    names = {player.name for player in run.players}
    if len(names) > 1:
        raise ValueError(f"Luck alone shows where all seats play alike, not {', '.join(sorted(names))}.")
    (name,) = names
    return Contest(run.rules, name, name, (run,) * run.rules.players)


def contests(games: Iterable[str | Rules], better: str | Strategy, weaker: str | Strategy, deals: int, seed: int = 1, *,
             players: int | None = None, progress: bool | Callable[[int, int], bool] = True) -> dict[str, Contest]:
    """The same contest in several games, by the name of the game; stopped, it keeps those that were finished."""
    named_games = {rules.name: rules for rules in (variant(game, players) for game in games)}
    found: dict[str, Contest] = {}
    # Games for different numbers of players do not take the same number of runs: progress counts deals of all of them.
    sizes = {name: rules.players * deals for name, rules in named_games.items()}

    def show(done, _):
        return progress(sum(sizes[name] for name in found) + done, sum(sizes.values()))

    for name, rules in named_games.items():
        try:
            found[name] = contest(rules, better, weaker, deals, seed, progress=show if callable(progress) else progress)
        except StoppedError:
            if not found:
                raise
            break
    return found


def skills(found: dict[str, Contest]) -> pd.DataFrame:
    """How much skill shows in one deal of each game, the most first: game (its name), skill, low, high."""
    rows = [(name, *one.skill) for name, one in found.items()]
    table = pd.DataFrame(rows, columns=["game", "skill", "low", "high"])
    return table.sort_values("skill", ascending=False, kind="stable", ignore_index=True)


def counters(run: Run, rules: Rules, evening: int | None = None) -> np.ndarray:
    """(deals, seats): the counters won in each deal as these rules settle, if each evening starts with an empty table."""
    from hearts_lab.compiled import entry

    settled, pools = run.settled.copy(), np.zeros_like(run.pools)
    for start in range(0, len(run), evening or len(run)):
        part = slice(start, start + (evening or len(run)))
        pools[:] = 0
        entry(settle_pools)(rules.record, settled[part], pools)
    return settled[:, 0]


def jackknife(statistic: Callable[[np.ndarray], float], rows: np.ndarray,
              confidence: float = CONFIDENCE) -> tuple[float, float, float]:
    """A number made of many independent rows, and its interval by leaving out a part of them at a time: value, low, high."""
    blocks = min(BLOCKS, len(rows))
    if blocks < 2:
        raise ValueError("An interval needs at least two values.")
    block = np.arange(len(rows)) * blocks // len(rows)
    value = statistic(rows)
    without = np.array([statistic(rows[block != one]) for one in range(blocks)])
    error = np.sqrt((blocks - 1) / blocks * ((without - without.mean()) ** 2).sum())
    width = t_width(confidence, blocks) * error
    return float(value), float(value - width), float(value + width)


def _same_deals(one: Contest, other: Contest) -> None:
    if one.deals != other.deals:
        raise ValueError("Two contests are compared over the same number of deals.")


def difference(one: Contest, other: Contest, confidence: float = CONFIDENCE) -> tuple[float, float, float]:
    """How much more skill shows in a deal of one contest than of the other: difference, low, high (standard deviations).

    Deals of the same number are taken together, whether or not they have the same cards.
    """
    _same_deals(one, other)
    both = np.concatenate([one._sums, other._sums], axis=1)
    half = one._sums.shape[1]
    return jackknife(lambda sums: one.skill_of(sums[:, :half]) - other.skill_of(sums[:, half:]), both, confidence)
