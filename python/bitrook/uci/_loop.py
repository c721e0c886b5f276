"""The loop of the UCI protocol, which reads commands, runs searches in a thread, and sends their moves."""

from __future__ import annotations

import contextlib
import logging
import os
import sys
import threading
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TextIO

from .._board import Status
from .._constants import SQUARE_NAMES, STARTING_FEN
from .._core import Board, divide
from ._declarations import declaration, parsed, setting
from ._limits import SearchLimits, read_limits
from ._report import Report, score_words

if TYPE_CHECKING:
    from ._engine import Answer, Engine

LOGGER = logging.getLogger("bitrook.uci")

_PATIENCE = 2.0  # seconds to wait for a stopped search at exit; a search that does not return is abandoned
_LOG_FORMAT = logging.Formatter("%(asctime)s.%(msecs)03d %(message)s", "%Y-%m-%d %H:%M:%S")
# Commands that wait for the end of a search with a limit. They stop a search without one.
_WAITING = ("position", "go", "ucinewgame", "setoption")
# No move of these positions can be searched.
_UNPLAYABLE = Status.EMPTY | Status.NO_WHITE_KING | Status.NO_BLACK_KING | Status.TOO_MANY_KINGS | Status.OPPOSITE_CHECK


class _Task:
    """A search in its own thread."""

    def __init__(self, limits: SearchLimits, run: Callable[[], None]) -> None:
        self.limits = limits
        self.thread = threading.Thread(target=run, daemon=True)
        self.is_done = False  # it has sent its move


