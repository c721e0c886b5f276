"""Random games with both libraries: the same results of all queries, the same texts of moves, and the same pops."""

from __future__ import annotations

import random
from collections.abc import Iterator

import chess
import pytest
from support.oracle import QUERIES, SHORT, attempt, compare, describe, move_queries
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
        if rng.random() < 0.02:  # usually illegal
            move = any_move(rng)
            if theirs.piece_type_at(move.from_square):
                theirs.push(move)
                ours.push(to_bitrook(move))
                yield theirs, ours
            continue
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


def any_move(rng: random.Random) -> chess.Move:
    return chess.Move(rng.randrange(64), rng.randrange(64), rng.choice([None] * 6 + [1, 2, 3, 4, 5, 6]))


def similar_texts(text: str, rng: random.Random) -> list[str]:
    """Return the text, slightly changed texts, and one that consists of random parts."""
    near = [text + "+", text + "#", text + "!", text.replace("x", ""), text.replace("=", ""), text.lower()]
    near += [text.replace("O", "0"), text.replace("x", "-"), text[:-1], text[1:], text + "=Q", text.replace("=Q", "=K")]
    piece, origin_file, origin_rank = rng.choice("NBRQKP.."), rng.choice("abcdefgh...."), rng.choice("1247....")
    capture, promotion = rng.choice(["x", "-", ""]), rng.choice(["", "", "=Q", "q", "=K"])
    target = rng.choice("abcdefgh") + rng.choice("12345678")
    made = piece + origin_file + origin_rank + capture + target + promotion
    return [text, *near, made.replace(".", "")]


def compare_all(rng: random.Random, theirs: chess.Board, ours: bitrook.Board) -> int:
    """Compare all queries of the board and of moves of all kinds, and how their texts and similar ones are parsed."""
    results = compare(ours, theirs, QUERIES, copies=False)
    moves = [*theirs.pseudo_legal_moves, *(any_move(rng) for _ in range(12)), chess.Move.null()]
    moves += [chess.Move(4, 6), chess.Move(4, 7), chess.Move(4, 0), chess.Move(60, 62), chess.Move(60, 63)]
    for move in moves:
        if move and not theirs.piece_type_at(move.from_square):
            continue
        results += compare(ours, theirs, move_queries(move))
        texts = [move.uci(), *(theirs.uci(move, chess960=chess960) for chess960 in (True, False))]
        if rng.random() < 0.15 or theirs.is_castling(move):
            texts += [*similar_texts(theirs.san(move), rng), *similar_texts(theirs.lan(move), rng)]
        else:
            texts += [theirs.san(move), theirs.lan(move)]
        for text in texts:
            for method in ("parse_san", "parse_uci"):
                expected, found = (attempt(lambda b=b, m=method, t=text: getattr(b, m)(t)) for b in (theirs, ours))
                assert found == expected, (text, describe(theirs))
    return results


def compare_game(fen: str, chess960: bool, limit: int, seed: int, every: int) -> None:
    """Play a game; compare everything every *every* plies, and a short list of queries otherwise and after each pop."""
    results, rng = 0, random.Random(seed)
    for theirs, ours in play_game(rng, fen, chess960, limit):
        at_the_end = not any(theirs.legal_moves)
        if len(theirs.move_stack) % every == 0 or at_the_end:
            results += compare_all(rng, theirs, ours)
        else:
            results += compare(ours, theirs, SHORT, copies=False)
    line = list(theirs.move_stack)
    variations = (lambda: ours.root().variation_san(map(to_bitrook, line)), lambda: theirs.root().variation_san(line))
    assert attempt(variations[0]) == attempt(variations[1])  # some moves may be illegal
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
