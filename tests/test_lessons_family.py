"""Lessons 04 to 07 say what the engine does: their numbers, their teaching deals, and their worked examples (RULES C)."""

import re
from itertools import permutations

import numpy as np
import pytest
from test_lessons import code, prose

import hearts_lab as hl
from hearts_lab import estimates, players, tables
from hearts_lab.analyses import dials
from hearts_lab.rules import games

LESSONS = ("04_pools", "05_family", "06_cancellation", "07_house_rules")
SWEEP, HOWELL = hl.variant("foster_sweep"), hl.variant("foster_howell")
LAW = SWEEP.change(jack="foster")
SPOT, PINK, JACK, BASIC = (hl.variant(name) for name in ("spot", "pink_lady", "black_jack", "basic"))
OMNIBUS, CANCEL = hl.variant("omnibus"), hl.variant("cancellation")
BLACK_LADY = hl.variant("morehead")


# What all of them have.

@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_ends_with_questions_and_what_it_changes_for_the_player(name):
    told = prose(name)
    assert told.index("## Five questions") < told.index("## What to take home")
    assert "hl.Quiz(" in code(name)
    assert told.count("What it changes for you:") >= 4 or name == "07_house_rules"


def test_every_game_of_the_lessons_exists():
    for name in LESSONS:
        for game in re.findall(r'variant\("(\w+)"', code(name)):
            assert game in games()


@pytest.mark.parametrize(("lesson", "sentence"), [
    ("04_pools", f"every heart 1, Q♠ {SWEEP.points['QS']}"),
    ("04_pools", f"all {SWEEP.total} counters stand as a jack"),
    ("04_pools", f"With six players only {HOWELL.change(players=6).total} are in play"),
    ("05_family", f"Q♠ costs {SPOT.points['QS']}. Spot is also"),
    ("05_family", f"cost {SPOT.points['JH']}, {SPOT.points['QH']}, {SPOT.points['KH']} and {SPOT.points['AH']}"),
    ("05_family", f"26 points for all {SPOT.total} is a gift"),
    ("05_family", f"and {PINK.total} points in a deal"),
    ("05_family", f"the moon is worth {PINK.total}"),
    ("05_family", f"Q♠ costs nothing, J♠ {JACK.points['JS']}"),
    ("05_family", f"a deal has {JACK.total} points"),
    ("05_family", f"Only hearts cost, 1 each: {BASIC.total} points"),
    ("05_family", f"{-OMNIBUS.points['JD']} points *off*"),
    ("06_cancellation", f"so {CANCEL.total} points are in a deal"),
    ("06_cancellation", f"{CANCEL.moon_amount} points off his own score"),
])
def test_the_numbers_in_the_text(lesson, sentence):
    assert sentence in prose(lesson)


# 04: pools (RULES A5, C39, C41, C42).

def test_seventeen_five_three_and_one_make_a_jack():
    deal = hl.teaching_deal("jack_1")
    assert "the seats took 17, 5, 3 and 1 points" in prose("04_pools")
    assert (deal.points, deal.pool_after) == ((17, 5, 3, 1), (26, True))


def test_two_clear_players_share_a_jack_or_by_fosters_law_let_it_stand():
    deal = hl.teaching_deal("jack_2")
    assert (deal.pool, deal.points) == (26, (0, 0, 20, 6))
    assert (deal.scores, deal.pool_after) == ((26, 26, -20, -6), (0, False))
    law = deal.under(LAW)
    assert (law.scores, law.pool_after) == ((0, 0, -20, -6), (52, True))


def test_one_clear_player_takes_all_that_stands():
    deal = hl.teaching_deal("jack_3")
    assert (deal.pool, deal.points) == (52, (0, 14, 7, 5))
    assert deal.under(LAW).scores[0] == 78
    assert hl.read(deal.text.replace(" jack 52", "")).scores[0] == 26
    assert deal.before_trick(9).points[0] == 0


