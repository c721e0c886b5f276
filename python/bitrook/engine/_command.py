"""Commands: each one sends a request to the engine and reads its reply.

A protocol runs one command at a time and holds back the next one until it has finished. A `Dialog` is written as a
generator: it sends lines, yields to wait for the next line from the engine, and returns when the engine is ready for
the next command. The result may be available earlier: `play` returns the move while the engine starts to ponder.
"""

from __future__ import annotations

import asyncio
import enum
from collections import deque
from collections.abc import Callable, Generator
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from .._engine_options import EngineError
from . import _log

if TYPE_CHECKING:
    from ._protocol import Protocol

T = TypeVar("T")
Script = Generator[None, str, None]


class CommandState(enum.Enum):
    """The state of a command."""

    NEW = 1
    ACTIVE = 2
    CANCELLING = 3
    DONE = 4


class BaseCommand(Generic[T]):
    """A request to an engine. `Protocol.communicate` runs it and returns its result.

    A subclass sends lines in `start`, reads the answer in `line_received`, sets `result`, and calls `set_finished` when
    the engine is ready for the next command.
    """

    def __init__(self, engine: Protocol) -> None:
        self._engine = engine
        self._finished_callbacks: list[Callable[[], None]] = []
        self.state: CommandState = CommandState.NEW
        self.result: asyncio.Future[T] = engine.loop.create_future()
        self.finished: asyncio.Future[None] = engine.loop.create_future()
        self.result.add_done_callback(lambda result: self._cancel() if result.cancelled() else None)

    # Methods that subclasses override or call.

    def start(self) -> None:
        """Send the first lines."""

    def line_received(self, line: str) -> None:
        """Process a line from the engine."""

    def cancel(self) -> None:
        """Ask the engine to finish, because the result is no longer needed or another command is waiting."""

    def engine_terminated(self, exc: Exception) -> None:
        """Handle the end of the engine process. The result has already been set to the exception."""

    def check_initialized(self) -> None:
        """Raise `EngineError` if the engine has not been initialized."""
        if not self._engine.initialized:
            raise EngineError("the engine is not initialized: call initialize() first")

    def add_finished_callback(self, callback: Callable[[], None]) -> None:
        """Call *callback* when the command finishes, or immediately if it already has."""
        if self.state is CommandState.DONE:
            callback()
        else:
            self._finished_callbacks.append(callback)

    def set_finished(self) -> None:
        """Mark the command as finished, so that the next one can run."""
        if self.state is CommandState.DONE:
            return
        self.state = CommandState.DONE
        if not self.finished.done():
            self.finished.set_result(None)
        callbacks, self._finished_callbacks = self._finished_callbacks, []
        for callback in callbacks:
            callback()

    def _reject(self, exc: Exception) -> None:
        if not self.result.done():
            self.result.set_exception(exc)

    # Called by the protocol.

    def _start(self) -> None:
        if self.result.cancelled():
            return self.set_finished()
        self.state = CommandState.ACTIVE

        def start() -> None:
            self.check_initialized()
            self.start()

        self._guarded(start)

    def _line_received(self, line: str) -> None:
        if self.state is not CommandState.DONE:
            self._guarded(lambda: self.line_received(line))

    def _cancel(self) -> None:
        if self.state is CommandState.ACTIVE:
            self.state = CommandState.CANCELLING
            self._guarded(self.cancel)

    def _engine_terminated(self, exc: Exception) -> None:
        if self.state is not CommandState.DONE:
            self._fail(exc)
            self.engine_terminated(exc)

    def _guarded(self, action: Callable[[], object]) -> None:
        """Run *action*. If it raises an exception, only this command fails; the engine stays usable."""
        try:
            action()
        except Exception as exc:
            self._fail(exc)

    def _fail(self, exc: Exception) -> None:
        self._reject(exc)
        self.set_finished()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} at {id(self):#x} (state={self.state}, result={self.result})>"


class Dialog(BaseCommand[T]):
    """A command written as a generator function, or as a plain function if the engine does not reply."""

    def __init__(
        self, engine: Protocol, script: Callable[[Dialog[T]], Script | None], *, initializes: bool = False
    ) -> None:
        super().__init__(engine)
        self.on_cancel: Callable[[], None] = lambda: None
        self.on_failure: Callable[[Exception], None] | None = None  # called on a failure after the result was set
        self._script = script
        self._initializes = initializes
        self._lines: deque[Any] = deque([None])  # the first value starts the generator
        self._running = False
        self._generator: Script

    @property
    def is_canceled(self) -> bool:
        """Whether the dialog has been asked to finish."""
        return self.state is CommandState.CANCELLING

    def resolve(self, result: T) -> None:
        """Set the result, unless it has already been set or canceled."""
        if not self.result.done():
            self.result.set_result(result)

    def check_initialized(self) -> None:
        if not self._initializes:
            super().check_initialized()
        elif self._engine.initialized:
            raise EngineError("the engine is already initialized")

    def start(self) -> None:
        generator = self._script(self)
        if generator is None:
            return self.set_finished()
        self._generator = generator
        self._run()

    def line_received(self, line: str) -> None:
        self._lines.append(line)
        self._run()

    def cancel(self) -> None:
        self.on_cancel()

    def _run(self) -> None:
        # An engine in the same process, as in tests, may answer while the generator is still sending. The loop below
        # then processes the answer afterwards.
        if self._running:
            return
        self._running = True
        try:
            while self._lines and self.state is not CommandState.DONE:
                self._generator.send(self._lines.popleft())
        except StopIteration:
            self.set_finished()
        finally:
            self._running = False

    def _fail(self, exc: Exception) -> None:
        if self.result.done() and not self.result.cancelled():
            if self.on_failure is not None:
                self.on_failure(exc)
            else:
                _log.logger().error("%s: %s", self._engine, exc)
        super()._fail(exc)
