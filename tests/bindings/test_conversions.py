"""Conversion of boards and moves between bitrook and python-chess, with their history."""

from __future__ import annotations

import random
from typing import Any

import chess
import pytest
from support.oracle import SHORT, compare

import bitrook
from bitrook.compat import from_python_chess, to_python_chess


def played(seed: int, chess960: bool = False) -> chess.Board:
    rng = random.Random(seed)
    board = chess.Board.from_chess960_pos(rng.randrange(960)) if chess960 else chess.Board()
    for _ in range(80):
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(chess.Move.null() if rng.random() < 0.02 and not board.is_check() else rng.choice(moves))
    return board


def same(ours: Any, theirs: Any) -> None:
    """Require that both boards are equal now and after every pop."""
    compare(ours, theirs)
    ours, theirs = ours.copy(), theirs.copy()
    while theirs.move_stack:
        compare(ours, theirs, SHORT)
        assert ours.pop().uci() == theirs.pop().uci()
    compare(ours, theirs)


@pytest.mark.parametrize("chess960", [False, True])
@pytest.mark.parametrize("seed", range(2))
def test_boards_convert_with_their_history(seed: int, chess960: bool) -> None:
    theirs = played(seed, chess960)
    ours = from_python_chess(theirs)
    assert type(ours) is bitrook.Board
    same(ours, theirs)
    back = to_python_chess(ours)
    assert type(back) is chess.Board
    assert back == theirs and back.move_stack == theirs.move_stack
    same(ours, back)


def test_boards_convert_with_what_was_assigned() -> None:
    theirs = chess.Board("r3k2r/1P6/8/8/8/8/8/R3K2R w KQkq - 3 9")
    theirs.push_san("bxa8=Q+")
    theirs.halfmove_clock = 77
    theirs.push_san("Kd7")
    theirs.turn, theirs.castling_rights, theirs.ep_square = chess.BLACK, 0x55, chess.E6
    same(from_python_chess(theirs), theirs)
    same(from_python_chess(theirs), to_python_chess(from_python_chess(theirs)))


@pytest.mark.parametrize("stack, length", [(True, 4), (False, 0), (2, 2), (9, 4)])
def test_boards_convert_with_part_of_their_history(stack: bool | int, length: int) -> None:
    ours = bitrook.Board()
    for san in ("e4", "e5", "Nf3", "Nc6"):
        ours.push_san(san)
    theirs = to_python_chess(ours, stack=stack)
    assert len(theirs.move_stack) == length
    assert theirs.fen() == ours.fen()
    assert len(from_python_chess(theirs, stack=stack).move_stack) == length


def test_moves_pieces_sets_and_base_boards_convert() -> None:
    assert to_python_chess(bitrook.Move.from_uci("a7a8q")) == chess.Move.from_uci("a7a8q")
    assert from_python_chess(chess.Move.from_uci("P@e4")) == bitrook.Move.from_uci("P@e4")
    assert to_python_chess(bitrook.Piece(4, True)) == chess.Piece(4, True)
    assert from_python_chess(chess.Piece(6, False)) == bitrook.Piece(6, False)
    assert to_python_chess(bitrook.SquareSet(0xF0F0)) == chess.SquareSet(0xF0F0)
    assert type(from_python_chess(chess.SquareSet(1))) is bitrook.SquareSet
    assert to_python_chess(None) is None
    base = chess.BaseBoard("8/8/8/3Q~4/8/8/8/8")
    assert from_python_chess(base).board_fen(promoted=True) == "8/8/8/3Q~4/8/8/8/8"
    assert type(to_python_chess(bitrook.BaseBoard())) is chess.BaseBoard


def test_other_objects_are_refused() -> None:
    with pytest.raises(TypeError, match="got 'e2e4'"):
        from_python_chess("e2e4")
    with pytest.raises(TypeError):
        to_python_chess(chess.Board())
