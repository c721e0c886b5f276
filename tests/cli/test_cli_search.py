"""Tests for `bitrook search`, `bitrook bench` and `bitrook uci`, the last through python-chess's engine module."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from collections.abc import Iterator

import chess
import chess.engine
import pytest
from support.children import environment

import bitrook

MATE = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"
STALEMATE = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"
COMMAND = [sys.executable, "-W", "error", "-m", "bitrook", "uci"]


def test_search_prints_each_depth(run) -> None:
    ran = run("search", "kiwipete", "--depth", "4", "--multipv", "2")
    lines = ran.out.splitlines()
    assert ran.code == 0 and ran.err == ""
    assert [int(line.split()[0]) for line in lines[2:-1]] == [1, 1, 2, 2, 3, 3, 4, 4]
    assert re.fullmatch(r"best move: \S+", lines[-1])
    assert max(map(len, lines)) <= 80


def test_search_prints_mates_and_ends(run) -> None:
    assert run("search", *MATE.split(), "--depth", "5").out.splitlines()[-2].split()[1] == "#1"
    assert run("search", STALEMATE, "--depth", "5").out.endswith("best move: none, the game is over\n")
    assert run("search", MATE, "--depth", "3", "-q").out == "a1a8\n"
    assert run("search", STALEMATE, "--depth", "3", "-q").out == "0000\n"


def test_search_as_json(run) -> None:
    facts = json.loads(run("search", MATE, "--depth", "3", "--json").out)
    assert (facts["fen"], facts["move"], facts["ponder"]) == (MATE, "a1a8", None)
    assert facts["lines"] == [{"score": None, "mate": 1, "moves": ["a1a8"]}]
    facts = json.loads(run("search", "--nodes", "5000", "--threads", "2", "--json").out)
    assert facts["nodes"] >= 5000 and facts["lines"][0]["mate"] is None


@pytest.mark.parametrize(
    "words",
    [
        ["--depth", "0"],
        ["--nodes", "0"],
        ["--nodes", "-5"],
        ["--time", "-1"],
        ["--time", "nan"],
        ["--multipv", "0"],
        ["--hash", "0"],
        ["--depth", "x"],
    ],
)
def test_search_refuses_wrong_limits(run, words: list[str]) -> None:
    ran = run("search", *words)
    assert ran.code == 2 and ran.err
    if words[0] in ("--depth", "--nodes"):
        assert f"argument {words[0]}: expected a whole number of 1 or more, got '{words[1]}'" in ran.err


def test_bench_counts_the_same_nodes(run) -> None:
    nodes = run("bench", "--depth", "5", "-q").out
    assert nodes == run("bench", "--depth", "5", "-q").out and int(nodes) > 10_000
    facts = json.loads(run("bench", "--depth", "5", "--json").out)
    assert facts["nodes"] == int(nodes) == sum(row["nodes"] for row in facts["positions"])
    assert "million nodes a second" in run("bench", "--depth", "2").out


@pytest.fixture
def engine() -> Iterator[chess.engine.SimpleEngine]:
    with chess.engine.SimpleEngine.popen_uci(COMMAND, env=environment(), timeout=30) as player:
        yield player


def test_uci_plays_through_python_chess(engine: chess.engine.SimpleEngine) -> None:
    assert engine.id["name"] == f"bitrook {bitrook.__version__}"
    assert {"Hash", "Threads", "MultiPV", "UCI_Chess960"} <= set(engine.options)
    engine.configure({"Hash": 2, "Threads": 2})
    board = chess.Board(MATE)
    assert engine.play(board, chess.engine.Limit(depth=3)).move == chess.Move.from_uci("a1a8")
    info = engine.analyse(board, chess.engine.Limit(time=0.05))
    assert info["score"].white().mate() == 1 and info["pv"] == [chess.Move.from_uci("a1a8")]
    infos = engine.analyse(chess.Board(), chess.engine.Limit(depth=4), multipv=3)
    assert len({info["pv"][0] for info in infos}) == 3
    only = [chess.Move.from_uci("a2a3")]
    assert engine.play(chess.Board(), chess.engine.Limit(depth=3), root_moves=only).move == only[0]
    clock = chess.engine.Limit(white_clock=1, black_clock=1, white_inc=0.01, black_inc=0.01)
    start = time.perf_counter()
    assert engine.play(chess.Board(), clock, ponder=True).move
    assert time.perf_counter() - start < 0.9
    assert engine.play(chess.Board(), chess.engine.Limit(nodes=1)).move
    assert engine.play(chess.Board(), chess.engine.Limit(mate=2, time=0.1)).move


def speak(*commands: str) -> list[str]:
    done = subprocess.run(
        COMMAND, input="\n".join(commands) + "\n", capture_output=True, text=True, timeout=60, env=environment()
    )
    assert done.returncode == 0 and done.stderr == ""
    return done.stdout.splitlines()


def test_uci_reports_wrong_input_and_goes_on() -> None:
    lines = speak(
        "position fen 8/8 w - -", "position startpos moves e2e5", "position", "setoption name Nothing value 1",
        "setoption name Hash value x", "setoption", "nonsense", "", "setoption name Hash value -5", "go depth -3 nodes -2",
    )  # fmt: skip
    assert len([line for line in lines if line.startswith("info string")]) == 6
    assert lines[-1].startswith("bestmove ")


def test_uci_answers_as_stockfish() -> None:
    lines = speak(
        "position fen 4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "d", "go perft 2", "eval", "position startpos", "eval"
    )
    assert lines[1:3] == [" +---+---+---+---+---+---+---+---+", " |   |   |   |   | k |   |   |   | 8"]
    assert lines[18:23] == [
        "   a   b   c   d   e   f   g   h", "", "Fen: 4k3/8/8/8/8/8/4r3/4K3 w - - 0 1",
        f"Key: {bitrook.Board('4k3/8/8/8/8/8/4r3/4K3 w - - 0 1').key:016X}", "Checkers: e2",
    ]  # fmt: skip
    board = chess.Board("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1")
    counts = {}
    for move in board.legal_moves:
        board.push(move)
        counts[f"{move.uci()}: {board.legal_moves.count()}"] = board.legal_moves.count()
        board.pop()
    assert set(lines[23 : 23 + len(counts)]) == set(counts)
    assert f"Nodes searched: {sum(counts.values())}" in lines and "Final evaluation: none (in check)" in lines
    assert any(re.fullmatch(r"Final evaluation +[+-]\d+\.\d\d \(white side\)", line) for line in lines)
