"""The evaluation of every position of games, by a pool of engines."""

from __future__ import annotations

import concurrent.futures
import os
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from .._core import Board, Move
from .._players import Driver, EngineLike, Player
from .._progress import Display
from .._scores import Cp, Mate, PovScore, Score
from ..engine._values import Limit
from ..pgn._game import Game
from ._accuracy import START, Judgment, judge_moves
from ._journal import Journal
from ._pool import Pool, PositionError, limit_of, wait

Progress = Callable[[int, int, int], object]

_CLOCK = 60  # half-moves, from which on the fifty-move rule may affect an evaluation


@dataclass(frozen=True)
class Evaluation:
    """What an engine found out about a position."""

    score: PovScore
    """The score."""
    depth: int | None = None
    """The depth of the search in plies, if it is known."""
    line: tuple[Move, ...] = ()
    """The best line; empty if the game is over, or if the evaluation was taken from the game."""


@dataclass(frozen=True)
class GameAnalysis:
    """A game and the evaluations of its positions."""

    game: Game
    """The game, unchanged."""
    evaluations: list[Evaluation | None]
    """Those of the first position and of the position after each move of the main line. None for a position that was
    skipped, or that is not legal. Empty if the game is of a variant, or its first position is invalid."""

    @property
    def scores(self) -> list[Score | None]:
        """The scores from White's view. That of the standard first position is always 0.15."""
        scores = [evaluation.score.white() if evaluation else None for evaluation in self.evaluations]
        return scores if "FEN" in self.game.headers or not scores else [START, *scores[1:]]

    @property
    def judgments(self) -> list[Judgment | None]:
        """How bad each move is; None for a move that is not bad, or next to a position that was skipped."""
        return judge_moves(self.scores, self.game.turn())


class Evaluator:
    """Evaluates positions, each of them once."""

    def __init__(
        self, pool: Pool, limit: Limit, journal: Journal | None, progress: Progress | None, total: int
    ) -> None:
        self.pool, self._limit, self._journal, self._progress, self._total = pool, limit, journal, progress, total
        self._known: dict[str, Evaluation | concurrent.futures.Future[Evaluation] | None] = {}
        self.done = 0  # positions, of those that were requested
        self.kept = 0  # those that the journal had
        self._queued: deque[concurrent.futures.Future[Evaluation]] = deque()

    @property
    def queued(self) -> int:
        """The number of positions that wait for an engine, or are being analyzed."""
        while self._queued and self._queued[0].done():
            self._queued.popleft()
        return len(self._queued)

    def request(self, board: Board) -> str:
        """Have a position evaluated, unless it is or has been, and return its key."""
        key = board.epd() if board.halfmove_clock < _CLOCK else board.fen()
        if key in self._known:
            self.done += 1
            return key
        kept = self._journal.get(key, board) if self._journal else None
        if not board.is_valid():  # engines may crash on such positions
            self._known[key] = None
            self.done += 1
            return key
        if not board.legal_moves or board.is_insufficient_material():
            end = Mate(-0) if board.is_checkmate() else Cp(0)
            self._known[key] = Evaluation(PovScore(end, board.turn))
            self.done += 1
        elif kept:
            score, depth, line = kept
            self._known[key] = Evaluation(score, depth, line)
            self.done += 1
            self.kept += 1
        else:
            self._known[key] = future = self.pool.submit(lambda driver: self._evaluate(driver, board))
            future.add_done_callback(partial(self._finished, key))
            self._queued.append(future)
        return key

    def _finished(self, key: str, future: concurrent.futures.Future[Evaluation]) -> None:
        self.done += 1
        if self._journal and not future.cancelled() and future.exception() is None:
            found = future.result()
            self._journal.add(key, found.score, found.depth, found.line)

    def _evaluate(self, driver: Driver, board: Board) -> Evaluation:
        # Without the moves before: the evaluation is shared by all games with this position.
        info = driver.analyze(board.copy(stack=False), self._limit)
        if "score" not in info:
            raise PositionError("the engine sent no score")
        return Evaluation(info["score"], info.get("depth"), tuple(info.get("pv", ())))

    def is_ready(self, key: str) -> bool:
        """Return whether `result` need not wait."""
        known = self._known[key]
        return not isinstance(known, concurrent.futures.Future) or known.done()

    def result(self, key: str) -> Evaluation | None:
        """Wait for the evaluation of a position. None, with a warning, for one on which the engine fails."""
        known = self._known[key]
        if isinstance(known, concurrent.futures.Future):
            try:
                known = wait(known, self.report)
            except PositionError as error:
                warnings.warn(f"skipped {key}: the engine failed twice: {error}", RuntimeWarning, stacklevel=4)
                known = None
            self._known[key] = known
        return known

    def report(self) -> None:
        """Show the progress."""
        if self._progress:
            self._progress(self.done, max(self._total, self.done) if self._total else 0, self.kept)


