"""Fixtures for the command-line tests: a file of 999 Lichess games, and their tags."""

from __future__ import annotations

import lzma
from pathlib import Path

import chess.pgn
import pytest

DATA = Path(__file__).parents[1] / "files" / "pgn"


@pytest.fixture(scope="session")
def lichess(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("lichess") / "lichess.pgn"
    path.write_bytes(lzma.decompress((DATA / "lichess-2021-10-999-games.pgn.xz").read_bytes()))
    return path


@pytest.fixture(scope="session")
def headers(lichess: Path) -> list[chess.pgn.Headers]:
    """Return the tags of the games, as read by python-chess."""
    found = []
    with lichess.open(encoding="utf-8") as file:
        while (each := chess.pgn.read_headers(file)) is not None:
            found.append(each)
    return found
