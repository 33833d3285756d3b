"""The trainer's front end on a blank page: the shipped script and style, a model that records, and no kernel."""

import re
from itertools import pairwise

import pytest
from blank import MODEL, STATIC, publish, sent, violations

from hearts_lab.deal import Deal
from hearts_lab.rules import variant
from hearts_lab.widgets.trainer import Trainer

PARTS = ("cards", "trainer")
PAIR = ("standard", "black_maria")


def text_of(kind):
    return "\n".join((STATIC / f"{part}.{kind}").read_text("utf-8") for part in PARTS)


def open_trainer(page, state, theme="light"):
    page.set_content(
        '<!doctype html><html lang="en"><title>trainer</title><body><main><h1>Trainer</h1></main></body></html>'
    )
    page.evaluate(MODEL, [text_of("js"), text_of("css"), state, theme])


def state_of(trainer, *messages):
    """The state after some messages, as Python gives it."""
    for message in messages:
        trainer._received({**message, "turn": trainer.state["turn"]})
    return dict(trainer.state)


def answer_all(page, trainer):
    """Give Python what the page has sent, and the page what Python answers."""
    for message in sent(page):
        trainer._received(message)
    page.evaluate("window.sent.length = 0")
    publish(page, dict(trainer.state))


def cards(page, row=0):
    return page.locator(".hl-q-hand").nth(row).locator(".hl-card")


def press(page, button):
    page.click(f"[data-do={button}]", force=True)


def focused(page):
    return page.evaluate("document.activeElement.dataset.card || document.activeElement.dataset.do")


def spoken(page):
    return page.inner_text("[role=status]").replace("\u00a0", "")


SCENES = {
    "question": lambda: state_of(Trainer("standard", about="first_trick")),
    "checked": lambda: state_of(Trainer("standard", about="waits"), {"action": "check", "marks": [[0, 1]]}),
    "shown": lambda: state_of(Trainer("black_maria"), {"action": "show"}),
    "two games": lambda: state_of(Trainer(*PAIR, players=3), {"action": "next"}),
    "two games checked": lambda: state_of(Trainer(*PAIR, players=6), {"action": "check", "marks": [[0], [1]]}),
    "message": lambda: state_of(Trainer(*PAIR), {"action": "check", "marks": [[], []]}),
}


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_in_any_scene(page, axe, theme):
    wrong = {}
    for name, scene in SCENES.items():
        open_trainer(page, scene(), theme)
        cards(page).first.click(force=True)  # also where it says that it is disabled
        page.evaluate("for (const details of document.querySelectorAll('details')) details.open = true")
        page.wait_for_timeout(200)
        wrong[name] = violations(page, axe)
    assert not {name: found for name, found in wrong.items() if found}


def test_the_front_end_names_no_address():
    assert not re.search(r"https?://|import\s*\(|^import ", text_of("js"), re.MULTILINE)
    assert "url(" not in text_of("css")


def test_a_question_is_answered_by_keyboard_alone(page):
    trainer = Trainer("standard", about="following", seed=2)
    hand, legal = trainer.question.hand, trainer.question.legal[0]
    open_trainer(page, dict(trainer.state))
    while focused(page) != hand[0].text:
        page.keyboard.press("Tab")
    for card in hand:
        assert focused(page) == card.text
        if card in legal:
            page.keyboard.press("Space")
        page.keyboard.press("ArrowRight")
    assert focused(page) == hand[0].text
    while focused(page) != "check":
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    places = [place for place, card in enumerate(hand) if card in legal]
    assert sent(page) == [{"action": "check", "turn": 0, "marks": [places]}]
    answer_all(page, trainer)
    assert trainer.score.right == 1
    assert spoken(page) == f"Right! All {len(hand)} cards."
    assert focused(page) == "next"
    page.keyboard.press("Enter")
    assert sent(page) == [{"action": "next", "turn": 1}]
    answer_all(page, trainer)
    assert focused(page) == trainer.question.hand[0].text
    assert spoken(page).startswith("Question 2. ")
    page.keyboard.press("s")
    assert sent(page) == [{"action": "show", "turn": 2}]


def test_cards_are_toggle_buttons_with_names(page):
    hands = [
        "3C 4C 5C 6C 7C 8C 9C 10C JC QC KC QS 10H",
        "2D 3D 4D 5D 6D 7D 8D 9D 10D JD QD KD AD",
        "2C 2S 3S 4S 5S 6S 7S 8S 9S 10S JS KS AS",
        "AC 2H 3H 4H 5H 6H 7H 8H 9H JH QH KH AH",
    ]
    trainer = Trainer(Deal(variant("black_maria", pass_count=0), hands=hands))
    open_trainer(page, dict(trainer.state))
    labels = [node.get_attribute("aria-label") for node in cards(page).all()]
    assert labels[0] == "3 of clubs" and labels[-2:] == ["Queen of spades, 13 points", "10 of hearts, 1 point"]
    first = cards(page).first
    assert [first.get_attribute("aria-pressed"), first.get_attribute("aria-disabled")] == ["false", "false"]
    first.click()
    assert first.get_attribute("aria-pressed") == "true"
    assert "1 marked" in page.inner_text(".hl-q-name")
    first.click()
    assert first.get_attribute("aria-pressed") == "false"
    page.click(".hl-q-all-of-them")
    assert page.locator(".hl-q-hand [aria-pressed='true']").count() == len(trainer.question.hand)
    page.click(".hl-q-all-of-them")
    assert page.locator(".hl-q-hand [aria-pressed='true']").count() == 0
    assert page.locator(".hl-q-hand [tabindex='0']").count() == 1
    assert page.get_attribute(".hl-trainer", "data-lm-suppress-shortcuts") == "true"


