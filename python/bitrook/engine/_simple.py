"""Starts engines in the current event loop, or with a synchronous interface, whose event loop runs in a thread."""

from __future__ import annotations

import asyncio
import atexit
import concurrent.futures
import contextlib
import sys
import threading
import weakref
from collections.abc import Callable, Coroutine, Iterable, Iterator
from types import TracebackType
from typing import TYPE_CHECKING, Any, TypeVar

from .._core import Board, Move
from .._engine_options import NO_OPTIONS, ConfigMapping, Option
from ._analysis import AnalysisResult
from ._protocol import Protocol, ProtocolT
from ._uci import UciProtocol
from ._values import (
    INFO_ALL,
    INFO_NONE,
    AnalysisComplete,
    BestMove,
    EngineTerminatedError,
    Info,
    InfoDict,
    Limit,
    Opponent,
    PlayResult,
)
from ._xboard import XBoardProtocol

if TYPE_CHECKING:
    from collections.abc import MutableMapping

    from ._command import BaseCommand

T = TypeVar("T")

_ENDING = 2.0
"""The number of seconds to wait for a killed process to exit."""


def run_in_background(
    coroutine: Callable[[concurrent.futures.Future[T]], Coroutine[Any, Any, None]],
    *,
    name: str | None = None,
    debug: bool | None = None,
) -> T:
    """Run a coroutine in an event loop in a new thread, and return the result that it sets.

    :param coroutine: a coroutine function that takes a future, sets its result, and may then keep running. If it raises
        an exception before setting the result, the exception propagates to the caller.
    :param name: the name of the thread.
    :param debug: whether to run the event loop in debug mode; None for asyncio's default.
    :raises RuntimeError: while the interpreter shuts down, when no thread can be started.
    """
    if sys.is_finalizing():  # before Python 3.12, the start of the thread would never return
        raise RuntimeError("cannot start a thread while the interpreter shuts down")
    future: concurrent.futures.Future[T] = concurrent.futures.Future()

    def run() -> None:
        if sys.platform == "win32":
            loop: asyncio.AbstractEventLoop = asyncio.ProactorEventLoop()
        else:
            loop = asyncio.new_event_loop()
        try:
            asyncio.set_event_loop(loop)
            if debug is not None:
                loop.set_debug(debug)
            loop.run_until_complete(coroutine(future))
            future.cancel()
        except Exception as exc:
            if future.done():
                raise
            future.set_exception(exc)
        finally:
            tasks = asyncio.all_tasks(loop)
            for task in tasks:
                task.cancel()
            loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))
            loop.run_until_complete(loop.shutdown_asyncgens())
            loop.close()

    # The thread is a daemon, so that a program can exit without closing its engines. SimpleEngine closes them at exit.
    thread = threading.Thread(target=run, name=name, daemon=True)
    thread.start()
    try:
        return future.result()
    except Exception:
        thread.join(2 * _ENDING)  # until the event loop is closed
        raise


async def _opened(
    cls: type[ProtocolT], command: str | list[str], setpgrp: bool, popen_args: dict[str, Any]
) -> tuple[asyncio.SubprocessTransport, ProtocolT]:
    transport, protocol = await cls.popen(command, setpgrp=setpgrp, **popen_args)
    try:
        await protocol.initialize()
    except BaseException:
        await _discard(transport, protocol)
        raise
    return transport, protocol


async def popen_uci(
    command: str | list[str], *, setpgrp: bool = False, **popen_args: Any
) -> tuple[asyncio.SubprocessTransport, UciProtocol]:
    """Start and initialize a UCI engine, and return its transport and protocol.

    :param command: the path of a program, or a list of the path and its arguments. No shell is involved, so do not
        quote paths that contain spaces.
    :param setpgrp: whether to start the engine in a new process group, so that it does not receive Ctrl-C.
    :param popen_args: further keyword arguments for `subprocess.Popen`, such as *cwd* and *env*.
    :raises OSError: if the program cannot be started.
    :raises EngineError: if the engine violates the protocol or exits.
    """
    return await _opened(UciProtocol, command, setpgrp, popen_args)


