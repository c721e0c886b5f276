"""Policy codecs: conversion between moves and indices of a network's output."""

# pyright narrows an Any by isinstance() to an array of unknown items. mypy checks these types.
# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from ..._core import Move, _codec
from ._arrays import Array, BoardsLike, BoardSource, move_words, thread_count, writable
from ._planes import Encoding
from ._planes import encoding as encoding_of

if TYPE_CHECKING:
    import numpy.typing as npt


PLANES = 73
BY_PLANES = ("alphazero", "pgx", "pettingzoo")  # the codecs whose numbers are (file * 8 + rank) * 73 + plane


class Codec:
    """A numbering of moves, as used by a framework. Created by codec()."""

    def __init__(self, name: str) -> None:
        self._native = _codec(name)
        self.name = name
        #: The number of moves: the length of a policy.
        self.size: int = self._native.size
        #: Whether the moves are seen from the side to move: for Black the ranks are mirrored.
        self.mirrored: bool = self._native.mirrored

    def __repr__(self) -> str:
        return f"codec({self.name!r})"

    def __len__(self) -> int:
        return self.size

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Codec) and self.name == other.name

    def __hash__(self) -> int:
        return hash(self.name)

    def __reduce__(self) -> tuple[Any, ...]:
        return codec, (self.name,)

    @cached_property
    def moves(self) -> list[str | None]:
        """The move of each index in UCI notation, from White's side; None for unused indices.

        >>> import bitrook.batch
        >>> bitrook.batch.codec("lc0").moves[:3]
        ['a1b1', 'a1c1', 'a1d1']
        """
        return self._native.moves()

    def encode(
        self,
        boards: BoardsLike,
        moves: object,
        *,
        offsets: npt.NDArray[np.int32] | None = None,
        out: object = None,
        strict: bool = True,
        threads: int = 1,
    ) -> Any:
        """Return the indices of moves.

        ::

            boards   (n,)     a Board, a FEN, a list of these, or positions of 24 bytes, uint8[n, 24]
            moves    (n,)     one for each board
            offsets  (n + 1,) int32; the moves of board i are moves[offsets[i]:offsets[i + 1]]
            result   (len(moves),) int32

        For one board and one move, the result is an int; for one board and a list of moves, an array.

        :param moves: int16, or Moves, or UCI texts; castling in either encoding. They are not checked for legality.
        :param out: an int16, int32 or int64 array with the shape of the result, which is returned.
        :param strict: raise an error for a move without an index. Otherwise its index is -1.
        :param threads: 1 to 1024.
        :raises ValueError: for a move without an index, or an invalid position.

        >>> import bitrook.batch
        >>> codec = bitrook.batch.codec("alphazero")
        >>> codec.encode([Board(), Board()], ["e2e4", "g1f3"])
        array([2426, 3572], dtype=int32)
        """
        source = BoardSource(boards)
        words = move_words(moves)
        if source.single and offsets is None:
            offsets = np.array([0, len(words)], np.int32)
        array = np.empty(len(words), np.int32) if out is None else _integers(out)
        count = thread_count(threads)
        self._native.encode(source.native, words, offsets, array, array.dtype.itemsize, strict, count)
        scalar = source.single and out is None and isinstance(moves, (Move, str, int, np.integer))
        return int(array[0]) if scalar else array

    def decode(
        self,
        boards: BoardsLike,
        indices: object,
        *,
        offsets: npt.NDArray[np.int32] | None = None,
        out: object = None,
        strict: bool = True,
        threads: int = 1,
    ) -> Any:
        """Return the moves for indices, as int16.

        ::

            boards   (n,)     as in encode()
            indices  (n,)     int16, int32 or int64: one for each board
            offsets  (n + 1,) int32; the numbers of board i are indices[offsets[i]:offsets[i + 1]]
            result   (len(indices),) int16

        For one board and one index, the result is a Move. It may be illegal. Castling uses the encoding of the board: e1g1
        in standard chess, e1h1 in Chess960.

        :param out: an int16 array with the shape of the result, which is returned.
        :param strict: raise an error for an index without a move. Otherwise the move is 0, the null move.
        :raises ValueError: for an index without a move, or an invalid position.

        >>> import bitrook.batch
        >>> bitrook.batch.codec("lc0").decode(Board(), 322)
        Move.from_uci('e2e4')
        """
        source = BoardSource(boards)
        scalar = source.single and isinstance(indices, (int, np.integer))
        array: Array = np.atleast_1d(np.asarray(indices))
        if array.dtype.kind not in "iu":
            raise TypeError(f"indices must be integers, not {array.dtype}")
        if array.dtype.name not in ("int16", "int32", "int64"):
            array = array.astype(np.int64)
        array = np.ascontiguousarray(array).reshape(-1)
        if source.single and offsets is None:
            offsets = np.array([0, len(array)], np.int32)
        words = np.empty(len(array), np.int16) if out is None else writable(out)
        count = thread_count(threads)
        self._native.decode(source.native, array, array.dtype.itemsize, offsets, words, strict, count)
        return Move.from_word(int(words[0]) & 0xFFFF) if scalar and out is None else words

    def legal_mask(self, boards: BoardsLike, *, packed: bool = False, out: object = None, threads: int = 1) -> Any:
        """Return which indices are legal moves.

        ::

            boards   (n,)  as in encode()
            result   (n, size) uint8, 0 or 1; packed: (n, (size + 63) // 64) uint64, number i is bit i % 64 of word i // 64

        For one board, the result has no first axis.

        :param out: an array, tensor or buffer with the dtype and shape of the result, which is returned. bool is
            accepted instead of uint8.

        >>> import bitrook.batch
        >>> int(bitrook.batch.codec("lc0").legal_mask([Board()]).sum())
        20
        """
        source = BoardSource(boards)
        shape = ((self.size + 63) // 64,) if packed else (self.size,)
        array = None if out is None else writable(out)
        dtype = np.uint64 if packed else bool if array is not None and array.dtype == bool else np.uint8
        written, result = source.output(array, shape, dtype)
        self._native.legal_mask(source.native, written, packed, thread_count(threads))
        return result

    def plane_indices(self, encoding: Encoding | str) -> npt.NDArray[np.int64]:
        """Return the position of each index in the output of a convolution: int64[size], into a flattened [73, 8, 8].

        The codecs ``alphazero``, ``pgx`` and ``pettingzoo`` number moves square by square, with the 73 planes of a square
        next to each other. A convolution writes plane by plane, in the rows and columns of its input. This permutation
        converts between the two: with logits of the shape (n, 73, 8, 8), ``logits.reshape(n, -1)[:, indices]`` has the order of
        encode() and legal_mask().

        :param encoding: the Encoding of the network's input, or its name. The rows of the head have the same orientation.
        :raises ValueError: for a codec without such planes, or an encoding that is mirrored for Black where the codec is not.

        >>> import bitrook.batch
        >>> codec = bitrook.batch.codec("alphazero")
        >>> indices = codec.plane_indices("alphazero")
        >>> plane, row, column = np.unravel_index(indices[codec.encode(Board(), "g1f3")], (73, 8, 8))
        >>> int(plane), int(row), int(column)
        (68, 7, 6)
        """
        if self.name not in BY_PLANES:
            raise ValueError(f"only {', '.join(BY_PLANES)} have planes of 8 x 8, not {self.name}")
        planes = encoding_of(encoding) if isinstance(encoding, str) else encoding
        if planes.mirrored != self.mirrored:
            raise ValueError(f"the encoding must be mirrored for Black, as the codec {self.name} is")
        positions: Array = np.arange(PLANES * 64).reshape(PLANES, 8, 8)  # by plane, row and column
        by_rank = positions if planes.first_rank == 1 else positions[:, ::-1]
        indices: npt.NDArray[np.int64] = by_rank.transpose(2, 1, 0).reshape(-1)
        return indices


def _integers(out: object) -> Array:
    array = writable(out)
    if array.dtype.name not in ("int16", "int32", "int64"):
        raise TypeError(f"out must be int16, int32 or int64, not {array.dtype}")
    return array


def codec(name: str) -> Codec:
    """Return the codec of a framework.

    ============== ===== ================================================================
    name           size
    ============== ===== ================================================================
    ``alphazero``  4672  AlphaZero's planes in pgx's order; ``pgx`` is the same
    ``openspiel``  4674  the same, castling queenside 4672 and kingside 4673
    ``pettingzoo`` 4672  chess_v6
    ``lc0``        1858  castling is king takes rook; a promotion without a piece is a knight
    ``deepmind``   1968  searchless chess; not mirrored for Black
    ``maia2``      1880
    ``maia3``      4352  every pair of squares, then promotions
    ============== ===== ================================================================

    The numbers, with files and ranks from 0, squares from a1 = 0 to h8 = 63, and the ranks mirrored for Black (but for
    ``deepmind``)::

        alphazero   (file * 8 + rank) * 73 + plane, of the origin's file and rank. Planes 0-8: a pawn's promotion to rook,
                    bishop or knight, each straight ahead, towards the h-file, towards the a-file. 14 planes each, from 7
                    squares back to 7 forward: 9-22 along the file, 23-36 along the rank, 37-50 along the diagonal (a1 to
                    h8), 51-64 along the anti-diagonal (a8 to h1). 65-72: the knight, by (file, rank) (-2, -1), (-2, 1),
                    (-1, -2), (-1, 2), (2, -1), (2, 1), (1, -2), (1, 2). A promotion to a queen is the plain move.
        openspiel   the same, then castling
        pettingzoo  (file * 8 + rank) * 73 + plane. Planes 0-55: (distance - 1) * 8 + direction, by (file, rank) (-1, -1),
                    (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1). 56-63: the knight, by (-2, -1), (-2, 1),
                    (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1). 64-72: promotions, (file step + 1) * 3 + 0
                    knight, 1 bishop, 2 rook.
        lc0         0-1791: by origin, then by target, the moves of queen and knight. 1792-1857: promotions by the origin's
                    file and the target's, to queen, rook, bishop.
        deepmind    0-1791: by origin, the moves of the queen by target, then those of the knight. Then promotions of Black,
                    and of White, by the origin's file, straight, to the a-side, to the h-side, to queen, rook, bishop,
                    knight.
        maia2       by origin, the moves of the queen from the highest target to the lowest, then those of the knight; then
                    promotions in the order of deepmind
        maia3       origin * 64 + target; promotions 4096 + origin's file * 32 + target's file * 4 + 0 queen, 1 rook,
                    2 bishop, 3 knight

    Codec.moves lists them all. A policy head that is a convolution needs Codec.plane_indices().

    :raises ValueError: for an unknown name.

    >>> import bitrook.batch
    >>> bitrook.batch.codec("maia2").size
    1880
    """
    return Codec(name)
