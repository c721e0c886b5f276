"""Observation planes, compared with slow definitions that use python-chess boards."""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable, Iterator
from typing import Any

import chess
import numpy as np
import pytest

import bitrook.batch as bb
from bitrook import Board

Planes = Any
Line = list[chess.Board]  # the positions of a game, the newest first


def games(n: int, seed: int, start: str = chess.STARTING_FEN) -> Iterator[tuple[Line, Board]]:
    """Yield positions from random games in which pieces often move back, so that positions repeat."""
    rng = random.Random(seed)
    for _ in range(n):
        board, ours = chess.Board(start), Board(start)
        line: Line = []
        while not board.is_game_over(claim_draw=False) and board.ply() < 60:
            line.insert(0, board.copy())
            ep_square = board.ep_square if board.has_legal_en_passant() else None
            line[0].key = (board.board_fen(), board.turn, board.clean_castling_rights(), ep_square)  # type: ignore[attr-defined]
            yield line, ours
            moves = list(board.legal_moves)
            if len(board.move_stack) > 1 and rng.random() < 0.4:
                last = board.move_stack[-2]
                back = chess.Move(last.to_square, last.from_square)
                moves = [back] if back in moves else moves
            move = rng.choice(moves)
            board.push(move)
            ours.push_uci(move.uci())


def squares(set_: chess.SquareSet | int, rows_from_8: bool) -> Planes:
    plane = np.zeros((8, 8), np.float32)
    for square in chess.SquareSet(set_):
        plane[chess.square_rank(square), chess.square_file(square)] = 1
    return plane[::-1] if rows_from_8 else plane


def full(number: float) -> Planes:
    return np.full((8, 8), number, np.float32)


def seen(board: chess.Board) -> chess.Board:
    """Return the board if White is to move, and the mirrored board otherwise."""
    return board if board.turn else board.mirror()


def pieces_of(board: chess.Board, turn: bool, rows_from_8: bool = False) -> list[Planes]:
    view = board if turn else board.mirror()
    return [squares(view.pieces(t, color), rows_from_8) for color in chess.COLORS for t in chess.PIECE_TYPES]


def earlier(line: Line, age: int) -> int:
    """Return how often the position of that age had occurred before."""
    return sum(before.key == line[age].key for before in line[age + 1 :])  # type: ignore[attr-defined]


def pieces(line: Line) -> list[Planes]:
    return pieces_of(line[0], line[0].turn)


def alphazero(line: Line) -> list[Planes]:
    planes: list[Planes] = []
    for age in range(8):
        if age >= len(line):
            planes += [full(0)] * 12 + [full(1), full(0)]
            continue
        again = sum(b.key == line[age].key for b in line) > 1  # type: ignore[attr-defined]
        planes += [*pieces_of(line[age], line[0].turn, True), full(not again), full(again)]
    board = line[0]
    us, them = board.turn, not board.turn
    rights = [board.has_queenside_castling_rights, board.has_kingside_castling_rights]
    planes += [full(not us), full(board.ply() / 512)]
    planes += [full(right(color)) for color in (us, them) for right in rights]
    return [*planes, full(np.float32(board.halfmove_clock) / np.float32(100))]


def lc0(line: Line, fill: str = "fen_only", castling_planes: bool = True) -> list[Planes]:
    planes: list[Planes] = []
    for age in range(8):
        filled = age >= len(line)
        past = line[min(age, len(line) - 1)]
        marked = age == len(line) and past.ep_square is not None  # the position before the double push is known
        nothing = (fill == "no" and not marked) or (fill == "fen_only" and past.board_fen() == chess.STARTING_BOARD_FEN)
        if filled and nothing:
            planes += [full(0)] * 13
            continue
        if filled and past.has_pseudo_legal_en_passant():
            past = past.copy()
            assert past.ep_square is not None
            white = past.ep_square < 32
            past.remove_piece_at(past.ep_square + (8 if white else -8))
            past.set_piece_at(past.ep_square - (8 if white else -8), chess.Piece(chess.PAWN, white))
        repeated = earlier(line, min(age, len(line) - 1)) > 0
        planes += [*pieces_of(past, line[0].turn), full(repeated)]
    board = line[0]
    us, them = board.turn, not board.turn
    if castling_planes:
        rights = [board.has_queenside_castling_rights, board.has_kingside_castling_rights]
        planes += [full(right(color)) for color in (us, them) for right in rights]
    else:
        view = seen(board).clean_castling_rights()
        planes += [squares(view & chess.BB_FILE_A, False), squares(view & chess.BB_FILE_H, False), full(0), full(0)]
    return [*planes, full(not us), full(board.halfmove_clock), full(0), full(1)]


