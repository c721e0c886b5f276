"""Board queries for engines, such as pins and threats, compared with definitions based on python-chess."""

from __future__ import annotations

import random

import chess
import pytest
from support.positions import pins
from support.positions import random_position

import bitrook

CHEAPER = {
    chess.PAWN: (),
    chess.KNIGHT: (chess.PAWN,),
    chess.BISHOP: (chess.PAWN,),
    chess.ROOK: (chess.PAWN, chess.KNIGHT, chess.BISHOP),
    chess.QUEEN: (chess.PAWN, chess.KNIGHT, chess.BISHOP, chess.ROOK),
    chess.KING: (),
}


def xrays(board: chess.Board, color: bool, square: int) -> int:
    """Return the sliders that do not attack *square*, but would if the only piece between were removed."""
    direct = board.attackers_mask(color, square)
    found = 0
    for slider in chess.SquareSet(board.occupied_co[color] & (board.bishops | board.rooks | board.queens)):
        between = chess.between(slider, square) & board.occupied
        if between.bit_count() == 1 and not direct & chess.BB_SQUARES[slider]:
            without = board.occupied & ~between
            found |= board.attackers_mask(color, square, without) & chess.BB_SQUARES[slider]
    return found


def threats(board: chess.Board, color: bool) -> int:
    found = 0
    for square in chess.SquareSet(board.occupied_co[color]):
        attackers = board.attackers(not color, square)
        cheaper = CHEAPER[board.piece_type_at(square)]
        if any(board.piece_type_at(each) in cheaper for each in attackers):
            found |= chess.BB_SQUARES[square]
    return found


def check_squares(board: chess.Board, piece_type: int) -> int:
    """Return the squares from which such a piece of the side to move would attack the other king."""
    king = board.king(not board.turn)
    if king is None or piece_type == chess.KING:
        return 0
    piece = chess.Piece(piece_type, not board.turn)  # attacks are computed backward, from the king
    other = board.copy(stack=False)
    other.set_piece_at(king, piece)
    return other.attacks_mask(king)


def compare(theirs: chess.Board, ours: bitrook.Board) -> None:
    where = theirs.fen()
    for color in chess.COLORS:
        attacked = 0
        for square in chess.SquareSet(theirs.occupied_co[color]):
            attacked |= theirs.attacks_mask(square)
        assert ours.attacked_by_mask(color) == attacked, where
        assert (ours.blockers_mask(color), ours.pinners_mask(color)) == pins(theirs, color), where
        assert ours.threats_mask(color) == threats(theirs, color), where
        for square in chess.SQUARES[:: 5 if color else 7]:
            assert ours.xray_attackers_mask(color, square) == xrays(theirs, color, square), (where, square)
        for name in ("attacked_by", "blockers", "pinners", "threats"):
            pair = getattr(ours, name)(color), getattr(ours, f"{name}_mask")(color)
            assert isinstance(pair[0], bitrook.SquareSet)
            assert int(pair[0]) == pair[1]
    assert int(ours.xray_attackers(True, 30)) == ours.xray_attackers_mask(True, 30)
    assert int(ours.discovered_check_candidates()) == ours.discovered_check_candidates_mask()
    assert ours.discovered_check_candidates_mask() == pins(theirs, not theirs.turn)[0] & theirs.occupied_co[theirs.turn]
    assert ours.threats() == ours.threats(ours.turn)
    for piece_type in chess.PIECE_TYPES:
        assert ours.check_squares_mask(piece_type) == check_squares(theirs, piece_type), (where, piece_type)
        assert int(ours.check_squares(piece_type)) == ours.check_squares_mask(piece_type)
    counts = tuple(
        theirs.pieces_mask(piece_type, color).bit_count()
        for color in (chess.WHITE, chess.BLACK)
        for piece_type in chess.PIECE_TYPES[:5]
    )
    assert ours.material_counts == counts
    assert ours.material == sum(min(n, 63) << 6 * i for i, n in enumerate(counts))
    weights = (0, 1, 1, 2, 4) * 2
    assert ours.phase == min(24, sum(n * w for n, w in zip(counts, weights, strict=True)))


