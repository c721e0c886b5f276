"""The class Boards: many games that are played and read together."""

# pyright narrows an Any by isinstance() to an array of unknown items. mypy checks these types.
# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false
# pyright: reportArgumentType=false, reportReturnType=false, reportGeneralTypeIssues=false

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, overload

import numpy as np

from .._core import Board, _Boards, _boards_new
from .._arguments import integer
from ._arrays import choice, indices_of, listed, packed_bytes, strict
from ._playing import MAX_PLIES, MAX_SEED, Playing

if TYPE_CHECKING:
    import numpy.typing as npt
    from typing_extensions import Self

    from .._core import _BoardsOptions

AUTORESET = ("off", "next", "same")
ADJUDICATION = ("claim", "automatic")
STANDARD = 518  # the Chess960 number of the start position of chess


class Boards(Playing):
    """Many boards, each with a separate game.

    ``Boards(1024)`` creates 1024 boards at the start position. Boards can also be created from FENs, Board objects,
    other Boards or packed positions, and from_chess960() creates them from Chess960 numbers.

    Methods return NumPy arrays with one item or row per board, in the order of the boards. Most of them accept
    ``out=``: a C-contiguous array, a buffer, or a DLPack tensor on the CPU, with the documented dtype and shape. The
    result is then written into this memory without copying, and returned. Unsuitable memory is rejected with an error.

    A game ends by checkmate, stalemate or insufficient material, by *adjudication*, or after *max_plies*. After that,
    the board has no legal moves, and *autoreset* determines what the next steps do with it.

    A Boards object can be used by only one thread at a time. Calling a method while another thread's call is running
    raises RuntimeError.

    :param source: the number of boards, an iterable of FENs or of Board objects, a Boards object, or packed positions
        as uint8[n, 24].
    :param history: the number of positions of each game to keep for encodings, from 0 to 255. With 0, moves are not
        kept either: repetitions are not detected, moves cannot be undone, and a board takes 192 bytes.
    :param autoreset: what happens when a game is over, as in Gymnasium. "off" does nothing: steps leave the board
        unchanged until you call reset(). With "next", the next step returns the board to its start position instead of
        making a move. With "same", the step that ends the game also resets the board; *final* returns the last position
        of the game.
    :param adjudication: which draws end a game. "claim" ends it at the third occurrence of a position or after fifty
        moves, which a player could claim as a draw. "automatic" ends it at the fifth occurrence or after seventy-five
        moves.
    :param max_plies: the number of plies after which a game ends; None for no limit.
    :param seed: the seed for random_moves() and playout(), from 0 to 2**64 - 1.
    :param threads: the number of threads to use, from 1 to 1024. Results do not depend on it.
    :param chess960: whether the boards play Chess960. Ignored if *source* consists of Board objects.
    :param errors: "raise" raises an error for an invalid FEN or packed position. With "mask", its board starts from the
        standard position, and the attribute *valid* is False there.
    :param kingless: whether FENs and packed positions without a king are valid.

    >>> from bitrook.batch import Boards
    >>> boards = Boards(["4k3/8/8/8/8/8/8/4K2R w K - 0 1", "8/8/8/8/8/4k3/8/4K3 w - - 0 1"])
    >>> boards.count_legal_moves()
    array([15,  0], dtype=int32)
    """

    def __init__(
        self,
        source: Any = 1,
        *,
        history: int = 8,
        autoreset: str = "off",
        adjudication: str = "claim",
        max_plies: int | None = None,
        seed: int = 0,
        threads: int = 1,
        chess960: bool = False,
        errors: str = "raise",
        kingless: bool = False,
    ) -> None:
        options = (
            integer("history", history, 0, 255),
            choice("autoreset", autoreset, AUTORESET),
            choice("adjudication", adjudication, ADJUDICATION),
            0 if max_plies is None else integer("max_plies", max_plies, 1, MAX_PLIES),
            integer("seed", seed, 0, MAX_SEED),
        )
        #: (n,) bool: False for the boards of invalid positions in *source*, with errors="mask"; None otherwise.
        self.valid: npt.NDArray[np.bool_] | None = None
        self._native: _Boards = self._filled(source, chess960, options, strict(errors), kingless)
        self.threads = threads

    def _filled(self, source: Any, chess960: bool, options: _BoardsOptions, raises: bool, kingless: bool) -> _Boards:
        if isinstance(source, (int, np.integer)) and not isinstance(source, bool):
            native = _boards_new(integer("source", source, 0, 2**31 - 2), *options)
            if chess960:
                native.set_chess960(np.full(len(native), STANDARD, np.int64))
            return native
        if isinstance(source, Boards):
            source = list(source)
        if hasattr(source, "to_pylist"):
            source = listed(source)
        if hasattr(source, "__dlpack__") and not isinstance(source, np.ndarray):
            source = np.from_dlpack(source)
        if isinstance(source, (bytes, bytearray, memoryview)):
            source = np.frombuffer(source, np.uint8).reshape(-1, 24)
        source = packed_bytes(source)
        if isinstance(source, np.ndarray) and source.dtype.kind not in "OUT":
            if source.dtype != np.uint8 or source.ndim != 2 or source.shape[1] != 24:
                expected = "positions must be uint8 of the shape (n, 24)"
                raise ValueError(f"{expected}, not {source.dtype} of the shape {source.shape}")
            native = _boards_new(len(source), *options)
            self.valid = None if raises else np.ones(len(source), bool)
            marks = None if self.valid is None else self.valid.view(np.uint8)
            native.set_packed(np.ascontiguousarray(source), chess960, kingless, marks)
            return native
        if isinstance(source, (str, Board)):
            raise TypeError(f"source must be a number or an iterable of FENs or Boards, not a {type(source).__name__}")
        items: list[Any] = list(source)
        if np.str_ in set(map(type, items)):
            items = [str(item) if isinstance(item, np.str_) else item for item in items]
        native = _boards_new(len(items), *options)
        if all(issubclass(kind, str) for kind in set(map(type, items))):
            self.valid = None if raises else np.ones(len(items), bool)
            marks = None if self.valid is None else self.valid.view(np.uint8)
            native.set_fens(items, chess960, None, kingless, marks)
        else:
            if not raises:
                raise ValueError('errors="mask" needs FENs or packed positions, not Boards')
            for i, item in enumerate(items):
                native.set_board(i, item)
        return native

    @classmethod
    def from_chess960(cls, numbers: Iterable[int] | npt.NDArray[Any], **options: Any) -> Boards:
        """Create boards at Chess960 start positions.

        :param numbers: integers from 0 to 959, one for each board; 518 is the standard start position.
        :param options: the keyword arguments of the class.

        >>> from bitrook.batch import Boards
        >>> Boards.from_chess960([518, 0]).fens()[1]
        'bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1'
        """
        array = np.asarray(numbers if isinstance(numbers, np.ndarray) else list(numbers))
        if array.size and array.dtype.kind not in "iu":
            raise TypeError(f"numbers must be integers, not {array.dtype}")
        boards = cls(len(array), **options)
        boards._native.set_chess960(np.ascontiguousarray(array, np.int64))
        return boards

    @classmethod
    def _wrap(cls, native: _Boards) -> Self:
        boards = object.__new__(cls)
        boards._native = native
        boards.valid = None
        return boards

    # --- Settings.

    @property
    def history(self) -> int:
        """The number of positions of each game that are kept."""
        return self._native.options()[0]

    @property
    def autoreset(self) -> str:
        """What happens to a board whose game is over: "off", "next" or "same"."""
        return AUTORESET[self._native.options()[1]]

    @property
    def adjudication(self) -> str:
        """Which draws end a game: "claim" or "automatic"."""
        return ADJUDICATION[self._native.options()[2]]

    @property
    def max_plies(self) -> int | None:
        """The number of plies after which a game ends, or None."""
        return self._native.options()[3] or None

    @property
    def threads(self) -> int:
        """The maximum number of threads that a call uses, including the calling thread."""
        return self._native.threads()

    @threads.setter
    def threads(self, threads: int) -> None:
        self._native.set_threads(integer("threads", threads, 1, 1024))

    # --- As a sequence.

    def __len__(self) -> int:
        return len(self._native)

    def __repr__(self) -> str:
        return f"<{len(self)} boards, history {self.history}>"

    @overload
    def __getitem__(self, key: int) -> Board: ...
    @overload
    def __getitem__(self, key: slice | Sequence[int] | npt.NDArray[Any]) -> Boards: ...
    def __getitem__(self, key: Any) -> Board | Boards:
        """Return copies of boards.

        An integer selects a single Board with its moves. A slice or an array of integers or bools selects several
        Boards.
        """
        if isinstance(key, (int, np.integer)) and not isinstance(key, (bool, np.bool_)):
            return self._native.board(self._index(int(key)))
        return self._wrap(self._native.select(indices_of(key, len(self))))

    def __setitem__(self, key: Any, boards: Board | Boards) -> None:
        if isinstance(key, (int, np.integer)) and not isinstance(key, (bool, np.bool_)):
            if not isinstance(boards, Board):
                raise TypeError(f"a single board can only be assigned a Board, not a {type(boards).__name__}")
            return self._native.set_board(self._index(int(key)), boards)
        if not isinstance(boards, Boards):
            raise TypeError(f"several boards can only be assigned Boards, not a {type(boards).__name__}")
        source = boards.copy() if boards is self else boards
        self._native.assign(indices_of(key, len(self)), source._native)

    def _index(self, i: int) -> int:
        if not -len(self) <= i < len(self):
            raise IndexError(f"index {i} is out of range for {len(self)} boards")
        return i % len(self)

    def __iter__(self) -> Iterator[Board]:
        return (self._native.board(i) for i in range(len(self)))

    def __eq__(self, other: object) -> bool:
        """Compare the boards pairwise, as Board objects are compared: by position and clocks, not by moves."""
        return self._native.equals(other._native) if isinstance(other, Boards) else NotImplemented

    __hash__: ClassVar[None] = None  # type: ignore[assignment]

    def copy(self) -> Boards:
        """Return a copy of the boards with their games."""
        return self[:]

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Boards:
        return self[:]

    def __reduce__(self) -> tuple[Any, ...]:
        native = self._native
        return _restored, (type(self), (*native.options(), native.seed()), self.threads, native.state())

    def mirror(self) -> Boards:
        """Return the boards flipped vertically with colors swapped, as by Board.mirror(), including their history.

        Each game is mirrored from its first position, which keeps its clocks. Because the other side then moves first,
        the current move number may differ by one.

        >>> from bitrook.batch import Boards
        >>> Boards(["4k3/8/8/8/8/8/P7/4K3 w - - 0 1"]).mirror().fens()
        ['4k3/p7/8/8/8/8/8/4K3 b - - 0 1']
        """
        return self._wrap(self._native.mirrored(True))

    def flip(self) -> Boards:
        """Return the boards with the files reversed, for data augmentation.

        Castling rights cannot be mirrored horizontally. A board that still has castling rights loses them and its
        history; for other boards, the history is kept from the first position without castling rights.

        >>> from bitrook.batch import Boards
        >>> Boards(["4k3/8/8/8/8/8/P7/4K3 w - - 0 1"]).flip().fens()
        ['3k4/8/8/8/8/8/7P/3K4 w - - 0 1']
        """
        return self._wrap(self._native.mirrored(False))


def _restored(cls: type[Boards], options: _BoardsOptions, threads: int, state: Any) -> Boards:
    native = _boards_new(len(state[1]), *options)
    native.set_state(*state)
    native.set_threads(threads)
    return cls._wrap(native)


def concatenate(boards: Iterable[Boards]) -> Boards:
    """Join several Boards into one, with the settings of the first.

    :raises ValueError: if there are no Boards to join, or if their *history* differs.

    >>> from bitrook.batch import Boards, concatenate
    >>> len(concatenate([Boards(2), Boards(3)]))
    5
    """
    parts = list(boards)
    if not parts:
        raise ValueError("concatenate() needs at least one Boards")
    whole = parts[0].copy()
    for part in parts[1:]:
        whole._native.append((part.copy() if part is whole else part)._native)
    return whole
