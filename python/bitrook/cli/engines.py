"""The options of commands that run an engine."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from ..match._players import Player, parse
from ..engine import Limit
from .arguments import add_number, positive, processors, seconds


def add_engine_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--engine", metavar="COMMAND", help="the engine (default: bitrook)")
    parser.add_argument("--network", metavar="FILE", help="the network with which bitrook's own search evaluates")
    add_number(parser, "--nodes", "search N nodes for each position (default: 100000)", type=positive)
    add_number(parser, "--depth", "search N plies deep", type=positive)
    parser.add_argument("--time", type=seconds, metavar="SECONDS", help="search this long for each position")
    parser.add_argument(
        "--workers",
        type=processors,
        default=1,
        metavar="N",
        help="run N engines in parallel; 0 means one per processor (default: 1)",
    )


@contextmanager
def players_of(engines: Sequence[str]) -> Iterator[list[Player]]:
    """Convert command lines to players. Until the end of the context, functions can import modules from this folder."""
    before = list(sys.path)
    sys.path.insert(0, os.getcwd())  # as `python -m` does
    try:
        yield [parse(engine, functions=True) for engine in engines]
    finally:
        sys.path[:] = before


def engine_of(arguments: argparse.Namespace) -> str | Player:
    """Return the engine that the options select."""
    if arguments.network is None:
        return arguments.engine or "bitrook"
    if arguments.engine is not None:
        raise ValueError("--network applies to bitrook's own search, so it cannot be combined with --engine")
    return Player(options={"EvalFile": arguments.network})


def limit_of(arguments: argparse.Namespace) -> Limit | None:
    """Return the search limit that the options set, or None if they set none.

    :raises ValueError: if a limit is 0.
    """
    given = {name: getattr(arguments, name) for name in ("nodes", "depth", "time")}
    for name, value in given.items():
        if value is not None and not value > 0:
            raise ValueError(f"--{name} must be more than 0, not {value}")
    return Limit(**given) if any(value is not None for value in given.values()) else None
