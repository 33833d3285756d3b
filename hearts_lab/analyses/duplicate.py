"""The same deal from every seat: how far apart the seats are, and what of a score is cards and what skill. For notebook 22."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

from hearts_lab.analyses.skill import Contest, jackknife, level
from hearts_lab.simulation import Run

PARTS = ("the cards", "the skill", "the two together")


def own_scores(contest: Contest) -> np.ndarray:
    """(deals, seats): what the better player scores in each deal, from each seat."""
    seats = np.arange(contest.rules.players)
    return contest.scores()[seats, :, seats].T.astype(float)


def by_seat(contest: Contest) -> np.ndarray:
    """(deals): how far the best and the worst seat of a deal are apart for the same player."""
    return np.ptp(own_scores(contest), axis=1)


@dataclass(frozen=True, eq=False)
class Parts:
    """What the ups and downs of a seat's score are made of, when one of two players sits there, either as likely.

    `table` has a row for each of `PARTS` (their shares add up to 1): part, share, low, high. The cards: how either would fare
    with them. The skill: that one player is better on the whole. The two together: that these very cards suit one of them.
    """

    table: pd.DataFrame

    @property
    def deals_until_even(self) -> int:
        """In how many deals skill explains as much as all else: its part grows with the square of the deals."""
        cards, skill, together = self.table["share"]
        return int(np.ceil((cards + together) / skill))


def parts(contest: Contest, equal: Run) -> Parts:
    """What a seat's ups and downs are made of, by a contest and the same deals with the weaker player in every seat."""
    if {player.name for player in equal.players} != {contest.weaker}:
        raise ValueError(f"For the parts of a score the same deals are played by {contest.weaker} in all seats.")
    better, weaker = own_scores(contest), own_scores(level(equal))
    mean, gap = (better + weaker) / 2, better - weaker
    rows = np.stack([(value**power).mean(axis=1) for value in (mean, gap) for power in (1, 2)], axis=1)

    def variances(sums):
        one, square, gap, gap_square = sums.mean(axis=0)
        return np.array([square - one**2, gap**2 / 4, (gap_square - gap**2) / 4])

    found = [(part, *jackknife(lambda sums, i=i: variances(sums)[i] / variances(sums).sum(), rows))
             for i, part in enumerate(PARTS)]
    return Parts(pd.DataFrame(found, columns=["part", "share", "low", "high"]))
