"""Random play agrees with the published figures of CASES section 3, and dealt hands with exact chances.

The published figures come from 400,000 deals of another program (uniform random legal play, four players, standard Hearts, Q♠
does not break hearts, no passing). Each is compared within the combined error of both samples and half of its last digit.
"""

from math import comb, sqrt

import numpy as np
import pytest

import hearts_lab as hl
from hearts_lab import tables

THEIRS, OURS, SEED = 400_000, 200_000, 2026
ERRORS = 4  # standard errors: some forty figures are compared, so one of them passes three now and then
FALLS = dict(zip(range(2, 14), (11.8, 11.3, 10.9, 10.2, 9.3, 8.1, 7.0, 6.1, 5.9, 6.1, 6.6, 6.8), strict=True))
FIRST_HEARTS = dict(zip(range(2, 11), (4.2, 7.9, 11.8, 15.8, 18.6, 18.9, 14.8, 7.1, 1.1), strict=True))
POINTS = {"none": 3.97, "A or K": 7.05, "Q": 8.97, "Q with A or K": 11.31}


@pytest.fixture(scope="module")
def run():
    return hl.simulate(hl.variant("standard", pass_count=0), "random", deals=OURS, seed=SEED, progress=False)


def agrees(share, percent, digits, cases=OURS):
    """Whether a share of ours is a published percentage, within the errors of both and its rounding."""
    error = sqrt(share * (1 - share) * (1 / cases + 1 / THEIRS))
    assert abs(100 * share - percent) <= 100 * ERRORS * error + 0.5 * 10**-digits, (share, percent)


def test_random_players_shoot_the_moon_as_often_as_published(run):
    agrees((run.settled[:, tables.EXTRA, 0] >= 0).mean(), 1.095, 3)


def test_a_random_player_takes_nothing_as_often_as_published(run):
    agrees((run.settled[:, tables.POINTS] == 0).mean(), 23.25, 2)


def test_the_queen_falls_on_the_published_tricks(run):
    trick = tables.falls(run)["trick"]
    for number, percent in FALLS.items():
        agrees((trick == number).mean(), percent, 1)


def test_the_first_heart_falls_on_the_published_tricks(run):
    first = (run.plays >= 39).argmax(axis=1) // 4 + 1
    for number, percent in FIRST_HEARTS.items():
        agrees((first == number).mean(), percent, 1)


@pytest.mark.parametrize("holding", POINTS)
def test_a_random_player_scores_the_published_points_by_the_high_spades_dealt(run, holding):
    queen, king, ace = ((tables.hands(run) >> np.uint64(card)) & np.uint64(1) == 1 for card in (36, 37, 38))
    held = {"none": ~queen & ~king & ~ace, "A or K": ~queen & (king | ace), "Q": queen & ~king & ~ace,
            "Q with A or K": queen & (king | ace)}[holding]
    points = run.settled[:, tables.POINTS][held]
    error = points.std() * sqrt(1 / len(points) + OURS / THEIRS / len(points))
    assert abs(points.mean() - POINTS[holding]) <= ERRORS * error + 0.005


def chance(share, exact, cases=OURS):
    assert abs(share - exact) <= ERRORS * sqrt(exact * (1 - exact) / cases), (share, exact)


def test_dealt_hands_have_the_exact_chances(run):
    hands = tables.hands(run)
    queen = (hands >> np.uint64(36)) & np.uint64(1) == 1
    others = (hands >> np.uint64(37)) & np.uint64(3)
    for seat in range(4):
        chance(queen[:, seat].mean(), 1 / 4)
        for suit in range(4):
            chance((hands[:, seat] >> np.uint64(13 * suit) & np.uint64(0x1FFF) == 0).mean(), comb(39, 13) / comb(52, 13))
    assert f"{comb(39, 13) / comb(52, 13):.3%}" == "1.279%"
    alone = (39 * 38) / (51 * 50)  # neither A♠ nor K♠ is among the other twelve cards of her hand
    chance((others[queen] == 0).mean(), alone)
    assert f"{alone:.1%}" == "58.1%"
    lengths = np.bitwise_count(hands & np.uint64(0x1FFF << 26))
    for spades in range(8):
        chance((lengths[:, 0] == spades).mean(), comb(13, spades) * comb(39, 13 - spades) / comb(52, 13))
