"""Scores as in python-chess's engine module. `bitrook.engine` and `bitrook.pgn` export them."""

from __future__ import annotations

import functools
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any

from .wdl import Pov, PovWdl, Wdl, WdlModel, checked_model, wdl_of_centipawns, wdl_of_mate

if TYPE_CHECKING:
    from .._core import BaseBoard


_MATE = 1 << 40  # above any number of moves


def _order(score: Any) -> tuple[int, int]:
    """Return the sort key of a score, which may be one of python-chess's."""
    if score.mate() is None:
        return (0, score.score())
    points: int = score.score(mate_score=_MATE)
    return (1, points) if points > 0 else (-1, points)


def _is_score(thing: object) -> bool:
    """Return whether *thing* is a score from this module or from python-chess, which has the same methods."""
    return isinstance(thing, Score) or (hasattr(thing, "mate") and hasattr(thing, "score"))


@functools.total_ordering
class Score(ABC):
    """A score from one side's point of view: `Cp` or `Mate`. Scores are ordered from worst to best for that side.

    They can be compared with python-chess's scores.

    >>> Mate(-0) < Mate(-1) < Cp(-50) < Cp(200) < Mate(4) < Mate(1) < MateGiven
    True
    """

    @abstractmethod
    def score(self, *, mate_score: int | None = None) -> int | None:
        """Return the score in centipawns. A mate in n is *mate_score* - n, or None if *mate_score* is not given.

        >>> Mate(-5).score(mate_score=100000)
        -99995
        """

    @abstractmethod
    def mate(self) -> int | None:
        """Return the number of moves to mate, which is negative if the side is being mated; None for a `Cp`.

        >>> Mate(3).mate(), Cp(3).mate()
        (3, None)
        """

    def is_mate(self) -> bool:
        """Return whether this is a mate score.

        >>> Mate(3).is_mate()
        True
        """
        return self.mate() is not None

    @abstractmethod
    def wdl(self, *, model: WdlModel = "sf", ply: int = 30, board: BaseBoard | None = None) -> Wdl:
        """Return the expected wins, draws and losses in 1000 games.

        :param model: the release of Stockfish whose model to use: "sf19", "sf18", "sf17.1", "sf17", "sf16.1", "sf16",
            "sf15.1", "sf15", "sf14" or "sf12"; "sf" for 16.1, as in python-chess; or "lichess", whose model has no
            draws. An engine's scores fit the model of its own version.
        :param ply: the plies since the start of the game. Up to 16.1, Stockfish's models use it to estimate how likely
            an advantage is to win.
        :param board: the position of the score. From 17 on, the models use the material on the board instead of *ply*;
            without a board, that of a usual middlegame (58 pawns' worth).
        :raises ValueError: if the model is unknown, or if it does not use a given *board*.

        >>> Cp(200).wdl(ply=40), Mate(3).wdl()
        (Wdl(wins=989, draws=11, losses=0), Wdl(wins=1000, draws=0, losses=0))
        >>> endgame = Board("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
        >>> Cp(78).wdl(model="sf19", board=Board()).wins, Cp(78).wdl(model="sf19", board=endgame).wins
        (294, 229)
        """

    @abstractmethod
    def __neg__(self) -> Score: ...

    @abstractmethod
    def __pos__(self) -> Score: ...

    @abstractmethod
    def __abs__(self) -> Score: ...

    def __eq__(self, other: object) -> bool:
        return _order(self) == _order(other) if _is_score(other) else NotImplemented

    def __lt__(self, other: object) -> bool:
        return _order(self) < _order(other) if _is_score(other) else NotImplemented


class Cp(Score):
    """A score in centipawns.

    >>> -Cp(35)
    Cp(-35)
    """

    def __init__(self, cp: int) -> None:
        self.cp = cp

    def mate(self) -> None:
        """Return None.

        >>> Cp(35).mate() is None
        True
        """
        return None

    def score(self, *, mate_score: int | None = None) -> int:
        """Return the score in centipawns.

        >>> Cp(35).score()
        35
        """
        return self.cp

    def wdl(self, *, model: WdlModel = "sf", ply: int = 30, board: BaseBoard | None = None) -> Wdl:
        """Return the expected wins, draws and losses in 1000 games; see Score.wdl().

        >>> Cp(55).wdl(model="lichess")
        Wdl(wins=550, draws=0, losses=450)
        """
        return wdl_of_centipawns(self.cp, model, ply, board)

    def __neg__(self) -> Cp:
        return Cp(-self.cp)

    def __pos__(self) -> Cp:
        return self

    def __abs__(self) -> Cp:
        return Cp(abs(self.cp))

    def __str__(self) -> str:
        return f"{self.cp:+d}" if self.cp else "0"

    def __repr__(self) -> str:
        return f"Cp({self})"


