"""Shooting the moon: what notebook 13 asks of runs. How often, what a failure costs, which hands do it, what stops it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pandas as pd

from hearts_lab import cards as c
from hearts_lab import tables
from hearts_lab.estimates import CONFIDENCE, normal_width, ranking, share
from hearts_lab.experiments import compare, opposite, scores
from hearts_lab.given import Given
from hearts_lab.play import pass_target
from hearts_lab.players import Strategy, named
from hearts_lab.rules import Rules, games, variant
from hearts_lab.simulation import Run, simulate

# How often.

def with_moon(names: Iterable[str], players: int) -> Rules:
    """The first of these games that has a moon and is dealt from one pack to so many players."""
    for rules in (variant(name, players) for name in names if players in games()[name]["players"]):
        if rules.moon != "none" and rules.packs == 1:
            return rules
    raise ValueError(f"None of these games has a moon and one pack with {players} players: name one that has.")


def moon_runs(names: Iterable[str], counts: Iterable[int], player: str | Strategy, deals: int, seed: int = 1, *,
              progress: bool | Callable[[int, int], bool] = True) -> list[Run]:
    """A run of each game that has a moon, at each of these numbers of players that it allows; one strategy in all seats."""
    rules = [variant(name, n) for name in names for n in counts if n in games()[name]["players"]]
    rules = [one for one in rules if one.moon != "none"]
    if not rules:
        raise ValueError("None of these games has a moon with so many players.")
    runs: list[Run] = []

    def show(done, _):
        return progress(len(runs) * deals + done, len(rules) * deals)

    for one in rules:
        runs.append(simulate(one, player, deals, seed, progress=show if callable(progress) else progress))
        if len(runs[-1]) < deals:
            break
    return runs


def moon_rates(runs: Iterable[Run]) -> pd.DataFrame:
    """How many deals see a moon. Columns: game, players, share, low, high, deals."""
    rows = [(run.rules.title, run.rules.players, *share(run.numbers, tables.moons(run).any(axis=1)), len(run)) for run in runs]
    return pd.DataFrame(rows, columns=["game", "players", "share", "low", "high", "deals"])


def receivers_moon(run: Run) -> np.ndarray:
    """(deals, seats): whether the seat that gets a seat's cards shot the moon."""
    moons, seats = tables.moons(run), range(run.rules.players)
    targets = np.array([[pass_target(run.rules.record, int(number), seat) for seat in seats] for number in run.numbers])
    return np.where(targets < 0, False, moons[np.arange(len(run))[:, None], targets])


def others_moon(run: Run) -> np.ndarray:
    """(deals, seats): whether any other seat shot the moon."""
    moons = tables.moons(run)
    return moons.any(axis=1)[:, None] & ~moons


# What an attempt costs, and what it brings.

def dearest_failure(rules: Rules) -> int:
    """The most points of whoever misses one card of the moon: all but the cheapest; all, if it needs the bonus card too."""
    return rules.total - (0 if rules.moon_needs_bonus else min(rules.points[card] for card in rules.penalties))


def ahead(run: Run) -> np.ndarray:
    """(deals, seats): how far a seat is ahead, the mean score of the others less its own (the other way round in pools)."""
    own = scores(run)
    lead = (own.sum(axis=1, keepdims=True) - own) / (run.rules.players - 1) - own
    return lead if run.rules.low_wins else -lead


def attempted(run: Run) -> pd.DataFrame:
    """`tables.attempts`, each with how far its seat is ahead in the end. Columns: deal, seat, points, moon, score, ahead."""
    found = tables.attempts(run)
    return found.assign(ahead=ahead(run)[found["deal"] - run.start, found["seat"]])


def needed_chance(attempts: pd.DataFrame) -> float | None:
    """How often an attempt must succeed to be worth it, beside a deal in which nobody is ahead; None without both kinds."""
    won, lost = (attempts.loc[attempts["moon"] == kind, "ahead"] for kind in (True, False))
    return float(lost.mean() / (lost.mean() - won.mean())) if len(won) and len(lost) else None


def failures(attempts: pd.DataFrame, rules: Rules) -> pd.DataFrame:
    """How much failed attempts cost. Columns: points (from this number on), share (of the failures), low, high, cases.

    A step is a point where a deal holds about 26, and more where it holds more.
    """
    failed, step = attempts[~attempts["moon"]], max(1, round(rules.total / 26))
    steps = failed["points"] // step * step
    rows = [(points, *share(failed["deal"], steps == points), int((steps == points).sum())) for points in sorted(set(steps))]
    return pd.DataFrame(rows, columns=["points", "share", "low", "high", "cases"])


