"""The shapes and colors of pictures: pieces, coordinates, and the X on marked squares. All were drawn for bitrook."""

from __future__ import annotations

__all__ = ["CHECK_GRADIENT", "COORDS", "DEFAULT_COLORS", "MARGIN", "PIECES", "SQUARE_SIZE", "XX"]

SQUARE_SIZE = 45
"""The side of a square, in units of the picture."""
MARGIN = 20
"""The size of a coordinate's box before it is scaled to the margin of the board, in units of the picture."""

DEFAULT_COLORS = {
    "square light": "#ffce9e",
    "square dark": "#d18b47",
    "square dark lastmove": "#aaa23b",
    "square light lastmove": "#cdd16a",
    "margin": "#212121",
    "inner border": "#111",
    "outer border": "#111",
    "coord": "#e5e5e5",
    "set": "#15407a",
    "arrow green": "#15781B80",
    "arrow red": "#88202080",
    "arrow yellow": "#e68f00b3",
    "arrow blue": "#00308880",
}
"""The colors of the parts of a board: those of python-chess, and `set` for the discs of a set of squares."""

# --- The pieces, in a box of 45 x 45. The body is filled and outlined; its details are lines of a contrasting color.

_FOOT = "C{0} 35.5 {1} 36.1 {1} 37V38.7C{1} 39.2 {2} 39.5 {3} 39.5H{4}C{5} 39.5 {6} 39.2 {6} 38.7V37C{6} 36.1 {7} 35.5"


def _foot(left: float, right: float) -> str:
    """Return the path of the foot that all pieces share, from its right shoulder to near its left one."""
    numbers = (right - 0.4, right, right - 0.4, right - 0.8, left + 0.8, left + 0.4, left, left + 0.4)
    return _FOOT.format(*(f"{number:g}" for number in numbers)) + f" {left + 1.5:g} 35.5"


_BODIES = {
    "pawn": "M22.5 7.8C25.8 7.8 28.3 10.3 28.3 13.3C28.3 15.3 27.4 17 26 18L28.7 18.4C30.1 18.6 30.1 20.9 28.7 21.1"
    "L26.1 21.5C26.4 27.5 28.7 31.5 31.1 33.6C31.5 34 31.8 34.7 31.9 35.5" + _foot(11.7, 33.3) + "H13.1"
    "C13.2 34.7 13.5 34 13.9 33.6C16.3 31.5 18.6 27.5 18.9 21.5L16.3 21.1C14.9 20.9 14.9 18.6 16.3 18.4L19 18"
    "C17.6 17 16.7 15.3 16.7 13.3C16.7 10.3 19.2 7.8 22.5 7.8z",
    "knight": "M13.2 35.5C13 31.6 15.2 29 18 26.7C19.9 25.1 21.3 23.5 21.4 21.2C19.2 23.2 16.4 23.4 14.7 25.2"
    "C13.6 26.4 12.9 28.1 11.2 28.3C8.9 28.5 7.2 26.6 7.3 24.4C7.4 22.3 10 19.8 10.8 17.4C11.4 15 12.4 12.6 15 10.9"
    "L15.2 6.6L19 9.4C25.5 9.2 30.4 12.4 32.4 17.6C34.3 22.6 34.1 29.6 33.6 35.5" + _foot(11, 35) + "z",
    "bishop": "M22.5 9.4C26.5 12 30.1 16.2 30.1 21C30.1 24 28.6 26 27.1 27.4L29.5 27.9C30.8 28.2 30.8 30.2 29.5 30.4"
    "L27.5 30.7C28.5 32.4 31.1 33.2 32.3 35.5H33" + _foot(10.5, 34.5) + "H12.7C13.9 33.2 16.5 32.4 17.5 30.7L15.5 30.4"
    "C14.2 30.2 14.2 28.2 15.5 27.9L17.9 27.4C16.4 26 14.9 24 14.9 21C14.9 16.2 18.5 12 22.5 9.4z",
    "rook": "M22.5 8.5H25.5V11.6H28.7V8.5H32.9V14.2C32.9 15.4 30.1 17 29.5 18.6L30.2 29.5C30.4 31.4 33.1 32.4 33.1 34.2"
    "V35.5" + _foot(10, 35) + "H11.9V34.2C11.9 32.4 14.6 31.4 14.8 29.5L15.5 18.6C14.9 17 12.1 15.4 12.1 14.2V8.5H16.3"
    "V11.6H19.5V8.5z",
    "queen": "M22.5 9L25.9 19.4L30.4 11L30.9 20.6L36.7 14.4C34.9 19.5 32.5 24 31.3 28.6L31.7 30.6"
    "C31.9 32.4 33.7 33.4 33.9 35.5" + _foot(9.5, 35.5) + "H11.1C11.3 33.4 13.1 32.4 13.3 30.6L13.7 28.6"
    "C12.5 24 10.1 19.5 8.3 14.4L14.1 20.6L14.6 11L19.1 19.4z",
    "king": "M22.5 12C24.7 9.9 28.7 9.2 31.9 10.4C35.5 11.8 36.8 15.2 35.5 18.6C34.3 21.8 32.1 24.6 31.3 28.6L31.7 30.6"
    "C31.9 32.4 33.7 33.4 33.9 35.5" + _foot(9.5, 35.5) + "H11.1C11.3 33.4 13.1 32.4 13.3 30.6L13.7 28.6"
    "C12.9 24.6 10.7 21.8 9.5 18.6C8.2 15.2 9.5 11.8 13.1 10.4C16.3 9.2 20.3 9.9 22.5 12z",
}

