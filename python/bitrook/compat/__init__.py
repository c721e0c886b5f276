"""bitrook in python-chess's place, with python-chess's own modules on top of it.

Three ways in:

* ``python -m bitrook.compat script.py args...`` runs an unmodified program on bitrook;
* :func:`install` makes ``import chess`` mean bitrook for the rest of the process;
* :func:`standing_in` does so for the length of a ``with`` block.

While bitrook stands in, ``chess.pgn``, ``chess.svg``, ``chess.polyglot``, ``chess.syzygy``, ``chess.gaviota`` and
``chess.engine`` are python-chess's own pure-Python modules, loaded on top of bitrook's boards and moves, when python-chess
is installed (``pip install chess``). ``chess.variant`` is out of scope and says so when something is asked of it.

Programs that hold boards of both libraries convert with :func:`to_python_chess` and :func:`from_python_chess`.
"""

from ._convert import from_python_chess, to_python_chess
from ._stand_in import install, installed, python_chess, standing_in, uninstall

__all__ = [
    "from_python_chess",
    "install",
    "installed",
    "python_chess",
    "standing_in",
    "to_python_chess",
    "uninstall",
]
