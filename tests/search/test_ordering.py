"""ordered_moves() and MovePicker, compared with a slow definition; History, compared with its formula."""

from __future__ import annotations

import copy
import gc
import random
import weakref
from typing import Any

import numpy as np
import pytest
from support.positions import KIWIPETE, STALEMATE

from bitrook import BLACK, WHITE, Board, Move, Piece, search


def slow_order(board: Board, hints: dict[str, Any]) -> list[Move]:
    """Return the legal moves, sorted by stage and score. The sort is stable."""
    history = hints["history"]
    refutations = [*hints["killers"], hints["counter_move"]]

    def tactical(move: Move) -> bool:
        return bool(move.promotion) or board.is_capture(move)

    def key(move: Move) -> tuple[int, int]:
        if move == hints["hash_move"]:
            return 0, 0
        if tactical(move):
            loses = hints["see"] and board.see(move) < 0
            victim = (board.captured_type(move) or 0) + (move.promotion or 0)
            return 4 if loses else 1, (board.moved_type(move) or 0) - 8 * victim
        if move in refutations:
            return 2, refutations.index(move)
        return 3, -history.score(move, board.turn) if history else 0

    # Promotions without a capture come after the captures.
    captures = board.list_legal_captures()
    moves = captures + [move for move in board.list_legal_moves() if move not in captures]
    if hints["captures_only"]:
        moves = [move for move in moves if tactical(move)]
    return sorted(moves, key=key)


def random_hints(rng: random.Random, board: Board) -> dict[str, Any]:
    legal = board.list_legal_moves()
    some = [*legal, Move.from_uci("a1a3"), Move.from_uci("e7e8q"), Move.from_uci("h1h5"), None]
    history = search.History()
    for move in legal:
        history.bonus(move, rng.randint(-4, 4), board.turn)
    return {
        "hash_move": rng.choice(some),
        "killers": rng.choice(([], rng.sample(some, 1), rng.sample(some, 2))),
        "counter_move": rng.choice(some),
        "history": rng.choice((None, history)),
        "captures_only": rng.random() < 0.2,
        "see": rng.random() < 0.8,
    }


def test_order_is_that_of_the_definition() -> None:
    rng = random.Random(1)
    for _ in range(12):
        board = rng.choice((Board(), Board(KIWIPETE), Board("1n5k/P1P5/8/8/8/8/p1p5/1N5K w - - 0 1")))
        for _ in range(60):
            if board.is_game_over():
                break
            hints = random_hints(rng, board)
            expected = slow_order(board, hints)
            assert board.ordered_moves(**hints) == expected, (board.fen(), hints)
            picker = search.MovePicker(board, **hints)
            board.push(rng.choice(board.list_legal_moves()))  # the picker holds a copy of the board
            assert list(picker) == expected


def test_defaults() -> None:
    board = Board(KIWIPETE)
    moves = board.ordered_moves()
    assert sorted(map(str, moves)) == sorted(map(str, board.legal_moves))
    none = {"hash_move": None, "killers": None, "history": None, "counter_move": None}
    assert board.ordered_moves(**none) == moves
    assert board.ordered_moves(Move.null(), killers=(Move.null(), None)) == moves
    assert Board(STALEMATE).ordered_moves() == []
    assert Board(None).ordered_moves() == []


def test_skip_quiets_leaves_the_losing_captures() -> None:
    board = Board(KIWIPETE)
    picker = search.MovePicker(board, killers=[Move.from_uci("a2a3")])
    first = next(picker)
    picker.skip_quiets()
    rest = list(picker)
    assert [first, *rest] == [move for move in board.ordered_moves() if board.is_capture(move)]
    with pytest.raises(StopIteration):
        next(picker)


def test_wrong_hints() -> None:
    board = Board()
    with pytest.raises(ValueError, match="killers must contain at most two moves, not 3"):
        board.ordered_moves(killers=[None] * 3)
    with pytest.raises(TypeError, match="killers must be a Move, not str"):
        board.ordered_moves(killers=["e2e4"])  # type: ignore[list-item]
    with pytest.raises(TypeError, match=r"history must be a bitrook\.search\.History, not dict"):
        board.ordered_moves(history={})  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="hash_move"):
        board.ordered_moves("e2e4")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="board must be a Board"):
        search.MovePicker(None)  # type: ignore[arg-type]


def test_a_generator_of_killers_may_change_the_board() -> None:
    board = Board()

    def killers() -> Any:
        board.push_uci("e2e4")
        yield None

    assert board.ordered_moves(killers=killers()) == Board(board.fen()).ordered_moves()


def test_a_picker_keeps_its_history() -> None:
    history = search.History()
    history.bonus(Move.from_uci("a2a3"), 9, WHITE)
    picker = search.MovePicker(Board(), history=history)
    del history
    gc.collect()
    assert next(picker) == Move.from_uci("a2a3")


def test_history_is_gravity() -> None:
    rng = random.Random(2)
    history, move = search.History(), Move.from_uci("g1f3")
    score = 0
    for _ in range(500):
        depth = rng.randint(-12, 12)
        bonus = min(16 * depth * depth, 1200) * (-1 if depth < 0 else 1)
        score += bonus - int(score * abs(bonus) / 16384)
        history.bonus(move, depth, BLACK)
        assert history.score(move, BLACK) == score
        assert abs(score) <= 16384
    assert history.score(move, WHITE) == 0
    for _ in range(1000):
        history.bonus(move, 2**31 - 1, BLACK)
        history.bonus(Move.from_uci("e2e4"), -(2**31), WHITE)
    assert 15000 < history.score(move, BLACK) <= 16384
    assert -16384 <= history.score(Move.from_uci("e2e4"), WHITE) < -15000
    history.clear()
    assert history.score(move, BLACK) == 0


def test_numpy_looks_at_the_history() -> None:
    history = search.History()
    array = np.asarray(history)
    assert (array.shape, array.dtype) == ((2, 64, 64), np.int16)
    history.bonus(Move(12, 28), 3, WHITE)
    assert array[1, 12, 28] == 144
    assert array.sum() == 144
    array //= 2
    assert history.score(Move(12, 28), WHITE) == 72
    array[:] = -32768
    history.bonus(Move(12, 28), 9, WHITE)
    assert -32768 < history.score(Move(12, 28), WHITE) < 0
    view = memoryview(history)
    assert (view.format, view.itemsize, view.nbytes, view.readonly) == ("h", 2, 16384, False)
    assert bytes(view) == array.tobytes()
    del history
    assert view[1, 0, 0] == -32768


def test_what_the_types_do_not_do() -> None:
    for thing in (search.History(), search.MovePicker(Board())):
        with pytest.raises(TypeError):
            copy.copy(thing)
        with pytest.raises(TypeError):
            weakref.ref(thing)
    with pytest.raises(TypeError):
        search.History().bonus(Piece(1, True), 3, WHITE)  # type: ignore[arg-type]
