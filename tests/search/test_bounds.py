"""Bounds, clocks and zugzwang: how pruning and limits affect the result of a search."""

from __future__ import annotations

import inspect

import pytest
from bitrook.search import TECHNIQUES, Search, quiescence

from bitrook import Board, Move
from bitrook._core import _search_options
from bitrook.pgn import Mate

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


def test_a_quiescence_score_below_alpha_is_an_upper_bound() -> None:
    fens = [KIWIPETE, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "r3k3/8/8/3q4/4P3/8/8/R3K3 w Q - 0 1"]
    for fen in fens:
        board = Board(fen)
        exact = quiescence(board)
        for above in (1, 100, 150, 250, 400, 1200, 5000):
            bound = quiescence(board, exact + above, exact + above + 1)
            assert exact <= bound <= exact + above  # captures that are skipped might still win something


def test_clocks() -> None:
    board, engine = Board(), Search()
    first = engine.run(board, white_clock=0, black_clock=10**6)
    assert first.move in board.legal_moves and first.time < 5
    board.push_uci("e2e4")
    assert engine.run(board, white_clock=10**6, black_clock=0.2, black_inc=0.01).time < 5
    assert engine.run(board, white_clock=10**6, black_clock=0.2, remaining_moves=1, depth=4).depth <= 4
    assert engine.run(board, time=0.05, black_clock=10**6).time < 5
    only = Board("7k/8/8/8/8/8/6q1/7K w - - 0 1")
    assert only.legal_moves.count() == 1 and engine.run(only, white_clock=10**6).depth <= 2
    for arguments, error in (
        ({"white_inc": True}, TypeError),
        ({"white_clock": -1}, ValueError),
        ({"white_clock": float("nan")}, ValueError),
        ({"white_clock": float("inf")}, ValueError),
        ({"white_clock": "1"}, TypeError),
    ):
        with pytest.raises(error, match=f"{next(iter(arguments))} must be "):
            engine.run(Board(), **arguments)


def test_a_mate_in_two_by_zugzwang() -> None:
    result = Search().run(Board("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"), depth=12)
    assert (result.move, result.score) == (Move.from_uci("a1a6"), Mate(2))


def test_the_techniques_are_the_arguments() -> None:
    parameters = inspect.signature(Search).parameters
    others = "evaluation table batched tablebase probe_depth fifty_move_rule book book_random".split()
    assert tuple(name for name in parameters if name not in others) == TECHNIQUES
    with pytest.raises(ValueError, match="no such technique: 'x'"):
        _search_options(off=("x",))
