"""How the expert's weights are found: an evolution strategy in self-play, seeded, that anyone can run again.

    python -m hearts_lab.evolution standard --players 4 --seed 1

Every generation, candidates drawn around the present weights play the same deals from every seat against the present
weights, an earlier best and the simple players; the next weights lean towards the candidates that lost least, and the spread
of each weight adapts (separable CMA-ES, Ros & Hansen 2008). First the normal plan is evolved without moons, then the shooting
plan and the defence together, then the judgement of moon hands too, its threshold frozen (evolved before there is a defence it
drifts to "always"); the threshold is chosen last, on other deals, against players who defend.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from datetime import date
from functools import cache
from pathlib import Path

import numpy as np

from hearts_lab import policy
from hearts_lab.cards import SPADES
from hearts_lab.draws import wrapping
from hearts_lab.estimates import interval
from hearts_lab.features import FEATURES, KINDS, NEVER, PARTS, PLANS, SHOOTING, WIDTH, kind_of
from hearts_lab.layout import whole
from hearts_lab.play import STATE
from hearts_lab.policy import as_array
from hearts_lab.rules import DATA, SEATS, Rules, variant
from hearts_lab.simple import cautious, smoker
from hearts_lab.simulation import play_deals
from hearts_lab.views import SETTING, VIEW, VIEWS, introduce

# What a sound player would say to begin with, in points of a deal.
START = {
    "normal": {
        "lead": {"wins early": -1, "wins late": -1, "height": -1, "wins, with voids behind": -1, "wins, queen may fall": -3,
                 "wins, its cost": -1, "others' length": 1, "last of its suit": 0.5, "surely loses": 0.5,
                 "nobody else has the suit": -2, "smokes, no high spade": 1, "smokes, high spade held": -2,
                 "high spade, queen out": -4, "own queen, low spade": -1, "the queen": -4, "bonus card, wins": 1,
                 "bonus card": -1},
        "follow": {"wins points": -1, "wins, with voids behind": -1, "wins, queen may fall": -4, "wins, its cost": -1,
                   "loses, its cost": 1, "wins early": -0.5, "wins late": -1, "loses, height": 1, "wins, height": 0.5,
                   "loses, the queen": 5, "above the queen, loses": 2, "above the queen, wins": -1,
                   "own queen, guard spent": -0.5, "clean trick, height": 1, "last and worthless, height": 1,
                   "threat winning, wins points": 2, "threat, loses, height": -1, "threat winning, gives": -3,
                   "wins bonus": 1, "bonus card, wins": 1, "bonus card, loses": -1},
        "discard": {"cost": 1, "queen": 5, "height": 1, "unguarded height": 1, "last of its suit": 0.5,
                    "high spade, queen out": 4, "high spade, guards": -1, "guard of own queen": -2, "threat winning, cost": -4,
                    "threat, height": -1, "bonus card": -1},
        "pass": {"height": 2, "unguarded height": 1, "suit may go": 0.5, "low spade": -2, "queen": 7, "queen, guards": -1.5,
                 "high spade": 5, "high spade, guards": -1, "heart, height": 3, "heart, guards": -0.3, "bonus card": -1,
                 "lowest heart": -0.5},
        "shooting": {"never": 3, "winners": 1, "plain losers": 1, "heart losers": 1.5, "spade losers": 1, "queen elsewhere": 1,
                     "points taken": 3, "late": 2, "counts for nobody": 3},
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
CROWD = (cautious, smoker)  # the simple players that candidates also meet


def play_lines(rules, seed, start, lines, settings, strategies, nothing, packs, state, views, pile, plays, passes, leaders,
               winners, settled, scores):
    """Play the same deals at every table of `lines` (tables, seats), each seat's player a number for `contestant`."""
    for i in range(lines.shape[0]):
        for seat in range(rules.players):
            settings[seat].habits = lines[i, seat]
        play_deals(rules, seed, start, settings, strategies, nothing, packs, state, views, pile, plays, passes, leaders,
                   winners, settled)
        for k in range(settled.shape[0]):
            for seat in range(rules.players):
                scores[i, k, seat] = settled[k, 0, seat]


