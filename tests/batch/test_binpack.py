"""Binpack files, compared with a slow reference implementation: valid, truncated, damaged and random ones."""

from __future__ import annotations

import io
import random
import struct
from collections.abc import Callable, Iterator

import chess
import numpy as np
import pytest
from support import slow_binpack
from support.slow_binpack import Entry

import bitrook.batch as bb
from bitrook import Board

STARTS = [
    chess.STARTING_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w Kq - 12 40",
    "r3k2r/8/8/8/8/8/8/R3K2R b Qk - 3 9",
    "r3k2r/8/8/8/8/8/8/R3K2R b kq - 0 1",
    "1n2k1n1/P1P2P1P/8/8/8/8/p1p2p1p/1N2K1N1 b - - 0 77",
    "4k3/1p1p1p1p/8/P1P1P1P1/p1p1p1p1/8/1P1P1P1P/4K3 w - - 0 1",
    "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",
    "4k3/8/8/8/8/8/8/4K2Q w - - 99 8191",
    "k7/8/8/8/8/8/7p/K7 b - - 0 1",
    "QQQQkQQQ/8/8/8/8/8/8/K7 b - - 0 1",
]


def random_entries(n: int, seed: int) -> Iterator[Entry]:
    """Yield positions from random games with more special moves than in real games, and with scores of all sizes."""
    rng = random.Random(seed)
    for _ in range(n):
        board = chess.Board(rng.choice(STARTS))
        result, size = rng.choice((-1, 0, 1)), rng.choice((3, 100, 3000, 32767))
        for _ in range(rng.randrange(1, 60)):
            moves = list(board.legal_moves)
            if not moves or board.ply() > 16383:
                break
            special = [m for m in moves if m.promotion or board.is_castling(m) or board.is_en_passant(m)]
            move = rng.choice(special if special and rng.random() < 0.5 else moves)
            sign = 1 if board.turn else -1
            yield Entry(board.copy(stack=False), move, rng.randint(-size, size), sign * result)
            if rng.random() < 0.02:  # the game continues from a different position
                move = rng.choice(moves)
            if rng.random() < 0.02:
                result = rng.choice((-1, 0, 1))
            board.push(move)


def columns(entries: list[Entry]) -> bb.Positions:
    rows = []
    for e in entries:
        sign = 1 if e.board.turn else -1
        word = e.move.from_square | e.move.to_square << 6 | (e.move.promotion or 0) << 12
        rows.append((word, sign * e.score, sign * e.result, e.board.halfmove_clock, e.board.fullmove_number))
    packed = b"".join(Board(e.board.fen()).packed() for e in entries)
    return bb.Positions.of(np.frombuffer(packed, np.uint8).reshape(-1, 24), *np.array(rows).reshape(-1, 5).T)


def written(batches: bb.Positions | list[bb.Positions]) -> bytes:
    file = io.BytesIO()
    bb.write_positions(file, batches, "binpack")
    return file.getvalue()


def read(data: bytes, **options: int) -> bb.Positions:
    return bb.Positions.concatenate(bb.read_positions(data, "binpack", **options))


def assert_equal(a: bb.Positions, b: bb.Positions) -> None:
    for one, other in zip(a, b, strict=True):
        np.testing.assert_array_equal(one, other)


ENTRIES = list(random_entries(60, seed=5))
BATCH = columns(ENTRIES)
DATA = written(BATCH)


def test_the_slow_definition_agrees_with_the_description() -> None:
    # https://github.com/Sopel97/chess_pos_db/blob/master/docs/bcgn/variable_length.md
    assert slow_binpack.move_bits(chess.Board(), chess.Move.from_uci("e2e4")) == "11001"
    assert [slow_binpack.fold(n) for n in (0, -1, 1, -2, 32767, -32767)] == [0, 1, 2, 3, 65534, 65533]
    assert all(slow_binpack.unfold(slow_binpack.fold(n)) == n for n in range(-32768, 32768))
    assert slow_binpack.number_bits(0x123) == "10011" + "10010" + "00001"


