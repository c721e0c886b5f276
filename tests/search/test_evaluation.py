"""DefaultEvaluation is symmetric and the sum of its terms, and each term counts the features it is named after."""

from __future__ import annotations

import copy
import functools
import pickle
import random
from typing import Any

import pytest
from support.positions import EMPTY, KIWIPETE
from support.positions import random_position

from bitrook import BaseBoard, Board, search

TERMS = list(search.DefaultEvaluation().weights)
NOTHING = dict.fromkeys(TERMS, False)


@functools.cache
def positions() -> list[Board]:
    return [Board(), Board(KIWIPETE), Board(EMPTY), *(random_position(random.Random(n))[1] for n in range(100))]


def test_it_is_the_same_for_both_colors() -> None:
    evaluation = search.DefaultEvaluation()
    for board in positions():
        kings = [(board.kings & board.occupied_co[color]).bit_count() for color in (True, False)]
        if max(kings) <= 1:  # with several kings, only the one on the highest square counts
            assert evaluation(board.mirror()) == evaluation(board), board.fen()
        midgame, endgame, phase = evaluation.terms(board)
        white = (midgame * phase + endgame * (24 - phase)) / 24
        assert evaluation(board) == max(-30000, min(30000, int(white if board.turn else -white)))


def test_tables_given_twice() -> None:
    with pytest.raises(TypeError, match=r"DefaultEvaluation\(\) got multiple values for argument 'tables'"):
        search.DefaultEvaluation(search.PieceSquareTables(), tables=search.PieceSquareTables())  # type: ignore[misc]


def test_without_terms_it_is_the_tables() -> None:
    tables = search.PieceSquareTables([[7 * row + square for square in range(64)] for row in range(6)])
    for given in (None, tables):
        evaluation = search.DefaultEvaluation(given, **NOTHING)
        for board in positions():
            assert evaluation(board) == (given or search.PieceSquareTables())(board)


def test_it_is_the_sum_of_its_terms() -> None:
    whole = search.DefaultEvaluation(drawish_endings=False)
    alone = [search.DefaultEvaluation(**NOTHING | {name: True}) for name in TERMS if name != "drawish_endings"]
    tables = search.PieceSquareTables()
    for board in positions():
        plain = tables.terms(board)
        for part in (0, 1):
            terms = sum(evaluation.terms(board)[part] - plain[part] for evaluation in alone)
            assert abs(whole.terms(board)[part] - plain[part] - terms) == 0


