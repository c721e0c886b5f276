"""Syzygy tables of antichess and atomic, compared with python-chess on invented tables and, where present, real ones.

Set BITROOK_VARIANT_TABLES to a folder with the subfolders ``atomic``, ``giveaway`` and ``suicide`` to test real tables.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import chess
import chess.syzygy
import chess.variant
import numpy as np
import pytest

import bitrook
from bitrook import syzygy, variant
from bitrook.batch import Boards
from bitrook.search import Search

FOLDER = os.environ.get("BITROOK_VARIANT_TABLES")
NAMES = {"atomic": "AtomicBoard", "suicide": "SuicideBoard", "giveaway": "GiveawayBoard", "antichess": "AntichessBoard"}

ATOMIC_TABLES = ["KQvK", "KRvKR", "KNNvK", "KPvK", "KPvKP", "KPPvK"]
# The leading pieces are two or three different ones, or two or three equal ones. Slow: four and five.
ANTICHESS_TABLES = ["KvN", "KvK", "QvQ", "KQvN", "KKvK", "NNvN", "RRvBB", "KKKvN", "KKvNN", "PvP"]
ANTICHESS_TABLES += ["KvP", "PPvQ", "NPvP", "PPvPP"]


def write_table(path: Path, board: Any, dtz: bool, seed: int) -> None:
    """Write a table with random values. It shows how a program numbers positions, but says nothing about chess."""
    name = path.stem
    white, black = name.split("v")
    pieces = [(c, side) for side, letters in enumerate((white, black)) for c in letters]
    counts = {piece: pieces.count(piece) for piece in pieces}
    pawns = sorted((counts.get(("P", side), 0) or 99, side) for side in range(2))
    if "P" in name:
        lead = [("P", side) for count, side in pawns if count < 99]
    else:
        unique = [piece for piece in counts if counts[piece] == 1]
        lead = (
            unique[: 3 if len(unique) > 2 else 2]
            if len(unique) > 1
            else [min(counts, key=lambda p: (counts[p] < 2, counts[p]))]
        )
    order = lead + [piece for piece in counts if piece not in lead]
    codes = bytes(
        (chess.PIECE_SYMBOLS.index(c.lower()) + 8 * side) * 0x11 for c, side in order for _ in range(counts[c, side])
    )
    both = sum(c == "P" for c, _ in lead) == 2
    symmetric = white == black
    files, sides = (4 if "P" in name else 1), (1 if dtz or symmetric else 2)
    head = (board.tbz_magic if dtz else board.tbw_magic) + bytes([(not symmetric) + 2 * ("P" in name)])
    head += (bytes([0x00, 0x11][: 1 + both]) + codes) * files
    head += bytes(len(head) % 2)
    # python-chess computes the sizes of a table from its header.
    path.write_bytes(head + bytes([0x80, 2]) * files * sides + bytes(400))
    path.write_bytes((data := path.read_bytes()) + bytes((16 - len(data)) % 64))
    with (chess.syzygy.DtzTable if dtz else chess.syzygy.WdlTable)(str(path), variant=board) as table:
        table.init_table_dtz() if dtz else table.init_table_wdl()
        sizes = [table.tb_size[i if dtz else 2 * i + side] for i in range(files) for side in range(sides)]
        if "P" not in name:
            sizes = list(table.tb_size[:sides])
    path.unlink()

    # Each value is a symbol of three bits, so 170 fit into a block of 64 bytes.
    rng = np.random.default_rng(seed)
    symbols = b"".join(bytes([value, 0xF0, 0xFF]) for value in range(5)) + b"\0"
    indices, lengths, blocks, headers = b"", b"", [], b""
    for size in sizes:
        values = rng.integers(0, 5, size, dtype=np.uint8)
        count = -(-size // 170)
        padded = np.zeros(count * 170, np.uint8)
        padded[:size] = values
        bits = np.zeros((count, 512), np.uint8)
        bits[:, :510] = (padded.reshape(count, 170, 1) >> np.array([2, 1, 0], np.uint8) & 1).reshape(count, 510)
        blocks.append(np.packbits(bits, axis=1).tobytes())
        middles = np.arange(512, size + 512 * 2, 1024)[: -(-size // 1024)]  # of spans of 1,024 values
        index = np.zeros(len(middles), np.dtype([("block", "<u4"), ("offset", "<u2")]))
        index["block"], index["offset"] = (
            np.minimum(middles // 170, count - 1),
            middles - np.minimum(middles // 170, count - 1) * 170,
        )
        indices += index.tobytes()
        lengths += np.full(count, 169, "<u2").tobytes()
        headers += bytes([0, 6, 10, 0]) + count.to_bytes(4, "little") + bytes([3, 3, 0, 0, 5, 0]) + symbols
    file = head + headers
    file += bytes(len(file) % 2) + indices + lengths
    for block in blocks:
        file += bytes(-len(file) % 64) + block
    path.write_bytes(file + bytes((16 - len(file)) % 64))


def positions(name: str, board: Any, count: int, rng: random.Random) -> Iterator[Any]:
    """Yield random positions of a table, half of them with the colors exchanged."""
    white, black = name.split("v")
    while count:
        made = board(None)
        swapped = rng.random() < 0.5
        for letter, color in [(c, not swapped) for c in white] + [(c, swapped) for c in black]:
            squares = range(8, 56) if letter == "P" else range(64)
            square = rng.choice([s for s in squares if not made.piece_at(s)])
            made.set_piece_at(square, chess.Piece(chess.PIECE_SYMBOLS.index(letter.lower()), color))
        made.turn = rng.random() < 0.5
        if made.is_valid() and not made.was_into_check():
            count -= 1
            yield made


@pytest.mark.parametrize("kind", ["atomic", "suicide", "giveaway", pytest.param("slow", marks=pytest.mark.slow)])
def test_positions_have_the_same_numbers_as_in_python_chess(tmp_path: Path, kind: str) -> None:
    slow, kind = kind == "slow", kind.replace("slow", "suicide")
    theirs, ours = getattr(chess.variant, NAMES[kind]), getattr(variant, NAMES[kind])
    names, rng = ATOMIC_TABLES if kind == "atomic" else ANTICHESS_TABLES, random.Random(kind)
    if kind == "giveaway":
        names = names[:1] + names[-1:]
    if slow:
        names = ["RRRRvQ", "NNNNNvK"]
    for i, name in enumerate(names):
        write_table(tmp_path / (name + theirs.tbw_suffix), theirs, False, i)
        write_table(tmp_path / (name + theirs.tbz_suffix), theirs, True, 100 + i)
    with (
        syzygy.open_tablebase(tmp_path, VariantBoard=ours) as tables,
        chess.syzygy.open_tablebase(str(tmp_path), VariantBoard=theirs) as oracle,
    ):
        assert len(tables) == 2 * len(names)
        for name in names:
            values = set()
            for board in positions(name, theirs, 40, rng):
                own = ours(board.fen())
                if board.is_variant_end():
                    continue
                assert tables.probe_wdl_table(own) == oracle.probe_wdl_table(board), own.fen()
                values.add(oracle.probe_wdl_table(board))
                for wdl in (-2, -1, 1, 2):
                    assert tables.probe_dtz_table(own, wdl) == oracle.probe_dtz_table(board, wdl), own.fen()
            assert len(values) == 5


@pytest.mark.skipif(not FOLDER, reason="BITROOK_VARIANT_TABLES is not set")
@pytest.mark.parametrize("kind", NAMES)
@pytest.mark.parametrize("per_table", [20, pytest.param(300, marks=pytest.mark.slow)])
def test_values_are_those_of_python_chess(kind: str, per_table: int) -> None:
    theirs, ours = getattr(chess.variant, NAMES[kind]), getattr(variant, NAMES[kind])
    folder, rng, tested = Path(FOLDER or "") / kind.replace("antichess", "giveaway"), random.Random(kind), 0
    with (
        syzygy.open_tablebase(folder, VariantBoard=ours) as tables,
        chess.syzygy.open_tablebase(str(folder), VariantBoard=theirs) as oracle,
    ):
        for path in sorted(folder.glob("*" + theirs.tbw_suffix)):
            for board in positions(path.stem, theirs, per_table, rng):
                own = ours(board.fen())
                tested += 1
                try:
                    expected: Any = oracle.probe_wdl(board), oracle.probe_dtz(board)
                except chess.syzygy.MissingTableError:
                    assert tables.get_wdl(own) is None
                    continue
                assert (tables.probe_wdl(own), tables.probe_dtz(own)) == expected, own.fen()
                for ranked in tables.rank_moves(own):
                    board.push(chess.Move.from_uci(ranked.move.uci()))
                    assert ranked.wdl == -oracle.probe_wdl(board), own.fen()
                    board.pop()
    assert tested


def test_pawnless_tables_of_the_other_variant(tmp_path: Path) -> None:
    """Suicide and giveaway have the same values without pawns, so each reads the other's files."""
    suicide = chess.variant.SuicideBoard
    for name in ("KvN", "PvP"):
        write_table(tmp_path / (name + ".stbw"), suicide, False, 1)
    with syzygy.open_tablebase(tmp_path, VariantBoard=variant.GiveawayBoard) as tables:
        assert len(tables) == 1
        own = variant.GiveawayBoard("8/8/8/8/8/8/5K2/n7 w - - 0 1")
        with syzygy.open_tablebase(tmp_path, VariantBoard=variant.SuicideBoard) as others:
            assert len(others) == 2
            assert tables.probe_wdl_table(own) == others.probe_wdl_table(variant.SuicideBoard(own.fen()))
    (tmp_path / "PvP.stbw").rename(tmp_path / "PvP.gtbw")
    with syzygy.open_tablebase(tmp_path, VariantBoard=variant.GiveawayBoard) as tables:
        with pytest.raises(OSError, match="not a Syzygy WDL table"):
            tables.probe_wdl(variant.GiveawayBoard("8/8/8/1p6/8/8/6P1/8 w - - 0 1"))


