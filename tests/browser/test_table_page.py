"""The table's front end on a blank page: the shipped script and style, a recording model, no kernel."""

import re
from itertools import pairwise

import blank
import pytest
import states
from blank import open_table, publish, sent, violations

pytestmark = pytest.mark.browser


@pytest.fixture
def page(browser):
    """A blank page, motion allowed; the test fails when the browser reports an error."""
    page = browser.new_page(viewport={"width": 1120, "height": 900})
    trouble = []
    page.on("pageerror", lambda error: trouble.append(str(error)))
    page.on("console", lambda message: trouble.append(message.text) if message.type == "error" else None)
    page.set_default_timeout(20_000)
    yield page
    page.close()
    assert not trouble


def card(page, text):
    return page.locator(f".hl-hand [data-card='{text}']")


def click(page, text):
    """Click a card where it is free, also one that says it is disabled."""
    card(page, text).click(position={"x": 12, "y": 40}, force=True)


def press(page, button):
    page.click(f"[data-do={button}]", force=True)


def focused(page):
    return page.evaluate(
        "document.activeElement.dataset.card || document.activeElement.dataset.do || document.activeElement.tagName"
    )


def spoken(page):
    return page.inner_text("[role=status]").replace("\u00a0", "")


PLAYED = {"kind": "play", "seat": 0, "card": "AS", "points": 7, "winning": 0, "cancelled": []}
TAKEN = {"kind": "take", "seat": 0, "points": 7, "took": 7, "took_cards": ["A♠"], "carried": None, "kitty": None}
SCENES = {
    "pass": states.passing,
    "play": states.base,
    "barred": states.barred,
    "three": lambda: states.barred(3),
    "six": lambda: states.barred(6),
    "hint": lambda: states.base(
        hint={"cards": ["4S"], "text": "It loses to J♠.", "prices": {"4S": "best", "5S": "+0.4", "AS": "+12.9"}, "passes": []},
        practice=True,
        message={"kind": "error", "text": "4X is not a card."},
    ),
    "over": states.over,
    "match": lambda: states.over(match=True, won=True),
}


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_in_any_scene(page, axe, theme):
    wrong = {}
    for name, scene in SCENES.items():
        state = scene()
        open_table(page, state, theme)
        if name == "barred":
            card(page, "JH").focus()
        page.evaluate("for (const details of document.querySelectorAll('details')) details.open = true")
        wrong[name] = violations(page, axe)
    for button in ("new_match", "open", "help"):
        open_table(page, states.base(), theme)
        press(page, button)
        wrong[button] = violations(page, axe)
    assert not {name: found for name, found in wrong.items() if found}


def test_the_front_end_names_no_address():
    assert not re.search(r"https?://|import\s*\(|^import ", blank.esm(), re.MULTILINE)
    assert "url(" not in blank.css()


def test_a_pass_is_chosen_counted_and_sent_by_mouse(page):
    open_table(page, states.passing())
    assert page.inner_text("[data-do=pass]") == "Pass 3 to Right"
    assert page.get_attribute("[data-do=pass]", "aria-disabled") == "true"
    press(page, "pass")
    assert sent(page) == []
    for text, left in (("AS", "2"), ("KD", "1"), ("QD", "✓")):
        click(page, text)
        assert card(page, text).get_attribute("aria-pressed") == "true"
        assert page.inner_text(".hl-badge") == left
    click(page, "JH")
    assert card(page, "JH").get_attribute("aria-pressed") == "false"
    click(page, "QD")
    assert page.inner_text(".hl-badge") == "1"
    click(page, "6D")
    press(page, "pass")
    press(page, "pass")
    assert sent(page) == [{"action": "pass", "turn": 5, "cards": ["6D", "KD", "AS"]}]


def test_a_pass_and_a_play_by_keyboard_alone(page):
    open_table(page, states.passing())
    card(page, "3C").focus()
    for key in ("Enter", "ArrowRight", "Space", "End", "ArrowLeft", "Enter", "p"):
        page.keyboard.press(key)
    assert sent(page) == [{"action": "pass", "turn": 5, "cards": ["3C", "9C", "JH"]}]
    publish(page, states.barred() | {"turn": 6, "serial": 2})
    assert focused(page) in ("4S", "5S", "AS")
    page.keyboard.press("Home")
    assert focused(page) == "5D"
    page.keyboard.press("Enter")
    assert len(sent(page)) == 1
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    assert sent(page)[-1] == {"action": "play", "turn": 6, "card": "4S"}
    publish(page, states.base(turn=7, serial=3, hand=[states.held("5D"), states.held("5S")]))
    assert focused(page) == "5S"


def test_one_card_is_in_the_tab_order(page):
    open_table(page, states.barred())
    assert page.locator(".hl-hand [tabindex='0']").count() == 1


