"""``bitrook uci``: the native search as a UCI engine, for chess GUIs and programs that play on servers."""

from __future__ import annotations

import argparse
import sys
import threading
from collections.abc import Iterable
from dataclasses import dataclass, field

from .. import SQUARE_NAMES, STARTING_FEN, Board, Move, __version__, divide
from .._core import _stop_flag, _StopFlag
from .._scores import Score
from ..search import DefaultEvaluation, Result, Search, TranspositionTable
from ..search._time import times
from .terminal import Terminal

SUMMARY = "play as a UCI engine"
USAGE = "bitrook uci"
EPILOG = """\
For chess GUIs, lichess-bot and cutechess-cli: the command is `bitrook` and its argument is `uci`.
Options: Hash, Threads, MultiPV, Ponder, Move Overhead, UCI_Chess960, Clear Hash.

example:
  printf 'position startpos moves e2e4\\ngo depth 8\\n' | bitrook uci"""

MAX_HASH, MAX_THREADS, MAX_LINES = 65536, 1024, 218
_FOREVER = 1e9


def add_arguments(parser: argparse.ArgumentParser) -> None:
    pass


def run(arguments: argparse.Namespace, terminal: Terminal) -> int:
    """Obey commands until ``quit`` or the end of standard input."""
    engine = Engine()
    try:
        for line in sys.stdin:
            if not engine.obey(line.split()):
                break
        else:
            engine.finish()  # a script that ends without `quit` gets its answer
    finally:
        engine.halt()
    return 0


@dataclass
class Limits:
    """The limits of a search: the seconds after which no new depth is begun, and those after which it is stopped."""

    depth: int | None = None
    nodes: int | None = None
    moves: list[Move] | None = None
    soft: float = _FOREVER
    hard: float = _FOREVER
    waits: bool = False  # for `stop` or `ponderhit`, even if the search has ended


@dataclass
class Task:
    """A search that runs in a thread of its own."""

    limits: Limits
    stop: _StopFlag = field(default_factory=_stop_flag)
    released: threading.Event = field(default_factory=threading.Event)  # it may tell its move
    thread: threading.Thread | None = None
    timer: threading.Timer | None = None


