"""Files of positions: test vectors, slow readers for each format, and round trips."""

from __future__ import annotations

import io
import random
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import chess
import numpy as np
import pytest
from support.positions import encoding_vectors

import bitrook.batch as bb
from bitrook import Board, Move

VECTORS = encoding_vectors()

FORMATS = ["binpack", "packedsfen", "viriformat", "marlinformat", "bulletformat", "binary_fen"]


def games(n: int, seed: int) -> bb.Positions:
    """Return the positions of random games, in order, with moves and invented scores."""
    rng = random.Random(seed)
    rows: list[tuple[bytes, int, int, int, int, int]] = []
    for _ in range(n):
        board, result = Board(), rng.choice((-1, 0, 1))
        while not board.is_game_over() and board.ply() < 120:
            move = rng.choice(list(board.legal_moves))
            word = int(np.uint16(move.word).view(np.int16))
            clocks = board.halfmove_clock, board.fullmove_number
            rows.append((board.packed(), word, rng.randrange(-3000, 3000), result, *clocks))
            board.push(move)
    packed = np.frombuffer(b"".join(row[0] for row in rows), np.uint8).reshape(-1, 24)
    return bb.Positions.of(packed, *(np.array(column) for column in list(zip(*rows, strict=True))[1:]))


GAMES = games(12, seed=1)


def written(batch: bb.Positions, name: str) -> bytes:
    file = io.BytesIO()
    assert bb.write_positions(file, batch, name) == len(batch.positions)
    return file.getvalue()


def read(data: bytes, name: str, **options: Any) -> bb.Positions:
    batches = list(bb.read_positions(data, name, **options))
    return bb.Positions(*(np.concatenate(columns) for columns in zip(*batches, strict=True)))


def fens(batch: bb.Positions) -> list[str]:
    return [
        " ".join([*Board.from_packed(bytes(packed)).fen().split()[:4], str(half), str(full)])
        for packed, half, full in zip(batch.positions, batch.halfmove_clocks, batch.fullmove_numbers, strict=True)
    ]


def one(fen: str, **columns: int) -> bb.Positions:
    board = Board(fen)
    packed = np.frombuffer(board.packed(), np.uint8)[np.newaxis]
    clocks = {"halfmove_clocks": [board.halfmove_clock], "fullmove_numbers": [board.fullmove_number]}
    return bb.Positions.of(packed, **clocks, **{name: [value] for name, value in columns.items()})


@pytest.mark.parametrize("name", ["marlinformat", "viriformat"])
@pytest.mark.parametrize("clock", [255, 256, 300])
def test_large_clocks_are_capped(name: str, clock: int) -> None:
    batch = one(f"4k3/8/8/8/8/8/8/R3K3 w - - {clock} 400", moves=Move.from_uci("a1a2").word)
    assert read(written(batch, name), name).halfmove_clocks.tolist() == [255]


@pytest.mark.parametrize("name", VECTORS)
def test_vectors(name: str) -> None:
    vector = VECTORS[name]
    batch = one(vector["fen"])
    assert written(batch, "binary_fen").hex() == vector["binary_fen24"]
    assert written(batch, "marlinformat").hex() == vector["marlinformat32(score0,draw)"]
    assert written(batch, "packedsfen")[:32].hex() == vector["packedsfen32"]
    for text, format_ in (
        (vector["marlinformat32(score0,draw)"], "marlinformat"),
        (vector["packedsfen32"] + "00" * 8, "packedsfen"),
    ):
        assert fens(read(bytes.fromhex(text), format_)) == [vector["fen"]]


@pytest.mark.parametrize("name", FORMATS)
def test_written_and_read(name: str, tmp_path: Path) -> None:
    path = tmp_path / "positions"
    assert bb.write_positions(path, GAMES, name) == len(GAMES.positions)
    back = read(path.read_bytes(), name)
    again = list(bb.read_positions(path, name, batch_size=100))
    assert [len(batch.positions) for batch in again[:-1]] == [100] * (len(again) - 1)
    assert (np.concatenate([batch.positions for batch in again]) == back.positions).all()
    if name == "bulletformat":
        return
    assert (back.positions == GAMES.positions).all()
    if name == "binary_fen":
        return
    assert fens(back) == fens(GAMES)
    assert (back.scores == GAMES.scores).all() and (back.results == GAMES.results).all()
    assert (back.moves == (0 if name == "marlinformat" else GAMES.moves)).all()


