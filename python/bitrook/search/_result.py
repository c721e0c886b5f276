"""The results of searches."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .._core import Board, Move
from .._scores import Cp, Mate, Score

if TYPE_CHECKING:
    from random import Random

    from .._core import _SearchInfo
    from ..polyglot import MemoryMappedReader


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


def result_of(board: Board, raw: _SearchInfo) -> Result:
    depth, seldepth, nodes, time, found, tbhits = raw
    lines = [Line(Mate(score) if is_mate else Cp(score), moves) for is_mate, score, moves in found]
    if not lines:
        score: Score = Mate(0) if board.is_check() else Cp(0)
        return Result(None, None, score, depth, seldepth, nodes, time, (), (), tbhits)
    pv = lines[0].moves
    move, ponder = pv[0], pv[1] if len(pv) > 1 else None
    return Result(move, ponder, lines[0].score, depth, seldepth, nodes, time, pv, tuple(lines), tbhits)


def book_result(board: Board, book: MemoryMappedReader, random: Random | None) -> Result | None:
    """Return the book's move as a result of depth 0, or None if the position is not in the book."""
    try:
        entry = book.find(board) if random is None else book.weighted_choice(board, random=random)
    except IndexError:
        return None
    return result_of(board, (0, 0, 0, 0.0, ((False, 0, (entry.move,)),), 0))
