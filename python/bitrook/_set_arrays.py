"""Broadcasts arrays of sets of squares for the functions of bitrook.pawns."""

from __future__ import annotations

from typing import Any


def set_arrays(*sets: Any) -> tuple[Any, ...]:
    """Return the sets as contiguous arrays of one shape, followed by an array of that shape for the result."""
    from ._numpy import np

    arrays: list[Any] = []
    for each in sets:
        array = np.asarray(int(each) % 2**64, np.uint64) if isinstance(each, int) else np.asarray(each)
        if array.dtype != np.uint64:
            raise TypeError(f"an array of sets must have the dtype uint64, not {array.dtype}")
        arrays.append(array)
    shaped = np.broadcast_arrays(*arrays)
    return (*map(np.ascontiguousarray, shaped), np.empty(shaped[0].shape, np.uint64))
