"""The arguments and results of engine calls: limits, opponents, moves, information, errors."""

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
"""A pattern that matches a move in UCI notation, including drops and the null move."""


class EngineTerminatedError(EngineError):
    """The engine process exited unexpectedly, or its output ended."""


class AnalysisComplete(Exception):
    """The analysis has ended and all of its information has been read."""


@dataclasses.dataclass
class Limit:
    """The limits of a search, which ends as soon as it reaches one of them. Without any, the engine decides.

    >>> Limit(time=0.5, depth=20)
    Limit(time=0.5, depth=20)
    """

    time: float | None = None
    """Search for exactly this many seconds."""
    depth: int | None = None
    """Search to this depth at most, in plies."""
    nodes: int | None = None
    """Search this many nodes at most."""
    mate: int | None = None
    """Search for a mate in this many moves."""
    white_clock: float | None = None
    """White's remaining time, in seconds."""
    black_clock: float | None = None
    """Black's remaining time, in seconds."""
    white_inc: float | None = None
    """White's increment per move, in seconds."""
    black_inc: float | None = None
    """Black's increment per move, in seconds."""
    remaining_moves: int | None = None
    """The number of moves until the next time control; None if the time is for the rest of the game."""
    clock_id: object = None
    """Identifies the clock. XBoard engines receive the time control again only if this changes or is None."""

    def __repr__(self) -> str:
        names = [field.name for field in dataclasses.fields(self) if field.name != "clock_id"]
        given = [(name, getattr(self, name)) for name in names]
        return f"Limit({', '.join(f'{name}={value!r}' for name, value in given if value is not None)})"


@dataclasses.dataclass
class Opponent:
    """Information about an engine's opponent. Engines may use it to adapt their play or their output."""

    name: str | None
    """The name; without one, nothing is sent to UCI engines."""
    title: str | None
    """The title, such as "GM" or "BOT"."""
    rating: int | None
    """The Elo rating."""
    is_engine: bool | None
    """Whether the opponent is an engine; None if unknown."""


class PlayResult:
    """The move that an engine plays, with the information that it sent."""

    move: Move | None
    """The move; None if the engine resigned or has no legal move."""
    ponder: Move | None
    """The reply that the engine expects; None if it did not send one."""
    info: InfoDict
    """The requested information about the search."""
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
    """The best move; None if the engine did not send one."""
    ponder: Move | None
    """The reply that the engine expects; None if it did not send one."""

    def __init__(self, move: Move | None, ponder: Move | None) -> None:
        self.move = move
        self.ponder = ponder

    def __repr__(self) -> str:
        return f"<BestMove at {id(self):#x} (move={self.move}, ponder={self.ponder})>"


class Info(enum.IntFlag):
    """The kinds of information to collect about a search. Scores and lines of moves take the most time to parse."""

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
    """Information that an engine reported. A key is present only if the engine sent it.

    *time* is in seconds, *hashfull*, *cpuload* and *wdl* are in thousandths, *pv* is the best line, and *multipv* is
    the number of the line, from 1. *movesleft* is an estimate of the length of the game (Lc0). The score is a lower or upper bound if *lowerbound* or *upperbound* is True.
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
    movesleft: int
    refutation: dict[Move, list[Move]]
    currline: dict[int, list[Move]]
    ebf: float
    wdl: PovWdl
    string: str
    lowerbound: bool
    upperbound: bool


def merge(latest: InfoDict, info: InfoDict) -> None:
    """Add newer information to *latest*. A new score also replaces the flags for whether the old one was a bound."""
    if "score" in info:
        latest.pop("lowerbound", None)
        latest.pop("upperbound", None)
    latest.update(info)
