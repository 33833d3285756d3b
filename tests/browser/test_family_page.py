"""The table's front end for the whole family, with the real table behind it: wide tables, pools, scattered passes, moons."""

import blank
import pytest
from blank import open_table, publish, violations
from setting import everything

import hearts_lab as hl

pytestmark = pytest.mark.browser
FREE = ".hl-hand .hl-card[aria-disabled=false]"


@pytest.fixture
def page(browser):
    """A blank page; the test fails when the browser reports an error."""
    page = browser.new_page(viewport={"width": 1120, "height": 900}, reduced_motion="reduce")
    trouble = []
    page.on("pageerror", lambda error: trouble.append(str(error)))
    page.set_default_timeout(20_000)
    yield page
    page.close()
    assert not trouble


def still(table):
    table._received({"action": "settings", "speed": "off"})
    return table


def answer(page, table):
    """Hand to the table what the page proposed last, and publish what comes back."""
    message = page.evaluate("window.sent.pop()")
    assert message, "nothing was proposed"
    table._received(message)
    assert table.state["message"] is None, table.state["message"]
    publish(page, table.state)


def press(page, selector, which=0):
    page.evaluate("([selector, which]) => document.querySelectorAll(selector)[which].click()", [selector, which])


def until(table, test):
    """Play on without the browser until something is to be seen; deal after deal."""
    for _ in range(2000):
        state = table.state
        if test(table, state):
            return table
        action = {"pass": "pass", "play": "play", "moon": "moon"}.get(state["phase"], "next_deal")
        if action == "next_deal" and not state["can"]["next_deal"]:
            action = "new_match"
        cards = [item["card"] for item in state["hand"] if not item["why"]]
        more = {"cards": cards[: state["pass"]["count"]]} if action == "pass" else {"card": cards and cards[0], "kind": "old"}
        table._received({"action": action, "turn": state["turn"], **more})
    raise AssertionError("it never came")


def struck(table, state):
    return state["carried"] and any(play["cancelled"] for play in state["trick"]) and len(state["trick"]) > 4


def moon():
    free = {"opening": "eldest", "first_trick": "free", "waits": "", "breakers": ""}
    return everything("standard", moon="choice", **free)


STATES = {
    "seven": lambda: until(hl.Table(hl.variant("cancellation", 7), seed=4), struck),
    "eleven": lambda: until(hl.Table(hl.variant("cancellation", 11), seed=2), lambda _, state: len(state["trick"]) > 8),
    "eleven over": lambda: until(hl.Table(hl.variant("cancellation", 11), seed=2), lambda _, state: state["result"]),
    "kitty": lambda: until(
        hl.Table(hl.variant("morehead", 3, kitty="first", kitty_peek=True), seed=4),
        lambda _, state: state["kitty"]["cards"] and not state["result"],
    ),
    "pool": lambda: until(hl.Table("foster_sweep", seed=5), lambda _, state: state["sheet"]["pool"]),
    "scatter": lambda: hl.Table(hl.variant("standard", pass_cycle="scatter", forbidden_pass="QS KS AS"), seed=9),
    "moon": lambda: hl.Table(moon()),
}


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", STATES)
def test_axe_finds_nothing(page, axe, name, theme):
    open_table(page, still(STATES[name]()).state, theme)
    page.evaluate("for (const details of document.querySelectorAll('details')) details.open = true")
    assert violations(page, axe) == []


@pytest.mark.parametrize("width", [700, 1100])
@pytest.mark.parametrize("players", [7, 8, 9, 10, 11])
def test_a_wide_table_has_room_for_everyone(page, width, players):
    page.set_viewport_size({"width": width, "height": 1000})
    wide = hl.Table(hl.variant("cancellation", players), seed=players)
    table = until(wide, lambda _, state: len(state["trick"]) >= players - 3)
    open_table(page, still(table).state)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    felt = page.locator(".hl-felt").bounding_box()
    seats = [node.bounding_box() for node in page.locator(".hl-seat").all()]
    for box in [*seats, *(node.bounding_box() for node in page.locator(".hl-trick .hl-card, .hl-pile").all())]:
        assert felt["x"] <= box["x"] and box["x"] + box["width"] <= felt["x"] + felt["width"]
        assert felt["y"] <= box["y"] and box["y"] + box["height"] <= felt["y"] + felt["height"]
    for i, one in enumerate(seats):
        for other in seats[i + 1 :]:
            apart = one["x"] + one["width"] <= other["x"] + 1 or other["x"] + other["width"] <= one["x"] + 1
            assert apart or one["y"] + one["height"] <= other["y"] or other["y"] + other["height"] <= one["y"]
    names = page.locator(".hl-seat .hl-name")
    assert all(node.evaluate("node => node.scrollWidth <= node.clientWidth + 1") for node in names.all())


def test_struck_cards_and_waiting_cards_are_told_to_a_screen_reader(page):
    table = still(STATES["seven"]())
    open_table(page, table.state)
    dead = [play for play in table.state["trick"] if play["cancelled"]]
    assert page.locator(".hl-trick .hl-dead").count() == len(dead) == page.locator(".hl-trick [aria-label$=cancelled]").count()
    points = table.state["carried"]["points"]
    assert f"{points} point" in page.inner_text("[aria-label='Cards of void tricks']")
    assert page.inner_text("[aria-label=Kitty]").startswith("kitty of 6")


