"""Claims about Q♠ K♠ A♠ and smoking the queen out: 3, 4, 14, 15, 16, 27."""

from __future__ import annotations

from hearts_lab import tables
from hearts_lab.analyses.trials.trial import HERO, Estimate, Trial, opposite, scores
from hearts_lab.given import Given
from hearts_lab.players import named

THREE = ("QS", "KS", "AS")
NONE = " ".join(THREE)


def alone(card: str, guards: int) -> Given:
    """Seat 0 holds one of the three high spades, neither of the others, and so many below the queen."""
    return Given(holds=card, lacks=" ".join(other for other in THREE if other != card), counts={"low spades": guards})


def without(guards: int) -> Given:
    """Seat 0 holds none of the three, and so many below the queen."""
    return Given(lacks=NONE, counts={"low spades": guards})


def claim_3(trial: Trial) -> dict[str, Estimate]:
    """What A♠ costs with four lower spades, and with none."""
    trial = trial.unpassed
    return {"four lower spades: little trouble": trial.costs(alone("AS", 4), without(4)),
            "no lower spade: dangerous": trial.costs(alone("AS", 0), without(0))}


def claim_4(trial: Trial) -> dict[str, Estimate]:
    """How often Q♠ with four lower spades comes home, and whether to pass her."""
    held, player = alone("QS", 4), named(HERO)
    run = trial.unpassed.run(held)
    return {"she comes home": trial.chance(run.numbers, tables.took(run)[:, 0]),
            "keeping her rather than passing her": trial.passed.saved(player.keeping("QS"), player.passing("QS"), held)}


def claim_14(trial: Trial) -> dict[str, Estimate]:
    """Lead spades without a high one, or wait."""
    comparison = trial.unpassed.compare(f"{HERO}+smoking=clean", HERO, Given(lacks=NONE, counts={"low spades": (2, 10)}))
    return {"points": comparison.saved, "the queen": comparison.change(tables.caught_at_home)}


def claim_15(trial: Trial) -> dict[str, Estimate]:
    """Lead spades with A♠ or K♠ and many others, or wait."""
    return {f"{word} lower spades": opposite(trial.unpassed.saved(
        f"{HERO}+smoking=always", HERO, Given(lacks="QS", counts={"AS KS": 1, "low spades": number})))
        for number, word in ((4, "four"), (5, "five"), (6, "six"))}


def claim_16(trial: Trial) -> dict[str, Estimate]:
    """Lead spades from under one's own Q♠, or wait."""
    return {f"{word} lower spades": trial.unpassed.saved(f"{HERO}+self_smoking=4", HERO, alone("QS", number))
            for number, word in ((4, "four"), (5, "five"), (6, "six"))}


def claim_27(trial: Trial) -> dict[str, Estimate]:
    """What each high spade costs in Black Maria beyond what it costs in standard Hearts, as shares of a deal's points."""
    trial = trial.unpassed
    standard = trial.among("standard")

    def beyond(given: Given):
        one, other = (each.run(given) for each in (trial, standard))
        return scores(one)[:, 0] / trial.rules.total - scores(other)[:, 0] / standard.rules.total

    none = beyond(without(1))
    return {f"{card[0]}♠": trial.contrast(beyond(alone(card, 1)), none) for card in reversed(THREE)}
