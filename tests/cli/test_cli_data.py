"""Tests for `bitrook data`."""

from __future__ import annotations

import json
import lzma
from pathlib import Path

import pytest

import bitrook.batch as bb
from bitrook import Board

PUZZLE = "00sHx,q3k1nr/1pp1nQpp/3p4/1P2p3/4P3/B1PP1b2/B5PP/5K2 b k - 0 17,e8d7 a2e6,1760,80,83,72,mate,u,\n"
EVALUATION = '{"fen":"7k/8/8/8/8/8/8/K6R w - -","evals":[{"pvs":[{"cp":750,"line":"h1h7"}],"knodes":9,"depth":20}]}\n'
FILES = {
    "games.pgn": ('[White "Ann"]\n\n1. e4 e5 1-0\n', "games in PGN", "bitrook.data.scan_pgn(", "Ann"),
    "puzzles.csv": (PUZZLE, "Lichess's puzzles", "bitrook.data.scan_puzzles(", "a2e6"),
    "eval.jsonl": (EVALUATION, "Lichess's evaluations", "bitrook.data.scan_evals(", "h1h7"),
    "suite.epd": ("7k/8/8/8/8/8/8/K6R w - - bm Rh7+;\n", "positions in EPD", "bitrook.Board.from_epd(", "h1h7"),
}


@pytest.mark.parametrize("name", FILES)
def test_text_files(run, tmp_path: Path, name: str) -> None:
    text, contents, call, shown = FILES[name]
    path = tmp_path / name
    path.write_text(text)
    ran = run("data", "info", str(path), "--count")
    assert ran.code == 0 and contents in ran.out and call in ran.out and shown in ran.out
    facts = json.loads(run("data", "info", str(path), "--count", "--json").out)
    assert (facts["contents"], facts["rows"], len(facts["first_rows"])) == (contents, 1, 1)


@pytest.mark.parametrize("name", FILES)
def test_compressed_text_files(run, tmp_path: Path, name: str) -> None:
    text, contents, _, shown = FILES[name]
    path = tmp_path / f"{name}.xz"
    path.write_bytes(lzma.compress(text.encode()))
    ran = run("data", "info", str(path), "--count", "--zstd-window-log", "31")
    assert ran.code == 0 and contents in ran.out and shown in ran.out
    assert "zstd_window_log=31)" in ran.out or name == "suite.epd"


def test_files_of_positions(run, tmp_path: Path) -> None:
    path = tmp_path / "a.viri"
    (batch,) = bb.read_positions(Board().packed(), "binary_fen")
    bb.write_positions(path, batch._replace(moves=batch.moves + Board().parse_uci("e2e4").word))
    facts = json.loads(run("data", "info", str(path), "--json").out)
    assert facts["contents"] == "positions in viriformat"
    assert facts["first_rows"][0]["moves"] == "e2e4"


def test_unknown_files(run, tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text('{"a": 1}\n')
    ran = run("data", "info", str(path))
    assert ran.code == 2 and "JSON that is not Lichess's" in ran.err
