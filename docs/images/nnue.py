"""Draws the images of the tutorial on networks."""

from __future__ import annotations

import bitrook
from bitrook import svg
from shapes import BLUE, RED, box, drawing, line, text

GAMBIT = bitrook.Board(
    "rnbqkb1r/ppp2ppp/4pn2/3p4/2PP4/2N5/PP2PPPP/R1BQKBNR w KQkq - 0 4"
)


def layers() -> str:
    """Draw the layers of (768 -> H)x2 -> 1."""
    parts = []
    for y, side in ((20, "side to move"), (110, "other side")):
        parts += [
            box(10, y, 150, 60, f"768 inputs|{side}"),
            box(230, y, 150, 60, "accumulator|H sums, int16", "#fdf3e0"),
            box(450, y, 120, 60, "activation|H values"),
            line([(160, y + 30), (230, y + 30)]),
            line([(380, y + 30), (450, y + 30)]),
            line([(570, y + 30), (630, 95)]),
        ]
    parts += [
        box(630, 65, 90, 60, "sum of|products"),
        line([(720, 95), (750, 95)]),
        box(750, 65, 100, 60, "centipawns"),
    ]
    return drawing(
        860, 190, "The layers of a network (768 -> H)x2 -> 1", *parts
    )


def update() -> str:
    """Draw what one knight move changes: two rows of the first layer."""
    before = [31, 4, -12, 55, 8, -30, 17, 22, -5, 40, 12, -18]
    removed = [6, -3, 11, 9, -14, 2, 5, -8, 13, 7, -1, 4]
    added = [9, 12, -2, 15, -6, 8, 3, 4, 20, -5, 6, 10]
    after = [b - r + a for b, r, a in zip(before, removed, added, strict=True)]
    rows = [
        ("", "accumulator before 1. Nf3", before), ("\u2212", "row of \u201cown knight on g1\u201d", removed),
        ("+", "row of \u201cown knight on f3\u201d", added), ("=", "accumulator after 1. Nf3", after),
    ]  # fmt: skip
    parts = []
    for i, (sign, name, values) in enumerate(rows):
        y = 15 + 42 * i
        parts += [text(20, y + 21, sign), text(225, y + 21, name, "end")]
        for k, value in enumerate(values):
            strength = min(abs(value) / 60, 1) * 0.7
            x, color = 240 + 46 * k, BLUE if value >= 0 else RED
            parts.append(
                f'<rect x="{x}" y="{y}" width="44" height="32" fill="{color}" fill-opacity="{strength:.2f}"/>'
            )
            parts.append(
                text(x + 22, y + 21, f"{value}".replace("-", "\u2212"))
            )
    return drawing(800, 185, "An accumulator before and after a move", *parts)


def activations() -> str:
    """Plot CReLU and SCReLU against the value of an accumulator, relative to their largest value."""
    parts, height = [], 200.0
    for left, name, power in (
        (50, "CReLU: clamp(x, 0, 255)", 1),
        (430, "SCReLU: clamp(x, 0, 255)\u00b2", 2),
    ):
        parts += [
            line([(left, 230), (left + 320, 230)]),
            line([(left + 100, 20), (left + 100, 230)]),
        ]
        points = [
            (
                left + 0.5 * (x + 200),
                230 - height * (min(max(x, 0), 255) / 255) ** power,
            )
            for x in range(-200, 441, 5)
        ]
        parts.append(line(points, BLUE, 3))
        parts += [
            text(left + 100, 248, "0"),
            text(left + 227.5, 248, "255"),
            text(left + 215, 275, name),
        ]
        parts.append(line([(left + 227.5, 226), (left + 227.5, 234)]))
    return drawing(790, 290, "Two activation functions", *parts)


def features() -> str:
    """Draw the pawn inputs of both sides: own and enemy pawns, from the point of view of each side."""
    white, black = (
        bitrook.Bitboard(GAMBIT.pieces_mask(bitrook.PAWN, color))
        for color in (True, False)
    )
    flipped = [
        bitrook.Bitboard(bitrook.flip_vertical(int(pawns)))
        for pawns in (black, white)
    ]
    titles = [
        "a position",
        "White: own pawns",
        "White: enemy pawns",
        "Black: own pawns",
        "Black: enemy pawns",
    ]
    return svg.row(GAMBIT, white, black, *flipped, titles=titles, size=190)


TARGETS = {1: "NR", 2: "PNBRQ", 3: "PNBR", 4: "PNBR", 5: "PNBRQ", 6: ""}


def threats_of(
    board: bitrook.Board,
) -> set[tuple[str, int, str, int]]:
    """Return the threats that Stockfish 19's network counts, of both colors."""
    pieces = board.piece_map()
    return {
        (piece.symbol(), square, pieces[target].symbol(), target)
        for square, piece in pieces.items()
        for target in board.attacks(square)
        if target in pieces
        and pieces[target].symbol().upper() in TARGETS[piece.piece_type]
    }


def threats() -> str:
    """Draw the threats that the move Bg5 removes (red) and adds (green)."""
    after = GAMBIT.copy()
    move = after.push_san("Bg5")
    arrows = []
    for color, changed in (
        ("red", threats_of(GAMBIT) - threats_of(after)),
        ("green", threats_of(after) - threats_of(GAMBIT)),
    ):
        arrows += [
            svg.Arrow(tail, head, color=color)
            for _, tail, _, head in sorted(changed)
        ]
    return svg.board(after, lastmove=move, arrows=arrows, size=350)
