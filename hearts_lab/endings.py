"""Solved endings as tables: what each card leads to, and whether leading Q♠ to a dry A♠ or K♠ paid."""

from __future__ import annotations

import numpy as np
import pandas as pd

from hearts_lab.cards import ACE, DECK, KING, SPADES
from hearts_lab.play import BLACK_QUEEN
from hearts_lab.simulation import Run
from hearts_lab.solver import Ending, solve
from hearts_lab.tables import by_trick, seats_of

HONOURS = (13 * SPADES + KING, 13 * SPADES + ACE)


def by_card(ending: Ending) -> pd.DataFrame:
    """A row for each card that may be played: the scores of all seats after it, and whether it is best."""
    seats = [f"seat {seat}" for seat in range(ending.deal.rules.players)]
    table = pd.DataFrame(list(ending.cards.values()), columns=seats)
    table.insert(0, "card", [str(card) for card in ending.cards])
    table["best"] = [card in ending.best for card in ending.cards]
    return table


def dry_honours(run: Run, cards: int = 4) -> pd.DataFrame:
    """The moments in which the leader holds Q♠ and another seat A♠ or K♠ as its only spade, with so many cards each or fewer.

    A row each: deal, cards played before it, the leader's seat, who holds the dry honour, and which it is. Where two seats hold
    one, the row tells of the one who plays first. Whether Q♠ may be led is not asked yet.
    """
    rules, played = run.rules, by_trick(run)
    start = max(0, rules.hand_size - cards)
    queens = (played == BLACK_QUEEN)[:, start:]
    ...
