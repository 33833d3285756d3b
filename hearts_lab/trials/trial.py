"""One condition under which a claim is tried, a game and a level of players, and the few ways to ask it something."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from hearts_lab.estimates import around, contrast, interval, share
from hearts_lab.experiments import Comparison, compare, opposite, same_cards, scores
from hearts_lab.given import Given
from hearts_lab.players import Strategy
from hearts_lab.rules import Rules, variant
from hearts_lab.simulation import Run, simulate

Estimate = tuple[float, float, float]  # the value, and the interval from low to high
HERO = "steady"  # who sits in the changed seat, whatever the level of the others


@dataclass(frozen=True)
class Trial:
    """A game, the players at the table (`level`), how many deals of which seed, and how sure the intervals are to be."""

    rules: Rules
    level: str | Strategy
    deals: int
    seed: int
    confidence: float
    progress: bool | Callable[[int, int], bool] = False

    def under(self, **fields) -> Trial:
        """The same with some rules changed."""
        return replace(self, rules=self.rules.change(**fields))

    @property
    def unpassed(self) -> Trial:
        """The same without a pass: nobody has chosen his hand, only chance has."""
        return self.under(pass_count=0)

    @property
    def passed(self) -> Trial:
        """The same with a pass in every deal: the hold deals are left out of the cycle."""
        cycle = tuple(way for way in self.rules.pass_cycle if way != "hold")
        return self.under(pass_cycle=cycle) if cycle != self.rules.pass_cycle else self

    def among(self, game: str) -> Trial:
        """The same cards in another game, with as many players; without a pass where there is none here."""
        fields = {} if self.rules.pass_count else {"pass_count": 0}
        return replace(self, rules=same_cards(self.rules, variant(game, self.rules.players, **fields)))

    def compare(self, first: str | Strategy, second: str | Strategy, given: Given | None = None) -> Comparison:
        """One seat plays the first or the second, the others the level, on the same deals."""
        return compare(self.rules, first, second, self.deals, self.seed, others=self.level, given=given,
                       confidence=self.confidence, progress=self.progress)

    def saved(self, first: str | Strategy, second: str | Strategy, given: Given | None = None) -> Estimate:
        """The points that the first saves against the second in one seat."""
        return self.compare(first, second, given).saved

    def line(self, player: str | Strategy, seat: int) -> list[str | Strategy]:
        """The level in all seats but one."""
        return [player if place == seat else self.level for place in range(self.rules.players)]

    def run(self, given: Given | None = None) -> Run:
        """The level in all seats."""
        return simulate(self.rules, self.level, self.deals, self.seed, given=given, progress=self.progress)

    def mean(self, values) -> Estimate:
        """The mean of independent values."""
        return interval(values, self.confidence)

    def chance(self, deals, hits) -> Estimate:
        """A proportion of rows, those of one deal hanging together."""
        return share(deals, hits, self.confidence)

    def contrast(self, first, second) -> Estimate:
        """How much larger the mean of the first values is than that of the second, all of them independent."""
        return contrast(first, second, self.confidence)

    def around(self, value: float, pull) -> Estimate:
        """A value with its interval, from what each deal adds to its error."""
        return around(value, pull, self.confidence)

    def costs(self, held: Given, instead: Given, what: Callable[[Run], np.ndarray] = scores) -> Estimate:
        """How much more a seat scores in deals with one holding than in deals with another, the level in all seats."""
        return self.contrast(*(what(self.run(given))[:, given.seat] for given in (held, instead)))


def shifted(estimate: Estimate, by: float) -> Estimate:
    """An estimate of something else that is smaller by a fixed amount."""
    value, low, high = estimate
    return value - by, low - by, high - by


__all__ = ["HERO", "Estimate", "Trial", "opposite", "scores", "shifted"]
