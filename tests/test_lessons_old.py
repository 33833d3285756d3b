"""What lessons 01 (standard Hearts) and 03 (the game through time) say is what the engine does."""

from itertools import pairwise, permutations

import pytest
from test_lessons import code, finished, prose

import hearts_lab as hl
from hearts_lab import cards, rules

STANDARD, FOSTER, HOWELL = (hl.variant(name) for name in ("standard", "foster_sweep", "foster_howell"))
ANDY, SLAM, NEAR = (hl.teaching_deal(name) for name in ("andy", "slam", "near_moon"))
THROUGH_TIME = ["basic_1887", "foster_sweep", "foster_howell", "hitting_moon", "culbertson", "morehead", "american", "standard"]


# 01: standard Hearts from nothing.


@pytest.mark.parametrize("sentence", [
    f"Every heart costs {STANDARD.points['2H']} point, and Q♠, the *black lady*, costs {STANDARD.points['QS']}",
    "half of the 26 points are on one card",
    f"everybody else scores {STANDARD.total}",
    f"takes {STANDARD.moon_amount} off the shooter's own score",
    f"When someone has {STANDARD.target} points or more",
    "with three everyone holds seventeen cards",
    "with six, eight cards",
])
def test_the_numbers_of_the_hearts_lesson(sentence):
    assert sentence in prose("01_hearts")


def test_those_numbers_are_the_engine_s():
    assert 2 * STANDARD.points["QS"] == STANDARD.total == 26
    assert sum(STANDARD.points[card] for card in STANDARD.pack if card.suit == cards.HEARTS) == STANDARD.points["QS"]
    assert [STANDARD.change(players=n).hand_size for n in (3, 6)] == [17, 8]
    assert not any(card.suit == cards.HEARTS for n in (3, 5, 6) for card in STANDARD.change(players=n).removed)


@pytest.mark.parametrize(("lesson", "count"), [("01_hearts", 10), ("03_black_lady", 8)])
def test_every_section_of_a_lesson_says_what_its_rule_changes(lesson, count):
    told = prose(lesson)
    places = [told.index(f"## {number}. ") for number in range(1, count + 1)]
    assert places == sorted(places) and f"## {count + 1}. " not in told
    for start, end in zip(places, [*places[1:], len(told)], strict=True):
        assert told[start:end].count("**What it changes for you:**") == 1
    assert f"## {count}. " in told and "## Five questions" in told and "hl.Quiz(" in code(lesson)


def test_the_first_tricks_are_as_told():
    deal = hl.teaching_deal("first_deal")
    fourth, fifth = deal.tricks[3], deal.tricks[4]
    assert (fourth.winner, fourth.seats, fourth.cards.text) == (1, (2, 3, 0, 1), "6D 10H 2D JD")
    assert (fifth.winner, fifth.cards.text) == (0, "6C QS QH JC")
    assert deal.points[0] == 14 == fifth.points == max(deal.points)
    second = deal.before_trick(2).play("5D").play("3D").play("10D")
    assert second.to_play == 0 and len(second.trick) == 3 and second.legal_cards().text == "2D 4D"


def test_the_disputes_of_the_hearts_lesson():
    only = hl.teaching_deal("only_penalties")
    assert only.legal_cards() == only.hand(0) and set(only.hand(0)) <= set(STANDARD.penalties)
    fell = hl.teaching_deal("queen_fell")
    assert not fell.trick and any(card == cards.read_card("QS") for _, card in fell.plays)
    waiting = [card for card in fell.hand(0) if card.suit == cards.HEARTS]
    for game, free in (("standard", False), ("microsoft", False), ("bicycle", True)):
        assert all((card in fell.under(game).legal_cards()) == free for card in waiting)
    both = hl.teaching_deal("hearts_and_queen")
    assert both.legal_cards().text == "QS"
    assert both.under(hl.variant("standard", lead_escape="penalties")).legal_cards() == both.hand(0)