def test_howell_pays_t_less_n_times_h():
    deal = hl.teaching_deal("jack_3").under(HOWELL)
    assert deal.scores == (26, -30, -2, 6)
    assert "Whoever took 14 points pays 42 and draws 12" in prose("04_pools")
    assert (3 * 14, 26 - 14) == (42, 12)
    assert hl.teaching_deal("howell_1897").scores == (1, -7, -7, 13)


def test_drawing_from_26_with_six_players_takes_out_a_counter_too_many_for_each():
    six = hl.variant("foster_howell", players=6)
    assert 6 * (26 - six.total) == 6
    assert "draws six counters too many" in prose("04_pools")


def test_howell_tells_the_better_player_sooner():
    """The claim of section 6, on other deals than the lesson's: evenings of 24 deals."""
    found = {}
    for rules in (SWEEP, HOWELL):
        won = 0
        for seat in range(4):
            line = ["smoker" if other == seat else "cautious" for other in range(4)]
            run = hl.simulate(rules, line, 24_000, seed=77, progress=False)
            totals = run.settled[:, tables.SCORE].reshape(-1, 24, 4).sum(axis=1)
            best = totals == totals.max(axis=1, keepdims=True)
            won = won + best[:, seat] / best.sum(axis=1) / 4
        found[rules.settlement] = estimates.interval(won)
    assert found["howell"][1] > found["sweepstake"][2]


def played_out(deal, mine, order):
    """The deal played on by cautious players, one seat playing its cards in this order where it may."""
    left = list(order)
    while deal.phase == "play":
        if deal.to_play == mine:
            card = next(card for card in left if card in deal.legal_cards())
            left.remove(card)
        else:
            (card,) = players.choose("cautious", deal, deal.to_play)
        deal = deal.play(card)
    return deal


# 05: the family (RULES A6, A11, A13-A15, C11, C30, C32, C34).

def test_the_deal_of_the_family_lesson():
    deal = hl.teaching_deal("high_spades")
    assert {"QS", "JD"} <= {card.text for card in deal.taken(3)}
    assert {"QH", "JS"} <= {card.text for card in deal.taken(0)}
    lady, jack = deal.under(BLACK_LADY).scores, deal.under(JACK).points
    assert sorted(lady)[1] == lady[0] and max(jack) == jack[0]


def test_seat_3_can_get_away_with_nothing_in_spot():
    start = hl.teaching_deal("high_spades").under(SPOT).before_trick(8)
    assert (start.points[3], hl.teaching_deal("high_spades").under(SPOT).scores[3]) == (0, 52)
    assert any(played_out(start, 3, order).scores[3] == 0 for order in permutations(start.hand(3)))


def test_what_a_slam_without_the_bonus_card_scores():
    near = hl.teaching_deal("all_but_jack")
    assert near.scores == (26, 0, 0, -10)
    assert near.under(OMNIBUS.change(points={"JD": 0, "10D": -10})).scores == (-26, 0, 0, 0)
    assert near.under(OMNIBUS.change(moon="old", moon_needs_bonus=False)).scores == (0, 26, 26, 16)


def test_two_ladies_in_one_trick():
    (trick,) = hl.teaching_deal("two_ladies").tricks
    assert (str(trick.cards), trick.winner, trick.points) == ("K♥ Q♥ 5♥ Q♠", 0, 28)


def test_black_jack_under_howell():
    assert [JACK.total - JACK.players * taken for taken in (11, 6, 6, 0)] == [-21, -1, -1, 23]
    assert "takings of 11, 6, 6 and 0 bring −21, −1, −1 and +23 counters" in prose("05_family")


def test_all_thirteen_hearts_pay_four_to_each_and_one_to_the_table():
    deal = hl.teaching_deal("moon").under("basic_1887")
    assert (deal.scores, deal.pool_after[0]) == ((-13, 4, 4, 4), 1)


# 06: cancellation (RULES A12, C16-C18, C22, C23).

def six(**fields):
    return hl.variant("cancellation", players=6, **fields)


