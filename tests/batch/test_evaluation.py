"""Native evaluations of whole batches, compared with those of single boards."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from support.positions import random_position

from bitrook import Board, search
from bitrook.batch import Boards

TABLES = search.PieceSquareTables()


def positions(n: int) -> list[Board]:
    return [random_position(random.Random(i))[1] for i in range(n)]


@pytest.mark.parametrize("threads", [1, 2])
def test_each_score_is_that_of_the_board(threads: int) -> None:
    singles = positions(150)
    boards = Boards(singles, threads=threads, kingless=True)
    numbers = np.random.default_rng(3).integers(-9000, 9000, (2, 12, 64))
    tables = search.PieceSquareTables(*numbers)
    for evaluation in (TABLES, tables, search.DefaultEvaluation(), search.DefaultEvaluation(tables, mobility=False)):
        scores = evaluation(boards)
        assert scores.dtype == np.int32 and scores.tolist() == [evaluation(board) for board in singles]
    assert TABLES(board=boards).shape == (150,)
    assert TABLES(Boards(0)).tolist() == []


def test_boards_whose_game_is_over_have_scores() -> None:
    boards = Boards(["R5k1/5ppp/8/8/8/8/8/6K1 b - - 1 1", "8/8/8/8/8/4k3/8/4K3 w - - 0 1"])
    assert boards.is_over().all() and TABLES(boards).tolist() == [TABLES(board) for board in boards]


def test_out() -> None:
    boards = Boards(positions(5), kingless=True)
    out = np.empty(5, np.int32)
    assert TABLES(boards, out) is out and np.array_equal(out, TABLES(boards, out=None))
    memory = bytearray(20)
    TABLES(boards, out=memory)
    assert memory == out.tobytes()


@pytest.mark.parametrize(
    ("out", "error", "match"),
    [
        (np.zeros(4, np.int32), ValueError, r"out must have the shape \(5,\), not \(4,\)"),
        (np.zeros(5, np.int16), TypeError, "out must have the dtype int32, not int16"),
        (np.zeros(10, np.int32)[::2], BufferError, "out must be C-contiguous"),
        (7, TypeError, "out must be a writable buffer"),
    ],
)
def test_wrong_outputs_are_refused(out: Any, error: type[Exception], match: str) -> None:
    with pytest.raises(error, match=match):
        TABLES(Boards(5), out=out)


def test_other_arguments_are_refused() -> None:
    for evaluation in (TABLES, search.DefaultEvaluation()):
        for other in (None, 3, "a", Boards, [Board()]):
            with pytest.raises(TypeError, match="board must be a Board or Boards"):
                evaluation(other)  # type: ignore[operator]
        with pytest.raises(TypeError, match="out requires Boards, not a Board"):
            evaluation(Board(), out=np.zeros(1, np.int32))  # type: ignore[operator]
    with pytest.raises(TypeError, match="evaluation must be DefaultEvaluation or PieceSquareTables"):
        Boards(1)._evaluated(len, None)  # type: ignore[arg-type]
    assert TABLES(Board(), out=None) == 0  # type: ignore[call-overload]
