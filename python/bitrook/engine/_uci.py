"""The Universal Chess Interface, from the client's side."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator, Iterable
from typing import Any

from .._constants import STARTING_FEN
from .._core import Board, Move
from .._engine_options import NO_OPTIONS, ConfigMapping, ConfigValue, EngineError, Option, UciOptionMap
from . import _log
from ._analysis import AnalysisResult
from ._command import CommandState, Dialog, Script
from ._info import _parse_uci_info, parse_bestmove, parse_option
from ._protocol import Protocol
from ._uci_play import Play
from ._values import INFO_ALL, INFO_NONE, BestMove, Info, InfoDict, Limit, Opponent, PlayResult


class UciProtocol(Protocol):
    """A client for UCI engines."""

    options: UciOptionMap[Option]

    def __init__(self) -> None:
        super().__init__()
        self.options = UciOptionMap()  # pyright: ignore[reportIncompatibleVariableOverride]
        self.config: UciOptionMap[ConfigValue] = UciOptionMap()  # the current values in the engine
        self.target_config: UciOptionMap[ConfigValue] = UciOptionMap()  # the values to set before each search
        self.id: dict[str, str] = {}
        self.board: Board = Board()
        self.game: object = None
        self.first_game: bool = True  # whether the next search starts a new game in any case
        self._own_opponent: dict[str, ConfigValue] = {}  # the option for the opponent of the last move
        self.may_ponderhit: Board | None = None  # the position in which the engine is pondering
        self.ponderhit: bool = False  # whether the next search continues the pondering

    def debug(self, on: bool = True) -> None:
        """Switch the engine's debug mode on or off."""
        self.send_line("debug on" if on else "debug off")

    async def initialize(self) -> None:
        await self.communicate(lambda engine: Dialog(engine, self._initialize, initializes=True))

    async def ping(self) -> None:
        await self.communicate(lambda engine: Dialog(engine, self._ping))

    async def configure(self, options: ConfigMapping) -> None:
        def script(dialog: Dialog[None]) -> None:
            self._configure(dialog, options)

        await self.communicate(lambda engine: Dialog(engine, script))

    async def send_opponent_information(
        self, *, opponent: Opponent | None = None, engine_rating: int | None = None
    ) -> None:
        self.target_config.update(self._opponent_options(opponent))

    async def send_game_result(
        self, board: Board, winner: bool | None = None, game_ending: str | None = None, game_complete: bool = True
    ) -> None:
        pass

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
        board = board.copy()
        own_opponent = self._opponent_options(opponent)
        wanted = UciOptionMap({**options, **own_opponent})
        if own_opponent != self._own_opponent:
            self.first_game, self._own_opponent = True, own_opponent
        self.ponderhit = (
            ponder
            and self.may_ponderhit is not None
            and self.command is not None
            and self.command.state is CommandState.ACTIVE
            and board == self.may_ponderhit
            and board.move_stack == self.may_ponderhit.move_stack
            and game == self.game
            and not self.first_game
            and not self._would_change(wanted)
        )
        script = Play(self, board, limit, game, info, ponder, root_moves, wanted)
        return await self.communicate(lambda engine: Dialog(engine, script.run))

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
        board = board.copy()
        self.ponderhit = False
        wanted = UciOptionMap(options.items())

        def script(dialog: Dialog[AnalysisResult]) -> Script:
            if "Ponder" in self.options:
                self._setoption("Ponder", False)
            self._set_analyze_mode(True, wanted)
            self._set_lines(1 if multipv is None else multipv)
            yield from self._prepare(dialog, board, game, wanted)
            if dialog.is_canceled:
                return
            self._go(limit or Limit(), root_moves=root_moves, infinite=limit is None)
            dialog.on_cancel = lambda: self.send_line("stop")
            result = AnalysisResult(stop=dialog._cancel)
            dialog.on_failure = result.set_exception
            dialog.resolve(result)
            result.set_finished((yield from self._search(board, info, result.post)))

        return await self.communicate(lambda engine: Dialog(engine, script))

    async def quit(self) -> None:
        if not self.returncode.done():
            self.send_line("quit")
        await asyncio.shield(self.returncode)

    # Scripts of dialogs, and steps that they share.

    def _initialize(self, dialog: Dialog[None]) -> Script:
        self.send_line("uci")
        while (line := (yield)).strip() != "uciok":
            word, rest = _split(line)
            if word == "option":
                self._declare(rest)
            elif word == "id":
                key, value = _split(rest)
                self.id[key] = value
        defaults = {name: option.default for name, option in self.options.items() if option.default is not None}
        self.config.update(defaults)
        managed = [name for name in defaults if self.options[name].is_managed() or name.lower() == "uci_analysemode"]
        self.target_config.update({name: value for name, value in defaults.items() if name not in managed})
        self.initialized = True
        dialog.resolve(None)

    def _declare(self, text: str) -> None:
        try:
            option = parse_option(text)
        except EngineError as exc:
            _log.logger().warning("%s: ignored an invalid option: %s", self, exc)
        else:
            self.options[option.name] = option

    def _ping(self, dialog: Dialog[None]) -> Script:
        self.send_line("isready")
        yield from self._until_ready()
        dialog.resolve(None)

    def _until_ready(self) -> Script:
        while (line := (yield)).strip() != "readyok":
            if _split(line)[0] != "info":
                self._unexpected(line)

    def _configure(self, dialog: Dialog[None], options: ConfigMapping) -> None:
        self._check_unmanaged(options)
        self._set_options(options)
        self.target_config.update({name: value for name, value in options.items() if value is not None})
        dialog.resolve(None)

    def _check_unmanaged(self, options: ConfigMapping) -> None:
        for name in options:
            if name in self.options and self.options[name].is_managed():
                raise EngineError(f"option {name!r} is set automatically")

    def _would_change(self, options: UciOptionMap[ConfigValue]) -> bool:
        """Return whether options must be sent to the engine before a search."""
        return any(self._changed(name, value) for name, value in self._before_search(options))

    def _effective(self, options: ConfigMapping) -> UciOptionMap[ConfigValue]:
        effective = self.target_config.copy()
        effective.update(options)
        return effective

    def _before_search(self, options: ConfigMapping) -> list[tuple[str, ConfigValue]]:
        """Return the options to set before a search: all but UCI_Opponent, which is set at the beginning of a game."""
        return [(name, value) for name, value in self._effective(options).items() if name.lower() != "uci_opponent"]

    def _changed(self, name: str, value: ConfigValue) -> bool:
        if name not in self.options:
            raise EngineError(f"the engine has no option {name!r}")
        option = self.options[name]
        return option.type == "button" or name not in self.config or self.config[name] != option.parse(value)

    def _setoption(self, name: str, value: ConfigValue) -> None:
        if not self._changed(name, value):
            return
        option = self.options[name]
        value = option.parse(value)
        text = str(value).lower() if isinstance(value, bool) else value
        self.send_line(f"setoption name {name}" + ("" if value is None else f" value {text}"))
        if option.type != "button":
            self.config[name] = value

    def _set_options(self, options: ConfigMapping) -> None:
        for name, value in self._before_search(options):
            self._setoption(name, value)

    def _set_analyze_mode(self, on: bool, options: UciOptionMap[ConfigValue]) -> None:
        name = "UCI_AnalyseMode"
        if name in self.options and name not in self.target_config and name not in options:
            self._setoption(name, on)

    def _set_lines(self, number: int) -> None:
        if "MultiPV" in self.options or number != 1:
            self._setoption("MultiPV", number)

    def _opponent_options(self, opponent: Opponent | None) -> dict[str, ConfigValue]:
        if opponent is None or not opponent.name or "UCI_Opponent" not in self.options:
            return {}
        rating = "none" if opponent.rating is None else opponent.rating
        kind = "computer" if opponent.is_engine else "human"
        value = f"{opponent.title or 'none'} {rating} {kind} {opponent.name}"
        return {"UCI_Opponent": self.options["UCI_Opponent"].parse(value)}

    def _prepare(self, dialog: Dialog[Any], board: Board, game: object, options: UciOptionMap[ConfigValue]) -> Script:
        """Set up *board* and *options* in the engine, starting a new game if necessary."""
        self.may_ponderhit = None
        self._check_unmanaged(options)
        self._set_options(options)
        if self.first_game or game != self.game:
            self.first_game, self.game = False, game
            opponent = self._effective(options).get("UCI_Opponent")
            self.send_line("ucinewgame")
            if opponent is not None:
                self.config.pop("UCI_Opponent", None)
                self._setoption("UCI_Opponent", opponent)
            self.send_line("isready")
            yield from self._until_ready()
        if not dialog.is_canceled:
            self._position(board)

    def _position(self, board: Board) -> None:
        variant = type(board).uci_variant or "chess"
        if "UCI_Variant" in self.options:
            self._setoption("UCI_Variant", variant)
        elif variant != "chess":
            raise EngineError(f"the engine does not play variants: {variant}")
        if "UCI_Chess960" in self.options:
            self._setoption("UCI_Chess960", board.chess960)
        elif board.chess960:
            raise EngineError("the engine does not play Chess960")
        sendable = all(board.move_stack)  # engines do not support null moves
        root = board.root() if sendable else board
        fen = root.fen(shredder=board.chess960, en_passant="fen")
        words = ["position", "startpos" if fen == STARTING_FEN and variant == "chess" else f"fen {fen}"]
        if sendable and board.move_stack:
            words += ["moves", *(move.uci() for move in board.move_stack)]
        self.send_line(" ".join(words))
        self.board = board.copy(stack=False)

    def _go(
        self,
        limit: Limit,
        *,
        root_moves: Iterable[Move] | None = None,
        ponder: bool = False,
        infinite: bool = False,
    ) -> None:
        words: list[object] = ["go"]
        if ponder:
            words.append("ponder")
        clocks = {
            "wtime": limit.white_clock,
            "btime": limit.black_clock,
            "winc": limit.white_inc,
            "binc": limit.black_inc,
        }
        for name, seconds in clocks.items():
            if seconds is not None:
                words += [name, max(1, round(seconds * 1000)) if name.endswith("time") else round(seconds * 1000)]
        if limit.remaining_moves is not None and limit.remaining_moves > 0:
            words += ["movestogo", int(limit.remaining_moves)]
        for name, number in (("depth", limit.depth), ("nodes", limit.nodes), ("mate", limit.mate)):
            if number is not None:
                words += [name, max(1, int(number))]
        if limit.time is not None:
            words += ["movetime", max(1, round(limit.time * 1000))]
        if infinite:
            words.append("infinite")
        if root_moves is not None:
            words += ["searchmoves", *([move.uci() for move in root_moves] or ["0000"])]
        self.send_line(" ".join(map(str, words)))

    def _search(self, board: Board, info: Info, post: Callable[[InfoDict], object]) -> Generator[None, str, BestMove]:
        """Read the engine's output up to its best move, and return the best move."""
        root = self.board
        while True:
            word, rest = _split((yield))
            if word == "info":
                if info:
                    post(_parse_uci_info(rest, root, info))
            elif word == "bestmove":
                return parse_bestmove(board, rest)
            elif word:
                self._unexpected(f"{word} {rest}")


def _split(line: str) -> tuple[str, str]:
    """Return the first word of a line, and the rest of it."""
    word, _, rest = line.strip(" \t").partition(" ")
    return word, rest.lstrip(" \t")
