"""The command line: its commands, help and exit codes."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from types import ModuleType

from . import analyze, bench, bitboard, book, completion, explore, info, match, nnue, perft, pgn, search, selfplay
from . import show, solve, tablebase, uci
from .position import NAMED
from .._engine_options import EngineError
from .._similar import did_you_mean
from .terminal import Terminal

OK, WRONG, USAGE, INTERRUPTED, PIPE_CLOSED = 0, 1, 2, 130, 141
"""The exit codes; shells use 130 for SIGINT and 141 for SIGPIPE."""

# Each command is a module with SUMMARY, USAGE, EPILOG, add_arguments(parser) and run(arguments, terminal).
COMMANDS: dict[str, ModuleType] = {
    "show": show,
    "perft": perft,
    "bitboard": bitboard,
    "explore": explore,
    "pgn": pgn,
    "search": search,
    "analyze": analyze,
    "solve": solve,
    "match": match,
    "nnue": nnue,
    "selfplay": selfplay,
    "book": book,
    "tablebase": tablebase,
    "uci": uci,
    "bench": bench,
    "info": info,
    "completion": completion,
}

DESCRIPTION = """\
Show chess positions and bitboards, count move trees, read games, search for the best move, and run engines."""
EPILOG = """\
positions: a FEN (quoted or not), startpos, kiwipete, chess960:N with N from 0 to 959,
           or - to read one from standard input
exit codes: 0 success; 1 checks failed; 2 invalid input; 130 interrupted; 141 output closed
colors: used on terminals, unless NO_COLOR is set

Run bitrook COMMAND --help for the options of a command."""


def top_parser() -> argparse.ArgumentParser:
    """Return the parser that prints the help of bitrook itself."""
    top = argparse.ArgumentParser(
        prog="bitrook", description=DESCRIPTION, epilog=EPILOG, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    top.add_argument("--version", action="store_true", help="print the version and exit")
    commands = top.add_argument_group("commands")
    for name, module in COMMANDS.items():
        commands.add_argument(name, nargs="?", help=module.SUMMARY)
    top.usage = "bitrook COMMAND ..."
    return top


def command_parser(name: str) -> argparse.ArgumentParser:
    """Return the parser of a command."""
    module = COMMANDS[name]
    parser = argparse.ArgumentParser(
        prog=f"bitrook {name}",
        usage=module.USAGE,
        description=module.SUMMARY[0].upper() + module.SUMMARY[1:] + ".",
        epilog=module.EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    module.add_arguments(parser)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code. *argv* defaults to the arguments of the process.

    >>> main(["bitboard", "rank_1 & file_a", "--as", "squares"])
    a1
    0
    """
    try:
        words = list(sys.argv[1:] if argv is None else argv)
        code = _run(words)
        sys.stdout.flush()  # so that a closed pipe raises here, not while the interpreter shuts down
        return code
    except SystemExit as error:  # argparse has printed its message
        return error.code if isinstance(error.code, int) else USAGE
    except KeyboardInterrupt:
        print("\nbitrook: interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return PIPE_CLOSED
    except MemoryError:
        print("bitrook: error: not enough memory", file=sys.stderr)
        return USAGE
    except (ValueError, OSError, EngineError, ImportError) as error:  # ImportError: an optional package is missing
        print(f"bitrook: error: {_one_line(error)}", file=sys.stderr)
        return USAGE


def _run(words: list[str]) -> int:
    if not words or words[0] in ("-h", "--help", "help"):
        top_parser().print_help()
        return OK if words else USAGE
    if words[0] in ("-V", "--version"):
        return info.version()
    if words[0] not in COMMANDS:
        raise ValueError(_no_command(words[0]))
    parser = command_parser(words[0])
    arguments = parser.parse_intermixed_args(words[1:])
    code = COMMANDS[words[0]].run(arguments, Terminal.of(sys.stdout))
    assert isinstance(code, int)
    return code


def _no_command(word: str) -> str:
    if word.startswith("-") and word != "-":
        return f"options must follow a command (commands: {', '.join(COMMANDS)}): {word!r}"
    if word.lower() in NAMED or "/" in word:
        return f"positions must follow a command, such as bitrook show: {word!r}"
    return f"no such command (commands: {', '.join(COMMANDS)}): {word!r}{did_you_mean(word, COMMANDS)}"


def _one_line(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        return f"{error.strerror}: {error.filename!r}" if error.filename else error.strerror
    return " ".join(str(error).split())
