"""Claims about whole games: 28, 29, 30, 32."""

from __future__ import annotations

import numpy as np

from hearts_lab import tables
from hearts_lab.analyses.trials.trial import Estimate, Trial, opposite, scores


def claim_28(trial: Trial) -> dict[str, Estimate]:
    """Among how many cards a seat may choose, and how often there is but one, beside standard Hearts."""
    maria, standard = trial.run(), trial.among("standard").run()
    return {"fewer choices": opposite(trial.mean(maria.choices.mean(axis=1) - standard.choices.mean(axis=1))),
            "more forced turns": trial.mean(maria.forced.mean(axis=1) - standard.forced.mean(axis=1))}


def claim_29(trial: Trial) -> dict[str, Estimate]:
    """What the seat that leads first scores beyond the mean, and seat 0 over whole rounds."""
    run, n = trial.run(), trial.rules.players
    beyond = scores(run) - scores(run).mean(axis=1, keepdims=True)
    first = beyond[np.arange(len(run)), (run.numbers - 1) % n]
    rounds = len(run) // n
    return {"the dealer matters": trial.mean(first),
            "whole rounds even it out": trial.mean(beyond[: rounds * n, 0].reshape(rounds, n).mean(axis=1))}


def claim_30(trial: Trial) -> dict[str, Estimate]:
    """The points that all seats take together, beyond 43."""
    points = trial.run().settled[:, tables.POINTS].sum(axis=1) - 43
    return {"": (float(points.mean()), float(points.min()), float(points.max()))}


def claim_32(trial: Trial) -> dict[str, Estimate]:
    """How often a seat takes nothing, and how often one takes everything."""
    run = trial.run()
    points, seats = run.settled[:, tables.POINTS], np.repeat(run.numbers, trial.rules.players)
    return {"nothing": trial.chance(seats, (points == 0).ravel()),
            "everything": trial.chance(run.numbers, (points == trial.rules.total).any(axis=1))}
