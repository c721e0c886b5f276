"""Games in PGN: read, edited and written, with the interface of python-chess's module `chess.pgn`.

>>> import io
>>> game = read_game(io.StringIO("1. e4 e5 2. Nf3 {the open game} Nc6 *"))
>>> game.end().san()
'Nc6'
"""

from ._constants import *  # noqa: F403 - all its names are public
from ._constants import SKIP, TAG_ROSTER, SkipType  # noqa: F401
from ._exporters import FileExporter, StringExporter, StringExporterMixin
from ._foreign import logger as _logger
from ._game import Game, GameT
from ._headers import Headers, HeadersT
from ._mainline import Mainline, MainlineMapT
from ._node import ChildNode, GameNode, ResultT
from ._reader import read_game, read_headers, skip_game
from ._scores import Cp, Mate, MateGiven, MateGivenType, PovScore, Score
from ._time_control import TimeControl, TimeControlPart, TimeControlType, parse_time_control
from ._visitors import BaseVisitor, BoardBuilder, GameBuilder, HeadersBuilder, SkipVisitor

LOGGER = _logger()

__all__ = sorted(name for name in globals() if name[0] != "_")
for _name in __all__:  # users know the classes by the names that they import
    if isinstance(globals()[_name], type):
        globals()[_name].__module__ = __name__
