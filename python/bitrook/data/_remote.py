"""Reads files at URLs such as ``s3://bucket/games.pgn.zst`` in ranges, through fsspec."""

from __future__ import annotations

from typing import Any

RANGE = 8 << 20  # bytes per request within a shard
TAIL = 64 << 10  # bytes per request after a shard's end, for the rest of its last game
HEADERS = 64  # bytes per request for the headers of frames


def is_url(path: str) -> bool:
    """Return whether *path* has a scheme."""
    return "://" in path


def _file_system(url: str) -> tuple[Any, str]:
    """Return the file system of a URL, and the path in it."""
    from importlib import import_module

    try:
        fsspec: Any = import_module("fsspec")
    except ImportError as error:
        raise ImportError(f"{url}: a path with a scheme needs fsspec: pip install 'bitrook[remote]'") from error
    found: tuple[Any, str] = fsspec.core.url_to_fs(url)
    return found


def matches(url: str) -> list[str] | None:
    """Return the sorted URLs that match a pattern, or None if *url* is not a pattern. HTTP URLs never are."""
    import glob

    if not glob.has_magic(url) or url.startswith(("http://", "https://")):
        return None
    system, path = _file_system(url)
    if system.exists(path):
        return None
    return sorted(str(system.unstrip_protocol(name)) for name in system.glob(path))


class RemoteFile:
    """A binary file at a URL. It is read in consecutive ranges, which are requested on demand.

    :param end: the end of a shard, or None to read the whole file. Requests are for up to RANGE bytes before the end,
        and for up to TAIL bytes after it.
    """

    def __init__(self, url: str, end: int | None = None) -> None:
        self._url, self._end = url, end
        system, path = _file_system(url)
        self._file: Any = system.open(path, "rb", cache_type="none")
        size = getattr(self._file, "size", None)
        # If a server supports neither sizes nor ranges, the file is read from the beginning.
        self.size: int | None = None if size is None else int(size)
        self._at, self._ahead = 0, b""

    def __enter__(self) -> RemoteFile:
        return self

    def __exit__(self, *error: object) -> None:
        self._file.close()

    def _range(self, start: int, end: int) -> bytes:
        self._file.seek(start)
        return bytes(self._file.read(end - start))

    def read(self, n: int, /) -> bytes:
        """Return up to *n* bytes, or no bytes at the end."""
        if not self._ahead:
            if self.size is None:
                self._ahead = bytes(self._file.read(n))
            else:
                left = (self.size if self._end is None else self._end) - self._at
                count = min(left, RANGE) if left > 0 else min(n, TAIL)
                if self._at < self.size:
                    self._ahead = self._range(self._at, min(self._at + count, self.size))
        data, self._ahead = self._ahead[:n], self._ahead[n:]
        self._at += len(data)
        return data

    def seek(self, at: int) -> None:
        """Continue reading at byte *at* of the file, which requires ranges like head()."""
        self._at, self._ahead = at, b""

    def head(self, n: int) -> bytes:
        """Return the first *n* bytes of the file, which takes a separate request."""
        if self.size is None:
            raise OSError(f"{self._url}: the server does not support ranges: the file can only be read as a whole")
        return self._range(0, min(n, self.size))


class Headers:
    """Random access to the headers of frames in a remote file. Headers that are close together share a request."""

    def __init__(self, file: RemoteFile) -> None:
        assert file.size is not None
        self._file, self._size = file, file.size
        self._start, self._bytes = 0, b""

    def __getitem__(self, part: slice) -> bytes:
        start, end = part.start, min(part.stop, self._size)
        if start >= end:
            return b""
        if not self._start <= start <= end <= self._start + len(self._bytes):
            self._start = start
            self._bytes = self._file._range(start, min(max(end, start + HEADERS), self._size))
        return self._bytes[start - self._start : end - self._start]
