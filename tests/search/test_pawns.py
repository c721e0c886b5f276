"""Set-wise pawn structure, compared with definitions that visit one pawn and one square at a time."""

from __future__ import annotations

import random

import chess
import pytest

import bitrook
from bitrook import pawns

Squares = set[int]


def in_front(color: bool, square: int, other: int) -> bool:
    return (
        chess.square_rank(other) > chess.square_rank(square)
        if color
        else chess.square_rank(other) < chess.square_rank(square)
    )


def files_apart(a: int, b: int) -> int:
    return abs(chess.square_file(a) - chess.square_file(b))


def front_span(color: bool, own: Squares) -> Squares:
    return {s for s in chess.SQUARES for p in own if files_apart(s, p) == 0 and in_front(color, p, s)}


def attacks(color: bool, squares: Squares) -> Squares:
    return {s for p in squares for s in chess.SquareSet(chess.BB_PAWN_ATTACKS[color][p])}


def attack_span(color: bool, own: Squares) -> Squares:
    return attacks(color, own | front_span(color, own))


def passed(color: bool, own: Squares, enemy: Squares) -> Squares:
    return {p for p in own if not any(files_apart(p, e) <= 1 and in_front(color, p, e) for e in enemy)}


def isolated(own: Squares) -> Squares:
    return {p for p in own if not any(files_apart(p, other) == 1 for other in own)}


def doubled(color: bool, own: Squares) -> Squares:
    return {p for p in own if any(files_apart(p, other) == 0 and in_front(color, p, other) for other in own)}


def backward(color: bool, own: Squares, enemy: Squares) -> Squares:
    step = 8 if color else -8
    stops = attacks(not color, enemy) - attack_span(color, own)
    return {p for p in own if p + step in stops}


def connected(color: bool, own: Squares) -> Squares:
    beside = {p for p in own for q in own if files_apart(p, q) == 1 and chess.square_rank(p) == chess.square_rank(q)}
    return (own & attacks(color, own)) | beside


def files_of(squares: Squares) -> Squares:
    return {s for s in chess.SQUARES if any(files_apart(s, p) == 0 for p in squares)}


def outposts(color: bool, own: Squares, enemy: Squares) -> Squares:
    ranks = (3, 4, 5) if color else (2, 3, 4)
    safe = set(chess.SQUARES) - attack_span(not color, enemy)
    return {s for s in attacks(color, own) & safe if chess.square_rank(s) in ranks}


def king_zone(color: bool, king: int) -> Squares:
    near = {s for s in chess.SQUARES if chess.square_distance(s, king) <= 1}
    return near | {s + (8 if color else -8) for s in near if 0 <= s + (8 if color else -8) < 64}


def mask(squares: Squares) -> int:
    return int(chess.SquareSet(squares))


def compare(own: Squares, enemy: Squares, color: bool) -> None:
    a, b = mask(own), mask(enemy)
    where = (color, sorted(own), sorted(enemy))
    assert pawns.front_span(color, a) == mask(front_span(color, own)), where
    assert pawns.attack_span(color, a) == mask(attack_span(color, own)), where
    assert pawns.passed(color, a, b) == mask(passed(color, own, enemy)), where
    assert pawns.isolated(a) == mask(isolated(own)), where
    assert pawns.doubled(color, a) == mask(doubled(color, own)), where
    assert pawns.backward(color, a, b) == mask(backward(color, own, enemy)), where
    assert pawns.connected(color, a) == mask(connected(color, own)), where
    assert pawns.open_files(a, b) == mask(set(chess.SQUARES) - files_of(own | enemy)), where
    assert pawns.half_open_files(a, b) == mask(files_of(enemy) - files_of(own)), where
    assert pawns.outposts(color, a, b) == mask(outposts(color, own, enemy)), where
    king = min(own)
    assert pawns.king_zone(color, king) == mask(king_zone(color, king)), where
    board = bitrook.Board(None)
    for square in own | enemy:
        board.set_piece_at(square, bitrook.Piece(bitrook.PAWN, color if square in own else not color))
    compare_board(board, color, a, b)


