"""The calls that both clients share, each of which runs a dialog with the engine."""

from __future__ import annotations

import abc
import asyncio
from collections.abc import Callable, Iterable, MutableMapping
from dataclasses import dataclass
from typing import TypeVar

from .._core import Board, Move
from .._engine_options import NO_OPTIONS, ConfigMapping, ConfigValue, EngineError, Option
from . import _log
from ._analysis import AnalysisResult
from ._command import Dialog, Script
from ._protocol import Protocol
from ._values import INFO_ALL, INFO_NONE, Info, Limit, Opponent, PlayResult

T = TypeVar("T")


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


class Session(Protocol):
    """A client whose subclasses define the dialogs with the engine."""

    target_config: MutableMapping[str, ConfigValue]  # the values to set before each search

    async def initialize(self) -> None:
        await self.communicate(lambda engine: Dialog(engine, self._initialize, initializes=True))

    async def ping(self) -> None:
        await self._run(self._ping)

    async def configure(self, options: ConfigMapping) -> None:
        def script(dialog: Dialog[None]) -> None:
            self._set_options(options)
            self.target_config.update({name: value for name, value in options.items() if value is not None})
            dialog.resolve(None)

        await self._run(script)

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
        request = Request(
            board.copy(), limit, game, info, _list(root_moves), dict(options),
            ponder=ponder, draw_offered=draw_offered, opponent=opponent,
        )  # fmt: skip
        self._check(board)
        return await self._run(self._play(request))

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
        request = Request(
            board.copy(), limit or Limit(), game, info, _list(root_moves), dict(options),
            infinite=limit is None, multipv=multipv,
        )  # fmt: skip
        self._check(board)
        return await self._run(self._analysis(request))

    async def quit(self) -> None:
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

    # The dialogs. `_play` and `_analysis` check the request and return the dialog, so that an invalid request raises an
    # error before the running command is asked to finish.

    @abc.abstractmethod
    def _initialize(self, dialog: Dialog[None]) -> Script: ...

    @abc.abstractmethod
    def _ping(self, dialog: Dialog[None]) -> Script: ...

    @abc.abstractmethod
    def _set_options(self, options: ConfigMapping) -> None: ...

    @abc.abstractmethod
    def _play(self, request: Request) -> Callable[[Dialog[PlayResult]], Script]: ...

    @abc.abstractmethod
    def _analysis(self, request: Request) -> Callable[[Dialog[AnalysisResult]], Script]: ...


def _list(moves: Iterable[Move] | None) -> list[Move] | None:
    return None if moves is None else list(moves)
