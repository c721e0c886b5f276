"""play and push_all, which check their moves, and push, which does not: rejected moves leave the board unchanged."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from support.positions import PINNED, unwound

from bitrook import Board, IllegalMoveError, Move


def opened() -> Board:
    """Return a board after 1. e4 e5 2. Nf3."""
    board = Board()
    board.play(Move.from_uci("e2e4"))
    assert board.push_all([Move.from_uci(text) for text in ("e7e5", "g1f3")]) == 2
    return board


CALLS: list[tuple[Callable[[Board], object], str]] = [
    (lambda board: board.play(Move.from_uci("e5e4")), "blocked"),
    (lambda board: board.play(Move.null()), "null"),
    (lambda board: board.push_all([Move.from_uci("b8c6"), Move.from_uci("e4e5")]), "blocked"),
    (lambda board: board.find_move(36, 28), "blocked"),
]


@pytest.mark.parametrize(("call", "why"), CALLS)
def test_illegal_moves_are_refused_and_change_nothing(call: Callable[[Board], object], why: str) -> None:
    board = opened()
    with pytest.raises(IllegalMoveError, match=why):
        call(board)
    assert unwound(board) == unwound(opened())


def test_push_does_not_check_but_needs_a_piece() -> None:
    board = Board(PINNED)
    board.push(Move.from_uci("e2d3"))
    assert board.was_into_check()
    board = opened()
    with pytest.raises(AssertionError):
        board.push(Move.from_uci("a3a4"))
    assert unwound(board) == unwound(opened())


def test_other_types_are_refused_and_change_nothing() -> None:
    board = opened()
    with pytest.raises(TypeError):
        board.push_all([Move.from_uci("b8c6"), "x"])  # type: ignore[list-item]
    with pytest.raises(TypeError):
        board.push("e2e4")  # type: ignore[arg-type]
    assert unwound(board) == unwound(opened())
