"""Helpers for the arrays that Boards accepts and returns, and the reasons why a game is over."""

# pyright narrows an Any by isinstance() to an array of unknown items. mypy checks these types.
# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false
# pyright: reportArgumentType=false, reportReturnType=false, reportGeneralTypeIssues=false

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import IntEnum
from typing import TYPE_CHECKING, Any

from .._core import Move
from .._numpy import np

if TYPE_CHECKING:
    import numpy.typing as npt


class Reason(IntEnum):
    """The reason why a game is over, as stored in the arrays *reason* and *reasons*."""

    #: The game is not over.
    NONE = 0
    CHECKMATE = 1
    STALEMATE = 2
    #: Fifty moves without a capture or pawn move, or seventy-five with ``adjudication="automatic"``.
    FIFTY_MOVES = 3
    #: The third occurrence of a position, or the fifth with ``adjudication="automatic"``.
    REPETITION = 4
    #: Neither side can give mate.
    MATERIAL = 5
    #: The game reached *max_plies*: it is truncated, not terminated.
    LIMIT = 6
    #: The side to move chose an illegal move and lost.
    ILLEGAL = 7


def packed_bytes(positions: Any) -> Any:
    """Return packed positions, as a column of 24 bytes (V24) of a table, as uint8[..., 24]. Return others unchanged."""
    if not isinstance(positions, np.ndarray) or positions.dtype != np.dtype("V24"):
        return positions
    missing = np.flatnonzero(np.ma.getmaskarray(positions))
    if len(missing):
        raise ValueError(f"positions[{missing[0]}] is missing: select the rows without an error first")
    array = np.ascontiguousarray(np.ma.getdata(positions))
    return array.view(np.uint8).reshape(*array.shape, 24)


def strict(errors: str) -> bool:
    """Return whether an argument *errors* is "raise" and not "mask"."""
    if errors not in ("raise", "mask"):
        raise ValueError(f"errors must be 'raise' or 'mask', not {errors!r}")
    return errors == "raise"


def output(out: Any, shape: tuple[int, ...], dtype: npt.DTypeLike, name: str = "out") -> Any:
    """Return the array to write to: *out*, or a new array if it is None.

    This function checks only the dtype. The native functions check the item size, shape and memory order, and that
    outputs do not overlap.
    """
    return np.empty(shape, dtype) if out is None else typed(out, dtype, name)


def typed(out: Any, dtype: npt.DTypeLike, name: str) -> Any:
    """Return *out*. Raise TypeError if it is an array with another dtype."""
    if isinstance(out, np.ndarray) and out.dtype != dtype and not _same_bytes(out.dtype, np.dtype(dtype)):
        raise TypeError(f"{name} must have the dtype {np.dtype(dtype)}, not {out.dtype}")
    return out


def outputs(out: Any, n: int, columns: Mapping[str, npt.DTypeLike]) -> list[Any]:
    """Return the arrays to write to: one of *n* items for each named column, taken from *out* unless that is None."""
    given = [None] * len(columns) if out is None else list(out)
    if len(given) != len(columns):
        counted = {3: "three", 4: "four"}[len(columns)]
        raise ValueError(f"out must contain {counted} arrays ({', '.join(columns)}), not {len(given)}")
    return [output(array, (n,), dtype, name) for array, (name, dtype) in zip(given, columns.items())]


def _same_bytes(given: np.dtype[Any], wanted: np.dtype[Any]) -> bool:
    """Return whether two dtypes are interchangeable: bool and uint8, or int16 and uint16."""
    return {given, wanted} <= {np.dtype(np.bool_), np.dtype(np.uint8)} or (
        {given, wanted} <= {np.dtype(np.int16), np.dtype(np.uint16)}
    )


def move_words(moves: Any) -> npt.NDArray[np.int16]:
    """Convert a move, a sequence of moves (Moves, UCI texts or ints) or an array of integers to 16-bit integers."""
    if not isinstance(moves, np.ndarray):
        moves = _move_array(moves)
    if moves.dtype == np.int16 or moves.dtype == np.uint16:
        return np.ascontiguousarray(moves)
    if moves.dtype.kind not in "iu":
        raise TypeError(f"moves must be integers, not {moves.dtype}")
    wrong = np.flatnonzero((moves < -0x8000) | (moves > 0xFFFF))
    if wrong.size:
        raise ValueError(f"moves[{wrong[0]}] is not a 16-bit move: {moves.reshape(-1)[wrong[0]]}")
    return np.ascontiguousarray(moves.astype(np.uint16))


def _move_array(moves: Any) -> npt.NDArray[Any]:
    if isinstance(moves, (Move, str, int, np.integer)):
        moves = [moves]
    elif hasattr(moves, "to_pylist"):  # pyarrow, whose DLPack rejects strings and nulls with errors of its own
        array = np.asarray(moves)
        if array.dtype.kind not in "OU":
            return array
        moves = listed(moves)
    elif hasattr(moves, "__dlpack__"):
        return np.from_dlpack(moves)
    elif isinstance(moves, (bytes, bytearray, memoryview)):
        return np.asarray(memoryview(moves))
    items = [Move.from_uci(move) if isinstance(move, str) else move for move in moves]
    items = [move.word if isinstance(move, Move) else move for move in items]
    for item in items:
        if not isinstance(item, (int, np.integer)):
            raise TypeError(f"moves must be Moves, UCI texts or integers, not {item!r}")
    return np.asarray(items) if items else np.empty(0, np.int16)


def listed(items: Iterable[Any]) -> list[Any]:
    """Return texts, boards or other objects as a list. The items of pyarrow's arrays become Python objects."""
    to_pylist = getattr(items, "to_pylist", None)
    return to_pylist() if to_pylist else list(items)


def indices_of(key: Any, n: int) -> npt.NDArray[np.int64]:
    """Return the indices of the boards selected by a slice, an array of integers or an array of bools."""
    if isinstance(key, slice):
        return np.arange(*key.indices(n), dtype=np.int64)
    array = np.asarray(key)
    if array.dtype == np.bool_:
        if array.shape != (n,):
            raise IndexError(f"a mask of boards must have the shape ({n},), not {array.shape}")
        return np.flatnonzero(array).astype(np.int64)
    if array.size == 0:
        return np.empty(0, np.int64)
    if array.dtype.kind not in "iu" or array.ndim != 1:
        raise TypeError("boards are selected by an integer, a slice, or an array of integers or bools")
    wrong = np.flatnonzero((array < -n) | (array >= n))
    if wrong.size:
        raise IndexError(f"index {array[wrong[0]]} is out of range for {n} boards")
    return np.ascontiguousarray(np.where(array < 0, array + n, array), np.int64)


def mask_of(mask: Any, n: int) -> Any:
    """Return a mask of boards as an array of bools, or None if it is None."""
    if mask is None:
        return None
    array = np.asarray(mask)
    if array.dtype != np.bool_ and array.dtype != np.uint8:
        raise TypeError(f"mask must be an array of bools, not of {array.dtype}")
    if array.shape != (n,):
        raise ValueError(f"mask must have the shape ({n},), not {array.shape}")
    return np.ascontiguousarray(array, np.bool_)


def choice(name: str, value: Any, choices: tuple[str, ...]) -> int:
    """Return the index of *value* among the choices."""
    if value not in choices:
        raise ValueError(f"{name} must be {', '.join(map(repr, choices[:-1]))} or {choices[-1]!r}, not {value!r}")
    return choices.index(value)
