"""What is passed to engines and what they return: limits, opponents, results, information, errors."""

from __future__ import annotations

import dataclasses
import enum
import re
from typing import TYPE_CHECKING, TypedDict

from .._core import Move
from .._engine_options import EngineError

if TYPE_CHECKING:
    from .._scores import PovScore, PovWdl


UCI_REGEX = re.compile(r"[a-h][1-8][a-h][1-8][pnbrqk]?|[PNBRQK]@[a-h][1-8]|0000")
"""What a move in UCI notation looks like."""


class EngineTerminatedError(EngineError):
    """The engine process ended unexpectedly, or was ended because nothing more can be read from it."""


class AnalysisComplete(Exception):
    """An analysis has no more information, and there will not be any."""


@dataclasses.dataclass
class Limit:
    """When a search ends. All limits that are given count; without any, the engine decides.

    >>> Limit(time=0.5, depth=20)
    Limit(time=0.5, depth=20)
    """

    time: float | None = None
    """Search exactly this many seconds."""
    depth: int | None = None
    """Search this many plies only."""
    nodes: int | None = None
    """Search this many nodes only."""
    mate: int | None = None
    """Search for a mate in this many moves."""
    white_clock: float | None = None
    """White's remaining time, in seconds."""
    black_clock: float | None = None
    """Black's remaining time, in seconds."""
    white_inc: float | None = None
    """What White's clock gains for each move, in seconds."""
    black_inc: float | None = None
    """What Black's clock gains for each move, in seconds."""
    remaining_moves: int | None = None
    """The moves to the next time control; None if it is the end of the game."""
    clock_id: object = None
    """Identifies the clock, for XBoard engines: as long as it is equal and not None, its settings are sent once."""

    def __repr__(self) -> str:
        names = [field.name for field in dataclasses.fields(self) if field.name != "clock_id"]
        given = [(name, getattr(self, name)) for name in names]
        return f"Limit({', '.join(f'{name}={value!r}' for name, value in given if value is not None)})"


@dataclasses.dataclass
class Opponent:
    """Whom an engine plays against. Engines may adapt their play, their contempt, or only what they print."""

    name: str | None
    """The name; without one, UCI engines are told nothing."""
    title: str | None
    """The title, such as "GM" or "BOT"."""
    rating: int | None
    """The Elo rating."""
    is_engine: bool | None
    """Whether it is an engine; None if that is not known."""


class PlayResult:
    """The move that an engine plays."""

    move: Move | None
    """The move; None if the engine resigned or has none."""
    ponder: Move | None
    """The answer that the engine expects; None if it does not tell."""
    info: InfoDict
    """What the engine reported about the search, if it was requested."""
    draw_offered: bool
    """Whether the engine offers a draw with its move."""
    resigned: bool
    """Whether the engine resigned."""

    def __init__(
        self,
        move: Move | None,
        ponder: Move | None,
        info: InfoDict | None = None,
        *,
        draw_offered: bool = False,
        resigned: bool = False,
    ) -> None:
        self.move = move
        self.ponder = ponder
        self.info = info if info is not None else {}
        self.draw_offered = draw_offered
        self.resigned = resigned

    def __repr__(self) -> str:
        return (
            f"<PlayResult at {id(self):#x} (move={self.move}, ponder={self.ponder}, info={self.info}, "
            f"draw_offered={self.draw_offered}, resigned={self.resigned})>"
        )


class BestMove:
    """The result of an analysis."""

    move: Move | None
    """The best move; None if there is none."""
    ponder: Move | None
    """The answer that the engine expects; None if it does not tell."""

    def __init__(self, move: Move | None, ponder: Move | None) -> None:
        self.move = move
        self.ponder = ponder

    def __repr__(self) -> str:
        return f"<BestMove at {id(self):#x} (move={self.move}, ponder={self.ponder})>"


class Info(enum.IntFlag):
    """Which information about a search is collected. Scores and lines of moves take the most time."""

    NONE = 0
    BASIC = 1
    SCORE = 2
    PV = 4
    REFUTATION = 8
    CURRLINE = 16
    ALL = BASIC | SCORE | PV | REFUTATION | CURRLINE


INFO_NONE = Info.NONE
INFO_BASIC = Info.BASIC
INFO_SCORE = Info.SCORE
INFO_PV = Info.PV
INFO_REFUTATION = Info.REFUTATION
INFO_CURRLINE = Info.CURRLINE
INFO_ALL = Info.ALL


class InfoDict(TypedDict, total=False):
    """What an engine reported. Each key is present only if the engine sent it.

    *time* is in seconds, *hashfull*, *cpuload* and *wdl* are in thousandths, *pv* is the best line, and *multipv* is
    the number of the line, from 1. The score is a lower or upper bound if *lowerbound* or *upperbound* is True.
    """

    score: PovScore
    pv: list[Move]
    depth: int
    seldepth: int
    time: float
    nodes: int
    nps: int
    tbhits: int
    multipv: int
    currmove: Move
    currmovenumber: int
    hashfull: int
    cpuload: int
    refutation: dict[Move, list[Move]]
    currline: dict[int, list[Move]]
    ebf: float
    wdl: PovWdl
    string: str
    lowerbound: bool
    upperbound: bool
