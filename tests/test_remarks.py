"""What a coach says of a card: each form of sentence, from figures made by hand."""

import pytest

import hearts_lab as hl
from hearts_lab import remarks
from hearts_lab.cards import SPADES, read_cards
from hearts_lab.remarks import Compared, Moment


def scene(game="standard", hand="2C 3D", trick="", players=4, *, passing=False, given_to=None, seat=0):
    """What a seat sees: its hand, and the trick that the seats before it have played."""
    rules = hl.variant(game, players=players)
    cards = read_cards(trick)
    before = [(seat - len(cards) + i) % players for i in range(len(cards))]
    behind = tuple((seat + step) % players for step in range(1, players - len(cards)))
    ladies = [card for card in rules.penalties if card.suit == SPADES]
    lady = max(ladies, key=lambda card: rules.points[card], default=None)
    return Moment(rules, seat, passing, lady, read_cards(hand), tuple(zip(before, cards, strict=True)), behind, given_to)


FORMS = {  # what is seen, the choice, the best one, its figures: what is said
    "behind, sometimes caught": (
        scene(hand="KS 5S", trick="3S"), "KS", "5S", {"parts": {"queen now": 4}, "behind": 0.7, "caught": (0.3, 0)},
        "in 70 % of the layouts the queen is behind you, and you catch her in 30 %"),
    "surely behind": (
        scene(hand="KS 5S", trick="3S"), "KS", "5S", {"parts": {"queen now": 4}, "behind": 1.0, "caught": (0.3, 0)},
        "the queen is behind you, and you catch her in 30 % of the layouts"),
    "caught in another suit": (
        scene(hand="AD 5D", trick="3D"), "AD", "5D", {"parts": {"queen now": 3}, "behind": 0.7, "caught": (0.24, 0.01)},
        "you catch the queen in this trick in 24 % of the layouts (1 % after 5♦)"),
    "led into": (
        scene(hand="KS 5S"), "KS", "5S", {"parts": {"queen now": 3}, "behind": 1.0, "caught": (0.24, 0.0)},
        "you catch the queen in this trick in 24 % of the layouts (never after 5♠)"),
    "passed to the left and still to play": (
        scene(hand="KS 5S", trick="3S", given_to=1), "KS", "5S",
        {"parts": {"queen now": 3}, "behind": 1.0, "caught": (0.24, 0.0)},
        "the player on your left, to whom you passed the queen, plays after you, and you catch her in 24 % of the layouts "
        "(never after 5♠)"),
    "passed across and taken back": (
        scene(hand="KS 5D", trick="3C", given_to=2), "5D", "KS", {"parts": {"queen later": 3}, "queen": (0.44, 0.1)},
        "you take back the queen, which you passed to the player opposite, in 44 % of the layouts (10 % after K♠)"),
    "kept": (
        scene(hand="QS 5D", trick="3C"), "5D", "QS", {"parts": {"queen later": 3}, "queen": (0.44, 0)},
        "you keep the queen, and you take her yourself in 44 % of the layouts (never after Q♠)"),
    "played and won": (
        scene(hand="QS 5D"), "QS", "5D", {"parts": {"queen now": 3}, "queen": (0.44, 0.2)},
        "you take the queen yourself in 44 % of the layouts (20 % after 5♦)"),
    "one guard left": (
        scene(hand="QS 5S 2S 3D"), "2S", "3D", {"parts": {"queen later": 3}, "queen": (0.44, 0.2)},
        "the queen has 1 guard left, and you take her yourself in 44 % of the layouts (20 % after 3♦)"),
    "no guard left": (
        scene(hand="QS 2S 3D"), "2S", "3D", {"parts": {"queen later": 3}, "queen": (0.44, 0.2)},
        "the queen has no guard left, and you take her yourself in 44 % of the layouts (20 % after 3♦)"),
    "a high spade kept": (
        scene(hand="AS 2S 3D", trick="3C"), "3D", "AS", {"parts": {"queen later": 3}, "queen": (0.44, 0.004)},
        "you keep A♠, and you take the queen in 44 % of the layouts (hardly ever after A♠)"),
    "two cards alike": (
        scene("cancellation", hand="AH AH KH 2C 3C 4C", players=8, passing=True), "2C 3C 4C", "AH AH KH",
        {"parts": {"later": 3}}, "keeping K♥ and both A♥ costs 3.0 points"),
    "guards of high spades": (
        scene(hand="AS KS 7S 2S 3D"), "2S", "3D", {"parts": {"queen later": 3}, "queen": (0.44, 0.2)},
        "K♠ and A♠ have 1 guard left, and you take the queen in 44 % of the layouts (20 % after 3♦)"),
    "the queen of another seat": (
        scene(hand="AC 2C"), "AC", "2C", {"parts": {"queen later": 3}, "queen": (1, 0.999)},
        "you take the queen for certain (almost always after 2♣)"),
    "two queens": (
        scene("cancellation", hand="KS 5S", trick="3S", players=8), "KS", "5S",
        {"parts": {"queen now": 4}, "behind": 0.7, "caught": (0.3, 0)},
        "in 70 % of the layouts a Q♠ is behind you, and you catch it in 30 %"),
    "the jack": (
        scene("black_jack", hand="QS 5S", trick="3S"), "QS", "5S",
        {"parts": {"queen now": 4}, "behind": 0.7, "caught": (0.69, 0)},
        "in 70 % of the layouts J♠ is behind you"),
    "the pink lady's sister": (
        scene("pink_lady", hand="KS 5S", trick="3S"), "KS", "5S",
        {"parts": {"queen now": 4}, "behind": 0.7, "caught": (0.69, 0)},
        "in 70 % of the layouts Q♠ is behind you"),
    "a pass that keeps high spades": (
        scene(hand="AS KS 2C 3C 4C", passing=True), "2C 3C 4C", "KS AS 4C", {"parts": {"queen later": 3}, "queen": (0.44, 0.2)},
        "you keep K♠ and A♠, and you take the queen in 44 % of the layouts (20 % with the best pass)"),
    "a pass that keeps the queen": (
        scene(hand="QS KS 2C 3C 4C", passing=True), "2C 3C 4C", "QS 3C 4C", {"parts": {"queen later": 3}, "queen": (0.44, 0.2)},
        "you keep the queen, and you take the queen yourself in 44 % of the layouts (20 % with the best pass)"),
    "a pass that gives guards away": (
        scene(hand="QS 5S 4S 3C 4C 5C", passing=True), "4S 5S 3C", "3C 4C 5C",
        {"parts": {"queen later": 3}, "queen": (0.44, 0.2)},
        "you give away 4♠ and 5♠, and you take the queen in 44 % of the layouts (20 % with the best pass)"),
    "high cards kept": (
        scene(hand="AH KH 2C 3C 4C", passing=True), "2C 3C 4C", "KH AH 4C", {"parts": {"later": 3}},
        "keeping K♥ and A♥ costs 3.0 points"),
    "the trick with another of its points": (
        scene(hand="KH 2H"), "KH", "2H", {"parts": {"trick": 1.5}, "takes": (0.2, 0.3)},
        "this trick costs you 1.5 points more than after 2♥"),
    "the lead given up": (
        scene(hand="KH 2H"), "2H", "KH", {"parts": {"lead": 1.5}, "takes": (0.2, 0.3)},
        "you win this trick only in 20 % of the layouts (30 % after K♥), and giving up the lead costs 1.5 points later"),
    "a trick that is worth its price": (
        scene(hand="KH 2H"), "2H", "KH", {"parts": {"lead": 5, "trick": -2}, "takes": (0.2, 0.9)},
        "you win this trick only in 20 % of the layouts (90 % after K♥), and giving up the lead costs 5.0 points later, more "
        "than it saves now"),
    "a trick that is not": (
        scene(hand="KH 2H"), "KH", "2H", {"parts": {"lead": -2, "trick": 5}, "takes": (1, 0)},
        "you win this trick for certain (never after 2♥) and pay 5.0 points more for it, more than it saves later"),
    "a moon less likely": (
        scene(hand="KH 2H"), "2H", "KH", {"parts": {"own moon": 1.5}, "mine": (0.2, 0.3)},
        "you shoot the moon only in 20 % of the layouts (30 % after K♥)"),
    "a moon of anybody": (
        scene(hand="KH 2H"), "2H", "KH", {"parts": {"their moon": 1.5}, "theirs": (0.2, 0.1)},
        "another player shoots the moon in 20 % of the layouts (10 % after K♥)"),
    "a moon on the right": (
        scene(hand="KH 2H", players=5), "2H", "KH", {"parts": {"their moon": 1.5}, "theirs": (0.2, 0.1), "shooter": 3},
        "the second player on your right shoots the moon in 20 % of the layouts (10 % after K♥)"),
    "chips": (
        scene("basic_1887", hand="KH 2H"), "KH", "2H", {"parts": {"pool": 1.5}, "wins": (0.2, 0.4)},
        "you have the fewest points only in 20 % of the layouts (40 % after 2♥)"),
    "nothing that has a name": (
        scene("foster_sweep", hand="KH 2H"), "KH", "2H", {"loss": 1.5, "parts": {"pool": 1.5}, "wins": (0.4, 0.4)},
        "you win 1.5 counters fewer in all"),
}


@pytest.mark.parametrize("form", FORMS)
def test_each_form_of_reason(form):
    here, choice, best, figures, said = FORMS[form]
    compared = Compared(**{"loss": 3.0, "low": 2.0, "high": 4.0} | figures)
    assert remarks.because(here, read_cards(choice), read_cards(best), compared) == said


@pytest.mark.parametrize("players", range(3, 12))
def test_every_other_player_has_a_name_of_his_own(players):
    names = [remarks.who(players, 2, (2 + step) % players) for step in range(1, players)]
    assert len(set(names)) == players - 1
    assert (names[0], names[-1]) == ("the player on your left", "the player on your right")
    assert [name.replace("right", "left") for name in names] == [name.replace("right", "left") for name in names[::-1]]


