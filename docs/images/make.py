"""Draws the images of the documentation: `python docs/images/make.py`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from html import escape
from pathlib import Path

import bitrook
import bitrook.data as bd
import nnue
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
CALLS = [  # the layers of the library and their contents, from the public API down to the tables
    (
        "Tools",
        "use the library as any program would",
        ["cli", "analysis", "match", "selfplay", "explorer"],
    ),
    (
        "Python library",
        "names, defaults, documentation",
        ["pgn", "data", "batch", "search", "engine", "svg"],
    ),
    (
        "Extension module",
        "conversions, errors, the GIL",
        ["hot_path: Board, Move, sets", "the rest: pybind11 converts"],
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
    """Return a bitboard in the shape of a rook, drawn as 8x8 squares."""
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
    """Return an image of some planes of an encoding, each with its number and name."""
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
    """Return the layers as boxes, the highest one first. Each layer may use only those below it."""
    width, height, gap = 720, 66, 10
    total = len(CALLS) * (height + gap) - gap
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {total}" width="{width}" height="{total}" '
        'font-family="sans-serif" role="img"><title>The layers of bitrook</title>'
    ]
    for i, (name, purpose, contents) in enumerate(CALLS):
        y = i * (height + gap)
        colors = {
            "Tools": "#ecdff0",
            "Python library": "#dbe7f3",
            "Extension module": "#f3e7d3",
        }
        color = colors.get(name, "#e3ecd9")
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
    "nnue-activations": nnue.activations,
    "nnue-features": nnue.features,
    "nnue-threats": nnue.threats,
    "nnue-layers": nnue.layers,
    "nnue-update": nnue.update,
}

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "tests/files/pgn/lichess-2021-10-999-games.pgn.xz"
QUESTION = re.compile(
    r"^>>> count\((.*?)\)\n\d+\n```\n\n!\[[^\]]*\]\(\.\./images/(query-[\w-]+)\.svg\)",
    re.MULTILINE | re.DOTALL,
)


def questions() -> Iterator[tuple[str, str]]:
    """Yield the names of the pictures of a page and the conditions above them."""
    page = ROOT / "docs/how-to/position-queries.md"
    for code, name in QUESTION.findall(page.read_text(encoding="utf-8")):
        yield name, ast.literal_eval(f"({code.replace(chr(10) + '...', '')})")


def found(condition: str) -> str:
    """Return a picture of the first position for which a condition holds."""
    games = bd.read_pgn(GAMES, where=condition, limit=1)
    node = games[0]
    for _ in range(games["match_ply"][0]):
        node = node.next()
    board = node.board()
    check = board.king(board.turn) if board.is_check() else None
    return svg.board(board, lastmove=node.move, check=check, size=260)


for name, condition in questions():
    PICTURES[name] = lambda condition=condition: found(condition)

if __name__ == "__main__":
    for name, draw in PICTURES.items():
        (Path(__file__).parent / f"{name}.svg").write_text(
            draw() + "\n", encoding="utf-8"
        )
