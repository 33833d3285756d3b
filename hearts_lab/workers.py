"""Work in parts, done here or by any executor: in order, few at a time, what is lost again; and a progress bar that can stop.

An executor is anything of `concurrent.futures.Executor`: threads, processes, `distributed.Client.get_executor(pure=False)`.
Results come back in the order of the parts, whoever worked on them and however many they were.
"""

from __future__ import annotations

import os
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor
from typing import Any

from hearts_lab.players import StrategyError

AHEAD = 32  # parts that an executor has at one time, those done and waiting for an earlier one included
TRIES = 3  # how often a part is given to an executor before it counts as lost
_SHOW_AFTER = 2.0  # seconds before a progress bar appears


class WorkerError(RuntimeError):
    """A part of the work that the workers of an executor lost again and again."""


def check_executor(executor: Executor | None) -> None:
    """Refuses what is no executor, in a sentence."""
    if executor is not None and not isinstance(executor, Executor):
        raise ValueError(f"executor is a concurrent.futures.Executor, such as ProcessPoolExecutor(), or of a Dask client "
                         f"client.get_executor(pure=False), not {executor!r}.")


def in_order(work: Callable, parts: Iterable[tuple], executor: Executor | None) -> Iterator[Any]:
    """`work(*part)` for one part after the other, here or by an executor, which has at most AHEAD of them at a time.

    A worker that dies costs only the part it had: that is tried again, up to TRIES times in all, then WorkerError. Where the
    executor cannot go on without that worker (a ProcessPoolExecutor cannot), the rest is done here, with a warning. What a
    strategy did wrong is an answer, and not tried again; parts not begun are taken back when the reader of this stops.
    """
    if executor is None:
        for part in parts:
            yield work(*part)
        return
    left, waiting, crew = iter(parts), deque(), _Crew(work, executor)
    try:
        while True:
            while len(waiting) < AHEAD and (part := next(left, None)) is not None:
                waiting.append((part, crew.give(part)))
            if not waiting:
                return
            yield crew.result(*waiting[0])
            waiting.popleft()
    finally:
        for _, future in waiting:
            if future is not None:
                future.cancel()


class _Crew:
    """The workers of an executor, as long as it takes work."""

    def __init__(self, work: Callable, executor: Executor):
        self.work, self.executor = work, executor

    def give(self, part: tuple):
        """The future of a part; None if it is to be done here."""
        if self.executor is None:
            return None
        try:
            return self.executor.submit(self.work, *part)
        except BrokenExecutor:
            return self._broken()

    def result(self, part: tuple, future):
        """What became of a part, tried again where its worker was lost."""
        for tries in range(1, TRIES + 1):
            if future is None:
                return self.work(*part)
            try:
                return future.result()
            except StrategyError:
                raise
            except BrokenExecutor:
                future = self._broken()
                return self.work(*part)
            except Exception as error:
                if tries == TRIES:
                    raise WorkerError(f"A part of the work was lost {TRIES} times with its worker, so it was given up: "
                                      f"{type(error).__name__}: {error}") from error
                future = self.give(part)

    def _broken(self) -> None:
        if self.executor is not None:
            warnings.warn("A worker died, and its pool takes no more work: the rest is done here, by one core. "
                          "The result is the same. Make a new pool for the next run.", RuntimeWarning, stacklevel=2)
        self.executor = None


class Progress:
    """A bar that appears only when the work takes long, or the caller's own function of (done, total)."""

    def __init__(self, total: int, show: bool | Callable[[int, int], bool], unit: str = "deals"):
        self.total, self.show, self.unit, self.bar = total, show, unit, None

    def __enter__(self):
        if self.show is True and not os.environ.get("HEARTS_LAB_STATIC"):
            from tqdm.auto import tqdm

            self.bar = tqdm(total=self.total, unit=f" {self.unit}", unit_scale=True, delay=_SHOW_AFTER, leave=False)
        return self

    def __call__(self, done: int) -> bool:
        if self.bar is not None:
            self.bar.update(done - self.bar.n)
        return self.show(done, self.total) is not False if callable(self.show) else True

    def __exit__(self, *_):
        if self.bar is not None:
            self.bar.close()
