"""One Board alone takes a path of its own through encodings and codecs; the results are those of a list."""

from __future__ import annotations

import numpy as np
import pytest

import bitrook.batch as bb
from bitrook import Board, Move

ONE_BOARD = [
    Board(), Board("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 3 9"),
    Board("8/2p5/3p4/KP5r/1R3pPk/8/4P3/8 b - g3 0 1"), Board("4k2r/6P1/8/8/8/8/1p6/R3K3 w Qk - 0 1"),
    Board.from_chess960_pos(5),
]  # fmt: skip
for _move in "e2e4 e7e5 g1f3 b8c6 f3g1 c6b8 g1f3 b8c6 f3g1 c6b8 e1e2 e8e7".split():
    ONE_BOARD[0].push_uci(_move)


@pytest.mark.parametrize("name", ["pieces", "alphazero", "openspiel", "pettingzoo", "maia2", "maia3", "lc0"])
def test_one_board_is_encoded_like_many(name: str) -> None:
    """A Board alone takes a path of its own."""
    coder = bb.encoding(name)
    for board in ONE_BOARD:
        for dtype in (np.float32, np.float16, np.uint8):
            expected = coder.encode([board], dtype=dtype)[0]
            found = coder.encode(board, dtype=dtype)
            assert found.dtype == expected.dtype and found.shape == expected.shape
            np.testing.assert_array_equal(found, expected)
            out = np.full(expected.shape, 7, dtype)
            assert coder.encode(board, out=out) is out
            np.testing.assert_array_equal(out, expected)
            row = np.full((3, *expected.shape), 7, dtype)[1]
            np.testing.assert_array_equal(coder.encode(board, out=row), expected)
        for layout in ("channels_first", "channels_last", "tokens"):
            expected = coder.encode([board], layout=layout)[0]
            np.testing.assert_array_equal(coder.encode(board, layout=layout), expected)
            unaligned = np.zeros(expected.nbytes + 1, np.uint8)[1:].view(np.float32).reshape(expected.shape)
            with pytest.raises(ValueError, match="aligned"):
                coder.encode(board, layout=layout, out=unaligned)
        np.testing.assert_array_equal(coder.encode(board, packed=True), coder.encode([board], packed=True)[0])
        np.testing.assert_array_equal(coder.encode(board.fen(), threads=2)[-1], coder.encode([board.fen()])[0][-1])


def test_arrays_for_one_board_that_do_not_fit() -> None:
    coder = bb.encoding("pieces")
    codec = bb.codec("lc0")
    readonly = np.zeros((12, 8, 8), np.float32)
    readonly.flags.writeable = False
    for out in (
        np.zeros((12, 8, 7), np.float32), np.zeros((1, 12, 8, 8), np.float32), np.zeros((12, 8, 8), np.float64),
        np.zeros((12, 8, 16), np.float32)[:, :, ::2], np.zeros((12, 8, 8), ">f4"), readonly,
    ):  # fmt: skip
        with pytest.raises((ValueError, TypeError), match="out must be|dtype must be"):
            coder.encode(Board(), out=out)
    for mask in (np.zeros(1857, np.uint8), np.zeros(1858, np.int16), np.zeros((1, 1858), np.uint8)):
        with pytest.raises(ValueError, match="out must be"):
            codec.legal_mask(Board(), out=mask)
    with pytest.raises(ValueError, match="layout must be"):
        coder.encode(Board(), layout="rows")
    with pytest.raises(TypeError, match="not understood"):
        coder.encode(Board(), dtype="no type")
    with pytest.raises(ValueError, match="threads must be an int"):
        coder.encode(Board(), threads=None)
    with pytest.raises(TypeError, match="encode\\(\\) .*'boards'"):
        coder.encode()
    with pytest.raises(ValueError, match="bool: the plane"):
        bb.encoding(["halfmove_clock"]).encode(Board(), out=np.zeros((1, 8, 8), bool))


@pytest.mark.parametrize("name", ["alphazero", "lc0", "openspiel", "pettingzoo", "deepmind"])
def test_moves_of_one_board_are_encoded_like_those_of_many(name: str) -> None:
    codec = bb.codec(name)
    for board in ONE_BOARD:
        mask = codec.legal_mask([board])[0]
        np.testing.assert_array_equal(codec.legal_mask(board), mask)
        for dtype in (np.uint8, bool):
            out = np.ones(len(codec), dtype)
            assert codec.legal_mask(board, out=out) is out
            np.testing.assert_array_equal(out, mask)
        moves = list(board.legal_moves)
        expected = codec.encode([board] * len(moves), moves)
        found = codec.encode(board, moves)
        assert found.dtype == np.int32 and type(codec.encode(board, moves[0])) is int
        np.testing.assert_array_equal(found, expected)
        np.testing.assert_array_equal(codec.encode(board, tuple(moves)), expected)
        for move, index in zip(moves, expected.tolist(), strict=True):
            assert codec.encode(board, move) == codec.encode(board, move.uci()) == index
            decoded = codec.decode([board], np.array([index]))[0]
            assert codec.decode(board, index).word == int(decoded) & 0xFFFF
    assert codec.encode(Board(), []).shape == (0,)
    wrong = Move.from_uci("a1b8")  # of no piece
    assert codec.encode(Board(), wrong, strict=False) == -1
    for given in (wrong, [Move.from_uci("e2e4"), wrong]):
        with pytest.raises(ValueError, match=f"a1b8, has no index in the codec {name}"):
            codec.encode(Board(), given)
    for index in (-1, len(codec)):
        with pytest.raises(ValueError, match=f"{index}, is not a move of the codec"):
            codec.decode(Board(), index)
