"""PieceSquareTables, compared with a loop over the pieces, for tables of every accepted type."""

from __future__ import annotations

import copy
import pickle
import random
from array import array
from typing import Any

import numpy as np
import pytest
from support.positions import EMPTY, KIWIPETE
from support.positions import random_position

from bitrook import WHITE, BaseBoard, Board, search

PHASE = (0, 1, 1, 2, 4, 0)


def slow_terms(board: BaseBoard, midgame: Any, endgame: Any, phase: tuple[int, ...] = PHASE) -> tuple[int, int, int]:
    """Return the two sums for tables of 12 x 64 values, and the phase."""
    sums = [0, 0]
    for square, piece in board.piece_map().items():
        row = piece.piece_type - 1 + (0 if piece.color else 6)
        for i, table in enumerate((midgame, endgame)):
            sums[i] += int(table[row][square]) * (1 if piece.color else -1)
    start = sum(n * weight for n, weight in zip((16, 4, 4, 4, 2, 2), phase, strict=True))
    present = sum(phase[piece.piece_type - 1] for piece in board.piece_map().values())
    return sums[0], sums[1], min(present, max(start, 1))


def slow_score(board: Board, midgame: Any, endgame: Any, phase: tuple[int, ...] = PHASE) -> int:
    first, last, now = slow_terms(board, midgame, endgame, phase)
    most = max(sum(n * weight for n, weight in zip((16, 4, 4, 4, 2, 2), phase, strict=True)), 1)
    score = int((first * now + last * (most - now)) / most)
    return max(-30000, min(30000, score if board.turn == WHITE else -score))


def mirrored(table: Any) -> Any:
    """Extend a table of 6 x 64 values to 12 x 64, with the ranks reversed for Black."""
    rows = np.asarray(table).reshape(6, 64)
    return np.concatenate([rows, rows.reshape(6, 8, 8)[:, ::-1].reshape(6, 64)])


def positions() -> list[Board]:
    return [Board(), Board(KIWIPETE), Board(EMPTY), *(random_position(random.Random(n))[1] for n in range(60))]


def test_tables_of_six_rows() -> None:
    rng = np.random.default_rng(1)
    midgame, endgame = rng.integers(-500, 500, (2, 6, 64))
    tables = search.PieceSquareTables(midgame, endgame)
    for board in positions():
        assert tables(board) == slow_score(board, mirrored(midgame), mirrored(endgame))
        assert tables.terms(board) == slow_terms(board, mirrored(midgame), mirrored(endgame))
    assert np.array_equal(np.asarray(tables.midgame), mirrored(midgame))
    assert np.array_equal(np.asarray(tables.endgame), mirrored(endgame))


def test_tables_of_twelve_rows_and_a_phase() -> None:
    rng = np.random.default_rng(2)
    midgame, endgame = rng.integers(-20000, 20001, (2, 12, 64))
    phase = (1, 3, 2, 5, 30, 0)
    tables = search.PieceSquareTables(midgame, endgame, phase=phase)
    for board in positions():
        assert tables(board) == slow_score(board, midgame, endgame, phase)
        assert tables.terms(board) == slow_terms(board, midgame, endgame, phase)
    assert tables.phase == phase
    assert tables.max_phase == 16 + 12 + 8 + 20 + 60


def test_the_largest_tables_do_not_overflow() -> None:
    tables = search.PieceSquareTables([[20000] * 64] * 12, phase=[30] * 6)
    board = Board(None)
    board.set_piece_map({square: board.piece_at(0) or Board().piece_at(0) for square in range(64)})
    assert tables.terms(board) == (64 * 20000, 64 * 20000, 960)
    assert tables(board) == 30000


def test_what_tables_can_be_made_of() -> None:
    numbers = np.random.default_rng(3).integers(-100, 100, (6, 64))
    expected = search.PieceSquareTables(numbers)
    board = Board(KIWIPETE)
    made: list[Any] = [
        numbers.tolist(),
        numbers.reshape(6, 8, 8),
        numbers.astype(np.int16),
        numbers.astype(np.int8),
        np.asfortranarray(numbers),
        (numbers + 0.4).astype(np.float32),
        array("i", numbers.ravel().tolist()),
        array("d", numbers.ravel().tolist()),
        [array("b", row.tolist()) for row in numbers],
        tuple(map(tuple, numbers.tolist())),
        [[np.int64(n) for n in row] for row in numbers],
        mirrored(numbers),
        memoryview(mirrored(numbers).astype(np.int32)),
        expected.midgame,
    ]
    for each in made:
        tables = search.PieceSquareTables(each)
        assert tables.midgame == expected.midgame
        assert tables.endgame == expected.midgame
        assert tables(board) == expected(board)


