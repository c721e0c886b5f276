"""Scans, which read games in PGN on demand and return them as columns."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from .._arguments import integer
from .._conditions import Condition, compiled
from .._core import _arrow_schema, _pgn_batches, _pgn_plan, _pgn_stream
from .._letters import letters_of
from .._progress import progress_of
from ._export import Tabular
from ._filters import Filters, prepare
from ._names import COLUMNS, KNOWN, MATCH_COLUMNS, POSITION_COLUMNS, TAGS
from ._source import Blocks, Progress, Source, expand
from ._table import Games, Table

OnError: TypeAlias = Literal["column", "drop", "raise"]
Dialect: TypeAlias = Literal["arrow", "spark"]


def column_names(columns: Sequence[str] | None, default: Sequence[str]) -> list[str]:
    """Check the names of the columns and return them, or *default* if *columns* is None."""
    if columns is None:
        return list(default)
    if isinstance(columns, str):
        raise TypeError("columns must be a list of names, not one str")
    names: list[Any] = list(columns)
    for name in names:
        if not isinstance(name, str):
            raise TypeError(f"columns must be names of type str, not {type(name).__name__}")
    for name in names:
        if names.count(name) > 1:
            raise ValueError(f"columns names {name!r} twice")
    if not names:
        raise ValueError("columns must contain at least one name")
    return names


class LazyScan(Tabular):
    """Rows that are read on demand from files with games or other records."""

    _format: str  # the name of the contents in _formats.READERS
    _type: type[Table] = Table  # of a batch

    def __init__(
        self,
        source: Source,
        columns: list[str],
        filters: Filters | None,
        errors: OnError,
        limit: int | None,
        batch_size: int,
        threads: int,
        progress: bool | Progress,
        dialect: Dialect,
        zstd_window_log: int | None = None,
    ) -> None:
        if errors not in ("column", "drop", "raise"):
            raise ValueError(f"errors must be 'column', 'drop' or 'raise', not {errors!r}")
        if dialect not in ("arrow", "spark"):
            raise ValueError(f"dialect must be 'arrow' or 'spark', not {dialect!r}")
        self._on_error = errors
        self._prepared = self._prepare(filters)
        self._limit = None if limit is None else integer("limit", limit, 0, (1 << 63) - 1)
        self._batch_size = integer("batch_size", batch_size, 1)
        self._threads = integer("threads", threads, 1, 1024)
        self._dialect = dialect
        self._window_log = None if zstd_window_log is None else integer("zstd_window_log", zstd_window_log, 10, 31)
        self._progress = progress
        progress_of(progress)  # raises the error for an invalid argument
        self._items = expand(source)
        self._starts: dict[int | str, int | None] = {}
        self._blocks: Blocks | None = None
        self._select(columns)

    def _prepare(self, filters: Filters | None) -> Any:
        return prepare(filters)

    def _select(self, columns: list[str]) -> None:
        """Set the columns."""
        self._plan = self._plan_of(columns)

    def _with_columns(self, columns: list[str]) -> Any:
        scan = copy.copy(self)  # shares _starts: both read a file object from the same start
        scan._select(columns)
        return scan

    def _plan_of(self, columns: list[str]) -> Any:
        raise NotImplementedError

    def _cheapest(self) -> str:
        """Return the column that takes the least time to read."""
        raise NotImplementedError

    def _suspect_names(self) -> Sequence[str]:
        return ()

    def _rewrite(self) -> Callable[[bytes], bytes | str] | None:
        return None

    def _open(self) -> Blocks:
        """Open the source again and return its blocks."""
        unit = "games" if self._format == "pgn" else "rows"
        progress = progress_of(self._progress, "B", unit)
        self._blocks = Blocks(
            self._items, progress, self._starts, self._suspect_names(), self._format, self._rewrite(), self._window_log
        )
        return self._blocks

    @property
    def _failure(self) -> BaseException | None:
        """The exception that ended the last reading of the source. Consumers of Arrow streams get only its text."""
        return None if self._blocks is None else self._blocks.failure

    @property
    def schema(self) -> dict[str, str]:
        """The Arrow types of the columns by name, in order. ``binary[24]`` is a packed position."""
        return dict(self._plan.fields)

    def __repr__(self) -> str:
        name = "Scan" if self._format == "pgn" else "LineScan"
        return f"<{name} of {len(self._items)} source{'s' * (len(self._items) != 1)}: {', '.join(self.schema)}>"

    def _batches(self, plan: Any, batch_size: int) -> Any:
        return _pgn_batches(plan, self._open(), self._threads, batch_size, self._limit)

    def __iter__(self) -> Iterator[Any]:
        yield from map(self._type, iter(self._batches(self._plan, self._batch_size).next, None))

    def count(self) -> int:
        """Return the number of rows. Only the parts that the filters need are parsed.

        >>> import bitrook.data as bd
        >>> bd.scan_pgn(b"1. e4 *\\n\\n1. d4 d5 *\\n", filters=[("ply_count", ">", 1)]).count()
        1
        """
        plan = self._plan_of([self._cheapest()])
        return sum(map(len, iter(self._batches(plan, 65536).next, None)))

    def read(self) -> Any:
        """Read all rows into memory.

        >>> import bitrook.data as bd
        >>> len(bd.scan_pgn(b"1. e4 *\\n\\n1. d4 d5 *\\n").read())
        2
        """
        return self._type(self._batches(self._plan, self._batch_size).rest())

    def __arrow_c_schema__(self) -> object:
        """Return a capsule with the schema, for the Arrow PyCapsule interface."""
        return _arrow_schema(self._plan.fields, self._dialect)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Return a capsule with a new stream of batches. Reading starts with the first batch.

        The stream can be read from any thread. Errors are passed on as text. *requested_schema* is ignored.
        """
        return _pgn_stream(self._batches(self._plan, self._batch_size), self._dialect)


