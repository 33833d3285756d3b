"""The tables of a run: columns as documented, rows as in a naive reading of the same deals."""

import inspect
import re

import numpy as np
import pytest

import hearts_lab as hl
from hearts_lab import tables

HIGH_SPADES = {"AS": "A", "KS": "K", "QS": "Q"}


@pytest.fixture(scope="module")
def run():
    return hl.simulate("standard", ["random", "cautious", "smoker", "random"], 80, 11, progress=False)


def documented(function) -> list[str]:
    """The names after "Columns:", without what stands in parentheses."""
    told = re.search(r"Columns: (.*?)\.(?:\s|$)", re.sub(r"\([^()]*\)", "", inspect.getdoc(function)), re.S)[1]
    return [name.strip() for name in re.split(r",", told)]


@pytest.mark.parametrize("name", ["scores", "tricks", "cards", "holdings", "spades", "fates", "falls", "attempts"])
def test_columns_are_those_of_the_documentation(run, name):
    function = getattr(tables, name)
    assert list(function(run).columns) == documented(function)


def test_tables_of_a_run_are_those_of_the_module(run):
    for name, function in (("scores", "scores"), ("tricks", "tricks"), ("cards", "cards"), ("hands", "holdings")):
        assert getattr(run, name).equals(getattr(tables, function)(run))
        assert f"tables.{function}" in getattr(type(run), name).__doc__


def test_hands_are_those_after_the_pass(run):
    table = run.hands
    for row in table.sample(60, random_state=2).itertuples():
        deal = run.deal(row.deal)
        hand = [card for seat, card in deal.plays if seat == row.seat]
        texts = {card.text for card in hand}
        lengths = [sum(card.suit == suit for card in hand) for suit in range(4)]
        assert [row.clubs, row.diamonds, row.spades, row.hearts] == lengths
        assert row.honours == ("".join(letter for card, letter in HIGH_SPADES.items() if card in texts) or "none")
        assert row.lower == len(texts & {f"{rank}S" for rank in "2 3 4 5 6 7 8 9 10 J".split()})
        assert row.high == len(texts & {f"{rank}{suit}" for rank in "AKQ" for suit in "CD"})
        assert row.high_hearts == len(texts & {f"{rank}H" for rank in "AKQJ"})
        assert (row.points, row.score) == (deal.points[row.seat], deal.scores[row.seat])
        assert row.took_queen == ("QS" in {card.text for card in deal.taken(row.seat)})


def test_points_by_trick_go_to_who_took_the_trick(run):
    found = tables.points_by_trick(run)
    for number in (1, 40, 80):
        for trick in run.deal(number).tricks:
            expected = [trick.points if seat == trick.winner else 0 for seat in range(4)]
            assert list(found[number - 1, trick.number - 1]) == expected
    assert (found.sum(axis=(1, 2)) == 26).all()


def test_attempts_and_moons_are_seats_with_every_point_at_half_time():
    run = hl.simulate("standard", "random", 2_000, 5, progress=False)
    expected = []
    for number in range(1, 2_001):
        points = np.zeros(4)
        for trick in run.deal(number).tricks[:6]:
            points[trick.winner] += trick.points
        for seat in range(4):
            if points[seat] == points.sum() and points[seat] >= 26 / 3:
                expected.append((number, seat))
    found = tables.attempts(run)
    assert list(zip(found["deal"], found["seat"], strict=True)) == expected
    assert len(expected) > 20
    assert (found["moon"] == (found["points"] == 26)).all()
    assert tables.moons(run).any(axis=1).sum() == (run.scores["moon"]).sum()


def test_caught_at_home_means_that_her_holder_took_her(run):
    found = tables.caught_at_home(run)
    for number in range(1, 81):
        deal = run.deal(number)
        holder = next(seat for seat, card in deal.plays if card.text == "QS")
        assert (found[number - 1] == ("QS" in {card.text for card in deal.taken(holder)})).all()


def test_forced_turns_are_those_with_one_legal_card():
    run = hl.simulate("black_maria", "cautious", 3, 2, progress=False)
    for number in (1, 2, 3):
        deal = hl.Deal("black_maria", seed=2, number=number).exchange(
            {seat: run.deal(number).passed(seat) for seat in range(4)})
        counts = []
        for _, card in run.deal(number).plays:
            counts.append(len(deal.legal_cards()))
            deal = deal.play(card)
        counts = np.reshape(counts, (13, 4))
        assert run.choices[number - 1] == pytest.approx(counts.mean(axis=1))
        assert run.forced[number - 1] == pytest.approx((counts == 1).mean(axis=1))
