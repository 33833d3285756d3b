"""The levels of opponents differ by skill: each beats the one below, and the beginner beats chance, on the same deals."""

from itertools import pairwise

import numpy as np
import pytest

import hearts_lab as hl
from hearts_lab.draws import wrapping
from hearts_lab.players import LEVELS, choose, named
from hearts_lab.sense import BY_CHANCE

AT_ONCE = [level for level in LEVELS if not named(level).thinks]  # what thinking adds is measured by the search's own tests


@pytest.mark.parametrize("game", ["standard", "black_maria"])
@pytest.mark.parametrize("weaker, stronger", list(pairwise(["random", *AT_ONCE])))
def test_each_level_beats_the_one_below(game, weaker, stronger):
    found = hl.compare(game, stronger, weaker, deals=1500, seed=2026, progress=False)
    assert found.high < 0, found


def test_half_of_a_beginners_cards_are_chance():
    """Where a card is no matter of choice it is not counted."""
    reasons = []
    for seed in range(1, 30):
        deal = hl.Deal("standard", seed=seed)
        deal = deal.exchange([choose("beginner", deal, seat) for seat in range(4)])
        while deal.phase == "play":
            view = deal.view(deal.to_play).record
            with wrapping():
                card = named("beginner")(view)
            if len(deal.legal_cards()) > 1:
                reasons.append(view.reason == BY_CHANCE)
            deal = deal.play(card)
    assert len(reasons) > 1000 and abs(np.mean(reasons) - 0.5) < 4 * 0.5 / len(reasons) ** 0.5
