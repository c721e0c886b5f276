"""play and push_all, which check their moves, and push, which does not: rejected moves leave the board unchanged."""

from __future__ import annotations

import re

import pytest
from support.positions import PINNED, unwound

from bitrook import Board, IllegalMoveError, Move


def opened() -> Board:
    """Return a board after 1. e4 e5 2. Nf3."""
    board = Board()
    board.play(Move.from_uci("e2e4"))
    assert board.push_all([Move.from_uci(text) for text in ("e7e5", "g1f3")]) == 2
    return board


@pytest.mark.parametrize(
    ("text", "why"), [("e5e4", "blocked"), ("e4e5", "opponent"), ("a3a4", "no piece"), ("0000", "null")]
)
def test_play_and_push_all_refuse_an_illegal_move_and_say_why(text: str, why: str) -> None:
    board = opened()
    with pytest.raises(IllegalMoveError, match=f"{why}.*: '{text}' in {re.escape(board.fen())}$"):
        board.play(Move.from_uci(text))
    with pytest.raises(IllegalMoveError):
        board.push_all([Move.from_uci("b8c6"), Move.from_uci(text)])
    assert unwound(board) == unwound(opened())


@pytest.mark.parametrize(
    ("fen", "uci", "san", "why"),
    [(PINNED, "e2d3", "Bd3", "pinned"), ("4k3/8/8/8/4r3/8/8/4K2B w - - 0 1", "h1g2", "Bg2", "check")],
)
def test_every_checked_method_says_why_a_move_is_illegal(fen: str, uci: str, san: str, why: str) -> None:
    board = Board(fen)
    move = Move.from_uci(uci)
    calls = (
        lambda: board.play(move),
        lambda: board.push_all([move]),
        lambda: board.variation_san([move]),
        lambda: board.push_uci(uci),
        lambda: board.push_san(san),
        lambda: board.find_move(move.from_square, move.to_square),
    )
    for call in calls:
        with pytest.raises(IllegalMoveError, match=why):
            call()
    assert board.fen() == fen
    assert board.move_stack == []


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
