"""Look up the ECO code and name of an opening by its position, in a table that you provide.

bitrook does not include a table of openings. Lichess publishes one (github.com/lichess-org/chess-openings) as
tab-separated files with the columns eco, name and pgn.

>>> from bitrook.openings import Openings
>>> openings = Openings.from_lines(["eco\\tname\\tpgn", "B20\\tSicilian Defense\\t1. e4 c5", "C20\\tKing's Pawn Game\\t1. e4 e5"])
>>> board = Board()
>>> board.push_san("e4"), openings.find(board)
(Move.from_uci('e2e4'), None)
>>> board.push_san("e5"), openings.find(board)
(Move.from_uci('e7e5'), Opening(eco='C20', name="King's Pawn Game", pgn='1. e4 e5'))
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ._core import Board
from .data._bulk import parse_movetext, unpack_boards
from .data._source import open_text


class Opening(NamedTuple):
    """An opening, which is a row of the table."""

    eco: str
    """The code of the Encyclopaedia of Chess Openings, "A00" to "E99"."""
    name: str
    pgn: str
    """The moves, such as "1. e4 c5"."""


class Openings:
    """A table of openings, indexed by the position after their moves.

    Transpositions are recognized. If two rows lead to the same position, the later one is used.
    """

    def __init__(self, openings: Iterable[Opening]) -> None:
        rows = list(openings)
        games = parse_movetext([row.pgn for row in rows], ["final", "error", "ply_count"])
        self._by_position: dict[bytes, Opening] = {}
        for number, (row, final, error) in enumerate(
            zip(rows, games.column("final"), games.column("error"), strict=True)
        ):
            if final is None or error is not None:
                raise ValueError(f"opening {number}, {row.eco} {row.name}: {error or 'no moves'}")
            self._by_position[final] = row

    @classmethod
    def from_tsv(cls, *paths: str | os.PathLike[str]) -> Openings:
        """Read tab-separated files with the columns eco, name and pgn, which may be compressed.

        A header line with these names is skipped.

        :raises ValueError: if a line has fewer than three columns, or an opening has no moves or an illegal move.
        """

        def rows() -> Iterator[Opening]:
            for path in paths:
                with open_text(path) as file:
                    yield from _parse(os.fspath(path), file)

        return cls(rows())

    @classmethod
    def from_lines(cls, lines: Iterable[str]) -> Openings:
        """Create a table from lines of text in the format of from_tsv()."""
        return cls(_parse("lines", lines))

    def __len__(self) -> int:
        return len(self._by_position)

    def __iter__(self) -> Iterator[Opening]:
        return iter(self._by_position.values())

    def find(self, position: Board | bytes) -> Opening | None:
        """Return the opening of a position, or None if it is not in the table.

        :param position: a Board, or the 24 bytes returned by Board.packed().
        """
        # The packed bytes distinguish positions by pieces, turn, castling rights and legal en-passant captures.
        return self._by_position.get(position if isinstance(position, bytes) else position.packed())

    def find_last(self, board: Board) -> Opening | None:
        """Return the opening of the last position of a game that is in the table, or None.

        >>> openings = Openings.from_lines(["eco\\tname\\tpgn", "C20\\tKing's Pawn Game\\t1. e4 e5"])
        >>> board = Board()
        >>> for san in ("e4", "e5", "Nf3"):
        ...     _ = board.push_san(san)
        >>> openings.find_last(board).name
        "King's Pawn Game"
        """
        replay = board.copy()
        while True:
            found = self.find(replay)
            if found is not None or not replay.move_stack:
                return found
            replay.pop()

    def board(self, opening: Opening) -> Board:
        """Return the position after the moves of an opening.

        :raises KeyError: if the opening is not in the table.
        """
        for packed, row in self._by_position.items():
            if row == opening:
                return unpack_boards(packed)[0]
        raise KeyError(f"no such opening: {opening}")


def _parse(name: str, lines: Iterable[str]) -> Iterator[Opening]:
    for number, line in enumerate(lines, 1):
        fields = line.rstrip("\r\n").split("\t")
        if number == 1 and [f.lower() for f in fields[:3]] == ["eco", "name", "pgn"]:
            continue
        if not line.strip():
            continue
        if len(fields) < 3:
            raise ValueError(f"{name}, line {number}: expected the columns eco, name and pgn, got {line.rstrip()!r}")
        yield Opening(*fields[:3])
