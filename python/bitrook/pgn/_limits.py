"""Limits that protect the reader against malicious input."""

from __future__ import annotations

import dataclasses


@dataclasses.dataclass(frozen=True, kw_only=True)
class Limits:
    """Limits on the contents of a game, which bound the memory that any input can use.

    If a game exceeds a limit, an error with its line and column is added to the game's errors, and the next game is
    read as usual. Visitors receive the error in `handle_error()`, which raises it by default.

    :param game: the size of the text in bytes. The line that exceeds the limit and the rest of the game are skipped.
    :param moves: the number of moves, including those in variations. The rest of the game is skipped.
    :param nags: the number of NAGs of one move. Further ones are skipped.
    :param comment: the size of a comment in bytes. The rest of the comment is dropped.
    :param tags: the number of tags. Further ones are skipped.
    :param tag: the size of a tag's name and value in bytes. A longer tag is skipped.
    :param errors: the number of errors. The rest of the game is skipped.
    :raises ValueError: for a limit below 1 or above 2,147,483,647.

    >>> import io
    >>> game = bitrook.pgn.read_game(io.StringIO("1. e4 e5 2. d4"), limits=bitrook.pgn.Limits(moves=2))
    >>> game.errors
    [ValueError('line 1, column 13: the game has more than 2 moves')]
    """

    game: int = 4 << 20
    moves: int = 200_000
    nags: int = 256
    comment: int = 1 << 20
    tags: int = 1_000
    tag: int = 64 << 10
    errors: int = 1_000

    def __post_init__(self) -> None:
        for name, value in vars(self).items():
            if not isinstance(value, int) or not 1 <= value < 1 << 31:
                raise ValueError(f"{name} must be an int from 1 to 2147483647, not {value!r}")