def test_a_barred_card_says_why_to_the_eye_and_to_a_screen_reader(page):
    open_table(page, states.barred())
    barred = card(page, "JH")
    assert barred.get_attribute("aria-disabled") == "true"
    assert barred.get_attribute("aria-label").endswith(
        "barred: You must follow spades: 4 of spades, 5 of spades or ace of spades."
    )
    for show in (barred.hover, barred.focus, lambda: click(page, "JH")):
        page.evaluate("document.activeElement.blur()")
        page.mouse.move(5, 5)
        assert page.locator(".hl-tip").is_hidden()
        show()
        assert re.sub("\ufe0e", "", page.inner_text(".hl-tip")) == "J♥ is barred. You must follow spades: 4♠, 5♠ or A♠."
    assert spoken(page).startswith("jack of hearts is barred. You must follow spades")
    assert sent(page) == []


def test_cards_are_not_dimmed_while_another_plays(page):
    state = states.barred()
    for seat in state["seats"]:
        seat["turn"] = seat["seat"] == 1
    for item in state["hand"]:
        item.update(legal=False, why=None)
    open_table(page, state)
    assert page.locator(".hl-barred").count() == 0
    click(page, "JH")
    assert sent(page) == []


def test_a_double_click_plays_once_and_stays_inside(page):
    open_table(page, states.barred())
    page.evaluate("""() => {
        window.outside = [];
        for (const kind of ['dblclick', 'keydown']) document.addEventListener(kind, () => window.outside.push(kind));
    }""")
    card(page, "4S").dblclick(position={"x": 12, "y": 40})
    page.keyboard.press("ArrowRight")
    assert sent(page) == [{"action": "play", "turn": 5, "card": "4S"}]
    assert page.evaluate("window.outside") == []


def test_the_second_click_of_a_double_click_never_plays_the_next_card(page):
    open_table(page, states.base())
    page.evaluate("""() => {
        const send = window.model.send;
        window.model.send = (message) => {
            send(message);
            const { state } = window.model;
            const hand = state.hand.filter((item) => item.card !== message.card);
            window.model.publish({ ...state, turn: state.turn + 1, serial: state.serial + 1, hand });
        };
    }""")
    card(page, "KC").dblclick(position={"x": 12, "y": 40})
    assert [message["card"] for message in sent(page)] == ["KC"]


def test_nothing_is_sent_while_an_answer_is_awaited(page):
    open_table(page, states.base())
    click(page, "KC")
    page.wait_for_timeout(400)
    click(page, "3C")
    page.click("[data-do=undo]")
    assert len(sent(page)) == 1
    publish(page, states.base(serial=2, message={"kind": "info", "text": "It is too late for that."}))
    assert "too late" in page.inner_text(".hl-notice")
    click(page, "3C")
    assert sent(page)[-1] == {"action": "play", "turn": 5, "card": "3C"}


def test_what_happened_is_shown_step_by_step_and_can_be_skipped(page):
    before = states.barred() | {"settings": {"speed": "normal", "colours": 4}}
    open_table(page, before)
    after = states.base(
        turn=6,
        serial=2,
        settings={"speed": "normal", "colours": 4},
        hand=[states.held(text) for text in ["5D", "6D", "QD", "KD", "4S", "5S", "JH"]],
        events=[
            PLAYED,
            TAKEN,
        ],
    )
    publish(page, after)
    page.wait_for_selector(".hl-trick [aria-label='You: ace of spades, 7 points'].hl-winning")
    assert page.get_attribute(".hl-table", "data-busy") == "true"
    page.wait_for_selector(".hl-table:not([data-busy])")
    assert page.locator(".hl-trick .hl-card").count() == 0
    assert spoken(page).startswith("You played ace of spades. You took the trick with 7 points.")
    publish(page, before | {"turn": 6, "serial": 3})
    publish(page, after | {"turn": 7, "serial": 4})
    page.wait_for_selector(".hl-table[data-busy]")
    page.wait_for_timeout(360)
    page.mouse.click(300, 300)
    assert page.get_attribute(".hl-table", "data-busy") is None
    assert sent(page) == []


def test_a_state_that_does_not_follow_is_drawn_at_once(page):
    open_table(page, states.barred() | {"settings": {"speed": "slow", "colours": 4}})
    publish(
        page,
        states.base(
            turn=9,
            settings={"speed": "slow", "colours": 4},
            events=[PLAYED],
        ),
    )
    assert page.get_attribute(".hl-table", "data-busy") is None
    assert page.locator(".hl-hand .hl-card").count() == 13


def test_two_views_of_one_table_show_the_same(page):
    open_table(page, states.base())
    page.evaluate("void window.mount('second')")
    page.locator("#second .hl-hand [data-card='KC']").click(position={"x": 12, "y": 40})
    publish(page, states.base(turn=6, serial=2, hand=[states.held("3C")]))
    assert [page.locator(f"#{view} .hl-hand .hl-card").count() for view in ("first", "second")] == [1, 1]
    page.evaluate("window.unmount()")
    assert page.evaluate("window.model.watchers.size") == 1
    assert page.locator(".hl-table").count() == 1