def test_one_pair_leaves_the_next_card_alive():
    for cancel in ("two_pairs", "no_live_card"):
        trick = hl.teaching_deal("one_pair").under(six(cancel=cancel)).tricks[0]
        assert (trick.winner, trick.points) == (2, 1)


def test_no_live_card_of_the_suit_led_is_void_in_both_readings():
    for cancel in ("two_pairs", "no_live_card"):
        deal = hl.teaching_deal("void_no_live").under(six(cancel=cancel))
        assert (deal.tricks[0].winner, deal.tricks[0].points, deal.to_play) == (None, 14, 0)


def test_two_pairs_are_void_in_one_reading_only():
    pairs = hl.teaching_deal("void_two_pairs")
    assert pairs.tricks[0].winner is None and pairs.kitty_taker is None
    live = pairs.under(six(cancel="no_live_card"))
    assert (live.tricks[0].winner, live.kitty_taker) == (4, 4)


def test_the_last_seat_chooses_who_takes_the_queen():
    deal = hl.teaching_deal("last_seat")
    takes = {str(card): deal.play(card).tricks[-1].winner for card in deal.legal_cards()}
    assert deal.to_play == 5 and takes.pop("A♣") == 1 and set(takes.values()) == {0}


def test_two_queens_kill_each_other():
    (trick,) = hl.teaching_deal("two_queens").tricks
    assert (trick.winner, trick.points) == (3, 26)


def test_the_kitty_of_seven_players():
    assert CANCEL.change(players=7).kitty_size == 6 and "With seven players six unseen cards" in prose("06_cancellation")


def test_a_void_last_trick_with_fourteen_points_waiting():
    end = hl.teaching_deal("last_void")
    assert [(trick.winner, trick.points) for trick in end.tricks[-2:]] == [(None, 14), (None, 2)]
    assert sum(end.scores) == 36
    for ruling in ("leader", "previous_winner"):
        scores = end.under(six(last_void=ruling)).scores
        assert scores[3] == end.scores[3] + 16 and sum(scores) == 52


# 07: house rules.

def test_counted_choices_are_those_of_the_rules_of_play():
    run = hl.simulate("standard", "cautious", 3, seed=5, progress=False)
    for number in range(1, 4):
        deal = hl.Deal("standard", seed=5, number=number).exchange(run.deal(number).passes)
        counted = []
        for _, card in run.deal(number).plays:
            counted.append(len(deal.legal_cards()))
            deal = deal.play(card)
        assert np.allclose(run.choices[number - 1], np.reshape(counted, (13, 4)).mean(axis=1))


def test_places_are_counted_from_the_dealers_left():
    run = hl.simulate("black_maria", "cautious", 8, seed=2, progress=False)
    first = dials.by_place(run).query("place == 1")
    assert list(first["seat"]) == [run.deal(number).eldest for number in range(1, 9)]


def test_what_the_house_rules_lesson_says_of_its_dials():
    """The sentences between the charts, on other deals than the lesson's."""
    printed = hl.variant("standard")
    house = {"as printed": {}, "no pass": {"pass_count": 0}, "Q♠ forced": {"forced_play": "queen"},
             "A♠ K♠ cost": {"points": {"KS": 10, "AS": 7}}, "any opening": {"opening": "eldest"}}
    rules = {words: printed.change(**fields) for words, fields in house.items()}
    runs = dials.dial(rules, "cautious", 20_000, seed=77, progress=False)
    table = dials.dialled(runs)

    def change(words, value):
        return dials.changed(table, words, "as printed", value)

    assert change("no pass", "moon")[1] > 0 and change("no pass", "queen")[1] > 1
    assert change("A♠ K♠ cost", "moon")[2] < 0
    assert abs(change("Q♠ forced", "queen")[0]) < 0.05 and change("Q♠ forced", "choices")[2] < 0
    opens = [estimates.means(dials.by_place(runs[words]), "place", "score").iloc[0]
             for words in ("as printed", "any opening")]
    assert opens[1]["low"] > opens[0]["high"]
