"""Observation planes: boards as the 8 x 8 planes of numbers that networks read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ..._core import _plane_stack, _plane_stack_of, _plane_stack_of_lc0, _PlaneStack
from ._arrays import Array, BoardsLike, BoardSource, thread_count, writable

if TYPE_CHECKING:
    import numpy.typing as npt

LAYOUTS = ("channels_first", "channels_last")


class Encoding:
    """A stack of observation planes. Created by encoding()."""

    def __init__(self, native: _PlaneStack, name: str | None, arguments: tuple[Any, ...]) -> None:
        self._native = native
        self._arguments = arguments
        #: The name, or None for a list of planes.
        self.name = name
        #: The names of the planes.
        self.planes: tuple[str, ...] = tuple(native.names)
        #: How many positions of a game are read.
        self.history: int = native.depth
        #: Whether the ranks are mirrored for Black to move.
        self.mirrored: bool = native.mirrored
        #: The rank that row 0 is, 1 or 8; for Black to move as seen from Black's side if *mirrored*.
        self.first_rank: int = 1 if native.rank_1_first else 8
        #: The layout when none is asked for: the framework's own.
        self.layout: str = "channels_last" if name in ("alphazero", "pgx", "pettingzoo") else "channels_first"
        #: What the numbers of each plane are divided by in an array of floats.
        self.divisors: tuple[float, ...] = tuple(native.divisors)
        #: Which planes hold a number, such as the half-move clock, and no set of squares.
        self.counters: tuple[bool, ...] = tuple(native.counters)

    def __repr__(self) -> str:
        return f"<Encoding {self.name + ': ' if self.name else 'of '}{len(self.planes)} planes>"

    def __len__(self) -> int:
        return len(self.planes)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Encoding) and self._arguments == other._arguments

    def __hash__(self) -> int:
        return hash(self._arguments)

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuilt, self._arguments

    def encode(
        self,
        boards: BoardsLike,
        *,
        dtype: npt.DTypeLike = np.float32,
        layout: str | None = None,
        packed: bool = False,
        out: Any = None,
        threads: int = 1,
    ) -> Any:
        """Return the planes of boards.

        ::

            boards   (n,)             Boards, FENs, or positions of 24 bytes, uint8[n, 24] or uint8[n, h, 24]
            result   (n, C, 8, 8)     dtype, layout="channels_first"
                     (n, 8, 8, C)     dtype, layout="channels_last"
                     (n, C)           uint64, packed=True

        For one board, the result has no first axis. The history of a Board is its move stack. Elsewhere it is given by the h
        positions of each board, the newest first, or by lists of FENs. Positions of 24 bytes have no clocks.

        :param dtype: float32, float16, uint8 or bool. Floats are divided by *divisors*; integers are not, and at most 255.
            bool is for encodings without counters.
        :param layout: by default that of the framework.
        :param packed: return one word per plane, in which bit 8 * row + column is the square; unpack() converts words to
            planes. For a counter, the word is the number itself.
        :param out: an array, tensor or buffer with the dtype and shape of the result, which is returned as an array.
        :param threads: 1 to 1024.
        :raises ValueError: for an invalid position, or an output with a wrong shape or dtype.

        >>> import bitrook.batch
        >>> planes = bitrook.batch.encoding("alphazero").encode(Board())
        >>> planes.shape, int(planes[:, :, 0].sum())
        ((8, 8, 119), 8)
        """
        source = BoardSource(boards, self.history)
        count = thread_count(threads)
        if packed:
            written, result = source.output(out, (len(self.planes),), np.uint64)
            self._native.encode_packed(source.native, written, count)
            return result
        if out is not None:
            out = writable(out)
            dtype = out.dtype
        kind: Any = np.dtype(dtype)
        if kind.name not in ("float32", "float16", "uint8", "bool"):
            raise ValueError(f"dtype must be float32, float16, uint8 or bool, not {kind}")
        if kind.kind == "b" and any(self.counters):
            counter = self.planes[self.counters.index(True)]
            raise ValueError(f"dtype must not be bool: the plane {counter} holds numbers")
        last = self._is_last(layout)
        shape = (8, 8, len(self.planes)) if last else (len(self.planes), 8, 8)
        written, result = source.output(out, shape, kind)
        self._native.encode(source.native, written, kind.itemsize, last, count)
        return result

    def _is_last(self, layout: str | None) -> bool:
        name = self.layout if layout is None else layout
        if name not in LAYOUTS:
            raise ValueError(f"layout must be channels_first or channels_last, not {layout!r}")
        return name == "channels_last"

    def unpack(
        self, words: npt.NDArray[np.uint64], *, dtype: npt.DTypeLike = np.float32, layout: str | None = None
    ) -> npt.NDArray[Any]:
        """Expand packed planes to the result of encode() without ``packed``.

        >>> import bitrook.batch
        >>> encoding = bitrook.batch.encoding("maia2")
        >>> words = encoding.encode([Board()], packed=True)
        >>> bool((encoding.unpack(words) == encoding.encode([Board()])).all())
        True
        """
        if words.dtype != np.uint64 or words.ndim == 0 or words.shape[-1] != len(self.planes):
            message = f"words must be uint64 of the shape (..., {len(self.planes)})"
            raise ValueError(f"{message}, not {words.dtype} of the shape {words.shape}")
        kind = np.dtype(dtype)
        squares: Array = np.ascontiguousarray(words, "<u8")
        bits: Array = np.unpackbits(squares.view(np.uint8), bitorder="little")
        planes: Array = bits.reshape(*words.shape, 8, 8).astype(kind)
        numbers = np.array(self.counters)
        if numbers.any():
            values = words[..., numbers]
            if kind.kind == "f":
                values = (values.astype(np.float32) / np.array(self.divisors, np.float32)[numbers]).astype(kind)
            else:
                values = np.minimum(values, 255).astype(kind)
            planes[..., numbers, :, :] = values[..., np.newaxis, np.newaxis]
        return np.ascontiguousarray(np.moveaxis(planes, -3, -1)) if self._is_last(layout) else planes


def _rebuilt(planes: str | tuple[str, ...], *arguments: Any) -> Encoding:
    mirrored, first_rank, input_format, fill = arguments
    return encoding(planes, mirrored=mirrored, first_rank=first_rank, input_format=input_format, fill=fill)


def encoding(
    planes: str | Sequence[str],
    *,
    mirrored: bool = True,
    first_rank: int = 1,
    input_format: int = 1,
    fill: str = "fen_only",
) -> Encoding:
    """Return the encoding of a framework, or one composed of planes.

    ============== ======= ========= ================================================================
    name           planes  row 0 is
    ============== ======= ========= ================================================================
    ``pieces``     12      rank 1    own pawns, knights, bishops, rooks, queens, king; then the opponent's
    ``alphazero``  119     rank 8    eight positions; ``pgx`` is the same
    ``openspiel``  20      rank 1    White's view
    ``pettingzoo`` 111     rank 8    chess_v6
    ``maia2``      18      rank 1
    ``lc0``        112     rank 1    *input_format* 1 to 5, 132, 133
    ============== ======= ========= ================================================================

    All but OpenSpiel's show the board from the side to move: for Black, the ranks are mirrored.

    A list of planes may hold, with COLOR one of own, opponent, white and black: COLOR_pawns, COLOR_knights,
    COLOR_bishops, COLOR_rooks, COLOR_queens, COLOR_kings, COLOR_kingside_castling, COLOR_queenside_castling,
    kingside_castling_rooks, queenside_castling_rooks, white_to_move, black_to_move, en_passant (after each double push),
    legal_en_passant, repeated (the position had occurred before), repetitions (how often), recurring (the position occurs
    more than once in the game up to now), unique (it does not), halfmove_clock, fullmove_number, ply, ones, zeros, empty,
    occupied. ``own_pawns@3`` is the plane three positions ago; ``halfmove_clock/100`` is divided by 100 where floats are
    written.

    :param planes: a name, or the names of planes.
    :param mirrored: for a list: whether the ranks are mirrored for Black to move.
    :param first_rank: for a list: the rank that row 0 is, 1 or 8.
    :param input_format: for ``lc0``: 1 classical, 2 castling as rooks, 3 canonical, 4 canonical with the clock divided by
        100, 5 canonical with repeated positions only, 132 and 133 armageddon.
    :param fill: for ``lc0``: what to write for positions before the first: "no", "fen_only" or "always".
    :raises ValueError: for an unknown name.

    >>> import bitrook.batch
    >>> encoding = bitrook.batch.encoding(["own_pawns", "opponent_pawns", "halfmove_clock/100"])
    >>> encoding.encode(Board()).shape
    (3, 8, 8)
    """
    if isinstance(planes, str):
        arguments: tuple[Any, ...] = (planes, True, 1, input_format, fill)
        if planes == "lc0":
            return Encoding(_plane_stack_of_lc0(input_format, fill), planes, arguments)
        return Encoding(_plane_stack(planes), planes, arguments)
    if first_rank not in (1, 8):
        raise ValueError(f"first_rank must be 1 or 8, not {first_rank!r}")
    names = list(planes)
    if not names:
        raise ValueError("planes must have at least one name")
    native = _plane_stack_of(names, bool(mirrored), first_rank == 1)
    return Encoding(native, None, (tuple(names), bool(mirrored), first_rank, 1, "fen_only"))
