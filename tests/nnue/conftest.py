"""Fixtures for the network tests: Stockfish's network, and random networks in the plain format."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.slow_networks import Simple, exported_network

KING_BUCKETS = [square // 16 * 2 + square % 8 // 4 for square in range(64)]
MIRRORED_BUCKETS = [square // 16 for square in range(64)]

SHAPES = {
    "plain": Simple(128),
    "odd width": Simple(37),
    "one": Simple(1),
    "crelu": Simple(64, activation="crelu"),
    "output buckets": Simple(48, output_buckets=8),
    "three buckets": Simple(32, output_buckets=3, activation="crelu"),
    "king buckets": Simple(40, king_buckets=KING_BUCKETS),
    "mirrored": Simple(32, mirrored=True),
    "everything": Simple(72, 8, MIRRORED_BUCKETS, True, "screlu", 181, 128, 350),
}


@pytest.fixture(params=SHAPES)
def simple(request: pytest.FixtureRequest) -> Simple:
    """A random network of each shape."""
    return SHAPES[request.param].randomize(sum(map(ord, request.param)))


@pytest.fixture(scope="session")
def stockfish_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Stockfish 15.1's network."""
    return exported_network(tmp_path_factory.mktemp("stockfish"))
