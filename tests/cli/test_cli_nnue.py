"""Tests for `bitrook nnue` with a random network."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from support.slow_networks import Simple, Stockfish

from bitrook import Board
from bitrook.nnue import default, load
from bitrook.search import Search

SIMPLE = Simple(16).randomize(11)


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("nnue") / "quantised.bin"
    path.write_bytes(SIMPLE.plain())
    return str(path)


def test_info(run, file: str, tmp_path: Path) -> None:
    ran = run("nnue", "info", file)
    assert ran.code == 0
    assert ran.out.splitlines() == [
        "architecture (768 -> 16)x2 -> 1, SCReLU",
        f"parameters   {64 + 768 * 64 + 64 + 128:,} bytes in memory",
        "factors      qa 255, qb 64, scale 400",
    ]
    assert json.loads(run("nnue", "info", file, "--json").out)["hidden"] == 16
    assert "CReLU" in run("nnue", "info", file, "--activation", "crelu").out


def test_eval(run, file: str) -> None:
    for fen in ("8/4k3/8/3r4/2P5/5N2/8/4K3 w - - 0 1", "8/4k3/8/3r4/2P5/5N2/8/4K3 b - - 0 1"):
        board, sign = Board(fen), 1 if " w " in fen else -1
        facts = json.loads(run("nnue", "eval", file, fen, "--json").out)
        assert (facts["cp"], facts["fen"]) == (SIMPLE.evaluate(board), fen)
        expected = {}
        for name in ("c4", "f3", "d5"):
            square = "abcdefgh".index(name[0]) + 8 * (int(name[1]) - 1)
            without = Board(fen)
            without.remove_piece_at(square)
            expected[name] = sign * (SIMPLE.evaluate(board) - SIMPLE.evaluate(without))
        assert facts["pieces"] == expected
        lines = run("nnue", "eval", file, fen).out.splitlines()
        assert lines[0].startswith(f"{SIMPLE.evaluate(board) / 100:+.2f} for {'White' if sign > 0 else 'Black'}")
        assert lines[8].split() == ["5", ".", ".", ".", "r", ".", ".", ".", "."]
        assert lines[9].split() == [f"{expected['d5'] / 100:+.2f}"] and lines[9].index(".") == 2 + 7 * 4 - 3
        assert lines[-1].split() == list("abcdefgh")


def test_the_network_that_comes_with_bitrook(run) -> None:
    assert default().architecture in run("nnue", "info", "default").out
    assert json.loads(run("nnue", "eval", "default", "8/8/4k3/8/8/3QK3/8/8 w - - 0 1", "--json").out)["cp"] > 500
    searched = run("search", "--depth", "4", "--network", "default", "--json")
    assert json.loads(searched.out)["nodes"] == Search(default()).run(Board(), depth=4).nodes


def test_stockfish_networks(run, tmp_path: Path) -> None:
    slow = Stockfish.random("stockfish-19-lite", seed=3)
    path = tmp_path / "lite.nnue"
    path.write_bytes(slow.file(b"made for a test"))
    network = load(path)
    assert run("nnue", "info", str(path)).out.splitlines() == [
        f"architecture {network.architecture}",
        f"parameters   {network.info['bytes']:,} bytes in memory",
        "centipawns   of Stockfish 19",
        "description  made for a test",
    ]
    facts = json.loads(run("nnue", "eval", str(path), "--json").out)
    raw = network.raw(Board())
    assert facts["raw"] == {"bucket": raw.bucket, "psqt": list(raw.psqt), "positional": list(raw.positional)}
    assert facts["internal"] == network.evaluate(Board(), unit="internal")
    searched = json.loads(run("search", "--depth", "3", "--network", str(path), "--json").out)
    assert searched["nodes"] == Search(network).run(Board(), depth=3).nodes


def test_errors(run, file: str, tmp_path: Path) -> None:
    ran = run("nnue", "info", file, "startpos")
    assert (ran.code, ran.err) == (2, "bitrook: error: 'startpos' was not expected after the file\n")
    ran = run("nnue", "eval", str(tmp_path / "none"))
    assert ran.code == 2 and "No such file" in ran.err
    ran = run("nnue", "eval", file, "--hidden", "17")
    assert ran.code == 2 and re.search("is not that of .* network", ran.err)
    (tmp_path / "other.nnue").write_bytes(bytes.fromhex("202ff37a f2201010 00000000"))
    ran = run("nnue", "info", str(tmp_path / "other.nnue"))
    assert ran.code == 2 and "0x7AF32F20 with hash 0x101020F2, which this version does not support" in ran.err
    assert load(file).evaluate(Board()) == SIMPLE.evaluate(Board())
