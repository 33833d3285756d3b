"""Tidy table in, chart out: the title says what was found, and the interval is always drawn.

Each function takes a DataFrame with one row per mark and the names of its columns, and returns an Altair chart.
Importing this module registers a renderer with Altair that draws offline: Altair 6 writes Vega-Lite 6, while JupyterLab
and VS Code draw version 5 without asking the network for anything. So every chart goes out as Vega-Lite 5, and as a
small picture for places that run no scripts. With HEARTS_LAB_STATIC=1 it is the picture only.
"""

from __future__ import annotations

import io
import os
from textwrap import wrap
from typing import Any

import altair as alt
import pandas as pd
import vl_convert
from PIL import Image

# Okabe and Ito's colours, told apart by colour-blind readers too; those with the best contrast on white come first.
PALETTE = ["#0072b2", "#d55e00", "#009e73", "#b05c90", "#8a6d00", "#4d4d4d"]
SHAPES = ["circle", "square", "triangle-up", "diamond", "triangle-down", "cross"]
# vl-convert brings Liberation Sans with it, suit symbols included: a picture looks the same on every machine.
FONT = "Liberation Sans, Arial, Helvetica, DejaVu Sans, sans-serif"

VEGA_LITE = "5.21"
SCALE = 1.5  # pixels of the picture for each pixel it takes on the page
WIDEST = 90  # letters of a legend in one line; a longer one goes on below
COLOURS = 128  # enough for antialiased text and a few hues, at a twentieth of the size


def use(*, static: bool | None = None) -> None:
    """Draw all Altair charts of this session offline, in our theme; static=True gives pictures only."""
    if static is None:
        static = os.environ.get("HEARTS_LAB_STATIC", "0") not in ("", "0")
    alt.renderers.register("hearts_lab", _bundle)
    alt.renderers.enable("hearts_lab", static=static)
    alt.theme.register("hearts_lab", enable=True)(_theme)


def png(spec: dict[str, Any]) -> tuple[bytes, int, int]:
    """A Vega-Lite specification as a small PNG, with its width and height on the page."""
    full = vl_convert.vegalite_to_png(spec, vl_version=VEGA_LITE, scale=SCALE)
    picture = Image.open(io.BytesIO(full)).convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    small = io.BytesIO()
    picture.save(small, "PNG", optimize=True)
    return small.getvalue(), round(picture.width / SCALE), round(picture.height / SCALE)


