"""Batched evaluation: the same results as with one board at a time, in fewer calls."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
from bitrook.batch import Boards
from bitrook.search import TECHNIQUES, DefaultEvaluation, PieceSquareTables, Search, quiescence
from support import positions

from bitrook import Board, Move

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
ENDGAME = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"
NATIVE = DefaultEvaluation()


class Recorded:
    """The native evaluation as a callable that records the positions it evaluates."""

    def __init__(self) -> None:
        self.batches: list[list[str]] = []

    def __call__(self, boards: Boards) -> np.ndarray:
        self.batches.append([board.fen(en_passant="fen") for board in boards])
        return NATIVE(boards)


@pytest.mark.parametrize("options", [{}, dict.fromkeys(TECHNIQUES, False), {"see_pruning": False, "futility": False}])
@pytest.mark.parametrize("fen", [KIWIPETE, ENDGAME, Board().fen()])
def test_the_result_is_that_of_single_calls(fen: str, options: dict[str, bool]) -> None:
    board, depth = Board(fen), 3 if options else 6
    recorded = Recorded()
    many = Search(recorded, batched=True, **options).run(board, depth)
    one = Search(lambda board: NATIVE(board), **options).run(board, depth)
    assert (many.lines, many.nodes, many.seldepth) == (one.lines, one.nodes, one.seldepth)
    native = Search(NATIVE, **options).run(board, depth)
    assert (many.lines, many.nodes) == (native.lines, native.nodes)
    evaluated = list(itertools.chain.from_iterable(recorded.batches))
    assert len(evaluated) == len(set(evaluated))  # no position is evaluated twice
    assert len(recorded.batches) < many.nodes / 2


def test_random_positions_and_lines() -> None:
    for fen in positions.random_fens(20):
        board = Board(fen, chess960=True)
        if not board.is_valid() or board.is_game_over():
            continue
        many = Search(NATIVE.__call__, batched=True).run(board, depth=3, multipv=2)
        assert many.lines == Search(NATIVE).run(board, depth=3, multipv=2).lines, fen
        assert quiescence(board, evaluation=NATIVE.__call__, batched=True) == quiescence(board, evaluation=NATIVE)


def test_the_boards_are_whole() -> None:
    seen: list[Boards] = []

    def keep(boards: Boards) -> list[int]:
        seen.append(boards)
        return [0] * len(boards)

    board = Board("4k3/8/8/8/3pP3/8/8/R3K2R b KQ e3 20 40")
    Search(keep, batched=True).run(board, depth=1)
    expected = {board.fen(), *(after(board, move) for move in board.legal_moves)}
    assert expected <= {copy.fen() for boards in seen for copy in boards}
    assert all(type(boards) is Boards for boards in seen)
    assert all(boards.history == 0 and boards.threads == 1 for boards in seen)


def after(board: Board, move: Move) -> str:
    board = board.copy()
    board.push(move)
    return board.fen()


@pytest.mark.parametrize(
    ("returned", "error", "message"),
    [
        (lambda boards: 0, ValueError, r"shape \(\d+,\), not \(\)"),
        (lambda boards: np.zeros(len(boards) + 1), ValueError, r"shape \(\d+,\), not \(\d+,\)"),
        (lambda boards: np.zeros((len(boards), 1)), ValueError, r"shape"),
        (lambda boards: np.full(len(boards), np.nan), ValueError, "finite"),
        (lambda boards: np.full(len(boards), np.inf), ValueError, "finite"),
        (lambda boards: ["1"] * len(boards), TypeError, "integers or floats, not <U1"),
        (lambda boards: [True] * len(boards), TypeError, "integers or floats, not bool"),
        (lambda boards: None, ValueError, "shape"),
        (lambda boards: 1 / 0, ZeroDivisionError, "division"),
    ],
)
def test_wrong_results(returned: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        Search(returned, batched=True).run(Board(), depth=2)
    with pytest.raises(error, match=message):
        quiescence(Board(), evaluation=returned, batched=True)


def test_floats_are_rounded_and_limited() -> None:
    board = Board(ENDGAME)
    floats = Search(lambda boards: NATIVE(boards) + 0.4, batched=True).run(board, depth=4)
    assert floats.lines == Search(NATIVE).run(board, depth=4).lines
    large = Search(lambda boards: np.full(len(boards), 1e300), batched=True).run(Board(), depth=2)
    assert abs(large.score.score() or 0) == 30000
    unsigned = Search(lambda boards: np.full(len(boards), 2**64 - 1, np.uint64), batched=True).run(Board(), depth=1)
    assert unsigned.score.score() == -30000


@pytest.mark.parametrize("evaluation", [None, NATIVE, PieceSquareTables()])
def test_native_evaluations_are_not_batched(evaluation: Any) -> None:
    with pytest.raises(ValueError, match="batched requires a Python callable"):
        Search(evaluation, batched=True)
    with pytest.raises(ValueError, match="batched requires a Python callable"):
        quiescence(Board(), evaluation=evaluation, batched=True)


def test_one_thread() -> None:
    with pytest.raises(ValueError, match="threads must be 1"):
        Search(Recorded(), batched=True).run(Board(), depth=1, threads=2)


@pytest.mark.parametrize("call", [1, 2, 30])
def test_no_call_after_an_exception(call: int) -> None:
    calls = 0

    def fail(boards: Boards) -> list[int]:
        nonlocal calls
        calls += 1
        if calls == call:
            raise KeyError("stop")
        return [0] * len(boards)

    with pytest.raises(KeyError, match="stop"):
        Search(fail, batched=True).run(Board(KIWIPETE), depth=9)
    assert calls == call
