"""Scores and estimates of results: one definition for `bitrook.engine`, `bitrook.pgn` and `bitrook.search`."""

from __future__ import annotations

import dataclasses
import functools
from abc import ABC, abstractmethod
from collections.abc import Iterator
from math import exp
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, TypeAlias, TypeVar

if TYPE_CHECKING:
    from ._core import BaseBoard

# --- Wins, draws and losses, as reported by an engine or estimated from a score with a model.

WdlModel: TypeAlias = Literal[
    "sf", "sf19", "sf18", "sf17.1", "sf17", "sf16.1", "sf16", "sf15.1", "sf15", "sf14", "sf12", "lichess"
]


@dataclasses.dataclass
class Wdl:
    """The number of wins, draws and losses, usually in 1000 games.

    >>> wdl = Wdl(300, 600, 100)
    >>> wdl.total(), -wdl, list(wdl)
    (1000, Wdl(wins=100, draws=600, losses=300), [300, 600, 100])
    """

    wins: int
    draws: int
    losses: int

    def total(self) -> int:
        """Return the number of games.

        >>> Wdl(300, 600, 100).total()
        1000
        """
        return self.wins + self.draws + self.losses

    def winning_chance(self) -> float:
        """Return the fraction of games won, 0 to 1.

        >>> Wdl(300, 600, 100).winning_chance()
        0.3
        """
        return self.wins / self.total()

    def drawing_chance(self) -> float:
        """Return the fraction of games drawn, 0 to 1.

        >>> Wdl(300, 600, 100).drawing_chance()
        0.6
        """
        return self.draws / self.total()

    def losing_chance(self) -> float:
        """Return the fraction of games lost, 0 to 1.

        >>> Wdl(300, 600, 100).losing_chance()
        0.1
        """
        return self.losses / self.total()

    def expectation(self) -> float:
        """Return the expected score per game, 0 to 1.

        >>> Wdl(300, 600, 100).expectation()
        0.6
        """
        return (self.wins + self.draws / 2) / self.total()

    def __bool__(self) -> bool:
        return self.total() != 0

    def __iter__(self) -> Iterator[int]:
        return iter((self.wins, self.draws, self.losses))

    def __reversed__(self) -> Iterator[int]:
        return iter((self.losses, self.draws, self.wins))

    def __pos__(self) -> Wdl:
        return self

    def __neg__(self) -> Wdl:
        return Wdl(self.losses, self.draws, self.wins)


_T = TypeVar("_T")


class Pov(Generic[_T]):
    """A `Score` or `Wdl` together with the side from whose point of view it is given.

    >>> relative = PovWdl(Wdl(3, 2, 1), False)
    >>> relative.white(), relative.black(), relative.pov(False)
    (Wdl(wins=1, draws=2, losses=3), Wdl(wins=3, draws=2, losses=1), Wdl(wins=3, draws=2, losses=1))
    """

    def __init__(self, relative: _T, turn: bool) -> None:
        self.relative: _T = relative
        self.turn = turn

    def white(self) -> _T:
        """Return the score or the results from White's point of view."""
        return self.pov(True)

    def black(self) -> _T:
        """Return the score or the results from Black's point of view."""
        return self.pov(False)

    def pov(self, color: bool) -> _T:
        """Return the score or the results from the point of view of *color*."""
        return self.relative if self.turn == color else -self.relative  # type: ignore[operator]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.relative!r}, {'WHITE' if self.turn else 'BLACK'})"


class PovWdl(Pov[Wdl]):
    """A `Wdl` together with its point of view. As in python-chess, it also behaves like a tuple of three numbers.

    >>> wdl = PovWdl(Wdl(300, 600, 100), False)
    >>> wdl.white(), wdl.black().wins, wdl == (300, 600, 100)
    (Wdl(wins=100, draws=600, losses=300), 300, True)
    """

    def __bool__(self) -> bool:
        return bool(self.relative)

    def __iter__(self) -> Iterator[int]:
        return iter(self.relative)

    def __len__(self) -> int:
        return 3

    def __getitem__(self, idx: int) -> int:
        return tuple(self.relative)[idx]

    def __eq__(self, other: object) -> bool:
        if isinstance(other, tuple):
            return tuple(self.relative) == other
        return self.white() == other.white() if isinstance(other, PovWdl) else NotImplemented


_Cubic: TypeAlias = tuple[float, float, float, float]  # the coefficients, highest first


class _TimeModel(NamedTuple):
    """A model of the wins in 1000 games, a logistic function of the score x: 1000 / (1 + exp((a - x) / b)).

    a and b are cubic polynomials in the time since the start of the game.
    """

    a: _Cubic
    b: _Cubic
    pawn: int  # the value of a pawn in the engine's own unit
    most: int  # the maximum of x
    by_moves: bool = False  # whether time is counted in moves instead of plies


class _MaterialModel(NamedTuple):
    """The same with polynomials in the material on the board, divided by 58. A pawn is worth a."""

    a: _Cubic
    b: _Cubic


