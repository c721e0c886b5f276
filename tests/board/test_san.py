"""SAN, UCI and XBoard texts, read as in python-chess, and the reasons why moves are illegal."""

from __future__ import annotations

from typing import Any

import chess
import pytest
from support.positions import data_lines

import bitrook


def parsed(board: Any, method: str, text: str) -> str:
    """Return the move that a text is read as, or the name of the error."""
    try:
        return getattr(board, method)(text).uci()
    except ValueError as error:
        return type(error).__name__


START, EMPTY = bitrook.STARTING_FEN, "8/8/8/8/8/8/8/8 w - - 0 1"
ROOKS = "4k3/8/8/8/8/8/8/R3K2R w {} - 0 1"

# A position, an illegal move as UCI and SAN, if each can express it, and the reason.
ILLEGAL = [
    (START, "e2e5", "e5", "does not move like that"),
    (ROOKS.format("KQ"), None, "Kb1", "does not move like that"),
    (START, "e4e5", None, "no piece on the square"),
    (EMPTY.replace("w", "b"), None, "Qd4", "no such piece"),
    (START, "e7e5", None, "the opponent's"),
    (START, "d1d4", "Qd4", "blocked"),
    (START, "a1a2", "Ra2", "a piece of the same side"),
    (ROOKS.format("KQ"), None, "Ka1", "a piece of the same side stands on the target"),
    (ROOKS.format("-"), None, "Kxh1", "a piece of the same side stands on the target"),
    (START, "e2d3", "exd3", "nothing to capture"),
    (START, "e2e4q", None, "cannot promote"),
    ("8/P7/8/8/8/8/8/k1K5 w - - 0 1", "a7a8k", None, "cannot promote"),
    ("8/P7/8/8/8/8/8/k1K5 w - - 0 1", None, "a8", "what the pawn becomes"),
    (START, "N@e4", None, "nothing to drop"),
    ("8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1", "e5d6", "exd6", "en passant"),
    ("4k3/4r3/8/8/4B3/8/8/4K3 w - - 0 1", "e4d5", "Bd5", "pinned"),
    ("4k3/4r3/8/8/8/8/3B4/4K3 w - - 0 1", "d2c3", "Bc3", "does not answer the check"),
    ("4k3/8/8/8/4r3/5n2/3B4/4K3 w - - 0 1", "d2e3", "Be3", "double check"),
    ("4k3/8/8/8/8/8/3r4/7K w - - 0 1", "h1h2", "Kh2", "would stand in check"),
    (START, "e1g1", "O-O", "in the way of castling"),
    ("8/8/8/8/8/8/8/R2QK2R w KQ - 0 1", "e1c1", "O-O-O", "in the way of castling"),
    ("r3k2r/8/8/8/4r3/8/8/R3K2R w KQkq - 0 1", "e1g1", "O-O", "a king in check cannot castle"),
    ("r3k2r/8/8/8/5r2/8/8/R3K2R w KQkq - 0 1", "e1g1", "O-O", "castle through or into check"),
    (EMPTY, "e1g1", "O-O", "there is no"),
    (ROOKS.format("KQ"), None, "Kg1", "castling is written O-O or O-O-O"),
    (ROOKS.format("K"), None, "Kc1", "the right to castle is gone"),
]


@pytest.mark.parametrize(("fen", "uci", "san", "why"), ILLEGAL)
def test_every_checked_method_says_why_a_move_is_illegal(fen: str, uci: str | None, san: str | None, why: str) -> None:
    board = bitrook.Board(fen)
    calls = [(san, getattr(board, f"{way}_{kind}")) for way in ("parse", "push") for kind in ("san", "xboard") if san]
    if uci:
        move = bitrook.Move.from_uci(uci)
        calls += [(uci, board.parse_uci), (uci, board.push_uci), (uci, lambda _: board.play(move))]
        for call in (lambda: board.push_all([move]), lambda: board.variation_san([move])):
            with pytest.raises(bitrook.IllegalMoveError, match=why):
                call()
    for text, method in calls:
        with pytest.raises(bitrook.IllegalMoveError, match=why) as raised:
            method(text)
        assert str(raised.value).endswith(f"{text!r} in {chess.Board(fen).fen()}")
    assert board.fen(en_passant="fen") == fen
    assert not board.move_stack