_DETAILS = {
    "pawn": "M18.9 21.5h7.2M13 35.5h19",
    "knight": "M12.4 35.5h21.2M21.5 12.8c5.2 1.4 8.6 6.6 8.6 19.4",
    "bishop": "M17.9 27.4h9.2M17.5 30.7h10M12.7 35.5h19.6M23.2 19.8l4.3-5.6",
    "rook": "M15.5 18.6h14M14.7 30.3h15.6M12 35.5h21",
    "queen": "M13.7 28.6c5.6-1.7 12-1.7 17.6 0M13.2 31.8c6-1.6 12.6-1.6 18.6 0M11.2 35.5h22.6",
    "king": "M13.7 28.6c5.6-1.7 12-1.7 17.6 0M13.2 31.8c6-1.6 12.6-1.6 18.6 0M11.2 35.5h22.6M22.5 13.4v10",
}

# Discs as (x, y, radius). Balls are filled and outlined like the body. Dots, which are the knight's eye and nostril,
# have the color of the details.
_BALLS = {
    "bishop": [(22.5, 7.2, 2.3)],
    "queen": [(22.5, 7, 2.3), (14.4, 9.2, 2.2), (30.6, 9.2, 2.2), (7.6, 13.2, 2.2), (37.4, 13.2, 2.2)],
}
_DOTS = {"knight": [(15, 15.9, 1.35), (9.8, 24.8, 0.95)]}

_CROSS = '<path d="M22.5 2.6V11M18.6 5.7h7.8" fill="none" stroke-width="2.6"/>'


def _piece(color: str, name: str) -> str:
    fill, detail = ("#fff", "#000") if color == "white" else ("#262626", "#f0f0f0")
    disc = '<circle cx="{:g}" cy="{:g}" r="{:g}"'.format
    parts = [
        f'<g id="{color}-{name}" class="{color} {name}" fill="{fill}" stroke="#000" stroke-width="1.5" '
        'stroke-linecap="round" stroke-linejoin="round">',
        f'<path d="{_BODIES[name]}"/>',
        *(disc(*ball) + "/>" for ball in _BALLS.get(name, ())),
        f'<path d="{_DETAILS[name]}" fill="none" stroke="{detail}" stroke-width="1.3"/>',
        *(disc(*dot) + f' fill="{detail}" stroke="none"/>' for dot in _DOTS.get(name, ())),
        *([_CROSS] if name == "king" else []),
        "</g>",
    ]
    return "".join(parts)


