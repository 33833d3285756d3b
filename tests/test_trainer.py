"""The trainer without a browser: its situations bite, its verdicts are the engine's, its messages do no harm."""

import pytest

from hearts_lab.deal import Deal
from hearts_lab.rules import variant
from hearts_lab.widgets.situations import FIELDS, Situation, SituationError, askable, draw, under, why_legal
from hearts_lab.widgets.trainer import Trainer

PAIR = ("standard", "black_maria")


def tell(trainer, action, turn=None, **more):
    """Send what the browser sends."""
    trainer._handle_custom_msg({"action": action, "turn": trainer.state["turn"] if turn is None else turn, **more}, [])


def right_marks(question):
    return [[place for place, card in enumerate(question.hand) if card in legal] for legal in question.legal]


# Situations.


@pytest.mark.parametrize("game", ["standard", "standard_omnibus", "black_maria", "black_maria_spot"])
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_in_every_situation_a_card_is_legal_and_a_card_is_barred(game, players):
    for number in range(1, 5):
        question = draw(game, players=players, number=number)
        assert 0 < len(question.legal[0]) < len(set(question.hand))
        assert question.deals[0].rules.players == players


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_two_games_really_differ_after_one_history(players):
    for number in range(1, 6):
        question = draw(*PAIR, players=players, number=number)
        a, b = question.deals
        assert (a.rules.name, b.rules.name) == PAIR
        assert a.plays == b.plays and a.to_play == b.to_play and a.hand(a.to_play) == b.hand(b.to_play)
        assert set(a.legal_cards()) != set(b.legal_cards())
        assert a.legal_cards() and b.legal_cards()


@pytest.mark.parametrize("about", FIELDS)
def test_a_question_is_about_the_rule_that_was_asked_for(about):
    game = variant("standard", forced_play="queen jack") if about == "forced_play" else "standard"
    for number in range(1, 5):
        assert about in draw(game, about=about, number=number).bites
    if about not in ("following", "forced_play"):
        assert about in draw(*PAIR, about=about).bites


def test_situations_are_real_deals_that_can_be_told_and_read_back():
    from hearts_lab.match import read

    for number in range(1, 8):
        for deal in draw("standard", number=number).deals + draw(*PAIR, number=number).deals:
            assert read(deal.text) == deal


def test_rules_take_turns_and_the_rarer_ones_come_as_often():
    asked = [draw("standard", number=number).bites for number in range(1, 15)]
    assert {field: sum(field in bites for bites in asked) for field in FIELDS if field != "forced_play"} == {
        "opening": 2,
        "following": 4,
        "first_trick": 4,
        "waits": 4,
    }


def test_a_seed_asks_the_same_questions_whatever_was_answered():
    careful, careless, other = Trainer(*PAIR, seed=3), Trainer(*PAIR, seed=3), Trainer(*PAIR, seed=4)
    texts = []
    for _ in range(4):
        tell(careful, "check", marks=right_marks(careful.question))
        tell(careless, "show")
        assert careful.question == careless.question
        texts.append(careful.question.deals[0].text)
        for trainer in (careful, careless, other):
            tell(trainer, "next")
    assert careful.question == Situation(draw(*PAIR, seed=3, number=5).deals)
    assert len(set(texts)) == 4
    assert other.question != careful.question


def test_questions_are_the_same_on_every_python():
    assert str(draw("standard", about="first_trick", seed=7).hand) == "9♦ 10♦ J♦ K♦ 2♠ 3♠ 4♠ 8♠ 9♠ K♠ 6♥ 8♥ K♥"


def test_hands_of_penalty_cards_only_can_be_asked_about():
    yahoo = variant("standard", lead_escape="penalties")
    question = draw("standard", yahoo, seed=1)
    assert set(question.hand) <= set(yahoo.penalties)
    assert question.legal[0].text == "QS"
    assert question.legal[1] == question.hand


@pytest.mark.parametrize(
    ("a", "b", "about", "words"),
    [
        ("black_maria", None, "first_trick", "no card is ever barred by the rule 'first_trick'"),
        ("standard", "standard_spot", None, "never differ in what may be played"),
        ("black_maria", "black_maria_trad", None, "never differ in what may be played"),
        ("standard", "black_maria", "following", "never differ by the rule 'following'"),
        ("standard", None, "moon", "about names a rule that can bar a card"),
        ("standard", variant("black_maria", 3), None, "is for 4 players here and Black Maria for 3"),
    ],
)
def test_what_cannot_be_asked_is_refused_in_a_sentence(a, b, about, words):
    with pytest.raises(SituationError, match=words):
        Trainer(a, b, about=about)


