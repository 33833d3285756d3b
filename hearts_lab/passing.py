"""The pass: ways to choose its cards, and what notebook 12 asks of them. Everything is tried in one seat, on the same deals."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import pandas as pd

from hearts_lab import tables
from hearts_lab.cards import SUIT_NAMES, SYMBOLS, Cards, one_of
from hearts_lab.deal import Deal
from hearts_lab.estimates import CONFIDENCE, interval, share
from hearts_lab.experiments import Comparison
from hearts_lab.given import SETS, Given
from hearts_lab.moons import receivers_moon
from hearts_lab.players import Strategy, advise, named
from hearts_lab.rules import Rules, variant
from hearts_lab.runs import Run
from hearts_lab.sense import NO_REASON, REASONS
from hearts_lab.trials.trial import HERO, Trial


class Way(NamedTuple):
    """One way to choose the cards of a pass: the habits of the player that does, and what it does in words."""

    habits: dict[str, str]
    words: str


CHANCE = "chance"
WAYS = {
    "danger": Way({}, "what is most likely to cost points: unguarded high spades, high hearts, high cards of short suits"),
    "high ♠ ♥": Way({"passes": "spades_hearts"}, "A K Q of spades first, then high hearts"),
    "void": Way({"passes": "void"}, "all clubs or all diamonds, where there are few enough; otherwise the dangerous cards"),
    "high": Way({"passes": "high"}, "the highest cards, whatever their suit"),
    "low": Way({"passes": "low"}, "the lowest cards, whatever their suit"),
    "small ♠": Way({"low_spades": "pass"}, "spades below the queen first"),
    CHANCE: Way({"passes": "random"}, "three cards drawn blindly"),
}


def passer(way: str) -> Strategy:
    """The player that passes in one of these ways, and plays as all of them do."""
    if way not in WAYS:
        raise ValueError(f"There is no way to pass called {way!r}; there are {one_of(WAYS, 'and')}.")
    return named(HERO).having(**WAYS[way].habits)


def ways_told() -> tables.Words:
    """The ways to pass, a row each: its name, what it passes, and the player's name."""
    rows = [(name, way.words, passer(name).name) for name, way in WAYS.items()]
    return tables.Words(rows, columns=["way", "what it passes", "player"]).set_index("way")


def trials(games: Iterable[str], players: int, others: str | Strategy, deals: int, seed: int = 1, *,
           progress: bool | Callable[[int, int], bool] = True) -> list[Trial]:
    """A trial of each game. Raises ValueError, in a sentence, for no pass, more than one pack, or a pool instead of points."""
    found = []
    for game in games:
        rules = variant(game, players)
        if not (rules.pass_count and rules.packs == 1 and rules.low_wins):
            raise ValueError(f"Choose games with a pass, one pack and penalty points; {rules.title} does not have all three.")
        found.append(Trial(rules, named(others), deals, seed, CONFIDENCE, progress))
    return found


def title(rules: Rules) -> str:
    """The game's title without what stands in brackets."""
    return rules.title.split(" (")[0]


def held(rules: Rules) -> str:
    """In how many of its deals nobody passes, in words."""
    hold = sum(way == "hold" for way in rules.pass_cycle)
    many = f"in {hold} of {len(rules.pass_cycle)} deals nobody passes" if hold else "every deal has a pass"
    return f"in {title(rules)} {many}"


# What the ways to pass are worth.

def against_chance(trial: Trial, ways: Iterable[str] = tuple(WAYS)) -> dict[str, Comparison]:
    """Each way to pass beside a pass by chance: in one seat among the trial's players, seats rotated. Stopped: those done."""
    ways = [way for way in ways if way != CHANCE]
    found: dict[str, Comparison] = {}

    def show(done, total):
        return trial.progress(len(found) * total + done, len(ways) * total)

    watched = replace(trial, progress=show) if callable(trial.progress) else trial
    for way in ways:
        try:
            comparison = watched.compare(passer(way), passer(CHANCE))
        except ValueError:
            if not found:
                raise
            break
        found[way] = comparison
        if comparison.deals < trial.deals:
            break
    return found


def savings(comparisons: dict[str, Comparison]) -> pd.DataFrame:
    """What each way to pass saves beside chance. Columns: way, game, saved, low, high."""
    rows = [(way, title(one.rules), *one.saved) for way, one in comparisons.items()]
    return pd.DataFrame(rows, columns=["way", "game", "saved", "low", "high"])


def between(comparisons: dict[str, Comparison], first: str, second: str) -> tuple[float, float, float]:
    """What one way to pass saves beside another, on the same deals: saved, low, high."""
    chance = next(iter(comparisons.values())).by_deal * 0
    by_deal = {way: comparisons[way].by_deal if way != CHANCE else chance for way in (first, second)}
    return interval(by_deal[second] - by_deal[first])


def rates(comparisons: dict[str, Comparison], what: Callable[[Run], np.ndarray]) -> pd.DataFrame:
    """How often something happens with each way to pass, chance at the end. Columns: way, share, low, high.

    `what` gives yes or no (deals, seats) for a run, such as `tables.took`.
    """
    sides = {way: [(pair.seat, pair.first) for pair in one.pairs] for way, one in comparisons.items()}
    sides[CHANCE] = [(pair.seat, pair.second) for pair in next(iter(comparisons.values())).pairs]
    rows = []
    for way, runs in sides.items():
        hits = np.concatenate([what(run)[:, seat] for seat, run in runs])
        rows.append((way, *share(np.concatenate([run.numbers for _, run in runs]), hits)))
    return pd.DataFrame(rows, columns=["way", "share", "low", "high"])


