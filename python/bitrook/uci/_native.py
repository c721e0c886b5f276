"""The native search as a UCI engine. Its options set arguments of `bitrook.search.Search`."""

from __future__ import annotations

import math
import os
import warnings
from collections.abc import Callable, Iterable, Sequence
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING, Any

from .._core import Board, DefaultEvaluation, TranspositionTable, __version__
from .._engine_options import Option
from ..nnue._network import default, network_of
from ..search import Result, Search
from ._declarations import button, check, spin, string
from ._engine import Engine
from ._limits import SearchLimits
from ._report import Report

if TYPE_CHECKING:
    from ..polyglot import MemoryMappedReader
    from ..syzygy import Tablebase


def open_tables(paths: str) -> Tablebase | None:
    """Open the tablebases in a list of directories separated as in PATH. Return None if the list is empty.

    :raises OSError: if no directory can be read.
    """
    if not paths.strip(os.pathsep + " "):
        return None
    from ..syzygy import Tablebase

    tables = Tablebase()
    tables.add_path(paths)
    return tables


# Options that set arguments of `Search`: the option, the name of the argument, and the conversion of the value to the
# argument. If the conversion raises an exception, the old value is kept.
SEARCH_OPTIONS: tuple[tuple[Option, str, Callable[[Any], object]], ...] = (
    (spin("Hash", 16, 1, 65536), "table", TranspositionTable),
    (string("EvalFile", "default"), "evaluation", network_of),
    (string("SyzygyPath"), "tablebase", open_tables),
    (spin("SyzygyProbeDepth", 1, 1, 100), "probe_depth", int),
    (check("Syzygy50MoveRule", True), "fifty_move_rule", bool),
)


class SearchEngine(Engine):
    """bitrook's native search as a UCI engine. This is the engine that ``bitrook uci`` runs.

    It evaluates with `bitrook.nnue.default`. The option EvalFile selects another network; ``<empty>`` selects the terms of
    `bitrook.search.DefaultEvaluation`.

    To change the evaluation or the search techniques, subclass it or pass arguments for `bitrook.search.Search`:

    >>> import io
    >>> from bitrook import search, uci
    >>> engine = uci.SearchEngine(name="Tables", evaluation=search.PieceSquareTables())
    >>> engine.run(io.StringIO("position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1\\ngo depth 1\\n"))  # doctest: +ELLIPSIS
    info depth 1 seldepth ... score mate 1 nodes ... pv a1a8
    bestmove a1a8
    """

    name: str = f"bitrook {__version__}"
    author: str = "the bitrook authors"
    OPTIONS: Sequence[Option] = (
        *(option for option, _, _ in SEARCH_OPTIONS),
        spin("Threads", 1, 1, 1024),
        spin("MultiPV", 1, 1, 218),  # no position has more legal moves
        button("Clear Hash"),
        check("OwnBook"),
        string("BookFile"),
    )

    def __init__(
        self,
        *,
        name: str | None = None,
        author: str | None = None,
        options: Iterable[Option] = (),
        **arguments: Any,
    ) -> None:
        """Create an engine.

        :param name: the name; "bitrook" and the version by default.
        :param author: the author.
        :param options: further options.
        :param arguments: arguments for `bitrook.search.Search`. *evaluation* is `bitrook.nnue.default` unless it is given.
        """
        super().__init__(name=name, author=author, options=options)
        arguments.setdefault("evaluation", default())
        self.native: Search = Search(**arguments)
        """The search. Change its arguments with `set_search`."""
        self._arguments: dict[str, Any] = {**arguments, "table": self.native.table}

    def search(self, board: Board, limits: SearchLimits, report: Report) -> Result:
        """Return a book move if there is one; otherwise run the native search."""
        if not limits.infinite and limits.moves is None and limits.multipv == 1:
            if found := self.native._from_book(board):
                return found

        def on_info(result: Result) -> None:
            report(result, hashfull=self.native.table.hashfull())
            if not limits.may_deepen():
                limits._flag.set()

        seconds = None if limits._deadline == math.inf else max(limits._deadline - perf_counter(), 0.0)
        nodes = None if limits.nodes is None else max(limits.nodes, 0)
        return self.native._run(
            limits._flag, board, limits.last_depth(), nodes, seconds, limits.moves, limits.multipv, on_info,
            self.options["Threads"],
        )  # fmt: skip

    def new_game(self) -> None:
        """Clear the hash table."""
        self.native.table.clear()

    def option_changed(self, name: str, value: Any) -> str | None:
        """Set the search argument that corresponds to the option."""
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always", RuntimeWarning)
            self._change(name, value)
        return "; ".join(str(warning.message) for warning in caught) or None

    def _change(self, name: str, value: Any) -> None:
        if name == "Clear Hash":
            self.native.table.clear()
        if name in ("OwnBook", "BookFile"):
            self.set_search(book=self._open_book(), book_random=Random())
        for option, argument, convert in SEARCH_OPTIONS:
            if option.name == name:
                self.set_search(**{argument: convert(value)})

    def set_search(self, **arguments: Any) -> None:
        """Change arguments of the search, and keep the others.

        The hash table is cleared, because its scores may depend on what was changed, unless only the table or the book is
        replaced. Assigning to `native` instead would last only until the next option that changes the search.

        :param arguments: arguments for `bitrook.search.Search`.
        :raises TypeError: if `Search` refuses an argument. The search is then unchanged.

        >>> from bitrook import search, uci
        >>> engine = uci.SearchEngine()
        >>> engine.set_search(evaluation=search.PieceSquareTables(), null_move=False)
        >>> type(engine.native.evaluation).__name__
        'PieceSquareTables'
        """
        changed = set(arguments)
        arguments = {**self._arguments, **arguments}
        self.native = Search(**arguments)
        self._arguments = arguments
        if changed - {"table", "book", "book_random"}:
            self.native.table.clear()

    def _open_book(self) -> MemoryMappedReader | None:
        if not (self.options["OwnBook"] and self.options["BookFile"]):
            return None
        from ..polyglot import open_reader

        return open_reader(self.options["BookFile"])

    def do_eval(self, board: Board, words: list[str]) -> str:
        """Return the static evaluation in pawns from White's point of view, for the command ``eval``."""
        if board.is_check():
            return "\nFinal evaluation: none (in check)\n"
        evaluation: Any = self.native.evaluation or DefaultEvaluation()
        if self.native.batched:
            return "\nFinal evaluation: none (it evaluates only batches of boards)\n"
        score = evaluation(board) * (1 if board.turn else -1)
        return f"\nFinal evaluation       {score / 100:+.2f} (white side)\n"
