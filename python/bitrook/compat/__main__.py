"""Run an unmodified python-chess program on bitrook: ``python -m bitrook.compat script.py args...``."""

from __future__ import annotations

import io
import os
import runpy
import sys
from types import ModuleType

from . import install

USAGE = """\
usage: python -m bitrook.compat [--own svg] [--theirs pgn] script.py [args...]
       python -m bitrook.compat [--own svg] [--theirs pgn] -m module [args...]
       python -m bitrook.compat [--own svg] [--theirs pgn] -c command [args...]
       python -m bitrook.compat [--own svg] [--theirs pgn] - [args...]

Run a program that imports `chess` on bitrook: a script, a module, a command, or the standard input. chess.pgn,
chess.engine, chess.polyglot and chess.syzygy are bitrook's modules; --theirs pgn, for example, selects python-chess's
pgn instead. If python-chess is installed, its modules svg and gaviota are available and use bitrook. Without it, or
with --own svg, chess.svg is bitrook.svg. Python processes that the program starts run on bitrook as well."""


def set_first_place(place: str) -> None:
    """Replace the first entry of `sys.path`, the current directory, unless Python was started without that entry."""
    if not (sys.flags.isolated or getattr(sys.flags, "safe_path", False)):
        sys.path[0] = place


def run(source: bytes | str, name: str, **attributes: str) -> None:
    """Run *source* as `__main__`. Like the module of a script, the module is never freed."""
    code = compile(source, name, "exec", dont_inherit=True)
    module = ModuleType("__main__")
    module.__dict__.update(__builtins__=__builtins__, **attributes)
    sys.modules["__main__"] = module
    exec(code, module.__dict__)


def main() -> int | str:
    """Run the program given on the command line, and return its exit code."""
    arguments = sys.argv[1:]
    if not arguments or arguments[0] in ("-h", "--help"):
        print(USAGE)
        return 0 if arguments else 2
    chosen: dict[str, list[str]] = {"--own": [], "--theirs": []}
    while arguments[:1] and arguments[0] in chosen:
        chosen[arguments[0]] += arguments[1:2]
        arguments = arguments[2:]
    if not arguments or (arguments[0] in ("-m", "-c") and len(arguments) < 2):
        print(USAGE, file=sys.stderr)
        return 2
    first = arguments[0]
    path = os.path.abspath(first)
    if first not in ("-m", "-c", "-"):
        if not os.path.exists(first):
            return f"python -m bitrook.compat: no such script: {first}"
        set_first_place(os.path.dirname(os.path.realpath(path)))
    try:
        install(own=chosen["--own"], theirs=chosen["--theirs"], children=True)
    except ValueError as error:
        return f"python -m bitrook.compat: {error}"
    sys.argv = arguments
    if first == "-m":
        sys.argv = arguments[1:]
        runpy.run_module(arguments[1], run_name="__main__", alter_sys=True)
    elif first == "-c":
        sys.argv = ["-c", *arguments[2:]]
        run(arguments[1], "<string>")
    elif first == "-":
        run(sys.stdin.buffer.read(), "<stdin>")
    else:
        with io.open_code(path) as file:
            source = file.read()
        run(source, path, __file__=path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
