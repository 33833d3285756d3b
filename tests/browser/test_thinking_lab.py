"""The table in a real JupyterLab with opponents who take their time: plays come one by one, and the table answers meanwhile.

Then a hint and a review, by a coach who answers at once.
"""

from pathlib import Path

import nbformat
import pytest

pytestmark = pytest.mark.browser

CELL = f"""import sys
import time

sys.path.insert(0, {str(Path(__file__).parents[1])!r})
import fake_coach

sys.modules["hearts_lab.coaching"] = fake_coach
import hearts_lab as hl
from hearts_lab.players import Strategy
from hearts_lab.simple import cautious


def slowly(view, history, playouts):
    time.sleep(playouts / 1000)
    return cautious(view)


rules = hl.variant("standard", pass_count=0, pass_cycle="hold")
seed = next(seed for seed in range(1, 50) if hl.Deal(rules, seed=seed).to_play == 0)
table = hl.Table(rules, seed=seed, players=Strategy("ponderer", slowly, playouts=900))
table"""
WATCH = """() => {
    window.counts = [];
    const trick = document.querySelector('.hl-trick');
    new MutationObserver(() => window.counts.push(trick.children.length)).observe(trick, { childList: true });
}"""
FREE = ".hl-hand .hl-card[aria-disabled=false]"


def test_opponents_think_and_the_coach_is_asked(lab, open_notebook, axe):
    notebook = nbformat.v4.new_notebook()
    notebook.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
    notebook.cells = [nbformat.v4.new_code_cell(CELL), nbformat.v4.new_code_cell("len(table.deal.plays)")]
    path = lab[1] / "thinking.ipynb"
    nbformat.write(notebook, path)
    page = open_notebook(path)
    page.wait_for_selector(".hl-table:not([data-busy])")
    page.get_by_label("Speed").select_option("off")
    page.evaluate(WATCH)
    page.locator(FREE).first.click(position={"x": 12, "y": 40}, force=True)
    page.wait_for_selector(".hl-seat.hl-thinks")
    assert page.evaluate("window.counts") == [1]
    assert page.locator(".hl-seat.hl-thinks").count() == 1 and page.inner_text(".hl-say") == "Left is thinking."
    page.wait_for_function("window.counts.length > 2")
    assert page.evaluate("window.counts.slice(0, 3)") == [1, 2, 3]
    page.locator(".jp-Notebook .jp-CodeCell").nth(1).click()
    page.evaluate("window.jupyterapp.commands.execute('notebook:run-cell')")
    page.wait_for_selector(".jp-OutputArea-output pre:text-matches('^[34]$')")
    page.wait_for_function("!document.querySelector('.hl-table').hasAttribute('data-thinking')")

    # A card taken back while they think: nobody's play comes afterwards.
    page.locator(FREE).first.click(position={"x": 12, "y": 40}, force=True)
    page.wait_for_selector(".hl-seat.hl-thinks")
    turn = int(page.get_attribute(".hl-table", "data-turn"))
    page.click("[data-do=undo]")
    page.wait_for_function(f"document.querySelector('.hl-table').dataset.turn > {turn}")
    page.wait_for_timeout(1500)
    assert page.locator(".hl-thinks").count() == 0 and page.locator(FREE).count() > 0

    # The level is changed while they think: from then on nobody is waited for.
    page.locator(FREE).first.click(position={"x": 12, "y": 40}, force=True)
    page.wait_for_selector(".hl-seat.hl-thinks")
    page.get_by_label("Opponents").select_option("cautious")
    page.wait_for_function("!document.querySelector('.hl-table').hasAttribute('data-thinking')", timeout=5000)
    assert page.locator(FREE).count() > 0

    # A hint with prices, the rest, the review, one of its moments, and back.
    page.get_by_label("Show prices").check()
    page.locator(FREE).first.focus()
    page.keyboard.press("h")
    page.wait_for_selector(".hl-tip:visible")
    assert page.locator(".hl-price").count() == page.locator(FREE).count() and page.locator(".hl-price.hl-best").count() == 1
    page.click("[data-do=rest]")
    page.wait_for_selector(".hl-result")
    page.locator(".hl-result [data-do=review]").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".hl-review tbody tr")
    assert page.locator(".hl-review tbody th").first.inner_text() == "trick 3"
    page.evaluate(axe)
    assert page.evaluate("axe.run('.hl-table').then(({ violations }) => violations.map(({ id }) => id))") == []
    page.get_by_role("button", name="Open trick 3 at the table").press("Enter")
    page.wait_for_selector(".hl-where:has-text('trick 3')")
    assert page.locator(".hl-review").is_hidden()
    page.get_by_role("button", name="Back to the match").press("Enter")
    page.wait_for_selector(".hl-review:visible")
    assert page.inner_text(".hl-result strong") == "Deal 1 is over" and page.outside == []
