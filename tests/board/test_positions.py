"""All queries of any position, and any move in it, have the same results as in python-chess; pop restores the position."""

from __future__ import annotations

import random

import chess
import chess.polyglot
import pytest
from support.oracle import SHORT, attempt, compare, move_queries
from support.positions import Boards, both, random_move, random_position

import bitrook


def compare_state(boards: Boards) -> None:
    theirs, ours = boards
    compare(ours, theirs, SHORT, copies=False)
    assert ours.key == chess.polyglot.zobrist_hash(theirs)


def push_and_pop(seed: int) -> int:
    """Push random moves in a random position, pop them, and compare after each; return the number of moves."""
    rng = random.Random(seed)
    theirs, ours = random_position(rng)
    compare_state((theirs, ours))
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
        compare_state((theirs, ours))
    pushed = len(theirs.move_stack)
    while theirs.move_stack:
        assert ours.pop().uci() == theirs.pop().uci()
        compare_state((theirs, ours))
    return pushed


def test_promotion_onto_an_artificial_en_passant_square() -> None:
    fen, uci = "4k3/1Pp5/8/8/8/8/8/4K3 w - c8 0 1", "b7c8q"
    boards = chess.Board(fen), bitrook.Board(fen)
    both(boards, lambda lib, board: board.push(lib.Move.from_uci(uci)))
    compare_state(boards)
    both(boards, lambda lib, board: board.pop())
    compare_state(boards)


def test_any_move_in_any_position() -> None:
    assert sum(map(push_and_pop, range(150))) > 1000


@pytest.mark.slow
def test_any_move_in_many_positions() -> None:
    assert sum(map(push_and_pop, range(1000, 5000))) > 30_000


def compare_all_queries(seed: int) -> None:
    """Compare all queries of a random position, of moves in it, and of moves of its kings."""
    rng = random.Random(seed)
    theirs, ours = random_position(rng)
    compare(ours, theirs)
    moves = [random_move(rng, theirs) for _ in range(12)]
    moves += [(king, to, None, None) for king in chess.scan_forward(theirs.kings) for to in rng.sample(range(64), 3)]
    promotions = {(move.from_square, move.to_square) for move in theirs.pseudo_legal_moves if move.promotion}
    moves += [(*squares, kind, None) for squares in promotions for kind in (None, chess.PAWN, chess.KING)]
    for move in (chess.Move(*fields) for fields in moves):
        # python-chess's san() corrupts its board if the square is empty, and pushes no capture on the last rank.
        legible = not move or move.drop or theirs.piece_type_at(move.from_square)
        if legible and attempt(lambda move=move: theirs.copy().push(move)) != ("raised", "IndexError"):
            compare(ours, theirs.copy(), move_queries(move))


@pytest.mark.parametrize("seeds", [range(150), pytest.param(range(1000, 4000), marks=pytest.mark.slow)], ids=str)
def test_queries_of_any_position(seeds: range) -> None:
    for seed in seeds:
        compare_all_queries(seed)


@pytest.mark.parametrize("rights", [0xB5, 0x10, 0x7F000000000000B5, bitrook.BB_ALL])
@pytest.mark.parametrize("chess960", [False, True])
def test_assigned_castling_rights_without_rooks(rights: int, chess960: bool) -> None:
    """Rights on the king's square, on empty squares and on all squares."""
    theirs = chess.Board("r3kb1r/pppppppp/7n/6N1/8/5r2/PPPPPPPP/RNBQK2R w - - 0 3", chess960=chess960)
    board = bitrook.Board(theirs.fen(), chess960=chess960)
    for turn in (True, False):
        board.turn = theirs.turn = turn
        board.castling_rights = theirs.castling_rights = rights
        compare(board, theirs)
        for target in range(64):
            king = theirs.king(turn)
            assert board.is_legal(bitrook.Move(king, target)) == theirs.is_legal(chess.Move(king, target))


@pytest.mark.parametrize(
    "rank",
    ["qnbqkbnr", "nnnnnnnn", "8", "r~nbqkbnr", "bnbrkrqn"],  # both bishops of the last are on light squares
)
def test_other_positions_have_no_chess960_number(rank: str) -> None:
    assert bitrook.BaseBoard(f"{rank}/pppppppp/8/8/8/8/PPPPPPPP/{rank.upper()}").chess960_pos() is None
