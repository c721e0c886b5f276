"""``bitrook uci``: run the native search as a UCI engine, for chess GUIs and bots on chess servers."""

from __future__ import annotations

import argparse

from ..uci import SearchEngine
from .terminal import Terminal

USAGE = "bitrook uci"
EPILOG = """\
In a chess GUI, lichess-bot or cutechess-cli, enter the command `bitrook` with the argument `uci`.
Options: EvalFile, Hash, Threads, MultiPV, Ponder, Move Overhead, UCI_Chess960, Clear Hash, Debug Log File,
         SyzygyPath, SyzygyProbeDepth, Syzygy50MoveRule, OwnBook, BookFile.

example:
  printf 'position startpos moves e2e4\\ngo depth 8\\n' | bitrook uci"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    pass


def run(arguments: argparse.Namespace, terminal: Terminal) -> None:
    """Process commands until ``quit`` or the end of standard input."""
    SearchEngine().run()
