"""Board and BaseBoard as Python objects: construction, copies, pickles, equality, transforms, rejected arguments."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import chess
import chess.variant
import pytest
from support.positions import KIWIPETE, START, random_game, unwound

import bitrook.variant
from bitrook import BaseBoard, Board, Move, Piece


def played(plies: int = 40, seed: int = 1, fen: str = START) -> Board:
    return random_game(plies, seed, fen)[1]


def edited() -> Board:
    """Return a board with attributes assigned between its moves."""
    board = played(10)
    board.turn = not board.turn
    board.halfmove_clock = 77
    board.castling_rights = 0xFF
    board.push(Move.null())
    board.ep_square = 20
    board.push(next(iter(board.legal_moves)))
    return board


def test_constructors() -> None:
    assert Board().fen() == Board(START).fen() == Board(fen=START, chess960=False).fen() == START
    assert Board(KIWIPETE).fen() == KIWIPETE
    assert Board(None).fen() == "8/8/8/8/8/8/8/8 w - - 0 1" == Board.empty().fen()
    assert Board(KIWIPETE, chess960=True).chess960
    assert Board.empty(chess960=True).chess960
    assert Board.from_chess960_pos(518).fen() == START
    for square, number in ((0, 518), (1, None)):  # python-chess treats square 0 (a1) as no square
        board = Board()
        board.ep_square = square
        assert board.chess960_pos() == number
    assert Board.from_chess960_pos(518).chess960
    assert BaseBoard().board_fen() == START.split()[0]
    assert BaseBoard(None).board_fen() == "8/8/8/8/8/8/8/8" == BaseBoard.empty().board_fen()
    assert BaseBoard(board_fen="8/8/8/3k4/8/8/8/8").king(False) == 35
    assert BaseBoard.from_chess960_pos(0).chess960_pos() == 0
    assert Board().zobrist_hash() == Board().key == 0x463B96181691FC9C


@pytest.mark.parametrize(
    "fen",
    ["", "x", START + " 7", START.replace("w", "x"), "8/8/8/8/8/8/8/44 w - - 0 1", "é", "\ud800"],
)
def test_a_wrong_fen_is_named_and_changes_nothing(fen: str) -> None:
    board = played()
    for call in (lambda: Board(fen), lambda: board.set_fen(fen), lambda: Board.__init__(board, fen)):
        with pytest.raises(ValueError) as error:
            call()
        shown = fen.replace("\ud800", "\ufffd")  # a surrogate cannot be encoded in UTF-8
        assert str(error.value).endswith(repr(shown))
    assert unwound(board) == unwound(played())


def test_wrong_constructor_arguments_are_refused() -> None:
    with pytest.raises(TypeError):
        Board(3)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        Board(START, True)  # type: ignore[misc]


@pytest.mark.parametrize("copied", [Board.copy, copy.copy, copy.deepcopy])
def test_copies_have_the_same_history_and_are_independent(copied: Callable[[Board], Board]) -> None:
    board = edited()
    assert unwound(copied(board)) == unwound(edited())
    twin = copied(board)
    twin.push(next(iter(twin.legal_moves)))
    assert twin.move_stack[:-1] == board.move_stack
    twin.pop()
    twin.pop()
    assert twin.move_stack == board.move_stack[:-1]
    twin.push(next(iter(twin.legal_moves)))
    assert unwound(board) == unwound(edited())


@pytest.mark.parametrize(
    "placement",
    ["4k3/8/8/3Pp3/8/8/8/4K3", "4k3/8/8/4p3/8/8/8/4K3", "3rk3/8/8/3Pp3/8/8/8/3K4", "4k3/8/8/r2PpK2/8/8/8/8"],
    ids=["legal", "no pawn", "pinned by the file", "pinned with the captured pawn, explodes the king in atomic"],
)
def test_en_passant_squares_distinguish_boards_if_a_capture_is_legal(placement: str) -> None:
    fen, without = (f"{placement} w - {square} 0 1" for square in ("e6", "-"))
    for ours, theirs in ((Board, chess.Board), (bitrook.variant.AtomicBoard, chess.variant.AtomicBoard)):
        board: Any = theirs(fen)
        legal = any(map(board.is_en_passant, board.legal_moves))
        assert (ours(fen) != ours(without)) == ours(fen).has_legal_en_passant() == legal and ours(fen) == ours(fen)


def test_deepcopy_copies_a_board_once() -> None:
    board = Board()
    twins = copy.deepcopy([board, board])
    assert twins[0] is twins[1]
    assert twins[0] is not board


def test_pickles_hold_attributes_and_are_small() -> None:
    noted = Board()
    noted.note = ["x"]
    assert pickle.loads(pickle.dumps(noted)).note == ["x"]
    base = BaseBoard("8/8/8/3k4/8/8/8/8")
    assert pickle.loads(pickle.dumps(base)) == base
    assert len(pickle.dumps(Board())) < len(pickle.dumps(chess.Board()))


@pytest.mark.parametrize(
    "state",
    [
        None,
        (),
        ((b"", b""), None),
        ((b"\xff" * 96, b""), None),
        ((b"\0" * 95, b""), None),
        ((Board().__reduce__()[2][0][0], b"\xff\xff"), None),
        ((Board().__reduce__()[2][0][0], b"\0"), None),
        ((Board().__reduce__()[2][0][0] * 2, b""), None),
        ((1, 2), None),
    ],
)
def test_a_wrong_pickle_is_refused(state: Any) -> None:
    board = played()
    with pytest.raises((ValueError, TypeError)):
        board.__setstate__(state)
    assert unwound(board) == unwound(played())


def test_boards_are_equal_by_position_and_counters() -> None:
    assert Board() == Board()
    assert not Board() != Board()
    assert Board() != Board(KIWIPETE)
    assert Board() != 1
    assert BaseBoard() == Board() == BaseBoard()
    assert BaseBoard() != BaseBoard(None)
    for change in ({"turn": False}, {"halfmove_clock": 1}, {"fullmove_number": 2}, {"castling_rights": 0}):
        other = Board()
        for name, value in change.items():
            setattr(other, name, value)
        assert other != Board()
        assert BaseBoard() == other
    mode = Board()
    mode.chess960 = True
    mode.promoted = 1
    assert mode == Board()
    assert Board("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1") == Board("4k3/8/8/8/4P3/8/8/4K3 b - - 0 1")
    for board in (Board(), BaseBoard()):
        with pytest.raises(TypeError):
            hash(board)
    with pytest.raises(TypeError):
        Board() < Board()  # type: ignore[operator]

    class Variant(Board):
        uci_variant = "other"

    assert Variant() != Board()
    assert type("Same", (Board,), {})() == Board()


def test_transforms_that_give_no_valid_sets_are_refused() -> None:
    board = played()
    for f in (lambda b: 2**64 - 1, lambda b: b | 1, lambda b: 1 if b else 0, lambda b: "x", lambda b: 1 / 0):
        with pytest.raises((ValueError, TypeError, ZeroDivisionError)):
            board.apply_transform(f)  # type: ignore[arg-type]
        with pytest.raises((ValueError, TypeError, ZeroDivisionError)):
            board.transform(f)  # type: ignore[arg-type]
    assert unwound(board) == unwound(played())


def test_refused_arguments_change_nothing() -> None:
    class Undecided:
        def __bool__(self) -> bool:
            raise RuntimeError("undecided")

    board = Board()
    board.push_san("e4")
    before = board.fen(), board.move_stack.copy()
    for error, call in (
        (TypeError, lambda: board.set_piece_map({1: 2})),  # type: ignore[dict-item]
        (IndexError, lambda: board.set_piece_map({64: Piece(1, True)})),
        (AttributeError, lambda: board.set_piece_map([1])),  # type: ignore[arg-type]
        (ValueError, lambda: board.set_board_fen("x")),
        (ValueError, lambda: board.fen(en_passant="no")),  # type: ignore[arg-type]
        (RuntimeError, lambda: board.copy(stack=Undecided())),  # type: ignore[arg-type]
        (ValueError, lambda: board.set_chess960_pos(-1)),
        (ValueError, lambda: Board.from_chess960_pos(960)),
        (AttributeError, lambda: setattr(board, "occupied_co", (1, 2))),
        (TypeError, lambda: setattr(board, "occupied_co", (1, "x"))),
    ):
        with pytest.raises(error):
            call()
        assert (board.fen(), board.move_stack) == before
