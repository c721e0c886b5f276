"""Run programs written for python-chess on bitrook, by replacing the module `chess`.

There are three ways to use it:

* ``python -m bitrook.compat script.py args...`` runs an unmodified program and the Python processes that it starts on
  bitrook; ``-m module``, ``-c command`` and ``-`` (standard input) work as they do for ``python``;
* :func:`install` replaces ``chess`` for the rest of the process and, with ``children=True``, in the processes that it
  starts;
* :func:`standing_in` replaces it inside a ``with`` block.

The replacement has the public names of python-chess 1.11.2, and on request those that its next release adds; if that
release is installed, it shows its version and lists its names. ``chess.pgn``, ``chess.engine``,
``chess.polyglot``, ``chess.syzygy`` and ``chess.variant`` are :mod:`bitrook.pgn`, :mod:`bitrook.engine`,
:mod:`bitrook.polyglot`, :mod:`bitrook.syzygy` and :mod:`bitrook.variant`; ``install(theirs=["pgn", "engine"])`` selects python-chess's modules instead of the first two.
``chess.svg`` and ``chess.gaviota`` are python-chess's modules, which then use bitrook's boards and moves; they require
python-chess (``pip install chess``). Without it, or with ``install(own=["svg"])``, ``chess.svg`` is :mod:`bitrook.svg`.

Programs that use both libraries can convert objects with :func:`to_python_chess` and :func:`from_python_chess`.
"""

from ._convert import from_python_chess, to_python_chess
from ._replacement import install, installed, python_chess, standing_in, uninstall

__all__ = [
    "from_python_chess",
    "install",
    "installed",
    "python_chess",
    "standing_in",
    "to_python_chess",
    "uninstall",
]
