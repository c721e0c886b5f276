"""The base classes of engine clients: the connection to the process, the command queue, and the public methods."""

from __future__ import annotations

import abc
import asyncio
import logging
import os
import re
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterable, MutableMapping
from dataclasses import dataclass
from typing import IO, Any, TypeVar

from .._core import Board, Move
from .._engine_options import NO_OPTIONS, ConfigMapping, ConfigValue, EngineError, Option
from . import _log
from ._analysis import AnalysisResult
from ._command import BaseCommand, Dialog, Script
from ._values import INFO_ALL, INFO_NONE, EngineTerminatedError, Info, InfoDict, Limit, Opponent, PlayResult

T = TypeVar("T")
ProtocolT = TypeVar("ProtocolT", bound="Protocol")

_LONGEST_LINE = 1 << 20
"""The maximum length of a line, in bytes. An engine whose output contains a longer line is terminated."""
_ERROR_LINE = re.compile(r"^\s*info\s+string\b.*error|^\s*(?:Error|telluser\w*)\b|\bERROR\b", re.IGNORECASE)
_GRACE = 1.0
"""Seconds to wait for an engine to exit after its output has ended, or for its output to end after it has exited."""


@dataclass
class Request:
    """The arguments of `play` or `analysis`. Arguments that only one of the two accepts default to None or False."""

    board: Board
    limit: Limit
    game: object
    info: Info
    root_moves: list[Move] | None
    options: ConfigMapping
    infinite: bool = False
    multipv: int | None = None
    ponder: bool = False
    draw_offered: bool = False
    opponent: Opponent | None = None

    def check_choice(self, move: Move | None) -> None:
        """Raise EngineError if the engine has chosen a move that is not among the requested ones."""
        if self.root_moves is None or move is None:
            return
        if move not in {*self.root_moves, *map(self._normal, self.root_moves)}:
            raise EngineError(f"the engine ignored root_moves: it chose {move}, which is not one of them")

    def _normal(self, move: Move) -> Move:
        """Return the move as this board writes it; castling has two forms."""
        try:
            return self.board.parse_uci(move.uci())
        except ValueError:
            return move


