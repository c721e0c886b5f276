"""A running analysis of a `SimpleEngine`."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from types import TracebackType
from typing import TYPE_CHECKING

from ._analysis import AnalysisResult
from ._values import AnalysisComplete, BestMove, InfoDict

if TYPE_CHECKING:
    from ._simple import SimpleEngine


class SimpleAnalysisResult:
    """A running analysis: an iterator over the information that the engine sends.

    When used as a context manager, it stops the analysis at the end of the block. If the engine does not stop within
    the timeout of the `SimpleEngine`, the analysis ends with `asyncio.TimeoutError`.
    """

    def __init__(self, simple_engine: SimpleEngine, inner: AnalysisResult) -> None:
        self.simple_engine = simple_engine
        self.inner = inner

    @property
    def info(self) -> InfoDict:
        """The latest information about the best line."""
        return self.simple_engine._read(lambda: self.inner.info.copy())

    @property
    def multipv(self) -> list[InfoDict]:
        """The latest information about each line, best line first."""
        return self.simple_engine._read(lambda: [info.copy() for info in self.inner.multipv])

    def stop(self) -> None:
        """Ask the engine to stop. You can still read its best move and what it has sent so far."""
        self.simple_engine._read(self.inner.stop)
        self._limit(self.simple_engine.timeout)

    def _limit(self, seconds: float | None) -> None:
        """End the analysis with an error if it takes longer than this."""
        if seconds is None:
            return

        def end() -> None:
            text = f"the engine did not stop within {seconds:g} seconds"
            self.inner.set_exception(asyncio.TimeoutError(self.simple_engine.protocol._explain(text)))

        self.simple_engine._read(lambda: self.simple_engine.protocol.loop.call_later(seconds, end))

    def wait(self) -> BestMove:
        """Wait for the analysis to end and return the best move."""
        return self.simple_engine._run(self.inner.wait, None)

    def empty(self) -> bool:
        """Return whether all information received so far has been read."""
        return self.simple_engine._read(self.inner.empty)

    def would_block(self) -> bool:
        """Return whether `get` would have to wait."""
        return self.simple_engine._read(self.inner.would_block)

    def get(self) -> InfoDict:
        """Wait for the next item of information and return it.

        :raises AnalysisComplete: if the analysis has ended and everything has been read.
        """
        return self.simple_engine._run(self.inner.get, None)

    def next(self) -> InfoDict | None:
        """Wait for the next item of information and return it, or return None at the end."""
        return self.simple_engine._run(self.inner.next, None)

    def __iter__(self) -> Iterator[InfoDict]:
        return self

    def __next__(self) -> InfoDict:
        try:
            return self.get()
        except AnalysisComplete:
            raise StopIteration from None

    def __enter__(self) -> SimpleAnalysisResult:
        return self

    def __exit__(
        self, exc_type: type[BaseException] | None, exc_value: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.stop()
