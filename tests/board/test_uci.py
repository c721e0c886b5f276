"""UCI texts: syntax, both castling encodings, null moves, drops, and the reasons why moves are illegal."""

from __future__ import annotations

import chess
import pytest
from support.positions import CASTLING, EMPTY, START

import bitrook


@pytest.mark.parametrize(
    "text",
    ["e2e4", "0000", "a7a8k", "a7a8p", "P@e4", "p@e4", "K@e4", "E2e4", "e2e2", "a1a1", "a7a8Q", "X@e4", "N@e9", "@@@@",
     "", "e2", "e2e4 ", "P@e4q", "Z0", "--", "e2e4qq", "i2i4", "e0e1", "e2e", "0001", "é2e4", "\udcff", "e2e4\0"],
)  # fmt: skip
def test_the_syntax_is_that_of_python_chess(text: str) -> None:
    try:
        expected = chess.Move.from_uci(text).uci()
    except chess.InvalidMoveError:
        with pytest.raises(bitrook.InvalidMoveError) as raised:
            bitrook.Move.from_uci(text)
        shown = text.replace("\udcff", "\ufffd")  # a surrogate cannot be encoded in UTF-8
        assert str(raised.value).endswith(repr(shown))
        with pytest.raises(bitrook.InvalidMoveError):
            bitrook.Board().parse_uci(text)
    else:
        assert bitrook.Move.from_uci(text).uci() == expected


@pytest.mark.parametrize("chess960", [False, True])
@pytest.mark.parametrize("text", ["e1g1", "e1h1", "e1c1", "e1a1"])
def test_both_castling_encodings_are_read_and_the_one_of_the_board_is_returned(text: str, chess960: bool) -> None:
    board = bitrook.Board(CASTLING, chess960=chess960)
    theirs = chess.Board(CASTLING, chess960=chess960)
    move = board.parse_uci(text)
    assert move.uci() == theirs.parse_uci(text).uci()
    assert move in board.legal_moves
    for encoding in (None, True, False):
        assert board.uci(move, chess960=encoding) == theirs.uci(chess.Move.from_uci(move.uci()), chess960=encoding)
    board.push_uci(text)
    theirs.push_uci(text)
    assert board.fen() == theirs.fen()
    assert board.peek().uci() == theirs.peek().uci()


@pytest.mark.parametrize(
    ("fen", "text", "why"),
    [
        (START, "e2e5", "does not move like that"),
        (START, "e4e5", "no piece on the square"),
        (START, "e7e5", "the opponent's"),
        (START, "d1d4", "blocked"),
        (START, "a1a2", "a piece of the same side"),
        (START, "e2e4q", "cannot promote"),
        ("8/P7/8/8/8/8/8/k1K5 w - - 0 1", "a7a8k", "cannot promote"),
        (START, "e1g1", "in the way of castling"),
        (START, "N@e4", "nothing to drop"),
        ("r3k2r/8/8/8/4r3/8/8/R3K2R w KQkq - 0 1", "e1g1", "a king in check cannot castle"),
        ("r3k2r/8/8/8/5r2/8/8/R3K2R w KQkq - 0 1", "e1g1", "castle through or into check"),
        ("8/8/8/8/8/8/8/R2QK2R w KQ - 0 1", "e1c1", "in the way of castling"),
        ("8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1", "e5d6", "en passant"),
        (EMPTY, "e1g1", "there is no"),
        (START, "e2d3", "nothing to capture"),
        ("4k3/8/8/8/4r3/5n2/3B4/4K3 w - - 0 1", "d2e3", "double check"),
        ("4k3/8/8/8/8/8/3r4/7K w - - 0 1", "h1h2", "would stand in check"),
    ],
)
def test_errors_say_why_a_move_is_illegal(fen: str, text: str, why: str) -> None:
    board = bitrook.Board(fen)
    for method in (board.parse_uci, board.push_uci):
        with pytest.raises(bitrook.IllegalMoveError, match=why) as raised:
            method(text)
        assert str(raised.value).endswith(f"{text!r} in {chess.Board(fen).fen()}")
    with pytest.raises(bitrook.IllegalMoveError, match=why) as raised:
        board.play(bitrook.Move.from_uci(text))
    assert str(raised.value).endswith(f"{text!r} in {chess.Board(fen).fen()}")
    assert board.fen(en_passant="fen") == fen
    assert not board.move_stack
