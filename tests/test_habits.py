"""Each habit of the rule player changes the decision that it is about, on a hand made for it; the claim is named beside it."""

import numpy as np
import pytest
from setting import played, small, texts

import hearts_lab as hl
from hearts_lab import players
from hearts_lab.cards import DECK
from hearts_lab.habits import CHARACTERS, HABITS, HabitError
from hearts_lab.players import named

FREE = {"opening": "eldest", "first_trick": "free"}
PASSER = "AS 3S 2S AH KH 9H 3H QC 5C 10D 9D 4D 2D"
LOW = "2H 3H 4H 5H 6H 7H 2S 3S 4S 5S 6S 7S 8S"
SETTINGS = [(name, value) for name, habit in HABITS.items() for value in habit.values]


def passed(hand, number=1, **habits):
    """What the rule player with these habits passes from a hand."""
    others = [card.text for card in DECK if card.text not in hand.split()]
    deal = hl.Deal("standard", hands=[hand, *(others[seat::3] for seat in range(3))], number=number)
    return texts(players.choose(named("steady").having(**habits), deal, 0))


def plays(deal, **habits):
    """The card that the rule player with these habits plays next, as text."""
    (card,) = players.choose(named("steady").having(**habits), deal, deal.to_play)
    return card.text


# The pass.

@pytest.mark.parametrize("hand, habits, wanted", [
    (PASSER, {"passes": "void"}, {"QC", "5C"}),
    (PASSER, {"passes": "high"}, {"AS", "AH", "KH"}),
    (PASSER, {"passes": "low"}, {"2D", "2S", "3S"}),
    (PASSER.replace("5C", "KS"), {"passes": "spades_hearts"}, {"AS", "KS", "AH"}),
    (PASSER, {"passes": "void", "void_suit": "shortest"}, {"QC", "5C"}),
    (PASSER, {"passes": "void", "void_suit": "clubs"}, {"QC", "5C"}),
    (PASSER, {"passes": "void", "void_suit": "diamonds"}, {"10D", "9D", "4D"}),
    (PASSER, {"passes": "void", "void_suit": "spades"}, {"AS", "3S", "2S"}),
    (PASSER, {"low_spades": "pass"}, {"2S", "3S"}),
])
def test_D5_D8_D9_what_goes_into_the_pass(hand, habits, wanted):
    assert wanted <= passed(hand, **habits)
    assert len(passed(hand, **habits)) == 3


def test_D5_a_random_pass_is_any_card():
    found = [passed(PASSER, number, passes="random") for number in range(1, 161, 4)]
    assert all(len(cards) == 3 for cards in found) and set.union(*found) == set(PASSER.split())


@pytest.mark.parametrize("card", ["QS", "KS", "AS"])
def test_D4_D6_a_high_spade_with_four_guards_stays_unless_it_is_always_passed(card):
    guarded = f"{card} 8S 5S 3S 2S AH KH QH 9H 5C 4C 10D 9D"
    bare = f"{card} 2S AH KH QH 9H 5C 4C 10D 9D 8D 7D 6D"
    assert card not in passed(guarded) and card in passed(bare)
    assert card in passed(guarded, high_spades="pass") and card not in passed(bare, high_spades="keep")


def test_D9_spades_below_the_queen_are_not_passed():
    assert not passed(PASSER) & {"2S", "3S"}


def test_D11_low_hearts_in_the_pass():
    assert passed(LOW) == {"7H", "6H", "5H"} and passed(LOW, low_heart="keep") == {"8S", "7S", "6S"}
    assert {card for card in passed(PASSER) if "H" in card} == {"KH"}
    assert not {card for card in passed(PASSER, low_heart="none") if "H" in card}
    assert {card for card in passed(PASSER, low_heart="pass_low") if "H" in card} == {"3H"}
    assert {card for card in passed(PASSER, low_heart="pass_high") if "H" in card} == {"AH"}


def test_D11_the_ace_of_hearts_is_kept():
    hand = "AH KH 3H 2S 3S 4S 5S 6S 2C 3C 2D 3D 4D"
    assert {"AH", "KH"} <= passed(hand) and "AH" not in passed(hand, ace_hearts="keep")
    assert "KH" in passed(hand, ace_hearts="keep")


# Leading.

