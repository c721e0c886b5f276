"""Bulk conversions: movetexts to columns, moves to text and back, and boards to bytes and back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias

from .._arguments import integer
from .._core import (
    _moves_to_text,
    _pack_boards,
    _parse_texts,
    _pgn_plan,
    _rows_of_games,
    _table_of,
    _text_to_moves,
    _unpack_boards,
)
from ._scan import COLUMNS, column_names
from ._table import Column, Games, ListColumn, Table

if TYPE_CHECKING:
    from typing_extensions import Buffer

    from .._core import Board
    from ..pgn import Game


class ArrowArray(Protocol):
    """An object that exports an Arrow array."""

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]: ...


class ArrowStream(Protocol):
    """An object that exports a stream of Arrow arrays."""

    def __arrow_c_stream__(self, requested_schema: object = None) -> object: ...


Texts: TypeAlias = "ArrowArray | ArrowStream | Iterable[str | None]"
Moves: TypeAlias = "ArrowArray | ArrowStream | ListColumn | Table"

MOVETEXT_COLUMNS = ("ply_count", "result", "moves", "clocks", "evals", "error", "fen", "Variant")


def parse_movetext(strings: Texts, columns: Sequence[str] | None = None, *, threads: int = 1) -> Games:
    """Parse a column of movetexts, and return the games as columns.

    The Hugging Face data set Lichess/standard-chess-games has such a column. The result has one row for each string,
    with null values if the string is null or contains no game.

    ::

        strings  "1. e4 { [%clk 0:05:00] } e5 1-0"   "1. d4 *"      (n,)
        columns  moves   [1804, 2356]                [1739]         list<int16>
                 clocks  [300000, null]              null           list<int32>

    :param strings: an Arrow array or stream of strings, such as a polars Series or a pyarrow ChunkedArray, or an
        iterable of str and None.
    :param columns: the columns to return, as in scan_pgn(); by default ply_count, result, moves, clocks, evals, error,
        fen and Variant. *offset* is always 0.
    :param threads: the number of threads, 1 to 1024. The result does not depend on it.

    >>> import bitrook.data as bd
    >>> games = bd.parse_movetext(["1. e4 { [%clk 0:05:00] } e5 1-0", "1. d4 *", None])
    >>> games.column("moves")[0], games.column("clocks")[0], games.column("ply_count")[2]
    ([1804, 2356], [300000, None], None)
    """
    names = column_names(columns, MOVETEXT_COLUMNS)
    plan = _pgn_plan(names)
    return Games(_parse_texts(plan, strings, integer("threads", threads, 1, 1024)))


def from_games(games: Iterable[Game], columns: Sequence[str] | None = None) -> Games:
    """Return games of bitrook.pgn as columns: the inverse of indexing a table of games, without variations.

    :param columns: the columns to return, as in scan_pgn(), except *offset* and *movetext*, which only texts have. The
        default is all of COLUMNS but *offset*. If a move is illegal or the start position is invalid, the row contains
        the moves before it, and a message in the column *error*.
    :raises ValueError: for the columns *offset* and *movetext*.
    :raises TypeError: if a move or a NAG has the wrong type; the message contains the index of the game and the ply.

    >>> import bitrook.data as bd
    >>> from bitrook import pgn
    >>> game = pgn.Game({"White": "Ann"})
    >>> game.add_variation(Move.from_uci("e2e4")).comment = "[%eval 0.3]"
    >>> bd.from_games([game], ["White", "moves", "evals"]).row(0)
    {'White': 'Ann', 'moves': [1804], 'evals': [30]}
    """
    names = column_names(columns, [name for name in COLUMNS if name != "offset"])
    if not {"offset", "movetext"}.isdisjoint(names):
        raise ValueError("only games that are read from text have the columns offset and movetext")
    records = (
        (dict(game.headers), [(node.move, node.comment, sorted(node.nags)) for node in game.mainline()])
        for game in games
    )
    return Games(_rows_of_games(_pgn_plan(names), records))


Errors: TypeAlias = Literal["column", "raise"]


def _starts(moves: object, fens: Texts | None, variants: Texts | None) -> tuple[Texts | None, Texts | None]:
    """Return the start positions and variants. The defaults are the columns of a table of games."""
    if isinstance(moves, Table):
        fens = moves.column("fen") if fens is None and "fen" in moves.schema else fens
        variants = moves.column("Variant") if variants is None and "Variant" in moves.schema else variants
    return fens, variants


def _lists(moves: Moves) -> ArrowArray | ArrowStream:
    """Return moves as Arrow data: the column of a table of games, a copy of a ListColumn, or *moves* itself."""
    if isinstance(moves, Table):
        return moves.column("moves")
    if not isinstance(moves, ListColumn):
        return moves
    from .._numpy import np

    offsets = np.ascontiguousarray(moves.offsets, "i4")
    values = np.ascontiguousarray(moves.values[offsets[0] : offsets[-1]], "i2")
    items = ("int16", len(values), 0, None, None, values, None)
    column = ("list<int16>", len(offsets) - 1, 0, None, offsets - offsets[0], None, items)
    return Table(_table_of([("moves", "list<int16>")], [column])).column("moves")


def _converted(function: Any, data: Any, fens: Any, variants: Any, san: bool, threads: int, errors: Errors) -> Column:
    if errors not in ("column", "raise"):
        raise ValueError(f"errors must be 'column' or 'raise', not {errors!r}")
    table = Table(function(data, fens, variants, san, integer("threads", threads, 1, 1024), errors == "raise"))
    return table.column(next(iter(table.schema)))


def moves_to_uci(moves: Moves, *, threads: int = 1, errors: Errors = "column") -> Column:
    """Return the moves of games in UCI notation, as a column of lists of strings.

    :param moves: a column of type list<int16>, such as ``games.column("moves")``, ``games["moves"]``, a polars Series
        or a pyarrow array; or a table of games with a column *moves*.
    :param threads: the number of threads, 1 to 1024. The result does not depend on it.
    :param errors: how to treat a number that is not a move. With "column", the row contains the moves before it, and
        the column's `errors` contains a message. With "raise", the first one raises ValueError with its game and ply.
    :returns: a column with one row per game, which is null where *moves* is null.

    >>> import bitrook.data as bd
    >>> games = bd.parse_movetext(["1. e4 e5", "1. d4"])
    >>> list(bd.moves_to_uci(games))
    [['e2e4', 'e7e5'], ['d2d4']]
    """
    return _converted(_moves_to_text, _lists(moves), None, None, False, threads, errors)


def moves_to_san(
    moves: Moves,
    *,
    fens: Texts | None = None,
    variants: Texts | None = None,
    threads: int = 1,
    errors: Errors = "column",
) -> Column:
    """Return the moves of games in standard algebraic notation, as a column of lists of strings.

    :param moves: see moves_to_uci(). The columns *fen* and *Variant* of a table of games are the defaults of *fens* and
        *variants*.
    :param fens: the FENs of the start positions: a column of strings with a row for each game, or an iterable of str
        and None. Null means the standard start position.
    :param variants: the values of the tag Variant, in the same form. Chess960 is selected by "Chess960" in any of its
        spellings, or by castling rights that exist only in Chess960. Null means standard chess.
    :param threads: the number of threads, 1 to 1024. The result does not depend on it.
    :param errors: see moves_to_uci(). Applies to illegal moves, invalid FENs and unsupported variants.

    >>> import bitrook.data as bd
    >>> games = bd.parse_movetext(["1. e2e4 e7-e5 2. Nf3"])
    >>> list(bd.moves_to_san(games))
    [['e4', 'e5', 'Nf3']]
    >>> list(bd.moves_to_san(bd.uci_to_moves(["e2e4 e2e4", "g1f3"])).errors)
    ['ply 1: illegal move e2e4', None]
    """
    fens, variants = _starts(moves, fens, variants)
    return _converted(_moves_to_text, _lists(moves), fens, variants, True, threads, errors)


def uci_to_moves(
    games: Texts,
    *,
    fens: Texts | None = None,
    variants: Texts | None = None,
    threads: int = 1,
    errors: Errors = "column",
) -> Column:
    """Convert the moves of games from UCI notation to a column of list<int16>. Moves are not checked for legality.

    Castling may be written in both forms, e1g1 and e1h1. The result contains the form of the game: e1g1 in standard
    chess, e1h1 in Chess960. After an illegal move, moves are converted as they are written.

    :param games: a column or an iterable of strings, each with the moves of a game separated by spaces.
    :param fens: the start positions; see moves_to_san().
    :param variants: the variants; see moves_to_san().
    :param threads: the number of threads, 1 to 1024. The result does not depend on it.
    :param errors: see moves_to_uci(). Applies to words that are not moves, invalid FENs and unsupported variants.
    :returns: a column with one row per game, which is null where *games* is null.

    >>> import bitrook.data as bd
    >>> list(bd.uci_to_moves(["e2e4 e7e5", "e7e8q"]))
    [[1804, 2356], [24372]]
    """
    return _converted(_text_to_moves, games, fens, variants, False, threads, errors)


def san_to_moves(
    games: Texts,
    *,
    fens: Texts | None = None,
    variants: Texts | None = None,
    threads: int = 1,
    errors: Errors = "column",
) -> Column:
    """Convert the moves of games from standard algebraic notation to a column of list<int16>.

    :param games: a column or an iterable of strings, each with the moves of a game separated by spaces, without move
        numbers. For text with move numbers, use parse_movetext().
    :param fens: the start positions; see moves_to_san().
    :param variants: the variants; see moves_to_san().
    :param threads: the number of threads, 1 to 1024. The result does not depend on it.
    :param errors: see moves_to_uci(). Applies to words that are not legal moves, invalid FENs and unsupported variants.
    :returns: a column with one row per game, which is null where *games* is null.

    >>> import bitrook.data as bd
    >>> list(bd.san_to_moves(["e4 e5", "d4"]))
    [[1804, 2356], [1739]]
    """
    return _converted(_text_to_moves, games, fens, variants, True, threads, errors)


def pack_boards(boards: Iterable[Board]) -> bytes:
    """Pack boards into 24 bytes each, without separators. Equivalent to Board.packed() for each board.

    :raises ValueError: if a position cannot be packed.

    >>> import bitrook.data as bd
    >>> len(bd.pack_boards([Board(), Board("4k3/8/8/8/8/8/8/4K3 w - - 0 1")]))
    48
    """
    return _pack_boards(boards)


def unpack_boards(packed: Buffer, *, chess960: bool = False) -> list[Board]:
    """Unpack boards from 24 bytes each. Equivalent to Board.from_packed() for each position.

    :param packed: bytes or another buffer, with 24 bytes per position. For a NumPy column of positions, pass
        ``column.tobytes()``.
    :raises ValueError: if the bytes are not valid positions.

    >>> import bitrook.data as bd
    >>> bd.unpack_boards(bd.pack_boards([Board(), Board()])) == [Board(), Board()]
    True
    """
    return _unpack_boards(packed, chess960)
