"""Evaluate every position of a set of games with a pool of engines, and keep the evaluations in a journal."""

from __future__ import annotations

import concurrent.futures
import json
import os
import queue
import threading
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, closing
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar, cast

from .. import Board, Move
from .._arguments import integer
from .._lock import ExclusiveFile
from .._progress import Display, progress_of
from ..engine import EngineError, Limit
from ..match._players import TIMEOUTS, Driver, EngineLike, Player
from ..pgn import Cp, Game, Mate, PovScore, Score
from ._report import START, Judgment, end_of, judge_moves, judged


T = TypeVar("T")

DEFAULT_LIMIT = Limit(nodes=100_000)
"""The limit for each position if none is given."""

_TRIES = 2
_HANGS, _FAILURES = 3, 10  # positions in a row on which engines hang or fail, after which the analysis ends
_POLL = 0.1  # seconds between progress updates; on Windows, also the delay until Ctrl-C takes effect


class PositionError(EngineError):
    """The engine failed on a position twice, the second time after a restart."""


class GaveUpError(EngineError):
    """The engine hung or failed on several positions in a row, so the analysis ended."""


def limit_of(limit: Limit | None) -> Limit:
    """Return *limit*, or the default limit if it is None.

    :raises ValueError: if the limit would never end an analysis.
    """
    limit = DEFAULT_LIMIT if limit is None else limit
    if all(each is None for each in (limit.time, limit.depth, limit.nodes, limit.mate)):
        raise ValueError("limit must have a time, depth, nodes or mate")
    return limit


class Pool:
    """Runs tasks on engines, each in its own thread. Leaving the context cancels the tasks and closes the engines."""

    def __init__(self, engine: EngineLike, workers: int = 1) -> None:
        self._player = Player.of(engine)
        ignored = [name for name in ("limit", "ponder") if getattr(self._player, name)]
        if ignored:
            raise ValueError(f"a Player's {ignored[0]} applies only to matches; pass limit= to set the limit")
        self.workers = integer("workers", workers, 1, 1024)
        self._hung = self._failed = 0  # positions in a row
        self._end_reason: str | None = None
        self._lock = threading.Lock()
        self._open: set[Driver] = set()
        self._closed = False
        self._idle: queue.SimpleQueue[Driver | None] = queue.SimpleQueue()
        first = self._start()  # started here so that a failure is raised immediately
        self.identity: Mapping[str, object] = first.identity
        """What the engine reports about itself."""
        self.check_variant = first.check_variant
        self._idle.put(first)
        for _ in range(workers - 1):
            self._idle.put(None)
        self._executor = concurrent.futures.ThreadPoolExecutor(workers, thread_name_prefix="bitrook-analysis")

    def _start(self) -> Driver:
        driver = self._player.open()
        with self._lock:
            self._open.add(driver)
            closed = self._closed
        if closed:
            driver.close()
        return driver

    def _end(self, driver: Driver) -> None:
        with self._lock:
            self._open.discard(driver)
        driver.close()

    def submit(self, task: Callable[[Driver], T]) -> concurrent.futures.Future[T]:
        """Schedule *task* on an engine.

        The future returns the task's result, or raises a `PositionError`. If engines hang or fail on several positions in
        a row, it raises a `GaveUpError`, as do all later tasks.
        """
        return self._executor.submit(self._run, task)

    def _run(self, task: Callable[[Driver], T]) -> T:
        driver = self._idle.get()
        reason: Exception | None = None
        try:
            if self._end_reason is not None:
                raise GaveUpError(self._end_reason)
            for _ in range(_TRIES):
                driver = driver or self._start()
                try:
                    result = task(driver)
                    if not self._closed:  # otherwise the task may have been cut short
                        self._count(None)
                        return result
                except (EngineError, *TIMEOUTS) as error:
                    reason = error
                    self._end(driver)
                    driver = None
                if self._closed:
                    break
            self._count(reason)
            raise PositionError(str(reason) or type(reason).__name__) from reason
        finally:
            self._idle.put(driver)

    def _count(self, reason: Exception | None) -> None:
        """Count positions in a row on which engines hung or failed.

        :raises GaveUpError: if there are too many.
        """
        with self._lock:
            if self._closed:
                return
            self._hung = self._hung + 1 if isinstance(reason, TIMEOUTS) else 0
            self._failed = self._failed + 1 if reason is not None else 0
            if self._hung >= _HANGS or self._failed >= _FAILURES:
                what, count = ("hung", self._hung) if self._hung >= _HANGS else ("failed", self._failed)
                self._end_reason = f"the engine {what} on {count} positions in a row, so the analysis ends: {reason}"
                self._end_reason += "; repair the engine, or choose another one"
                raise GaveUpError(self._end_reason)

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, *error: object) -> None:
        with self._lock:
            self._closed = True
            drivers = list(self._open)
        self._executor.shutdown(wait=False, cancel_futures=True)
        for driver in drivers:
            driver.close()
        self._executor.shutdown()


