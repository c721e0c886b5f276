"""Sets of squares printed in a row, with the operators between them."""

from __future__ import annotations

from ._core import Bitboard, _side_by_side

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import SupportsInt, TextIO


def side_by_side(
    *parts: SupportsInt | Iterable[int] | str,
    titles: Sequence[str] = (),
    set_square: str = "1",
    empty_square: str = ".",
) -> str:
    """Boards in a row: sets of squares, and texts that are written between them.

    *parts* are ints, Bitboards, SquareSets or iterables of squares, and operators as text, in the order in which they
    are to stand; *titles* go above the boards, in their order. Raises ValueError if there are more titles than boards.

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
    sets: list[int] = []
    operators: list[str] = []
    for part in parts:
        if not isinstance(part, str):
            sets.append(int(Bitboard(part)))
        elif not sets:
            raise ValueError(f"an operator stands between two boards: {part!r}")
        else:
            operators += [""] * (len(sets) - len(operators))
            operators[-1] = f"{operators[-1]} {part}".strip()
    if len(titles) > len(sets):
        raise ValueError(f"{len(sets)} boards cannot have {len(titles)} titles: {list(titles)!r}")
    names = [*titles, *[""] * (len(sets) - len(titles))]
    return _side_by_side(list(zip(names, sets, strict=True)), operators, set_square, empty_square)


def show(
    *parts: SupportsInt | Iterable[int] | str,
    titles: Sequence[str] = (),
    set_square: str = "1",
    empty_square: str = ".",
    file: TextIO | None = None,
) -> None:
    """Print what side_by_side() gives, to *file* if there is one."""
    print(side_by_side(*parts, titles=titles, set_square=set_square, empty_square=empty_square), file=file)
