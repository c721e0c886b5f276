"""Reading FENs: the same texts are valid, and describe the same position, as in python-chess."""

from __future__ import annotations

import json
from typing import Any

import chess
import pytest
from hypothesis import given, settings
from support.positions import data_lines
from support.strategies import fens

import bitrook

TEXTS = [json.loads(line) for line in data_lines("fen/texts.txt")]


def result(library: Any, text: str, chess960: bool) -> object:
    """Return the position that a library reads, or a value that indicates an error."""
    try:
        board = library.Board(text, chess960=chess960)
    except ValueError:
        return "no FEN"
    return (
        [board.fen(en_passant=spec, promoted=True) for spec in ("legal", "xfen", "fen")],
        board.shredder_fen(),
        board.castling_xfen(),
        board.castling_shredder_fen(),
        board.board_fen(promoted=None),
        int(board.castling_rights),
        int(board.clean_castling_rights()),
        int(board.status()),
    )


@pytest.mark.parametrize("text", TEXTS, ids=ascii)
@pytest.mark.parametrize("chess960", [False, True])
def test_texts_are_read_as_by_python_chess(text: str, chess960: bool) -> None:
    assert result(bitrook, text, chess960) == result(chess, text, chess960)


def test_the_texts_are_valid_and_invalid() -> None:
    read = [result(chess, text, False) != "no FEN" for text in TEXTS]
    assert 30 < sum(read) < len(read) - 30


@settings(max_examples=500)
@given(fens())
def test_changed_fens_are_read_as_by_python_chess(text: str) -> None:
    assert result(bitrook, text, False) == result(chess, text, False)


# python-chess accepts these, but bitrook rejects them on purpose: non-ASCII digits and spaces, clocks beyond 32 bits.
@pytest.mark.parametrize("tail", ["w - - \u0663 1", "w\u2003- - 0 1", "w - - 0 4294967296"])
def test_known_differences(tail: str) -> None:
    assert not chess.Board(f"8/8/8/8/8/8/8/8 {tail}").occupied
    with pytest.raises(ValueError):
        bitrook.Board(f"8/8/8/8/8/8/8/8 {tail}")
