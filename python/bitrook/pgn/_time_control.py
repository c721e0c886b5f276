"""The time control of a game, parsed from its TimeControl tag."""

from __future__ import annotations

import dataclasses
import enum
import re


class TimeControlType(enum.Enum):
    """The speed of a game, classified by the time for 60 moves.

    >>> parse_time_control("300+3").type
    <TimeControlType.BLITZ: 4>
    """

    UNKNOWN = 0
    UNLIMITED = 1
    STANDARD = 2
    RAPID = 3
    BLITZ = 4
    BULLET = 5


@dataclasses.dataclass
class TimeControlPart:
    """One period of a time control: *time* seconds for *moves* moves, or for the rest of the game if *moves* is 0.

    *increment* and *delay* are in seconds per move. *time* is an int unless the tag has a fraction, as those that engine
    testers write.

    >>> parse_time_control("40/7200+30").parts
    [TimeControlPart(moves=40, time=7200, increment=30.0, delay=0)]
    """

    moves: int = 0
    time: float = 0
    increment: float = 0
    delay: float = 0


@dataclasses.dataclass
class TimeControl:
    """A time control: its periods in order, and the type of the first period.

    >>> parse_time_control("-").type
    <TimeControlType.UNLIMITED: 1>
    """

    parts: list[TimeControlPart] = dataclasses.field(default_factory=list["TimeControlPart"])
    type: TimeControlType = TimeControlType.UNKNOWN


_CLASSES = [  # upper bounds in seconds for 60 moves
    (3 * 60, TimeControlType.BULLET),
    (15 * 60, TimeControlType.BLITZ),
    (60 * 60, TimeControlType.RAPID),
    (float("inf"), TimeControlType.STANDARD),
]


_FRACTION = re.compile(r"\d*\.\d+|\d+\.")


def _part(text: str) -> TimeControlPart:
    base, *bonuses = text.split("+")
    *moves, time = base.split("/")[:2]
    time = time.removeprefix("*")  # a sandclock
    part = TimeControlPart(int(moves[0]) if moves else 0, float(time) if _FRACTION.fullmatch(time) else int(time))
    for bonus in bonuses[:1]:
        if bonus[-1:] in ("d", "D"):
            part.delay = float(bonus[:-1])
        else:
            part.increment = float(bonus)
    return part


def parse_time_control(time_control: str) -> TimeControl:
    """Parse the value of a TimeControl tag.

    Periods are separated by colons. ``40/7200+30`` means 7200 seconds for 40 moves plus 30 seconds per move; a *d*
    after the bonus makes it a delay. ``*180`` is a sandclock of 180 seconds. ``?`` and the empty string mean unknown, and ``-`` means unlimited.

    :raises ValueError: for any other text, or if a period other than the last is for the rest of the game.

    >>> parse_time_control("180+2")
    TimeControl(parts=[TimeControlPart(moves=0, time=180, increment=2.0, delay=0)], type=<TimeControlType.BLITZ: 4>)
    """
    if not time_control or time_control[0] == "?":
        return TimeControl()
    if time_control[0] == "-":
        return TimeControl(type=TimeControlType.UNLIMITED)
    parts = [_part(text) for text in time_control.split(":")]
    if not all(part.moves for part in parts[:-1]):
        raise ValueError("Only last part can be 'sudden death'.")
    estimate = parts[0].time + 60 * parts[0].increment
    return TimeControl(parts, next(kind for limit, kind in _CLASSES if estimate < limit or limit == float("inf")))