@cache
def _contestants() -> tuple:
    """A compiled strategy for every seat that is one of CROWD or has the weights at the address in `view.habits`.

    So that no candidate is compiled anew.
    """
    import numba
    from numba.extending import intrinsic

    from hearts_lab.compiled import _OPTIONS, _PLAYER, _clones

    @intrinsic
    def at(context, address):
        def inttoptr(context, builder, signature, arguments):
            return builder.inttoptr(arguments[0], context.get_value_type(signature.return_type))

        return numba.types.CPointer(numba.types.float64)(address), inttoptr

    by_weights, one, two = (_clones()[function] for function in (policy.by_weights, *CROWD))
    shape = (len(PLANS), len(PARTS), WIDTH)

    @numba.njit(_PLAYER, **_OPTIONS)
    def contestant(view):
        if view.habits == 0:
            return one(view)
        if view.habits == 1:
            return two(view)
        return by_weights(view, numba.carray(at(view.habits), shape))

    return (contestant,) * SEATS


class Field:
    """A game's tables on which candidates meet, with the room that their deals need. `seed` names the deals."""

    def __init__(self, rules: Rules, seed: int):
        self.rules, self.seed = rules, seed

    def scores(self, lines: list[list], deals: int, start: int = 1) -> np.ndarray:
        """(tables, deals, seats): what the deals from `start` cost, low is good; a player is its weights or one of CROWD."""
        from hearts_lab.compiled import entry

        rules, size = self.rules, 52 * self.rules.packs
        number = np.array([[one if isinstance(one, int) else one.ctypes.data for one in line] for line in lines], np.uint64)
        found = np.zeros((len(lines), deals, rules.players), np.int64)
        tricks = (deals, rules.hand_size)
        loop = entry(play_lines)
        with wrapping():
            loop(rules.record, np.uint64(self.seed), start, number, np.zeros(SEATS, SETTING).view(np.recarray), _contestants(),
                 np.zeros((1, SEATS), np.int64), np.zeros((0, size), np.int8), np.zeros(1, STATE).view(np.recarray)[0],
                 np.zeros(1, VIEWS).view(np.recarray)[0], np.zeros(size, np.int64),
                 np.zeros((deals, rules.hand_size * rules.players), np.int8),
                 np.zeros((deals, rules.players, rules.hand_size), np.int8), np.zeros(tricks, np.int8),
                 np.zeros(tricks, np.int8), np.zeros((deals, 5, rules.players), np.int32), found)
        return found if rules.low_wins else -found

    def lost(self, ones: list, other, deals: int, start: int = 1) -> np.ndarray:
        """(ones, deals): how much more each scores than the others, who all play `other`, the mean over its seats."""
        seats = range(self.rules.players)
        lines = [[one if i == seat else other for i in seats] for one in ones for seat in seats]
        scores = self.scores(lines, deals, start).reshape(len(ones), len(seats), deals, len(seats))
        mine = np.einsum("asds->ad", scores) / len(seats)
        return (mine * len(seats) - scores.sum(axis=(1, 3)) / len(seats)) / (len(seats) - 1)