def compare_board(board: bitrook.Board, color: bool, a: int, b: int) -> None:
    expected = {
        "passed_pawns": pawns.passed(color, a, b),
        "isolated_pawns": pawns.isolated(a),
        "doubled_pawns": pawns.doubled(color, a),
        "backward_pawns": pawns.backward(color, a, b),
        "connected_pawns": pawns.connected(color, a),
        "pawn_front_span": pawns.front_span(color, a),
        "pawn_attack_span": pawns.attack_span(color, a),
        "outposts": pawns.outposts(color, a, b),
        "half_open_files": pawns.half_open_files(a, b),
        "king_zone": 0,
    }
    for name, value in expected.items():
        assert getattr(board, f"{name}_mask")(color) == value, name
        assert getattr(board, name)(color) == bitrook.SquareSet(value), name
    assert board.open_files_mask() == int(board.open_files()) == pawns.open_files(a, b)


@pytest.mark.parametrize("seed", range(4))
def test_random_pawns(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(60):
        squares = rng.sample(range(8, 56) if rng.random() < 0.8 else range(64), rng.randint(2, 16))
        cut = rng.randint(1, len(squares) - 1)
        compare(set(squares[:cut]), set(squares[cut:]), rng.random() < 0.5)


def test_king_zone_of_a_board() -> None:
    board = bitrook.Board()
    assert board.king_zone_mask(bitrook.WHITE) == pawns.king_zone(bitrook.WHITE, bitrook.E1)
    assert board.king_zone(bitrook.BLACK) == bitrook.SquareSet(pawns.king_zone(bitrook.BLACK, bitrook.E8))
    assert pawns.king_zone(bitrook.WHITE, bitrook.E1) == 0x383838


def test_arrays() -> None:
    np = pytest.importorskip("numpy")
    rng = np.random.default_rng(1)
    own = rng.integers(0, 2**64, (5, 7), np.uint64)
    enemy = rng.integers(0, 2**64, 7, np.uint64) & ~own[0]
    wide = np.broadcast_to(enemy, own.shape)
    one = int(enemy[3])
    for color in (True, False):
        for name in ("passed", "backward", "outposts"):
            function = getattr(pawns, name)
            made = function(color, own, enemy)
            assert made.shape == (5, 7) and made.dtype == np.uint64
            assert made.tolist() == [
                [function(color, int(a), int(b)) for a, b in zip(*rows)] for rows in zip(own, wide)
            ]
            assert function(color, own[:, ::2], one).tolist() == [
                [function(color, int(a), one) for a in row] for row in own[:, ::2]
            ]
            assert function(color, one, enemy).tolist() == [function(color, one, int(b)) for b in enemy]
        for name in ("front_span", "attack_span", "doubled", "connected"):
            function = getattr(pawns, name)
            assert function(color, own.T).tolist() == [[function(color, int(a)) for a in row] for row in own.T]
    for function in (pawns.open_files, pawns.half_open_files):
        assert function(own, enemy)[2].tolist() == [function(int(a), int(b)) for a, b in zip(own[2], enemy)]
    assert pawns.isolated(enemy).tolist() == [pawns.isolated(int(a)) for a in enemy]
    assert pawns.isolated(enemy[:0]).shape == (0,)
    assert pawns.isolated(enemy[0]) == pawns.isolated(int(enemy[0]))
    assert pawns.passed(True, ~0, enemy[:1]).tolist() == [pawns.passed(True, ~0, int(enemy[0]))]
    with pytest.raises(TypeError, match="uint64, not int64"):
        pawns.isolated(np.array([1, 2]))
    with pytest.raises(ValueError, match="broadcast"):
        pawns.passed(True, own, enemy[:3])
    with pytest.raises(TypeError):
        pawns.isolated("a2")