async def popen_xboard(
    command: str | list[str], *, setpgrp: bool = False, **popen_args: Any
) -> tuple[asyncio.SubprocessTransport, XBoardProtocol]:
    """Start and initialize an XBoard engine, and return its transport and protocol. See `popen_uci`."""
    return await _opened(XBoardProtocol, command, setpgrp, popen_args)


async def _discard(transport: asyncio.SubprocessTransport, protocol: Protocol) -> None:
    """Kill the process if it is still running, and wait briefly for it to exit."""
    transport.close()
    await asyncio.wait([protocol.returncode], timeout=_ENDING)


def _set_event(loop: asyncio.AbstractEventLoop, event: asyncio.Event) -> None:
    """Set an event that belongs to another thread's event loop, unless the loop is closed."""
    with contextlib.suppress(RuntimeError):
        loop.call_soon_threadsafe(event.set)


_open: weakref.WeakSet[SimpleEngine] = weakref.WeakSet()


@atexit.register
def _close_all() -> None:
    """Close the engines that the program has left open, so that their processes do not outlive it."""
    for engine in list(_open):
        engine.close()


async def _in_time(coroutine: Coroutine[Any, Any, T], timeout: float | None, protocol: Protocol, awaited: str) -> T:
    """Await a coroutine. If it takes longer than *timeout*, raise a TimeoutError that names what was awaited."""
    try:
        return await asyncio.wait_for(coroutine, timeout)
    except asyncio.TimeoutError as error:
        if str(error) or timeout is None:  # raised by the coroutine itself
            raise
        raise asyncio.TimeoutError(
            protocol.explain(f"the engine did not {awaited} within {timeout:g} seconds")
        ) from None