def test_the_second_game_follows_the_players_of_the_first():
    for trainer in (Trainer("standard", "black_maria", players=3), Trainer(variant("standard", 3), "black_maria")):
        assert [deal.rules.players for deal in trainer.question.deals] == [3, 3]
        assert {"text": "dealt with the pack of Standard Hearts", "on": False} in trainer.state["facts"]


def test_a_rule_may_be_named_in_the_words_of_the_rules():
    rules = (variant("standard"),)
    assert askable(rules, "first trick") == ("first_trick",)
    assert askable(rules, "leading") == askable(rules, "waits") == ("waits",)
    assert askable(rules, "first lead") == ("opening",)
    assert askable((variant("black_maria"),)) == ("following",)


# Verdicts.


@pytest.mark.parametrize("games", [("standard",), ("black_maria",), PAIR])
def test_verdicts_and_sentences_are_the_engines(games):
    trainer = Trainer(*games, seed=5)
    for _ in range(7):
        question = trainer.question
        tell(trainer, "check", marks=[[0] for _ in question.deals])
        for deal, answer, legal in zip(question.deals, trainer.state["answer"]["games"], question.legal, strict=True):
            assert answer["legal"] == [card in legal for card in question.hand]
            assert answer["right"] == [(card in legal) == (place == 0) for place, card in enumerate(question.hand)]
            places = [place for group in answer["groups"] for place in group["cards"]]
            assert sorted(places) == list(range(len(question.hand)))
            for group in answer["groups"]:
                for place in group["cards"]:
                    assert answer["legal"][place] == group["legal"]
                    assert deal.why_illegal(question.hand[place]) == (None if group["legal"] else group["why"])
        tell(trainer, "next")


def test_the_answer_is_not_in_the_state_before_it_is_checked():
    trainer = Trainer(*PAIR)
    assert trainer.state["answer"] is None
    assert "legal" not in str(trainer.state)


def test_why_a_card_may_be_played():
    said = {}
    for number in range(1, 15):
        for deal in draw("standard", number=number).deals:
            for card in deal.legal_cards():
                said.setdefault(why_legal(deal, card).replace(_suit_led(deal), "that suit"), (deal, card))
    assert {
        "It follows that suit.",
        "You hold no that suit, and it is no penalty card.",
        "Only hearts must wait.",
        "Whoever holds the lowest club after the pass leads exactly it.",
    } <= set(said)
    for sentence, (deal, card) in said.items():
        follows = bool(deal.trick) and card.suit == deal.trick[0][1].suit
        assert ("follows" in sentence) == follows


def _suit_led(deal):
    from hearts_lab.cards import SUIT_NAMES

    return SUIT_NAMES[deal.trick[0][1].suit] if deal.trick else "?"


HEARTS = "2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AH"


def test_why_a_hand_of_penalty_cards_is_free():
    hands = [
        "2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC",
        HEARTS,
        "2D 3D 4D 5D 6D 7D 8D 9D 10D JD QD KD AD",
        "2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS",
    ]
    deal = Deal(variant("standard", pass_count=0), hands=hands).play("2C")
    assert deal.legal_cards() == deal.hand(1)
    assert why_legal(deal, deal.hand(1)[0]) == "You hold no clubs, and nothing but penalty cards."
    deal = Deal(variant("black_maria", pass_count=0), hands=hands).play("2C")
    assert why_legal(deal, deal.hand(1)[0]) == "You hold no clubs, so any card may be played."


# Messages.