MOON_WAYS = ("low", CHANCE, "danger", "high")


def among(trial: Trial, level: str | Strategy) -> Trial:
    """The same trial among other players."""
    return replace(trial, level=named(level))


def arming(levels: dict[str, dict[str, Comparison]]) -> pd.DataFrame:
    """How often the seat that gets the cards takes everything, for a few ways to pass among several kinds of players.

    `levels` has the comparisons of `against_chance` by the name of the players. Columns: way, share, low, high, players.
    """
    table = pd.concat(rates({way: found[way] for way in MOON_WAYS if way in found}, receivers_moon).assign(players=level)
                      for level, found in levels.items())
    order = table["way"].map(MOON_WAYS.index)
    return table.assign(order=order).sort_values("order", kind="stable", ignore_index=True).drop(columns="order")


def queens_part(comparison: Comparison) -> float:
    """Which part of the points that a way to pass saves beside chance are those of Q♠, whom it takes less often."""
    return -comparison.rules.points["QS"] * comparison.change(tables.took)[0] / comparison.saved[0]


# One hand.

def _sets(comparison: Comparison) -> np.ndarray:
    """(deals, seats): what a way passed, as sets of cards (bits); nothing in deals without a pass."""
    chosen = [pair.first.passes[:, pair.seat].astype(np.uint64) for pair in comparison.pairs]
    return np.stack([np.bitwise_or.reduce(np.left_shift(np.uint64(1), cards), axis=1) for cards in chosen], axis=1)


def disputed(comparisons: dict[str, Comparison]) -> tuple[int, int]:
    """A hand to look at, its deal and seat: one that as many ways as possible pass differently, and the first of them best.

    Of those the one in which the worst of the other ways loses most beside the first; of equal ones the first.
    """
    sets = np.stack([_sets(one) for one in comparisons.values()])
    scored = np.stack([np.stack([pair.first.settled[:, tables.SCORE, pair.seat] for pair in one.pairs], axis=1)
                       for one in comparisons.values()])
    ordered = np.sort(sets, axis=0)
    opinions = 1 + (ordered[1:] != ordered[:-1]).sum(axis=0)
    gains = scored.max(axis=0) - scored[0]
    best = np.where(opinions == opinions.max(), gains, -1)
    place, column = np.unravel_index(best.argmax(), best.shape)
    pairs = next(iter(comparisons.values())).pairs
    return int(pairs[0].first.numbers[place]), pairs[column].seat


def advice(deal: Deal, seat: int, comparisons: dict[str, Comparison] | None = None) -> tables.Words:
    """What each way passes from a hand before the pass, and why; with comparisons that hold this deal, what it scored then."""
    rows, blank, some = [], REASONS[NO_REASON], next(iter(comparisons.values())) if comparisons else None
    for way in [*comparisons, CHANCE] if some else WAYS:
        cards, why = advise(passer(way), deal, seat)
        why = "It is this player's habit." if why == blank else why
        rows.append({"way": way, "passes": str(Cards(sorted(cards))), "why": why})
        if some:
            pair = next(pair for pair in comparisons.get(way, some).pairs if pair.seat == seat)
            run = pair.second if way == CHANCE else pair.first
            rows[-1]["then scores"] = int(run.settled[deal.number - run.start, tables.SCORE, seat])
    return tables.Words(rows).set_index("way")


# Small spades, voids, and whom one passes to.

def small_spades(trial: Trial, numbers: Iterable[int] = (1, 2, 3, 4, 5)) -> pd.DataFrame:
    """What it saves to keep all spades below the queen, beside passing them first, by how many there are.

    Columns: game, small, saved, low, high. Seat 0 is dealt so many; every deal has a pass.
    """
    player, low = named(HERO), SETS["low spades"]
    rows = [(title(trial.rules), number, *trial.passed.saved(player.keeping(low), player.passing(low),
                                                       Given(counts={"low spades": number}))) for number in numbers]
    return pd.DataFrame(rows, columns=["game", "small", "saved", "low", "high"])


def voids(trial: Trial, numbers: Iterable[int] = (1, 2, 3)) -> pd.DataFrame:
    """What it saves to pass all cards of a suit, if they are few and low, beside passing the dangerous cards.

    Columns: game, suit, cards (how many there are), saved, low, high. Seat 0 is dealt so many low cards of the suit and no
    high one (jack and above, in spades queen and above); what is left of the pass is dangerous cards either way.
    """
    player, rows = named(HERO), []
    for suit, symbol in zip(SUIT_NAMES, SYMBOLS, strict=True):
        for number in numbers:
            if number <= trial.rules.pass_count:
                few = Given(counts={f"low {suit}": number, f"high {suit}": 0})
                rows.append((title(trial.rules), symbol, number,
                             *trial.passed.saved(player.passing(SETS[f"low {suit}"]), player, few)))
    return pd.DataFrame(rows, columns=["game", "suit", "cards", "saved", "low", "high"])


LEFT_MORE = "left more than right"


def sides(trial: Trial) -> pd.DataFrame:
    """What it saves to remember the cards one passed, with the pass to the left, to the right, and left less right.

    Columns: game, passed, saved, low, high.
    """
    by_deal = {way: -trial.under(pass_cycle=way).compare(HERO, f"{HERO}+remembers_pass=off").by_deal
               for way in ("left", "right")}
    by_deal[LEFT_MORE] = by_deal["left"] - by_deal["right"]
    rows = [(title(trial.rules), way, *trial.mean(saved)) for way, saved in by_deal.items()]
    return pd.DataFrame(rows, columns=["game", "passed", "saved", "low", "high"])