class Mate(Score):
    """A mate in *moves* moves: negative if the side is being mated, 0 if it has been checkmated.

    >>> -Mate(3)
    Mate(-3)
    """

    def __init__(self, moves: int) -> None:
        self.moves = moves

    def score(self, *, mate_score: int | None = None) -> int | None:
        """Return *mate_score* minus the number of moves, with the sign of the mate; None if *mate_score* is not given.

        >>> Mate(3).score(mate_score=10000)
        9997
        """
        if mate_score is None:
            return None
        return mate_score - self.moves if self.moves > 0 else -mate_score - self.moves

    def mate(self) -> int:
        """Return the number of moves to mate.

        >>> Mate(-2).mate()
        -2
        """
        return self.moves

    def wdl(self, *, model: WdlModel = "sf", ply: int = 30, board: BaseBoard | None = None) -> Wdl:
        """Return the expected wins, draws and losses in 1000 games; see Score.wdl().

        >>> Mate(-2).wdl()
        Wdl(wins=0, draws=0, losses=1000)
        """
        return wdl_of_mate(self.moves, model, board)

    def __neg__(self) -> Mate | MateGivenType:
        return Mate(-self.moves) if self.moves else MateGiven

    def __pos__(self) -> Mate:
        return self

    def __abs__(self) -> Mate | MateGivenType:
        return self if self.moves > 0 else -self

    def __str__(self) -> str:
        return f"#+{self.moves}" if self.moves > 0 else f"#-{-self.moves}"

    def __repr__(self) -> str:
        return f"Mate({str(self)[1:]})"


class MateGivenType(Score):
    """The type of `MateGiven`, the score of a side that has given checkmate: the negation of ``Mate(0)``.

    >>> -MateGiven
    Mate(-0)
    """

    def score(self, *, mate_score: int | None = None) -> int | None:
        """Return *mate_score*.

        >>> MateGiven.score(mate_score=10000)
        10000
        """
        return mate_score

    def mate(self) -> int:
        """Return 0.

        >>> MateGiven.mate()
        0
        """
        return 0

    def wdl(self, *, model: WdlModel = "sf", ply: int = 30, board: BaseBoard | None = None) -> Wdl:
        """Return 1000 wins.

        >>> MateGiven.wdl()
        Wdl(wins=1000, draws=0, losses=0)
        """
        checked_model(model, board)
        return Wdl(1000, 0, 0)

    def __neg__(self) -> Mate:
        return Mate(0)

    def __pos__(self) -> MateGivenType:
        return self

    def __abs__(self) -> MateGivenType:
        return self

    def __str__(self) -> str:
        return "#+0"

    def __repr__(self) -> str:
        return "MateGiven"

    def __reduce__(self) -> str:
        return "MateGiven"


MateGiven: MateGivenType = MateGivenType()


class PovScore(Pov[Score]):
    """A score together with the side from whose point of view it is given.

    >>> score = PovScore(Cp(35), False)
    >>> score.white(), score.black()
    (Cp(-35), Cp(+35))
    """

    def is_mate(self) -> bool:
        """Return whether this is a mate score.

        >>> PovScore(Mate(2), True).is_mate()
        True
        """
        return self.relative.is_mate()

    def wdl(self, *, model: WdlModel = "sf", ply: int = 30, board: BaseBoard | None = None) -> PovWdl:
        """Return the expected wins, draws and losses in 1000 games; see Score.wdl().

        >>> PovScore(Cp(200), False).wdl(ply=40).white()
        Wdl(wins=0, draws=11, losses=989)
        """
        return PovWdl(self.relative.wdl(model=model, ply=ply, board=board), self.turn)

    def __eq__(self, other: object) -> bool:
        same = isinstance(other, PovScore) or (hasattr(other, "white") and hasattr(other, "is_mate"))
        return self.white() == other.white() if same else NotImplemented  # type: ignore[attr-defined]
