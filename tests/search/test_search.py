"""`Search.run`: results compared with a plain search in Python, limits, and behavior at the end of games."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable

import pytest
from support import children
from support import positions
from bitrook.search import (
    TECHNIQUES,
    DefaultEvaluation,
    PieceSquareTables,
    Result,
    Search,
    TranspositionTable,
    quiescence,
)

from bitrook import Board, IllegalMoveError, Move
from bitrook.cli.bench import POSITIONS
from bitrook.pgn import Cp, Mate, Score

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
MATE_IN_2 = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"
TABLES = PieceSquareTables()

# Techniques that affect only the move order and the search windows, so that the score stays exact.
EXACT = {"hash_moves", "history", "aspiration", "principal_variation", "mate_distance"}
NONE = dict.fromkeys(TECHNIQUES, False)
ORDER_ALONE = {name: name in EXACT for name in TECHNIQUES}


def negamax(board: Board, depth: int, ply: int, alpha: float, beta: float) -> int:
    """Return the score by definition. Alpha-beta cuts only moves that cannot affect it."""
    moves = board.list_legal_moves()
    if ply and (board.is_insufficient_material() or (board.halfmove_clock >= 100 and moves) or repeats(board, ply)):
        return 0
    if not moves:
        return ply - 32000 if board.is_check() else 0
    if depth == 0:
        return TABLES(board)
    best = -math.inf
    moves.sort(key=board.is_capture, reverse=True)
    for move in moves:
        board.push(move)
        best = max(best, -negamax(board, depth - 1, ply + 1, -beta, -max(alpha, best)))
        board.pop()
        if best >= beta:
            break
    return int(best)


def repeats(board: Board, ply: int) -> bool:
    """Return whether the position has occurred before since the root, or twice before in the whole game."""
    return board.is_repetition(3) or (ply >= 4 and board.copy(stack=ply).is_repetition(2))


def as_score(value: int) -> Score:
    if abs(value) <= 30000:
        return Cp(value)
    moves = (32000 - abs(value) + 1) // 2
    return Mate(moves if value > 0 else -moves)


def compare(fens: list[str], depth: int, options: dict[str, bool]) -> int:
    search = Search(TABLES, TranspositionTable(1), **options)
    compared = 0
    for fen in fens:
        board = Board(fen, chess960=True)
        if not board.is_valid() or board.is_game_over():
            continue
        search.table.clear()
        assert search.run(board, depth).score == as_score(negamax(board, depth, 0, -math.inf, math.inf)), fen
        compared += 1
    return compared


@pytest.mark.parametrize("options", [NONE, ORDER_ALONE])
def test_without_pruning_the_score_is_that_of_negamax(options: dict[str, bool]) -> None:
    assert compare(positions.random_fens(300), 2, options) > 250
    assert compare(positions.random_fens(8), 3, options) > 5


@pytest.mark.slow
@pytest.mark.parametrize("options", [NONE, ORDER_ALONE])
def test_without_pruning_the_score_is_that_of_negamax_at_depth_4(options: dict[str, bool]) -> None:
    assert compare(positions.random_fens(1000), 4, options) > 900


def test_repetitions_in_the_history_of_the_board_count() -> None:
    board = Board("7k/8/8/8/8/8/r7/6RK b - - 0 1")
    for uci in ("a2b2", "g1f1", "b2a2", "f1g1", "a2b2", "g1f1", "b2a2"):
        board.push_uci(uci)
    # f1g1 leads to the third occurrence of the initial position, which is a draw.
    third = Search(table=None).run(board, depth=1, moves=[Move.from_uci("f1g1")])
    assert third.score == Cp(0)
    fresh = Search().run(Board(board.fen()), depth=1, moves=[Move.from_uci("f1g1")])
    assert fresh.score != Cp(0)


def test_the_fifty_move_rule_counts() -> None:
    winning = "7k/8/8/8/8/8/1R6/K7 w - - {} 80"
    assert Search().run(Board(winning.format(0)), depth=4).score > Cp(300)
    assert Search().run(Board(winning.format(99)), depth=4).score == Cp(0)
    mate = Board("7k/8/6K1/8/8/8/1R6/8 w - - 99 80")  # mate takes precedence over the draw
    assert Search().run(mate, depth=3).score == Mate(1)


def test_castling_in_chess960() -> None:
    board = Board("4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1", chess960=True)
    castling = Move.from_uci("e1g1")
    result = Search().run(board, depth=3, moves=[castling])
    assert result.move == castling and board.is_castling(castling)
    standard = Board("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    for uci in ("e1g1", "e1h1"):
        assert Search().run(standard, 2, moves=[Move.from_uci(uci)]).move == Move.from_uci("e1g1")


@pytest.mark.parametrize("options", [{}, NONE])
def test_mates_of_the_examples(options: dict[str, bool], mates: list[tuple[Board, int]]) -> None:
    for board, moves in mates:
        if options and moves > 2:
            continue
        # Pruning may miss a mate at this depth, so it gets four extra plies. Without pruning, one extra ply is enough.
        depth = 2 * moves - 1 + (0 if options else 4)
        result = Search(**options).run(board, depth=depth + (options == NONE))
        assert result.score == Mate(moves), board.fen()
        for move in result.pv:
            board.push(move)
        assert board.is_checkmate() and len(result.pv) == 2 * moves - 1
        for _ in result.pv:
            board.pop()


@pytest.fixture
def mates(request: pytest.FixtureRequest) -> list[tuple[Board, int]]:
    found = []
    for line in (request.config.rootpath / "examples" / "mates.epd").read_text().splitlines():
        if line.strip() and not line.startswith("#"):
            board, operations = Board.from_epd(line)
            found.append((board, operations["dm"]))
    assert len(found) >= 15
    return found


def test_there_is_no_shorter_mate(mates: list[tuple[Board, int]]) -> None:
    """Verify this with a search without pruning, which finds any mate in n - 1 at a depth of 2n - 2 plies."""
    options = NONE | dict.fromkeys(EXACT - {"aspiration"}, True) | {"hash_cutoffs": False}
    for board, moves in mates:
        if 1 < moves <= 3:
            score = Search(**options).run(board, depth=2 * moves - 2).score
            assert not score > Mate(moves) and score < Mate(moves - 1)


@pytest.mark.parametrize(
    ("fen", "score"),
    [
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Cp(0)),
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", Mate(0)),
        ("8/8/8/8/8/8/8/8 w - - 0 1", Cp(0)),
    ],
)
def test_there_is_no_move(fen: str, score: Score) -> None:
    called: list[Result] = []
    result = Search().run(Board(fen), depth=5, on_info=called.append)
    assert (result.move, result.ponder, result.score, result.pv, result.lines) == (None, None, score, (), ())
    assert called == []


def test_multipv_gives_the_best_lines_in_order() -> None:
    board = Board(KIWIPETE)
    result = Search().run(board, depth=4, multipv=1000)
    assert len(result.lines) == 48 == len({line.moves[0] for line in result.lines})
    scores = [line.score for line in result.lines]
    assert scores == sorted(scores, reverse=True)
    assert result.lines[0].moves == result.pv
    for line in result.lines:
        walk = board.copy()
        for move in line.moves:
            assert move in walk.legal_moves
            walk.push(move)


def test_on_info_gets_each_depth() -> None:
    infos: list[Result] = []
    board = Board(KIWIPETE)
    result = Search().run(board, depth=6, on_info=infos.append)
    assert [info.depth for info in infos] == [1, 2, 3, 4, 5, 6]
    assert all(a.nodes <= b.nodes and a.time <= b.time for a, b in zip(infos, infos[1:]))
    assert all(info.seldepth >= info.depth for info in infos)
    assert infos[-1].lines == result.lines and result.nodes >= infos[-1].nodes


@pytest.mark.parametrize("name", TECHNIQUES)
def test_each_technique_can_be_switched_off(name: str) -> None:
    fens = [
        KIWIPETE,
        "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1",  # a mate in 3
    ]
    differs = False
    for fen in fens:
        whole, without = (Search(**options).run(Board(fen), depth=7) for options in ({}, {name: False}))
        assert without.depth == 7 and without.move in Board(fen).legal_moves
        differs |= whole.nodes != without.nodes
    assert differs


def test_the_same_search_gives_the_same_result() -> None:
    first, second = (Search().run(Board(KIWIPETE), nodes=20_000) for _ in range(2))
    assert (first.nodes, first.lines, first.depth) == (second.nodes, second.lines, second.depth)
    assert 20_000 <= first.nodes < 22_000


def test_the_nodes_are_the_same_in_every_processor_build() -> None:
    """Continuous integration runs this on x86-64-v3, x86-64 and aarch64. The totals change whenever the search does."""
    piece_values = (100, 320, 330, 500, 900, 0)
    tables = [[value + 7 * (square % 8) + 3 * (square // 8) for square in range(64)] for value in piece_values]
    evaluation = PieceSquareTables(tables, [row[::-1] for row in tables])
    for given, total in ((evaluation, 37469), (None, 32953)):
        nodes = [Search(given).run(Board(fen, chess960=True), depth=6).nodes for fen in POSITIONS]
        assert sum(nodes) == total, nodes


HUGE = 10**30


@pytest.mark.parametrize(
    "limits",
    [{"nodes": 0}, {"time": 0}, {"time": 0.0, "nodes": 0}, {"depth": 1}, {"depth": HUGE, "nodes": 1}, {"nodes": HUGE, "depth": 2},
     {"time": 1e300, "depth": 2}, {"time": math.inf, "depth": 2}, {"time": 1e-300}, {"multipv": HUGE, "depth": 1}],
)  # fmt: skip
def test_any_limits_give_a_move(limits: dict[str, object]) -> None:
    board = Board(KIWIPETE)
    assert Search().run(board, **limits).move in board.legal_moves  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("limits", "error", "name"),
    [({"depth": 0}, ValueError, "depth"), ({"depth": -1}, ValueError, "depth"), ({"depth": 1.5}, TypeError, "depth"),
     ({"nodes": -1}, ValueError, "nodes"), ({"time": -0.1}, ValueError, "time"), ({"time": math.nan}, ValueError, "time"),
     ({"time": "1"}, TypeError, "time"), ({"multipv": 0}, ValueError, "multipv"), ({"threads": 0}, ValueError, "threads"),
     ({"moves": []}, ValueError, "moves"), ({"moves": [Move.null()]}, IllegalMoveError, "moves"), ({"moves": [1]}, TypeError, "moves"),
     ({"moves": [Move.from_uci("a1a8")]}, IllegalMoveError, "a1a8"), ({"on_info": 5}, TypeError, "on_info")],
)  # fmt: skip
def test_wrong_limits_are_named(limits: dict[str, object], error: type[Exception], name: str) -> None:
    with pytest.raises(error, match=name):
        Search().run(Board(KIWIPETE), **limits)  # type: ignore[arg-type]


def test_wrong_arguments_are_named() -> None:
    with pytest.raises(TypeError, match="evaluation"):
        Search(5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="table"):
        Search(table={})  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="board"):
        Search().run(KIWIPETE)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="threads must be 1"):
        Search(lambda board: 0).run(Board(), 2, threads=2)


def test_quiescence_resolves_captures() -> None:
    hanging = Board("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1")
    assert quiescence(hanging) > TABLES(hanging) + 500
    quiet = Board()
    assert quiescence(quiet) == DefaultEvaluation()(quiet)
    assert quiescence(Board("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1")) == -32000
    calls: list[Board] = []

    def material(board: Board) -> int:
        calls.append(board)
        return 10 * len(calls)

    assert quiescence(hanging, evaluation=material) > 0 and len(calls) > 1
    assert calls[0] == hanging and calls[0] is not hanging
    with pytest.raises(ValueError, match="alpha"):
        quiescence(quiet, 5, 5)
    with pytest.raises(ZeroDivisionError):
        quiescence(quiet, evaluation=lambda board: 1 // 0)


LITTLE_MEMORY = """
import re, resource
from bitrook import Board
from bitrook.search import quiescence

