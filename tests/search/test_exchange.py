"""Static exchange evaluation, compared with a plain recursive search of the captures on one square."""

from __future__ import annotations

import random

import chess
import pytest
from support.positions import pins

import bitrook

STANDARD = (100, 320, 330, 500, 900)
ORDER = (chess.PAWN, chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN, chess.KING)


def exchange(board: chess.Board, target: int, color: bool, occupied: int, at_risk: int, values: tuple[int, ...]) -> int:
    """Return the most that *color* can win by captures on *target*, which holds a piece worth *at_risk*."""
    blockers, pinners = pins(board, color)
    movable = board.attackers_mask(color, target, occupied) & occupied
    if pinners & occupied:
        movable &= ~blockers
    for piece_type in ORDER:
        pieces = movable & board.pieces_mask(piece_type, color)
        if not pieces:
            continue
        left = occupied & ~(pieces & -pieces)
        if piece_type == chess.KING and board.attackers_mask(not color, target, left) & left:
            return 0
        gain, piece = at_risk, values[piece_type]
        if piece_type == chess.PAWN and chess.square_rank(target) in (0, 7):
            piece = values[chess.QUEEN]
            gain += piece - values[chess.PAWN]
        return max(0, gain - exchange(board, target, not color, left, piece, values))
    return 0


def slow_see(board: chess.Board, move: chess.Move, values: tuple[int, ...] = STANDARD) -> int:
    values = (0, *values, 20000)
    if board.is_castling(move):
        return 0
    occupied = (board.occupied & ~chess.BB_SQUARES[move.from_square]) | chess.BB_SQUARES[move.to_square]
    gain = values[board.piece_type_at(move.to_square) or 0]
    piece = values[board.piece_type_at(move.from_square) or 0]
    if move.promotion:
        gain += values[move.promotion] - piece
        piece = values[move.promotion]
    elif board.is_en_passant(move):
        gain = values[chess.PAWN]
        occupied &= ~chess.BB_SQUARES[
            chess.square(chess.square_file(move.to_square), chess.square_rank(move.from_square))
        ]
    return gain - exchange(board, move.to_square, not board.turn, occupied, piece, values)


def compare_games(seed: int, games: int) -> int:
    rng = random.Random(seed)
    other = (90, 300, 310, 480, 1000)
    compared = 0
    for _ in range(games):
        ours, theirs = bitrook.Board(), chess.Board()
        while not ours.is_game_over() and len(ours.move_stack) < 120:
            for move in theirs.pseudo_legal_moves:
                mine = bitrook.Move.from_uci(move.uci())
                expected = slow_see(theirs, move)
                assert ours.see(mine) == expected, (ours.fen(), move.uci())
                threshold = rng.choice((expected, expected + 1, 0, rng.randint(-1000, 1000)))
                assert ours.see_ge(mine, threshold) == (expected >= threshold), (ours.fen(), move.uci(), threshold)
                if theirs.is_capture(move):
                    assert ours.see(mine, other) == slow_see(theirs, move, other)
                compared += 1
            move = rng.choice(list(theirs.legal_moves))
            theirs.push(move)
            ours.push_uci(move.uci())
    return compared


def test_exchanges_in_random_games() -> None:
    assert compare_games(1, 2) > 1000


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 104))
def test_exchanges_in_many_random_games(seed: int) -> None:
    assert compare_games(seed, 20) > 10_000


@pytest.mark.parametrize(
    ("fen", "uci", "expected"),
    [
        ("4k3/8/2p5/3p4/8/8/8/3QK3 w - - 0 1", "d1d5", -800),  # a queen takes a defended pawn
        ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", 100),  # an undefended pawn
        ("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", -220),  # x-rays of both sides
        ("k7/8/8/2KPp2r/8/8/8/8 w - e6 0 1", "d5e6", 100),  # en passant
        ("3rk3/2P5/8/8/8/8/8/4K3 w - - 0 1", "c7d8q", 400),  # the promoted queen is recaptured: 500 + 800 - 900
        ("3R1r1k/2P5/8/8/8/8/8/4K3 b - - 0 1", "f8d8", -800),  # a pawn recaptures and promotes: 500 - (500 + 800)
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", 0),  # castling
        ("4r1k1/8/8/3p4/8/4N3/8/4K2B w - - 0 1", "h1d5", 100),  # an undefended pawn, taken by a bishop
        ("4k3/4r3/2n5/4N3/8/8/8/B3K3 b - - 0 1", "c6e5", 320),  # Bxe5 would be answered by Rxe5
    ],
)
def test_known_exchanges(fen: str, uci: str, expected: int) -> None:
    board, move = bitrook.Board(fen), bitrook.Move.from_uci(uci)
    assert slow_see(chess.Board(fen), chess.Move.from_uci(uci)) == expected
    assert board.see(move) == expected
    assert board.see_ge(move, expected)
    assert not board.see_ge(move, expected + 1)


def test_a_pinned_piece_does_not_take_part() -> None:
    # The knight on e7 defends d5, but the rook pins it.
    board = bitrook.Board("4k3/4n3/8/3p4/8/2N5/8/4RK2 w - - 0 1")
    assert board.see(bitrook.Move.from_uci("c3d5")) == 100
    board.remove_piece_at(bitrook.E1)
    assert board.see(bitrook.Move.from_uci("c3d5")) == 100 - 320


def test_values() -> None:
    board, move = bitrook.Board("4k3/8/2p5/3p4/8/8/8/3QK3 w - - 0 1"), bitrook.Move.from_uci("d1d5")
    assert board.see(move, [1, 3, 3, 5, 9]) == -8
    assert board.see(move, values=memoryview(bytes([1, 3, 3, 5, 9, 0]))) == -8
    for wrong in ([1, 3, 3, 5], [1, 3, 3, 5, -9], [1] * 7):
        with pytest.raises(ValueError, match="values must be five or six non-negative numbers"):
            board.see(move, wrong)
    with pytest.raises(TypeError, match=r"values\[1\] must be a number, not str"):
        board.see_ge(move, 0, [1, "3", 3, 5, 9])


def test_thresholds_far_away() -> None:
    board, move = bitrook.Board(), bitrook.Move.from_uci("e2e4")
    assert board.see_ge(move, -(2**31))
    assert not board.see_ge(move, 2**31 - 1)
    with pytest.raises(ValueError, match="threshold"):
        board.see_ge(move, 2**31)