@pytest.mark.parametrize("seed", range(0, 40, 10))
def test_any_position(seed: int) -> None:
    for number in range(seed, seed + 10):
        compare(*random_position(random.Random(number)))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(5000, 6000, 500))
def test_many_positions(seed: int) -> None:
    for number in range(seed, seed + 500):
        compare(*random_position(random.Random(number)))


def random_games(seed: int, games: int, chess960: bool = False) -> list[tuple[chess.Board, bitrook.Board]]:
    rng = random.Random(seed)
    found = []
    for _ in range(games):
        theirs = chess.Board.from_chess960_pos(rng.randrange(960)) if chess960 else chess.Board()
        while not theirs.is_game_over() and theirs.ply() < 100:
            theirs.push(rng.choice(list(theirs.legal_moves)))
            if rng.random() < 0.1:
                found.append((theirs.copy(stack=False), bitrook.Board(theirs.fen(), chess960=chess960)))
    return found


@pytest.mark.parametrize("chess960", [False, True])
def test_moves_for_search(chess960: bool) -> None:
    for theirs, ours in random_games(7, 8, chess960):
        compare(theirs, ours)
        legal = [bitrook.Move.from_uci(move.uci()) for move in theirs.legal_moves]
        captures = [move for move in legal if theirs.is_capture(chess.Move.from_uci(move.uci()))]
        quiets = [move for move in legal if move not in captures]
        assert sorted(map(str, ours.list_legal_captures())) == sorted(map(str, captures))
        assert ours.list_legal_captures() == list(ours.generate_legal_captures())
        assert ours.list_legal_quiets() == quiets
        if ours.is_check():
            assert ours.list_quiescence_moves() == ours.list_quiescence_moves(True) == legal
        else:
            tactical = ours.list_legal_captures() + [move for move in quiets if move.promotion]
            checks = [move for move in quiets if not move.promotion and ours.gives_check(move)]
            assert ours.list_quiescence_moves() == tactical
            assert ours.list_quiescence_moves(checks=True) == tactical + checks
        for move in legal:
            en_passant = ours.is_en_passant(move)
            target = chess.PAWN if en_passant else theirs.piece_type_at(move.to_square)
            assert ours.captured_type(move) == (target if move in captures else None)
            assert ours.moved_type(move) == theirs.piece_type_at(move.from_square)
            after = ours.copy()
            after.push(move)
            assert ours.key_after(move) == after.key


def test_keys_of_pawns_and_material() -> None:
    seen_pawns: dict[int, tuple[int, int]] = {}
    seen_material: dict[int, tuple[int, ...]] = {}
    for theirs, ours in random_games(8, 12):
        pawns = theirs.pieces_mask(1, True), theirs.pieces_mask(1, False)
        assert seen_pawns.setdefault(ours.pawn_key, pawns) == pawns
        assert seen_material.setdefault(ours.material_key, ours.material_counts) == ours.material_counts
    assert len(seen_pawns) == len(set(seen_pawns.values()))
    assert len(seen_material) == len(set(seen_material.values()))
    assert bitrook.Board(None).pawn_key == 0
    only_pawns = bitrook.Board("8/pppppppp/8/8/8/8/PPPPPPPP/8 w - - 0 1")
    assert bitrook.Board().pawn_key == only_pawns.pawn_key


def test_moves_that_move_nothing() -> None:
    board = bitrook.Board()
    assert board.captured_type(bitrook.Move.null()) is None
    assert board.moved_type(bitrook.Move.null()) is None
    assert board.moved_type(bitrook.Move.from_uci("N@e4")) == bitrook.KNIGHT
    for piece_type in (0, 7):
        with pytest.raises(ValueError, match="piece_type"):
            board.check_squares(piece_type)
