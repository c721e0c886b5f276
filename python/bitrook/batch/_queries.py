"""The methods of Boards that do not modify it: legal moves, encodings, numbers and notations."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

from .._arguments import integer
from ._arrays import listed, move_words, output, strict, typed

if TYPE_CHECKING:
    import numpy.typing as npt

    from .._core import DefaultEvaluation, PieceSquareTables, _Boards


@lru_cache(maxsize=64)
def _named(kind: str, name: str) -> Any:
    """Return a codec or encoding by name. Cached: creating an encoding takes as long as encoding 100 boards."""
    return getattr(import_module(".encodings", __package__), kind)(name)


LAYOUTS = {"classical": 15, "indexed": 16, "dense": 8, "quad": 4}


class Queries:
    """Mixin with the methods of Boards that do not modify it."""

    _native: _Boards

    def __len__(self) -> int:
        raise NotImplementedError

    def _written(
        self, out: Any, dtype: npt.DTypeLike, write: Callable[..., None], *arguments: Any, items: tuple[int, ...] = ()
    ) -> Any:
        """Call write(*arguments, array) and return the array, which has one item or row of items per board."""
        made = output(out, (len(self), *items), dtype)
        write(*arguments, made)
        return made

    def _query(self, name: str, dtype: npt.DTypeLike, items: tuple[int, ...] = ()) -> npt.NDArray[Any]:
        made: npt.NDArray[Any] = self._written(None, dtype, self._native.query, name, items=items)
        return made

    def _evaluated(self, evaluation: DefaultEvaluation | PieceSquareTables, out: Any) -> Any:
        """Evaluate the boards. Called by the native evaluations."""
        return self._written(out, np.int32, self._native.evaluate, evaluation)

    # --- Legal moves.

    def legal_moves(self, *, out: Any = None) -> tuple[Any, Any]:
        """Return the legal moves of all boards in one array.

        ::

            offsets  int32[n + 1]   the moves of board i are moves[offsets[i]:offsets[i + 1]]
            moves    int16[total]   in the order of Board.legal_moves; none if the game is over

        :param out: two non-overlapping arrays or buffers to write the results into. The second may be longer than
            needed; the remaining items are left unchanged.

        >>> from bitrook.batch import Boards
        >>> offsets, moves = Boards(2).legal_moves()
        >>> offsets, moves.shape
        (array([ 0, 20, 40], dtype=int32), (40,))
        """
        given = (None, None) if out is None else tuple(out)
        if len(given) != 2:
            raise ValueError(f"out must contain two arrays (offsets and moves), not {len(given)}")
        offsets = output(given[0], (len(self) + 1,), np.int32, "offsets")
        if given[1] is not None:
            moves = typed(given[1], np.int16, "moves")
            self._native.legal_moves(offsets, moves)
        else:
            moves = np.empty(self._native.legal_moves(offsets, None), np.int16)
            self._native.listed_moves(moves)
        return offsets, moves

    def count_legal_moves(self, *, out: Any = None) -> Any:
        """Return the number of legal moves of each board, as int32[n]. It is 0 if the game is over."""
        return self._written(out, np.int32, self._native.count_legal_moves)

    def is_legal(self, moves: Any, *, out: Any = None) -> Any:
        """Return whether a move is legal, for one move on each board, as bool[n]. It is False if the game is over.

        :param moves: int16[n], or a sequence of Moves.
        """
        return self._written(out, np.bool_, self._native.is_legal, move_words(moves))

    def perft(self, depth: int, *, out: Any = None) -> Any:
        """Return the number of sequences of *depth* legal moves from each board, as uint64[n]. See bitrook.perft().

        >>> from bitrook.batch import Boards
        >>> Boards(2).perft(3)
        array([8902, 8902], dtype=uint64)
        """
        return self._written(out, np.uint64, self._native.perft, integer("depth", depth, 0, 100))

    # --- Encodings.

    def _decoded(self, indices: Any, codec: Any) -> npt.NDArray[np.int16]:
        found = _named("codec", codec) if isinstance(codec, str) else codec
        if isinstance(indices, (list, tuple)) and not indices:
            indices = np.empty(0, np.int64)
        moves: npt.NDArray[np.int16] = found.decode(self, indices, strict=False, threads=self._native.threads())
        return moves

    def _why_no_move(self, index: int, codec: Any) -> str:
        found = _named("codec", codec) if isinstance(codec, str) else codec
        return f"{index} {found._native.why_no_move(min(index, 2**63 - 1))}"

    def legal_mask(self, codec: Any, *, packed: bool = False, out: Any = None) -> Any:
        """Return which indices of a codec are legal moves, as uint8[n, size] of zeros and ones.

        The mask depends only on the position. In a game that ended in a draw, it still marks the moves that the
        position allows, although legal_moves() returns none, so masked probabilities can always be normalized.

        :param codec: a Codec, or its name.
        :param packed: return bits instead, as uint64[n, (size + 63) // 64]. Index i is bit i % 64 of word i // 64.
        """
        found = _named("codec", codec) if isinstance(codec, str) else codec
        return found.legal_mask(self, packed=packed, out=out, threads=self._native.threads())

    def observe(
        self,
        encoding: Any,
        *,
        dtype: Any = np.float32,
        layout: str | None = None,
        packed: bool = False,
        out: Any = None,
    ) -> Any:
        """Return the observation planes of the boards. See bitrook.batch.Encoding.encode().

        :param encoding: an Encoding, or its name.
        """
        found = _named("encoding", encoding) if isinstance(encoding, str) else encoding
        return found.encode(self, dtype=dtype, layout=layout, packed=packed, out=out, threads=self._native.threads())

    def packed(self, *, out: Any = None) -> Any:
        """Return the boards as packed positions, as uint8[n, 24]. They do not include clocks. See Board.packed().

        :raises ValueError: if a position cannot be packed.

        >>> from bitrook.batch import Boards
        >>> Boards(Boards(2).packed()) == Boards(2)
        True
        """
        return self._written(out, np.uint8, self._native.packed, items=(24,))

    def words(self, layout: str, *, out: Any = None) -> Any:
        """Return the bitboards of a layout, as uint64[n, k].

        :param layout: "classical" (k = 15), "indexed" (16), "dense" (8) or "quad" (4). See Board.layout().

        >>> from bitrook.batch import Boards
        >>> hex(Boards(1).words("dense")[0, 0])
        '0xffff'
        """
        if layout not in LAYOUTS:
            raise ValueError(f"layout must be one of {', '.join(LAYOUTS)}, not {layout!r}")
        return self._written(out, np.uint64, self._native.query, layout, items=(LAYOUTS[layout],))

    # --- Numbers. Each property returns a new array.

    @property
    def keys(self) -> npt.NDArray[np.uint64]:
        """uint64[n]: the Polyglot key of each position. See Board.key."""
        return self._query("keys", np.uint64)

    @property
    def turns(self) -> npt.NDArray[np.bool_]:
        """bool[n]: True if White is to move."""
        return self._query("turns", np.bool_)

    @property
    def in_check(self) -> npt.NDArray[np.bool_]:
        """bool[n]: True if the side to move is in check."""
        return self._query("in_check", np.bool_)

    @property
    def piece_counts(self) -> npt.NDArray[np.uint8]:
        """uint8[n, 12]: the numbers of White's pawns, knights, bishops, rooks, queens and kings, then of Black's.

        >>> from bitrook.batch import Boards
        >>> Boards(1).piece_counts
        array([[8, 2, 2, 2, 1, 1, 8, 2, 2, 2, 1, 1]], dtype=uint8)
        """
        return self._query("piece_counts", np.uint8, (12,))

    @property
    def material(self) -> npt.NDArray[np.int32]:
        """int32[n]: White's material minus Black's, in centipawns.

        Pawns count 100, knights and bishops 300, rooks 500, and queens 900.
        """
        return self._query("material", np.int32)

    @property
    def status(self) -> npt.NDArray[np.uint32]:
        """uint32[n]: flags of bitrook.Status; 0 for a valid position."""
        return self._query("status", np.uint32)

    @property
    def halfmove_clocks(self) -> npt.NDArray[np.uint32]:
        """uint32[n]: the number of plies since the last capture or pawn move."""
        return self._query("halfmove_clocks", np.uint32)

    @property
    def fullmove_numbers(self) -> npt.NDArray[np.uint32]:
        """uint32[n]: the move numbers, which increase after each move of Black."""
        return self._query("fullmove_numbers", np.uint32)

    @property
    def castling_rights(self) -> npt.NDArray[np.uint64]:
        """uint64[n]: bitboards of the rooks that may still castle."""
        return self._query("castling_rights", np.uint64)

    @property
    def en_passant_squares(self) -> npt.NDArray[np.int8]:
        """int8[n]: the square that a pawn has just passed over with a double push, or -1."""
        return self._query("en_passant_squares", np.int8)

    @property
    def plies(self) -> npt.NDArray[np.uint32]:
        """uint32[n]: the number of plies made since the start position."""
        return self._query("plies", np.uint32)

    @property
    def reasons(self) -> npt.NDArray[np.uint8]:
        """uint8[n]: the Reason why each game is over; 0 if it is not."""
        return self._query("reasons", np.uint8)

    @property
    def repetitions(self) -> npt.NDArray[np.uint8]:
        """uint8[n]: how often the position occurred earlier in its game; always 0 without history."""
        return self._query("repetitions", np.uint8)

    def is_over(self) -> npt.NDArray[np.bool_]:
        """Return whether each game is over, as bool[n]."""
        over: npt.NDArray[np.bool_] = self.reasons != 0
        return over

    @property
    def nbytes(self) -> int:
        """The memory used by the boards, in bytes."""
        return self._native.nbytes()

    # --- Notations.

    def fens(self) -> list[str]:
        """Return the FEN of each board."""
        return self._native.fens()

    def uci(self, moves: Any) -> list[str | None]:
        """Return one move of each board in UCI notation; None for 0, the null move.

        :param moves: int16[n], or a sequence of Moves.
        """
        return self._native.moves_to_text(move_words(moves), False)

    def san(self, moves: Any) -> list[str | None]:
        """Return one legal move of each board in standard algebraic notation; None for 0, the null move.

        :param moves: int16[n], or a sequence of Moves.
        :raises IllegalMoveError: if a move is illegal.

        >>> from bitrook.batch import Boards
        >>> boards = Boards(2)
        >>> boards.san(boards.parse_uci(["g1f3", "e2e4"]))
        ['Nf3', 'e4']
        """
        return self._native.moves_to_text(move_words(moves), True)

    def parse_uci(self, texts: Sequence[str | None], *, errors: str = "raise", out: Any = None) -> Any:
        """Parse one move for each board in UCI notation, and return them as int16[n]. None becomes 0.

        :param errors: "raise" raises an error for an invalid or illegal move; with "mask", such a move becomes 0.
        :param out: an int16 array to write into. It is returned.
        :raises ValueError: if a move is invalid or illegal (InvalidMoveError or IllegalMoveError). The message contains
            the index of the board.
        """
        return self._written(out, np.int16, self._native.text_to_moves, listed(texts), False, strict(errors))

    def parse_san(self, texts: Sequence[str | None], *, errors: str = "raise", out: Any = None) -> Any:
        """Parse one move for each board in standard algebraic notation, and return them as int16[n]. None becomes 0.

        :param errors: "raise" raises an error for an invalid or illegal move; with "mask", such a move becomes 0.
        :param out: an int16 array to write into. It is returned.
        :raises ValueError: if a move is invalid, illegal or ambiguous (InvalidMoveError, IllegalMoveError or
            AmbiguousMoveError). The message contains the index of the board.
        """
        return self._written(out, np.int16, self._native.text_to_moves, listed(texts), True, strict(errors))
