"""``bitrook explore``: write an interactive page of a position or a game, and open it in a browser."""

from __future__ import annotations

import argparse
import os

from .._files import refuse_inputs, write_file
from ..data._source import open_text, uncompressed
from ..explorer import explore, page
from ..pgn import Game, read_game
from .arguments import add_position
from .position import NAMED, board_of
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
    add_position(parser, "the position (default: startpos), or a PGN file, which may be compressed, with the game")
    parser.add_argument("-o", "--output", metavar="FILE", help="write the page to FILE instead of opening a browser")


def run(arguments: argparse.Namespace, terminal: Terminal) -> None:
    """Write the page."""
    words = arguments.words
    is_game = len(words) == 1 and words[0].lower() not in (*NAMED, "-")
    is_game = is_game and (uncompressed(words[0]).lower().endswith(".pgn") or os.path.exists(words[0]))
    if is_game:
        refuse_inputs(words, arguments.output)
    subject = _first_game(words[0]) if is_game else board_of(words, arguments.chess960)
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
