"""Hypothesis strategies: squares, bitboards, pieces, placements and FENs, valid or not."""

from __future__ import annotations

import chess
import hypothesis.strategies as st
from support.positions import START, data_lines

FENS = [START, *data_lines("fen/irregular.fen")]
FENS_960 = data_lines("fen/irregular_chess960.fen")

squares = st.integers(0, 63)
bitboards = st.one_of(
    st.integers(0, 2**64 - 1),
    st.sets(squares).map(lambda members: sum(1 << square for square in members)),
    st.sampled_from([0, 2**64 - 1, 0x81, 0x81 << 56, 0x8100000000000081, 0xFF, 0xFF << 56]),
)
piece_types = st.integers(1, 6)
promotions = st.one_of(st.none(), piece_types)
indices = st.integers(0, 2**16)
pieces = st.one_of(st.none(), st.tuples(piece_types, st.booleans()))


@st.composite
def placements(draw: st.DrawFn) -> str:
    """Return a placement field with any pieces anywhere and mostly empty squares."""
    board = chess.BaseBoard(None)
    for square, (piece_type, color) in draw(
        st.dictionaries(squares, st.tuples(piece_types, st.booleans()), max_size=24)
    ).items():
        board.set_piece_at(square, chess.Piece(piece_type, color))
    return board.board_fen()


@st.composite
def fens(draw: st.DrawFn) -> str:
    """Return a FEN from the list, a modified one from the list, or one with random fields."""
    kind = draw(st.integers(0, 5))
    if kind <= 2:
        return draw(st.sampled_from(FENS))
    if kind == 3:
        fen = draw(st.sampled_from(FENS + FENS_960))
        at = draw(st.integers(0, len(fen)))
        return fen[:at] + draw(st.sampled_from(["", " ", "9", "x", "8/", "-", "K", "~", "0"])) + fen[at + 1 :]
    fields = [
        draw(placements()),
        draw(st.sampled_from("wb")),
        draw(st.sampled_from(["-", "KQkq", "Kq", "kQ", "HAha", "Gb", "KQCG", "q"])),
        draw(
            st.one_of(
                st.just("-"), st.sampled_from([chess.square_name(s) for s in [*range(16, 24), *range(40, 48), 27]])
            )
        ),
        str(draw(st.integers(0, 160))),
        str(draw(st.integers(0, 300))),
    ]
    return " ".join(fields[: draw(st.integers(1, 6))])
