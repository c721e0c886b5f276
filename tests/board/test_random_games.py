"""Random games with both libraries, with the same results of all queries at every ply and after every pop."""

from __future__ import annotations

import random
from collections.abc import Iterator

import chess
import pytest
from support.oracle import QUERIES, SHORT, attempt, compare, move_queries
from support.positions import KIWIPETE, START, Boards, choose_varied, to_bitrook

import bitrook

STARTS = {
    "start": START,
    "kiwipete": KIWIPETE,
    "promotions": "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "kings and rooks": "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
    "kings and pawns": "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
}


def play_game(rng: random.Random, fen: str, chess960: bool, limit: int) -> Iterator[Boards]:
    """Play a game to its end or for *limit* plies, and yield both boards before every ply and after the last one."""
    theirs, ours = chess.Board(fen, chess960=chess960), bitrook.Board(fen, chess960=chess960)
    yield theirs, ours
    for _ in range(limit):
        if not any(theirs.legal_moves):
            break
        move = choose_varied(rng, theirs)
        same = to_bitrook(move)
        san = theirs.san(move)
        assert ours.san(same) == san
        way = rng.randrange(4)
        if way == 0:
            assert ours.push_san(san) == same
        elif way == 1:
            assert ours.push_uci(move.uci()) == same
        elif way == 2:
            assert ours.san_and_push(same) == san
        else:
            ours.push(same)
        theirs.push(move)
        yield theirs, ours


def compare_all(theirs: chess.Board, ours: bitrook.Board) -> int:
    """Compare all queries of the board and its moves, and the parsing of all texts of legal moves."""
    results = compare(ours, theirs, QUERIES, copies=False)
    for move in list(theirs.pseudo_legal_moves):
        results += compare(ours, theirs, move_queries(move))
    for move in list(theirs.legal_moves):
        for text in (theirs.san(move), theirs.lan(move)):
            assert ours.parse_san(text) == to_bitrook(theirs.parse_san(text)), text
        for text in (theirs.uci(move), theirs.uci(move, chess960=True)):
            assert ours.parse_uci(text) == to_bitrook(theirs.parse_uci(text)), text
    assert ours == bitrook.Board(theirs.fen(), chess960=theirs.chess960)
    return results


def compare_game(fen: str, chess960: bool, limit: int, seed: int, every: int) -> None:
    """Play a game; compare everything every *every* plies, and a short list of queries otherwise and after each pop."""
    results = 0
    for theirs, ours in play_game(random.Random(seed), fen, chess960, limit):
        at_the_end = not any(theirs.legal_moves)
        if len(theirs.move_stack) % every == 0 or at_the_end:
            results += compare_all(theirs, ours)
        else:
            results += compare(ours, theirs, SHORT, copies=False)
    line = list(theirs.move_stack)
    assert len(line) == limit or at_the_end
    assert ours.root().variation_san(map(to_bitrook, line)) == theirs.root().variation_san(line)
    while theirs.move_stack:
        assert ours.pop().uci() == theirs.pop().uci()
        results += compare(ours, theirs, SHORT, copies=False)
    print(f"{len(line)} plies, {results} results compared")


@pytest.mark.parametrize("fen", STARTS.values(), ids=STARTS)
def test_games(fen: str) -> None:
    compare_game(fen, False, limit=120, seed=1, every=12)


@pytest.mark.parametrize("number", range(31, 960, 240))
def test_games_of_chess960(number: int) -> None:
    compare_game(chess.Board.from_chess960_pos(number).fen(), True, limit=60, seed=3, every=12)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 104))
@pytest.mark.parametrize("fen", STARTS.values(), ids=STARTS)
def test_many_games(fen: str, seed: int) -> None:
    compare_game(fen, False, limit=300, seed=seed, every=15)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(7, 960, 48))
def test_many_games_of_chess960(number: int) -> None:
    compare_game(chess.Board.from_chess960_pos(number).fen(), True, limit=200, seed=6, every=15)


@pytest.mark.slow
def test_every_chess960_start() -> None:
    for number in range(960):
        ours, theirs = bitrook.Board.from_chess960_pos(number), chess.Board.from_chess960_pos(number)
        compare(ours, theirs)
        assert ours.chess960_pos() == number


def test_every_query_has_a_result() -> None:
    """A query that raises on every board would compare nothing."""
    board = chess.Board()
    board.push_san("e4")
    for name, query in (*QUERIES, *move_queries(chess.Move.from_uci("e7e5"))):
        kind, value = attempt(lambda query=query: query(chess, board.copy()))
        assert kind == "returned", (name, value)
