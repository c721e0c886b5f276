"""Traverses games with visitors in PGN order, without recursion, so variations can be nested to any depth."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar

from ._constants import SKIP
from ._exporters import FileExporter, StringExporter
from ._headers import Headers
from ._lazy import packed_below

if TYPE_CHECKING:
    from .._core import Board
    from ._node import ChildNode, GameNode
    from ._visitors import BaseVisitor

ResultT = TypeVar("ResultT", covariant=True)


def visit_node(node: ChildNode, board: Board, visitor: BaseVisitor[ResultT]) -> None:
    """Visit one node. *board* holds the position before its move, and the move is pushed to it."""
    if node.starting_comment:
        visitor.visit_comment(node.starting_comment)
    visitor.visit_move(board, node.move)
    board.push(node.move)
    visitor.visit_board(board)
    if node.nags:
        for nag in sorted(node.nags):
            visitor.visit_nag(nag)
    if node.comment:
        visitor.visit_comment(node.comment)


def visit_line(node: ChildNode, board: Board, visitor: BaseVisitor[ResultT], *, alternatives: bool = True) -> None:
    """Visit *node*, its *alternatives* if it is the first child, and its descendants.

    *board* holds the position before the node's move; the call changes it.
    """
    lines = [_line(node, board, visitor, alternatives)]
    while lines:
        nested = next(lines[-1], None)
        if nested is None:
            lines.pop()
        else:
            lines.append(nested)


def _line(
    node: ChildNode, board: Board, visitor: BaseVisitor[ResultT], alternatives: bool, *, undo: bool = False
) -> Iterator[Iterator[Any]]:
    """Visit a line, and yield the iterator that visits each variation. With *undo*, restore the board at the end."""
    plies = 0
    while True:
        visit_node(node, board, visitor)
        plies += 1
        for other in islice(node.parent.variations, 1, None) if alternatives else ():
            if visitor.begin_variation() is not SKIP:
                board.pop()
                yield _line(other, board, visitor, False, undo=True)
                board.push(node.move)
            visitor.end_variation()
        if not (variations := node.variations):
            break
        node, alternatives = variations[0], True
    if undo:
        for _ in range(plies):
            board.pop()


def _written_at_once(game: GameNode, visitor: Any) -> bool:
    """Write an unmodified parsed game to an exporter in one call. Return False if this is not possible."""
    packed = packed_below(game)
    if packed is None or "comment" in vars(game) or not visitor._is_fresh():
        return False
    result = game.game().headers.get("Result", "*")
    if result not in ("1-0", "0-1", "1/2-1/2"):
        result = "*"
    columns, comments, variations = visitor.columns or 0, bool(visitor.comments), bool(visitor.variations)
    text = packed.movetext(game.board(), result, columns, comments, variations)
    if text is None:
        return False
    visitor._write_text(text)
    moves = text.rstrip()[: -len(result)].rstrip()
    visitor.force_movenumber = not moves or moves[-1] in "})"
    return True


def visit_game(node: GameNode, visitor: BaseVisitor[ResultT], *, subgame: bool = False) -> ResultT:
    """Visit a whole game, or the *subgame* that begins at *node*.

    The headers of a subgame are those of the game, followed by those of its position.
    """
    exporter: Any = visitor
    is_ours = type(exporter) is StringExporter or type(exporter) is FileExporter
    if visitor.begin_game() is not SKIP:
        headers = node.game().headers
        tags = [*headers.items()]
        if subgame:
            start = Headers({})
            start._set_start(node.board())
            visitor.begin_headers()
            tags = [*((name, value) for name, value in tags if name not in start), *start.items()]
        for name, value in tags:
            visitor.visit_header(name, value)
        if visitor.end_headers() is not SKIP:
            if is_ours and not subgame and _written_at_once(node, exporter):
                return visitor.result()
            board = node.board()
            visitor.visit_board(board)
            if node.comment and not subgame:
                visitor.visit_comment(node.comment)
            if variations := node.variations:
                visit_line(variations[0], board, visitor)
            visitor.visit_result(headers.get("Result", "*"))
    visitor.end_game()
    return visitor.result()
