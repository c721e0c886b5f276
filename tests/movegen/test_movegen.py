"""Every list of moves and every question about one, on positions of any kind: python-chess's answers in its order."""

from __future__ import annotations

import random
from typing import Any

import chess
import pytest
from arrangements import arrangement, some_move

import bitrook

LISTS = (
    "generate_legal_moves generate_legal_captures generate_legal_ep generate_castling_moves "
    "generate_pseudo_legal_moves generate_pseudo_legal_captures generate_pseudo_legal_ep"
).split()
QUESTIONS = (
    "is_legal is_pseudo_legal is_into_check gives_check is_en_passant is_capture is_zeroing is_irreversible "
    "is_castling is_kingside_castling is_queenside_castling"
).split()


def ucis(moves: Any) -> list[str]:
    return [move.uci() for move in moves]


def compare(seed: int) -> None:
    rng = random.Random(seed)
    theirs, ours = arrangement(rng)
    about = f"{theirs.fen(en_passant='fen', promoted=True)} {theirs.chess960=} {int(theirs.castling_rights):#x}"
    masks = [rng.getrandbits(64) | rng.getrandbits(64) for _ in range(2)]
    for name in LISTS:
        assert ucis(getattr(ours, name)()) == ucis(getattr(theirs, name)()), (name, about)
        assert ucis(getattr(ours, name)(*masks)) == ucis(getattr(theirs, name)(*masks)), (name, masks, about)
    for view in ("legal_moves", "pseudo_legal_moves"):
        assert getattr(ours, view).count() == getattr(theirs, view).count(), (view, about)
        assert bool(getattr(ours, view)) == bool(getattr(theirs, view)), (view, about)

    moves = [some_move(rng, theirs) for _ in range(25)]
    for king in chess.scan_forward(theirs.kings):
        moves += [(king, to_square, None, None) for to_square in rng.sample(range(64), 6)]
    for from_square, to_square, promotion, drop in moves:
        their_move = chess.Move(from_square, to_square, promotion, drop)
        our_move = bitrook.Move(from_square, to_square, promotion, drop)
        for name in QUESTIONS:
            try:
                expected = bool(getattr(theirs.copy(), name)(their_move))
            except IndexError:  # en passant on the last rank
                continue
            assert getattr(ours, name)(our_move) == expected, (name, our_move.uci(), about)


def test_any_position() -> None:
    for seed in range(60):
        compare(seed)


@pytest.mark.slow
def test_many_positions() -> None:
    for seed in range(1000, 5000):
        compare(seed)


@pytest.mark.parametrize("rights", [0xB5, 0x10, 0x7F000000000000B5, bitrook.BB_ALL])
@pytest.mark.parametrize("chess960", [False, True])
def test_rights_where_no_rook_stands(rights: int, chess960: bool) -> None:
    """By assignment: on the king's own square, on empty ones, on every one."""
    theirs = chess.Board("r3kb1r/pppppppp/7n/6N1/8/5r2/PPPPPPPP/RNBQK2R w - - 0 3", chess960=chess960)
    board = bitrook.Board(theirs.fen(), chess960=chess960)
    for _ in range(2):
        board.castling_rights = theirs.castling_rights = rights
        assert {move.uci() for move in board.legal_moves} == {move.uci() for move in theirs.legal_moves}
        assert all(board.is_legal(move) for move in board.legal_moves)
        for target in range(64):
            move = (theirs.king(theirs.turn), target)
            assert board.is_legal(bitrook.Move(*move)) == theirs.is_legal(chess.Move(*move))
        board.turn = theirs.turn = not board.turn
