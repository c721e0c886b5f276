"""The settings of self-play, and single games."""

from __future__ import annotations

from dataclasses import astuple, dataclass
from typing import TYPE_CHECKING, Any, TypeAlias, Union

from .._arguments import integer
from .._core import _ENDINGS, DefaultEvaluation, Move, PieceSquareTables, _selfplay_game

if TYPE_CHECKING:
    from ..nnue import Network

NativeEvaluation: TypeAlias = Union[DefaultEvaluation, PieceSquareTables, "Network"]

ENDINGS: tuple[str, ...] = _ENDINGS
"""Why games of self-play end: the values of `PlayedGame.ending`."""

_MAX_SCORE = 32000
_HIGHEST = {"seed": (1 << 64) - 1, "nodes": 1 << 40}


@dataclass(frozen=True)
class Settings:
    """How games of self-play are played, when they end, and which of their positions are kept.

    Scores are in centipawns. A position is kept if the side to move is not in check, the best move is neither a capture
    nor a promotion, and its score is at most *max_score* in either direction.

    :raises TypeError: if a setting is not an int.
    :raises ValueError: if a setting is out of its range.

    >>> from bitrook.selfplay import Settings
    >>> Settings(nodes=1000, seed=7).win_score
    1000
    """

    seed: int = 0
    """Selects the random openings, from 0 to 2**64 - 1."""
    nodes: int = 5000
    """The size of a search. The depth in which it is reached is still finished, unless that takes 8 times as many nodes."""
    random_plies: int = 8
    """The half-moves of the random opening; games of odd numbers have one more."""
    max_opening_score: int = 500
    """Openings with a larger score for one side are replaced by others."""
    max_plies: int = 400
    """A game of so many half-moves is drawn."""
    win_score: int = 1000
    """A side wins if the score is at least this for *win_plies* half-moves in a row."""
    win_plies: int = 6
    """... which is 0 if games are to be played to the end."""
    draw_score: int = 10
    """A game is drawn if the score is at most this, in either direction, for *draw_plies* half-moves in a row."""
    draw_plies: int = 12
    """... which is 0 if games are to be played to the end."""
    draw_from: int = 80
    """The half-move from which on they count."""
    max_score: int = 2000
    """The largest score of a position that is kept."""

    def __post_init__(self) -> None:
        for name, value in vars(self).items():
            low = 1 if name in ("nodes", "win_score") else 0
            high = _HIGHEST.get(name, _MAX_SCORE if name.endswith("score") else 10000)
            integer(name, value, low, high)


@dataclass(frozen=True)
class PlayedGame:
    """A game of self-play, from the usual starting position."""

    number: int
    """Its number, which selects the opening."""
    opening: tuple[Move, ...]
    """The random moves at the start."""
    moves: tuple[Move, ...]
    """The moves of the search after the opening. If the game was adjudicated, the last one was not played."""
    scores: tuple[int, ...]
    """The score of each of them in centipawns, from White's side; a mate in *n* half-moves is 32000 - *n*."""
    kept: tuple[bool, ...]
    """Whether the position before each of them is kept."""
    result: int
    """1 if White won, 0 for a draw, -1 if Black won."""
    ending: str
    """Why it ended: one of `ENDINGS`."""


def native(evaluation: NativeEvaluation | None) -> Any:
    """Return an evaluation in the form that native functions accept."""
    return getattr(evaluation, "_native", evaluation)  # of a network


def play(number: int, settings: Settings | None = None, evaluation: NativeEvaluation | None = None) -> PlayedGame:
    """Play one game of self-play: the one of this number in the file of `generate()` with the same settings.

    :param number: the number of the game, from 0.
    :param settings: by default ``Settings()``.
    :param evaluation: as for `bitrook.search.Search`, but not a Python callable.
    :raises TypeError: if an argument is of the wrong type.
    :raises ValueError: if *number* is out of range.

    >>> from bitrook import Board, selfplay
    >>> settings = selfplay.Settings(nodes=50)
    >>> game = selfplay.play(3, settings)
    >>> board = Board()
    >>> for move in game.opening + game.moves[:-1]:
    ...     board.push(move)
    >>> len(game.moves) == len(game.scores) == len(game.kept), game == selfplay.play(3, settings)
    (True, True)
    """
    number = integer("number", number, 0, 1 << 62)
    return PlayedGame(number, *_selfplay_game(astuple(settings or Settings()), native(evaluation), number))
