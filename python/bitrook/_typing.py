"""The types and patterns of python-chess."""

from __future__ import annotations

import re
from typing import Iterable, Literal, SupportsInt, TypeVar, Union  # noqa: UP035 - python-chess's own alias

__all__ = ["BaseBoardT", "BoardT", "ColorName", "EnPassantSpec", "FEN_CASTLING_REGEX", "IntoSquareSet", "SAN_REGEX"]

EnPassantSpec = Literal["legal", "fen", "xfen"]
ColorName = Literal["white", "black"]
IntoSquareSet = Union[SupportsInt, Iterable[int]]  # noqa: UP007
BaseBoardT = TypeVar("BaseBoardT", bound="BaseBoard")  # type: ignore[name-defined]  # noqa: F821
BoardT = TypeVar("BoardT", bound="Board")  # type: ignore[name-defined]  # noqa: F821

# A move in standard algebraic notation except castling: piece, origin file, origin rank, target, promotion, suffix.
SAN_REGEX = re.compile(r"^([KQRBN])?([a-h])?([1-8])?[-x]?([a-h][1-8])(=?[KQRBNkqrbn])?[+#]?\Z")
# The castling field of a FEN: a dash, or the letters of both sides in standard, X-FEN or Shredder notation.
FEN_CASTLING_REGEX = re.compile(r"^(?:-|[A-HKQ]{0,2}[a-hkq]{0,2})\Z")