def evolve(rules: Rules, weights: np.ndarray, free: np.ndarray, *, seed: int, generations: int, deals: int, size: int = 32,
           spread: float = 0.3, crowd: float = 0.5, better_of_pair: bool = False,
           report: Callable[..., None] = lambda *_: None) -> np.ndarray:
    """Better weights than these: those of `free` (a mask of their shape) evolved, the others left alone.

    `size` candidates a generation, each over `deals` deals from every seat, half of them against the present weights, half
    against an earlier best or, with the chance `crowd`, one of the simple players. Candidates come in pairs on either side of
    the mean. If both may be chosen, chance cancels within pairs and the spread shrinks of itself, which suits a short run;
    `better_of_pair` keeps it wide for a long one. Returns the mean of the last quarter of the generations, steadier than any.
    """
    random = np.random.default_rng(seed)
    n, best = int(free.sum()), max(2, 3 * size // 8 if better_of_pair else size // 2)
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
    field, start = Field(rules, seed), 1
    for generation in range(generations):
        present, earlier = _with(weights, free, mean), archive[random.integers(len(archive))]
        opponents = [present, earlier if random.random() < 1 - crowd else int(random.integers(len(CROWD)))]
        drawn = random.standard_normal((size // 2, n))
        drawn = np.concatenate([drawn, -drawn])  # pairs on either side of the mean
        candidates = [_with(weights, free, mean + spread * np.sqrt(variance) * z) for z in drawn]
        lost = sum(field.lost(candidates, other, deals // 2, start).mean(axis=1) for other in opponents) / 2
        start += deals // 2
        chosen, least = drawn, lost
        if better_of_pair:
            pair = lost.reshape(2, -1)
            chosen, least = drawn.reshape(2, -1, n)[pair.argmin(axis=0), np.arange(size // 2)], pair.min(axis=0)
        order = chosen[np.argsort(least, kind="stable")[:best]]
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


def mask(rules: Rules, plans=PLANS, parts=PARTS) -> np.ndarray:
    """The weights of these plans and parts that matter in a game; the part for shooting lies with the normal plan.

    The others are left as they are: nothing in the game would hold them to any value.
    """
    idle = [word for word, active in (
        ("bonus", rules.bonuses), ("threat", rules.moon != "none"), ("cancels", rules.cancel != "none"),
        ("for nobody", rules.moon == "void"), ("clean", rules.first_trick == "clean"),
        ("queen", any(card.suit == SPADES for card in rules.penalties)),
    ) if not active]
    found = np.zeros((len(PLANS), len(PARTS), WIDTH), bool)
    for plan in plans:
        for part in parts:
            if part != PARTS[SHOOTING] or plan == PLANS[0]:
                unseen = [*idle, "threat"] if plan == PLANS[1] else idle  # who shoots has all the points: nobody threatens
                matter = [not any(word in name for word in unseen) for name in FEATURES[part]]
                found[PLANS.index(plan), PARTS.index(part), : len(matter)] = matter
    return found


# From a game to its entry in the data.

def kind(rules: Rules) -> str:
    """The kind of game, with its number of players, under which the weights for these rules are kept."""
    view = np.zeros(1, VIEW).view(np.recarray)[0]
    introduce(rules.record, np.zeros(1, STATE).view(np.recarray)[0], view)
    return f"{KINDS[kind_of(view)]} {rules.players}"


def without_moon(weights: np.ndarray) -> np.ndarray:
    """The same player, but it never goes for the moon."""
    found = weights.copy()
    found[0, SHOOTING, NEVER] = 1000.0
    return found


def choose_threshold(rules: Rules, weights: np.ndarray, *, seed: int, deals: int = 4000) -> np.ndarray:
    """These weights with the threshold for shooting that does best against three of the same that defend as they do."""
    found = weights.copy()
    steps = weights[0, SHOOTING, NEVER] + np.arange(-2, 8)
    candidates = [weights.copy() for _ in steps]
    for candidate, step in zip(candidates, steps, strict=True):
        candidate[0, SHOOTING, NEVER] = step
    for _ in range(2):  # the second time against players who shoot as often as the best of the first
        found = candidates[int(np.argmin(Field(rules, seed).lost(candidates, found, deals).mean(axis=1)))].copy()
    return found


def train(rules: Rules, weights: np.ndarray, *, fresh: bool, seed: int, generations: int, deals: int, spread: float,
          better_of_pair: bool = False, report: Callable[..., None] = print) -> np.ndarray:
    """Weights for these rules: from START the plans one after the other, from another game's weights both at once."""
    with_moon, decisions = rules.moon != "none", PARTS[:SHOOTING]
    settled = weights.copy() if with_moon else without_moon(weights)
    calm = mask(rules.change(moon="none"), PLANS[:1], decisions)  # where nobody shoots
    stages = [(without_moon(weights), calm, 0.5)]
    if with_moon:
        judged = mask(rules)
        judged[0, SHOOTING, NEVER] = False
        stages += [(None, mask(rules, parts=decisions), 0.1), (None, judged, 0.1)]
        stages = stages if fresh else stages[-1:]
    for stage, (start, free, crowd) in enumerate(stages):
        report(f"{kind(rules)}: stage {stage + 1} of {len(stages)}, {int(free.sum())} weights")
        found = evolve(rules, settled if start is None else start, free, seed=seed + stage, generations=generations,
                       deals=deals, spread=spread, crowd=crowd, better_of_pair=better_of_pair, report=report)
        settled[free] = found[free]
    return choose_threshold(rules, settled, seed=seed + len(stages)) if with_moon else settled


def as_names(weights: np.ndarray) -> dict:
    """The weights that are not 0 by plan, part and feature, rounded as they are kept in the data."""
    return {plan: {part: {name: round(float(value), 3) for name, value in zip(FEATURES[part], row, strict=False) if value}
                   for part, row in zip(PARTS, rows, strict=True) if row.any()}
            for plan, rows in zip(PLANS, weights, strict=True)}


def written(policies: dict) -> str:
    """The data file: a line for each part of each plan."""
    lines = []
    for name in sorted(policies, key=lambda name: (KINDS.index(name.rsplit(" ", 1)[0]), name)):
        entry = policies[name]
        plans = [f'    {json.dumps(plan)}: {{\n' + ",\n".join(f"     {json.dumps(part)}: {json.dumps(weights)}"
                                                            for part, weights in parts.items()) + "}"
                 for plan, parts in entry["weights"].items()]
        lines.append(f' {json.dumps(name)}: {{\n  "provenance": {json.dumps(entry["provenance"], ensure_ascii=False)},\n'
                     '  "weights": {\n' + ",\n".join(plans) + "}}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def main(words: list[str] | None = None) -> None:
    """Evolve the weights for one game and number of players and put them into the data, with where they come from."""
    parser = argparse.ArgumentParser(prog="python -m hearts_lab.evolution", description=main.__doc__)
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=None)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--generations", type=int, default=300, help="in each stage (default 300)")
    parser.add_argument("--deals", type=int, default=192, help="deals a candidate plays from every seat (default 192)")
    parser.add_argument("--spread", type=float, default=0.3, help="of the first candidates around the start (default 0.3)")
    parser.add_argument("--better-of-pair", action="store_true", help="wider steps, for long runs")
    parser.add_argument("--start", default="plain", help='a policy such as "moon 4", or "plain": what a sound player would say')
    parser.add_argument("--to", type=Path, default=DATA / "policies.json", help="the file (default: the package's data)")
    told = parser.parse_args(words)
    try:
        rules = variant(told.game, players=told.players)
        whole(told.seed, "The seed", 0, 2**62)
        whole(told.generations, "The number of generations", 1, 10**6)
        whole(told.deals, "The number of deals", 2, 10**6)
        known = json.loads(told.to.read_text(encoding="utf-8")) if told.to.exists() else {}
    except ValueError as error:  # a file that is no JSON among them
        parser.error(f"{told.to} holds no policies: {error}." if isinstance(error, json.JSONDecodeError) else str(error))
    if not told.spread > 0:
        parser.error(f"The spread must be more than 0; {told.spread} is not.")
    if not told.to.absolute().parent.is_dir():
        parser.error(f"{told.to} cannot be written: there is no folder {told.to.parent}.")
    if told.start != "plain" and told.start not in known:
        parser.error(f"There is no policy {told.start!r}; there are {', '.join(known) or 'none'} in {told.to}.")
    start, before = as_array(START), []
    if told.start != "plain":
        start, from_there = as_array(known[told.start]["weights"]), known[told.start]["provenance"]
        before = [*from_there["after"], from_there["command"]]

    def report(what, lost=None, spread=None):
        if lost is None or what % 10 == 9:
            print(what if lost is None else f"generation {what + 1}: {lost:+.3f}, spread {spread:.3f}", flush=True)

    found = train(rules, start, fresh=told.start == "plain", seed=told.seed, generations=told.generations, deals=told.deals,
                  spread=told.spread, better_of_pair=told.better_of_pair, report=report)
    names = as_names(found)
    mean, low, high = interval(Field(rules, told.seed + 1000).lost([as_array(names)], CROWD.index(cautious), 10_000)[0])
    command = (f"python -m hearts_lab.evolution {told.game} --players {rules.players} --seed {told.seed} --generations "
               f'{told.generations} --deals {told.deals} --spread {told.spread} --start "{told.start}"'
               f"{' --better-of-pair' if told.better_of_pair else ''}")
    known[kind(rules)] = {"provenance": {
        "game": rules.name, "players": rules.players, "seed": told.seed, "generations": told.generations, "deals": told.deals,
        "after": before, "command": command, "date": date.today().isoformat(),
        "points a deal against cautious": [round(value, 2) for value in (mean, low, high)]}, "weights": names}
    told.to.write_text(written(known), encoding="utf-8")
    print(f"{kind(rules)}: {mean:+.2f} points a deal ({low:+.2f} to {high:+.2f}) against cautious in the other seats")


if __name__ == "__main__":
    main()
