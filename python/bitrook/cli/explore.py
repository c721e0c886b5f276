"""``bitrook explore``: write an interactive page of a position or a game, and open it in a browser."""

from __future__ import annotations

import argparse
import os
import re

from .._files import refuse_inputs, write_file
from ..data import open_text
from ..explorer import explore, page
from ..pgn import Game, read_game
from .arguments import NAMED, add_position, add_variant, board_of
from .terminal import Terminal

USAGE = "bitrook explore [FEN | GAME.pgn] [-o FILE] [--chess960] [--variant NAME]"
EPILOG = """\
The page is a single file that works offline. Without -o, the command writes a temporary
file and opens it in a browser, or prints its path if there is no browser.

examples:
  bitrook explore
  bitrook explore kiwipete -o kiwipete.html
  bitrook explore game.pgn
  bitrook explore "4k3/8/8/8/8/8/8/4K2Q~[N] w - - 0 1" --variant crazyhouse"""


_PGN = re.compile(r"\.pgn(\.(gz|bz2|xz|zst))?$", re.IGNORECASE)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_position(parser, "the position (default: startpos), or a PGN file, which may be compressed, with the game")
    parser.add_argument("-o", "--output", metavar="FILE", help="write the page to FILE instead of opening a browser")
    add_variant(parser)


def run(arguments: argparse.Namespace, terminal: Terminal) -> None:
    """Write the page."""
    words = arguments.words
    is_game = len(words) == 1 and words[0].lower() not in (*NAMED, "-")
    is_game = is_game and (bool(_PGN.search(words[0])) or os.path.exists(words[0]))
    if is_game:
        refuse_inputs(words, arguments.output)
        if arguments.variant:
            raise ValueError("--variant applies to positions; a game has its variant in the tag Variant")
    subject = _first_game(words[0]) if is_game else board_of(words, arguments.chess960, arguments.variant)
    if arguments.output is None:
        explore(subject)
    else:
        write_file(arguments.output, page(subject))


def _first_game(path: str) -> Game:
    with open_text(path) as stream:
        game = read_game(stream)
    if game is None:
        raise ValueError(f"no game in {path!r}; expected a PGN file with at least one")
    return game
