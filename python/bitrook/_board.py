"""The Python parts of boards: results of status() and outcome(), and pickling of subclasses. Loaded on first use."""

from __future__ import annotations

import copyreg
import enum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass
else:

    class _Fields:
        """Makes the fields when they are asked for, because importing `dataclasses` takes as long as all of bitrook."""

        def __init__(self, name: str) -> None:
            self.name = name

        def __get__(self, thing: object, owner: type) -> object:
            import dataclasses

            model = dataclasses.make_dataclass(owner.__name__, owner.__annotations__.items())
            return getattr(model, self.name)

    def dataclass(cls):
        """Do what `dataclasses.dataclass` does for a class whose fields have no defaults."""
        names = tuple(cls.__annotations__)

        def values(thing):
            return tuple(getattr(thing, name) for name in names)

        def __repr__(self):
            fields = ", ".join(f"{name}={value!r}" for name, value in zip(names, values(self)))
            return f"{type(self).__qualname__}({fields})"

        def __eq__(self, other):
            return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented

        def __replace__(self, /, **changes):
            import dataclasses

            return dataclasses.replace(self, **changes)

        cls.__repr__, cls.__eq__, cls.__replace__, cls.__hash__ = __repr__, __eq__, __replace__, None
        cls.__match_args__ = names
        cls.__dataclass_fields__, cls.__dataclass_params__ = map(
            _Fields, ("__dataclass_fields__", "__dataclass_params__")
        )
        return cls


__all__ = [
    "Outcome", "STATUS_BAD_CASTLING_RIGHTS", "STATUS_EMPTY", "STATUS_IMPOSSIBLE_CHECK", "STATUS_INVALID_EP_SQUARE",
    "STATUS_NO_BLACK_KING", "STATUS_NO_WHITE_KING", "STATUS_OPPOSITE_CHECK", "STATUS_PAWNS_ON_BACKRANK",
    "STATUS_RACE_CHECK", "STATUS_RACE_MATERIAL", "STATUS_RACE_OVER", "STATUS_TOO_MANY_BLACK_PAWNS",
    "STATUS_TOO_MANY_BLACK_PIECES", "STATUS_TOO_MANY_CHECKERS", "STATUS_TOO_MANY_KINGS", "STATUS_TOO_MANY_WHITE_PAWNS",
    "STATUS_TOO_MANY_WHITE_PIECES", "STATUS_VALID", "Status", "Termination",
]  # fmt: skip


class Status(enum.IntFlag):
    """The problems of a position, as flags; see Board.status(). VALID is 0.

    The RACE flags belong to a chess variant and are never set.

    >>> Status.NO_WHITE_KING | Status.NO_BLACK_KING in Board(None).status()
    True
    """

    VALID = 0
    NO_WHITE_KING = 1 << 0
    NO_BLACK_KING = 1 << 1
    TOO_MANY_KINGS = 1 << 2
    TOO_MANY_WHITE_PAWNS = 1 << 3
    TOO_MANY_BLACK_PAWNS = 1 << 4
    PAWNS_ON_BACKRANK = 1 << 5
    TOO_MANY_WHITE_PIECES = 1 << 6
    TOO_MANY_BLACK_PIECES = 1 << 7
    BAD_CASTLING_RIGHTS = 1 << 8
    INVALID_EP_SQUARE = 1 << 9
    OPPOSITE_CHECK = 1 << 10
    EMPTY = 1 << 11
    RACE_CHECK = 1 << 12
    RACE_OVER = 1 << 13
    RACE_MATERIAL = 1 << 14
    TOO_MANY_CHECKERS = 1 << 15
    IMPOSSIBLE_CHECK = 1 << 16


STATUS_VALID = Status.VALID
[
    STATUS_NO_WHITE_KING, STATUS_NO_BLACK_KING, STATUS_TOO_MANY_KINGS, STATUS_TOO_MANY_WHITE_PAWNS,
    STATUS_TOO_MANY_BLACK_PAWNS, STATUS_PAWNS_ON_BACKRANK, STATUS_TOO_MANY_WHITE_PIECES, STATUS_TOO_MANY_BLACK_PIECES,
    STATUS_BAD_CASTLING_RIGHTS, STATUS_INVALID_EP_SQUARE, STATUS_OPPOSITE_CHECK, STATUS_EMPTY, STATUS_RACE_CHECK,
    STATUS_RACE_OVER, STATUS_RACE_MATERIAL, STATUS_TOO_MANY_CHECKERS, STATUS_IMPOSSIBLE_CHECK,
] = [Status(1 << bit) for bit in range(17)]  # fmt: skip


class Termination(enum.Enum):
    """The reason why a game is over. The VARIANT members belong to chess variants and never occur."""

    CHECKMATE = 1
    STALEMATE = 2
    INSUFFICIENT_MATERIAL = 3
    SEVENTYFIVE_MOVES = 4
    FIVEFOLD_REPETITION = 5
    FIFTY_MOVES = 6
    THREEFOLD_REPETITION = 7
    VARIANT_WIN = 8
    VARIANT_LOSS = 9
    VARIANT_DRAW = 10


_TERMINATIONS = tuple(Termination)


@dataclass
class Outcome:
    """The reason why a game is over, and the winner. See Board.outcome()."""

    termination: Termination
    """The rule that ended the game."""
    winner: bool | None
    """WHITE (True) or BLACK (False); None for a draw."""

    def __init__(self, termination: Termination, winner: bool | None) -> None:
        self.termination, self.winner = termination, winner

    def result(self) -> str:
        """Return the result in PGN notation: '1-0', '0-1' or '1/2-1/2'.

        >>> Outcome(Termination.CHECKMATE, False).result()
        '0-1'
        """
        return "1/2-1/2" if self.winner is None else "1-0" if self.winner else "0-1"


def make_outcome(termination: int, winner: bool | None) -> Outcome:
    """Return the Outcome for the value of a Termination. Called by Board.outcome()."""
    return Outcome(_TERMINATIONS[termination - 1], winner)


# --- Pickling the attributes of subclasses.


def attributes(thing: Any) -> Any:
    """Return the attributes of an object as pickle does: None, `__dict__`, or a pair of it and a dict of the slots."""
    slots = {name: getattr(thing, name) for name in copyreg._slotnames(type(thing)) if hasattr(thing, name)}  # type: ignore[attr-defined]
    own = getattr(thing, "__dict__", None) or None
    return (own, slots) if slots else own


def set_attributes(thing: Any, found: tuple[dict[str, Any] | None, dict[str, Any]]) -> None:
    """Restore the attributes of an unpickled object from its `__dict__` and the dict of its slots."""
    own, slots = found
    if own:
        thing.__dict__.update(own)
    for name, value in slots.items():
        setattr(thing, name, value)
