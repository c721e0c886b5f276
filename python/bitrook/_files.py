"""Writes files: an output replaces the file at its path only when it is complete."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, TypeAlias, Union

AnyPath: TypeAlias = Union[str, bytes, "os.PathLike[str]", "os.PathLike[bytes]"]

NAME_BYTES = 255
"""The maximum length of a file name on most file systems, in bytes."""


def shortened(name: str, size: int) -> str:
    """Return the beginning of a name that takes at most *size* bytes in UTF-8.

    >>> shortened("Nîmes", 2), shortened("Nîmes", 3)
    ('N', 'Nî')
    """
    return name.encode("utf-8", "surrogatepass")[:size].decode("utf-8", "ignore")


@contextmanager
def replacing(path: AnyPath, keep: tuple[type[BaseException], ...] = ()) -> Iterator[str]:
    """Yield the path of a new, empty file, which replaces the file at *path* at the end.

    If the block raises an exception, the new file is removed and the file at *path* stays as it was. Every call has a
    new file of its own, in the folder of the file to replace, so several processes can write the same path: the last
    one wins. Symbolic links are followed, and permissions are kept. Devices and pipes cannot be replaced, so their own
    path is yielded.

    :param keep: exceptions after which the new file replaces the old one nevertheless.
    :raises OSError: if the file cannot be written. Its *filename* is *path*.
    """
    name = os.fsdecode(path)
    try:
        before: os.stat_result | None = os.stat(name)
    except FileNotFoundError:
        before = None
    if (before is None and not os.path.basename(name)) or (before is not None and stat.S_ISDIR(before.st_mode)):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), path)
    if before is not None and not stat.S_ISREG(before.st_mode):
        yield name
        return
    if before is not None and not os.access(name, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)
    target = os.path.realpath(name)
    part = _create_beside(target, path, before)
    try:
        try:
            yield part
        except keep:
            with suppress(OSError):  # the exception is more important
                os.replace(part, target)
            raise
        try:
            os.replace(part, target)
        except OSError as error:
            raise _about(error, path) from None
    finally:
        with suppress(OSError):
            os.remove(part)


def _create_beside(target: str, path: AnyPath, before: os.stat_result | None) -> str:
    """Create a file with the permissions of *target* in the same folder, and return its path."""
    folder, name = os.path.split(target)
    end = f".{os.urandom(4).hex()}.part"
    part = os.path.join(folder, shortened(name, NAME_BYTES - len(end)) + end)
    try:
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666))
    except OSError as error:
        raise _about(error, path) from None
    if before is not None:
        with suppress(OSError):  # not all file systems have owners and permissions
            if hasattr(os, "chown") and (before.st_uid, before.st_gid) != (os.geteuid(), os.getegid()):
                os.chown(part, before.st_uid, before.st_gid)
            os.chmod(part, stat.S_IMODE(before.st_mode))
    return part


def _about(error: OSError, path: AnyPath) -> OSError:
    """Return an error like *error* about another file."""
    return OSError(error.errno, error.strerror, path)


def is_stream(path: AnyPath) -> bool:
    """Return whether a path is that of a pipe, a socket or a device, whose contents can be read only once."""
    try:
        mode = os.stat(path).st_mode
    except (OSError, ValueError):
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


def require_mappable(path: AnyPath) -> None:
    """Raise OSError if a path is that of a pipe, which cannot be mapped into memory."""
    if is_stream(path) and not os.path.samefile(path, os.devnull):
        reason = "a pipe or a device cannot be mapped into memory; write its contents to a file first"
        raise OSError(errno.ESPIPE, reason, path)


def write_file(path: AnyPath, data: bytes | str) -> None:
    """Write a file, as with replacing(). Text is encoded as UTF-8, and its line ends are kept.

    :raises OSError: if the file cannot be written.
    """
    with replacing(path) as part, open(part, "wb") as file:
        file.write(data.encode() if isinstance(data, str) else data)


def refuse_inputs(items: Iterable[Any], output: AnyPath | None) -> None:
    """Raise ValueError if an output file is one of the input files.

    :param items: the inputs. Those that are not paths are ignored.
    """
    if output is None or not os.path.isfile(output):
        return
    for item in items:
        path = os.fsdecode(item) if isinstance(item, (str, bytes, os.PathLike)) else ""  # pyright: ignore
        if os.path.exists(path) and os.path.samefile(path, output):
            raise ValueError(f"the output file is also an input file; choose another output: {os.fsdecode(output)!r}")
