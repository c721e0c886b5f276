"""Boards and sets of squares as text, and rows of them in notebooks. Loaded on first use."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import Any, SupportsInt, TextIO

from ._core import BaseBoard, Bitboard, _side_by_side

__all__ = ["show", "side_by_side"]


class Row(str):
    """The result of side_by_side(): text that notebooks display as a picture."""

    __slots__ = ("_parts", "_titles")

    _parts: tuple[SupportsInt | Iterable[int] | str, ...]
    _titles: Sequence[str]

    def _repr_svg_(self) -> str:
        from .svg import row

        return row(*self._parts, titles=self._titles)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """Print the boards instead of a string literal. IPython calls this for its text output."""
        printer.text(str(self))


def side_by_side(
    *parts: SupportsInt | Iterable[int] | str,
    titles: Sequence[str] = (),
    set_square: str = "1",
    empty_square: str = ".",
) -> Row:
    """Return sets of squares as 8 x 8 boards next to each other, with operators between them.

    :param parts: from left to right, sets (ints, Bitboards, SquareSets or iterables of squares) and operators (text).
    :param titles: texts written above the boards, in the same order.
    :param set_square: the text printed for a square of the set.
    :param empty_square: the text printed for any other square.
    :returns: a str that notebooks display as a picture.
    :raises ValueError: if there are more titles than boards, or if an operator comes first.

    >>> print(side_by_side(0xFF00, "&", 0x1010101010101010, "=", 0x1000, titles=["rank 2", "e-file", "e2"]))
    rank 2                e-file                e2
    . . . . . . . .       . . . . 1 . . .       . . . . . . . .
    . . . . . . . .       . . . . 1 . . .       . . . . . . . .
    . . . . . . . .       . . . . 1 . . .       . . . . . . . .
    . . . . . . . .   &   . . . . 1 . . .   =   . . . . . . . .
    . . . . . . . .       . . . . 1 . . .       . . . . . . . .
    . . . . . . . .       . . . . 1 . . .       . . . . . . . .
    1 1 1 1 1 1 1 1       . . . . 1 . . .       . . . . 1 . . .
    . . . . . . . .       . . . . 1 . . .       . . . . . . . .
    """
    kept = [part if isinstance(part, str) else Bitboard(part) for part in parts]
    sets: list[int] = []
    operators: list[str] = []
    for part in kept:
        if not isinstance(part, str):
            sets.append(int(part))
        elif not sets:
            raise ValueError(f"an operator belongs between two boards: {part!r}")
        else:
            operators += [""] * (len(sets) - len(operators))
            operators[-1] = f"{operators[-1]} {part}".strip()
    if len(titles) > len(sets):
        raise ValueError(f"{len(titles)} titles for {len(sets)} boards: {list(titles)!r}")
    names = [*titles, *[""] * (len(sets) - len(titles))]
    row = Row(_side_by_side(list(zip(names, sets, strict=True)), operators, set_square, empty_square))
    row._parts = tuple(kept)
    row._titles = tuple(titles)
    return row


def show(
    *parts: SupportsInt | Iterable[int] | str,
    titles: Sequence[str] = (),
    set_square: str = "1",
    empty_square: str = ".",
    file: TextIO | None = None,
) -> None:
    """Print the result of side_by_side() to *file* or standard output. In a notebook, display it as a picture.

    The other parameters are those of side_by_side().

    >>> show([A1, H8], set_square="x")
    . . . . . . . x
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    x . . . . . . .
    """
    row = side_by_side(*parts, titles=titles, set_square=set_square, empty_square=empty_square)
    if file is not None or not _displayed(row):
        print(row, file=file)


def _displayed(thing: object) -> bool:
    """Display the object if the program runs in IPython or a notebook. Return whether it was displayed."""
    shell = sys.modules.get("IPython")
    if shell is None or shell.get_ipython() is None:
        return False
    shell.display.display(thing)
    return True


def unicode(
    board: BaseBoard,
    *,
    invert_color: bool = False,
    borders: bool = False,
    empty_square: str = "⭘",
    orientation: bool = True,
) -> str:
    """Return the board as lines of chess symbols. Implements BaseBoard.unicode()."""

    def symbol(square: int) -> str:
        piece = board.piece_at(square)
        return piece.unicode_symbol(invert_color=invert_color) if piece else empty_square

    if orientation not in (True, False):
        raise TypeError(f"orientation must be a bool (WHITE or BLACK), not {type(orientation).__name__}")
    ranks = range(7, -1, -1) if orientation else range(8)
    files = range(8) if orientation else range(7, -1, -1)
    rows = [[symbol(8 * rank + file) for file in files] for rank in ranks]
    if not borders:
        return "\n".join([" ".join(row) for row in rows])
    rule = "  " + "-" * 17
    lines = [line for rank, row in zip(ranks, rows) for line in (rule, f"{rank + 1} |{'|'.join(row)}|")]
    return "\n".join([*lines, rule, "   " + " ".join(["abcdefgh"[file] for file in files])])