def telling(run: Run) -> tuple[int, int]:
    """A moon to look at: the first deal in which a seat was on its way halfway, or any; deal and seat."""
    moons = tables.attempts(run).query("moon")
    if moons.empty:
        moons = run.scores.query("moon")
    if moons.empty:
        raise ValueError("Nobody shoots the moon in these deals: ask for more.")
    return int(moons["deal"].iloc[0]), int(moons["seat"].iloc[0])


# Which hands.

FEATURES = {"tops": "A or K of ♣ ♦ ♠", "longest": "longer suit", "high_hearts": "high heart", "low_hearts": "low heart",
            "no_hearts": "no heart"}


def moon_hands(run: Run) -> pd.DataFrame:
    """A row for each deal and seat: what its hand after the pass has for a moon, and whether it shot it.

    Columns: deal, seat, tops (aces and kings of clubs, diamonds and spades), longest (cards in the longest suit), high_hearts
    (J Q K A), low_hearts (below the jack), no_hearts (1 if it has none), moon.
    """
    held = tables.hands(run)
    suits = [_count(held, range(13 * suit, 13 * suit + 13)) for suit in range(4)]
    high = _count(held, range(13 * c.HEARTS + c.JACK, 13 * c.HEARTS + 13))
    table = run.scores[["deal", "seat"]].copy()
    table["tops"] = _count(held, [13 * suit + rank for suit in (c.CLUBS, c.DIAMONDS, c.SPADES) for rank in (c.KING, c.ACE)])
    table["longest"] = np.max(suits, axis=0)
    table["high_hearts"] = high
    table["low_hearts"] = suits[c.HEARTS] - high
    table["no_hearts"] = (suits[c.HEARTS] == 0).astype(int)
    table["moon"] = tables.moons(run).ravel()
    return table


def _count(held: np.ndarray, cards: Iterable[int]) -> np.ndarray:
    """How many of these cards each hand holds, deal after deal."""
    return np.bitwise_count(held & np.uint64(sum(1 << card for card in cards))).ravel().astype(int)


@dataclass(frozen=True, eq=False)
class MoonModel:
    """A logistic model of who takes everything: `weights` of one and of each of `FEATURES`, `covariance` of their errors."""

    weights: np.ndarray
    covariance: np.ndarray

    def chances(self, hands: pd.DataFrame) -> np.ndarray:
        """How likely each of these hands (`moon_hands`) is to shoot the moon."""
        return 1 / (1 + np.exp(-_columns(hands) @ self.weights))

    @cached_property
    def factors(self) -> pd.DataFrame:
        """By how much one more of each feature multiplies the odds of a moon. Columns: feature, factor, low, high."""
        error = normal_width() * np.sqrt(np.diag(self.covariance))
        bounds = [np.exp(self.weights + sign * error)[1:] for sign in (0, -1, 1)]
        return pd.DataFrame(dict(zip(("feature", "factor", "low", "high"), (list(FEATURES.values()), *bounds), strict=True)))

    def ranks(self, hands: pd.DataFrame, confidence: float = CONFIDENCE) -> tuple[float, float, float]:
        """How often a hand that shot the moon stands above one that did not: value, low, high.

        Chance would do it half the time. Honest only for other deals than those that the model learned from.
        """
        return ranking(hands["deal"], self.chances(hands), hands["moon"], confidence)


def _columns(hands: pd.DataFrame) -> np.ndarray:
    return np.column_stack([np.ones(len(hands)), hands[list(FEATURES)]])


def learned(hands: pd.DataFrame) -> MoonModel:
    """The model that these hands (`moon_hands`) teach. The rows of one deal hang together: its errors allow for that."""
    from sklearn.linear_model import LogisticRegression

    if not hands["moon"].any():
        raise ValueError("Nobody shoots the moon in these deals, so there is nothing to learn from: ask for more.")
    x, y = _columns(hands), hands["moon"].to_numpy(dtype=float)
    weights = LogisticRegression(fit_intercept=False, max_iter=1_000).fit(x, y).coef_[0]
    p = 1 / (1 + np.exp(-x @ weights))
    bread = np.linalg.pinv((x * (p * (1 - p))[:, None]).T @ x)
    pulls = pd.DataFrame(x * (y - p)[:, None]).groupby(hands["deal"].to_numpy()).sum().to_numpy()
    return MoonModel(weights, bread @ (pulls.T @ pulls) @ bread)


STEPS = (0.01, 0.03, 0.1, 0.3)  # chances between which the hands are sorted


