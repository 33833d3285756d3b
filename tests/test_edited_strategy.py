"""A reader's strategy in a notebook: what he changes counts in the next run, and the usual Python works in it."""

import random

import numpy as np
import pytest

import hearts_lab as hl
from hearts_lab.players import StrategyError
from hearts_lab.sense import count, highest, holding, lowest

LIMIT = 3


def plays(player, **more):
    line = [player, *["random"] * 3]
    return hl.simulate("standard", line, deals=5, seed=1, progress=False, **more).plays


def own(view):
    return lowest(view.legal)


@hl.strategy(rest="cautious")
def by_a_number(view):
    return lowest(view.legal) if LIMIT == 3 else highest(view.legal)


@hl.strategy(rest="cautious")
def by_a_function(view):
    return own(view)


own_strategy = hl.strategy(own, rest="cautious")


@hl.strategy(rest="cautious")
def by_a_strategy(view):
    return own_strategy(view)


def own_high(view):
    return highest(view.legal)


@pytest.mark.parametrize("player, name, value", [
    (by_a_number, "LIMIT", 4), (by_a_function, "own", own_high),
    (by_a_strategy, "own_strategy", hl.strategy(own_high, rest="cautious"))], ids=["number", "function", "strategy"])
def test_what_a_strategy_names_may_be_changed_between_two_runs(player, name, value, monkeypatch):
    low = plays(player)
    assert np.array_equal(low, plays(player, compiled=False))
    monkeypatch.setitem(globals(), name, value)
    high = plays(player)
    assert not np.array_equal(low, high) and np.array_equal(high, plays(player, compiled=False))


def from_a_factory(limit):
    @hl.strategy(rest="cautious")
    def inner(view):
        return lowest(view.legal) if count(view.hand) > limit else highest(view.legal)

    return inner


@hl.strategy(rest="cautious")
def counts_in_a_list(view):
    lengths = [count(holding(view, suit)) for suit in range(4)]
    return lowest(view.legal) if max(lengths) > 3 else highest(view.legal)


@pytest.mark.parametrize("player", [from_a_factory(6), from_a_factory(2), counts_in_a_list],
                         ids=["factory 6", "factory 2", "list"])
def test_the_usual_python_runs_compiled_as_it_does_plain(player):
    assert np.array_equal(plays(player), plays(player, compiled=False))


def test_two_strategies_of_one_factory_are_two():
    assert not np.array_equal(plays(from_a_factory(6)), plays(from_a_factory(2)))


def by_python(view):
    return lowest(view.legal) if random.random() < 0.5 else highest(view.legal)


def by_numpy(view):
    return lowest(view.legal) if np.random.random() < 0.5 else highest(view.legal)


@pytest.mark.parametrize("function", [by_python, by_numpy])
def test_dice_of_its_own_are_refused_for_no_run_could_be_repeated(function):
    with pytest.raises(StrategyError, match=rf"{function.__name__} draws numbers of its own.*chance\(view, n\)"):
        plays(hl.strategy(function, rest="cautious"))


@hl.strategy(rest="cautious")
def calls_itself(view):
    return calls_itself(view)


@hl.strategy(rest="cautious")
def has_a_default(view, limit=6):
    return lowest(view.legal) if count(view.hand) > limit else highest(view.legal)


class Clever:
    def __call__(self, view):
        return lowest(view.legal)


@pytest.mark.parametrize("player, why", [(calls_itself, "it calls itself"), (has_a_default, "takes more than the view"),
                                         (hl.strategy(Clever()), "only a function written with `def` or `lambda`")])
def test_what_cannot_be_compiled_says_why(player, why):
    with pytest.raises(StrategyError, match=why):
        plays(player)


@pytest.mark.parametrize("wrong", [lambda: 3, lambda view, more: 3, Clever], ids=["nothing", "two", "a class"])
def test_what_does_not_take_a_view_is_refused_at_once(wrong):
    with pytest.raises(StrategyError, match="asked with one thing, the view"):
        hl.strategy(wrong)


@hl.strategy(rest="cautious")
def shares_by_nothing(view):
    return 10 // (view.in_trick - view.in_trick) + lowest(view.legal)


@hl.strategy(rest="cautious")
def shares_by_no_cards(view):
    return 10 // count(view.hand & ~view.hand) + lowest(view.legal)


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize("player", [shares_by_nothing, shares_by_no_cards])
def test_a_division_by_0_is_an_error_plain_and_compiled(player, compiled):
    with pytest.raises(StrategyError, match=r"deal 1 of seed 1, failed.*(ZeroDivision|FloatingPoint)Error: div"):
        plays(player, compiled=compiled)
