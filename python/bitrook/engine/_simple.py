"""The synchronous interface: an engine whose event loop runs in a background thread."""

from __future__ import annotations

import asyncio
import atexit
import concurrent.futures
import threading
import weakref
from collections.abc import Callable, Coroutine, Iterable
from types import TracebackType
from typing import TYPE_CHECKING, Any, TypeVar

from .._core import Board, Move
from .._engine_options import NO_OPTIONS, ConfigMapping, Option
from ._opening import ENDING, discard, run_in_background, set_event
from ._protocol import Protocol
from ._simple_analysis import SimpleAnalysisResult
from ._uci import UciProtocol
from ._values import INFO_ALL, INFO_NONE, EngineTerminatedError, Info, InfoDict, Limit, Opponent, PlayResult
from ._xboard import XBoardProtocol

if TYPE_CHECKING:
    from collections.abc import MutableMapping

    from ._command import BaseCommand

T = TypeVar("T")

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
            protocol._explain(f"the engine did not {awaited} within {timeout:g} seconds")
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
        weakref.finalize(self, set_event, protocol.loop, self.shutdown_event).atexit = False

    # Calls.

    def _timeout_for(self, limit: Limit | None, board: Board) -> float | None:
        """Return the timeout of a search in seconds, or None if it may take any time."""
        if self.timeout is None or limit is None:
            return None
        clock = limit.white_clock if board.turn else limit.black_clock
        allowed = limit.time if limit.time is not None else clock
        return None if allowed is None else self.timeout + allowed

    def _run(self, call: Callable[[], Coroutine[Any, Any, T]], timeout: float | None, awaited: str = "respond") -> T:
        """Run a coroutine in the event loop and return its result.

        :param awaited: what the engine has to do before the timeout, for the error message.
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

        return self._run(call, self.timeout)

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
        return self._run(lambda: self.protocol.communicate(command_factory), self.timeout)

    def configure(self, options: ConfigMapping) -> None:
        """Set options; see `Protocol.configure`."""
        self._run(lambda: self.protocol.configure(options), self.timeout)

    def send_opponent_information(self, *, opponent: Opponent | None = None, engine_rating: int | None = None) -> None:
        """Send information about the opponent to the engine; see `Protocol.send_opponent_information`."""
        self._run(
            lambda: self.protocol.send_opponent_information(opponent=opponent, engine_rating=engine_rating),
            self.timeout,
        )

    def ping(self) -> None:
        """Wait until the engine has processed everything sent to it."""
        self._run(self.protocol.ping, self.timeout)

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
        return self._run(
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
        return self._run(
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
        inner = self._run(
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
        self._run(lambda: self.protocol.send_game_result(board, winner, game_ending, game_complete), self.timeout)

    def quit(self) -> None:
        """Ask the engine to exit, and wait until it does."""
        self._run(self.protocol.quit, self.timeout, "exit")

    def close(self) -> None:
        """Kill the engine process and close the event loop. Pending calls fail."""
        with self._shutdown_lock:
            if self._shutdown:
                return
            self._shutdown = True
            set_event(self.protocol.loop, self.shutdown_event)
        _open.discard(self)
        if threading.current_thread() is not self._thread:
            self._thread.join(2 * ENDING)

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
                await discard(transport, protocol)

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
