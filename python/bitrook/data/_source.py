"""The sources of `scan_pgn`, which are opened again for each scan and read as blocks of text for native code."""

from __future__ import annotations

import io
import os
import re
import warnings
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias

from .._files import is_stream
from .._progress import progress_of
from .._similar import did_you_mean
from ._archives import BLOCK, FRAME_SHIFT, ArchiveError, Input, Readable, kind, read_text, read_zip
from ._formats import check_format
from ._names import KNOWN
from ._remote import RemoteFile, is_url, matches
from ._shards import Shard

Source: TypeAlias = "str | os.PathLike[str] | bytes | bytearray | memoryview | Readable | Shard | Sequence[Any]"
Progress: TypeAlias = Callable[[int, int, int], object]

# A block for native code: the bytes, the offset of the first byte, whether the block is after the end of the shard,
# whether it starts a new text, and whether the first game of that text begins at the first marker.
_Block: TypeAlias = tuple[Any, int, bool, bool, bool]


CHECKED = BLOCK // 4
"""The number of bytes of text that are searched for tags that might be misspelled."""


def warn_of_missing(tags: Sequence[str], text: bytes) -> None:
    """Warn about tags that no game in *text* has."""
    if b"[" not in text:
        return
    for tag in tags:
        if not re.search(rb"\[\s*" + re.escape(tag.encode()) + rb"\s", text):
            message = f"no game at the beginning of the source has the tag {tag!r}{did_you_mean(tag, sorted(KNOWN))}"
            warnings.warn(message, UserWarning, stacklevel=5)


def expand(source: Source) -> list[Any]:
    """Return the files, buffers, file objects and shards that *source* refers to.

    A path with ``*``, ``?`` or ``[`` that does not exist is a pattern; its files are sorted. No file is opened here.

    :param source: as for `scan_pgn`.
    :raises FileNotFoundError: if no file matches a pattern.
    :raises TypeError: if the source has another type.

    >>> import bitrook.data as bd
    >>> bd.expand(["games.pgn", "more.pgn.zst"])
    ['games.pgn', 'more.pgn.zst']
    """
    if isinstance(source, Shard):
        return [source]
    if isinstance(source, (str, os.PathLike)):
        import glob

        path = os.fsdecode(os.fspath(source))
        paths: list[str] | None = None
        if is_url(path):
            paths = matches(path)
        elif not os.path.exists(path) and glob.has_magic(path):
            paths = sorted(glob.glob(path, recursive=True))
        if paths == []:
            raise FileNotFoundError(f"source: no file matches {path!r}; check the pattern")
        return [path] if paths is None else list(paths)
    if isinstance(source, (list, tuple)):
        return [item for each in source for item in expand(each)]
    if hasattr(source, "read"):
        return [source]
    try:
        return [memoryview(source).cast("B")]  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(
            "source must be a path, a buffer of bytes, a binary file, a Shard or a list of them, not "
            f"{type(source).__name__}"
        ) from None


def open_file(path: str, end: int | None = None) -> Any:
    """Open a file or a URL. *end* is the end of the shard to read, or None to read all of it."""
    return RemoteFile(path, end) if is_url(path) else open(path, "rb", buffering=0)


class _Texts(io.RawIOBase):
    """The uncompressed text of a file as a binary file."""

    def __init__(self, path: str) -> None:
        self._file = open_file(path)
        source = Input(self._file)
        self._blocks = read_text(path, source, kind(source.peek(16)))
        self._ahead = memoryview(b"")

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any, /) -> int:
        while not self._ahead:
            block = next(self._blocks, None)
            if block is None:
                return 0
            self._ahead = memoryview(block[1])
        size = min(len(buffer), len(self._ahead))
        buffer[:size], self._ahead = self._ahead[:size], self._ahead[size:]
        return size

    def close(self) -> None:
        if not self.closed:
            self._file.__exit__(None, None, None)
        super().close()


