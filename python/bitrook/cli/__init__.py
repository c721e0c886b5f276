"""The command line: its commands, help and exit codes."""

from __future__ import annotations

import errno
import os
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from .. import __version__
from .._engine_options import EngineError
from .._similar import did_you_mean
from .commands import COMMANDS, EPILOG as EPILOG, command_parser, module_of, top_parser
from .position import NAMED
from .terminal import Guard, Terminal, printable

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
    except (ValueError, OSError, EngineError, ImportError) as error:  # ImportError: an optional package is missing
        print(f"bitrook: error: {printable(_one_line(error))}", file=sys.stderr)
        return USAGE


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
