"""The constants of python-chess that are slow to create or need slow imports. Loaded on first use."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Iterable, Literal, SupportsInt, TypeVar, Union  # noqa: UP035 - python-chess's own alias

from ._constants import BB_ALL, BB_FILES, BB_RANKS, SQUARES
from ._core import SquareSet, _tables, bishop_attacks, rook_attacks

__all__ = [
    "BB_DIAG_ATTACKS", "BB_DIAG_MASKS", "BB_FILE_ATTACKS", "BB_FILE_MASKS", "BB_RANK_ATTACKS", "BB_RANK_MASKS", "BB_RAYS",
    "BaseBoardT", "BoardT", "ColorName", "EnPassantSpec", "FEN_CASTLING_REGEX", "IntoSquareSet", "SAN_REGEX",
]  # fmt: skip

EnPassantSpec = Literal["legal", "fen", "xfen"]
ColorName = Literal["white", "black"]
IntoSquareSet = Union[SupportsInt, Iterable[int]]  # noqa: UP007
BaseBoardT = TypeVar("BaseBoardT", bound="BaseBoard")  # type: ignore[name-defined]  # noqa: F821
BoardT = TypeVar("BoardT", bound="Board")  # type: ignore[name-defined]  # noqa: F821

# A move in standard algebraic notation except castling: piece, origin file, origin rank, target, promotion, suffix.
SAN_REGEX = re.compile(r"^([KQRBN])?([a-h])?([1-8])?[-x]?([a-h][1-8])(=?[KQRBNkqrbn])?[+#]?\Z")
# The castling field of a FEN: a dash, or the letters of both sides in standard, X-FEN or Shredder notation.
FEN_CASTLING_REGEX = re.compile(r"^(?:-|[A-HKQ]{0,2}[a-hkq]{0,2})\Z")

BB_RAYS: list[list[int]] = _tables["line"].tolist()  # type: ignore[assignment]


def _attacks_by_occupancy(
    relevant: list[int], attacks: Callable[[int, int], int], lines: list[int]
) -> list[dict[int, int]]:
    """Return one dict per square, which maps each subset of its *relevant* squares to the attacks on its *lines*."""
    return [
        {subset: attacks(square, subset) & line for subset in SquareSet(mask).carry_rippler()}
        for square, mask, line in zip(SQUARES, relevant, lines, strict=True)
    ]


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
