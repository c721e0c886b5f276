"""What the author of an engine subclasses or calls: its name, its options, its search."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, TextIO, TypeAlias

from .._engine_options import Option, UciOptionMap
from ._declarations import check, spin, string
from ._limits import Limits
from ._loop import Loop
from ._report import Report, UciMove

if TYPE_CHECKING:
    from .._core import Board
    from ..engine import BestMove, PlayResult
    from ..search import Result

    Answer: TypeAlias = UciMove | tuple[UciMove, UciMove | None] | Result | BestMove | PlayResult | None


class Engine:
    """A UCI engine: subclass it and define `search`, or pass a function. `run` plays until the GUI ends it.

    Every engine has the options Ponder, UCI_Chess960, Move Overhead and Debug Log File.

    >>> import io
    >>> from bitrook import uci
    >>> def search(board, limits, report):
    ...     return next(iter(board.legal_moves))
    >>> engine = uci.Engine(search, name="First move")
    >>> engine.run(io.StringIO("position startpos moves e2e4\\ngo movetime 100\\n"))
    bestmove g8h6
    """

    name: str = ""
    """The name that GUIs show; by default that of the class."""
    author: str = "unknown"
    """The author."""
    OPTIONS: Sequence[Option] = ()
    """The options: results of `check`, `spin`, `combo`, `string` and `button`."""

    def __init__(
        self,
        search: Callable[[Board, Limits, Report], Answer] | None = None,
        *,
        name: str | None = None,
        author: str | None = None,
        options: Iterable[Option] = (),
    ) -> None:
        """Create an engine.

        :param search: a function with the parameters and the result of the method `search`.
        :param name: the name, instead of the class's.
        :param author: the author, instead of the class's.
        :param options: options in addition to the class's.
        """
        self._search = search
        self.name = name or self.name or type(self).__name__
        self.author = author or self.author
        self.declared: dict[str, Option] = {option.name.lower(): option for option in (*self.OPTIONS, *options)}
        """The options, by name in lower case."""
        self.declared |= {
            option.name.lower(): option for option in _BUILT_IN if option.name.lower() not in self.declared
        }
        valued = [option for option in self.declared.values() if option.type != "button"]
        self.options: UciOptionMap[Any] = UciOptionMap({option.name: option.default for option in valued})
        """The values of the options, by name in any case."""

    def search(self, board: Board, limits: Limits, report: Report) -> Answer:
        """Return the move to play. This method runs in a thread of its own, for positions with a legal move.

        If it raises an exception, the engine logs it and plays the first move of the last line that was reported.

        :param board: the position, with the game so far. It is a copy, which the search can change.
        :param limits: the limits. A search that does not call `Limits.must_stop` cannot be stopped.
        :param report: sends information, see `Report`.
        :returns: a legal move; a pair of it and the expected answer; or a `bitrook.search.Result` or another object
            with the attributes *move* and *ponder*.
        """
        if self._search is None:
            raise NotImplementedError(f"{type(self).__name__} has no method search(board, limits, report)")
        return self._search(board, limits, report)

    def new_game(self) -> None:
        """Prepare for a new game (``ucinewgame``): an engine with a hash table clears it."""

    def option_changed(self, name: str, value: Any) -> None:
        """Apply a new value of an option, which is already in `options`. If this raises, the old value is restored.

        :param name: the name, as declared.
        :param value: a bool, an int or a str; None for a button.
        """

    def run(self, input: TextIO | None = None, output: TextIO | None = None) -> None:
        """Obey commands until ``quit`` or the end of the input.

        A search that is running at the end of the input finishes if it has a limit, so that scripts get their answer.

        :param input: a text stream; by default standard input.
        :param output: a text stream; by default standard output.
        """
        Loop(self, input, output).run()


_BUILT_IN = (
    check("Ponder"),
    spin("Move Overhead", 20, 0, 5000),
    check("UCI_Chess960"),
    string("Debug Log File"),
)
