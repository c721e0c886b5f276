"""Move trees counted and compared with counts from elsewhere: the known positions, the traps, Chess960."""

from __future__ import annotations

from pathlib import Path

import pytest

import bitrook
from bitrook.cli.suite import Entry, read

DATA = Path(__file__).parents[1] / "data" / "perft"
QUICK = 1_000_000  # nodes: a millisecond or so
FILES = ["known", "traps", "chess960_traps", "fen_only", "chess960", "suite"]
ENTRIES = {name: list(read(str(DATA / f"{name}.epd"))) for name in FILES}


def param(entry: Entry) -> object:
    return pytest.param(entry, id=f"{Path(entry.file).stem}-{entry.line}")


EVERY = [param(entry) for entries in ENTRIES.values() for entry in entries]
TRAPS = [entry for name in ("traps", "chess960_traps", "fen_only") for entry in ENTRIES[name]]


def walked(board: bitrook.Board, depth: int) -> int:
    """The count as an engine would come by it: every move listed, made and unmade."""
    if depth == 0:
        return 1
    nodes = 0
    for move in list(board.legal_moves):
        board.push(move)
        nodes += walked(board, depth - 1)
        board.pop()
    return nodes


def test_the_data_is_what_it_should_be() -> None:
    suite = ENTRIES["suite"]
    assert len(suite) >= 100
    assert sum(nodes for entry in suite for _, nodes in entry.counts) > 1_000_000_000
    assert len({entry.name for entry in TRAPS}) == len(TRAPS)
    assert len({entry.fen for entry in TRAPS}) == len(TRAPS)
    assert all([depth for depth, _ in e.counts] == list(range(1, len(e.counts) + 1)) for f in FILES for e in ENTRIES[f])


@pytest.mark.parametrize("entry", EVERY)
def test_counts(entry: Entry) -> None:
    board = entry.board()
    fen = board.fen()
    for depth, nodes in entry.counts:
        if nodes <= QUICK:
            assert bitrook.perft(board, depth) == nodes
    assert board.fen() == fen


@pytest.mark.slow
@pytest.mark.parametrize("entry", EVERY)
def test_deep_counts(entry: Entry) -> None:
    board = entry.board()
    for depth, nodes in entry.counts:
        if nodes > QUICK:
            assert bitrook.perft(board, depth) == nodes


@pytest.mark.parametrize("entry", EVERY)
def test_counts_by_listing_and_playing(entry: Entry) -> None:
    board = entry.board()
    fen = board.fen()
    for depth, nodes in entry.counts:
        if nodes <= 5_000:
            assert walked(board, depth) == nodes
    assert board.legal_moves.count() == entry.counts[0][1]
    assert board.fen() == fen


@pytest.mark.parametrize("entry", EVERY)
def test_counts_with_the_colours_exchanged(entry: Entry) -> None:
    board = entry.board().mirror()
    for depth, nodes in entry.counts:
        if nodes <= QUICK // 10:
            assert bitrook.perft(board, depth) == nodes


@pytest.mark.parametrize("entry", [param(e) for es in ENTRIES.values() for e in es if e.fen.split()[2:4] == ["-", "-"]])
def test_counts_seen_in_a_looking_glass(entry: Entry) -> None:
    board = entry.board().transform(bitrook.flip_horizontal)  # castling alone knows left from right
    for depth, nodes in entry.counts:
        if nodes <= QUICK // 10:
            assert bitrook.perft(board, depth) == nodes


@pytest.mark.parametrize("entry", [param(entry) for entry in TRAPS if entry.fields])
def test_traps_are_what_they_say(entry: Entry) -> None:
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
@pytest.mark.parametrize("options", [{"threads": 2}, {"hash_mb": 1}, {"threads": 2, "hash_mb": 16}])
def test_threads_and_hash_change_nothing(entry: Entry, options: dict[str, int]) -> None:
    board = entry.board()
    for depth, nodes in entry.counts:
        if nodes <= 20 * QUICK:
            assert bitrook.perft(board, depth, **options) == nodes


@pytest.mark.parametrize("entry", [param(entry) for entry in [*ENTRIES["known"], *ENTRIES["chess960_traps"]]])
def test_divide_adds_up(entry: Entry) -> None:
    board = entry.board()
    depth, nodes = max((pair for pair in entry.counts if pair[1] <= QUICK), default=(1, entry.counts[0][1]))
    divided = bitrook.divide(board, depth)
    assert list(divided) == list(board.legal_moves)
    assert sum(divided.values()) == nodes
    for move, leaves in divided.items():
        board.push(move)
        assert bitrook.perft(board, depth - 1) == leaves
        board.pop()


def test_no_depth_is_one_leaf() -> None:
    assert bitrook.perft(bitrook.Board(), 0) == 1
    mated = bitrook.Board("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3")
    assert [bitrook.perft(mated, depth) for depth in range(4)] == [1, 0, 0, 0]
    assert bitrook.divide(mated, 3) == {}


@pytest.mark.parametrize("depth", [-1, 101, -(2**70), 2**70])
def test_depths_that_are_none(depth: int) -> None:
    with pytest.raises(ValueError):
        bitrook.perft(bitrook.Board(), depth)


@pytest.mark.parametrize(
    "fen", ["8/8/8/8/8/8/8/8 w - - 0 1", "8/8/8/8/8/8/8/K7 w - - 0 1", "kk6/8/8/8/8/8/8/KK6 w - - 0 1"]
)
def test_boards_without_the_usual_kings(fen: str) -> None:
    board = bitrook.Board(fen)
    for depth in range(1, 4):
        assert bitrook.perft(board, depth) == walked(board, depth)
