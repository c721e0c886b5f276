"""Runs programs written for python-chess on bitrook: `import chess` then means bitrook.

There are three ways:

* ``python -m bitrook.compat script.py args...`` runs an unmodified program on bitrook, and the Python processes that it
  starts; ``-m module``, ``-c command`` and ``-`` (the standard input) work as they do for ``python``;
* :func:`install` makes ``import chess`` mean bitrook for the rest of the process, and with ``children=True`` in those
  that it starts;
* :func:`standing_in` does so inside a ``with`` block.

The replaced module has the public names of python-chess 1.11.2 and no others. ``chess.pgn`` is
:mod:`bitrook.pgn`, and ``chess.engine`` is :mod:`bitrook.engine`; ``install(theirs=["pgn", "engine"])`` leaves them to
python-chess. ``chess.svg``, ``chess.polyglot``, ``chess.syzygy`` and ``chess.gaviota`` are python-chess's own modules,
which then use bitrook's boards and moves; they need python-chess (``pip install chess``). Without it, ``chess.svg`` is
:mod:`bitrook.svg`; ``install(own=["svg"])`` makes it so in any case. Variants are not supported: the classes of ``chess.variant`` can be imported, and refuse to make boards.

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
