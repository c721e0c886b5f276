"""Searches that use a network for evaluation."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
from support import positions
from support.slow_networks import Simple

from bitrook import Board, search, uci
from bitrook.nnue import Network
from bitrook.nnue import default as default_network

BUCKETS = [square % 8 // 2 + 4 * (square // 16) for square in range(64)]
FENS = ["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", *positions.random_fens(12)]


@pytest.fixture(scope="module")
def network() -> Network:
    """A network that evaluates material plus a little noise, so that searches are not trivial."""
    simple = Simple(32, king_buckets=BUCKETS).randomize(9, spread=2)
    values = (100, 300, 320, 500, 900, 0)
    for bucket in range(16):
        for kind, value in enumerate(values):
            simple.rows[768 * bucket + 64 * kind : 768 * bucket + 64 * kind + 64, :8] += value // 20
    simple.weights[0, 0, :8], simple.weights[0, 1, :8] = 60, -60
    return Network.from_bytes(simple.plain(), **simple.shape())


@pytest.mark.parametrize("fen", FENS)
def test_a_native_search_equals_one_that_calls_the_network(fen: str, network: Network) -> None:
    board = Board(fen)
    native = search.Search(network).run(board, depth=5)
    called = search.Search(lambda b: network.evaluate(b)).run(board, depth=5)
    assert (native.lines, native.nodes, native.seldepth) == (called.lines, called.nodes, called.seldepth)
    plain: dict[str, Any] = dict.fromkeys(search.TECHNIQUES, False)
    native = search.Search(network, **plain).run(board, depth=2)
    assert native.score == search.Search(network.evaluate, **plain).run(board, depth=2).score
    assert search.quiescence(board, evaluation=network) == search.quiescence(board, evaluation=network.evaluate)


def test_threads_share_the_network(network: Network) -> None:
    result = search.Search(network).run(Board(), depth=7, threads=3)
    assert result.depth == 7 and result.move and result.move in Board().legal_moves


def test_mates_rank_above_evaluations() -> None:
    simple = Simple(8, scale=100_000).randomize(10)  # evaluations of up to 30000
    network = Network.from_bytes(simple.plain(), **simple.shape())
    assert abs(network.evaluate(Board())) == search.MAX_EVALUATION
    result = search.Search(network).run(Board("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"), depth=4)
    assert str(result.score) == "#+1"
    result = search.Search(network).run(Board("7k/8/8/8/8/1r6/r7/6K1 w - - 0 1"), depth=4)
    assert str(result.score) == "#-1"


def test_roots_without_two_kings_are_errors(network: Network) -> None:
    for board in (Board("8/8/8/8/8/8/P7/K7 w - - 0 1"), Board("8/8/8/8/8/8/8/8 w - - 0 1")):
        with pytest.raises(ValueError, match="board cannot be evaluated: a network needs one king"):
            search.Search(network).run(board, depth=2)
        with pytest.raises(ValueError, match="board cannot be evaluated"):
            search.quiescence(board, evaluation=network)


def test_a_king_that_can_be_captured_is_no_crash(network: Network) -> None:
    board = Board("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1")  # White is to move although Black is in check
    result = search.Search(network).run(board, depth=4)
    assert result.move and result.move in board.legal_moves


def test_batched_is_for_callables(network: Network) -> None:
    with pytest.raises(ValueError, match="batched requires a Python callable"):
        search.Search(network, batched=True)


def test_engine_option(network: Network, tmp_path: Path) -> None:
    network.save(tmp_path / "my network.brn")

    def answers(*commands: str) -> list[str]:
        output = io.StringIO()
        uci.SearchEngine().run(io.StringIO("\n".join(commands)), output)
        return output.getvalue().splitlines()

    nodes = re.compile(r" nodes (\d+)")
    go = "position startpos", "go depth 5"
    used = f"setoption name EvalFile value {tmp_path / 'my network.brn'}"
    first = answers(used, *go)
    result = search.Search(network).run(Board(), depth=5)
    assert first[-1].split()[1] == str(result.move)
    assert nodes.search(first[-2])[1] == str(result.nodes)  # type: ignore[index]
    again = answers(*go, used, *go)[-2]
    assert nodes.search(again)[1] == str(result.nodes)  # type: ignore[index]  # the hash table was cleared
    terms = search.Search().run(Board(), depth=5).nodes
    assert nodes.search(answers(used, "setoption name EvalFile value <empty>", *go)[-2])[1] == str(terms)  # type: ignore[index]
    default = search.Search(default_network()).run(Board(), depth=5).nodes
    assert nodes.search(answers(used, "setoption name EvalFile value default", *go)[-2])[1] == str(default)  # type: ignore[index]
    wrong = answers(f"setoption name EvalFile value {tmp_path / 'missing'}", *go)
    assert wrong[0].startswith("info string ") and "missing" in wrong[0]
    assert nodes.search(wrong[-2])[1] == str(default)  # type: ignore[index]


def test_command_line(network: Network, tmp_path: Path, run: Any) -> None:
    path = tmp_path / "network.brn"
    network.save(path)
    done = run("search", "--depth", "5", "--network", str(path), "--json")
    assert done.code == 0
    facts = json.loads(done.out)
    result = search.Search(network).run(Board(), depth=5)
    assert (facts["nodes"], facts["move"]) == (result.nodes, str(result.move))
    assert facts["nodes"] != search.Search().run(Board(), depth=5).nodes
    done = run("search", "--depth", "2", "--network", str(tmp_path / "missing"))
    assert (done.code, done.err) == (
        2,
        f"bitrook: error: No such file or directory: '{tmp_path / 'missing'}'; check the path\n",
    )
