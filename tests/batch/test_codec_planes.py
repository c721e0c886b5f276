"""Policy heads with planes: Codec.plane_indices() for each move, and the formulas of the codecs."""

from __future__ import annotations

import random
from collections.abc import Iterator

import chess
import numpy as np
import pytest

import bitrook.batch as bb
from bitrook import Board, Move

KNIGHT = [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (2, -1), (2, 1), (1, -2), (1, 2)]
# The step and the promotion of each plane, as documented.
ALPHAZERO: list[tuple[int, int, int | None]] = [(f, 1, piece) for piece in (4, 3, 2) for f in (0, 1, -1)]
for line in ((0, 1), (1, 0), (1, 1), (1, -1)):
    ALPHAZERO += [(n * line[0], n * line[1], None) for n in (*range(-7, 0), *range(1, 8))]
ALPHAZERO += [(f, r, None) for f, r in KNIGHT]
DIRECTIONS = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]
PETTINGZOO: list[tuple[int, int, int | None]] = [(n * f, n * r, None) for n in range(1, 8) for f, r in DIRECTIONS]
PETTINGZOO += [(f, r, None) for f, r in sorted(KNIGHT)]
PETTINGZOO += [(f, 1, piece) for f in (-1, 0, 1) for piece in (2, 3, 4)]
STEPS = {"alphazero": ALPHAZERO, "pgx": ALPHAZERO, "pettingzoo": PETTINGZOO}
OWN = ["own_pawns", "own_knights", "own_bishops", "own_rooks", "own_queens", "own_kings"]


def positions(games: int) -> Iterator[chess.Board]:
    rng = random.Random(7)
    promotions = "1n2k2n/P1P3PP/8/8/8/8/p1p3pp/1N2K2N w - - 0 1"
    castling = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
    for i in range(games):
        board = chess.Board((chess.STARTING_FEN, promotions, castling)[i % 3])
        while not board.is_game_over() and board.ply() < 60:
            yield board
            board.push(rng.choice(list(board.legal_moves)))


@pytest.mark.parametrize("name", ["alphazero", "pgx", "pettingzoo"])
@pytest.mark.parametrize("planes", ["pieces", "alphazero", "pgx", "maia2", "lc0", "rank 1", "rank 8"])
def test_the_planes_of_each_legal_move(name: str, planes: str) -> None:
    codec = bb.codec(name)
    encoding = bb.encoding(OWN, first_rank=int(planes[-1])) if " " in planes else bb.encoding(planes)
    indices = codec.plane_indices(encoding)
    assert sorted(indices) == list(range(73 * 64))
    seen = set()
    for board in positions(9):
        fen = board.fen()
        head = np.full((73, 8, 8), -1)
        rows_of_own = encoding.encode(fen, layout="channels_first")[:6].any(axis=0)
        for move in board.legal_moves:
            number = codec.encode(fen, move.uci())
            plane, row, column = np.unravel_index(indices[number], (73, 8, 8))
            assert head[plane, row, column] == -1  # no two moves have the same plane and square
            head[plane, row, column] = number
            assert rows_of_own[row, column]
            assert column == chess.square_file(move.from_square)
            rank = chess.square_rank(move.from_square)
            forward = rank if board.turn else 7 - rank
            assert row == (forward if encoding.first_rank == 1 else 7 - forward)
            file_step = chess.square_file(move.to_square) - chess.square_file(move.from_square)
            rank_step = chess.square_rank(move.to_square) - rank
            promotion = None if move.promotion == chess.QUEEN else move.promotion
            assert STEPS[name][plane] == (file_step, rank_step if board.turn else -rank_step, promotion)
            seen.add(int(plane))
        logits = head.reshape(-1)[indices]
        legal = np.flatnonzero(codec.legal_mask(fen))
        assert (logits[legal] == legal).all() and (np.delete(logits, legal) == -1).all()
    assert len(seen) > 60


def test_codecs_without_planes_are_refused() -> None:
    for name in ("openspiel", "lc0", "deepmind", "maia2", "maia3"):
        with pytest.raises(ValueError, match="only the codecs alphazero, pgx, pettingzoo have 8 x 8 planes"):
            bb.codec(name).plane_indices("alphazero")
    with pytest.raises(ValueError, match="must be mirrored for Black"):
        bb.codec("alphazero").plane_indices("openspiel")


def uci(from_square: int, to_square: int, promotion: int | None = None) -> str:
    return chess.Move(from_square, to_square, promotion).uci()


def moves_of(square: int, *, knight: bool) -> list[int]:
    """Return the targets of a queen or a knight on an empty board."""
    board = chess.BaseBoard.empty()
    board.set_piece_at(square, chess.Piece(chess.KNIGHT if knight else chess.QUEEN, chess.WHITE))
    return list(board.attacks(square))


def promotions(from_rank: int, steps: tuple[int, ...], pieces: str) -> list[str]:
    to_rank = 7 if from_rank == 6 else 0
    return [
        uci(8 * from_rank + file, 8 * to_rank + file + step) + piece
        for file in range(8) for step in steps if 0 <= file + step < 8 for piece in pieces
    ]  # fmt: skip


def test_the_formulas_of_the_documentation() -> None:
    for name, steps in STEPS.items():
        moves = bb.codec(name).moves
        for number, text in enumerate(moves):
            square, plane = divmod(number, 73)
            file, rank = divmod(square, 8)
            f, r, promotion = steps[plane]
            to_file, to_rank = file + f, rank + r
            there = 0 <= to_file < 8 and 0 <= to_rank < 8 and (promotion is None or rank == 6)
            assert text == (uci(8 * rank + file, 8 * to_rank + to_file, promotion) if there else None)
    lc0 = [uci(s, t) for s in range(64) for t in sorted(moves_of(s, knight=False) + moves_of(s, knight=True))]
    assert bb.codec("lc0").moves == lc0 + promotions(6, (-1, 0, 1), "qrb")
    deepmind = [uci(s, t) for s in range(64) for knight in (False, True) for t in moves_of(s, knight=knight)]
    steps_of_pawns = (0, -1, 1)
    assert bb.codec("deepmind").moves == [
        *deepmind, *promotions(1, steps_of_pawns, "qrbn"), *promotions(6, steps_of_pawns, "qrbn")
    ]  # fmt: skip
    maia2 = [uci(s, t) for s in range(64) for knight in (False, True) for t in moves_of(s, knight=knight)[::-1]]
    assert bb.codec("maia2").moves == maia2 + promotions(6, steps_of_pawns, "qrbn")
    maia3 = [uci(s, t) if s != t else None for s in range(64) for t in range(64)]
    maia3 += [uci(48 + s, 56 + t) + piece for s in range(8) for t in range(8) for piece in "qrbn"]
    assert bb.codec("maia3").moves == maia3
    openspiel = bb.codec("openspiel")
    assert openspiel.moves[:4672] == bb.codec("alphazero").moves
    assert openspiel.encode(Board("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"), Move.from_uci("e1g1")) == 4673
