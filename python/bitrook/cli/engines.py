"""The options of commands that run an engine."""

from __future__ import annotations

import argparse

from ..engine import Limit
from .arguments import add_number, processors, seconds


def add_engine_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--engine", default="bitrook", metavar="COMMAND", help="the engine (default: bitrook)")
    add_number(parser, "--nodes", "search N nodes for each position (default: 100000)")
    add_number(parser, "--depth", "search N plies deep")
    parser.add_argument("--time", type=seconds, metavar="SECONDS", help="search this long for each position")
    parser.add_argument(
        "--workers",
        type=processors,
        default=1,
        metavar="N",
        help="run N engines in parallel; 0 means one per processor (default: 1)",
    )


def limit_of(arguments: argparse.Namespace) -> Limit | None:
    """Return the search limit that the options set, or None if they set none."""
    given = {name: getattr(arguments, name) for name in ("nodes", "depth", "time")}
    return Limit(**given) if any(value is not None for value in given.values()) else None
