"""The class Boards: many games that are played and read together."""

# pyright narrows an Any by isinstance() to an array of unknown items. mypy checks these types.
# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false
# pyright: reportArgumentType=false, reportReturnType=false, reportGeneralTypeIssues=false

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, overload

import numpy as np

from .._arguments import integer
from .._conditions import Condition, compiled
from .._core import Board, IllegalMoveError, _Boards, _boards_new
from ._arrays import choice, indices_of, listed, mask_of, move_words, output, outputs, packed_bytes, strict, typed

if TYPE_CHECKING:
    import numpy.typing as npt
    from typing_extensions import Self

    from .._core import DefaultEvaluation, PieceSquareTables, _BoardsOptions

AUTORESET = ("off", "next", "same")
STANDARD = 518  # the Chess960 number of the start position of chess
ILLEGAL = ("raise", "terminate", "ignore")
MAX_PLIES = 2**32 - 1
MAX_SEED = 2**64 - 1
MAX_EVALUATION = 30000
LAYOUTS = {"classical": 15, "indexed": 16, "dense": 8, "quad": 4}


@lru_cache(maxsize=64)
def _named(kind: str, name: str) -> Any:
    """Return a codec or encoding by name. Cached: creating an encoding takes as long as encoding 100 boards."""
    return getattr(import_module(".encodings", __package__), kind)(name)


class Step(NamedTuple):
    """The result of Boards.step(). Each array has one item per board."""

    #: float32: the reward of the side that moved: 1 if it gave mate, -1 if its move was illegal, otherwise 0.
    rewards: npt.NDArray[np.float32]
    #: bool: whether the game ended by the rules or by an illegal move.
    terminated: npt.NDArray[np.bool_]
    #: bool: whether the game ended because it reached *max_plies*.
    truncated: npt.NDArray[np.bool_]
    #: uint8: the Reason why the game is over; 0 if it is not.
    reason: npt.NDArray[np.uint8]


class Playout(NamedTuple):
    """The result of Boards.playout(). Each array has one item per board."""

    #: int8: 1 if White won, -1 if Black won, 0 for a draw or an unfinished game.
    results: npt.NDArray[np.int8]
    #: int32: the number of moves that were played.
    plies: npt.NDArray[np.int32]
    #: uint8: the Reason why the game is over; 0 if it is not.
    reasons: npt.NDArray[np.uint8]


