"""The closing questions: each has one right answer, which is the engine's, and says why; the same seed asks the same."""

import pytest

import hearts_lab as hl
from hearts_lab import rules
from hearts_lab.widgets.questions import KINDS, ask
from hearts_lab.widgets.situations import SituationError


def asked(quiz, *messages):
    for message in messages:
        quiz._handle_custom_msg({"turn": quiz.state["turn"], **message}, [])
    return quiz.state


@pytest.mark.parametrize("game", rules.names())
@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_asks_about_every_game(kind, game):
    question = ask(kind, game, seed=5)
    assert question == ask(kind, game, seed=5)
    assert 3 <= len(question.answers) <= 4 and len(set(question.answers)) == len(question.answers)
    assert question.say.endswith("?") and question.why.endswith(".")


@pytest.mark.parametrize("number", range(1, 9))
def test_the_highest_card_of_the_suit_led_takes_the_trick(number):
    question = ask("trick", "standard", seed=2, number=number)
    led = question.rows[0][1][0]
    winner = max(question.rows, key=lambda row: (row[1][0].suit == led.suit, row[1][0].rank))[0]
    assert question.answers[question.right] == winner


@pytest.mark.parametrize("number", range(1, 9))
def test_two_pairs_make_a_trick_void(number):
    question = ask("trick", "cancellation", seed=2, number=number)
    played = [cards[0] for _, cards in question.rows]
    live = [card for card in played if played.count(card) == 1 and card.suit == played[0].suit]
    void = not live or len(played) - len(set(played)) >= 2
    assert (question.answers[question.right] == "Nobody: it is void") == void


@pytest.mark.parametrize("number", range(1, 9))
def test_points_are_added_up(number):
    question = ask("points", "black_maria", seed=4, number=number)
    worth = {"QS": 13, "KS": 10, "AS": 7}
    total = sum(worth.get(cards[0].text, 1 if cards[0].suit == 3 else 0) for _, cards in question.rows)
    assert question.answers[question.right] == str(total)
    assert list(map(int, question.answers)) == sorted(map(int, question.answers))


def scores(question):
    said = question.answers[question.right].split(", ")
    return [int(part.rsplit(" ", 1)[1].replace("−", "-")) for part in said]


def taken(question):
    return [sum(question.rules.points[card] for card in cards) for _, cards in question.rows]


@pytest.mark.parametrize(("game", "swept"), [
    ("morehead", [0, 26, 26, 26]), ("culbertson", [0, 0, 0, 0]), ("black_maria", [43, 0, 0, 0]),
    ("foster_howell", [-78, 26, 26, 26]),
])
def test_what_takings_cost_and_what_a_moon_costs(game, swept):
    found = [ask("score", game, seed=1, number=number) for number in range(1, 13)]
    moons = [question for question in found if max(taken(question)) == question.rules.total]
    assert moons and len(moons) < len(found)
    for question in moons:
        mine = scores(question)
        assert [mine.pop(taken(question).index(question.rules.total)), *mine] == swept
    for question in found:
        if question.rules.low_wins and question not in moons:
            assert scores(question) == taken(question)
        if game == "foster_howell":
            assert sum(scores(question)) == 0


def test_the_pass_and_the_first_lead_are_those_of_the_game():
    for number in range(1, 9):
        question = ask("pass", "black_maria", number=number)
        assert question.answers[question.right] == "Right"
        question = ask("lead", "standard", number=number)
        assert "2C" in dict(question.rows)[question.answers[question.right]]


@pytest.mark.parametrize("number", range(1, 9))
def test_one_of_the_cards_may_be_played(number):
    question = ask("legal", "standard", seed=3, number=number)
    hand = dict(question.rows)["Your hand"]
    assert all(answer in map(str, hand) for answer in question.answers)
    assert question.why.startswith(f"{question.answers[question.right]}: ")


# The widget.


def test_a_quiz_asks_five_different_questions_by_turns():
    quiz = hl.Quiz("standard", "black_maria", kinds=["trick", "pass"], seed=3)
    assert [question.kind for question in quiz.questions] == ["trick", "pass", "trick", "pass", "trick"]
    assert {question.rules.name for question in quiz.questions} == {"standard", "black_maria"}
    assert len({(question.say, question.rows, question.rules) for question in quiz.questions}) == 5
    assert [question.kind for question in hl.Quiz().questions] == list(KINDS)[:5]


def test_an_answer_is_told_only_after_a_choice_and_counts_once():
    quiz = hl.Quiz("standard", kinds="trick", seed=1)
    assert all(shown["right"] is None and shown["why"] is None for shown in quiz.state["questions"])
    right = quiz.questions[0].right
    shown = asked(quiz, {"action": "answer", "question": 0, "answer": right})["questions"][0]
    assert (shown["chosen"], shown["right"], quiz.score) == (right, right, (1, 1)) and shown["why"]
    wrong = (quiz.questions[1].right + 1) % len(quiz.questions[1].answers)
    asked(quiz, {"action": "answer", "question": 1, "answer": wrong}, {"action": "answer", "question": 0, "answer": 0})
    assert quiz.score == (1, 2) and quiz.state["score"] == [1, 2]


@pytest.mark.parametrize("message", [
    {"action": "answer", "question": 9, "answer": 0}, {"action": "answer", "question": 0, "answer": 7},
    {"action": "answer", "question": True, "answer": 0}, {"action": "answer"}, {"action": "peek"}, {},
    {"action": "answer", "question": 0, "answer": 0, "turn": 5}, {"action": "again", "turn": 3},
])
def test_nonsense_and_late_messages_do_nothing(message):
    quiz = hl.Quiz("standard", kinds="pass", seed=1)
    before = dict(quiz.state)
    asked(quiz, message)
    assert dict(quiz.state) == before


def test_other_questions_follow():
    quiz = hl.Quiz("standard", kinds="trick", seed=1)
    before = quiz.questions
    state = asked(quiz, {"action": "answer", "question": 0, "answer": 0}, {"action": "again"})
    assert state["number"] == 6 and not set(before) & set(quiz.questions)
    assert state["score"][1] == 1 and all(shown["chosen"] is None for shown in state["questions"])


def test_where_no_widget_is_drawn_the_questions_and_their_answers_are_words():
    quiz = hl.Quiz("black_maria", seed=2)
    text = quiz._repr_mimebundle_()[0]["text/plain"]
    assert text.splitlines()[0] == "Five questions on Black Maria"
    for place, question in enumerate(quiz.questions, 1):
        assert f"{place}. {question.say}" in text and f"{place} {'abcd'[question.right]}" in text.splitlines()[-1]


@pytest.mark.parametrize("wrong", [{"kinds": "riddle"}, {"seed": -1}, {"seed": True}, {"count": 0}])
def test_what_cannot_be_asked_is_refused_in_a_sentence(wrong):
    with pytest.raises(SituationError, match=r"\.$"):
        hl.Quiz("standard", **wrong)