class Protocol(asyncio.SubprocessProtocol, metaclass=abc.ABCMeta):
    """The client side of an engine protocol, implemented as an asyncio protocol for the engine process."""

    options: MutableMapping[str, Option]
    """The options that the engine declares."""
    id: dict[str, str]
    """The engine's identification, usually *name* and *author*."""
    returncode: asyncio.Future[int]
    """A future for the exit code of the engine process. It is done when the process has ended."""
    allow_invalid: bool = False
    """Whether to send positions that are not valid; see `Board.status`. Engines may crash on them."""
    transcript_path: str | None = None
    """A file to which all lines are appended. Set it in a subclass, because it is opened when the engine starts."""
    target_config: MutableMapping[str, ConfigValue]  # the values to set before each search
    heard_at: float
    """When the engine sent its last line, according to the clock of the event loop."""

    def __init__(self) -> None:
        self.loop: asyncio.AbstractEventLoop = asyncio.get_running_loop()
        self.transport: asyncio.SubprocessTransport | None = None
        # The incomplete last line of each stream, by file descriptor.
        self.buffer: dict[int, bytearray] = {1: bytearray(), 2: bytearray()}
        self.command: BaseCommand[Any] | None = None
        self.next_command: BaseCommand[Any] | None = None
        self.initialized = False
        self.returncode = self.loop.create_future()
        self._transcript: IO[str] | None = None
        self._end: str | None = None  # the reason, if the engine can no longer be used
        self._last_words: deque[str] = deque(maxlen=4)
        """The errors that the engine has reported since its last move. Error messages include them."""
        self.heard_at = self.loop.time()
        self._patience: Callable[[], float | None] = lambda: 10.0
        """Returns how many seconds an engine may be silent after it has reported an error; None for no limit."""

    def __repr__(self) -> str:
        pid = self.transport.get_pid() if self.transport is not None else "?"
        return f"<{type(self).__name__} (pid={pid})>"

    # The process.

    @classmethod
    async def popen(
        cls: type[ProtocolT], command: str | list[str], *, setpgrp: bool = False, **popen_args: Any
    ) -> tuple[asyncio.SubprocessTransport, ProtocolT]:
        """Start an engine process, and return its transport and protocol. The engine is not yet initialized.

        :param command: the path of a program, or a list of the path and its arguments. No shell is involved, so do
            not quote paths that contain spaces.
        :param setpgrp: whether to start the engine in a new process group, so that it does not receive Ctrl-C.
        :param popen_args: further keyword arguments for `subprocess.Popen`, such as *cwd* and *env*.
        :raises OSError: if the program cannot be started.
        """
        if setpgrp and sys.platform == "win32":
            popen_args["creationflags"] = popen_args.get("creationflags", 0) | subprocess.CREATE_NEW_PROCESS_GROUP
        elif setpgrp:
            popen_args.setdefault("start_new_session", True)
        words = [command] if isinstance(command, (str, bytes, os.PathLike)) else command
        try:
            return await asyncio.get_running_loop().subprocess_exec(cls, *words, **popen_args)
        except NotImplementedError:
            raise NotImplementedError(
                "this event loop cannot start processes; on Windows, use asyncio.ProactorEventLoop or a SimpleEngine"
            ) from None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport  # type: ignore[assignment]
        if self.transcript_path is not None:
            self._transcript = open(self.transcript_path, "a", encoding="utf-8", errors="replace", newline="\n")
        _log.logger().debug("%s: Connection made", self)

    def connection_lost(self, exc: Exception | None) -> None:
        if self.returncode.done():
            return
        code = None
        if self.transport is not None:
            code = self.transport.get_returncode()
            self.transport.close()
        _log.logger().debug("%s: Connection lost (exit code: %s, error: %s)", self, code, exc)
        self.returncode.set_result(-1 if code is None else code)
        if self._transcript is not None:
            self._transcript.close()
            self._transcript = None
        self._terminate(f"the engine process has ended unexpectedly (exit code: {code})")

    def explain(self, problem: str) -> str:
        """Return the description of a problem, followed by the errors that the engine has reported."""
        return f"{problem}; it reported: {' | '.join(self._last_words)}" if self._last_words else problem

    def process_exited(self) -> None:
        _log.logger().debug("%s: Process exited", self)
        # If a child process of the engine keeps the pipes open, asyncio does not call connection_lost.
        self.loop.call_later(_GRACE, self.connection_lost, None)

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        if fd == 1:
            self.loop.call_later(_GRACE, self._terminate, "the engine has closed its standard output")

    def _terminate(self, reason: str) -> None:
        """Make all commands fail, because the engine can no longer answer."""
        if self._end is not None:
            return
        self._end = reason = self.explain(reason)
        for command in (self.command, self.next_command):
            if command is not None:
                command._engine_terminated(EngineTerminatedError(reason))

    # Lines.

    def pipe_data_received(self, fd: int, data: bytes | str) -> None:
        buffer = self.buffer[fd]
        received = data.encode() if isinstance(data, str) else data
        buffer += received
        if b"\n" not in received:
            return self._overflow(fd) if len(buffer) > _LONGEST_LINE else None
        *lines, self.buffer[fd] = buffer.split(b"\n")
        for line in lines:
            text = line.rstrip(b"\r").decode("utf-8", "replace")
            self._record(">>" if fd == 1 else "!!", text)
            self._line_received(text) if fd == 1 else self.error_line_received(text)

    def _overflow(self, fd: int) -> None:
        self.buffer[fd].clear()
        if self._end is None and fd == 1:
            self._terminate(f"the engine has sent more than {_LONGEST_LINE} bytes without a line break")
            if self.transport is not None:
                self.transport.close()

    def _line_received(self, line: str) -> None:
        if (log := _log.logger()).isEnabledFor(logging.DEBUG):
            log.debug("%s: >> %s", self, line)
        self.heard_at = self.loop.time()
        if "error" in line.lower():
            self._note_error(line)
        self.line_received(line)
        if self.command is not None:
            self.command._line_received(line)

    def _note_error(self, line: str) -> None:
        """Remember a line if it reports an error. Expect the engine to go on, unless it is about to stop."""
        if _ERROR_LINE.search(line):
            self._last_words.append(line.strip()[:500])
            if "ERROR" in line and (seconds := self._patience()) is not None:
                self.loop.call_later(seconds, self._end_if_silent, self.heard_at, seconds)

    def _end_if_silent(self, since: float, seconds: float) -> None:
        if self.heard_at == since and self.command is not None and self._end is None:
            self._terminate(f"the engine has sent nothing for {seconds:g} seconds after an error")
            if self.transport is not None:
                self.transport.close()

    def _record(self, direction: str, line: str) -> None:
        if self._transcript is not None:
            pid = self.transport.get_pid() if self.transport is not None else "?"
            self._transcript.write(f"{self.loop.time():.3f} {pid} {direction} {line}\n")
            if direction == "<<":
                self._transcript.flush()

    def send_line(self, line: str) -> None:
        """Send a line to the engine."""
        _log.logger().debug("%s: << %s", self, line)
        self._record("<<", line)
        assert self.transport is not None, "the engine has not been started"
        stdin: Any = self.transport.get_pipe_transport(0)
        stdin.write(f"{line}\n".encode())

    def line_received(self, line: str) -> None:
        """Handle a line from the engine's standard output. Subclasses may override this."""

    def error_line_received(self, line: str) -> None:
        """Log a line from the engine's standard error as a warning."""
        if line.strip():
            self._last_words.append(line.strip()[:500])
        _log.logger().warning("%s: stderr >> %s", self, line)

    def _unexpected(self, line: str) -> None:
        if line.strip():
            _log.logger().warning("%s: Unexpected engine output: %r", self, line)

    # Commands.

    async def communicate(self, command_factory: Callable[[Any], BaseCommand[T]]) -> T:
        """Run a command as soon as the engine is ready for it, and return its result.

        A command that is already running is asked to finish. One that is still waiting is canceled.

        :param command_factory: a callable that takes the protocol and returns a new `BaseCommand`.
        :raises EngineTerminatedError: if the engine has exited, or exits before there is a result.
        """
        command = command_factory(self)
        if self._end is not None:
            raise EngineTerminatedError(self._end)
        if self.next_command is not None:
            self.next_command.result.cancel()
        self.next_command = command
        if self.command is None:
            self._advance()
        elif not self.command.result.done():
            self.command.result.cancel()
        else:
            self.command._cancel()
        return await command.result

    def _advance(self) -> None:
        """Start the waiting command."""
        self.command, self.next_command = self.next_command, None
        if self.command is not None:
            self.command.add_finished_callback(self._advance)
            self.command._start()

    # The interface of all protocols.

    async def initialize(self) -> None:
        """Start the session by reading the engine's name and options."""
        await self.communicate(lambda engine: Dialog(engine, self._initialize, initializes=True))

    async def ping(self) -> None:
        """Wait until the engine has processed everything sent to it."""
        await self._run(self._ping)

    async def configure(self, options: ConfigMapping) -> None:
        """Set options. They stay in effect until they are changed.

        :param options: the values, by option name. UCI options in `MANAGED_OPTIONS` are set automatically and must not
            be included.
        :raises EngineError: if the engine does not have an option or does not accept its value.
        """

        def script(dialog: Dialog[None]) -> None:
            self._set_options(options)
            self.target_config.update({name: value for name, value in options.items() if value is not None})
            dialog.resolve(None)

        await self._run(script)

    @abc.abstractmethod
    async def send_opponent_information(
        self, *, opponent: Opponent | None = None, engine_rating: int | None = None
    ) -> None:
        """Send information about the opponent to the engine, starting with the next game.

        :param opponent: the opponent.
        :param engine_rating: the engine's own rating; sent to XBoard engines only.
        """

    async def play(
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
        """Search a position and return the move that the engine plays.

        :param board: the position, with its history. It is not changed.
        :param limit: how long the engine may search.
        :param game: any object. If it differs from the one in the previous call, a new game starts.
        :param info: the information to collect for `PlayResult.info`.
        :param ponder: whether the engine keeps searching after it has returned its move, while the opponent thinks.
        :param draw_offered: whether the opponent offers a draw; sent to XBoard engines only.
        :param root_moves: the moves to choose from; None for all. Moves end pondering.
        :param options: options for this move only.
        :param opponent: an opponent for this move only.
        :raises EngineError: if the position is not valid (see `allow_invalid`), or if the engine violates the protocol,
            does not support the request, or chooses a move that is not in *root_moves*.
        :raises EngineTerminatedError: if the engine exits.
        """
        request = Request(
            board.copy(), limit, game, info, _list(root_moves), dict(options),
            ponder=ponder, draw_offered=draw_offered, opponent=opponent,
        )  # fmt: skip
        self._check(board)
        return await self._run(self._play(request))

    async def analyse(
        self,
        board: Board,
        limit: Limit,
        *,
        multipv: int | None = None,
        game: object = None,
        info: Info = INFO_ALL,
        root_moves: Iterable[Move] | None = None,
        options: ConfigMapping = NO_OPTIONS,
    ) -> list[InfoDict] | InfoDict:
        """Analyze a position until the limit is reached, and return the latest information.

        :param board: the position, with its history. It is not changed.
        :param limit: how long the engine may search.
        :param multipv: how many lines to find. If it is given, the result is a list, with the best line first.
        :param game: as in `play`.
        :param info: the information to collect.
        :param root_moves: as in `play`.
        :param options: options for this analysis only.
        :raises EngineError: as in `play`.
        :raises EngineTerminatedError: if the engine exits.
        """
        analysis = await self.analysis(
            board, limit, multipv=multipv, game=game, info=info, root_moves=root_moves, options=options
        )
        with analysis:
            await analysis.wait()
        return analysis.info if multipv is None else analysis.multipv

    async def analysis(
        self,
        board: Board,
        limit: Limit | None = None,
        *,
        multipv: int | None = None,
        game: object = None,
        info: Info = INFO_ALL,
        root_moves: Iterable[Move] | None = None,
        options: ConfigMapping = NO_OPTIONS,
    ) -> AnalysisResult:
        """Start analyzing a position, and return an object that yields information as it arrives.

        The other parameters and the exceptions are the same as for `analyse`.

        :param limit: how long the engine may search; None to continue until the analysis is stopped.
        :param multipv: how many lines to find.
        """
        request = Request(
            board.copy(), limit or Limit(), game, info, _list(root_moves), dict(options),
            infinite=limit is None, multipv=multipv,
        )  # fmt: skip
        self._check(board)
        return await self._run(self._analysis(request))

    @abc.abstractmethod
    async def send_game_result(
        self, board: Board, winner: bool | None = None, game_ending: str | None = None, game_complete: bool = True
    ) -> None:
        """Send the result of the game to an XBoard engine. UCI has no command for this.

        :param board: the final position. It determines the result if neither *winner* nor *game_ending* is given.
        :param winner: the color that has won.
        :param game_ending: the reason, such as "White forfeits on time". Without a winner, the game is a draw.
        :param game_complete: False if the game was not finished.
        """

    async def quit(self) -> None:
        """Ask the engine to exit, and wait until it does."""
        if not self.returncode.done():
            self.send_line("quit")
        await asyncio.shield(self.returncode)

    def _check(self, board: Board) -> None:
        if not self.allow_invalid and (status := board.status()):
            problems = ", ".join(flag.name or "" for flag in type(status) if flag and flag in status)
            raise EngineError(
                f"the position is not valid ({problems}), and engines may crash on it; to send it anyway, set "
                f"allow_invalid of the engine to True: {board.fen()}"
            )

    async def _run(self, script: Callable[[Dialog[T]], Script | None]) -> T:
        return await self.communicate(lambda engine: Dialog(engine, script))

    def _declare(self, parse: Callable[[str], Option], text: str) -> None:
        """Add an option that the engine declares, unless it is invalid."""
        try:
            option = parse(text)
        except EngineError as exc:
            _log.logger().warning("%s: ignored an invalid option: %s", self, exc)
        else:
            self.options[option.name] = option

    def _start_analysis(self, dialog: Dialog[AnalysisResult]) -> AnalysisResult:
        """Create the result of an analysis that has just started, and return it to the caller of `analysis` as well."""
        result = AnalysisResult(stop=dialog._cancel)
        dialog.on_failure = result.set_exception
        dialog.resolve(result)
        return result

    # The dialogs, which subclasses define, unless they override the public methods. `_play` and `_analysis` check the
    # request and return the dialog, so that an invalid request raises an error before the running command is asked to
    # finish.

    def _initialize(self, dialog: Dialog[None]) -> Script:
        raise NotImplementedError

    def _ping(self, dialog: Dialog[None]) -> Script:
        raise NotImplementedError

    def _set_options(self, options: ConfigMapping) -> None:
        raise NotImplementedError

    def _play(self, request: Request) -> Callable[[Dialog[PlayResult]], Script]:
        raise NotImplementedError

    def _analysis(self, request: Request) -> Callable[[Dialog[AnalysisResult]], Script]:
        raise NotImplementedError


def _list(moves: Iterable[Move] | None) -> list[Move] | None:
    return None if moves is None else list(moves)
