"""bitrook.tables: each table compared with its definition or with python-chess, and slider attacks by each method."""

from __future__ import annotations

import pickle
import random

import chess
import numpy as np
import pytest

import bitrook
from bitrook import tables

SHAPES = {
    "square_bits": (64,), "mask_rank": (8,), "clear_rank": (8,), "mask_file": (8,), "clear_file": (8,),
    "diagonals": (15,), "anti_diagonals": (15,), "knight_attacks": (64,), "king_attacks": (64,),
    "pawn_attacks": (2, 64), "pawn_pushes": (2, 64), "rook_rays": (64,), "bishop_rays": (64,), "queen_rays": (64,),
    "between": (64, 64), "line": (64, 64), "rook_relevant": (64,), "bishop_relevant": (64,), "rook_magics": (64,),
    "bishop_magics": (64,), "de_bruijn_shifts": (64,),
}  # fmt: skip


def test_every_table_is_listed() -> None:
    assert {name for name, value in vars(tables).items() if isinstance(value, tables.LookupTable)} == set(SHAPES)


@pytest.mark.parametrize("name", SHAPES)
def test_a_table_is_a_read_only_buffer_of_words(name: str) -> None:
    table = getattr(tables, name)
    assert table.shape == SHAPES[name]
    assert table.readonly
    assert (table.format, table.itemsize) == (("B", 1) if name == "de_bruijn_shifts" else ("Q", 8))
    assert table.nbytes == memoryview(table).nbytes and len(table) == len(memoryview(table)) == table.shape[0]
    assert table == memoryview(table) == table and table.tobytes() == memoryview(table).tobytes()
    assert pickle.loads(pickle.dumps(table)) is table and hash(table) == hash(table.tobytes())
    assert repr(table).startswith(f"<LookupTable {name}: ")
    first = table[(0,) * table.ndim]
    assert type(first) is int
    array = np.asarray(table)
    assert np.shares_memory(array, np.asarray(table))
    assert not array.flags.writeable
    assert array.tolist() == table.tolist()
    with pytest.raises(TypeError):
        table[(0,) * table.ndim] = 1


def test_masks_of_ranks_files_and_diagonals() -> None:
    t = tables
    assert t.square_bits.tolist() == chess.BB_SQUARES
    assert t.mask_rank.tolist() == chess.BB_RANKS
    assert t.mask_file.tolist() == chess.BB_FILES
    assert t.clear_rank.tolist() == [chess.BB_ALL & ~b for b in chess.BB_RANKS]
    assert t.clear_file.tolist() == [chess.BB_ALL & ~b for b in chess.BB_FILES]
    for s in chess.SQUARES:
        f, r = s & 7, s >> 3
        assert all((t.diagonals[k] >> s & 1) == (r - f + 7 == k) for k in range(15))
        assert all((t.anti_diagonals[k] >> s & 1) == (r + f == k) for k in range(15))


def test_attacks_rays_and_lines() -> None:
    t = tables
    assert t.knight_attacks.tolist() == chess.BB_KNIGHT_ATTACKS
    assert t.king_attacks.tolist() == chess.BB_KING_ATTACKS
    pawn_attacks: object = t.pawn_attacks.tolist()  # type checkers support only one-dimensional memoryviews
    line: object = t.line.tolist()
    assert pawn_attacks == chess.BB_PAWN_ATTACKS
    assert line == chess.BB_RAYS
    assert all(t.between[a, b] == chess.between(a, b) for a in range(64) for b in range(64))
    assert t.bishop_relevant.tolist() == chess.BB_DIAG_MASKS
    assert t.rook_relevant.tolist() == [a | b for a, b in zip(chess.BB_FILE_MASKS, chess.BB_RANK_MASKS, strict=True)]
    assert t.bishop_rays.tolist() == [d[0] for d in chess.BB_DIAG_ATTACKS]
    assert t.rook_rays.tolist() == [
        f[0] | r[0] for f, r in zip(chess.BB_FILE_ATTACKS, chess.BB_RANK_ATTACKS, strict=True)
    ]
    assert t.queen_rays.tolist() == [a | b for a, b in zip(t.rook_rays.tolist(), t.bishop_rays.tolist(), strict=True)]


