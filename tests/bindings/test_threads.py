"""Threads that share objects: with and without the GIL, each call is atomic and nothing crashes."""

from __future__ import annotations

import copy
import pickle
import random
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import bitrook
from bitrook import Board, Move, SquareSet, search

REFUSALS = (ValueError, AssertionError, IndexError, KeyError, StopIteration)


@pytest.fixture(autouse=True)
def eager_switches() -> Iterator[None]:
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(before)


def in_threads(calls: list[Callable[[random.Random], Any]], times: int, count: int = 4) -> None:
    """Make random calls in every thread. Errors that python-chess would raise as well are allowed."""
    unexpected: list[BaseException] = []
    start = threading.Barrier(count)

    def work(seed: int) -> None:
        rng = random.Random(seed)
        start.wait()
        for _ in range(times):
            try:
                rng.choice(calls)(rng)
            except REFUSALS:
                pass
            except BaseException as error:
                unexpected.append(error)
                raise

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not unexpected


def any_legal(board: Board, rng: random.Random) -> Move:
    return rng.choice(list(board.legal_moves))


READS: list[Callable[[Board], Any]] = [
    Board.fen, Board.copy, Board.is_check, Board.is_repetition, Board.can_claim_draw, Board.outcome, Board.peek, Board.root,
    Board.piece_map, Board.status, Board.epd, Board.clean_castling_rights, Board.is_game_over, Board.mirror,
    str, repr, copy.copy, copy.deepcopy, pickle.dumps, sys.getsizeof,
    lambda b: list(b.legal_moves), lambda b: list(b.pseudo_legal_moves), lambda b: b.legal_moves.count(),
    lambda b: b == b.copy(), lambda b: [*b.move_stack, *b.move_stack[-3:]], lambda b: bitrook.perft(b, 2), lambda b: b.attackers(True, 28),
    lambda b: [b.san(move) for move in b.legal_moves], lambda b: (b.turn, b.ep_square, b.castling_rights, b.occupied),
]  # fmt: skip


def test_push_and_pop_are_atomic() -> None:
    board = Board()
    start = board.fen()

    def play(rng: random.Random) -> None:
        board.push(any_legal(board, rng))

    def pop(rng: random.Random) -> None:
        board.pop()

    in_threads([play, play, pop, lambda rng: rng.choice(READS)(board)], 10_000)
    for _ in range(len(board.move_stack)):
        board.pop()
    assert board.fen() == start
    assert board == Board()


