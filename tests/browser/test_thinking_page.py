"""The table's front end while somebody thinks, with hints that price cards, and with a review; a recording model, no kernel."""

import re

import pytest
import states
from blank import open_table, publish, sent, violations
from test_table_page import card, click, focused, page, press, spoken  # noqa: F401

pytestmark = pytest.mark.browser

MOVING = {"speed": "normal", "colours": 4, "prices": False}
PRICED = {"speed": "off", "colours": 4, "prices": True}
PRICES = {"4S": "best", "5S": "+0.4", "AS": "+12.9"}
HINT = {"cards": ["4S"], "text": "Play 4♠. It loses to J♠.", "passes": [], "prices": PRICES}


def thinking(seat=1, what="play", slow=None):
    name = states.NAMES[4][seat] if seat else "The coach"
    return {"what": what, "seat": seat, "text": f"{name} is thinking.", "slow": slow}


def play(seat, text):
    return {"kind": "play", "seat": seat, "card": text, "points": None, "winning": 0, "cancelled": []}


def lying(*plays):
    return [{"seat": seat, "card": text, "points": None, "winning": seat == 0, "cancelled": False} for seat, text in plays]


def waiting(seat, *plays, serial, turn=6, **changes):
    """Your turn is over: some cards lie, and a seat thinks, or nobody does."""
    seats = [{**each, "turn": each["seat"] == (seat or 0)} for each in states.base()["seats"]]
    hand = [{**states.held(text), "legal": False} for text in states.HAND if text not in dict(map(reversed, plays))]
    return states.base(turn=turn, serial=serial, seats=seats, hand=hand, trick=lying(*plays), settings=MOVING,
                       events=[play(*plays[-1])], thinking=thinking(seat) if seat else None,
                       say=f"{states.NAMES[4][seat]} is thinking." if seat else "Your turn.") | changes


def row(when, price, costs=True):
    return {"when": when, "chosen": ["KS"], "best": ["4S"] if costs else None, "costs": costs, "price": price,
            "reason": "K♠ loses 2.9: in 61 % of the layouts the queen is behind you.",
            "known": "with all cards known: 1.0 lost", "text": f"the deal at {when}"}


REVIEW = {
    "text": "2 of 3 decisions cost 4.2 points in all, as far as you could know.",
    "parts": [{"name": name, "value": value, "about": f"what {name} is"} for name, value in (
        ("par", "6.5"), ("luck of the hand", "−1.2"), ("luck of the play", "+0.5"), ("mistakes", "+4.2"), ("score", "10"))],
    "rows": [row("trick 3", "2.9"), row("the pass", "1.3"), row("trick 5", "0", costs=False)],
}


def reviewed():
    return states.over() | {"review": REVIEW}


SCENES = {
    "thinking": lambda: waiting(1, (0, "KC"), serial=1, events=[]),
    "hinting": lambda: states.base(thinking=thinking(None, "hint")),
    "priced": lambda: states.barred() | {"hint": HINT, "settings": PRICED},
    "priced pass": lambda: states.passing() | {"settings": PRICED, "hint": {
        "cards": ["AS", "KD", "QD"], "text": "Pass them.", "prices": {},
        "passes": [{"cards": ["AS", "KD", "QD"], "price": "best"}, {"cards": ["AS", "KD", "JH"], "price": "+0.4"}]}},
    "mixed": lambda: states.base(level={**states.LEVEL, "now": None, "text": "mixed: smoker, random"}),
    "looking back": lambda: states.over() | {"thinking": thinking(None, "review")},
    "review": reviewed,
    "away": lambda: states.base(home="Back to the match"),
}


def test_the_scenes_are_sound():
    plays = [(0, "KC"), (1, "3C")]
    assert waiting(2, *plays, serial=1)["trick"][1]["seat"] == 1 and "KC" not in waiting(2, *plays, serial=1)["hand"]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing(page, axe, theme):  # noqa: F811
    wrong = {}
    for name, scene in SCENES.items():
        state = scene() if name == "priced pass" else scene() | {"settings": PRICED}
        open_table(page, state, theme)
        if name == "looking back":
            publish(page, state)
        page.evaluate("for (const details of document.querySelectorAll('details')) details.open = true")
        wrong[name] = violations(page, axe)
    assert not {name: found for name, found in wrong.items() if found}


@pytest.mark.parametrize("name", SCENES)
def test_nothing_sticks_out_of_a_narrow_table(page, name):  # noqa: F811
    page.set_viewport_size({"width": 700, "height": 1000})
    open_table(page, SCENES[name]() | {"settings": PRICED})
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


# Thinking.


