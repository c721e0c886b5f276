"""The games of PGN files: their original text in chunks, the errors in them, and the progress of reading."""

from __future__ import annotations

import argparse
import codecs
import os
import sys
import warnings
from bisect import bisect_right
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from ..._files import is_stream, refuse_inputs
from ..._progress import Display
from ...data import ArchiveError, Scan, expand, list_shards, open_text, read_blocks, scan_pgn
from ...pgn import read_errors


def _size(path: str) -> int:
    return 0 if is_stream(path) else sum(shard.end for shard in list_shards(path, one_piece=True))


class Bar:
    """Shows the total progress over all files, which are read one after the other. A context manager.

    Without files, nothing is shown.
    """

    def __init__(self, files: Sequence[str]) -> None:
        self._display = Display("B", "games")
        self._display.is_shown &= bool(files)
        self._bytes = self._games = self._total = 0
        if self._display.is_shown and "-" not in files:
            self._total = sum(map(_size, files))

    @property
    def callback(self) -> bool | Callable[[int, int, int], None]:
        """The callback that scans receive as *progress*."""
        return self if self._display.is_shown else False

    def __call__(self, done: int, total: int, games: int) -> None:
        self._display(self._bytes + done, self._total, self._games + games)

    def finished(self, paths: Sequence[str], games: int) -> None:
        """Count files that have been read completely."""
        if self._display.is_shown:
            self._bytes += sum(_size(path) for path in paths if path != "-")
            self._games += games

    def __enter__(self) -> Bar:
        return self

    def __exit__(self, *error: object) -> None:
        self._display.close()


PIECE = 1 << 20  # bytes of text, at least, that are cut at a time
LIMIT = 4 << 20
"""The maximum length of a game in bytes, as in scan_pgn()."""


class Chunk(NamedTuple):
    """Consecutive complete games of a file."""

    path: str
    text: bytes
    starts: list[int]
    """The offset of each game in *text*. The first is 0, and there are no gaps between games."""

    is_first: bool
    """Whether this is the first chunk of its file."""
    place: tuple[int, int]
    """The line and the column at which the chunk begins; both count from 1, columns in bytes."""
    is_cut: bool = False
    """Whether this is the beginning of a single game that is longer than LIMIT."""

    def game(self, number: int) -> bytes:
        """Return the text of a game, with the blank lines after it."""
        end = self.starts[number + 1] if number + 1 < len(self.starts) else len(self.text)
        return self.text[self.starts[number] : end]


def advanced(place: tuple[int, int], text: bytes) -> tuple[int, int]:
    """Return the line and the column after *text*, which begins at *place*; both count from 1, columns in bytes."""
    ends = text.count(b"\n") + text.count(b"\r") - text.count(b"\r\n")
    if not ends:
        return place[0], place[1] + len(text)
    return place[0] + ends, len(text) - max(text.rfind(b"\n"), text.rfind(b"\r"))


def expanded(files: Sequence[str]) -> list[str]:
    """Return the input files that the arguments refer to, and check them before anything is written.

    Patterns are expanded here, once, so that a command cannot read what it writes. Pipes are not opened, because what
    is read from them cannot be put back.

    :raises ValueError: if a file is a directory, or standard input is given more than once.
    :raises OSError: if a file cannot be opened.
    :raises ImportError: if the package that decompresses it is missing.
    """
    found = [item for path in files for item in (["-"] if path == "-" else expand(path))]
    if found.count("-") > 1:
        raise ValueError("- can be given only once")
    for path in found:
        if path == "-" or "://" in path:
            continue
        if os.path.isdir(path):
            raise ValueError(f"expected a file, got a directory; pass its files, as in {path}/*.pgn: {path!r}")
        if is_stream(path):
            if found.count(path) > 1:
                raise ValueError(f"a pipe can be given only once: {path!r}")
            continue
        with suppress(ArchiveError), open_text(path) as file:
            file.read(1)
    return found


def refuse_outputs(inputs: Sequence[str], *outputs: str | None) -> None:
    """Raise ValueError if an output is an input or another output. None and "-" are standard output."""
    paths = [path for path in outputs if path is not None and path != "-"]
    for number, path in enumerate(paths):
        refuse_inputs((each for each in inputs if each != "-"), path)
        if any(os.path.realpath(path) == os.path.realpath(other) for other in paths[:number]):
            raise ValueError(f"two outputs are the same file; choose different ones: {path!r}")


