"""Tests for the option --variant of several commands."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

POCKETS = "4k3/8/8/8/8/8/8/4K2Q~[Npp] w - - 0 1"


def test_perft(run) -> None:
    assert run("perft", "3", "--variant", "atomic", "-q").out == "8902\n"
    assert run("perft", "chess960:0", "1", "--variant", "Crazyhouse", "-q").out == "20\n"
    ran = run("perft", "--suite", "x.epd", "--variant", "atomic")
    assert ran.code != 0 and "--variant does not apply to --suite" in ran.err


def test_show(run) -> None:
    facts = json.loads(run("show", POCKETS, "--variant", "crazyhouse", "--json").out)
    assert (facts["fen"], facts["variant"]) == (POCKETS, "crazyhouse")
    assert facts["pockets"] == {"white": "n", "black": "pp"} and facts["promoted"] == "0x0000000000000080"
    assert facts["moves"]["N@f6"] == "N@f6+"
    text = run("show", POCKETS, "--variant", "crazyhouse").out
    assert "pockets    white n, black pp\n" in text and "promoted   0000000000000080\n" in text
    text = run("show", "--variant", "3-check").out
    assert "variant    3check\n" in text and "remaining  white 3, black 3\n" in text
    assert "variant" not in json.loads(run("show", "--json").out)


@pytest.mark.parametrize("command", [["show"], ["perft", "1"], ["match", "a", "b"], ["analyze", "x.pgn"]])
def test_unknown_variants(run, command: list[str]) -> None:
    ran = run(*command, "--variant", "crazyhose")
    assert ran.code != 0 and "no such variant (variants: chess, suicide," in ran.err and "'crazyhose'" in ran.err
    assert "crazyhouse" in ran.err.split("'crazyhose'")[1]


def test_analyze_reads_games_without_a_tag_as_the_variant(run, tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text("1. e4 d5 2. exd5 Qxd5 3. @e4 *\n")
    ran = run("analyze", str(path), "--depth", "1", "--variant", "crazyhouse")
    assert ran.code == 0 and "the engine does not play crazyhouse" in ran.err
    assert ran.out.startswith('[Variant "crazyhouse"]') and "@e4" in ran.out


def test_explore_shows_boards_of_variants(run, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    assert run("explore", POCKETS, "--variant", "crazyhouse", "-o", str(page)).code == 0
    assert '"variant":"crazyhouse"' in page.read_text(encoding="utf-8")
    game = tmp_path / "game.pgn"
    game.write_text('[Variant "Atomic"]\n\n1. Nf3 a6 *\n')
    assert run("explore", str(game), "-o", str(page)).code == 0
    assert '"variant":"atomic"' in page.read_text(encoding="utf-8")
    ran = run("explore", str(game), "-o", str(page), "--variant", "atomic")
    assert ran.code != 0 and "--variant applies to positions" in ran.err


def test_tablebase_names_the_files_of_a_variant(run, tmp_path: Path) -> None:
    ran = run("tablebase", "8/8/8/8/8/4k3/8/K3N3 w - - 0 1", "--path", str(tmp_path), "--variant", "suicide")
    assert ran.code != 0 and "did not find wdl table KNvK" in ran.err and "KvK.stbw" in ran.err
    ran = run("tablebase", "8/8/8/8/8/4k3/8/K3N3 w - - 0 1", "--path", str(tmp_path), "--variant", "horde")
    assert ran.code != 0 and "there are no tablebases of horde" in ran.err
    ran = run("tablebase", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "--path", str(tmp_path), "--variant", "atomic")
    assert ran.code == 0 and ran.out.startswith("draw, DTZ 0\n")
