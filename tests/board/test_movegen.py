"""All generators and tests of moves in arbitrary positions: the same results as python-chess, in the same order."""

from __future__ import annotations

import random
from typing import Any

import chess
import pytest
from support.oracle import attempt
from support.positions import random_move, random_position

import bitrook

GENERATORS = (
    "generate_legal_moves generate_legal_captures generate_legal_ep generate_castling_moves "
    "generate_pseudo_legal_moves generate_pseudo_legal_captures generate_pseudo_legal_ep"
).split()
TESTS_OF_A_MOVE = (
    "is_legal is_pseudo_legal is_into_check gives_check is_en_passant is_capture is_zeroing is_irreversible "
    "is_castling is_kingside_castling is_queenside_castling"
).split()


def ucis(moves: Any) -> list[str]:
    return [move.uci() for move in moves]


def compare_position(seed: int) -> int:
    """Compare the lists of moves of a random position and tests of some moves; return the number of tests."""
    rng = random.Random(seed)
    theirs, ours = random_position(rng)
    where = f"{theirs.fen(en_passant='fen', promoted=True)} {theirs.chess960=} {int(theirs.castling_rights):#x}"
    masks = [rng.getrandbits(64) | rng.getrandbits(64) for _ in range(2)]
    for name in GENERATORS:
        assert ucis(getattr(ours, name)()) == ucis(getattr(theirs, name)()), (name, where)
        assert ucis(getattr(ours, name)(*masks)) == ucis(getattr(theirs, name)(*masks)), (name, masks, where)
    for view in ("legal_moves", "pseudo_legal_moves"):
        assert getattr(ours, view).count() == getattr(theirs, view).count(), (view, where)
        assert bool(getattr(ours, view)) == bool(getattr(theirs, view)), (view, where)

    moves = [random_move(rng, theirs) for _ in range(25)]
    for king in chess.scan_forward(theirs.kings):
        moves += [(king, to_square, None, None) for to_square in rng.sample(range(64), 6)]
    results = 0
    for fields in moves:
        for name in TESTS_OF_A_MOVE:
            expected = attempt(lambda name=name, fields=fields: getattr(theirs.copy(), name)(chess.Move(*fields)))
            if expected == ("raised", "IndexError"):  # python-chess's en passant on the last rank
                continue
            found = attempt(lambda name=name, fields=fields: getattr(ours, name)(bitrook.Move(*fields)))
            assert found == expected, (name, fields, where)
            results += 1
    return results


def test_any_position() -> None:
    assert sum(map(compare_position, range(60))) > 15_000


@pytest.mark.slow
def test_many_positions() -> None:
    assert sum(map(compare_position, range(1000, 5000))) > 1_000_000


@pytest.mark.parametrize("rights", [0xB5, 0x10, 0x7F000000000000B5, bitrook.BB_ALL])
@pytest.mark.parametrize("chess960", [False, True])
def test_assigned_castling_rights_without_rooks(rights: int, chess960: bool) -> None:
    """Rights on the king's square, on empty squares and on all squares."""
    theirs = chess.Board("r3kb1r/pppppppp/7n/6N1/8/5r2/PPPPPPPP/RNBQK2R w - - 0 3", chess960=chess960)
    board = bitrook.Board(theirs.fen(), chess960=chess960)
    for turn in (True, False):
        board.turn = theirs.turn = turn
        board.castling_rights = theirs.castling_rights = rights
        assert ucis(board.legal_moves) == ucis(theirs.legal_moves)
        assert all(board.is_legal(move) for move in board.legal_moves)
        king = theirs.king(turn)
        for target in range(64):
            assert board.is_legal(bitrook.Move(king, target)) == theirs.is_legal(chess.Move(king, target))