def test_two_games_are_marked_in_two_rows(page):
    trainer = Trainer(*PAIR, seed=1)
    open_trainer(page, dict(trainer.state))
    assert page.locator(".hl-q-hand").count() == 2
    assert page.get_attribute(".hl-q-hand >> nth=1", "aria-label").startswith("Your hand in Black Maria")
    cards(page, 0).nth(2).click()
    press(page, "check")
    assert sent(page) == []
    assert page.inner_text(".hl-q-legend") == "Mark the cards for Black Maria first."
    assert spoken(page) == "Mark the cards for Black Maria first."
    cards(page, 1).nth(0).click()
    cards(page, 1).nth(1).click()
    press(page, "check")
    assert sent(page) == [{"action": "check", "turn": 0, "marks": [[2], [0, 1]]}]


def test_every_card_has_its_verdict_in_words_and_signs(page):
    trainer = Trainer("standard", about="first_trick", seed=3)
    open_trainer(page, state_of(trainer, {"action": "check", "marks": [[0, len(trainer.question.hand) - 1]]}))
    answer = trainer.state["answer"]["games"][0]
    for place, node in enumerate(cards(page).all()):
        words = node.get_attribute("aria-label")
        assert ("may be played" in words) == answer["legal"][place] != ("barred" in words)
        assert ("you were right" in words) == answer["right"][place] != ("you were wrong" in words)
        sign = page.locator(".hl-q-under").nth(place).inner_text()
        assert sign == ("✓" if answer["right"][place] else "✗")
    shown = page.inner_text(".hl-q-verdict").replace("\ufe0e", "")
    for group in answer["groups"]:
        assert group["why"] in shown
    assert "Not quite" in shown
    assert page.inner_text("[data-do=next]") == "Next"


def test_after_the_answer_the_cards_are_still(page):
    trainer = Trainer("standard")
    open_trainer(page, state_of(trainer, {"action": "show"}))
    before = cards(page).first.get_attribute("aria-pressed")
    cards(page).first.click(force=True)
    assert cards(page).first.get_attribute("aria-pressed") == before
    press(page, "check")
    press(page, "show")
    assert sent(page) == []


def test_a_double_click_checks_once_and_stays_inside(page):
    trainer = Trainer("standard")
    open_trainer(page, dict(trainer.state))
    page.evaluate("""() => { window.outside = [];
        for (const kind of ['dblclick', 'keydown']) document.addEventListener(kind, (e) => outside.push(e.type)) }""")
    cards(page).nth(3).click()
    page.locator("[data-do=check]").dblclick()
    page.keyboard.press("ArrowRight")
    assert len(sent(page)) == 1
    assert page.evaluate("window.outside") == []


def test_two_views_show_the_same_and_one_can_be_closed(page):
    trainer = Trainer("standard")
    open_trainer(page, dict(trainer.state))
    page.evaluate("void window.mount('second')")
    page.locator("#second .hl-card[data-card]").first.click()
    page.locator("#second [data-do=check]").click()
    answer_all(page, trainer)
    assert page.locator(".hl-q-verdict:visible").count() == 2
    page.evaluate("window.unmount()")
    assert page.evaluate("window.model.watchers.size") == 1
    assert page.locator(".hl-trainer").count() == 1


def test_the_last_given_deal_has_no_next(page):
    deals = list(Trainer("standard").question.deals) + list(Trainer("standard", seed=2).question.deals)
    trainer = Trainer(deals)
    open_trainer(page, state_of(trainer, {"action": "next"}))
    assert page.get_attribute("[data-do=next]", "aria-disabled") == "true"
    press(page, "next")
    assert sent(page) == []
    open_trainer(page, dict(Trainer(deals[0]).state))
    assert page.locator("[data-do=next]").is_hidden()


@pytest.mark.parametrize("width", [700, 1120, 1400])
@pytest.mark.parametrize("players", [3, 4, 6])
def test_nothing_sticks_out_and_every_card_can_be_read(page, width, players):
    page.set_viewport_size({"width": width, "height": 1000})
    open_trainer(page, state_of(Trainer(*PAIR, players=players, about="first_trick"), {"action": "show"}))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    felt = page.locator(".hl-q-box").bounding_box()
    for node in page.locator(".hl-q-box .hl-card, .hl-q-who, .hl-q-fact, .hl-q-buttons").all():
        box = node.bounding_box()
        assert felt["x"] <= box["x"] and box["x"] + box["width"] <= felt["x"] + felt["width"]
    left = [node.bounding_box()["x"] for node in cards(page).all()]
    assert min(b - a for a, b in pairwise(left)) > 25


def test_reduced_motion_moves_nothing(browser):
    page = browser.new_page(reduced_motion="reduce")
    open_trainer(page, dict(Trainer("standard").state))
    cards(page).first.click()
    assert page.evaluate("document.getAnimations().length") == 0
    page.close()
