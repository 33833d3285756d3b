"""Claims about shooting the moon: 18, 19, 20."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from hearts_lab import moons, tables
from hearts_lab.given import Given
from hearts_lab.trials.trial import Estimate, Trial, shifted

ADVERTISED = 25  # the points that the source threatens with


def claim_18(trial: Trial) -> dict[str, Estimate]:
    """How often an attempt fails, and whether the most that a failure may cost is 25."""
    tried = tables.attempts(trial.run())
    beyond = float(moons.dearest_failure(trial.rules) - ADVERTISED)
    return {"failures": trial.chance(tried["deal"], ~tried["moon"]), "the bound is 25": (beyond, beyond, beyond)}


def claim_19(trial: Trial) -> dict[str, Estimate]:
    """Learn from the deals of another seed who takes everything, and rank these."""
    model = moons.learned(moons.moon_hands(replace(trial, seed=trial.seed + 1).run()))
    return {"": shifted(model.ranks(moons.moon_hands(trial.run()), trial.confidence), 0.5)}


def claim_20(trial: Trial) -> dict[str, Estimate]:
    """A♥ with K♥ in another hand, which keeps it or does not; the same with A♥ and K♥, and Q♥ there."""
    def prevented(given: Given) -> np.ndarray:
        kept, free = (moons.against(given, stops, trial.rules, trial.level, trial.deals, trial.seed, progress=trial.progress)
                      for stops in ("keep", "never"))
        return np.subtract(free, kept, dtype=float)

    alone, both = prevented(moons.ACE_ALONE), prevented(moons.ACE_AND_KING)
    return {"A♥ without K♥": trial.mean(alone), "more than with both": trial.contrast(alone, both)}
