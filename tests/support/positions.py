"""Positions that several tests use, as FENs, and the reader of the lists in tests/data."""

from __future__ import annotations

from pathlib import Path

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
EMPTY = "8/8/8/8/8/8/8/8 w - - 0 1"
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"  # most kinds of moves at once
CASTLING = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
PINNED = "4k3/8/8/8/4r3/8/4B3/4K3 w - - 0 1"
STALEMATE = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"

DATA = Path(__file__).parents[1] / "data"


def data_lines(path: str) -> list[str]:
    """Return the lines of tests/data/*path*, without comments and empty lines."""
    lines = (DATA / path).read_text(encoding="utf-8").splitlines()
    found = [line for line in lines if line and not line.startswith("#")]
    assert found, f"{path} holds no data"
    return found