@pytest.mark.parametrize("hand, leads", [
    ("JS 4S 2D 3D 5D 6D", {"clean": "JS", "long": "JS", "always": "JS"}),
    ("AS 4S 2D 3D 5D 6D", {"clean": "2D", "long": "2D", "always": "4S"}),
    ("AS JS 5S 4S 3S 2D", {"clean": "2D", "long": "JS", "always": "JS"}),
])
def test_D14_D15_smoking(hand, leads):
    deal = small("standard", hand, "QS KS 7D 8D 9D 10D", "10S 9S JD QD KD AD", **FREE)
    assert plays(deal) == plays(deal, smoking="off") == "2D"
    assert {how: plays(deal, smoking=how) for how in leads} == leads


def test_D14_nobody_smokes_when_the_queen_has_fallen():
    deal = small("standard", "JS 4S 2D 3D", "QS KS 7D 8D", "10S 9S 9D 5D", **FREE)
    deal = played(deal, "JS QS 9S 7D 9D 2D")
    assert {plays(deal, smoking=how) for how in ("off", "clean", "always")} == {"5D"}


@pytest.mark.parametrize("length", [4, 5, 6, 7, 8])
def test_D16_the_holder_of_the_queen_smokes_from_so_many_spades_on(length):
    spades = ["QS", "JS", "10S", "9S", "8S", "7S", "6S", "5S"][:length]
    hand = " ".join(spades + ["2D", "3D", "4D", "5D", "6D"][:9 - length])
    deal = small("standard", hand, "KS 7D 8D 9D 10D 2C 3C 4C 5C", "AS JD QD KD AD 2H 3H 4H 5H", **FREE)
    assert plays(deal) == plays(deal, self_smoking="off") == "2D"
    assert {n: plays(deal, self_smoking=n) for n in "45678"} == {n: "JS" if int(n) <= length else "2D" for n in "45678"}


# Following.

def test_D1_ducking():
    deal = played(small("standard", "9C AD KD", "2C 5C 8C", "3C 4D 6H", **FREE), "9C")
    assert plays(deal) == plays(deal, duck="high") == "8C" and plays(deal, duck="low") == "2C"
    again = (played(small("standard", "9C AD KD", "2C 5C 8C", "3C 4D 6H", number=1 + 3 * i, **FREE), "9C") for i in range(40))
    assert {plays(deal, duck="any") for deal in again} == {"2C", "5C", "8C"}


def test_D2_a_cheap_trick_is_won_by_the_last_player_with_a_high_card():
    deal = played(small("standard", "9C AD KD", "4C 5C 8C", "AC 3C 6H", **FREE), "9C 4C")
    assert plays(deal) == "AC" and plays(deal, cheap_wins="off") == "3C"


def test_D13_who_passed_the_queen_knows_when_she_cannot_come():
    """Seat 1 passed Q♠ to seat 0, who has just led a low spade: A♠ and K♠ are safe now."""
    rules = hl.variant("standard", pass_cycle=("right",), **FREE)
    mine = "QS AS KS 2S 3S 4C 5C 6C 7C 8C 9D 10D JD"
    others = [card.text for card in DECK if card.text not in mine.split()]
    hands = [others[0::3], mine, others[1::3], others[2::3]]
    deal = hl.Deal(rules, hands=hands)
    passes = {1: ["QS", "10D", "JD"], **{seat: [c for c in hands[seat] if c[-1] != "S"][:3] for seat in (0, 2, 3)}}
    deal = deal.exchange(passes)
    lead = next(card for card in deal.hand(0).text.split() if card.endswith("S") and card != "QS")
    deal = deal.play(lead)
    assert plays(deal) == "AS" and plays(deal, remembers_pass="off") in {"2S", "3S"}


# Discarding.

@pytest.mark.parametrize("hand, wanted", [
    ("AD KD 3H", {"danger": "AD", "points": "3H"}),
    ("KS AD 7H", {"danger": "KS", "rank": "AD"}),
    ("AD KD 10S", {"danger": "AD", "short": "10S"}),
    ("AD KD 3H", {"points_only": "3H"}),
    ("AD KD 10S", {"points": "AD", "points_only": "10S"}),
])
def test_D31_what_is_thrown_on_somebody_elses_trick(hand, wanted):
    queen = "QS" if "KS" in hand else "4C"
    deal = played(small("standard", f"9C 2C {queen}", hand, "3C 4D 6H", **FREE), "9C")
    assert {how: plays(deal, discards=how) for how in wanted} == wanted


