"""Archives for the tests of bitrook.data, in the formats of gzip, bz2, zstd and pzstd."""

from __future__ import annotations

import bz2
import gzip
import lzma
import struct
from typing import Any

import pytest


def zstd() -> Any:
    """Return the zstd module of the standard library or backports.zstd; skip the test if neither is installed."""
    try:
        from compression import zstd as module  # type: ignore[import-not-found, unused-ignore]
    except ImportError:
        module = pytest.importorskip("backports.zstd")
    return module


def frames(text: bytes, size: int, **options: Any) -> list[bytes]:
    """Return *text* as zstd frames that hold *size* bytes of text each."""
    compress = zstd().compress
    return [compress(text[at : at + size], **options) for at in range(0, max(len(text), 1), size)]


def pzstd(text: bytes, size: int) -> bytes:
    """Return *text* as pzstd writes it: each frame follows a skippable frame that contains its compressed size."""
    return b"".join(b"\x50\x2a\x4d\x18" + struct.pack("<II", 4, len(f)) + f for f in frames(text, size))


def make(kind: str, text: bytes, size: int = 100_000) -> bytes:
    """Return *text* as an archive of the given kind, one of KINDS."""
    pieces = [text[at : at + size] for at in range(0, max(len(text), 1), size)]
    if kind == "plain":
        return text
    if kind == "gzip":
        return gzip.compress(text, 1)
    if kind == "gzip members":
        return b"".join(gzip.compress(p, 1) for p in pieces)
    if kind == "bz2":
        return bz2.compress(text, 1)
    if kind == "bz2 streams":
        return b"".join(bz2.compress(p, 1) for p in pieces)
    if kind == "xz":
        return lzma.compress(text, preset=0)
    if kind == "xz streams":
        return bytes(4).join(lzma.compress(p, preset=0) for p in pieces)
    if kind == "zstd":
        return bytes(zstd().compress(text))
    if kind == "zstd frames":
        return b"".join(frames(text, size))
    assert kind == "pzstd"
    return pzstd(text, size)


KINDS = ["plain", "gzip", "gzip members", "bz2", "bz2 streams", "xz", "xz streams", "zstd", "zstd frames", "pzstd"]
