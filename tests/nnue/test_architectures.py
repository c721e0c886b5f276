"""Every architecture of Stockfish's networks: random networks, compared with their definition in Python and NumPy."""

from __future__ import annotations

import pickle
import random
import struct
import sys
from pathlib import Path

import numpy as np
import pytest
from support import children, positions
from support.slow_networks import FORMS, VERSIONS, Stockfish

from bitrook import Board, Move, Piece, search
from bitrook.batch import Boards
from bitrook.nnue import Network, load

FENS = positions.random_fens(40, seed=48)
# The others are the same code with other sizes.
DISTINCT = ["stockfish-15.1", "stockfish-small", "stockfish-18", "stockfish-19", "stockfish-19-lite"]


class Case:
    def __init__(self, name: str) -> None:
        self.slow = Stockfish.random(name, seed=len(name))
        self.file = self.slow.file()
        self.network = Network.from_bytes(self.file)
        self.version = VERSIONS[self.slow.form.versions[0]]

    def expected(self, boards: list[Board]) -> list[tuple[int, int, list[int], list[int]]]:
        """Return the bucket, the value in internal units, psqt and positional of each board."""
        buckets, psqt, positional = self.slow.raw(boards)
        return [
            (int(b), self.version.internal(int(p[b]), int(q[b])), p.tolist(), q.tolist())
            for b, p, q in zip(buckets, psqt, positional, strict=True)
        ]


@pytest.fixture(scope="module", params=FORMS)
def case(request: pytest.FixtureRequest) -> Case:
    return Case(request.param)


@pytest.fixture(scope="module", params=DISTINCT)
def distinct(request: pytest.FixtureRequest) -> Case:
    return Case(request.param)


def test_all_outputs(case: Case, request: pytest.FixtureRequest) -> None:
    boards = [Board(fen) for fen in FENS]
    expected = case.expected(boards)
    for board, (bucket, value, psqt, positional) in zip(boards, expected, strict=True):
        assert case.network.raw(board) == (bucket, tuple(psqt), tuple(positional)), board.fen()
        assert case.network.evaluate(board, unit="internal") == value, board.fen()
        cp = case.version.centipawns(psqt[bucket], positional[bucket], board)
        assert case.network.evaluate(board) == cp, board.fen()
    assert case.network.evaluate(Boards(boards), unit="internal").tolist() == [value for _, value, _, _ in expected]
    assert case.network.evaluate(Boards(boards), threads=2).tolist() == [case.network.evaluate(b) for b in boards]
    assert len({value for _, value, _, _ in expected}) > len(boards) // 2


def test_flipped_colors(case: Case) -> None:
    for fen in FENS:
        board = Board(fen)
        flipped = board.mirror()
        assert case.network.raw(board) == case.network.raw(flipped), fen
        assert case.network.evaluate(board) == case.network.evaluate(flipped), fen


def test_versions_define_the_units(case: Case) -> None:
    boards = [Board(fen) for fen in FENS[:10]]
    assert case.network.info["version"] == case.slow.form.versions[0]
    for version in case.slow.form.versions:
        network = Network.from_bytes(case.file, version=version)
        assert network.info["version"] == version
        for board, (bucket, _, psqt, positional) in zip(boards, case.expected(boards), strict=True):
            expected = VERSIONS[version].centipawns(psqt[bucket], positional[bucket], board)
            assert network.evaluate(board) == expected
            assert network.evaluate(board, unit="internal") == VERSIONS[version].internal(
                psqt[bucket], positional[bucket]
            )
        assert pickle.loads(pickle.dumps(network)).info["version"] == version
    with pytest.raises(ValueError, match=f"a network of Stockfish {', '.join(case.slow.form.versions)}, not 14"):
        Network.from_bytes(case.file, version="14")


def test_saved_networks_are_the_same(distinct: Case, tmp_path: Path) -> None:
    distinct.network.save(tmp_path / "network.brn")
    mapped = load(tmp_path / "network.brn")
    assert mapped.info == distinct.network.info | {"mapped": (tmp_path / "network.brn").stat().st_size >= 4 << 20}
    assert [mapped.raw(Board(fen)) for fen in FENS[:10]] == [distinct.network.raw(Board(fen)) for fen in FENS[:10]]
    assert mapped.info["description"] == "random"


