"""Boards with invalid and extreme arguments: no boards, finished games, NaN, illegal indices, overlaps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from bitrook import Move, search
from bitrook.batch import Boards, Reason, concatenate

E2E4 = Move.from_uci("e2e4").word
OVER = ["R5k1/5ppp/8/8/8/8/8/6K1 b - - 1 1", "8/8/8/8/8/4k3/8/4K3 w - - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"]

EMPTY: dict[str, Callable[[Boards], Any]] = {
    "step": lambda b: b.step([]).rewards,
    "step with a codec": lambda b: b.step([], "lc0").rewards,
    "legal_moves": lambda b: b.legal_moves()[1],
    "count_legal_moves": lambda b: b.count_legal_moves(),
    "is_legal": lambda b: b.is_legal([]),
    "random_moves": lambda b: b.random_moves(),
    "playout": lambda b: b.playout().plies,
    "perft": lambda b: b.perft(3),
    "packed": lambda b: b.packed(),
    "words": lambda b: b.words("dense"),
    "piece_counts": lambda b: b.piece_counts,
    "observe": lambda b: b.observe("alphazero"),
    "legal_mask": lambda b: b.legal_mask("lc0", packed=True),
    "evaluation": lambda b: search.PieceSquareTables()(b),
    "fens": lambda b: b.fens(),
    "reset": lambda b: (b.reset(), b)[1],
    "undo": lambda b: (b.undo(), b)[1],
    "san": lambda b: b.san([]),
    "parse_san": lambda b: b.parse_san([]),
    "slice": lambda b: b[::-1],
    "mirror": lambda b: b.mirror(),
    "concatenate": lambda b: concatenate([b, b]),
    "list": list,
}


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("name", EMPTY)
def test_no_boards(name: str, threads: int) -> None:
    assert len(EMPTY[name](Boards(0, threads=threads))) == 0


def test_games_that_are_over() -> None:
    boards = Boards(OVER)
    assert boards.reasons.tolist() == [Reason.CHECKMATE, Reason.MATERIAL, Reason.STALEMATE]
    assert (
        not boards.legal_moves()[1].size and not boards.random_moves().any() and not boards.is_legal([E2E4] * 3).any()
    )
    result = boards.step(np.full(3, E2E4, np.int16), illegal="raise")  # no move is made, so none is illegal
    assert result.terminated.all() and not result.rewards.any() and result.reason.tolist() == boards.reasons.tolist()
    assert boards.playout().plies.tolist() == [0, 0, 0] and boards.fens() == OVER
    assert boards.observe("alphazero").shape == (3, 8, 8, 119)
    with pytest.raises(IndexError, match="no move to undo"):
        boards.undo()
    for autoreset in ("next", "same"):
        boards = Boards(OVER, autoreset=autoreset)
        result = boards.step(np.full(3, E2E4, np.int16), illegal="terminate")
        assert result.terminated.all() and boards.fens() == OVER


@pytest.mark.parametrize(
    ("call", "match"),
    [
        (lambda b: b.step(np.array([np.nan, 1.0])), "moves must be integers, not float64"),
        (lambda b: b.step(np.array([np.nan, 1.0]), "lc0"), "indices must be integers, not float64"),
        (lambda b: b.step([True, False], "lc0"), "indices must be integers, not bool"),
        (lambda b: b.reset(np.array([np.nan, 1.0])), "mask must be an array of bools, not of float64"),
        (lambda b: b.undo(np.array([1, 0])), "mask must be an array of bools, not of int64"),
        (lambda b: b[np.array([np.nan])], "boards are selected by"),
        (lambda b: b.random_moves(seed=float("nan")), "seed must be an int, not float"),
        (lambda b: b.perft(float("nan")), "depth must be an int, not float"),
        (lambda b: b.playout(max_plies=1.5), "max_plies must be an int, not float"),
        (lambda b: Boards(2, max_plies=float("nan")), "max_plies must be an int, not float"),
        (lambda b: Boards.from_chess960(np.array([np.nan])), "numbers must be integers, not float64"),
        (lambda b: b.parse_uci(["e2e4", float("nan")]), "texts must be a str, not float"),
    ],
)
def test_numbers_that_are_no_integers(call: Callable[[Boards], Any], match: str) -> None:
    boards = Boards(2)
    with pytest.raises(TypeError, match=match):
        call(boards)
    assert boards == Boards(2)


def test_overlapping_outputs() -> None:
    boards, numbers, text = Boards(2), np.zeros(100, np.int32), bytearray(400)
    pairs = [
        (numbers[:3], numbers[2:].view(np.int16)),
        (memoryview(text)[:12].cast("i"), memoryview(text)[10:].cast("h")),
        (numbers[:3], memoryview(numbers).cast("B")),
    ]
    for pair in pairs:
        with pytest.raises(ValueError, match="must not overlap"):
            boards.legal_moves(out=pair)
    with pytest.raises(ValueError, match="must not overlap"):
        boards.step([E2E4] * 2, out=(bytearray(8), text, text, bytearray(2)))
    with pytest.raises(ValueError, match="must not overlap"):
        boards.playout(out=(text, memoryview(text), bytearray(2)))
    moves = np.full(2, E2E4, np.int16)
    assert boards.is_legal(moves, out=moves.view(np.bool_)[:2]).all()  # arguments are read before anything is written
    assert boards == Boards(2)


def test_too_many_boards() -> None:
    with pytest.raises(ValueError, match="source must be in 0..2147483646"):
        Boards(2**62)


def test_a_depth_that_no_count_has() -> None:
    boards = Boards(1)
    with pytest.raises(ValueError, match="depth"):
        boards.perft(101)
    with pytest.raises(ValueError, match=r"depth must be in 0\.\.100, not 64000"):  # would overflow the stack
        boards._native.perft(64000, np.empty(1, np.uint64))
