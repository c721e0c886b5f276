"""Observation planes: boards encoded as 8 x 8 planes of numbers, the input of neural networks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ..._core import _EncodingBase, _plane_stack, _plane_stack_of, _plane_stack_of_lc0, _PlaneStack
from ._arrays import Array, BoardsLike, BoardSource, thread_count, writable

if TYPE_CHECKING:
    import numpy.typing as npt

LAYOUTS = ("channels_first", "channels_last", "tokens")
DEFAULT_LAYOUTS = {
    "alphazero": "channels_last",
    "pgx": "channels_last",
    "pettingzoo": "channels_last",
    "maia3": "tokens",
}


class Encoding(_EncodingBase):
    """A stack of observation planes. Created by encoding()."""

    def __new__(cls, native: _PlaneStack, name: str | None, arguments: tuple[Any, ...]) -> Encoding:
        return super().__new__(cls, native, DEFAULT_LAYOUTS.get(name or "", "channels_first"))

    def __init__(self, native: _PlaneStack, name: str | None, arguments: tuple[Any, ...]) -> None:
        self._native = native
        self._arguments = arguments
        #: The name of the encoding, or None if it was created from a list of planes.
        self.name = name
        #: The names of the planes.
        self.planes: tuple[str, ...] = tuple(native.names)
        #: The number of positions of a game that the encoding uses.
        self.history: int = native.depth
        #: Whether the ranks are mirrored for Black to move.
        self.mirrored: bool = native.mirrored
        #: The rank in row 0, 1 or 8. If *mirrored* and Black is to move, ranks are counted from Black's side.
        self.first_rank: int = 1 if native.rank_1_first else 8
        #: The default layout, which is the one that the framework uses.
        self.layout: str = DEFAULT_LAYOUTS.get(name or "", "channels_first")
        #: For each plane, the number by which its values are divided in an array of floats.
        self.divisors: tuple[float, ...] = tuple(native.divisors)
        #: For each plane, whether it holds a number, such as the half-move clock, instead of a set of squares.
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

    if not TYPE_CHECKING:  # for the documentation, which does not list inherited methods
        encode = _EncodingBase.encode

    # encode() in C++ handles one Board. It passes any other arguments to this method.
    def _encode(
        self, boards: BoardsLike, dtype: npt.DTypeLike, layout: str | None, packed: bool, out: Any, threads: int
    ) -> Any:
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
        name, planes = self._layout(layout), len(self.planes)
        shapes = {"channels_first": (planes, 8, 8), "channels_last": (8, 8, planes), "tokens": (64, planes)}
        written, result = source.output(out, shapes[name], kind)
        if name == "tokens":
            written = written.reshape(-1, 8, 8, planes)
        self._native.encode(source.native, written, kind.itemsize, name != "channels_first", count)
        return result

    def _layout(self, layout: str | None) -> str:
        name = self.layout if layout is None else layout
        if name not in LAYOUTS:
            raise ValueError(f"layout must be channels_first, channels_last or tokens, not {layout!r}")
        return name

    def unpack(
        self, words: npt.NDArray[np.uint64], *, dtype: npt.DTypeLike = np.float32, layout: str | None = None
    ) -> npt.NDArray[Any]:
        """Convert packed planes to the array that encode() returns without ``packed``.

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
        name = self._layout(layout)
        if name != "channels_first":
            planes = np.ascontiguousarray(np.moveaxis(planes, -3, -1))
        if name == "tokens":
            planes = planes.reshape(*words.shape[:-1], 64, len(self.planes))
        result: npt.NDArray[Any] = planes
        return result


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
    """Return the encoding of a framework, or an encoding composed of named planes.

    ============== ======= ========= ================================================================
    name           planes  row 0 is
    ============== ======= ========= ================================================================
    ``pieces``     12      rank 1    own pawns, knights, bishops, rooks, queens, king; then the opponent's
    ``alphazero``  119     rank 8    eight positions; repetitions by the rules of chess
    ``pgx``        119     rank 8    the same, but any en-passant square makes a position different, as in pgx
    ``openspiel``  20      rank 1    always seen from White's side
    ``pettingzoo`` 111     rank 8    chess_v6
    ``maia2``      18      rank 1
    ``maia3``      97      rank 1    eight positions, the oldest first, and a clock; as tokens
    ``lc0``        112     rank 1    eight positions; see *input_format*
    ============== ======= ========= ================================================================

    Except for OpenSpiel's, these encodings show the board from the side to move: the ranks are mirrored for Black. In
    Maia-3's, each of the eight positions is shown from its own side to move. The plane of its clock is 0, because
    boards have no clocks: set ``tokens[..., 96]`` to the seconds divided by 100. The networks take the ratings of the
    player and of the opponent as two further inputs.

    To compose an encoding, pass a list of these names, in which COLOR is own, opponent, white or black:

    - pieces: COLOR_pawns, COLOR_knights, COLOR_bishops, COLOR_rooks, COLOR_queens, COLOR_kings, empty, occupied
    - castling rights: COLOR_kingside_castling, COLOR_queenside_castling, or the squares of the rooks with
      kingside_castling_rooks, queenside_castling_rooks
    - en passant: en_passant (after every double push), legal_en_passant (only if a capture is legal)
    - repetitions: repeated (the position occurred before), repetitions (how often it occurred before), recurring (the
      position occurs more than once in the game so far), unique (it does not)
    - numbers: halfmove_clock, fullmove_number, ply
    - side to move and constants: white_to_move, black_to_move, ones, zeros

    Append ``@N`` for the plane N positions ago, as in ``own_pawns@3``, and ``/N`` to divide a number by N in arrays of
    floats, as in ``halfmove_clock/100``.

    :param planes: the name of an encoding, or a list of names of planes.
    :param mirrored: with a list, whether the ranks are mirrored when Black is to move.
    :param first_rank: with a list, the rank in row 0: 1 or 8.
    :param input_format: with ``lc0``, Lc0's input format: 1 classical, 2 with planes of castling rooks, 3 canonical, 4
        canonical with the clock divided by 100, 5 canonical with repeated positions only, 132 and 133 for Armageddon.
    :param fill: with ``lc0``, how to fill the planes of positions before the first one of a game. "no" leaves them
        empty, "always" repeats the first position, and "fen_only" repeats it unless it is the start position. As in
        Lc0, a first position with an en-passant square is preceded by the position before the double push.
    :raises ValueError: if a name is unknown.

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
        raise ValueError("planes must contain at least one name")
    native = _plane_stack_of(names, bool(mirrored), first_rank == 1)
    return Encoding(native, None, (tuple(names), bool(mirrored), first_rank, 1, "fen_only"))
