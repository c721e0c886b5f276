"""Shards: parts of a file that can be read independently of each other, found without decompressing."""

from __future__ import annotations

import mmap
import os
from typing import NamedTuple

from .._files import is_stream
from ._archives import ZSTD, is_skippable, kind
from ._remote import Headers, RemoteFile, is_url


class Shard(NamedTuple):
    """A part of a file: the games whose marker begins at or after *start* and before *end*.

    A marker is the end of a line that is not a tag, an empty line, and a line that begins with ``[Name "``. The first
    game of the file does not need one. *start* and *end* are offsets in the file: of bytes in plain text, of frames in an archive. A
    shard is a tuple of a str and two ints, so it can be pickled and serialized as JSON.

    >>> import bitrook.data as bd
    >>> bd.Shard("games.pgn", 0, 4096)
    Shard(path='games.pgn', start=0, end=4096)
    """

    path: str
    start: int
    end: int


def _block_end(data: mmap.mmap, at: int, size: int) -> int:
    """Return the end of the zstd frame that begins at *at*, based on its headers, or *size* for a truncated file."""
    descriptor = data[at + 4]
    single_segment = descriptor >> 5 & 1
    content_size = (1 if single_segment else 0, 2, 4, 8)[descriptor >> 6]
    at += 5 + (not single_segment) + (0, 1, 2, 4)[descriptor & 3] + content_size
    while at + 3 <= size:
        header = data[at] | data[at + 1] << 8 | data[at + 2] << 16
        length = 1 if header >> 1 & 3 == 1 else header >> 3  # a run-length block has one byte
        at += 3 + length
        if header & 1:
            return min(at + (4 if descriptor >> 2 & 1 else 0), size)
    return size


def _frames(data: mmap.mmap | Headers, size: int) -> list[int]:
    """Return the positions of the zstd frames that contain data.

    The frames of pzstd are found by the sizes stored before them, and others by the headers of their blocks. In a
    remote file, the latter would take too many requests, so the list ends with the first such frame.
    """
    starts: list[int] = []
    at = 0
    while at + 9 <= size:
        magic = data[at : at + 4]
        if is_skippable(magic):
            length = int.from_bytes(data[at + 4 : at + 8], "little")
            frame = at + 8 + length
            stated = int.from_bytes(data[at + 8 : frame], "little") if length == 4 else 0
            # pzstd stores the compressed size of the next frame, which must be followed by another header or the end.
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
            break  # not a frame; the reader will raise an error
    return starts


def list_shards(path: str | os.PathLike[str], *, target_bytes: int = 64 << 20, one_piece: bool = False) -> list[Shard]:
    """Split a file into shards of about *target_bytes* each, and return them in order.

    Nothing is decompressed. Plain text can be split anywhere, because a reader continues past the end of its shard
    until the last game is complete. Archives written by pzstd, as published by Lichess, and other zstd archives with
    several frames are split between frames. ``.gz`` and ``.bz2`` files and zstd archives with a single frame form one
    shard.

    ::

        file   |-----------------------------------------------|
        cuts         |          |          |          |
        games  [  g1  ][ g2 ][    g3    ][   g4   ][ g5 ]
        shards  g1       g2 g3    g4                 g5

    Reading all shards returns the rows of the whole file in the same order, wherever it is split.

    A path with a scheme (``s3://``, ``gs://``, ``https://``, ``memory://``) is opened by fsspec (``bitrook[remote]``).
    Only the first bytes are read and, for an archive written by pzstd, 64 bytes per frame. Other remote zstd archives
    form one shard.

    :param path: a local file, or a path with a scheme.
    :param target_bytes: the size of a shard in the file, at least 1.
    :param one_piece: return a single shard.
    :raises ValueError: if *target_bytes* is less than 1, or the path is that of a pipe, which can be read only once.
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
        if is_stream(name):
            raise ValueError(f"a pipe or a device cannot be split; pass its path to scan_pgn: {name!r}")
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
    begin = 0  # of the current shard; the first one includes a skippable frame before its data
    for start in starts[1:]:
        if start - begin >= target_bytes:
            shards.append(Shard(name, begin, start))
            begin = start
    return [*shards, Shard(name, begin, size)]