def wait(future: concurrent.futures.Future[T], progress: Callable[[], object]) -> T:
    """Wait for a future and return its result, calling *progress* at regular intervals."""
    while True:
        progress()
        done, _ = concurrent.futures.wait([future], timeout=_POLL)
        if done:
            return future.result()


class Journal:
    """Evaluations by position. The file has one line of JSON with the settings, then one for each evaluation.

    Evaluations are written immediately, from any thread. Until the journal is closed, no other run can use its file.

    :param settings: everything that the evaluations depend on, as a JSON object.
    :raises ValueError: if the file is not a journal, is damaged, or was written with other settings.
    :raises BlockingIOError: if another run is using the file.
    """

    def __init__(self, path: str | os.PathLike[str], settings: Mapping[str, object], limit: Limit) -> None:
        self._lock = threading.Lock()
        self.error: OSError | None = None
        """The first error of a write; nothing is written after it."""
        self._file = ExclusiveFile(path)
        header: dict[str, Any] = json.loads(json.dumps({"journal": 2, **settings, "limit": repr(limit)}))
        try:
            self._rows = self._read(header)
            if not len(self._file):
                self._write(header)
        except BaseException:
            self._file.close()
            raise

    def _write(self, row: dict[str, Any]) -> None:
        self._file.append(f"{json.dumps(row)}\n".encode())

    def _read(self, settings: dict[str, Any]) -> dict[str, dict[str, Any]]:
        """Return the rows by position. Remove an incomplete last line."""
        path = self._file.path
        with open(path, "rb") as file:
            text = file.read()
        whole = text.rfind(b"\n") + 1
        lines = text[:whole].splitlines()
        if text and not lines and not b'{"journal": '.startswith(text[:12]):
            raise ValueError(f"{path} is not a journal of an analysis: choose another file")
        rows: dict[str, dict[str, Any]] = {}
        found: dict[str, Any] = settings
        for number, line in enumerate(lines, 1):
            try:
                row = json.loads(line)
                if number == 1:
                    found = dict(row)
                    found["journal"]
                else:
                    rows[str(row.pop("position"))] = row
                    _evaluation(row)
            except (ValueError, TypeError, KeyError, AttributeError):
                if number == 1:
                    raise ValueError(f"{path} is not a journal of an analysis: choose another file") from None
                raise ValueError(
                    f"{path}:{number}: this line of the journal is damaged; delete the line, or the file to start over"
                ) from None
        if found != settings and rows:
            names = [name for name in {**found, **settings} if found.get(name) != settings.get(name)]
            changes = ", ".join(f"{name}: {found.get(name)!r}, now {settings.get(name)!r}" for name in names)
            raise ValueError(
                f"{path} is the journal of an analysis with other settings ({changes}); delete it to start over"
            )
        self._file.truncate(whole if found == settings else 0)  # without evaluations, the settings do not matter
        return rows

    def get(self, key: str, board: Board) -> tuple[PovScore, int | None, tuple[Move, ...]] | None:
        """Return the score, the depth and the best line of a position, or None if the journal does not have it."""
        row = self._rows.pop(key, None)
        if row is None:
            return None
        score, depth, line = _evaluation(row)
        if line and line[0] not in board.legal_moves:
            raise ValueError(f"{self._file.path}: {line[0]} is illegal in {key}; delete the journal to start over")
        return PovScore(score, board.turn), depth, line

    def add(self, key: str, score: PovScore, depth: int | None, line: tuple[Move, ...]) -> None:
        """Append an evaluation to the file. After an error, which is kept in `error`, nothing is written."""
        relative = score.relative
        value: dict[str, Any] = {"cp": relative.score()} if relative.mate() is None else {"mate": relative.mate()}
        with self._lock:
            if self.error is None and not self._file.closed:
                try:
                    self._write({"position": key, **value, "depth": depth, "line": [move.uci() for move in line]})
                except OSError as error:
                    self.error = error

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._file.close()


