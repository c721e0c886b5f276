"""The commands and their parsers. The module of a command is imported when it is used."""

from __future__ import annotations

import argparse
from importlib import import_module
from types import ModuleType
from typing import NoReturn

from .terminal import printable

# Each command is a module with USAGE, EPILOG, add_arguments(parser) and run(arguments, terminal), which returns the
# exit code, or None for success.
COMMANDS = {
    "show": "print a position: its board, state and bitboards",
    "perft": "count the leaves of a position's move tree, or check a file of counts",
    "bitboard": "evaluate expressions of sets of squares",
    "explore": "explore the bitboards of a position or a game in a browser",
    "pgn": "count, show, filter, convert, split and check games in PGN files",
    "data": "describe a file of games, puzzles, evaluations or positions",
    "search": "search for the best move of a position",
    "analyze": "evaluate games with an engine, mark mistakes, and report on the players",
    "solve": "run an engine on test suites with best moves or moves to avoid",
    "match": "play a match between engines",
    "nnue": "describe a network, or evaluate a position with it",
    "selfplay": "generate training positions by letting the search play against itself",
    "book": "make, show, merge and probe opening books",
    "tablebase": "look up a position in endgame tablebases",
    "uci": "play as a UCI engine",
    "bench": "search fixed positions and print the nodes and the speed",
    "info": "print the version, the build and the processor",
    "completion": "print a script that completes commands and options in a shell",
}

DESCRIPTION = """\
Show chess positions and bitboards, count move trees, read games, search for the best move, and run engines."""
EPILOG = """\
positions: a FEN (quoted or not), startpos, kiwipete, chess960:N with N from 0 to 959,
           or - to read one from standard input
exit codes: 0 success; 1 checks failed; 2 invalid input; 130 interrupted; 141 output closed
colors: used on terminals, unless NO_COLOR is set

Run bitrook COMMAND --help for the options of a command."""


def module_of(command: str) -> ModuleType:
    return import_module(f".{command}", __package__)


class _Parser(argparse.ArgumentParser):
    """A parser whose messages, which repeat the words of the command line, keep control characters from the terminal."""

    def error(self, message: str) -> NoReturn:
        super().error(printable(message))


def _parser(prog: str, description: str, epilog: str, usage: str) -> argparse.ArgumentParser:
    form = argparse.RawDescriptionHelpFormatter
    return _Parser(prog, usage, description, epilog, formatter_class=form)


def top_parser() -> argparse.ArgumentParser:
    """Return the parser that prints the help of bitrook itself."""
    top = _parser("bitrook", DESCRIPTION, EPILOG, "bitrook COMMAND ...")
    top.add_argument("--version", action="store_true", help="print the version and exit")
    commands = top.add_argument_group("commands")
    for name, summary in COMMANDS.items():
        commands.add_argument(name, nargs="?", help=summary)
    return top


def command_parser(name: str) -> argparse.ArgumentParser:
    """Return the parser of a command."""
    module, summary = module_of(name), COMMANDS[name]
    parser = _parser(f"bitrook {name}", f"{summary[0].upper()}{summary[1:]}.", module.EPILOG, module.USAGE)
    module.add_arguments(parser)
    return parser
