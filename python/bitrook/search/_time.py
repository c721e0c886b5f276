"""Time management: how long a search with a clock may take."""

from __future__ import annotations


def times(left: float, increment: float, moves_to_go: int | None) -> tuple[float, float]:
    """Return two times in seconds: after the first, no new depth is started; after the second, the search is stopped.

    :param left: the seconds on the clock.
    :param increment: the seconds that each move adds.
    :param moves_to_go: the moves until the next time control, or None for the rest of the game.

    >>> soft, hard = times(60.0, 0.0, None)
    >>> 0 < soft < hard < 60
    True
    """
    moves = min(max(moves_to_go or 25, 1), 25)
    share = left / (moves + 1) + 0.7 * increment
    hard = max(min(4 * share, 0.6 * left if moves > 1 else 0.9 * left), 0.001)
    return min(0.6 * share, hard), hard
