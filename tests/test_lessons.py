"""What the lessons say is what the engine does: their numbers, their teaching deals, and what they claim can be done."""

from itertools import permutations
from pathlib import Path

import nbformat
import numpy as np
import pytest

import hearts_lab as hl
from hearts_lab import players, rules
from hearts_lab.estimates import interval

ROOT = Path(__file__).parent.parent
DEALS = sorted(file.stem for file in (rules.DATA / "deals").glob("*.txt"))


def prose(name: str) -> str:
    notebook = nbformat.read(ROOT / "notebooks" / f"{name}.ipynb", as_version=4)
    return " ".join(" ".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown").split())


def code(name: str) -> str:
    notebook = nbformat.read(ROOT / "notebooks" / f"{name}.ipynb", as_version=4)
    return "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "code")


STANDARD, MARIA, SPOT = (hl.variant(name) for name in ("standard", "black_maria", "black_maria_spot"))


@pytest.mark.parametrize("sentence", [
    f"K♠ costs {MARIA.points['KS']} and A♠ costs {MARIA.points['AS']}",
    f"Q♠ {MARIA.points['QS']}, K♠ {MARIA.points['KS']}, A♠ {MARIA.points['AS']}",
    f"A rules page says that {MARIA.total} points are at stake in every hand",
    f"only {MARIA.change(players=6).total} points are in play",
    f"that makes {MARIA.total} in a deal, {MARIA.change(players=6).total} for six players",
    f"everybody else {STANDARD.total}; a table may agree to take {STANDARD.moon_amount} off",
    f"he scores all {MARIA.total}",
    f"up to {SPOT.points['AH']} for the ace, and the queen {SPOT.points['QS']}",
    f"takes {-hl.variant('black_maria_omnibus').points['JD']} points off whoever wins it",
    f"plays the six-handed game with all {MARIA.change(players=6, removed='2C 2D 2S 3C').total} points",
    f"until someone has {MARIA.target} points",
])
def test_the_numbers_of_the_black_maria_lesson(sentence):
    assert sentence in prose("02_black_maria")


def test_every_row_of_the_source_has_its_section():
    titles = ["Which cards cost points", "How many points are in a deal", "Where the three cards go", "Who leads first",
              "When hearts may be led", "Penalty cards on the first trick", "Shooting the moon", "Which cards are left out",
              "Other options"]
    told = prose("02_black_maria")
    places = [told.index(f"## {number}. {title}") for number, title in enumerate(titles, 1)]
    assert places == sorted(places)
    for start, end in zip(places, [*places[1:], len(told)], strict=True):
        assert "**What it changes for you:**" in told[start:end]


SOLVED = ("dry_ace", "dry_king", "dry_shooter")  # test_endings says what is right in them
USED_HERE = ("first_trick", "hearts_wait", "high_spades", "moon")


@pytest.mark.parametrize("name", DEALS)
def test_a_teaching_deal_reads_back_and_has_its_lesson(name):
    deal = hl.teaching_deal(name)
    assert hl.read(deal.text) == deal
    lessons = [file.stem for file in (ROOT / "notebooks").glob("*.ipynb")]
    asked = {f"coach_{position}" for position in hl.teaching_positions()["name"]}
    assert name in (*SOLVED, *asked) or any(f'"{name}"' in code(lesson) for lesson in lessons), f"no lesson shows {name}"


@pytest.mark.parametrize("name", USED_HERE)
def test_a_teaching_deal_reads_back_and_is_legal_in_both_games(name):
    deal = hl.teaching_deal(name)
    assert hl.read(deal.text) == deal
    assert deal.under("black_maria").plays == deal.plays
    assert f'"{name}"' in code("02_black_maria")


def finished(deal: hl.Deal, mine: list) -> hl.Deal:
    """The deal played on by cautious players, seat 0 playing the given cards in order where it may."""
    mine = list(mine)
    while deal.phase == "play":
        if deal.to_play == 0:
            card = next(card for card in mine if card in deal.legal_cards())
            mine.remove(card)
        else:
            (card,) = players.choose("cautious", deal, deal.to_play)
        deal = deal.play(card)
    return deal


def test_some_orders_of_the_cards_shoot_the_moon_and_some_do_not():
    start = hl.teaching_deal("moon").before_trick(10)
    assert (start.to_play, sum(start.points), start.points[0]) == (0, start.points[0], start.points[0])
    assert {finished(start, order).shooter for order in permutations(start.hand(0))} >= {0, None}


def test_seat_0_can_do_better_with_its_high_spades():
    start = hl.teaching_deal("high_spades").under("black_maria").before_trick(7)
    assert hl.teaching_deal("high_spades").under("black_maria").scores[0] == 20
    assert any(finished(start, order).scores[0] < 20 for order in permutations(start.hand(0)))


def deals_to(rules_of: str, target: int) -> np.ndarray:
    """How many deals each match takes that is made of a run's deals one after the other."""
    run = hl.simulate(rules_of, "cautious", deals=6000, seed=3, progress=False)
    lengths, totals, length = [], np.zeros(run.rules.players), 0
    for scores in run.settled[:, 0]:
        totals, length = totals + scores, length + 1
        if totals.max() >= target:
            lengths.append(length)
            totals, length = np.zeros(run.rules.players), 0
    return np.array(lengths)


def test_a_match_of_black_maria_is_over_sooner():
    assert interval(deals_to("black_maria", 100))[2] < interval(deals_to("standard", 100))[1]


def test_the_start_names_every_other_notebook():
    told = prose("00_start_here")
    for file in (ROOT / "notebooks").glob("*.ipynb"):
        assert file.stem == "00_start_here" or f"({file.name})" in told


def test_a_moon_that_is_still_to_be_chosen_is_scored_both_ways():
    table = hl.scored_under(hl.teaching_deal("moon"), hl.variant("standard", moon="choice"), "black_maria")
    assert list(table.columns) == ["Standard Hearts, old moon", "Standard Hearts, new moon", "Black Maria"]
    assert list(table.iloc[:4, 0]) == [0, 26, 26, 26] and list(table.iloc[:4, 1]) == [-26, 0, 0, 0]
