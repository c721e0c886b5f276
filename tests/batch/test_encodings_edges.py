"""Edge cases of encodings: artificial positions, small numbers in half precision, arrays that overlap or change."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

import chess
import numpy as np
import pytest

import bitrook.batch as bb
from bitrook import Board, Move
from bitrook.batch import Boards, Positions

# A position with 33 pieces, of which 31 are not kings.
MANY = "kqqqqqqq/qqqqqqqq/q7/8/8/8/QQQQQQQQ/KQQQQQQQ w - - 0 1"


@pytest.mark.parametrize("name", ["halfkp", "halfkav2_hm", "halfkav2_hm_stockfish", "chess768"])
@pytest.mark.parametrize("fen", [MANY, MANY.replace("q7", "qq6"), MANY.replace("q7", "8")])
def test_features_stay_in_their_rows(name: str, fen: str) -> None:
    features = bb.features(name)
    pieces = chess.popcount(chess.Board(fen).occupied) - (2 if name == "halfkp" else 0)
    memory = np.full(2 * features.max_active + 64, 7, np.int32)
    out = memory[: 2 * features.max_active].reshape(2, -1)
    if pieces > features.max_active:
        with pytest.raises(ValueError, match=f"at most {features.max_active} pieces with features"):
            features.encode(Board(fen), out=out)
    else:
        assert (features.encode(Board(fen), out=out) >= 0).sum() == 2 * pieces
    assert (memory[2 * features.max_active :] == 7).all()


def test_every_divisor_in_half_precision() -> None:
    clocks = [0, 1, 2, 3, 5, 99, 100, 149, 150, 1023, 1024, 2047, 4097, 65503, 65504, 65519, 65520, 65535, 2**20 + 1]
    boards = [Board(f"4k3/8/8/8/8/8/8/4K2R w - - {clock} 1") for clock in clocks]
    for first in range(1, 65536, 4096):
        divisors = np.arange(first, min(first + 4096, 65536))
        encoding = bb.encoding([f"halfmove_clock/{divisor}" for divisor in divisors])
        exact = np.array(clocks, np.float32)[:, None] / divisors.astype(np.float32)
        expected = np.minimum(exact, np.float32(65504)).astype(np.float16)
        halves = encoding.encode(boards, dtype=np.float16, layout="channels_first")
        assert (halves[:, :, 0, 0] == expected).all() and (halves[:, :, 7, 7] == expected).all()
        floats = encoding.encode(boards, layout="channels_last")
        assert (floats[:, 3, 4] == exact).all()
    assert 0 < float(expected[1].min()) < 2**-14  # a subnormal number


def test_material_of_many_queens() -> None:
    fens = ["QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQ3/8/8/k6K w - - 0 1"]
    fens.append(fens[0].replace("Q", "q"))
    assert Boards(fens).material.tolist() == [37 * 900, -37 * 900]


OVERLAPS: dict[str, Callable[[Any], Any]] = {
    "encode": lambda m: bb.codec("lc0").encode(m[:48].reshape(2, 24), [1, 2], out=m[40:48].view(np.int32)),
    "encode in place": lambda m: bb.codec("lc0").encode([Board()] * 2, m[:4].view(np.int16), out=m[:4].view(np.int16)),
    "decode": lambda m: bb.codec("lc0").decode([Board()] * 2, m[:8].view(np.int32), out=m[4:8].view(np.int16)),
    "legal_mask": lambda m: bb.codec("lc0").legal_mask(m[:24].reshape(1, 24), out=m[:1858].reshape(1, -1)),
    "planes": lambda m: bb.encoding("pieces").encode(m[:24].reshape(1, 24), dtype=np.uint8, out=m[:768].reshape(1, 12, 8, 8)),
    "packed planes": lambda m: bb.encoding("pieces").encode(m[:24].reshape(1, 24), packed=True, out=m[16:112].view(np.uint64).reshape(1, 12)),
    "tokens": lambda m: bb.tokenizer("squares").encode(m[:24].reshape(1, 24), out=m[20:84].reshape(1, 64)),
    "features": lambda m: bb.features("chess768").encode(m[:24].reshape(1, 24), out=m[:256].view(np.int32).reshape(1, 2, 32)),
}  # fmt: skip


@pytest.mark.parametrize("name", OVERLAPS)
def test_outputs_do_not_overlap_inputs(name: str) -> None:
    memory = np.zeros(4096, np.uint8)
    memory[:24] = memory[24:48] = np.frombuffer(Board().packed(), np.uint8)
    before = memory.copy()
    with pytest.raises(ValueError, match=r"out and (boards|moves|indices) must not overlap"):
        OVERLAPS[name](memory)
    assert (memory == before).all()


def test_columns_of_records_do_not_overlap() -> None:
    from bitrook._core import _record_reader

    reader = _record_reader("marlinformat")
    memory = np.zeros(64, np.uint8)
    columns = Positions(
        np.zeros((1, 24), np.uint8), memory[:2].view(np.int16), memory[1:3].copy().view(np.int16), memory[:1].view(np.int8),
        memory[8:10].view(np.uint16), memory[10:12].view(np.uint16),
    )  # fmt: skip
    with pytest.raises(ValueError, match="moves and results must not overlap"):
        reader.read(columns, 1)


def change_later(offsets: Any, begun: threading.Event) -> None:
    begun.wait()
    time.sleep(0.002)
    offsets[len(offsets) // 2 :] = 0  # the second half of the boards now has no moves


def test_offsets_that_another_thread_changes() -> None:
    n = 300_000
    packed, codec = np.tile(Boards(1).packed(), (n, 1)), bb.codec("lc0")
    moves = np.tile(np.array([Move.from_uci(u).word for u in ("e2e4", "d2d4")], np.int16), n)
    rising = np.arange(0, 2 * n + 1, 2, dtype=np.int32)
    expected = codec.encode(packed, moves, offsets=rising)
    for call, argument, result in ((codec.encode, moves, expected), (codec.decode, expected, moves)):
        for _ in range(5):
            offsets, begun, out = rising.copy(), threading.Event(), np.zeros_like(result)
            thread = threading.Thread(target=change_later, args=(offsets, begun))
            thread.start()
            begun.set()
            try:
                call(packed, argument, offsets=offsets, out=out)
            except ValueError as error:  # the offsets were changed before they were checked
                assert "offsets must rise" in str(error)
            else:
                assert (out == result).all()
            finally:
                thread.join()
