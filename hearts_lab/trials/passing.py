"""Claims about the pass: 5, 6, 8, 9, 10, 11, 13."""

from __future__ import annotations

from hearts_lab import tables
from hearts_lab.given import SETS, Given
from hearts_lab.moons import others_moon, receivers_moon
from hearts_lab.players import named
from hearts_lab.trials.trial import HERO, Estimate, Trial, opposite

HIGH = {"spades and hearts": "AS KS QS AH KH QH", "clubs and diamonds": "AC KC QC AD KD QD"}


def claim_5(trial: Trial) -> dict[str, Estimate]:
    """Pass for a void, or to be rid of high cards."""
    chance, player = f"{HERO}+passes=random", named(HERO)
    dear, plain = (player.passing(cards) for cards in HIGH.values())
    return {"a void rather than chance": trial.saved(f"{HERO}+passes=void", chance),
            "high cards rather than chance": trial.saved(f"{HERO}+passes=high", chance),
            "high spades and hearts rather than high clubs and diamonds": trial.saved(dear, plain)}


def claim_6(trial: Trial) -> dict[str, Estimate]:
    """Pass A♠ and K♠, or keep them, by the lower spades beside them."""
    trial, player = trial.passed, named(HERO)
    guards = {"none or one lower spade": (0, 1), "two or three lower spades": (2, 3), "four or more lower spades": (4, 10)}
    return {part: trial.saved(player.passing("AS KS"), player.keeping("AS KS"),
                              Given(lacks="QS", counts={"AS KS": (1, 2), "low spades": number}))
            for part, number in guards.items()}


def claim_8(trial: Trial) -> dict[str, Estimate]:
    """Three small clubs (or diamonds) and three small spades: which to pass for a void?"""
    trial, player, found = trial.passed, named(HERO), {}
    for suit in ("clubs", "diamonds"):
        both = Given(counts={f"low {suit}": 3, f"high {suit}": 0, "low spades": 3, "high spades": 0})
        first, second = (player.passing(SETS[f"low {one}"]) for one in (suit, "spades"))
        found[f"{suit} rather than spades"] = trial.saved(first, second, both)
    return found


def claim_9(trial: Trial) -> dict[str, Estimate]:
    """Keep the spades below the queen, or pass them first."""
    player, small = named(HERO), SETS["low spades"]
    comparison = trial.compare(player.keeping(small), player.passing(small))
    return {"points": comparison.saved, "the queen": opposite(comparison.change(tables.took))}


def claim_10(trial: Trial) -> dict[str, Estimate]:
    """The three highest cards passed, or the three lowest."""
    return {"": trial.compare(f"{HERO}+passes=high", f"{HERO}+passes=low").change(receivers_moon)}


def claim_11(trial: Trial) -> dict[str, Estimate]:
    """One low heart passed, or none; A♥ kept, or passed."""
    heart = trial.compare(f"{HERO}+low_heart=pass_low", f"{HERO}+low_heart=none")
    player = named(HERO)
    ace = trial.passed.compare(player.keeping("AH"), player.passing("AH"), Given(holds="AH"))
    return {"a low heart passed": opposite(heart.change(receivers_moon)), "its price": opposite(heart.saved),
            "A♥ kept": opposite(ace.change(others_moon))}


def claim_13(trial: Trial) -> dict[str, Estimate]:
    """What remembering the cards that one passed saves, with the pass to the left less with the pass to the right."""
    left, right = (trial.under(pass_cycle=way).compare(HERO, f"{HERO}+remembers_pass=off") for way in ("left", "right"))
    return {"": trial.mean(right.by_deal - left.by_deal)}
