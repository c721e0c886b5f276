"""Analyze games with engines: evaluate positions, mark mistakes, compute accuracy, and solve test suites.

>>> import io
>>> from bitrook import analysis, pgn
>>> from bitrook.engine import Limit
>>> game = pgn.read_game(io.StringIO("1. f3 e5 2. g4 Qh4# 0-1"))
>>> [annotated] = analysis.annotate([game], limit=Limit(depth=4))
>>> [node.san() for node in annotated.mainline() if pgn.NAG_BLUNDER in node.nags]
['g4']
"""

from ..match._players import Player as Player
from ._report import (
    GameReport as GameReport,
    Judgment as Judgment,
    PlayerReport as PlayerReport,
    game_accuracy as game_accuracy,
    judge as judge,
    move_accuracy as move_accuracy,
    report as report,
    summarize as summarize,
    win_percent as win_percent,
)
from ._annotate import annotate as annotate, batches as batches
from ._chart import chart as chart
from ._evaluate import (
    DEFAULT_LIMIT as DEFAULT_LIMIT,
    Evaluation as Evaluation,
    GameAnalysis as GameAnalysis,
    evaluate as evaluate,
)
from ._suite import Puzzle as Puzzle, Solution as Solution, read_suite as read_suite, solve as solve

TYPE_CHECKING = False
if not TYPE_CHECKING:
    __all__ = sorted(name for name in globals() if name[0] != "_" and name != "TYPE_CHECKING")
