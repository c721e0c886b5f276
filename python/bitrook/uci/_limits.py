"""The conditions that end a search: parameters of ``go``, the clock, and the commands ``stop`` and ``ponderhit``."""

from __future__ import annotations

import math
import threading
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from .._core import Board, Move, _stop_flag, _StopFlag
from ..search._search import times

MAX_DEPTH = 127
_NUMBERS = ("wtime", "btime", "winc", "binc", "movestogo", "depth", "nodes", "mate", "movetime")


@dataclass
class SearchLimits:
    """The limits of a search. As in the protocol, times such as *wtime* and *movetime* are in milliseconds.

    A search iterates over `depths` and calls `must_stop` often. The clock does not run while the engine ponders; the
    command ``ponderhit`` starts it.

    >>> from bitrook import uci
    >>> limits = uci.SearchLimits(depth=3)
    >>> list(limits.depths()), limits.must_stop()
    ([1, 2, 3], False)
    """

    moves: tuple[Move, ...] | None = None
    """The moves to search (``searchmoves``); None for all, and empty if all that were given are illegal. There is then no
    search, and the answer is ``bestmove (none)``."""
    ponder: bool = False
    """Whether the search started on the opponent's time (``ponder``)."""
    infinite: bool = False
    """Whether the search lasts until ``stop``."""
    wtime: int | None = None
    """The time on White's clock."""
    btime: int | None = None
    """The time on Black's clock."""
    winc: int | None = None
    """White's increment per move."""
    binc: int | None = None
    """Black's increment per move."""
    movestogo: int | None = None
    """The number of moves until the next time control; None if the time is for the rest of the game."""
    depth: int | None = None
    """The maximum depth, in plies."""
    nodes: int | None = None
    """The maximum number of nodes."""
    mate: int | None = None
    """The number of moves in which to find a mate."""
    movetime: int | None = None
    """The time for this move."""
    multipv: int = 1
    """The number of lines to report: the value of the option MultiPV, or 1 if the engine does not declare it."""
    soft_time: float = math.inf
    """The time in seconds after which it is not worth starting another depth."""
    hard_time: float = math.inf
    """The time in seconds after which the search must stop."""
    _started: float = field(default_factory=perf_counter, repr=False, compare=False)
    _flag: _StopFlag = field(default_factory=_stop_flag, repr=False, compare=False)
    _released: threading.Event = field(default_factory=threading.Event, repr=False, compare=False)
    _timer: threading.Timer | None = field(default=None, repr=False, compare=False)
    _deadline: float = field(default=math.inf, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not (self.ponder or self.infinite):
            self._released.set()
            self._deadline = self._started + self.hard_time

    def elapsed(self) -> float:
        """Return the seconds since ``go``.

        >>> from bitrook import uci
        >>> 0 <= uci.SearchLimits().elapsed() < 1
        True
        """
        return perf_counter() - self._started

    def must_stop(self, nodes: int = 0) -> bool:
        """Return whether the search must stop now. A call takes about 0.2 microseconds.

        :param nodes: the number of nodes searched so far, to compare with the node limit.

        >>> from bitrook import uci
        >>> uci.SearchLimits(nodes=1000).must_stop(1000), uci.SearchLimits(hard_time=0).must_stop()
        (True, True)
        """
        return (
            self._flag.is_set
            or perf_counter() >= self._deadline
            or (self.nodes is not None and nodes >= max(self.nodes, 1))
        )

    def may_deepen(self) -> bool:
        """Return whether there is time for another depth, which usually takes several times as long as the last one.

        >>> from bitrook import uci
        >>> uci.SearchLimits(soft_time=0).may_deepen(), uci.SearchLimits(infinite=True, soft_time=0).may_deepen()
        (False, True)
        """
        return not self.must_stop() and not (self._released.is_set() and self.elapsed() >= self.soft_time)

    def last_depth(self) -> int:
        """Return the last depth to search: *depth*, or else twice *mate*, or else 127.

        >>> from bitrook import uci
        >>> uci.SearchLimits(mate=2).last_depth(), uci.SearchLimits().last_depth()
        (4, 127)
        """
        plies = [MAX_DEPTH, *([self.depth] if self.depth is not None else []), *([2 * self.mate] if self.mate else [])]
        return max(min(plies), 1)

    def depths(self) -> Iterator[int]:
        """Yield the depths to search, starting with 1, as long as there is time for another one.

        >>> from bitrook import uci
        >>> list(uci.SearchLimits(depth=5, soft_time=0).depths())
        [1]
        """
        for depth in range(1, self.last_depth() + 1):
            if depth > 1 and not self.may_deepen():
                return
            yield depth

    def _stop(self) -> None:
        """End the search and let the engine send its move (``stop``)."""
        self._flag.set()
        self._released.set()

    def _ponderhit(self) -> None:
        """Start the clock. If the engine has already pondered for the soft time, the move is due immediately."""
        if self._released.is_set():
            return
        if self.elapsed() >= self.soft_time:
            self._flag.set()
        self._deadline = perf_counter() + self.hard_time
        self._released.set()
        if self.hard_time < math.inf:  # native searches check the flag, not the deadline
            self._timer = threading.Timer(self.hard_time, self._flag.set)
            self._timer.daemon = True
            self._timer.start()

    def _is_endless(self) -> bool:
        """Return whether only ``stop`` ends the search."""
        unlimited = self.depth is None and self.nodes is None and self.mate is None and self.hard_time == math.inf
        return unlimited or not self._released.is_set()

    def _close(self) -> None:
        if self._timer:
            self._timer.cancel()


def read_limits(words: list[str], board: Board, overhead: float, multipv: int) -> SearchLimits:
    """Parse the words after ``go``. Invalid numbers and illegal moves are left out.

    :param overhead: the time in seconds that each move loses to communication.
    """
    numbers: dict[str, Any] = {
        name: int(text)
        for name, text in zip(words, words[1:])
        if name in _NUMBERS and text.isascii() and text.removeprefix("-").isdigit()
    }
    for name in ("depth", "mate"):
        if name in numbers:
            numbers[name] = max(numbers[name], 1)
    moves = None
    if "searchmoves" in words:
        texts = tuple(_moves_in(words[words.index("searchmoves") + 1 :]))
        moves = tuple(_legal_moves(texts, board)) if texts else None
    soft = hard = math.inf
    if "movetime" in numbers:
        hard = max(numbers["movetime"] / 1000 - overhead / 2, 0.0)
    left = numbers.get("wtime" if board.turn else "btime")
    if left is not None:
        increment = numbers.get("winc" if board.turn else "binc", 0) / 1000
        # Every later move also gains the increment and loses the overhead.
        soft, limit = times(left / 1000 - overhead, increment - overhead, numbers.get("movestogo"))
        hard = min(hard, limit)
        if moves is None and board.legal_moves.count() == 1:
            soft = 0.0
    return SearchLimits(
        moves=moves, ponder="ponder" in words, infinite="infinite" in words, multipv=multipv,
        soft_time=soft, hard_time=hard, **numbers,
    )  # fmt: skip


def _moves_in(words: Iterable[str]) -> Iterator[str]:
    """Yield the words up to the first that does not look like a move, where another parameter begins."""
    for word in words:
        if not (len(word) in (4, 5) and word[1].isdigit() and word[3].isdigit()):
            return
        yield word


def _legal_moves(words: Iterable[str], board: Board) -> Iterator[Move]:
    for word in words:
        try:
            yield board.parse_uci(word)
        except ValueError:
            continue
