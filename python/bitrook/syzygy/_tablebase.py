"""Sets of tablebase files, and probes of single boards and of many."""

from __future__ import annotations

import os
import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar, overload

from .. import _core
from .._core import Board, Move
from .._arguments import integer
from ._names import is_tablename

if TYPE_CHECKING:
    from _typeshed import StrOrBytesPath

    from ..batch import Boards

T = TypeVar("T")

TBPIECES = 7
"""The maximum number of pieces in a table, including the kings."""

_MISSING, _UNREADABLE = 2, 3


def _rules(variant: type[Board]) -> str:
    return "standard chess" if variant.uci_variant == "chess" else str(variant.uci_variant)


class MissingTableError(KeyError):
    """Raised when a probe needs a table that has not been added."""


@dataclass(frozen=True)
class RankedMove:
    """A legal move with its exact value, from `Tablebase.rank_moves`.

    :ivar move: the move.
    :ivar wdl: the value for the side that makes the move, from -2 to 2.
    :ivar dtz: the number of plies to the next capture or pawn move, including this move; 0 for a draw.
    :ivar rank: an int that orders moves under the fifty-move rule. Equally good moves have equal ranks.
    """

    move: Move
    wdl: int
    dtz: int
    rank: int


class Tablebase:
    """A set of tablebase files. See `open_tablebase`.

    Files stay mapped into memory. A program that overwrites a mapped file in place can crash the process (SIGBUS); to
    replace a file, write a new one and rename it (``mv``).

    Values are for the side to move. **WDL**: 2 is a win, 1 a win that the fifty-move rule turns into a draw (a "cursed
    win"), 0 a draw, -1 a loss that the rule turns into a draw (a "blessed loss"), -2 a loss. **DTZ**: the number of
    plies to the next capture or pawn move that keeps the value, negative for the losing side; its magnitude is 100
    higher for cursed wins and blessed losses. DTZ can be too high by one, because some files count full moves.

    :param max_fds: accepted for compatibility. Mapped files keep no descriptor open.
    :param VariantBoard: the class of the boards: `Board`, or a class of `bitrook.variant` that has tables
        (``SuicideBoard``, ``GiveawayBoard``, ``AntichessBoard``, ``AtomicBoard``).
    :raises ValueError: if the variant of *VariantBoard* has no tables.
    """

    def __init__(self, *, max_fds: int | None = 128, VariantBoard: type[Board] = Board) -> None:  # noqa: N803
        if VariantBoard.tbw_suffix is None:
            raise ValueError(f"there are no tablebases of {VariantBoard.uci_variant}")
        self._variant = VariantBoard
        self._native = _core._tablebase(str(VariantBoard.uci_variant))

    def add_directory(self, directory: StrOrBytesPath, *, load_wdl: bool = True, load_dtz: bool = True) -> int:
        """Add the tables in a directory and return how many there are. Files are opened when they are first needed.

        :param load_wdl: whether to add WDL files. See add_file().
        :param load_dtz: whether to add DTZ files.
        :raises OSError: if the directory cannot be read.
        """
        with os.scandir(directory) as entries:
            return sum(self.add_file(entry.path, load_wdl=load_wdl, load_dtz=load_dtz) for entry in entries)

    def add_path(self, path: str) -> int:
        """Add the tables in several directories and return how many there are.

        :param path: the directories, separated by ``:`` (``;`` on Windows) as in the option SyzygyPath of UCI engines.
            Empty parts are ignored. If some of the directories cannot be read, they are skipped with a RuntimeWarning.
        :raises OSError: if none of the directories can be read.

        >>> import os
        >>> from bitrook.syzygy import Tablebase
        >>> Tablebase().add_path(f"{os.pathsep}.")
        0
        """
        count = 0
        errors: list[OSError] = []
        directories = [part for part in path.split(os.pathsep) if part.strip()]
        for directory in directories:
            try:
                count += self.add_directory(directory)
            except OSError as error:
                errors.append(error)
        if errors and len(errors) == len(directories):
            raise errors[0]
        for each in errors:
            warnings.warn(f"directory of tablebases skipped: {each}", RuntimeWarning, stacklevel=2)
        return count

    def add_file(self, path: StrOrBytesPath, *, load_wdl: bool = True, load_dtz: bool = True) -> int:
        """Add one table and return 1. Return 0 if the file name does not name a table of a requested kind.

        Suicide and giveaway chess have the same values without pawns, so each also accepts the other's tables without
        pawns.

        :param load_wdl: whether to add it if it is a WDL file (``.rtbw``, or the *tbw_suffix* of the boards).
        :param load_dtz: whether to add it if it is a DTZ file (``.rtbz``, or the *tbz_suffix* of the boards).
        """
        path = os.fsdecode(path)
        name, extension = os.path.splitext(os.path.basename(path))
        variant = self._variant
        wdl, dtz = [variant.tbw_suffix], [variant.tbz_suffix]
        if "P" not in name:
            wdl.append(variant.pawnless_tbw_suffix)
            dtz.append(variant.pawnless_tbz_suffix)
        if not ((load_wdl and extension in wdl) or (load_dtz and extension in dtz)):
            return 0
        if not is_tablename(name, one_king=variant.one_king):
            return 0
        add = self._native.add_dtz if extension in dtz else self._native.add_wdl
        return int(add(os.path.abspath(path), name))

    def _value(self, answer: int | tuple[int, str], board: Any) -> int:
        if isinstance(answer, int):
            return answer
        status, reason = answer
        if status == _UNREADABLE:
            raise OSError(reason)
        if status == _MISSING:
            raise MissingTableError(reason)
        if board.castling_rights:
            raise KeyError(f"tables do not contain positions with castling rights: {board.fen()}")
        if board.occupied.bit_count() > TBPIECES:
            raise KeyError(f"tables have at most {TBPIECES} pieces, not {board.occupied.bit_count()}: {board.fen()}")
        if board.was_into_check():
            raise KeyError(f"the side to move could capture the king: {board.fen()}")
        raise KeyError(f"not a position of {_rules(self._variant)}: {board.fen()}")

    def _require_variant(self, board: Board) -> None:
        if board.uci_variant != self._variant.uci_variant:
            named = f"of {self._variant.uci_variant}, not of {board.uci_variant}"
            raise KeyError(f"the tables are {named}: {board.fen()}")

    @overload
    def probe_wdl(self, board: Board) -> int: ...
    @overload
    def probe_wdl(self, board: Boards, *, out: Any = ..., threads: int = ...) -> Any: ...
    def probe_wdl(self, board: Any, *, out: Any = None, threads: int = 1) -> Any:
        """Return the WDL value of one board, or the values of many boards.

        :param board: a `Board`, or `bitrook.batch.Boards`.
        :param out: with `Boards`, an int8 array of shape (n,) to write into.
        :param threads: with `Boards`, the number of threads.
        :returns: an int from -2 to 2; with `Boards` an int8 array of shape (n,), with -128 where no table applies.
        :raises MissingTableError: for a `Board`, if a table that is needed has not been added.
        :raises KeyError: for a `Board` with castling rights or too many pieces.
        :raises OSError: if a table cannot be read or is damaged.
        """
        return self._probe(board, False, out, threads)

    @overload
    def probe_dtz(self, board: Board) -> int: ...
    @overload
    def probe_dtz(self, board: Boards, *, out: Any = ..., threads: int = ...) -> Any: ...
    def probe_dtz(self, board: Any, *, out: Any = None, threads: int = 1) -> Any:
        """Return the DTZ value of one board, or the values of many boards, in plies.

        :param board: a `Board`, or `bitrook.batch.Boards`.
        :param out: with `Boards`, an int16 array of shape (n,) to write into.
        :param threads: with `Boards`, the number of threads.
        :returns: an int; with `Boards` an int16 array of shape (n,), with -32768 where no table applies.
        :raises MissingTableError: for a `Board`, if a table that is needed has not been added.
        :raises KeyError: for a `Board` with castling rights or too many pieces.
        :raises OSError: if a table cannot be read or is damaged.
        """
        return self._probe(board, True, out, threads)

    def _probe(self, board: Any, dtz: bool, out: Any, threads: int) -> Any:
        if isinstance(board, Board):
            self._require_variant(board)
            answer = self._native.dtz(board) if dtz else self._native.wdl(board)
            return answer if isinstance(answer, int) else self._value(answer, board)
        from ..batch import Boards
        from ..batch._arrays import output

        if not isinstance(board, Boards):
            raise TypeError(f"board must be a Board or Boards, not {type(board).__name__}")
        if self._variant.uci_variant != "chess":
            raise ValueError(
                f"Boards hold positions of standard chess, but the tables are of {self._variant.uci_variant}"
            )
        made = output(out, (len(board),), "int16" if dtz else "int8")
        probe = self._native.dtz_of_boards if dtz else self._native.wdl_of_boards
        answer = probe(board._native, made, integer("threads", threads, 1, 1024))
        self._value(answer, None)
        return made

    @overload
    def get_wdl(self, board: Board) -> int | None: ...
    @overload
    def get_wdl(self, board: Board, default: T) -> int | T: ...
    def get_wdl(self, board: Board, default: Any = None) -> Any:
        """Return the WDL value of a board, or *default* if no table contains it."""
        try:
            return self.probe_wdl(board)
        except KeyError:
            return default

    @overload
    def get_dtz(self, board: Board) -> int | None: ...
    @overload
    def get_dtz(self, board: Board, default: T) -> int | T: ...
    def get_dtz(self, board: Board, default: Any = None) -> Any:
        """Return the DTZ value of a board, or *default* if no table contains it."""
        try:
            return self.probe_dtz(board)
        except KeyError:
            return default

    def probe_dtz_no_ep(self, board: Board) -> int:
        """Return the DTZ value of a board as if no en-passant capture were possible."""
        board = board.copy(stack=False)
        board.ep_square = None
        return self.probe_dtz(board)

    def probe_wdl_table(self, board: Board) -> int:
        """Return the value that the WDL file stores for a board. Unlike `probe_wdl`, this does not consider captures."""
        self._require_variant(board)
        answer, _, value = self._native.look_up_wdl(board, 0)
        self._value(answer, board)
        return value

    def probe_dtz_table(self, board: Board, wdl: int) -> tuple[int, int]:
        """Return the value that the DTZ file stores for a board.

        :param wdl: the WDL value of the board, from -2 to 2.
        :raises ValueError: if *wdl* is out of range.
        :returns: ``(plies, 1)``, or ``(0, -1)`` if the file contains only positions with the other side to move.
        """
        self._require_variant(board)
        answer, other_side, value = self._native.look_up_dtz(board, wdl)
        self._value(answer, board)
        return (0, -1) if other_side else (max(value - 1, 0), 1)

    def rank_moves(self, board: Board) -> list[RankedMove]:
        """Return the legal moves of a board with their exact values, best first.

        Ranks take the half-move clock and the repetitions of the game into account, as Fathom does: all moves that
        certainly win have the same rank. Among equal ranks the fastest win and the slowest loss come first.

        :raises MissingTableError: if a table that is needed has not been added.
        :raises KeyError: for a board with castling rights or too many pieces.
        """
        self._require_variant(board)
        answer, moves = self._native.ranked_moves(board)
        self._value(answer, board)
        return [RankedMove(move, wdl, dtz, rank) for move, rank, wdl, dtz in moves]

    def __len__(self) -> int:
        return len(self._native)

    def close(self) -> None:
        """Close all tables. Probes that are running in other threads finish first."""
        self._native = _core._tablebase(str(self._variant.uci_variant))

    def __enter__(self) -> Tablebase:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def open_tablebase(
    directory: StrOrBytesPath,
    *,
    load_wdl: bool = True,
    load_dtz: bool = True,
    max_fds: int | None = 128,
    VariantBoard: type[Board] = Board,  # noqa: N803
) -> Tablebase:
    """Return a `Tablebase` with the tables of a directory.

    :param load_wdl: whether to add WDL files.
    :param load_dtz: whether to add DTZ files.
    :param max_fds: see `Tablebase`.
    :param VariantBoard: see `Tablebase`.
    :raises OSError: if the directory cannot be read.
    """
    tables = Tablebase(max_fds=max_fds, VariantBoard=VariantBoard)
    tables.add_directory(directory, load_wdl=load_wdl, load_dtz=load_dtz)
    return tables


class Table(Tablebase):
    """A single tablebase file, like python-chess's ``WdlTable`` and ``DtzTable``.

    :param path: the file.
    :param variant: the class of the boards. See `Tablebase`.
    :raises ValueError: if the file's name is not that of a table.
    """

    def __init__(self, path: StrOrBytesPath, *, variant: type[Board] = Board) -> None:
        super().__init__(VariantBoard=variant)
        self.path: str = os.fsdecode(path)
        if not self.add_file(self.path):
            raise ValueError(f"expected a file name such as KQvKR.rtbw, got {self.path!r}")

    def init_table_wdl(self) -> None:
        """Do nothing, because files are opened by the first probe."""

    init_table_dtz = init_table_wdl


WdlTable = DtzTable = Table
