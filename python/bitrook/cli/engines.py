"""The options of commands that run an engine."""

from __future__ import annotations

import argparse
import os

from ..engine import Limit
from .perft import natural
from .search import seconds


def add_engine_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--engine", default="bitrook", metavar="COMMAND", help="the engine (default: bitrook)")
    add_limit_arguments(parser)
    parser.add_argument(
        "--workers",
        type=_workers,
        default=1,
        metavar="N",
        help="run N engines in parallel; 0 means one per processor (default: 1)",
    )


def add_limit_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--nodes", type=natural, metavar="N", help="search N nodes for each position (default: 100000)")
    parser.add_argument("--depth", type=natural, metavar="N", help="search N plies deep")
    parser.add_argument("--time", type=seconds, metavar="SECONDS", help="search this long for each position")


def _workers(text: str) -> int:
    return natural(text) or os.cpu_count() or 1


def limit_of(arguments: argparse.Namespace) -> Limit | None:
    """Return the search limit that the options set, or None if they set none."""
    given = {name: getattr(arguments, name) for name in ("nodes", "depth", "time")}
    return Limit(**given) if any(value is not None for value in given.values()) else None
