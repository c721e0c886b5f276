"""Reference implementations of networks in NumPy, as the oracle for bitrook.nnue, and random networks."""

from __future__ import annotations

import shutil
import struct
import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from bitrook import Board

STOCKFISH = shutil.which("stockfish") or ("/usr/games/stockfish" if Path("/usr/games/stockfish").exists() else None)
NETWORK_NAME = "nn-ad9b42354671.nnue"


def pieces_of(board: Board) -> list[tuple[int, bool, int]]:
    """Return (square, color, piece type from 0) of all pieces."""
    return [(square, piece.color, piece.piece_type - 1) for square, piece in board.piece_map().items()]


def truncated(a: int, b: int) -> int:
    return int(a) // b if a >= 0 else -(-int(a) // b)


@dataclass
class Simple:
    """A network (768 -> H)x2 -> 1."""

    hidden: int
    output_buckets: int = 1
    king_buckets: list[int] = field(default_factory=lambda: [0] * 64)
    mirrored: bool = False
    activation: str = "screlu"
    qa: int = 255
    qb: int = 64
    scale: int = 400
    rows: Any = None
    biases: Any = None
    weights: Any = None
    output_biases: Any = None

    def randomize(self, seed: int, *, spread: int = 40, largest_weight: int = 126) -> Simple:
        rng = np.random.default_rng(seed)
        buckets = max(self.king_buckets) + 1
        self.rows = rng.integers(-spread, spread + 1, (buckets * 768, self.hidden), np.int16)
        self.biases = rng.integers(-spread, spread + 1, self.hidden, np.int16)
        self.weights = rng.integers(
            -largest_weight, largest_weight + 1, (self.output_buckets, 2, self.hidden), np.int16
        )
        self.output_biases = rng.integers(-9999, 10000, self.output_buckets, np.int16)
        return self

    def shape(self) -> dict[str, Any]:
        names = ("hidden", "output_buckets", "king_buckets", "mirrored", "activation", "qa", "qb", "scale")
        return {name: getattr(self, name) for name in names}

    def plain(self) -> bytes:
        parts = (self.rows, self.biases, self.weights, self.output_biases)
        data = b"".join(part.astype("<i2").tobytes() for part in parts)
        return data + bytes(-len(data) % 64)

    def accumulators(self, board: Board) -> list[Any]:
        """Return the accumulators of the side to move and of the other side."""
        halves = []
        for us in (board.turn, not board.turn):
            king = board.king(us)
            assert king is not None
            king ^= 0 if us else 56
            flip = (0 if us else 56) ^ (7 if self.mirrored and king % 8 >= 4 else 0)
            rows = [
                768 * self.king_buckets[king] + (0 if color == us else 384) + 64 * kind + (square ^ flip)
                for square, color, kind in pieces_of(board)
            ]
            halves.append((self.biases + self.rows[rows].sum(0, dtype=np.int64)).astype(np.int16))  # wraps around
        return halves

    def raw(self, board: Board) -> tuple[int, list[int]]:
        """Return the output bucket and the outputs of all buckets."""
        values = np.clip(np.stack(self.accumulators(board)).astype(np.int64), 0, self.qa)
        if self.activation == "screlu":
            sums = [truncated(int((values**2 * w).sum()), self.qa) for w in self.weights.astype(np.int64)]
        else:
            sums = [int((values * w).sum()) for w in self.weights.astype(np.int64)]
        bucket = (len(board.piece_map()) - 2) // -(-32 // self.output_buckets)
        return bucket, [a + int(b) for a, b in zip(sums, self.output_biases, strict=True)]

    def evaluate(self, board: Board) -> int:
        bucket, outputs = self.raw(board)
        return max(-30000, min(30000, truncated(outputs[bucket] * self.scale, self.qa * self.qb)))


