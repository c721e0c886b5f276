"""Draws the pictures of the documentation: `python docs/images/make.py`."""

from __future__ import annotations

from pathlib import Path

import bitrook

KIWIPETE = bitrook.Board("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
PICTURES = {
    "kiwipete": lambda: KIWIPETE._repr_svg_(),
    "kiwipete-queen": lambda: bitrook.Bitboard(KIWIPETE.attacks_mask(bitrook.F3)).svg(size=390),
}

if __name__ == "__main__":
    for name, draw in PICTURES.items():
        (Path(__file__).parent / f"{name}.svg").write_text(draw() + "\n", encoding="utf-8")
