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
    from ._game import Game
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
    nothing: Iterator[ChildNode] = iter(())
    waiting: list[tuple[ChildNode, Iterator[ChildNode], int]] = []  # nodes whose alternative is being visited
    plies = 0  # of the current line that are on the board
    while True:
        visit_node(node, board, visitor)
        plies += 1
        others = islice(node.parent.variations, 1, None) if alternatives else nothing
        while True:  # until there is a node to visit
            for other in others:  # noqa: B007 - used below
                if visitor.begin_variation() is not SKIP:
                    break
                visitor.end_variation()
            else:
                if variations := node.variations:
                    node, alternatives = variations[0], True
                    break
                if not waiting:
                    return
                for _ in range(plies):
                    board.pop()
                visitor.end_variation()
                node, others, plies = waiting.pop()
                board.push(node.move)
                continue
            waiting.append((node, others, plies))
            board.pop()
            node, alternatives, plies = other, False, 0
            break


def _written_at_once(game: Game, visitor: Any) -> bool:
    """Write an unmodified parsed game to an exporter in one call. Return False if this is not possible."""
    packed = packed_below(game)
    if packed is None or "comment" in vars(game) or not visitor._is_fresh():
        return False
    result = game.headers.get("Result", "*")
    if not result.isascii() or not result.isprintable() or result.strip() != result or not result:
        return False
    columns, comments, variations = visitor.columns or 0, bool(visitor.comments), bool(visitor.variations)
    text = packed.movetext(game.board(), result, columns, comments, variations)
    if text is None:
        return False
    visitor._write_text(text)
    moves = text.rstrip()[: -len(result)].rstrip()
    visitor.force_movenumber = not moves or moves[-1] in "})"
    return True


def visit_game(game: Game, visitor: BaseVisitor[ResultT]) -> ResultT:
    """Visit a whole game."""
    exporter: Any = visitor
    is_ours = type(exporter) is StringExporter or type(exporter) is FileExporter
    if visitor.begin_game() is not SKIP:
        for name, value in game.headers.items():
            visitor.visit_header(name, value)
        if visitor.end_headers() is not SKIP:
            if is_ours and _written_at_once(game, exporter):
                return visitor.result()
            board = game.board()
            visitor.visit_board(board)
            if game.comment:
                visitor.visit_comment(game.comment)
            if variations := game.variations:
                visit_line(variations[0], board, visitor)
            visitor.visit_result(game.headers.get("Result", "*"))
    visitor.end_game()
    return visitor.result()


def visit_subgame(node: GameNode, visitor: BaseVisitor[ResultT]) -> ResultT:
    """Visit the game that begins at *node*, with the headers of its game followed by those of its position."""
    if visitor.begin_game() is not SKIP:
        headers = node.game().headers
        start = Headers({})
        board = node.board()
        start._set_start(board)
        visitor.begin_headers()
        for name, value in headers.items():
            if name not in start:
                visitor.visit_header(name, value)
        for name, value in start.items():
            visitor.visit_header(name, value)
        if visitor.end_headers() is not SKIP:
            visitor.visit_board(board)
            if variations := node.variations:
                visit_line(variations[0], board, visitor)
            visitor.visit_result(headers.get("Result", "*"))
    visitor.end_game()
    return visitor.result()
