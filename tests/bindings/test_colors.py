"""Color parameters, which accept bools and values equal to one, and reject anything else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import chess
import numpy as np
import pytest

import bitrook
from bitrook import Bitboard, Board, Piece, SquareSet

CALLS: dict[str, Callable[[Board, Any], Any]] = {
    "turn": lambda board, color: setattr(board, "turn", color),
    "Piece": lambda board, color: Piece(1, color),
    "king": lambda board, color: board.king(color),
    "pieces": lambda board, color: board.pieces(1, color),
    "pieces_mask": lambda board, color: board.pieces_mask(1, color),
    "attackers": lambda board, color: board.attackers(color, 18),
    "attackers_mask": lambda board, color: board.attackers_mask(color, 18),
    "is_attacked_by": lambda board, color: board.is_attacked_by(color, 18),
    "pin": lambda board, color: board.pin(color, 11),
    "pin_mask": lambda board, color: board.pin_mask(color, 11),
    "is_pinned": lambda board, color: board.is_pinned(color, 11),
    "has_castling_rights": lambda board, color: board.has_castling_rights(color),
    "has_kingside_castling_rights": lambda board, color: board.has_kingside_castling_rights(color),
    "has_queenside_castling_rights": lambda board, color: board.has_queenside_castling_rights(color),
    "has_insufficient_material": lambda board, color: board.has_insufficient_material(color),
    "pawn_attacks": lambda board, color: Bitboard(0xFF00).pawn_attacks(color),
    "unicode": lambda board, color: board.unicode(orientation=color),
    "xray_attackers": lambda board, color: board.xray_attackers(color, 18),
    "xray_attackers_mask": lambda board, color: board.xray_attackers_mask(color, 18),
}


def of_side(name: str) -> Callable[[Board, Any], Any]:
    return lambda board, color: getattr(board, name)(color)


for name in (
    "attacked_by", "backward_pawns", "blockers", "connected_pawns", "doubled_pawns", "half_open_files", "isolated_pawns",
    "king_zone", "outposts", "passed_pawns", "pawn_attack_span", "pawn_front_span", "pinners",
):  # fmt: skip
    CALLS[name], CALLS[f"{name}_mask"] = of_side(name), of_side(f"{name}_mask")
OPTIONAL = ("threats", "threats_mask")  # None means the side to move
CALLS |= {name: of_side(name) for name in OPTIONAL}


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize(
    "wrong", ["black", "white", "", None, 2, -1, 0.5, [], [True], Piece(1, True), SquareSet(2)], ids=repr
)
def test_what_is_not_a_color_is_refused(name: str, wrong: object) -> None:
    board = Board()
    if wrong is None and name in OPTIONAL:
        pytest.skip("None has a meaning")
    parameter = {"turn": "turn", "unicode": "orientation"}.get(name, "color")
    with pytest.raises(TypeError, match=rf"^{parameter} must be a bool \(WHITE or BLACK\), not "):
        CALLS[name](board, wrong)
    assert board == Board()


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize("make", [np.bool_, int, np.int64, np.uint8], ids=lambda make: make.__name__)
@pytest.mark.parametrize("color", [True, False])
def test_what_is_equal_to_a_bool_is_that_color(name: str, make: Callable[[bool], Any], color: bool) -> None:
    boards = Board(), Board()
    assert CALLS[name](boards[0], make(color)) == CALLS[name](boards[1], color)
    assert boards[0].turn is boards[1].turn


def test_every_parameter_called_color_is_tested() -> None:
    named = set()
    for each in (Board, Bitboard, Piece):
        for name in dir(each):
            signature = getattr(getattr(each, name), "__text_signature__", None) or ""
            if "color" in signature.replace("invert_color", ""):
                named.add(name)
    assert named <= CALLS.keys(), named - CALLS.keys()
    assert {"king", "pieces", "pawn_attacks"} <= named


def test_python_chess_takes_any_truth_value() -> None:
    board = chess.Board()
    board.turn = "black"  # type: ignore[assignment]
    assert board.turn  # python-chess would treat this as White, so bitrook rejects it
    with pytest.raises(TypeError):
        bitrook.Board().turn = "black"  # type: ignore[assignment]


def test_an_error_of_a_comparison_is_passed_on() -> None:
    class Bad:
        def __eq__(self, other: object) -> bool:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        Board().king(Bad())  # type: ignore[arg-type]
