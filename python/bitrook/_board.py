"""Methods of boards that are written in Python: EPD, figurines, pictures."""

from __future__ import annotations

from ._attach import class_method_of, method_of
from ._core import BaseBoard, Board, Move, Piece

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Literal, TypeVar

    from ._epd import EpdOperand

    B = TypeVar("B", bound=Board)


@method_of(BaseBoard)
def unicode(
    self: BaseBoard,
    *,
    invert_color: bool = False,
    borders: bool = False,
    empty_square: str = "⭘",
    orientation: bool = True,
) -> str:
    """The board as eight lines of chess figurines, seen from the side of *orientation*.

    *invert_color* swaps filled and outlined figurines, for light text on a dark ground. *borders* draws lines between
    the squares, with the names of ranks and files; *empty_square* stands where no piece does.
    """

    def square(index: int) -> str:
        piece = self.piece_at(index)
        return piece.unicode_symbol(invert_color=invert_color) if piece else empty_square

    ranks = range(7, -1, -1) if orientation else range(8)
    files = range(8) if orientation else range(7, -1, -1)
    rows = [[square(8 * rank + file) for file in files] for rank in ranks]
    if not borders:
        return "\n".join([" ".join(row) for row in rows])
    rule = "  " + "-" * 17
    lines = [line for rank, row in zip(ranks, rows) for line in (rule, f"{rank + 1} |{'|'.join(row)}|")]
    return "\n".join([*lines, rule, "   " + " ".join(["abcdefgh"[file] for file in files])])


@method_of(BaseBoard, "_repr_svg_")
def board_svg(self: BaseBoard) -> str:
    """The board as a picture, for notebooks: SVG."""
    from . import _svg

    return _svg.board(self)


@method_of(Piece, "_repr_svg_")
def piece_svg(self: Piece) -> str:
    """The piece as a picture, for notebooks: SVG."""
    from . import _svg

    return _svg.piece(self)


@method_of(Board)
def epd(
    self: Board,
    *,
    shredder: bool = False,
    en_passant: Literal["legal", "fen", "xfen"] = "legal",
    promoted: bool | None = None,
    **operations: Any,
) -> str:
    """The position without its clocks, followed by *operations*, in the order given.

    The first three are as for fen(). An operand is a number, a Move, None, or text, in which quotes, backslashes, tabs
    and line ends are escaped; for `bm` and `am` also several moves, written in alphabetical order, and for `pv` a line
    of moves. Raises ValueError for an opcode that is none.

    >>> Board().epd(bm=[Move.from_uci("g1f3"), Move.from_uci("e2e4")], id="to begin with")
    'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm Nf3 e4; id "to begin with";'
    """
    position = self.fen(shredder=shredder, en_passant=en_passant, promoted=promoted).rsplit(" ", 2)[0]
    if not operations:
        return position
    from . import _epd

    return _epd.write(self, position, operations)


@method_of(Board)
def set_epd(self: Board, epd: str) -> dict[str, EpdOperand]:
    """Set the position from *epd*, clear the history, and return the operations by opcode.

    Operands are numbers, text without its quotes, moves in any spelling that parse_san() reads, a list of moves for
    `bm`, `am` and `pv`, and None where there is no operand. The operations `hmvc` and `fmvn` set the clocks. Raises a
    ValueError, of which the move errors are kinds, and leaves the board as it is.
    """
    from . import _epd

    return _epd.read(self, epd)


@class_method_of(Board)
def from_epd(cls: type[B], epd: str, *, chess960: bool = False) -> tuple[B, dict[str, EpdOperand]]:
    """A new board from *epd*, and the operations: see set_epd()."""
    board = cls.empty(chess960=chess960)
    return board, board.set_epd(epd)


# Private in python-chess, but its module polyglot calls it: the king's step for a move of the king onto its own rook.
@method_of(Board)
def _from_chess960(
    self: Board, chess960: bool, from_square: int, to_square: int, promotion: int | None = None, drop: int | None = None
) -> Move:
    """The move as standard chess spells castling, unless *chess960*."""
    step = {(4, 7): 6, (4, 0): 2, (60, 63): 62, (60, 56): 58}.get((from_square, to_square))
    if step is None or chess960 or promotion or drop or not self.kings >> from_square & 1:
        return Move(from_square, to_square, promotion, drop)
    return Move(from_square, step)
