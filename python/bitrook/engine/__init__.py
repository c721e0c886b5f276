"""A client for UCI and XBoard engines, with the interface of python-chess's module `chess.engine`.

>>> from bitrook import Board
>>> with SimpleEngine.popen_uci("stockfish") as engine:  # doctest: +SKIP
...     result = engine.play(Board(), Limit(time=0.1))
"""

import asyncio as _asyncio
import warnings as _warnings

from .._engine_options import MANAGED_OPTIONS as MANAGED_OPTIONS
from .._engine_options import ConfigMapping as ConfigMapping
from .._engine_options import ConfigValue as ConfigValue
from .._engine_options import EngineError as EngineError
from .._engine_options import Option as Option
from .._engine_options import UciOptionMap as UciOptionMap
from .._scores import Cp as Cp
from .._scores import Mate as Mate
from .._scores import MateGiven as MateGiven
from .._scores import MateGivenType as MateGivenType
from .._scores import PovScore as PovScore
from .._scores import PovWdl as PovWdl
from .._scores import Score as Score
from .._scores import Wdl as Wdl
from .._scores import WdlModel as WdlModel
from ._analysis import AnalysisResult as AnalysisResult
from ._command import BaseCommand as BaseCommand
from ._command import CommandState as CommandState
from ._log import LOGGER as LOGGER
from ._protocol import Protocol as Protocol
from ._protocol import ProtocolT as ProtocolT
from ._simple import SimpleAnalysisResult as SimpleAnalysisResult
from ._simple import SimpleEngine as SimpleEngine
from ._simple import popen_uci as popen_uci
from ._simple import popen_xboard as popen_xboard
from ._simple import run_in_background as run_in_background
from ._testing import MockTransport as MockTransport
from ._uci import UciProtocol as UciProtocol
from ._uci import _parse_uci_info as _parse_uci_info
from ._values import INFO_ALL as INFO_ALL
from ._values import INFO_BASIC as INFO_BASIC
from ._values import INFO_CURRLINE as INFO_CURRLINE
from ._values import INFO_NONE as INFO_NONE
from ._values import INFO_PV as INFO_PV
from ._values import INFO_REFUTATION as INFO_REFUTATION
from ._values import INFO_SCORE as INFO_SCORE
from ._values import UCI_REGEX as UCI_REGEX
from ._values import AnalysisComplete as AnalysisComplete
from ._values import BestMove as BestMove
from ._values import EngineTerminatedError as EngineTerminatedError
from ._values import Info as Info
from ._values import InfoDict as InfoDict
from ._values import Limit as Limit
from ._values import Opponent as Opponent
from ._values import PlayResult as PlayResult
from ._xboard import XBOARD_ERROR_REGEX as XBOARD_ERROR_REGEX
from ._xboard import XBoardProtocol as XBoardProtocol

TYPE_CHECKING = False
if not TYPE_CHECKING:
    __all__ = sorted(name for name in globals() if name[0] != "_" and name != "TYPE_CHECKING")

# Needed only by Python 3.7. asyncio deprecates the class in 3.14 and will remove it.
with _warnings.catch_warnings():
    _warnings.simplefilter("ignore", DeprecationWarning)
    EventLoopPolicy: type | None = getattr(_asyncio, "DefaultEventLoopPolicy", None)