def test_writing_is_that_of_the_slow_definition() -> None:
    assert DATA == slow_binpack.encode(ENTRIES)
    kinds = {(bool(e.move.promotion), e.board.is_castling(e.move), e.board.is_en_passant(e.move)) for e in ENTRIES}
    assert len(kinds) == 4


def test_reading_is_that_of_the_slow_definition() -> None:
    assert_equal(read(DATA), columns(list(slow_binpack.decode(DATA))))
    assert_equal(read(DATA), BATCH)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 103))
def test_many_games(seed: int) -> None:
    entries = list(random_entries(200, seed))
    batch = columns(entries)
    data = written(batch)
    assert data == slow_binpack.encode(entries)
    assert_equal(read(data), batch)
    assert_equal(columns(list(slow_binpack.decode(data))), batch)


def test_a_game_may_go_on_in_the_next_batch() -> None:
    for size in (1, 7, 100):
        parts = [BATCH.take(slice(i, i + size)) for i in range(0, len(ENTRIES), size)]
        assert written(parts) == DATA


@pytest.mark.parametrize("size", [1, 7, 1000])
def test_blocks_of_any_size(size: int) -> None:
    class Slow(io.BytesIO):
        def read(self, _: int | None = -1) -> bytes:
            return super().read(size)

    batches = list(bb.read_positions(Slow(DATA), "binpack", batch_size=64))
    assert {len(batch.positions) for batch in batches[:-1]} == {64}
    assert_equal(bb.Positions.concatenate(batches), BATCH)


