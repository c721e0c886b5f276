"""Many games in one call: columns of movetexts, moves as text and back, positions of 24 bytes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from .._core import _moves_to_text, _pack_boards, _parse_texts, _pgn_plan, _text_to_moves, _unpack_boards
from ._scan import column_names, integer
from ._table import Column, Games, Table

if TYPE_CHECKING:
    from typing_extensions import Buffer

    from .._core import Board


class ArrowArray(Protocol):
    """An object with an Arrow array."""

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]: ...


class ArrowStream(Protocol):
    """An object with a stream of Arrow arrays."""

    def __arrow_c_stream__(self, requested_schema: object = None) -> object: ...


Texts: TypeAlias = "ArrowArray | ArrowStream | Iterable[str | None]"
Moves: TypeAlias = "ArrowArray | ArrowStream"

MOVETEXT_COLUMNS = ("ply_count", "result", "moves", "clocks", "evals", "error")


def parse_movetext(strings: Texts, columns: Sequence[str] | None = None, *, threads: int = 1) -> Games:
    """Return the columns of games whose movetexts are a column of strings.

    The Hugging Face data set Lichess/standard-chess-games has such a column. There is one row for each string, of nulls if
    it is null or has no game.

    ::

        strings  "1. e4 { [%clk 0:05:00] } e5 1-0"   "1. d4 *"      (n,)
        columns  moves   [1804, 2356]                [1739]         list<int16>
                 clocks  [300000, null]              null           list<int32>

    :param strings: an Arrow array or stream of strings, such as a polars Series or a pyarrow ChunkedArray, or an iterable
        of str and None.
    :param columns: names, as in scan_pgn(); by default ply_count, result, moves, clocks, evals and error. *offset* is 0.
    :param threads: 1 to 1024. The rows are the same for every number.

    >>> import bitrook.data as bd
    >>> games = bd.parse_movetext(["1. e4 { [%clk 0:05:00] } e5 1-0", "1. d4 *", None])
    >>> games.column("moves")[0], games.column("clocks")[0], games.column("ply_count")[2]
    ([1804, 2356], [300000, None], None)
    """
    names = column_names(columns, MOVETEXT_COLUMNS)
    plan = _pgn_plan(False, names, [], 0, 1, 0)
    return Games(_parse_texts(plan, strings, integer("threads", threads, 1, 1024)))


def _only(table: Any) -> Column:
    made = Table(table)
    return made.column(next(iter(made.schema)))


def moves_to_uci(moves: Moves) -> Column:
    """Return the moves of games in UCI notation, as a column of lists of strings.

    :param moves: a column of list<int16>, such as ``games.column("moves")`` or a polars Series of it.
    :raises ValueError: for a number that is not a move, with game and ply.

    >>> import bitrook.data as bd
    >>> games = bd.parse_movetext(["1. e4 e5", "1. d4"])
    >>> list(bd.moves_to_uci(games.column("moves")))
    [['e2e4', 'e7e5'], ['d2d4']]
    """
    return _only(_moves_to_text(moves, None, False))


def moves_to_san(moves: Moves, *, fens: Texts | None = None) -> Column:
    """Return the moves of games in standard algebraic notation, as a column of lists of strings.

    :param moves: a column of list<int16>.
    :param fens: the start positions, a column of strings such as ``games.column("fen")``; null is the start of chess.
    :raises ValueError: for an illegal move or a wrong FEN, with game and ply.

    >>> import bitrook.data as bd
    >>> games = bd.parse_movetext(["1. e2e4 e7-e5 2. Nf3"])
    >>> list(bd.moves_to_san(games.column("moves")))
    [['e4', 'e5', 'Nf3']]
    """
    return _only(_moves_to_text(moves, fens, True))


def uci_to_moves(games: Texts) -> Column:
    """Return games of moves in UCI notation as a column of list<int16>. Whether moves are legal is not tested.

    :param games: a column or an iterable of strings, each with the moves of a game separated by spaces.
    :raises ValueError: for a text that is not a move, with game and ply.

    >>> import bitrook.data as bd
    >>> list(bd.uci_to_moves(["e2e4 e7e5", "e7e8q"]))
    [[1804, 2356], [24372]]
    """
    return _only(_text_to_moves(games, None, False))


def san_to_moves(games: Texts, *, fens: Texts | None = None) -> Column:
    """Return games of moves in standard algebraic notation as a column of list<int16>.

    :param games: a column or an iterable of strings, each with the moves of a game separated by spaces, without move
        numbers; parse_movetext() reads those.
    :param fens: the start positions, as in moves_to_san().
    :raises ValueError: for a text that is not a legal move, with game and ply.

    >>> import bitrook.data as bd
    >>> list(bd.san_to_moves(["e4 e5", "d4"]))
    [[1804, 2356], [1739]]
    """
    return _only(_text_to_moves(games, fens, True))


def pack_boards(boards: Iterable[Board]) -> bytes:
    """Return boards as 24 bytes each, one after the other; Board.packed() for many.

    :raises ValueError: if a position cannot be packed.

    >>> import bitrook.data as bd
    >>> len(bd.pack_boards([Board(), Board("4k3/8/8/8/8/8/8/4K3 w - - 0 1")]))
    48
    """
    return _pack_boards(boards)


def unpack_boards(packed: Buffer, *, chess960: bool = False) -> list[Board]:
    """Return the boards of positions of 24 bytes; Board.from_packed() for many.

    :param packed: bytes or any buffer of bytes, 24 for each position. A NumPy column of positions: ``column.tobytes()``.
    :raises ValueError: if the bytes are not positions.

    >>> import bitrook.data as bd
    >>> bd.unpack_boards(bd.pack_boards([Board(), Board()])) == [Board(), Board()]
    True
    """
    return _unpack_boards(packed, chess960)
