"""A pool of engines, one for each worker thread. An engine that crashes is restarted."""

from __future__ import annotations

import concurrent.futures
import queue
import threading
from collections.abc import Callable
from typing import TypeVar

from .._arguments import integer
from .._players import TIMEOUTS, Driver, EngineLike, Player
from .._engine_options import EngineError
from ..engine._values import Limit

T = TypeVar("T")

DEFAULT_LIMIT = Limit(nodes=100_000)
"""The limit for each position if none is given."""

_TRIES = 2
_POLL = 0.1  # seconds between progress updates; on Windows, also the delay until Ctrl-C takes effect


class PositionError(EngineError):
    """The engine failed on a position twice, the second time after a restart."""


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
        self.workers = integer("workers", workers, 1, 1024)
        self._lock = threading.Lock()
        self._open: set[Driver] = set()
        self._closed = False
        self._idle: queue.SimpleQueue[Driver | None] = queue.SimpleQueue()
        self._idle.put(self._start())  # started here so that a failure is raised immediately
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
        """Schedule *task* on an engine. The future returns the task's result or raises a `PositionError`."""
        return self._executor.submit(self._run, task)

    def _run(self, task: Callable[[Driver], T]) -> T:
        driver = self._idle.get()
        reason: Exception | None = None
        try:
            for _ in range(_TRIES):
                driver = driver or self._start()
                try:
                    result = task(driver)
                    if not self._closed:  # otherwise the task may have been cut short
                        return result
                except (EngineError, *TIMEOUTS) as error:
                    reason = error
                    self._end(driver)
                    driver = None
                if self._closed:
                    break
            raise PositionError(str(reason) or type(reason).__name__) from reason
        finally:
            self._idle.put(driver)

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
