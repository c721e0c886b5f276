"""How a game ended: Termination, Outcome, Board.outcome()."""

from __future__ import annotations

import enum

from ._attach import method_of
from ._core import Board


class Termination(enum.Enum):
    """Why a game is over. The VARIANT members belong to chess variants and never occur."""

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


class Outcome:
    """Why a game is over, and who won: True for White, False for Black, None for a draw."""

    # No dataclass, whose making costs a millisecond of every import; `dataclasses` is answered all the same.
    termination: Termination
    winner: bool | None

    __match_args__ = ("termination", "winner")

    def __init__(self, termination: Termination, winner: bool | None) -> None:
        self.termination = termination
        self.winner = winner

    def result(self) -> str:
        """'1-0', '0-1' or '1/2-1/2'."""
        return "1/2-1/2" if self.winner is None else "1-0" if self.winner else "0-1"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Outcome) or other.__class__ is not self.__class__:
            return NotImplemented
        return (self.termination, self.winner) == (other.termination, other.winner)

    __hash__: None = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"{self.__class__.__qualname__}(termination={self.termination!r}, winner={self.winner!r})"


_TERMINATIONS = (None, *Termination)


@method_of(Board)
def outcome(self: Board, *, claim_draw: bool = False) -> Outcome | None:
    """Why the game is over, or None if it is not.

    Checkmate comes first, then insufficient material, stalemate, seventy-five moves and fivefold repetition. With
    *claim_draw*, draws count that the player to move may claim, now or by announcing a legal move: fifty moves and
    threefold repetition. Repetitions are known only as far back as the history of the board goes.
    """
    found = self._outcome(claim_draw)
    if found is None:
        return None
    termination = _TERMINATIONS[found[0]]
    assert termination is not None
    return Outcome(termination, found[1])