_NAMES = {"p": "pawn", "n": "knight", "b": "bishop", "r": "rook", "q": "queen", "k": "king"}

PIECES = {
    symbol.upper() if color == "white" else symbol: _piece(color, name)
    for color in ("black", "white")
    for symbol, name in _NAMES.items()
}
"""The pieces by symbol. Each is a group in a box of 45 x 45 with an id such as `white-king`."""

# --- Marks.

_X = "M10 10L35 35M35 10L10 35"

XX = (
    f'<g id="xx" fill="none" stroke-linecap="round"><path d="{_X}" stroke="#fff" stroke-width="7"/>'
    f'<path d="{_X}" stroke="#000" stroke-width="4.5"/></g>'
)
"""The X that marks the squares of a set."""

CHECK_GRADIENT = (
    '<radialGradient id="check_gradient" r="0.5"><stop offset="0%" stop-color="#ff2a1a" stop-opacity="1"/>'
    '<stop offset="55%" stop-color="#e01505" stop-opacity="0.9"/>'
    '<stop offset="100%" stop-color="#a30000" stop-opacity="0"/></radialGradient>'
)
"""The glow under a king in check."""

# --- Coordinates, drawn as lines around the center of their box, so that they do not depend on a font.

_GLYPHS = {
    "a": "m3.1.75a3.1 3.75 0 1 1-6.2 0a3.1 3.75 0 1 1 6.2 0m0-3.75v7.5",
    "b": "m-3.1-6.5v11m0-3.75a3.1 3.75 0 1 1 6.2 0a3.1 3.75 0 1 1-6.2 0",
    "c": "m2.5-1.5a3.1 3.75 0 1 0 0 4.5",
    "d": "m3.1-6.5v11m0-3.75a3.1 3.75 0 1 1-6.2 0a3.1 3.75 0 1 1 6.2 0",
    "e": "m-3.1.6h6.2a3.1 3.75 0 1 0-.9 2.7",
    "f": "m2.4-6.4h-.6a2.4 2.4 0 0 0-2.4 2.4v8.5m-2.1-7.5h4.6",
    "g": "m3.1-.25a3.1 3.75 0 1 1-6.2 0a3.1 3.75 0 1 1 6.2 0m0-3.75v8.2a3.1 3 0 0 1-5.8 1.3",
    "h": "m-3-6.5v11m0-4.4a3 3.1 0 0 1 6 0v4.4",
    "1": "m-2-3.2l2.8-2.3v11",
    "2": "m-3-2.9a3.05 3 0 1 1 5.4 1.9l-5.5 6.5h6.4",
    "3": "m-2.9-3.6a2.9 2.6 0 1 1 2.6 3.2h-.5m.5 0a3.2 2.9 0 1 1-3 3.6",
    "4": "m1.5 5.5v-11l-5.1 7.6h7.3",
    "5": "m2.7-5.5h-5l-.6 5a3.4 3.3 0 1 1-.3 4.3",
    "6": "m2.2-5.4c-3.6.7-5.3 3.6-5.4 7.6a3.2 3.2 0 1 0 6.4 0a3.2 3.2 0 1 0-6.4 0",
    "7": "m-3.2-5.5h6.4l-4 11",
    "8": "m0-5.5a2.7 2.55 0 1 1 0 5.1a2.7 2.55 0 1 1 0-5.1m0 5.1a3.2 2.9 0 1 1 0 5.9a3.2 2.9 0 1 1 0-5.9",
}

COORDS = {
    name: f'<path d="M{"10 23.333" if name.isdigit() else "23.333 10"}{path}" fill="none" stroke-width="1.6" '
    'stroke-linecap="round" stroke-linejoin="round"/>'
    for name, path in _GLYPHS.items()
}
"""The letters of the files, around (23.333, 10), and the digits of the ranks, around (10, 23.333)."""
