"""Sets of squares as boards side by side, with operators between them: as text that fits the terminal, or as a picture."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import NamedTuple

from .. import Bitboard
from .._files import write_file
from .. import svg
from .terminal import Terminal


_WIDTH = 15  # eight squares and the spaces between them


class Block(NamedTuple):
    """A board with its label, or an operator where `word` is None."""

    label: str
    word: int | None = None


def side_by_side(blocks: Iterable[Block], terminal: Terminal) -> str:
    """Return the blocks side by side, in several rows if the terminal is too narrow."""
    lines: list[list[Block]] = [[]]
    for block in blocks:
        lines[-1].append(block)
        if len(lines[-1]) > 1 and sum(len(_column(each)[0]) + 2 for each in lines[-1]) > terminal.columns + 2:
            # Break before an operator, not after it.
            is_after_operator = block.word is not None and lines[-1][-2].word is None and len(lines[-1]) > 2
            moved = lines[-1][-2 if is_after_operator else -1 :]
            del lines[-1][-len(moved) :]
            lines.append(moved)
    return "\n\n".join(_row(line, terminal) for line in lines)


def _column(block: Block) -> list[str]:
    if block.word is None:
        column = ["", "", "", "", block.label]
        width = len(block.label)
    else:
        label = block.label if len(block.label) <= 31 else block.label[:30] + "…"
        column = [label, *str(Bitboard(block.word)).splitlines()]
        width = max(_WIDTH, len(label))
    return [f"{line:<{width}}" for line in [*column, *[""] * (9 - len(column))]]


def _row(blocks: Sequence[Block], terminal: Terminal) -> str:
    columns = [_column(block) for block in blocks]
    lines = [
        "  ".join(
            _painted(column[i], i, block, terminal) for block, column in zip(blocks, columns, strict=True)
        ).rstrip()
        for i in range(9)
    ]
    return "\n".join(lines if any(block.label and block.word is not None for block in blocks) else lines[1:])


def _painted(text: str, row: int, block: Block, terminal: Terminal) -> str:
    if not terminal.colors:
        return text
    if block.word is None:
        return terminal.paint(text, "yellow")
    if row == 0:
        return terminal.paint(text, "dim")
    return text.replace("1", "\x1b[1;32m1\x1b[0m").replace(".", "\x1b[2m.\x1b[0m")


def in_columns(cells: Sequence[str], terminal: Terminal) -> str:
    """Return short texts in as many columns as fit, filled row by row."""
    width = max(map(len, cells), default=0) + 1
    each = max(1, (terminal.columns + 1) // width)
    chunks = zip_longest(*[iter(cells)] * each, fillvalue="")
    return "\n".join("".join(f"{cell:<{width}}" for cell in chunk).rstrip() for chunk in chunks)


def add_svg(parser: argparse._ActionsContainer) -> None:
    parser.add_argument("--svg", metavar="FILE", help="write a picture to FILE instead of text; - is standard output")


def write_picture(picture: str, file: str) -> None:
    """Write the picture to a file, or to standard output for "-"."""
    if file == "-":
        print(picture)
    else:
        write_file(file, picture + "\n")


def picture_of(lines: Iterable[Iterable[Block]]) -> str:
    """Return a picture of several lines of boards and operators."""
    parts: list[list[str | Bitboard]] = []
    titles: list[str] = []
    for line in lines:
        parts.append([])
        for block in line:
            parts[-1].append(block.label if block.word is None else Bitboard(block.word))
            titles += [] if block.word is None else [block.label]
    return svg.rows(parts, titles=titles)
