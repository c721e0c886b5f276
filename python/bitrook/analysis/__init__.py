"""Analyze games with engines: evaluate positions, mark mistakes, compute accuracy, and solve test suites.

>>> import io
>>> from bitrook import analysis, pgn
>>> from bitrook.engine import Limit
>>> game = pgn.read_game(io.StringIO("1. f3 e5 2. g4 Qh4# 0-1"))
>>> [annotated] = analysis.annotate([game], limit=Limit(depth=4))
>>> [node.san() for node in annotated.mainline() if pgn.NAG_BLUNDER in node.nags]
['g4']
"""

from .._players import Player as Player
from ._accuracy import Judgment as Judgment
from ._accuracy import game_accuracy as game_accuracy
from ._accuracy import judge as judge
from ._accuracy import move_accuracy as move_accuracy
from ._accuracy import win_percent as win_percent
from ._annotate import annotate as annotate
from ._chart import chart as chart
from ._evaluate import Evaluation as Evaluation
from ._evaluate import GameAnalysis as GameAnalysis
from ._evaluate import evaluate as evaluate
from ._pool import DEFAULT_LIMIT as DEFAULT_LIMIT
from ._report import GameReport as GameReport
from ._report import PlayerReport as PlayerReport
from ._report import report as report
from ._report import summarize as summarize
from ._suite import Puzzle as Puzzle
from ._suite import Solution as Solution
from ._suite import read_suite as read_suite
from ._suite import solve as solve
from ._table import batches as batches

TYPE_CHECKING = False
if not TYPE_CHECKING:
    __all__ = sorted(name for name in globals() if name[0] != "_" and name != "TYPE_CHECKING")
