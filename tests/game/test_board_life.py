"""A Board as a Python object: made, copied, pickled, compared, subclassed, given attributes."""

from __future__ import annotations

import copy
import pickle
import random
import weakref
from typing import Any

import pytest

from bitrook import BaseBoard, Board, Move, Piece

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


def played(plies: int = 40, seed: int = 1, fen: str = START) -> Board:
    rng = random.Random(seed)
    board = Board(fen)
    while len(board.move_stack) < plies and board.legal_moves:
        board.push(rng.choice(list(board.legal_moves)))
    return board


def same(a: Board, b: Board) -> bool:
    """Everything that can be seen of the two, backwards to the root."""
    a, b = a.copy(), b.copy()
    while True:
        if (
            a != b
            or a.fen(en_passant="fen", promoted=True) != b.fen(en_passant="fen", promoted=True)
            or a.castling_rights != b.castling_rights
            or a.chess960 != b.chess960
            or a.key != b.key
            or a.move_stack != b.move_stack
            or a.is_repetition(2) != b.is_repetition(2)
        ):
            return False
        if not a.move_stack:
            return True
        a.pop(), b.pop()


def test_constructors() -> None:
    assert Board().fen() == Board(START).fen() == Board(fen=START, chess960=False).fen() == START
    assert Board(KIWIPETE).fen() == KIWIPETE
    assert Board(None).fen() == "8/8/8/8/8/8/8/8 w - - 0 1" == Board.empty().fen()
    assert Board(KIWIPETE, chess960=True).chess960
    assert Board.empty(chess960=True).chess960
    assert Board.from_chess960_pos(518).fen() == START
    for square, number in ((0, 518), (1, None)):  # as python-chess: a1 is 0, and false
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
    "fen", ["", "x", START + " 7", START.replace("w", "x"), "8/8/8/8/8/8/8/44 w - - 0 1", "é", "\ud800"]
)
def test_a_wrong_fen_is_a_value_error_and_changes_nothing(fen: str) -> None:
    board = played()
    before = board.copy()
    for attempt in (lambda: Board(fen), lambda: board.set_fen(fen), lambda: Board.__init__(board, fen)):
        with pytest.raises(ValueError) as error:
            attempt()
        assert fen == "\ud800" or str(error.value).endswith(repr(fen))
    assert same(board, before)
    with pytest.raises(TypeError):
        Board(3)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        Board(START, True)  # type: ignore[misc]


def test_copies_are_independent() -> None:
    board = played()
    for twin in (board.copy(), copy.copy(board), copy.deepcopy(board)):
        assert twin is not board
        assert same(twin, board)
        twin.push(next(iter(twin.legal_moves)))
        assert not same(twin, board)
        twin.pop(), twin.pop()
        assert len(board.move_stack) == 40
        board_before = board.copy()
        twin.push(next(iter(twin.legal_moves)))
        assert same(board, board_before)
    assert board.copy(stack=False).move_stack == []
    assert board.copy(stack=3).move_stack == board.move_stack[-3:]
    assert board.copy(stack=100).move_stack == board.move_stack
    assert board.copy(stack=0).move_stack == []
    assert board.root() == Board()
    memo: dict[int, Any] = {}
    twins = copy.deepcopy([board, board], memo)
    assert twins[0] is twins[1]


def test_pickles_hold_everything() -> None:
    for seed in range(10):
        board = played(60, seed, [START, KIWIPETE][seed % 2])
        assert same(pickle.loads(pickle.dumps(board)), board)
    assert len(pickle.dumps(Board())) < 346  # python-chess's
    edited = played(10)
    edited.turn = not edited.turn
    edited.halfmove_clock = 77
    edited.castling_rights = 0xFF
    edited.push(Move.null())
    edited.ep_square = 20
    edited.push(next(iter(edited.legal_moves)))
    assert same(pickle.loads(pickle.dumps(edited)), edited)
    noted = Board()
    noted.note = ["x"]
    assert pickle.loads(pickle.dumps(noted)).note == ["x"]
    base = BaseBoard("8/8/8/3k4/8/8/8/8")
    assert pickle.loads(pickle.dumps(base)) == base
    promoted = Board("8/P7/8/8/8/8/8/k1K5 w - - 0 1")
    promoted.push_uci("a7a8q")
    assert pickle.loads(pickle.dumps(promoted)).promoted == 1 << 56


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
    before = board.copy()
    with pytest.raises((ValueError, TypeError)):
        board.__setstate__(state)
    assert same(board, before)


def test_equality() -> None:
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


def test_attributes_of_ones_own() -> None:
    board = Board()
    board.note = 1
    assert board.note == 1
    assert vars(board) == {"note": 1}
    del board.note
    with pytest.raises(AttributeError):
        _ = board.note
    with pytest.raises(AttributeError):
        del board.turn
    assert weakref.ref(board)() is board
    assert not hasattr(board.copy(), "note")


