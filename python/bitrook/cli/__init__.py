"""The command line: its commands, help and exit codes."""

from __future__ import annotations

import argparse
import errno
import os
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from types import ModuleType
from typing import NoReturn

from .. import __version__
from .._similar import did_you_mean
from .arguments import NAMED
from .terminal import Guard, Terminal, printable


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


OK, WRONG, USAGE, INTERRUPTED, PIPE_CLOSED = 0, 1, 2, 130, 141
"""The exit codes; shells use 130 for SIGINT, 141 for SIGPIPE, and 128 + N for other signals."""

# What to do about errors of the operating system.
_HINTS = {
    errno.ENOENT: "check the path",
    errno.EACCES: "check its permissions",
    errno.EPERM: "check its permissions",
    errno.EROFS: "choose a folder that can be written",
    errno.EISDIR: "expected a file, not a folder",
    errno.ENOTDIR: "check the path",
    errno.ENOSPC: "free some space, or choose another disk",
    errno.EDQUOT: "free some space, or choose another disk",
    errno.EFBIG: "choose another disk",
    errno.EMFILE: "raise the limit of open files (ulimit -n)",
    errno.ENFILE: "close other programs",
    errno.ENAMETOOLONG: "choose a shorter name",
    errno.ELOOP: "check its symbolic links",
    errno.EIO: "check the disk",
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code. *argv* defaults to the arguments of the process.

    >>> main(["bitboard", "rank_1 & file_a", "--as", "squares"])
    a1
    0
    """
    ended = _Ended()
    try:
        with ended.watching(), _guarded():
            code = _run(list(sys.argv[1:] if argv is None else argv))
            sys.stdout.flush()  # so that a closed pipe raises here, not while the interpreter shuts down
        return code
    except SystemExit as error:  # argparse has printed its message
        return error.code if isinstance(error.code, int) else USAGE
    except KeyboardInterrupt:
        print(f"\nbitrook: {'terminated' if ended.by else 'interrupted'}", file=sys.stderr)
        return 128 + ended.by if ended.by else INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return PIPE_CLOSED
    except MemoryError:
        print("bitrook: error: not enough memory; close other programs, or use a smaller input", file=sys.stderr)
        return USAGE
    except (ValueError, OSError, RuntimeError, ImportError) as error:  # ImportError: an optional package is missing
        if isinstance(error, RuntimeError) and not _is_of_an_engine(error):
            raise
        print(f"bitrook: error: {printable(_one_line(error))}", file=sys.stderr)
        return USAGE


def _is_of_an_engine(error: Exception) -> bool:
    from ..engine import EngineError  # not loaded by most commands

    return isinstance(error, EngineError)


class _Ended:
    """Makes SIGTERM and SIGHUP end the command as Ctrl-C does, so that no temporary files are left."""

    by = 0
    """The signal that ended the command, or 0."""

    @contextmanager
    def watching(self) -> Iterator[None]:
        names = ("SIGTERM", "SIGHUP") if threading.current_thread() is threading.main_thread() else ()
        signals = [getattr(signal, name) for name in names if hasattr(signal, name)]
        # A signal that is ignored (nohup) or handled by the program that calls main() is left alone.
        signals = [number for number in signals if signal.getsignal(number) is signal.SIG_DFL]
        for number in signals:
            signal.signal(number, self._end)
        try:
            yield
        finally:
            for number in signals:
                signal.signal(number, signal.SIG_DFL)

    def _end(self, number: int, frame: object) -> None:
        self.by = number
        raise KeyboardInterrupt


@contextmanager
def _guarded() -> Iterator[None]:
    """Keep control characters from the terminal."""
    stream = sys.stdout
    if not stream.isatty():
        yield
        return
    sys.stdout = Guard(stream)
    try:
        yield
    finally:
        sys.stdout = stream


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
        named = isinstance(error.filename, (str, bytes, os.PathLike))
        reason = f"{error.strerror}: {os.fsdecode(error.filename)!r}" if named else error.strerror
        return f"{reason}; {_HINTS[error.errno]}" if error.errno in _HINTS else reason
    return " ".join(str(error).split())
