"""Scores and estimates of results: one definition for `bitrook.engine`, `bitrook.pgn` and `bitrook.search`."""

from .scores import Cp as Cp
from .scores import Mate as Mate
from .scores import MateGiven as MateGiven
from .scores import MateGivenType as MateGivenType
from .scores import PovScore as PovScore
from .scores import Score as Score
from .wdl import PovWdl as PovWdl
from .wdl import Wdl as Wdl
from .wdl import WdlModel as WdlModel
