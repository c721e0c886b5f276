"""Searches in threads with small stacks, such as those of musl."""

from __future__ import annotations

import ctypes
import threading
from typing import Any

import pytest
from support import children

import bitrook
from bitrook import Board, search

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
# All pawns are blocked, so a search quickly reaches its maximum depth.
LOCKED = "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1"

SCRIPT = """
import ctypes, sys
library = ctypes.CDLL(None)
attributes = ctypes.create_string_buffer(256)
assert library.pthread_attr_init(attributes) == 0
assert library.pthread_attr_setstacksize(attributes, ctypes.c_size_t(int(sys.argv[1]) << 10)) == 0
assert library.pthread_setattr_default_np(attributes) == 0

from bitrook import Board, perft, search
from bitrook.batch import Boards
deep = search.Search().run(Board(%r), depth=127, threads=2)
wide = search.Search().run(Board(%r), nodes=50_000, threads=2)
games = Boards(200, threads=2).playout(seed=1)
print(deep.depth, wide.depth > 5, int(games.plies.min()) > 0, perft(Board(), 5, threads=2))
"""


@pytest.mark.skipif(not hasattr(ctypes.CDLL(None), "pthread_setattr_default_np"), reason="needs glibc")
@pytest.mark.parametrize("kibibytes", [64, 128, 384])
def test_helpers_do_not_depend_on_the_default_size(kibibytes: int) -> None:
    script = SCRIPT % (LOCKED, KIWIPETE)
    assert children.run("-c", script, str(kibibytes)).stdout == "127 True True 4865609\n"


@pytest.mark.parametrize("name", ["search", "batched search", "quiescence"])
def test_a_calling_thread_with_a_small_stack(name: str) -> None:
    found: list[Any] = []

    def work() -> None:
        if name == "search":
            found.append(search.Search().run(Board(LOCKED), depth=127).depth)
        elif name == "batched search":
            batched = search.Search(lambda boards: boards.material.astype(int), batched=True)
            found.append(batched.run(Board(LOCKED), depth=40).depth)
        else:
            found.append(search.quiescence(Board(KIWIPETE)))

    before = threading.stack_size(512 << 10)
    try:
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
    finally:
        threading.stack_size(before)
    assert found
    assert bitrook.perft(Board(), 3) == 8902
