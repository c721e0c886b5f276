"""The module that child processes of a program on bitrook import as `chess`. It replaces itself with bitrook."""

import importlib
import os
import sys
import warnings


def _replace() -> None:
    del sys.modules["chess"]  # the import system returns the module that is in sys.modules at the end
    try:
        from bitrook import compat
    except ImportError as error:  # another interpreter, without bitrook
        text = f"this process runs on python-chess, because it cannot import bitrook: {error}"
        warnings.warn(text, RuntimeWarning, stacklevel=2)
        here, path = os.path.dirname(os.path.abspath(__file__)), sys.path
        sys.path = [place for place in path if place != here]
        try:
            importlib.import_module("chess")
        finally:
            sys.path = path
    else:
        always = ("engine", "pgn", "polyglot", "syzygy")  # unless the parent process selected python-chess's
        own = [name for name in os.environ.get("BITROOK_COMPAT_OWN", ",".join(always)).split(",") if name]
        compat.install(own=own, theirs=[name for name in always if name not in own], children=True)


if __name__ == "chess":
    _replace()
