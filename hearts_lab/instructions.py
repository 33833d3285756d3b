"""What the functions of `cards` count in steps, as single instructions of the processor: the same answers, sooner.

Compiled code calls these in the place of the plain functions of the same name, which say what they do.
"""

from __future__ import annotations

import llvmlite.binding as llvm
import numba
from llvmlite import ir
from numba.core.cgutils import get_or_insert_function
from numba.extending import intrinsic

from hearts_lab import cards

_SET, _NUMBER = numba.types.uint64, numba.types.int64
_WORD, _NOT_UNDEFINED = ir.IntType(64), ir.Constant(ir.IntType(1), 0)  # for the empty set too the answer is a number: 64


def _of_set(emitted, cards, *more):
    """The instruction for a set of cards (and a number), refused for anything else as the plain function refuses it."""
    return (_NUMBER(_SET, *(_NUMBER for _ in more)), emitted) if cards == _SET else None


@intrinsic
def _count(_, cards):
    return _of_set(lambda context, builder, signature, given: builder.ctpop(given[0]), cards)


@intrinsic
def _first(_, cards):
    return _of_set(lambda context, builder, signature, given: builder.cttz(given[0], _NOT_UNDEFINED), cards)


@intrinsic
def _last(_, cards):
    def emitted(context, builder, signature, given):
        return builder.sub(ir.Constant(_WORD, 63), builder.ctlz(given[0], _NOT_UNDEFINED))

    return _of_set(emitted, cards)


@intrinsic
def _nth(_, cards, n):
    def emitted(context, builder, signature, given):
        deposit = get_or_insert_function(builder.module, ir.FunctionType(_WORD, [_WORD, _WORD]), "llvm.x86.bmi.pdep.64")
        only_nth = builder.call(deposit, [builder.shl(ir.Constant(_WORD, 1), given[1]), given[0]])
        return builder.cttz(only_nth, _NOT_UNDEFINED)

    return _of_set(emitted, cards, n)


@intrinsic
def _suit_of(_, card):
    """Of all cards, and of -1, a 13th is 79/1024 rounded down: one multiplication instead of a division of signed numbers."""
    def emitted(context, builder, signature, given):
        return builder.ashr(builder.mul(given[0], ir.Constant(_WORD, 79)), ir.Constant(_WORD, 10))

    return (_NUMBER(_NUMBER), emitted) if isinstance(card, numba.types.Integer) else None


def _deposits() -> bool:
    """Whether the processor has the instruction that deposits bits into a set (x86 since 2013), and code is made for it."""
    try:
        return not (numba.config.CPU_NAME or numba.config.CPU_FEATURES) and llvm.get_host_cpu_features().get("bmi2", False)
    except RuntimeError:
        return False


INSTRUCTIONS = {cards.count: _count, cards.first: _first, cards.last: _last, cards.suit_of: _suit_of,
                **({cards.nth: _nth} if _deposits() else {})}
