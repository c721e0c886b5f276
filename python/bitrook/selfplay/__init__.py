"""Self-play: games of the native search against itself, as positions to train an evaluation.

`generate()` plays games on all cores without Python and writes their quiet positions, with the score of the search and
the result of the game, to a file that `bitrook.batch.read_positions` and the trainers of NNUE networks read. `play()`
plays a single game and returns all of it. On the command line: ``bitrook selfplay``.

>>> from bitrook import selfplay
>>> game = selfplay.play(0, selfplay.Settings(nodes=50, max_plies=40))
>>> len(game.opening), len(game.opening) + len(game.moves) <= 40
(8, True)
"""

from __future__ import annotations

from ._generate import Totals, generate
from ._settings import ENDINGS, PlayedGame, Settings, play

__all__ = ["ENDINGS", "PlayedGame", "Settings", "Totals", "generate", "play"]
