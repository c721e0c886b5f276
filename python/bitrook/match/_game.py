"""Play one game of a match: ask for moves, run the clocks, and decide the result."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from .. import Board, Move
from ._players import TIMEOUTS, Driver
from ..pgn import PovScore, Score
from ..engine import EngineError, EngineTerminatedError, Limit
from ..syzygy import TBPIECES, Tablebase
from ._clock import Clock, ClockLimit

T = TypeVar("T")

NORMAL, ADJUDICATION, TIME, ABANDONED, RULES = (
    "normal", "adjudication", "time forfeit", "abandoned", "rules infraction",
)  # fmt: skip
"""Values of the PGN tag Termination, as defined by the standard."""

_PATIENCE = 5.0  # seconds without an answer, beyond the time on the clock, after which an engine counts as hung


@dataclass(frozen=True)
class Adjudication:
    """Rules that end games early. A rule with 0 moves is disabled.

    From move *draw_after* on, a game is a draw if both players' scores stay within *draw_score* for *draw_moves* moves
    of each player. A side loses if, according to both players' scores, it is behind by *loss_score* or more for
    *loss_moves* moves of each player.
    """

    draw_after: int = 34
    """The move number from which games can be adjudicated as draws."""
    draw_moves: int = 8
    """The number of consecutive moves of each player with an equal score after which the game is a draw."""
    draw_score: int = 10
    """The largest score that counts as equal, in centipawns."""
    loss_moves: int = 4
    """The number of consecutive moves of each player with a decisive score after which the game ends."""
    loss_score: int = 600
    """The smallest score that counts as decisive, in centipawns."""
    max_moves: int = 0
    """The move number after which the game is a draw; 0 for no limit."""


@dataclass(frozen=True)
class PlayedMove:
    """A move of a game, with the engine's score and the time it took."""

    move: Move
    score: PovScore | None
    depth: int | None
    seconds: float
    left: float | None  # seconds on the clock after the move
    nodes: int | None = None
    speed: int | None = None  # nodes per second


@dataclass
class PlayedGame:
    """A game that has been played."""

    board: Board
    opening: int  # the number of plies
    moves: list[PlayedMove]
    result: str
    termination: str
    reason: str
    hung: bool | None = None  # the color of a player that no longer answers or does not start


class _Ended(Exception):
    """The game is over. The arguments are the result, the termination and the reason, and the color that hung."""


class _Judge:
    """Ends games early, based on the scores of both players and on tablebases."""

    def __init__(self, rules: Adjudication, tables: Tablebase | None) -> None:
        self._rules, self._tables = rules, tables
        self._equal = self._decided = 0  # consecutive plies; _decided is negative if Black is ahead

    def judge(self, board: Board, score: Score | None) -> None:
        """Raise _Ended if the game is decided. *score* is the score of the last move from White's point of view."""
        rules = self._rules
        cp = None if score is None else score.score(mate_score=1 << 20) or 0
        self._equal = self._equal + 1 if cp is not None and abs(cp) <= rules.draw_score else 0
        side = 0 if cp is None or abs(cp) < rules.loss_score else 1 if cp > 0 else -1
        self._decided = self._decided + side if side and self._decided * side >= 0 else side
        number = board.fullmove_number - board.turn  # of the last move
        if rules.loss_moves and abs(self._decided) >= 2 * rules.loss_moves:
            raise _Ended("1-0" if side > 0 else "0-1", ADJUDICATION, f"both scores are beyond {rules.loss_score}")
        if rules.draw_moves and self._equal >= 2 * rules.draw_moves and number >= rules.draw_after:
            raise _Ended("1/2-1/2", ADJUDICATION, f"both scores are within {rules.draw_score}")
        if rules.max_moves and number >= rules.max_moves and board.turn:
            raise _Ended("1/2-1/2", ADJUDICATION, f"{rules.max_moves} moves")
        if self._tables is not None:
            self._probe(self._tables, board)

    def _probe(self, tables: Tablebase, board: Board) -> None:
        # WDL values take the fifty-move rule into account only right after a capture or pawn move.
        if board.halfmove_clock or board.castling_rights or board.occupied.bit_count() > TBPIECES:
            return
        try:
            value = tables.probe_wdl(board)
        except KeyError:  # the table is missing
            return
        winner = None if abs(value) < 2 else board.turn == (value > 0)
        raise _Ended("1/2-1/2" if winner is None else "1-0" if winner else "0-1", ADJUDICATION, "tablebase")


