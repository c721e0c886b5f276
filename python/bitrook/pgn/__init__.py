"""Read, edit and write games in PGN, with the interface of python-chess's module `chess.pgn`.

>>> import io
>>> game = read_game(io.StringIO("1. e4 e5 2. Nf3 {the open game} Nc6 *"))
>>> game.end().san()
'Nc6'
"""

from .._scores import Cp as Cp
from .._scores import Mate as Mate
from .._scores import MateGiven as MateGiven
from .._scores import MateGivenType as MateGivenType
from .._scores import PovScore as PovScore
from .._scores import Score as Score
from .._scores import PovWdl as PovWdl
from .._scores import Wdl as Wdl
from ._constants import *  # noqa: F403 - all of its names are public
from ._constants import SKIP as SKIP
from ._constants import TAG_ROSTER as TAG_ROSTER
from ._constants import SkipType as SkipType
from ._exporters import FileExporter as FileExporter
from ._exporters import StringExporter as StringExporter
from ._exporters import StringExporterMixin as StringExporterMixin
from ._foreign import logger as _logger
from ._game import Game as Game
from ._game import GameBuilder as GameBuilder
from ._game import GameT as GameT
from ._headers import Headers as Headers
from ._headers import HeadersBuilder as HeadersBuilder
from ._headers import HeadersT as HeadersT
from ._node import ChildNode as ChildNode
from ._node import GameNode as GameNode
from ._node import Mainline as Mainline
from ._node import MainlineMapT as MainlineMapT
from ._node import ResultT as ResultT
from ._reader import Limits as Limits
from ._reader import read_errors as read_errors
from ._reader import read_game as read_game
from ._reader import read_headers as read_headers
from ._reader import skip_game as skip_game
from ._time_control import TimeControl as TimeControl
from ._time_control import TimeControlPart as TimeControlPart
from ._time_control import TimeControlType as TimeControlType
from ._time_control import parse_time_control as parse_time_control
from ._visitors import BaseVisitor as BaseVisitor
from ._visitors import BoardBuilder as BoardBuilder
from ._visitors import SkipVisitor as SkipVisitor

LOGGER = _logger()

TYPE_CHECKING = False
if not TYPE_CHECKING:
    __all__ = sorted(name for name in globals() if name[0] != "_" and name != "TYPE_CHECKING")
