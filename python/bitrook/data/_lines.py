"""Scans of Lichess's evaluations and puzzles, whose files have a record on each line."""

# pyright narrows an Any by isinstance() to an array or a dict of unknown items. mypy checks these types.
# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeAlias

from .._core import _line_plan
from ._filters import INTEGER, TEXT, Filters, prepare
from ._scan import Dialect, LazyScan, OnError, column_names
from ._source import Progress, Source

if TYPE_CHECKING:
    from ..batch import Positions

Which: TypeAlias = Literal["deepest", "all"]

EVAL_COLUMNS = ("packed", "depth", "knodes", "score", "best", "line", "multipv", "error")
"""The default columns of evaluations."""

PUZZLE_COLUMNS = (
    "PuzzleId", "packed", "last_move", "moves", "Rating", "RatingDeviation", "Popularity", "NbPlays", "Themes",
    "GameUrl", "OpeningTags", "error",
)  # fmt: skip
"""The default columns of puzzles."""


class LineScan(LazyScan):
    """Evaluations or puzzles, read on demand. Created by scan_evals() and scan_puzzles().

    A LineScan works like a Scan: iterating yields batches, which are Tables, and it is an Arrow stream. write_positions()
    and read_positions() in bitrook.batch accept it as well.

    >>> import bitrook.data as bd
    >>> scan = bd.scan_puzzles(b"00sHx,q3k1nr/1pp1nQpp/3p4/1P2p3/4P3/B1PP1b2/B5PP/5K2 b k - 0 17,e8d7 a2e6,1760,80,83,72,mate,u,\\n")
    >>> [Move.from_word(word).uci() for word in scan.read().column("moves")[0]]
    ['a2e6']
    """

    _numbers: ClassVar[tuple[str, ...]] = ()
    _texts: ClassVar[tuple[str, ...]] = ()
    _lists: ClassVar[tuple[str, ...]] = ()

    def __init__(self, *arguments: Any, all_evaluations: bool = False) -> None:
        self._all_evaluations = all_evaluations
        super().__init__(*arguments)

    def _prepare(self, filters: Filters | None) -> Any:
        names = (*self._numbers, *self._texts, *self._lists)
        prepared: list[list[tuple[str, str, str, list[Any]]]] = []
        for group in prepare(filters, names):
            prepared.append([])
            for _, name, comparison, values in group:
                is_number = name in self._numbers
                if not is_number and name in self._lists and comparison[0] in "<>":
                    raise ValueError(f"filters: {name!r} is a list of words, which has no order")
                for value in values:
                    if isinstance(value, int) != is_number:
                        kind = "an int" if is_number else "a str"
                        raise TypeError(f"filters: the value for {name!r} must be {kind}, not {type(value).__name__}")
                prepared[-1].append((INTEGER if is_number else TEXT, name, comparison, values))
        return prepared

    def _plan_of(self, columns: list[str]) -> Any:
        return _line_plan(
            columns,
            format=self._format,
            all_evaluations=self._all_evaluations,
            filters=self._prepared,
            on_error=self._on_error,
        )

    def _cheapest(self) -> str:
        return "offset"

    def _rewrite(self) -> Callable[[bytes], bytes | str]:
        return rewritten_evaluation

    def _position_batches(self) -> Iterator[Positions]:
        """Yield the positions with a move, for bitrook.batch.read_positions()."""
        from .._numpy import np
        from ..batch import Positions

        is_puzzles = self._format == "puzzles"
        for table in self._with_columns(["packed", "moves"] if is_puzzles else ["packed", "best", "score"]):
            positions = table["packed"]
            if is_puzzles:
                values, offsets = table["moves"]
                known = ~np.ma.getmaskarray(positions) & (offsets[:-1] < offsets[1:])
                targets = [np.append(values, np.int16(0))[offsets[:-1]]]
            else:
                targets = [table["best"], table["score"]]
                known = ~np.ma.getmaskarray(positions)
                for column in targets:
                    known &= ~np.ma.getmaskarray(column)
            packed = np.ascontiguousarray(np.ma.getdata(positions)[known]).view(np.uint8).reshape(-1, 24)
            yield Positions.of(packed, *(np.ma.getdata(column)[known] for column in targets))


class _Evaluations(LineScan):
    _format = "evaluations"
    _numbers = ("depth", "knodes", "score", "multipv")


class _Puzzles(LineScan):
    _format = "puzzles"
    _numbers = ("Rating", "RatingDeviation", "Popularity", "NbPlays")
    _texts = ("PuzzleId", "GameUrl")
    _lists = ("Themes", "OpeningTags")


