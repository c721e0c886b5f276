"""``bitrook explore``: write an interactive page of a position or a game, and open it in a browser."""

from __future__ import annotations

import argparse
from pathlib import Path

from ..explorer import explore, page
from ..pgn import Game, read_game
from .arguments import add_position
from .position import board_of
from .terminal import Terminal

USAGE = "bitrook explore [FEN | GAME.pgn] [-o FILE] [--chess960]"
EPILOG = """\
The page is a single file that works offline. Without -o, the command writes a temporary
file and opens it in a browser, or prints its path if there is no browser.

examples:
  bitrook explore
  bitrook explore kiwipete -o kiwipete.html
  bitrook explore game.pgn"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_position(parser, "the position (default: startpos), or a PGN file with the game")
    parser.add_argument("-o", "--output", metavar="FILE", help="write the page to FILE instead of opening a browser")


def run(arguments: argparse.Namespace, terminal: Terminal) -> None:
    """Write the page."""
    words = arguments.words
    is_game = len(words) == 1 and words[0].lower().endswith(".pgn")
    subject = _first_game(words[0]) if is_game else board_of(words, arguments.chess960)
    if arguments.output is None:
        explore(subject)
    else:
        Path(arguments.output).write_text(page(subject), encoding="utf-8", newline="\n")


def _first_game(path: str) -> Game:
    with open(path, encoding="utf-8", errors="replace") as stream:
        game = read_game(stream)
    if game is None:
        raise ValueError(f"no game in {path!r}")
    return game
