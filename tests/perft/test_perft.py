"""Perft by both methods, compared with counts from other programs: known positions, traps and Chess960."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import pytest

import bitrook
from bitrook.cli.perft import Entry, read

DATA = Path(__file__).parents[1] / "files" / "perft"
QUICK = 1_000_000  # nodes: about a millisecond
FILES = ["known", "traps", "chess960_traps", "fen_only", "chess960", "suite"]
ENTRIES = {name: list(read(str(DATA / f"{name}.epd"))) for name in FILES}


def param(entry: Entry) -> object:
    return pytest.param(entry, id=f"{Path(entry.file).stem}-{entry.line}")


ALL = [param(entry) for entries in ENTRIES.values() for entry in entries]
TRAPS = [entry for name in ("traps", "chess960_traps", "fen_only") for entry in ENTRIES[name]]
Method = Literal["count", "walk"]
both_methods = pytest.mark.parametrize("method", ["count", "walk"])


def listed(board: bitrook.Board, depth: int) -> int:
    """Count the nodes in Python, by listing, pushing and popping every move."""
    if depth == 0:
        return 1
    nodes = 0
    for move in list(board.legal_moves):
        board.push(move)
        nodes += listed(board, depth - 1)
        board.pop()
    return nodes


def test_the_data_are_complete() -> None:
    suite = ENTRIES["suite"]
    assert len(suite) >= 100
    assert sum(nodes for entry in suite for _, nodes in entry.counts) > 1_000_000_000
    assert len({entry.name for entry in TRAPS}) == len(TRAPS)
    assert len({entry.fen for entry in TRAPS}) == len(TRAPS)
    assert all([depth for depth, _ in e.counts] == list(range(1, len(e.counts) + 1)) for f in FILES for e in ENTRIES[f])


@both_methods
@pytest.mark.parametrize("entry", ALL)
def test_counts(entry: Entry, method: Method) -> None:
    board = entry.board()
    fen = board.fen()
    for depth, nodes in entry.counts:
        if nodes <= QUICK:
            assert bitrook.perft(board, depth, method=method) == nodes
    assert board.fen() == fen


@pytest.mark.slow
@both_methods
@pytest.mark.parametrize("entry", ALL)
def test_deep_counts(entry: Entry, method: Method) -> None:
    board = entry.board()
    for depth, nodes in entry.counts:
        if nodes > QUICK:
            assert bitrook.perft(board, depth, method=method) == nodes


@pytest.mark.parametrize("entry", ALL)
def test_counts_by_listing_pushing_and_popping(entry: Entry) -> None:
    board = entry.board()
    fen = board.fen()
    for depth, nodes in entry.counts:
        if nodes <= 5_000:
            assert listed(board, depth) == nodes
    assert board.legal_moves.count() == entry.counts[0][1]
    assert board.fen() == fen


@both_methods
@pytest.mark.parametrize("entry", ALL)
def test_counts_of_the_mirrored_position(entry: Entry, method: Method) -> None:
    board = entry.board().mirror()
    for depth, nodes in entry.counts:
        if nodes <= QUICK // 10:
            assert bitrook.perft(board, depth, method=method) == nodes


# Castling distinguishes left and right, so positions with castling rights are skipped.
@both_methods
@pytest.mark.parametrize("entry", [param(e) for es in ENTRIES.values() for e in es if e.fen.split()[2:4] == ["-", "-"]])
def test_counts_of_the_position_flipped_horizontally(entry: Entry, method: Method) -> None:
    board = entry.board().transform(bitrook.flip_horizontal)
    for depth, nodes in entry.counts:
        if nodes <= QUICK // 10:
            assert bitrook.perft(board, depth, method=method) == nodes


@pytest.mark.parametrize("entry", [param(entry) for entry in TRAPS if entry.fields])
def test_moves_named_in_the_traps(entry: Entry) -> None:
    board = entry.board()
    for field in entry.fields:
        word, moves = field.split()
        for uci in moves.split(","):
            move = bitrook.Move.from_uci(uci)
            if word == "illegal":
                assert not board.is_legal(move) and move not in board.legal_moves
                continue
            assert board.is_legal(move) and move in board.legal_moves
            after = board.copy()
            after.push(move)
            assert {"legal": True, "mates": after.is_checkmate(), "stalemates": after.is_stalemate()}[word]


@pytest.mark.parametrize("entry", [param(entry) for entry in ENTRIES["known"]])
@pytest.mark.parametrize(
    "options",
    [{"threads": 2}, {"hash_mb": 1}, {"threads": 2, "hash_mb": 16}, {"threads": 2, "method": "walk"}],
    ids=str,
)
def test_options_do_not_change_the_count(entry: Entry, options: dict[str, Any]) -> None:
    board = entry.board()
    for depth, nodes in entry.counts:
        if nodes <= 20 * QUICK:
            assert bitrook.perft(board, depth, **options) == nodes
        if nodes <= QUICK:
            assert sum(bitrook.divide(board, depth, **options).values()) == nodes


@both_methods
@pytest.mark.parametrize("entry", [param(entry) for entry in [*ENTRIES["known"], *ENTRIES["chess960_traps"]]])
def test_divide_sums_to_perft(entry: Entry, method: Method) -> None:
    board = entry.board()
    depth, nodes = max((pair for pair in entry.counts if pair[1] <= QUICK), default=(1, entry.counts[0][1]))
    divided = bitrook.divide(board, depth, method=method)
    assert list(divided) == list(board.legal_moves)
    assert sum(divided.values()) == nodes
    for move, leaves in divided.items():
        board.push(move)
        assert bitrook.perft(board, depth - 1) == leaves
        board.pop()


@both_methods
def test_divide_sums_to_perft_if_a_move_is_listed_twice(method: Method) -> None:
    board = bitrook.Board("2k5/8/8/8/5P2/8/8/3K3R w - - 0 1")
    board.push_uci("f4f5")
    board.castling_rights = bitrook.BB_RANK_8  # with the right on b8, the king's step to b8 is also castling
    moves = list(board.legal_moves)
    assert len(moves) > len(set(moves))
    for depth in (1, 2, 3):
        divided = bitrook.divide(board, depth, method=method)
        assert list(divided) == list(dict.fromkeys(moves))
        assert sum(divided.values()) == bitrook.perft(board, depth, method=method) == listed(board, depth)


@both_methods
def test_depth_0_is_one_leaf(method: Method) -> None:
    assert bitrook.perft(bitrook.Board(), 0, method=method) == 1
    assert bitrook.divide(bitrook.Board(), 0, method=method) == {}


@both_methods
@pytest.mark.parametrize(
    "fen",
    [
        "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
        "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1",
        "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    ],
)
def test_no_leaves_beyond_mate_and_stalemate(fen: str, method: Method) -> None:
    board = bitrook.Board(fen)
    assert [bitrook.perft(board, depth, method=method) for depth in (0, 1, 2, 100)] == [1, 0, 0, 0]
    assert bitrook.divide(board, 3, method=method) == {}


@both_methods
@pytest.mark.parametrize(
    "fen", ["8/8/8/8/8/8/8/8 w - - 0 1", "8/8/8/8/8/8/8/K7 w - - 0 1", "kk6/8/8/8/8/8/8/KK6 w - - 0 1"]
)
def test_boards_without_one_king_a_side(fen: str, method: Method) -> None:
    board = bitrook.Board(fen)
    for depth in range(1, 4):
        assert bitrook.perft(board, depth, method=method) == listed(board, depth)
