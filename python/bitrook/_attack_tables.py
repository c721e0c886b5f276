"""Attacks by square and occupancy, as in python-chess. The dicts are filled on first use, which takes milliseconds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ._constants import BB_ALL, BB_FILES, BB_RANKS, SQUARES
from ._core import SquareSet, _tables, bishop_attacks, rook_attacks

__all__ = [
    "BB_DIAG_ATTACKS", "BB_DIAG_MASKS", "BB_FILE_ATTACKS", "BB_FILE_MASKS", "BB_RANK_ATTACKS", "BB_RANK_MASKS", "BB_RAYS",
]  # fmt: skip

BB_RAYS: list[list[int]] = _tables["line"].tolist()  # type: ignore[assignment]


class _Attacks(dict[int, int]):
    """A dict that maps each subset of the *relevant* squares to the attacks on the squares of *line*."""

    def __init__(self, square: int, relevant: int, line: int, attacks: Callable[[int, int], int]) -> None:
        self._arguments: Any = (square, relevant, line, attacks)

    def _fill(self) -> None:
        if self._arguments is not None:
            square, relevant, line, attacks = self._arguments
            self.update((subset, attacks(square, subset) & line) for subset in SquareSet(relevant).carry_rippler())
            self._arguments = None

    def __missing__(self, occupancy: int) -> int:
        if self._arguments is None:
            raise KeyError(occupancy)
        self._fill()
        return self[occupancy]

    def __reduce__(self) -> tuple[Any, ...]:
        return dict, (dict(self),)


def _filled_first(name: str) -> Any:
    method = getattr(dict, name)

    def call(self: _Attacks, *arguments: Any) -> Any:
        self._fill()
        return method(self, *arguments)

    call.__name__, call.__doc__ = name, method.__doc__
    return call


for _name in (
    "__contains__", "__eq__", "__iter__", "__len__", "__ne__", "__or__", "__repr__", "__reversed__", "__ror__", "copy",
    "get", "items", "keys", "values",
):  # fmt: skip
    setattr(_Attacks, _name, _filled_first(_name))


def _attacks_by_occupancy(
    relevant: list[int], attacks: Callable[[int, int], int], lines: list[int]
) -> list[dict[int, int]]:
    return [_Attacks(square, mask, line, attacks) for square, mask, line in zip(SQUARES, relevant, lines, strict=True)]


_RANK = [BB_RANKS[square >> 3] for square in SQUARES]
_FILE = [BB_FILES[square & 7] for square in SQUARES]
_ROOK = _tables["rook_relevant"].tolist()
_ALL: list[int] = [BB_ALL] * 64

BB_DIAG_MASKS: list[int] = _tables["bishop_relevant"].tolist()
BB_FILE_MASKS: list[int] = [mask & line for mask, line in zip(_ROOK, _FILE, strict=True)]
BB_RANK_MASKS: list[int] = [mask & line for mask, line in zip(_ROOK, _RANK, strict=True)]
BB_DIAG_ATTACKS = _attacks_by_occupancy(BB_DIAG_MASKS, bishop_attacks, _ALL)
BB_FILE_ATTACKS = _attacks_by_occupancy(BB_FILE_MASKS, rook_attacks, _FILE)
BB_RANK_ATTACKS = _attacks_by_occupancy(BB_RANK_MASKS, rook_attacks, _RANK)
