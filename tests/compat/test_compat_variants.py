"""Tests for chess.variant under bitrook.compat: it is bitrook.variant, with every name of python-chess's module."""

from __future__ import annotations

import textwrap

import chess
import chess.variant
import pytest

from support.children import WITHOUT_PYTHON_CHESS, python

USE_OF_VARIANTS = """
    from chess.variant import *
    from chess.variant import CrazyhouseBoard, AtomicBoard as Atomic
    import chess, chess.variant, bitrook.variant
    assert chess.variant is bitrook.variant
    assert issubclass(CrazyhouseBoard, chess.Board) and CrazyhouseBoard.uci_variant == "crazyhouse"
    assert chess.variant.find_variant("standard") is chess.Board and chess.variant.find_variant("atom") is Atomic
    class Own(CrazyhouseBoard):
        def __init__(self, fen=None, *, chess960=False):
            super().__init__(fen, chess960=chess960)
            self.pushed = 0
        def push(self, move):
            super().push(move)
            self.pushed += 1
    board = Own("4k3/8/8/8/8/8/8/4K3[N] w - - 0 1")
    assert board.push_san("N@f6+") == chess.Move.from_uci("N@f6") and board.pushed == 1
    assert type(board.copy()) is Own and board.copy() == board and board.root().fen().count("[N]") == 1
    for name in NAMES:
        assert hasattr(chess.variant, name), name
"""


def names_of_variants() -> list[str]:
    """Return the public names that python-chess's chess.variant itself defines."""
    public = {name: value for name, value in vars(chess.variant).items() if not name.startswith("_")}
    return [name for name, value in public.items() if getattr(value, "__module__", "") == "chess.variant"]


@pytest.mark.parametrize("with_python_chess", [True, False])
def test_variants_are_those_of_bitrook(with_python_chess: bool) -> None:
    names = names_of_variants()
    assert "CrazyhouseBoard" in names and "CrazyhousePocketT" in names and len(names) == 14
    prepare = "" if with_python_chess else WITHOUT_PYTHON_CHESS
    source = f"NAMES = {names!r}\nimport bitrook.compat\nbitrook.compat.install()\n" + textwrap.dedent(USE_OF_VARIANTS)
    python("-c", prepare + source)
