"""Network evaluations, compared with their definition in NumPy and with Stockfish."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support import positions
from support.slow_networks import Simple, centipawns

from bitrook import Board
from bitrook.batch import Boards
from bitrook.nnue import Network, load

FENS = positions.random_fens(1112)
KNOWN = json.loads((Path(__file__).parents[1] / "files" / "stockfish_15_1_network.json").read_text())


def test_simple_networks_compute_their_definition(simple: Simple) -> None:
    # The 9 shapes and 1,112 positions give 10,008 evaluations.
    network = Network.from_bytes(simple.plain(), **simple.shape())
    boards = [Board(fen) for fen in FENS]
    expected = [simple.evaluate(board) for board in boards]
    for board in boards[:200]:
        bucket, outputs = simple.raw(board)
        assert network.raw(board) == (bucket, (0,) * simple.output_buckets, tuple(outputs)), board.fen()
    assert [network.evaluate(board) for board in boards] == expected
    assert network.evaluate(Boards(boards)).tolist() == expected
    assert len(set(expected)) > 100


@pytest.mark.parametrize("activation", ["screlu", "crelu"])
@pytest.mark.parametrize(("qa", "largest_weight"), [(255, 127), (255, 128), (255, 129), (255, 32767), (32767, 32767)])
def test_large_weights_do_not_overflow(activation: str, qa: int, largest_weight: int) -> None:
    simple = Simple(2000, activation=activation, qa=qa, scale=1).randomize(
        7, spread=3000, largest_weight=largest_weight
    )
    simple.weights[0, 0, :64] = largest_weight
    simple.weights[0, 1, :64] = -largest_weight
    network = Network.from_bytes(simple.plain(), **simple.shape())
    for fen in FENS[:40]:
        assert network.raw(Board(fen))[2] == tuple(simple.raw(Board(fen))[1]), fen


def test_accumulators_wrap_around() -> None:
    simple = Simple(32).randomize(8, spread=32767)
    network = Network.from_bytes(simple.plain(), **simple.shape())
    for fen in FENS[:100]:
        assert network.evaluate(Board(fen)) == simple.evaluate(Board(fen))


def test_all_known_integers_of_stockfish(stockfish_file: Path) -> None:
    network = load(stockfish_file)
    for known in KNOWN:
        board = Board(known["fen"])
        raw = network.raw(board)
        assert tuple(raw) == (known["bucket"], tuple(known["psqt"]), tuple(known["positional"])), known["fen"]
        expected = centipawns(raw.psqt[raw.bucket], raw.positional[raw.bucket])
        assert network.evaluate(board) == network.evaluate(Boards([board]))[0] == expected
