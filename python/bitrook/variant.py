"""The chess variants of Lichess, with the interface of python-chess's module `chess.variant`.

The boards are subclasses of `bitrook.Board`, and their moves are generated natively.

>>> from bitrook.variant import CrazyhouseBoard, find_variant
>>> board = CrazyhouseBoard()
>>> for san in ("e4", "d5", "exd5", "Qxd5", "@d7+"):
...     move = board.push_san(san)
>>> move
Move.from_uci('P@d7')
>>> find_variant("3-check").__name__
'ThreeCheckBoard'
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from ._core import (
    AntichessBoard,
    AtomicBoard,
    Board,
    CrazyhouseBoard,
    GiveawayBoard,
    HordeBoard,
    KingOfTheHillBoard,
    RacingKingsBoard,
    SuicideBoard,
    ThreeCheckBoard,
)
from ._pockets import CrazyhousePocket
from ._pockets import pockets as pockets  # called by the core
from ._pockets import set_pockets as set_pockets

__all__ = [
    "VARIANTS",
    "AntichessBoard",
    "AtomicBoard",
    "CrazyhouseBoard",
    "CrazyhouseBoardT",
    "CrazyhousePocket",
    "CrazyhousePocketT",
    "GiveawayBoard",
    "HordeBoard",
    "KingOfTheHillBoard",
    "RacingKingsBoard",
    "SuicideBoard",
    "ThreeCheckBoard",
    "ThreeCheckBoardT",
    "find_variant",
]

#: The classes of all boards; the first is that of standard chess.
VARIANTS: list[type[Board]] = [
    Board,
    SuicideBoard,
    GiveawayBoard,
    AntichessBoard,
    AtomicBoard,
    KingOfTheHillBoard,
    RacingKingsBoard,
    HordeBoard,
    ThreeCheckBoard,
    CrazyhouseBoard,
]

ThreeCheckBoardT = TypeVar("ThreeCheckBoardT", bound=ThreeCheckBoard)
CrazyhouseBoardT = TypeVar("CrazyhouseBoardT", bound=CrazyhouseBoard)
CrazyhousePocketT = TypeVar("CrazyhousePocketT", bound=CrazyhousePocket)


def find_variant(name: str) -> type[Board]:
    """Return the class of the boards of a variant.

    :param name: one of the *aliases* of a class in `VARIANTS`, in any case of its letters.
    :raises ValueError: for any other name.
    """
    for variant in VARIANTS:
        if any(alias.lower() == name.lower() for alias in variant.aliases):
            return variant
    raise ValueError(f"unsupported variant: {name}")


def _at_most_three(count: int) -> int:
    if count > 3:
        raise ValueError(f"a side has at most 3 checks to give, not {count}")
    return count


class _RemainingChecks(list[int]):
    """The checks that each side of a board has yet to give, by color. Assigning an item changes the board."""

    def __init__(self, board: ThreeCheckBoard) -> None:
        super().__init__(board._remaining_checks(color) for color in (False, True))
        self._board = board

    def __setitem__(self, color: int, count: int) -> None:  # type: ignore[override]
        self._board._set_remaining_checks(bool(range(2)[color]), _at_most_three(count))
        super().__setitem__(color, count)


def remaining_checks(board: ThreeCheckBoard) -> list[int]:
    return _RemainingChecks(board)


def set_remaining_checks(board: ThreeCheckBoard, values: Iterable[int]) -> None:
    black, white = map(_at_most_three, values)
    board._set_remaining_checks(False, black)
    board._set_remaining_checks(True, white)