def test_buttons_propose_and_tell_when_they_cannot(page):
    open_table(page, states.base())
    for button in ("hint", "undo", "rest", "next_deal"):
        press(page, button)
        publish(page, states.base(serial=len(sent(page)) + 2))
    assert [message["action"] for message in sent(page)] == ["hint", "undo", "rest"]
    page.get_by_label("Speed").select_option("fast")
    publish(page, states.base(serial=9))
    page.get_by_label("Suits").select_option("2")
    assert sent(page)[-2:] == [
        {"action": "settings", "turn": 5, "speed": "fast"},
        {"action": "settings", "turn": 5, "colours": 2},
    ]
    publish(page, states.base(serial=10, settings={"speed": "fast", "colours": 2}))
    colour = "getComputedStyle(document.querySelector('.hl-hand [data-card=\"KC\"] .hl-face')).color"
    assert page.evaluate(colour) == "rgb(17, 17, 17)"


def test_a_new_match_asks_before_it_ends_an_unfinished_one(page):
    open_table(page, states.base())
    page.click("[data-do=new_match]")
    page.keyboard.press("Escape")
    assert focused(page) == "new_match"
    page.keyboard.press("Enter")
    page.click("text=Start a new match >> nth=-1")
    assert sent(page) == [{"action": "new_match", "turn": 5}]
    open_table(page, states.over(match=True))
    page.click(".hl-result [data-do=new_match]")
    assert sent(page) == [{"action": "new_match", "turn": 5}]


def test_a_deal_is_shared_even_when_the_clipboard_is_refused(page):
    open_table(page, states.base())
    clipboard = "Object.defineProperty(navigator, 'clipboard', {{ value: {{ writeText: {0} }}, configurable: true }})"
    page.evaluate(clipboard.format("() => Promise.reject()"))
    page.click("[data-do=share]")
    assert page.input_value(".hl-box textarea") == "black_maria 4 seed=7 deal=3"
    page.click("text=Done")
    page.evaluate(clipboard.format("async (text) => { window.copied = text }"))
    page.click("[data-do=share]")
    page.wait_for_selector(".hl-notice:has-text('copied')")
    assert page.evaluate("window.copied") == "black_maria 4 seed=7 deal=3"


def test_a_text_that_cannot_be_read_is_kept_in_its_field(page):
    open_table(page, states.base())
    page.click("[data-do=open]")
    page.keyboard.type("black_maria | deal 1 seed h")
    page.click(".hl-box .hl-main")
    assert sent(page) == [{"action": "open", "turn": 5, "text": "black_maria | deal 1 seed h"}]
    publish(page, states.base(serial=2, message={"kind": "error", "text": "the seed must be a whole number, not 'h'."}))
    assert "whole number" in page.inner_text(".hl-box")
    assert page.input_value(".hl-box textarea").endswith("seed h")


def test_the_score_sheet_is_saved_as_csv(page):
    open_table(page, states.base())
    with page.expect_download() as download:
        page.click("[data-do=csv]")
    assert download.value.suggested_filename == "hearts-scores.csv"


@pytest.mark.parametrize("width", [700, 1120, 1400])
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_nothing_sticks_out_or_covers_another_card(page, width, players):
    page.set_viewport_size({"width": width, "height": 1000})
    open_table(
        page, states.barred(players) | {"hand": [states.held(text) for text in [*states.HAND, "QH", "KH", "9D", "10D"]]}
    )
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    felt = page.locator(".hl-felt").bounding_box()
    for node in page.locator(".hl-seat, .hl-hand .hl-card, .hl-trick .hl-card").all():
        box = node.bounding_box()
        assert felt["x"] <= box["x"] and box["x"] + box["width"] <= felt["x"] + felt["width"]
        assert felt["y"] <= box["y"] and box["y"] + box["height"] <= felt["y"] + felt["height"] + 8
    left = [node.bounding_box()["x"] for node in page.locator(".hl-hand .hl-card").all()]
    assert min(b - a for a, b in pairwise(left)) > 25  # every rank and suit sign is free


def test_reduced_motion_moves_nothing(browser):
    page = browser.new_page(reduced_motion="reduce")
    open_table(page, states.barred() | {"settings": {"speed": "fast", "colours": 4}})
    publish(
        page,
        states.base(
            turn=6,
            serial=2,
            settings={"speed": "fast", "colours": 4},
            events=[PLAYED],
        ),
    )
    assert page.evaluate("document.getAnimations().length") == 0
    page.wait_for_selector(".hl-table:not([data-busy])")
    page.close()
