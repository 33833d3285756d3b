"""The card table in a real JupyterLab without network: mouse, keyboard, double click, a killed kernel."""

import os
import re
import signal
import statistics
from pathlib import Path

import nbformat
import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

START = Path(__file__).parents[2] / "notebooks" / "00_start_here.ipynb"
WATCH = """() => {
    const table = document.querySelector('.hl-table');
    window.waits = [];
    let pressed = null;
    table.addEventListener('click', (event) => {
        if (event.target.closest('.hl-hand [aria-disabled=false]')) pressed = performance.now();
    }, true);
    new MutationObserver(() => {
        if (pressed === null) return;
        const start = pressed;
        pressed = null;
        requestAnimationFrame(() => setTimeout(() => window.waits.push(performance.now() - start)));
    }).observe(table, { attributes: true, attributeFilter: ['data-turn'] });
}"""
FREE = ".hl-hand .hl-card[aria-disabled=false]"
BARRED = ".hl-hand .hl-card.hl-barred"


@pytest.fixture
def table_page(lab, open_notebook):
    """The first notebook, as a newcomer opens it, with one cell more that tells which process its kernel is."""
    notebook = nbformat.read(START, as_version=4)
    notebook.cells.append(nbformat.v4.new_code_cell("import os\n\nprint('kernel', os.getpid())"))
    copy = lab[1] / START.name
    nbformat.write(notebook, copy)
    page = open_notebook(copy)
    page.wait_for_selector(".hl-table:not([data-busy])")
    return page


def turn(page):
    return int(page.get_attribute(".hl-table", "data-turn"))


def phase(page):
    return page.get_attribute(".hl-table", "data-phase")


def answered(page, before):
    page.wait_for_function(f"document.querySelector('.hl-table:not([data-busy])')?.dataset.turn > {before}")


def click(page, selector, **more):
    """Click the first such card at its left edge, where no neighbour covers it."""
    page.locator(selector).first.click(position={"x": 12, "y": 40}, force=True, **more)


def choose_three(page):
    """Raise three cards for the pass, one after the other; a card that does not rise is clicked again."""
    raised = page.locator(".hl-hand .hl-card[aria-pressed=true]")
    for number in (1, 2, 3):
        for _ in range(20):
            if raised.count() >= number:
                break
            click(page, f"{FREE}[aria-pressed=false]")
            page.wait_for_timeout(150)
    assert raised.count() == 3


def act(page, does, *arguments, **more):
    before = turn(page)
    does(*arguments, **more)
    answered(page, before)


def rerun(page):
    page.evaluate("window.jupyterapp.commands.execute('notebook:run-all-cells')")


def table_in_words(page):
    return page.evaluate("""() => {
        const cards = [...document.querySelectorAll('.hl-hand .hl-card, .hl-trick .hl-card')];
        const words = ['.hl-where', '.hl-say'].map((name) => document.querySelector(name).textContent);
        return [...words, ...cards.map((card) => card.getAttribute('aria-label'))];
    }""")


def violations(page, axe):
    page.evaluate(axe)
    return page.evaluate("axe.run('.hl-table').then(({ violations }) => violations.map(({ id, help }) => `${id}: ${help}`))")


def test_a_match_in_jupyterlab(table_page, axe):
    page = table_page
    assert violations(page, axe) == []
    page.get_by_label("Speed").select_option("off")
    expect(page.get_by_label("Speed")).to_have_value("off")

    # A deal by mouse, with one double click and one barred card.
    page.evaluate(WATCH)
    choose_three(page)
    act(page, page.click, "[data-do=pass]")
    assert page.locator(".hl-hand .hl-new").count() == 3
    before, held = turn(page), page.locator(".hl-hand .hl-card").count()
    page.locator(FREE).first.dblclick(position={"x": 12, "y": 40}, force=True)
    answered(page, before)
    page.wait_for_timeout(300)
    assert (turn(page), page.locator(".hl-hand .hl-card").count()) == (before + 1, held - 1)
    assert page.locator(".jp-mod-editMode").count() == 0
    read = None
    while phase(page) == "play":
        if read is None and page.locator(BARRED).count():
            click(page, BARRED)
            read = page.inner_text(".hl-tip")
        act(page, click, page, FREE)
    assert "is barred. You must follow " in read
    assert page.inner_text(".hl-result strong") == "Deal 1 is over"
    waits = sorted(page.evaluate("window.waits"))
    median, late = statistics.median(waits), waits[int(len(waits) * 0.95)]
    print(f"\nclick to redraw: median {median:.0f} ms, 95th percentile {late:.0f} ms, {len(waits)} clicks")

    # A deal by keyboard: the focus is always where the next key is wanted, and no key reaches the notebook.
    cells = page.locator(".jp-Cell").count()
    page.locator(".hl-result button").first.focus()
    act(page, page.keyboard.press, "Enter")
    assert phase(page) == "pass"
    for key in ("Enter", "ArrowRight", "Enter", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    act(page, page.keyboard.press, "p")
    for key in ("d", "d", "x", "Home", "End"):
        page.keyboard.press(key)
    act(page, page.keyboard.press, "h")
    act(page, page.keyboard.press, "u")
    act(page, page.keyboard.press, "p") if phase(page) == "play" else None
    while phase(page) == "pass":
        for key in ("Home", "Enter", "ArrowRight", "Enter", "ArrowRight", "Enter"):
            page.keyboard.press(key)
        act(page, page.keyboard.press, "p")
    while phase(page) == "play":
        assert page.evaluate("document.activeElement.matches('.hl-hand .hl-card[aria-disabled=false]')")
        act(page, page.keyboard.press, "Enter")
    assert page.inner_text(".hl-result strong") == "Deal 2 is over"
    assert page.locator(".hl-practice").is_visible()
    assert page.evaluate("document.activeElement.dataset.do") == "next_deal"
    assert page.locator(".jp-Cell").count() == cells

    # The kernel is killed in the middle of a deal.
    act(page, page.keyboard.press, "n")
    choose_three(page)
    act(page, page.click, "[data-do=pass]")
    for _ in range(4):
        act(page, click, page, FREE)
    assert violations(page, axe) == []
    before = table_in_words(page)
    page.evaluate("window.jupyterapp.shell.currentWidget.content.widgets.at(-1).node.scrollIntoView()")
    told = page.locator(".jp-OutputArea-output pre", has_text=re.compile(r"^kernel \d+"))
    os.kill(int(told.inner_text().split()[-1]), signal.SIGKILL)
    page.wait_for_selector(".jp-Dialog", timeout=30_000)
    page.click(".jp-Dialog .jp-mod-accept")
    page.wait_for_function("window.jupyterapp.shell.currentWidget.sessionContext.session?.kernel?.status === 'idle'")
    rerun(page)
    page.wait_for_selector(".hl-notice:has-text('Going on where my_match.hearts stopped.')")
    assert table_in_words(page) == before
    act(page, click, page, FREE)
    assert page.outside == []
