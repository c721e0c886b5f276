"""A running analysis, which collects the information and the best move that the engine sends."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from types import TracebackType

from ._values import AnalysisComplete, BestMove, InfoDict, merge

_KEPT = 1 << 16  # the maximum number of unread items; beyond it, the oldest are dropped
_MOST_LINES = 1024  # the maximum multipv number; no position that engines accept has more moves


class AnalysisResult:
    """A running analysis: an asynchronous iterator over the information that the engine sends.

    When used as a context manager, it stops the analysis at the end of the block. If more than 65,536 items are unread,
    the oldest are dropped.
    """

    multipv: list[InfoDict]
    """The latest information about each line, best line first."""

    def __init__(self, stop: Callable[[], None] | None = None) -> None:
        self.multipv = [{}]
        self._stop = stop
        self._infos: deque[InfoDict] = deque(maxlen=_KEPT)
        self._news = asyncio.Event()
        self._finished: asyncio.Future[BestMove] = asyncio.get_running_loop().create_future()

    # Called by the protocol.

    def post(self, info: InfoDict) -> None:
        """Add information. The engine's protocol calls this."""
        if not info or self._finished.done():
            return
        number = info.get("multipv", 1)
        if 1 <= number <= _MOST_LINES:
            self.multipv.extend({} for _ in range(number - len(self.multipv)))
            merge(self.multipv[number - 1], info)
        self._infos.append(info)
        self._news.set()

    def set_finished(self, best: BestMove) -> None:
        """End the analysis with its result. The engine's protocol calls this."""
        if not self._finished.done():
            self._finished.set_result(best)
            self._news.set()

    def set_exception(self, exc: Exception) -> None:
        """End the analysis with an error. The engine's protocol calls this."""
        if not self._finished.done():
            self._finished.set_exception(exc)
            self._finished.exception()  # marks it as retrieved; otherwise asyncio logs exceptions that nobody reads
            self._news.set()

    # Called by programs.

    @property
    def info(self) -> InfoDict:
        """The latest information about the best line."""
        return self.multipv[0]

    def stop(self) -> None:
        """Ask the engine to stop. You can still read its best move and what it has sent so far."""
        if self._stop is not None and not self._finished.done():
            self._stop()

    async def wait(self) -> BestMove:
        """Wait for the analysis to end and return the best move."""
        return await asyncio.shield(self._finished)

    async def get(self) -> InfoDict:
        """Wait for the next item of information and return it.

        :raises AnalysisComplete: if the analysis has ended and everything has been read.
        """
        while not self._infos:
            if self._finished.done():
                self._finished.result()
                raise AnalysisComplete
            self._news.clear()
            await self._news.wait()
        return self._infos.popleft()

    def would_block(self) -> bool:
        """Return whether `get` would have to wait."""
        return not self._infos and not self._finished.done()

    def empty(self) -> bool:
        """Return whether all information received so far has been read."""
        return not self._infos

    async def next(self) -> InfoDict | None:
        """Wait for the next item of information and return it, or return None at the end."""
        try:
            return await self.get()
        except AnalysisComplete:
            return None

    def __aiter__(self) -> AnalysisResult:
        return self

    async def __anext__(self) -> InfoDict:
        try:
            return await self.get()
        except AnalysisComplete:
            raise StopAsyncIteration from None

    def __enter__(self) -> AnalysisResult:
        return self

    def __exit__(
        self, exc_type: type[BaseException] | None, exc_value: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.stop()
