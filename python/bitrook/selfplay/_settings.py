"""The settings of self-play, and a function that plays a single game."""

from __future__ import annotations

from dataclasses import astuple, dataclass
from typing import TYPE_CHECKING, Any, TypeAlias, Union

from .._arguments import integer
from .._core import _ENDINGS, DefaultEvaluation, Move, PieceSquareTables, _selfplay_game

if TYPE_CHECKING:
    from ..nnue import Network

NativeEvaluation: TypeAlias = Union[DefaultEvaluation, PieceSquareTables, "Network"]

ENDINGS: tuple[str, ...] = _ENDINGS
"""The possible values of `PlayedGame.ending`, which is the reason why a game ended."""

_MAX_SCORE = 32000
_HIGHEST = {"seed": (1 << 64) - 1, "nodes": 1 << 40}


@dataclass(frozen=True)
class Settings:
    """Settings for self-play: how games are played, when they end, and which positions are kept.

    Scores are in centipawns. A position is kept if the side to move is not in check, the best move is neither a capture
    nor a promotion, and the score is at most *max_score* in either direction.

    :raises TypeError: if a setting is not an int.
    :raises ValueError: if a setting is out of range.

    >>> from bitrook.selfplay import Settings
    >>> Settings(nodes=1000, seed=7).win_score
    1000
    """

    seed: int = 0
    """The seed for the random openings, from 0 to 2**64 - 1."""
    nodes: int = 5000
    """The number of nodes to search for each move. The search finishes the iteration in which it reaches this number,
    unless that takes more than 8 times as many nodes."""
    random_plies: int = 8
    """The number of random plies in the opening. Games with odd numbers have one more."""
    max_opening_score: int = 500
    """The largest score of an opening, in either direction. Openings with a larger score are replaced."""
    max_plies: int = 400
    """The number of plies after which a game is a draw."""
    win_score: int = 1000
    """The smallest score that counts as decisive. A side wins if it has such a score for *win_plies* plies in a row."""
    win_plies: int = 6
    """The number of consecutive decisive plies that win a game; 0 to play won games to the end."""
    draw_score: int = 10
    """The largest score that counts as equal, in either direction. A game is a draw after *draw_plies* such plies in
    a row."""
    draw_plies: int = 12
    """The number of consecutive equal plies that make a draw; 0 to play drawn games to the end."""
    draw_from: int = 80
    """The first ply that can count toward *draw_plies*."""
    max_score: int = 2000
    """The largest score of a position that is kept, in either direction."""

    def __post_init__(self) -> None:
        for name, value in vars(self).items():
            low = 1 if name in ("nodes", "win_score") else 0
            high = _HIGHEST.get(name, _MAX_SCORE if name.endswith("score") else 10000)
            integer(name, value, low, high)


@dataclass(frozen=True)
class PlayedGame:
    """A self-play game, played from the standard starting position."""

    number: int
    """The number of the game, which determines the opening."""
    opening: tuple[Move, ...]
    """The random moves at the start."""
    moves: tuple[Move, ...]
    """The moves that the search chose after the opening. If the game was adjudicated, the last move was not played."""
    scores: tuple[int, ...]
    """The score of each move in centipawns, from White's point of view. A mate in *n* plies is 32000 - *n*."""
    kept: tuple[bool, ...]
    """For each move, whether the position before it is kept."""
    result: int
    """1 if White won, 0 for a draw, -1 if Black won."""
    ending: str
    """The reason why the game ended: one of `ENDINGS`."""


def native(evaluation: NativeEvaluation | None) -> Any:
    """Convert an evaluation to the form that native functions accept."""
    return getattr(evaluation, "_native", evaluation)  # networks have this attribute


def play(number: int, settings: Settings | None = None, evaluation: NativeEvaluation | None = None) -> PlayedGame:
    """Play a single self-play game: the game that `generate()` plays under this number with the same settings.

    :param number: the number of the game, from 0.
    :param settings: the settings; ``Settings()`` by default.
    :param evaluation: as for `bitrook.search.Search`, except that Python callables are not supported.
    :raises TypeError: if an argument has the wrong type.
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
