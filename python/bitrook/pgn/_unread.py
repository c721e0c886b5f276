"""Gives text back to a file: what was read to find out that a game had ended, and belongs to the next one."""

from __future__ import annotations

import io
import weakref
from collections.abc import Callable
from typing import Any

# The text of files that cannot seek, or only slowly.
_kept: weakref.WeakKeyDictionary[Any, str] = weakref.WeakKeyDictionary()


def give_back(file: Any, text: str) -> None:
    """Position *file* before *text*, the last text that was read from it, or keep the text for take_back()."""
    if not (_seeks_fast(file) and _seek_before(file, text)):
        _kept[file] = text


def take_back(file: Any) -> str:
    """Return the text that is kept for *file*, and forget it."""
    return _kept.pop(file, "") if _kept else ""


def first_reading(text: str, readline: Callable[[], Any]) -> tuple[Callable[[], Any], list[str]]:
    """Return a function that returns the lines of *text* before it calls *readline*, and the lines that are left."""
    lines = list(io.StringIO(text, newline="\n"))[::-1]
    return lambda: lines.pop() if lines else readline(), lines


def _seeks_fast(file: Any) -> bool:
    if isinstance(file, io.TextIOWrapper):
        file = file.buffer  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
    return isinstance(file, (io.StringIO, io.BytesIO)) or (
        isinstance(file, io.BufferedReader)
        and isinstance(file.raw, io.FileIO)  # pyright: ignore[reportUnknownMemberType]
        and file.seekable()
    )


def _seek_before(file: Any, text: str) -> bool:
    """Seek to the place before *text*. Return False, at the same place, if that cannot be found."""
    try:
        end = file.tell()
    except OSError:  # a text file that is also read with next()
        return False
    for size in _sizes(file, text):
        if size > end or end >= 1 << 63:  # larger positions of text files contain the state of a decoder
            continue
        file.seek(end - size)
        found = file.read(size if not isinstance(file, io.TextIOWrapper) else len(text))
        if isinstance(found, bytes):
            found = found.decode("utf-8" if size != len(text) or found.isascii() else "latin-1", "replace")
        if found == text and file.tell() == end:
            file.seek(end - size)
            return True
    file.seek(end)
    return False


def _sizes(file: Any, text: str) -> set[int]:
    """Return the sizes in the file that the text may have, in characters or bytes."""
    if isinstance(file, io.StringIO):
        return {len(text)}
    if not isinstance(file, io.TextIOWrapper):
        return {len(text.encode("utf-8", "surrogatepass")), len(text)}
    size = len(text.encode(file.encoding, file.errors or "strict"))
    return {size, size + text.count("\n")}  # line ends may be translated
