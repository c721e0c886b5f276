"""The methods of Boards that play moves: steps, undo, resets, random moves and random games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from .._arguments import integer
from .._core import IllegalMoveError, _Boards
from ._arrays import choice, listed, mask_of, move_words, outputs
from ._queries import Queries
from ._results import Playout, Step

if TYPE_CHECKING:
    import numpy.typing as npt
    from typing_extensions import Self

ILLEGAL = ("raise", "terminate", "ignore")
MAX_PLIES = 2**32 - 1
MAX_SEED = 2**64 - 1


class Playing(Queries):
    """Mixin with the methods of Boards that play moves."""

    @classmethod
    def _wrap(cls, native: _Boards) -> Self:
        raise NotImplementedError

    def step(self, moves: Any, codec: Any = None, *, illegal: str = "raise", out: Any = None) -> Step:
        """Make one move on each board.

        ::

            moves       int16[n]     or a sequence of Moves; with a codec, its indices as int32 or int64
            rewards     float32[n]   1 if the move gave mate, -1 if it was illegal, otherwise 0
            terminated  bool[n]      the game ended by the rules or by an illegal move
            truncated   bool[n]      the game ended because it reached max_plies
            reason      uint8[n]     the reason why the game ended: a Reason

        No move is made on a board whose game is over. What happens to it depends on *autoreset*. With "off", the
        board does not change, its reward is 0, and its reason stays the same.

        :param codec: a Codec or its name, if *moves* contains indices of that codec.
        :param illegal: how to handle illegal moves. "raise" raises IllegalMoveError and changes no board. "terminate"
            ends the game, and the side to move loses. "ignore" leaves the board unchanged.
        :param out: four non-overlapping arrays or buffers to write the results into.
        :raises IllegalMoveError: if a move is illegal and *illegal* is "raise".
        :raises ValueError: if an array has the wrong shape.
        :raises TypeError: if an array has the wrong dtype.

        >>> from bitrook.batch import Boards, Reason
        >>> boards = Boards(["6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"])
        >>> step = boards.step(boards.parse_uci(["a1a8", "a1a8"]))
        >>> step.rewards, Reason(step.reason[0])
        (array([1., 0.], dtype=float32), <Reason.CHECKMATE: 1>)
        """
        how = choice("illegal", illegal, ILLEGAL)
        words = move_words(moves) if codec is None else self._decoded(moves, codec)
        if codec is not None and illegal == "raise" and not words.all():  # 0 is an index without a move
            self._require_moves(words, moves, codec)
        dtypes = {"rewards": np.float32, "terminated": np.bool_, "truncated": np.bool_, "reason": np.uint8}
        arrays = Step(*outputs(out, len(self), dtypes))
        self._native.step(words, how, *arrays)
        return arrays

    def _require_moves(self, words: npt.NDArray[np.int16], indices: Any, codec: Any) -> None:
        """Raise IllegalMoveError if an index has no move, unless the game on its board is over."""
        missing = np.flatnonzero((words == 0) & ~self.is_over())
        if missing.size:
            board = int(missing[0])
            raise IllegalMoveError(
                f"illegal move on board {board}: {self._why_no_move(int(np.ravel(indices)[board]), codec)}"
            )

    @property
    def final(self) -> tuple[npt.NDArray[np.int64], Self]:
        """The boards that the last step reset, if ``autoreset="same"``.

        This is a tuple of the indices of these boards and a copy of each board as it was at the end of its game.

        >>> from bitrook.batch import Boards
        >>> boards = Boards(["6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"], autoreset="same")
        >>> step = boards.step(boards.parse_uci(["a1a8"]))
        >>> numbers, ended = boards.final
        >>> numbers, ended.fens(), boards.fens()
        (array([0]), ['R5k1/5ppp/8/8/8/8/8/6K1 b - - 1 1'], ['6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1'])
        """
        numbers, native = self._native.finished()
        return np.array(numbers, np.int64), self._wrap(native)

    def undo(self, mask: Any = None) -> None:
        """Undo the last move on each board, or on the boards selected by *mask*.

        If an illegal move ended a game, only the end of the game is undone, because the move was never made.

        :param mask: bool[n], True for the boards to change. By default, all boards are changed.
        :raises IndexError: if no move has been made on a board since its start or its last reset. In this case, no
            board is changed.
        """
        self._native.undo(mask_of(mask, len(self)))

    def reset(self, mask: Any = None, fens: Sequence[str] | None = None, seed: int | None = None) -> None:
        """Start a new game on each board, or on the boards selected by *mask*.

        :param mask: bool[n], True for the boards to reset. By default, all boards are reset.
        :param fens: new start positions, one for each selected board. Chess960 boards stay in Chess960 mode. By
            default, each board returns to its start position, which is the position it was created with, or the first
            position of a game that was assigned to it.
        :param seed: a new seed for the random numbers, whose sequence then starts over.
        """
        selected = mask_of(mask, len(self))
        if seed is not None:
            self._native.set_seed(integer("seed", seed, 0, MAX_SEED))
        if fens is None:
            return self._native.reset(selected)
        chosen = None if selected is None else np.flatnonzero(selected).astype(np.int64)
        self._native.set_fens(listed(fens), None, chosen, False, None)

    def random_moves(self, seed: int | None = None, *, out: Any = None) -> Any:
        """Return a uniformly random legal move for each board, as int16[n]. It is 0 if the game is over.

        The move depends only on the position, the seed, the index of the board, and the number of plies made on it.
        Without *seed*, the seed of the boards is used, and each call draws new random numbers.

        >>> from bitrook.batch import Boards
        >>> boards = Boards(3)
        >>> (boards.random_moves(seed=7) == Boards(3, threads=2).random_moves(seed=7)).all()
        np.True_
        """
        number = None if seed is None else integer("seed", seed, 0, MAX_SEED)
        return self._written(out, np.int16, self._native.random_moves, number)

    def playout(self, seed: int | None = None, max_plies: int | None = None, *, out: Any = None) -> Playout:
        """Play random legal moves on a copy of each board until its game is over. The boards are not changed.

        ::

            results  int8[n]    1 if White won, -1 if Black won, 0 for a draw or an unfinished game
            plies    int32[n]   the number of moves played
            reasons  uint8[n]   a Reason; 0 if max_plies ended the playout

        :param seed: as in random_moves().
        :param max_plies: the maximum number of moves to play. The *max_plies* of the boards also applies.
        :param out: three arrays or buffers to write the results into.

        >>> from bitrook.batch import Boards
        >>> Boards(["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"]).playout().reasons
        array([2], dtype=uint8)
        """
        limit = 0 if max_plies is None else integer("max_plies", max_plies, 1, MAX_PLIES)
        arrays = Playout(*outputs(out, len(self), {"results": np.int8, "plies": np.int32, "reasons": np.uint8}))
        self._native.playout(None if seed is None else integer("seed", seed, 0, MAX_SEED), limit, *arrays)
        return arrays
