"""SAN, LAN, UCI and XBoard texts of all kinds of moves, written and read as in python-chess, and error messages."""

from __future__ import annotations

import random
from typing import Any

import chess
import pytest
from support.positions import Boards, data_lines, random_position, to_bitrook
from support.oracle import describe

import bitrook


def parsed(board: Any, method: str, text: str) -> str:
    """Return the move that a text is read as, or the name of the error."""
    try:
        return getattr(board, method)(text).uci()
    except ValueError as error:
        return type(error).__name__


def any_move(rng: random.Random) -> chess.Move:
    return chess.Move(rng.randrange(64), rng.randrange(64), rng.choice([None] * 6 + [1, 2, 3, 4, 5, 6]))


def start(rng: random.Random) -> Boards:
    """Return the start position, a Chess960 start position, or a random position."""
    kind = rng.random()
    if kind < 0.4:
        return chess.Board(), bitrook.Board()
    if kind < 0.7:
        number = rng.randrange(960)
        return chess.Board.from_chess960_pos(number), bitrook.Board.from_chess960_pos(number)
    return random_position(rng)


def similar_texts(text: str, rng: random.Random) -> list[str]:
    """Return the text, slightly changed texts, and one that consists of random parts."""
    near = [text + "+", text + "#", text + "!", text.replace("x", ""), text.replace("=", ""), text.lower()]
    near += [text.replace("O", "0"), text.replace("x", "-"), text[:-1], text[1:], text + "=Q", text.replace("=Q", "=K")]
    piece, origin_file, origin_rank = rng.choice("NBRQKP.."), rng.choice("abcdefgh...."), rng.choice("1247....")
    capture, promotion = rng.choice(["x", "-", ""]), rng.choice(["", "", "=Q", "q", "=K"])
    target = rng.choice("abcdefgh") + rng.choice("12345678")
    made = piece + origin_file + origin_rank + capture + target + promotion
    return [text, *near, made.replace(".", "")]


def compare_position(theirs: chess.Board, board: bitrook.Board, rng: random.Random) -> int:
    """Compare all texts of all kinds of moves, and how similar texts are parsed; return the number of moves."""
    where = describe(theirs)
    moves = [*theirs.pseudo_legal_moves, *(any_move(rng) for _ in range(12)), chess.Move.null()]
    moves += [chess.Move(4, 6), chess.Move(4, 7), chess.Move(4, 0), chess.Move(60, 62), chess.Move(60, 63)]
    moves = [move for move in moves if not move or theirs.piece_type_at(move.from_square)]
    for move in moves:
        same = to_bitrook(move)
        san, lan = theirs.san(move), theirs.lan(move)
        assert (board.san(same), board.lan(same)) == (san, lan), where
        for chess960 in (None, True, False):
            assert board.uci(same, chess960=chess960) == theirs.uci(move, chess960=chess960), where
            assert board.xboard(same, chess960) == theirs.xboard(move, chess960), where
        if rng.random() < 0.15:
            for text in [*similar_texts(san, rng), *similar_texts(lan, rng)]:
                assert parsed(board, "parse_san", text) == parsed(theirs, "parse_san", text), (text, where)
            for text in [move.uci(), theirs.uci(move, chess960=True), theirs.uci(move, chess960=False)]:
                assert parsed(board, "parse_uci", text) == parsed(theirs, "parse_uci", text), (text, where)
    return len(moves)


def compare_games(seed: int, positions: int) -> None:
    """Compare *positions* positions from games in which some moves are illegal."""
    rng = random.Random(seed)
    moves = 0
    while positions > 0:
        theirs, board = start(rng)
        for ply in range(rng.randrange(5, 100)):
            if ply < 2 or rng.random() < 0.1:
                moves += compare_position(theirs, board, rng)
                positions -= 1
            legal = list(theirs.legal_moves)
            wild = rng.random() < 0.03
            if not legal and not wild:
                break
            move = rng.choice([chess.Move.null(), any_move(rng)]) if wild else rng.choice(legal)
            if not move or theirs.piece_type_at(move.from_square):
                theirs.push(move)
                board.push(to_bitrook(move))
    assert moves > 0


@pytest.mark.parametrize("seed", range(4))
def test_moves_of_random_games(seed: int) -> None:
    compare_games(seed, 25)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 104))
def test_moves_of_many_random_games(seed: int) -> None:
    compare_games(seed, 1000)


@pytest.mark.parametrize(
    ("fen", "text", "error", "why"),
    [
        (bitrook.STARTING_FEN, "Nf3!", "InvalidMoveError", "invalid san"),
        (bitrook.STARTING_FEN, "e5", "IllegalMoveError", "does not move like that"),
        (bitrook.STARTING_FEN, "Qd4", "IllegalMoveError", "blocked"),
        (bitrook.STARTING_FEN, "O-O", "IllegalMoveError", "in the way of castling"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "Qd4", "IllegalMoveError", "no such piece"),
        ("4k3/4r3/8/8/4B3/8/8/4K3 w - - 0 1", "Bd5", "IllegalMoveError", "pinned"),
        ("4k3/4r3/8/8/8/8/3B4/4K3 w - - 0 1", "Bc3", "IllegalMoveError", "does not answer the check"),
        ("8/P7/8/8/8/8/8/k1K5 w - - 0 1", "a8", "IllegalMoveError", "what the pawn becomes"),
        ("7k/8/8/1N3N2/8/8/8/K7 w - - 0 1", "Nd4", "AmbiguousMoveError", "ambiguous"),
        ("r3k2r/8/8/8/4r3/8/8/R3K2R w KQkq - 0 1", "O-O", "IllegalMoveError", "a king in check cannot castle"),
        ("r3k2r/8/8/8/5r2/8/8/R3K2R w KQkq - 0 1", "O-O", "IllegalMoveError", "castle through or into check"),
        ("8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1", "exd6", "IllegalMoveError", "en passant"),
        ("8/8/8/8/8/8/8/R2QK2R w KQ - 0 1", "O-O-O", "IllegalMoveError", "in the way of castling"),
        ("8/8/8/8/8/8/8/8 w - - 0 1", "O-O", "IllegalMoveError", "there is no"),
        (
            "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
            "Ka1",
            "IllegalMoveError",
            "a piece of the same side stands on the target",
        ),
        (
            "4k3/8/8/8/8/8/8/R3K2R w - - 0 1",
            "Kxh1",
            "IllegalMoveError",
            "a piece of the same side stands on the target",
        ),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "Kg1", "IllegalMoveError", "castling is written O-O or O-O-O"),
        ("4k3/8/8/8/8/8/8/R3K2R w K - 0 1", "Kc1", "IllegalMoveError", "the right to castle is gone"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "Kb1", "IllegalMoveError", "does not move like that"),
    ],
)
def test_errors_say_why_and_end_with_the_text_and_the_position(fen: str, text: str, error: str, why: str) -> None:
    board = bitrook.Board(fen)
    for method in ("parse_san", "push_san", "parse_xboard", "push_xboard"):
        with pytest.raises(getattr(bitrook, error), match=why) as raised:
            getattr(board, method)(text)
        where = "" if error == "InvalidMoveError" else f" in {chess.Board(fen).fen()}"
        assert str(raised.value).endswith(f"{text!r}{where}")
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


def test_texts_outside_ascii_and_long_texts_are_refused() -> None:
    board = bitrook.Board()
    for text in ("é4", "e4\0", "\0", "N" * 10_000, "ℕf3", "e" + "4" * 100):
        for method in ("parse_san", "parse_uci", "parse_xboard"):
            with pytest.raises(bitrook.InvalidMoveError):
                getattr(board, method)(text)


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