def open_text(path: str | os.PathLike[str]) -> io.TextIOWrapper:
    """Open a text file or a URL for reading, for `bitrook.pgn.read_game` for example.

    Its compression is detected from its contents. Invalid UTF-8 is replaced, and a byte order mark is skipped.

    :raises OSError: if the file cannot be read; while reading, an ArchiveError if it is truncated or corrupt.
    :raises ImportError: if the package that decompresses it is missing.
    """
    raw = _Texts(os.fsdecode(path))
    return io.TextIOWrapper(io.BufferedReader(raw, BLOCK), encoding="utf-8-sig", errors="replace")


def size_of(path: str) -> int:
    """Return the size of a file or of a URL's contents, or 0 if a server does not report it."""
    if not is_url(path):
        return os.path.getsize(path)
    with RemoteFile(path) as file:
        return file.size or 0


def _whole(file: Any, source: Input) -> Any:
    """Return a file that can seek, with all of the contents of *file*, of which *source* has read the beginning."""
    import io

    if isinstance(file, _Slices):
        return io.BytesIO(file.data)
    seekable = getattr(file, "seekable", None)
    if seekable and seekable() and source.position == 0 and not isinstance(file, RemoteFile):
        return file
    return io.BytesIO(b"".join(iter(lambda: bytes(source.read(1 << 20)), b"")))


class _Slices:
    """A file-like object for a buffer. read() returns views."""

    def __init__(self, data: memoryview[int]) -> None:
        self.data, self.at = data, 0

    def read(self, n: int, /) -> memoryview[int]:
        part = self.data[self.at : self.at + n]
        self.at += len(part)
        return part

    def seek(self, at: int) -> None:
        self.at = at


