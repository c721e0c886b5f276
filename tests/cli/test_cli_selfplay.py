"""Tests for `bitrook selfplay`: the output file, resuming, and errors."""

from __future__ import annotations

import json
import re
from pathlib import Path

from bitrook import nnue
from bitrook.selfplay import Settings, generate


def test_a_file_and_its_totals(run, tmp_path: Path) -> None:
    path, same = tmp_path / "data.viri", tmp_path / "same.viri"
    ran = run("selfplay", "-o", str(path), "--games", "5", "--nodes", "50", "--seed", "7", "--threads", "2")
    assert ran.code == 0 and ran.err == ""
    totals = generate(same, 5, Settings(nodes=50, seed=7))
    assert path.read_bytes() == same.read_bytes()
    first, second, third = ran.out.splitlines()
    assert first.startswith(f"5 games: White won {totals.white_wins}, Black won {totals.black_wins}, ")
    assert second == f"{totals.positions} of {totals.plies} positions kept, {totals.bytes:,} bytes"
    assert re.fullmatch(r"\d+ s, [\d,]+ positions a second", third)


def test_the_same_command_continues(run, tmp_path: Path) -> None:
    path = tmp_path / "data.viri"
    for games in ("2", "4"):
        assert run("selfplay", "-o", str(path), "--games", games, "--nodes", "50").out.startswith(f"{games} games")
    assert json.loads((tmp_path / "data.viri.json").read_text())["totals"]["games"] == 4
    ran = run("selfplay", "-o", str(path), "--games", "6", "--nodes", "51")
    assert ran.code == 2 and "was made with nodes=50, not 51" in ran.err


def test_each_setting_is_an_option(run, tmp_path: Path) -> None:
    words = ["--max-plies", "12", "--random-plies", "4", "--max-score", "100", "--win-plies", "0"]
    ran = run("selfplay", "-o", str(tmp_path / "data.bin"), "--games", "2", "--nodes", "50", *words)
    assert ran.code == 0 and " of 15 positions kept" in ran.out
    recipe = json.loads((tmp_path / "data.bin.json").read_text())["recipe"]
    assert [recipe[name] for name in ("max_plies", "random_plies", "max_score", "win_plies")] == [12, 4, 100, 0]


def test_errors(run, tmp_path: Path) -> None:
    assert "--games" in run("selfplay", "-o", "x.viri").err
    assert "the extension '.txt' is not one of" in run("selfplay", "-o", "x.txt", "--games", "1").err
    ran = run("selfplay", "-o", str(tmp_path / "x.viri"), "--games", "1", "--nodes", "0")
    assert ran.code == 2 and "nodes must be in 1..1099511627776, not 0" in ran.err


def test_a_network(run, tmp_path: Path) -> None:
    path, network = tmp_path / "data.viri", tmp_path / "zero.nnue"
    nnue.Network.from_bytes(bytes(2 * (771 * 8 + 1)), hidden=8).save(network)
    command = ("selfplay", "-o", str(path), "--games", "1", "--nodes", "50", "--network")
    assert run(*command, str(network)).code == 0
    assert json.loads((tmp_path / "data.viri.json").read_text())["recipe"]["evaluation"] is not None
    assert run(*command, str(tmp_path / "none")).code == 2
