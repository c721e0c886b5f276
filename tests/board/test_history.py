"""The history of a board: shared and shortened by copies, discarded by edits, kept by assignments."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import chess
import pytest
from support import children
from support.positions import KIWIPETE, random_game

import bitrook


def played(*ucis: str) -> bitrook.Board:
    board = bitrook.Board()
    for uci in ucis:
        board.push_uci(uci)
    return board


def test_moves_on_a_copy_leave_the_other_copies_unchanged() -> None:
    trunk = random_game(60)[1]
    moves, fen = trunk.move_stack.copy(), trunk.fen()
    branches = []
    for move in list(trunk.legal_moves):
        branch = trunk.copy()
        branch.push(move)
        branches.append((branch, move))
    for branch, move in branches:
        assert branch.move_stack == [*moves, move]
        assert branch.pop() == move
        assert branch.fen() == fen
        while branch.move_stack:
            assert branch.pop() == moves[len(branch.move_stack)]
        assert branch == bitrook.Board()
    assert trunk.move_stack == moves


@pytest.mark.parametrize("kept", [0, 1, 5, 39, 40, 100, -3, True, False])
def test_a_copy_can_keep_the_last_moves_only(kept: int) -> None:
    theirs, board = random_game(40)
    cut, cut_by_them = board.copy(stack=kept), theirs.copy(stack=kept)
    assert [m.uci() for m in cut.move_stack] == [m.uci() for m in cut_by_them.move_stack]
    assert cut.root().fen() == cut_by_them.root().fen()
    assert cut.fen() == board.fen()


def test_the_root_of_a_shortened_history_has_only_rights_that_can_be_used() -> None:
    """Rights assigned in mid-game are kept unchanged, except in the first position of a game."""
    boards: list[Any] = [bitrook.Board(), chess.Board()]
    for board in boards:
        for move in "g1f3 g8f6 f3g5 h7h6 g5h7 a7a6 h7f8".split():
            board.push_uci(move)
        board.castling_rights = 0xFF
        board.push_uci("a6a5")
        board.push_uci("a2a3")
    cut, cut_by_them = (board.copy(stack=1) for board in boards)
    for board in (*boards, cut, cut_by_them):
        board.pop()
    assert boards[0].fen() == boards[1].fen()
    assert boards[0].fen().split()[2] == "KGFEDCBQ"
    assert cut.fen() == cut_by_them.fen()
    assert cut.fen().split()[2] == "KQ"
    assert cut.castling_rights == cut_by_them.castling_rights == 0xFF


def test_a_king_assigned_as_promoted_does_not_change_the_position() -> None:
    """Its castling rights stay in the FEN, and repetitions are found by comparing what the FEN contains."""
    boards: list[Any] = [bitrook.Board(), chess.Board()]
    for board in boards:
        for move in "g1f3 g8f6 f3g1 f6g8".split():
            board.push_uci(move)
        board.promoted = 1 << bitrook.E1
    ours, theirs = boards
    for count, expected in ((1, True), (2, True), (3, False)):
        assert ours.is_repetition(count) == theirs.copy().is_repetition(count) == expected


EDITS: dict[str, Callable[[bitrook.Board], object]] = {
    "set_piece_at": lambda b: b.set_piece_at(0, None),
    "remove_piece_at": lambda b: b.remove_piece_at(0),
    "clear_stack": lambda b: b.clear_stack(),
    "set_board_fen": lambda b: b.set_board_fen(bitrook.STARTING_BOARD_FEN),
    "set_castling_fen": lambda b: b.set_castling_fen("KQkq"),
    "set_piece_map": lambda b: b.set_piece_map({}),
    "set_fen": lambda b: b.set_fen(KIWIPETE),
    "set_epd": lambda b: b.set_epd("8/8/8/8/8/8/8/8 w - -"),
    "set_chess960_pos": lambda b: b.set_chess960_pos(5),
    "apply_mirror": lambda b: b.apply_mirror(),
    "apply_transform": lambda b: b.apply_transform(lambda mask: mask),
    "reset": lambda b: b.reset(),
    "reset_board": lambda b: b.reset_board(),
    "clear": lambda b: b.clear(),
    "clear_board": lambda b: b.clear_board(),
    "BaseBoard.set_piece_at": lambda b: bitrook.BaseBoard.set_piece_at(b, 0, bitrook.Piece(1, True)),
    "BaseBoard.remove_piece_at": lambda b: bitrook.BaseBoard.remove_piece_at(b, 63),
    "BaseBoard.set_board_fen": lambda b: bitrook.BaseBoard.set_board_fen(b, "8/8/8/8/8/8/8/8"),
    "BaseBoard.reset_board": lambda b: bitrook.BaseBoard.reset_board(b),
    "BaseBoard.clear_board": lambda b: bitrook.BaseBoard.clear_board(b),
}


@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS)
def test_edits_forget_the_history(edit: Callable[[bitrook.Board], object]) -> None:
    board = played("e2e4", "e7e5")
    edit(board)
    assert not board.move_stack
    with pytest.raises(IndexError):
        board.pop()
    with pytest.raises(IndexError):
        board.peek()


def test_assignments_keep_the_history() -> None:
    board = played("e2e4", "e7e5")
    board.turn = bitrook.BLACK
    board.halfmove_clock = 90
    board.castling_rights = 0
    assert len(board.move_stack) == 2
    board.push_uci("g8f6")
    board.pop()
    assert (board.turn, board.halfmove_clock, board.castling_rights) == (bitrook.BLACK, 90, 0)
    board.pop()
    assert board.fen(en_passant="fen") == played("e2e4").fen(en_passant="fen")


def test_a_board_without_a_history_is_small() -> None:
    assert sys.getsizeof(bitrook.Board()) <= 400


def test_threads_share_a_history() -> None:
    trunk = random_game(30)[1]
    fen = trunk.fen()

    def branch_out(seed: int, start: bitrook.Board) -> set[str]:
        """Return the FENs that random games from *start* return to."""
        rng = random.Random(seed)
        found = set()
        for _ in range(100):
            board = start.copy()
            for _ in range(rng.randrange(30)):
                legal = list(board.legal_moves)
                if not legal:
                    break
                board.push(rng.choice(legal))
            while len(board.move_stack) > 30:
                board.pop()
            found.add(board.fen())
        return found

    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(branch_out, range(4), [trunk.copy() for _ in range(4)]))
    assert results == [{fen}] * 4
    assert trunk.fen() == fen


def test_a_position_may_repeat_after_one_ply_if_the_turn_is_assigned() -> None:
    for lib in (chess, bitrook):
        board = lib.Board()
        board.push(lib.Move.null())
        board.turn = lib.WHITE
        assert [board.is_repetition(count) for count in (1, 2, 3)] == [True, True, False]


WITHOUT_MEMORY = """
import collections, itertools, mmap, resource, sys
import bitrook
from bitrook import Bitboard, Board, Move

