"""The command line: its commands, help and exit codes."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from .. import __version__
from .._engine_options import EngineError
from .._similar import did_you_mean
from .commands import COMMANDS, EPILOG as EPILOG, command_parser, module_of, top_parser
from .position import NAMED
from .terminal import Terminal

OK, WRONG, USAGE, INTERRUPTED, PIPE_CLOSED = 0, 1, 2, 130, 141
"""The exit codes; shells use 130 for SIGINT and 141 for SIGPIPE."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code. *argv* defaults to the arguments of the process.

    >>> main(["bitboard", "rank_1 & file_a", "--as", "squares"])
    a1
    0
    """
    try:
        code = _run(list(sys.argv[1:] if argv is None else argv))
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
        print(f"bitrook {__version__}")
        return OK
    if words[0] not in COMMANDS:
        raise ValueError(_no_command(words[0]))
    arguments = command_parser(words[0]).parse_intermixed_args(words[1:])
    code: int | None = module_of(words[0]).run(arguments, Terminal.of(sys.stdout))
    return code or OK


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
