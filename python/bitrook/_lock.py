"""Files that only one run may write at a time."""

from __future__ import annotations

import errno
import os
import sys
from typing import Any

if sys.platform == "win32":
    import msvcrt

    _FAR = 1 << 62  # the offset of the locked byte, because a locked part of a file cannot be read

    def _lock(descriptor: int) -> None:
        position = os.lseek(descriptor, 0, os.SEEK_CUR)
        os.lseek(descriptor, _FAR, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        finally:
            os.lseek(descriptor, position, os.SEEK_SET)

else:
    import fcntl

    def _lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


_BUSY = (errno.EWOULDBLOCK, errno.EACCES, errno.EDEADLK)


class ExclusiveFile:
    """A file that grows at its end, and that other runs cannot open in this way until it is closed.

    File systems without locks are used without one. Errors contain the path.

    :raises BlockingIOError: if another run is using the file.
    :raises OSError: if the file cannot be opened.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path: str = os.fspath(path)
        self._file: Any = _open(path)

    def __len__(self) -> int:
        return os.fstat(self._file.fileno()).st_size

    def append(self, data: bytes) -> None:
        """Write at the end of the file, without a buffer."""
        try:
            while data:
                data = data[self._file.write(data) :]
        except OSError as error:
            raise OSError(error.errno, error.strerror, self.path) from None

    def truncate(self, size: int) -> None:
        """Remove everything after *size* bytes."""
        self._file.truncate(size)

    def sync(self) -> None:
        """Wait until the data is on the disk."""
        os.fsync(self._file.fileno())

    @property
    def closed(self) -> bool:
        """Whether the file is closed."""
        return bool(self._file.closed)

    def close(self) -> None:
        """Close and unlock the file."""
        self._file.close()


def _open(path: str | os.PathLike[str]) -> Any:
    """Open a file to append bytes, creating it if necessary, and lock it.

    :raises BlockingIOError: if another run has locked the file.
    :raises OSError: if the file cannot be opened.
    """
    while True:
        file = open(path, "ab", buffering=0)
        try:
            _lock(file.fileno())
            if os.path.samestat(os.fstat(file.fileno()), os.stat(path)):
                return file
        except OSError as error:
            if error.errno in _BUSY:
                file.close()
                raise BlockingIOError(
                    error.errno, "another run is writing this file; wait until it ends, or choose another file", path
                ) from None
            if not isinstance(error, FileNotFoundError):
                return file
        file.close()  # another run has removed or replaced the file in the meantime
