"""Searches with endgame tablebases and opening books."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.python_chess_source import unpack
from support.slow_networks import Simple

from bitrook import Board, Move, polyglot, syzygy
from bitrook.nnue import Network
from bitrook.pgn import Cp, Mate
from bitrook.search import Search, TranspositionTable


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return unpack(tmp_path_factory.mktemp("source")) / "data"


@pytest.fixture(scope="module")
def tables(data: Path) -> Iterator[syzygy.Tablebase]:
    with syzygy.open_tablebase(data / "syzygy" / "regular") as tables:
        yield tables


WON = [
    "8/8/8/8/8/4k3/8/K2BN3 w - - 0 1",  # the longest wins of KBNvK take 33 moves
    "1k6/8/1K6/3N4/4B3/8/8/8 w - - 0 1",
    "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1",
    "8/8/4k3/8/4K3/8/4P3/8 w - - 0 1",
    "8/8/8/8/3k4/1p6/8/K6R w - - 0 1",
    "8/8/8/3q4/8/2k5/8/K4R2 b - - 0 1",
]


@pytest.mark.parametrize("fen", [pytest.param(WON[0], marks=pytest.mark.slow), *WON[1:]])
def test_wins_against_any_defense(tables: syzygy.Tablebase, fen: str) -> None:
    """Try every reply to each move of the search: all lines end in mate, and none repeats a position."""
    table = TranspositionTable(1)
    engine = Search(table=table, tablebase=tables)
    longest: dict[str, int] = {}  # plies to the mate, by position
    path: set[str] = set()

    def plies_to_mate(board: Board) -> int:
        name = board.epd()
        if name not in longest:
            assert name not in path, "a position was repeated"
            assert not board.is_stalemate() and not board.is_insufficient_material(), board.fen()
            path.add(name)
            table.clear()
            move = engine.run(Board(board.fen()), depth=2).move
            assert move is not None
            board.push(move)
            plies = 1
            if not board.is_checkmate():
                assert not board.is_game_over(), board.fen()
                for answer in list(board.legal_moves):
                    board.push(answer)
                    plies = max(plies, 2 + plies_to_mate(board))
                    board.pop()
            board.pop()
            path.remove(name)
            longest[name] = plies
        return longest[name]

    start = Board(fen)
    assert tables.probe_wdl(start) == 2
    fresh = Board(f"{start.epd()} 0 1")
    assert plies_to_mate(fresh) < (70 if "BN" in fen else 100)


def test_a_win_without_progress_by_the_search_is_won(tables: syzygy.Tablebase) -> None:
    """With an evaluation that only drives the king toward a1, the search wins only with the help of the tables."""
    board = Board("8/8/8/8/8/4k3/8/K2BN3 w - - 0 1")

    def bad(board: Board) -> int:
        return -(board.king(board.turn) or 0)

    with_tables, alone = Search(bad, tablebase=tables), Search(bad)
    for engine, wins in ((with_tables, True), (alone, False)):
        game = board.copy()
        while not game.is_game_over(claim_draw=True) and game.ply() < 150:
            game.push(engine.run(game, depth=1).move if game.turn else tables.rank_moves(game)[0].move)
        assert game.is_checkmate() == wins


def test_scores_and_hits(tables: syzygy.Tablebase) -> None:
    engine = Search(tablebase=tables)
    won = engine.run(Board("8/8/8/8/8/4k3/8/K2BN3 w - - 0 1"), depth=2)
    assert isinstance(won.score, Cp) and 30000 < won.score.score() < 31000
    assert won.tbhits >= Board("8/8/8/8/8/4k3/8/K2BN3 w - - 0 1").legal_moves.count()
    lost = engine.run(Board("8/8/8/4k3/8/8/8/K2BN3 b - - 0 1"), depth=2)
    assert -31000 < lost.score.score() < -30000
    mate = engine.run(Board("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1"), depth=6)
    assert mate.score == Mate(1)
    drawn = engine.run(Board("4k3/8/8/8/8/8/8/4KB2 w - - 0 1"), depth=3)
    assert drawn.score == Cp(0)
    assert Search().run(Board("8/8/8/8/8/4k3/8/K2BN3 w - - 0 1"), depth=2).tbhits == 0
    # A tablebase win scores higher than any evaluation and lower than any mate.
    assert Mate(50) > won.score > Cp(30000)


def test_a_network_does_not_change_the_order_of_scores(tables: syzygy.Tablebase) -> None:
    simple = Simple(8, scale=100_000).randomize(1)
    simple.weights[:], simple.output_biases[:] = 0, 9999  # the largest evaluation, 30000, for every position
    engine = Search(Network.from_bytes(simple.plain(), **simple.shape()), tablebase=tables)
    won = engine.run(Board("8/8/8/8/8/4k3/8/K2BN3 w - - 0 1"), depth=4).score
    lost = engine.run(Board("8/8/8/8/3k4/1p6/8/K6R b - - 0 1"), depth=4).score
    mate = engine.run(Board("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1"), depth=6).score
    assert Cp(-31000) < lost < Cp(-30000) < Cp(30000) < won < Cp(31000) < mate == Mate(1)
    tree = engine.run(Board("3k4/8/8/8/3r4/p7/3R4/K7 w - - 0 1"), depth=4)  # Rxd4 is a tablebase win
    assert tree.move == Move.from_uci("d2d4") and Cp(30000) < tree.score < Cp(31000)
    assert engine.run(Board("4k3/8/8/8/8/8/8/4KB2 w - - 0 1"), depth=3).score == Cp(0)
    assert abs(engine.run(Board("8/8/8/8/8/4k3/8/K2BN3 w - - 90 80"), depth=2).score.score() or 0) <= 1


def test_the_tree_is_looked_up(tables: syzygy.Tablebase) -> None:
    """The root has five men, so it is in no table; the tables are probed after captures."""
    board = Board("8/8/3k4/8/2pr4/8/3R4/3K4 b - - 0 1")
    engine = Search(tablebase=tables)
    result = engine.run(board, depth=8)
    assert result.tbhits > 0 and result.move is not None
    off = Search(tablebase=tables, probe_depth=100).run(board, depth=8)
    assert 0 < off.tbhits < result.tbhits  # positions with three men are always probed
    # Rxd4 leads to KRvKP, which is a win here, so the search returns a tablebase score.
    taken = Search(tablebase=tables).run(Board("3k4/8/8/8/3r4/p7/3R4/K7 w - - 0 1"), depth=4)
    assert taken.move == Move.from_uci("d2d4") and 30000 < taken.score.score() < 31000


def test_several_lines_are_in_the_order_of_the_tables(tables: syzygy.Tablebase) -> None:
    rng = random.Random(3)
    for fen in ("8/8/8/8/3k4/1p6/8/K6R w - - 0 1", "4k3/8/8/8/4K3/4P3/8/8 w - - 0 1", *WON):
        board = Board(fen)
        ranked = {move.move: move for move in tables.rank_moves(board)}
        for multipv in (2, 4, 50):
            result = Search(tablebase=tables).run(board, depth=rng.randrange(1, 5), multipv=multipv)
            values = [ranked[line.moves[0]].wdl for line in result.lines]
            assert values == sorted(values, reverse=True)
            assert len(values) == min(multipv, len(ranked)) == len({line.moves[0] for line in result.lines})
            assert values == sorted((move.wdl for move in ranked.values()), reverse=True)[: len(values)]


def test_the_moves_that_are_searched_stay_within_those_that_are_allowed(tables: syzygy.Tablebase) -> None:
    board = Board("8/8/8/8/3k4/1p6/8/K6R w - - 0 1")
    for move in board.legal_moves:
        assert Search(tablebase=tables).run(board, depth=2, moves=[move]).move == move


def test_the_fifty_move_rule(tables: syzygy.Tablebase) -> None:
    """This KBNvK position with a half-move clock of 90 is a draw by the rule, and a win without it."""
    board = Board("8/8/8/8/8/4k3/8/K2BN3 w - - 90 80")
    assert Search(tablebase=tables).run(board, depth=2).score == Cp(1)
    assert Search(tablebase=tables, fifty_move_rule=False).run(board, depth=2).score > Cp(30000)


def test_wdl_files_alone(data: Path) -> None:
    with syzygy.open_tablebase(data / "syzygy" / "regular", load_dtz=False) as tables:
        result = Search(tablebase=tables).run(Board("8/8/8/8/3k4/1p6/8/K6R w - - 0 1"), depth=4)
        assert result.tbhits > 0 and result.score.score() > 30000
        assert tables.probe_wdl(Board("8/8/8/8/3k4/1p6/8/K6R w - - 0 1")) == 2


def test_missing_tables_change_nothing(data: Path) -> None:
    with syzygy.Tablebase() as empty:
        board = Board("8/8/8/8/3k4/1p6/8/K6R w - - 0 1")
        assert Search(tablebase=empty).run(board, depth=6).score == Search().run(board, depth=6).score


def test_threads(tables: syzygy.Tablebase) -> None:
    result = Search(tablebase=tables).run(Board("8/8/3k4/8/2pr4/8/3R4/3K4 b - - 0 1"), depth=8, threads=2)
    assert result.tbhits > 0


def test_books(data: Path) -> None:
    with polyglot.open_reader(data / "polyglot" / "performance.bin") as book:
        engine = Search(book=book)
        result = engine.run(Board())
        assert (result.move, result.depth, result.nodes, result.score) == (Move.from_uci("e2e4"), 0, 0, Cp(0))
        assert engine.run(Board(), depth=2, multipv=2).depth == 2
        assert engine.run(Board(), depth=2, moves=[Move.from_uci("a2a3")]).move == Move.from_uci("a2a3")
        assert engine.run(Board("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), depth=3).depth == 3
        moves = {Search(book=book, book_random=random.Random(seed)).run(Board()).move for seed in range(40)}
        assert moves == {Move.from_uci(move) for move in ("e2e4", "d2d4", "c2c4")}


def test_errors(tables: syzygy.Tablebase) -> None:
    with pytest.raises(TypeError, match="tablebase must be None or a bitrook.syzygy.Tablebase, not str"):
        Search(tablebase="/tables")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="book must be None or a bitrook.polyglot.MemoryMappedReader, not str"):
        Search(book="book.bin")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="probe_depth"):
        Search(tablebase=tables, probe_depth=-1)
