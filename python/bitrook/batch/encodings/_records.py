"""Read and write files of positions with moves, scores and results, in the formats of NNUE trainers."""

# pyright narrows an Any by isinstance() to an array of unknown items. mypy checks these types.
# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false

from __future__ import annotations

import operator
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import numpy as np

from ..._core import _record_reader, _record_writer
from ..._files import replacing
from ._arrays import thread_count
from ._positions import Positions

if TYPE_CHECKING:
    from ...data import LineScan, Scan
    from ...data._source import Progress


EXTENSIONS = {
    ".bin": "packedsfen",
    ".binpack": "binpack",
    ".bfen": "binary_fen",
    ".marlin": "marlinformat",
    ".bullet": "bulletformat",
    ".viri": "viriformat",
    ".vf": "viriformat",
}
ARCHIVES = (".pgn", ".pgn.gz", ".pgn.bz2", ".pgn.xz", ".pgn.zst")
LINES = {
    "evaluations": (".jsonl", ".jsonl.gz", ".jsonl.bz2", ".jsonl.xz", ".jsonl.zst"),
    "puzzles": (".csv", ".csv.gz", ".csv.bz2", ".csv.xz", ".csv.zst"),
}
# The columns of games in PGN that become positions.
COLUMNS = ("position", "move", "eval", "result", "halfmove_clock", "fullmove_number")
BLOCK = 1 << 20
# The maximum number of rows to allocate memory for before reading them.
ROWS = 1 << 16


def read_positions(
    source: str | os.PathLike[str] | bytes | IO[bytes] | Scan | LineScan,
    format: str | None = None,
    *,
    batch_size: int = 65536,
    threads: int = 1,
    progress: bool | Progress = False,
) -> Iterator[Positions]:
    """Yield the positions of a file in batches. At most one batch and 1 MiB of the file are kept in memory.

    ================ ============================ =====================================================================
    format           file                         contents
    ================ ============================ =====================================================================
    ``binpack``      ``.binpack``                 everything except castling rights of Chess960; Stockfish's chunks of
                                                  games, with 2 to 3 bytes per position
    ``packedsfen``   ``.bin``, 40 bytes           everything except castling rights of Chess960; Stockfish's
                                                  PackedSfenValue
    ``viriformat``   ``.viri``, ``.vf``           everything; a marlinformat record per game and 4 bytes per move
    ``marlinformat`` ``.marlin``, 32 bytes        everything except moves
    ``bulletformat`` ``.bullet``, 32 bytes        scores and results; the side to move is always White, and castling
                                                  rights, en-passant squares and clocks are missing
    ``binary_fen``   ``.bfen``, 24 bytes          positions only
    ``pgn``          ``.pgn``, also compressed    positions with an evaluation (``[%eval]``) and a move, from games
                                                  with a result; cannot be written
    ``evaluations``  ``.jsonl``, also compressed  Lichess's evaluations: positions, best moves and scores; the results
                                                  are 0; cannot be written
    ``puzzles``      ``.csv``, also compressed    Lichess's puzzles: positions and the first moves of the solutions;
                                                  cannot be written
    ================ ============================ =====================================================================

    :param source: a path, bytes, a binary file, or a scan, created by bitrook.data.scan_pgn(), scan_evals() or
        scan_puzzles(). Use a scan to set filters and threads.
    :param format: the format. By default, it is detected from the file's extension.
    :param batch_size: the number of positions in a batch. The last batch may be smaller.
    :param threads: the number of threads, used for formats with fixed-size records. The batches do not depend on it.
    :param progress: True shows a progress bar on a terminal. A callable is called for each MiB with three ints: the
        bytes read, the total bytes (0 if unknown), and the positions read. Ignored for PGN; pass *progress* to the scan
        instead.
    :raises ValueError: if a record is invalid or truncated. The positions before it are yielded first, and the message
        contains its offset.

    >>> import bitrook.batch
    >>> [len(batch.positions) for batch in bitrook.batch.read_positions(Board().packed() * 3, "binary_fen", batch_size=2)]
    [2, 1]
    """
    size = operator.index(batch_size)
    if size < 1:
        raise ValueError(f"batch_size must be at least 1, not {batch_size}")
    made = getattr(source, "_position_batches", None)  # of a LineScan
    if made is not None:
        return _of_size(made(), size)
    name = "pgn" if hasattr(source, "positions") else format_of(source, format)
    if name in LINES:
        from ... import data

        lines: Any = source
        scan = data.scan_evals(lines) if name == "evaluations" else data.scan_puzzles(lines)
        return _of_size(scan._position_batches(), size)
    if name == "pgn":
        return _of_size(_of_games(source, size), size)
    from ..._progress import progress_of

    return _batches(source, _record_reader(name), size, thread_count(threads), progress_of(progress, "B", "positions"))


def format_of(path: object, format: str | None = None) -> str:
    """Return *format*, or the format of a file of positions that the extension of its name determines.

    :raises ValueError: if the format is None and the extension is unknown.

    >>> from bitrook import batch
    >>> batch.format_of("games.viri"), batch.format_of("games.pgn.zst"), batch.format_of("games", "binpack")
    ('viriformat', 'pgn', 'binpack')
    """
    if format is not None:
        return format
    if isinstance(path, (str, os.PathLike)):
        name = Path(path).name.lower()
        if name.endswith(ARCHIVES):
            return "pgn"
        for lines, ends in LINES.items():
            if name.endswith(ends):
                return lines
        extension = Path(name).suffix
        if extension in EXTENSIONS:
            return EXTENSIONS[extension]
        known = ", ".join((*EXTENSIONS, *ARCHIVES))
        raise ValueError(f"format must be given: the extension {extension!r} is not one of {known}")
    raise ValueError("format must be given if there is no path")


