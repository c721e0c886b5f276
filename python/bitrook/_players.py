"""One interface for three kinds of engines: processes, bitrook's own search, and Python functions."""

from __future__ import annotations

import asyncio
import copy
import dataclasses
import os
import re
import shlex
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, TypeAlias, cast

from ._core import Board, DefaultEvaluation, Move, TranspositionTable
from ._engine_options import ConfigValue, EngineError
from ._scores import PovScore
from .engine._analysis import AnalysisResult
from .engine._simple import SimpleEngine
from .engine._uci import UciProtocol
from .engine._values import INFO_BASIC, INFO_SCORE, EngineTerminatedError, Info, InfoDict, Limit, PlayResult
from .engine._xboard import XBoardProtocol
from .nnue._network import network_of
from .search._result import Result
from .search._search import TECHNIQUES, Search

Function: TypeAlias = Callable[[Board, Limit], "Move | PlayResult | None"]
EngineLike: TypeAlias = "Player | Search | Function | str | Sequence[str] | None"

TIMEOUTS = (asyncio.TimeoutError, TimeoutError)
"""The exceptions for an engine that takes too long. Since Python 3.11 they are the same class."""

_PROTOCOLS: dict[str, type[Any]] = {"uci": UciProtocol, "xboard": XBoardProtocol}
_STARTING = 30.0  # seconds that an engine may take to start, and to answer requests other than searches
_XBOARD = 10.0  # seconds after which an XBoard engine's analysis ends if the limit sets no time
_SILENCE = 600.0  # seconds without output after which an engine is considered hung, unless the limit sets a time
_OPTIONS = ("Hash", "Threads", "EvalFile")  # of bitrook's own search, in addition to techniques and terms
_SETTING = re.compile(r"(name|protocol|option\.[^=]+)=(.*)", re.DOTALL)
_FUNCTION = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_]\w*")


@dataclass(frozen=True)
class Player:
    """An engine together with its name and options.

    :param engine: a command, as a list of the program and its arguments; a `bitrook.search.Search`; None for a new
        `Search` with `bitrook.nnue.default`; or a function that takes a `Board` and a `bitrook.engine.Limit` and
        returns a `Move`, a `bitrook.engine.PlayResult`, or None to resign.
    :param name: the name shown in tables and PGN files. The default is the name of the program or function.
    :param options: the engine's options, by name. bitrook's own search accepts Hash (in MiB), Threads, EvalFile (the
        path of a network, or an empty string for the terms of `bitrook.search.DefaultEvaluation`), and the names of
        search techniques and of those terms, which can be switched on and off. Setting a term also selects the terms,
        unless EvalFile is given.
    :param protocol: "uci" or "xboard"; only used if *engine* is a command.

    >>> Player.of("stockfish option.Hash=64 name=SF")
    Player(engine=['stockfish'], name='SF', options={'Hash': '64'}, protocol='uci')
    """

    engine: Search | Function | Sequence[str] | None = None
    name: str = ""
    options: Mapping[str, ConfigValue] = field(default_factory=dict[str, ConfigValue])
    protocol: str = "uci"

    def __post_init__(self) -> None:
        if self.protocol not in _PROTOCOLS:
            raise ValueError(f"protocol must be one of {', '.join(_PROTOCOLS)}, not {self.protocol!r}")
        if self.options and isinstance(self.engine, Search):
            raise ValueError("options are for commands and for bitrook's own search; a Search has its own arguments")
        if not self.name:
            object.__setattr__(self, "name", self._default_name())

    def _default_name(self) -> str:
        engine = self.engine
        if engine is None or isinstance(engine, Search):
            return "bitrook"
        if callable(engine):
            return str(getattr(engine, "__name__", type(engine).__name__))
        return os.path.splitext(os.path.basename(engine[0]))[0]

    @property
    def command(self) -> list[str] | None:
        """The program and its arguments; None if the engine is not a separate program."""
        engine = self.engine
        return None if engine is None or callable(engine) or isinstance(engine, Search) else list(engine)

    @classmethod
    def of(cls, engine: EngineLike) -> Player:
        """Convert *engine* to a player.

        A string is parsed as a command line. Words that start with *name=*, *protocol=* or *option.NAME=* are settings.
        The command "bitrook" selects bitrook's own search, and "module:function" selects a Python function.

        :raises ValueError: if the string contains no command.
        :raises TypeError: if *engine* cannot be converted.
        """
        if isinstance(engine, Player):
            return engine
        if isinstance(engine, str):
            return _parse(engine)
        if engine is None or callable(engine) or isinstance(engine, Search):
            return cls(engine)
        words = list(engine) if isinstance(engine, Sequence) else []  # pyright: ignore[reportUnnecessaryIsInstance]
        if not words or not all(isinstance(word, str) for word in words):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise TypeError(f"engine must be a command, a Search, a function or a Player, not {engine!r}")
        return cls(words)

    def open(self) -> Driver:
        """Start the engine.

        :raises OSError: if the program cannot be started.
        :raises EngineError: if the engine violates the protocol, or does not have a given option.
        """
        engine = self.engine
        if engine is None or isinstance(engine, Search):
            return SearchDriver(engine, self.options)
        return FunctionDriver(engine) if callable(engine) else ProcessDriver(self)


