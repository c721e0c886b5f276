"""``bitrook pgn check``: print all errors in games as file:line:column: reason."""

from __future__ import annotations

import argparse
import sys

from ..terminal import Terminal, print_json
from .faults import of_chunk
from .games import selected
from .progress import Bar


def run(arguments: argparse.Namespace, terminal: Terminal) -> int:
    """Print the errors; return 1 if there are any."""
    found: list[dict[str, object]] = []
    errors = games = 0
    with Bar(arguments.files) as bar:
        for chunk, numbers in selected(arguments, bar, with_cut=True):
            games += len(numbers)
            for _, fault in of_chunk(chunk, numbers, arguments):
                errors += 1
                if arguments.json:
                    found.append(fault)
                else:
                    where = f"{fault['file']}:{fault['line']}:{fault['column']}"
                    print(f"{terminal.paint(where, 'bold')}: {fault['reason']}")
    if arguments.json:
        print_json({"games": games, "errors": found})
    else:
        sys.stdout.flush()
        print(f"{games:,} games, {errors:,} error{'s' * (errors != 1)}", file=sys.stderr)
    return 1 if errors else 0
