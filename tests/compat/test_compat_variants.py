"""Tests for chess.variant under bitrook.compat: its names can be imported, but its classes cannot be instantiated."""

from __future__ import annotations

import textwrap

import chess
import chess.variant
import pytest

import bitrook.compat
from programs import WITHOUT_PYTHON_CHESS, installed, python

GAME = """
    [Event "A short one"]
    [Variant "Atomic"]
    [Result "0-1"]

    1. f3 e5 2. g4 Qh4# 0-1
"""
GAME = textwrap.dedent(GAME).strip() + "\n"


def test_variants_can_be_looked_up_in_vain() -> None:
    installed(f"""
        import io, chess.pgn, chess.variant
        assert chess.variant.find_variant("standard") is bitrook.Board
        assert chess.variant.find_variant("From Position") is bitrook.Board
        assert chess.variant.VARIANTS == [bitrook.Board]
        assert not hasattr(chess.variant, "CrazyHouseBoard")
        try:
            chess.variant.find_variant("Atomic")
        except ValueError as error:
            assert "out of bitrook's scope" in str(error) and str(error).endswith("'Atomic'")
        else:
            raise AssertionError
        import logging
        logging.disable()
        game = chess.pgn.read_game(io.StringIO({GAME!r}))
        assert "unsupported variant 'Atomic'" in str(game.errors[0])
    """)


USE_OF_VARIANTS = """
    from chess.variant import *
    from chess.variant import CrazyhouseBoard, AtomicBoard as Atomic
    import chess, chess.variant, typing
    assert issubclass(CrazyhouseBoard, chess.Board) and CrazyhouseBoard.uci_variant == "crazyhouse"
    board = chess.Board()
    assert not isinstance(board, (CrazyhouseBoard, Atomic, chess.variant.HordeBoard))
    class Own(CrazyhouseBoard):
        def __init__(self, fen=None):
            super().__init__(fen)
    def takes(board: typing.Union[CrazyhouseBoard, chess.Board] = None): pass
    for name in NAMES:
        found = getattr(chess.variant, name)
        if isinstance(found, type):
            assert found.__module__ == "chess.variant", name
            for make in (found, getattr(found, "empty", found), lambda: found("8/8/8/8/8/8/8/8 w - - 0 1")):
                try:
                    make()
                except chess.variant.VariantNotSupportedError as error:
                    assert name in str(error) and "out of bitrook's scope" in str(error), error
                else:
                    raise AssertionError(name)
    try:
        Own()
    except ValueError as error:
        assert "Own" in str(error)
    else:
        raise AssertionError
"""


def names_of_variants() -> list[str]:
    """Return the public names that python-chess's chess.variant itself defines."""
    public = {name: value for name, value in vars(chess.variant).items() if not name.startswith("_")}
    return [name for name, value in public.items() if getattr(value, "__module__", "") == "chess.variant"]


@pytest.mark.parametrize("with_python_chess", [True, False])
def test_variants_can_be_imported_and_not_made(with_python_chess: bool) -> None:
    names = [name for name in names_of_variants() if name != "find_variant"]
    assert "CrazyhouseBoard" in names and "CrazyhousePocketT" in names and len(names) == 13
    prepare = "" if with_python_chess else WITHOUT_PYTHON_CHESS
    source = f"NAMES = {names!r}\nimport bitrook.compat\nbitrook.compat.install()\n" + textwrap.dedent(USE_OF_VARIANTS)
    python("-c", prepare + source)


@pytest.mark.parametrize("attribute", ["uci_variant", "xboard_variant", "aliases", "starting_fen", "__mro__"])
def test_variants_have_the_attributes_of_python_chess(attribute: str) -> None:
    names = [variant.__name__ for variant in chess.variant.VARIANTS if variant is not chess.Board]
    with bitrook.compat.standing_in():
        import chess.variant as ours
    for name in names:
        mine, theirs = getattr(getattr(ours, name), attribute), getattr(getattr(chess.variant, name), attribute)
        if attribute == "__mro__":
            mine, theirs = ([base.__name__ for base in bases] for bases in (mine, theirs))
        assert mine == theirs