def test_values_are_added() -> None:
    flat = [[0] * 64] * 6
    values = [100, 320, 330, 500, 900, 0]
    tables = search.PieceSquareTables(flat, values=values)
    assert tables(Board("4k3/8/8/8/8/8/8/Q3K2r b - - 0 1")) == -400
    both = search.PieceSquareTables(flat, None, [values, [120, 300, 320, 520, 950, 0]])
    assert both.terms(Board("4k3/8/8/8/8/8/8/Q3K2r b - - 0 1")) == (400, 430, 6)
    rows = np.repeat(np.asarray(values), 64).reshape(6, 64)
    assert search.PieceSquareTables(rows).midgame == tables.midgame


def test_the_default_tables() -> None:
    tables = search.PieceSquareTables()
    assert tables(Board()) == 0
    assert tables.phase == PHASE
    assert tables.max_phase == 24
    for board in positions():
        assert tables(board) == slow_score(board, np.asarray(tables.midgame), np.asarray(tables.endgame))
        mirror = board.mirror()
        assert tables(mirror) == tables(board)
    pawn = Board("4k3/8/8/8/8/8/P7/4K3 w - - 0 1")
    assert tables(pawn) > 50
    pawn.turn = not pawn.turn
    assert tables(pawn) < -50


def test_copies_and_pickles() -> None:
    tables = search.PieceSquareTables(np.random.default_rng(4).integers(-100, 100, (12, 64)), phase=(0, 1, 2, 3, 4, 5))
    assert copy.copy(tables) is tables
    assert copy.deepcopy(tables) is tables
    again = pickle.loads(pickle.dumps(tables))
    assert (again.midgame, again.endgame, again.phase) == (tables.midgame, tables.endgame, tables.phase)
    terms = tables.terms(Board())
    assert pickle.loads(pickle.dumps(terms)) == terms
    assert repr(terms) == f"bitrook.search.EvaluationTerms(midgame={terms[0]}, endgame={terms[1]}, phase={terms[2]})"


ZEROS = [[0] * 64] * 6


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        (([[0] * 64] * 5,), ValueError, "midgame must have 6 or 12 rows of 64 numbers, not 5"),
        (([[0] * 63] * 6,), ValueError, r"midgame\[0\] must have 64 numbers, not 63"),
        ((ZEROS, [[0] * 64] * 5 + [[0] * 63 + ["x"]]), TypeError, r"endgame\[5\]\[63\] must be a number, not str"),
        (([[0] * 64] * 5 + [[0] * 63 + [20001]],), ValueError, r"midgame\[5\]\[63\] and the value of the piece"),
        ((ZEROS, None, [19999, 1, 1, 1, 20001, 1]), ValueError, r"midgame\[4\]\[0\] and the value of the piece"),
        (("abc",), TypeError, "midgame must be an array or a sequence of numbers, not str"),
        ((3,), TypeError, "midgame must be an array"),
        ((np.float64(3),), TypeError, "midgame must be an array"),
        ((range(10**12),), ValueError, "midgame has too many numbers: 1000000000000"),
        (([[float("nan")] * 64] * 6,), ValueError, r"midgame\[0\]\[0\] must be in"),
        (([[float("inf")] * 64] * 6,), ValueError, r"midgame\[0\]\[0\] must be in"),
        (([[2**70] * 64] * 6,), ValueError, r"midgame\[0\]\[0\] must be in"),
        ((None, ZEROS), TypeError, "requires midgame"),
        ((ZEROS, None, [1, 2, 3]), ValueError, "values must be six numbers"),
        ((ZEROS, None, None, (0, 1, 1, 2, 31, 0)), ValueError, "phase must be six numbers in 0..30"),
        ((ZEROS, None, None, (0, 1, 1, 2)), ValueError, "phase must be six numbers in 0..30"),
    ],
)
def test_wrong_arguments(arguments: tuple[Any, ...], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        search.PieceSquareTables(*arguments)


def test_lists_that_contain_themselves() -> None:
    rows: list[Any] = []
    rows.extend([rows] * 6)
    with pytest.raises(ValueError, match="too many"):
        search.PieceSquareTables(rows)


def test_wrong_boards() -> None:
    tables = search.PieceSquareTables()
    for call in (lambda: tables(BaseBoard()), lambda: tables(None), lambda: tables(), lambda: tables(Board(), 1)):  # type: ignore
        with pytest.raises(TypeError):
            call()
    assert tables(board=Board()) == 0
    assert tables.terms(BaseBoard()).phase == 24