def sources(files: list[str]) -> list[Any]:
    """Convert file names from the command line to sources for scan_pgn()."""
    return [_StandardInput() if path == "-" else path for path in files]


class _StandardInput:
    """Standard input as a binary file whose read() makes one system call, so that Ctrl-C is noticed between two."""

    name = "<stdin>"

    def read(self, n: int, /) -> bytes:
        stream: Any = sys.stdin.buffer
        data: bytes = stream.read1(n)
        return data


def scan_of(arguments: argparse.Namespace, columns: list[str] | None, bar: Bar, **options: Any) -> Scan:
    """Return a scan of all files with the options given on the command line."""
    named: dict[str, Any] = {"filters": arguments.filters, "where": arguments.position, "limit": arguments.limit}
    named["threads"] = arguments.threads
    named |= {"letters": arguments.letters, "errors": "drop" if arguments.skip_errors else "column"}
    named["zstd_window_log"] = arguments.zstd_window_log
    return scan_pgn(sources(arguments.files), columns=columns, progress=bar.callback, **(named | options))


def with_error(columns: list[str] | None) -> list[str] | None:
    """Return the columns with *error* as the last one, unless it is among them."""
    return columns if columns is None or "error" in columns else [*columns, "error"]


def chunks(arguments: argparse.Namespace, bar: Bar, with_places: bool) -> Iterator[Chunk]:
    """Yield all games of the files. At most a few times LIMIT bytes of text are kept in memory.

    :raises ArchiveError: if an archive is truncated or corrupt. The games before the damage are yielded first.
    """
    for path in arguments.files:
        games = _Games(path, arguments, bar, with_places)
        yield from games.chunks()
        bar.finished([path], games.count)


class _Games:
    """Cuts the text of a file into chunks of complete games.

    Where a game begins does not depend on what follows it, so the games of a piece of text are those of the file, but
    the last one may go on. It is kept for the next piece.
    """

    def __init__(self, path: str, arguments: argparse.Namespace, bar: Bar, with_places: bool) -> None:
        self._path, self._with_places = "<stdin>" if path == "-" else path, with_places
        self.count = 0
        """The number of games so far."""

        def progress(done: int, total: int, _: int) -> None:
            bar(done, total, self.count)

        self._blocks = read_blocks(
            sources([path]), format="pgn", progress=bool(bar.callback) and progress,
            zstd_window_log=arguments.zstd_window_log,
        )  # fmt: skip
        self.text = b""
        """The text that has been read. It begins with a game, unless no game has been found yet."""
        self.place = (1, 1)
        """The place of this text in the file; (1, 1) throughout without places, which take time to find."""
        self._is_first = True
        self._failure: OSError | None = None

    def read(self) -> bytes:
        """Return the next block of text, or no bytes at the end and after an error."""
        try:
            return next(self._blocks, b"")
        except OSError as error:
            self._failure = error
            return b""

    def chunks(self) -> Iterator[Chunk]:
        is_end = False
        while not is_end:
            pieces = [self.text]
            while sum(map(len, pieces[1:])) < PIECE and not is_end:
                pieces.append(self.read())
                is_end = not pieces[-1]
            self.text = b"".join(pieces)
            starts = list(_offsets(self.text))
            if not starts:  # blank and escaped lines
                self._take(len(self.text) if is_end else self.text.rfind(b"\n") + 1)
                if len(self.text) > LIMIT:  # of one long line, only the first character matters
                    self.text = self.text[:1]
                continue
            self._take(starts[0])
            starts = [start - starts[0] for start in starts]
            if self._failure is not None:  # the game that was cut off is skipped
                whole = sum(1 for _ in _offsets(_Failing(self.text, self._failure)))
            else:
                whole = len(starts) - (not is_end)
            ends = [*starts, len(self.text)]
            long = int(ends[1] > LIMIT)  # only the first game, of which earlier pieces had a part
            if long:
                yield self._chunk(self.text[: LIMIT + PIECE], [0], is_cut=True)
                if not (whole or is_end):
                    is_end = self._skip_game()
                    continue
            first, end = ends[long], ends[max(long, whole)]
            self._take(first)
            if whole > long:
                yield self._chunk(self.text[: end - first], [start - first for start in starts[long:whole]])
                self._take(end - first)
        if self._failure is not None:
            raise self._failure

    def _chunk(self, text: bytes, starts: list[int], is_cut: bool = False) -> Chunk:
        chunk = Chunk(self._path, text, starts, self._is_first, self.place, is_cut)
        self._is_first = False
        self.count += len(starts)
        return chunk

    def _take(self, size: int) -> None:
        """Remove text from the beginning."""
        self.advance(self.text[:size])
        self.text = self.text[size:]

    def advance(self, text: bytes) -> None:
        """Move the place behind a text."""
        if self._with_places:
            self.place = advanced(self.place, text)

    def _skip_game(self) -> bool:
        """Read up to the next game that is not longer than LIMIT. Return whether the file has ended before it."""
        tail = _Tail(self)
        offsets = _offsets(tail, batch_size=1)
        next(offsets, None)  # the long game
        start = next(offsets, None)
        while start is not None and start < tail.base:
            self.count += 1
            warn_of_long_game(self._path, self.count)
            start = next(offsets, None)
        self.text = tail.text()
        self._take(len(self.text) if start is None else start - tail.base)
        return start is None