class Scan(LazyScan):
    """Games or positions in PGN, read on demand. Created by scan_pgn().

    A scan can be read any number of times; each time, the source is opened again. Iterating yields batches, which are
    Games with up to *batch_size* rows. A scan is also an Arrow stream (``__arrow_c_stream__``), which polars, DuckDB,
    pyarrow, pandas and nanoarrow read batch by batch without copying.

    ::

        file ─→ blocks ─→ chunks of whole games ─→ rows ─→ batches of batch_size rows
               one thread        threads           in order

    >>> import bitrook.data as bd
    >>> text = b'[White "Ann"]\\n[WhiteElo "2300"]\\n\\n1. e4 e5 1-0\\n\\n[White "Bob"]\\n\\n1. d4 0-1\\n'
    >>> scan = bd.scan_pgn(text, columns=["White", "WhiteElo", "ply_count"])
    >>> scan.schema
    {'White': 'string', 'WhiteElo': 'int16', 'ply_count': 'int16'}
    >>> scan.count()
    2
    >>> [batch.to_pydict() for batch in scan]
    [{'White': ['Ann', 'Bob'], 'WhiteElo': [2300, None], 'ply_count': [2, 1]}]
    """

    _format = "pgn"
    _type: type[Table] = Games
    _positions: tuple[int, int] | None = None  # for a scan of positions: every, skip_first

    def __init__(
        self,
        *arguments: Any,
        letters: str | Sequence[str] | None = None,
        where: Condition | str | None = None,
        **options: Any,
    ) -> None:
        self._letters = letters_of(letters)
        self._where = where
        self._where_rows: Condition | str | None = None  # for a scan of positions
        super().__init__(*arguments, **options)

    def _select(self, columns: list[str]) -> None:
        super()._select(columns)
        wanted = [*columns, *(condition[1] for group in self._prepared for condition in group)]
        self._suspects = [name for name in dict.fromkeys(wanted) if name not in KNOWN]

    def _suspect_names(self) -> Sequence[str]:
        return self._suspects

    def _plan_of(self, columns: list[str]) -> Any:
        if self._where is None and not {*MATCH_COLUMNS}.isdisjoint(columns):
            raise ValueError("the columns match_ply and match_plies need a condition on positions: where=")
        every, first = self._positions or (1, 0)
        return _pgn_plan(
            columns,
            positions=self._positions is not None,
            filters=self._prepared,
            on_error=self._on_error,
            every=every,
            skip_first=first,
            letters=self._letters,
            of_games=None if self._where is None else compiled(self._where),
            of_rows=None if self._where_rows is None else compiled(self._where_rows),
        )

    def _cheapest(self) -> str:
        return "offset" if self._positions is None else "ply"

    if TYPE_CHECKING:

        def __iter__(self) -> Iterator[Games]: ...
        def read(self) -> Games: ...

    def where(self, condition: Condition | str) -> Scan:
        """Return a scan of those games that have a position for which a condition holds.

        The condition is tested on all positions of the main line, from the start position to the last position or the
        first error. The columns *match_ply* and *match_plies* are added: the ply of the first such position, as in the
        column *ply* of positions(), and the plies of all of them. If only the number of games is needed, as by
        count(), a game is read up to its first such position.

        :param condition: a condition on positions: a text or a `bitrook.Condition`.
        :raises ValueError: if the condition is invalid, with its column and a suggestion, or if the scan already has a
            condition. Combine conditions with ``and``, ``or`` and ``then``.

        >>> import bitrook.data as bd
        >>> scan = bd.scan_pgn(b"1. e4 e5 2. f4 d6 *\\n\\n1. d4 d5 *\\n", columns=["moves"])
        >>> scan.where("not white & pawns & file(f)").count()
        0
        >>> scan.where("white & pawns & f4").read().to_pydict()
        {'moves': [[1804, 2356, 1869, 2803]], 'match_ply': [3], 'match_plies': [[3, 4]]}
        """
        if self._positions is not None:
            raise ValueError("this scan returns positions: select games before, or use positions(where=)")
        if self._where is not None:
            raise ValueError("this scan already has a condition: combine them with `and`, `or` or `then`")
        scan = copy.copy(self)  # shares _starts: both read a file object from the same start
        scan._where = condition
        names = list(self.schema)
        scan._select([*names, *(name for name in MATCH_COLUMNS if name not in names)])
        return scan

    def positions(
        self,
        columns: Sequence[str] | None = None,
        *,
        every: int = 1,
        skip_first: int = 0,
        where: Condition | str | None = None,
    ) -> Scan:
        """Return a scan with one row for each position of these games.

        The rows cover the main line, from the start position to the last position. Filters, errors and the other
        options are inherited from this scan, except that *limit* and *batch_size* count positions.

        ================ ===================== =========================================================================
        column           type                  value
        ================ ===================== =========================================================================
        game             int64                 the game's *offset*
        ply              int16                 the number of moves before the position
        position         binary[24]            the Binary FEN: Board.from_packed()
        move             int16                 the move made in the position; null in the last position
        key              uint64                the Polyglot key, as Board.key (int64 in the dialect of Spark)
        pawn_key         uint64                the key of the pawns, as Board.pawn_key
        material         uint64                the numbers of pieces in six bits each, as Board.material
        material_key     uint64                the same numbers mixed into a hash key, as Board.material_key
        eval             int16                 the evaluation of the position in the game, for White
        clock            int32                 the mover's clock after the move, in milliseconds
        time_spent       int32                 the time that the move took, in milliseconds; see scan_pgn()
        piece_count      int8                  the number of pieces
        halfmove_clock   int16                 the plies since the last capture or pawn move
        fullmove_number  int16                 the move number
        dense            uint64[8]             bitboards: white, black, pawns, knights, bishops, rooks, queens, kings
        classical        uint64[12]            bitboards: white pawns ... white king, black pawns ... black king
        ================ ===================== =========================================================================

        The columns ``offset``, ``result``, ``ply_count``, ``error`` and all tags repeat the game's value in each row,
        and so does ``match_ply`` if where() has selected games.

        :param columns: the columns to return, by default game, ply, position, move, eval, clock and result.
        :param every: 1 or more: return only every n-th ply.
        :param skip_first: 0 or more: skip this many positions at the start of each game.
        :param where: return only positions for which this condition holds. Like that of where(),
            it sees all positions of a game, even with *every* and *skip_first*.

        >>> import bitrook.data as bd
        >>> scan = bd.scan_pgn(b"1. e4 { [%eval 0.3] } e5 1/2-1/2\\n").positions(["ply", "move", "eval", "piece_count"])
        >>> scan.read().to_pydict()
        {'ply': [0, 1, 2], 'move': [1804, 2356, None], 'eval': [None, 30, None], 'piece_count': [32, 32, 32]}
        """
        if self._positions is not None:
            raise ValueError("this scan already returns positions")
        names = column_names(columns, POSITION_COLUMNS)
        scan = copy.copy(self)  # shares _starts: both read a file object from the same start
        scan._positions = integer("every", every, 1), integer("skip_first", skip_first, 0)
        scan._where_rows = where
        scan._type = Table
        scan._select(names)
        return scan


