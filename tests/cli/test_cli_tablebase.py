"""Tests for `bitrook tablebase` with the small tables from python-chess."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest
from support.python_chess_source import unpack


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(unpack(tmp_path_factory.mktemp("source")) / "data" / "syzygy" / "regular")


def test_a_win(run, tables: str) -> None:
    ran = run("tablebase", "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", "--path", tables, "--line", "3")
    assert ran.code == 0
    lines = ran.out.splitlines()
    assert lines[0] == "win, DTZ 3" and lines[1].split() == ["Kf6", "win", "3"]
    assert lines[-2].startswith("best line: 1. Kf6")
    assert lines[-1] == "files for this material: 10 found, 0 missing"


def test_json(run, tables: str) -> None:
    ran = run("tablebase", "8/8/8/8/8/4k3/8/K2BN3 w - - 0 1", "--path", tables, "--json")
    facts = json.loads(ran.out)
    assert facts["wdl"] == 2 and facts["tables"] == 70
    assert len(facts["line"]) == 20 and facts["line"][0] == facts["moves"][0]["move"]
    expected = [f"{name}.{ending}" for name in ("KBNvK", "KBvK", "KNvK") for ending in ("rtbw", "rtbz")]
    assert facts["files"] == {"found": expected, "missing": []}


def test_missing_files_are_listed(run, tables: str, tmp_path: Path) -> None:
    for name in ("KRvKP.rtbw", "KRvKP.rtbz", "KRvK.rtbw", "KRvK.rtbz", "KPvK.rtbw"):
        shutil.copy(Path(tables) / name, tmp_path)
    ran = run("tablebase", "8/8/8/8/3k4/8/1p5R/3K4 b - - 0 1", "--path", str(tmp_path))
    assert ran.code == 2 and "did not find" in ran.err  # promotions need other tables
    assert "for this material 5 found, 15 missing: KQvKR.rtbw, KQvKR.rtbz," in ran.err and ran.err.endswith("...)\n")
    ran = run("tablebase", "8/8/8/3k4/8/8/8/K6R w - - 0 1", "--path", str(tmp_path))
    assert ran.code == 0 and ran.out.splitlines()[-1] == "files for this material: 2 found, 0 missing"
    (tmp_path / "KBBvK.rtbw").touch()
    files = json.loads(run("tablebase", "8/8/8/3k4/8/8/8/K7 w - - 0 1", "--path", str(tmp_path), "--json").out)["files"]
    assert files == {"found": [], "missing": []}


def test_a_missing_table_is_an_error(run, tables: str, tmp_path: Path) -> None:
    ran = run("tablebase", "4k3/8/8/8/8/8/PP6/R3K3 w - - 0 1", "--path", tables)
    assert ran.code == 2 and "did not find wdl table KRPPvK (70 tables in" in ran.err
    assert run("tablebase", "kiwipete", "--path", str(tmp_path)).code == 2
    assert run("tablebase", "4k3/8/8/8/8/8/8/4KQ2 w - - 0 1", "--path", str(tmp_path / "none")).code == 2


def test_several_paths(run, tables: str, tmp_path: Path) -> None:
    fen, none = "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", str(tmp_path / "none")
    expected = run("tablebase", fen, "--path", tables).out
    ran = run("tablebase", fen, "--path", none, "--path", f"{tables}{os.pathsep}")
    assert (ran.code, ran.out) == (0, expected) and "directory of tablebases skipped" in ran.err and none in ran.err
    assert run("tablebase", fen, "--path", none, "--path", none).code == 2


def test_the_half_move_clock_counts(run, tables: str) -> None:
    # Kf6 takes three plies to the next pawn move, so the rule comes first from a clock of 98.
    for clock, value in ((97, "win"), (98, "cursed win"), (99, "cursed win")):
        fen = f"4k3/8/4K3/4P3/8/8/8/8 w - - {clock} 100"
        lines = run("tablebase", fen, "--path", tables).out.splitlines()
        assert lines[0] == f"{value}, DTZ 3" and lines[1].split() == ["Kf6", *value.split(), "3"]
        facts = json.loads(run("tablebase", fen, "--path", tables, "--json").out)
        assert facts["value"] == facts["moves"][0]["value"] == value and facts["wdl"] == 2
        lost = run("tablebase", f"8/8/8/8/4p3/4k3/8/4K3 w - - {clock} 100", "--path", tables).out.splitlines()
        dtz = -int(lost[0].rpartition(" ")[2])
        assert lost[0].startswith("loss" if dtz + clock <= 100 else "blessed loss")
