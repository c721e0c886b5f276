"""Named tuples of arrays that methods of Boards return."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


class Step(NamedTuple):
    """The result of Boards.step(). Each array has one item per board."""

    #: float32: the reward of the side that moved: 1 if it gave mate, -1 if its move was illegal, otherwise 0.
    rewards: npt.NDArray[np.float32]
    #: bool: whether the game ended by the rules or by an illegal move.
    terminated: npt.NDArray[np.bool_]
    #: bool: whether the game ended because it reached *max_plies*.
    truncated: npt.NDArray[np.bool_]
    #: uint8: the Reason why the game is over; 0 if it is not.
    reason: npt.NDArray[np.uint8]


class Playout(NamedTuple):
    """The result of Boards.playout(). Each array has one item per board."""

    #: int8: 1 if White won, -1 if Black won, 0 for a draw or an unfinished game.
    results: npt.NDArray[np.int8]
    #: int32: the number of moves that were played.
    plies: npt.NDArray[np.int32]
    #: uint8: the Reason why the game is over; 0 if it is not.
    reasons: npt.NDArray[np.uint8]
