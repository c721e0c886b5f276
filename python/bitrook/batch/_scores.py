"""Batched evaluations in Python, adapted to the native search."""

# pyright cannot infer what a user-supplied callable returns.
# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from .._core import _Boards
from ._boards import Boards

if TYPE_CHECKING:
    import numpy.typing as npt

LARGEST = 30000


def wrapped(evaluation: Callable[..., Any]) -> Callable[[_Boards], bytes]:
    """Wrap an evaluation for the native search, which passes native boards and expects an int32 for each of them."""

    def evaluate(native: _Boards) -> bytes:
        boards = Boards._wrap(native)
        n = len(boards)
        scores = np.asarray(evaluation(boards))
        if scores.shape != (n,):
            raise ValueError(f"evaluation must return an array of the shape ({n},), not {scores.shape}")
        if scores.dtype.kind not in "iuf":
            raise TypeError(f"evaluation must return integers or floats, not {scores.dtype}")
        if not np.isfinite(scores).all():
            raise ValueError("evaluation must return finite scores")
        whole: npt.NDArray[np.int32] = np.rint(scores).clip(-LARGEST, LARGEST).astype(np.int32)
        return whole.tobytes()

    return evaluate