def test_bulletformat() -> None:
    data = written(GAMES, "bulletformat")
    for i, fen in enumerate(fens(GAMES)):
        board = chess.Board(fen)
        sign = 1 if board.turn else -1
        view = board if board.turn else board.mirror()
        occupied, pieces, score, result, king, other = struct.unpack_from("<Q16shBBB", data, 32 * i)
        assert occupied == view.occupied
        nibbles = [pieces[n // 2] >> 4 * (n % 2) & 15 for n in range(chess.popcount(occupied))]
        expected = [view.piece_at(square) for square in chess.scan_forward(occupied)]
        assert nibbles == [p.piece_type - 1 + 8 * (not p.color) for p in expected if p]
        assert (score, result - 1) == (sign * GAMES.scores[i], sign * GAMES.results[i])
        assert (king, other) == (view.king(chess.WHITE), chess.square_mirror(view.king(chess.BLACK) or 0))
    back = read(data, "bulletformat")
    white = np.array([fen.split()[1] == "w" for fen in fens(GAMES)])
    assert (back.scores == np.where(white, GAMES.scores, -GAMES.scores)).all()
    for fen, original in zip(fens(back), fens(GAMES), strict=True):
        board = chess.Board(original)
        assert fen.split()[:3] == [(board if board.turn else board.mirror()).board_fen(), "w", "-"]


def test_viriformat_has_a_game_for_each_run() -> None:
    data = written(GAMES, "viriformat")
    at, scores, moves, count = 0, [], [], 0
    while at < len(data):
        at += 32
        count += 1
        while (word := struct.unpack_from("<HhI", data + bytes(8), at)[:2]) != (0, 0):
            origin, target, kind = word[0] & 63, word[0] >> 6 & 63, word[0] >> 14
            moves.append((origin, target, kind))
            scores.append(word[1])
            at += 4
        at += 4
    assert (count, scores) == (12, GAMES.scores.tolist())
    kinds = set()
    for (origin, target, kind), fen, word in zip(moves, fens(GAMES), GAMES.moves, strict=True):
        board, move = Board(fen), Move.from_word(int(word) & 0xFFFF)
        expected = 3 if move.promotion else 1 if board.is_en_passant(move) else 2 if board.is_castling(move) else 0
        kinds.add(expected)
        rook = chess.square(7 if chess.square_file(move.to_square) == 6 else 0, chess.square_rank(move.to_square))
        assert (origin, target, kind) == (move.from_square, rook if kind == 2 else move.to_square, expected)
    assert {0, 2, 3} <= kinds


def test_packedsfen_moves() -> None:
    cases = [
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 9", "e1g1", 3 << 14 | 4 << 6 | 7),
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 9", "e8c8", 3 << 14 | 60 << 6 | 56),
        ("1n5k/P7/8/8/8/8/7p/K5N1 b - - 101 40", "h2g1r", 1 << 14 | 2 << 12 | 15 << 6 | 6),
        ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", "e5f6", 2 << 14 | 36 << 6 | 45),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "h1h7", 7 << 6 | 55),
    ]
    for fen, uci, word in cases:
        move = int(np.uint16(Move.from_uci(uci).word).view(np.int16))
        data = written(one(fen, moves=move, scores=-77, results=1), "packedsfen")
        board = chess.Board(fen)
        sign = 1 if board.turn else -1
        assert struct.unpack_from("<hHHb", data, 32) == (sign * -77, word, board.ply(), sign)
        back = read(data, "packedsfen")
        assert fens(back) == [fen]
        assert (back.moves[0], back.scores[0], back.results[0]) == (move, -77, 1)


@pytest.mark.parametrize("word", [0x81C6, 0x11C6, 0x61C6, 0x71C6, 0xF1C6])
def test_packedsfen_has_no_drops_nor_promotions_to_pawns_and_kings(word: int) -> None:
    move = int(np.uint16(word).view(np.int16))
    with pytest.raises(ValueError, match="its move is a drop, an invalid promotion or invalid castling"):
        written(one(chess.STARTING_FEN, moves=move), "packedsfen")


def test_binpack_counts_moves_from_1() -> None:
    """The format counts plies from 0, so that move 0 becomes move 1. The other numbers are preserved."""
    first = GAMES.take(slice(10))
    shifted = first._replace(fullmove_numbers=first.fullmove_numbers - 1)
    data = written(shifted, "binpack")
    back = read(data, "binpack")
    assert back.fullmove_numbers.tolist() == [1, 1, 1, 1, 2, 2, 3, 3, 4, 4]
    assert (back.moves == first.moves).all() and (back.positions == first.positions).all()


def test_extensions_and_conversion(tmp_path: Path) -> None:
    first, second = tmp_path / "games.viri", tmp_path / "positions.bin"
    bb.write_positions(first, GAMES)
    assert bb.write_positions(second, bb.read_positions(first)) == len(GAMES.positions)
    assert fens(read(second.read_bytes(), "packedsfen")) == fens(GAMES)


def test_blocks_of_any_size() -> None:
    data = written(GAMES, "viriformat")

    class Slow(io.BytesIO):
        def read(self, size: int | None = -1) -> bytes:
            return super().read(7)

    batches = list(bb.read_positions(Slow(data), "viriformat"))
    assert len(batches) == 1
    assert (np.concatenate([batch.moves for batch in batches]) == GAMES.moves).all()


MARLIN = written(one(VECTORS["kiwipete"]["fen"]), "marlinformat")
# Kings on a1 and h8, and then only white pawns: the bits have room for 40 pieces.
MANY_PIECES = (63 << 7 | int("00001" * 60, 2) << 13).to_bytes(40, "little")
ERRORS: list[tuple[Callable[[], Any], str]] = [
    (lambda: read(MARLIN * 2 + MARLIN[:31], "marlinformat"), "at byte 64: the file is cut off"),
    (lambda: read(MARLIN + b"\xff" * 32, "marlinformat"), "at byte 32: more than 32 pieces"),
    (lambda: read(MARLIN[:30] + b"\3\0", "marlinformat"), "at byte 0: the result is not 0, 1 or 2"),
    (lambda: read(bytes(32), "bulletformat"), "a side does not have exactly one king"),
    (lambda: read(MANY_PIECES, "packedsfen"), "at byte 0: more than 32 pieces"),
    (lambda: read(bytes(40), "packedsfen"), "both kings are on one square"),
    (lambda: read(MARLIN + b"\1\0\0\0" + bytes(4), "viriformat"), "a move is illegal"),
    (lambda: read(b"", "x"), "format must be one of binary_fen, marlinformat"),
    (lambda: bb.read_positions("games.txt"), "the extension '.txt' is not one of .bin"),
    (lambda: bb.read_positions(b""), "format must be given if there is no path"),
    (lambda: bb.read_positions(b"", "viriformat", batch_size=0), "batch_size must be at least 1"),
    (
        lambda: written(one(VECTORS["kiwipete"]["fen"]), "viriformat"),
        r"positions\[0\] cannot be written: its move is ill",
    ),
    (lambda: written(one(VECTORS["kiwipete"]["fen"], results=2), "marlinformat"), "the result is not -1, 0 or 1"),
    (lambda: bb.Positions.of(np.zeros((2, 24)), scores=[1]), r"scores must have the shape \(2,\)"),
    (lambda: bb.Positions.of(np.zeros((1, 24)), scores=[40000]), r"scores\[0\], 40000, does not fit int16"),
    (lambda: of_two(scores=np.array([1, 40000], np.uint16)), r"scores\[1\], 40000, does not fit int16"),
    (lambda: of_two(moves=np.array([40000, 1], np.uint16)), r"moves\[0\], 40000, does not fit int16"),
    (lambda: of_two(scores=np.array([25.7, 1], np.float16)), r"scores\[0\], 25.7\d*, does not fit int16"),
    (lambda: of_two(scores=np.array([1, np.nan])), r"scores\[1\], nan, does not fit int16"),
    (lambda: of_two(halfmove_clocks=np.array([0, -1], np.int16)), r"halfmove_clocks\[1\], -1, does not fit uint16"),
    (lambda: of_two(results=np.array([1, 255], np.uint8)), r"results\[1\], 255, does not fit int8"),
    (lambda: bb.Positions.of(np.full((1, 24), 300)), "positions must fit uint8"),
    (lambda: bb.Positions.of(np.zeros(24)), r"positions must have the shape \(n, 24\)"),
]


def of_two(**columns: Any) -> bb.Positions:
    return bb.Positions.of(np.zeros((2, 24), np.uint8), **columns)


@pytest.mark.parametrize(("call", "message"), ERRORS)
def test_errors(call: Callable[[], Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize("name", FORMATS)
def test_damaged_files(name: str) -> None:
    """Any bytes are either read or rejected with a ValueError."""
    rng = random.Random(4)
    data = written(GAMES, name)
    for _ in range(200):
        damaged = bytearray(data[:4000])
        for _ in range(rng.randrange(1, 20)):
            damaged[rng.randrange(len(damaged))] = rng.randrange(256)
        try:
            read(bytes(damaged), name)
        except ValueError as error:
            assert "source, at byte" in str(error)