@pytest.mark.parametrize(
    ("fen", "text", "message"),
    [
        ("7k/8/8/1N3N2/8/8/8/K7 w - - 0 1", "Nd4", "ambiguous san, Nfd4 or Nbd4: "),
        ("7k/8/8/Q7/8/8/8/Q2QK3 w - - 0 1", "Qd2", "ambiguous san, Qad2+ or Qdd2+: "),
        ("7k/8/8/1N3N2/8/1N3N2/8/K7 w - - 0 1", "Nd4+", "ambiguous san, Nf5d4, Nb5d4, Nf3d4 or Nb3d4: "),
        ("K6k/8/8/1N6/8/1N3N2/8/K7 w - - 0 1", "Nd4", "ambiguous san, N5d4, Nfd4 or Nb3d4: "),
    ],
)
def test_an_ambiguous_text_is_answered_with_the_moves_it_may_denote(fen: str, text: str, message: str) -> None:
    board = bitrook.Board(fen)
    with pytest.raises(bitrook.AmbiguousMoveError) as raised:
        board.parse_san(text)
    assert str(raised.value).startswith(message)
    named = message.removeprefix("ambiguous san, ").removesuffix(": ").replace(" or ", ", ").split(", ")
    assert all(board.parse_san(san) in board.legal_moves for san in named)


CASTLING = ["O-O", "O-O-O", "0-0+", "Kf1", "Kg1", "Kh1", "Kd1", "Kc1", "e1g1", "e1f1", "e1h1", "e1c1", "e1a1"]
RIGHTS = [0, *(1 << a | 1 << b for a in range(8) for b in range(a, 8)), 0x18, 0xFF, 0x7E, 0x81 << 56]


@pytest.mark.parametrize(
    "moves", ["g1f3 g8f6 g2g3 g7g6 f1g2 f8g7", "d2d4 d7d5 c1f4 c8f5 d1d3 b8c6 b1c3 d8d7 g1f3 a7a6"]
)
@pytest.mark.parametrize("chess960", [False, True])
def test_castling_by_rights_that_were_assigned_in_mid_game(moves: str, chess960: bool) -> None:
    for rights in RIGHTS:
        boards = chess.Board(chess960=chess960), bitrook.Board(chess960=chess960)
        for board in boards:
            for uci in moves.split():
                board.push_uci(uci)
            board.castling_rights = rights
        theirs, ours = boards
        assert [m.uci() for m in ours.legal_moves] == [m.uci() for m in theirs.legal_moves], hex(rights)
        assert sum(bitrook.divide(ours, 2).values()) == bitrook.perft(ours, 2)
        for text in CASTLING:
            for method in ("parse_san", "parse_xboard", "push_xboard"):
                expected = parsed(theirs.copy(), method, text)
                assert parsed(ours.copy(), method, text) == expected, (hex(rights), text)


def test_castling_without_a_rook_is_refused_with_the_reason() -> None:
    board = bitrook.Board()
    for uci in "g1f3 g8f6 g2g3 g7g6 f1g2 f8g7".split():
        board.push_uci(uci)
    board.castling_rights = 0x20
    for method in ("parse_san", "parse_xboard", "push_san"):
        with pytest.raises(bitrook.IllegalMoveError, match="the right to castle is gone: 'O-O'"):
            getattr(board, method)("O-O")


def test_texts_that_are_no_moves_are_named() -> None:
    board = bitrook.Board()
    for text in ("Nf3!", "é4", "e4\0", "\0", "N" * 10_000, "ℕf3", "e" + "4" * 100, "\udcff"):
        for method in (board.parse_san, board.push_san, board.parse_uci, board.parse_xboard, bitrook.Move.from_uci):
            with pytest.raises(bitrook.InvalidMoveError) as raised:
                method(text)
            shown = text.replace("\udcff", "\ufffd")  # a surrogate cannot be encoded in UTF-8
            assert str(raised.value).endswith(repr(shown))


@pytest.mark.parametrize(
    "text",
    ["e2e4", "0000", "a7a8k", "a7a8p", "P@e4", "p@e4", "K@e4", "E2e4", "e2e2", "a1a1", "a7a8Q", "X@e4", "N@e9", "@@@@",
     "", "e2", "e2e4 ", "P@e4q", "Z0", "--", "e2e4qq", "i2i4", "e0e1", "e2e", "0001", "é2e4", "e2e4\0"],
)  # fmt: skip
def test_the_syntax_of_uci_is_that_of_python_chess(text: str) -> None:
    assert parsed(bitrook.Move, "from_uci", text) == parsed(chess.Move, "from_uci", text)
    assert parsed(bitrook.Board(), "parse_uci", text) == parsed(chess.Board(), "parse_uci", text)


TEXTS = [
    (fen, text)
    for fen, _, texts in (line.partition(";") for line in data_lines("san/texts.txt"))
    for text in ["", *texts.split()]
]


@pytest.mark.parametrize("method", ["parse_san", "parse_uci", "parse_xboard"])
def test_texts_are_read_as_by_python_chess(method: str) -> None:
    seen = set()
    for fen, text in TEXTS:
        expected = parsed(chess.Board(fen), method, text)
        assert parsed(bitrook.Board(fen), method, text) == expected, (fen, text)
        seen.add(expected)
    assert {"InvalidMoveError", "IllegalMoveError", "e2e4"} <= seen
    assert ("AmbiguousMoveError" in seen) == (method != "parse_uci")
