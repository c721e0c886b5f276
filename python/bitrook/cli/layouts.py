"""The layouts of a board as named words."""

from __future__ import annotations

from .. import Board

LAYOUTS = ("classical", "indexed", "dense", "quad")


def sets_of(board: Board, layout: str) -> list[tuple[str, int]]:
    """The words of a layout, in the order in which it keeps them, each with its name."""
    view = board.layout(layout)
    return list(zip(view.names, memoryview(view).tolist(), strict=True))


def squares_of(board: Board) -> list[int]:
    """What stands on each of the 64 squares, as the codes of the square list."""
    return list(memoryview(board.layout("squares")))
