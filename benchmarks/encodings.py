"""Measures the rate of each board encoding, also relative to memset: python benchmarks/encodings.py [n]."""

from __future__ import annotations

import ctypes
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

import bitrook.batch as bb


def best(work: Callable[[], object], seconds: float = 0.6) -> float:
    """Return the shortest time of the runs that fit into *seconds* seconds."""
    work()
    shortest, end = float("inf"), time.perf_counter() + seconds
    while time.perf_counter() < end:
        start = time.perf_counter()
        work()
        shortest = min(shortest, time.perf_counter() - start)
    return shortest


def row(name: str, n: int, out: Any, work: Callable[[], object]) -> None:
    seconds = best(work)
    scratch = np.empty_like(out)
    filled = best(lambda: ctypes.memset(scratch.ctypes.data, 1, out.nbytes))
    print(f"{name:34} {n / seconds / 1e6:8.2f} M/s   memset {n / filled / 1e6:9.2f} M/s   {filled / seconds:6.1%}")


def codec_rows(name: str, boards: bb.Boards) -> None:
    codec, n = bb.codec(name), len(boards)
    offsets, moves = boards.legal_moves()
    numbers = codec.encode(boards, moves, offsets=offsets)
    row(f"{name} moves", len(moves), numbers, lambda: codec.encode(boards, moves, offsets=offsets, out=numbers))
    words = codec.decode(boards, numbers, offsets=offsets)
    row(f"{name} numbers", len(moves), words, lambda: codec.decode(boards, numbers, offsets=offsets, out=words))
    mask = codec.legal_mask(boards)
    row(f"{name} legal mask", n, mask, lambda: codec.legal_mask(boards, out=mask))
    bits = codec.legal_mask(boards, packed=True)
    row(f"{name} legal mask, bits", n, bits, lambda: codec.legal_mask(boards, packed=True, out=bits))


def feature_row(name: str, kind: str, source: Any) -> None:
    features = bb.features(name)
    lists = features.encode(source)
    row(f"{name} of {kind}", len(lists), lists, lambda: features.encode(source, out=lists))


def main() -> None:
    n = int(sys.argv[1]) if len(sys.argv) > 1 else 1024
    boards = bb.Boards(n)
    for _ in range(40):
        boards.step(boards.random_moves(), illegal="ignore")
        boards.reset(boards.is_over())
    packed = boards.packed()

    def planes(name: str, dtype: Any, source: Any, bits: bool = False, layout: str | None = None) -> None:
        encoding = bb.encoding(name)
        out = encoding.encode(source, dtype=dtype, packed=bits, layout=layout)
        kind = "bits" if bits else f"{np.dtype(dtype)} {layout or encoding.layout}"
        work = partial(encoding.encode, source, packed=bits, layout=layout, out=out)
        row(f"{name} {len(encoding)} {kind}", n, out, work)

    for dtype in (np.uint8, np.float16, np.float32):
        planes("alphazero", dtype, boards)
        planes("alphazero", dtype, boards, layout="channels_first")
    planes("alphazero", np.uint8, boards, bits=True)
    planes("pieces", np.uint8, boards)
    planes("lc0", np.float32, boards)
    planes("pieces", np.uint8, packed)

    for name in ("alphazero", "lc0"):
        codec_rows(name, boards)
    for name in ("halfkp", "halfkav2_hm", "chess768"):
        feature_row(name, "boards", boards)
        feature_row(name, "24 bytes", packed)
    fens = boards.fens()
    row("FENs to 24 bytes", n, packed, lambda: bb.Boards(fens, history=0).packed(out=packed))
    row("boards to 24 bytes", n, packed, lambda: boards.packed(out=packed))
    tokenizer = bb.tokenizer("deepmind")
    tokens = tokenizer.encode(boards)
    row("deepmind tokens", n, tokens, lambda: tokenizer.encode(boards, out=tokens))


if __name__ == "__main__":
    main()
