"""Players: one interface for engines that are processes, bitrook's own search, or functions."""

from __future__ import annotations

import asyncio
import copy
import dataclasses
import os
import re
import shlex
from abc import ABC, abstractmethod
from collections.abc import Callable, Container, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from itertools import pairwise
from typing import Any, TypeAlias, TypeVar, cast

from .. import Board, Move, __version__, nnue
from ..engine import (
    INFO_BASIC,
    INFO_SCORE,
    ConfigValue,
    EngineError,
    EngineTerminatedError,
    Info,
    InfoDict,
    Limit,
    PlayResult,
    SimpleEngine,
    UciProtocol,
    XBoardProtocol,
)
from ..pgn import PovScore
from ..search import TECHNIQUES, DefaultEvaluation, Result, Search, TranspositionTable
from ..variant import VARIANTS
from ._clock import ClockLimit
from ._fingerprint import file_digests, fingerprint

T = TypeVar("T")

Function: TypeAlias = Callable[[Board, Limit], "Move | PlayResult | None"]
EngineLike: TypeAlias = "Player | Search | Function | str | Sequence[str] | None"

TIMEOUTS = (asyncio.TimeoutError, TimeoutError)
"""The exceptions for an engine that takes too long. Since Python 3.11 they are the same class."""

_PROTOCOLS: dict[str, type[Any]] = {"uci": UciProtocol, "xboard": XBoardProtocol}
_STARTING = 30.0  # seconds that an engine may take to start, and to answer requests other than searches
_XBOARD = 10.0  # seconds after which an XBoard engine's analysis ends if the limit sets no time
_SILENCE = 600.0  # seconds without output after which an engine is considered hung, unless the limit sets a time
_ANSWER = 10.0  # seconds, beyond the time of an analysis, after which an engine is considered hung
_OPTIONS = ("Hash", "Threads", "EvalFile")  # of bitrook's own search, in addition to techniques and terms
_SETTINGS = ("name", "protocol", "dir", "log", "tc", "time", "nodes", "depth", "ponder", "arg", "option.NAME")
_SETTING = re.compile(r"([A-Za-z_]\w*|option\.[^=]+)=(.*)", re.DOTALL)
_FUNCTION = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_]\w*")
_PYTHON = re.compile(r"(python|pypy)[\d.]*w?", re.IGNORECASE)


