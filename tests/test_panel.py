"""The rerun panel without a kernel: what the buttons do, and what the reader is told."""

import threading
import time

import nbformat
import pandas as pd
import pytest

from hearts_lab.notebooks import METADATA
from hearts_lab.widgets.panel import Choice, Integer, RerunPanel, Several

GAMES = Choice({"standard Hearts": "standard", "Black Maria": "black_maria"})
WAIT = 30


def counting(progress, deals, **values):
    """An analysis in steps of 100 deals that keeps what it has when it is stopped."""
    done = 0
    while done < deals:
        done += 100
        time.sleep(0.001)
        if not progress(done, deals):
            break
    return pd.DataFrame([{"deals": done, **values}])


def shown(panel) -> str:
    return "".join(output["data"]["text/plain"] for output in panel._out.outputs)


def test_runs_with_the_values_of_the_form_and_shows_the_result():
    given = {}

    def analysis(progress, **values):
        given.update(values)
        return pd.DataFrame([{"cost": 4.25}])

    players = Several(["random", "cautious", "smoker"], ["cautious"])
    panel = RerunPanel(analysis, game=GAMES, deals=Integer(20_000, 100), players=players)
    panel.start()
    panel.wait(WAIT)
    assert given == {"game": "standard", "deals": 20_000, "players": ["cautious"]}
    assert "4.25" in shown(panel)
    assert panel.message == "Done: game standard Hearts · deals 20,000 · players cautious"


def test_nothing_starts_by_itself():
    panel = RerunPanel(counting, deals=Integer(1_000))
    assert panel.message == ""
    assert panel._out.outputs == ()


def test_stop_keeps_what_is_done():
    panel = RerunPanel(counting, deals=Integer(1_000_000))
    panel.start()
    panel.stop()
    panel.wait(WAIT)
    assert panel.message.startswith("Stopped after ")
    assert panel.message.endswith(" of 1,000,000; this is what was done until then: deals 1,000,000")
    assert "deals" in shown(panel)


def test_stop_answers_at_once():
    started, go = threading.Event(), threading.Event()

    def analysis(progress):
        started.set()
        go.wait(WAIT)
        return [] if progress(5, 10) else ["half"]

    panel = RerunPanel(analysis)
    panel.stop()
    assert panel.message == "", "nothing is running"
    panel.start()
    started.wait(WAIT)
    panel.stop()
    assert panel.message == "Stopping …"
    go.set()
    panel.wait(WAIT)
    assert panel.message.startswith("Stopped after 5 of 10")


def test_stopped_with_nothing_to_show():
    def analysis(progress):
        while progress(0, 10):
            time.sleep(0.001)

    panel = RerunPanel(analysis)
    panel.start()
    panel.stop()
    panel.wait(WAIT)
    assert panel.message == "Stopped before there was anything to show."


def test_two_clicks_run_once_and_the_buttons_say_what_can_be_done():
    started, go = [], threading.Event()

    def analysis(progress):
        started.append(1)
        go.wait(WAIT)
        return []

    panel = RerunPanel(analysis)
    panel._run_button.click()
    panel._run_button.click()
    assert (panel._run_button.disabled, panel._stop_button.disabled) == (True, False)
    go.set()
    panel.wait(WAIT)
    assert started == [1]
    assert (panel._run_button.disabled, panel._stop_button.disabled) == (False, True)


def test_can_run_again_and_shows_only_the_last_result():
    panel = RerunPanel(counting, deals=Integer(100))
    for deals in (100, 300):
        panel._inputs["deals"].value = deals
        panel.start()
        panel.wait(WAIT)
    assert "300" in shown(panel)
    assert len(panel._out.outputs) == 1


def test_runs_again_after_a_stop():
    panel = RerunPanel(counting, deals=Integer(100_000))
    panel.start()
    panel.stop()
    panel.wait(WAIT)
    panel._inputs["deals"].value = 200
    panel.start()
    panel.wait(WAIT)
    assert panel.message == "Done: deals 200"


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (
            ValueError("A pack of 52 does not divide among 7 <players>."),
            "A pack of 52 does not divide among 7 <players>.",
        ),
        (ZeroDivisionError("division by zero"), "It did not run: ZeroDivisionError: division by zero"),
    ],
)
def test_an_error_is_a_sentence_and_the_form_is_free_again(error, message):
    def analysis(progress):
        raise error

    panel = RerunPanel(analysis)
    panel.start()
    panel.wait(WAIT)
    assert panel.message == message
    assert "<players>" not in panel._status.value  # shown as text, never as a tag
    assert not panel._run_button.disabled


def test_a_number_out_of_range_is_refused_before_anything_runs():
    panel = RerunPanel(counting, deals=Integer(20_000, 100, 1_000_000))
    panel._inputs["deals"].value = 5
    panel.start()
    assert panel.message == "deals: from 100 to 1,000,000, please; 5 is not."
    assert panel._worker is None


def test_choosing_nobody_is_refused():
    panel = RerunPanel(counting, players=Several(["random", "cautious"]))
    panel._inputs["players"].value = ()
    panel.start()
    assert panel.message == "players: choose at least one."


def test_pages_that_run_nothing_show_the_form_in_words():
    panel = RerunPanel(counting, game=GAMES, deals=Integer(20_000, 100), seed=Integer(1, label="seed of the deals"))
    assert panel._repr_mimebundle_()["text/plain"] == (
        "A form to run this analysis again, in an open notebook:\n"
        "  game: standard Hearts or Black Maria (now standard Hearts)\n"
        "  deals: 100 to 1,000,000 (now 20,000)\n"
        "  seed of the deals: 0 to 1,000,000 (now 1)"
    )


def test_the_status_is_announced():
    panel = RerunPanel(counting)
    assert 'role="status"' in panel._status.value


CELL = """\
import time
import pandas as pd
from hearts_lab import charts
from hearts_lab.widgets import Choice, Integer, RerunPanel

def analysis(progress, game, deals):
    for done in range(100, deals + 1, 100):
        time.sleep(0.01)
        if not progress(done, deals):
            break
    table = pd.DataFrame({"game": [game], "cost": [done], "low": [done - 9], "high": [done + 9]})
    return charts.bars_with_intervals(table, "game", "cost", "low", "high", title=f"{done} deals of {game}")

RerunPanel(analysis, game=Choice(["standard", "black_maria"]), deals=Integer(2_000, 100))"""


@pytest.mark.browser
def test_runs_and_stops_in_jupyterlab(tmp_path, open_notebook):
    notebook = tmp_path / "panel.ipynb"
    nbformat.write(nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(CELL)], metadata=METADATA), notebook)
    page = open_notebook(notebook)
    form = page.locator(".jp-OutputArea .widget-vbox")
    run, stop = (form.get_by_role("button", name=name) for name in ("Run", "Stop"))
    status, chart = form.get_by_role("status"), form.locator("canvas.marks")
    form.get_by_label("game").select_option("black_maria")
    run.click()
    status.filter(has_text="Done: game black_maria · deals 2,000").wait_for()
    page.locator("[aria-label='2000 deals of black_maria']").wait_for()
    form.get_by_role("spinbutton", name="deals").fill("1000000")
    form.get_by_role("spinbutton", name="deals").press("Tab")
    run.click()
    status.filter(has_text="of 1,000,000 …").wait_for()
    assert run.is_disabled()
    stop.click()
    status.filter(has_text="this is what was done until then").wait_for()
    assert chart.count() == 1
    assert not run.is_disabled()
    assert page.outside == []
