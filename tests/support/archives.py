"""Archives for the tests of bitrook.data, in the formats of gzip, bz2, zstd and pzstd."""

from __future__ import annotations

import bz2
import gzip
import lzma
import struct
from collections.abc import Callable
from typing import Any

import pytest


def zstd() -> Any:
    """Return the zstd module of the standard library or backports.zstd; skip the test if neither is installed."""
    try:
        from compression import zstd as module  # type: ignore[import-not-found, unused-ignore]
    except ImportError:
        module = pytest.importorskip("backports.zstd")
    return module


def pieces(text: bytes, size: int) -> list[bytes]:
    """Return *text* in pieces of *size* bytes."""
    return [text[at : at + size] for at in range(0, max(len(text), 1), size)]


def frames(text: bytes, size: int, **options: Any) -> list[bytes]:
    """Return *text* as zstd frames that hold *size* bytes of text each."""
    return [zstd().compress(piece, **options) for piece in pieces(text, size)]


def pzstd(text: bytes, size: int) -> bytes:
    """Return *text* as pzstd writes it: each frame follows a skippable frame that contains its compressed size."""
    return b"".join(b"\x50\x2a\x4d\x18" + struct.pack("<II", 4, len(f)) + f for f in frames(text, size))


MAKERS: dict[str, Callable[[bytes, int], bytes]] = {
    "plain": lambda text, size: text,
    "gzip": lambda text, size: gzip.compress(text, 1),
    "gzip members": lambda text, size: b"".join(gzip.compress(piece, 1) for piece in pieces(text, size)),
    "bz2": lambda text, size: bz2.compress(text, 1),
    "bz2 streams": lambda text, size: b"".join(bz2.compress(piece, 1) for piece in pieces(text, size)),
    "xz": lambda text, size: lzma.compress(text, preset=0),
    "xz streams": lambda text, size: bytes(4).join(lzma.compress(piece, preset=0) for piece in pieces(text, size)),
    "zstd": lambda text, size: bytes(zstd().compress(text)),
    "zstd frames": lambda text, size: b"".join(frames(text, size)),
    "pzstd": pzstd,
}
KINDS = list(MAKERS)


def make(kind: str, text: bytes, size: int = 100_000) -> bytes:
    """Return *text* as an archive of the given kind, one of KINDS."""
    return MAKERS[kind](text, size)