def test_plays_that_come_while_others_are_shown_wait_in_line(page):  # noqa: F811
    open_table(page, states.base(settings=MOVING))
    publish(page, waiting(1, (0, "KC"), serial=2))
    publish(page, waiting(2, (0, "KC"), (1, "3C"), serial=3))
    publish(page, waiting(3, (0, "KC"), (1, "3C"), (2, "4C"), serial=4))
    lying = page.locator(".hl-trick .hl-card")
    assert page.get_attribute(".hl-table", "data-busy") == "true" and lying.count() == 1
    for count in (2, 3):
        page.wait_for_function(f"document.querySelectorAll('.hl-trick .hl-card').length === {count}")
        assert page.get_attribute(".hl-table", "data-busy") == "true"
    page.wait_for_selector(".hl-table:not([data-busy])")
    assert lying.count() == 3 and page.locator(".hl-seat.hl-thinks[data-seat='3']").count() == 1
    assert page.locator(".hl-thinks").count() == 1


def test_waiting_plays_are_skipped_together(page):  # noqa: F811
    open_table(page, states.base(settings=MOVING))
    publish(page, waiting(1, (0, "KC"), serial=2))
    publish(page, waiting(2, (0, "KC"), (1, "3C"), serial=3))
    publish(page, waiting(None, (0, "KC"), (1, "3C"), (2, "4C"), serial=4))
    page.wait_for_timeout(360)
    page.mouse.click(300, 300)
    assert page.get_attribute(".hl-table", "data-busy") is None and page.locator(".hl-trick .hl-card").count() == 3
    assert spoken(page).endswith("Your turn.")


def test_an_undo_is_shown_at_once_whatever_waits(page):  # noqa: F811
    open_table(page, states.base(settings=MOVING))
    publish(page, waiting(1, (0, "KC"), serial=2))
    publish(page, waiting(2, (0, "KC"), (1, "3C"), serial=3))
    press(page, "undo")
    assert sent(page)[-1] == {"action": "undo", "turn": 6}
    publish(page, states.base(turn=7, serial=4, settings=MOVING))
    page.wait_for_timeout(700)
    assert page.locator(".hl-trick .hl-card").count() == 0 and page.locator(".hl-hand .hl-card").count() == 13
    assert page.get_attribute(".hl-table", "data-busy") is None


def test_a_table_opened_while_somebody_thinks_moves_nothing(page):  # noqa: F811
    open_table(page, waiting(1, (0, "KC"), serial=9, turn=0))
    assert page.get_attribute(".hl-table", "data-busy") is None and page.locator(".hl-trick .hl-card").count() == 1


def test_long_thinking_is_told_once_a_deal_and_why_the_first_is_long(page):  # noqa: F811
    page.clock.install()
    off = {"settings": PRICED}
    open_table(page, states.base() | off)
    slow = "The thinker is warming up, once on this computer."
    first = waiting(1, (0, "KC"), serial=2) | off
    publish(page, first | {"thinking": thinking(1, slow=slow)})
    page.clock.run_for(2000)
    assert page.inner_text(".hl-say") == "Left is thinking." and "is thinking" not in spoken(page)
    page.clock.run_for(1000)
    assert page.inner_text(".hl-say") == spoken(page) == slow
    publish(page, waiting(2, (0, "KC"), (1, "3C"), serial=3) | off)
    assert page.inner_text(".hl-say") == "Across is thinking." and spoken(page) == "Left played 3 of clubs."
    page.clock.run_for(4000)
    assert spoken(page) == "Left played 3 of clubs.", "said once a deal"
    publish(page, states.base(turn=6, serial=4, say="Your turn.", thinking=None) | off)
    assert spoken(page) == "Your turn." and page.locator(".hl-thinks").count() == 0


def test_the_focus_waits_for_your_turn_unless_you_took_it_elsewhere(page):  # noqa: F811
    off = {"settings": PRICED}
    for elsewhere in (False, True):
        open_table(page, states.base() | off)
        card(page, "KC").focus()
        page.keyboard.press("Enter")
        publish(page, waiting(1, (0, "KC"), serial=2) | off)
        if elsewhere:
            page.locator("[data-do=undo]").focus()
        mine = [states.held(text, "You must follow." if text != "AS" else None) for text in ("3C", "5D", "AS")]
        publish(page, states.base(turn=6, serial=3, hand=mine) | off)
        assert focused(page) == ("undo" if elsewhere else "AS")


def test_laid_aside_cards_stay_raised_and_say_so(page):  # noqa: F811
    state = states.passing() | {"pass": None, "thinking": thinking(1), "say": "Left is thinking about the pass."}
    for item in state["hand"][:3]:
        item["laid"] = True
    open_table(page, state)
    assert page.locator(".hl-hand .hl-chosen").count() == 3 and page.locator(".hl-pass").count() == 0
    assert "laid aside" in card(page, "3C").get_attribute("aria-label")
    click(page, "3C")
    assert sent(page) == []


# Hints.


