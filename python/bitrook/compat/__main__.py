"""Run an unmodified program with bitrook as its `chess`: ``python -m bitrook.compat script.py args...``."""

from __future__ import annotations

import io
import os
import runpy
import sys
from types import ModuleType

from . import install
from ._own import checked

USAGE = """\
usage: python -m bitrook.compat [--own svg] [--theirs pgn] script.py [args...]
       python -m bitrook.compat [--own svg] [--theirs pgn] -m module [args...]

Run a program that imports `chess` on bitrook. chess.pgn is bitrook.pgn; with --theirs pgn it is python-chess's own. If
python-chess is installed, its modules svg, polyglot, syzygy, gaviota and engine are available and use bitrook. Without
it, and with --own svg, chess.svg is bitrook.svg. Processes that the program starts are not affected."""


def run_script(path: str) -> None:
    """Run the file *path* as `__main__`. The module is never freed, as a script's is not."""
    with io.open_code(os.path.abspath(path)) as file:
        code = compile(file.read(), path, "exec")
    module = ModuleType("__main__")
    module.__dict__.update(__file__=path, __builtins__=__builtins__)
    sys.modules["__main__"] = module
    sys.path[0] = os.path.dirname(os.path.realpath(path))
    exec(code, module.__dict__)


def main() -> int | str:
    arguments = sys.argv[1:]
    if not arguments or arguments[0] in ("-h", "--help"):
        print(USAGE)
        return 0 if arguments else 2
    chosen: dict[str, list[str]] = {"--own": [], "--theirs": []}
    while arguments[:1] and arguments[0] in chosen:
        chosen[arguments[0]] += arguments[1:2]
        arguments = arguments[2:]
    own, theirs = chosen["--own"], chosen["--theirs"]
    if not arguments:
        print(USAGE, file=sys.stderr)
        return 2
    try:
        checked(own)
        checked(theirs, "theirs")
    except ValueError as error:
        return f"python -m bitrook.compat: {error}"
    if arguments[0] == "-m":
        if len(arguments) < 2:
            print(USAGE, file=sys.stderr)
            return 2
        sys.argv = arguments[1:]
        install(own=own, theirs=theirs)
        runpy.run_module(arguments[1], run_name="__main__", alter_sys=True)
        return 0
    sys.argv = arguments
    if not os.path.isfile(arguments[0]):
        return f"python -m bitrook.compat: no such script: {arguments[0]}"
    install(own=own, theirs=theirs)
    run_script(arguments[0])
    return 0


if __name__ == "__main__":
    sys.exit(main())
