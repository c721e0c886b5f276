"""The ends of games: all rules and claims, compared with python-chess, in long games and with little material."""

from __future__ import annotations

import random

import chess
import pytest
from support.oracle import ENDINGS, compare
from support.positions import choose_shuffling, to_bitrook

import bitrook


def compare_long_game(seed: int, plies: int, share: float) -> None:
    """Play a game in which positions repeat, and compare outcomes and claims after a random share of the plies."""
    rng = random.Random(seed)
    theirs = chess.Board() if seed % 2 else chess.Board.from_chess960_pos(rng.randrange(960))
    board = bitrook.Board(theirs.fen(), chess960=theirs.chess960)
    for _ in range(plies):
        move = chess.Move.null() if rng.random() < 0.002 else choose_shuffling(rng, theirs)
        if move is None:
            compare(board, theirs, ENDINGS, copies=False)
            theirs.pop()
            board.pop()
            continue
        assert board.san_and_push(to_bitrook(move)) == theirs.san_and_push(move)
        if rng.random() < share:
            compare(board, theirs, ENDINGS, copies=False)
    assert board.fen() == theirs.fen()
    assert len(board.move_stack) == len(theirs.move_stack)
    compare(board, theirs, ENDINGS, copies=False)


@pytest.mark.parametrize("seed", range(4))
def test_endings_of_games_that_repeat_positions(seed: int) -> None:
    compare_long_game(seed, 600, 0.05)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10, 14))
def test_endings_of_games_of_thousands_of_plies(seed: int) -> None:
    compare_long_game(seed, 5000, 0.02)


@pytest.mark.parametrize("seed", range(3))
def test_endings_with_few_pieces(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(300):
        theirs = chess.Board(None)
        for square in rng.sample(range(64), rng.randrange(7)):
            theirs.set_piece_at(square, chess.Piece(rng.choice([1, 2, 2, 3, 3, 3, 4, 5, 6, 6]), rng.random() < 0.5))
        board = bitrook.Board(theirs.fen())
        compare(board, theirs, ENDINGS, copies=False)


@pytest.mark.parametrize(
    ("fen", "termination"),
    [
        ("R5k1/5ppp/8/8/8/8/8/4K3 b - - 150 80", "CHECKMATE"),  # takes precedence over the seventy-five-move rule
        ("7k/5K2/6B1/8/8/8/8/8 b - - 150 80", "INSUFFICIENT_MATERIAL"),  # takes precedence over stalemate
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 150 80", "STALEMATE"),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 150 80", "SEVENTYFIVE_MOVES"),
        ("8/8/8/8/8/8/8/8 w - - 0 1", "INSUFFICIENT_MATERIAL"),
    ],
)
def test_of_several_reasons_the_first_ends_the_game(fen: str, termination: str) -> None:
    outcome = bitrook.Board(fen).outcome()
    assert outcome is not None
    assert outcome.termination is bitrook.Termination[termination]
    compare(bitrook.Board(fen), chess.Board(fen), ENDINGS)


@pytest.mark.parametrize("clock", [98, 99, 100, 148, 149, 150])
def test_clocks_next_to_the_limits(clock: int) -> None:
    fen = f"4k3/8/8/8/8/8/8/R3K3 w - - {clock} 90"
    compare(bitrook.Board(fen), chess.Board(fen), ENDINGS)


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
