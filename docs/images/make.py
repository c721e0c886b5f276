"""Draws the pictures of the documentation: `python docs/images/make.py`."""

from __future__ import annotations

from pathlib import Path

import bitrook
from bitrook import svg

KIWIPETE = bitrook.Board("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
QUEEN_ATTACKS = bitrook.Bitboard(KIWIPETE.attacks_mask(bitrook.F3))
QUEEN_CAPTURES = QUEEN_ATTACKS & KIWIPETE.occupied_co[bitrook.BLACK]


SPANISH = bitrook.Board()
for san in ("e4", "e5", "Nf3", "Nc6", "Bb5"):
    SPANISH.push_san(san)
KNIGHT = bitrook.Bitboard(SPANISH.attacks_mask(bitrook.F3))
NOT_WHITE = ~bitrook.Bitboard(SPANISH.occupied_co[bitrook.WHITE])

PICTURES = {
    "draw-board": lambda: svg.board(
        SPANISH,
        lastmove=SPANISH.peek(),
        arrows=[svg.Arrow(bitrook.G8, bitrook.F6), svg.Arrow(bitrook.B5, bitrook.C6, color="red")],
        fill={bitrook.E5: "#3d7fd680"},
        size=390,
    ),
    "draw-layout": lambda: SPANISH.layout("dense")._repr_svg_(),
    "draw-sets": lambda: svg.row(
        KNIGHT,
        "&",
        NOT_WHITE,
        "=",
        KNIGHT & NOT_WHITE,
        titles=["a knight on f3", "not white", "its targets"],
    ),
    "kiwipete": lambda: svg.board(KIWIPETE, size=390),
    "kiwipete-queen": lambda: svg.bitboard(QUEEN_ATTACKS, size=390),
    "queen-sets": lambda: svg.row(
        KIWIPETE,
        QUEEN_ATTACKS,
        QUEEN_CAPTURES,
        titles=["a position", "the white queen\u2019s attacks", "its captures"],
        size=300,
    ),
}

if __name__ == "__main__":
    for name, draw in PICTURES.items():
        (Path(__file__).parent / f"{name}.svg").write_text(draw() + "\n", encoding="utf-8")
