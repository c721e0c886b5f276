"""The dialog in which a UCI engine plays a move and then ponders."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from .._core import Board, Move
from .._engine_options import ConfigValue, UciOptionMap
from ._command import Dialog, Script
from ._values import INFO_NONE, Info, InfoDict, Limit, PlayResult

if TYPE_CHECKING:
    from ._uci import UciProtocol


@dataclass
class Play:
    """The dialog for one move: a search, followed by pondering on the expected reply while the opponent thinks."""

    engine: UciProtocol
    board: Board
    limit: Limit
    game: object
    info: Info
    ponder: bool
    root_moves: Iterable[Move] | None
    options: UciOptionMap[ConfigValue]

    def run(self, dialog: Dialog[PlayResult]) -> Script:
        engine = self.engine
        if engine.ponderhit:
            engine.ponderhit, engine.may_ponderhit = False, None
            engine.send_line("ponderhit")
        else:
            engine._set_analyze_mode(False, self.options)
            if "Ponder" in engine.options:
                engine._setoption("Ponder", self.ponder)
            engine._set_lines(1)
            yield from engine._prepare(dialog, self.board, self.game, self.options)
            if dialog.is_canceled:
                return
            engine._go(self.limit, root_moves=self.root_moves)
        dialog.on_cancel = lambda: engine.send_line("stop")
        found: InfoDict = {}
        best = yield from engine._search(
            self.board, self.info, lambda info: found.update(info) if info.get("multipv", 1) == 1 else None
        )
        ponders = self.ponder and best.move and best.ponder and not dialog.is_canceled
        if ponders:
            self.board.push(cast(Move, best.move))
            self.board.push(cast(Move, best.ponder))
            engine._position(self.board)
            engine._go(self.limit, ponder=True)
            engine.may_ponderhit = self.board
            dialog.on_cancel = lambda: self.stop_pondering(dialog)
        dialog.resolve(PlayResult(best.move, best.ponder, found))
        if ponders:
            yield from engine._search(self.board, INFO_NONE, lambda info: None)
            engine.may_ponderhit = None

    def stop_pondering(self, dialog: Dialog[PlayResult]) -> None:
        """Hand the search over to the next command if the expected reply was played; otherwise stop it."""
        if self.engine.ponderhit:
            dialog.set_finished()
        else:
            self.engine.send_line("stop")
