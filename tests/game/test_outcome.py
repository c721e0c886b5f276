"""How games end: every rule against python-chess, claims in games of thousands of plies, the order of the reasons."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import chess
import pytest

import bitrook


def ours(move: chess.Move) -> bitrook.Move:
    return bitrook.Move(move.from_square, move.to_square, move.promotion)


QUESTIONS: list[Callable[[Any], Any]] = [
    lambda b: b.is_checkmate(),
    lambda b: b.is_stalemate(),
    lambda b: b.is_insufficient_material(),
    lambda b: b.has_insufficient_material(True),
    lambda b: b.has_insufficient_material(False),
    lambda b: b.is_seventyfive_moves(),
    lambda b: b.is_fifty_moves(),
    lambda b: b.can_claim_fifty_moves(),
    lambda b: b.is_repetition(),
    lambda b: b.is_repetition(2),
    lambda b: b.is_repetition(4),
    lambda b: b.is_repetition(1),
    lambda b: b.is_fivefold_repetition(),
    lambda b: b.can_claim_threefold_repetition(),
    lambda b: b.can_claim_draw(),
    lambda b: b.is_game_over(),
    lambda b: b.is_game_over(claim_draw=True),
    lambda b: b.result(),
    lambda b: b.result(claim_draw=True),
    lambda b: told(b.outcome()),
    lambda b: told(b.outcome(claim_draw=True)),
]


def told(outcome: Any) -> Any:
    return outcome and (outcome.termination.name, outcome.winner, outcome.result(), repr(outcome))


def compare(board: bitrook.Board, theirs: chess.Board) -> None:
    for number, question in enumerate(QUESTIONS):
        assert question(board) == question(theirs), (number, theirs.fen(), theirs.move_stack[-20:])


def shuffling_move(theirs: chess.Board, rng: random.Random) -> chess.Move | None:
    """A legal move, seldom one that cannot be taken back, often the way back of the last one."""
    legal = list(theirs.legal_moves)
    quiet = [move for move in legal if not theirs.is_zeroing(move)]
    if not quiet or rng.random() < 0.01:
        return rng.choice(legal) if legal else None
    if len(theirs.move_stack) >= 2 and rng.random() < 0.6:
        last = theirs.move_stack[-2]
        back = chess.Move(last.to_square, last.from_square)
        if back in quiet:
            return back
    return rng.choice(quiet)


def long_game(seed: int, plies: int, asked: float) -> None:
    rng = random.Random(seed)
    theirs = chess.Board() if seed % 2 else chess.Board.from_chess960_pos(rng.randrange(960))
    board = bitrook.Board(theirs.fen(), chess960=theirs.chess960)
    for _ in range(plies):
        move = chess.Move.null() if rng.random() < 0.002 else shuffling_move(theirs, rng)
        if move is None:
            compare(board, theirs)
            theirs.pop()
            board.pop()
            continue
        assert board.san_and_push(ours(move)) == theirs.san_and_push(move)
        if rng.random() < asked:
            compare(board, theirs)
    assert board.fen() == theirs.fen()
    assert len(board.move_stack) == len(theirs.move_stack)
    compare(board, theirs)


@pytest.mark.parametrize("seed", range(4))
def test_shuffling_games(seed: int) -> None:
    long_game(seed, 600, 0.05)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10, 14))
def test_games_of_thousands_of_plies(seed: int) -> None:
    long_game(seed, 5000, 0.02)


@pytest.mark.parametrize("seed", range(3))
def test_material(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(300):
        theirs = chess.Board(None)
        for square in rng.sample(range(64), rng.randrange(7)):
            theirs.set_piece_at(square, chess.Piece(rng.choice([1, 2, 2, 3, 3, 3, 4, 5, 6, 6]), rng.random() < 0.5))
        board = bitrook.Board(theirs.fen())
        compare(board, theirs)


@pytest.mark.parametrize(
    ("fen", "termination"),
    [
        ("R5k1/5ppp/8/8/8/8/8/4K3 b - - 150 80", "CHECKMATE"),  # before the clock
        ("7k/5K2/6B1/8/8/8/8/8 b - - 150 80", "INSUFFICIENT_MATERIAL"),  # before stalemate
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 150 80", "STALEMATE"),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 150 80", "SEVENTYFIVE_MOVES"),
        ("8/8/8/8/8/8/8/8 w - - 0 1", "INSUFFICIENT_MATERIAL"),
    ],
)
def test_order_of_the_reasons(fen: str, termination: str) -> None:
    outcome = bitrook.Board(fen).outcome()
    assert outcome is not None
    assert outcome.termination is bitrook.Termination[termination]
    compare(bitrook.Board(fen), chess.Board(fen))


def test_an_outcome_is_a_value() -> None:
    mate = bitrook.Outcome(bitrook.Termination.CHECKMATE, True)
    assert mate == bitrook.Outcome(termination=bitrook.Termination.CHECKMATE, winner=True)
    assert mate != bitrook.Outcome(bitrook.Termination.CHECKMATE, False)
    assert mate != (bitrook.Termination.CHECKMATE, True)
    with pytest.raises(TypeError):
        hash(mate)
    match mate:
        case bitrook.Outcome(_, winner):
            assert winner is True


def test_status_flags() -> None:
    for fen in ("8/8/8/8/8/8/8/8 w - - 0 1", chess.STARTING_FEN, "P3k2P/8/8/8/8/8/8/p3K2p b KQ e3 0 1"):
        status = bitrook.Board(fen).status()
        assert isinstance(status, bitrook.Status)
        assert int(status) == int(chess.Board(fen).status())
        assert (status == bitrook.STATUS_VALID) == bitrook.Board(fen).is_valid()
