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


def retold(deal: Deal, hands: list | None = None) -> Deal:
    """The same deal told by its cards, not by its seed, so that no player's dice depend on who holds what; or with other hands.

    Raises a ValueError if with these hands it could not have gone so.
    """
    hands = [deal.dealt(seat) for seat in range(deal.rules.players)] if hands is None else hands
    plays = c.Cards(card for _, card in deal.plays)
    return rebuild(deal.rules, DealRecord(deal.number, hands=tuple(hands), kitty=deal.kitty, before=deal.before,
                                          passes=deal.passes, plays=plays, moon=deal.moon, pool=deal.pool,
                                          standing=deal.standing))


def lain_otherwise(deal: Deal, seat: int, seed: int = 1) -> Deal | None:
    """The same deal as far as a seat can know: the cards that it cannot see lie with other players, as far as they may.

    Every hand keeps its size and the voids that it has shown; cards that somebody passed stay where they are. None if no other
    layout was found.
    """
    if deal.rules.packs != 1:
        raise ValueError(f"Hidden cards are moved where one pack is dealt; {deal.rules.title} is played with "
                         f"{deal.rules.packs}.")
    others = [other for other in range(deal.rules.players) if other != seat]
    found = {card: other for other in others for card in deal.hand(other) if card not in deal.received(other)}
    loose, dice = list(found), np.random.default_rng(seed)
    lacks = {other: {"CDSH".index(letter) for letter in deal.voids(other)} for other in others}
    for _ in range(PATIENCE):
        holder = dict(found)
        for one, other in dice.integers(0, max(1, len(loose)), (5 * len(loose), 2)).tolist():
            one, other = loose[one], loose[other]
            if one.suit not in lacks[holder[other]] and other.suit not in lacks[holder[one]]:
                holder[one], holder[other] = holder[other], holder[one]
        hands = [deal.dealt(who) if who == seat else [card for card in deal.dealt(who) if card not in holder]
                 + [card for card, here in holder.items() if here == who] for who in range(deal.rules.players)]
        try:
            if holder != found:
                return retold(deal, hands)
        except ValueError:  # with these cards somebody would have had to play otherwise
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
