"""How the expert's weights are found: an evolution strategy in self-play, seeded, that anyone can run again.

    python -m hearts_lab.evolution standard --players 4 --seed 1

Every generation, candidates drawn around the present weights play the same deals from every seat against the present weights,
an earlier best and the simple players; the next weights lean towards the candidates that lost least, and the spread of each
weight adapts (separable CMA-ES, Ros & Hansen 2008). First the normal plan is evolved without moons, then the shooting plan and the
defence with the threshold for shooting frozen (evolved, it drifts to "always"); the threshold is chosen last, on other deals.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from datetime import date
from functools import cache

import numpy as np

from hearts_lab import policy
from hearts_lab.estimates import interval
from hearts_lab.policy import FEATURES, PARTS, PLANS, SHOOTING
from hearts_lab.players import Strategy, named
from hearts_lab.rules import DATA, Rules, variant
from hearts_lab.simulation import simulate

# What a sound player would say to begin with, in points of a deal.
START = {
    "normal": {
        "lead": {"wins early": -1, "wins late": -1, "height": -1, "wins, with voids behind": -1, "wins, queen may fall": -3,
                 "wins, its cost": -1, "others' length": 1, "last of its suit": 0.5, "surely loses": 0.5,
                 "nobody else has the suit": -2, "smokes, no high spade": 1, "smokes, high spade held": -2,
                 "high spade, queen out": -4, "own queen, low spade": -1, "the queen": -4, "bonus card, wins": 1, "bonus card": -1},
        "follow": {"wins points": -1, "wins, with voids behind": -1, "wins, queen may fall": -4, "wins, its cost": -1,
                   "loses, its cost": 1, "wins early": -0.5, "wins late": -1, "loses, height": 1, "wins, height": 0.5,
                   "loses, the queen": 5, "above the queen, loses": 2, "above the queen, wins": -1, "own queen, guard spent": -0.5,
                   "clean trick, height": 1, "last and worthless, height": 1, "threat winning, wins points": 2,
                   "threat winning, gives": -3, "wins bonus": 1, "bonus card, wins": 1, "bonus card, loses": -1},
        "discard": {"cost": 1, "queen": 5, "height": 1, "unguarded height": 1, "last of its suit": 0.5,
                    "high spade, queen out": 4, "high spade, guards": -1, "guard of own queen": -2, "threat winning, cost": -4,
                    "bonus card": -1},
        "pass": {"height": 2, "unguarded height": 1, "suit may go": 0.5, "low spade": -2, "queen": 7, "queen, guards": -1.5,
                 "high spade": 5, "high spade, guards": -1, "heart, height": 3, "heart, guards": -0.3, "bonus card": -1,
                 "lowest heart": -0.5},
        "shooting": {"never": 11, "winners": 1, "plain losers": 1, "heart losers": 1.5, "spade losers": 1, "queen elsewhere": 1,
                     "points taken": 3, "late": 2},
    },
    "shoot": {
        "lead": {"wins early": 2, "wins late": 2, "height": 1, "own length": 2, "nobody else has the suit": 1, "heart, wins": 1,
                 "wins, its cost": 1, "heart": -0.5},
        "follow": {"wins points": 2, "wins, its cost": 1, "loses, its cost": -2, "wins early": 0.5, "wins late": 1,
                   "loses, height": -1, "wins, height": -0.5, "bonus card, wins": 1, "wins bonus": 1},
        "discard": {"cost": -2, "height": -2, "nobody else has the suit": -2, "length": -1, "queen": -3},
        "pass": {"height": -4, "unguarded height": -1, "length": -3, "heart": -1, "heart, height": -4, "low spade": 0.5,
                 "queen": -2, "high spade": -3},
    },
}
CROWD = ("cautious", "smoker")  # beside the present and earlier bests


@cache
def _contestant() -> Callable:
    """A compiled strategy that finds the address of its weights in `view.habits`, so that no candidate is compiled anew."""
    from numba import carray, types
    from numba.extending import intrinsic

    from hearts_lab.compiled import _clones

    @intrinsic
    def at(context, address):
        def inttoptr(context, builder, signature, arguments):
            return builder.inttoptr(arguments[0], context.get_value_type(signature.return_type))

        return types.CPointer(types.float64)(address), inttoptr

    by_weights, shape = _clones()[policy.by_weights], (len(PLANS), len(PARTS), policy.WIDTH)

    def contestant(view):
        return by_weights(view, carray(at(view.habits), shape))

    return contestant


def contestant(weights: np.ndarray) -> Strategy:
    """A player with these weights. It reads them where they lie: keep the array as long as the player."""
    return Strategy("contestant", _contestant(), habits=weights.ctypes.data)


def paired(rules: Rules, one: Strategy, others: list[Strategy], deals: int, seed: int, start: int = 1) -> np.ndarray:
    """(deals,) how many points a deal `one` scores more than the mean of the others, the mean over all its seats; low is good."""
    found, sign = np.zeros(deals), 1 if rules.low_wins else -1
    for seat in range(rules.players):
        line = [*others[:seat], one, *others[seat:]]
        scores = simulate(rules, line, deals, seed, start=start, progress=False).settled[:, 0]
        found += sign * (scores[:, seat] * rules.players - scores.sum(axis=1)) / (rules.players - 1) / rules.players
    return found


def evolve(rules: Rules, weights: np.ndarray, free: np.ndarray, *, seed: int, generations: int, deals: int, size: int = 32,
           spread: float = 0.3, report: Callable[[int, float], None] = lambda generation, gain: None) -> np.ndarray:
    """Better weights than these: those of `free` (a mask of their shape) evolved, the others left alone.

    `size` candidates a generation, each over `deals` deals from every seat. Returns the mean of the last quarter of the
    generations, steadier than any one of them.
    """
    random = np.random.default_rng(seed)
    n, best = int(free.sum()), max(2, size // 2)
    share = np.log(best + 0.5) - np.log(np.arange(1, best + 1))
    share /= share.sum()
    few = 1 / (share**2).sum()
    c_step, c_path = (few + 2) / (n + few + 5), (4 + few / n) / (n + 4 + 2 * few / n)
    damping = 1 + c_step + 2 * max(0.0, np.sqrt((few - 1) / (n + 1)) - 1)
    c_one = 2 / ((n + 1.3) ** 2 + few) * (n + 2) / 3
    c_many = min(1 - c_one, 2 * (few - 2 + 1 / few) / ((n + 2) ** 2 + few) * (n + 2) / 3)
    expected = np.sqrt(n) * (1 - 1 / (4 * n) + 1 / (21 * n * n))
    mean, variance, path, step_path = weights[free], np.ones(n), np.zeros(n), np.zeros(n)
    archive, last = [weights.copy()], []
    crowd, start = [named(name) for name in CROWD], 1
    for generation in range(generations):
        present, earlier = _with(weights, free, mean), archive[random.integers(len(archive))]
        tables = [[contestant(present)] * (rules.players - 1), [contestant(earlier)] * (rules.players - 1)]
        if random.random() < 0.5:
            tables[1] = [crowd[random.integers(len(crowd))] for _ in range(rules.players - 1)]
        drawn = random.standard_normal((size // 2, n))
        drawn = np.concatenate([drawn, -drawn])
        lost = np.zeros(len(drawn))
        for i, z in enumerate(drawn):
            candidate = _with(weights, free, mean + spread * np.sqrt(variance) * z)
            for table in tables:
                lost[i] += paired(rules, contestant(candidate), table, deals // 2, seed, start).mean() / 2
        start += deals // 2
        order = drawn[np.argsort(lost, kind="stable")[:best]]
        move = share @ order
        mean = mean + spread * np.sqrt(variance) * move
        step_path = (1 - c_step) * step_path + np.sqrt(c_step * (2 - c_step) * few) * move
        path = (1 - c_path) * path + np.sqrt(c_path * (2 - c_path) * few) * move * np.sqrt(variance)
        variance = (1 - c_one - c_many) * variance + c_one * path**2 + c_many * variance * (share @ order**2)
        spread *= np.exp(c_step / damping * (np.linalg.norm(step_path) / expected - 1))
        if generation % 10 == 9:
            archive.append(_with(weights, free, mean))
        if generation >= generations - max(1, generations // 4):
            last.append(mean)
        report(generation, float(lost.mean()), float(spread))
    return _with(weights, free, np.mean(last, axis=0))


def _with(weights: np.ndarray, free: np.ndarray, values: np.ndarray) -> np.ndarray:
    found = weights.copy()
    found[free] = values
    return found


def mask(plans=PLANS, parts=PARTS) -> np.ndarray:
    """The weights of these plans and parts that exist; the shooting part is common to both plans and lies with the first."""
    found = np.zeros((len(PLANS), len(PARTS), policy.WIDTH), bool)
    for plan in plans:
        for part in parts:
            if part != PARTS[SHOOTING] or plan == PLANS[0]:
                found[PLANS.index(plan), PARTS.index(part), : len(FEATURES[part])] = True
    return found