# Moons.

def test_D18_D19_a_good_hand_tries_for_the_moon():
    top = small("standard", "AC KC AH KH QH", "2C 3C 2D 3D 4D", "4C 5C 2H 3H 4H", **FREE, breakers="", waits="")
    assert plays(top, moon="good") == plays(top, moon="often") == "AH" and plays(top) != "AH"
    fair = small("standard", "AC KC 4C AD 3D 2D", "2C 3C 5C KD QD JD", "6C 7C 2H 3H 4H 5H", **FREE)
    assert plays(fair, moon="often") == "AC" and plays(fair, moon="good") == plays(fair)


def test_D18_the_attempt_is_over_once_a_point_is_lost():
    deal = small("standard", "AC KC AH KH 2D", "2C 3C 2S 3D 4D", "4C 5C 2H 3H 4H", **FREE, breakers="", waits="")
    deal = played(deal, "2D 3D 2H")
    assert deal.points[1] == 1
    deal = played(deal, "2C 4C")
    assert plays(deal, moon="good") == plays(deal)


def threatened():
    """Seat 0 has every point so far, more than a third of all, and leads J♥; seat 1 can take it."""
    deal = small("standard", "AC KC JH 10H", "QH 2H 3H 4H", "9H 8H 7H 6H", **FREE)
    return played(deal, "AC 3H 9H KC 4H 8H JH")


def test_D20_a_moon_is_stopped_or_not():
    assert plays(threatened()) == plays(threatened(), stops="keep") == "QH" and plays(threatened(), stops="never") == "2H"


def test_D20_a_stopper_is_kept_until_two_players_have_points():
    deal = played(small("standard", "9C 2C 3H", "KH 3D 4D", "3C 5H 6D", **FREE), "9C")
    assert plays(deal) == "KH" and plays(deal, stops="keep") == "4D"
    assert "KH" in passed(PASSER.replace("AH", "8H"))
    assert "KH" not in passed(PASSER.replace("AH", "8H"), stops="keep")


# Near the end of a match.

def near_the_end(hands, before, **fields):
    deal = small("standard", *hands, **FREE, **fields)
    return hl.Deal(deal.rules, hands=[deal.dealt(seat) for seat in range(len(hands))], before=before)


@pytest.mark.parametrize("before, wanted", [
    ((20, 60, 85), "QS"), ((85, 60, 20), "4D"), ((20, 60, 50), "QS"), ((85, 10, 20), "QS")])
def test_D21_the_queen_is_saved_for_the_leader_in_score(before, wanted):
    """Seat 1 is void and seat 0 wins the trick: fed when it leads the match, spared when another does, near the end only."""
    hands = "9C 2C 3C 7C 8C 5S", "QS 4D 2H 3H 2S 3S", "4C 5C 6D 8D 4H 5H"
    deal = played(near_the_end(hands, before), "9C")
    assert plays(deal) == "QS" and plays(deal, feeds="leader") == wanted


def test_D22_a_shooter_is_helped_where_he_would_end_the_match_with_us_behind():
    """Seat 0 stands at 90 and has taken the queen; his trick is going on, and seat 1, not the lowest, is void."""
    hands = "AC KC 2C JH", "QS 4D 6S 2H", "3C 4C 5D 9D"
    for moon, before, helped in (("new", (90, 50, 20), "on any_moon"), ("new", (90, 20, 50), ""),
                                 ("old", (90, 50, 20), "any_moon"), ("new", (70, 50, 20), "")):
        deal = played(near_the_end(hands, before, moon=moon), "AC QS 3C KC")
        for way in ("on", "any_moon"):
            wanted = "2H" if way in helped.split() else plays(deal)
            assert plays(deal, helps_shooter=way) == wanted and plays(deal) != "2H", (moon, before, way)


# Every value, in every kind of game.

