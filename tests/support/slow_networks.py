"""Reference implementations of networks in NumPy, as the oracle for bitrook.nnue, and random networks."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
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


@dataclass(frozen=True)
class Version:
    """How a version of Stockfish converts the outputs of a network."""

    divides_parts: bool
    pawn: tuple[float, ...]

    def internal(self, psqt: int, positional: int) -> int:
        if self.divides_parts:
            return truncated(psqt, 16) + truncated(positional, 16)
        return truncated(psqt + positional, 16)

    def centipawns(self, psqt: int, positional: int, board: Board) -> int:
        value = self.internal(psqt, positional)
        if len(self.pawn) == 1:
            result = truncated(100 * value, int(self.pawn[0]))
        else:
            m = max(17, min(78, sum((1, 3, 3, 5, 9, 0)[kind] for _, _, kind in pieces_of(board)))) / 58
            a, b, c, d = self.pawn
            ratio = 100 * value / (((a * m + b) * m + c) * m + d)
            result = int(abs(ratio) + 0.5) * (1 if ratio > 0 else -1)
        return max(-30000, min(30000, result))


VERSIONS = {
    "15.1": Version(False, (361,)),
    "16": Version(False, (328,)),
    "16.1": Version(False, (356,)),
    "17": Version(True, (-37.45051876, 121.19101539, -132.78783573, 420.70576692)),
    "17.1": Version(True, (-13.50030198, 40.92780883, -36.82753545, 386.83004070)),
    "18": Version(True, (-72.32565836, 185.93832038, -144.58862193, 416.44950446)),
    "19": Version(True, (-142.72052667, 372.35176398, -340.71073572, 415.23490212)),
}

THREATS_18 = ("PNR", "PNBRQK", "PNBRK", "PNBRK", "PNBRQK", "PNBR")
THREATS_19 = ("NR", "PNBRQ", "PNBR", "PNBR", "PNBRQ", "")


@dataclass(frozen=True)
class Form:
    """The form of a network of Stockfish: the words in its file, and what it computes."""

    hash: int
    transformer: int
    stack: int
    hidden: int
    versions: tuple[str, ...]
    parts: str  # of the file: Leb or Raw, then Biases, Rows, Psqt, Threat rows, Pair rows
    word: int = 0x7AF32F20
    inputs: str = "half"
    threats: tuple[str, ...] = ()
    pairs: bool = False
    clip: int = 127
    shift: int = 7
    layers: tuple[int, int, int] = (16, 32, 32)  # outputs, inputs of the next layer, inputs of the last layer


LEB = "leb biases, leb rows, leb psqt"
LATE: dict[str, Any] = {"clip": 255, "shift": 9}
NEW: dict[str, Any] = LATE | {"word": 0x6A448AFA, "layers": (32, 64, 128)}
FORMS = {
    "stockfish-15.1": Form(0x1C102EF2, 0x7F2344B8, 0x63336A4A, 1024, ("15.1",), "raw biases, raw rows, raw psqt"),
    "stockfish-16": Form(0x1C102B72, 0x7F2340B8, 0x63336BCA, 1536, ("16",), LEB),
    "stockfish-16.1": Form(0x1C103072, 0x7F2358B8, 0x633368CA, 2560, ("16.1",), LEB),
    "stockfish-17": Form(0x1C1020F2, 0x7F2354B8, 0x6333744A, 3072, ("17.1", "17"), LEB),
    "stockfish-small": Form(0x1C103C92, 0x7F234DB8, 0x6333712A, 128, ("18", "17.1", "17", "16.1"), LEB),
    "stockfish-17.1-lite": Form(0x1C103EB2, 0x7F234EB8, 0x6333700A, 256, ("18", "17.1"), LEB),
    "stockfish-18": Form(
        0xEC102EF2, 0x8F2344B8, 0x63336A4A, 1024, ("18",),
        "leb biases, raw threats, leb rows, leb threat psqt+psqt", threats=THREATS_18, **LATE,
    ),
    "stockfish-19": Form(
        0xA85B2205, 0xCB685313, 0x63337116, 1024, ("19",),
        "leb biases, raw threats, leb threat psqt, raw pairs, leb pair psqt, leb rows, leb psqt",
        threats=THREATS_19, pairs=True, **NEW,
    ),
    "stockfish-19-lite": Form(0x0C1035AE, 0x6F2344B8, 0x63337116, 1024, ("19",), LEB, inputs="simple", **NEW),
}  # fmt: skip

STEPS = {
    1: [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)],
    2: [(-1, -1), (-1, 1), (1, -1), (1, 1)],
    3: [(-1, 0), (1, 0), (0, -1), (0, 1)],
}
STEPS[4] = STEPS[5] = STEPS[2] + STEPS[3]


def attacked(kind: int, up: bool, square: int, occupied: frozenset[int] = frozenset()) -> list[int]:
    """Return the squares that a piece attacks, in ascending order."""
    steps = [(1, -1), (1, 1)] if up else [(-1, -1), (-1, 1)]
    found = []
    for rank_step, file_step in steps if kind == 0 else STEPS[kind]:
        rank, file = square // 8 + rank_step, square % 8 + file_step
        while 0 <= rank < 8 and 0 <= file < 8:
            found.append(8 * rank + file)
            if kind in (0, 1, 5) or 8 * rank + file in occupied:
                break
            rank, file = rank + rank_step, file + file_step
    return sorted(found)


@cache
def offsets(kind: int, up: bool) -> list[int]:
    """For each square, the number of attacks on an empty board from lower squares; and the total."""
    counts = [0 if kind == 0 and square // 8 in (0, 7) else len(attacked(kind, up, square)) for square in range(64)]
    return [sum(counts[:square]) for square in range(65)]


def threat_rows(lists: tuple[str, ...]) -> int:
    return sum(4 * len(targets) * offsets(kind, True)[64] for kind, targets in enumerate(lists))


class Stockfish:
    """A network of Stockfish: its definition in Python and NumPy, independent of the C++ code.

    Rows are stored for a subset of the columns of the first layer; they are 0 in the others.
    """

    form: Form
    columns: Any
    biases: Any
    rows: dict[str, Any]  # "rows", "threats" and "pairs": (rows, columns)
    psqt: dict[str, Any]  # the same names: (rows, 8)
    stacks: list[list[Any]]

    @classmethod
    def read(cls, path: Path) -> Stockfish:
        """Read a file of Stockfish 15.1."""
        network = cls()
        network.form = FORMS["stockfish-15.1"]
        network.columns = slice(None)
        data = path.read_bytes()
        at = 12 + int.from_bytes(data[8:12], "little")

        def take(dtype: str, *shape: int) -> Any:
            nonlocal at
            array = np.frombuffer(data, dtype, int(np.prod(shape)), at).reshape(shape)
            at += array.nbytes
            return array

        take("<u4", 1)
        network.biases = take("<i2", 1024)
        network.rows, network.psqt = {"rows": take("<i2", 22528, 1024)}, {"rows": take("<i4", 22528, 8)}
        network.stacks = []
        for _ in range(8):
            take("<u4", 1)
            shapes = (("<i4", 16), ("<i1", 16, 1024), ("<i4", 32), ("<i1", 32, 32), ("<i4", 1), ("<i1", 1, 32))
            network.stacks.append([take(dtype, *shape) for dtype, *shape in shapes])
        assert at == len(data)
        return network

    @classmethod
    def random(cls, name: str, seed: int, columns: int = 32) -> Stockfish:
        """Return random numbers that are small enough for not all sums to be clamped."""
        network, rng = cls(), np.random.default_rng(seed)
        form = network.form = FORMS[name]

        def integers(most: int, dtype: str, *shape: int) -> Any:
            return rng.integers(-most, most + 1, shape, dtype)

        half = form.hidden // 2
        first = rng.choice(half, columns // 2, replace=False)
        network.columns = np.sort(np.concatenate([first, first + half]))
        network.biases = integers(form.clip * 2, "<i2", form.hidden)
        counts = {"rows": 768 if form.inputs == "simple" else 22528}
        if form.threats:
            counts["threats"] = threat_rows(form.threats)
        if form.pairs:
            counts["pairs"] = 96 * 95 // 2
        network.rows = {
            name: integers(60, "<i2" if name == "rows" else "<i1", count, columns) for name, count in counts.items()
        }
        network.psqt = {name: integers(20_000, "<i4", count, 8) for name, count in counts.items()}
        a, b, c = form.layers
        network.stacks = []
        for _ in range(8):
            w0 = integers(127, "<i1", a, form.hidden)
            w0[:, rng.random(form.hidden) > 200 / form.hidden] = 0
            w0[:, network.columns % half] = integers(127, "<i1", a, columns)
            b0, b1, b2 = integers(9000, "<i4", a), integers(9000, "<i4", 32), integers(9000, "<i4", 1)
            network.stacks.append([b0, w0, b1, integers(127, "<i1", 32, b), b2, integers(127, "<i1", 1, c)])
        return network

    def file(self, description: bytes = b"random") -> bytes:
        """Return the network in Stockfish's format."""
        form = self.form
        numbers = (form.word, form.hash, len(description))
        data = [b"".join(n.to_bytes(4, "little") for n in numbers), description, form.transformer.to_bytes(4, "little")]
        for part in form.parts.split(", "):
            encoding, names = part.split(" ", 1)
            body = b"".join(self._array(name, encoding) for name in names.split("+"))
            if encoding == "leb":
                body = b"COMPRESSED_LEB128" + len(body).to_bytes(4, "little") + body
            data.append(body)
        for stack in self.stacks:
            data.append(form.stack.to_bytes(4, "little") + b"".join(array.tobytes() for array in stack))
        return b"".join(data)

    def _array(self, name: str, encoding: str) -> bytes:
        if name == "biases":
            return leb128(self.biases) if encoding == "leb" else self.biases.tobytes()
        if name.endswith("psqt"):
            psqt = self.psqt[{"psqt": "rows", "threat psqt": "threats", "pair psqt": "pairs"}[name]]
            return leb128(psqt) if encoding == "leb" else psqt.tobytes()
        rows = self.rows[name]
        if encoding == "leb":  # numbers from -64 to 63 have one byte each
            compressed = np.zeros((len(rows), self.form.hidden), np.uint8)
            compressed[:, self.columns] = rows & 0x7F
            return compressed.tobytes()
        whole = np.zeros((len(rows), self.form.hidden), rows.dtype)
        whole[:, self.columns] = rows
        return whole.tobytes()

    def features(self, board: Board, us: bool) -> dict[str, list[int]]:
        king = board.king(us)
        assert king is not None
        king ^= 0 if us else 56
        pieces = [(square ^ (0 if us else 56), color == us, kind) for square, color, kind in pieces_of(board)]
        high = 7 if king % 8 < 4 else 0  # mirrors files so that the own king is on files e to h
        low = 7 - high
        bucket = (7 - king // 8) * 4 + (7 - (king ^ high) % 8)
        found = {"rows": [704 * bucket + (640 if kind == 5 else 128 * kind + 64 * (not own)) + (square ^ high)
                          for square, own, kind in pieces]}  # fmt: skip
        if self.form.inputs == "simple":
            found["rows"] = [(0 if own else 384) + 64 * kind + (square ^ high) for square, own, kind in pieces]
        oriented = {square ^ low: (own, kind) for square, own, kind in pieces}
        if self.form.threats:
            found["threats"] = list(self._threats(oriented))
        if self.form.pairs:
            found["pairs"] = list(self._pairs(oriented))
        return found

    def _threats(self, pieces: dict[int, tuple[bool, int]]) -> Iterator[int]:
        occupied = frozenset(pieces)
        for start, (own, kind) in pieces.items():
            first = 0  # of the block of this attacker
            for other_own in (True, False):
                for other_kind in range(6):
                    if (other_own, other_kind) == (own, kind):
                        break
                    first += 2 * len(self.form.threats[other_kind]) * offsets(other_kind, True)[64]
                else:
                    continue
                break
            targets, total = self.form.threats[kind], offsets(kind, own)[64]
            for to in attacked(kind, own, start, occupied):
                if to not in pieces:
                    continue
                own_target, target = pieces[to]
                letter = "PNBRQK"[target]
                if letter not in targets:
                    continue
                if target == kind and start < to and not (kind == 0 and own == own_target):
                    continue
                number = targets.index(letter) + (0 if own_target else len(targets))
                rank = attacked(kind, own, start).index(to)
                yield first + number * total + offsets(kind, own)[start] + rank

    def _pairs(self, pieces: dict[int, tuple[bool, int]]) -> Iterator[int]:
        pawns = [(square, own) for square, (own, kind) in pieces.items() if kind == 0]
        for (a, own_a), (b, own_b) in combinations(pawns, 2):
            if abs(a % 8 - b % 8) <= 1:
                low, high = sorted(((0 if own_a else 48) + a - 8, (0 if own_b else 48) + b - 8))
                yield high * (high - 1) // 2 + low

    def raw(self, boards: list[Board]) -> tuple[Any, Any, Any]:
        """Return each position's bucket, and psqt and positional of all buckets: integers, (n,), (n, 8) and (n, 8)."""
        form, half = self.form, self.form.hidden // 2
        psqt, inputs = np.empty((len(boards), 8), np.int64), np.empty((len(boards), form.hidden))
        for i, board in enumerate(boards):
            sums = []
            for k, us in enumerate((board.turn, not board.turn)):
                values, total = self.biases.astype(np.int64), np.zeros(8, np.int64)
                for name, rows in self.features(board, us).items():
                    values[self.columns] += self.rows[name][rows].sum(0, dtype=np.int64)
                    total += self.psqt[name][rows].sum(0, dtype=np.int64)
                clamped = np.clip(values.astype(np.int16), 0, form.clip).astype(np.int64)
                inputs[i, half * k : half * (k + 1)] = clamped[:half] * clamped[half:] // 2**form.shift
                sums.append(total)
            psqt[i] = np.trunc((sums[0] - sums[1]) / 2)
        positional = np.stack([self._last_layers(stack, inputs) for stack in self.stacks], axis=1)
        buckets = np.array([(len(board.piece_map()) - 1) // 4 for board in boards])
        return buckets, psqt, positional

    def _last_layers(self, stack: list[Any], inputs: Any) -> Any:
        # Integers in float64, which represents all sums exactly.
        b0, w0, b1, w1, b2, w2 = (array.astype(np.float64) for array in stack)
        y = inputs @ w0.T + b0
        if self.form.layers[0] == 16:
            squares, linear = np.minimum(127, y[:, :15] ** 2 // 2**19), np.clip(y[:, :15] // 64, 0, 127)
            h = np.clip((np.hstack([squares, linear]) @ w1[:, :30].T + b1) // 64, 0, 127)
            return ((h @ w2.T + b2)[:, 0] + np.trunc(y[:, 15] * 9600 / 8128)).astype(np.int64)
        z = np.hstack([np.minimum(127, y**2 // 2**21), np.clip(y // 128, 0, 127)])
        g = z @ w1.T + b1
        u = np.hstack([np.minimum(127, g**2 // 2**19), np.clip(g // 64, 0, 127)])
        total = (np.hstack([z, u]) @ w2.T + b2)[:, 0] + y[:, 30] - y[:, 31]
        return np.trunc(total * 9600 / 16384).astype(np.int64)


def leb128(array: Any) -> bytes:
    """Return integers as signed LEB128."""
    data = bytearray()
    for value in array.ravel().tolist():
        while not -64 <= value < 64:
            data.append(value & 0x7F | 0x80)
            value >>= 7
        data.append(value & 0x7F)
    return bytes(data)


def centipawns(psqt: int, positional: int) -> int:
    """Return the evaluation of Stockfish 15.1's network for the side to move."""
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
