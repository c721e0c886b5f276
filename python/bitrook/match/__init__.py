"""Play matches between engines, with clocks, adjudication, Elo estimates with error bars, and the SPRT.

>>> from bitrook import match
>>> from bitrook.engine import Limit
>>> shallow = match.Player(name="shallow", options={"null_move": False})
>>> standings = match.run(["bitrook", shallow], Limit(nodes=200), games=2)
>>> standings.score("bitrook").games
2
"""

from ._players import Player as Player
from ._clock import ClockLimit as ClockLimit
from ._game import Adjudication as Adjudication
from ._openings import read_openings as read_openings
from ._runner import run as run
from ._standings import (
    GameRecord as GameRecord,
    Running as Running,
    MatchScore as MatchScore,
    Sprt as Sprt,
    Standings as Standings,
)

TYPE_CHECKING = False
if not TYPE_CHECKING:
    __all__ = sorted(name for name in globals() if name[0] != "_" and name != "TYPE_CHECKING")