class Loop:
    """The state of a session with a GUI: the position, the running search and the log.

    While commands wait for a search to end, the thread of the search runs them, and all that follow, after it has sent
    its move; so the main thread can go on reading, and ``stop`` and ``quit`` act immediately.
    """

    def __init__(self, engine: Engine, input: TextIO | None, output: TextIO | None) -> None:
        self.engine = engine
        self.input = sys.stdin if input is None else input
        self.output = sys.stdout if output is None else output
        self.board: Board = Board()
        self.debugging = False
        self.task: _Task | None = None
        self.waiting: deque[str] | None = None  # None if the main thread runs the commands
        self.is_resuming = False  # the thread of a search runs them
        self.turn = threading.Condition()  # guards `waiting`, `is_resuming` and `is_done`
        self.is_closed = False  # the GUI no longer reads the output
        self.lock = threading.Lock()
        self.log: logging.FileHandler | None = None

    def run(self) -> None:
        """Process the input until ``quit`` or its end."""
        streams: tuple[Any, Any] = self.input, self.output
        for stream in streams:  # an undecodable character must not end the session
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="replace")
        try:
            for line in self.input:
                LOGGER.debug("<< %s", line.rstrip())
                if self.is_closed or not self.obey(line):
                    break
            else:
                self.finish(None)
        finally:
            with self.turn:  # drops what waits for a search, but not what follows the last move
                self.turn.wait_for(lambda: not self.is_resuming, _PATIENCE)
                if self.waiting:
                    self.waiting.clear()
            self.stop()
            self.finish(_PATIENCE)
            self.log_to("")

    def obey(self, line: str) -> bool:
        """Run a line or let it wait; return False for ``quit``."""
        words = line.split()
        name = next((word for word in words if word == "quit" or self.command(word)), "")
        if name == "quit":
            return False
        with self.turn:
            if self.waiting is None and name in _WAITING and self.is_bounded():
                self.waiting = deque()
            waits = self.waiting is not None
            if self.waiting is not None:
                self.waiting.append(line)
        if waits and name == "stop":
            self.stop()
        elif not waits:
            self.execute(line)
        return True

    def is_bounded(self) -> bool:
        """Return whether a search with a limit is running."""
        return self.task is not None and not self.task.is_done and not self.task.limits._is_endless()

    def execute(self, line: str) -> None:
        """Run the command in a line. The protocol requires skipping unknown words before it."""
        words = line.split()
        for skipped, name in enumerate(words):
            if command := self.command(name):
                try:
                    text = command(line.split(None, skipped)[skipped], words[skipped + 1 :])
                    if text is not None:
                        self.say(text)
                except Exception as error:
                    if not isinstance(error, (ValueError, OSError, MemoryError)):
                        LOGGER.exception("the command failed: %s", line.strip())
                    self.complain(name, error)
                break

    def resume(self) -> None:
        """Run the commands that waited for a search, up to one that waits for another search. Called in its thread."""
        while True:
            with self.turn:
                # At a command that waits for the next search, the thread of that search continues.
                if not self.waiting or self.is_bounded() and any(word in _WAITING for word in self.waiting[0].split()):
                    self.waiting, self.is_resuming = self.waiting or None, False
                    self.turn.notify_all()
                    return
                line = self.waiting.popleft()
            self.execute(line)

    def command(self, name: str) -> Callable[[str, list[str]], str | None] | None:
        """Return the function that runs a command: the method ``do_NAME`` of the engine if it has one, or of this class."""
        if own := getattr(self.engine, f"do_{name}", None):
            return lambda line, words: own(self.board.copy(), words)
        return getattr(self, f"do_{name}", None)

    def say(self, text: str) -> None:
        """Write and flush one or more lines, under a lock because searches run in another thread."""
        with self.lock:
            for line in text.split("\n"):
                LOGGER.debug(">> %s", line)
            try:
                if not self.is_closed:
                    self.output.write(text + "\n")
                    self.output.flush()
            except (OSError, ValueError):  # the GUI has exited or closed the pipe
                self.is_closed = True
                if self.output is sys.stdout:  # otherwise Python reports an error when it flushes at exit
                    with contextlib.suppress(OSError, ValueError), open(os.devnull, "wb") as null:
                        os.dup2(null.fileno(), self.output.fileno())
        if self.is_closed:
            self.stop()

    def complain(self, name: str, error: Exception) -> None:
        self.say(f"info string {name}: {' '.join(str(error).split()) or type(error).__name__}")

    # Commands. Each takes the line, starting with the command, and the words after the command, and returns the reply.

    def do_uci(self, line: str, words: list[str]) -> str:
        options = map(declaration, self.engine.declared.values())
        return "\n".join([f"id name {self.engine.name}", f"id author {self.engine.author}", *options, "uciok"])

    def do_isready(self, line: str, words: list[str]) -> str:
        return "readyok"

    def do_register(self, line: str, words: list[str]) -> None:
        pass

    def do_debug(self, line: str, words: list[str]) -> None:
        self.debugging = words[:1] != ["off"]

    def do_setoption(self, line: str, words: list[str]) -> str | None:
        self.halt()
        name, text = setting(line)
        option = self.engine.declared.get(name.lower())
        if option is None:
            raise ValueError(f"no such option: {name!r}")
        values = self.engine.options
        before, value = values.get(option.name), parsed(option, text)
        if option.type != "button":
            values[option.name] = value
        try:
            if option.name == "Debug Log File":
                self.log_to(value)
            note = self.engine.option_changed(option.name, value)
        except BaseException:
            if option.type != "button":
                values[option.name] = before
            raise
        return f"info string {option.name}: {note}" if note else None

    def do_ucinewgame(self, line: str, words: list[str]) -> None:
        self.halt()
        self.engine.new_game()

    def do_position(self, line: str, words: list[str]) -> None:
        self.halt()
        if words[:1] not in (["startpos"], ["fen"]):
            raise ValueError("startpos or fen is missing")
        at = words.index("moves") if "moves" in words else len(words)
        fen = STARTING_FEN if words[0] == "startpos" else " ".join(words[1:at])
        board = Board(fen, chess960=self.engine.options["UCI_Chess960"])
        if wrong := board.status() & _UNPLAYABLE:
            reasons = ", ".join(flag.name.lower().replace("_", " ") for flag in Status if flag & wrong and flag.name)
            raise ValueError(f"no such position is possible ({reasons}): {fen}")
        for text in words[at + 1 :]:
            board.push_uci(text)
        self.board = board

    def do_go(self, line: str, words: list[str]) -> str | None:
        self.halt()
        options = self.engine.options
        if words[:1] == ["perft"]:
            return self.perft(words[1:], options.get("Threads", 1))
        limits = read_limits(words, self.board, options["Move Overhead"] / 1000, options.get("MultiPV", 1))
        board = self.board.copy()
        self.task = task = _Task(limits, lambda: self.run_search(task, board))
        task.thread.start()
        return None

    def perft(self, words: list[str], threads: int) -> str:
        if not (words and words[0].isdecimal() and 1 <= int(words[0]) <= 100):
            raise ValueError("expected a depth from 1 to 100")
        counts = divide(self.board, int(words[0]), threads=threads)
        lines = [f"{move.uci()}: {nodes}" for move, nodes in counts.items()]
        return "\n".join([*lines, f"\nNodes searched: {sum(counts.values())}\n"])

    def do_stop(self, line: str, words: list[str]) -> None:
        self.stop()

    def do_ponderhit(self, line: str, words: list[str]) -> None:
        if self.task:
            self.task.limits._ponderhit()

    def do_d(self, line: str, words: list[str]) -> str:
        return _display(self.board)

    def log_to(self, path: str) -> None:
        """Log all lines to the file at *path*. If the path is empty, stop logging."""
        log = logging.FileHandler(path, encoding="utf-8") if path else None
        if self.log:
            LOGGER.removeHandler(self.log)
            LOGGER.setLevel(logging.NOTSET)
            self.log.close()
        if log:
            log.setFormatter(_LOG_FORMAT)
            LOGGER.addHandler(log)
            LOGGER.setLevel(logging.DEBUG)
        self.log = log

    # The search.

    def stop(self) -> None:
        if task := self.task:
            task.limits._stop()

    def halt(self) -> None:
        """Stop the running search, which then sends its move."""
        if self.task and not self.task.is_done:
            self.stop()
            self.task.thread.join()

    def finish(self, patience: float | None) -> None:
        """Wait until the searches have sent their moves. A search without a limit is stopped first."""
        last = None
        while True:
            with self.turn:  # the thread of an earlier search may be about to start the next one
                self.turn.wait_for(lambda: not self.is_resuming, patience)
            if (task := self.task) is last or task is None:
                return
            if task.limits._is_endless():
                task.limits._stop()
            task.thread.join(patience)
            last = task

    def run_search(self, task: _Task, board: Board) -> None:
        move = self.think(board, task.limits)
        task.limits._close()
        with self.turn:  # a command that follows the move must not wait
            self.say(move)
            task.is_done = True
            if self.waiting is None or self.is_resuming:
                return
            self.is_resuming = True
        self.resume()

    def think(self, board: Board, limits: SearchLimits) -> str:
        report = Report(self.say, limits, lambda: self.debugging)
        move, ponder = None, None
        if limits.moves == ():
            self.say("info string go: none of the searchmoves is legal")
        elif any(board.legal_moves):
            move, ponder = self.answer(board, limits, report)
        else:
            self.say(f"info depth 0 score {score_words(-32_000 if board.is_check() else 0)}")
        limits._released.wait()
        return f"bestmove {move or '(none)'}{f' ponder {ponder}' if ponder else ''}"

    def answer(self, board: Board, limits: SearchLimits, report: Report) -> tuple[str | None, str | None]:
        """Return the move and the expected reply in UCI notation. If the search fails, use the last line it reported."""
        try:
            texts = _texts(self.engine.search(board.copy(), limits, report))
            board.parse_uci(texts[0])
        except Exception as error:
            LOGGER.exception("the search failed: %s", board.fen())
            self.complain("search", error)
            texts = report.line
        if texts[:1] == report.line[:1]:
            texts += report.line[len(texts) :]
        return _checked(board, texts)


