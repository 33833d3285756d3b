"""Randomness as numbered draws from a key: the same seed gives the same deal, whoever deals it and in what order."""

from __future__ import annotations

import numpy as np

_GOLDEN, _MIX_1, _MIX_2 = (np.uint64(n) for n in (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB))
_1, _11, _27, _30, _31, _32 = (np.uint64(n) for n in (1, 11, 27, 30, 31, 32))
_LOW = np.uint64(0xFFFFFFFF)
SHUFFLE, STRATEGY, GIVEN, MATCH = (  # separate families of keys
    np.uint64(n) for n in (0x5348554646, 0x53545241, 0x474956454E, 0x4D41544348))


def mixed(x):
    """A number scrambled so that every bit depends on every bit (the finalizer of SplitMix64)."""
    x = (x ^ (x >> _30)) * _MIX_1
    x = (x ^ (x >> _27)) * _MIX_2
    return x ^ (x >> _31)


def deal_key(family, seed, number):
    """The key of one deal's draws: one family for the shuffle, others for what strategies draw and for given holdings."""
    return mixed(mixed(seed + family * _GOLDEN) ^ (np.uint64(number) * _MIX_2))


def match_seed(seed, number):
    """The seed of one match among many of a seed: its deals are those of this seed."""
    return deal_key(MATCH, seed, number) >> _1


def decision_key(key, seat, step):
    """The key of one seat's draws at one decision of a deal. It cannot be traced back to the deal's key, or to the seed."""
    start = key + np.uint64(seat * 1024 + step + 1) * _GOLDEN
    return mixed(start) ^ start


def draw(key, drawn, n):
    """A uniform number below n, and how many draws the key has given by then. No number is likelier than another."""
    size = np.uint64(n)
    while True:
        drawn += 1
        wide = (mixed(key + np.uint64(drawn) * _GOLDEN) >> _32) * size
        low = wide & _LOW
        if low >= size or low >= (_LOW - size + np.uint64(1)) % size:
            return np.int64(wide >> _32), drawn


def draw_wide(key, drawn, n):
    """Like `draw`, for any n up to 2**62."""
    if n <= 1 << 31:
        return draw(key, drawn, n)
    while True:
        high, drawn = draw(key, drawn, ((n - 1) >> 31) + 1)
        low, drawn = draw(key, drawn, 1 << 31)
        if (high << 31) + low < n:
            return (high << 31) + low, drawn


def draw_part(key, drawn):
    """A uniform part of a whole, from 0 to below 1, and how many draws the key has given by then."""
    drawn += 1
    return (mixed(key + np.uint64(drawn) * _GOLDEN) >> _11) * 2.0**-53, drawn


def wrapping():
    """Arithmetic that overflows silently, as compiled code does: `with wrapping(): ...` around plain calls."""
    return np.errstate(over="ignore")
