"""The native search: its options, limits and results."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from .._core import (
    _TECHNIQUES,
    Board,
    DefaultEvaluation,
    Move,
    PieceSquareTables,
    TranspositionTable,
    _Network,
    _quiescence,
    _search,
    _search_limits,
    _search_options,
    _stop_flag,
    _StopFlag,
    _Tablebase,
)
from .._arguments import integer
from .._scores import Cp, Mate, Score

if TYPE_CHECKING:
    from random import Random

    from .._core import _SearchInfo
    from ..batch import Boards
    from ..polyglot import MemoryMappedReader
    from ..syzygy import Tablebase

Evaluation: TypeAlias = DefaultEvaluation | PieceSquareTables | Callable[[Board], float] | Callable[["Boards"], Any]

TECHNIQUES: tuple[str, ...] = _TECHNIQUES
"""The techniques of `Search`, each of which can be switched off with the keyword argument of the same name."""

_DEFAULT_MB = 16


@dataclass(frozen=True)
class Line:
    """A line found by a search: its moves and its score."""

    score: Score
    """The score for the side to move: `bitrook.pgn.Cp`, in centipawns, or `bitrook.pgn.Mate`, in moves."""
    moves: tuple[Move, ...]
    """The moves. The first one identifies the line, and the others are the best replies found."""


@dataclass(frozen=True)
class Result:
    """The result of a search, at its end or after completing a depth.

    >>> from bitrook import Board, search
    >>> result = search.Search().run(Board("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"), depth=5)
    >>> result.move, result.score
    (Move.from_uci('a1a8'), Mate(+1))
    """

    move: Move | None
    """The best move, or None if there are no legal moves."""
    ponder: Move | None
    """The expected reply, or None."""
    score: Score
    """The score for the side to move: `bitrook.pgn.Cp`, in centipawns, or `bitrook.pgn.Mate`, in moves."""
    depth: int
    """The last completed depth, in plies. *move* may already be from the next depth."""
    seldepth: int
    """The length of the longest line visited, in plies."""
    nodes: int
    """The number of positions visited by all threads."""
    time: float
    """The time since the start of the search, in seconds."""
    pv: tuple[Move, ...]
    """The best line (principal variation)."""
    lines: tuple[Line, ...]
    """The best lines, best first: *multipv* of them, or fewer if there are fewer moves."""
    tbhits: int = 0
    """The number of positions found in endgame tablebases."""


def _result_of(board: Board, raw: _SearchInfo) -> Result:
    depth, seldepth, nodes, time, found, tbhits = raw
    lines = [Line(Mate(score) if is_mate else Cp(score), moves) for is_mate, score, moves in found]
    if not lines:
        score: Score = Mate(0) if board.is_check() else Cp(0)
        return Result(None, None, score, depth, seldepth, nodes, time, (), (), tbhits)
    pv = lines[0].moves
    move, ponder = pv[0], pv[1] if len(pv) > 1 else None
    return Result(move, ponder, lines[0].score, depth, seldepth, nodes, time, pv, tuple(lines), tbhits)


def _book_result(board: Board, book: MemoryMappedReader, random: Random | None) -> Result | None:
    """Return the book's move as a result of depth 0, or None if the position is not in the book."""
    try:
        entry = book.find(board) if random is None else book.weighted_choice(board, random=random)
    except IndexError:
        return None
    return _result_of(board, (0, 0, 0, 0.0, ((False, 0, (entry.move,)),), 0))


