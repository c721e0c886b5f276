"""Network evaluation: batches, buffers, threads, boards that cannot be evaluated, and updated accumulators."""

from __future__ import annotations

import random
import threading

import numpy as np
import pytest
from support import positions
from support.slow_networks import Simple

from bitrook import Board, Move
from bitrook.batch import Boards
from bitrook.nnue import Network

SIMPLE = Simple(32, 4, [square // 8 for square in range(64)], mirrored=True).randomize(5)


@pytest.fixture(scope="module")
def network() -> Network:
    return Network.from_bytes(SIMPLE.plain(), **SIMPLE.shape())


def test_batches_equal_single_boards(network: Network) -> None:
    fens = positions.random_fens(300)
    boards = Boards([Board(fen) for fen in fens])
    expected = [network.evaluate(Board(fen)) for fen in fens]
    for threads in (1, 2, 3):
        assert network.evaluate(boards, threads=threads).tolist() == expected
    out = np.full(300, 7, np.int32)
    assert network.evaluate(boards, out=out) is out
    assert out.tolist() == expected
    memory = bytearray(4 * 300)
    network(boards, out=memory)
    assert np.frombuffer(memory, np.int32).tolist() == expected
    assert network.evaluate(Boards(0)).shape == (0,)


def test_arguments_of_the_wrong_type_are_named(network: Network) -> None:
    with pytest.raises(TypeError, match="board must be a Board or Boards, not str"):
        network.evaluate("startpos")  # type: ignore[call-overload]
    with pytest.raises(TypeError, match="out requires Boards"):
        network.evaluate(Board(), out=np.empty(1, np.int32))  # type: ignore[call-overload]
    with pytest.raises(TypeError, match="out must have the dtype int32, not int64"):
        network.evaluate(Boards(2), out=np.empty(2, np.int64))
    with pytest.raises(ValueError, match="out must have the shape"):
        network.evaluate(Boards(2), out=np.empty(3, np.int32))
    with pytest.raises(ValueError, match=r"threads must be in 1\.\.1024, not 0"):
        network.evaluate(Boards(2), threads=0)
    with pytest.raises(TypeError, match="board must be a Board, not Boards"):
        network.raw(Boards(2))  # type: ignore[arg-type]


BAD = [
    "8/8/8/8/8/8/8/8 w - - 0 1",
    "8/8/8/8/8/8/8/4K3 w - - 0 1",
    "4k3/8/8/8/8/8/8/3KK3 w - - 0 1",
    "8/8/8/8/8/8/8/3KK3 w - - 0 1",
    "pppppppp/pppppppp/4k3/8/8/4K3/PPPPPPPP/PPPPPPPP w - - 0 1",
]


@pytest.mark.parametrize("fen", BAD)
def test_boards_without_two_kings_are_errors(fen: str, network: Network) -> None:
    message = "cannot be evaluated: a network needs one king of each color and at most 32 pieces"
    for call in (network.evaluate, network.raw, network):
        with pytest.raises(ValueError, match=f"board {message}"):
            call(Board(fen))
    boards = Boards([Board()] * 150 + [Board(fen)] + [Board()] * 50 + [Board(fen)], kingless=True)
    for threads in (1, 2):
        with pytest.raises(ValueError, match=f"board 150 {message}"):
            network.evaluate(boards, threads=threads)


def test_32_pieces_anywhere_are_evaluated(network: Network) -> None:
    board = Board("pppppppp/pppppppk/8/8/8/8/KPPPPPPP/PPPPPPPP w - - 0 1")
    assert network.evaluate(board) == SIMPLE.evaluate(board)


def play(board: Board, rng: random.Random, check: object) -> set[str]:
    """Make, pass and unmake moves at random, calling check(board) after most of them. Return the kinds of moves."""
    assert callable(check)
    seen = set()
    for _ in range(120):
        moves = board.list_legal_moves()
        if board.move_stack and rng.random() < 0.25:
            for _ in range(rng.randrange(1, min(len(board.move_stack), 6) + 1)):
                board.pop()
            seen.add("unmake")
        elif rng.random() < 0.05 and not board.is_check():
            board.push(Move.null())
            seen.add("null move")
        elif not moves:
            return seen
        else:
            special = [m for m in moves if board.is_castling(m) or board.is_en_passant(m) or m.promotion]
            move = rng.choice(special or moves)
            seen.add("castling" if board.is_castling(move) else "")
            seen.add("en passant" if board.is_en_passant(move) else "")
            seen.add("promotion" if move.promotion else "")
            board.push(move)
        if rng.random() < 0.8:  # skip some boards, so that the accumulators lag behind by several moves
            check(board)
    return seen


@pytest.mark.parametrize("kind", ["simple", "plain"])  # for those of Stockfish, see test_architectures.py
def test_updated_accumulators_equal_new_ones(kind: str, network: Network) -> None:
    games = {"simple": 500, "plain": 300}[kind]
    if kind == "plain":
        simple = Simple(16).randomize(6)
        network = Network.from_bytes(simple.plain(), hidden=16)
    info = network.info

    def check(board: Board) -> None:
        raw = network.raw(board)  # computed with new accumulators
        expected = int(raw.positional[raw.bucket] * info["scale"] / (info["qa"] * info["qb"]))
        assert network.evaluate(board) == max(-30000, min(30000, expected)), board.fen()

    rng, seen = random.Random(kind), set()
    for game in range(games):
        board = Board.from_chess960_pos(rng.randrange(960)) if game % 2 else Board()
        seen |= play(board, rng, check)
    assert seen >= {"unmake", "null move", "castling", "en passant", "promotion"}


def test_threads_share_a_network(network: Network) -> None:
    fens = positions.random_fens(100)
    expected = [network.evaluate(Board(fen)) for fen in fens]
    results: list[list[int]] = []

    def work(seed: int) -> None:
        order = list(range(len(fens)))
        random.Random(seed).shuffle(order)
        scores = {i: network.evaluate(Board(fens[i])) for i in order}
        results.append([scores[i] for i in range(len(fens))])

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [expected] * 4