DEFINITIONS: dict[str, tuple[Callable[[Line], list[Planes]], bb.Encoding]] = {
    "pieces": (pieces, bb.encoding("pieces")),
    "alphazero": (alphazero, bb.encoding("alphazero")),
    "lc0": (lc0, bb.encoding("lc0")),
    "lc0 always": (lambda line: lc0(line, "always"), bb.encoding("lc0", fill="always")),
    "lc0 no": (lambda line: lc0(line, "no"), bb.encoding("lc0", fill="no")),
    "lc0 castling": (lambda line: lc0(line, castling_planes=False), bb.encoding("lc0", input_format=2)),
}
EN_PASSANT = "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3"


@pytest.mark.parametrize("name", DEFINITIONS)
def test_definitions(name: str) -> None:
    definition, encoding = DEFINITIONS[name]
    repeated = 0
    for start in (chess.STARTING_FEN, EN_PASSANT):
        for line, board in games(1, seed=len(name), start=start):
            expected = np.array(definition(line))
            planes = encoding.encode(board, layout="channels_first")
            assert planes.shape == expected.shape == (len(encoding), 8, 8)
            wrong = [encoding.planes[i] for i in range(len(planes)) if (planes[i] != expected[i]).any()]
            assert not wrong, (board.fen(), wrong)
            repeated += earlier(line, 0) > 0
    assert repeated > 0


# --- Forms of the output.

BOARDS = [board.copy() for _, board in games(1, seed=9)]


@pytest.mark.parametrize("name", ["pieces", "alphazero", "openspiel", "pettingzoo", "maia2", "lc0", 63, 64, 65, 129])
def test_types_and_layouts(name: str | int) -> None:
    encoding = bb.encoding(name if isinstance(name, str) else (bb.encoding("alphazero").planes * 2)[-name:])
    first = encoding.encode(BOARDS, layout="channels_first")
    last = encoding.encode(BOARDS, layout="channels_last")
    assert first.dtype == np.float32 and first.shape == (len(BOARDS), len(encoding), 8, 8)
    assert (np.moveaxis(first, 1, -1) == last).all()
    for layout, floats in (("channels_first", first), ("channels_last", last)):
        half = encoding.encode(BOARDS, dtype=np.float16, layout=layout)
        assert half.dtype == np.float16 and (half == floats.astype(np.float16)).all()
        numbers = encoding.encode(BOARDS, dtype=np.uint8, layout=layout, threads=2)
        divisors = np.array(encoding.divisors, np.float32)
        divisors = divisors[:, None, None] if layout == "channels_first" else divisors
        assert ((numbers / divisors).astype(np.float32) == floats).all()
        words = encoding.encode(BOARDS, packed=True)
        assert words.dtype == np.uint64 and words.shape == (len(BOARDS), len(encoding))
        for dtype, planes in ((np.float32, floats), (np.uint8, numbers), (np.float16, half)):
            assert (encoding.unpack(words, dtype=dtype, layout=layout) == planes).all()
    assert all((encoding.encode(board, layout="channels_first") == first[i]).all() for i, board in enumerate(BOARDS))


