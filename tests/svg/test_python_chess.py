"""bitrook.svg, compared with chess.svg of python-chess: parameters, elements, classes, positions and arrows."""

from __future__ import annotations

import inspect
import math
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import chess
import chess.svg
import pytest

import bitrook
import bitrook.svg

Element = tuple[int, str, dict[str, Any]]

# Groups whose shapes and colors are bitrook's own, and are not compared.
DRAWINGS = re.compile(r"(white|black)-\w+|xx|check_gradient")
NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e-?\d+)?")


def value(text: str) -> Any:
    """Split a numeric attribute into its format and its numbers; return any other attribute as text."""
    numbers = NUMBER.findall(text)
    if numbers and not re.search(r"#|url|[a-h][1-8]", text):
        return NUMBER.sub("0", text), [float(number) for number in numbers]
    return text


def elements(picture: str) -> list[Element]:
    """Return depth, name and attributes of each element of a picture, in order, without titles and drawings."""

    def walk(element: ET.Element, depth: int) -> Iterator[Element]:
        name = element.tag.rpartition("}")[2]
        attributes = {key.rpartition("}")[2]: value(text) for key, text in element.attrib.items()}
        if name == "title":
            return
        drawing = DRAWINGS.fullmatch(str(attributes.get("id", "")))
        if drawing:
            attributes = {key: attribute for key, attribute in attributes.items() if key in ("id", "class", "r")}
        attributes.pop("role", None)
        yield depth, name, attributes
        if not drawing and "scale" not in str(attributes.get("transform", "")):  # a coordinate
            for child in element:
                yield from walk(child, depth + 1)

    return list(walk(ET.fromstring(picture), 0))


def assert_same(ours: str, theirs: str) -> None:
    for mine, other in zip(elements(ours), elements(theirs), strict=True):
        assert mine[:2] == other[:2]
        assert mine[2].keys() == other[2].keys(), (mine, other)
        for key, attribute in other[2].items():
            if isinstance(attribute, tuple):
                # Allow one unit of difference, because python-chess does not center the coordinates in their margin.
                near = 1.0 if "scale" in attribute[0] else 1e-3
                assert all(
                    math.isclose(a, b, rel_tol=1e-3, abs_tol=near) for a, b in zip(mine[2][key][1], attribute[1])
                )
            else:
                assert mine[2][key] == attribute
    texts = [[element.text or "" for element in ET.fromstring(text).iter() if element.tag.endswith(("pre", "style"))]
             for text in (ours, theirs)]  # fmt: skip
    assert texts[0] == texts[1]


BOARDS = [
    None,
    chess.STARTING_BOARD_FEN,
    "8/8/8/8/4N3/8/8/k6r",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R",
]
OPTIONS: list[dict[str, Any]] = [
    {},
    {"size": 350, "coordinates": False},
    {"borders": True},
    {"borders": True, "coordinates": False, "orientation": False, "colors": {"outer border": "#999"}},
    {"orientation": False, "flipped": True},
    {"flipped": True, "check": 4, "squares": 0x8000_0000_0000_0201},
    {"fill": {0: "#cc0000cc", 9: "blue", 63: "#1234", 70: "red"}, "squares": [0, 27]},
    {"style": ".check { fill: <red> & }", "check": 60},
    {"colors": {"square light": "#ffffff80", "margin": "#fff", "coord": "#00000080", "arrow blue": "#0000ff"}},
    {"colors": {"square dark lastmove": "red", "inner border": "#12345678", "outer border": "#999"}, "borders": True},
    {"arrows": [(0, 63), (63, 0), (4, 4), (12, 28), (6, 21)]},
    {"arrows": [(0, 63), (8, 9)], "orientation": False, "coordinates": False},
]


MOVES = [None, "e2e4", "a8h1", "N@d4", "0000"]  # 5 and 12 are coprime, so each option is combined with each move


