"""The shapes of the pieces, tested without a browser: their positions, their sizes, and how they differ."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator

import pytest

from bitrook import svg

Point = tuple[float, float]
TYPES = "pnbrqk"

ARGUMENTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Z": 0, "A": 7}


def commands(path: str) -> Iterator[tuple[str, list[float]]]:
    for letter, text in re.findall(r"([A-Za-z])([^A-Za-z]*)", path):
        numbers = [float(number) for number in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", text)]
        count = ARGUMENTS[letter.upper()]
        for start in range(0, max(len(numbers), 1), count or 1):
            yield letter, numbers[start : start + count]


def outline(path: str) -> list[list[Point]]:
    """Return the parts of a path as polygons. Each curve becomes eight lines."""
    parts: list[list[Point]] = []
    x = y = 0.0
    for letter, numbers in commands(path):
        dx, dy = (x, y) if letter.islower() else (0.0, 0.0)
        kind = letter.upper()
        if kind == "Z":
            continue
        if kind == "H":
            x = numbers[0] + dx
        elif kind == "V":
            y = numbers[0] + dy
        elif kind == "C":
            points = [(x, y), *((numbers[i] + dx, numbers[i + 1] + dy) for i in (0, 2, 4))]
            for step in range(1, 8):
                t = step / 8
                weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
                parts[-1].append(tuple(sum(w * p[i] for w, p in zip(weights, points)) for i in (0, 1)))  # type: ignore[arg-type]
            x, y = points[-1]
        else:
            x, y = numbers[0] + dx, numbers[1] + dy
        parts = [*parts, []] if kind == "M" else parts
        parts[-1].append((x, y))
    return parts


def polygons(symbol: str) -> list[list[Point]]:
    """Return the filled parts of a piece: its body, and its balls as octagons."""
    group = ET.fromstring(svg.PIECES[symbol])
    found: list[list[Point]] = []
    for element in group:
        if element.get("fill") is None and element.tag == "path":
            found += outline(str(element.get("d")))
        elif element.get("fill") is None:
            cx, cy, r = (float(str(element.get(name))) for name in ("cx", "cy", "r"))
            found.append([(cx + r * a, cy + r * b) for a, b in ((1, 0), (0.7, 0.7), (0, 1), (-0.7, 0.7),
                          (-1, 0), (-0.7, -0.7), (0, -1), (0.7, -0.7))])  # fmt: skip
    return found


def inside(x: float, y: float, polygon: list[Point]) -> bool:
    odd = False
    for (ax, ay), (bx, by) in zip(polygon, [*polygon[1:], polygon[0]]):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            odd = not odd
    return odd


def pixels(symbol: str) -> set[tuple[int, int]]:
    """Return the pixels of a square of 45 x 45 whose centers are inside the piece."""
    shapes = polygons(symbol)
    return {(x, y) for x in range(45) for y in range(45) if any(inside(x + 0.5, y + 0.5, shape) for shape in shapes)}


SHAPES = {symbol: pixels(symbol) for symbol in TYPES}


@pytest.mark.parametrize("symbol", TYPES)
def test_a_piece_stands_on_its_square(symbol: str) -> None:
    shape = SHAPES[symbol]
    left, right = min(x for x, _ in shape), max(x for x, _ in shape)
    top, bottom = min(y for _, y in shape), max(y for _, y in shape)
    assert 4 <= left and right <= 40 and 4 <= top and bottom == 38  # leaves room for the outline
    assert abs((left + right) / 2 - 22) <= (2 if symbol == "n" else 0.5)
    assert pixels(symbol.upper()) == shape  # both colors have the same shape


@pytest.mark.parametrize("symbol", sorted(set(TYPES) - {"n"}))
def test_a_piece_is_symmetric(symbol: str) -> None:
    shape = SHAPES[symbol]
    assert len(shape ^ {(44 - x, y) for x, y in shape}) <= 0.05 * len(
        shape
    )  # some edges pass through the centers of pixels


def test_the_sizes_of_pieces_are_in_proportion() -> None:
    area = {symbol: len(shape) for symbol, shape in SHAPES.items()}
    assert 300 <= area["p"] < area["b"] < area["r"] < area["q"] <= area["k"] <= 800
    assert 450 <= area["n"] <= 700
    height = {symbol: 39 - min(y for _, y in shape) for symbol, shape in SHAPES.items()}
    assert height["p"] < height["q"] and height["r"] < height["b"]


@pytest.mark.parametrize("a", TYPES)
@pytest.mark.parametrize("b", TYPES)
def test_no_two_pieces_look_alike(a: str, b: str) -> None:
    """Of the pixels covered by either piece, at least a fifth are covered by only one of them."""
    different = len(SHAPES[a] ^ SHAPES[b]) / len(SHAPES[a] | SHAPES[b])
    assert different == 0 if a == b else different >= 0.2


def test_black_and_white_are_told_apart_by_fill_and_both_have_an_outline() -> None:
    for symbol, drawing in svg.PIECES.items():
        group = ET.fromstring(drawing)
        assert group.get("stroke") == "#000"
        assert group.get("fill") == ("#fff" if symbol.isupper() else "#262626")


def test_the_coordinates_are_in_the_middle_of_their_margin() -> None:
    for name, drawing in svg.COORDS.items():
        numbers = [float(number) for number in re.findall(r"M([\d.]+) ([\d.]+)", drawing)[0]]
        assert numbers == ([10, 23.333] if name.isdigit() else [23.333, 10])
