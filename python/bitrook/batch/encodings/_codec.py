"""Policy codecs: conversions between moves and the indices of a network's output."""

# pyright narrows an Any by isinstance() to an array of unknown items. mypy checks these types.
# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from ..._core import Move, _codec, _CodecBase
from .._arrays import move_words
from ._arrays import Array, BoardsLike, BoardSource, Named, thread_count, writable
from ._planes import Encoding
from ._planes import encoding as encoding_of

if TYPE_CHECKING:
    import numpy.typing as npt


PLANES = 73
BY_PLANES = ("alphazero", "pgx", "pettingzoo")  # the codecs whose indices are (file * 8 + rank) * 73 + plane


class Codec(Named, _CodecBase):
    """A numbering of moves, as used by a framework. Created by codec()."""

    _function = "codec"

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self._native = _codec(name)
        #: The number of indices, which is the length of a policy.
        self.size: int = self._native.size
        #: Whether moves are seen from the side to move, with the ranks mirrored for Black.
        self.mirrored: bool = self._native.mirrored
        #: Whether the files are mirrored for Black, too: the board is rotated by 180 degrees.
        self.rotated: bool = self._native.rotated

    def __len__(self) -> int:
        return self.size

    def __reduce__(self) -> tuple[Any, ...]:
        return codec, (self.name,)

    @cached_property
    def moves(self) -> list[str | None]:
        """The move of each index in UCI notation, as seen by White; None for unused indices.

        >>> import bitrook.batch
        >>> bitrook.batch.codec("lc0").moves[:3]
        ['a1b1', 'a1c1', 'a1d1']
        """
        return self._native.moves()

    if not TYPE_CHECKING:  # for the documentation, which does not list inherited methods
        encode, decode, legal_mask = _CodecBase.encode, _CodecBase.decode, _CodecBase.legal_mask

    # These three methods in C++ handle one Board. They pass any other arguments to the following ones.

    def _encode(
        self,
        boards: BoardsLike,
        moves: object,
        offsets: npt.NDArray[np.int32] | None,
        out: object,
        strict: bool,
        threads: int,
    ) -> Any:
        source = BoardSource(boards)
        words: Array = np.ravel(move_words(moves))
        if source.single and offsets is None:
            offsets = np.array([0, len(words)], np.int32)
        array = np.empty(len(words), np.int32) if out is None else _integers(out)
        count = thread_count(threads)
        self._native.encode(source.native, words, offsets, array, array.dtype.itemsize, strict, count)
        scalar = source.single and out is None and isinstance(moves, (Move, str, int, np.integer))
        return int(array[0]) if scalar else array

    def _decode(
        self,
        boards: BoardsLike,
        indices: object,
        offsets: npt.NDArray[np.int32] | None,
        out: object,
        strict: bool,
        threads: int,
    ) -> Any:
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

    def _legal_mask(self, boards: BoardsLike, packed: bool, out: object, threads: int) -> Any:
        source = BoardSource(boards)
        shape = ((self.size + 63) // 64,) if packed else (self.size,)
        array = None if out is None else writable(out)
        dtype = np.uint64 if packed else bool if array is not None and array.dtype == bool else np.uint8
        written, result = source.output(array, shape, dtype)
        self._native.legal_mask(source.native, written, packed, thread_count(threads))
        return result

    def plane_indices(self, encoding: Encoding | str) -> npt.NDArray[np.int64]:
        """Return where each index is in the output of a convolution, as int64[size] into a flattened [73, 8, 8] array.

        The codecs ``alphazero``, ``pgx`` and ``pettingzoo`` number moves square by square: the 73 planes of a square
        are adjacent. The output of a convolution is ordered plane by plane instead, with the rows and columns of its
        input. This permutation converts between the two. For logits of shape (n, 73, 8, 8),
        ``logits.reshape(n, -1)[:, indices]`` is in the order of encode() and legal_mask().

        :param encoding: the Encoding of the network's input, or its name. The rows of the policy head are assumed to
            have the same orientation.
        :raises ValueError: if the codec has no such planes, or if the encoding is not mirrored for Black.

        >>> import bitrook.batch
        >>> codec = bitrook.batch.codec("alphazero")
        >>> indices = codec.plane_indices("alphazero")
        >>> plane, row, column = np.unravel_index(indices[codec.encode(Board(), "g1f3")], (73, 8, 8))
        >>> int(plane), int(row), int(column)
        (68, 7, 6)
        """
        if self.name not in BY_PLANES:
            raise ValueError(f"only the codecs {', '.join(BY_PLANES)} have 8 x 8 planes, not {self.name}")
        planes = encoding_of(encoding) if isinstance(encoding, str) else encoding
        if planes.mirrored != self.mirrored:
            raise ValueError(f"the encoding must be mirrored for Black, like the codec {self.name}")
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

    ================= ===== ================================================================
    name              size
    ================= ===== ================================================================
    ``alphazero``     4672  AlphaZero's planes in the order of pgx; also called ``pgx``
    ``openspiel``     4674  the same, then queenside castling 4672 and kingside castling 4673
    ``pettingzoo``    4672  chess_v6
    ``rookforge``     4672  AlphaZero's planes in the order of rookforge-ml; rotated for Black
    ``lc0``           1858  castling is king-takes-rook; a promotion without a piece is to a knight
    ``lc0_attention`` 4288  the raw output of Lc0's attention networks, before it is mapped to ``lc0``
    ``deepmind``      1968  searchless chess; not mirrored for Black
    ``maia2``         1880
    ``maia3``         4352  every pair of squares, then promotions
    ================= ===== ================================================================

    The following list defines the indices. Files and ranks are counted from 0, squares from a1 = 0 to h8 = 63. The
    ranks are mirrored for Black, except with ``deepmind``; with ``rookforge``, the files are mirrored as well::

        alphazero   (file * 8 + rank) * 73 + plane, with the file and rank of the origin. Planes 0-8: under-promotions
                    to rook, bishop and knight, each straight ahead, toward the h-file and toward the a-file. Then 14
                    planes for each line, from 7 squares back to 7 squares forward: 9-22 file, 23-36 rank, 37-50
                    diagonal (a1 to h8), 51-64 anti-diagonal (a8 to h1). 65-72: knight moves by (file, rank) (-2, -1),
                    (-2, 1), (-1, -2), (-1, 2), (2, -1), (2, 1), (1, -2), (1, 2). A promotion to a queen has the index
                    of the move without the promotion.
        openspiel   the same, then castling
        pettingzoo  (file * 8 + rank) * 73 + plane. Planes 0-55: (distance - 1) * 8 + direction, by (file, rank)
                    (-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1). 56-63: knight moves by
                    (-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1). 64-72: under-promotions,
                    (file step + 1) * 3 + piece, where 0 is knight, 1 bishop, 2 rook.
        rookforge   (rank * 8 + file) * 73 + plane. Planes 0-55: direction * 7 + distance - 1, clockwise from north.
                    56-63: knight moves by (1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2).
                    64-72: under-promotions, piece * 3 + file step + 1, where 0 is knight, 1 bishop, 2 rook.
        lc0         0-1791: queen and knight moves by origin, then by target. 1792-1857: promotions by file of the
                    origin and of the target, each to queen, rook, bishop.
        lc0_attention  origin * 64 + target; promotions 4096 + origin file * 24 + target file * 3 + piece, where 0 is
                    queen, 1 rook, 2 bishop. Castling and promotions to a knight are as in lc0.
        deepmind    0-1791: for each origin, queen moves by target, then knight moves by target. Then the promotions of
                    Black, then those of White, by file of the origin: straight ahead, toward the a-file, toward the
                    h-file, each to queen, rook, bishop, knight.
        maia2       for each origin, queen moves from the highest target to the lowest, then knight moves; then
                    promotions in the order of deepmind
        maia3       origin * 64 + target; promotions 4096 + origin file * 32 + target file * 4 + piece, where 0 is
                    queen, 1 rook, 2 bishop, 3 knight

    Codec.moves lists the moves of all indices. If the policy head of a network is a convolution, use
    Codec.plane_indices() to reorder its output.

    :raises ValueError: if the name is unknown.

    >>> import bitrook.batch
    >>> bitrook.batch.codec("maia2").size
    1880
    """
    return Codec(name)
