"""The part of Boards that changes it: steps, undo, resets; and random moves and games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from .._arguments import integer
from .._core import _Boards
from ._arrays import choice, mask_of, move_words, output, outputs
from ._queries import Queries
from ._results import Playout, Step

if TYPE_CHECKING:
    import numpy.typing as npt
    from typing_extensions import Self

ILLEGAL = ("raise", "terminate", "ignore")
MAX_PLIES = 2**32 - 1
MAX_SEED = 2**64 - 1


class Playing(Queries):
    """Boards with moves."""

    _options: tuple[int, int, int, int, int]

    def _of(self, native: _Boards) -> Self:
        raise NotImplementedError

    def step(self, moves: Any, codec: Any = None, *, illegal: str = "raise", out: Any = None) -> Step:
        """Make one move on each board. Boards whose game is over ignore it: see *autoreset*.

        ::

            moves       int16[n]     or Moves; with codec= indices of it, int32 or int64
            rewards     float32[n]   1 the move gave mate, -1 it was illegal, otherwise 0
            terminated  bool[n]      the game is over
            truncated   bool[n]      it is over by max_plies
            reason      uint8[n]     why: a Reason

        With ``autoreset="off"`` a board whose game is over stays as it is, with reward 0 and the same reason.

        :param codec: the codec of *moves*, or its name.
        :param illegal: what an illegal move does. "raise": raises IllegalMoveError, and no board changes. "terminate": the
            side to move loses. "ignore": the board does not change.
        :param out: four non-overlapping arrays or buffers for the four results.
        :raises IllegalMoveError: for an illegal move.
        :raises ValueError: for arrays with a wrong shape.
        :raises TypeError: for arrays with a wrong dtype.

        >>> from bitrook.batch import Boards, Reason
        >>> boards = Boards(["6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"])
        >>> step = boards.step(boards.parse_uci(["a1a8", "a1a8"]))
        >>> step.rewards, Reason(step.reason[0])
        (array([1., 0.], dtype=float32), <Reason.CHECKMATE: 1>)
        """
        how = choice("illegal", illegal, ILLEGAL)
        words = move_words(moves) if codec is None else self._decoded(moves, codec)
        arrays = Step(
            *outputs(
                out,
                len(self),
                {"rewards": np.float32, "terminated": np.bool_, "truncated": np.bool_, "reason": np.uint8},
            )
        )
        self._native.step(words, how, *arrays)
        return arrays

    @property
    def final(self) -> tuple[npt.NDArray[np.int64], Self]:
        """The boards that the last step reset with ``autoreset="same"``.

        A tuple of their numbers and a copy of each board as it was at the end of its game.

        >>> from bitrook.batch import Boards
        >>> boards = Boards(["6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"], autoreset="same")
        >>> step = boards.step(boards.parse_uci(["a1a8"]))
        >>> numbers, ended = boards.final
        >>> numbers, ended.fens(), boards.fens()
        (array([0]), ['R5k1/5ppp/8/8/8/8/8/6K1 b - - 1 1'], ['6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1'])
        """
        numbers, native = self._native.finished()
        return np.array(numbers, np.int64), self._of(native)

    def undo(self, mask: Any = None) -> None:
        """Undo the last move of each board, or of those that *mask*, bool[n], selects.

        If an illegal move ended a game, only the end of the game is undone, because the move was never made.

        :raises IndexError: if a board has no move since its start or its last reset. No board is changed then.
        """
        self._native.undo(mask_of(mask, len(self)))

    def reset(self, mask: Any = None, fens: Sequence[str] | None = None, seed: int | None = None) -> None:
        """Start a new game on each board, or on those that *mask*, bool[n], selects.

        :param fens: new start positions, one for each selected board. A Chess960 board remains one. By default, each board
            returns to its start position: the one it was created with, or the first position of the game that was
            assigned to it.
        :param seed: a new seed, which restarts the random numbers.
        """
        selected = mask_of(mask, len(self))
        if seed is not None:
            self._native.set_seed(integer("seed", seed, 0, MAX_SEED))
            self._options = (*self._options[:4], int(seed))
        if fens is None:
            return self._native.reset(selected)
        chosen = np.arange(len(self)) if selected is None else np.flatnonzero(selected)
        self._native.restart_at(np.ascontiguousarray(chosen, np.int64), list(fens))

    def random_moves(self, seed: int | None = None, *, out: Any = None) -> Any:
        """Return a uniformly random legal move for each board: int16[n]. 0 where the game is over.

        The move is a function of the seed, the number of the board and the plies made on it. Without *seed*, the seed of
        the boards is used, and each call uses new random numbers.

        >>> from bitrook.batch import Boards
        >>> boards = Boards(3)
        >>> (boards.random_moves(seed=7) == Boards(3, threads=2).random_moves(seed=7)).all()
        np.True_
        """
        made = output(out, (len(self),), np.int16)
        self._native.random_moves(None if seed is None else integer("seed", seed, 0, MAX_SEED), made)
        return made

    def playout(self, seed: int | None = None, max_plies: int | None = None, *, out: Any = None) -> Playout:
        """Play random legal moves on a copy of each board to the end of its game. The boards are not changed.

        ::

            results  int8[n]    1 White has won, -1 Black has won, 0 a draw or no end
            plies    int32[n]   the moves played
            reasons  uint8[n]   a Reason; 0 where max_plies ended the playout

        :param seed: see random_moves().
        :param max_plies: the maximum number of moves. The limit of the boards applies as well.
        :param out: three arrays or buffers for the results.

        >>> from bitrook.batch import Boards
        >>> Boards(["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"]).playout().reasons
        array([2], dtype=uint8)
        """
        limit = 0 if max_plies is None else integer("max_plies", max_plies, 1, MAX_PLIES)
        arrays = Playout(*outputs(out, len(self), {"results": np.int8, "plies": np.int32, "reasons": np.uint8}))
        self._native.playout(None if seed is None else integer("seed", seed, 0, MAX_SEED), limit, *arrays)
        return arrays
