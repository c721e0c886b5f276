"""A scripted engine without a process: a function answers what a protocol object writes, and a log records both."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable
from typing import Any

Answers = Callable[[str], list[str]]


class Wire(asyncio.SubprocessTransport):
    """A transport that records each line that *protocol* writes and answers it with the lines from *answers*."""

    def __init__(self, protocol: Any, answers: Answers) -> None:
        super().__init__()
        self.protocol = protocol
        self.answers = answers
        self.log: list[str] = []
        self.partial = b""
        self.code: int | None = None
        protocol.connection_made(self)

    def get_pipe_transport(self, fd: int) -> Any:
        return self

    def write(self, data: bytes) -> None:  # standard input of the engine
        *lines, self.partial = (self.partial + data).split(b"\n")
        for line in lines:
            text = line.decode()
            self.log.append(re.sub(r"^ping \d+", "ping", text))
            for answer in self.answers(text):  # later, like a process
                asyncio.get_running_loop().call_soon(self.say, answer)

    def say(self, line: str) -> None:
        self.protocol.pipe_data_received(1, line.encode() + b"\n")

    def get_pid(self) -> int:
        return 4711

    def get_returncode(self) -> int | None:
        return self.code

    def close(self) -> None:
        pass

    def die(self, code: int) -> None:
        """End like a process that exits with *code*."""
        self.code = code
        self.protocol.process_exited()
        self.protocol.connection_lost(None)


def by_word(table: dict[str, Any]) -> Answers:
    """Return a function that looks up the answers by the first word of a line; callables are called with the line."""

    def answers(line: str) -> list[str]:
        found = table.get(line.split(" ")[0], [])
        return found(line) if callable(found) else found

    return answers


def shown(value: Any) -> Any:
    """Return *value* in a form that is the same for both libraries."""
    if isinstance(value, dict):
        return {key: shown(value[key]) for key in sorted(value, key=str)}
    if isinstance(value, (list, tuple)):
        return [shown(each) for each in value]
    if isinstance(value, BaseException):
        return f"raised {type(value).__name__}"
    if type(value).__name__ in ("PlayResult", "BestMove"):
        return shown(vars(value))
    if type(value).__name__ == "AnalysisResult":
        return "an analysis"
    return value if isinstance(value, (int, str, float, type(None))) else repr(value)


Step = Callable[["Talk"], Awaitable[Any]]


class Talk:
    """A conversation of one library's protocol object with a scripted engine. The log contains lines and results."""

    def __init__(self, chess: Any, engine: Any, kind: str, table: dict[str, Any]) -> None:
        self.chess, self.engine = chess, engine
        self.protocol = getattr(engine, kind)()
        self.wire = Wire(self.protocol, by_word(table))

    def board(self, moves: str = "", fen: str | None = None, chess960: bool = False) -> Any:
        board = self.chess.Board(fen or self.chess.STARTING_FEN, chess960=chess960)
        for move in moves.split():
            board.push(self.chess.Move.from_uci(move))
        return board

    async def run(self, steps: list[Step]) -> list[str]:
        """Run the steps, and return what is sent and received after the initialization."""
        await self.protocol.initialize()
        self.wire.log.clear()
        for step in steps:
            try:
                value = await asyncio.wait_for(step(self), 0.2)
            except BaseException as error:
                value = error
            self.wire.log.append(f"-> {shown(value)}")
        return self.wire.log


def converse(chess: Any, engine: Any, kind: str, table: dict[str, Any], steps: list[Step]) -> list[str]:
    """Run a conversation and return its log."""

    async def main() -> list[str]:
        return await Talk(chess, engine, kind, table).run(steps)

    logger = logging.getLogger(engine.__name__)
    level = logger.level
    logger.setLevel(logging.CRITICAL + 1)
    try:
        return asyncio.run(main())
    finally:
        logger.setLevel(level)


# Steps of conversations.

HIT = "e2e4 e7e5"
CASTLING = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"


def play(moves: str = "", fen: str | None = None, chess960: bool = False, **given: Any) -> Step:
    def step(talk: Talk) -> Awaitable[Any]:
        limit = talk.engine.Limit(**given.get("limit", {"depth": 1}))
        others = {name: value for name, value in given.items() if name != "limit"}
        if (root := given.get("root_moves")) is not None:
            others["root_moves"] = [talk.chess.Move.from_uci(move) for move in root]
        if "opponent" in given:
            others["opponent"] = talk.engine.Opponent(*given["opponent"])
        return talk.protocol.play(talk.board(moves, fen, chess960), limit, **others)

    return step


def configure(**options: Any) -> Step:
    options = {name.replace("_", " ") if name == "Clear_Hash" else name: value for name, value in options.items()}
    return lambda talk: talk.protocol.configure(options)


def opponent(*facts: Any, rating: int | None = None) -> Step:
    return lambda talk: talk.protocol.send_opponent_information(
        opponent=talk.engine.Opponent(*facts) if facts else None, engine_rating=rating
    )


async def ping(talk: Talk) -> None:
    await talk.protocol.ping()


async def dies(talk: Talk) -> Any:
    asyncio.get_running_loop().call_later(0.01, talk.wire.die, 3)
    return await talk.protocol.play(talk.board(), talk.engine.Limit(depth=3))
