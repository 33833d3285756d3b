"""The experiments behind the strategy claims, one short function each: `claim_14(trial)` tries claim 14.

Each is given a game and a level of players, and returns the effect with its interval for each part of the claim, by the name
that the part has in `data/claims.toml` ("" where there are no parts). To add one, write such a function in the file of its
subject and give it the number of its claim.
"""

from __future__ import annotations

from hearts_lab.trials import ending, games, high_spades, moons, passing, playing, which_game

SUBJECTS = (playing, passing, high_spades, moons, ending, games, which_game)
TRIALS = {int(name.removeprefix("claim_")): function for subject in SUBJECTS
          for name, function in vars(subject).items() if name.startswith("claim_")}
