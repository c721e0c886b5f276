"""The base class of engines, with the members that an engine's author overrides or calls."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, TextIO, TypeAlias

from .._engine_options import Option, UciOptionMap
from ._declarations import check, spin, string
from ._limits import SearchLimits
from ._loop import Loop
from ._report import Report, UciMove

if TYPE_CHECKING:
    from .._core import Board
    from ..engine import BestMove, PlayResult
    from ..search import Result

    Answer: TypeAlias = UciMove | tuple[UciMove, UciMove | None] | Result | BestMove | PlayResult | None


class Engine:
    """A UCI engine. Subclass it and define `search`, or pass a function; then call `run`, which plays until ``quit``.

    Every engine declares the options Ponder, UCI_Chess960, Move Overhead and Debug Log File.

    >>> import io
    >>> from bitrook import uci
    >>> def search(board, limits, report):
    ...     return next(iter(board.legal_moves))
    >>> engine = uci.Engine(search, name="First move")
    >>> engine.run(io.StringIO("position startpos moves e2e4\\ngo movetime 100\\n"))
    bestmove g8h6
    """

    name: str = ""
    """The name that GUIs display; by default, the name of the class."""
    author: str = "unknown"
    """The author, as displayed by GUIs."""
    OPTIONS: Sequence[Option] = ()
    """The options, as returned by `check`, `spin`, `combo`, `string` and `button`."""

    def __init__(
        self,
        search: Callable[[Board, SearchLimits, Report], Answer] | None = None,
        *,
        name: str | None = None,
        author: str | None = None,
        options: Iterable[Option] = (),
    ) -> None:
        """Create an engine.

        :param search: a function that takes the same arguments as the method `search` and replaces it.
        :param name: the name; overrides the class attribute.
        :param author: the author; overrides the class attribute.
        :param options: further options, in addition to `OPTIONS`.
        """
        self._search = search
        self.name = name or self.name or type(self).__name__
        self.author = author or self.author
        self.declared: dict[str, Option] = {option.name.lower(): option for option in (*self.OPTIONS, *options)}
        """The declared options, by lowercase name."""
        self.declared |= {option.name.lower(): option for option in _BUILT_IN} | self.declared
        valued = [option for option in self.declared.values() if option.type != "button"]
        self.options: UciOptionMap[Any] = UciOptionMap({option.name: option.default for option in valued})
        """The values of the options, by name in any case."""

    def search(self, board: Board, limits: SearchLimits, report: Report) -> Answer:
        """Return the move to play. `run` calls this method in a separate thread, for positions with a legal move.

        If it raises an exception, the engine logs it and plays the first move of the last reported line.

        :param board: the position and the game so far. It is a copy that the search may change.
        :param limits: the limits of the search. A search that never calls `SearchLimits.must_stop` cannot be stopped.
        :param report: sends information to the GUI; see `Report`.
        :returns: a legal move; a pair of a legal move and the expected reply; or a `bitrook.search.Result` or any other
            object with the attributes *move* and *ponder*.
        """
        if self._search is None:
            raise NotImplementedError(f"{type(self).__name__} has no method search(board, limits, report)")
        return self._search(board, limits, report)

    def new_game(self) -> None:
        """Prepare for a new game (``ucinewgame``), for example by clearing the hash table."""

    def option_changed(self, name: str, value: Any) -> str | None:
        """React to a change of an option. `options` already contains the new value.

        If this method raises an exception, the old value is restored.

        :param name: the name of the option, as declared.
        :param value: a bool, an int or a str; None for a button.
        :returns: a text that is sent to the GUI as ``info string``, or None.
        """
        return None

    def run(self, input: TextIO | None = None, output: TextIO | None = None) -> None:
        """Process commands until ``quit`` or the end of the input.

        If a search with a limit is running at the end of the input, it is allowed to finish, so that scripts that pipe
        commands into the engine get an answer.

        :param input: a text stream; standard input by default.
        :param output: a text stream; standard output by default.
        :raises RuntimeError: while the interpreter shuts down, when no thread can be started.
        """
        if sys.is_finalizing():  # before Python 3.12, the start of the thread would never return
            raise RuntimeError("cannot run an engine while the interpreter shuts down")
        Loop(self, input, output).run()


_BUILT_IN = (
    check("Ponder"),
    spin("Move Overhead", 20, 0, 5000),
    check("UCI_Chess960"),
    string("Debug Log File"),
)
