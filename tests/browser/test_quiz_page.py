"""The closing questions' front end on a blank page: the shipped script and style, a model that records, and no kernel."""

import re

import pytest
from blank import MODEL, STATIC, publish, sent, violations

from hearts_lab.widgets.quiz import Quiz


def text_of(kind):
    return "\n".join((STATIC / f"{part}.{kind}").read_text("utf-8") for part in ("cards", "quiz"))


def open_quiz(page, quiz, theme="light"):
    page.set_content('<!doctype html><html lang="en"><title>quiz</title><body><main><h1>Quiz</h1></main></body></html>')
    page.evaluate(MODEL, [text_of("js"), text_of("css"), dict(quiz.state), theme])


def answer_all(page, quiz):
    """Give Python what the page has sent, and the page what Python answers."""
    for message in sent(page):
        quiz._received(message)
    page.evaluate("window.sent.length = 0")
    publish(page, dict(quiz.state))


def spoken(page):
    return page.inner_text("[role=status]").replace("\u00a0", "")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_before_and_after_answers(page, axe, theme):
    quiz = Quiz("standard", "black_maria", seed=2)
    open_quiz(page, quiz, theme)
    assert violations(page, axe) == []
    for place in range(len(quiz.questions)):
        page.locator(".hl-z-question").nth(place).locator("button").first.click()
        answer_all(page, quiz)
    assert quiz.score[1] == len(quiz.questions)
    assert violations(page, axe) == []


def test_a_question_is_answered_by_keyboard_and_its_reason_is_spoken(page):
    quiz = Quiz("standard", kinds=["trick", "points"], seed=1)
    open_quiz(page, quiz)
    right = quiz.questions[0].right
    for _ in range(right + 1):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert sent(page) == [{"action": "answer", "turn": 0, "question": 0, "answer": right}]
    answer_all(page, quiz)
    assert spoken(page).startswith("Right. ")
    assert "1 of 1 right" in page.inner_text(".hl-z-bar")
    shown = page.locator(".hl-z-question").first
    assert quiz.questions[0].why in shown.inner_text().replace("\ufe0e", "")
    assert "right answer" in shown.locator("button").nth(right).get_attribute("aria-label")
    shown.locator("button").nth(0).click(force=True)
    assert sent(page) == []
    assert page.evaluate("document.querySelector('.hl-z-question').contains(document.activeElement)")


def test_other_questions_replace_these(page):
    quiz = Quiz("standard", kinds="trick", seed=1)
    open_quiz(page, quiz)
    before = page.inner_text(".hl-z-list")
    page.dblclick("text=Other questions")
    assert sent(page) == [{"action": "again", "turn": 0}]
    answer_all(page, quiz)
    assert page.inner_text(".hl-z-list") != before


@pytest.mark.parametrize("width", [500, 1200])
@pytest.mark.parametrize("game", ["standard", "cancellation"])
def test_nothing_sticks_out(page, width, game):
    page.set_viewport_size({"width": width, "height": 1000})
    open_quiz(page, Quiz(game, seed=1))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_front_end_names_no_address():
    assert not re.search(r"https?://|import\s*\(|^import ", text_of("js"), re.MULTILINE)
    assert "url(" not in text_of("css")