# A term, a position, and how often each of the term's weights counts there: White's count minus Black's.
COUNTS: list[tuple[str, str, dict[int, int]]] = [
    ("tempo", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", {0: 1}),
    ("tempo", "4k3/8/8/8/8/8/8/4K3 b - - 0 1", {0: -1}),
    ("bishop_pair", "4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", {0: 1}),
    ("bishop_pair", "4k3/8/8/8/8/8/8/B1B1K3 w - - 0 1", {}),  # both bishops on dark squares
    ("mobility", "4k3/8/8/8/3N4/8/8/4K3 w - - 0 1", {0: 8 - 4}),
    ("mobility", "4k3/3p4/8/8/3N4/8/8/4K3 w - - 0 1", {0: 6 - 4}),  # a pawn attacks c6 and e6
    ("mobility", "4k3/8/8/8/8/8/8/B3K3 w - - 0 1", {1: 7 - 6}),
    ("mobility", "4k3/8/8/8/8/8/1P6/B3K3 w - - 0 1", {1: -6}),
    ("mobility", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", {2: 10 - 6}),
    ("mobility", "4k3/8/8/8/8/8/8/q3K3 w - - 0 1", {3: -(18 - 12)}),  # squares beyond the king do not count
    ("passed_pawns", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", {0: 1}),
    ("passed_pawns", "7k/8/8/P7/8/8/8/K7 w - - 0 1", {3: 1, 7: 3, 8: 3 * 7, 9: 3 * 5, 10: 1}),  # it cannot be caught
    ("passed_pawns", "4k3/1p6/8/8/8/8/P7/4K3 w - - 0 1", {}),
    ("passed_pawns", "4k2n/8/8/n7/P7/8/8/K7 w - - 0 1", {2: 1, 6: 2, 8: 2 * 4, 9: 2 * 4}),
    ("passed_pawns", "4k2n/8/8/8/P7/8/8/K7 w - - 0 1", {2: 1, 7: 2, 8: 2 * 4, 9: 2 * 4}),
    ("isolated_pawns", "4k3/8/8/8/8/8/P1P5/4K3 w - - 0 1", {0: 2, 1: 2}),
    ("isolated_pawns", "4k3/p1p5/8/8/8/8/PP6/4K3 w - - 0 1", {0: -2, 1: -1}),
    ("doubled_pawns", "4k3/8/8/8/P7/8/P7/4K3 w - - 0 1", {0: 1}),
    ("backward_pawns", "4k3/8/1p6/1P6/8/P7/8/4K3 w - - 0 1", {}),
    ("backward_pawns", "4k3/8/8/p7/1P6/P7/8/4K3 w - - 0 1", {}),
    ("backward_pawns", "4k3/8/8/2p5/2P5/1P6/P7/4K3 w - - 0 1", {}),
    ("backward_pawns", "4k3/8/8/2p5/PpP5/1P6/8/4K3 w - - 0 1", {}),
    ("backward_pawns", "4k3/8/2p5/8/P7/1P6/8/4K3 w - - 0 1", {0: 0}),
    ("connected_pawns", "4k3/8/8/8/8/1P6/P1P5/4K3 w - - 0 1", {0: 1}),
    ("connected_pawns", "4k3/8/8/8/8/8/PP6/4K3 w - - 0 1", {1: 2}),
    ("rook_files", "4k3/8/8/8/8/8/1P6/R2RK3 w - - 0 1", {0: 2}),
    ("rook_files", "4k3/3p4/8/8/8/8/R7/1R1RK3 w - - 0 1", {0: 2, 1: 1}),
    ("outposts", "4k3/8/8/3N4/2P5/8/8/4K3 w - - 0 1", {0: 1}),
    ("outposts", "4k3/4p3/8/3N4/2P5/8/8/4K3 w - - 0 1", {}),
    ("outposts", "4k3/8/8/3B4/2P5/8/8/4K3 w - - 0 1", {1: 1}),
    ("king_pawns", "4k3/8/8/8/8/6P1/5P1P/6K1 w - - 0 1", {0: 2, 1: 1, 2: -3}),
    ("king_pawns", "4k3/8/8/8/6p1/8/5PP1/6K1 w - - 0 1", {0: 2, 2: 1 - 3, 3: 1}),
    ("threats", "4k3/8/3n4/4P3/8/8/8/4K3 w - - 0 1", {0: 1, 3: 1}),
    ("threats", "4k3/8/8/3r4/8/4N3/8/4K3 w - - 0 1", {1: 1, 3: 1}),
    ("threats", "3qk3/8/8/8/8/8/8/3RK3 w - - 0 1", {2: 1}),
    ("threats", "4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", {4: 1}),
]


@pytest.mark.parametrize(("name", "fen", "counts"), COUNTS)
def test_what_terms_count(name: str, fen: str, counts: dict[int, int]) -> None:
    size = len(search.DefaultEvaluation().weights[name])
    board = Board(fen)
    plain = search.DefaultEvaluation(**NOTHING).terms(board)
    for i in range(size):
        weights = [(100, 50) if j == i else (0, 0) for j in range(size)]
        terms = search.DefaultEvaluation(**NOTHING | {name: weights}).terms(board)
        assert terms.midgame - plain.midgame == 100 * counts.get(i, 0), i
        assert terms.endgame - plain.endgame == 50 * counts.get(i, 0), i


def test_an_attack_on_the_king_needs_two_pieces() -> None:
    attack = search.DefaultEvaluation(**NOTHING | {"king_attack": True})
    tables = search.PieceSquareTables()
    one, two = Board("6k1/8/8/6N1/8/8/8/6K1 w - - 0 1"), Board("6k1/8/8/6N1/8/8/8/6KR w - - 0 1")
    assert attack.terms(one) == tables.terms(one)
    assert attack.terms(two).midgame > tables.terms(two).midgame


def test_drawish_endings_lose_a_part_of_the_score() -> None:
    whole, plain = search.DefaultEvaluation(), search.DefaultEvaluation(drawish_endings=False)
    percent = whole.weights["drawish_endings"][0][1]
    opposite = Board("4k3/3b4/8/8/8/2PPB3/8/4K3 w - - 0 1")  # d7 is a light square, e3 a dark one
    assert whole.terms(opposite).endgame == plain.terms(opposite).endgame * (100 - percent) // 100
    same = Board("4k3/4b3/8/8/8/2PPB3/8/4K3 w - - 0 1")
    assert whole(same) == plain(same)
    minor = Board("4k3/8/8/8/8/8/8/2B1K3 w - - 0 1")
    percent = whole.weights["drawish_endings"][1][1]
    assert whole.terms(minor).endgame == plain.terms(minor).endgame * (100 - percent) // 100
    rook = Board("4k3/8/8/8/8/8/8/R3K3 w - - 0 1")
    assert whole(rook) == plain(rook)


def test_copies_and_pickles() -> None:
    evaluation = search.DefaultEvaluation(search.PieceSquareTables([[3] * 64] * 6), mobility=False, tempo=[(5, 6)])
    assert copy.copy(evaluation) is evaluation and copy.deepcopy(evaluation) is evaluation
    again = pickle.loads(pickle.dumps(evaluation))
    assert again.weights == evaluation.weights and again.tables.midgame == evaluation.tables.midgame
    assert again.weights["tempo"] == ((5, 6),) and again.weights["mobility"] == ((0, 0),) * 4


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"mobility": [1, 2]}, ValueError, "mobility must be True, False or 4 pairs of numbers, not 2 numbers"),
        ({"tempo": [(1, 1001)]}, ValueError, r"tempo\[0\]\[1\] must be in -1000..1000: 1001"),
        ({"tempo": 5}, TypeError, "tempo must be an array or a sequence of numbers, not int"),
        ({"tempi": False}, TypeError, "no term 'tempi'"),
        ({"tables": 5}, TypeError, "tables must be None or PieceSquareTables, not int"),
    ],
)
def test_wrong_arguments(arguments: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        search.DefaultEvaluation(**arguments)


def test_wrong_boards() -> None:
    evaluation = search.DefaultEvaluation()
    for call in (
        lambda: evaluation(BaseBoard()),
        lambda: evaluation(None),
        lambda: evaluation(),
        lambda: evaluation.terms(5),
    ):  # type: ignore
        with pytest.raises(TypeError):
            call()
    assert evaluation(board=Board()) == evaluation(Board())


def test_searches_use_it() -> None:
    default, same = (search.Search(given).run(Board(KIWIPETE), 5) for given in (None, search.DefaultEvaluation()))
    assert (default.nodes, default.lines) == (same.nodes, same.lines)
    tables = search.Search(search.PieceSquareTables()).run(Board(KIWIPETE), 5)
    without = search.Search(search.DefaultEvaluation(**NOTHING)).run(Board(KIWIPETE), 5)
    assert (tables.nodes, tables.lines) == (without.nodes, without.lines) != (default.nodes, default.lines)
