"""Claims about following, discarding and voids: 1, 2, 7, 12, 31."""

from __future__ import annotations

from hearts_lab.estimates import matched
from hearts_lab.given import Given
from hearts_lab.high_cards import ALIKE, halves, voids
from hearts_lab.trials.trial import HERO, Estimate, Trial, opposite


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
    early, late = halves(trial.run(bare), 0)
    return {"unguarded rather than guarded": trial.costs(bare, guarded), "late rather than early": trial.mean(late - early)}


def claim_12(trial: Trial) -> dict[str, Estimate]:
    """A void in clubs or diamonds, beside hands of the same strength without one."""
    hands = trial.run().hands
    hands["void"] = (hands["clubs"] == 0) | (hands["diamonds"] == 0)
    hands = hands[hands["void"] | (voids(hands) == 0)]
    return {"": opposite(matched(hands, ALIKE, "void", confidence=trial.confidence))}


def claim_31(trial: Trial) -> dict[str, Estimate]:
    """When void, shed what is likely to cost later, not only points."""
    return {"": trial.saved(HERO, f"{HERO}+discards=points_only")}