@pytest.mark.parametrize("number", range(60))
def test_boards(number: int) -> None:
    placement, options, move = BOARDS[number % 4 - number // 12], OPTIONS[number % 12], MOVES[number % 5]

    def drawn(module: ModuleType) -> str:
        lastmove = module.Move.from_uci(move) if move else None
        board = module.BaseBoard(placement) if placement else None
        return str(module.svg.board(board, lastmove=lastmove, **options))

    assert_same(drawn(bitrook), drawn(chess))


@pytest.mark.parametrize("color", ["green", "red", "yellow", "blue", "#123456", "pink", "#12345680"])
@pytest.mark.parametrize("squares", [(0, 7), (7, 7), (12, 29)])
def test_arrows(color: str, squares: tuple[int, int]) -> None:
    ours, theirs = bitrook.svg.Arrow(*squares, color=color), chess.svg.Arrow(*squares, color=color)
    assert (ours.pgn(), str(ours), repr(ours)) == (theirs.pgn(), str(theirs), repr(theirs))
    if color != "#12345680":  # python-chess does not split off this opacity; browsers show the same
        assert_same(bitrook.svg.board(arrows=[ours]), chess.svg.board(arrows=[theirs]))
    assert bitrook.svg.board(arrows=[theirs]) == bitrook.svg.board(arrows=[ours])  # accepts arrows of either library


@pytest.mark.parametrize("text", ["Ga1", "a1", "a1b2", "Rb2c3", "Ya1a1", "Bh1h8"])
def test_arrows_of_pgn(text: str) -> None:
    ours, theirs = bitrook.svg.Arrow.from_pgn(text), chess.svg.Arrow.from_pgn(text)
    assert vars(ours) == vars(theirs)


@pytest.mark.parametrize("text", ["", "G", "a", "a9", "Xa1", "Ga1b", "Ga1b2c", "ga1", "a1b2c3"])
def test_arrows_that_are_not(text: str) -> None:
    for module in (chess.svg, bitrook.svg):
        with pytest.raises(ValueError):
            module.Arrow.from_pgn(text)


def test_an_arrow_needs_two_squares() -> None:
    for module in (chess.svg, bitrook.svg):
        with pytest.raises(ValueError):
            module.board(arrows=[(1, 2, 3)])


@pytest.mark.parametrize("symbol", "PNBRQKpnbrqk")
@pytest.mark.parametrize("size", [None, 20])
def test_pieces(symbol: str, size: int | None) -> None:
    ours = bitrook.svg.piece(bitrook.Piece.from_symbol(symbol), size=size)
    assert_same(ours, chess.svg.piece(chess.Piece.from_symbol(symbol), size=size))
    assert ours == bitrook.svg.piece(chess.Piece.from_symbol(symbol), size=size)  # type: ignore[arg-type]


def test_boards_of_python_chess_can_be_drawn() -> None:
    theirs, ours = chess.Board(), bitrook.Board()
    for board in (theirs, ours):
        board.push_san("e4")
    square_set: Any = chess.SquareSet(chess.BB_CENTER)
    drawn: Any = bitrook.svg.board
    assert drawn(theirs, lastmove=theirs.peek(), squares=square_set) == drawn(
        ours, lastmove=ours.peek(), squares=bitrook.SquareSet(bitrook.BB_CENTER)
    )


def test_the_module_has_python_chess_names() -> None:
    for name in ("board", "piece", "Arrow"):
        mine, other = (inspect.signature(getattr(module, name)) for module in (bitrook.svg, chess.svg))
        assert list(mine.parameters) == list(other.parameters)
        for parameter, described in mine.parameters.items():
            there = other.parameters[parameter]
            assert described.kind == there.kind
            empty = isinstance(there.default, (list, dict)) and not there.default and not described.default
            assert empty or described.default == there.default
    assert {name for name in vars(chess.svg) if name[0].isupper()} - {"ET"} - set(dir(bitrook.svg)) == {
        "Color", "Dict", "IntoSquareSet", "Iterable", "Optional", "Square", "Tuple", "Union"
    }  # fmt: skip
    assert (bitrook.svg.MARGIN, bitrook.svg.SQUARE_SIZE) == (chess.svg.MARGIN, chess.svg.SQUARE_SIZE)
    assert bitrook.svg.PIECES.keys() == chess.svg.PIECES.keys()
    assert bitrook.svg.COORDS.keys() == chess.svg.COORDS.keys()
    assert chess.svg.DEFAULT_COLORS.items() <= bitrook.svg.DEFAULT_COLORS.items()


def test_no_shape_is_python_chess() -> None:
    """The drawings are original: none of their paths is in python-chess."""
    for symbol, drawing in bitrook.svg.PIECES.items():
        ours, theirs = (re.findall(r' d="([^"]*)"', text) for text in (drawing, chess.svg.PIECES[symbol]))
        assert ours and theirs
        assert not {tuple(NUMBER.findall(path)) for path in ours} & {tuple(NUMBER.findall(path)) for path in theirs}


def test_a_picture_is_text_that_notebooks_show() -> None:
    picture = bitrook.svg.piece(bitrook.Piece.from_symbol("K"))
    assert isinstance(picture, str) and isinstance(picture, bitrook.svg.SvgWrapper)
    assert picture._repr_svg_() == picture._repr_html_() == picture


@pytest.mark.parametrize("size", ["100%", "20em", '1"2'])
def test_sizes_as_in_css(size: str) -> None:
    ours = ET.fromstring(bitrook.svg.board(bitrook.Board(), size=size))
    assert (ours.get("width"), ours.get("height")) == (size, size)
    theirs = ET.fromstring(chess.svg.board(chess.Board(), size=size))  # type: ignore[arg-type]
    assert (theirs.get("width"), theirs.get("height")) == (size, size)
    assert ET.fromstring(bitrook.svg.piece(bitrook.Piece.from_symbol("R"), size=size)).get("width") == size
