"""The twenty teaching positions: the coach names the right card, and its prices agree with a long simulation and the solver."""

from math import sqrt

import long_simulation as naive
import numpy as np
import pytest

import hearts_lab as hl
from hearts_lab.playouts import EXACT
from hearts_lab.search import price_deal

POSITIONS = {row.name: row for row in hl.teaching_positions().itertuples(index=False)}
CLEAR = 1  # points by which the right card is better than any other
LAYOUTS = 2_000  # to either side
WIDE = 4  # standard errors


def is_ending(row):
    deal = hl.read(row.text)
    return deal.phase == "play" and len(deal.hand(row.seat)) <= EXACT


LONG = [name for name, row in POSITIONS.items() if not is_ending(row)]
ENDINGS = [name for name, row in POSITIONS.items() if is_ending(row)]


# The right card.

def test_there_are_twenty():
    assert len(POSITIONS) == 20
    assert len({row.why for row in POSITIONS.values()}) == 20
    assert {hl.read(row.text).rules.players for row in POSITIONS.values()} >= {3, 4, 5, 6}


@pytest.mark.parametrize("name", POSITIONS)
@pytest.mark.parametrize("seed", [1, 2])
def test_the_coach_names_the_right_card(name, seed):
    row = POSITIONS[name]
    said = hl.coach(hl.read(row.text), row.seat, seed=seed)
    assert said["card"].iloc[0] == row.right
    assert said["loss"].iloc[1] > CLEAR
    assert said["reason"].iloc[0].startswith("Best by ")


# The price of a card beside a long simulation of the same situation.

@pytest.mark.parametrize("name", LONG)
def test_the_price_of_a_card_agrees_with_a_long_simulation(name):
    row, seed = POSITIONS[name], 1939
    deal = hl.read(row.text)
    many = 1 if deal.phase == "pass" else len(deal.legal_cards())
    prices = price_deal(deal, row.seat, LAYOUTS * (24 if deal.phase == "pass" else many), seed=seed, weigh=False, equally=True,
                        shoot=False)
    scores = naive.played_out(deal, row.seat, prices.choices, LAYOUTS, seed)
    print(name, "seed", seed)
    apart = (prices.scores - prices.tables, scores[:, :, row.seat] - scores.mean(axis=2))
    best = [str(choice) for choice in prices.choices].index(row.right)
    for i, choice in enumerate(prices.choices):
        agree(f"{choice}", prices.scores[i], scores[i, :, row.seat])
        agree(f"{choice} against {row.right}", *(costs[i] - costs[best] for costs in apart))


def agree(what, priced, simulated):
    """Two means agree within their joint interval."""
    error = sqrt(sum(values.var() / len(values) for values in (priced, simulated)))
    print(f"{what}: {priced.mean():.2f} and {simulated.mean():.2f} ± {WIDE * error:.2f}")
    assert abs(priced.mean() - simulated.mean()) <= WIDE * error + 1e-6, what


@pytest.mark.parametrize("name", ENDINGS)
def test_the_price_in_an_ending_is_the_mean_of_the_solved_layouts(name):
    row, playouts = POSITIONS[name], 4_000
    deal = hl.read(row.text)
    prices = price_deal(deal, row.seat, playouts, weigh=False, equally=True)
    solved = [hl.solve(again).cards for _, again in naive.every(deal, row.seat)]
    for (card,), priced in zip(prices.choices, prices.scores @ prices.weights, strict=True):
        values = np.array([cards[card][row.seat] for cards in solved])
        error = values.std() / sqrt(playouts / len(prices.choices))
        print(f"{card}: {priced:.2f} and {values.mean():.2f} ± {WIDE * error:.2f} over {len(solved)} layouts")
        assert abs(priced - values.mean()) <= WIDE * error + 1e-5