@dataclass(frozen=True)
class Player:
    """An engine together with its name and options.

    :param engine: a command, as a list of the program and its arguments; a `bitrook.search.Search`; None for a new
        `Search` with `bitrook.nnue.default`; or a function that takes a `Board` and a `bitrook.engine.Limit` and
        returns a `Move`, a `bitrook.engine.PlayResult`, or None to resign.
    :param name: the name shown in tables and PGN files. The default is the name of the program or function; for
        a program in Python, it is the name of the script or module.
    :param options: the engine's options, by name. bitrook's own search accepts Hash (in MiB), Threads, EvalFile (the
        path of a network, or an empty string for the terms of `bitrook.search.DefaultEvaluation`), and the names of
        search techniques and of those terms, which can be switched on and off. Setting a term also selects the terms,
        unless EvalFile is given.
    :param protocol: "uci" or "xboard"; only used if *engine* is a command.
    :param limit: a time control or a limit for each move that replaces that of the match, for time odds.
    :param ponder: whether the engine thinks on its opponent's time during a match. Only commands can ponder.
    :param cwd: the folder in which a command runs; None for the current one.
    :param log: a file to which the conversation with a command is appended.
    :param version: a text that identifies a function, or the evaluation of a `Search`, instead of its code and the
        variables it uses. Matches and analyses compare it when they continue an earlier run.
    :raises ValueError: if an argument is invalid, or does not apply to this kind of engine.

    >>> Player.of("stockfish option.Hash=64 name=SF")
    Player(engine=['stockfish'], name='SF', options={'Hash': '64'})
    """

    engine: Search | Function | Sequence[str] | None = None
    name: str = ""
    options: Mapping[str, ConfigValue] = field(default_factory=dict[str, ConfigValue])
    protocol: str = "uci"
    limit: Limit | ClockLimit | None = None
    ponder: bool = False
    cwd: str | None = None
    log: str | None = None
    version: str = ""

    def __post_init__(self) -> None:
        if isinstance(self.engine, type):
            name = self.engine.__name__
            raise ValueError(
                f"engine must be a function, not the class {name}; to play with a UCI engine, pass its command"
            )
        if self.protocol not in _PROTOCOLS:
            raise ValueError(f"protocol must be one of {', '.join(_PROTOCOLS)}, not {self.protocol!r}")
        if self.options and isinstance(self.engine, Search):
            raise ValueError("options are for commands and for bitrook's own search; a Search has its own arguments")
        if self.command is None:
            ignored = [name for name in ("ponder", "cwd", "log") if getattr(self, name)]
            ignored += ["protocol"] * (self.protocol != "uci") + ["options"] * (
                callable(self.engine) and bool(self.options)
            )
            if ignored:
                raise ValueError(f"{ignored[0]} applies only to engines that are separate programs")
        elif self.version:
            raise ValueError(
                "version applies only to functions and Search objects; programs are identified by their files"
            )
        if not self.name:
            object.__setattr__(self, "name", self._default_name())
        if not self.name.isprintable() or self.name != self.name.strip():
            raise ValueError(f"a name must be a line of printable text without spaces around it, not {self.name!r}")

    def __repr__(self) -> str:
        shown = [(field.name, getattr(self, field.name)) for field in dataclasses.fields(self)]
        hidden: tuple[object, ...] = (None, "", False, {}, "uci")  # defaults
        return f"Player({', '.join(f'{name}={value!r}' for name, value in shown if value not in hidden)})"

    def _default_name(self) -> str:
        engine = self.engine
        if engine is None or isinstance(engine, Search):
            return "bitrook"
        if callable(engine):
            return str(getattr(engine, "__name__", type(engine).__name__))
        name = os.fsencode(_program(engine)).decode("utf-8", "replace")
        return "".join(char if char.isprintable() else "?" for char in name).strip() or "engine"

    @property
    def command(self) -> list[str] | None:
        """The program and its arguments; None if the engine is not a separate program."""
        engine = self.engine
        return None if engine is None or callable(engine) or isinstance(engine, Search) else list(engine)

    @classmethod
    def of(cls, engine: EngineLike) -> Player:
        """Convert *engine* to a player.

        A string is parsed as a command line. Words such as *name=SF* and *option.Hash=64* are settings: *name*,
        *protocol*, *dir* (the working directory), *log*, *ponder*, the limits *tc*, *time*, *nodes* and *depth*, and
        *option.NAME*. *arg=TEXT* passes TEXT to the program even if it looks like a setting. The command "bitrook"
        selects bitrook's own search.

        :raises ValueError: if the string contains no command, or an unknown setting.
        :raises TypeError: if *engine* cannot be converted.
        """
        if isinstance(engine, Player):
            return engine
        if isinstance(engine, str):
            return parse(engine)
        if engine is None or callable(engine) or isinstance(engine, Search):
            return cls(engine)
        words = list(engine) if isinstance(engine, Sequence) else []  # pyright: ignore[reportUnnecessaryIsInstance]
        if not words or not all(isinstance(word, str) for word in words):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise TypeError(f"engine must be a command, a Search, a function or a Player, not {engine!r}")
        return cls(words)

    def fingerprint(self) -> dict[str, object]:
        """Return what the results of this player depend on, as a JSON object.

        :raises ValueError: if the engine is a function, or has an evaluation, that cannot be identified.
        """
        engine = self.engine
        facts: dict[str, object] = {"name": self.name}
        if options := {name: str(value) for name, value in self.options.items()}:
            facts["options"] = options
        if self.limit is not None:
            facts["limit"] = repr(self.limit)
        if self.ponder:
            facts["ponder"] = True
        if isinstance(engine, (str, Sequence)):
            facts |= {"command": self.command, "protocol": self.protocol}
            facts["files"] = file_digests([*(self.command or ()), *self.options.values()], self.cwd)
        elif engine is None:
            facts |= {"bitrook": __version__, "files": file_digests(["", *self.options.values()])}
        elif self.version:
            facts["version"] = self.version
        elif isinstance(engine, Search):
            book = engine.book and file_digests(["", engine.book.filename])
            parts = (
                engine.evaluation,
                engine.batched,
                engine.tablebase,
                book,
                engine.off,
                (engine.probe_depth, engine.fifty_move_rule),
            )
            facts |= {"bitrook": __version__, "search": fingerprint(parts)}
        else:
            facts["function"] = fingerprint(engine)
        return facts

    def open(self) -> Driver:
        """Start the engine.

        :raises OSError: if the program cannot be started.
        :raises EngineError: if the engine violates the protocol, or does not have a given option.
        """
        engine = self.engine
        if engine is None or isinstance(engine, Search):
            return SearchDriver(engine, self.options)
        return FunctionDriver(engine) if callable(engine) else ProcessDriver(self)


