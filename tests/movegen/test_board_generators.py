"""The views of a board's moves: collections that follow the board."""

from __future__ import annotations

import array
import re
from collections.abc import Callable

import pytest

from bitrook import Board, LegalMoveGenerator, Move, PseudoLegalMoveGenerator

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
PINNED = "4k3/8/8/8/4r3/8/4B3/4K3 w - - 0 1"


@pytest.mark.parametrize("fen", [KIWIPETE, PINNED, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "8/8/8/8/8/8/8/8 w - - 0 1"])
@pytest.mark.parametrize("view", ["legal_moves", "pseudo_legal_moves"])
def test_a_view_is_a_sequence(fen: str, view: str) -> None:
    moves = getattr(Board(fen), view)
    listed = list(moves)
    assert moves.tolist() == [*moves] == listed
    assert len(moves) == moves.count() == len(listed)
    assert bool(moves) == bool(listed)
    assert list(reversed(moves)) == listed[::-1]
    assert moves[:] == listed
    assert moves[1:7:2] == listed[1:7:2]
    assert [moves[i] for i in range(-len(listed), len(listed))] == listed * 2
    for outside in (len(listed), -len(listed) - 1):
        with pytest.raises(IndexError):
            moves[outside]
    with pytest.raises(TypeError):
        moves["x"]
    assert all(move in moves for move in listed)
    assert Move.null() not in moves
    assert Move.from_uci("a1a8") not in moves
    with pytest.raises(TypeError):
        "e2e4" in moves  # noqa: B015
    assert moves.board.fen() == fen
    if view == "legal_moves":
        assert moves.board.list_legal_moves() == listed
        assert moves.board.count_legal_moves() == len(listed)


def test_a_view_follows_its_board_and_an_iteration_does_not() -> None:
    board = Board()
    moves = board.legal_moves
    assert len(moves) == 20
    seen = []
    for move in moves:
        seen.append(move)
        board.push(move) if len(seen) == 1 else board.clear()
    assert len(set(seen)) == 20
    assert not moves
    board.reset()
    board.push_san("e4")
    assert moves[0] == Move.from_uci("g8h6")
    assert moves is not board.legal_moves


