"""Board.layout(): the words of each layout, compared with python-chess's sets; names, buffers and conversions."""

from __future__ import annotations

from collections.abc import Iterator

import chess
import numpy as np
import pytest
from support.positions import Boards, random_game

import bitrook

WORDS = {"classical": 15, "indexed": 16, "dense": 8, "quad": 4}
NAMES = [*WORDS, "squares"]


def boards() -> Iterator[Boards]:
    """Yield the start position, the empty board, and positions from random games."""
    yield chess.Board(), bitrook.Board()
    yield chess.Board(None), bitrook.Board(None)
    for seed in range(20):
        yield random_game(4 * seed, seed)


def code(piece: chess.Piece | None) -> int:
    """Return the code of a piece, 2..13, or 0 for an empty square."""
    return 0 if piece is None else 2 * piece.piece_type + (not piece.color)


def test_classical_has_a_set_for_each_piece_and_three_unions() -> None:
    for theirs, ours in boards():
        layout = ours.layout("classical")
        for color in chess.COLORS:
            for piece_type in chess.PIECE_TYPES:
                plural = "" if piece_type == chess.KING else "s"
                name = f"{chess.COLOR_NAMES[color]}_{chess.PIECE_NAMES[piece_type]}{plural}"
                assert getattr(layout, name) == layout[name] == theirs.pieces_mask(piece_type, color)
        assert layout.all_white == theirs.occupied_co[True]
        assert layout.all_black == theirs.occupied_co[False]
        assert layout.all_pieces == theirs.occupied


def test_indexed_is_indexed_by_piece_with_the_color_as_low_bit() -> None:
    for theirs, ours in boards():
        layout = ours.layout("indexed")
        assert [layout[0], layout[1]] == [theirs.occupied_co[True], theirs.occupied_co[False]]
        for color in chess.COLORS:
            for piece_type in chess.PIECE_TYPES:
                assert layout[2 * piece_type + (not color)] == theirs.pieces_mask(piece_type, color)
        assert layout.occupied == theirs.occupied
        assert layout.empty == ~theirs.occupied & chess.BB_ALL


def test_dense_has_two_sets_by_color_and_six_by_type() -> None:
    for theirs, ours in boards():
        layout = ours.layout("dense")
        assert list(layout) == [
            theirs.occupied_co[True], theirs.occupied_co[False],
            theirs.pawns, theirs.knights, theirs.bishops, theirs.rooks, theirs.queens, theirs.kings,
        ]  # fmt: skip
        assert layout.white & layout.rooks == theirs.pieces_mask(chess.ROOK, chess.WHITE)


def test_quad_and_squares_have_a_code_for_each_square() -> None:
    for theirs, ours in boards():
        quad, squares = ours.layout("quad"), ours.layout("squares")
        for s in chess.SQUARES:
            expected = code(theirs.piece_at(s))
            assert squares[s] == expected
            assert sum((word >> s & 1) << k for k, word in enumerate(quad)) == expected


@pytest.mark.parametrize("name", NAMES)
def test_every_layout_holds_the_pieces_and_converts_to_every_other(name: str) -> None:
    for theirs, ours in boards():
        layout = ours.layout(name)
        for s in chess.SQUARES:
            piece, expected = layout.piece_at(s), theirs.piece_at(s)
            assert (piece and piece.symbol()) == (expected and expected.symbol())
        for other in NAMES:
            assert layout.converted(other) == ours.layout(other)
            assert layout.converted(other).converted(name) == layout
            assert hash(layout.converted(name)) == hash(layout)


@pytest.mark.parametrize("name", NAMES)
def test_words_as_a_buffer(name: str) -> None:
    layout = bitrook.Board().layout(name)
    view = memoryview(layout)
    assert view.readonly
    assert view.shape == (len(layout),) == (WORDS.get(name, 64),)
    assert view.format == ("B" if name == "squares" else "Q")
    assert view.tolist() == list(layout)
    array = np.asarray(layout)
    assert array.dtype == (np.uint8 if name == "squares" else np.uint64)
    assert np.shares_memory(array, np.asarray(layout))
    assert array.tolist() == list(layout)
    assert bytes(layout) == view.tobytes() == array.tobytes()
    del layout  # the views keep the layout alive
    assert view.tolist() == array.tolist()
    with pytest.raises(TypeError):
        view[0] = 0


@pytest.mark.parametrize("name", NAMES)
def test_words_by_name(name: str) -> None:
    layout = random_game(30)[1].layout(name)
    assert len(layout.names) == (0 if name == "squares" else len(layout))
    for index, word in enumerate(layout.names):
        assert getattr(layout, word) == layout[word] == layout[index]


def test_a_layout_is_a_copy() -> None:
    board = bitrook.Board()
    before = board.layout("dense")
    board.push_uci("e2e4")
    assert before == bitrook.Board().layout("dense")
    assert before != board.layout("dense")
    assert before != board.layout("quad")


def test_layouts_as_text() -> None:
    layout = bitrook.Board().layout("dense")
    assert repr(layout).startswith("<Layout dense white=0xffff black=0xffff000000000000 pawns=0xff00000000ff00 ")
    assert str(layout).splitlines()[0].split() == ["white", "black", "pawns", "knights"]
    assert str(layout).splitlines()[8] == "1 1 1 1 1 1 1 1   " + "   ".join(
        [". . . . . . . .", ". . . . . . . .", ". 1 . . . . 1 ."]
    )
    assert str(bitrook.Board().layout("squares")).splitlines()[-1] == " 8  4  6 10 12  6  4  8"


def test_wrong_names_and_indices_are_refused() -> None:
    board = bitrook.Board()
    with pytest.raises(ValueError, match="'dens'"):
        board.layout("dens")
    with pytest.raises(TypeError):
        board.layout(3)  # type: ignore[arg-type]
    layout = board.layout("dense")
    with pytest.raises(AttributeError, match="white_pawns"):
        layout.white_pawns  # noqa: B018
    with pytest.raises(KeyError, match="white_pawns"):
        layout["white_pawns"]
    for out in (8, -9, 2**70):
        with pytest.raises(IndexError):
            layout[out]
    assert layout[-1] == layout.kings
    with pytest.raises(TypeError):
        bitrook.Layout()
    with pytest.raises(AttributeError):
        layout.white = 3  # type: ignore[attr-defined]
    with pytest.raises(IndexError):
        layout.piece_at(64)


@pytest.mark.parametrize("name", [None, 64_000, b"x", object()])
def test_the_name_of_an_attribute_is_a_text(name: object) -> None:
    with pytest.raises(TypeError, match="name must be a str"):
        bitrook.Board().layout("quad").__getattr__(name)
