"""Turn a function or a class into a UCI engine, with options, pondering, limits and time management.

Pass a function that returns a move, or subclass `Engine`, and call `run`:

>>> import io
>>> from bitrook import uci
>>> def search(board, limits, report):
...     return max(board.legal_moves, key=lambda move: board.is_capture(move))
>>> uci.Engine(search, name="Grabber").run(io.StringIO("position startpos moves e2e4 d7d5\\ngo movetime 100"))
bestmove e4d5
"""

from ._declarations import button as button
from ._declarations import check as check
from ._declarations import combo as combo
from ._declarations import spin as spin
from ._declarations import string as string
from ._engine import Engine as Engine
from ._limits import SearchLimits as SearchLimits
from ._loop import LOGGER as LOGGER
from ._native import SearchEngine as SearchEngine
from ._report import Report as Report

TYPE_CHECKING = False
if not TYPE_CHECKING:
    __all__ = sorted(name for name in globals() if name[0] != "_" and name != "TYPE_CHECKING")
