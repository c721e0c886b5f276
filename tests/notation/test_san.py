"""SAN, LAN, UCI and XBoard texts of every kind of move, written and read as python-chess does; refusals say why."""

from __future__ import annotations

import random
from typing import Any

import chess
import pytest

import bitrook

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


def ours(move: chess.Move) -> bitrook.Move:
    return bitrook.Move(move.from_square, move.to_square, move.promotion, move.drop)


def parsed(board: Any, method: str, text: str) -> str:
    try:
        return getattr(board, method)(text).uci()
    except ValueError as error:
        return type(error).__name__


def any_move(rng: random.Random) -> chess.Move:
    return chess.Move(rng.randrange(64), rng.randrange(64), rng.choice([None] * 6 + [1, 2, 3, 4, 5, 6]))


def any_board(rng: random.Random) -> chess.Board:
    """The start, a Chess960 start, or a pile of pieces, with or without kings at home."""
    kind = rng.random()
    if kind < 0.4:
        return chess.Board()
    if kind < 0.7:
        return chess.Board.from_chess960_pos(rng.randrange(960))
    board = chess.Board(None, chess960=rng.random() < 0.3)
    for square in rng.sample(range(64), rng.randrange(2, 24)):
        board.set_piece_at(square, chess.Piece(rng.choice([1, 1, 2, 3, 4, 5, 5, 4]), rng.random() < 0.5))
    if rng.random() < 0.95:
        board.set_piece_at(rng.choice([chess.E1, rng.randrange(64)]), chess.Piece(chess.KING, chess.WHITE))
        board.set_piece_at(rng.choice([chess.E8, rng.randrange(64)]), chess.Piece(chess.KING, chess.BLACK))
    board.castling_rights = rng.choice([0, board.rooks, board.rooks & chess.BB_BACKRANKS, chess.BB_CORNERS])
    board.turn = rng.random() < 0.5
    return board


def spellings(text: str, rng: random.Random) -> list[str]:
    """The text, and texts near it."""
    near = [text + "+", text + "#", text + "!", text.replace("x", ""), text.replace("=", ""), text.lower()]
    near += [text.replace("O", "0"), text.replace("x", "-"), text[:-1], text[1:], text + "=Q", text.replace("=Q", "=K")]
    piece, origin_file, origin_rank = rng.choice("NBRQKP.."), rng.choice("abcdefgh...."), rng.choice("1247....")
    target = rng.choice("abcdefgh") + rng.choice("12345678")
    made = (
        piece + origin_file + origin_rank + rng.choice(["x", "-", ""]) + target + rng.choice(["", "", "=Q", "q", "=K"])
    )
    return [text, *near, made.replace(".", "")]


def compare_position(theirs: chess.Board, rng: random.Random) -> None:
    board = bitrook.Board(theirs.fen(), chess960=theirs.chess960)
    if theirs.promoted or theirs.move_stack:  # what a FEN does not say
        board = bitrook.Board(theirs.root().fen(en_passant="fen"), chess960=theirs.chess960)
        board.castling_rights = theirs.root().castling_rights
        for move in theirs.move_stack:
            board.push(ours(move))
    where = (theirs.root().fen(), theirs.chess960, theirs.move_stack)
    moves = [*theirs.pseudo_legal_moves, *(any_move(rng) for _ in range(12)), chess.Move.null()]
    moves += [chess.Move(4, 6), chess.Move(4, 7), chess.Move(4, 0), chess.Move(60, 62), chess.Move(60, 63)]
    for move in moves:
        if move and not theirs.piece_type_at(move.from_square):
            continue
        same = ours(move)
        san, lan = theirs.san(move), theirs.lan(move)
        assert (board.san(same), board.lan(same)) == (san, lan), where
        for chess960 in (None, True, False):
            assert board.uci(same, chess960=chess960) == theirs.uci(move, chess960=chess960), where
            assert board.xboard(same, chess960) == theirs.xboard(move, chess960), where
        if rng.random() < 0.15:
            for text in [*spellings(san, rng), *spellings(lan, rng)]:
                assert parsed(board, "parse_san", text) == parsed(theirs, "parse_san", text), (text, where)
            for text in [move.uci(), theirs.uci(move, chess960=True), theirs.uci(move, chess960=False)]:
                assert parsed(board, "parse_uci", text) == parsed(theirs, "parse_uci", text), (text, where)