def _parse(text: str) -> Player:
    lexer = shlex.shlex(text, posix=True)
    lexer.whitespace_split, lexer.commenters = True, ""
    if os.name == "nt":
        lexer.escape = ""  # backslashes separate folders
    words = [text] if os.path.isfile(text) else list(lexer)
    found = [(word, _SETTING.fullmatch(word)) for word in words]
    command: list[str] = [word for word, setting in found if not setting]
    settings = {setting[1]: setting[2] for _, setting in found if setting}
    if not command or not command[0]:
        raise ValueError(f"expected the command of an engine, got {text!r}")
    engine: Function | list[str] | None = command
    if command == ["bitrook"]:
        engine = None
    elif len(command) == 1 and _FUNCTION.fullmatch(command[0]):
        engine = _function(command[0])
    options = {name.partition(".")[2]: value for name, value in settings.items() if name.startswith("option.")}
    return Player(engine, settings.get("name", ""), options, settings.get("protocol", "uci"))


def _function(text: str) -> Function:
    module, _, name = text.partition(":")
    if "" not in sys.path:
        sys.path.insert(0, "")  # as `python -m` does
    function = getattr(import_module(module), name, None)
    if not callable(function):
        raise ValueError(f"the module {module} has no function {name!r}")
    return cast(Function, function)


class Driver(ABC):
    """A running engine. Only one thread may use it at a time, but any thread may call `close` to end a running call."""

    def analyze(self, board: Board, limit: Limit, on_info: Callable[[InfoDict], object] | None = None) -> InfoDict:
        """Analyze a position and return the last complete information about the best line.

        :param on_info: called with each piece of information, possibly from another thread.
        :raises EngineError: if the engine fails.
        """
        raise TypeError("a Python function cannot analyze positions; it only plays")

    def new_game(self, game: object) -> None:  # noqa: B027 - functions need no preparation
        """Prepare for a game before its clock starts. Calls to `play` then pass the same *game*.

        :raises EngineError: if the engine fails.
        """

    @abstractmethod
    def play(self, board: Board, limit: Limit, game: object, timeout: float | None) -> PlayResult:
        """Return a move and its score.

        :param game: the object that was passed to `new_game`.
        :param timeout: in seconds; None to wait indefinitely.
        :raises EngineError: if the engine fails or its move is illegal.
        """

    @abstractmethod
    def close(self) -> None:
        """Close the engine."""


class ProcessDriver(Driver):
    """An engine that runs in another process."""

    def __init__(self, player: Player) -> None:
        command, protocol = player.command or [], _PROTOCOLS[player.protocol]
        self.is_xboard = player.protocol == "xboard"
        try:
            self.engine = SimpleEngine.popen(protocol, command, timeout=_STARTING, setpgrp=True)
        except TIMEOUTS:
            other = "xboard" if player.protocol == "uci" else "uci"
            raise EngineError(
                f"{command[0]!r} did not start within {_STARTING:g} seconds (does it need protocol={other}?)"
            ) from None
        try:
            self.engine.configure(player.options)
        except BaseException:
            self.engine.close()
            raise

    def analyze(self, board: Board, limit: Limit, on_info: Callable[[InfoDict], object] | None = None) -> InfoDict:
        last: InfoDict = {}
        if self.is_xboard and limit.time is None:  # some engines never reach the depth after they have found a mate
            limit = dataclasses.replace(limit, time=_XBOARD)

        async def run() -> None:
            with await self.engine.protocol.analysis(board, limit, game=object()) as analysis:
                while (info := await _next(analysis, limit)) is not None:
                    if limit.nodes and info.get("nodes", 0) > 2 * limit.nodes:  # some engines ignore the limit
                        analysis.stop()
                    is_bound = info.get("lowerbound") or info.get("upperbound")
                    if "score" in info and info.get("multipv", 1) == 1 and not is_bound:
                        last.update(info)
                        if on_info:
                            on_info(info)
                best = await analysis.wait()
                if best.move is not None and last.get("pv", [None])[0] != best.move:
                    last["pv"] = [best.move]

        self.engine._run(run, None if limit.time is None else limit.time + _STARTING)
        return last

    def new_game(self, game: object) -> None:
        async def prepare() -> None:
            protocol = self.engine.protocol
            if isinstance(protocol, UciProtocol):  # play() would do this while the clock runs
                protocol.send_line("ucinewgame")
                protocol.first_game, protocol.game = False, game
            await protocol.ping()

        self.engine._run(prepare, _STARTING)

    def play(self, board: Board, limit: Limit, game: object, timeout: float | None) -> PlayResult:
        wanted: Info = INFO_BASIC | INFO_SCORE
        return self.engine._run(lambda: self.engine.protocol.play(board, limit, game=game, info=wanted), timeout)

    def close(self) -> None:
        self.engine.close()


