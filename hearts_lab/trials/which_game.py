"""Claims about which game to choose: 23, 24, 25, 26, 33."""

from __future__ import annotations

from hearts_lab import ladies, sheets, skill
from hearts_lab.players import named
from hearts_lab.trials.trial import Estimate, Trial, shifted

EVENING = 12  # deals
SIZES = range(3, 7)


def weaker_than(level) -> str:
    """Whom a level is measured against when it sits in one seat."""
    return "random" if named(level).name == "cautious" else "cautious"


def better_than(level) -> str:
    """Who sits in one seat among players of a level to show what skill is worth."""
    return "cautious" if named(level).name == "random" else "expert"


def contest(trial: Trial, better, weaker, players: int | None = None) -> skill.Contest:
    return skill.contest(trial.rules, better, weaker, trial.deals, trial.seed, players=players, progress=trial.progress)


def claim_23(trial: Trial) -> dict[str, Estimate]:
    """How often the better player is ahead after an evening by Howell's settlement, less how often by the sweepstake."""
    howell = contest(trial, trial.level, weaker_than(trial.level))
    return {"": trial.mean(howell.ahead(EVENING) - howell.under("foster_sweep").ahead(EVENING))}


def claim_24(trial: Trial) -> dict[str, Estimate]:
    """A♠ K♠ beside A♥ K♥, no other high card; and who gets the second lady of those that another seat gets."""
    spades, hearts = (ladies.given(words) for words in ("A♠ K♠", "A♥ K♥"))
    gone = ladies.returns(trial.run())
    gone = gone[gone["taker"] != gone["seat"]]
    back = trial.chance(gone["deal"], gone["returned"])
    return {"as dangerous": trial.unpassed.costs(spades, hearts),
            "the counterattack": shifted(back, 1 / (trial.rules.players - 1))}


def claim_25(trial: Trial) -> dict[str, Estimate]:
    """Skill in one deal with the number of players that is praised, less with the best of the other numbers."""
    praised = 3 if trial.rules.name.startswith("black_maria") else 4
    found = {n: contest(trial, better_than(trial.level), trial.level, n) for n in SIZES}
    rival = max((n for n in SIZES if n != praised), key=lambda n: found[n].skill[0])
    return {"": skill.difference(found[praised], found[rival], trial.confidence)}


def claim_26(trial: Trial) -> dict[str, Estimate]:
    """Skill in one deal and changes of lead in a match, beside Black Lady as Culbertson plays it."""
    games = (trial, trial.among("culbertson"))
    one, other = (contest(game, better_than(trial.level), trial.level) for game in games)
    changes = [sheets.matches(game.run())["changes"] for game in games]
    return {"skill": skill.difference(one, other, trial.confidence), "tension": trial.contrast(*changes)}


def claim_33(trial: Trial) -> dict[str, Estimate]:
    """In what share of the tricks the last player can choose which of two others wins."""
    return {"": trial.mean(trial.run().turns.switched.mean(axis=1))}
