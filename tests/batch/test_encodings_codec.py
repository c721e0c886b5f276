"""Policy codecs, compared with test vectors, batches and decoding. test_codec_planes.py has their formulas."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from support.positions import encoding_vectors, random_boards

import bitrook.batch as bb
from bitrook import Board, Move

VECTORS = encoding_vectors()

COLUMNS = {
    "alphazero": "az4672_pgx",
    "openspiel": "openspiel4674",
    "pettingzoo": "pettingzoo4672",
    "lc0": "lc0_1858",
    "deepmind": "deepmind1968",
}
SIZES = {
    "alphazero": 4672,
    "pgx": 4672,
    "openspiel": 4674,
    "pettingzoo": 4672,
    "lc0": 1858,
    "deepmind": 1968,
    "maia2": 1880,
    "maia3": 4352,
    "lc0_attention": 4288,
    "rookforge": 4672,
}


@pytest.mark.parametrize("name", COLUMNS)
def test_vectors(name: str) -> None:
    codec = bb.codec(name)
    for position in VECTORS.values():
        board = Board(position["fen"])
        numbers = {uci: move[COLUMNS[name]] for uci, move in position["moves"].items()}
        assert {uci: codec.encode(board, uci) for uci in numbers} == numbers
        assert {codec.decode(board, number).uci() for number in numbers.values()} == numbers.keys()
        assert sorted(np.flatnonzero(codec.legal_mask(board))) == sorted(numbers.values())


@pytest.mark.parametrize("name", SIZES)
def test_sizes_and_lists(name: str) -> None:
    codec = bb.codec(name)
    assert (codec.size, len(codec), len(codec.moves)) == (SIZES[name],) * 3
    listed = [uci for uci in codec.moves if uci]
    assert len(set(listed)) == len(listed) - 2 * (name == "openspiel")  # it lists castling also as king moves
    assert pickle.loads(pickle.dumps(codec)) == codec


# --- Batches.


@pytest.mark.parametrize("chess960", [False, True])
@pytest.mark.parametrize("name", SIZES)
def test_batches_of_legal_moves(name: str, chess960: bool) -> None:
    codec = bb.codec(name)
    boards = random_boards(250, seed=2, chess960=chess960)
    legal = [list(board.legal_moves) for board in boards]
    moves = np.array([move.word for list_ in legal for move in list_], np.uint16).view(np.int16)
    offsets = np.cumsum([0, *map(len, legal)]).astype(np.int32)
    numbers = codec.encode(boards, moves, offsets=offsets)
    assert numbers.dtype == np.int32 and (numbers >= 0).all() and (numbers < codec.size).all()
    assert (codec.decode(boards, numbers, offsets=offsets) == moves).all()
    assert (codec.decode(boards, numbers.astype(np.int16), offsets=offsets, threads=2) == moves).all()

    mask = codec.legal_mask(boards)
    assert mask.shape == (len(boards), codec.size) and mask.dtype == np.uint8
    for i, row in enumerate(mask):
        assert sorted(np.flatnonzero(row)) == sorted(numbers[offsets[i] : offsets[i + 1]])
    words = codec.legal_mask(boards, packed=True, threads=2)
    bits = np.unpackbits(words.view(np.uint8), axis=1, bitorder="little")[:, : codec.size]
    assert (bits == mask).all()

    packed = np.array([np.frombuffer(board.packed(), np.uint8) for board in boards])
    if not chess960:
        assert (codec.encode(packed, moves, offsets=offsets) == numbers).all()
        assert (codec.legal_mask(packed) == mask).all()
        assert (codec.encode([board.fen() for board in boards], moves, offsets=offsets) == numbers).all()


def test_castling_has_one_number_in_either_encoding() -> None:
    board = Board("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1")
    for name in SIZES:
        codec = bb.codec(name)
        for two_squares, takes_rook in (("e8g8", "e8h8"), ("e8c8", "e8a8")):
            number = codec.encode(board, two_squares)
            assert codec.encode(board, takes_rook) == number
            assert codec.decode(board, number).uci() == two_squares
            words = codec.decode([board] * codec.size, range(codec.size), strict=False)
            decoded = [Move.from_word(int(word) & 0xFFFF).uci() for word in words]
            assert (decoded.count(two_squares), decoded.count(takes_rook)) == (1, 0)
    assert [bb.codec("openspiel").encode(board, uci) for uci in ("e8c8", "e8g8")] == [4672, 4673]


def test_promotions_without_a_piece() -> None:
    board = Board("1n5k/P7/8/8/8/8/7p/K5N1 b - - 0 1")
    for name, piece in (("alphazero", "q"), ("openspiel", "q"), ("pettingzoo", "q"), ("lc0", "n")):
        codec = bb.codec(name)
        number = codec.encode(board, "h2h1")
        assert codec.encode(board, "h2h1" + piece) == number
        assert codec.decode(board, number).uci() == "h2h1" + piece


def test_one_board() -> None:
    codec = bb.codec("alphazero")
    board = Board()
    assert codec.encode(board, "e2e4") == codec.encode(board, Move.from_uci("e2e4")) == 2426
    assert codec.encode(board, ["e2e4", "g1f3"]).tolist() == [2426, 3572]
    assert codec.encode(board.fen(), "e2e4") == 2426
    assert codec.decode(board, 2426) == Move.from_uci("e2e4")
    assert codec.decode(board, [2426]).tolist() == [1804]
    assert codec.legal_mask(board).shape == (4672,)


def test_no_boards() -> None:
    codec = bb.codec("lc0")
    assert codec.encode([], []).shape == (0,)
    assert codec.legal_mask([]).shape == (0, 1858)
    assert codec.legal_mask(np.empty((0, 24), np.uint8), packed=True).shape == (0, 30)


def test_outputs_of_the_caller() -> None:
    codec = bb.codec("lc0")
    boards = [Board(), Board()]
    for dtype in (np.int16, np.int32, np.int64):
        out = np.empty(2, dtype)
        assert codec.encode(boards, ["e2e4", "d2d4"], out=out) is out
        assert out.tolist() == [322, 293]
    mask = np.ones((2, 1858), bool)
    assert codec.legal_mask(boards, out=mask) is mask
    assert mask.sum() == 40
    row = bytearray(1858)
    codec.legal_mask(Board(), out=row)
    assert sum(row) == 20
    words = np.empty(2, np.int16)
    assert codec.decode(boards, [322, 293], out=words) is words
    assert words.tolist() == [1804, 1739]


Call = Callable[[bb.Codec], Any]
ERRORS: list[tuple[Call, type[Exception], str]] = [
    (
        lambda c: c.encode([Board()] * 2, ["e2e4", "a1b4"]),
        ValueError,
        r"moves\[1\], a1b4, has no index in the codec lc0",
    ),
    (lambda c: c.encode([Board()] * 2, ["e2e4"]), ValueError, "one move for each of 2 boards, not 1"),
    (lambda c: c.encode([Board()], "e2e4", offsets=np.array([0, 2], np.int32)), ValueError, "offsets must rise from 0"),
    (
        lambda c: c.encode([Board()], "e2e4", offsets=np.array([0], np.int32)),
        ValueError,
        r"offsets must have the shape \(2,\)",
    ),
    (lambda c: c.encode([Board()], [1.5]), TypeError, "moves must be Moves"),
    (lambda c: c.encode([Board()], "e2e4", out=np.empty(1, np.float32)), TypeError, "out must be int16"),
    (lambda c: c.encode([Board()], "e2e4", out=np.empty(2, np.int32)), ValueError, r"out must have the shape \(1,\)"),
    (lambda c: c.decode([Board()] * 2, [0, 1858]), ValueError, r"indices\[1\], 1858, is not a move of the codec lc0"),
    (lambda c: c.decode([Board()], [-1]), ValueError, r"indices\[0\], -1, is not a move"),
    (lambda c: c.decode([Board()], np.array([np.nan])), TypeError, "indices must be integers, not float64"),
    (lambda c: c.legal_mask([Board()], out=np.empty((1, 1857), np.uint8)), ValueError, r"shape \(1, 1858\)"),
    (
        lambda c: c.legal_mask([Board()], out=np.empty((1, 3716), np.uint8)[:, ::2]),
        ValueError,
        "out must be C-contiguous",
    ),
    (lambda c: c.legal_mask([Board()], out=bytes(1858)), ValueError, r"shape \(1, 1858\)"),
    (lambda c: c.legal_mask(Board(), out=bytes(1858)), ValueError, "out must be writable"),
    (lambda c: c.legal_mask([Board(), None]), TypeError, r"boards\[1\] must be a Board"),  # type: ignore[list-item]
    (lambda c: c.legal_mask(np.zeros((1, 25), np.uint8)), ValueError, r"boards must be uint8 of the shape \(24,\)"),
    (
        lambda c: c.legal_mask(np.full((3, 24), 255, np.uint8)),
        ValueError,
        r"boards\[0\] is not a position: more than 32",
    ),
    (lambda c: c.legal_mask([Board()], threads=0), ValueError, "threads must be an int from 1 to 1024"),
    (lambda c: bb.codec("chess"), ValueError, "name must be one of alphazero, pgx"),
]


@pytest.mark.parametrize(("call", "error", "message"), ERRORS)
def test_errors(call: Call, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        call(bb.codec("lc0"))


def test_numbers_that_are_no_moves_can_be_kept() -> None:
    codec = bb.codec("alphazero")
    assert codec.encode([Board()] * 2, ["a1b4", "e2e4"], strict=False).tolist() == [-1, 2426]
    assert codec.decode([Board()] * 3, [-1, 2426, 1 << 40], strict=False).tolist() == [0, 1804, 0]
