"""A batch of positions with moves, scores and results."""

# pyright narrows an Any by isinstance() to an array of unknown items. mypy checks these types.
# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from .._arrays import move_words
from .._boards import Boards

if TYPE_CHECKING:
    import numpy.typing as npt


class Positions(NamedTuple):
    """A batch of positions with their moves, scores and results.

    Values that a file format does not store are 0, except for the move number, which is 1.
    """

    #: (n, 24) uint8: packed positions.
    positions: npt.NDArray[np.uint8]
    #: (n,) int16: the moves.
    moves: npt.NDArray[np.int16]
    #: (n,) int16: scores in centipawns, from White's point of view.
    scores: npt.NDArray[np.int16]
    #: (n,) int8: the results of the games: 1 if White won, 0 for a draw, -1 if Black won.
    results: npt.NDArray[np.int8]
    #: (n,) uint16: the numbers of plies since the last capture or pawn move.
    halfmove_clocks: npt.NDArray[np.uint16]
    #: (n,) uint16: the move numbers.
    fullmove_numbers: npt.NDArray[np.uint16]

    @property
    def turns(self) -> npt.NDArray[np.bool_]:
        """(n,) bool: True if White is to move.

        >>> import bitrook.batch
        >>> next(bitrook.batch.read_positions(Board().packed(), "binary_fen")).turns
        array([ True])
        """
        nibbles = self.positions[:, 8:]
        black_king = 15  # the code of the black king if Black is to move
        turns: npt.NDArray[np.bool_] = ~((nibbles & 15 == black_king) | (nibbles >> 4 == black_king)).any(axis=1)
        return turns

    @property
    def plies(self) -> npt.NDArray[np.int32]:
        """(n,) int32: the number of plies before the position, computed from the move number and side to move.

        >>> import bitrook.batch
        >>> next(bitrook.batch.read_positions(Board().packed(), "binary_fen")).plies
        array([0], dtype=int32)
        """
        moves = np.maximum(self.fullmove_numbers.astype(np.int32), 1) - 1
        plies: npt.NDArray[np.int32] = 2 * moves + ~self.turns
        return plies

    @property
    def in_check(self) -> npt.NDArray[np.bool_]:
        """(n,) bool: True if the side to move is in check.

        >>> import bitrook.batch
        >>> next(bitrook.batch.read_positions(Board().packed(), "binary_fen")).in_check
        array([False])
        """
        return Boards(self.positions, history=0, kingless=True).in_check

    @property
    def captures(self) -> npt.NDArray[np.bool_]:
        """(n,) bool: True if the move is a capture, including en passant.

        >>> import bitrook.batch
        >>> next(bitrook.batch.read_positions(Board().packed(), "binary_fen")).captures
        array([False])
        """
        boards = Boards(self.positions, history=0, kingless=True)
        captures: npt.NDArray[np.bool_] = boards._written(
            None, np.bool_, boards._native.is_capture, move_words(self.moves)
        )
        return captures

    def take(self, rows: Any) -> Positions:
        """Return the selected positions.

        :param rows: a boolean mask, indices in any order, or a slice.

        >>> import bitrook.batch
        >>> batch = next(bitrook.batch.read_positions(Board().packed() * 3, "binary_fen"))
        >>> len(batch.take(batch.scores == 0).positions), len(batch.take([2, 0]).positions)
        (3, 2)
        """
        columns: list[Any] = [column[rows] for column in self]
        return Positions(*columns)

    @classmethod
    def concatenate(cls, batches: Iterable[Positions]) -> Positions:
        """Join several batches into one.

        >>> import bitrook.batch
        >>> batches = bitrook.batch.read_positions(Board().packed() * 3, "binary_fen", batch_size=2)
        >>> len(bitrook.batch.Positions.concatenate(batches).positions)
        3
        """
        columns = list(zip(*batches, strict=True))
        if not columns:
            return cls.of(np.empty((0, 24), np.uint8))
        return cls(*(np.concatenate(parts) for parts in columns))

    @classmethod
    def of(
        cls,
        positions: Any,
        moves: Any = None,
        scores: Any = None,
        results: Any = None,
        halfmove_clocks: Any = None,
        fullmove_numbers: Any = None,
    ) -> Positions:
        """Create a batch from columns. Missing columns are filled with default values.

        >>> import bitrook.batch
        >>> import numpy as np
        >>> packed = np.frombuffer(Board().packed(), np.uint8)[np.newaxis]
        >>> bitrook.batch.Positions.of(packed, scores=[25]).scores
        array([25], dtype=int16)
        """
        given_positions: Any = np.asarray(positions)
        packed = np.ascontiguousarray(given_positions, np.uint8)
        if packed.ndim != 2 or packed.shape[1] != 24:
            raise ValueError(f"positions must have the shape (n, 24), not {packed.shape}")
        if given_positions.dtype != packed.dtype and (given_positions != packed).any():
            raise ValueError("positions must fit uint8")

        def column(name: str, given: Any, dtype: Any, filled: int = 0) -> Any:
            if given is None:
                return np.full(len(packed), filled, dtype)
            array: Any = np.asarray(given)
            with np.errstate(invalid="ignore"):  # of NaN, which is not equal to any number
                made: Any = array.astype(dtype)
            if made.shape != (len(packed),):
                raise ValueError(f"{name} must have the shape ({len(packed)},), not {made.shape}")
            wrong: Any = np.flatnonzero(array != made) if array.dtype != made.dtype else []
            if len(wrong):
                raise ValueError(f"{name}[{wrong[0]}], {array[wrong[0]]}, does not fit {made.dtype}")
            return made

        return cls(
            packed,
            column("moves", moves, np.int16),
            column("scores", scores, np.int16),
            column("results", results, np.int8),
            column("halfmove_clocks", halfmove_clocks, np.uint16),
            column("fullmove_numbers", fullmove_numbers, np.uint16, 1),
        )