def test_any_calls_on_one_board() -> None:
    board = Board()
    other = Board("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
    fens = [bitrook.STARTING_FEN, other.fen(), "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"]

    def assign(name: str, *values: Any) -> Callable[[random.Random], None]:
        return lambda rng: setattr(rng.choice((board, other)), name, rng.choice(values))

    def both(rng: random.Random) -> Any:
        a, b = rng.sample((board, other), 2)
        return a == b

    calls: list[Callable[[random.Random], Any]] = [
        lambda rng: rng.choice((board, other)).push(any_legal(board, rng)),
        lambda rng: rng.choice((board, other)).push(any_legal(other, rng)),
        lambda rng: board.push_san("e4"),
        lambda rng: rng.choice((board, other)).pop(),
        lambda rng: board.set_fen(rng.choice(fens)),
        lambda rng: rng.choice((board, other)).remove_piece_at(rng.randrange(64)),
        lambda rng: board.set_piece_at(rng.randrange(64), bitrook.Piece(rng.randrange(1, 7), rng.random() < 0.5)),
        lambda rng: rng.choice((board, other)).clear_stack(),
        lambda rng: board.reset(),
        lambda rng: board.apply_mirror(),
        assign("turn", True, False),
        assign("ep_square", None, 20, 44),
        assign("castling_rights", 0, bitrook.BB_CORNERS),
        assign("halfmove_clock", 0, 99, 150),
        assign("chess960", True, False),
        both,
        lambda rng: rng.choice(READS)(rng.choice((board, other))),
        lambda rng: rng.choice(READS)(rng.choice((board, other))),
    ]
    in_threads(calls, 10_000)
    for each in (board, other):
        assert Board(each.fen(en_passant="fen"), chess960=each.chess960).piece_map() == each.piece_map()


def test_iterators_sets_and_views_may_be_shared() -> None:
    board, squares, more = Board(), SquareSet(0x55AA), SquareSet(0xFF00FF)
    shared: list[Any] = [iter(()), iter(()), iter(()), iter(())]

    def renew(rng: random.Random) -> None:
        shared[rng.randrange(4)] = rng.choice(
            (
                iter(board.legal_moves),
                iter(board.pseudo_legal_moves),
                iter(squares),
                reversed(squares),
                squares.carry_rippler(),
            )
        )

    view = board.legal_moves
    calls: list[Callable[[random.Random], Any]] = [
        renew,
        lambda rng: [next(rng.choice(shared)) for _ in range(5)],
        lambda rng: list(rng.choice(shared)),
        lambda rng: squares.add(rng.randrange(64)),
        lambda rng: squares.discard(rng.randrange(64)),
        lambda rng: squares.pop(),
        lambda rng: squares.update(more),
        lambda rng: squares.intersection_update(more, 0xFFFF),
        lambda rng: more.symmetric_difference_update(squares),
        lambda rng: (squares | more, squares == more, squares <= more, str(squares), len(squares), int(squares)),
        lambda rng: (list(view), view.count(), bool(view), any_legal(board, rng) in view),
        lambda rng: board.push(any_legal(board, rng)),
        lambda rng: board.pop(),
    ]
    in_threads(calls, 10_000)
    assert len(list(squares)) == len(squares) == bin(int(squares)).count("1")


def test_threads_get_the_same_move_objects() -> None:
    """A shared Move is created on its first use, by whichever thread comes first."""
    found: list[list[int]] = [[] for _ in range(4)]
    start = threading.Barrier(4)
    queens = [f"4k3/8/8/8/8/8/8/{x}Q{7 - x}".replace("0", "") for x in range(8)]

    def collect(into: list[int]) -> None:
        boards = [Board(f"{rows} w - - 0 1") for rows in queens]
        start.wait()
        for board in boards:
            into.extend(map(id, board.generate_pseudo_legal_moves()))
            into.extend(map(id, board.list_legal_moves()))

    threads = [threading.Thread(target=collect, args=(into,)) for into in found]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found[0] == found[1] == found[2] == found[3]


def test_threads_assign_to_one_move() -> None:
    move = Move(0, 0)
    board = Board()

    def assign(rng: random.Random) -> None:
        setattr(move, rng.choice(("from_square", "to_square")), rng.randrange(64))
        move.promotion = rng.choice((None, 0, 2, 5))
        move.tag = rng.random()  # type: ignore[attr-defined]

    def look(rng: random.Random) -> None:
        assert len(move.uci()) in (4, 5) and 0 <= move.from_square < 64 and move == move  # noqa: PLR0124
        board.is_legal(move)
        assert 0 <= copy.copy(move).to_square < 64
        pickle.loads(pickle.dumps(move))

    in_threads([assign, look], 3_000)


def test_pickers_read_a_history_that_other_threads_update() -> None:
    """Without a lock on the history, the thread sanitizer reports a race (scripts/free_threaded.sh)."""
    board = Board("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
    legal = list(board.legal_moves)
    history = search.History()
    shared = [search.MovePicker(board, history=history)]

    def pick(rng: random.Random) -> None:
        assert set(search.MovePicker(board, history=history)) == set(legal)

    def pick_together(rng: random.Random) -> None:
        shared[0] = search.MovePicker(board, history=history)
        assert set(shared[0]) <= set(legal)

    def order(rng: random.Random) -> None:
        assert set(board.ordered_moves(history=history)) == set(legal)

    def update(rng: random.Random) -> None:
        move = rng.choice(legal)
        history.bonus(move, rng.randrange(-9, 10), board.turn)
        assert abs(history.score(move, board.turn)) <= 16384

    in_threads([pick, pick_together, order, update, update, update, lambda rng: history.clear()], 1_000)
