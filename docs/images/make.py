"""Draws the pictures of the documentation: `python docs/images/make.py`."""

from __future__ import annotations

import re
from pathlib import Path

import bitrook

KIWIPETE = bitrook.Board("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
QUEEN_ATTACKS = bitrook.Bitboard(KIWIPETE.attacks_mask(bitrook.F3))
QUEEN_CAPTURES = QUEEN_ATTACKS & KIWIPETE.occupied_co[bitrook.BLACK]


def queen_sets() -> str:
    """Return three boards in a row: the position, what White's queen attacks, what it can capture."""
    # A board's squares begin 15 units from its left and top edges; a set's 45 units from the left, at the top.
    panels = [
        (0, 0, KIWIPETE._repr_svg_(), "a position"),
        (350, 15, QUEEN_ATTACKS.svg(size=405), "the white queen\u2019s attacks"),
        (730, 15, QUEEN_CAPTURES.svg(size=405), "its captures"),
    ]
    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1150 430" width="1150" height="430">',
        '<rect width="1150" height="430" fill="#ffffff"/>',
    ]
    for number, (left, top, picture, caption) in enumerate(panels):
        if number > 0:
            picture = re.sub("<text.*?</text>", "", picture)  # the first board has the coordinates
        parts.append(f'<g transform="translate({left} {top + 30})">{picture}</g>')
        parts.append(
            f'<text x="{195 + 380 * number}" y="30" font-family="sans-serif" font-size="28" text-anchor="middle" '
            f'fill="#202020">{caption}</text>'
        )
    return "".join([*parts, "</svg>"])


PICTURES = {
    "kiwipete": lambda: KIWIPETE._repr_svg_(),
    "kiwipete-queen": lambda: QUEEN_ATTACKS.svg(size=390),
    "queen-sets": queen_sets,
}

if __name__ == "__main__":
    for name, draw in PICTURES.items():
        (Path(__file__).parent / f"{name}.svg").write_text(draw() + "\n", encoding="utf-8")