def test_half_floats_are_rounded_as_numpy_rounds() -> None:
    encoding = bb.encoding(["halfmove_clock/7", "halfmove_clock", "fullmove_number/997"])
    clocks = [*range(300), 2047, 2048, 2049, 4095, 4097, 65504]
    boards = [f"4k3/8/8/8/8/8/8/4K3 w - - {n} {n + 1}" for n in clocks]
    floats = encoding.encode(boards)
    assert (encoding.encode(boards, dtype=np.float16) == floats.astype(np.float16)).all()
    assert encoding.encode(boards, dtype=np.uint8)[-1, 1, 0, 0] == 255


def test_positions_of_24_bytes_with_history() -> None:
    encoding = bb.encoding("alphazero")
    boards, packed = [], np.zeros((60, 80, 24), np.uint8)
    for i, (line, board) in enumerate(games(1, seed=4)):
        if i == 60:
            break
        boards.append(board.copy())
        for age, past in enumerate(line):
            packed[i, age] = np.frombuffer(Board(past.fen()).packed(), np.uint8)
    expected = encoding.encode(boards, layout="channels_first")
    planes = encoding.encode(packed, layout="channels_first")
    clocks = [i for i, counter in enumerate(encoding.counters) if counter]
    assert [encoding.planes[i] for i in clocks] == ["ply/512", "halfmove_clock/100"]
    planes[:, clocks] = expected[:, clocks] = 0
    assert (planes == expected).all()
    fens = [[Board.from_packed(bytes(row)).fen() for row in game if row.any()] for game in packed]
    of_fens = encoding.encode(fens, layout="channels_first")
    of_fens[:, clocks] = 0
    assert (of_fens == expected).all()


def test_planes_of_the_caller() -> None:
    encoding = bb.encoding(["own_pawns", "white_pawns", "own_rooks@1", "halfmove_clock/2", "legal_en_passant", "empty"])
    assert (encoding.history, encoding.divisors[3]) == (2, 2.0)
    board = Board("4k3/8/8/8/3pP3/8/8/R3K3 b - e3 5 1")
    board.push_uci("d4e3")
    board.push_uci("a1a8")
    planes = encoding.encode(board)
    assert [plane.sum() for plane in planes] == [1, 0, 0, 32, 0, 60]
    assert planes[0, 5, 4] == 1  # e3, mirrored
    plain = bb.encoding(encoding.planes, mirrored=False, first_rank=8).encode(board)
    assert plain[0, 5, 4] == 1  # e3, counted from the eighth rank
    assert (bb.encoding(encoding.planes, first_rank=8).encode(board) == planes[:, ::-1]).all()


def test_twelve_planes_at_once_or_one_by_one() -> None:
    names = list(bb.encoding("pieces").planes)
    order = [*names[1:], names[0]]
    planes = bb.encoding(order).encode(BOARDS)
    assert (np.roll(planes, 1, axis=1) == bb.encoding("pieces").encode(BOARDS)).all()


@pytest.mark.parametrize("input_format", [3, 4, 5, 132, 133])
def test_canonical_forms_of_lc0(input_format: int) -> None:
    encoding = bb.encoding("lc0", input_format=input_format)
    plain = bb.encoding("lc0", input_format=2)
    for board in BOARDS:
        if board.clean_castling_rights():
            planes, classical = encoding.encode(board), plain.encode(board)
            assert (planes[:12] == classical[:12]).all() and (planes[104:106] == classical[104:106]).all()
    # Mirror images of a position have the same canonical form.
    groups = [
        ["4k3/8/8/8/8/8/8/R3K3 w - - 6 9", "3k4/8/8/8/8/8/8/3K3R w - - 6 9"],
        [
            "8/8/1k6/8/8/8/6Q1/6K1 w - - 6 9",
            "8/8/6k1/8/8/8/1Q6/1K6 w - - 6 9",
            "1K6/1Q6/8/8/8/6k1/8/8 w - - 6 9",
            "6K1/6Q1/8/8/8/1k6/8/8 w - - 6 9",
            "8/2k5/8/8/8/8/6QK/8 w - - 6 9",
        ],
    ]
    for fens in groups:
        forms = encoding.encode(fens)
        assert (forms == forms[0]).all()
        assert forms[0, 5, :4, 4:].sum() == 1  # the king is in the quadrant of h1
    clock = encoding.encode(groups[0][0])[109]
    assert (clock == (np.float32(0.06) if input_format >= 4 else 6)).all()