board, null = Board(), Move.null()
board.push_san("e4")
pages = int(open("/proc/self/statm").read().split()[0])
limit = pages * resource.getpagesize() + (24 << 20)
resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
try:
    mmap.mmap(-1, 32 << 20)
    sys.exit(77)
except OSError:
    pass
for action in (
    lambda: collections.deque((board.push(null) for _ in itertools.repeat(None)), 0),
    lambda: board.push_all(itertools.repeat(null)),
    lambda: Bitboard(1).diagram(set_square="x" * (8 << 20)),
):
    try:
        action()
    except MemoryError:
        pass
    else:
        sys.exit("no MemoryError")
plies = board.ply()
assert plies > 100_000, plies
assert board.pop() == null
board.push(null)
assert board.ply() == plies
while board.ply() > 1:
    assert board.pop() == null
assert board.fen() == "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", board.fen()
"""


def test_a_board_survives_running_out_of_memory() -> None:
    if not sys.platform.startswith("linux") or children.SANITIZED:
        pytest.skip("needs /proc, a limit that is kept, and an allocator that throws")
    ran = children.run("-c", WITHOUT_MEMORY, code=None, PYTHONMALLOC="default")
    if ran.returncode == 77:
        pytest.skip("the limit on memory is not kept here, as under qemu-user")
    assert ran.returncode == 0, ran.stderr


def test_no_position_repeats_across_the_drop_of_a_pawn() -> None:
    for lib in (bitrook, chess):
        board = lib.Board()
        board.push(lib.Move.null())
        board.push(lib.Move(49, 49, drop=lib.PAWN))
        assert board.halfmove_clock == 2 and not board.is_repetition(2)
