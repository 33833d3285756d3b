"""Laying out a deal: an empty table, given hands and kitties, and what is refused before a card is dealt."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

from hearts_lab import cards as c
from hearts_lab import play
from hearts_lab.cards import CardError
from hearts_lab.draws import wrapping
from hearts_lab.rules import Rules


class DealError(ValueError):
    """A deal that cannot be, or a question that this moment of the deal has no answer to."""


def whole(value, what: str, low: int, high: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int | np.integer):
        raise DealError(f"{what} must be a whole number, not {value!r}.")
    if not low <= value <= high:
        raise DealError(f"{what} must lie between {low} and {high}; {value} does not.")
    return int(value)


def new_state(rules: Rules, seed: int, number: int, before) -> np.record:
    state = np.zeros(1, play.STATE).view(np.recarray)
    with wrapping():
        play.clear(rules.record, state[0], np.uint64(seed), number)
    state[0].before[: rules.players] = before
    return state[0]


def copied(state: np.record) -> np.record:
    new = np.recarray(1, play.STATE)
    new[0] = state
    return new[0]


def lay_out(rules: Rules, state: np.record, hands, kitty) -> None:
    """Put given hands and a kitty on the table, if together they are the pack."""
    if isinstance(hands, str | Mapping) or not isinstance(hands, Iterable):
        raise DealError("Give the hands in seat order, each as text: hands=['2C 3C ...', ...].")
    try:
        hands, kitty = [c.read_cards(hand) for hand in hands], c.read_cards(kitty)
    except CardError as error:
        raise DealError(str(error)) from None
    if len(hands) != rules.players:
        raise DealError(f"{rules.players} players need {rules.players} hands, not {len(hands)}.")
    left = list(rules.pack)
    for hand in (*hands, kitty):
        for card in hand:
            if card not in left:
                again = card in rules.pack
                raise DealError(f"{card} is in the hands {'more often than in the pack' if again else 'but not in the pack'}.")
            left.remove(card)
    for seat, hand in enumerate(hands):
        if len(hand) != rules.hand_size:
            raise DealError(f"Seat {seat} has {len(hand)} cards; each hand has {rules.hand_size}.")
        for card in hand:
            play.add_card(state, seat, card)
    if len(kitty) != (rules.kitty_size if rules.kitty != "none" else 0):
        raise DealError(f"The kitty has {len(kitty)} cards; in these rules it has {rules.kitty_size}.")
    state.kitty, state.kitty_twin = c.as_bits(kitty)
