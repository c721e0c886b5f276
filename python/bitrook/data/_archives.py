"""Decompresses gzip, bz2, xz, zstd and ZIP with the libraries that are installed, and converts UTF-16 to UTF-8.

The format is detected from the first bytes of a file. Reading yields blocks of text as pairs ``(offset, bytes)``, with
ascending offsets. Except in zstd, *offset* is the position of the block in the uncompressed text; in a ZIP archive, in
the text of all its PGN files.
In zstd it is ``frame * 2**26 + n``, where *frame* is the position of the frame in the file, and *n* is the position of
the block in the frame's text.
"""

from __future__ import annotations

import codecs
import pkgutil
import re
from collections.abc import Iterator
from typing import Any, Protocol

BLOCK = 1 << 20  # the maximum size of a block of text, in bytes
FRAME_SHIFT = 26

ZSTD = b"\x28\xb5\x2f\xfd"

# A pattern for the first bytes of each format, the decompressors in order of preference, and their arguments. isal is
# four times as fast as zlib. zstd files may begin with a skippable frame.
_FORMATS: dict[str, tuple[bytes, tuple[str, ...], dict[str, int]]] = {
    "gzip": (rb"\x1f\x8b", ("isal.isal_zlib:decompressobj", "zlib:decompressobj"), {"wbits": 31}),
    "bz2": (rb"BZh\d", ("bz2:BZ2Decompressor",), {}),
    "xz": (rb"\xfd7zXZ\x00", ("lzma:LZMADecompressor",), {}),
    "zstd": (
        rb"\x28\xb5\x2f\xfd|[\x50-\x5f]\x2a\x4d\x18",
        ("compression.zstd:ZstdDecompressor", "backports.zstd:ZstdDecompressor"),
        {},
    ),
}


UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


class Readable(Protocol):
    """A binary file."""

    def read(self, n: int, /) -> Any: ...


class ArchiveError(OSError):
    """An archive is truncated or corrupt. The games before the damage have been read."""


def is_skippable(magic: bytes) -> bool:
    """Return whether *magic* is the start of a skippable zstd frame, which holds no data."""
    return len(magic) == 4 and 0x50 <= magic[0] <= 0x5F and magic[1:] == b"\x2a\x4d\x18"


def kind(head: bytes) -> str:
    """Return "gzip", "bz2", "xz", "zstd", "zip", "utf-16" or "plain" for the first bytes of a file."""
    if head.startswith(b"PK\x03\x04"):
        return "zip"
    if head.startswith(UTF_16):
        return "utf-16"
    return next((how for how, (magic, *_) in _FORMATS.items() if re.match(magic, head)), "plain")


def decompressor(how: str, window_log: int | None = None) -> Any:
    """Return a new decompressor for one gzip member, bz2 or xz stream, or zstd frame."""
    _, factories, arguments = _FORMATS[how]
    missing = ImportError("zstd archives need Python 3.14 or the package backports.zstd: pip install 'bitrook[zstd]'")
    for factory in factories:
        try:
            if window_log is not None and how == "zstd":
                parameter = pkgutil.resolve_name(factory.split(":")[0] + ":DecompressionParameter")
                return pkgutil.resolve_name(factory)(options={parameter.window_log_max: window_log})
            return pkgutil.resolve_name(factory)(**arguments)
        except ImportError as error:
            if how != "zstd":
                missing = error  # Python was built without the library
    raise missing


class Input:
    """A file with lookahead that counts the bytes read. *start* is the current position of *file*."""

    def __init__(self, file: Readable, start: int = 0) -> None:
        self.file, self.position, self._ahead = file, start, b""

    def _get(self, n: int) -> bytes:
        data = self.file.read(n)
        if isinstance(data, str):
            raise TypeError("source must be opened in binary mode: its read() returns str")
        return data or b""

    def peek(self, n: int) -> bytes:
        """Return the next *n* bytes, or all that are left, without consuming them."""
        while len(self._ahead) < n:
            more = self._get(n - len(self._ahead))
            if not more:
                break
            self._ahead += more
        return self._ahead[:n]

    def read(self, n: int) -> bytes:
        """Return up to *n* bytes, or no bytes at the end."""
        if self._ahead:
            data, self._ahead = self._ahead[:n], self._ahead[n:]
        else:
            data = self._get(n)
        self.position += len(data)
        return data

    def give_back(self, data: bytes) -> None:
        """Put back *data*, the last bytes that were read."""
        self._ahead = bytes(data) + self._ahead
        self.position -= len(data)

    def skip(self, n: int) -> int:
        """Skip up to *n* bytes. Return how many were skipped."""
        left = n
        while left:
            data = self.read(min(left, BLOCK))
            if not data:
                break
            left -= len(data)
        return n - left