def scan_pgn(
    source: Source,
    *,
    columns: Sequence[str] | None = None,
    filters: Filters | None = None,
    where: Condition | str | None = None,
    errors: OnError = "column",
    limit: int | None = None,
    batch_size: int = 8192,
    threads: int = 1,
    progress: bool | Progress = False,
    dialect: Dialect = "arrow",
    zstd_window_log: int | None = None,
    letters: str | Sequence[str] | None = None,
) -> Scan:
    """Return the games in PGN files as rows of columns, read on demand.

    :param source: a path (str or os.PathLike), a pattern with ``*``, bytes or any buffer, a binary file object with
        ``read``, a Shard, or a list of them. Paths with a scheme, such as ``s3://``, are opened by fsspec. The
        format (gzip, bz2, xz, zstd, ZIP, UTF-16 or plain text) is detected from the content. zstd requires Python 3.14 or the package
        backports.zstd (``bitrook[zstd]``); gzip is four times as fast with the package isal.
    :param columns: the columns to return, which determine what is parsed. Moves are checked for legality if *moves*,
        *final*, *fen* or *error* is among them, or if *errors* is not "column"; the movetext is skipped if no column
        needs it. The default is COLUMNS: the tags in TAGS, Date, Round, Variant, fen, offset, ply_count, result, moves,
        clocks, evals and error.
    :param filters: conditions on games: a list of tuples (name, comparison, value) that must all hold, or a list of
        such lists, at least one of which must hold. Names are tags, ply_count, result, has_evals and has_clocks;
        comparisons are ``==``, ``!=``, ``<``, ``<=``, ``>``, ``>=``, ``in``, ``not in``, ``is null`` and
        ``is not null``. A missing value differs from every other: ``!=`` and ``not in`` hold,
        and the other comparisons do not. Conditions on tags are tested before any move
        is parsed.
    :param where: a condition on positions, such as ``"count(rooks) == 2 and not queens"``: only games that have a
        position for which it holds are returned. See `bitrook.Condition` and Scan.where(). The default columns then
        include *match_ply* and *match_plies*.
    :param errors: how to treat a game with an error, such as an illegal move. "column" keeps its row, with the moves
        before the error and a message in the column *error*; "drop" skips the game; "raise" raises a ValueError.
    :param limit: the maximum number of rows.
    :param batch_size: the number of rows in a batch. The first batch has at most 1,024, to be available quickly.
    :param threads: the number of threads, 1 to 1024, including the calling thread. The result does not depend on it.
    :param progress: True shows a bar on a terminal. A callable is called about 20 times a second with three ints: the
        bytes read from the files, their size (0 if unknown), and the number of games. If it raises an exception,
        reading stops with that exception.
    :param dialect: "spark" replaces the Arrow types that Spark does not support: it uses binary for positions,
        timestamp[us, UTC] for dates and times, and int64 for keys.
    :param zstd_window_log: the largest window of zstd archives, as a power of two from 10 to 31. By default, it is that
        of the library (27, which is 128 MiB). Archives made with ``zstd --long=31`` need 31, and up to 2 GiB of memory.
    :param letters: the letters of the pieces in another language; see `bitrook.pgn.read_game`.
    :raises OSError: while reading, if a file cannot be read. If it is truncated or corrupt, the rows before the damage
        are followed by an ArchiveError.
    :raises ValueError: for an invalid argument; with errors="raise", for the first game with an error.

    The columns of games:

    =================== =================== ===========================================================================
    column              type                value
    =================== =================== ===========================================================================
    WhiteElo, BlackElo, int16               the tag; null if it is missing or not a number
    WhiteRatingDiff     int16               the tag
    BlackRatingDiff     int16               the tag
    UTCDate             date32              the tag; null if a part is unknown
    UTCTime             time32[s]           the tag
    (any other tag)     string              the tag; null if it is missing
    offset              int64               the position of the game's first byte in the uncompressed text; in a zstd
                                            archive, 2**26 times the position of the frame in the file, plus the
                                            position in the frame's text. It does not depend on shards.
    ply_count           int16               the number of moves in the main line, at most 32767; up to the first error,
                                            where only columns that check moves find illegal ones
    result              int8                1, 0, -1 for White; null if unknown
    moves               list<int16>         Move.word of each move of the main line
    clocks              list<int32>         the clock after each move ([%clk]) in milliseconds; null without clocks
    evals               list<int16>         the evaluation after each move ([%eval]) in centipawns for White; mate in n
                                            is 32767 - (n - 1), being mated in n is -32768 + (n - 1)
    depths              list<int16>         the depth of the evaluation after each move; null without any
    times               list<int32>         the time that each move took ([%emt]) in milliseconds; null without any
    time_spent          list<int32>         the same or, where it is missing, the time computed from the clocks and
                                            TimeControl, in milliseconds. The page Data formats has the rules.
    match_ply           int16               with *where*: the ply of the first position for which it holds
    match_plies         list<int16>         with *where*: the plies of all such positions
    nags                list<list<int16>>   the NAGs of each move; null without any
    comments            list<string>        the comment after each move; null without any
    fen                 string              the start position; null for the standard one
    final               binary[24]          the position after the last move: Board.from_packed()
    error               string              the errors in the tags and the main line, with offset and ply; null without
                                            errors. Variations are skipped; `bitrook pgn check` reads them as well.
    movetext            string              the text after the tags
    =================== =================== ===========================================================================

    Text that is not valid UTF-8 is decoded as Latin-1.

    >>> import bitrook.data as bd
    >>> text = b'[White "Ann"]\\n[WhiteElo "2300"]\\n\\n1. e4 { [%clk 0:05:00] } e5 1-0\\n'
    >>> for games in bd.scan_pgn(text, columns=["White", "moves", "clocks"], filters=[("WhiteElo", ">=", 2200)]):
    ...     print(games.to_pydict())
    {'White': ['Ann'], 'moves': [[1804, 2356]], 'clocks': [[300000, None]]}
    """
    names = column_names(columns, COLUMNS if where is None else (*COLUMNS, *MATCH_COLUMNS))
    options = (limit, batch_size, threads, progress, dialect, zstd_window_log)
    return Scan(source, names, filters, errors, *options, letters=letters, where=where)


def read_pgn(
    source: Source,
    *,
    columns: Sequence[str] | None = None,
    filters: Filters | None = None,
    where: Condition | str | None = None,
    errors: OnError = "column",
    limit: int | None = None,
    threads: int = 1,
    progress: bool | Progress = False,
    zstd_window_log: int | None = None,
    letters: str | Sequence[str] | None = None,
) -> Games:
    """Read the games in PGN files into memory, as columns. The parameters are those of scan_pgn().

    >>> import bitrook.data as bd
    >>> games = bd.read_pgn(b'[White "Ann"]\\n[WhiteElo "2300"]\\n\\n1. e4 e5 1-0\\n')
    >>> len(games), games["WhiteElo"].tolist(), games.moves(0)
    (1, [2300], array([1804, 2356], dtype=int16))
    """
    return scan_pgn(
        source, columns=columns, filters=filters, where=where, errors=errors, limit=limit, threads=threads,
        progress=progress, zstd_window_log=zstd_window_log, letters=letters,
    ).read()  # fmt: skip


__all__ = ["COLUMNS", "POSITION_COLUMNS", "TAGS", "Scan", "read_pgn", "scan_pgn"]