def test_canonical_form_stops_at_irreversible_moves() -> None:
    encoding = bb.encoding("lc0", input_format=4)
    board = Board()
    for uci in ("g1f3", "g8f6", "e2e4", "b8c6", "b1c3"):
        board.push_uci(uci)
    planes = encoding.encode(board)
    assert [planes[13 * age : 13 * age + 13].any() for age in range(8)] == [True] * 3 + [False] * 5
    board = Board("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1")
    board.push_uci("e2e4")
    assert np.argwhere(encoding.encode(board)[108]).tolist() == [[7, 4]]  # marks the capture of the pawn on e4


def test_outputs_of_the_caller() -> None:
    encoding = bb.encoding("maia2")
    for dtype in (np.float32, np.float16, np.uint8, bool):
        out = np.full((2, 18, 8, 8), 3, dtype)
        assert encoding.encode([Board(), Board()], out=out) is out
        assert (out == encoding.encode([Board(), Board()])).all()
    row = np.empty((8, 8, 18), np.float32)
    encoding.encode(Board(), layout="channels_last", out=row)
    assert (row == encoding.encode(Board(), layout="channels_last")).all()


Call = Callable[[], Any]
ERRORS: list[tuple[Call, type[Exception], str]] = [
    (lambda: bb.encoding("leela"), ValueError, "encoding must be pieces, alphazero"),
    (
        lambda: bb.encoding(["own_pawns", "my_pawns"]),
        ValueError,
        r"planes\[1\], 'my_pawns', is not the name of a plane",
    ),
    (lambda: bb.encoding(["own_pawns@104"]), ValueError, "is not the name of a plane"),
    (lambda: bb.encoding(["ply/0"]), ValueError, "is not the name of a plane"),
    (lambda: bb.encoding([]), ValueError, "at least one name"),
    (lambda: bb.encoding("lc0", input_format=6), ValueError, "input_format must be 1 to 5, 132 or 133, not 6"),
    (lambda: bb.encoding("lc0", fill="yes"), ValueError, "fill must be no, fen_only or always, not 'yes'"),
    (lambda: bb.encoding("maia2").encode(Board(), dtype=np.float64), ValueError, "dtype must be float32"),
    (lambda: bb.encoding("alphazero").encode(Board(), dtype=bool), ValueError, "the plane ply/512 holds numbers"),
    (lambda: bb.encoding("maia2").encode(Board(), layout="NCHW"), ValueError, "layout must be channels_first"),
    (lambda: bb.encoding("maia2").encode([Board()], out=np.empty((18, 8, 8), "f4")), ValueError, r"\(1, 18, 8, 8\)"),
    (lambda: bb.encoding("maia2").encode(np.zeros((2, 0, 24), "u1")), ValueError, "at least one position per board"),
    (lambda: bb.encoding("maia2").encode([[]]), ValueError, r"boards\[0\] has no positions"),
    (lambda: bb.encoding("maia2").encode([[None]]), TypeError, r"boards\[0\] must be"),  # type: ignore[list-item]
    (lambda: bb.encoding("maia2").unpack(np.zeros((1, 17), "u8")), ValueError, r"shape \(\.\.\., 18\)"),
]


@pytest.mark.parametrize(("call", "error", "message"), ERRORS)
def test_errors(call: Call, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        call()


def test_encodings_are_values() -> None:
    for encoding in (bb.encoding("lc0", input_format=3), bb.encoding(["ply"], mirrored=False), bb.encoding("maia2")):
        copy = pickle.loads(pickle.dumps(encoding))
        assert copy == encoding and hash(copy) == hash(encoding) and copy.planes == encoding.planes
    assert bb.encoding("lc0") != bb.encoding("lc0", input_format=3)
    assert repr(bb.encoding("maia2")) == "<Encoding maia2: 18 planes>"
