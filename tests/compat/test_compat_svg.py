"""Tests for `chess.svg` while bitrook replaces `chess`: it is either python-chess's module or bitrook's."""

from __future__ import annotations

import sys
import textwrap
from pathlib import Path

import chess
import chess.svg
import pytest
from support.children import WITHOUT_PYTHON_CHESS, python

import bitrook
import bitrook.compat
import bitrook.svg


def test_without_python_chess_svg_is_bitrook() -> None:
    python(
        "-c",
        WITHOUT_PYTHON_CHESS
        + textwrap.dedent("""
            import bitrook.compat
            bitrook.compat.install()
            import chess, chess.svg
            import bitrook.svg
            assert chess.svg.board is bitrook.svg.board and chess.svg.__name__ == "chess.svg"
            assert chess.svg.Arrow.from_pgn("Ga1h8").head == chess.H8
            assert bitrook.svg.__name__ == bitrook.svg.__spec__.name == "bitrook.svg"
        """),
    )


def test_svg_is_bitrook_where_a_program_asks_for_it(tmp_path: Path) -> None:
    script = tmp_path / "draw.py"
    script.write_text("import chess.svg\nprint(chess.svg.board.__module__)\n")
    assert python("-m", "bitrook.compat", str(script)).stdout == "chess.svg\n"
    assert python("-m", "bitrook.compat", "--own", "svg", str(script)).stdout == "bitrook.svg._board\n"
    assert (
        "no module of its own for chess.x" in python("-m", "bitrook.compat", "--own", "x", str(script), code=1).stderr
    )
    assert "usage" in python("-m", "bitrook.compat", "--own", code=2).stderr


def test_each_block_has_the_svg_that_it_asks_for() -> None:
    with bitrook.compat.standing_in(own=["svg"]):
        import chess.svg as own

        assert own.board is bitrook.svg.board
        assert bitrook.compat.python_chess() is chess
    with bitrook.compat.standing_in():
        import chess.svg as theirs

        assert theirs.board is not own.board and theirs.chess.Board is bitrook.Board
    with bitrook.compat.standing_in():
        import chess.svg as again

        assert again is theirs
    with bitrook.compat.standing_in(own="svg"):
        from chess import svg

        assert svg.board is bitrook.svg.board
    assert chess.svg.board is not own.board and not any("OwnModules" in repr(finder) for finder in sys.meta_path)
    with pytest.raises(ValueError, match="no module of its own for chess.gaviota; it has .*pgn, .*svg"):
        bitrook.compat.install(own=["gaviota"])
    assert not bitrook.compat.installed()
