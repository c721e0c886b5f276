"""Conversions shared by the encoders: of boards and moves passed as arguments, and of output arrays."""

# pyright narrows an Any by isinstance() to an array of unknown items. mypy checks these types.
# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

import numpy as np

from ..._core import BaseBoard, _Boards, _encoding_source, _EncodingSource
from .._arrays import listed, packed_bytes

if TYPE_CHECKING:
    import numpy.typing as npt

    from ..._core import Board
    from .._boards import Boards

Array: TypeAlias = Any  # a NumPy array
BoardLike: TypeAlias = "Board | str"
BoardsLike: TypeAlias = "Boards | BoardLike | Iterable[BoardLike | Sequence[BoardLike]] | npt.NDArray[np.uint8]"


class Named:
    """A conversion with a name. Two of the same class are equal if they have the same name."""

    _function: ClassVar[str]  # creates it from the name

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return f"{self._function}({self.name!r})"

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self.name == other.name

    def __hash__(self) -> int:
        return hash(self.name)


class BoardSource:
    """The boards passed to an encoder, in any of the accepted forms."""

    def __init__(self, boards: BoardsLike, depth: int = 1, chess960: bool = False) -> None:
        packed_depth = 1
        self.single = isinstance(boards, (BaseBoard, str))
        native = getattr(boards, "_native", None)  # of a Boards
        array: Any = native if isinstance(native, _Boards) else packed_bytes(boards)
        if hasattr(array, "to_pylist"):
            array = listed(array)
        if isinstance(array, np.ndarray):
            if array.dtype.name != "uint8" or not 1 <= array.ndim <= 3 or array.shape[-1] != 24:
                message = "boards must be uint8 of the shape (24,), (n, 24) or (n, h, 24), "
                raise ValueError(f"{message}not {array.dtype} of the shape {array.shape}")
            self.single = array.ndim == 1
            packed_depth = array.shape[1] if array.ndim == 3 else 1
            if packed_depth == 0:
                raise ValueError(f"boards must contain at least one position per board, but its shape is {array.shape}")
        self.native: _EncodingSource = _encoding_source(array, depth, packed_depth, chess960)

    def __len__(self) -> int:
        return len(self.native)

    def output(self, out: object, shape: tuple[int, ...], dtype: npt.DTypeLike) -> tuple[Array, Array]:
        """Return the array to write to, of shape (n, ...), and the array to return to the caller."""
        if out is None:
            written = np.empty((len(self), *shape), dtype)
        else:
            written = writable(out)
            expected = shape if self.single else (len(self), *shape)
            if written.dtype != np.dtype(dtype) or written.shape != expected:
                given = f"{written.dtype} of the shape {written.shape}"
                raise ValueError(f"out must be {np.dtype(dtype)} of the shape {expected}, not {given}")
            if not written.flags.c_contiguous:
                raise ValueError("out must be C-contiguous")
            if not written.flags.writeable:
                raise ValueError("out must be writable, but it is read-only")
            if self.single:
                return written[np.newaxis], written
            return written, written
        return written, written[0] if self.single else written


def writable(out: Any) -> Array:
    """Return a tensor or buffer as an array that shares its memory."""
    if isinstance(out, np.ndarray):
        return out
    if hasattr(out, "__dlpack__"):
        if hasattr(out, "numpy"):  # for a PyTorch tensor, np.from_dlpack() would return a read-only array
            return out.numpy()
        return np.from_dlpack(out)
    try:
        return np.asarray(memoryview(out))
    except TypeError:
        message = f"out must be an array, a tensor or a buffer, not {type(out).__name__}"
        raise TypeError(message) from None


def thread_count(threads: Any) -> int:
    if isinstance(threads, (int, np.integer)) and 1 <= int(threads) <= 1024:
        return int(threads)
    raise ValueError(f"threads must be an int from 1 to 1024, not {threads!r}")