def predictions(model: MoonModel, hands: pd.DataFrame) -> pd.DataFrame:
    """How often hands shot the moon, by the chance that the model gave them. Columns: predicted, share, low, high, cases."""
    names = [f"{low:.0%} to {high:.0%}" for low, high in zip((0, *STEPS), (*STEPS, 1), strict=True)]
    groups = np.digitize(model.chances(hands), STEPS)
    return _shares(hands, pd.Categorical.from_codes(groups, names), "predicted")


def by_hearts(hands: pd.DataFrame, most: int = 8, *, at_least: int = 100) -> pd.DataFrame:
    """How often hands shot the moon, by their hearts. Columns: hearts, kind, share, low, high, cases.

    kind: more high ones (J Q K A) than low, or not. A hand without hearts stands in both, so that they begin alike.
    """
    hearts, rows = hands["high_hearts"] + hands["low_hearts"], []
    mostly = hands["high_hearts"] > hands["low_hearts"]
    for kind, those in (("most of them high", mostly), ("half or more low", ~mostly)):
        some = hands[(those | (hearts == 0)) & (hearts <= most)]
        rows.append(_shares(some, hearts[some.index], "hearts", at_least=at_least).assign(kind=kind))
    return pd.concat(rows, ignore_index=True)[["hearts", "kind", "share", "low", "high", "cases"]]


def _shares(hands: pd.DataFrame, by, name: str, *, at_least: int = 30) -> pd.DataFrame:
    """How often the hands of each group shot the moon; smaller groups are left out."""
    rows = [(key, *share(group["deal"], group["moon"]), len(group)) for key, group in hands.groupby(by, observed=True)
            if len(group) >= at_least]
    return pd.DataFrame(rows, columns=[name, "share", "low", "high", "cases"])


# Does it pay, and what stops it?

def gains(rules: Rules | str, shooters: Iterable[str], tables_of: Iterable[str], deals: int, seed: int = 1, *,
          progress: bool | Callable[[int, int], bool] = True) -> pd.DataFrame:
    """What one seat gains by shooting moons, beside a `steady` player in its place: a row for each shooter among others.

    Columns: shooter, others, ahead, low, high (how much further ahead of the mean of the others it is, a deal), saved,
    saved_low, saved_high (its own points alone).
    """
    rows = []
    for others in tables_of:
        for shooter in shooters:
            found = compare(rules, shooter, "steady", deals, seed, others=others, progress=progress)
            rows.append((shooter, others, *found.change(ahead), *found.saved))
    return pd.DataFrame(rows, columns=["shooter", "others", "ahead", "low", "high", "saved", "saved_low", "saved_high"])


STOPPERS = {
    "stops moons it can see": ("steady", "steady+stops=never", None),
    "keeps a high heart": ("steady+stops=keep", "steady", None),
    "passes one low heart": ("steady+low_heart=pass_low", "steady+low_heart=none", None),
    "keeps A♥ in the pass": (named("steady").keeping("AH"), named("steady").passing("AH"), Given(holds="AH")),
}


def stopping(rules: Rules | str, others: str | Strategy, deals: int, seed: int = 1, *,
             progress: bool | Callable[[int, int], bool] = True) -> pd.DataFrame:
    """What each way to stop the others' moons does when one seat takes to it, and its price: a row for each.

    Columns: way, prevented, low, high (by how much fewer deals see a moon of another seat), saved, saved_low, saved_high
    (points a deal that the seat saves, moons included). Ways that hang on a pass are left out of games without one.
    """
    rules, rows = variant(rules), []
    for way, (with_it, without, given) in STOPPERS.items():
        if "pass" in way and not rules.pass_count:
            continue
        found = compare(rules, with_it, without, deals, seed, others=others, given=given, progress=progress)
        rows.append((way, *opposite(found.change(others_moon)), *found.saved))
    return pd.DataFrame(rows, columns=["way", "prevented", "low", "high", "saved", "saved_low", "saved_high"])


# The ace of hearts, and the next honour in another hand.

TOPS = {"AS KS QS AC KC QC AD KD QD": (5, 9)}  # what else a hand needs to try
ACE_ALONE = Given(holds="AH", lacks="KH", elsewhere={1: "KH"}, counts=TOPS)
ACE_AND_KING = Given(holds="AH KH", elsewhere={1: "QH"}, counts=TOPS)


def against(given: Given, stops: str, rules: Rules, level: str | Strategy, deals: int, seed: int, *,
            progress: bool | Callable[[int, int], bool] = True) -> np.ndarray:
    """(deals,): whether seat 0, with such a hand, shoots the moon against seat 1, which holds the next honour and stops so.

    Seat 0 tries whenever it may hope; the other seats play the level.
    """
    line = ["steady+moon=often", f"steady+stops={stops}", *[level] * (rules.players - 2)]
    return tables.moons(simulate(rules, line, deals, seed, given=given, progress=progress))[:, 0]