def test_tables_are_of_one_variant(tmp_path: Path) -> None:
    board = variant.AtomicBoard("8/8/8/8/8/8/8/3k4 w - - 0 1")
    with pytest.raises(KeyError, match="the tables are of chess, not of atomic"):
        syzygy.Tablebase().probe_wdl(board)
    tables = syzygy.Tablebase(VariantBoard=variant.AtomicBoard)
    assert tables.probe_wdl(board) == -2 and tables.probe_wdl_table(board) == -2
    assert tables.probe_wdl(variant.AtomicBoard("4k3/8/8/8/8/8/8/4K3 w - - 0 1")) == 0
    for other in (variant.SuicideBoard(), bitrook.Board("4k3/8/8/8/8/8/8/4K3 w - - 0 1")):
        for probe in (tables.probe_wdl, tables.probe_dtz, tables.probe_wdl_table, tables.rank_moves):
            with pytest.raises(KeyError, match=f"the tables are of atomic, not of {other.uci_variant}"):
                probe(other)
    with pytest.raises(syzygy.MissingTableError, match="did not find wdl table KRvK"):
        tables.probe_wdl(variant.AtomicBoard("4k3/8/8/8/8/8/8/4K2R w - - 0 1"))
    with pytest.raises(KeyError, match="not a position of atomic"):
        tables.probe_wdl(variant.AtomicBoard("4k3/4k3/8/8/8/8/8/4K2R w - - 0 1"))
    with pytest.raises(KeyError, match="castling rights"):
        tables.probe_wdl(variant.AtomicBoard("4k3/8/8/8/8/8/8/4K2R w K - 0 1"))
    with pytest.raises(ValueError, match="standard chess, but the tables are of atomic"):
        tables.probe_wdl(Boards(1))
    with pytest.raises(ValueError, match="plays standard chess, but the tables are of atomic"):
        Search(tablebase=tables)
    (tmp_path / "KRvK.atbw").write_bytes(b"\0" * 80)
    assert tables.add_directory(tmp_path) == 1
    with pytest.raises(OSError, match="not a Syzygy WDL table"):
        tables.probe_wdl(variant.AtomicBoard("4k3/8/8/8/8/8/8/4K2R w - - 0 1"))
    with pytest.raises(ValueError, match="there are no tablebases of crazyhouse"):
        syzygy.Tablebase(VariantBoard=variant.CrazyhouseBoard)