def _program(command: Sequence[str]) -> str:
    """Return the name of the program that a command runs: for an interpreter of Python, that of the script or module."""
    name = os.path.splitext(os.path.basename(command[0]))[0]
    if _PYTHON.fullmatch(os.path.basename(command[0]).removesuffix(".exe")):
        for before, word in pairwise(command):
            if before == "-m":
                return word.rpartition(".")[2]
            if word.endswith(".py"):
                return os.path.splitext(os.path.basename(word))[0]
    return name


def parse(text: str, functions: bool = False) -> Player:
    """Convert a command line to a player; see `Player.of`.

    :param functions: whether module:function selects a Python function, whose module is imported.
    """
    lexer = shlex.shlex(text, posix=True)
    lexer.whitespace_split, lexer.commenters = True, ""
    if os.name == "nt":
        lexer.escape = ""  # backslashes separate folders
    words = [text] if os.path.isfile(text) else list(lexer)
    command: list[str] = []
    settings: dict[str, str] = {}
    for word in words:
        setting = _SETTING.fullmatch(word) if word is not text or not os.path.isfile(text) else None
        if setting is None:
            command.append(word)
        elif setting[1] == "arg":
            command.append(setting[2])
        elif setting[1].startswith("option.") or setting[1] in _SETTINGS:
            settings[setting[1]] = setting[2]
        else:
            raise ValueError(
                f"unknown setting {word!r} of an engine; the settings are {', '.join(f'{each}=' for each in _SETTINGS)} "
                f"(arg={word} passes it to the program)"
            )
    if not command or not command[0]:
        raise ValueError(f"expected the command of an engine, got {text!r}")
    engine: Function | list[str] | None = command
    if command == ["bitrook"]:
        engine = None
    elif len(command) == 1 and _FUNCTION.fullmatch(command[0]):
        if not functions:
            raise ValueError(
                f"{command[0]!r} names a function, which works only on the command line of bitrook match; pass the function"
            )
        engine = _function(command[0])
    options = {name.partition(".")[2]: value for name, value in settings.items() if name.startswith("option.")}
    return Player(
        engine, settings.get("name", ""), options, settings.get("protocol", "uci"), limit=_limit(settings),
        ponder=_flag("ponder", settings.get("ponder", "off")), cwd=settings.get("dir"), log=settings.get("log"),
    )  # fmt: skip


def _limit(settings: Mapping[str, str]) -> Limit | ClockLimit | None:
    """Return the limit that the settings of an engine contain."""
    given: dict[str, Any] = {name: settings[name] for name in ("time", "nodes", "depth") if name in settings}
    if "tc" in settings:
        if given:
            raise ValueError(f"tc= and {next(iter(given))}= cannot be combined")
        return ClockLimit.parse(settings["tc"])
    for name, text in given.items():
        try:
            given[name] = float(text) if name == "time" else int(text)
        except ValueError:
            given[name] = -1
        if not 0 < given[name] < 1 << 62:
            raise ValueError(f"{name}= must be a positive number, not {text!r}")
    return Limit(**given) if given else None


def _function(text: str) -> Function:
    module, _, name = text.partition(":")
    function = getattr(import_module(module), name, None)
    if not callable(function):
        raise ValueError(f"the module {module} has no function {name!r}")
    return cast(Function, function)


