"""Pushing anything on anything: python-chess's meaning of moves that are none, in positions that cannot be."""

from __future__ import annotations

import random

import chess
import chess.polyglot
import pytest
from arrangements import Pair, arrangement, some_move

import bitrook


def shown(pair: Pair) -> str:
    theirs = pair[0]
    return f"{theirs.fen(en_passant='fen', promoted=True)} {theirs.chess960=} {theirs.move_stack[-3:]}"


def portrait(board: chess.Board | bitrook.Board) -> tuple[object, ...]:
    return (
        board.fen(en_passant="fen", promoted=True),
        board.fen(en_passant="xfen", shredder=True),
        board.fen(),
        int(board.castling_rights),
        int(board.clean_castling_rights()),
        int(board.checkers_mask()),
        int(board.status()),
        board.was_into_check(),
        [int(board.pin_mask(board.turn, square)) for square in range(0, 64, 5)],
        [move.uci() for move in board.legal_moves],
    )


def check(pair: Pair) -> None:
    assert portrait(pair[1]) == portrait(pair[0]), shown(pair)
    assert pair[1].key == chess.polyglot.zobrist_hash(pair[0]), shown(pair)


def play_nonsense(seed: int) -> None:
    rng = random.Random(seed)
    pair = theirs, ours = arrangement(rng)
    check(pair)
    for _ in range(8):
        from_square, to_square, promotion, drop = some_move(rng, theirs)
        before = theirs.copy()
        try:
            theirs.push(chess.Move(from_square, to_square, promotion, drop))
        except IndexError:  # a hand-made en-passant square on the last rank: python-chess breaks down half-way
            pair = theirs, ours = before, ours
            break
        ours.push(bitrook.Move(from_square, to_square, promotion, drop))
        assert ours.peek().uci() == theirs.peek().uci()
        check(pair)
    while theirs.move_stack:
        assert ours.pop().uci() == theirs.pop().uci()
        check(pair)


def test_nonsense() -> None:
    for seed in range(60):
        play_nonsense(seed)


@pytest.mark.slow
def test_much_nonsense() -> None:
    for seed in range(1000, 5000):
        play_nonsense(seed)


def test_chess960_numbers() -> None:
    for number in range(0, 960, 7):
        theirs, ours = chess.Board.from_chess960_pos(number), bitrook.Board.from_chess960_pos(number)
        assert ours.fen() == theirs.fen()
        assert ours.chess960_pos() == number
    spoilt = bitrook.Board()
    spoilt.set_piece_at(0, bitrook.Piece(bitrook.QUEEN, bitrook.WHITE))
    assert spoilt.chess960_pos() is None