class Stockfish:
    """A network with Stockfish 15.1's architecture, read from its file."""

    def __init__(self, path: Path) -> None:
        data = path.read_bytes()
        at = 12 + int.from_bytes(data[8:12], "little")

        def take(dtype: str, *shape: int) -> Any:
            nonlocal at
            array = np.frombuffer(data, dtype, int(np.prod(shape)), at).reshape(shape)
            at += array.nbytes
            return array

        take("<u4", 1)
        self.biases, self.rows, self.psqt = take("<i2", 1024), take("<i2", 22528, 1024), take("<i4", 22528, 8)
        self.stacks = []
        for _ in range(8):
            take("<u4", 1)
            shapes = (("<i4", 16), ("<i1", 16, 1024), ("<i4", 32), ("<i1", 32, 32), ("<i4", 1), ("<i1", 1, 32))
            self.stacks.append([take(dtype, *shape).astype(np.float64) for dtype, *shape in shapes])
        assert at == len(data)

    def features(self, board: Board, us: bool) -> list[int]:
        king = board.king(us)
        assert king is not None
        flip = (0 if us else 56) ^ (7 if king % 8 < 4 else 0)
        king ^= flip
        bucket = (7 - king // 8) * 4 + (7 - king % 8)
        return [
            704 * bucket + (640 if kind == 5 else 128 * kind + 64 * (color != us)) + (square ^ flip)
            for square, color, kind in pieces_of(board)
        ]

    def raw(self, boards: list[Board]) -> tuple[Any, Any, Any]:
        """Return each position's bucket, and psqt and positional of all buckets: integers, (n,), (n, 8) and (n, 8)."""
        psqt, inputs = np.empty((len(boards), 8), np.int64), np.empty((len(boards), 1024))
        for i, board in enumerate(boards):
            sums = []
            for k, us in enumerate((board.turn, not board.turn)):
                rows = self.features(board, us)
                values = (self.biases + self.rows[rows].sum(0, dtype=np.int64)).astype(np.int16)
                clamped = np.clip(values, 0, 127).astype(np.int64)
                inputs[i, 512 * k : 512 * (k + 1)] = clamped[:512] * clamped[512:] // 128
                sums.append(self.psqt[rows].sum(0, dtype=np.int64))
            psqt[i] = np.trunc((sums[0] - sums[1]) / 2)
        positional = np.stack([self._last_layers(stack, inputs) for stack in self.stacks], axis=1)
        buckets = np.array([(len(board.piece_map()) - 1) // 4 for board in boards])
        return buckets, psqt, positional

    def _last_layers(self, stack: list[Any], inputs: Any) -> Any:
        b0, w0, b1, w1, b2, w2 = stack  # integers in float64, which represents all sums exactly
        y = inputs @ w0.T + b0
        squares, linear = np.minimum(127, y[:, :15] ** 2 // 2**19), np.clip(y[:, :15] // 64, 0, 127)
        h = np.clip((np.hstack([squares, linear]) @ w1[:, :30].T + b1) // 64, 0, 127)
        return ((h @ w2.T + b2)[:, 0] + np.trunc(y[:, 15] * 9600 / 8128)).astype(np.int64)


def random_stockfish_file(seed: int) -> bytes:
    """Return a file in Stockfish 15.1's format with random numbers, small enough that not all sums are clamped."""
    rng = np.random.default_rng(seed)

    def section(word: int, *arrays: tuple[str, int, int]) -> bytes:
        numbers = (rng.integers(-most, most + 1, count, dtype) for dtype, count, most in arrays)
        return word.to_bytes(4, "little") + b"".join(part.tobytes() for part in numbers)

    first = section(0x7F2344B8, ("<i2", 1024, 16), ("<i2", 22528 * 1024, 16), ("<i4", 22528 * 8, 10_000))
    last = (("<i4", 16, 9000), ("<i1", 16 * 1024, 127), ("<i4", 32, 9000), ("<i1", 32 * 32, 127), ("<i4", 1, 9000))
    stacks = [section(0x63336A4A, *last, ("<i1", 32, 127)) for _ in range(8)]
    return struct.pack("<III", 0x7AF32F20, 0x1C102EF2, 0) + first + b"".join(stacks)


def centipawns(psqt: int, positional: int) -> int:
    """Return the evaluation of Stockfish's network for the side to move."""
    return truncated(100 * truncated(psqt + positional, 16), 361)


def exported_network(folder: Path) -> Path:
    """Export the network of Debian's Stockfish 15.1 to *folder* and return its path; skip the test on failure."""
    if STOCKFISH is None:
        pytest.skip("stockfish is not installed")
    path = folder / NETWORK_NAME
    subprocess.run([STOCKFISH], input=f"export_net {path}\nquit\n", text=True, capture_output=True, timeout=120)
    if not path.exists():
        pytest.skip("this stockfish does not have the network of Stockfish 15.1")
    return path
