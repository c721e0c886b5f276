"""Runs programs written for python-chess on bitrook: `import chess` then means bitrook.

There are three ways to use it:

* ``python -m bitrook.compat script.py args...`` runs an unmodified program and the Python processes that it starts on
  bitrook; ``-m module``, ``-c command`` and ``-`` (the standard input) work as they do for ``python``;
* :func:`install` makes ``import chess`` mean bitrook for the rest of the process and, with ``children=True``, in the
  processes that it starts;
* :func:`standing_in` does so inside a ``with`` block.

The replaced module has the public names of python-chess 1.11.2 and no others. ``chess.pgn``, ``chess.engine``,
``chess.polyglot`` and ``chess.syzygy`` are :mod:`bitrook.pgn`, :mod:`bitrook.engine`, :mod:`bitrook.polyglot` and
:mod:`bitrook.syzygy`; ``install(theirs=["pgn", "engine"])`` leaves those two to python-chess. ``chess.svg`` and
``chess.gaviota`` are python-chess's own modules, which then use bitrook's boards and moves; they need python-chess
(``pip install chess``). Without it, ``chess.svg`` is :mod:`bitrook.svg`; ``install(own=["svg"])`` selects it in any
case. Variants are not supported: the classes of ``chess.variant`` can be imported, but creating a board raises an
error.

Programs that use both libraries convert with :func:`to_python_chess` and :func:`from_python_chess`.
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