class _Tail:
    """A binary file that keeps the end of what has been read from it."""

    def __init__(self, games: _Games) -> None:
        self._games, self._first = games, games.text
        self._kept: deque[bytes] = deque()
        self._size = 0
        self.base = 0
        """The offset of the text that is kept."""

    def read(self, n: int, /) -> bytes:
        data, self._first = self._first or self._games.read(), b""
        self._kept.append(data)
        self._size += len(data)
        while self._size - len(self._kept[0]) > 3 * LIMIT:
            dropped = self._kept.popleft()
            if dropped.endswith(b"\r"):  # which may belong to the line end CR LF
                dropped, self._kept[0] = dropped[:-1], b"\r" + self._kept[0]
            self._size -= len(dropped)
            self.base += len(dropped)
            self._games.advance(dropped)
        return data

    def text(self) -> bytes:
        return b"".join(self._kept)


class _Failing:
    """A binary file that fails after its text."""

    def __init__(self, text: bytes, failure: OSError) -> None:
        self._text, self._failure = text, failure

    def read(self, n: int, /) -> bytes:
        if not self._text:
            raise self._failure
        data, self._text = self._text[:n], self._text[n:]
        return data


def _offsets(source: Any, batch_size: int = 65536) -> Iterator[int]:
    """Yield the offsets of the games, up to an error of the source."""
    with suppress(OSError):
        for batch in scan_pgn(source, columns=["offset"], batch_size=batch_size):
            yield from batch.column("offset")


def warn_of_long_game(path: str, number: int) -> None:
    """Warn that a game is skipped."""
    message = f"{path}: game {number:,} is longer than {LIMIT:,} bytes and is skipped; use bitrook pgn check to find it"
    warnings.warn(message, UserWarning, stacklevel=2)


def column_of(
    chunk: Chunk,
    name: str,
    arguments: argparse.Namespace,
    filters: Any = None,
    where: str | None = None,
) -> list[Any]:
    """Return a column of a chunk's games. Warnings about missing tags are shown only for the first chunk of a file."""
    with warnings.catch_warnings():
        if not chunk.is_first:
            warnings.simplefilter("ignore", UserWarning)
        scan = scan_pgn(
            chunk.text,
            columns=[name],
            filters=filters,
            where=where,
            threads=arguments.threads,
            batch_size=65536,
            letters=getattr(arguments, "letters", None),
        )
        return [value for batch in scan for value in batch.column(name)]


def matching(arguments: argparse.Namespace, chunk: Chunk) -> list[int]:
    """Return the indices of the games in a chunk that meet the conditions."""
    if arguments.filters is None and arguments.position is None:
        return list(range(len(chunk.starts)))
    offsets = column_of(chunk, "offset", arguments, arguments.filters, arguments.position)
    return [bisect_right(chunk.starts, offset) - 1 for offset in offsets]


