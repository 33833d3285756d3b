"""Single instructions of the processor answer as the plain functions of `cards` that they stand for."""

import random

import numba
import numpy as np
import pytest

from hearts_lab import cards
from hearts_lab.instructions import INSTRUCTIONS

SETS = [np.uint64(random.Random(seed).getrandbits(52) & random.Random(-seed - 1).getrandbits(52)) for seed in range(300)]
SETS += [np.uint64(1) << np.uint64(card) for card in range(52)] + [cards.FULL_PACK]


def compiled(function):
    instruction = INSTRUCTIONS.get(function)
    if instruction is None:
        pytest.skip("this processor has no such instruction")
    return instruction


@pytest.mark.parametrize("function", [cards.count, cards.first, cards.last])
def test_a_question_about_a_set_has_the_same_answer(function):
    asked = compiled(function)
    answer = numba.njit(lambda cards: asked(cards))
    with np.errstate(over="ignore"):
        assert [answer(some) for some in [*SETS, cards.NO_CARDS]] == [function(some) for some in [*SETS, cards.NO_CARDS]]


def test_the_nth_card_of_a_set_is_the_same():
    asked = compiled(cards.nth)
    answer = numba.njit(lambda cards, n: asked(cards, n))
    with np.errstate(over="ignore"):
        for some in SETS:
            assert [answer(some, n) for n in range(int(some).bit_count())] == list(cards.from_bits(some))
            assert [cards.nth(some, n) for n in range(int(some).bit_count())] == list(cards.from_bits(some))


def test_every_card_has_the_same_suit_and_no_card_none():
    asked = compiled(cards.suit_of)
    answer = numba.njit(lambda card: asked(card))
    assert [answer(card) for card in range(-1, 52)] == [cards.suit_of(card) for card in range(-1, 52)]


def test_what_is_no_set_is_refused():
    asked = compiled(cards.count)
    with pytest.raises(numba.core.errors.TypingError):
        numba.njit(lambda cards: asked(cards))(0.5)