def _evaluation(row: dict[str, Any]) -> tuple[Score, int | None, tuple[Move, ...]]:
    """Convert a row of the file.

    :raises ValueError, TypeError, KeyError: if the row is damaged.
    """
    number, depth, line = row["cp"] if "cp" in row else row["mate"], row["depth"], cast("list[str]", row["line"])
    if type(number) is not int or not (depth is None or type(depth) is int) or type(line) is not list:
        raise TypeError
    return Cp(number) if "cp" in row else Mate(number), depth, tuple(map(Move.from_uci, line))


Progress = Callable[[int, int, int], object]

_CLOCK = 60  # once the half-move clock reaches this, the fifty-move rule may affect an evaluation


@dataclass(frozen=True)
class Evaluation:
    """An engine's evaluation of a position."""

    score: PovScore
    """The score."""
    depth: int | None = None
    """The search depth in plies; None if unknown."""
    line: tuple[Move, ...] = ()
    """The best line. Empty if the game is over, or if the evaluation was already in the game."""


@dataclass(frozen=True)
class GameAnalysis:
    """A game and the evaluations of its positions."""

    game: Game
    """The game, unchanged."""
    evaluations: list[Evaluation | None]
    """The evaluations of the first position and of the position after each move of the main line. None marks a position
    that was skipped or that is not legal. The list is empty if the game is a chess variant or its FEN is invalid."""

    @property
    def scores(self) -> list[Score | None]:
        """The scores from White's point of view. The standard starting position always scores 0.15."""
        scores = [evaluation.score.white() if evaluation else None for evaluation in self.evaluations]
        return scores if "FEN" in self.game.headers or not scores else [START, *scores[1:]]

    @property
    def judgments(self) -> list[Judgment | None]:
        """The judgment of each move; None if the move is not bad, or the position before or after it was skipped."""
        return judged(self.game, judge_moves(self.scores, self.game.turn()))