def scan_evals(
    source: Source,
    *,
    columns: Sequence[str] | None = None,
    which: Which = "deepest",
    filters: Filters | None = None,
    errors: OnError = "column",
    limit: int | None = None,
    batch_size: int = 8192,
    threads: int = 1,
    progress: bool | Progress = False,
    dialect: Dialect = "arrow",
    zstd_window_log: int | None = None,
) -> LineScan:
    """Return Lichess's evaluated positions (``lichess_db_eval.jsonl.zst``) as rows of columns, read on demand.

    :param source: as for scan_pgn(). Shards from list_shards() divide a file between its lines.
    :param columns: the columns to return. The default is EVAL_COLUMNS: packed, depth, knodes, score, best, line, multipv
        and error. The FEN is parsed only for columns that need the position, and the moves only if *line* or *error* is
        among the columns, or if *errors* is not "column".
    :param which: "deepest" returns one row for each position: the evaluation with the greatest depth, and of several,
        the one with the most nodes, then the first one. "all" returns a row for each evaluation.
    :param filters: conditions on *depth*, *knodes*, *score* and *multipv*, as for scan_pgn(). With "deepest", they apply
        to the deepest evaluation. A line that cannot be read does not pass.
    :param errors: how to treat a line with an error. "column" keeps its row, with what could be read and a message in the
        column *error*; "drop" skips it; "raise" raises a ValueError.
    :param limit: the maximum number of rows.
    :param batch_size: as for scan_pgn().
    :param threads: as for scan_pgn().
    :param progress: as for scan_pgn().
    :param dialect: as for scan_pgn().
    :param zstd_window_log: as for scan_pgn().
    :raises OSError: as for scan_pgn().
    :raises ValueError: for an invalid argument; with errors="raise", for the first line with an error.

    =================== =================== ===========================================================================
    column              type                value
    =================== =================== ===========================================================================
    packed              binary[24]          the position: Board.from_packed(), Boards. Its clocks are unknown.
    key                 uint64              the Polyglot key, as Board.key
    fen                 string              the FEN, as in the file (four fields)
    depth               int16               the search depth
    knodes              int64               the number of nodes in thousands
    score               int16               the best line's evaluation in centipawns for White, limited to -32000..32000;
                                            mate in n is 32767 - (n - 1), being mated in n is -32768 + (n - 1)
    best                int16               the best move: Move.word
    line                list<int16>         the moves of the best line
    multipv             int16               the number of lines in the evaluation
    scores              list<int16>         the evaluations of all lines, the best line first
    moves               list<int16>         the first moves of all lines; 0 for an illegal move
    offset              int64               the position of the line's first byte, as in scan_pgn()
    error               string              the first error in the line, with its offset; null without errors
    =================== =================== ===========================================================================

    A castling move may be written as king takes rook or as the king's move; the column has the encoding of the board. A
    position is Chess960 if its castling rights need it. A line that has another shape than the lines of Lichess, such as
    JSON with white space or further keys, gives the same row, but is much slower.

    >>> import bitrook.data as bd
    >>> line = b'{"fen":"7k/8/8/8/8/8/8/K6R w - -","evals":[{"pvs":[{"cp":750,"line":"h1h7"}],"knodes":9,"depth":20}]}'
    >>> bd.scan_evals(line, columns=["depth", "score", "best"]).read().to_pydict()
    {'depth': [20], 'score': [750], 'best': [3527]}
    """
    if which not in ("deepest", "all"):
        raise ValueError(f"which must be 'deepest' or 'all', not {which!r}")
    names = column_names(columns, EVAL_COLUMNS)
    options = (errors, limit, batch_size, threads, progress, dialect, zstd_window_log)
    return _Evaluations(source, names, filters, *options, all_evaluations=which == "all")


