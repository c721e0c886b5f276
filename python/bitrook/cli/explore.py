"""``bitrook explore``: write an interactive page of a position or a game, and open it in a browser."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from .position import board_of
from .terminal import Terminal

if TYPE_CHECKING:
    from .. import Board
    from ..pgn import Game

SUMMARY = "explore the bitboards of a position or a game in a browser"
USAGE = "bitrook explore [FEN | GAME.pgn] [-o FILE] [--chess960]"
EPILOG = """\
The page is a single file that works offline. Without -o, the command writes a temporary
file and opens it in a browser, or prints its path if there is no browser.

examples:
  bitrook explore
  bitrook explore kiwipete -o kiwipete.html
  bitrook explore game.pgn"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "words", nargs="*", metavar="FEN", help="the position (default: startpos), or a PGN file with the game"
    )
    parser.add_argument("-o", "--output", metavar="FILE", help="write the page to FILE instead of opening a browser")
    parser.add_argument("--chess960", action="store_true", default=None, help="read the position as Chess960")


def run(arguments: argparse.Namespace, terminal: Terminal) -> int:
    """Write the page."""
    from ..explorer import explore, page

    subject: Board | Game
    if len(arguments.words) == 1 and arguments.words[0].lower().endswith(".pgn"):
        subject = _first_game(arguments.words[0])
    else:
        subject = board_of(arguments.words, arguments.chess960)
    if arguments.output is None:
        explore(subject)
        return 0
    text = page(subject)
    with open(arguments.output, "w", encoding="utf-8", newline="\n") as stream:
        stream.write(text)
    return 0


def _first_game(path: str) -> Game:
    from ..pgn import read_game

    with open(path, encoding="utf-8", errors="replace") as stream:
        game = read_game(stream)
    if game is None:
        raise ValueError(f"no game in {path!r}")
    return game
