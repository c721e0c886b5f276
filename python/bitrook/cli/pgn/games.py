"""The original text of games: chunks of a file, with the offset of each game."""

from __future__ import annotations

import argparse
import os
import sys
import warnings
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from ...data import Scan, scan_pgn
from ...data._archives import decompressor, kind
from ...data._filters import Filters
from ...data._remote import is_url
from ...data._source import Blocks, expand
from .progress import Bar, inputs_of

BATCH = 1024  # games per chunk


class Chunk(NamedTuple):
    """Consecutive complete games of a file."""

    path: str
    text: bytes
    starts: list[int]
    """The offset of each game in *text*. The first is 0, and there are no gaps between games."""

    is_first: bool
    """Whether this is the first chunk of its file."""
    before: tuple[int, int]
    """The line and the column at which the file's first game begins."""

    def game(self, number: int) -> bytes:
        """Return the text of a game, with the blank lines after it."""
        end = self.starts[number + 1] if number + 1 < len(self.starts) else len(self.text)
        return self.text[self.starts[number] : end]


class _Text:
    """The uncompressed text of a source as a binary file. It keeps the text that was read until take() removes it."""

    def __init__(self, blocks: Blocks) -> None:
        self._blocks, self._given = blocks, b""
        self._kept = bytearray()
        self._base = 0  # the offset of the first kept byte
        self.games = 0

    def read(self, n: int = 1 << 20) -> bytes:
        if not self._given:
            self._blocks.go_on(self.games)
            block = self._blocks.read()
            if block is None:
                return b""
            self._given = bytes(block[0])
            self._kept += self._given
        data, self._given = self._given[:n], self._given[n:]
        return data

    def take(self, end: int | None = None) -> bytes:
        """Remove and return the kept text up to an offset."""
        size = len(self._kept) if end is None else end - self._base
        text = bytes(self._kept[:size])
        del self._kept[:size]
        self._base += size
        return text


def advanced(place: tuple[int, int], text: bytes) -> tuple[int, int]:
    """Return the line and the column after *text*, which begins at *place*; both count from 1, columns in bytes."""
    ends = text.count(b"\n") + text.count(b"\r") - text.count(b"\r\n")
    if not ends:
        return place[0], place[1] + len(text)
    return place[0] + ends, len(text) - max(text.rfind(b"\n"), text.rfind(b"\r"))


def check_inputs(files: Sequence[str]) -> None:
    """Check that all files can be read, before anything is written.

    :raises ValueError: if a file is a directory, or standard input is given more than once.
    :raises OSError: if a file cannot be opened.
    :raises ImportError: if the package that decompresses it is missing.
    """
    for path in files:
        if path != "-" and os.path.isdir(path):
            raise ValueError(f"expected a file, got a directory: {path!r}")
    if files.count("-") > 1:
        raise ValueError("- can be given only once")
    for path in inputs_of(files):
        if not is_url(path):
            with open(path, "rb") as file:
                if kind(file.read(16)) == "zstd":
                    decompressor("zstd")


def sources(files: list[str]) -> list[Any]:
    """Convert file names from the command line to sources for scan_pgn()."""
    return [sys.stdin.buffer if path == "-" else path for path in files]


def scan_of(arguments: argparse.Namespace, columns: list[str] | None, bar: Bar, **options: Any) -> Scan:
    """Return a scan of all files with the options given on the command line."""
    named: dict[str, Any] = {"filters": arguments.filters, "limit": arguments.limit, "threads": arguments.threads}
    return scan_pgn(sources(arguments.files), columns=columns, progress=bar.callback, **(named | options))


def chunks(arguments: argparse.Namespace, bar: Bar) -> Iterator[Chunk]:
    """Yield all games of the files.

    :raises ArchiveError: if an archive is truncated or corrupt. The games before the damage are yielded first.
    """
    for path in arguments.files:
        items = expand(sources([path]))
        for item in items:
            text = _Text(Blocks([item], bar if bar.callback else None, {}))
            yield from _chunks("<stdin>" if path == "-" else str(item), text)
            bar.finished([path if path == "-" else item], text.games)


def _chunks(path: str, file: _Text) -> Iterator[Chunk]:
    pending: list[int] = []
    is_first, before = True, (1, 1)
    failure: OSError | None = None
    batches = iter(scan_pgn(file, columns=["offset"], batch_size=BATCH))
    while True:
        # The last game of a batch ends where the next batch begins.
        try:
            batch = next(batches, None)
        except OSError as error:
            batch, failure = None, error
        offsets = list(batch.column("offset")) if batch is not None else []
        if pending:
            text = file.take(offsets[0] if offsets else None)
            yield Chunk(path, text, [offset - pending[0] for offset in pending], is_first, before)
            is_first = False
        elif offsets:
            before = advanced(before, file.take(offsets[0]))  # a byte order mark, blank lines
        if failure is not None:
            raise failure
        if batch is None:
            return
        pending = offsets
        file.games += len(offsets)


def column_of(chunk: Chunk, name: str, threads: int, filters: Filters | None = None) -> list[Any]:
    """Return a column of a chunk's games. Warnings about missing tags are shown only for the first chunk of a file."""
    with warnings.catch_warnings():
        if not chunk.is_first:
            warnings.simplefilter("ignore", UserWarning)
        scan = scan_pgn(chunk.text, columns=[name], filters=filters, threads=threads, batch_size=65536)
        return [value for batch in scan for value in batch.column(name)]


def matching(arguments: argparse.Namespace, chunk: Chunk) -> list[int]:
    """Return the indices of the games in a chunk that meet the conditions."""
    if arguments.filters is None:
        return list(range(len(chunk.starts)))
    offsets = column_of(chunk, "offset", arguments.threads, arguments.filters)
    return [bisect_right(chunk.starts, offset) - 1 for offset in offsets]


def selected(arguments: argparse.Namespace, bar: Bar) -> Iterator[tuple[Chunk, list[int]]]:
    """Yield the chunks with the indices of the games that meet the conditions, up to the limit."""
    left = arguments.limit
    if left == 0:
        return
    for chunk in chunks(arguments, bar):
        numbers = matching(arguments, chunk)[:left]
        yield chunk, numbers
        if left is not None:
            left -= len(numbers)
            if left <= 0:
                return


def separated(text: bytes) -> bytes:
    """Return the text of a game with one blank line at its end."""
    end = b"\r\n" if b"\r\n" in text else b"\n"
    return text.rstrip(b"\r\n") + end + end
