"""`Errand`: work on a thread of its own, so that whoever sent it need not wait, and may drop it at any time."""

from __future__ import annotations

import threading
from collections.abc import Callable


class Errand:
    """Calls `work(errand)` on a daemon thread. Before it hands anything over the work looks at `wanted`, and ends if it is not.

    Dropping cannot interrupt the work, only make it useless: whoever hands over and whoever drops must hold the same lock.
    """

    def __init__(self, work: Callable[[Errand], None]):
        self._dropped = threading.Event()
        self._thread = threading.Thread(target=work, args=(self,), name="hearts-lab errand", daemon=True)
        self._thread.start()

    @property
    def wanted(self) -> bool:
        return not self._dropped.is_set()

    def drop(self) -> None:
        self._dropped.set()

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until the thread has ended; whether it has."""
        self._thread.join(seconds)
        return not self._thread.is_alive()
