"""Random games played by bitrook and python-chess side by side: every ply, every move, every notation."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import chess
import pytest
from oracle import QUESTIONS, SHORT, attempt, compare, questions_of_move

import bitrook


STARTS = {
    "start": chess.STARTING_FEN,
    "everything at once": "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "promotions": "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "bare": "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
    "pawns": "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
}


def choose(rng: random.Random, board: chess.Board) -> chess.Move:
    """Return a legal move, the rarer kinds more often than chance would."""
    moves = list(board.legal_moves)
    rare = [m for m in moves if m.promotion or board.is_castling(m) or board.is_en_passant(m)]
    if rare and rng.random() < 0.5:
        return rng.choice(rare)
    # Quiet moves back and forth now and then, for repetitions and the clocks.
    if board.move_stack and rng.random() < 0.2:
        last = board.move_stack[-2] if len(board.move_stack) > 1 else board.move_stack[-1]
        back = chess.Move(last.to_square, last.from_square)
        if back in moves:
            return back
    return rng.choice(moves)


def plays(seed: int, fen: str, chess960: bool, limit: int) -> Iterator[tuple[Any, chess.Board]]:
    """Play one game to its end or *limit* plies and yield both boards before every ply and after the last."""
    rng = random.Random(seed)
    theirs = chess.Board(fen, chess960=chess960)
    ours = bitrook.Board(fen, chess960=chess960)
    yield ours, theirs
    for _ in range(limit):
        if not any(theirs.legal_moves):
            break
        move = choose(rng, theirs)
        san = theirs.san(move)
        assert ours.san(bitrook.Move.from_uci(move.uci())) == san
        # The ways to make a move, in turn.
        way = rng.randrange(4)
        if way == 0:
            assert ours.push_san(san) == bitrook.Move.from_uci(move.uci())
        elif way == 1:
            assert ours.push_uci(move.uci()).uci() == move.uci()
        elif way == 2:
            assert ours.san_and_push(bitrook.Move.from_uci(move.uci())) == san
        else:
            ours.push(bitrook.Move(move.from_square, move.to_square, move.promotion))
        theirs.push(move)
        yield ours, theirs


def play(games: int, limit: int, starts: dict[str, str], seed: int, every: int) -> tuple[int, int]:
    """Play *games* from each start; all questions every *every* plies, the short list at each; then take all back."""
    plies = answers = 0
    for number in range(games):
        for name, fen in starts.items():
            chess960 = "960" in name
            boards: tuple[Any, chess.Board] | None = None
            for boards in plays(seed + number * 7919 + len(name), fen, chess960, limit):
                ours, theirs = boards
                plies += 1
                whole = plies % every == 0 or not any(theirs.legal_moves)
                answers += compare(ours, theirs, QUESTIONS if whole else SHORT)
                if whole:
                    for move in theirs.pseudo_legal_moves:
                        answers += compare(ours, theirs, questions_of_move(move))
                    reread(ours, theirs)
                    assert ours == bitrook.Board(theirs.fen(), chess960=chess960)
            assert boards is not None
            ours, theirs = boards
            line = list(theirs.move_stack)
            written = theirs.root().variation_san(line)
            assert ours.root().variation_san([bitrook.Move.from_uci(move.uci()) for move in line]) == written
            while theirs.move_stack:
                assert ours.pop().uci() == theirs.pop().uci()
                answers += compare(ours, theirs, SHORT)
    return plies, answers


def reread(ours: Any, theirs: chess.Board) -> None:
    """What one library writes, the other reads as the same move."""
    for move in theirs.legal_moves:
        for text in (theirs.san(move), theirs.lan(move)):
            assert attempt(lambda text=text: ours.parse_san(text)) == attempt(
                lambda text=text: theirs.parse_san(text)
            ), text
        for text in (theirs.uci(move), theirs.uci(move, chess960=True)):
            assert attempt(lambda text=text: ours.parse_uci(text)) == attempt(
                lambda text=text: theirs.parse_uci(text)
            ), text


def starts_960(count: int, seed: int) -> dict[str, str]:
    rng = random.Random(seed)
    numbers = rng.sample(range(960), count)
    return {f"chess960 {n}": chess.Board.from_chess960_pos(n).fen() for n in numbers}


def test_games() -> None:
    plies, answers = play(games=1, limit=120, starts=STARTS, seed=1, every=12)
    print(f"{plies} plies, {answers} answers compared")


def test_games_of_chess960() -> None:
    plies, answers = play(games=1, limit=60, starts=starts_960(4, seed=2), seed=3, every=12)
    print(f"{plies} plies, {answers} answers compared")


@pytest.mark.slow
@pytest.mark.parametrize("number", range(4))
def test_many_games(number: int) -> None:
    plies, answers = play(games=1, limit=300, starts=STARTS, seed=4 + number * 7919, every=15)
    print(f"{plies} plies, {answers} answers compared")
    assert plies > 300


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_many_games_of_chess960(part: int) -> None:
    starts = dict(list(starts_960(20, seed=5).items())[part::4])
    plies, answers = play(games=1, limit=200, starts=starts, seed=6, every=15)
    print(f"{plies} plies, {answers} answers compared")
    assert plies > 300


@pytest.mark.slow
def test_every_chess960_start() -> None:
    for number in range(960):
        ours, theirs = bitrook.Board.from_chess960_pos(number), chess.Board.from_chess960_pos(number)
        compare(ours, theirs)
        assert ours.chess960_pos() == number