class Evaluator:
    """Evaluates positions. A position that is requested several times is evaluated once."""

    def __init__(
        self, pool: Pool, limit: Limit, journal: Journal | None, progress: Progress | Display | None, total: int
    ) -> None:
        self.pool, self._limit, self._journal, self._progress, self._total = pool, limit, journal, progress, total
        self._known: dict[str, Evaluation | concurrent.futures.Future[Evaluation] | None] = {}
        self._lock = threading.Lock()
        self.done = 0  # requested positions that have been evaluated
        self.kept = 0  # positions whose evaluation was in the journal
        self._queued: deque[concurrent.futures.Future[Evaluation]] = deque()

    @property
    def queued(self) -> int:
        """The number of positions that are waiting for an engine or being analyzed."""
        while self._queued and self._queued[0].done():
            self._queued.popleft()
        return len(self._queued)

    def request(self, board: Board) -> str:
        """Queue a position for evaluation, unless it was requested before, and return its key."""
        key = board.epd() if board.halfmove_clock < _CLOCK else board.fen()
        if board.uci_variant != Board.uci_variant:
            key = f"{board.uci_variant} {key}"
        if key not in self._known:
            kept = self._journal.get(key, board) if self._journal else None
            if not board.is_valid():  # engines may crash on such positions
                self._known[key] = None
            elif not board.legal_moves or board.is_insufficient_material():
                self._known[key] = Evaluation(end_of(board))
            elif kept:
                self._known[key] = Evaluation(*kept)
                self.kept += 1
            else:
                self._known[key] = future = self.pool.submit(lambda driver: self._evaluate(driver, board))
                self._queued.append(future)
                future.add_done_callback(partial(self._finished, key))
                return key
        self.add_done()
        return key

    def add_done(self) -> None:
        """Count a position that has been evaluated. Engines call this from several threads."""
        with self._lock:
            self.done += 1

    def _finished(self, key: str, future: concurrent.futures.Future[Evaluation]) -> None:
        self.add_done()
        if self._journal and not future.cancelled() and future.exception() is None:
            found = future.result()
            self._journal.add(key, found.score, found.depth, found.line)

    def _evaluate(self, driver: Driver, board: Board) -> Evaluation:
        # Without the move history, because all games that reach this position share the evaluation.
        info = driver.analyze(board.copy(stack=False), self._limit)
        if "score" not in info:
            raise PositionError("the engine sent no score")
        return Evaluation(info["score"], info.get("depth"), tuple(info.get("pv", ())))

    def is_ready(self, key: str) -> bool:
        """Return whether `result` would return without waiting."""
        known = self._known[key]
        return not isinstance(known, concurrent.futures.Future) or known.done()

    def result(self, key: str) -> Evaluation | None:
        """Wait for the evaluation of a position and return it. Warn and return None if the engine failed on it.

        :raises OSError: if the journal could not be written.
        :raises GaveUpError: if the engine has failed too often.
        """
        known = self._known[key]
        if isinstance(known, concurrent.futures.Future):
            try:
                known = wait(known, self.report)
            except PositionError as error:
                warnings.warn(f"skipped {key}: the engine failed twice: {error}", RuntimeWarning, stacklevel=4)
                known = None
            self._known[key] = known
        if self._journal and self._journal.error:
            raise self._journal.error
        return known

    def report(self) -> None:
        """Report the progress."""
        total = max(self._total, self.done) if self._total else 0
        if isinstance(self._progress, Display):  # the estimated time depends on new evaluations only
            self._progress(self.done - self.kept, max(total - self.kept, 0), self.kept or "")
        elif self._progress:
            self._progress(self.done, total, self.kept)


class _Work:
    """A game whose positions are being evaluated."""

    def __init__(self, game: Game, evaluator: Evaluator, reuse: bool, lines: bool) -> None:
        self.game, self._evaluator, self._lines = game, evaluator, lines
        self._found: list[Evaluation | None] = []
        self._keys: dict[int, str] = {}  # keys of requested positions, by ply
        try:
            board = game.board()
            evaluator.pool.check_variant(type(board))
        except (ValueError, EngineError) as error:  # an invalid FEN, or a variant that the engine does not play
            players = " - ".join(game.headers.get(name, "?") for name in ("White", "Black"))
            warnings.warn(f"skipped the game {players}: {error}", UserWarning, stacklevel=4)
            return
        self._boards = [board.copy()]
        for node in game.mainline():
            board.push(node.move)
            self._boards.append(board.copy(stack=False))
        nodes = [game, *game.mainline()]
        for number, node in enumerate(nodes):
            score = node.eval() if reuse else None
            # Without an evaluation, the first position counts as 0.15. It needs one only to find the better move.
            if score is None and not (reuse and number == 0):
                self._keys[number] = evaluator.request(self._boards[number])
            elif score is not None:
                evaluator.add_done()
            self._found.append(Evaluation(PovScore(score.relative, score.turn), node.eval_depth()) if score else None)
        if self.is_ready():
            self._request_lines()

    def is_ready(self) -> bool:
        return all(map(self._evaluator.is_ready, self._keys.values()))

    def _collect(self) -> None:
        for number, key in self._keys.items():
            evaluation = self._evaluator.result(key)
            before = self._found[number]
            if before is not None and evaluation is not None:  # evaluations in games have no line
                evaluation = Evaluation(before.score, before.depth, evaluation.line)
            self._found[number] = evaluation
        self._keys.clear()

    def _request_lines(self) -> None:
        """Request the best lines of positions before mistakes if their evaluations came from the game."""
        self._collect()
        if not self._lines:
            return
        for number, judgment in enumerate(GameAnalysis(self.game, self._found).judgments):
            evaluation = self._found[number]
            if judgment and not (evaluation and evaluation.line):
                self._keys[number] = self._evaluator.request(self._boards[number])

    def finish(self) -> GameAnalysis:
        """Wait for all evaluations of the game, and return them."""
        if self._keys:
            self._collect()
            self._request_lines()
            self._collect()
        self._evaluator.report()
        return GameAnalysis(self.game, self._found)