class Engine:
    """The state of the protocol: the position, the options, and the search that runs."""

    def __init__(self) -> None:
        self.board: Board = Board()
        self.search: Search = Search()
        self.threads: int = 1
        self.lines: int = 1
        self.overhead: float = 0.02
        self.chess960: bool = False
        self.task: Task | None = None

    def obey(self, words: list[str]) -> bool:
        """Obey a command; return False for ``quit``. Unknown commands are ignored, as the protocol demands."""
        command, rest = (words[0], words[1:]) if words else ("", [])
        if command == "quit":
            return False
        try:
            if command == "uci":
                self.introduce()
            elif command == "isready":
                say("readyok")
            elif command == "setoption":
                self.halt()
                self.set_option(rest)
            elif command == "ucinewgame":
                self.halt()
                self.search.table.clear()
            elif command == "position":
                self.halt()
                self.set_position(rest)
            elif command == "go":
                self.halt()
                self.go(rest)
            elif command == "stop":
                self.halt()
            elif command == "ponderhit":
                self.ponder_hit()
            elif command == "d":
                self.display()
            elif command == "eval":
                self.evaluate()
        except (ValueError, MemoryError) as error:
            say(f"info string {command}: {' '.join(str(error).split()) or type(error).__name__}")
        return True

    def introduce(self) -> None:
        say(f"id name bitrook {__version__}\nid author the bitrook authors")
        say(f"option name Hash type spin default 16 min 1 max {MAX_HASH}")
        say(f"option name Threads type spin default 1 min 1 max {MAX_THREADS}")
        say(f"option name MultiPV type spin default 1 min 1 max {MAX_LINES}")
        say("option name Ponder type check default false")
        say("option name Move Overhead type spin default 20 min 0 max 5000")
        say("option name UCI_Chess960 type check default false")
        say("option name Clear Hash type button")
        say("uciok")

    def set_option(self, words: list[str]) -> None:
        at = words.index("value") if "value" in words else len(words)
        name, value = " ".join(words[1:at]).lower(), " ".join(words[at + 1 :])
        if name == "hash":
            self.search = Search(table=TranspositionTable(_spin(value, 1, MAX_HASH)))
        elif name == "threads":
            self.threads = _spin(value, 1, MAX_THREADS)
        elif name == "multipv":
            self.lines = _spin(value, 1, MAX_LINES)
        elif name == "move overhead":
            self.overhead = _spin(value, 0, 5000) / 1000
        elif name == "uci_chess960":
            self.chess960 = value.lower() == "true"
        elif name == "clear hash":
            self.search.table.clear()
        elif name != "ponder":
            raise ValueError(f"no such option: {' '.join(words[1:at])!r}")

    def set_position(self, words: list[str]) -> None:
        at = words.index("moves") if "moves" in words else len(words)
        if not words:
            raise ValueError("startpos or fen is missing")
        fen = STARTING_FEN if words[0] == "startpos" else " ".join(words[1:at])
        board = Board(fen, chess960=self.chess960)
        for text in words[at + 1 :]:
            board.push_uci(text)
        self.board = board

    def go(self, words: list[str]) -> None:
        if words[:1] == ["perft"]:
            return self.perft(words[1:])
        task = self.task = Task(self.limits(words))
        if not task.limits.waits:
            task.released.set()
        elif task.limits.hard < _FOREVER:  # the clock runs from `ponderhit` on
            task.timer = threading.Timer(task.limits.hard, task.stop.set)
            task.timer.daemon = True
        task.thread = threading.Thread(target=self.think, args=(task, self.board.copy()), daemon=True)
        task.thread.start()

    def limits(self, words: list[str]) -> Limits:
        numbers = {name: int(value) for name, value in zip(words, words[1:]) if _is_int(value)}
        limits = Limits(numbers.get("depth"), numbers.get("nodes"), waits="infinite" in words or "ponder" in words)
        if limits.depth is not None:
            limits.depth = max(limits.depth, 1)
        if "mate" in numbers:
            limits.depth = max(2 * numbers["mate"], 1)
        if "searchmoves" in words:
            texts = words[words.index("searchmoves") + 1 :]
            limits.moves = [self.board.parse_uci(text) for text in _leading_moves(texts)] or None
        if "movetime" in numbers:
            limits.hard = max(numbers["movetime"] / 1000 - self.overhead / 2, 0.0)
        left = numbers.get("wtime" if self.board.turn else "btime")
        if left is not None:
            increment = numbers.get("winc" if self.board.turn else "binc", 0) / 1000
            limits.soft, limits.hard = times(left / 1000 - self.overhead, increment, numbers.get("movestogo"))
        return limits

    def perft(self, words: list[str]) -> None:
        depth = _spin(" ".join(words[:1]), 1, 100)
        counts = divide(self.board, depth, threads=self.threads)
        for move, nodes in counts.items():
            say(f"{move.uci()}: {nodes}")
        say(f"\nNodes searched: {sum(counts.values())}\n")

    def display(self) -> None:
        """Print the board as Stockfish does; the key is Polyglot's."""
        rule = " +" + 8 * "---+"
        lines = ["", rule]
        for rank in range(8, 0, -1):
            pieces = [self.board.piece_at(square) for square in range(8 * rank - 8, 8 * rank)]
            lines += [f" | {' | '.join(str(piece or ' ') for piece in pieces)} | {rank}", rule]
        checkers = " ".join(SQUARE_NAMES[square] for square in self.board.checkers())
        lines += [f"   {'   '.join('abcdefgh')}", "", f"Fen: {self.board.fen()}", f"Key: {self.board.key:016X}"]
        say("\n".join([*lines, f"Checkers: {checkers}"]))

    def evaluate(self) -> None:
        if self.board.is_check():
            return say("\nFinal evaluation: none (in check)\n")
        score = DefaultEvaluation()(self.board) * (1 if self.board.turn else -1)
        say(f"\nFinal evaluation       {score / 100:+.2f} (white side)\n")

    def think(self, task: Task, board: Board) -> None:
        limits = task.limits
        only = limits.moves is None and board.legal_moves.count() == 1

        def report(result: Result) -> None:
            tell(result, self.search.table.hashfull())
            if not task.released.is_set() or limits.soft == _FOREVER:
                return
            if only or result.time > limits.soft:
                task.stop.set()

        hard = _FOREVER if limits.waits else limits.hard
        try:
            result = self.search._run(
                task.stop,
                board,
                limits.depth,
                max(limits.nodes, 0) if limits.nodes is not None else None,
                hard,
                limits.moves,
                self.lines,
                report,
                self.threads,
            )
        except (ValueError, MemoryError) as error:
            say(f"info string {' '.join(str(error).split()) or type(error).__name__}\nbestmove (none)")
            return
        if not result.lines:
            say(f"info depth 0 score {_score(result.score)}")
        task.released.wait()
        ponder = f" ponder {result.ponder.uci()}" if result.ponder else ""
        say(f"bestmove {result.move.uci() if result.move else '(none)'}{ponder}")

    def ponder_hit(self) -> None:
        if self.task and not self.task.released.is_set():
            self.task.released.set()
            if self.task.timer:
                self.task.timer.start()

    def halt(self) -> None:
        """End the search that runs, which tells its move."""
        if self.task:
            self.task.stop.set()
            self.finish()

    def finish(self) -> None:
        """Wait until the search that runs has told its move. One without an end is stopped."""
        task, self.task = self.task, None
        if task is None or task.thread is None:
            return
        limits = task.limits
        if limits.waits or (limits.depth is None and limits.nodes is None and limits.hard == _FOREVER):
            task.stop.set()
        task.released.set()
        task.thread.join()
        if task.timer:
            task.timer.cancel()


def tell(result: Result, hashfull: int) -> None:
    """Print the lines of a depth."""
    nps = int(result.nodes / max(result.time, 1e-6))
    for i, line in enumerate(result.lines, 1):
        say(
            f"info depth {result.depth} seldepth {result.seldepth} multipv {i} score {_score(line.score)}"
            f" nodes {result.nodes} nps {nps} hashfull {hashfull} time {int(1000 * result.time)} pv {_uci(line.moves)}"
        )


def say(text: str) -> None:
    """Print a line at once, in one piece: two threads print."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def _score(score: Score) -> str:
    mate = score.mate()
    return f"cp {score.score()}" if mate is None else f"mate {mate}"


def _uci(moves: Iterable[Move]) -> str:
    return " ".join(move.uci() for move in moves)


def _is_int(text: str) -> bool:
    return text.removeprefix("-").isascii() and text.removeprefix("-").isdigit()


def _leading_moves(words: list[str]) -> Iterable[str]:
    """Yield the words that have the form of a move: `searchmoves` need not be the last."""
    for word in words:
        if not (len(word) in (4, 5) and word[1].isdigit() and word[3].isdigit()):
            return
        yield word


def _spin(text: str, low: int, high: int) -> int:
    if not _is_int(text):
        raise ValueError(f"not a whole number: {text!r}")
    return min(max(int(text), low), high)