board = Board("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1")
kibibytes = int(re.search(r"VmSize:\\s+(\\d+)", open("/proc/self/status").read())[1])
resource.setrlimit(resource.RLIMIT_AS, ((kibibytes + 1000) << 10,) * 2)
print(quiescence(board))
"""


@pytest.mark.skipif(sys.platform != "linux" or children.SANITIZED, reason="RLIMIT_AS and /proc")
def test_quiescence_allocates_no_history() -> None:
    """Engines written in Python call quiescence() at every leaf, and the history of a search takes 1.6 MB."""
    assert int(children.run("-c", LITTLE_MEMORY, PYTHONMALLOC="malloc").stdout) > 0


def test_irregular_positions_are_searched() -> None:
    for fen in ("k7/8/8/8/8/8/8/8 w - - 0 1", "kk6/8/8/8/8/8/8/KK5R w - - 0 1", "QQQQQQQQ/8/8/8/8/8/8/k1K4q b - - 0 1",
                "8/8/8/8/8/8/pppppppp/PPPPPPPP w - - 0 1", "4k3/8/8/8/8/8/4Q3/4K3 w - - 0 1"):  # fmt: skip
        result = Search().run(Board(fen), depth=3, nodes=50_000)
        assert result.move is None or result.move in Board(fen).legal_moves


Evaluation = Callable[[Board], int]


def test_an_evaluation_in_python_gives_the_same_search_as_the_native_one() -> None:
    for fen in (KIWIPETE, MATE_IN_2):
        native, python = (Search(evaluation).run(Board(fen), depth=4) for evaluation in (TABLES, TABLES.__call__))
        assert (native.nodes, native.lines) == (python.nodes, python.lines)


def test_no_repetition_by_passing() -> None:
    """White has only pawn moves, so that no position of the tree can occur twice, and null moves must not change that."""
    board = Board("1n1k4/8/8/8/2Pb3P/1p4p1/1P4P1/B6K b - - 0 1")
    given = {name: name not in ("hash_moves", "hash_cutoffs") for name in TECHNIQUES}

    def evaluation(board: Board) -> int:
        return 100 if board.turn else -100

    scores = [
        Search(evaluation, **given | {"null_move": null_move}).run(board, depth=17).lines[0].score
        for null_move in (True, False)
    ]
    assert scores[0] == scores[1]