def evaluate(
    games: Iterable[Game],
    engine: EngineLike = None,
    limit: Limit | None = None,
    workers: int = 1,
    *,
    reuse: bool = False,
    lines: bool = True,
    journal: str | os.PathLike[str] | None = None,
    progress: bool | Progress = False,
    total: int | None = None,
) -> Iterator[GameAnalysis]:
    """Evaluate every position in the main lines of the given games, and yield the results in order.

    A position that occurs several times, even in different games, is evaluated only once, without its move history. A
    few games are read ahead to keep all workers busy. If an engine crashes, it is restarted; if it crashes again on the
    same position, that position is skipped with a `RuntimeWarning`. An engine that hangs is handled in the same way: it
    has not answered 10 seconds after its time, or sent nothing for 10 minutes if the limit sets no time. If engines hang
    on three positions in a row, or fail on ten, the analysis ends with an `EngineError`. Games of variants that the engine
    does not play are skipped with a `UserWarning`; bitrook's own search plays standard chess and Chess960.

    :param games: `bitrook.pgn.Game` objects.
    :param engine: a command line, a command as a list, a `Player` or a `bitrook.search.Search`. The default is bitrook's
        own search in this process.
    :param limit: the limit for each position; 100,000 nodes by default. XBoard engines analyze a position for at most
        10 seconds unless the limit sets a time. UCI engines that ignore a node limit are stopped at twice the number.
    :param workers: the number of engines that run in parallel.
    :param reuse: whether to keep evaluations that a game already has.
    :param lines: with *reuse*, whether to evaluate positions before mistakes anyway, to find their best lines.
    :param journal: the path of a file that records each evaluation as soon as it is complete. Evaluations that an
        earlier run with the same settings has recorded there are not repeated. The engine must be the same: programs and
        the files in their commands and options are compared by content, Python evaluations by their code and the
        variables they use.
    :param progress: True shows the progress on a terminal. A callable is called with the number of evaluated positions,
        the total (0 if unknown), and how many evaluations came from the journal.
    :param total: the number of positions; None if unknown.
    :raises ValueError: if the limit would never end a search, the journal was written with other settings or is damaged,
        or an evaluation cannot be identified (see `Player`).
    :raises BlockingIOError: if another run is writing the journal.
    :raises OSError: if the engine cannot be started, or the journal cannot be written.
    :raises EngineError: if the engine violates the protocol when it is started, or fails too often.

    >>> import io
    >>> from bitrook import pgn
    >>> game = pgn.read_game(io.StringIO("1. f3 e5 2. g4 Qh4# 0-1"))
    >>> [analysis] = evaluate([game], limit=Limit(depth=4))
    >>> [str(each.score.white()) for each in analysis.evaluations[-2:]]
    ['#-1', '#-0']
    """
    limit = limit_of(limit)
    player = Player.of(engine)
    if total is None and hasattr(games, "__len__"):
        games = list(games)
        total = sum(1 + sum(1 for _ in game.mainline_moves()) for game in games)
    show = progress_of(progress, "positions", "from the journal")

    def analyses() -> Iterator[GameAnalysis]:
        with ExitStack() as resources:
            if isinstance(show, Display):
                resources.callback(show.close)
            settings = player.fingerprint() if journal is not None else {}
            settings.pop("name", None)  # it does not matter
            pool = resources.enter_context(Pool(player, workers))
            recorded: Journal | None = None
            if journal is not None:
                settings["reported"] = pool.identity
                recorded = resources.enter_context(closing(Journal(journal, settings, limit)))
            evaluator = Evaluator(pool, limit, recorded, show, total or 0)
            window: deque[_Work] = deque()
            for game in games:
                window.append(_Work(game, evaluator, reuse, lines))
                while window and (window[0].is_ready() or evaluator.queued > 8 * workers + 32):
                    yield window.popleft().finish()
            while window:
                yield window.popleft().finish()

    return analyses()