def test_updates_equal_sums_from_scratch(distinct: Case) -> None:
    """Play random moves, including kings that cross the middle of the board, and unmake them."""
    rng, network = random.Random(48), distinct.network
    divide = distinct.version.internal
    for game in range(12):
        board = Board.from_chess960_pos(rng.randrange(960)) if game % 3 == 0 else Board(FENS[game])
        for _ in range(80):
            moves = board.list_legal_moves()
            if board.move_stack and rng.random() < 0.25:
                for _ in range(rng.randrange(1, min(len(board.move_stack), 6) + 1)):
                    board.pop()
            elif rng.random() < 0.05 and not board.is_check():
                board.push(Move.null())
            elif moves:
                kings = [m for m in moves if board.piece_type_at(m.from_square) == 6]
                special = [m for m in moves if board.is_castling(m) or board.is_en_passant(m) or m.promotion]
                board.push(rng.choice(special or (kings if kings and rng.random() < 0.3 else moves)))
            else:
                break
            if rng.random() < 0.7:
                raw = network.raw(board)
                expected = divide(raw.psqt[raw.bucket], raw.positional[raw.bucket])
                assert network.evaluate(board, unit="internal") == expected, board.fen()


def test_searches_evaluate_the_same(distinct: Case) -> None:
    for fen in FENS[:3]:
        native = search.Search(distinct.network).run(Board(fen), depth=3)
        called = search.Search(lambda board: distinct.network.evaluate(board)).run(Board(fen), depth=3)
        assert (native.lines, native.nodes) == (called.lines, called.nodes)


def test_crowded_boards() -> None:
    """Evaluate boards with more threats and pairs of pawns than any game reaches."""
    rng, case = random.Random(1), Case("stockfish-19")
    for pieces in ("QQQQRRBBNN", "PPPPPPPPQN", "PQ"):
        for _ in range(3):
            board = Board("4k3/8/8/8/8/8/8/4K3 w - - 0 1")
            for square in rng.sample(range(8, 56), 30):
                letter = rng.choice(pieces)
                board.set_piece_at(square, Piece.from_symbol(rng.choice((letter, letter.lower()))))
            quiet = [m for m in board.pseudo_legal_moves if not board.is_capture(m) and not m.promotion]
            for move in (None, *quiet[:2]):  # from one crowded board to the next
                if move:
                    board.push(move)
                ((bucket, value, psqt, positional),) = case.expected([board])
                assert case.network.raw(board) == (bucket, tuple(psqt), tuple(positional)), board.fen()
                assert case.network.evaluate(board, unit="internal") == value, board.fen()
                if move:
                    board.pop()


def test_pawns_on_the_first_rank_are_errors_with_threats() -> None:
    board = Board("4k3/8/8/8/8/8/8/P3K3 w - - 0 1")
    case = Case("stockfish-18")
    message = "cannot be evaluated: this network cannot evaluate pawns on the first or last rank"
    for call in (case.network.evaluate, case.network.raw):
        with pytest.raises(ValueError, match=f"board {message}"):
            call(board)
    with pytest.raises(ValueError, match=f"board 1 {message}"):
        case.network.evaluate(Boards([Board(), board]))
    with pytest.raises(ValueError, match=f"board {message}"):
        search.Search(case.network).run(board, depth=1)
    Case("stockfish-small").network.evaluate(board)


def test_unknown_units() -> None:
    network = Network.from_bytes(bytes(2 * (771 * 8 + 1)), hidden=8)
    assert network.evaluate(Board(), unit="internal") == 0
    with pytest.raises(ValueError, match="unit must be 'centipawns' or 'internal', not 'pawns'"):
        network.evaluate(Board(), unit="pawns")
    with pytest.raises(ValueError, match="not a Stockfish network, so version does not apply"):
        Network.from_bytes(bytes(2 * (771 * 8 + 1)), hidden=8, version="19")


def test_info_names_the_inputs(case: Case) -> None:
    info = case.network.info
    assert info["architecture"] in FORMS and info["hidden"] == case.slow.form.hidden
    rows = {"threats": "threats", "pawn pairs": "pairs", "HalfKAv2_hm": "rows", "pieces": "rows"}
    assert {rows[name]: count for name, count in info["inputs"].items()} == {
        name: len(array) for name, array in case.slow.rows.items()
    }
    assert info["title"] in case.network.architecture and f"-> {info['hidden']})x2" in case.network.architecture
    assert not {"qa", "qb", "scale", "activation"} & info.keys()


# ---- Damaged files.


@pytest.fixture(scope="module")
def small() -> bytes:
    return Stockfish.random("stockfish-19-lite", seed=1).file(b"")


def failure(data: bytes) -> str:
    with pytest.raises(ValueError) as error:
        Network.from_bytes(data)
    return str(error.value)


def test_truncated_and_padded_files(small: bytes) -> None:
    for size in [*range(4, 200), *range(200, len(small), 20_011), len(small) - 1]:
        assert "truncated Stockfish network: expected at least " in failure(small[:size]), size
    for extra in (b"\0", b"\0" * 64):
        expected = f"a damaged Stockfish network: expected {len(small)} bytes, got {len(small) + len(extra)}"
        assert failure(small + extra) == expected


