"""The teaching positions: situations with the card that is right there and why, against which a coach can be tried."""

from __future__ import annotations

import tomllib

import pandas as pd

from hearts_lab.cards import read_cards
from hearts_lab.deal import teaching_deal
from hearts_lab.notation import write_rules
from hearts_lab.rules import DATA
from hearts_lab.tables import Words


def teaching_positions() -> pd.DataFrame:
    """Twenty situations to think about, each with the card (or the pass) that is right and why a card player plays it.

    A row a position: its `name`, the `game`, the `seat` that plays or passes, what is `right`, `why`, and the `text` of the
    deal at that moment, for `Table(text, you=seat)` or `read(text)`.

    >>> teaching_positions()["right"].iloc[0]
    '4♦'
    """
    rows = []
    for name, told in tomllib.loads((DATA / "positions.toml").read_text(encoding="utf-8")).items():
        deal = teaching_deal(f"coach_{name}")
        seat = told["seat"] if deal.phase == "pass" else deal.to_play
        rows.append((name, write_rules(deal.rules), seat, str(read_cards(told["right"])), told["why"], deal.text))
    return Words(rows, columns=["name", "game", "seat", "right", "why", "text"])
