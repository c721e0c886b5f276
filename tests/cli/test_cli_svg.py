"""Tests for `bitrook show --svg FILE` and `bitrook bitboard ... --svg FILE`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bitrook import Bitboard, Board, svg


def test_show_writes_a_picture(run: Any, tmp_path: Path) -> None:
    file = tmp_path / "board.svg"
    ran = run("show", "kiwipete", "--svg", str(file))
    assert (ran.code, ran.out, ran.err) == (0, "", "")
    board = Board("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
    assert file.read_text(encoding="utf-8") == board._repr_svg_() + "\n"
    assert run("show", "kiwipete", "--svg", "-").out == board._repr_svg_() + "\n"


def test_bitboard_writes_one_picture_of_all_expressions(run: Any) -> None:
    ran = run("bitboard", "file_e & rank_2", "--svg", "-")
    file, rank = Bitboard.from_square(4).file_fill(), Bitboard(0xFF00)
    assert ran.out == svg.row(file, "&", rank, "=", file & rank, titles=["file_e", "rank_2"]) + "\n"
    two = run("bitboard", "file_e & rank_2", "~e4", "--svg", "-").out
    assert two.count('class="operator"') == 4 and two.count("<circle") == 8 + 8 + 1 + 1 + 63


def test_a_file_that_cannot_be_written(run: Any, tmp_path: Path) -> None:
    ran = run("show", "--svg", str(tmp_path / "no" / "board.svg"))
    assert ran.code == 2 and ran.err.startswith("bitrook: error: No such file or directory")
