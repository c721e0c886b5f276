"""The option --svg, which writes a picture instead of text."""

from __future__ import annotations

import argparse
from collections.abc import Iterable

from .. import Bitboard
from .._files import write_file
from ..svg._row import Part, picture_of
from .boards import Block


def add_argument(parser: argparse._ActionsContainer) -> None:
    parser.add_argument("--svg", metavar="FILE", help="write a picture to FILE instead of text; - is standard output")


def write(picture: str, file: str) -> None:
    """Write the picture to a file, or to standard output for "-"."""
    if file == "-":
        print(picture)
    else:
        write_file(file, picture + "\n")


def of_blocks(lines: Iterable[Iterable[Block]]) -> str:
    """Return a picture of several lines of boards and operators."""
    parts: list[list[Part]] = []
    titles: list[str] = []
    for line in lines:
        parts.append([])
        for block in line:
            parts[-1].append(block.label if block.word is None else Bitboard(block.word))
            titles += [] if block.word is None else [block.label]
    return picture_of(parts, titles)
