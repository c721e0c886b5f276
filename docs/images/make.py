"""Draws the pictures of the documentation: `python docs/images/make.py`."""

from __future__ import annotations

from html import escape
from pathlib import Path

import bitrook
from bitrook import svg
from bitrook.batch import encoding

KIWIPETE = bitrook.Board(
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
)
QUEEN_ATTACKS = bitrook.Bitboard(KIWIPETE.attacks_mask(bitrook.F3))
QUEEN_CAPTURES = QUEEN_ATTACKS & KIWIPETE.occupied_co[bitrook.BLACK]


SPANISH = bitrook.Board()
for san in ("e4", "e5", "Nf3", "Nc6", "Bb5"):
    SPANISH.push_san(san)
KNIGHT = bitrook.Bitboard(SPANISH.attacks_mask(bitrook.F3))
NOT_WHITE = ~bitrook.Bitboard(SPANISH.occupied_co[bitrook.WHITE])

GAMBIT = bitrook.Board(
    "rnbqkb1r/ppp2ppp/4pn2/3p4/2PP4/2N5/PP2PPPP/R1BQKBNR w KQkq - 0 4"
)
BLUE, RED, GRAY = "#3d7fd6", "#d64d3d", "#666"


def drawing(width: int, height: int, title: str, *parts: str) -> str:
    """Return an SVG picture with a white background."""
    size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" font-family="sans-serif" font-size="14">'
    return "\n".join(
        [
            head,
            f"<title>{title}</title>",
            '<rect width="100%" height="100%" fill="#fff"/>',
            *parts,
            "</svg>",
        ]
    )


def text(
    x: float, y: float, words: str, anchor: str = "middle", color: str = "#222"
) -> str:
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" fill="{color}">{words}</text>'


def box(
    x: float,
    y: float,
    width: float,
    height: float,
    words: str,
    fill: str = "#eef3fb",
) -> str:
    rect = f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="4" fill="{fill}" stroke="{GRAY}"/>'
    lines = words.split("|")
    first = y + height / 2 + 5 - 9 * (len(lines) - 1)
    return rect + "".join(
        text(x + width / 2, first + 18 * i, line)
        for i, line in enumerate(lines)
    )


def line(
    points: list[tuple[float, float]], color: str = GRAY, width: float = 1.5
) -> str:
    path = " ".join(f"{x:g},{y:g}" for x, y in points)
    return f'<polyline points="{path}" fill="none" stroke="{color}" stroke-width="{width:g}"/>'


def layers() -> str:
    """The layers of (768 -> H)x2 -> 1."""
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
    """What one knight move changes: two rows of the first layer."""
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
    """CReLU and SCReLU over the value of an accumulator, as shares of their largest value."""
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
    """Inputs of both sides: own and enemy pawns, as each side sees the board."""
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


ROOK = """
xx.xx.xx
xxxxxxxx
.xxxxxx.
..xxxx..
..xxxx..
..xxxx..
.xxxxxx.
xxxxxxxx
"""
CALLS = [  # the layers of the library, from what users call down to the tables, with their contents
    (
        "Python package",
        "names, defaults, documentation, file formats",
        ["pgn", "data", "batch", "search", "engine", "svg"],
    ),
    (
        "Extension module",
        "conversions, errors, the GIL",
        ["hot_path: Board, Move, sets", "everything else: pybind11"],
    ),
    (
        "Whole jobs",
        "archives, batches, searches, move trees",
        ["data", "batch", "pgn", "search", "perft", "tablebase"],
    ),
    ("Games", "positions with a history, text notations", ["game", "notation"]),
    ("Positions", "make, unmake and list moves", ["position", "movegen"]),
    (
        "Sets of squares",
        "words of 64 bits, attacks, tables",
        ["base", "attacks", "util"],
    ),
]


def logo() -> str:
    """Return a rook on eight by eight squares: a bitboard."""
    rows = ROOK.split()
    squares = [
        bitrook.square(file, 7 - row)
        for row in range(8)
        for file in range(8)
        if rows[row][file] == "x"
    ]
    colors = {"square light": "#e9edf2", "square dark": "#d5dce6"}
    fill = dict.fromkeys(squares, "#2f5d8c")
    return svg.board(
        None, fill=fill, colors=colors, coordinates=False, size=160
    )


def planes(
    name: str, board: bitrook.Board, chosen: list[int], size: int = 130
) -> str:
    """Return a picture of planes of an encoding, each with its number and its name."""
    stack = encoding(name)
    words = stack.encode(board, packed=True)
    turned = stack.first_rank == 8
    sets = [
        bitrook.flip_vertical(int(words[i])) if turned else int(words[i])
        for i in chosen
    ]
    titles = [
        f"{i} {stack.planes[i].replace('_', ' ').replace('opponent', 'opp.').replace('castling', 'castle')}"
        for i in chosen
    ]
    return svg.row(*sets, titles=titles, size=size, columns=6)