# The win-rate models of Stockfish's releases, from the function win_rate_model in uci.cpp.
_BY_TIME = {
    "sf16.1": _TimeModel(
        (-1.06249702, 7.42016937, 0.89425629, 348.60356174),
        (-5.33122190, 39.57831533, -90.84473771, 123.40620748), 356, 4000, True,
    ),
    "sf16": _TimeModel(
        (0.38036525, -2.82015070, 23.17882135, 307.36768407),
        (-2.29434733, 13.27689788, -14.26828904, 63.45318330), 328, 4000,
    ),
    "sf15.1": _TimeModel(
        (-0.58270499, 2.68512549, 15.24638015, 344.49745382),
        (-2.65734562, 15.96509799, -20.69040836, 73.61029937), 361, 4000,
    ),
    "sf15": _TimeModel(
        (-0.117202460, 0.594729104, 11.2065546, 122.606222),
        (-1.79066759, 11.30759193, -17.43677612, 36.47147479), 100, 2000,
    ),
    "sf14": _TimeModel(
        (-3.68389304, 30.07065921, -60.52878723, 149.53378557),
        (-2.01818570, 15.85685038, -29.83452023, 47.59078827), 100, 2000,
    ),
    "sf12": _TimeModel(
        (-8.24404295, 64.23892342, -95.73056462, 153.86478679),
        (-3.37154371, 28.44489198, -56.67657741, 72.05858751), 100, 1000,
    ),
}  # fmt: skip


_BY_MATERIAL = {
    "sf19": _MaterialModel(
        (-142.72052667, 372.35176398, -340.71073572, 415.23490212),
        (5.93832785, 15.61267078, -30.57816876, 69.63866711),
    ),
    "sf18": _MaterialModel(
        (-72.32565836, 185.93832038, -144.58862193, 416.44950446),
        (83.86794042, -136.06112997, 69.98820887, 47.62901433),
    ),
    "sf17.1": _MaterialModel(
        (-13.50030198, 40.92780883, -36.82753545, 386.83004070),
        (96.53354896, -165.79058388, 90.89679019, 49.29561889),
    ),
    "sf17": _MaterialModel(
        (-37.45051876, 121.19101539, -132.78783573, 420.70576692),
        (90.26261072, -137.26549898, 71.10130540, 51.35259597),
    ),
}  # fmt: skip
_PYTHON_CHESS_DEFAULT = "sf16.1"  # the model that "sf" means in python-chess 1.11.2
_MODELS = ("sf", *_BY_MATERIAL, *_BY_TIME, "lichess")
_USUAL_MATERIAL = 58  # where the polynomials are anchored: a middlegame


def _polynomial(coefficients: tuple[float, ...], x: float) -> float:
    value = 0.0
    for coefficient in coefficients:
        value = value * x + coefficient
    return value


def _logistic(a: float, b: float, x: float) -> int:
    return int(0.5 + 1000 / (1 + exp((a - x) / b)))


def _wins_by_time(model: _TimeModel, cp: float, ply: int) -> int:
    time = min(120, max(8, ply / 2 + 1)) / 32 if model.by_moves else min(240, max(ply, 0)) / 64
    x = min(model.most, max(cp * model.pawn / 100, -model.most))
    return _logistic(_polynomial(model.a, time), _polynomial(model.b, time), x)


def _wins_by_material(model: _MaterialModel, cp: float, material: int) -> int:
    share = min(78, max(material, 17)) / 58
    a = _polynomial(model.a, share)
    return _logistic(a, _polynomial(model.b, share), min(4000, max(-4000, cp)) * a / 100)


def _material(board: BaseBoard) -> int:
    """Count the material of both sides in pawns: a minor piece is 3, a rook 5 and a queen 9."""
    sets = ((board.pawns, 1), (board.knights | board.bishops, 3), (board.rooks, 5), (board.queens, 9))
    return sum(worth * int(pieces).bit_count() for pieces, worth in sets)


def _lichess_wins(cp: int) -> int:
    """Return the wins in 1000 games according to Lichess's formula, which has no draws."""
    return round(1000 / (1 + exp(-0.00368208 * cp)))


def _checked_model(model: str, board: BaseBoard | None) -> str:
    """Return the name of the model that *model* stands for.

    :raises ValueError: if there is no such model, or if it does not use the given board.
    """
    if model not in _MODELS:
        raise ValueError(f"model must be one of {', '.join(_MODELS)}, not {model!r}")
    name = _PYTHON_CHESS_DEFAULT if model == "sf" else model
    if board is not None and name not in _BY_MATERIAL:
        raise ValueError(f"the model {name} does not depend on the board; {', '.join(_BY_MATERIAL)} do")
    return name


def _wdl_of_centipawns(cp: int, model: str, ply: int, board: BaseBoard | None) -> Wdl:
    """Estimate the results from a score in centipawns."""
    name = _checked_model(model, board)
    if name == "lichess":
        wins = _lichess_wins(max(-1000, min(cp, 1000)))
        return Wdl(wins, 0, 1000 - wins)
    if name in _BY_TIME:
        by_time = _BY_TIME[name]
        wins, losses = _wins_by_time(by_time, cp, ply), _wins_by_time(by_time, -cp, ply)
    else:
        by_material, material = _BY_MATERIAL[name], _USUAL_MATERIAL if board is None else _material(board)
        wins, losses = _wins_by_material(by_material, cp, material), _wins_by_material(by_material, -cp, material)
    return Wdl(wins, 1000 - wins - losses, losses)


def _wdl_of_mate(moves: int, model: str, board: BaseBoard | None) -> Wdl:
    """Estimate the results from the number of moves to mate, 0 or less for the side that is being mated."""
    name = _checked_model(model, board)
    wins = _lichess_wins((21 - min(10, abs(moves))) * 100) if name == "lichess" else 1000
    won = Wdl(wins, 0, 1000 - wins)
    return won if moves > 0 else -won


# --- Scores, as in python-chess's engine module.

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
        return _wdl_of_centipawns(self.cp, model, ply, board)

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
        return _wdl_of_mate(self.moves, model, board)

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
        _checked_model(model, board)
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
