"""Tests for `chess.pgn` under bitrook.compat: bitrook.pgn by default, python-chess's own module on request."""

from __future__ import annotations

import io
import logging
from pathlib import Path

import chess.pgn
import pytest
from support.children import installed, python

import bitrook
import bitrook.compat
import bitrook.pgn


def test_it_is_bitrook_s() -> None:
    with bitrook.compat.standing_in():
        import chess.engine
        import chess.pgn
        import chess.svg

        assert chess.pgn.Game is bitrook.pgn.Game and chess.pgn.read_game is bitrook.pgn.read_game
        assert chess.pgn.LOGGER is logging.getLogger("chess.pgn")
        node = chess.pgn.Game().add_variation(chess.Move.from_uci("e2e4"), comment="[%eval 1.5] [%cal Ge2e4]")
        assert node.eval() == chess.engine.PovScore(chess.engine.Cp(-150), chess.BLACK)
        assert type(node.eval()) is chess.engine.PovScore
        assert [type(arrow) for arrow in node.arrows()] == [chess.svg.Arrow]
    assert type(node.eval()) is bitrook.pgn.PovScore


def test_it_logs_as_python_chess(caplog: pytest.LogCaptureFixture) -> None:
    with bitrook.compat.standing_in(), caplog.at_level(logging.ERROR, "chess.pgn"):
        import chess.pgn

        chess.pgn.read_game(io.StringIO("1. e5"))
    assert [record.name for record in caplog.records] == ["chess.pgn"]


def test_python_chess_s_own_on_request() -> None:
    with bitrook.compat.standing_in(theirs=["pgn"]):
        import chess.pgn

        assert str(chess.pgn.__file__).endswith("pgn.py") and chess.pgn.Game is not bitrook.pgn.Game
        game = chess.pgn.read_game(io.StringIO("1. e4"))
        assert game is not None and type(game.board()) is bitrook.Board
    with bitrook.compat.standing_in():
        import chess.pgn

        assert chess.pgn.Game is bitrook.pgn.Game
    with pytest.raises(ValueError, match="theirs: bitrook has no module"):
        bitrook.compat.install(theirs=["gaviota"])


def test_programs_find_the_modules_that_pgn_imports() -> None:
    """python-chess's pgn imports engine and svg, so programs use these without importing them."""
    program = "import chess.pgn; print(chess.engine.Cp(5), chess.svg.Arrow(1, 2))"
    assert installed(f"exec({program!r})").stdout.startswith("+5 ")


def test_on_the_command_line(tmp_path: Path) -> None:
    script = tmp_path / "program.py"
    script.write_text("import chess.pgn; print(chess.pgn.Game.__module__)")
    for options, module in (([], "bitrook.pgn._game"), (["--theirs", "pgn"], "chess.pgn")):
        assert python("-m", "bitrook.compat", *options, str(script)).stdout.strip() == module


@pytest.mark.parametrize(
    ("text", "moves", "errors"),
    [
        ("((( 1. c4 *", "c2c4", 0),
        ("1. e4 (1. d4))) !? {a} *", "e2e4", 0),
        ("1. e4 e5 ) 2. Nf3 *", "e2e4 e7e5", 1),
        ("1. e4 (1. d4)) (1. c4) *", "e2e4", 1),
        ("( 1. d4 d5 ) 1. e4 e5 *", "d2d4 d7d5", 1),
        ("( 1. d4 ) *", "d2d4", 1),
    ],
)
def test_superfluous_parentheses(text: str, moves: str, errors: int) -> None:
    """They are ignored as in python-chess if no moves depend on them; bitrook alone reports all of them."""
    assert bitrook.pgn.read_game(io.StringIO(text)).errors
    with bitrook.compat.standing_in():
        for handle in (io.StringIO(text), io.BytesIO(text.encode())):
            game = bitrook.pgn.read_game(handle)
            assert " ".join(move.uci() for move in game.mainline_moves()) == moves and len(game.errors) == errors
        if not errors:
            assert str(game) == str(original_game(text))
        two = io.StringIO(f"{text}\n\n1. e4 *\n")
        assert bitrook.pgn.skip_game(two) and two.tell() == len(text) + 2


def original_game(text: str) -> chess.pgn.Game:
    game = chess.pgn.read_game(io.StringIO(text))
    assert game is not None
    return game