def scan_puzzles(
    source: Source,
    *,
    columns: Sequence[str] | None = None,
    filters: Filters | None = None,
    errors: OnError = "column",
    limit: int | None = None,
    batch_size: int = 8192,
    threads: int = 1,
    progress: bool | Progress = False,
    dialect: Dialect = "arrow",
    zstd_window_log: int | None = None,
) -> LineScan:
    """Return Lichess's puzzles (``lichess_db_puzzle.csv.zst``) as rows of columns, read on demand.

    :param source: as for scan_pgn(). Shards from list_shards() divide a file between its lines. A line with the names of
        the columns is skipped.
    :param columns: the columns to return. The default is PUZZLE_COLUMNS, which are all but *key*, *fen* and *offset*.
    :param filters: conditions as for scan_pgn(), on *PuzzleId*, *Rating*, *RatingDeviation*, *Popularity*, *NbPlays*,
        *GameUrl*, *Themes* and *OpeningTags*. For the last two, which are lists, ``==`` and ``in`` test whether the list
        contains the word, or one of the words, and ``!=`` and ``not in`` whether it contains none of them.
    :param errors: as for scan_evals().
    :param limit: the maximum number of rows.
    :param batch_size: as for scan_pgn().
    :param threads: as for scan_pgn().
    :param progress: as for scan_pgn().
    :param dialect: as for scan_pgn().
    :param zstd_window_log: as for scan_pgn().
    :raises OSError: as for scan_pgn().
    :raises ValueError: for an invalid argument; with errors="raise", for the first line with an error.

    =================== =================== ===========================================================================
    column              type                value
    =================== =================== ===========================================================================
    PuzzleId            string              as in the file
    packed              binary[24]          the position to solve, after the opponent's move: Board.from_packed(), Boards
    key                 uint64              its Polyglot key, as Board.key
    fen                 string              its FEN, with clocks
    last_move           int16               the opponent's move: Move.word
    moves               list<int16>         the solution; the opponent's replies are the second move, the fourth, ...
    Rating              int16               as in the file
    RatingDeviation     int16               as in the file
    Popularity          int16               as in the file
    NbPlays             int32               as in the file
    Themes              list<string>        as in the file
    GameUrl             string              as in the file
    OpeningTags         list<string>        as in the file
    offset              int64               the position of the line's first byte, as in scan_pgn()
    error               string              the first error in the line, with its offset; null without errors
    =================== =================== ===========================================================================

    Fields may be quoted, as in any CSV file, but a row must be on one line.

    >>> import bitrook.data as bd
    >>> text = b"00sHx,q3k1nr/1pp1nQpp/3p4/1P2p3/4P3/B1PP1b2/B5PP/5K2 b k - 0 17,e8d7 a2e6,1760,80,83,72,mate mateIn2,u,\\n"
    >>> puzzles = bd.scan_puzzles(text, columns=["fen", "Rating"], filters=[("Themes", "==", "mate")])
    >>> puzzles.read().to_pydict()
    {'fen': ['q5nr/1ppknQpp/3p4/1P2p3/4P3/B1PP1b2/B5PP/5K2 w - - 1 18'], 'Rating': [1760]}
    """
    names = column_names(columns, PUZZLE_COLUMNS)
    return _Puzzles(source, names, filters, errors, limit, batch_size, threads, progress, dialect, zstd_window_log)


def rewritten_evaluation(line: bytes) -> bytes | str:
    """Rewrite a JSON object as Lichess writes it, or return the reason why that is impossible, as a str."""
    import json

    try:
        record: Any = json.loads(line)
    except ValueError as error:
        return f"not JSON: {error}"
    try:
        made = {
            "fen": _typed(record, "fen", str),
            "evals": [_evaluation(each) for each in _typed(record, "evals", list)],
        }
    except ValueError as error:
        return str(error)
    return json.dumps(made, separators=(",", ":"), ensure_ascii=False).encode("utf-8", "surrogatepass")


def _typed(record: Any, key: str, kind: type[Any]) -> Any:
    if not isinstance(record, dict):
        raise ValueError(f"expected an object with the key {key!r}, found {type(record).__name__}")
    value: Any = record.get(key)
    if value is None:
        raise ValueError(f"the key {key!r} is missing")
    if not isinstance(value, kind) or isinstance(value, bool):
        raise ValueError(f"{key!r} must be {kind.__name__}, not {type(value).__name__}")
    return value


def _evaluation(record: Any) -> dict[str, Any]:
    pvs: list[dict[str, Any]] = []
    if not isinstance(record, dict):
        raise ValueError(f"an item of 'evals' must be an object, not {type(record).__name__}")
    for each in _typed(record, "pvs", list) if record.get("pvs") is not None else ():
        if not isinstance(each, dict):
            raise ValueError(f"an item of 'pvs' must be an object, not {type(each).__name__}")
        score = next((key for key in ("mate", "cp") if each.get(key) is not None), None)
        pv: dict[str, Any] = {} if score is None else {score: _integer(each, score)}
        pv["line"] = _typed(each, "line", str) if each.get("line") is not None else ""
        pvs.append(pv)
    made: dict[str, Any] = {"pvs": pvs}
    for key in ("knodes", "depth"):
        if record.get(key) is not None:
            made[key] = _integer(record, key)
    return made


def _integer(record: Any, key: str) -> int:
    number: int = _typed(record, key, int)
    if abs(number) >= 10**18:
        raise ValueError(f"{key!r} is out of range")
    return number


__all__ = ["EVAL_COLUMNS", "PUZZLE_COLUMNS", "LineScan", "scan_evals", "scan_puzzles"]