def selected(arguments: argparse.Namespace, bar: Bar, with_cut: bool = False) -> Iterator[tuple[Chunk, list[int]]]:
    """Yield the chunks with the indices of the games that meet the conditions, up to the limit.

    :param with_cut: whether to yield games that are longer than LIMIT, and the places of chunks. Otherwise, these games
        are skipped with a warning.
    """
    left = arguments.limit
    if left == 0:
        return
    games: Counter[str] = Counter()
    for chunk in chunks(arguments, bar, with_places=with_cut):
        games[chunk.path] += len(chunk.starts)
        numbers = matching(arguments, chunk)[:left]
        if chunk.is_cut and not with_cut:
            if numbers:
                warn_of_long_game(chunk.path, games[chunk.path])
            continue
        yield chunk, numbers
        if left is not None:
            left -= len(numbers)
            if left <= 0:
                return


def separated(text: bytes) -> bytes:
    """Return the text of a game with one blank line at its end, and without byte order marks around it."""
    end = b"\r\n" if b"\r\n" in text else b"\n"
    while (shorter := text.rstrip(b" \t\r\n\x1a").removeprefix(codecs.BOM_UTF8).removesuffix(codecs.BOM_UTF8)) != text:
        text = shorter
    return text + end + end


SHOWN = 10  # errors that are shown one by one


def of_chunk(
    chunk: Chunk, numbers: Sequence[int], arguments: argparse.Namespace
) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the errors of the selected games of a chunk, each with the number of its game."""
    errors = column_of(chunk, "error", arguments)
    is_complete = len(errors) == len(chunk.starts)
    place, at = chunk.place, 0
    for number in numbers:
        # Scans find errors in the main line, but skip variations.
        if is_complete and errors[number] is None and b"(" not in chunk.game(number):
            continue
        start = chunk.starts[number]
        place, at = advanced(place, chunk.text[at:start]), start
        for line, column, ply, reason in read_errors(chunk.game(number), letters=arguments.letters):
            if line == 1:
                column += place[1] - 1
            fault = {"file": chunk.path, "line": place[0] + line - 1, "column": column, "ply": ply, "reason": reason}
            yield number, fault


class Faults:
    """Shows the first errors on standard error, and at the end how many games have errors."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        self._arguments = arguments
        self.games: int = 0
        """The number of games with errors."""

    def see(self, where: str, reason: str) -> None:
        """Count a game with an error."""
        self.games += 1
        if self.games <= SHOWN:
            print(f"bitrook: {where}: {reason}", file=sys.stderr)

    def end(self) -> None:
        """Show the number of games."""
        if not self.games:
            return
        have = "1 game has an error" if self.games == 1 else f"{self.games:,} games have errors"
        treated = ", and was left out" if self.games == 1 else ", and were left out"
        treated = treated if self._arguments.skip_errors else "; --skip-errors leaves such games out"
        files = " ".join(self._arguments.files)
        print(f"bitrook: {have}{treated} (bitrook pgn check {files} shows all errors)", file=sys.stderr)

    def without(self, selected: Iterator[tuple[Chunk, list[int]]]) -> Iterator[tuple[Chunk, list[int]]]:
        """Yield the selected games of each chunk, without those with errors if the user has asked for that."""
        for chunk, numbers in selected:
            wrong: set[int] = set()
            for number, fault in of_chunk(chunk, numbers, self._arguments):
                if number not in wrong:
                    wrong.add(number)
                    self.see("{file}:{line}:{column}".format(**fault), fault["reason"])
            yield (
                chunk,
                [number for number in numbers if number not in wrong] if self._arguments.skip_errors else numbers,
            )
        self.end()

    def batches(self, scan: Any, names: Sequence[str] | None = None) -> Iterator[Any]:
        """Yield the batches of a scan that has the column *error*, and count its games with errors."""
        game = 0
        for batch in scan:
            for error in batch.column("error"):
                game += 1
                if error is not None:
                    self.see(f"game {game}", error)
            yield batch
        self.end()

    def scan(self) -> None:
        """Count the games with errors in a scan of their own."""
        arguments = self._arguments
        scan = scan_pgn(
            sources(arguments.files), columns=["error"], filters=arguments.filters, where=arguments.position,
            limit=arguments.limit, threads=arguments.threads, letters=arguments.letters,
            zstd_window_log=arguments.zstd_window_log,
        )  # fmt: skip
        for _ in self.batches(scan):
            pass
