"""What each turn of a run offered: among how many cards a seat could choose, and whom its last player could give a trick to."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from hearts_lab.cards import NO_CARDS, ONE, count, first
from hearts_lab.play import (
    clear,
    deal_cards,
    due,
    exchange,
    lay_aside,
    legal,
    open_play,
    play_card,
    shuffle,
    to_play,
    winning_place,
)

# The compiled loop.


def outcomes(rules, state, cards):
    """Who can win the trick, by its places as bits, if its last card is one of these; bit `players` is a void trick."""
    place, found = state.in_trick, 0
    state.in_trick += 1
    while cards != NO_CARDS:
        state.card[place] = first(cards)
        cards &= cards - ONE
        winner = winning_place(rules, state)
        found |= 1 << (winner if winner >= 0 else rules.players)
    state.card[place] = -1
    state.in_trick = place
    return found


def look_back(rules, seed, start, packs, passes, plays, state, pile, choices, ends):
    """Play logged deals again and note what each turn offered: how many cards, and the outcomes of the last turn of a trick."""
    for k in range(plays.shape[0]):
        clear(rules, state, seed, start + k)
        if packs.shape[0] > 0:
            for i in range(pile.shape[0]):
                pile[i] = packs[k, i]
        else:
            shuffle(state, seed, pile)
        deal_cards(rules, state, pile)
        to_pass = due(rules, start + k)
        if to_pass > 0:
            for seat in range(rules.players):
                for i in range(to_pass):
                    lay_aside(rules, state, seat, int(passes[k, seat, i]))
            exchange(rules, state)
        open_play(rules, state)
        for i in range(plays.shape[1]):
            cards = legal(rules, state, to_play(rules, state))
            choices[k, i] = count(cards)
            if state.in_trick == rules.players - 1:
                ends[k, state.trick] = outcomes(rules, state, cards)
            play_card(rules, state, int(plays[k, i]))


class Turns(NamedTuple):
    """`choices` (deals, cards): among how many kinds of card each turn could choose. `ends` (deals, tricks): bits.

    Those say who could win a trick by its last card: the first player of the trick is bit 0, the last one bit n − 1, and bit n
    says that it could be void.
    """

    players: int
    choices: np.ndarray
    ends: np.ndarray

    @property
    def switched(self) -> np.ndarray:
        """(deals, tricks): whether the last player could choose which of two others, or of more, wins the trick."""
        others = self.ends & ((1 << self.players - 1) - 1)
        return (others & (others - 1)) != 0

    @property
    def spoilt(self) -> np.ndarray:
        """(deals, tricks): whether the last player could choose between a void trick and one that somebody wins."""
        void = 1 << self.players
        return ((self.ends & void) != 0) & ((self.ends & (void - 1)) != 0)

