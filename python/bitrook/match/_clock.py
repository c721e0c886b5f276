"""Time controls and the clocks of a game."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from ..engine import Limit

_PERIOD = re.compile(r"(?:(\d+)/)?(\d+(?:\.\d*)?|\.\d+)(?:\+(\d+(?:\.\d*)?|\.\d+))?")


@dataclass(frozen=True)
class ClockLimit:
    """A time for a number of moves or for the whole game, with an optional increment per move.

    >>> ClockLimit.parse("40/60+0.5")
    ClockLimit(seconds=60.0, increment=0.5, moves=40)
    >>> str(ClockLimit.parse("10+0.1"))
    '10+0.1'
    """

    seconds: float
    """The time on the clock, in seconds."""
    increment: float = 0.0
    """The time added after each move, in seconds."""
    moves: int = 0
    """The number of moves after which *seconds* is added again; 0 if the time is for the whole game."""

    @classmethod
    def parse(cls, text: str) -> ClockLimit:
        """Parse a time control such as "10+0.1", "40/60" or "40/60+0.5", with times in seconds.

        :raises ValueError: if *text* is not a time control.
        """
        match = _PERIOD.fullmatch(text.strip())
        if not match or match[1] == "0" or not float(match[2]) + float(match[3] or 0):
            raise ValueError(f"expected a time control such as 10+0.1 or 40/60+0.5, in seconds, got {text!r}")
        return cls(float(match[2]), float(match[3] or 0), int(match[1] or 0))

    def __str__(self) -> str:
        moves = f"{self.moves}/" if self.moves else ""
        return f"{moves}{self.seconds:g}" + (f"+{self.increment:g}" if self.increment else "")


class Clock:
    """The clocks of both players, each of whom has a time control or a limit for each move."""

    def __init__(self, limits: Mapping[bool, Limit | ClockLimit]) -> None:
        self._limits = limits
        self.left: dict[bool, float] = {
            color: limit.seconds for color, limit in limits.items() if isinstance(limit, ClockLimit)
        }
        """The seconds on the clock of each player who has a time control, by color."""
        self._moves = {True: 0, False: 0}

    def limit(self, turn: bool) -> Limit:
        """Return the limit to send to the player to move."""
        control = self._limits[turn]
        if isinstance(control, Limit):
            return control
        increments = {color: each.increment for color, each in self._limits.items() if isinstance(each, ClockLimit)}
        return Limit(
            white_clock=self.left.get(True),
            black_clock=self.left.get(False),
            white_inc=increments.get(True),
            black_inc=increments.get(False),
            remaining_moves=control.moves - self._moves[turn] % control.moves if control.moves else None,
            clock_id=id(self),
        )

    def spend(self, turn: bool, seconds: float, margin: float) -> bool:
        """Deduct the time of a move. Return False if the player has exceeded its time by more than the margin."""
        control = self._limits[turn]
        if isinstance(control, Limit):
            return control.time is None or seconds <= control.time + margin
        self.left[turn] -= seconds
        if self.left[turn] < -margin:
            return False
        self.left[turn] = max(self.left[turn], 0.0) + control.increment
        self._moves[turn] += 1
        if control.moves and self._moves[turn] % control.moves == 0:
            self.left[turn] += control.seconds
        return True
