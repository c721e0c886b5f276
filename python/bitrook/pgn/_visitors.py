"""The base class of visitors, whose methods a reader or a game calls for each part, and two simple visitors."""

from __future__ import annotations

import abc
from typing import TYPE_CHECKING, Generic, Literal, TypeVar

from .._core import Board, Move
from ._constants import SKIP, SkipType

if TYPE_CHECKING:
    from ._headers import Headers

ResultT = TypeVar("ResultT", covariant=True)


class BaseVisitor(abc.ABC, Generic[ResultT]):
    """The base class of visitors. Override the methods that you need; result() is required.

    A reader calls the methods in this order: begin_game, begin_headers, visit_header for each tag, end_headers and
    visit_board with the starting position; then begin_parse_san, parse_san, visit_move and visit_board for each move,
    with visit_nag, visit_comment, begin_variation, end_variation and visit_result where they occur; and finally
    end_game. The boards belong to the reader: do not modify them, and copy those that you keep.

    >>> class Longest(bitrook.pgn.BaseVisitor):
    ...     def begin_game(self):
    ...         self.plies = 0
    ...
    ...     def visit_move(self, board, move):
    ...         self.plies = max(self.plies, board.ply() + 1)
    ...
    ...     def result(self):
    ...         return self.plies
    >>> import io
    >>> bitrook.pgn.read_game(io.StringIO("1. e4 e5 (1... c5 2. Nf3) *"), Visitor=Longest)
    3
    """

    def begin_game(self) -> SkipType | None:
        """Begin a game. Return SKIP to skip all of it."""

    def begin_headers(self) -> Headers | None:
        """Begin the tags. If this returns a `Headers`, the visitor must fill it; the reader uses FEN and Variant."""

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        """Visit a tag."""

    def end_headers(self) -> SkipType | None:
        """End the tags. Return SKIP to skip the moves."""

    def begin_parse_san(self, board: Board, san: str) -> SkipType | None:
        """Begin a move. Return SKIP to skip it; the next move is then parsed in the same position."""

    def parse_san(self, board: Board, san: str) -> Move:
        """Parse a move. A `ValueError` is passed to handle_error(), and the rest of the line is skipped.

        The default implementation accepts SAN, long algebraic notation, UCI and null moves.
        """
        return board.parse_san(san)

    def visit_move(self, board: Board, move: Move) -> None:
        """Visit a move. *board* holds the position before it."""

    def visit_board(self, board: Board) -> None:
        """Visit a position: the starting position, and the one after each move."""

    def visit_comment(self, comment: str) -> None:
        """Visit a comment."""

    def visit_nag(self, nag: int) -> None:
        """Visit a numeric annotation glyph."""

    def begin_variation(self) -> SkipType | None:
        """Begin a variation: an alternative to the last move. Return SKIP to skip it."""

    def end_variation(self) -> None:
        """End a variation."""

    def visit_result(self, result: str) -> None:
        """Visit the result at the end of the moves."""

    def end_game(self) -> None:
        """End a game."""

    @abc.abstractmethod
    def result(self) -> ResultT:
        """Return the result of the visit."""

    def handle_error(self, error: Exception) -> None:
        """Handle an error found by the reader. The default implementation raises it."""
        raise error


class BoardBuilder(BaseVisitor[Board]):
    """A visitor that returns a board with the moves of the main line.

    >>> import io
    >>> bitrook.pgn.read_game(io.StringIO("1. e4 e5 (1... c5) 2. Nf3"), Visitor=BoardBuilder).fen()
    'rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2'
    """

    def begin_game(self) -> None:  # noqa: D102
        self.skip_variation_depth: int = 0

    def begin_variation(self) -> SkipType:  # noqa: D102
        self.skip_variation_depth += 1
        return SKIP

    def end_variation(self) -> None:  # noqa: D102
        self.skip_variation_depth = max(self.skip_variation_depth - 1, 0)

    def visit_board(self, board: Board) -> None:  # noqa: D102
        if not self.skip_variation_depth:
            self.board: Board = board

    def result(self) -> Board:
        """Return the board."""
        return self.board


class SkipVisitor(BaseVisitor[Literal[True]]):
    """A visitor that skips the game.

    >>> import io
    >>> bitrook.pgn.read_game(io.StringIO("1. e4"), Visitor=SkipVisitor)
    True
    """

    def begin_game(self) -> SkipType:  # noqa: D102
        return SKIP

    def end_headers(self) -> SkipType:  # noqa: D102
        return SKIP

    def begin_variation(self) -> SkipType:  # noqa: D102
        return SKIP

    def result(self) -> Literal[True]:
        """Return True."""
        return True
