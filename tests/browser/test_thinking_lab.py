"""The table in a real JupyterLab with opponents who take their time: plays come one by one, and the table answers meanwhile."""

import nbformat
import pytest

pytestmark = pytest.mark.browser

CELL = """import time

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
COUNT = "document.querySelectorAll('.hl-trick .hl-card').length"
FREE = ".hl-hand .hl-card[aria-disabled=false]"


def test_opponents_think_while_the_table_answers(lab, open_notebook):
    notebook = nbformat.v4.new_notebook()
    notebook.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
    notebook.cells = [nbformat.v4.new_code_cell(CELL), nbformat.v4.new_code_cell("len(table.deal.plays)")]
    path = lab[1] / "thinking.ipynb"
    nbformat.write(notebook, path)
    page = open_notebook(path)
    page.wait_for_selector(".hl-table:not([data-busy])")
    page.get_by_label("Speed").select_option("off")
    page.locator(FREE).first.click(position={"x": 12, "y": 40}, force=True)
    page.wait_for_function(f"{COUNT} === 1")
    assert page.locator(".hl-seat.hl-thinks").count() == 1 and page.inner_text(".hl-say") == "Left is thinking."
    for count in (2, 3):
        page.wait_for_function(f"{COUNT} === {count}", polling=20)
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
    assert page.locator(FREE).count() > 0 and page.outside == []