def play_game(
    drivers: dict[bool, Driver],
    opening: Board,
    limits: dict[bool, Limit | ClockLimit],
    rules: Adjudication,
    tables: Tablebase | None,
    margin: float,
    watch: Callable[[Board, PovScore | None], object] = lambda board, score: None,
) -> PlayedGame:
    """Play a game from a position to its end.

    :param drivers: the players, by color.
    :param limits: the limit of each player, by color.
    :param margin: the number of seconds by which a player may exceed its time.
    :param watch: called after each move with the board and the score.
    """
    board = opening.copy()
    game = object()
    clock = Clock(limits)
    judge = _Judge(rules, tables)
    moves: list[PlayedMove] = []
    try:
        for color, driver in drivers.items():
            _guarded(color, partial(driver.new_game, game))
        while True:
            _end_by_the_rules(board)
            turn = board.turn
            told = clock.limit(turn)
            began = time.perf_counter()
            given = clock.left.get(turn, told.time)
            timeout = None if given is None else given + margin + _PATIENCE
            result = _guarded(turn, partial(drivers[turn].play, board, told, game, timeout))
            seconds = time.perf_counter() - began
            if not clock.spend(turn, seconds, margin):
                raise _lost(turn, TIME, "lost on time")
            if result.resigned:
                raise _lost(turn, NORMAL, "resigned")
            move = result.move
            if move is None or move not in board.legal_moves:
                raise _lost(turn, RULES, f"played {move}, which is illegal" if move else "played no move")
            score = result.info.get("score")
            nodes, speed = result.info.get("nodes"), result.info.get("nps")
            if speed is None and nodes and (spent := result.info.get("time")):
                speed = round(nodes / spent)
            board.push(move)
            moves.append(PlayedMove(
                move, score, result.info.get("depth"), seconds, clock.left.get(turn), nodes, speed
            ))  # fmt: skip
            watch(board, score)
            _end_by_the_rules(board)
            judge.judge(board, score.white() if score else None)
    except _Ended as end:
        return PlayedGame(board, len(opening.move_stack), moves, *end.args)


def _guarded(turn: bool, call: Callable[[], T]) -> T:
    """Call a player's engine and return the result. If the engine fails, its player loses the game."""
    try:
        return call()
    except EngineTerminatedError as error:
        raise _lost(turn, ABANDONED, f"crashed: {error}") from error
    except TIMEOUTS as error:
        has_limit = "sent nothing" not in str(error)
        raise _lost(turn, TIME if has_limit else ABANDONED, f"did not answer: {error}", turn) from error
    except EngineError as error:
        raise _lost(turn, RULES, f"played an illegal move: {error}") from error


def _lost(turn: bool, termination: str, reason: str, hung: bool | None = None) -> _Ended:
    return _Ended("0-1" if turn else "1-0", termination, f"{'White' if turn else 'Black'} {reason}", hung)


def _end_by_the_rules(board: Board) -> None:
    """Raise _Ended if the rules end the game. Threefold repetition and the fifty-move rule apply without a claim."""
    outcome = board.outcome()
    if outcome is not None:
        raise _Ended(outcome.result(), NORMAL, outcome.termination.name.lower().replace("_", " "))
    if board.is_repetition(3):
        raise _Ended("1/2-1/2", NORMAL, "threefold repetition")
    if board.is_fifty_moves():
        raise _Ended("1/2-1/2", NORMAL, "fifty moves")
