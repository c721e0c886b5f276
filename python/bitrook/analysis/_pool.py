"""A pool of engines: each worker has one, which is started again after a crash."""

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
"""What each position gets, unless a limit is given."""

_TRIES = 2
_POLL = 0.1  # seconds between two looks at the progress, and for Ctrl-C on Windows


class PositionError(EngineError):
    """The engine failed on a position, and failed again after it was restarted."""


def limit_of(limit: Limit | None) -> Limit:
    """Return a limit that ends.

    :raises ValueError: if the limit does not end an analysis.
    """
    limit = DEFAULT_LIMIT if limit is None else limit
    if all(each is None for each in (limit.time, limit.depth, limit.nodes, limit.mate)):
        raise ValueError("limit must have a time, depth, nodes or mate")
    return limit


class Pool:
    """Runs tasks with engines, in as many threads. A context manager; leaving it ends the engines and what they do."""

    def __init__(self, engine: EngineLike, workers: int = 1) -> None:
        self._player = Player.of(engine)
        self.workers = integer("workers", workers, 1, 1024)
        self._lock = threading.Lock()
        self._open: set[Driver] = set()
        self._closed = False
        self._idle: queue.SimpleQueue[Driver | None] = queue.SimpleQueue()
        self._idle.put(self._start())  # here, so that an engine that does not start is an error at once
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
        """Run *task* with an engine. Its result, or a `PositionError`, is that of the future."""
        return self._executor.submit(self._run, task)

    def _run(self, task: Callable[[Driver], T]) -> T:
        driver = self._idle.get()
        reason: Exception | None = None
        try:
            for _ in range(_TRIES):
                driver = driver or self._start()
                try:
                    result = task(driver)
                    if not self._closed:  # else it may have been cut short
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
    """Return the result of a future, and call *progress* while it is awaited."""
    while True:
        progress()
        done, _ = concurrent.futures.wait([future], timeout=_POLL)
        if done:
            return future.result()