class Search:
    """A native, multithreaded alpha-beta search for the best move of a position.

    *evaluation* is None for a `DefaultEvaluation()`, another `DefaultEvaluation`, a `PieceSquareTables`, a
    `bitrook.nnue.Network`, or a Python callable. A callable takes a `Board` and returns the score for the side to move
    in centipawns, as an int or a float. Scores are rounded and limited to the range from -30000 to 30000. Callables are
    slow: each call has an overhead of about 200 ns, and the search can use only one thread.

    With *batched*, the callable takes a `bitrook.batch.Boards` and returns an array of ints or floats with one score
    per board. Use this for neural networks, which score many positions in little more time than one. The search
    requests the scores of positions that it will probably visit soon, and stores them. The result is the same as
    without *batched*, although some of the scored positions are never visited. The Boards have no history
    (``history=0``).

    *table* is a `TranspositionTable`, or None to create one of 16 MiB. It keeps its contents between runs, and can be
    shared by several searches, including searches in different threads.

    *tablebase* is a `bitrook.syzygy.Tablebase`. The search probes it after captures and pawn moves. Positions with as
    many pieces as the largest table are probed only if the remaining depth is at least *probe_depth*. If the searched
    position itself is in a table, only moves that preserve its value are searched, and lines that do not end in mate
    are scored by the table: 31000 centipawns minus DTZ for a win, 0 for a draw, and 1 for a win that the fifty-move
    rule turns into a draw. If *fifty_move_rule* is False, such wins count as wins.

    *book* is a `bitrook.polyglot.MemoryMappedReader`. If it contains the position, `run()` immediately returns the
    entry with the highest weight, as a result of depth 0. With *book_random*, a `random.Random`, the entry is chosen at
    random in proportion to its weight. The book is not used with *moves* or *multipv*.

    The other arguments switch off individual techniques. `docs/engine-search.md` explains each of them and how much it
    gains. With all of them off, the search returns the exact score of the tree of legal moves to its depth.

    >>> from bitrook import Board, search
    >>> result = search.Search().run(Board(), depth=6)
    >>> result.depth, result.move in Board().legal_moves, result.move == result.pv[0]
    (6, True, True)
    >>> plain = search.Search(null_move=False, late_move_reductions=False)
    >>> plain.run(Board(), depth=6).nodes > result.nodes
    True

    A batched evaluation, which here counts pieces:

    >>> import numpy as np
    >>> def material(boards):
    ...     own = boards.piece_counts @ [1, 3, 3, 5, 9, 0, -1, -3, -3, -5, -9, 0] * 100
    ...     return np.where(boards.turns, own, -own)
    >>> search.Search(material, batched=True).run(Board("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1"), depth=3).move
    Move.from_uci('e4d5')
    """

    def __init__(
        self,
        evaluation: Evaluation | None = None,
        table: TranspositionTable | None = None,
        *,
        batched: bool = False,
        tablebase: Tablebase | None = None,
        probe_depth: int = 1,
        fifty_move_rule: bool = True,
        book: MemoryMappedReader | None = None,
        book_random: Random | None = None,
        quiescence: bool = True,
        hash_moves: bool = True,
        hash_cutoffs: bool = True,
        history: bool = True,
        continuation_history: bool = True,
        aspiration: bool = True,
        principal_variation: bool = True,
        check_extensions: bool = True,
        mate_distance: bool = True,
        internal_iterative_reductions: bool = True,
        null_move: bool = True,
        reverse_futility: bool = True,
        futility: bool = True,
        late_move_reductions: bool = True,
        late_move_pruning: bool = True,
        see_pruning: bool = True,
    ) -> None:
        if not (evaluation is None or callable(evaluation)):
            raise TypeError(
                f"evaluation must be None, DefaultEvaluation, PieceSquareTables or callable, not {type(evaluation).__name__}"
            )
        _native(evaluation, batched)  # only to raise ValueError if a native evaluation is batched
        if not (table is None or isinstance(table, TranspositionTable)):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise TypeError(f"table must be None or a TranspositionTable, not {type(table).__name__}")
        self.evaluation = evaluation
        """The evaluation that was passed to the constructor."""
        self.batched = batched
        """Whether the evaluation scores many boards per call."""
        self.table: TranspositionTable = TranspositionTable(_DEFAULT_MB) if table is None else table
        """The hash table."""
        if not (tablebase is None or isinstance(getattr(tablebase, "_native", None), _Tablebase)):
            raise TypeError(f"tablebase must be None or a bitrook.syzygy.Tablebase, not {type(tablebase).__name__}")
        if tablebase is not None and tablebase._variant.uci_variant != "chess":
            raise ValueError(f"the search plays standard chess, but the tables are of {tablebase._variant.uci_variant}")
        self.tablebase = tablebase
        """The endgame tablebases, or None."""
        self.probe_depth: int = integer("probe_depth", probe_depth, 0, 128)
        """The remaining depth from which positions with as many pieces as the largest table are probed."""
        self.fifty_move_rule: bool = bool(fifty_move_rule)
        """Whether tablebases score wins that the fifty-move rule turns into draws as draws."""
        if not (book is None or callable(getattr(book, "find_all", None))):
            raise TypeError(f"book must be None or a bitrook.polyglot.MemoryMappedReader, not {type(book).__name__}")
        self.book = book
        """The opening book, or None."""
        self._book_random = book_random
        given = locals()
        self.off: tuple[str, ...] = tuple(name for name in TECHNIQUES if not given[name])
        """The names of the techniques that are switched off."""
        self._running: set[_StopFlag] = set()

    def __copy__(self) -> Search:
        """Return a search with the same settings and table, which is stopped independently."""
        again = object.__new__(type(self))
        vars(again).update(vars(self), _running=set())
        return again

    def run(
        self,
        board: Board,
        depth: int | None = None,
        nodes: int | None = None,
        time: float | None = None,
        moves: Iterable[Move] | None = None,
        multipv: int = 1,
        on_info: Callable[[Result], object] | None = None,
        threads: int = 1,
        *,
        white_clock: float | None = None,
        black_clock: float | None = None,
        white_inc: float | None = None,
        black_inc: float | None = None,
        remaining_moves: int | None = None,
    ) -> Result:
        """Search the position of *board* until a limit is reached, and return the result.

        The search works on a copy of the board, and uses its history for repetitions and the fifty-move rule. It
        releases the GIL. Without a limit, it continues until `stop()` is called, Ctrl-C is pressed, or depth 127 or the
        shortest possible mate is reached. With one thread and no time limit, the same arguments and the same contents
        of the table produce the same result.

        :param board: a Board.
        :param depth: the maximum depth in plies, at least 1. Values above 127 are treated as 127.
        :param nodes: stop after this many nodes, at least 0. Each thread may visit up to a thousand more.
        :param time: stop after this many seconds, a float of at least 0.
        :param moves: the moves to consider in this position; None for all legal moves. Castling may use either
            encoding.
        :param multipv: the number of lines to find, at least 1. Each line takes about as long as the first.
        :param on_info: None, or a callable that takes a `Result`. It is called in the calling thread after each depth.
            If it raises an exception, the search ends and the exception propagates.
        :param threads: the number of threads, from 1 to 1024, including the calling thread. At most four threads per
            processor are used. They share the table. More threads reach a greater depth in the same time, but the
            result differs from run to run.
        :param white_clock: White's remaining time in seconds. If the clock of the side to move is given, the search
            decides how much of it to use. This and the following parameters are those of `bitrook.engine.Limit`.
        :param black_clock: Black's remaining time in seconds.
        :param white_inc: White's increment per move, in seconds.
        :param black_inc: Black's increment per move, in seconds.
        :param remaining_moves: the number of moves until the next time control; None for the rest of the game.
        :raises TypeError: if an argument has the wrong type.
        :raises ValueError: if an argument is out of range, a move is illegal, or *threads* is more than one and the
            evaluation is a Python callable.
        :raises MemoryError: if there is not enough memory.

        >>> from bitrook import Board, Move, search
        >>> board = Board("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
        >>> result = search.Search().run(board, depth=4, multipv=2, moves=[Move.from_uci("e2e4"), Move.from_uci("e1d1")])
        >>> sorted(line.moves[0].uci() for line in result.lines)
        ['e1d1', 'e2e4']
        >>> search.Search().run(board, white_clock=1, black_clock=1, white_inc=0.01).time < 0.6
        True
        """
        soft = None
        if not isinstance(board, Board):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise TypeError(f"board must be a Board, not {type(board).__name__}")
        left = _seconds("white_clock", white_clock) if board.turn else _seconds("black_clock", black_clock)
        increment = (_seconds("white_inc", white_inc) if board.turn else _seconds("black_inc", black_inc)) or 0.0
        if left is not None:
            soft, hard = times(left, increment, remaining_moves)
            time = hard if time is None else min(time, hard)
            if moves is None and board.legal_moves.count() == 1:
                soft = 0.0
        if moves is None and multipv == 1 and (found := self._from_book(board)):
            return found
        return self._run(_stop_flag(), board, depth, nodes, time, moves, multipv, on_info, threads, soft)

    def _from_book(self, board: Board) -> Result | None:
        return None if self.book is None else _book_result(board, self.book, self._book_random)

    def stop(self) -> None:
        """Stop all runs of this search. They return the best results found so far.

        Call this method from another thread, or from `on_info`.

        >>> from bitrook import Board, search
        >>> engine = search.Search()
        >>> engine.run(Board(), on_info=lambda result: engine.stop() if result.depth == 3 else None).depth
        3
        """
        for flag in tuple(self._running):
            flag.set()

    def _run(
        self,
        stop: _StopFlag,
        board: Board,
        depth: int | None = None,
        nodes: int | None = None,
        time: float | None = None,
        moves: Iterable[Move] | None = None,
        multipv: int = 1,
        on_info: Callable[[Result], object] | None = None,
        threads: int = 1,
        soft_time: float | None = None,
    ) -> Result:
        """Run with the caller's stop flag, which may be set before the search starts."""
        if not (on_info is None or callable(on_info)):
            raise TypeError(f"on_info must be None or callable, not {type(on_info).__name__}")
        board = board.copy()

        def report(raw: _SearchInfo) -> object:
            return on_info(_result_of(board, raw)) if on_info else None

        self._running.add(stop)
        try:
            limits = _search_limits(
                board, depth=depth, nodes=nodes, time=time, soft_time=soft_time, moves=moves, multipv=multipv, threads=threads
            )  # fmt: skip
            files = self.tablebase._native if self.tablebase else None
            options = _search_options(
                off=self.off, tablebase=files, probe_depth=self.probe_depth, fifty_move_rule=self.fifty_move_rule
            )
            evaluation = _native(self.evaluation, self.batched)
            raw = _search(
                board, evaluation, self.batched, self.table, options, limits, stop, report if on_info else None
            )
        finally:
            self._running.discard(stop)
        return _result_of(board, raw)


