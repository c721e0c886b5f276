"""All queries of any position, and any move pushed in it, have the same results as in python-chess; pop restores it."""

from __future__ import annotations

import random

import chess
import chess.polyglot
import pytest
from support.oracle import compare as compare_queries
from support.oracle import move_queries
from support.positions import Boards, random_move, random_position

import bitrook


def state(board: chess.Board | bitrook.Board) -> tuple[object, ...]:
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


def compare(boards: Boards) -> None:
    theirs, ours = boards
    where = f"{theirs.fen(en_passant='fen', promoted=True)} {theirs.chess960=} {theirs.move_stack[-3:]}"
    assert state(ours) == state(theirs), where
    assert ours.key == chess.polyglot.zobrist_hash(theirs), where


def push_and_pop(seed: int) -> int:
    """Push random moves in a random position, pop them, and compare after each; return the number of moves."""
    rng = random.Random(seed)
    theirs, ours = random_position(rng)
    compare((theirs, ours))
    for _ in range(8):
        fields = random_move(rng, theirs)
        before = theirs.copy()
        try:
            theirs.push(chess.Move(*fields))
        except IndexError:  # an en-passant square assigned on the last rank corrupts python-chess's board
            theirs = before
            break
        ours.push(bitrook.Move(*fields))
        assert ours.peek().uci() == theirs.peek().uci()
        compare((theirs, ours))
    pushed = len(theirs.move_stack)
    while theirs.move_stack:
        assert ours.pop().uci() == theirs.pop().uci()
        compare((theirs, ours))
    return pushed


def test_promotion_onto_an_artificial_en_passant_square() -> None:
    fen = "4k3/1Pp5/8/8/8/8/8/4K3 w - c8 0 1"
    boards = theirs, ours = chess.Board(fen), bitrook.Board(fen)
    theirs.push(chess.Move.from_uci("b7c8q"))
    ours.push(bitrook.Move.from_uci("b7c8q"))
    assert ours.fen() == "2Q1k3/8/8/8/8/8/8/4K3 b - - 0 1"
    compare(boards)
    theirs.pop()
    ours.pop()
    compare(boards)


def test_any_move_in_any_position() -> None:
    assert sum(map(push_and_pop, range(60))) > 400


@pytest.mark.slow
def test_any_move_in_many_positions() -> None:
    assert sum(map(push_and_pop, range(1000, 5000))) > 30_000


@pytest.mark.parametrize(
    "rank",
    ["qnbqkbnr", "nnnnnnnn", "8", "r~nbqkbnr", "bnbrkrqn"],  # both bishops of the last are on light squares
)
def test_other_positions_have_no_chess960_number(rank: str) -> None:
    assert bitrook.BaseBoard(f"{rank}/pppppppp/8/8/8/8/PPPPPPPP/{rank.upper()}").chess960_pos() is None


def compare_all_queries(seed: int) -> None:
    rng = random.Random(seed)
    theirs, ours = random_position(rng)
    compare_queries(ours, theirs)
    for move in [chess.Move(*random_move(rng, theirs)) for _ in range(6)]:
        if not move or move.drop or theirs.piece_type_at(move.from_square):
            compare_queries(ours, theirs.copy(), move_queries(move))


@pytest.mark.parametrize("seeds", [range(40), pytest.param(range(1000, 3000), marks=pytest.mark.slow)], ids=str)
def test_queries_of_any_position(seeds: range) -> None:
    for seed in seeds:
        compare_all_queries(seed)
