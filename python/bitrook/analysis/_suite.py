"""Test suites: EPD positions with known best moves or moves to avoid."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, nullcontext
from dataclasses import dataclass
from functools import partial
from typing import cast

from .. import Board, Move
from ..match._players import Driver, EngineLike
from .._progress import Display, progress_of
from ..data import open_text
from ..engine import InfoDict, Limit
from ._evaluate import Pool, PositionError, limit_of, wait

Progress = Callable[[int, int, str], object]


@dataclass(frozen=True)
class Puzzle:
    """A position with its best moves (*bm*) or its moves to avoid (*am*)."""

    board: Board
    """The position."""
    best: tuple[Move, ...]
    """The moves that solve it. If empty, every move except those to avoid solves it."""
    avoid: tuple[Move, ...]
    """The moves to avoid."""
    name: str
    """The *id* of the position, or "line" and its line number."""

    def is_solved_by(self, move: Move | None) -> bool:
        """Return whether a move is a solution."""
        return move is not None and move not in self.avoid and (not self.best or move in self.best)


@dataclass(frozen=True)
class Solution:
    """An engine's answer to a puzzle."""

    puzzle: Puzzle
    """The puzzle."""
    move: Move | None
    """The engine's move; None if it returned none."""
    solved: bool
    """Whether the move is a solution."""
    info: InfoDict
    """The engine's report from when it settled on a solution; its last report if the puzzle is not solved."""
    error: str = ""
    """The error message if the engine failed on the position; otherwise empty."""


def read_suite(source: str | os.PathLike[str] | Iterable[str], *, errors: list[str] | None = None) -> list[Puzzle]:
    """Read the positions of a test suite. Empty lines and lines that start with # are skipped.

    Two deviations from EPD that occur in suites are accepted: the move counters of a FEN before the operations, and
    signs such as ! after a move.

    :param source: the path of an EPD file, which may be compressed, or an iterable of its lines.
    :param errors: a list to which a message is added for each line that cannot be read, with its number. If it is None,
        the first such line raises ValueError.
    :raises ValueError: if a line is not valid EPD or has neither *bm* nor *am*, or if there are no positions. The
        message includes the line number.
    :raises OSError: if the file cannot be read.

    >>> [puzzle] = read_suite(['6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8#; id "back rank";'])
    >>> puzzle.name, puzzle.best
    ('back rank', (Move.from_uci('a1a8'),))
    """
    name: str = "line"
    if isinstance(source, (str, os.PathLike)):
        name = os.fspath(source)
        with open_text(source) as file:
            source = file.read().split("\n")
    numbered = ((number, line.strip()) for number, line in enumerate(source, 1))
    found: list[Puzzle] = []
    for number, line in numbered:
        if not line or line[0] == "#":
            continue
        try:
            found.append(_puzzle(f"{name}:{number}", line, number))
        except ValueError as error:
            if errors is None:
                raise
            errors.append(str(error))
    if not found and not errors:
        raise ValueError(f"{name}: no positions")
    return found


_COUNTERS = re.compile(r"^(\S+\s+[wb]\s+\S+\s+\S+)\s+\d+\s+\d+\s+(?=[a-z])")
_MOVES = re.compile(r"\b(?:bm|am)\s[^;]*")


def _puzzle(place: str, line: str, number: int) -> Puzzle:
    line = _COUNTERS.sub(r"\1 ", line, count=1)
    line = _MOVES.sub(lambda match: re.sub("[!?]+", "", match[0]), line)
    try:
        board, operations = Board.from_epd(line)
    except ValueError as error:
        raise ValueError(f"{place}: {error}") from None
    moves = {name: _moves(operations.get(name)) for name in ("bm", "am")}
    if not any(moves.values()):
        raise ValueError(f"{place}: expected an operation bm or am with moves: {line!r}")
    return Puzzle(board, moves["bm"], moves["am"], str(operations.get("id") or f"line {number}"))


def _moves(operand: object) -> tuple[Move, ...]:
    moves = cast("list[object]", operand) if isinstance(operand, list) else []
    return tuple(move for move in moves if isinstance(move, Move))


def _attempt(driver: Driver, puzzle: Puzzle, limit: Limit) -> Solution:
    found: list[InfoDict] = []  # the reports since the engine last settled on a solution

    def watch(info: InfoDict) -> None:
        line = info.get("pv")
        if line and not puzzle.is_solved_by(line[0]):
            found.clear()
        elif line:
            found.append(info)

    last = driver.analyze(puzzle.board, limit, watch)
    move = next(iter(last.get("pv", ())), None)
    solved = puzzle.is_solved_by(move)
    return Solution(puzzle, move, solved, found[0] if solved and found else last)


def _show_nothing(*_: object) -> None:
    pass


def solve(
    puzzles: Iterable[Puzzle],
    engine: EngineLike = None,
    limit: Limit | None = None,
    workers: int = 1,
    *,
    progress: bool | Progress = False,
) -> Iterator[Solution]:
    """Run an engine on the positions of a test suite, and yield its solutions in order.

    :param puzzles: the positions, for example from `read_suite`.
    :param engine: as for `evaluate`.
    :param limit: the limit for each position; 100,000 nodes by default.
    :param workers: the number of engines that run in parallel. More than one slows each of them down.
    :param progress: True shows the progress on a terminal. A callable is called with the number of finished positions,
        the total, and a text such as "3 solved".
    :raises ValueError: if the limit would never end a search.
    :raises OSError: if the engine cannot be started.
    :raises EngineError: if the engine violates the protocol when it is started.

    >>> puzzles = read_suite(['6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8#; id "back rank";'])
    >>> [solution] = solve(puzzles, limit=Limit(depth=4))
    >>> solution.solved, solution.move
    (True, Move.from_uci('a1a8'))
    """
    limit = limit_of(limit)
    show = progress_of(progress, "positions") or _show_nothing
    puzzles = list(puzzles)

    def solutions() -> Iterator[Solution]:
        solved = 0
        with Pool(engine, workers) as pool, closing(show) if isinstance(show, Display) else nullcontext():
            futures = [pool.submit(partial(_attempt, puzzle=puzzle, limit=limit)) for puzzle in puzzles]
            for number, (puzzle, future) in enumerate(zip(puzzles, futures)):
                try:
                    solution = wait(future, partial(show, number, len(puzzles), f"{solved} solved"))
                except PositionError as error:
                    solution = Solution(puzzle, None, False, {}, str(error))
                solved += solution.solved
                yield solution

    return solutions()