@pytest.mark.parametrize(("name", "trick"), [("first_moon", 9), ("slam", 9)])
def test_some_orders_shoot_the_moon_and_some_do_not(name, trick):
    start = hl.teaching_deal(name).before_trick(trick)
    assert start.to_play == 0 and sum(start.points) == start.points[0] > 0
    shooters = {finished(start, order).shooter for order in list(permutations(start.hand(0)))[::5]}
    assert shooters == {0, None}


def test_the_near_moon_turns_nothing_round():
    assert NEAR.scores == (25, 0, 1, 0) == NEAR.under(hl.variant("standard", moon="new")).scores


# 03: the game through time.


@pytest.mark.parametrize("name", ["andy", "slam", "near_moon"])
def test_the_three_deals_were_legal_all_through_time(name):
    deal = hl.teaching_deal(name)
    for game in THROUGH_TIME:
        assert deal.under(game).plays == deal.plays


def test_each_book_scores_the_slam_anew_and_andy_the_same():
    scores = {game: SLAM.under(game).scores for game in THROUGH_TIME}
    assert scores["foster_howell"] == (-78, 26, 26, 26)
    assert scores["foster_sweep"] == (-26, 8, 8, 8)
    assert scores["culbertson"] == (0, 0, 0, 0)
    assert {scores[game] for game in ("hitting_moon", "morehead", "american", "standard")} == {(0, 26, 26, 26)}
    assert {ANDY.under(game).scores for game in THROUGH_TIME[3:]} == {(14, 7, 5, 0)}
    for moon, slam in (("old", (0, 26, 26, 26)), ("void", (0, 0, 0, 0)), ("new", (-26, 0, 0, 0))):
        assert SLAM.under(hl.variant("morehead", moon=moon)).scores == slam
        assert NEAR.under(hl.variant("morehead", moon=moon)).scores == (25, 0, 1, 0)


def test_andy_s_counters():
    h, total, n = ANDY.points[0], HOWELL.total, HOWELL.players
    paid, drawn = (n - 1) * h, total - h
    told = prose("03_black_lady")
    assert f"he pays {n - 1} × {h} = {paid}, draws {total} − {h} = {drawn}, and is {paid - drawn} counters down" in told
    assert ANDY.under("foster_howell").scores == (drawn - paid, -2, 6, 26)
    assert ANDY.under("basic_1887").scores == (-1, -7, -5, 13)
    assert cards.read_card("QS") in ANDY.taken(0)
    six = hl.variant("foster_howell", players=6)
    assert six.total == 25 and f"so {six.total} are in play" in told
    assert f"would take {six.players * (26 - six.total)} counters more than were paid" in told


def test_a_pool_that_nobody_wins_stands_as_a_jack():
    deal = hl.teaching_deal("nobody_clear").under("foster_sweep")
    assert all(deal.points) and deal.pool_after == (FOSTER.total, True)
    assert SLAM.under(FOSTER).pool_after == (2, False)
    assert SLAM.under(FOSTER.change(jack="foster")).pool_after == (26, True)


def test_the_lady_waits_or_must_go():
    lead, follow = hl.teaching_deal("queen_waits"), hl.teaching_deal("under_the_king")
    assert lead.under("morehead").legal_cards() == lead.hand(0)
    assert lead.under(hl.variant("morehead", waits="hearts QS", breakers="hearts")).legal_cards().text == "3S 6S AS"
    assert lead.under("standard").legal_cards().text == "3S 6S QS AS"
    assert follow.under("morehead").legal_cards().text == "4S 9S JS QS"
    assert follow.under(hl.variant("morehead", forced_play="queen")).legal_cards().text == "QS"


def test_what_each_book_changed():
    changed = {pair: set(hl.differences(*pair)["rule"]) for pair in pairwise(THROUGH_TIME)}
    assert changed["basic_1887", "foster_sweep"] >= {"penalty cards", "passing", "settlement"}
    assert changed["foster_howell", "hitting_moon"] == {"moon", "end", "settlement"}
    assert changed["hitting_moon", "culbertson"] == changed["culbertson", "morehead"] == {"moon"}
    assert changed["morehead", "american"] == {"passing"}
    assert changed["american", "standard"] == {"first lead", "leading", "first trick"}
    assert rules.games()["culbertson"]["players"] == [3, 4, 5, 6, 7]
