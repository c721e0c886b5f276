"""All edits of a board in arbitrary positions have the same result, and leave the same position, as in python-chess."""

from __future__ import annotations

import random
from collections.abc import Callable
from types import ModuleType
from typing import Any

import chess
import chess.polyglot
import pytest
from oracle import SHORT, attempt, compare
from positions import KIWIPETE
from positions import random_position

import bitrook

Edit = Callable[[ModuleType, Any], Any]


def named(*texts: str, edit: Callable[[ModuleType, Any, str], Any]) -> dict[str, Edit]:
    """Return an edit for each text, named after it."""
    return {text: lambda lib, board, text=text: edit(lib, board, text) for text in texts}


PIECES: dict[int, tuple[int, bool]] = {0: (6, True), 9: (1, True), 55: (1, False), 63: (6, False), 62: (4, False)}
EDITS: dict[str, Edit] = {
    "set_piece_at": lambda lib, board: board.set_piece_at(28, lib.Piece(2, True)),
    "set_piece_at, promoted": lambda lib, board: board.set_piece_at(28, lib.Piece(5, False), promoted=True),
    "set_piece_at, none": lambda lib, board: board.set_piece_at(4, None),
    "remove_piece_at": lambda lib, board: [board.remove_piece_at(square) for square in (4, 28, 60)],
    "set_piece_map": lambda lib, board: board.set_piece_map({s: lib.Piece(*piece) for s, piece in PIECES.items()}),
    "set_board_fen": lambda lib, board: board.set_board_fen(KIWIPETE.split()[0]),
    "set_board_fen, wrong": lambda lib, board: board.set_board_fen("8/8"),
    "set_chess960_pos": lambda lib, board: board.set_chess960_pos(300),
    "set_chess960_pos, wrong": lambda lib, board: board.set_chess960_pos(960),
    "set_fen": lambda lib, board: board.set_fen(KIWIPETE),
    "apply_mirror": lambda lib, board: board.apply_mirror(),
    "clean rights": lambda lib, board: setattr(board, "castling_rights", board.clean_castling_rights()),
    "turn": lambda lib, board: setattr(board, "turn", not board.turn),
    "ep_square": lambda lib, board: setattr(board, "ep_square", 44 if board.turn else 20),
    "promoted": lambda lib, board: setattr(board, "promoted", board.queens & board.occupied_co[True]),
    "halfmove_clock": lambda lib, board: setattr(board, "halfmove_clock", 99),
    **named(*"reset reset_board clear clear_board clear_stack".split(), edit=lambda lib, b, name: getattr(b, name)()),
    **named(
        *"flip_vertical flip_horizontal flip_diagonal flip_anti_diagonal".split(),
        edit=lambda lib, board, name: board.apply_transform(getattr(lib, name)),
    ),
    **named("KQkq", "HAha", "K", "-", "Gb", "KK", "x", edit=lambda lib, board, text: board.set_castling_fen(text)),
}


@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS)
def test_edits_of_any_position(edit: Edit) -> None:
    for seed in range(8):
        theirs, ours = random_position(random.Random(seed))
        assert attempt(lambda ours=ours: edit(bitrook, ours)) == attempt(lambda theirs=theirs: edit(chess, theirs))
        compare(ours, theirs, SHORT)
        assert ours.key == chess.polyglot.zobrist_hash(theirs)


TRANSFORMS: dict[str, Edit] = {
    "mirror": lambda lib, board: board.mirror(),
    "transform": lambda lib, board: board.transform(lib.flip_horizontal),
    "copy": lambda lib, board: board.copy(),
    "root": lambda lib, board: board.root(),
    "from the FEN": lambda lib, board: lib.Board(board.fen(en_passant="fen", promoted=True), chess960=board.chess960),
}


@pytest.mark.parametrize("make", TRANSFORMS.values(), ids=TRANSFORMS)
def test_boards_made_of_any_position(make: Edit) -> None:
    for seed in range(8):
        theirs, ours = random_position(random.Random(seed))
        before = theirs.fen(en_passant="fen", promoted=True)
        compare(make(bitrook, ours), make(chess, theirs), SHORT)
        assert ours.fen(en_passant="fen", promoted=True) == before
