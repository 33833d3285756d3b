"""The rules form in a real JupyterLab: it is used by mouse and keyboard, and the table plays what it says."""

import nbformat
import pytest

pytestmark = pytest.mark.browser


def test_rules_are_made_in_the_form_and_played_at_the_table(lab, open_notebook, axe):
    notebook = nbformat.v4.new_notebook()
    notebook.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
    notebook.cells = [
        nbformat.v4.new_code_cell("import hearts_lab as hl\n\nform = hl.RulesForm('standard')\nform"),
        nbformat.v4.new_code_cell("hl.Table(form.rules)"),
    ]
    path = lab[1] / "form.ipynb"
    nbformat.write(notebook, path)
    page = open_notebook(path)
    page.wait_for_selector(".hl-table")
    page.get_by_role("button", name="Moon and bonuses").click()
    moon = page.get_by_label("taking every penalty card")
    moon.focus()
    moon.select_option("the shooter chooses")
    page.wait_for_selector("text=chooses: 26 to everyone else")
    page.get_by_label("worth").fill("many")
    page.keyboard.press("Tab")
    page.wait_for_selector("[role=status]:has-text(\"moon_amount must be\")")
    page.get_by_label("worth").fill("30")
    page.keyboard.press("Tab")
    page.wait_for_selector("text=chooses: 30 to everyone else")
    page.evaluate(axe)
    script = "axe.run(document.querySelector('.jp-OutputArea-output'), { resultTypes: ['violations'] })"
    wrong = [broken["id"] for broken in page.evaluate(script)["violations"]]
    assert wrong == []
    page.locator(".jp-Notebook .jp-CodeCell").nth(1).click()
    page.evaluate("window.jupyterapp.commands.execute('notebook:run-cell')")
    page.wait_for_selector(".hl-chip:has-text('others +30')")
    assert page.outside == []
