"""UCI texts: syntax, both spellings of castling, null moves, drops, and the reasons of refusals."""

from __future__ import annotations

import chess
import pytest

import bitrook

CASTLING = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"


@pytest.mark.parametrize(
    "text",
    ["e2e4", "0000", "a7a8k", "a7a8p", "P@e4", "p@e4", "K@e4", "E2e4", "e2e2", "a1a1", "a7a8Q", "X@e4", "N@e9", "@@@@",
     "", "e2", "e2e4 ", "P@e4q", "Z0", "--", "e2e4qq", "i2i4", "e0e1"],
)  # fmt: skip
def test_syntax(text: str) -> None:
    try:
        expected = chess.Move.from_uci(text).uci()
    except chess.InvalidMoveError:
        with pytest.raises(bitrook.InvalidMoveError) as raised:
            bitrook.Move.from_uci(text)
        assert str(raised.value).endswith(repr(text))
        with pytest.raises(bitrook.InvalidMoveError):
            bitrook.Board().parse_uci(text)
    else:
        assert bitrook.Move.from_uci(text).uci() == expected


@pytest.mark.parametrize("chess960", [False, True])
@pytest.mark.parametrize("text", ["e1g1", "e1h1", "e1c1", "e1a1"])
def test_castling_is_read_in_both_spellings_and_given_in_the_boards_own(text: str, chess960: bool) -> None:
    board = bitrook.Board(CASTLING, chess960=chess960)
    theirs = chess.Board(CASTLING, chess960=chess960)
    move = board.parse_uci(text)
    assert move.uci() == theirs.parse_uci(text).uci()
    assert move in board.legal_moves
    for spelling in (None, True, False):
        assert board.uci(move, chess960=spelling) == theirs.uci(chess.Move.from_uci(move.uci()), chess960=spelling)
    board.push_uci(text)
    theirs.push_uci(text)
    assert board.fen() == theirs.fen()
    assert board.peek().uci() == theirs.peek().uci()


def test_the_null_move_is_always_read() -> None:
    board = bitrook.Board()
    assert board.push_uci("0000") == bitrook.Move.null()
    assert board.turn == bitrook.BLACK
    assert board.xboard(bitrook.Move.null()) == "@@@@"


@pytest.mark.parametrize(
    ("text", "why"),
    [("e2e5", "does not move like that"), ("e4e5", "no piece on the square"), ("e7e5", "the opponent's"),
     ("d1d4", "blocked"), ("a1a2", "a piece of the same side"), ("e2e4q", "cannot promote"), ("e1g1", "castling"),
     ("N@e4", "nothing to drop")],
)  # fmt: skip
def test_illegal_moves_are_told_why(text: str, why: str) -> None:
    board = bitrook.Board()
    for method in (board.parse_uci, board.push_uci):
        with pytest.raises(bitrook.IllegalMoveError, match=why) as raised:
            method(text)
        assert str(raised.value).endswith(repr(text))
    with pytest.raises(bitrook.IllegalMoveError, match=why):
        board.play(bitrook.Move.from_uci(text))
    assert board == bitrook.Board()
    assert not board.move_stack
