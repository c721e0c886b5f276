"""Tests for `bitrook perft`: counts, divide, suites, and JSON output."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

SUITE = Path(__file__).parents[1] / "files" / "perft"
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


@pytest.mark.parametrize(
    ("words", "nodes"), [(["4"], 197281), (["kiwipete", "3"], 97862), ([*KIWIPETE.split(), "2"], 2039)]
)
def test_perft(run, words: list[str], nodes: int) -> None:
    ran = run("perft", *words)
    assert ran.code == 0
    assert re.fullmatch(rf".* w KQkq - 0 1\ndepth \d: {nodes:,} nodes, .* million nodes a second\n", ran.out)
    assert run("perft", "-q", *words).out == f"{nodes}\n"
    assert run("perft", *words[:-1], "--threads", "2", words[-1], "--hash", "1", "-q").out == f"{nodes}\n"
    facts = json.loads(run("perft", *words, "--json").out)
    assert (facts["depth"], facts["nodes"]) == (int(words[-1]), nodes) and "moves" not in facts


def test_perft_divide(run) -> None:
    lines = run("perft", "3", "--divide").out.splitlines()
    counts = {move: int(count.replace(",", "")) for move, count in (line.split() for line in lines[1:-1])}
    assert len(counts) == 20 and counts["e2e4"] == 600 and sum(counts.values()) == 8902
    assert lines[-1].startswith("depth 3: 8,902 nodes")
    assert json.loads(run("perft", "3", "--divide", "--json").out)["moves"] == counts


def test_perft_of_chess960_follows_from_the_rights(run) -> None:
    fen = "4k3/8/8/8/8/8/8/1R2K1R1 w BG - 0 1"
    assert "e1b1 " in run("perft", fen, "1", "--divide").out
    assert "e1g1 " in run("perft", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "1", "--divide").out
    assert "e1h1 " in run("perft", "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", "1", "--divide").out


def test_suite(run) -> None:
    ran = run("perft", "--suite", str(SUITE / "traps.epd"), str(SUITE / "chess960_traps.epd"), "--max-nodes", "100000")
    assert ran.code == 0 and ran.err == ""
    assert re.fullmatch(r"136 positions, \d+ counts: [\d,]+ nodes, .*\nall right\n", ran.out)


def test_suite_with_a_wrong_count(run, tmp_path: Path) -> None:
    file = tmp_path / "wrong.epd"
    start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    file.write_text(f"# start\n{start} ;D1 20 ;D2 401\n\n{start} ;D3 8902\n")
    ran = run("perft", "--suite", str(file))
    assert ran.code == 1
    assert ran.out.startswith(f"WRONG {file}:2: depth 2: 400 counted, 401 expected: {start}\n")
    assert ran.out.endswith("\n1 WRONG\n")
    ran = run("perft", "--suite", str(file), "--json")
    facts = json.loads(ran.out)
    assert ran.code == 1 and (facts["positions"], facts["counts"], facts["nodes"]) == (2, 3, 420 + 8902)
    assert facts["wrong"] == [{"file": str(file), "line": 2, "fen": start, "depth": 2, "counted": 400, "expected": 401}]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("8/8/8/8/8/8/8/8 w - - 0 1\n", "no counts"),
        ("8/8 ;D1 0\n", "8/8"),
        ("\x00\xff ;D1\n", "no counts"),
        ("", "no counts"),
    ],
)
def test_invalid_suites(run, tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "bad.epd"
    file.write_text(text, encoding="latin-1")
    ran = run("perft", "--suite", str(file))
    assert ran.code == 2 and ran.err.count("\n") == 1 and message in ran.err


@pytest.mark.slow
def test_the_whole_suite(run) -> None:
    ran = run("perft", "--suite", str(SUITE / "suite.epd"))
    assert ran.code == 0 and ran.out.startswith("128 positions") and ran.out.endswith("all right\n")