def test_prices_stand_on_the_cards_when_wanted(page):  # noqa: F811
    open_table(page, states.barred() | {"hint": HINT})
    assert page.locator(".hl-price").count() == 0
    page.get_by_label("Show prices").check()
    assert sent(page) == [{"action": "settings", "turn": 5, "prices": True}]
    publish(page, states.barred() | {"hint": HINT, "settings": PRICED, "serial": 2})
    prices = page.locator(".hl-price")
    assert prices.all_inner_texts() == ["best", "+0.4", "+12.9"] and page.locator(".hl-price.hl-best").count() == 1
    assert card(page, "4S").get_attribute("aria-label") == "4 of spades, hint, the best"
    assert card(page, "5S").get_attribute("aria-label") == "5 of spades, costs 0.4 more"
    tip = page.locator(".hl-tip").bounding_box()
    for box in [node.bounding_box() for node in prices.all()]:
        assert box["y"] >= tip["y"] + tip["height"], "the note covers no price"
    publish(page, states.base(turn=6, serial=3, settings=PRICED))
    assert page.locator(".hl-price").count() == 0


def test_prices_of_passes_stand_under_the_hint(page):  # noqa: F811
    open_table(page, SCENES["priced pass"]())
    assert page.inner_text(".hl-pass-prices").replace("\ufe0e", "") == "A♠ K♦ Q♦ best · A♠ K♦ J♥ +0.4"


def test_a_hint_that_is_thought_about_says_so_and_is_asked_for_once(page):  # noqa: F811
    can = {**states.base()["can"], "hint": False}
    open_table(page, states.base(thinking=thinking(None, "hint"), can=can))
    hint = page.locator("[data-do=hint]")
    assert hint.inner_text() == "Thinking…" and hint.get_attribute("aria-busy") == "true"
    press(page, "hint")
    assert sent(page) == []
    publish(page, states.base(hint={**HINT, "cards": ["3C"]}, serial=2))
    assert hint.inner_text() == "Hint" and hint.get_attribute("aria-busy") == "false"
    assert spoken(page) == "Play 4 of spades. It loses to jack of spades. Your turn: lead any card."


# Levels.


def test_the_level_in_force_is_always_shown_and_chosen_from_four(page):  # noqa: F811
    open_table(page, states.base())
    level = page.get_by_label("Opponents")
    assert level.input_value() == "cautious" and level.locator("option").all_inner_texts() == [
        "Beginner", "Cautious", "Expert", "Thinker"]
    assert page.inner_text(".hl-about") == "They play like a cautious."
    level.select_option("expert")
    assert sent(page) == [{"action": "level", "turn": 5, "level": "expert"}]
    publish(page, states.base(turn=6, serial=2, level={**states.LEVEL, "now": "expert", "text": "expert"}))
    assert level.input_value() == "expert"
    publish(page, SCENES["mixed"]() | {"turn": 7, "serial": 3})
    assert level.locator("option:checked").inner_text() == "Mixed: smoker, random"
    assert "by name" in page.inner_text(".hl-about")


# The review.


@pytest.mark.parametrize("how", ["result", "side", "key"])
def test_a_review_is_asked_for_read_and_closed(page, how):  # noqa: F811
    open_table(page, states.over())
    if how == "key":
        page.locator(".hl-result button").first.focus()
        page.keyboard.press("r")
    else:
        page.click(f".hl-{'result' if how == 'result' else 'side'} [data-do=review]")
    assert sent(page) == [{"action": "review", "turn": 5}]
    progress = states.over() | {"turn": 6, "serial": 2, "thinking": {**thinking(None, "review"), "text": "Looking: 3 of 13."}}
    publish(page, progress)
    assert "Looking: 3 of 13." in page.inner_text(".hl-review")
    publish(page, reviewed() | {"turn": 6, "serial": 3})
    assert page.evaluate("document.activeElement.textContent") == "Review of the deal"
    assert page.locator(".hl-review tbody th").all_inner_texts()[:2] == ["trick 3", "the pass"]
    assert page.inner_text(".hl-review summary") == "1 that cost nothing" and REVIEW["text"] in spoken(page)
    assert re.sub(r"\s+", " ", page.inner_text(".hl-parts")).startswith("par 6.5 what par is")
    page.click("[data-do=close-review]")
    assert page.locator(".hl-review").is_hidden() and focused(page) == "review" and len(sent(page)) == 1
    press(page, "review")
    assert page.locator(".hl-review").is_visible() and len(sent(page)) == 1, "it is not asked for twice"


def test_a_moment_of_the_review_is_opened_and_left_again(page):  # noqa: F811
    open_table(page, reviewed() | {"you": 0})
    open_it = page.get_by_role("button", name="Open trick 3 at the table")
    open_it.focus()
    page.keyboard.press("Enter")
    assert sent(page) == [{"action": "open", "turn": 5, "text": "the deal at trick 3", "you": 0}]
    publish(page, states.barred() | {"turn": 6, "serial": 2, "home": "Back to the match"})
    assert page.locator(".hl-review").is_hidden() and focused(page) in ("4S", "5S", "AS")
    page.click("[data-do=back]")
    assert sent(page)[-1] == {"action": "back", "turn": 6}
    publish(page, reviewed() | {"turn": 7, "serial": 3})
    assert page.locator(".hl-review").is_visible() and page.locator(".hl-home").is_hidden()
    assert page.evaluate("document.activeElement.textContent") == "Review of the deal"
