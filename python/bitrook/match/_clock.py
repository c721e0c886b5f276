"""Time controls and the clocks of a game."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ..engine._values import Limit

_PERIOD = re.compile(r"(?:(\d+)/)?(\d+(?:\.\d*)?|\.\d+)(?:\+(\d+(?:\.\d*)?|\.\d+))?")


@dataclass(frozen=True)
class TimeControl:
    """A time for a number of moves or for the whole game, with an optional increment per move.

    >>> TimeControl.parse("40/60+0.5")
    TimeControl(seconds=60.0, increment=0.5, moves=40)
    >>> str(TimeControl.parse("10+0.1"))
    '10+0.1'
    """

    seconds: float
    """The time on the clock, in seconds."""
    increment: float = 0.0
    """The time added after each move, in seconds."""
    moves: int = 0
    """The number of moves after which *seconds* is added again; 0 if the time is for the whole game."""

    @classmethod
    def parse(cls, text: str) -> TimeControl:
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
    """The clocks of both players."""

    def __init__(self, control: TimeControl) -> None:
        self._control = control
        self.left = {True: control.seconds, False: control.seconds}
        self._moves = {True: 0, False: 0}

    def limit(self, turn: bool) -> Limit:
        """Return the limit to send to the player to move."""
        control = self._control
        return Limit(
            white_clock=self.left[True],
            black_clock=self.left[False],
            white_inc=control.increment,
            black_inc=control.increment,
            remaining_moves=control.moves - self._moves[turn] % control.moves if control.moves else None,
            clock_id=id(self),
        )

    def spend(self, turn: bool, seconds: float, margin: float) -> bool:
        """Deduct the time of a move from a player's clock. Return False if it has run out by more than the margin."""
        self.left[turn] -= seconds
        if self.left[turn] < -margin:
            return False
        self.left[turn] = max(self.left[turn], 0.0) + self._control.increment
        self._moves[turn] += 1
        if self._control.moves and self._moves[turn] % self._control.moves == 0:
            self.left[turn] += self._control.seconds
        return True
