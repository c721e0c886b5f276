"""Files of positions with moves, scores and results, as the tools that train NNUE networks keep them."""

# pyright narrows an Any by isinstance() to an array of unknown items. mypy checks these types.
# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..._core import _read_records, _record_size, _write_records

if TYPE_CHECKING:
    import numpy.typing as npt

EXTENSIONS = {
    ".bin": "packedsfen",
    ".bfen": "binary_fen",
    ".marlin": "marlinformat",
    ".bullet": "bulletformat",
    ".viri": "viriformat",
    ".vf": "viriformat",
}
BLOCK = 1 << 20


class Positions(NamedTuple):
    """A batch of positions. What a format does not keep is 0, and the move number 1."""

    #: (n, 24) uint8: positions of 24 bytes.
    positions: npt.NDArray[np.uint8]
    #: (n,) int16.
    moves: npt.NDArray[np.int16]
    #: (n,) int16: centipawns, from White's side.
    scores: npt.NDArray[np.int16]
    #: (n,) int8: 1 White won, 0 drawn, -1 Black won.
    results: npt.NDArray[np.int8]
    #: (n,) uint16.
    halfmove_clocks: npt.NDArray[np.uint16]
    #: (n,) uint16.
    fullmove_numbers: npt.NDArray[np.uint16]

    @classmethod
    def of(
        cls,
        positions: Any,
        moves: Any = None,
        scores: Any = None,
        results: Any = None,
        halfmove_clocks: Any = None,
        fullmove_numbers: Any = None,
    ) -> Positions:
        """Return a batch whose missing columns are filled.

        >>> import bitrook.batch
        >>> import numpy as np
        >>> packed = np.frombuffer(Board().packed(), np.uint8)[np.newaxis]
        >>> bitrook.batch.Positions.of(packed, scores=[25]).scores
        array([25], dtype=int16)
        """
        packed = np.ascontiguousarray(positions, np.uint8)
        if packed.ndim != 2 or packed.shape[1] != 24:
            raise ValueError(f"positions must have the shape (n, 24), not {packed.shape}")

        def column(name: str, given: Any, dtype: Any, filled: int = 0) -> Any:
            if given is None:
                return np.full(len(packed), filled, dtype)
            array: Any = np.asarray(given)
            made: Any = array.astype(dtype)
            if made.shape != (len(packed),):
                raise ValueError(f"{name} must have the shape ({len(packed)},), not {made.shape}")
            if array.dtype.itemsize != made.dtype.itemsize and (array != made).any():
                raise ValueError(f"{name} must fit {made.dtype}")
            return made

        return cls(
            packed,
            column("moves", moves, np.int16),
            column("scores", scores, np.int16),
            column("results", results, np.int8),
            column("halfmove_clocks", halfmove_clocks, np.uint16),
            column("fullmove_numbers", fullmove_numbers, np.uint16, 1),
        )


def read_positions(
    source: str | os.PathLike[str] | bytes | IO[bytes], format: str | None = None, *, batch_size: int = 65536
) -> Iterator[Positions]:
    """Yield the positions of a file, a batch at a time. No more than a batch is kept in memory.

    ================ ============================ ======================================================================
    format           file                         kept
    ================ ============================ ======================================================================
    ``packedsfen``   ``.bin``, 40 bytes           everything: Stockfish's PackedSfenValue
    ``viriformat``   ``.viri``, ``.vf``           everything: games of a marlinformat record and 4 bytes a move
    ``marlinformat`` ``.marlin``, 32 bytes        everything but moves
    ``bulletformat`` ``.bullet``, 32 bytes        scores and results; the side to move is White, without castling rights,
                                                  en passant and clocks
    ``binary_fen``   ``.bfen``, 24 bytes          positions only
    ================ ============================ ======================================================================

    :param source: a path, bytes, or a binary file.
    :param format: by default that of the file's extension.
    :param batch_size: positions in a batch; a batch of viriformat has the whole games of 1 MiB.
    :raises ValueError: for a record that is wrong or cut off, with its byte.

    >>> import bitrook.batch
    >>> [len(batch.positions) for batch in bitrook.batch.read_positions(Board().packed() * 3, "binary_fen", batch_size=2)]
    [2, 1]
    """
    name = _format_of(source, format)
    size = _record_size(name) * batch_size or BLOCK
    if batch_size < 1:
        raise ValueError(f"batch_size must be at least 1, not {batch_size}")
    return _batches(source, name, size)


def _format_of(path: object, format: str | None) -> str:
    if format is not None:
        return format
    if isinstance(path, (str, os.PathLike)):
        extension = Path(path).suffix.lower()
        if extension in EXTENSIONS:
            return EXTENSIONS[extension]
        raise ValueError(f"format must be given: the extension {extension!r} is not one of {', '.join(EXTENSIONS)}")
    raise ValueError("format must be given where there is no path")


def _batches(source: Any, name: str, size: int) -> Iterator[Positions]:
    if isinstance(source, (str, os.PathLike)):
        with open(source, "rb") as file:
            yield from _batches(file, name, size)
        return
    if isinstance(source, (bytes, bytearray, memoryview)):
        view = memoryview(source)
        blocks: Iterator[Any] = (view[i : i + size] for i in range(0, len(view), size))
    else:
        blocks = iter(lambda: source.read(size), b"")
    rest, offset = b"", 0
    for block in blocks:
        data = rest + bytes(block)
        used, *columns = _read_records(name, data, offset)
        rest = data[used:]
        offset += used
        if columns[0]:
            dtypes = (np.uint8, np.int16, np.int16, np.int8, np.uint16, np.uint16)
            arrays: list[Any] = [np.frombuffer(column, dtype) for column, dtype in zip(columns, dtypes, strict=True)]
            arrays[0] = arrays[0].reshape(-1, 24)
            yield Positions(*arrays)
    if rest:
        raise ValueError(f"source, at byte {offset}: a record of {name} is cut off")


def write_positions(
    path: str | os.PathLike[str] | IO[bytes], batches: Positions | Iterable[Positions], format: str | None = None
) -> int:
    """Write batches of positions to a file and return their number.

    In viriformat a batch is written as one game for each run of positions that follow from each other by their moves.

    :param path: a path or a binary file.
    :param format: as in read_positions(), by default that of the file's extension.
    :raises ValueError: for a position that the format cannot hold; what was written before it stays.

    >>> import bitrook.batch, io
    >>> file = io.BytesIO()
    >>> bitrook.batch.write_positions(file, bitrook.batch.read_positions(Board().packed(), "binary_fen"), "marlinformat")
    1
    >>> len(file.getvalue())
    32
    """
    name = _format_of(path, format)
    _record_size(name)
    if isinstance(path, (str, os.PathLike)):
        with open(path, "wb") as file:
            return write_positions(file, batches, name)
    total = 0
    for batch in [batches] if isinstance(batches, Positions) else batches:
        path.write(_write_records(name, *Positions.of(*batch)))
        total += len(batch.positions)
    return total
