"""Solved endings as tables: what each card leads to, and what leading Q♠ to a dry A♠ or K♠ is worth."""

from __future__ import annotations

import numpy as np
import pandas as pd

from hearts_lab.cards import ACE, DECK, KING, SPADES
from hearts_lab.play import BLACK_QUEEN
from hearts_lab.simulation import Run
from hearts_lab.solver import Ending, solve
from hearts_lab.tables import _by_trick

ABOVE_HER = 13 * SPADES + ACE, 13 * SPADES + KING


def by_card(ending: Ending) -> pd.DataFrame:
    """A row for each card that may be played: the scores of all seats after it, and whether it is best."""
    seats = [f"seat {seat}" for seat in range(ending.deal.rules.players)]
    table = pd.DataFrame(list(ending.cards.values()), columns=seats)
    table.insert(0, "card", [str(card) for card in ending.cards])
    table["best"] = [card in ending.best for card in ending.cards]
    return table


def dry_honours(run: Run, cards: int = 5) -> pd.DataFrame:
    """The moments with so many cards each or fewer in which the leader has Q♠ and another seat A♠ or K♠ as its only spade.

    A row each, in order: deal, cards played before it, the leader's seat, the holder of the dry honour, and which it is; where
    there are two, the higher. What may be led is not asked.
    """
    rules, n = run.rules, run.rules.players
    if isinstance(cards, bool) or not isinstance(cards, int | np.integer) or not 1 <= cards <= rules.hand_size:
        raise ValueError(f"cards must be a whole number from 1 to the {rules.hand_size} of a hand, not {cards!r}.")
    start = rules.hand_size - cards
    leaders = run.leaders[:, start:, None]
    played = np.take_along_axis(_by_trick(run)[:, start:], (np.arange(n) - leaders) % n, axis=2)  # in the order of the seats
    spades = _still_held(played // 13 == SPADES)
    found = np.full(played.shape[:2], -1)
    holders = np.zeros_like(found)
    for card in reversed(ABOVE_HER):
        dry = (spades == 1) & (_still_held(played == card) == 1) & (np.arange(n) != leaders)
        found = np.where(dry.any(axis=2), card, found)
        holders = np.where(dry.any(axis=2), dry.argmax(axis=2), holders)
    with_queen = np.take_along_axis(_still_held(played == BLACK_QUEEN), leaders.astype(np.int64), axis=2)[:, :, 0] > 0
    deals, tricks = np.nonzero(with_queen & (found >= 0))
    return pd.DataFrame({
        "deal": run.numbers[deals],
        "cards": (start + tricks) * n,
        "seat": leaders[deals, tricks, 0],
        "holder": holders[deals, tricks],
        "honour": [str(DECK[card]) for card in found[deals, tricks]],
    })


def _still_held(what: np.ndarray) -> np.ndarray:
    """(deals, tricks, seats): how many such cards a seat plays in this trick or later."""
    return what[:, ::-1].cumsum(axis=1)[:, ::-1]


def queen_leads(run: Run, cards: int = 5, most: int = 200, ties: str = "first") -> pd.DataFrame:
    """What leading Q♠ to a dry A♠ or K♠ is worth, all hands known, against the best other lead (claim 17).

    A row for each of the first `most` moments of `dry_honours` in which she may be led and something else too: their columns,
    the leader's own score after `queen` and after the best `other` lead, as `solve` finds them with this tie rule, and the
    `difference`: by how much she is the better lead (fewer points; with a pool, more counters).

    The moments of one deal depend on each other; for one a deal take `.drop_duplicates("deal")`.
    """
    rows, sign = [], 1 if run.rules.low_wins else -1
    for moment in dry_honours(run, cards).itertuples(index=False):
        if len(rows) == most:
            break
        deal = run.deal(moment.deal, moment.cards)
        if BLACK_QUEEN not in deal.legal_cards() or len(deal.legal_cards()) == 1:
            continue
        own = {card: sign * scores[moment.seat] for card, scores in solve(deal, ties).cards.items()}
        queen = own.pop(BLACK_QUEEN)
        other = min(own.values())
        rows.append((*moment, sign * queen, sign * other, other - queen))
    return pd.DataFrame(rows, columns=["deal", "cards", "seat", "holder", "honour", "queen", "other", "difference"])
