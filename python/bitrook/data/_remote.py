"""Files of object stores: URLs such as ``s3://bucket/games.pgn.zst``, read by ranges through fsspec."""

from __future__ import annotations

from typing import Any

RANGE = 8 << 20  # bytes of one request within a shard
TAIL = 64 << 10  # bytes of one request behind a shard's end, where the rest of its last game is
HEADERS = 64  # bytes of one request for headers of frames


def is_url(path: str) -> bool:
    """Whether *path* has a scheme."""
    return "://" in path


def _file_system(url: str) -> tuple[Any, str]:
    """Return the file system of a URL, made in this process, and the path in it."""
    from importlib import import_module

    try:
        fsspec: Any = import_module("fsspec")
    except ImportError as error:
        raise ImportError(f"{url}: a path with a scheme needs fsspec: pip install 'bitrook[remote]'") from error
    found: tuple[Any, str] = fsspec.core.url_to_fs(url)
    return found


def matches(url: str) -> list[str] | None:
    """Return the sorted URLs that match a pattern; None for a URL that is none. Those of the web have no patterns."""
    import glob

    if not glob.has_magic(url) or url.startswith(("http://", "https://")):
        return None
    system, path = _file_system(url)
    if system.exists(path):
        return None
    return sorted(str(system.unstrip_protocol(name)) for name in system.glob(path))


class RemoteFile:
    """A binary file behind a URL. Ranges are asked for one after the other, as they are read.

    :param end: where a shard ends: up to there RANGE bytes are asked for at once, behind it TAIL. None for a whole file.
    """

    def __init__(self, url: str, end: int | None = None) -> None:
        self._url, self._end = url, end
        system, path = _file_system(url)
        self._file: Any = system.open(path, "rb", cache_type="none")
        size = getattr(self._file, "size", None)
        # Servers that give neither sizes nor ranges are read from the beginning on.
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
        """Return *n* bytes or fewer; none at the end."""
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
        """Read on from byte *at* of the file."""
        if self.size is None:
            raise OSError(f"{self._url}: the server gives no ranges: the file can only be read as a whole")
        self._at, self._ahead = at, b""

    def head(self, n: int) -> bytes:
        """Return the first bytes of the file by a request of their own."""
        if self.size is None:
            raise OSError(f"{self._url}: the server gives no ranges: the file can only be read as a whole")
        return self._range(0, min(n, self.size))


class Headers:
    """A remote file as a sequence of bytes of which few are read: one request for what is close together."""

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
