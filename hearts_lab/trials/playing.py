"""Claims about following, discarding and voids: 1, 2, 7, 12, 31."""

from __future__ import annotations

import numpy as np

from hearts_lab import tables
from hearts_lab.given import Given
from hearts_lab.trials.trial import HERO, Estimate, Trial


def claim_1(trial: Trial) -> dict[str, Estimate]:
    """Duck with the highest card that still loses."""
    return {"rather than low": trial.saved(HERO, f"{HERO}+duck=low"),
            "rather than by chance": trial.saved(HERO, f"{HERO}+duck=any")}


def claim_2(trial: Trial) -> dict[str, Estimate]:
    """Win cheap early tricks high."""
    return {"": trial.saved(HERO, f"{HERO}+cheap_wins=off")}


def claim_7(trial: Trial) -> dict[str, Estimate]:
    """High hearts without small ones hurt, and late."""
    trial = trial.unpassed
    bare, guarded = (Given(holds="AH KH", counts={"low hearts": number}) for number in (0, 3))
    taken = tables.points_by_trick(trial.run(bare))[:, :, 0]
    half = taken.shape[1] // 2  # of an odd number of tricks the middle one belongs to neither half
    return {"unguarded rather than guarded": trial.costs(bare, guarded),
            "late rather than early": trial.mean(taken[:, -half:].sum(axis=1) - taken[:, :half].sum(axis=1))}


def claim_12(trial: Trial) -> dict[str, Estimate]:
    """A void in clubs or diamonds, beside hands of the same strength without one."""
    hands = trial.run().hands
    hands["void"] = (hands["clubs"] == 0) | (hands["diamonds"] == 0)
    fullest = hands[["clubs", "diamonds", "spades", "hearts"]].min(axis=1)
    hands = hands[hands["void"] | (fullest > 0)]
    strata = hands.groupby(["honours", "high_hearts", "high"], observed=True)["void"].transform("mean")
    hands = hands[(strata > 0) & (strata < 1)]
    return {"": matched(trial, hands, ["honours", "high_hearts", "high"], "void")}


def matched(trial: Trial, hands, alike: list[str], treated: str) -> Estimate:
    """How many points fewer the treated rows score than the other rows that are alike, each treated one counting alike.

    The rows of one deal hang together: the error is made of what each deal adds to it.
    """
    groups = hands.groupby(alike, observed=True)
    number, among = groups["score"].transform("size"), groups[treated].transform("sum")
    weight = np.where(hands[treated], 1.0, -among / (number - among)) / hands[treated].sum()
    score = hands["score"].to_numpy(dtype=float)
    centre = hands["score"].groupby([*(hands[name] for name in alike), hands[treated]], observed=True).transform("mean")
    pull = np.bincount(hands["deal"], weight * (score - centre))
    return trial.around(-float((weight * score).sum()), pull)


def claim_31(trial: Trial) -> dict[str, Estimate]:
    """When void, shed what is likely to cost later, not only points."""
    return {"": trial.saved(HERO, f"{HERO}+discards=points")}
