"""The option --svg, which writes a picture instead of text."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from typing import TYPE_CHECKING

from .. import Bitboard
from .boards import Block

if TYPE_CHECKING:
    from ..svg._row import Part


def add_argument(parser: argparse._ActionsContainer) -> None:
    parser.add_argument("--svg", metavar="FILE", help="write a picture to FILE instead of text; - is standard output")


def write(picture: str, file: str) -> int:
    """Write the picture to a file, or to standard output for "-", and return the exit code."""
    if file == "-":
        print(picture)
    else:
        with open(file, "w", encoding="utf-8", newline="\n") as stream:
            stream.write(picture + "\n")
    return 0


def of_blocks(lines: Iterable[Iterable[Block]]) -> str:
    """Return a picture of several lines of boards and operators."""
    from ..svg._row import picture_of

    parts: list[list[Part]] = []
    titles: list[str] = []
    for line in lines:
        parts.append([])
        for block in line:
            parts[-1].append(block.label if block.word is None else Bitboard(block.word))
            titles += [] if block.word is None else [block.label]
    return picture_of(parts, titles)
