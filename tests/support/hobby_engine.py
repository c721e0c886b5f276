"""A small Python engine based on `bitrook.uci`, which can misbehave, and a conversation with an engine process."""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterable
from types import TracebackType
from typing import Any

from bitrook import Board, Move, uci
from bitrook.search import MATE_SCORE, PieceSquareTables

PLENTY = 60.0  # seconds for an answer on a busy machine


class Stopped(Exception):
    """Raised when the search has to return."""


class Hobby(uci.Engine):
    """A plain alpha-beta search without further techniques."""

    name = "Hobby"
    author = "a test"
    OPTIONS = (uci.spin("MultiPV", 1, 1, 10), uci.combo("Mood", "fine", ["fine", "raises", "illegal", "none", "deaf"]))
    evaluate = PieceSquareTables()

    def search(self, board: Board, limits: uci.SearchLimits, report: uci.Report) -> Any:
        self.limits, self.nodes = limits, 0
        mood = self.options["Mood"]
        if mood == "deaf":
            time.sleep(1000)
        if mood == "illegal":
            return Move.from_uci("a1a1")
        if mood == "none":
            return None
        moves = list(limits.moves or board.legal_moves)
        best: list[Move] = moves[:1]
        for depth in limits.depths():
            try:
                lines = sorted(self.lines(board, moves, depth), key=lambda line: -line[0])
            except Stopped:
                break
            for number, (score, line) in enumerate(lines[: limits.multipv], 1):
                report(depth=depth, multipv=number, score=score, nodes=self.nodes, pv=line)
            report.debug(f"depth {depth} is done")
            best = lines[0][1]
            if mood == "raises":
                raise ZeroDivisionError("the author's mistake")
        return best[0], best[1] if len(best) > 1 else None

    def lines(self, board: Board, moves: Iterable[Move], depth: int) -> Iterable[tuple[int, list[Move]]]:
        for move in moves:
            board = board.copy()
            board.push(move)
            score, line = self.negamax(board, depth - 1, -MATE_SCORE, MATE_SCORE, 1)
            yield -score, [move, *line]
            board.pop()

    def negamax(self, board: Board, depth: int, alpha: int, beta: int, ply: int) -> tuple[int, list[Move]]:
        self.nodes += 1
        if self.limits.must_stop(self.nodes):
            raise Stopped
        moves = board.ordered_moves()
        if not moves:
            return (ply - MATE_SCORE if board.is_check() else 0), []
        if depth == 0:
            return self.evaluate(board), []
        best: list[Move] = []
        for move in moves:
            board.push(move)
            score, line = self.negamax(board, depth - 1, -beta, -alpha, ply + 1)
            board.pop()
            if -score > alpha:
                alpha, best = -score, [move, *line]
            if alpha >= beta:
                break
        return alpha, best

    def do_hello(self, board: Board, words: list[str]) -> str:
        board.push(next(iter(board.legal_moves)))  # does no harm, since the board is a copy
        return f"hello {' '.join(words)}".strip()


HOBBY = [sys.executable, "-W", "error", __file__]
NATIVE = [sys.executable, "-W", "error", "-m", "bitrook", "uci"]


# Shells start background jobs with SIGINT ignored, and their children inherit that.
_INTERRUPTIBLE: dict[str, Any] = (
    {} if os.name == "nt" else {"preexec_fn": lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)}
)


class Conversation:
    """The process of an engine. A thread reads its output, so that waiting for a line can time out."""

    def __init__(self, command: list[str]) -> None:
        from support.children import environment  # imports pytest, which would delay the start of the engine

        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            env=environment(),
            **_INTERRUPTIBLE,
        )
        self.lines: queue.Queue[str | None] = queue.Queue()
        self.thread = threading.Thread(target=self._read)
        self.thread.start()

    def _read(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\n"))
        self.lines.put(None)

    def send(self, *commands: str) -> None:
        assert self.process.stdin
        self.process.stdin.write("".join(f"{command}\n" for command in commands))
        self.process.stdin.flush()

    def until(self, start: str) -> list[str]:
        """Return the lines up to the first one that begins with *start*."""
        lines: list[str] = []
        while not lines or not lines[-1].startswith(start):
            line = self.lines.get(timeout=PLENTY)
            assert line is not None, f"the engine ended after {lines}"
            lines.append(line)
        return lines

    def end(self) -> tuple[int, list[str], str]:
        """Close the input and wait for the process; return its exit code, the remaining lines, and its stderr."""
        assert self.process.stdin and self.process.stderr
        if not self.process.stdin.closed:
            self.process.stdin.close()
        errors = self.process.stderr.read()
        code = self.process.wait(PLENTY)
        self.thread.join(PLENTY)
        left = [line for line in iter(self.lines.get_nowait, None) if line is not None]
        return code, left, errors

    def __enter__(self) -> Conversation:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.process.kill()
        self.process.wait()
        self.thread.join(PLENTY)
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            assert stream
            stream.close()


if __name__ == "__main__":
    Hobby().run()