CHANGES = {
    "push": lambda b: b.push(Move.from_uci("e2a6")),
    "push_uci": lambda b: b.push_uci("e2a6"),
    "push_san": lambda b: b.push_san("Bxa6"),
    "push_all": lambda b: b.push_all([Move.from_uci("e2a6")]),
    "play": lambda b: b.play(Move.from_uci("e2a6")),
    "pop": lambda b: b.pop(),
    "turn": lambda b: setattr(b, "turn", False),
    "castling_rights": lambda b: setattr(b, "castling_rights", 0),
    "ep_square": lambda b: setattr(b, "ep_square", 40),
    "move_stack": lambda b: setattr(b, "move_stack", []),
    "clear": lambda b: b.clear(),
    "reset": lambda b: b.reset(),
    "set_fen": lambda b: b.set_fen(PINNED),
    "set_board_fen": lambda b: b.set_board_fen("8/8/8/8/8/8/8/4K3"),
    "set_piece_at": lambda b: b.set_piece_at(4, None),
    "remove_piece_at": lambda b: b.remove_piece_at(12),
    "set_piece_map": lambda b: b.set_piece_map({}),
    "apply_mirror": lambda b: b.apply_mirror(),
    "apply_transform": lambda b: b.apply_transform(lambda mask: 0),
    "set_chess960_pos": lambda b: b.set_chess960_pos(0),
    "__init__": lambda b: b.__init__(PINNED),
    "__setstate__": lambda b: b.__setstate__(Board(PINNED).__reduce__()[2]),
    "outcome of a promise": lambda b: b.push_all(Move.from_uci("e2a6") for _ in [*b.legal_moves][:1]),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_the_length_is_that_of_the_board_as_it_is(change: Callable[[Board], object]) -> None:
    board = Board(KIWIPETE)
    board.push_san("a3")
    board.push(Move.null())
    moves = board.legal_moves
    then = list(moves)
    before = iter(moves)
    change(board)
    assert len(moves) == moves.count() == len(list(board.generate_legal_moves()))
    assert list(before) == then


def test_the_length_of_another_board_at_the_same_place() -> None:
    for fen in (KIWIPETE, PINNED, "8/8/8/8/8/8/8/8 w - - 0 1") * 3:
        moves = Board(fen).legal_moves
        iter(moves)
        del moves
        assert len(Board().legal_moves) == 20


def test_texts_in_bulk() -> None:
    board = Board(KIWIPETE)
    moves = board.legal_moves
    assert moves.uci() == [move.uci() for move in moves]
    assert moves.san() == [board.san(move) for move in moves]
    assert re.fullmatch(r"<LegalMoveGenerator at 0x[0-9a-f]+ \(.*\)>", repr(moves))
    assert "(" + ", ".join(moves.san()) + ")" in repr(moves)
    board = Board(PINNED)
    assert "e2d1" in repr(board.pseudo_legal_moves)
    assert "Bd1" not in repr(board.pseudo_legal_moves)
    assert "Kf1" in repr(board.pseudo_legal_moves)


def test_words_in_bulk() -> None:
    moves = Board(KIWIPETE).legal_moves
    words = memoryview(moves.words()).cast("H")
    assert [Move.from_word(word) for word in words] == list(moves)
    buffer = array.array("H", [7]) * 60
    assert moves.words(buffer) == 48
    assert list(buffer[:48]) == list(words)
    assert list(buffer[48:]) == [7] * 12
    assert moves.words(out=memoryview(bytearray(96))) == 48
    for wrong, error in ((bytearray(95), ValueError), (bytes(200), BufferError), ("x", TypeError), (3, TypeError)):
        with pytest.raises(error):
            moves.words(wrong)


def test_views_can_be_made_by_hand() -> None:
    board = Board()
    assert list(LegalMoveGenerator(board)) == list(board.legal_moves)
    assert list(PseudoLegalMoveGenerator(board=board)) == list(board.pseudo_legal_moves)
    for wrong in (None, 1, Board):
        with pytest.raises((TypeError, AttributeError)):
            list(LegalMoveGenerator(wrong))  # type: ignore[arg-type]


def test_masks_filter_and_keep_the_order() -> None:
    board = Board(KIWIPETE)
    moves = [move for move in board.legal_moves if not board.is_castling(move)]
    for from_mask, to_mask in ((board.pawns, -1), (~board.pawns, board.occupied), (0, -1), (1 << 36, 2**70 - 1)):
        expected = [m for m in moves if from_mask >> m.from_square & 1 and to_mask >> m.to_square & 1]
        for found in (
            board.generate_legal_moves(from_mask, to_mask),
            board.generate_legal_moves(to_mask=to_mask, from_mask=from_mask),
        ):
            assert [move for move in found if not board.is_castling(move)] == expected
    # Castling is filtered by the squares of king and rook, as in python-chess.
    captures = [m for m in moves if board.is_capture(m)]
    assert sorted(board.generate_legal_captures()) == sorted(captures)
    assert [m.uci() for m in board.generate_castling_moves()] == ["e1g1", "e1c1"]
    iterator = board.generate_legal_moves()
    assert iter(iterator) is iterator
    with pytest.raises(TypeError):
        board.generate_legal_moves("e2")  # type: ignore[arg-type]


def test_the_best_of_many_moves_costs_no_copy() -> None:
    """An arrangement with as many moves as there can be is listed whole."""
    board = Board("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1")
    assert len(board.legal_moves) == len(list(board.legal_moves)) == 218
    queens = Board("QQQQQQQQ/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/QQQQQQQQ w - - 0 1")
    assert len(list(queens.legal_moves)) == len(queens.legal_moves)