class SimpleEngine:
    """A synchronous engine. Its methods block until the result is available, and can be called from any thread.

    When used as a context manager, it closes the engine at the end of the block. Calls raise `asyncio.TimeoutError` if
    the engine does not respond within `timeout` seconds, plus the time that the search limit allows.

    >>> with SimpleEngine.popen_uci(["bitrook", "uci"]) as engine:  # doctest: +SKIP
    ...     engine.play(Board(), Limit(depth=5)).move in Board().legal_moves
    True
    """

    def __init__(
        self, transport: asyncio.SubprocessTransport, protocol: Protocol, *, timeout: float | None = 10.0
    ) -> None:
        self.transport = transport
        self.protocol = protocol
        self.timeout = timeout
        this = weakref.ref(self)
        protocol._patience = lambda: getattr(this(), "timeout", None)
        self.returncode: concurrent.futures.Future[int] = concurrent.futures.Future()
        returncode = self.returncode  # the callback must not keep the engine alive
        protocol.returncode.add_done_callback(lambda code: returncode.set_result(code.result()))
        self.shutdown_event: asyncio.Event = asyncio.Event()
        self._shutdown = False
        self._shutdown_lock = threading.Lock()
        self._thread = threading.current_thread()  # runs the event loop
        _open.add(self)
        weakref.finalize(self, _set_event, protocol.loop, self.shutdown_event).atexit = False

    # Calls.

    def _timeout_for(self, limit: Limit | None, board: Board) -> float | None:
        """Return the timeout of a search in seconds, or None if it may take any time."""
        if self.timeout is None or limit is None:
            return None
        clock = limit.white_clock if board.turn else limit.black_clock
        allowed = limit.time if limit.time is not None else clock
        return None if allowed is None else self.timeout + allowed

    def run(self, call: Callable[[], Coroutine[Any, Any, T]], timeout: float | None, awaited: str = "respond") -> T:
        """Run a coroutine in the event loop of the engine and return its result.

        :param call: a function that returns the coroutine, which can await the methods of `protocol`.
        :param timeout: in seconds; None to wait for any time.
        :param awaited: what the engine has to do before the timeout, for the error message.
        :raises asyncio.TimeoutError: if it takes longer.
        :raises EngineTerminatedError: if the engine has been closed, or is closed in the meantime.
        """
        with self._shutdown_lock:
            if self._shutdown:
                raise EngineTerminatedError("the engine has been closed")
            coroutine = _in_time(call(), timeout, self.protocol, awaited)
            future = asyncio.run_coroutine_threadsafe(coroutine, self.protocol.loop)
        try:
            return future.result()
        except concurrent.futures.CancelledError:
            if self._shutdown:
                raise EngineTerminatedError("the engine has been closed") from None
            raise
        except KeyboardInterrupt:
            future.cancel()
            raise

    def _read(self, read: Callable[[], T]) -> T:
        async def call() -> T:
            return read()

        return self.run(call, self.timeout)

    @property
    def options(self) -> MutableMapping[str, Option]:
        """The options that the engine declares."""
        return self._read(lambda: self.protocol.options.copy())  # type: ignore[attr-defined]

    @property
    def allow_invalid(self) -> bool:
        """Whether to send positions that are not valid; see `Board.status`. Engines may crash on them."""
        return self.protocol.allow_invalid

    @allow_invalid.setter
    def allow_invalid(self, value: bool) -> None:
        self.protocol.allow_invalid = value

    @property
    def id(self) -> dict[str, str]:
        """The engine's identification, usually *name* and *author*."""
        return self._read(self.protocol.id.copy)

    def communicate(self, command_factory: Callable[[Protocol], BaseCommand[T]]) -> T:
        """Run a command; see `Protocol.communicate`."""
        return self.run(lambda: self.protocol.communicate(command_factory), self.timeout)

    def configure(self, options: ConfigMapping) -> None:
        """Set options; see `Protocol.configure`."""
        self.run(lambda: self.protocol.configure(options), self.timeout)

    def send_opponent_information(self, *, opponent: Opponent | None = None, engine_rating: int | None = None) -> None:
        """Send information about the opponent to the engine; see `Protocol.send_opponent_information`."""
        self.run(
            lambda: self.protocol.send_opponent_information(opponent=opponent, engine_rating=engine_rating),
            self.timeout,
        )

    def ping(self) -> None:
        """Wait until the engine has processed everything sent to it."""
        self.run(self.protocol.ping, self.timeout)

    def play(
        self,
        board: Board,
        limit: Limit,
        *,
        game: object = None,
        info: Info = INFO_NONE,
        ponder: bool = False,
        draw_offered: bool = False,
        root_moves: Iterable[Move] | None = None,
        options: ConfigMapping = NO_OPTIONS,
        opponent: Opponent | None = None,
    ) -> PlayResult:
        """Search a position and return the move that the engine plays; see `Protocol.play`."""
        return self.run(
            lambda: self.protocol.play(
                board, limit, game=game, info=info, ponder=ponder, draw_offered=draw_offered, root_moves=root_moves,
                options=options, opponent=opponent,
            ),
            self._timeout_for(limit, board),
            "send a move",
        )  # fmt: skip

    def analyse(
        self,
        board: Board,
        limit: Limit,
        *,
        multipv: int | None = None,
        game: object = None,
        info: Info = INFO_ALL,
        root_moves: Iterable[Move] | None = None,
        options: ConfigMapping = NO_OPTIONS,
    ) -> InfoDict | list[InfoDict]:
        """Analyze a position until the limit is reached; see `Protocol.analyse`."""
        return self.run(
            lambda: self.protocol.analyse(
                board, limit, multipv=multipv, game=game, info=info, root_moves=root_moves, options=options
            ),
            self._timeout_for(limit, board),
            "end its analysis",
        )

    def analysis(
        self,
        board: Board,
        limit: Limit | None = None,
        *,
        multipv: int | None = None,
        game: object = None,
        info: Info = INFO_ALL,
        root_moves: Iterable[Move] | None = None,
        options: ConfigMapping = NO_OPTIONS,
    ) -> SimpleAnalysisResult:
        """Start analyzing a position; see `Protocol.analysis`."""
        inner = self.run(
            lambda: self.protocol.analysis(
                board, limit, multipv=multipv, game=game, info=info, root_moves=root_moves, options=options
            ),
            self.timeout,  # applies only until the analysis has started
            "start its analysis",
        )
        result = SimpleAnalysisResult(self, inner)
        result._limit(self._timeout_for(limit, board))
        return result

    def send_game_result(
        self, board: Board, winner: bool | None = None, game_ending: str | None = None, game_complete: bool = True
    ) -> None:
        """Send the result of the game to an XBoard engine; see `Protocol.send_game_result`."""
        self.run(lambda: self.protocol.send_game_result(board, winner, game_ending, game_complete), self.timeout)

    def quit(self) -> None:
        """Ask the engine to exit, and wait until it does."""
        self.run(self.protocol.quit, self.timeout, "exit")

    def close(self) -> None:
        """Kill the engine process and close the event loop. Pending calls fail."""
        with self._shutdown_lock:
            if self._shutdown:
                return
            self._shutdown = True
            _set_event(self.protocol.loop, self.shutdown_event)
        _open.discard(self)
        if threading.current_thread() is not self._thread:
            self._thread.join(2 * _ENDING)

    # Construction.

    @classmethod
    def popen(
        cls,
        Protocol: type[Protocol],
        command: str | list[str],
        *,
        timeout: float | None = 10.0,
        debug: bool | None = None,
        setpgrp: bool = False,
        **popen_args: Any,
    ) -> SimpleEngine:
        """Start and initialize an engine that uses the given protocol.

        The other parameters and the exceptions are the same as for `Protocol.popen`.

        :param Protocol: the class of the protocol: `UciProtocol` or `XBoardProtocol`.
        :param timeout: the number of seconds that a call may take, in addition to the time that its search limit
            allows; None for no timeout.
        :param debug: whether to run the event loop in debug mode; None for asyncio's default.
        :raises asyncio.TimeoutError: if the engine does not start in time.
        """
        made: list[SimpleEngine] = []  # not the result of the future, which would keep an unused engine alive

        async def background(future: concurrent.futures.Future[None]) -> None:
            transport, protocol = await Protocol.popen(command, setpgrp=setpgrp, **popen_args)
            threading.current_thread().name = f"{cls.__name__} (pid={transport.get_pid()})"
            try:
                await _in_time(protocol.initialize(), timeout, protocol, f"start ({command!r})")
                made.append(cls(transport, protocol, timeout=timeout))
                shutdown = made[0].shutdown_event
                future.set_result(None)
                await shutdown.wait()
            finally:
                await _discard(transport, protocol)

        run_in_background(background, name=f"{cls.__name__} (command={command!r})", debug=debug)
        return made.pop()

    @classmethod
    def popen_uci(
        cls,
        command: str | list[str],
        *,
        timeout: float | None = 10.0,
        debug: bool | None = None,
        setpgrp: bool = False,
        **popen_args: Any,
    ) -> SimpleEngine:
        """Start and initialize a UCI engine; see `popen`."""
        return cls.popen(UciProtocol, command, timeout=timeout, debug=debug, setpgrp=setpgrp, **popen_args)

    @classmethod
    def popen_xboard(
        cls,
        command: str | list[str],
        *,
        timeout: float | None = 10.0,
        debug: bool | None = None,
        setpgrp: bool = False,
        **popen_args: Any,
    ) -> SimpleEngine:
        """Start and initialize an XBoard engine; see `popen`."""
        return cls.popen(XBoardProtocol, command, timeout=timeout, debug=debug, setpgrp=setpgrp, **popen_args)

    def __enter__(self) -> SimpleEngine:
        return self

    def __exit__(
        self, exc_type: type[BaseException] | None, exc_value: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        pid = self.transport.get_pid()
        return f"<{type(self).__name__} (pid={pid})>"


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
            self.inner.set_exception(asyncio.TimeoutError(self.simple_engine.protocol.explain(text)))

        self.simple_engine._read(lambda: self.simple_engine.protocol.loop.call_later(seconds, end))

    def wait(self) -> BestMove:
        """Wait for the analysis to end and return the best move."""
        return self.simple_engine.run(self.inner.wait, None)

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
        return self.simple_engine.run(self.inner.get, None)

    def next(self) -> InfoDict | None:
        """Wait for the next item of information and return it, or return None at the end."""
        return self.simple_engine.run(self.inner.next, None)

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
