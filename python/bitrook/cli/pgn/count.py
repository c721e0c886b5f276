"""``bitrook pgn count``: print the number of games."""

from __future__ import annotations

import argparse

from ...data import scan_pgn
from ..terminal import Terminal, print_json
from .games import letters_of, sources
from .progress import Bar


def run(arguments: argparse.Namespace, terminal: Terminal) -> None:
    """Print the number of games; if there are several files, for each file and in total."""
    counts: dict[str, int] = {}
    left = arguments.limit
    with Bar(arguments.files) as bar:
        for path in arguments.files:
            (source,) = sources([path])
            scan = scan_pgn(
                source, filters=arguments.filters, limit=left, threads=arguments.threads, progress=bar.callback,
                errors="drop" if arguments.skip_errors else "column", letters=letters_of(arguments),
            )  # fmt: skip
            counts[path] = counts.get(path, 0) + (count := scan.count())
            bar.finished([path], count)
            left = None if left is None else left - count
    total = sum(counts.values())
    if arguments.json:
        print_json({"games": total, "files": counts})
    elif len(counts) == 1:
        print(total)
    else:
        for path, count in [*counts.items(), ("total", total)]:
            print(f"{count:>12,}  {path}")