class _Work:
    """A game whose positions are being evaluated."""

    def __init__(self, game: Game, evaluator: Evaluator, reuse: bool, lines: bool) -> None:
        self.game, self._evaluator, self._lines = game, evaluator, lines
        self._found: list[Evaluation | None] = []
        self._keys: dict[int, str] = {}  # by the number of the position
        try:
            board = game.board()
        except ValueError as error:  # a variant, or an invalid FEN
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
            # The first position counts as 0.15 without an evaluation, so it needs one only for the better move.
            if score is None and not (reuse and number == 0):
                self._keys[number] = evaluator.request(self._boards[number])
            elif score is not None:
                evaluator.done += 1
            self._found.append(Evaluation(PovScore(score.relative, score.turn), node.eval_depth()) if score else None)
        if all(map(evaluator.is_ready, self._keys.values())):
            self._request_lines()

    def is_ready(self) -> bool:
        return all(map(self._evaluator.is_ready, self._keys.values()))

    def _collect(self) -> None:
        for number, key in self._keys.items():
            evaluation = self._evaluator.result(key)
            before = self._found[number]
            if before is not None and evaluation is not None:  # an evaluation of the game, which had no line
                evaluation = Evaluation(before.score, before.depth, evaluation.line)
            self._found[number] = evaluation
        self._keys.clear()

    def _request_lines(self) -> None:
        """Request the best lines of positions before mistakes whose evaluations were taken from the game."""
        self._collect()
        if not self._lines:
            return
        for number, judgment in enumerate(GameAnalysis(self.game, self._found).judgments):
            evaluation = self._found[number]
            if judgment and not (evaluation and evaluation.line):
                self._keys[number] = self._evaluator.request(self._boards[number])

    def finish(self) -> GameAnalysis:
        """Wait until all evaluations are there."""
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
    """Evaluate every position of the main lines of games, and yield the games in order with their evaluations.

    Positions that occur several times, also in different games, are evaluated once, without regard to the moves before
    them. A few games are read ahead, so that all workers have something to do. An engine that crashes is restarted; if
    it crashes again on the same position, that position is skipped with a `RuntimeWarning`. Games of variants are skipped
    with a `UserWarning`.

    :param games: objects of `bitrook.pgn.Game`.
    :param engine: a command line, a command as a list, a `Player` or a `bitrook.search.Search`; None for bitrook's own
        search in this process.
    :param limit: what each position gets; by default, 100,000 nodes. Analyses by XBoard engines end after 10 seconds if
        there is no limit of time.
    :param workers: the number of engines that run at the same time.
    :param reuse: whether evaluations that a game already has are kept.
    :param lines: with *reuse*, whether positions before mistakes are evaluated for their best lines all the same.
    :param journal: a file to which each evaluation is added at once, and from which those of an earlier run with the
        same settings are taken.
    :param progress: True for a display on a terminal, or a callable that takes the number of positions that are done,
        their total (0 if it is not known), and how many of them the journal had.
    :param total: the number of positions; None if it is not known.
    :raises ValueError: if the limit does not end, or the journal belongs to other settings.
    :raises OSError: if the engine cannot be started.
    :raises EngineError: if the engine breaks the protocol when it is started.

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
    display = Display("positions", "from the journal") if progress is True else None
    show = partial(_display, display) if display and display.is_shown else progress if callable(progress) else None
    return _evaluate(games, player, limit, workers, reuse, lines, journal, show, total or 0, display)


def _display(display: Display, done: int, total: int, kept: int) -> None:
    display(done - kept, max(total - kept, 0), kept or "")  # the remaining time is that of the rest


def _evaluate(
    games: Iterable[Game],
    player: Player,
    limit: Limit,
    workers: int,
    reuse: bool,
    lines: bool,
    path: str | os.PathLike[str] | None,
    progress: Progress | None,
    total: int,
    display: Display | None,
) -> Iterator[GameAnalysis]:
    journal = Journal(path, player, limit) if path is not None else None
    try:
        with Pool(player, workers) as pool:
            evaluator = Evaluator(pool, limit, journal, progress, total)
            window: deque[_Work] = deque()
            for game in games:
                window.append(_Work(game, evaluator, reuse, lines))
                while window and (window[0].is_ready() or evaluator.queued > 8 * workers + 32):
                    yield window.popleft().finish()
            while window:
                yield window.popleft().finish()
    finally:
        if journal:
            journal.close()
        if display:
            display.close()
