"""Fixtures: the tables of up to four men in python-chess's source distribution."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from support.python_chess_source import unpack

from bitrook import syzygy


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return unpack(tmp_path_factory.mktemp("source")) / "data" / "syzygy" / "regular"


@pytest.fixture(scope="module")
def tables(folder: Path) -> Iterator[syzygy.Tablebase]:
    with syzygy.open_tablebase(folder) as tables:
        yield tables
