"""Shards: parts of a file that can be read independently of each other, found without decompressing."""

from __future__ import annotations

import mmap
import os
from typing import NamedTuple

from ._archives import ZSTD, is_skippable, kind
from ._remote import Headers, RemoteFile, is_url


class Shard(NamedTuple):
    """A part of a file: the games whose marker begins at or after *start* and before *end*.

    The marker of a game is what is before its first tag: a line end, an empty line and ``[``. The file's first game needs
    none. *start* and *end* are places in the file, of bytes of plain text or of frames of an archive. A shard is a tuple
    of a str and two ints, so that it can be pickled and is JSON.

    >>> import bitrook.data as bd
    >>> bd.Shard("games.pgn", 0, 4096)
    Shard(path='games.pgn', start=0, end=4096)
    """

    path: str
    start: int
    end: int


def _block_end(data: mmap.mmap, at: int, size: int) -> int:
    """Return the end of the zstd frame that begins at *at*, by its headers; *size* if the file ends before."""
    descriptor = data[at + 4]
    single_segment = descriptor >> 5 & 1
    content_size = (1 if single_segment else 0, 2, 4, 8)[descriptor >> 6]
    at += 5 + (not single_segment) + (0, 1, 2, 4)[descriptor & 3] + content_size
    while at + 3 <= size:
        header = data[at] | data[at + 1] << 8 | data[at + 2] << 16
        length = 1 if header >> 1 & 3 == 1 else header >> 3  # a run-length block is one byte
        at += 3 + length
        if header & 1:
            return min(at + (4 if descriptor >> 2 & 1 else 0), size)
    return size


def _frames(data: mmap.mmap | Headers, size: int) -> list[int]:
    """Return where the zstd frames with data begin; those of pzstd by the sizes that stand before them.

    Others are found by the headers of their blocks, which are too many to ask a server for: there they end the list.
    """
    starts: list[int] = []
    at = 0
    while at + 9 <= size:
        magic = data[at : at + 4]
        if is_skippable(magic):
            length = int.from_bytes(data[at + 4 : at + 8], "little")
            frame = at + 8 + length
            stated = int.from_bytes(data[at + 8 : frame], "little") if length == 4 else 0
            # pzstd states the compressed size of the next frame: the next header must stand behind it.
            end = frame + stated
            if stated and data[frame : frame + 4] == ZSTD and (end == size or is_skippable(data[end : end + 4])):
                starts.append(frame)
                at = end
            else:
                at = frame
        elif magic == ZSTD:
            starts.append(at)
            if isinstance(data, Headers):
                break
            at = _block_end(data, at, size)
        else:
            break  # not a frame: the reader will say so
    return starts


def list_shards(path: str | os.PathLike[str], *, target_bytes: int = 64 << 20, one_piece: bool = False) -> list[Shard]:
    """Return the parts into which a file can be cut, in order, each of about *target_bytes* in the file.

    Nothing is decompressed. Plain text is cut anywhere: a shard is read on until its last game is complete. Archives by
    pzstd, as Lichess publishes them, and other zstd archives of several frames are cut between frames. ``.gz``, ``.bz2``
    and zstd archives of one frame are one shard.

    ::

        file   |-----------------------------------------------|
        cuts         |          |          |          |
        games  [  g1  ][ g2 ][    g3    ][   g4   ][ g5 ]
        shards  g1       g2 g3    g4                 g5

    Reading all shards gives the rows of the whole file, in the same order, whatever the cuts.

    A path with a scheme (``s3://``, ``gs://``, ``https://``, ``memory://``) is opened by fsspec (``bitrook[remote]``) and
    read by ranges: its first bytes, and of an archive by pzstd 64 bytes for each frame. Other zstd archives behind a
    scheme are one shard.

    :param path: a file on a disk, or a path with a scheme.
    :param target_bytes: at least 1.
    :param one_piece: return one shard. For files in which a line end, an empty line and ``[`` may stand within a game,
        in a comment or between tags: cut there, a game would be read as two.
    :raises ValueError: if *target_bytes* is less than 1.
    :raises OSError: if the file cannot be read.

    >>> import bitrook.data as bd
    >>> import os, tempfile
    >>> path = os.path.join(tempfile.mkdtemp(), "games.pgn")
    >>> with open(path, "w") as file:
    ...     _ = file.write('[White "A"]\\n\\n1. e4 *\\n\\n' * 1000)
    >>> shards = bd.list_shards(path, target_bytes=10_000)
    >>> [(shard.start, shard.end) for shard in shards]
    [(0, 7334), (7334, 14667), (14667, 22000)]
    >>> [bd.scan_pgn(shard).count() for shard in shards]
    [334, 333, 333]
    """
    if target_bytes < 1:
        raise ValueError(f"target_bytes must be at least 1, not {target_bytes}")
    name = os.fsdecode(os.fspath(path))
    starts: list[int] = []
    if is_url(name):
        with RemoteFile(name) as remote:
            how = kind(remote.head(16))
            size = remote.size or 0
            if how == "zstd" and not one_piece:
                starts = _frames(Headers(remote), size)
    else:
        size = os.path.getsize(name)
        with open(name, "rb") as file:
            how = kind(file.read(16))
            if how == "zstd" and not one_piece:
                with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
                    starts = _frames(data, size)
    if how == "plain" and size and not one_piece:
        count = -(-size // target_bytes)
        cuts = [-(-size * i // count) for i in range(count + 1)]
        return [Shard(name, a, b) for a, b in zip(cuts, cuts[1:], strict=False)]
    shards: list[Shard] = []
    begin = 0  # of a shard; the first one includes a skippable frame before its data
    for start in starts[1:]:
        if start - begin >= target_bytes:
            shards.append(Shard(name, begin, start))
            begin = start
    return [*shards, Shard(name, begin, size)]
