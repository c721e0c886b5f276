"""Generate training positions by letting the native search play against itself.

`generate()` plays games in native threads and writes their quiet positions to a file, each with the score of the search
and the result of the game. `bitrook.batch.read_positions` and NNUE trainers can read the file. `play()` plays a single
game and returns its moves and scores. On the command line, use ``bitrook selfplay``.

>>> from bitrook import selfplay
>>> game = selfplay.play(0, selfplay.Settings(nodes=50, max_plies=40))
>>> len(game.opening), len(game.opening) + len(game.moves) <= 40
(8, True)
"""

from __future__ import annotations

from ._generate import Totals, generate
from ._settings import ENDINGS, PlayedGame, Settings, play

__all__ = ["ENDINGS", "PlayedGame", "Settings", "Totals", "generate", "play"]
