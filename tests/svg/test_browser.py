"""Pictures rendered in a real browser with only the Liberation fonts, compared with a reference picture.

After an intended change, run `python tests/svg/test_browser.py` to write a new reference, and look at it.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from pathlib import Path

import pytest

import bitrook
from bitrook import Board, Piece, svg, tables

sys.path.append(str(Path(__file__).parents[1]))  # for running this file as a program
from support.browser import CHROMIUM, LIBERATION, Image, screenshot

REFERENCE = Path(__file__).parents[1] / "files" / "svg" / "reference.png"
WIDTH, HEIGHT = 1080, 1170
REQUIRED = "BITROOK_REQUIRE_BROWSER" in os.environ

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not (CHROMIUM and LIBERATION.exists()) and not REQUIRED, reason="no Chromium, or no Liberation fonts"
    ),
]


def pieces(size: int) -> str:
    """Return HTML with all pieces on light and dark squares."""
    lines = []
    for color in ("square light", "square dark"):
        ground = f'<span style="display:inline-block;background:{svg.DEFAULT_COLORS[color]};height:{size}px">'
        lines.append("".join(f"{ground}{svg.piece(Piece.from_symbol(s), size=size)}</span>" for s in "PpNnBbRrQqKk"))
    return "<br>".join(lines)


def page() -> str:
    """Return an HTML page with every kind of picture, on a light and on a dark background."""
    board = Board()
    for san in ("e4", "f5", "Qh5+"):
        board.push_san(san)
    arrows = [svg.Arrow(bitrook.G7, bitrook.G6), svg.Arrow(bitrook.H5, bitrook.E8, color="red"), (4, 4)]
    marked = svg.board(
        board,
        orientation=False,
        arrows=arrows,
        squares=bitrook.BB_CENTER,
        fill={bitrook.A8: "#15407a80"},
        size=300,
        borders=True,
    )
    file, rank = bitrook.BB_FILE_E, bitrook.BB_RANK_2
    light = [pieces(20), pieces(45), pieces(80)]
    light += [board._repr_svg_(), marked, Piece.from_symbol("q")._repr_svg_(), Piece.from_symbol("Q")._repr_svg_()]
    dark = [
        svg.row(file, "&", rank, "=", file & rank, titles=["the e-file", "rank 2", "e2"]),
        bitrook.Bitboard(tables.knight_attacks[bitrook.D4])._repr_svg_(),
        board.layout("dense")._repr_svg_(),
        Piece.from_symbol("n")._repr_svg_(),
    ]
    style = "margin:0;padding:8px;line-height:0;box-sizing:border-box"
    return (
        f'<!doctype html><meta charset="utf-8"><body style="margin:0;width:{WIDTH}px">'
        f'<div style="{style};background:#fff;height:710px">{"<br>".join(light[:3])}<br>{" ".join(light[3:])}</div>'
        f'<div style="{style};background:#111;height:460px">{" ".join(dark)}</div>'
    )


@pytest.fixture(scope="module")
def rendered(tmp_path_factory: pytest.TempPathFactory) -> Image:
    assert CHROMIUM and LIBERATION.exists(), "BITROOK_REQUIRE_BROWSER is set: install chromium and fonts-liberation"
    return Image(screenshot(page(), WIDTH, HEIGHT, tmp_path_factory.mktemp("browser")))


def different(a: Image, b: Image) -> float:
    """Return the share of blocks of 10 x 10 pixels whose average colors differ by more than 20 of 255."""
    pairs = [pair for lines in zip(a.blocks(10), b.blocks(10), strict=True) for pair in zip(*lines, strict=True)]
    return sum(max(abs(x - y) for x, y in zip(*pair)) > 20 for pair in pairs) / len(pairs)


def test_pictures_are_those_of_the_reference(rendered: Image) -> None:
    # Browsers smooth edges differently, so a few blocks may differ. A piece of 45 pixels covers 20 of 12,636 blocks.
    assert different(rendered, Image(REFERENCE)) <= 0.0005


def test_the_comparison_sees_a_piece_that_moved() -> None:
    moved, reference = Image(REFERENCE), Image(REFERENCE)
    for row in moved.rows[60:105]:  # the first white piece of 45 pixels
        start, size = 8 * moved.channels, 45 * moved.channels
        row[start : start + size] = row[start + 2 * size : start + 3 * size]
    assert different(moved, reference) > 0.0005


def test_pieces_are_drawn_where_they_should_be(rendered: Image) -> None:
    """In the rows of 45-pixel pieces, each piece is inside its square and does not touch the edge."""
    for line, color in enumerate(("square light", "square dark")):
        hexadecimal = svg.DEFAULT_COLORS[color]
        ground = tuple(int(hexadecimal[i : i + 2], 16) for i in (1, 3, 5))
        top = 8 + 2 * 20 + line * 45
        for number in range(12):
            left = 8 + 45 * number
            square = [[rendered.pixel(left + x, top + y) != ground for x in range(45)] for y in range(45)]
            assert 350 <= sum(map(sum, square)) <= 1100
            assert not any(square[0]) and not any(square[44]) and not any(row[0] or row[44] for row in square)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(screenshot(page(), WIDTH, HEIGHT, Path(folder)), REFERENCE)
