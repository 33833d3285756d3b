"""What stands behind a price of the coach: where a card may lie, how sure the price is, how strong the player is that asks it.

For notebook 21.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pandas as pd

from hearts_lab.cards import NO_CARDS, bit, read_card
from hearts_lab.coaching import costs_of
from hearts_lab.deal import Deal
from hearts_lab.estimates import weighted
from hearts_lab.remarks import who
from hearts_lab.rules import DATA
from hearts_lab.search import price_deal

LAYOUTS = 32_000  # playouts for which layouts are drawn
STRENGTH = DATA / "results" / "strength.csv"
ALIKE, BY_PLAY = "every layout counts alike", "weighed by how they have played"


def whereabouts(deal: Deal, card: str | int, seat: int | None = None, *, playouts: int = LAYOUTS,
                seed: int = 1) -> pd.DataFrame:
    """How often a card that a seat cannot see lies with each other player, in the layouts that its coach thinks of.

    Columns: holder (in words), behind (whether he still plays in this trick), layouts (`ALIKE` or `BY_PLAY`), share, low, high.
    Raises ValueError for a card that the seat sees.
    """
    card, seat = read_card(card), deal.to_play if seat is None else seat
    if card not in deal.unseen(seat):
        raise ValueError(f"{card} is no card that seat {seat} wonders about: it is in its own hand, or played.")
    n, gone, rows = deal.rules.players, [seat, *(player for player, _ in deal.trick)], []
    for words, sure in ((ALIKE, 0.0), (BY_PLAY, 1.0)):
        prices = price_deal(deal, seat, playouts, seed=seed, equally=True, sure=sure)
        for other in sorted(set(range(n)) - {seat}, key=lambda other: (other - seat) % n):
            held = (prices.hands[:, other] | prices.twins[:, other]) & bit(card) != NO_CARDS
            share, low, high = weighted(held, prices.weights)
            rows.append((who(n, seat, other), other not in gone, words, share, max(0.0, low), min(1.0, high)))
    return pd.DataFrame(rows, columns=["holder", "behind", "layouts", "share", "low", "high"])


def precision(deal: Deal, choice: str | int, budgets: Iterable[int], seat: int | None = None, *, seed: int = 1) -> pd.DataFrame:
    """What a choice loses against the best one, by how many playouts the coach may use.

    Columns: playouts, layouts (in which every choice was tried), loss, low, high. The best one is that of the largest budget.
    """
    seat = deal.to_play if seat is None else seat
    looks = [price_deal(deal, seat, budget, seed=seed, equally=True) for budget in sorted(budgets)]
    best = int((costs_of(deal.rules, looks[-1]) @ looks[-1].weights).argmin())
    place = [cards.text for cards in looks[-1].choices].index(read_card(choice).text)
    rows = [(budget, len(look.weights), *weighted(np.subtract(*costs_of(deal.rules, look)[[place, best]]), look.weights))
            for budget, look in zip(sorted(budgets), looks, strict=True)]
    return pd.DataFrame(rows, columns=["playouts", "layouts", "loss", "low", "high"])


def strength(section: str) -> pd.DataFrame | None:
    """The saved lead of the thinking player by `tests/benchmarks/strength.py`; None where that section is not saved.

    Columns: player, playouts, other, seats, lead (how many points a deal he is ahead), low, high, deals.
    """
    if not STRENGTH.exists():
        return None
    table = pd.read_csv(STRENGTH).query("section == @section and measure == 'own less others'")
    if table.empty:
        return None
    table = table.assign(lead=-table["value"], low=-table["high"], high=-table["low"])
    return table[["player", "playouts", "other", "seats", "lead", "low", "high", "deals"]].reset_index(drop=True)