def _texts(found: Answer) -> list[str]:
    """Return the move, and the expected reply if the search returned one, in UCI notation."""
    thing: Any = found
    move, ponder = found if isinstance(found, tuple) else (thing, getattr(thing, "ponder", None))
    move = getattr(move, "move", move)
    if move is None:
        raise ValueError("the search returned no move")
    return [move.uci(), *([ponder.uci()] if ponder else [])]


def _checked(board: Board, texts: list[str]) -> tuple[str | None, str | None]:
    """Return the first two moves of a line, with None in place of a move that is missing or illegal."""
    board = board.copy()
    moves: list[str] = []
    for text in texts[:2]:
        try:
            move = board.parse_uci(text)
        except ValueError:
            break
        moves.append(board.uci(move))
        board.push(move)
    return moves[0] if moves else None, moves[1] if len(moves) > 1 else None


def _display(board: Board) -> str:
    """Return the board, its FEN, its Polyglot key and the checkers in Stockfish's format.

    With Chess960, castling rights are the letters of the rooks.

    >>> _display(Board()).splitlines()[-3:-1]
    ['Fen: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', 'Key: 463B96181691FC9C']
    """
    rule = " +" + 8 * "---+"
    lines = ["", rule]
    for rank in range(8, 0, -1):
        pieces = [board.piece_at(square) for square in range(8 * rank - 8, 8 * rank)]
        lines += [f" | {' | '.join(str(piece or ' ') for piece in pieces)} | {rank}", rule]
    checkers = " ".join(SQUARE_NAMES[square] for square in board.checkers())
    lines += [
        f"   {'   '.join('abcdefgh')}",
        "",
        f"Fen: {board.fen(shredder=board.chess960)}",
        f"Key: {board.key:016X}",
    ]
    return "\n".join([*lines, f"Checkers: {checkers}"])
