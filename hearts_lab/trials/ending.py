"""Claims about the end of a deal and of a match: 17, 21, 22."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from hearts_lab import tables
from hearts_lab.cards import DECK
from hearts_lab.deal import Deal
from hearts_lab.endings import dry_honours
from hearts_lab.matches import play_matches
from hearts_lab.near_the_end import settled
from hearts_lab.play import BLACK_QUEEN
from hearts_lab.players import choose
from hearts_lab.simulation import simulate
from hearts_lab.solver import solve
from hearts_lab.trials.trial import HERO, Estimate, Trial, scores

DEALERS = "cautious"  # whose deals lead to the endings that are solved
RARE = 150  # deals for one such ending
DOOMED = 87  # with Q♠ that is 100


def claim_17(trial: Trial) -> dict[str, Estimate]:
    """Lead Q♠ to a dry A♠ or K♠, or the best other card; then all play perfectly, or as the level does."""
    run = simulate(trial.rules, DEALERS, RARE * trial.deals, trial.seed, progress=trial.progress)
    found = []
    for moment in dry_honours(run).drop_duplicates("deal").itertuples():
        deal = run.deal(moment.deal, moment.cards)
        values = {card: scores[moment.seat] for card, scores in solve(deal).cards.items()}
        if len(values) > 1 and BLACK_QUEEN in values:
            other = min((card for card in values if card != BLACK_QUEEN), key=values.get)
            queen = DECK[BLACK_QUEEN]
            if trial.level != "perfect":
                values = {card: played_out(deal.play(card), trial.level).scores[moment.seat] for card in (queen, other)}
            found.append(values[other] - values[queen])
        if len(found) == trial.deals:
            break
    return {"": trial.mean(found)}


def played_out(deal: Deal, level) -> Deal:
    """The deal to its end, the level in all seats."""
    while deal.phase == "play":
        deal = deal.play(choose(level, deal, deal.to_play)[0])
    return deal


def sheets(trial: Trial, least: int) -> np.ndarray:
    """(sheets, seats): score sheets from matches of the level as soon as some total reaches `least` but not the target.

    As many as there are deals asked for, or a few less.
    """
    run = simulate(trial.rules, trial.level, 16 * trial.deals, trial.seed, progress=trial.progress)
    found, totals = [], np.zeros(trial.rules.players, np.int64)
    for score in scores(run):
        totals = totals + score
        if least <= totals.max() < trial.rules.target:
            found.append(totals)
        if totals.max() >= least:
            totals = np.zeros_like(totals)
    return np.array(found[: trial.deals])


def turns(rows: np.ndarray) -> Iterator[tuple[int, np.ndarray]]:
    """Every seat with the sheets on which it is neither first nor last alone."""
    for seat in range(rows.shape[1]):
        own = rows[:, seat]
        yield seat, rows[(own > rows.min(axis=1)) & (own < rows.max(axis=1))]


def claim_21(trial: Trial) -> dict[str, Estimate]:
    """One seat in the middle gives its points to the leader by choice, or to anybody."""
    differences = []
    for seat, rows in turns(sheets(trial, 80)):
        first, second = (play_matches(trial.rules, trial.line(player, seat), len(rows), trial.seed + seat, before=rows,
                                      progress=trial.progress) for player in (f"{HERO}+feeds=leader", HERO))
        differences.append(first.shares[:, seat] - second.shares[:, seat])
    return {"": trial.mean(np.concatenate(differences))}


def claim_22(trial: Trial) -> dict[str, Estimate]:
    """One seat helps a doomed one to the moon, or plays on as ever, where a moon is subtracted and where it is added."""
    found = {}
    for part, moon in (("new moon", "new"), ("old moon: no reason to help", "old")):
        under = trial.under(moon=moon)
        found[part] = trial.mean(np.concatenate([helping(under, seat, rows) for seat, rows in turns(sheets(under, DOOMED))]))
    return found


def helping(trial: Trial, seat: int, rows: np.ndarray) -> np.ndarray:
    """What helping wins one seat more of the matches from these sheets, in those whose first deal gives it the occasion."""
    first, second = (simulate(trial.rules, trial.line(player, seat), len(rows), trial.seed + seat, before=rows,
                              progress=trial.progress) for player in (f"{HERO}+helps_shooter=any_moon", HERO))
    fell, every = tables.falls(second), np.arange(len(rows))
    taker, trick = fell["taker"].to_numpy(), fell["trick"].to_numpy() - 1
    so_far = tables.points_by_trick(second).cumsum(axis=1)[every, trick]
    chance = (rows[every, taker] >= DOOMED) & (taker != seat) & (so_far[every, taker] == so_far.sum(axis=1))
    return np.subtract(*(shares(trial, rows + scores(run), seat)[chance] for run in (first, second)))


def shares(trial: Trial, totals: np.ndarray, seat: int) -> np.ndarray:
    """A seat's share of the win of matches that stand so: sure where they are over, else as the level plays them on."""
    ended = [settled(trial.rules, row) for row in totals]
    goes_on = np.array([sure is None for sure in ended])
    open_ = np.where(goes_on[:, None], totals, 0)  # those that are over start anew, so that the others keep their deals
    played = play_matches(trial.rules, trial.level, len(totals), trial.seed, before=open_, number=2, progress=trial.progress)
    return np.array([played.shares[k, seat] if sure is None else sure[seat] for k, sure in enumerate(ended)])
