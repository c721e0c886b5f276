"""Positions and pieces of positions for Hypothesis to draw: the trapped, the impossible and the misspelt."""

from __future__ import annotations

import chess
import hypothesis.strategies as st

# Positions that open rooms random play seldom enters.
FENS = [
    chess.STARTING_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",  # everything at once
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",  # en passant along a rank
    "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",  # en passant that uncovers the king
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
    "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 99 80",  # castling, the fifty moves near
    "4k3/8/8/8/8/8/8/R3K2R w KQ - 148 120",  # the seventy-five moves near
    "7k/P6P/8/8/8/8/p6p/K7 w - - 0 1",  # promotions
    "2r5/1P6/8/k7/8/8/6p1/K6R b - - 3 60",
    "8/8/8/8/8/5k2/4n3/7K w - - 0 1",  # too little material
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",  # stalemate
    "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",  # mate
    "4k3/4r3/8/8/4B3/8/8/4K3 w - - 0 1",  # a pinned piece
    "4k3/8/8/8/1b5b/8/3P1P2/4K3 w - - 0 1",
    "4k3/8/8/8/4r3/5n2/8/4K3 w - - 0 1",  # double check
    "8/8/8/8/8/8/8/8 w - - 0 1",  # nobody
    "4k1k1/8/8/3q4/8/8/8/1K1K4 w - - 0 1",  # several kings
    "8/3P4/8/8/8/8/8/8 w - - 0 1",  # no kings
    "P3k2P/8/8/8/8/8/8/p3K2p b - - 0 1",  # pawns on the back ranks
]
FENS_960 = [
    "bnrbnkrq/pppppppp/8/8/8/8/PPPPPPPP/BNRBNKRQ w GCgc - 0 1",
    "1rk3r1/8/8/8/8/8/8/1RK3R1 w GBgb - 0 1",
    "rk2r3/8/8/8/8/8/8/RK2R3 b EAea - 0 1",
    "4k3/8/8/8/8/8/8/RRK1R1R1 w EB - 0 1",  # rooks outside and inside
    "2r1k1r1/8/8/8/8/8/8/5RKR w HF - 0 1",
]

squares = st.integers(0, 63)
words = st.one_of(
    st.integers(0, 2**64 - 1), st.sampled_from([0, 2**64 - 1, 0x81, 0x81 << 56, 0x8100000000000081, 0xFF, 0xFF << 56])
)
piece_types = st.integers(1, 6)
promotions = st.one_of(st.none(), piece_types)
indices = st.integers(0, 2**16)
pieces = st.one_of(st.none(), st.tuples(piece_types, st.booleans()))


@st.composite
def placements(draw: st.DrawFn) -> str:
    """Return any placement field, kings or none, pawns anywhere, most squares empty."""
    board = chess.BaseBoard(None)
    for square, (piece_type, color) in draw(
        st.dictionaries(squares, st.tuples(piece_types, st.booleans()), max_size=24)
    ).items():
        board.set_piece_at(square, chess.Piece(piece_type, color))
    return board.board_fen()


@st.composite
def fens(draw: st.DrawFn) -> str:
    """Return any FEN: of any placement, with any rights, en-passant square and clocks; or one of the list; or damaged."""
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