class Blocks:
    """The blocks of a source, which can be read once. Native code calls read(), skip_text() and go_on()."""

    def __init__(
        self,
        items: Sequence[Any],
        progress: Progress | None,
        starts: dict[int | str, int | None],
        tags: Sequence[str] = (),
        format: str | None = "pgn",
        rewrite: Callable[[bytes], bytes | str] | None = None,
        window_log: int | None = None,
    ) -> None:
        # `starts` maps the ids of file objects that have been read, and the paths of pipes, to the positions where
        # reading started, or None for those that cannot seek. `tags` are requested tags that might be misspelled.
        self._items, self._progress, self._starts = items, progress, starts
        # `format` is the name of the contents in READERS, or None if they are not checked. `rewrite` rewrites a line in the shape that native code reads,
        # or returns the reason why it cannot, as a str.
        self._format, self._window_log = format, window_log
        self.rewrite = rewrite
        self._begin = 0
        self.failure: BaseException | None = None
        """The exception that ended read()."""
        self._texts = self._checked(tags) if tags else self._each()
        self._skip = False
        self._input: Input | None = None
        self._done = self._reported = 0
        self._total = self._size() if progress else 0

    def _size(self) -> int:
        total = 0
        for item in self._items:
            if isinstance(item, Shard):
                total += item.end - item.start
            elif isinstance(item, str):
                total += size_of(item)
            elif isinstance(item, memoryview):
                total += item.nbytes
            else:
                return 0  # unknown
        return total

    def read(self) -> _Block | None:
        """Return the next block, or None at the end."""
        try:
            return next(self._texts, None)
        except BaseException as error:
            self.failure = error
            raise

    def skip_text(self) -> None:
        """Skip the rest of the current file."""
        self._skip = True

    def go_on(self, games: int) -> None:
        """Report the progress."""
        if self._progress is not None:
            now = self._input.position - self._begin if self._input is not None else 0
            self._reported = max(self._reported, self._done + now)  # another thread may be between two files
            self._progress(self._reported, self._total, games)

    def _checked(self, tags: Sequence[str]) -> Iterator[_Block]:
        """Yield all blocks, and warn about each tag that the first games do not have."""
        text = b""
        for block in self._each():
            if len(text) < CHECKED:
                text += block[0]
                if len(text) >= CHECKED:
                    warn_of_missing(tags, text)
            yield block
        if len(text) < CHECKED:
            warn_of_missing(tags, text)

    def _each(self) -> Iterator[_Block]:
        for item in self._items:
            self._skip = False
            if isinstance(item, memoryview):
                yield from self._text("<bytes>", _Slices(item.cast("B")), 0, None)
            elif isinstance(item, (str, Shard)):
                path, start, end = item if isinstance(item, Shard) else (item, 0, None)
                if end is not None and start >= end:
                    continue
                if not is_url(path) and is_stream(path):
                    if path in self._starts:
                        raise ValueError(
                            f"source: {path!r} is a pipe that has been read, so it cannot be scanned again"
                        )
                    self._starts[path] = None
                with open_file(path, end) as file:
                    yield from self._text(path, file, start, end)
            else:
                self._rewind(item)
                yield from self._text(str(getattr(item, "name", type(item).__name__)), item, 0, None)

    def _rewind(self, file: Any) -> None:
        """Seek to the position that a file object had when it was first read."""
        if id(file) not in self._starts:
            seekable = getattr(file, "seekable", None)
            self._starts[id(file)] = file.tell() if seekable and seekable() else None
            return
        start = self._starts[id(file)]
        if start is None:
            raise ValueError("source: the file object has been read and cannot seek, so it cannot be scanned again")
        file.seek(start)

    def _text(self, name: str, file: Any, start: int, end: int | None) -> Iterator[_Block]:
        source = self._input = Input(file)
        self._begin = start
        how = kind(file.head(16) if start and isinstance(file, RemoteFile) else bytes(source.peek(16)))
        if how == "utf-16" and start:
            how = "plain"  # the middle of a file
        if start or isinstance(file, _Slices):  # the views of a buffer must not be joined to the bytes that were peeked
            file.seek(start)
            source = self._input = Input(file, start)
        if how not in ("plain", "zstd"):
            end = None  # such an archive is one shard
        is_new, at_marker, head = True, start > 0, b""
        texts = read_zip(name, _whole(file, source)) if how == "zip" else read_text(name, source, how, self._window_log)
        for offset, data in texts:
            if not start and len(head) < 256:  # the first blocks may be short
                head += bytes(data[:4096])
                if self._format:
                    check_format(name, head, self._format)
            # A frame of an archive belongs to the shard in which it begins.
            place = offset if how == "plain" else offset >> FRAME_SHIFT
            if end is not None and how == "plain" and place < end < place + len(data):
                yield data[: end - place], offset, False, is_new, at_marker
                yield data[end - place :], end, True, False, at_marker
            else:
                yield data, offset, end is not None and place >= end, is_new, at_marker
            is_new = False
            if self._skip:
                return
        if end is not None and source.position < end and not source.peek(1):
            raise ArchiveError(f"{name}: the file is cut off: it ends before byte {end}, the end of the shard")
        self._input = None
        self._done += source.position - start


def read_blocks(
    source: Source,
    *,
    format: str | None = None,
    progress: bool | Progress = False,
    zstd_window_log: int | None = None,
) -> Iterator[bytes]:
    """Yield the text of files in blocks of bytes, decompressed.

    :param source: as for `scan_pgn`.
    :param format: what the files contain: "pgn", "evaluations" or "puzzles"; None for any text.
    :param progress: True shows a progress bar on a terminal. A callable is called before each block with three ints: the
        bytes read, the total bytes (0 if unknown), and 0.
    :param zstd_window_log: as for `scan_pgn`.
    :raises ValueError: if a file contains something else than *format*.
    :raises ArchiveError: if an archive is truncated or corrupt. The text before the damage is yielded first.
    :raises OSError: if a file cannot be read.
    :raises ImportError: if the package that decompresses a file is missing.

    >>> import bitrook.data as bd
    >>> b"".join(bd.read_blocks(b"1. e4 *"))
    b'1. e4 *'
    """
    blocks = Blocks(expand(source), progress_of(progress, "B"), {}, format=format, window_log=zstd_window_log)
    while (block := blocks.read()) is not None:
        yield bytes(block[0])
        blocks.go_on(0)
