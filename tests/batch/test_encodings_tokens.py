"""Tokens of boards and moves, and NNUE features, compared with test vectors and slow definitions."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

import chess
import numpy as np
import pytest
from support.positions import encoding_vectors, random_boards

import bitrook.batch as bb
from bitrook import Board

VECTORS = encoding_vectors()

BOARDS = random_boards(300, seed=5)
PACKED = np.array([np.frombuffer(board.packed(), np.uint8) for board in BOARDS])


def deepmind_text(fen: str) -> str:
    placement, turn, castling, en_passant, halfmove, fullmove = fen.split()
    squares = re.sub(r"\d", lambda m: "." * int(m[0]), placement.replace("/", ""))
    fields = [castling.replace("-", "").ljust(4, "."), en_passant.replace("-", ".."), halfmove.ljust(3, ".")]
    return turn + squares + "".join(fields) + fullmove.ljust(3, ".")


def test_deepmind_tokens() -> None:
    tokenizer = bb.tokenizer("deepmind")
    for position in VECTORS.values():
        assert tokenizer.encode(Board(position["fen"])).tolist() == position["deepmind77"]
    tokens = tokenizer.encode(BOARDS, threads=2)
    assert tokens.shape == (300, 77) and tokens.dtype == np.uint8
    texts = ["".join(tokenizer.alphabet[token] for token in row) for row in tokens]
    assert texts == [deepmind_text(board.fen()) for board in BOARDS]


def test_numbers_that_deepmind_has_no_tokens_for() -> None:
    fen = "4k3/8/8/8/8/8/8/4K3 w - - {} {}"
    tokenizer = bb.tokenizer("deepmind")
    for halfmove, fullmove in ((0, 999), (999, 1)):
        text = "".join(tokenizer.alphabet[token] for token in tokenizer.encode(Board(fen.format(halfmove, fullmove))))
        assert text == deepmind_text(fen.format(halfmove, fullmove))
    for halfmove, fullmove in ((0, 1000), (1000, 1)):
        with pytest.raises(ValueError, match=r"boards\[1\] has a half-move clock or move number above 999"):
            tokenizer.encode([Board(), Board(fen.format(halfmove, fullmove))])
        assert bb.tokenizer("squares").encode(Board(fen.format(halfmove, fullmove))).shape == (64,)


@pytest.mark.parametrize("name", ["squares", "absolute_squares"])
def test_square_tokens(name: str) -> None:
    tokenizer = bb.tokenizer(name)
    tokens = tokenizer.encode(PACKED)
    for row, board in zip(tokens, BOARDS, strict=True):
        view = chess.Board(board.fen())
        if name == "squares" and not board.turn:
            view = view.mirror()
        pieces = [view.piece_at(square) for square in range(64)]
        assert [piece.symbol() if piece else "." for piece in pieces] == [tokenizer.alphabet[token] for token in row]


def test_san_vocabulary() -> None:
    vocabulary = bb.vocabulary("san")
    assert len(vocabulary) == len(set(vocabulary.tokens))
    boards, moves, texts = [], [], []
    for board in BOARDS:
        for move in board.legal_moves:
            boards.append(board)
            moves.append(move)
            texts.append(board.san(move).rstrip("+#"))
    tokens = vocabulary.encode(boards, moves)
    assert [vocabulary.tokens[token] for token in tokens] == texts
    assert vocabulary.decode(boards, tokens).tolist() == [np.uint16(move.word).view(np.int16) for move in moves]


def test_san_vocabulary_has_every_disambiguation() -> None:
    rng = random.Random(3)
    known = set(bb.vocabulary("san").tokens)
    for _ in range(3000):
        board = chess.Board(None)
        piece_type = rng.choice([chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN])
        for _ in range(rng.randrange(2, 9)):
            board.set_piece_at(rng.randrange(64), chess.Piece(piece_type, chess.WHITE))
        for square in rng.sample(range(64), 10):
            if not board.piece_at(square):
                board.set_piece_at(square, chess.Piece(chess.KNIGHT, chess.BLACK))
        assert all(board.san(move).rstrip("+#") in known for move in board.legal_moves)


def test_uci_vocabulary() -> None:
    vocabulary = bb.vocabulary("uci")
    assert vocabulary.tokens[vocabulary.encode(Board(), "e2e4")] == "e2e4"
    assert vocabulary.decode(Board(), vocabulary.tokens.index("g1f3")).uci() == "g1f3"


# --- Features.


def halfkp(board: chess.Board, side: bool) -> list[int]:
    rotated = lambda square: square if side else 63 - square  # noqa: E731
    king = rotated(board.king(side))
    pieces = [(s, p) for s, p in sorted(board.piece_map().items()) if p.piece_type != chess.KING]
    return [rotated(s) + 64 * (2 * (p.piece_type - 1) + (p.color != side) + 10 * king) for s, p in pieces]


def halfka(board: chess.Board, side: bool, planes: int) -> list[int]:
    king = board.king(side)
    assert king is not None

    def oriented(square: int) -> int:
        square = square if side else chess.square_mirror(square)
        return square ^ 7 if chess.square_file(king) < 4 else square

    rank, file = divmod(oriented(king), 8)
    bucket = 4 * (7 - rank) + 7 - file
    indices = []
    for square, piece in sorted(board.piece_map().items()):
        plane = 2 * (piece.piece_type - 1) + (piece.color != side)
        indices.append(oriented(square) + 64 * (min(plane, planes - 1) + planes * bucket))
    return indices


def chess768(board: chess.Board, side: bool) -> list[int]:
    view = lambda square: square if side else chess.square_mirror(square)  # noqa: E731
    pieces = sorted(board.piece_map().items())
    return [384 * (p.color != side) + 64 * (p.piece_type - 1) + view(s) for s, p in pieces]


DEFINITIONS: dict[str, Callable[[chess.Board, bool], list[int]]] = {
    "halfkp": halfkp,
    "halfkav2_hm": lambda board, side: halfka(board, side, 12),
    "halfkav2_hm_stockfish": lambda board, side: halfka(board, side, 11),
    "chess768": chess768,
}


@pytest.mark.parametrize("order", ["color", "turn"])
@pytest.mark.parametrize("name", DEFINITIONS)
def test_features(name: str, order: str) -> None:
    features = bb.features(name)
    lists = features.encode(BOARDS, order=order)
    assert lists.shape == (300, 2, features.max_active) and lists.dtype == np.int32
    offsets, indices = features.encode_csr(BOARDS, order=order)
    for i, board in enumerate(BOARDS):
        theirs = chess.Board(board.fen())
        first = chess.WHITE if order == "color" else theirs.turn
        for side, color in enumerate((first, not first)):
            expected = DEFINITIONS[name](theirs, color)
            assert lists[i, side].tolist() == expected + [-1] * (features.max_active - len(expected))
            assert indices[side, offsets[i] : offsets[i + 1]].tolist() == expected
            assert 0 <= min(expected) and max(expected) < features.inputs
    assert (features.encode(PACKED, order=order, threads=2) == lists).all()


def test_features_by_hand() -> None:
    board = Board("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1")
    # By bullet's definition: the side to move has a king on e1 (4), and the opponent has a king on e8 and a pawn on e7.
    own, other = bb.features("chess768").encode(board)[:, :3].tolist()
    assert sorted(own) == sorted([5 * 64 + 4, 384 + 5 * 64 + 60, 384 + 52])
    assert sorted(other) == sorted([384 + 5 * 64 + 60, 5 * 64 + 4, 12])


ERRORS: list[tuple[Callable[[], Any], type[Exception], str]] = [
    (lambda: bb.tokenizer("x"), ValueError, "name must be one of deepmind, squares, absolute_squares, not 'x'"),
    (lambda: bb.vocabulary("x"), ValueError, "name must be uci or san, not 'x'"),
    (lambda: bb.features("x"), ValueError, "name must be one of halfkp, halfkav2_hm"),
    (lambda: bb.features("halfkp").encode(Board(), order="x"), ValueError, "order must be color or turn"),
    (lambda: bb.features("halfkp").encode(Board("8/8/8/8/8/8/8/4K3 w - - 0 1")), ValueError, "a king of each side"),
    (lambda: bb.vocabulary("san").encode(Board(), "e2e5"), ValueError, r"moves\[0\] is not a legal move"),
    (lambda: bb.vocabulary("san").decode([Board()], [10**9]), ValueError, r"tokens\[0\] does not encode a legal move"),
    (lambda: bb.vocabulary("san").decode([Board()], [0.5]), TypeError, "tokens must be integers"),
    (lambda: bb.tokenizer("squares").encode([Board()], out=np.empty((1, 63), "u1")), ValueError, r"\(1, 64\)"),
]


@pytest.mark.parametrize(("call", "error", "message"), ERRORS)
def test_errors(call: Callable[[], Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        call()
