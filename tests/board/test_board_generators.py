"""legal_moves and pseudo_legal_moves as collections that reflect changes of the board, and generators with masks."""

from __future__ import annotations

import array
import re
from collections.abc import Callable

import chess
import pytest
from support.positions import EMPTY, KIWIPETE, PINNED, STALEMATE

from bitrook import Board, LegalMoveGenerator, Move, PseudoLegalMoveGenerator


@pytest.mark.parametrize("fen", [KIWIPETE, PINNED, STALEMATE, EMPTY])
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
    "ep_square": lambda b: setattr(b, "ep_square", 42),
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
    "push_all of an iterator that uses the view": lambda b: b.push_all(
        Move.from_uci("e2a6") for _ in [*b.legal_moves][:1]
    ),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_view_follows_every_change_of_its_board(change: Callable[[Board], object]) -> None:
    board = Board(KIWIPETE)
    board.push_san("a3")
    board.push(Move.null())
    moves = board.legal_moves
    before = list(moves)
    iterator = iter(moves)
    assert len(moves) == moves.count() == len(before)
    change(board)
    expected = [move.uci() for move in chess.Board(board.fen(en_passant="fen"), chess960=board.chess960).legal_moves]
    assert len(moves) == moves.count() == len(expected)
    assert moves.uci() == expected
    assert list(iterator) == before


def test_the_length_is_not_that_of_a_deleted_board() -> None:
    """A new board may have the same address as a deleted one."""
    for fen in (KIWIPETE, PINNED, EMPTY) * 3:
        moves = Board(fen).legal_moves
        iter(moves)
        del moves
        assert len(Board().legal_moves) == 20


def test_texts_of_all_moves() -> None:
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


def test_words_of_all_moves() -> None:
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


def test_views_can_be_constructed_from_a_board() -> None:
    board = Board()
    assert list(LegalMoveGenerator(board)) == list(board.legal_moves)
    assert list(PseudoLegalMoveGenerator(board=board)) == list(board.pseudo_legal_moves)
    for wrong in (None, 1, Board):
        with pytest.raises((TypeError, AttributeError)):
            list(LegalMoveGenerator(wrong))  # type: ignore[arg-type]


def test_masks_are_ints_of_any_size() -> None:
    board, theirs = Board(KIWIPETE), chess.Board(KIWIPETE)
    kings = theirs.kings
    for from_mask, to_mask in (
        (-1, -1),
        (theirs.pawns, -1),
        (~theirs.pawns, theirs.occupied),
        (0, -1),
        (kings, 2**70 - 1),
    ):
        expected = [move.uci() for move in theirs.generate_legal_moves(from_mask, to_mask)]
        assert [move.uci() for move in board.generate_legal_moves(from_mask, to_mask)] == expected
        assert [move.uci() for move in board.generate_legal_moves(to_mask=to_mask, from_mask=from_mask)] == expected
    with pytest.raises(TypeError):
        board.generate_legal_moves("e2")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("fen", "count"),
    [
        ("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", 218),  # the maximum in positions that a game can reach
        ("QQQQQQQQ/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/QQQQQQQQ w - - 0 1", 288),
    ],
)
def test_the_longest_lists_of_moves_are_complete(fen: str, count: int) -> None:
    board = Board(fen)
    assert len(board.legal_moves) == len(list(board.legal_moves)) == count
    assert [move.uci() for move in board.legal_moves] == [move.uci() for move in chess.Board(fen).legal_moves]