def _batches(source: Any, reader: Any, size: int, threads: int, progress: Progress | None) -> Iterator[Positions]:
    if isinstance(source, (str, os.PathLike)):
        with open(source, "rb") as file:
            yield from _batches(file, reader, size, threads, progress)
        return
    blocks, total = _blocks(source)
    done = rows = 0
    while True:
        parts: list[Positions] = []
        wanted, ended = size, False
        while wanted and not ended:
            part = Positions.of(np.empty((min(wanted, ROWS), 24), np.uint8))
            n = 0
            while n < len(part.positions) and not ended:
                n += reader.read(part.take(slice(n, None)), threads)
                if n < len(part.positions):
                    block = b"" if reader.error else next(blocks, b"")
                    ended = not block
                    reader.finish() if ended else reader.feed(block)
                    done += len(block)
                    if progress is not None and block:
                        progress(done, total, rows + size - wanted + n)
            parts.append(part.take(slice(n)))
            wanted -= n
        rows += size - wanted
        if wanted < size:
            yield parts[0] if len(parts) == 1 else Positions.concatenate(parts)
        if ended:
            break
    if reader.error:
        raise ValueError(f"source, {reader.error}")


def _blocks(source: Any) -> tuple[Iterator[Any], int]:
    """Return the blocks of a source, and its size in bytes (0 if unknown)."""
    if isinstance(source, (bytes, bytearray, memoryview)):
        view = memoryview(source).cast("B")
        return (view[i : i + BLOCK] for i in range(0, len(view), BLOCK)), len(view)
    try:
        total = os.fstat(source.fileno()).st_size
    except (AttributeError, OSError, ValueError):
        total = 0
    return iter(lambda: source.read(BLOCK), b""), total


def write_positions(
    path: str | os.PathLike[str] | IO[bytes],
    batches: Positions | Iterable[Positions] | Scan | LineScan,
    format: str | None = None,
    *,
    threads: int = 1,
) -> int:
    """Write batches of positions to a file, and return the number of positions.

    In viriformat and binpack, consecutive positions are stored as one game if each results from the move of the one
    before it, even across batches. Therefore, write positions in the order of their games. In binpack, a position
    without a move is stored on its own.

    :param path: a path or a binary file. An existing file is replaced only once the new one is complete.
    :param batches: a batch, an iterable of batches, or a scan as for read_positions().
    :param format: the format, as for read_positions(). By default, it is detected from the file's extension.
    :param threads: the number of threads, used for formats with fixed-size records. The file does not depend on it.
    :raises ValueError: if the format cannot store a position. The positions before it form a complete file.
    :raises OSError: if the file cannot be written.

    >>> import bitrook.batch, io
    >>> file = io.BytesIO()
    >>> bitrook.batch.write_positions(file, bitrook.batch.read_positions(Board().packed(), "binary_fen"), "marlinformat")
    1
    >>> len(file.getvalue())
    32
    """
    name = format_of(path, format)
    if name == "pgn" or name in LINES:
        raise ValueError(f"format must not be {name}, which can only be read")
    if hasattr(batches, "__arrow_c_stream__"):  # a scan
        scan: Any = batches
        batches = read_positions(scan)
    given: Any = batches
    writer, threads = _record_writer(name), thread_count(threads)
    if isinstance(path, (str, os.PathLike)):
        with replacing(path, (ValueError,)) as part, open(part, "wb") as file:
            return _write(file, given, writer, threads)
    return _write(path, given, writer, threads)


def _write(file: IO[bytes], batches: Positions | Iterable[Positions], writer: Any, threads: int) -> int:
    total = 0
    try:
        for batch in [batches] if isinstance(batches, Positions) else batches:
            data, count, error = writer.write(Positions.of(*batch), threads)
            file.write(data)
            if error is not None:
                where = f"positions[{count}]" + (f" of a batch, after {total} positions," if total else "")
                raise ValueError(f"{where} cannot be written: {error}")
            total += count
    finally:
        file.write(writer.finish())
    return total


def _of_size(batches: Iterable[Positions], size: int) -> Iterator[Positions]:
    """Yield the positions of all batches in batches of *size*; the last may be smaller."""
    parts: list[Positions] = []
    count = 0
    for batch in batches:
        while count + len(batch.positions) >= size:
            yield Positions.concatenate([*parts, batch.take(slice(size - count))])
            batch = batch.take(slice(size - count, None))
            parts, count = [], 0
        if len(batch.positions):
            parts.append(batch)
            count += len(batch.positions)
    if parts:
        yield Positions.concatenate(parts)


def _of_games(source: Any, batch_size: int) -> Iterator[Positions]:
    """Yield the positions of games that have an evaluation, a move and a result."""
    if not hasattr(source, "positions"):
        from ...data import scan_pgn

        source = scan_pgn(source, batch_size=max(batch_size, 8192))
    for table in source.positions(COLUMNS):
        columns: list[Any] = [table[name] for name in COLUMNS]
        known = np.ones(len(table), bool)
        for column in columns:
            known &= ~np.ma.getmaskarray(column)
        packed, moves, *others = (np.ma.getdata(column)[known] for column in columns)
        yield Positions.of(packed.view(np.uint8).reshape(-1, 24), moves, *others)