class Boards:
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
    :param errors: "raise" raises an error for an invalid FEN or packed position, or a position in which a side has no
        king. With "mask", its board starts from the standard position, and the attribute *valid* is False there.
    :param kingless: whether positions without a king are valid.

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
        options: _BoardsOptions = {
            "history": integer("history", history, 0, 255),
            "autoreset": autoreset,
            "adjudication": adjudication,
            "max_plies": 0 if max_plies is None else integer("max_plies", max_plies, 1, MAX_PLIES),
        }
        seed = integer("seed", seed, 0, MAX_SEED)
        #: (n,) bool: False for the boards of invalid positions in *source*, with errors="mask"; None otherwise.
        self.valid: npt.NDArray[np.bool_] | None = None
        self._native: _Boards = self._filled(source, chess960, options, seed, strict(errors), kingless)
        self.threads = threads

    def _filled(
        self, source: Any, chess960: bool, options: _BoardsOptions, seed: int, raises: bool, kingless: bool
    ) -> _Boards:
        if isinstance(source, (int, np.integer)) and not isinstance(source, bool):
            native = _boards_new(integer("source", source, 0, 2**31 - 2), **options, seed=seed)
            if chess960:
                native.set_chess960(np.full(len(native), STANDARD, np.int64))
            return native
        if isinstance(source, Boards):
            source, kingless = list(source), True
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
            native = _boards_new(len(source), **options, seed=seed)
            self.valid = None if raises else np.ones(len(source), bool)
            marks = None if self.valid is None else self.valid.view(np.uint8)
            native.set_packed(np.ascontiguousarray(source), chess960=chess960, kingless=kingless, valid=marks)
            return native
        if isinstance(source, (str, Board)):
            raise TypeError(f"source must be a number or an iterable of FENs or Boards, not a {type(source).__name__}")
        items: list[Any] = list(source)
        if np.str_ in set(map(type, items)):
            items = [str(item) if isinstance(item, np.str_) else item for item in items]
        native = _boards_new(len(items), **options, seed=seed)
        self.valid = None if raises else np.ones(len(items), bool)
        if all(issubclass(kind, str) for kind in set(map(type, items))):
            marks = None if self.valid is None else self.valid.view(np.uint8)
            native.set_fens(items, chess960=chess960, kingless=kingless, valid=marks)
            return native
        for i, item in enumerate(items):
            missing = (
                [] if kingless or not isinstance(item, Board) else [c for c in (True, False) if item.king(c) is None]
            )
            if not missing:
                native.set_board(i, item)
            elif self.valid is not None:
                self.valid[i] = False
            else:
                raise ValueError(f"source[{i}]: {'White' if missing[0] else 'Black'} has no king")
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
        return self._native.options()["history"]

    @property
    def autoreset(self) -> str:
        """What happens to a board whose game is over: "off", "next" or "same"."""
        return self._native.options()["autoreset"]

    @property
    def adjudication(self) -> str:
        """Which draws end a game: "claim" or "automatic"."""
        return self._native.options()["adjudication"]

    @property
    def max_plies(self) -> int | None:
        """The number of plies after which a game ends, or None."""
        return self._native.options()["max_plies"] or None

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
        return _restored, (type(self), native.options(), native.seed(), self.threads, native.state())

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

    # --- Play.

    def step(self, moves: Any, codec: Any = None, *, illegal: str = "raise", out: Any = None) -> Step:
        """Make one move on each board.

        ::

            moves       int16[n]     or a sequence of Moves or UCI texts; with a codec, its indices as int32 or int64
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
        self._native.set_fens(listed(fens), indices=chosen)

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

    # --- Queries, which do not modify the boards.

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

        :param moves: int16[n], or a sequence of Moves or UCI texts.
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
        """The Polyglot key of each position, as uint64[n]. See Board.key."""
        return self._query("keys", np.uint64)

    @property
    def turns(self) -> npt.NDArray[np.bool_]:
        """Whether White is to move, as bool[n]."""
        return self._query("turns", np.bool_)

    @property
    def in_check(self) -> npt.NDArray[np.bool_]:
        """Whether the side to move is in check, as bool[n]."""
        return self._query("in_check", np.bool_)

    @property
    def piece_counts(self) -> npt.NDArray[np.uint8]:
        """The numbers of White's pawns, knights, bishops, rooks, queens and kings, then of Black's, as uint8[n, 12].

        >>> from bitrook.batch import Boards
        >>> Boards(1).piece_counts
        array([[8, 2, 2, 2, 1, 1, 8, 2, 2, 2, 1, 1]], dtype=uint8)
        """
        return self._query("piece_counts", np.uint8, (12,))

    @property
    def material(self) -> npt.NDArray[np.int32]:
        """White's material minus Black's, in centipawns, as int32[n].

        Pawns count 100, knights and bishops 300, rooks 500, and queens 900.
        """
        return self._query("material", np.int32)

    @property
    def status(self) -> npt.NDArray[np.uint32]:
        """The flags of bitrook.Status, as uint32[n]; 0 for a valid position."""
        return self._query("status", np.uint32)

    @property
    def halfmove_clocks(self) -> npt.NDArray[np.uint32]:
        """The number of plies since the last capture or pawn move, as uint32[n]."""
        return self._query("halfmove_clocks", np.uint32)

    @property
    def fullmove_numbers(self) -> npt.NDArray[np.uint32]:
        """The move numbers, which increase after each move of Black, as uint32[n]."""
        return self._query("fullmove_numbers", np.uint32)

    @property
    def castling_rights(self) -> npt.NDArray[np.uint64]:
        """The bitboards of the rooks that may still castle, as uint64[n]."""
        return self._query("castling_rights", np.uint64)

    @property
    def en_passant_squares(self) -> npt.NDArray[np.int8]:
        """The square that a pawn has just passed over with a double push, or -1, as int8[n]."""
        return self._query("en_passant_squares", np.int8)

    @property
    def plies(self) -> npt.NDArray[np.uint32]:
        """The number of plies made since the start position, as uint32[n]."""
        return self._query("plies", np.uint32)

    @property
    def reasons(self) -> npt.NDArray[np.uint8]:
        """The Reason why each game is over, as uint8[n]; 0 if it is not."""
        return self._query("reasons", np.uint8)

    @property
    def repetitions(self) -> npt.NDArray[np.uint8]:
        """How often the position occurred earlier in its game, as uint8[n]; always 0 without history."""
        return self._query("repetitions", np.uint8)

    def where(self, condition: Condition | str, *, out: Any = None) -> Any:
        """Return whether a condition is true for the current position of each board, as bool[n].

        :param condition: a text in the language of conditions, or a Condition. It cannot use `move`, `move_from`,
            `move_to`, `capture`, `clock`, `eval`, `for` and `then`, which are about games.
        :raises ValueError: if the text is not a condition, or if it needs more than a position.

        >>> from bitrook.batch import Boards
        >>> boards = Boards(["4k3/8/8/8/8/8/8/4K2R w K - 0 1", "8/8/8/8/8/4k3/8/4K3 w - - 0 1"])
        >>> boards.where("white & rooks")
        array([ True, False])
        """
        return self._written(out, np.bool_, partial(self._native.where, compiled(condition)))

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

        :param moves: int16[n], or a sequence of Moves or UCI texts.
        """
        return self._native.moves_to_text(move_words(moves), False)

    def san(self, moves: Any) -> list[str | None]:
        """Return one legal move of each board in standard algebraic notation; None for 0, the null move.

        :param moves: int16[n], or a sequence of Moves or UCI texts.
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

    # --- Sets of squares. The methods have the names of those of Board, and the same results, as bitboards. With
    # *color*, they return one bitboard per board, as uint64[n]; without, those of White and of Black, as uint64[n, 2].

    def _sets(self, name: str, color: bool | None, out: Any) -> Any:
        side = "both" if color is None else "white" if color else "black"
        items = (2,) if color is None else ()
        return self._written(out, np.uint64, self._native.query, f"{name}.{side}", items=items)

    def passed_pawns(self, color: bool | None = None, *, out: Any = None) -> Any:
        """Return the passed pawns of *color*, as uint64[n]; of White and Black, as uint64[n, 2], by default.

        See Board.passed_pawns().

        >>> from bitrook import WHITE
        >>> from bitrook.batch import Boards
        >>> boards = Boards(["4k3/8/8/3p4/8/8/P7/4K3 w - - 0 1", "4k3/p7/8/8/8/8/P7/4K3 w - - 0 1"])
        >>> boards.passed_pawns(WHITE)
        array([256,   0], dtype=uint64)
        >>> boards.passed_pawns().shape
        (2, 2)
        """
        return self._sets("passed_pawns", color, out)

    def isolated_pawns(self, color: bool | None = None, *, out: Any = None) -> Any:
        """Return the isolated pawns, as uint64[n] for a *color*, or uint64[n, 2]. See Board.isolated_pawns()."""
        return self._sets("isolated_pawns", color, out)

    def doubled_pawns(self, color: bool | None = None, *, out: Any = None) -> Any:
        """Return the doubled pawns, as uint64[n] for a *color*, or uint64[n, 2]. See Board.doubled_pawns()."""
        return self._sets("doubled_pawns", color, out)

    def backward_pawns(self, color: bool | None = None, *, out: Any = None) -> Any:
        """Return the backward pawns, as uint64[n] for a *color*, or uint64[n, 2]. See Board.backward_pawns()."""
        return self._sets("backward_pawns", color, out)

    def connected_pawns(self, color: bool | None = None, *, out: Any = None) -> Any:
        """Return the connected pawns, as uint64[n] for a *color*, or uint64[n, 2]. See Board.connected_pawns()."""
        return self._sets("connected_pawns", color, out)

    def pawn_front_span(self, color: bool | None = None, *, out: Any = None) -> Any:
        """Return the squares ahead of pawns, as uint64[n] for a *color*, or uint64[n, 2]. See Board.pawn_front_span()."""
        return self._sets("pawn_front_span", color, out)

    def pawn_attack_span(self, color: bool | None = None, *, out: Any = None) -> Any:
        """Return the squares that pawns attack now or later, as uint64[n] for a *color*, or uint64[n, 2].

        See Board.pawn_attack_span().
        """
        return self._sets("pawn_attack_span", color, out)

    def outposts(self, color: bool | None = None, *, out: Any = None) -> Any:
        """Return the outposts, as uint64[n] for a *color*, or uint64[n, 2]. See Board.outposts()."""
        return self._sets("outposts", color, out)

    def open_files(self, *, out: Any = None) -> Any:
        """Return the squares of the files without pawns, as uint64[n]. See Board.open_files()."""
        return self._written(out, np.uint64, self._native.query, "open_files")

    def half_open_files(self, color: bool | None = None, *, out: Any = None) -> Any:
        """Return the half-open files, as uint64[n] for a *color*, or uint64[n, 2]. See Board.half_open_files()."""
        return self._sets("half_open_files", color, out)

    def king_zone(self, color: bool | None = None, *, out: Any = None) -> Any:
        """Return the squares around the king, as uint64[n] for a *color*, or uint64[n, 2]. See Board.king_zone()."""
        return self._sets("king_zone", color, out)

    def attacked_by(self, color: bool | None = None, *, out: Any = None) -> Any:
        """Return the attacked squares, as uint64[n] for a *color*, or uint64[n, 2]. See Board.attacked_by()."""
        return self._sets("attacked_by", color, out)

    def blockers(self, color: bool | None = None, *, out: Any = None) -> Any:
        """Return the blockers of checks, as uint64[n] for a *color*, or uint64[n, 2]. See Board.blockers()."""
        return self._sets("blockers", color, out)

    def pinners(self, color: bool | None = None, *, out: Any = None) -> Any:
        """Return the pinning pieces, as uint64[n] for a *color*, or uint64[n, 2]. See Board.pinners()."""
        return self._sets("pinners", color, out)

    def threats(self, color: bool | None = None, *, out: Any = None) -> Any:
        """Return the threatened pieces, as uint64[n] for a *color*, or uint64[n, 2]. See Board.threats().

        Unlike there, the default is both colors, and not the side to move.
        """
        return self._sets("threats", color, out)


def _restored(cls: type[Boards], options: _BoardsOptions, seed: int, threads: int, state: Any) -> Boards:
    native = _boards_new(len(state[1]), **options, seed=seed)
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


def scorer(evaluation: Callable[..., Any]) -> Callable[[_Boards], bytes]:
    """Wrap an evaluation for the native search, which passes native boards and expects an int32 for each of them."""

    def evaluate(native: _Boards) -> bytes:
        boards = Boards._wrap(native)
        n = len(boards)
        scores = np.asarray(evaluation(boards))
        if scores.shape != (n,):
            raise ValueError(f"evaluation must return an array of the shape ({n},), not {scores.shape}")
        if scores.dtype.kind not in "iuf":
            raise TypeError(f"evaluation must return integers or floats, not {scores.dtype}")
        if not np.isfinite(scores).all():
            raise ValueError("evaluation must return finite scores")
        whole: npt.NDArray[np.int32] = np.rint(scores).clip(-MAX_EVALUATION, MAX_EVALUATION).astype(np.int32)
        return whole.tobytes()

    return evaluate