def test_chunks() -> None:
    alone = [entry for entry in ENTRIES if entry.board.turn][:8]
    entries = [alone[i % 8] for i in range(70_000)]  # none follows from the previous one, so each takes 34 bytes
    batch = columns(alone).take(np.arange(70_000) % 8)
    data = written(batch)
    parts = [slow_binpack.encode([entry])[8:] for entry in alone]
    chunk = -(-(1 << 20) // 34)
    expected = b""
    for i in range(0, len(entries), chunk):
        chains = b"".join(parts[k % 8] for k in range(i, min(i + chunk, len(entries))))
        expected += b"BINP" + struct.pack("<I", len(chains)) + chains
    assert data == expected
    assert_equal(read(data), batch)
    assert_equal(read(b"BINP\0\0\0\0" + data + b"BINP\0\0\0\0"), batch)  # empty chunks


def test_positions_without_a_move_stand_alone() -> None:
    batch = BATCH._replace(moves=np.where(np.arange(len(ENTRIES)) % 5 == 4, 0, BATCH.moves).astype(np.int16))
    entries = [e._replace(move=chess.Move.null()) if i % 5 == 4 else e for i, e in enumerate(ENTRIES)]
    data = written(batch)
    assert data == slow_binpack.encode(entries)
    assert_equal(read(data), batch)


def test_the_move_number_is_that_of_the_ply() -> None:
    data = bytearray(DATA[:42])
    data[4:8] = struct.pack("<I", 34)
    data[40:42] = bytes(2)
    for ply, fullmove in ((0, 1), (1, 1), (2, 2), (3, 2), (16383, 8192)):
        data[36:38] = struct.pack(">H", ply)
        batch = read(bytes(data))
        white = batch.turns[0]
        assert batch.fullmove_numbers[0] == (fullmove if white else (max(ply, 1) - 1) // 2 + 1)
        assert batch.plies[0] in (ply, ply - 1, ply + 1) and batch.plies[0] % 2 == (not white)


def cut(data: bytes) -> tuple[int, str]:
    """Return the number of positions that are read, and the error."""
    count = 0
    try:
        for batch in bb.read_positions(data, "binpack", batch_size=3):
            count += len(batch.positions)
    except ValueError as error:
        return count, str(error)
    return count, ""


def test_files_that_are_cut_off() -> None:
    counts = []
    for end in range(1500):
        count, error = cut(DATA[:end])
        counts.append(count)
        assert ("source, at byte" in error and "the file is cut off" in error) or end == 0
    assert counts == sorted(counts) and counts[-1] > 300


HEADER, FIRST = DATA[:8], DATA[8:42]


def chunk(data: bytes) -> bytes:
    return b"BINP" + struct.pack("<I", len(data)) + data


def changed(place: int, new: bytes) -> bytes:
    first = bytearray(slow_binpack.entry_bytes(Entry(chess.Board(), chess.Move.from_uci("e2e4"), 0, 0)) + bytes(2))
    first[place : place + len(new)] = new
    return bytes(first)


ERRORS: list[tuple[Callable[[], object], str]] = [
    (lambda: read(b"BINQ\0\0\0\0"), "at byte 0: a chunk does not begin with BINP"),
    (lambda: read(b"BINP\1\0\x40\x06"), "at byte 0: a chunk is larger than 100 MiB"),
    (lambda: read(chunk(bytes(33))), "at byte 8: the chunk ends within an entry"),
    (lambda: read(chunk(changed(0, b"") + b"x")), "at byte 42: the chunk ends within an entry"),
    (lambda: read(chunk(bytes(34))), "at byte 8: a side does not have exactly one king"),
    (lambda: read(chunk(changed(0, b"\xff" * 8))), "at byte 8: more than 32 pieces"),
    (lambda: read(chunk(changed(24, b"\x05\x05"))), "at byte 8: a move is illegal"),
    (lambda: read(chunk(changed(28, b"\xc0\0"))), "at byte 8: the result is not -1, 0 or 1"),
    (
        lambda: read(chunk(changed(24, bytes(2))[:32] + b"\0\1" + bytes(9))),
        "at byte 8: an entry without a move is followed by others",
    ),
    (lambda: read(chunk(changed(32, b"\0\1"))), "at byte 42: the entries extend past the end of the chunk"),
    (lambda: read(chunk(changed(32, b"\0\1") + b"\x80\0\0")), "at byte 42: the encoded move does not exist"),
    (lambda: read(chunk(changed(32, b"\0\1") + b"\x07\xff\xff\xff")), "at byte 42: a score has more than 16 bits"),
    (lambda: written(columns(ENTRIES[:1])._replace(moves=np.array([65], np.int16))), "its move is illegal"),
    (
        lambda: written(columns([Entry(chess.Board("4k3/8/8/8/8/8/8/K7 w - - 0 8193"), chess.Move.null(), 0, 0)])),
        "its move number is above 8192",
    ),
    (
        lambda: written(bb.Positions.of([list(Board.from_chess960_pos(0).packed())])),
        r"positions\[0\] cannot be written: it has castling rights of Chess960",
    ),
]


@pytest.mark.parametrize(("call", "message"), ERRORS)
def test_errors(call: Callable[[], object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()


def test_what_was_written_before_an_error_is_a_file() -> None:
    file = io.BytesIO()
    moves = BATCH.moves.copy()
    moves[250] = 65
    parts = [BATCH.take(slice(100)), BATCH._replace(moves=moves).take(slice(100, None))]
    with pytest.raises(ValueError, match=r"positions\[150\] of a batch, after 100 positions, cannot be written"):
        bb.write_positions(file, parts, "binpack")
    assert_equal(read(file.getvalue()), BATCH.take(slice(250)))


def damaged(rng: random.Random, data: bytes) -> bytes:
    changed = bytearray(data)
    for _ in range(rng.randrange(1, 8)):
        changed[rng.randrange(8, len(changed))] = rng.randrange(256)
    return bytes(changed)


def test_damaged_files() -> None:
    """Any bytes are either read or rejected with a ValueError, and whatever is read can be written."""
    rng = random.Random(4)
    for _ in range(300):
        data = chunk(damaged(rng, DATA[:1200])[8:]) if rng.random() < 0.9 else rng.randbytes(200)
        batches = []
        try:
            for batch in bb.read_positions(data, "binpack"):
                batches.append(batch)
        except ValueError as error:
            assert "source, at byte" in str(error)
        batch = bb.Positions.concatenate(batches)
        assert_equal(read(written(batch)), batch)