@pytest.mark.parametrize("name, value", SETTINGS)
def test_every_habit_plays_legally_and_the_same_plain_and_compiled(name, value, dice):
    """`simulate` refuses an illegal card."""
    player = named("steady").having(**{name: value}, **({"passes": "void"} if name == "void_suit" else {}))
    for game, seats in (("standard", 4), ("black_maria_omnibus", 3), ("omnibus", 5), ("cancellation", 6), ("foster_howell", 4)):
        rules, seed = hl.variant(game, players=seats), dice.randrange(10**6)
        before = dice.choices(range(100), k=seats) if rules.low_wins else None
        line = [player, *[dice.choice(["veteran", "cautious", "random"]) for _ in range(seats - 1)]]
        runs = [hl.simulate(rules, line, deals=deals, seed=seed, before=before, progress=False, compiled=compiled)
                for deals, compiled in ((2, False), (300, True))]
        assert np.array_equal(runs[0].plays, runs[1].plays[:2]) and np.array_equal(runs[0].passes, runs[1].passes[:2])


def test_the_default_habits_are_those_of_cautious_but_for_the_memory():
    runs = [hl.simulate("standard", player, deals=500, seed=3, progress=False)
            for player in ("cautious", named("steady").having(remembers_pass="off"))]
    assert np.array_equal(runs[0].plays, runs[1].plays)


# Switching them.

def test_a_habit_is_switched_and_told():
    player = named("steady").having(duck="low", smoking="clean")
    assert player.habits_in_words == "duck low, smoking clean" and "duck low" in repr(player)
    assert player == named("steady+duck=low+smoking=clean") and player.having(duck="high", smoking="off").habits == 0
    assert hl.strategy("steady").having(duck="low", smoking="clean") == player
    assert named("steady").having(duck="high") == named("steady") and named("steady").having(self_smoking=5).habits != 0
    assert named("veteran").having(moon="never").habits_in_words == (
        named("veteran").habits_in_words.replace("moon good, ", ""))


@pytest.mark.parametrize("wrong, sentence", [
    (lambda: named("steady").having(ducks="low"), "no habit 'ducks'.*duck, cheap_wins"),
    (lambda: named("steady").having(duck="medium"), "duck is 'high', 'low' or 'any', not 'medium'"),
    (lambda: named("steady").having(duck=True), "duck is 'high'"),
    (lambda: named("cautious").having(duck="low"), "cautious has no habits to switch"),
    (lambda: named("cautious+duck=low"), "cautious has no habits"),
    (lambda: named("steady+duck"), "written as in"),
    (lambda: named("steady+duck=up"), "not 'up'"),
    (lambda: named("nobody+duck=low"), "no strategy 'nobody"),
])
def test_a_wrong_habit_is_refused_in_a_sentence(wrong, sentence):
    with pytest.raises(ValueError, match=sentence) as error:
        wrong()
    assert str(error.value).endswith(".")
    assert isinstance(error.value, HabitError | players.StrategyError)


def test_the_named_players_are_told_with_their_habits_and_source():
    known = hl.strategies()
    assert set(CHARACTERS) < set(known) and len(known) >= 13
    for name in known:
        player = named(name)
        assert player.name == name and player.about and player.source
    assert len({named(name).habits for name in CHARACTERS}) == len(CHARACTERS)
    table = known._repr_html_()
    assert all(name in table for name in known) and "duck low" in table and "RULES D14" in table


def test_a_match_with_switched_habits_is_read_back():
    match = hl.Match("standard", players=["steady+duck=low", "veteran", "cautious", "blind"], seed=3).play_out(deals=1)
    assert hl.read(match.text) == match


@pytest.mark.parametrize("habit", HABITS.values(), ids=HABITS)
def test_a_habit_has_a_sentence_and_a_claim(habit):
    assert habit.meaning.endswith(".") and "RULES D" in habit.source and 2 <= len(habit.values) <= 8


def test_the_habits_are_shown_as_a_table():
    table = hl.HABITS._repr_html_()
    assert all(name in table and ", ".join(habit.values) in table and habit.source in table for name, habit in HABITS.items())


@pytest.mark.parametrize("how, field", [("passing", "pass_first"), ("keeping", "pass_never"), ("leading", "lead_first")])
def test_cards_settled_one_after_the_other_are_settled_together(how, field):
    """As its name says: "steady passing Q♠ passing K♠" passes both."""
    steady = hl.strategy("steady")
    one_by_one = getattr(getattr(steady, how)("QS"), how)("KS")
    assert getattr(one_by_one, field) == getattr(getattr(steady, how)("QS KS"), field)
    assert one_by_one.name == f"steady {how} Q♠ {how} K♠"