class Driver(ABC):
    """A running engine. Only one thread may use it at a time, but any thread may call `close` to end a running call."""

    identity: Mapping[str, object] = {}
    """What the engine reports about itself."""
    variants: Container[str] | None = None
    """The values of *uci_variant* of the boards that the engine can play on; None if it does not tell."""

    def check_variant(self, variant: type[Board], name: str = "the engine") -> None:
        """Check that the engine plays a variant.

        :raises EngineError: if it does not.
        """
        if self.variants is not None and str(variant.uci_variant) not in self.variants:
            raise EngineError(f"{name} does not play {variant.uci_variant}")

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
        :param timeout: in seconds; None to wait as long as the engine sends something.
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
        self.ponder = player.ponder
        if player.log is not None:
            protocol = cast("type[Any]", type(protocol.__name__, (protocol,), {"transcript_path": player.log}))
        called = player.name if player.name in command[0] else f"{player.name} ({command[0]})"
        try:
            self.engine = SimpleEngine.popen(protocol, command, timeout=_STARTING, setpgrp=True, cwd=player.cwd)
        except TIMEOUTS as error:
            other = "xboard" if player.protocol == "uci" else "uci"
            reported = str(error).partition("; it reported: ")
            raise EngineError(
                f"{called} did not start within {_STARTING:g} seconds (does it need protocol={other}?)"
                + "".join(reported[1:])
            ) from None
        except EngineError as error:
            raise type(error)(f"{called} did not start: {error}") from None
        try:
            self.engine.configure(player.options)
        except EngineError as error:
            self.engine.close()
            raise type(error)(f"{called}: {error}") from None
        except BaseException:
            self.engine.close()
            raise
        self.identity = {**self.engine.id, **{
            name: option.default for name, option in self.engine.options.items() if "file" in name.lower()
        }}  # fmt: skip
        """The name and version that the engine reports, and its default networks."""
        self.variants = self._variants()

    def _variants(self) -> Container[str] | None:
        protocol = self.engine.protocol
        if isinstance(protocol, XBoardProtocol):
            named = str(protocol.features.get("variants", "normal")).replace(" ", "").split(",")
            return {str(each.uci_variant) for each in VARIANTS if (each.xboard_variant or "normal") in named}
        option = self.engine.options.get("UCI_Variant")
        return (option.var or None) if option else ("chess",)

    def analyze(self, board: Board, limit: Limit, on_info: Callable[[InfoDict], object] | None = None) -> InfoDict:
        last: InfoDict = {}
        if self.is_xboard and limit.time is None:  # some engines never reach the depth after they have found a mate
            limit = dataclasses.replace(limit, time=_XBOARD)

        async def run() -> None:
            with await self.engine.protocol.analysis(board, limit, game=object()) as analysis:
                while (info := await analysis.next()) is not None:
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

        if limit.time is None:
            self.engine.run(lambda: self._while_heard(run()), None)
        else:
            self.engine.run(run, limit.time + _ANSWER, "end its analysis")
        return last

    async def _while_heard(self, search: Coroutine[Any, Any, T]) -> T:
        """Await a search without a time limit. It may take any time, as long as the engine sends something."""
        protocol, task = self.engine.protocol, asyncio.ensure_future(search)
        began = protocol.loop.time()
        try:
            while not task.done():
                left = max(protocol.heard_at, began) + _SILENCE - protocol.loop.time()
                if left <= 0:
                    raise asyncio.TimeoutError(protocol.explain(f"the engine sent nothing for {_SILENCE:g} seconds"))
                await asyncio.wait([task], timeout=left)
            return task.result()
        finally:
            task.cancel()

    def new_game(self, game: object) -> None:
        async def prepare() -> None:
            protocol = self.engine.protocol
            if self.ponder:  # on the last position of the previous game
                await protocol.ping()
            if isinstance(protocol, UciProtocol):  # play() would do this while the clock runs
                protocol.send_line("ucinewgame")
                protocol.first_game, protocol.game = False, game
            await protocol.ping()

        self.engine.run(prepare, _STARTING)

    def play(self, board: Board, limit: Limit, game: object, timeout: float | None) -> PlayResult:
        def search() -> Coroutine[Any, Any, PlayResult]:
            wanted: Info = INFO_BASIC | INFO_SCORE
            return self.engine.protocol.play(board, limit, game=game, info=wanted, ponder=self.ponder)

        if timeout is None:
            return self.engine.run(lambda: self._while_heard(search()), None)
        return self.engine.run(search, timeout, "send a move")

    def close(self) -> None:
        self.engine.close()


class SearchDriver(Driver):
    """bitrook's own search, running in this process."""

    variants = ("chess",)

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
        evaluation: Any = DefaultEvaluation(None, **chosen)
        if path:
            evaluation = nnue.default() if path == "default" else nnue.load(path)
        techniques: dict[str, Any] = {name: on for name, on in flags.items() if name in TECHNIQUES}
        if search:  # which may also play elsewhere
            self.search = copy.copy(search)
            self.search.table = table
        else:
            self.search = Search(evaluation, table, **techniques)

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
        def left(seconds: float | None) -> float | None:
            return None if seconds is None else max(seconds, 0.001)  # it is negative within a margin

        depth = limit.depth if limit.mate is None else min(limit.depth or 127, 2 * limit.mate)
        return self.search.run(
            board, depth=depth, nodes=limit.nodes, time=limit.time, on_info=report, threads=self.threads,
            white_clock=left(limit.white_clock), black_clock=left(limit.black_clock),
            white_inc=limit.white_inc, black_inc=limit.black_inc, remaining_moves=limit.remaining_moves,
        )  # fmt: skip

    def close(self) -> None:
        self.search.stop()


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
