"""A pool of engines, one for each worker thread. An engine that crashes is restarted."""

from __future__ import annotations

import concurrent.futures
import queue
import threading
from collections.abc import Callable, Mapping
from typing import TypeVar

from .._arguments import integer
from .._players import TIMEOUTS, Driver, EngineLike, Player
from .._engine_options import EngineError
from ..engine._values import Limit

T = TypeVar("T")

DEFAULT_LIMIT = Limit(nodes=100_000)
"""The limit for each position if none is given."""

_TRIES = 2
_HANGS, _FAILURES = 3, 10  # positions in a row on which engines hang or fail, after which the analysis ends
_POLL = 0.1  # seconds between progress updates; on Windows, also the delay until Ctrl-C takes effect


class PositionError(EngineError):
    """The engine failed on a position twice, the second time after a restart."""


class GaveUpError(EngineError):
    """The engine hung or failed on several positions in a row, so the analysis ended."""


def limit_of(limit: Limit | None) -> Limit:
    """Return *limit*, or the default limit if it is None.

    :raises ValueError: if the limit would never end an analysis.
    """
    limit = DEFAULT_LIMIT if limit is None else limit
    if all(each is None for each in (limit.time, limit.depth, limit.nodes, limit.mate)):
        raise ValueError("limit must have a time, depth, nodes or mate")
    return limit


class Pool:
    """Runs tasks on engines, each in its own thread. Leaving the context cancels the tasks and closes the engines."""

    def __init__(self, engine: EngineLike, workers: int = 1) -> None:
        self._player = Player.of(engine)
        ignored = [name for name in ("limit", "ponder") if getattr(self._player, name)]
        if ignored:
            raise ValueError(f"a Player's {ignored[0]} applies only to matches; pass limit= to set the limit")
        self.workers = integer("workers", workers, 1, 1024)
        self._hung = self._failed = 0  # positions in a row
        self._end_reason: str | None = None
        self._lock = threading.Lock()
        self._open: set[Driver] = set()
        self._closed = False
        self._idle: queue.SimpleQueue[Driver | None] = queue.SimpleQueue()
        first = self._start()  # started here so that a failure is raised immediately
        self.identity: Mapping[str, object] = first.identity
        """What the engine reports about itself."""
        self.check_variant = first.check_variant
        self._idle.put(first)
        for _ in range(workers - 1):
            self._idle.put(None)
        self._executor = concurrent.futures.ThreadPoolExecutor(workers, thread_name_prefix="bitrook-analysis")

    def _start(self) -> Driver:
        driver = self._player.open()
        with self._lock:
            self._open.add(driver)
            closed = self._closed
        if closed:
            driver.close()
        return driver

    def _end(self, driver: Driver) -> None:
        with self._lock:
            self._open.discard(driver)
        driver.close()

    def submit(self, task: Callable[[Driver], T]) -> concurrent.futures.Future[T]:
        """Schedule *task* on an engine.

        The future returns the task's result, or raises a `PositionError`. If engines hang or fail on several positions in
        a row, it raises a `GaveUpError`, as do all later tasks.
        """
        return self._executor.submit(self._run, task)

    def _run(self, task: Callable[[Driver], T]) -> T:
        driver = self._idle.get()
        reason: Exception | None = None
        try:
            if self._end_reason is not None:
                raise GaveUpError(self._end_reason)
            for _ in range(_TRIES):
                driver = driver or self._start()
                try:
                    result = task(driver)
                    if not self._closed:  # otherwise the task may have been cut short
                        self._count(None)
                        return result
                except (EngineError, *TIMEOUTS) as error:
                    reason = error
                    self._end(driver)
                    driver = None
                if self._closed:
                    break
            self._count(reason)
            raise PositionError(str(reason) or type(reason).__name__) from reason
        finally:
            self._idle.put(driver)

    def _count(self, reason: Exception | None) -> None:
        """Count positions in a row on which engines hung or failed.

        :raises GaveUpError: if there are too many.
        """
        with self._lock:
            if self._closed:
                return
            self._hung = self._hung + 1 if isinstance(reason, TIMEOUTS) else 0
            self._failed = self._failed + 1 if reason is not None else 0
            if self._hung >= _HANGS or self._failed >= _FAILURES:
                what, count = ("hung", self._hung) if self._hung >= _HANGS else ("failed", self._failed)
                self._end_reason = f"the engine {what} on {count} positions in a row, so the analysis ends: {reason}"
                self._end_reason += "; repair the engine, or choose another one"
                raise GaveUpError(self._end_reason)

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, *error: object) -> None:
        with self._lock:
            self._closed = True
            drivers = list(self._open)
        self._executor.shutdown(wait=False, cancel_futures=True)
        for driver in drivers:
            driver.close()
        self._executor.shutdown()


def wait(future: concurrent.futures.Future[T], progress: Callable[[], object]) -> T:
    """Wait for a future and return its result, calling *progress* at regular intervals."""
    while True:
        progress()
        done, _ = concurrent.futures.wait([future], timeout=_POLL)
        if done:
            return future.result()
