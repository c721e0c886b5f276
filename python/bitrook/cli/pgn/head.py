"""``bitrook pgn head``: print the first games as PGN, as a table or as JSON lines."""

from __future__ import annotations

import argparse
import sys

from ..terminal import Terminal
from .faults import Faults
from .games import scan_of, selected, separated, with_error
from .progress import Bar
from .rows import json_line, text_of, values_of


def run(arguments: argparse.Namespace, terminal: Terminal) -> None:
    """Print the first games."""
    arguments.limit = 10 if arguments.n is None else arguments.n
    with Bar(arguments.files) as bar:
        if arguments.columns is None and not arguments.json:
            for chunk, numbers in Faults(arguments).without(selected(arguments, bar)):
                for number in numbers:
                    sys.stdout.buffer.write(separated(chunk.game(number)))
            return
        scan = scan_of(arguments, with_error(arguments.columns), bar)
        names = arguments.columns or list(scan.schema)
        rows = [row[: len(names)] for batch in Faults(arguments).batches(scan) for row in values_of(batch)]
    if arguments.json:
        for row in rows:
            print(json_line(names, row))
        return
    table = [names, *([text_of(value) for value in row] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for number, line in enumerate(table):
        text = "  ".join(f"{cell:<{width}}" for cell, width in zip(line, widths, strict=True)).rstrip()
        print(text if number else terminal.paint(text, "dim"))
