"""A form that runs an analysis again: its controls, Run and Stop, a progress bar, and the result below."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from html import escape
from typing import Any

import ipywidgets

REDRAW = 0.1  # seconds between two movements of the progress bar


@dataclass(frozen=True)
class Choice:
    """One of several options; the first unless a value is given. Options may be a dict: words -> value."""

    options: Iterable[Any] | dict[str, Any]
    value: Any = None
    label: str = ""

    def widget(self) -> ipywidgets.Widget:
        named = _named(self.options)
        value = next(iter(named.values())) if self.value is None else self.value
        return ipywidgets.Dropdown(options=list(named.items()), value=value)

    def read(self, value: Any) -> Any:
        return value

    def say(self, value: Any) -> str:
        return _words_for(self.options, [value])

    def range(self) -> str:
        return " or ".join(_named(self.options))


@dataclass(frozen=True)
class Several:
    """One or more of several options; all of them unless a value is given."""

    options: Iterable[Any] | dict[str, Any]
    value: Iterable[Any] | None = None
    label: str = ""

    def widget(self) -> ipywidgets.Widget:
        named = _named(self.options)
        chosen = tuple(named.values() if self.value is None else self.value)
        return ipywidgets.SelectMultiple(options=list(named.items()), value=chosen, rows=min(6, len(named)))

    def read(self, value: Iterable[Any]) -> list[Any]:
        if not value:
            raise ValueError("choose at least one.")
        return list(value)

    def say(self, value: Iterable[Any]) -> str:
        return _words_for(self.options, value)

    def range(self) -> str:
        return "any of " + ", ".join(_named(self.options))


@dataclass(frozen=True)
class Integer:
    """A whole number from low to high."""

    value: int
    low: int = 0
    high: int = 1_000_000
    label: str = ""

    def widget(self) -> ipywidgets.Widget:
        return ipywidgets.IntText(value=self.value)

    def read(self, value: int) -> int:
        if not self.low <= value <= self.high:
            raise ValueError(f"from {self.low:,} to {self.high:,}, please; {value:,} is not.")
        return value

    def say(self, value: int) -> str:
        return f"{value:,}"

    def range(self) -> str:
        return f"{self.low:,} to {self.high:,}"


Control = Choice | Several | Integer


class RerunPanel(ipywidgets.VBox):
    """A form for an analysis: `RerunPanel(run, game=Choice(["standard", "black_maria"]), deals=Integer(20_000, 100))`.

    Run calls `run(progress, **values)` on a thread of its own, so the notebook stays free. It returns a chart, a table
    or a list of things to show. While it works it calls `progress(done, total)`; where that says False, the reader has
    pressed Stop, and `run` returns what it has so far. An error is shown as its sentence.
    """

    def __init__(self, run: Callable[..., Any], **controls: Control) -> None:
        self._analysis = run
        self._controls = controls
        self._inputs = {name: control.widget() for name, control in controls.items()}
        self._lock = threading.Lock()
        self._worker: threading.Thread | None = None
        self._stopped = threading.Event()
        self._done = self._total = 0
        self._moved = 0.0

        for name, control in controls.items():
            self._inputs[name].description = control.label or name.replace("_", " ")
            self._inputs[name].style.description_width = "9em"
            self._inputs[name].layout.width = "26em"
        self._run_button = ipywidgets.Button(
            description="Run", button_style="primary", tooltip="Run the analysis with these values"
        )
        self._stop_button = ipywidgets.Button(
            description="Stop", disabled=True, tooltip="Stop here and show what is done"
        )
        self._bar = ipywidgets.IntProgress(value=0, max=1, layout=ipywidgets.Layout(width="16em", visibility="hidden"))
        self._status = ipywidgets.HTML()
        self._out = ipywidgets.Output()
        self._run_button.on_click(lambda _: self.start())
        self._stop_button.on_click(lambda _: self.stop())
        self._say("")
        form = ipywidgets.Box(list(self._inputs.values()), layout=ipywidgets.Layout(flex_flow="row wrap"))
        buttons = ipywidgets.HBox(
            [self._run_button, self._stop_button, self._bar], layout=ipywidgets.Layout(align_items="center")
        )
        super().__init__([form, buttons, self._status, self._out])

    @property
    def values(self) -> dict[str, Any]:
        """The values in the form; ValueError, with a sentence, if one of them will not do."""
        values = {}
        for name, control in self._controls.items():
            try:
                values[name] = control.read(self._inputs[name].value)
            except ValueError as error:
                raise ValueError(f"{self._inputs[name].description}: {error}") from None
        return values

    @property
    def message(self) -> str:
        """What the line under the buttons says."""
        return self._message

    def start(self) -> None:
        """What Run does; nothing while an analysis is running."""
        with self._lock:
            if self._worker is not None:
                return
            try:
                values = self.values
            except ValueError as error:
                self._say(str(error))
                return
            self._stopped.clear()
            self._worker = threading.Thread(target=self._work, args=(values,), daemon=True)
            self._run_button.disabled, self._stop_button.disabled = True, False
            self._bar.value, self._bar.layout.visibility = 0, "visible"
            self._say("Running …")
            self._worker.start()

    def stop(self) -> None:
        """What Stop does: asks the analysis to end with what it has."""
        with self._lock:
            if self._worker is None:
                return
            self._stopped.set()
            self._stop_button.disabled = True
            self._say("Stopping …")

    def wait(self, seconds: float | None = None) -> None:
        """Waits until the running analysis has ended."""
        worker = self._worker
        if worker is not None:
            worker.join(seconds)

    def _work(self, values: dict[str, Any]) -> None:
        """The analysis, on its own thread, up to the moment when the form is free again."""
        given = " · ".join(
            f"{self._inputs[name].description} {self._controls[name].say(value)}" for name, value in values.items()
        )
        self._done = self._total = 0
        message = ""
        try:
            result = self._analysis(self._progress, **values)
            shown = [] if result is None else result if isinstance(result, list | tuple) else [result]
            self._out.outputs = ()
            for thing in shown:
                self._out.append_display_data(thing)
            if not self._stopped.is_set():
                message = f"Done: {given}"
            elif shown:
                message = f"Stopped after {self._done:,} of {self._total:,}; this is what was done until then: {given}"
            else:
                message = "Stopped before there was anything to show."
        except Exception as error:
            told = isinstance(error, ValueError) and str(error)
            message = told or f"It did not run: {type(error).__name__}: {error}"
        finally:
            with self._lock:
                self._worker = None
                self._say(message)
                self._run_button.disabled, self._stop_button.disabled = False, True
                self._bar.layout.visibility = "hidden"

    def _progress(self, done: int, total: int) -> bool:
        """Moves the bar, not too often, and says whether to go on."""
        self._done, self._total = done, total
        now = time.monotonic()
        if now - self._moved > REDRAW:
            with self._lock:
                if not self._stopped.is_set():
                    self._moved = now
                    self._bar.max, self._bar.value = max(total, 1), done
                    self._say(f"{done:,} of {total:,} …")
        return not self._stopped.is_set()

    def _say(self, message: str) -> None:
        self._message = message
        self._status.value = f'<span role="status" aria-live="polite">{escape(message)}</span>'

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        """The live form, and in words what it holds, for pages that run nothing."""
        bundle = super()._repr_mimebundle_(**kwargs)
        lines = [
            f"  {self._inputs[name].description}: {control.range()} (now {control.say(self._inputs[name].value)})"
            for name, control in self._controls.items()
        ]
        bundle["text/plain"] = "\n".join(["A form to run this analysis again, in an open notebook:", *lines])
        return bundle


def _named(options: Iterable[Any] | dict[str, Any]) -> dict[str, Any]:
    return options if isinstance(options, dict) else {str(option): option for option in options}


def _words_for(options: Iterable[Any] | dict[str, Any], chosen: Iterable[Any]) -> str:
    return ", ".join(words for words, value in _named(options).items() if value in chosen)
