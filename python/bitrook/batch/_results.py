"""The results of Boards: named tuples of arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


class Step(NamedTuple):
    """The result of Boards.step(). Each array has one item per board."""

    #: float32: for the side that made the move 1 if it gave mate, -1 if its move was illegal, otherwise 0.
    rewards: npt.NDArray[np.float32]
    #: bool: the game is over by the rules, or by an illegal move.
    terminated: npt.NDArray[np.bool_]
    #: bool: the game is over by the limit of plies.
    truncated: npt.NDArray[np.bool_]
    #: uint8: why, a Reason.
    reason: npt.NDArray[np.uint8]


class Playout(NamedTuple):
    """The result of Boards.playout(). Each array has one item per board."""

    #: int8: 1 if White has won, -1 if Black has, 0 for a draw and for a game that was not played to its end.
    results: npt.NDArray[np.int8]
    #: int32: the number of moves that were played.
    plies: npt.NDArray[np.int32]
    #: uint8: why the game is over, a Reason; 0 if it is not.
    reasons: npt.NDArray[np.uint8]