def test_damaged_words(small: bytes) -> None:
    """Change each number that describes the file."""
    stack = 4 + 32 * 4 + 32 * 1024 + 32 * 4 + 32 * 64 + 4 + 128
    blocks = [i for i in range(len(small)) if small.startswith(b"COMPRESSED_LEB128", i)]
    assert blocks[0] == 16 and len(blocks) == 3
    offsets = {12: "expected 0x6F2344B8 at offset 12"}
    offsets |= {at: f"expected COMPRESSED_LEB128 at offset {at}" for at in blocks}
    offsets |= {
        len(small) - (8 - k) * stack: f"expected 0x63337116 at offset {len(small) - (8 - k) * stack}" for k in range(8)
    }
    for at, message in offsets.items():
        damaged = bytearray(small)
        damaged[at] ^= 1
        assert failure(bytes(damaged)) == f"a damaged Stockfish network: {message}"
    for at in blocks:
        for size in (0, 5, 0xFFFFFFFF):
            damaged = bytearray(small)
            struct.pack_into("<I", damaged, at + 17, size)
            assert "a damaged Stockfish network: expected the compressed size of" in failure(bytes(damaged))


def test_damaged_integers(small: bytes) -> None:
    at = 16 + 17 + 4
    size = int.from_bytes(small[at - 4 : at], "little")
    for damage, message in (
        (b"\xff" * 16, f"expected an integer of 16 bits at offset {at}"),
        (b"\x80\x80\x02", f"expected an integer of 16 bits at offset {at}"),  # 32768
    ):
        assert failure(small[:at] + damage + small[at + len(damage) :]) == f"a damaged Stockfish network: {message}"
    damaged = bytearray(small)
    damaged[at + size - 1] |= 0x80  # the last integer does not end
    assert "expected an integer of 16 bits at offset" in failure(bytes(damaged))
    # One integer too many, and one too few.
    one_more = small[: at - 4] + struct.pack("<I", size + 1) + small[at : at + size] + b"\0" + small[at + size :]
    assert (
        failure(one_more)
        == f"a damaged Stockfish network: expected the end of a compressed block at offset {at + size}"
    )
    one_less = small[: at - 4] + struct.pack("<I", size - 1) + small[at : at + size - 1] + small[at + size :]
    assert "expected an integer of 16 bits at offset" in failure(one_less)


@pytest.mark.parametrize("name", FORMS)
def test_a_header_alone_needs_no_memory(name: str) -> None:
    form = FORMS[name]
    data = struct.pack("<IIII", form.word, form.hash, 0, form.transformer)
    assert failure(data).startswith("a truncated Stockfish network: expected ")


@pytest.mark.parametrize("count", [66_864, 60_144, 60_720])
def test_development_networks_are_named(count: int) -> None:
    header = struct.pack("<IIII", 0x7AF32F20, 0xEC102EF2, 0, 0x8F2344B8)
    leb = b"COMPRESSED_LEB128" + struct.pack("<I", 1024) + bytes(1024)
    data = header + leb + bytes(count * 1024) + leb + bytes(60_000_000)
    message = f"a development network between Stockfish 18 and 19, with {count} threat features, which this version"
    assert message in failure(data)


@pytest.mark.parametrize("word", [0x7AF32F21, 0x6A448AFB, 0x12345678])
@pytest.mark.parametrize("size", [2 * (771 * 128 + 1), 64, 100_000])
def test_unknown_versions_are_no_plain_networks(word: int, size: int) -> None:
    plain = np.zeros(size // 2, np.int16).tobytes()
    description = b"Network trained with the trainer of the future"
    data = (struct.pack("<III", word, 0xABCDEF01, len(description)) + description + plain)[:size]
    message = failure(data)
    assert (
        f"a Stockfish network of version 0x{word:08X} with hash 0xABCDEF01, which this version does not support"
        in message
    )


def test_known_hashes_are_named() -> None:
    assert "(Stockfish 12 or 13), which this version does not" in failure(
        struct.pack("<III", 0x7AF32F16, 0x3E5AA6EE, 0)
    )


def test_peak_memory_of_loading(tmp_path: Path) -> None:
    """Compare the peak of a process that loads a large network with the size of the network."""
    if not sys.platform.startswith("linux"):
        pytest.skip("reads /proc")
    path = tmp_path / "network.nnue"
    path.write_bytes(Stockfish.random("stockfish-18", seed=1).file())
    code = (
        "import re, sys, bitrook\n"
        "def peak(): return int(re.search(r'VmHWM:\\s+(\\d+)', open('/proc/self/status').read())[1]) * 1024\n"
        "before = peak()\n"
        "network = bitrook.nnue.load(sys.argv[1])\n"
        "print((peak() - before) / network.info['bytes'])\n"
    )
    assert 0.9 < float(children.python("-c", code, str(path)).stdout) < 1.3
