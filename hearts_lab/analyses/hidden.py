"""Nobody sees through cards: the cards that a seat cannot see are moved, and its player is asked again. For notebook 22."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pandas as pd

from hearts_lab import cards as c
from hearts_lab.deal import Deal, rebuild
from hearts_lab.layout import whole
from hearts_lab.notation import DealRecord
from hearts_lab.players import Strategy, choose
from hearts_lab.rules import Rules

PATIENCE = 20  # layouts tried before there is said to be no other


def retold(deal: Deal, instead: dict[c.Card, c.Card] | None = None) -> Deal:
    """The same deal told by its cards, not by its seed, so that no player's dice depend on who holds what.

    With `instead` some cards change places with others, from the dealing on. Raises a ValueError if it could not have gone so.
    """
    def told(cards):
        return c.Cards((instead or {}).get(card, card) for card in cards)

    hands = tuple(told(deal.dealt(seat)) for seat in range(deal.rules.players))
    passes = None if deal.passes is None else tuple(map(told, deal.passes))
    return rebuild(deal.rules, DealRecord(deal.number, hands=hands, kitty=deal.kitty, before=deal.before, passes=passes,
                                          plays=c.Cards(card for _, card in deal.plays), moon=deal.moon, pool=deal.pool,
                                          standing=deal.standing))


def lain_otherwise(deal: Deal, seat: int, seed: int = 1) -> Deal | None:
    """The same deal as far as a seat can know: the cards that it cannot see lie with other players, as far as they may.

    Every hand keeps its size and the voids that it has shown, and the cards that the seat itself passed to it. None if no other
    layout was found.
    """
    if deal.rules.packs != 1:
        raise ValueError(f"Hidden cards are moved where one pack is dealt; {deal.rules.title} is played with "
                         f"{deal.rules.packs}.")
    others = [other for other in range(deal.rules.players) if other != seat]
    found = {card: other for other in others for card in deal.hand(other) if card not in deal.passed(seat)}
    loose, holders, dice = list(found), list(found.values()), np.random.default_rng(seed)
    lacks = {other: {"CDSH".index(letter) for letter in deal.voids(other)} for other in others}
    for _ in range(PATIENCE):
        now = list(loose)
        for one, other in dice.integers(0, max(1, len(loose)), (5 * len(loose), 2)).tolist():
            if now[one].suit not in lacks[holders[other]] and now[other].suit not in lacks[holders[one]]:
                now[one], now[other] = now[other], now[one]
        try:
            if any(found[card] != holder for card, holder in zip(now, holders, strict=True)):
                return retold(deal, dict(zip(loose, now, strict=True)))
        except ValueError:  # with these cards somebody would have had to pass or play otherwise
            continue
    return None


def moved(deal: Deal, other: Deal) -> int:
    """How many cards lie in another hand in one layout than in the other."""
    return sum(card not in other.hand(seat) for seat in range(deal.rules.players) for card in deal.hand(seat))


def peeks(rules: Rules | str, player: str | Strategy | Callable, deals: int, seed: int = 1) -> pd.DataFrame:
    """Every decision of some deals asked twice, the second time with the cards that its seat cannot see lying otherwise.

    `player` is a strategy, which gets its view, or a function of a deal and a seat, which may look where it likes. Columns:
    deal, trick (0 for the pass), seat, moved (how many cards lie elsewhere), choice, other (the choice the second time), same.
    """
    rows, ask = [], player if callable(player) and not isinstance(player, Strategy) else None

    def asked(deal: Deal, seat: int):
        chosen = choose(player, deal, seat) if ask is None else c.read_cards(ask(deal, seat))
        if deal.phase == "play" and len(deal.legal_cards()) == 1:
            return chosen
        other = lain_otherwise(deal, seat, seed)
        if other is not None:
            again = choose(player, other, seat) if ask is None else c.read_cards(ask(other, seat))
            trick = 0 if deal.phase == "pass" else len(deal.tricks) + 1
            rows.append((deal.number, trick, seat, moved(deal, other), str(chosen), str(again), chosen == again))
        return chosen

    for number in range(1, whole(deals, "The number of deals", 1, 10**6) + 1):
        deal = retold(Deal(rules, seed=seed, number=number))
        if deal.phase == "pass":
            deal = deal.exchange({seat: asked(deal, seat) for seat in range(deal.rules.players)})
        while deal.phase == "play":
            deal = deal.play(asked(deal, deal.to_play)[0])
    return pd.DataFrame(rows, columns=["deal", "trick", "seat", "moved", "choice", "other", "same"])
