"""What the tests of the engines share: files cut into a number of shards, and rows compared without their order."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import bitrook.data as bd


def cut(path: Path | str, count: int) -> list[bd.Shard]:
    """Return about *count* shards of a file; exactly as many of plain text."""
    whole = bd.list_shards(path, target_bytes=1 << 40)[-1].end
    return bd.list_shards(path, target_bytes=-(-whole // count))


def digest(rows: Iterable[Any]) -> str:
    """Return a hash of the sorted rows."""
    return hashlib.sha256("\n".join(sorted(map(repr, rows))).encode()).hexdigest()