def compare_games(seed: int, positions: int) -> None:
    rng = random.Random(seed)
    while positions > 0:
        theirs = any_board(rng)
        for ply in range(rng.randrange(5, 100)):
            if ply < 2 or rng.random() < 0.1:
                compare_position(theirs, rng)
                positions -= 1
            legal = list(theirs.legal_moves)
            wild = rng.random() < 0.03
            if not legal and not wild:
                break
            move = rng.choice([chess.Move.null(), any_move(rng)]) if wild else rng.choice(legal)
            if not move or theirs.piece_type_at(move.from_square):
                theirs.push(move)


@pytest.mark.parametrize("seed", range(4))
def test_random_positions(seed: int) -> None:
    compare_games(seed, 25)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 104))
def test_many_random_positions(seed: int) -> None:
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
    ],
)
def test_errors_say_why_and_end_with_the_text(fen: str, text: str, error: str, why: str) -> None:
    board = bitrook.Board(fen)
    for method in ("parse_san", "push_san", "parse_xboard", "push_xboard"):
        with pytest.raises(getattr(bitrook, error), match=why) as raised:
            getattr(board, method)(text)
        assert str(raised.value).endswith(repr(text))
    assert board.fen() == fen
    assert not board.move_stack


def test_texts_of_no_ascii_and_of_any_length_are_refused() -> None:
    board = bitrook.Board()
    for text in ("é4", "e4\0", "\0", "N" * 10_000, "ℕf3", "e" + "4" * 100):
        for method in ("parse_san", "parse_uci", "parse_xboard"):
            with pytest.raises(bitrook.InvalidMoveError):
                getattr(board, method)(text)


def test_a_whole_game_pushed_as_san() -> None:
    sans = "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O Bg4 h3 h5 hxg4 hxg4 Ne1 Qh4 f3 g3 Nd3 Qh1#".split()
    board, theirs = bitrook.Board(), chess.Board()
    for san in sans:
        assert board.push_san(san) == ours(theirs.push_san(san))
    assert board.fen() == theirs.fen()
    assert board.is_checkmate()
    assert bitrook.Board().variation_san(board.move_stack) == chess.Board().variation_san(theirs.move_stack)


def test_san_and_push() -> None:
    board = bitrook.Board(KIWIPETE)
    assert board.san_and_push(bitrook.Move.from_uci("e1g1")) == "O-O"
    assert board.peek() == bitrook.Move.from_uci("e1g1")


@pytest.mark.parametrize(
    "start", [bitrook.STARTING_FEN, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 1 7"]
)
def test_variation_san(start: str) -> None:
    board, theirs = bitrook.Board(start), chess.Board(start)
    line: list[chess.Move] = []
    for _ in range(7):
        move = list(theirs.legal_moves)[3]
        line.append(move)
        theirs.push(move)
    expected = chess.Board(start).variation_san(line)
    assert board.variation_san(map(ours, line)) == expected
    assert board.fen() == bitrook.Board(start).fen()
    assert not board.move_stack
    with pytest.raises(bitrook.IllegalMoveError):
        board.variation_san([ours(line[0]), ours(line[0])])


@pytest.mark.parametrize(
    ("fen", "san", "uci", "why"),
    [
        ("r3k2r/8/8/8/4r3/8/8/R3K2R w KQkq - 0 1", "O-O", "e1g1", "a king in check cannot castle"),
        ("r3k2r/8/8/8/5r2/8/8/R3K2R w KQkq - 0 1", "O-O", "e1g1", "the king would castle through or into check"),
        ("8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1", "exd6", "e5d6", "capturing en passant would leave the king in check"),
        ("8/8/8/8/8/8/8/R2QK2R w KQ - 0 1", "O-O-O", "e1c1", "pieces stand in the way of castling"),
        ("8/8/8/8/8/8/8/8 w - - 0 1", "O-O", "e1g1", "there is no"),
    ],
)
def test_special_moves_say_why_not(fen: str, san: str, uci: str, why: str) -> None:
    board = bitrook.Board(fen)
    for read, text in ((board.parse_san, san), (board.parse_uci, uci)):
        with pytest.raises(bitrook.IllegalMoveError, match=why):
            read(text)
    assert board.fen(en_passant="fen") == fen