def test_state_can_be_assigned() -> None:
    board = Board()
    board.push_san("e4")
    board.turn = True
    assert board.turn is True
    board.turn = 0
    assert board.turn is False
    board.ep_square = None
    assert board.ep_square is None
    board.ep_square = 20
    assert board.ep_square == 20
    board.castling_rights = 1 << 3  # no rook: kept as it is, unusable
    assert board.castling_rights == 8
    board.halfmove_clock = 2**32 - 1
    assert board.halfmove_clock == 2**32 - 1
    board.fullmove_number = 9
    board.chess960 = True
    assert (board.fullmove_number, board.chess960) == (9, True)
    assert board.move_stack == [Move.from_uci("e2e4")]
    board.pop()
    assert board.fen() == START
    for name, value in (
        ("ep_square", 64),
        ("halfmove_clock", -1),
        ("fullmove_number", 2**32),
        ("castling_rights", "x"),
    ):
        with pytest.raises((ValueError, TypeError, IndexError)):
            setattr(board, name, value)
    assert board.fen() == START
    for name in ("pawns", "kings", "occupied", "occupied_co"):
        setattr(board, name, getattr(board, name))
        with pytest.raises(AttributeError, match="set_piece_at"):
            setattr(board, name, (0, 0) if name == "occupied_co" else 0)
    board.push_san("e4")
    with pytest.raises(AttributeError):
        board.move_stack = [Move.null()]
    board.move_stack = []
    assert board.move_stack == []
    assert board.fen(en_passant="fen") == "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"


class Counting(Board):
    """Keeps count of its moves and has slots and arguments of its own."""

    __slots__ = ("pushed",)

    def __init__(self, fen: str | None = START, *, chess960: bool = False, name: str = "") -> None:
        self.pushed = 0
        self.name = name
        super().__init__(fen, chess960=chess960)

    def push(self, move: Move) -> None:
        self.pushed += 1
        super().push(move)


def test_a_subclass_is_a_board_with_more() -> None:
    board = Counting(name="x")
    assert repr(board) == f"Counting('{START}')"
    assert (board.pushed, board.name) == (0, "x")
    board.push_uci("e2e4")
    board.push_san("e5")
    board.push_xboard("Nf3")
    board.san_and_push(Move.from_uci("b8c6"))
    assert board.pushed == 4
    board.pop()
    twin = board.copy()
    assert type(twin) is Counting
    assert same(twin, board)
    assert (twin.pushed, twin.name) == (0, "")
    for other in (board.mirror(), board.root(), board.transform(lambda b: b), Counting.empty(chess960=True)):
        assert type(other) is Counting
    assert type(Counting.from_chess960_pos(0)) is Counting
    again = pickle.loads(pickle.dumps(board))
    assert type(again) is Counting
    assert again.name == "x"
    assert same(again, board)


def test_a_method_of_base_board_called_on_a_board_forgets_its_history() -> None:
    for change in (
        lambda b: BaseBoard.set_piece_at(b, 0, Piece(1, True)),
        lambda b: BaseBoard.remove_piece_at(b, 63),
        lambda b: BaseBoard.clear_board(b),
        lambda b: BaseBoard.reset_board(b),
        lambda b: BaseBoard.set_board_fen(b, "8/8/8/8/8/8/8/8"),
        lambda b: b.apply_mirror(),
        lambda b: b.apply_transform(lambda x: x),
        lambda b: b.set_fen(KIWIPETE),
        lambda b: b.set_piece_map({}),
        lambda b: b.set_chess960_pos(3),
        lambda b: b.set_castling_fen("K"),
        lambda b: b.clear(),
        lambda b: b.reset(),
        lambda b: b.clear_stack(),
    ):
        board = played()
        change(board)
        assert board.move_stack == []
        with pytest.raises(IndexError):
            board.pop()
        with pytest.raises(IndexError):
            board.peek()


def test_transforms_that_make_no_board_are_refused() -> None:
    board = played()
    before = board.copy()
    for f in (lambda b: 2**64 - 1, lambda b: b | 1, lambda b: 1 if b else 0, lambda b: "x", lambda b: 1 / 0):
        with pytest.raises((ValueError, TypeError, ZeroDivisionError)):
            board.apply_transform(f)  # type: ignore[arg-type]
        with pytest.raises((ValueError, TypeError, ZeroDivisionError)):
            board.transform(f)  # type: ignore[arg-type]
    assert same(board, before)
    assert board.mirror().mirror() == board
    assert board.transform(lambda b: b) == board


def test_the_transposition_key_is_that_of_the_repetition_rule() -> None:
    a, b = Board(), Board()
    for text in "g1f3 g8f6 b1c3 b8c6".split():
        a.push_uci(text)
    for text in "b1c3 b8c6 g1f3 g8f6".split():
        b.push_uci(text)
    assert a._transposition_key() == b._transposition_key()
    assert hash(a._transposition_key()) == hash(b._transposition_key())
    a.push(Move.null())
    assert a._transposition_key() != b._transposition_key()
    assert Board("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1")._transposition_key() == (
        Board("4k3/8/8/8/4P3/8/8/4K3 b - - 9 9")._transposition_key()
    )


def test_refused_arguments_change_nothing() -> None:
    class Undecided:
        def __bool__(self) -> bool:
            raise RuntimeError("undecided")

    board = Board()
    board.push_san("e4")
    before = board.fen(), board.move_stack
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