def _bundle(spec: dict[str, Any], *, static: bool = False, **_: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """What Jupyter is told to show for a chart."""
    spec = {**spec, "$schema": "https://vega.github.io/schema/vega-lite/v5.json"}
    picture, width, height = png(spec)
    bundle: dict[str, Any] = {"image/png": picture, "text/plain": f"Chart: {spec.get('description') or 'no title'}"}
    if not static:
        bundle["application/vnd.vegalite.v5+json"] = spec
    return bundle, {"image/png": {"width": width, "height": height}}


def _theme() -> alt.theme.ThemeConfig:
    axis = {
        "labelFontSize": 12,
        "titleFontSize": 12,
        "titleFontWeight": "normal",
        "titlePadding": 8,
        "domainColor": "#888",
        "tickColor": "#888",
        "gridColor": "#e6e6e6",
        "labelColor": "#333",
        "titleColor": "#333",
    }
    return {
        "config": {
            "background": "white",  # also in a dark JupyterLab: text and colours are chosen for it
            "font": FONT,
            "padding": 10,
            "view": {
                "continuousWidth": 520,
                "continuousHeight": 280,
                "discreteWidth": 520,
                "discreteHeight": 280,
                "stroke": None,
            },
            "title": {
                "anchor": "start",
                "frame": "group",
                "fontSize": 15,
                "fontWeight": "bold",
                "color": "#1a1a1a",
                "offset": 14,
                "subtitleFontSize": 12,
                "subtitleColor": "#555",
                "subtitlePadding": 5,
                "lineHeight": 19,
            },
            "axis": axis,
            "axisX": {"labelAngle": 0, "grid": False},
            "header": {"labelFontSize": 13, "labelFontWeight": "bold", "labelColor": "#333", "title": None},
            # A dark JupyterLab sets these to white, and some text asks only them.
            "style": {"guide-label": {"fill": "#333"}, "guide-title": {"fill": "#333"}},
            "legend": {
                "orient": "top",
                "title": None,
                "labelFontSize": 12,
                "labelLimit": 300,
                "labelColor": "#333",
                "titleColor": "#333",
                "symbolSize": 90,
                "symbolStrokeWidth": 2,
                "symbolOpacity": 1,
            },
            "range": {"category": PALETTE, "symbol": SHAPES},
        }
    }


def points_with_intervals(
    table: pd.DataFrame,
    x: str,
    y: str,
    low: str,
    high: str,
    *,
    color: str | None = None,
    facet: str | None = None,
    title: str,
    subtitle: str = "",
    x_title: str | None = None,
    y_title: str | None = None,
    y_format: str = ".2f",
    band: bool = False,
) -> alt.LayerChart | alt.FacetChart:
    """Dots with error bars, joined by a line where x is a number; series side by side, or one panel per facet.

    `table` has one row per dot: x, its value y, the interval from low to high (same unit as y) and, where named, the
    series (color) and the panel (facet). Series and panels come in the order of their first row. With band=True the
    interval is a band, for many dots along a line.
    """
    marks = _Marks(table, x, y, low, high, color, facet, x_title, y_title, y_format, band=band)
    if marks.numeric:
        marks.apart = 1.0  # on an axis of numbers a dot stands near its number
    layers = [marks.bands() if band else marks.rules()]
    if marks.numeric:
        layers.append(
            marks.chart.mark_line(strokeWidth=2 if band else 1.2).encode(
                marks.x, marks.y, **marks.series("xOffset", "color")
            )
        )
    if not band:
        layers.append(
            marks.chart.mark_point(filled=True, size=70, opacity=1).encode(
                marks.x, marks.y, tooltip=marks.tooltip, **marks.series("xOffset", "color", "shape")
            )
        )
    return _finish(marks, layers, title, subtitle)


def bars_with_intervals(
    table: pd.DataFrame,
    x: str,
    y: str,
    low: str,
    high: str,
    *,
    color: str | None = None,
    facet: str | None = None,
    title: str,
    subtitle: str = "",
    x_title: str | None = None,
    y_title: str | None = None,
    y_format: str = ".2f",
) -> alt.LayerChart | alt.FacetChart:
    """Bars from zero with error bars, series side by side: for shares and counts. Columns as for the points."""
    marks = _Marks(table, x, y, low, high, color, facet, x_title, y_title, y_format)
    bars = marks.chart.mark_bar(**({} if color else {"width": {"band": 0.7}})).encode(
        marks.x, marks.y, tooltip=marks.tooltip, **marks.series("xOffset", "color")
    )
    return _finish(marks, [bars, marks.rules(dark=True)], title, subtitle)


def queen_falls(table: pd.DataFrame, *, title: str, subtitle: str = "") -> alt.LayerChart:
    """On which trick Q♠ falls, for two strategies or more. Columns: trick, strategy, share (0 to 1), low, high."""
    return bars_with_intervals(
        table,
        "trick",
        "share",
        "low",
        "high",
        color="strategy",
        title=title,
        subtitle=subtitle,
        x_title="trick on which Q♠ falls",
        y_title="share of deals",
        y_format=".1%",
    )


def cost_by_guards(
    table: pd.DataFrame,
    *,
    title: str,
    subtitle: str = "",
    y_title: str = "points a deal",
) -> alt.LayerChart | alt.FacetChart:
    """What a dangerous card costs by its guards, games side by side.

    Columns: guards, game, cost, low, high and, for a panel each, card.
    """
    return points_with_intervals(
        table,
        "guards",
        "cost",
        "low",
        "high",
        color="game",
        facet="card" if "card" in table else None,
        title=title,
        subtitle=subtitle,
        x_title="lower spades beside it",
        y_title=y_title,
    )


def standings(table: pd.DataFrame, *, title: str, unit: str = "points", subtitle: str = "") -> alt.LayerChart:
    """Who beats the mean of all, and by how much. Columns: strategy, better, low, high, best first."""
    return points_with_intervals(
        table,
        "strategy",
        "better",
        "low",
        "high",
        title=title,
        subtitle=subtitle,
        x_title="",
        y_title=f"{unit} a deal better than the mean of all",
    )


class _Marks:
    """The encodings that the layers of one chart share."""

    def __init__(
        self,
        table: pd.DataFrame,
        x: str,
        y: str,
        low: str,
        high: str,
        color: str | None,
        facet: str | None,
        x_title: str | None,
        y_title: str | None,
        y_format: str,
        *,
        band: bool = False,
    ) -> None:
        if table.empty:
            raise ValueError("There is nothing to draw: no group has enough cases. Ask for more deals.")
        missing = [name for name in (x, y, low, high, color, facet) if name and name not in table]
        if missing:
            raise ValueError(
                f"The table has no column {', '.join(missing)}; it has {', '.join(map(str, table.columns))}."
            )
        self.table, self.color, self.facet = table, color, facet
        self.numeric = pd.api.types.is_numeric_dtype(table[x])
        self.apart = 0.2  # room beside the series of one place, in their own widths
        self.continuous = band and self.numeric
        self.chart = alt.Chart(table)
        x_title = x if x_title is None else x_title
        y_title = y if y_title is None else y_title
        zero = alt.condition("datum.value === 0", alt.value("#888"), alt.value("#e6e6e6"))
        axis = alt.Axis(gridColor=zero, **({"format": "~%"} if y_format.endswith("%") else {}))
        self.y = alt.Y(y, type="quantitative", title=y_title, axis=axis)
        self.interval = (alt.Y(low, type="quantitative", title=y_title, axis=axis), alt.Y2(high))
        if self.continuous:
            self.x = alt.X(x, type="quantitative", title=x_title)
        else:
            self.x = alt.X(
                x,
                type="ordinal",
                title=x_title,
                sort=_levels(table, x),
                scale=alt.Scale(paddingInner=0.25, paddingOuter=0.15),
            )
        self.tooltip = [
            alt.Tooltip(x, title=x_title),
            alt.Tooltip(y, title=y_title, format=y_format),
            alt.Tooltip(low, title="from", format=y_format),
            alt.Tooltip(high, title="to", format=y_format),
        ]
        if color:
            self.tooltip.insert(0, alt.Tooltip(color))
            # A click on a name in the legend keeps that series and fades the others.
            self.picked = alt.selection_point(name="picked", fields=[color], bind="legend")

    def series(self, *channels: str) -> dict[str, Any]:
        """The channels that tell the series apart: colour, shape and place, so that colour is never alone."""
        if not self.color:
            return {"color": alt.value(PALETTE[0])} if "color" in channels else {}
        levels = _levels(self.table, self.color)
        named: dict[str, Any] = {"sort": levels, "title": None}
        if sum(map(len, map(str, levels))) > WIDEST:
            named["legend"] = alt.Legend(columns=3)
        every = {
            "color": alt.Color(self.color, type="nominal", scale=alt.Scale(domain=levels), **named),
            "shape": alt.Shape(self.color, type="nominal", scale=alt.Scale(domain=levels), **named),
        }
        if not self.continuous:
            every["xOffset"] = alt.XOffset(self.color, type="nominal", sort=levels, scale=alt.Scale(paddingOuter=self.apart))
        chosen = {name: every[name] for name in channels if name in every}
        return {**chosen, "opacity": alt.when(self.picked).then(alt.value(1)).otherwise(alt.value(0.15))}

    def rules(self, *, dark: bool = False) -> alt.Chart:
        """The intervals as bars; dark where they stand on coloured ones."""
        look = {**self.series("xOffset"), "color": alt.value("#222")} if dark else self.series("xOffset", "color")
        return self.chart.mark_rule(strokeWidth=1.6).encode(self.x, *self.interval, **look)

    def bands(self) -> alt.Chart:
        """The intervals as one band along the line."""
        look = self.series("color") | {"opacity": alt.value(0.2)}
        return self.chart.mark_area().encode(self.x, *self.interval, **look)


def _levels(table: pd.DataFrame, column: str) -> list[Any]:
    """A column's values in the order to show them: numbers by size, words by first appearance."""
    values = table[column].dropna().unique().tolist()
    return sorted(values) if pd.api.types.is_numeric_dtype(table[column]) else values


def _finish(marks: _Marks, layers: list[alt.Chart], title: str, subtitle: str) -> alt.LayerChart | alt.FacetChart:
    """Layers into one chart, with its title, in words for a screen reader too."""
    if marks.color:
        layers[-1] = layers[-1].add_params(marks.picked)
    chart = alt.layer(*layers)
    if marks.facet:
        panels = _levels(marks.table, marks.facet)
        chart = chart.properties(width=max(170, 560 // len(panels)), height=240)
        chart = chart.facet(column=alt.Column(marks.facet, type="nominal", sort=panels, title=None), spacing=24)
    # Vega breaks no lines by itself.
    heading = alt.TitleParams(wrap(title, 68), **({"subtitle": wrap(subtitle, 90)} if subtitle else {}))
    words = ". ".join(text.rstrip(".") for text in (title, subtitle) if text)
    return chart.properties(title=heading, description=words)


use()
