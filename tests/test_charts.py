"""Charts: one form for all, drawn without network, live in JupyterLab and as small pictures elsewhere."""

import io
import json
import os
import subprocess
import sys

import nbformat
import numpy as np
import pandas as pd
import pytest
from PIL import Image

from hearts_lab import charts, notebooks

LIVE = "application/vnd.vegalite.v5+json"


def costs() -> pd.DataFrame:
    rows = [
        {"card": card, "game": game, "guards": guards, "cost": dear * factor * 0.7**guards}
        for card, dear in (("Q♠", 9), ("K♠", 5), ("A♠", 4))
        for game, factor in (("standard Hearts", 1), ("Black Maria", 1.4))
        for guards in range(7)
    ]
    return pd.DataFrame(rows).assign(low=lambda t: t.cost - 0.4, high=lambda t: t.cost + 0.4)


def falls() -> pd.DataFrame:
    rows = [
        {"trick": trick, "strategy": name, "share": float(np.exp(-((trick - middle) ** 2) / 8)) / 5}
        for name, middle in (("smoker", 4), ("cautious", 7))
        for trick in range(1, 14)
    ]
    return pd.DataFrame(rows).assign(low=lambda t: (t.share - 0.01).clip(0), high=lambda t: t.share + 0.01)


def every_kind() -> dict:
    """A chart of each kind that the notebooks use."""
    queen = costs().query("card == 'Q♠'")
    black = queen.query("game == 'Black Maria'")
    columns = ("guards", "cost", "low", "high")
    return {
        "cost_by_guards": charts.cost_by_guards(
            costs(), title="Guards make her cheap", subtitle="2,000 deals of seed 1"
        ),
        "queen_falls": charts.queen_falls(
            falls(), title="Smoking brings her out early", subtitle="2,000 deals of seed 1"
        ),
        "points": charts.points_with_intervals(queen, *columns, color="game", title="Dots"),
        "band": charts.points_with_intervals(queen, *columns, color="game", band=True, title="A band"),
        "words": charts.points_with_intervals(black.assign(guards=black.guards.astype(str)), *columns, title="Words"),
        "bars": charts.bars_with_intervals(black, *columns, title="Bars"),
    }


KINDS = sorted(every_kind())


def bundle(chart) -> dict:
    data, _ = chart._repr_mimebundle_()
    return data


def marks(spec: dict) -> set[str]:
    """The kinds of mark in a specification, whatever its layers and panels."""
    found = {spec["mark"]["type"]} if "mark" in spec else set()
    return found.union(*map(marks, [*spec.get("layer", []), *([spec["spec"]] if "spec" in spec else [])]))


@pytest.fixture(autouse=True)
def live():
    charts.use(static=False)
    yield
    charts.use()


@pytest.mark.parametrize("kind", KINDS)
def test_goes_out_as_vega_lite_5_and_as_a_small_picture(kind):
    shown = bundle(every_kind()[kind])
    assert set(shown) == {LIVE, "image/png", "text/plain"}
    assert shown[LIVE]["$schema"] == "https://vega.github.io/schema/vega-lite/v5.json"
    assert len(shown["image/png"]) < 25_000
    picture = Image.open(io.BytesIO(shown["image/png"]))
    assert picture.mode == "P"
    assert len(picture.getcolors()) > 5, "an empty chart"


@pytest.mark.parametrize("kind", KINDS)
def test_asks_the_network_for_nothing(kind):
    spec = bundle(every_kind()[kind])[LIVE]
    spec.pop("$schema")
    assert "http" not in json.dumps(spec)


@pytest.mark.parametrize("kind", KINDS)
def test_draws_the_interval(kind):
    assert marks(bundle(every_kind()[kind])[LIVE]) & {"rule", "area"}


@pytest.mark.parametrize("kind", KINDS)
def test_same_picture_every_time(kind):
    assert bundle(every_kind()[kind])["image/png"] == bundle(every_kind()[kind])["image/png"]


def test_static_is_the_picture_only():
    charts.use(static=True)
    assert set(bundle(every_kind()["bars"])) == {"image/png", "text/plain"}


def test_the_environment_makes_it_static():
    program = "from hearts_lab import charts; import altair; print(altair.renderers.options)"
    for value, static in (("1", "True"), ("0", "False")):
        run = [sys.executable, "-c", program]
        out = subprocess.run(run, env={**os.environ, "HEARTS_LAB_STATIC": value}, capture_output=True, text=True)
        assert f"'static': {static}" in out.stdout, out.stderr


def test_title_and_deals_are_said_in_words():
    assert bundle(every_kind()["queen_falls"])["text/plain"] == (
        "Chart: Smoking brings her out early. 2,000 deals of seed 1"
    )


def test_a_long_title_is_broken():
    title = "A bare queen costs most in both games, and each lower spade beside her takes a third off that cost"
    chart = charts.cost_by_guards(costs(), title=title)
    assert len(chart.to_dict()["title"]["text"]) == 2


def test_series_keep_the_order_of_the_table_and_differ_in_shape_too():
    layer = every_kind()["points"].to_dict()["layer"][-1]["encoding"]
    assert layer["color"]["scale"]["domain"] == ["standard Hearts", "Black Maria"]
    assert layer["shape"]["field"] == layer["color"]["field"] == "game"


def test_a_missing_column_is_named():
    with pytest.raises(ValueError, match="no column low, high; it has guards, cost"):
        charts.points_with_intervals(costs()[["guards", "cost"]], "guards", "cost", "low", "high", title="")


def test_palette_stands_out_from_white():
    def luminance(colour):
        parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    for colour in charts.PALETTE:
        assert 1.05 / (luminance(colour) + 0.05) >= 3, colour  # WCAG 2.2, 1.4.11: graphics need 3 to 1


@pytest.mark.browser
def test_every_kind_is_drawn_live_in_jupyterlab(tmp_path, open_notebook):
    # In one cell: JupyterLab draws cells only when they come into sight.
    shown = [{LIVE: bundle(chart)[LIVE]} for chart in every_kind().values()]
    source = f"from IPython.display import display\nfor chart in {shown!r}:\n    display(chart, raw=True)"
    notebook = tmp_path / "charts.ipynb"
    cells = [nbformat.v4.new_code_cell(source)]
    nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata=notebooks.METADATA), notebook)
    page = open_notebook(notebook)
    page.wait_for_function(f"document.querySelectorAll('.jp-RenderedVegaLite canvas.marks').length === {len(shown)}")
    assert page.outside == []
    assert page.get_by_text("Error").count() == 0


def test_all_text_has_a_dark_colour_of_its_own_for_a_dark_jupyterlab():
    config = charts._theme()["config"]
    assert config["background"] == "white"
    for part in ("axis", "legend"):
        assert {config[part][name] for name in ("labelColor", "titleColor")} == {"#333"}
    assert {config["style"][name]["fill"] for name in ("guide-label", "guide-title")} == {"#333"}
    assert config["title"]["color"]
    assert config["title"]["subtitleColor"]