def times(left: float, increment: float, moves_to_go: int | None) -> tuple[float, float]:
    """Return two times in seconds: after the first, no new depth is started; after the second, the search is stopped.

    :param left: the seconds on the clock.
    :param increment: the seconds that each move adds.
    :param moves_to_go: the moves until the next time control, or None for the rest of the game.

    >>> soft, hard = times(60.0, 0.0, None)
    >>> 0 < soft < hard < 60
    True
    """
    moves = min(max(moves_to_go or 25, 1), 25)
    share = left / (moves + 1) + 0.7 * increment
    hard = max(min(4 * share, 0.6 * left if moves > 1 else 0.9 * left), 0.001)
    return min(0.6 * share, hard), hard


def _seconds(name: str, seconds: float | None) -> float | None:
    if seconds is None:
        return None
    if isinstance(seconds, bool) or not isinstance(seconds, (int, float)):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise TypeError(f"{name} must be a number of seconds, not {type(seconds).__name__}")
    if not 0 <= seconds < math.inf:
        raise ValueError(f"{name} must be finite and 0 or more, not {seconds}")
    return float(seconds)


def _native(evaluation: Evaluation | None, batched: bool) -> Any:
    """Convert an evaluation to the form that _search() and _quiescence() accept."""
    network = getattr(evaluation, "_native", None)
    native: Any = network if isinstance(network, _Network) else evaluation
    if batched and (native is None or isinstance(native, (DefaultEvaluation, PieceSquareTables, _Network))):
        raise ValueError("batched requires a Python callable: native evaluations need no batches")
    if not batched or not callable(native):
        return native
    from ..batch._boards import scorer

    return scorer(native)


def quiescence(
    board: Board,
    alpha: int = -32001,
    beta: int = 32001,
    evaluation: Evaluation | None = None,
    *,
    batched: bool = False,
) -> int:
    """Search captures and promotions until the position is quiet, and return its score.

    In check, all moves are searched. If you write your own search, call this function when the remaining depth is 0.
    The history of *board* is ignored. The score is in centipawns for the side to move; the score of a mate is 32000
    minus its distance in plies. As in any alpha-beta search, a score that is not between *alpha* and *beta* is only a
    bound. Captures that lose material according to static exchange evaluation, or that cannot raise the score to
    *alpha*, are skipped.

    :param board: a Board, which is not changed.
    :param alpha: the score that the side to move can already force elsewhere.
    :param beta: the score above which the opponent avoids the position; greater than *alpha*.
    :param evaluation: see `Search`.
    :param batched: whether the evaluation scores many boards per call; see `Search`.
    :raises ValueError: if *alpha* is not less than *beta*.

    >>> from bitrook import Board, search
    >>> board = Board("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")
    >>> search.quiescence(board) > search.PieceSquareTables()(board)
    True
    """
    return _quiescence(board, alpha, beta, _native(evaluation, batched), batched)[0]