async def _next(analysis: AnalysisResult, limit: Limit) -> InfoDict | None:
    try:
        return await asyncio.wait_for(analysis.next(), _SILENCE if limit.time is None else None)
    except TIMEOUTS:
        raise asyncio.TimeoutError(f"the engine sent nothing for {_SILENCE:g} seconds") from None


class SearchDriver(Driver):
    """bitrook's own search, running in this process."""

    def __init__(self, search: Search | None, options: Mapping[str, ConfigValue]) -> None:
        table = TranspositionTable(_number(options.get("Hash", 16), "Hash"))
        self.threads = _number(options.get("Threads", 1), "Threads")
        terms = DefaultEvaluation().weights
        unknown = [name for name in options if name not in (*_OPTIONS, *TECHNIQUES, *terms)]
        if unknown:
            names = ", ".join([*_OPTIONS, *TECHNIQUES, *terms])
            raise ValueError(f"bitrook has no option {unknown[0]!r}; its options are {names}")
        flags = {name: _flag(name, value) for name, value in options.items() if name not in _OPTIONS}
        chosen = {name: on for name, on in flags.items() if name in terms}
        path = str(options.get("EvalFile", "" if chosen else "default"))
        evaluation: Any = network_of(path) or DefaultEvaluation(None, **chosen)
        techniques: dict[str, Any] = {name: on for name, on in flags.items() if name in TECHNIQUES}
        self.search = _again(search, table) if search else Search(evaluation, table, **techniques)

    def analyze(self, board: Board, limit: Limit, on_info: Callable[[InfoDict], object] | None = None) -> InfoDict:
        self.search.table.clear()  # so that the result does not depend on earlier analyses

        def report(result: Result) -> None:
            if on_info:
                on_info(_info(board, result))

        return _info(board, self._run(board, limit, report))

    def new_game(self, game: object) -> None:
        self.search.table.clear()

    def play(self, board: Board, limit: Limit, game: object, timeout: float | None) -> PlayResult:
        result = self._run(board, limit)
        return PlayResult(result.move, result.ponder, _info(board, result))

    def _run(self, board: Board, limit: Limit, report: Callable[[Result], object] | None = None) -> Result:
        def milliseconds(seconds: float | None) -> int | None:
            return None if seconds is None else max(round(1000 * seconds), 1)

        depth = limit.depth if limit.mate is None else min(limit.depth or 127, 2 * limit.mate)
        return self.search.run(
            board, depth=depth, nodes=limit.nodes, time=limit.time, on_info=report, threads=self.threads,
            wtime=milliseconds(limit.white_clock), btime=milliseconds(limit.black_clock),
            winc=round(1000 * (limit.white_inc or 0)), binc=round(1000 * (limit.black_inc or 0)),
            movestogo=limit.remaining_moves,
        )  # fmt: skip

    def close(self) -> None:
        self.search.stop()


def _again(search: Search, table: TranspositionTable) -> Search:
    """Return a copy of *search* that uses *table*."""
    again = copy.copy(search)
    again.table = table
    again._running = set()
    return again


def _info(board: Board, result: Result) -> InfoDict:
    return {
        "score": PovScore(result.score, board.turn), "pv": list(result.pv), "depth": result.depth,
        "seldepth": result.seldepth, "nodes": result.nodes, "time": result.time,
    }  # fmt: skip


def _number(value: ConfigValue, name: str) -> int:
    try:
        return int(str(value))
    except ValueError:
        raise ValueError(f"option {name} must be a whole number, not {value!r}") from None


def _flag(name: str, value: ConfigValue) -> bool:
    flags = {"true": True, "on": True, "1": True, "false": False, "off": False, "0": False}
    try:
        return flags[str(value).lower()]
    except KeyError:
        raise ValueError(f"option {name} must be true or false, not {value!r}") from None


class FunctionDriver(Driver):
    """A Python function that returns moves."""

    def __init__(self, function: Function) -> None:
        self.function = function

    def play(self, board: Board, limit: Limit, game: object, timeout: float | None) -> PlayResult:
        try:
            result = self.function(board.copy(), limit)
        except Exception as error:
            raise EngineTerminatedError(f"{type(error).__name__}: {error}") from error
        if result is None:
            return PlayResult(None, None, resigned=True)
        return result if isinstance(result, PlayResult) else PlayResult(result, None)

    def close(self) -> None:
        """Do nothing: a function cannot be interrupted."""