def read_plain(source: Input) -> Iterator[tuple[int, bytes]]:
    """Yield the blocks of plain text."""
    while True:
        at = source.position
        data = source.read(BLOCK)
        if not data:
            return
        yield at, data


def fail(name: str, what: str, compressed: int, text: int, cause: BaseException | None = None) -> ArchiveError:
    """Return the error for an archive that is truncated or corrupt."""
    because = f" ({cause})" if cause and str(cause) else ""
    if cause and "too much memory" in str(cause):
        because = " (it was made with zstd --long: pass zstd_window_log=31)"
    error = ArchiveError(f"{name}: the {what} at byte {compressed} of the file, after {text} bytes of text{because}")
    error.__cause__ = cause
    return error


def decompress(name: str, source: Input, engine: Any, before: int) -> Iterator[bytes]:
    """Yield the text of one gzip member, bz2 or xz stream, or zstd frame in blocks.

    :param before: the size of the text before it, for error messages.
    """
    total = before
    while not engine.eof:
        data = getattr(engine, "unconsumed_tail", b"")  # zlib returns input it has not used; the others buffer it
        if not data and getattr(engine, "needs_input", True):
            data = source.read(BLOCK // 4)
            if not data:
                raise fail(name, "archive is cut off", source.position, total)
        try:
            text = engine.decompress(data, BLOCK)
        except Exception as error:
            raise fail(name, "archive is corrupt", source.position, total, error) from error
        if text:
            total += len(text)
            yield text
    source.give_back(engine.unused_data)


def read_streams(name: str, source: Input, how: str) -> Iterator[tuple[int, bytes]]:
    """Yield the text of concatenated gzip members, or bz2 or xz streams."""
    at = 0
    while kind(source.peek(16)) == how:  # anything else is ignored
        for text in decompress(name, source, decompressor(how), at):
            yield at, text
            at += len(text)
        while source.peek(4) == bytes(4):  # padding
            source.skip(4)


def read_zstd(name: str, source: Input, window_log: int | None = None) -> Iterator[tuple[int, bytes]]:
    """Yield the text of concatenated zstd frames."""
    total = 0
    while True:
        magic = source.peek(4)
        frame = source.position
        if not magic.strip(b"\0"):  # the end
            return
        if is_skippable(magic):
            size = int.from_bytes(source.peek(8)[4:], "little") + 8
            if source.skip(size) < size:
                raise fail(name, "archive is cut off", source.position, total)
            continue
        inside = 0
        for text in decompress(name, source, decompressor("zstd", window_log), total):
            yield (frame << FRAME_SHIFT) + inside, text
            inside += len(text)
        total += inside


def read_utf16(name: str, source: Input) -> Iterator[tuple[int, bytes]]:
    """Yield the text of a file in UTF-16 as UTF-8."""
    decoder = codecs.getincrementaldecoder("utf-16")("replace")
    at = 0
    while True:
        data = bytes(source.read(BLOCK // 2))
        text = decoder.decode(data, final=not data).encode("utf-8", "replace")
        if text:
            yield at, text
            at += len(text)
        if not data:
            return


def read_zip(name: str, file: Any) -> Iterator[tuple[int, bytes]]:
    """Yield the text of the PGN files in a ZIP archive, in their order in the archive."""
    import zipfile
    import zlib

    at = 0
    try:
        with zipfile.ZipFile(file) as archive:
            names = archive.namelist()
            members = [each for each in names if each.lower().endswith(".pgn")]
            if not members:
                others = ", ".join(names[:5]) + (", ..." if len(names) > 5 else "")
                raise ArchiveError(
                    f"{name}: the ZIP archive has no file with the extension .pgn ({others or 'it is empty'})"
                )
            for number, member in enumerate(members):
                if number:
                    yield at, b"\n\n"
                    at += 2
                with archive.open(member) as text:
                    while data := text.read(BLOCK):
                        yield at, data
                        at += len(data)
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError) as error:  # a password is a RuntimeError
        raise ArchiveError(f"{name}: the ZIP archive cannot be read, after {at} bytes of text ({error})") from error


def read_text(name: str, source: Input, how: str, window_log: int | None = None) -> Iterator[tuple[int, bytes]]:
    """Yield the text of a file. *how* is its format, as returned by kind()."""
    if how == "plain":
        return read_plain(source)
    if how == "utf-16":
        return read_utf16(name, source)
    return read_zstd(name, source, window_log) if how == "zstd" else read_streams(name, source, how)
