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


def open_exclusively(path: str | os.PathLike[str]) -> Any:
    """Open a file to append bytes, creating it if necessary, and lock it until it is closed.

    The position is at the end of the file. File systems without locks are used without one.

    :raises BlockingIOError: if another run has locked the file.
    :raises OSError: if the file cannot be opened.
    """
    while True:
        file = open(path, "ab")
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
