"""Pictures of boards and pieces, as notebooks show them."""

from __future__ import annotations

import re

from bitrook import Board, Move, Piece


def test_a_picture_marks_the_last_move_and_a_check() -> None:
    quiet, board = Board()._repr_svg_(), Board()
    for san in ("e4", "f5", "Qh5+"):
        board.push_san(san)
    shown = board._repr_svg_()
    colours = {fill: shown.count(fill) - quiet.count(fill) for fill in set(re.findall(r'fill="#\w+"', shown))}
    fresh = {fill: count for fill, count in colours.items() if fill not in quiet}
    assert sum(fresh.values()) == 3  # two squares of a move, one of a king in check
    board.push(Move.null())
    assert board._repr_svg_().count("<rect") == quiet.count("<rect")
    assert 'class="black pawn"' in Piece.from_symbol("p")._repr_svg_()
