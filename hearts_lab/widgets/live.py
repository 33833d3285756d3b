"""What the live widgets share: one synced state, a lock, a turn token, and words where no browser draws."""

from __future__ import annotations

import threading

import anywidget
import traitlets


class Live(anywidget.AnyWidget):
    """A widget whose browser side draws `state` and proposes actions, and whose Python side decides.

    A proposal names the turn that it was made in; a double click and a late message name an old one and do no harm. `serial`
    counts what was published, `turn` what was decided. Subclasses say in `_receive` what a proposal does, call `_draw`
    with a whole new state, and `_listen` when they are ready.
    """

    state = traitlets.Dict().tag(sync=True)

    def __init__(self):
        super().__init__()
        self._lock = threading.RLock()
        self._turn = self._serial = 0

    def _listen(self) -> None:
        self.on_msg(lambda _widget, content, _buffers: self._received(content))

    def _received(self, content) -> None:
        """Messages arrive on another thread while a cell runs."""
        if isinstance(content, dict):
            with self._lock:
                self._receive(content, type(content.get("turn")) is int and content["turn"] == self._turn)

    def _receive(self, content: dict, now: bool) -> None:
        """Carry out a proposal; `now` says whether it was made in this very turn."""
        raise TypeError(f"{type(self).__name__} does not say what a proposal does.")

    def _draw(self, state: dict) -> None:
        self._serial += 1
        self.state = {**state, "serial": self._serial, "turn": self._turn}

    def _repr_mimebundle_(self, **options):
        bundle = super()._repr_mimebundle_(**options)
        if bundle is None:
            return None
        data, metadata = bundle
        return {**data, "text/plain": repr(self)}, metadata