def test_answers_are_counted():
    trainer = Trainer(*PAIR)
    cards = 2 * len(trainer.question.hand)
    tell(trainer, "check", marks=right_marks(trainer.question))
    assert trainer.state["answer"]["title"] == "Right!"
    assert trainer.state["score"] == {"asked": 1, "right": 1, "cards": cards, "cards_right": cards}
    tell(trainer, "next")
    marks = right_marks(trainer.question)
    marks[0] = sorted({*range(len(trainer.question.hand))} - {*marks[0]}) or [0]
    cards += 2 * len(trainer.question.hand)
    tell(trainer, "check", marks=marks)
    assert (trainer.score.asked, trainer.score.right, trainer.score.cards) == (2, 1, cards)
    assert trainer.state["answer"]["title"] == "Not quite"
    tell(trainer, "next")
    tell(trainer, "next")  # skipped: not counted
    tell(trainer, "show")
    assert (trainer.score.asked, trainer.score.right, trainer.score.cards) == (3, 1, cards)
    assert str(trainer.score) == "1 of 3 right"


def check(marks=None, turn=0):
    return {"action": "check", "turn": turn, "marks": marks}


@pytest.mark.parametrize(
    "message",
    [
        None,
        7,
        "check",
        [],
        {},
        {"action": "check"},
        {"action": "check", "turn": 0},
        {"action": "fly", "turn": 0},
        {"action": ["check"], "turn": 0},
        {"action": "next", "turn": -1},
        {"action": "show", "turn": False},
        check(),
        check("QS"),
        check([[0]]),
        check([[0], [99]]),
        check([[0], [-1]]),
        check([[0], ["QS"]]),
        check([[0], [True]]),
        check([[0], [0]], turn=1),
        check([[0], [0]], turn="0"),
    ],
)
def test_wrong_and_late_messages_change_nothing(message):
    trainer = Trainer(*PAIR)
    before = dict(trainer.state)
    trainer._received(message)
    assert trainer.state == before


def test_a_double_click_checks_and_moves_on_once():
    trainer = Trainer("standard")
    for _ in range(2):
        tell(trainer, "check", turn=0, marks=[[0]])
    assert trainer.score.asked == 1
    for _ in range(2):
        tell(trainer, "next", turn=1)
    assert trainer.state["number"] == 2
    tell(trainer, "show")
    tell(trainer, "check", marks=[[0]])
    assert trainer.score.asked == 2


def test_an_answer_without_marks_is_not_counted():
    trainer = Trainer(*PAIR)
    tell(trainer, "check", marks=[[0], []])
    assert trainer.score.asked == 0 and trainer.state["answer"] is None
    assert trainer.state["message"] == "Mark at least one card for each game first."
    tell(trainer, "check", marks=[[0], [0]])
    assert trainer.score.asked == 1 and trainer.state["message"] is None


# Given deals.


def test_given_deals_are_the_questions():
    first, second = draw("standard", number=1).deals[0], draw("standard", number=2).deals[0]
    trainer = Trainer([first, second.text])
    assert trainer.question.deals == (first,)
    tell(trainer, "next")
    assert trainer.question.deals == (second,)
    assert (trainer.state["number"], trainer.state["of"]) == (2, 2)
    tell(trainer, "next")
    assert trainer.state["number"] == 2
    assert Trainer(first.text).question == Trainer(first).question


def test_a_given_deal_under_the_rules_of_another_game():
    deal = draw(*PAIR, about="first_trick").deals[0]
    other = Trainer(deal, "black_maria").question.deals[1]
    assert (other.rules.name, other.plays) == ("black_maria", deal.plays)
    assert other.legal_cards() == deal.hand(deal.to_play)


def test_a_history_that_another_game_bars_is_refused():
    deal = Deal("black_maria", seed=7)
    deal = deal.exchange([deal.dealt(seat)[:3] for seat in range(4)])
    deal = deal.play(deal.legal_cards()[-1])
    with pytest.raises(SituationError, match="cannot be set under Standard Hearts"):
        under(deal, variant("standard"))
    with pytest.raises(SituationError, match="waiting for the pass"):
        Trainer(Deal("standard", seed=1))
    with pytest.raises(SituationError, match="these deals are given"):
        Trainer(deal, about="waits")


def test_the_text_is_the_situation_in_words():
    trainer = Trainer(*PAIR, about="first_trick", seed=7)
    data, _ = trainer._repr_mimebundle_()
    assert data["text/plain"] == repr(trainer)
    lines = repr(trainer).splitlines()
    assert lines[0] == "Standard Hearts and Black Maria: which cards may you play?"
    assert lines[1] == "First trick; no heart played yet."
    assert lines[2] == f"Your hand: {trainer.question.hand}"
    assert lines[-1].endswith("Which cards may you play in each game?")
