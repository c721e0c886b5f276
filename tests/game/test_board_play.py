"""Playing moves with and without checks: what is refused, what is said, what stays as it was."""

from __future__ import annotations

import pytest
from bitrook import Board, IllegalMoveError, Move


def everything(board: Board) -> tuple[object, ...]:
    return board.fen(en_passant="fen"), board.castling_rights, board.move_stack, board.root().fen()


def test_playing_with_checks() -> None:
    board = Board()
    board.play(Move.from_uci("e2e4"))
    assert board.push_all([Move.from_uci(m) for m in ("e7e5", "g1f3")]) == 2
    before = everything(board)
    for text, why in (
        ("e5e4", "blocked"),
        ("e4e5", "turn|opponent|side"),
        ("a3a4", "no piece"),
        ("0000", "null"),
    ):
        with pytest.raises(IllegalMoveError, match=why) as error:
            board.play(Move.from_uci(text))
        assert str(error.value).endswith(f"'{text}'")
        assert len(str(error.value)) > 30
        with pytest.raises(IllegalMoveError):
            board.push_all([Move.from_uci("b8c6"), Move.from_uci(text)])
        assert everything(board) == before
    pinned = Board("4k3/8/8/8/4r3/8/4B3/4K3 w - - 0 1")
    with pytest.raises(IllegalMoveError, match="pinned"):
        pinned.play(Move.from_uci("e2d3"))
    with pytest.raises(IllegalMoveError, match="pinned"):
        pinned.push_san("Bd3")
    with pytest.raises(IllegalMoveError, match="check"):
        Board("4k3/8/8/8/4r3/8/8/4K2B w - - 0 1").push_uci("h1g2")
    with pytest.raises(AssertionError):
        board.push(Move.from_uci("a3a4"))
    with pytest.raises(TypeError):
        board.push_all([Move.from_uci("b8c6"), "x"])  # type: ignore[list-item]
    with pytest.raises(TypeError):
        board.push("e2e4")  # type: ignore[arg-type]
    assert everything(board) == before