def architecture() -> str:
    """Return the layers as boxes, the highest one first; each may only use those below it."""
    width, height, gap = 720, 66, 10
    total = len(CALLS) * (height + gap) - gap
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {total}" width="{width}" height="{total}" '
        'font-family="sans-serif" role="img"><title>The layers of bitrook</title>'
    ]
    for i, (name, purpose, contents) in enumerate(CALLS):
        y = i * (height + gap)
        color = "#dbe7f3" if i == 0 else "#f3e7d3" if i == 1 else "#e3ecd9"
        parts.append(
            f'<rect x="0" y="{y}" width="{width}" height="{height}" rx="6" fill="{color}"/>'
        )
        parts.append(
            f'<text x="14" y="{y + 27}" font-size="16" font-weight="bold" fill="#1d2733">{escape(name)}</text>'
        )
        parts.append(
            f'<text x="14" y="{y + 49}" font-size="12.5" fill="#3d4a59">{escape(purpose)}</text>'
        )
        step = (width - 320) / len(contents)
        for k, text in enumerate(contents):
            x = 310 + k * step
            parts.append(
                f'<rect x="{x:g}" y="{y + 15}" width="{step - 6:g}" height="{height - 30}" rx="4" fill="#ffffff"/>'
                f'<text x="{x + step / 2 - 3:g}" y="{y + 38}" font-size="12" text-anchor="middle" fill="#1d2733">'
                f"{escape(text)}</text>"
            )
    return "".join([*parts, "</svg>"])


ITALIAN = bitrook.Board(
    "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4"
)
BLACK_TO_MOVE = bitrook.Board(
    "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 b - - 0 7"
)
CASTLING = bitrook.Board(
    "r3k2r/ppp2ppp/2n5/2b1p3/2B1P3/2N5/PPP2PPP/R3K2R w KQ - 0 10"
)
OCCUPIED = bitrook.Bitboard("d7 d2 b4 g4 a8 h1 f6")
RELEVANT = bitrook.tables.rook_relevant[bitrook.D4]
FRONT = bitrook.Bitboard("d6 e6 f6 d7 e7 f7 d8 e8 f8")

PICTURES = {
    "logo": logo,
    "architecture": architecture,
    "tutorial-mate": lambda: svg.board(
        ITALIAN,
        arrows=[svg.Arrow(bitrook.H5, bitrook.F7)],
        fill={bitrook.E8: "#d6483d80"},
        size=300,
    ),
    "planes-pieces": lambda: planes("pieces", BLACK_TO_MOVE, list(range(12))),
    "planes-alphazero": lambda: planes(
        "alphazero", CASTLING, [0, 3, 5, 6, 9, 11, 12, 13, 112, 114, 115, 116]
    ),
    "mapping": lambda: svg.row(
        bitrook.Bitboard(0xFF),
        bitrook.Bitboard(0x0101010101010101),
        bitrook.Bitboard(1 << 28),
        titles=[
            "0xff: bits 0 to 7",
            "0x0101...01: every eighth",
            "1 << 28: e4",
        ],
        size=200,
    ),
    "passed-pawn": lambda: svg.row(
        FRONT,
        "&",
        bitrook.Bitboard("a7 d7 f4"),
        "=",
        FRONT & bitrook.Bitboard("a7 d7 f4"),
        titles=["in front of e5", "black pawns", "stoppers"],
        size=200,
    ),
    "slider-lookup": lambda: svg.row(
        OCCUPIED,
        "&",
        RELEVANT,
        "=",
        OCCUPIED & RELEVANT,
        "->",
        bitrook.rook_attacks(bitrook.D4, OCCUPIED),
        titles=["occupied", "relevant for d4", "the index", "attacks"],
        size=170,
    ),
    "draw-board": lambda: svg.board(
        SPANISH,
        lastmove=SPANISH.peek(),
        arrows=[
            svg.Arrow(bitrook.G8, bitrook.F6),
            svg.Arrow(bitrook.B5, bitrook.C6, color="red"),
        ],
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
    "nnue-activations": activations,
    "nnue-features": features,
    "nnue-layers": layers,
    "nnue-update": update,
}

if __name__ == "__main__":
    for name, draw in PICTURES.items():
        (Path(__file__).parent / f"{name}.svg").write_text(
            draw() + "\n", encoding="utf-8"
        )