def test_pawn_pushes_are_the_pawn_moves_of_an_empty_board() -> None:
    for color in chess.COLORS:
        for s in range(8, 56):
            board = chess.Board(None)
            board.turn = color
            board.set_piece_at(s, chess.Piece(chess.PAWN, color))
            targets = sum(1 << t for t in {m.to_square for m in board.legal_moves})
            assert tables.pawn_pushes[color, s] == targets


@pytest.mark.parametrize("method", [None, *tables.slider_methods])
def test_slider_attacks_by_each_method(method: str | None) -> None:
    rng = random.Random(1)
    for _ in range(3000):
        s, occupied = rng.randrange(64), rng.getrandbits(64) & rng.getrandbits(64)
        diagonal = chess.BB_DIAG_ATTACKS[s][chess.BB_DIAG_MASKS[s] & occupied]
        straight = chess.BB_RANK_ATTACKS[s][chess.BB_RANK_MASKS[s] & occupied]
        straight |= chess.BB_FILE_ATTACKS[s][chess.BB_FILE_MASKS[s] & occupied]
        assert tables.bishop_attacks(s, occupied, method) == diagonal
        assert tables.rook_attacks(s, occupied, method) == straight
        assert tables.queen_attacks(s, occupied, method=method) == straight | diagonal


def test_slider_attacks_refuse_wrong_arguments() -> None:
    assert {"magic", "hyperbola", "walk"} <= set(tables.slider_methods)
    with pytest.raises(ValueError, match="'telepathy'"):
        tables.rook_attacks(0, 0, "telepathy")
    with pytest.raises(IndexError):
        tables.rook_attacks(64, 0)
    with pytest.raises(TypeError):
        tables.rook_attacks(0, None)  # type: ignore[arg-type]


@pytest.mark.parametrize("piece", ["rook", "bishop"])
def test_magic_factors_map_different_attacks_to_different_indices(piece: str) -> None:
    attacks_of = getattr(tables, f"{piece}_attacks")
    for s in (0, 27, 63):
        relevant, factor = getattr(tables, f"{piece}_relevant")[s], getattr(tables, f"{piece}_magics")[s]
        seen: dict[int, int] = {}
        for occupied in bitrook.Bitboard(relevant).subsets():
            index = (int(occupied) * factor & chess.BB_ALL) >> 64 - relevant.bit_count()
            attacks = attacks_of(s, occupied, "walk")
            assert seen.setdefault(index, attacks) == attacks


def test_de_bruijn_sequence() -> None:
    tops = [(tables.de_bruijn_sequence << n & chess.BB_ALL) >> 58 for n in range(64)]
    assert sorted(tops) == list(range(64))
    assert [tables.de_bruijn_shifts[top] for top in tops] == list(range(64))


def test_constants_made_on_demand_can_be_imported_by_name() -> None:
    from bitrook import BB_DIAG_ATTACKS, BB_RAYS

    assert BB_DIAG_ATTACKS == chess.BB_DIAG_ATTACKS
    assert BB_RAYS[0][63] == chess.BB_RAYS[0][63]
    with pytest.raises(AttributeError, match="no attribute 'BB_NOTHING'"):
        bitrook.BB_NOTHING  # type: ignore[attr-defined]  # noqa: B018


TEXTS = (
    "e4 Nf3 Nbd7 R1a3 Qh4xe1 exd5 e8=Q e8Q e8=q+ Qa1# Ng1-f3 e2e4 O-O e9 Pe4 e4! a8=P KQkq - HAha KQ kq KQkqK KQQkq qK"
)


@pytest.mark.parametrize("name", ["SAN_REGEX", "FEN_CASTLING_REGEX"])
@pytest.mark.parametrize("text", [*TEXTS.split(), "", "e4\n", "KQkq\n"])
def test_regular_expressions_match_the_same_groups(name: str, text: str) -> None:
    ours, theirs = getattr(bitrook, name).match(text), getattr(chess, name).match(text)
    assert (ours and ours.groups()) == (theirs and theirs.groups())