def test_scattered_cards_are_chosen_in_order_and_say_for_whom(page):
    table = still(STATES["scatter"]())
    open_table(page, table.state)
    barred = page.locator(".hl-barred")
    assert barred.count() == 1 and "may not be passed" in barred.get_attribute("aria-label")
    barred.hover()
    assert "may not be passed while 3 other cards can be" in page.inner_text(".hl-tip")
    for which in (4, 1, 0):
        press(page, FREE, which)
    assert page.locator(".hl-goal").all_inner_texts() == ["Right", "Across", "Left"]
    press(page, FREE, 1)  # take one back: the others keep their goals
    assert page.locator(".hl-goal").all_inner_texts() == ["Right", "Left"]
    assert page.inner_text(".hl-pass-text") == "Next: a card for Across"
    press(page, FREE, 2)
    cards = [item["card"] for item in table.state["hand"]]
    page.keyboard.press("Tab")
    page.locator("[data-do=pass]").focus()
    page.keyboard.press("Enter")
    answer(page, table)
    assert [card.text for card in table.deal.passes[0]] == [cards[4], cards[2], cards[0]]


def test_two_identical_cards_are_two_buttons_for_mouse_and_keyboard(page):
    twice = until(
        hl.Table(hl.variant("cancellation", 6), seed=3),
        lambda table, state: state["phase"] == "play" and _pair(state),
    )
    table = still(twice)
    pair = _pair(table.state)
    open_table(page, table.state)
    nodes = page.locator(f".hl-hand [data-card='{pair}']")
    assert nodes.count() == 2
    nodes.nth(0).focus()
    page.keyboard.press("ArrowRight")
    assert nodes.nth(1).evaluate("node => node === document.activeElement")
    page.keyboard.press("Enter")
    answer(page, table)
    assert nodes.count() == 1 and table.deal.plays and page.locator(".hl-hand .hl-card:focus").count() <= 1


def _pair(state):
    legal = [item["card"] for item in state["hand"] if item["legal"]]
    return next((card for card in legal if legal.count(card) == 2), None)


def test_the_moon_is_chosen_by_keyboard_and_taken_back(page):
    table = still(STATES["moon"]())
    open_table(page, table.state)
    assert page.locator(".hl-moon-box tbody tr").count() == 5
    press(page, "[data-do=hint]")
    answer(page, table)
    assert "Choose the old moon." in page.inner_text(".hl-moon-box")
    page.locator("[data-do=moon-new]").focus()
    page.keyboard.press("Enter")
    answer(page, table)
    assert table.deal.moon == "new" and "chose the new moon" in page.inner_text(".hl-result")
    press(page, "[data-do=undo]")
    answer(page, table)
    assert page.locator(".hl-moon-box").count() == 1 and table.deal.moon is None


def test_a_void_trick_and_an_exchange_are_shown_step_by_step(browser):
    page = browser.new_page(viewport={"width": 1120, "height": 900})
    six = hl.Table(hl.variant("cancellation", 6), seed=3)
    table = until(six, lambda _, state: any(event["kind"] == "void" for event in state["events"]))
    table._received({"action": "settings", "speed": "fast"})
    after = dict(table.state)
    before = {**after, "turn": after["turn"] - 1, "serial": 0, "events": [], "trick": [], "carried": None}
    started = list(_first_void(table))
    open_table(page, before)
    publish(page, {**after, "events": started})
    page.wait_for_selector(".hl-table[data-busy]")
    page.wait_for_selector(".hl-table:not([data-busy])")
    assert "The trick is void" in page.inner_text("[role=status]")
    page.close()


def _first_void(table):
    """The trick that ended void last, told from its start."""
    from hearts_lab.widgets.events import events

    deal = table.deal
    number = max(trick.number for trick in deal.tricks if trick.winner is None)
    start = deal.before_trick(number)
    return events(start, deal.before_trick(number + 1), 0)


GAMES = [("cancellation", 7, {"target": 20}), ("cancellation", 11, {"target": 20}), ("foster_sweep", 4, {})]


@pytest.mark.parametrize("game, players, fields", GAMES)
def test_a_match_is_played_to_its_end_in_a_browser(page, game, players, fields):
    table = still(hl.Table(hl.variant(game, players, **fields), seed=players))
    open_table(page, table.state)
    while table.state["phase"] != "match":
        phase, turn = table.state["phase"], table.state["turn"]
        if phase == "pass":
            for which in range(table.state["pass"]["count"]):
                press(page, FREE, which)
            press(page, "[data-do=pass]")
        elif phase == "play":
            press(page, FREE)
        else:
            press(page, ".hl-centre [data-do]")
        answer(page, table)
        assert table.state["turn"] == turn + 1 and page.get_attribute(".hl-table", "data-phase") == table.state["phase"]
    assert table.state["result"]["title"] == page.inner_text(".hl-result .hl-box-title")
    assert page.locator(".hl-leads").count() == len(table.state["sheet"]["best"])


def test_the_front_end_knows_no_rule():
    assert not any(word in blank.esm() for word in ("two_pairs", "no_live_card", "sweepstake", "last_void"))
