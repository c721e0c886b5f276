"""Tests for UCI and XBoard conversations: for the same calls and replies, commands and results are those of python-chess.

The engine is scripted and has no process: a function answers what a protocol object writes, and a log records both.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable
from typing import Any

import chess
import chess.engine
import pytest

import bitrook
import bitrook.engine

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


# --- UCI.

OPTIONS = [
    "option name Hash type spin default 16 min 1 max 1024",
    "option name MultiPV type spin default 1 min 1 max 5",
    "option name UCI_Chess960 type check default false",
    "option name Ponder type check default false",
    "option name Clear Hash type button",
    "option name S type string default <empty>",
    "option name Long Name type string default abc def",
    "option name C type combo default a b var a b var c",
    "option name UCI_AnalyseMode type check default false",
    "option name UCI_Variant type combo default chess var chess var atomic",
    "option name UCI_Opponent type string default <empty>",
    "option name V type check default true",
    "id name Foo Bar",
    "id author Me  Too",
]
UCI: dict[str, Any] = {
    "uci": [*OPTIONS, "uciok"],
    "isready": ["readyok"],
    "go": ["info depth 1 score cp 5 multipv 1", "bestmove e2e4 ponder e7e5"],
    "stop": ["bestmove e2e4"],
}
BARE = {"uci": ["uciok"]}
SILENT: dict[str, Any] = {"go": []}
PONDERS = {
    "go": lambda line: [] if "ponder" in line else ["bestmove e2e4 ponder e7e5"],
    "ponderhit": ["info depth 3", "bestmove d2d4"],
    "stop": ["bestmove a2a4"],
}
MATE = "k7/7R/6R1/8/8/8/8/K7 w - - 0 1"


def analyse(moves: str = "", **given: Any) -> Step:
    return lambda talk: talk.protocol.analyse(talk.board(moves), talk.engine.Limit(depth=1), **given)


def analysis(limit: dict[str, Any] | None) -> Step:
    return lambda talk: talk.protocol.analysis(
        talk.board(), None if limit is None else talk.engine.Limit(**limit)
    )  # fmt: skip


def says(*lines: str) -> Step:
    async def step(talk: Talk) -> None:
        for line in lines:
            talk.wire.say(line)

    return step


async def game_result(talk: Talk) -> None:
    await talk.protocol.send_game_result(talk.board())


async def canceled(talk: Talk) -> Any:
    task = asyncio.ensure_future(talk.protocol.play(talk.board(), talk.engine.Limit(depth=3)))
    await asyncio.sleep(0.01)
    task.cancel()
    return shown((await asyncio.gather(task, return_exceptions=True))[0])


async def two_at_once(talk: Talk) -> Any:
    calls = [talk.protocol.play(talk.board(), talk.engine.Limit(depth=depth)) for depth in (3, 1)]
    return await asyncio.gather(*calls, return_exceptions=True)


async def reads_an_analysis(talk: Talk) -> Any:
    result = await talk.protocol.analysis(talk.board(), talk.engine.Limit(depth=9), multipv=2)
    for line in ("depth 3 multipv 2 score cp 4", "depth 4", "string hi", "multipv 4 depth 2"):
        talk.wire.say("info " + line)
    found = [result.would_block(), result.empty(), result.info, result.multipv, await result.get(), await result.next()]
    found += [result.would_block(), result.empty()]
    talk.wire.say("bestmove e2e4")
    found += [await result.get(), result.would_block(), result.empty(), await result.wait()]
    found += [await result.next(), await result.next(), result.would_block(), result.empty()]
    found += [await asyncio.gather(result.get(), return_exceptions=True)]
    result.stop()
    return shown(found)


async def iterates_an_analysis(talk: Talk) -> Any:
    result = await talk.protocol.analysis(talk.board())
    with result:
        talk.wire.say("info depth 3")
    result.stop()
    return shown([await result.wait(), [info async for info in result]])


async def replaces_an_analysis(talk: Talk) -> Any:
    first = await talk.protocol.analysis(talk.board())
    await talk.protocol.analysis(talk.board(HIT))
    return shown([await first.wait(), first.would_block()])


UCI_CONVERSATIONS: dict[str, tuple[dict[str, Any], list[Step]]] = {
    **{f"configures {name}={value!r}": ({}, [configure(**{name: value})] * 2 + [configure(), play()])
       for name, value in [
           ("Hash", 32), ("Hash", 16), ("Hash", 5000), ("Hash", "64"), ("Nope", 1), ("S", ""), ("S", "a b"), ("C", "c"),
           ("S", "x\ny"), ("C", "q"), ("MultiPV", 3), ("UCI_Chess960", True), ("Ponder", True), ("V", False),
           ("uci_variant", "atomic"), ("UCI_AnalyseMode", True), ("Clear_Hash", None)]},
    "configures twice": ({}, [configure(Hash=32, S="x"), configure(Hash=64), play(), configure(), play()]),
    "options of a move": ({}, [
        play(options={"Hash": 99, "V": False}), play(), play(options={"Hash": 98}), configure(Hash=97), play(),
        play(options={"Clear Hash": None}), play(options={"Hash": 5}, ponder=True),
        analyse(options={"Hash": 6}, multipv=2)]),
    "managed option": ({}, [play(options={"MultiPV": 2}), play(options={"Foo": 2}), play(options={"Hash": "x"}), play()]),
    **{f"limit {limit}": ({}, [play(limit=limit)]) for limit in [
        {}, {"time": 0}, {"time": 0.0004}, {"time": -1}, {"time": 1.9999}, {"depth": 0}, {"nodes": 0}, {"mate": 0},
        {"white_clock": 0}, {"black_clock": 1.2345, "white_inc": 0}, {"remaining_moves": 0, "white_clock": 5},
        {"remaining_moves": -3}, {"white_inc": 0.0001, "black_inc": -1}, {"clock_id": "x", "nodes": 5},
        {"white_clock": 1, "black_clock": 2, "white_inc": 3, "black_inc": 4, "remaining_moves": 5, "depth": 6,
         "nodes": 7, "mate": 8, "time": 9}]},
    "games": ({}, [
        play(game=1), play(game=1), play(game=2), play(), play("g1f3 g8f6"), play(game=2), play(game=[1]),
        play(game=[1])]),
    "root moves": ({"go": lambda line: ["bestmove " + ("(none)" if "0000" in line else "e2e4")]}, [
        play(root_moves=["e2e4", "d2d4"]), play(root_moves=[])]),
    "Chess960": ({"go": lambda line: ["bestmove e1h1"] if "searchmoves" in line else ["bestmove e2e4"]}, [
        play("", CASTLING, True, root_moves=["e1h1"]), play(), play("e1h1 a8a7", CASTLING, True), play("e1g1", CASTLING)]),
    "Chess960 without support": (BARE, [play(chess960=True), play()]),
    "null moves": ({"go": ["bestmove e7e5"]}, [play("e2e4 0000 d2d4"), play("e2e4 e7e5 e1e2", None)]),
    "lines": ({}, [
        analyse(multipv=3), play(ponder=True), analyse(), analyse(multipv=1), play(), analyse(multipv=0), analyse(multipv=9)]),
    "lines without support": (BARE, [analyse(multipv=3), analyse(multipv=1)]),
    "analysis without limit": (SILENT, [analysis(None), ping, analysis({}), ping, analysis({"clock_id": 3}), ping]),
    "analysis mode": ({}, [configure(UCI_AnalyseMode=False), analyse(), play()]),
    "analysis mode of a call": ({}, [analyse(options={"UCI_AnalyseMode": False}), analyse(), play()]),
    "information": ({}, [play(info=31), play(info=2), play(draw_offered=True)]),
    "opponents": ({}, [
        opponent("A B", None, None, None), play(), opponent(None, "GM", None, False), play(), opponent(rating=3), play(),
        opponent(), play(), play(opponent=("C", None, 10, None)), play(), opponent("D", "IM", 0, True), play(), play()]),
    "opponent with a line break": ({}, [opponent("x\ny", None, None, None), play()]),
    "opponent with a line break in a call": ({}, [play(opponent=("x\ny", None, None, None)), play()]),
    "opponent without support": (BARE, [opponent("A B", None, None, None), play(opponent=("C", None, None, None))]),
    "result": ({}, [game_result, play(), game_result, play()]),
    "ponders": (PONDERS, [play(ponder=True)]),
    "ponder hit": (PONDERS, [play(ponder=True), play(HIT, ponder=True)]),
    "ponder hit with information": (PONDERS, [play(ponder=True), play(HIT, ponder=True, info=31)]),
    "ponder hit in another game": (PONDERS, [play(ponder=True), play(HIT, ponder=True, game=3)]),
    "ponder hit after root moves": (PONDERS, [play(ponder=True, root_moves=["e2e4"]), play(HIT, ponder=True)]),
    "ponder hit with options": (PONDERS, [play(ponder=True), play(HIT, ponder=True, options={"Hash": 3})]),
    "ponder hit without pondering": (PONDERS, [play(ponder=True), play(HIT), play(HIT)]),
    "ponder hit with another limit": (PONDERS, [play(ponder=True), play(HIT, limit={"time": 5}, ponder=True)]),
    "ponder miss": (PONDERS, [play(ponder=True), play("e2e4 c7c5", ponder=True)]),
    "illegal move after ponder hit": (
        PONDERS | {"ponderhit": ["bestmove a1a5"]}, [play(ponder=True), play(HIT, ponder=True), play(HIT)]),
    "pondering ends early": (
        PONDERS, [play(ponder=True), says("info depth 7 pv e7e5", "bestmove g1f3"), play(HIT, ponder=True)]),
    "ping while pondering": (PONDERS, [play(ponder=True), ping, play(HIT, ponder=True)]),
    "configures while pondering": (PONDERS, [play(ponder=True), configure(Hash=7), play(HIT, ponder=True)]),
    "result while pondering": (PONDERS, [play(ponder=True), game_result, play(HIT, ponder=True)]),
    "nothing to ponder": ({"go": ["bestmove e2e4"]}, [play(ponder=True), play("e2e4 e7e5")]),
    "ponder without support": (PONDERS | BARE, [play(ponder=True), play(HIT)]),
    "ponder in mate": ({"go": ["bestmove g6g8 ponder a8b8"]}, [play("", MATE, ponder=True)]),
    "null move": ({"go": ["bestmove 0000"]}, [play(ponder=True)]),
    "no move": ({"go": ["bestmove (none)"]}, [play(ponder=True), play()]),
    "no move, as NULL": ({"go": ["bestmove NULL"]}, [play()]),
    "move in capitals": ({"go": ["bestmove E2E4"]}, [play()]),
    "empty move": ({"go": ["bestmove"]}, [play()]),
    "illegal move": ({"go": ["bestmove e2e5"]}, [play(), play(), ping]),
    "two best moves": ({"go": ["bestmove e2e4", "bestmove e2e3"]}, [play(), ping, play()]),
    "garbage": (
        {"go": ["xx", "", "  ", "info", "INFO depth 3", "\tinfo depth 4", "readyok", "bestmove e2e4"]},
        [play(), says("bestmove e2e3", "readyok", "uciok", "\x00\x01 \xff", "Info depth 3"), play(), ping]),
    "canceled": ({"go": lambda line: [] if "3" in line else ["bestmove e2e4"]}, [canceled, ping, play()]),
    "two at once": ({"go": lambda line: [] if "3" in line else ["bestmove e2e4"]}, [two_at_once]),
    "dies": (SILENT, [dies, ping, play(), analysis(None)]),
    "initializes twice": ({}, [lambda talk: talk.protocol.initialize(), play()]),
    "reads an analysis": (SILENT, [reads_an_analysis, play()]),
    "iterates an analysis": (SILENT, [iterates_an_analysis]),
    "replaces an analysis": (SILENT, [replaces_an_analysis]),
}  # fmt: skip


def test_root_moves_end_pondering() -> None:
    """python-chess sends ponderhit, and returns a move that was not requested."""
    only = {"go": lambda line: ["bestmove g1f3"] if "searchmoves g1f3" in line else PONDERS["go"](line)}
    steps = [play(ponder=True), play(HIT, ponder=True, root_moves=["g1f3"])]
    theirs = converse(chess, chess.engine, "UciProtocol", UCI | PONDERS | only, steps)
    assert "ponderhit" in theirs and "d2d4" in theirs[-1]
    ours = converse(bitrook, bitrook.engine, "UciProtocol", UCI | PONDERS | only, steps)
    assert "ponderhit" not in ours and "go depth 1 searchmoves g1f3" in ours and "g1f3" in ours[-1]


def test_options_can_be_changed_after_the_call() -> None:
    async def analyses(talk: Talk) -> None:
        await talk.protocol.analysis(talk.board())
        options = {"Hash": 32}
        waiting = asyncio.ensure_future(talk.protocol.analysis(talk.board(), options=options))
        await asyncio.sleep(0)  # the first analysis has been asked to stop, but has not stopped yet
        options["Hash"] = 64
        await waiting

    log = converse(bitrook, bitrook.engine, "UciProtocol", UCI | SILENT, [analyses])
    assert "setoption name Hash value 32" in log


# --- XBoard.


def features(text: str) -> dict[str, Any]:
    return {"protover": [f"feature ping=1 setboard=1 {text} done=1"]}


XBOARD: dict[str, Any] = {
    "protover": [
        'feature ping=1 setboard=1 usermove=0 myname="Foo Bar" memory=1 smp=1 egt=syzygy',
        'feature option="Spin -spin 5 0 10" option="Resign -check 0" option="Save -save"',
        "feature done=1",
    ],
    "ping": lambda line: [line.replace("ping", "pong")],
    "go": ["move e2e4"],
}
POSTS = {"analyze": ["1 5 3 100 e4", "2 100003 4 200 e4 e5", "3 100002 5 300 e4"]}
SETBOARD = "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 7"
REPEATED = "g1f3 g8f6 f3g1 f6g8 " * 2


def analyze(root_moves: list[str] | None = None, multipv: int | None = None, **limit: Any) -> Step:
    def step(talk: Talk) -> Any:
        moves = None if root_moves is None else [talk.chess.Move.from_uci(move) for move in root_moves]
        limits = talk.engine.Limit(**(limit or {"depth": 1}))
        return talk.protocol.analyse(talk.board(), limits, root_moves=moves, multipv=multipv)

    return step


def result(*given: Any, fen: str | None = None, moves: str = "", **others: Any) -> Step:
    return lambda talk: talk.protocol.send_game_result(talk.board(moves, fen), *given, **others)


async def plays_a_game(talk: Talk) -> None:
    moves = iter(["e2e4", "g1f3"])
    table = talk.wire.answers
    talk.wire.answers = lambda line: [f"move {next(moves)}"] if line == "go" else table(line)
    board = talk.board()
    for answer in ("e7e5", "b8c6"):
        board.push((await talk.protocol.play(board, talk.engine.Limit(depth=1))).move)
        board.push_uci(answer)


async def xboard_reads_an_analysis(talk: Talk) -> Any:
    running = await talk.protocol.analysis(talk.board())
    talk.wire.say("3 10 20 30 e4 e5")
    talk.wire.say("stat01: 23 200 5 3 30 e4")
    await asyncio.sleep(0.01)
    running.stop()
    return shown([await running.wait(), running.info, [info async for info in running]])


async def xboard_replaces_an_analysis(talk: Talk) -> Any:
    first = await talk.protocol.analysis(talk.board())
    second = await talk.protocol.analysis(talk.board(HIT))
    found = [first.would_block(), await first.wait()]
    second.stop()
    return shown([*found, await second.wait()])


async def analyzes_with_clocks(talk: Talk) -> Any:
    return await talk.protocol.analysis(talk.board(), talk.engine.Limit(white_clock=3))


OPPONENTS = [("A", "GM", 5, False), ("A", None, None, None), (None, "GM", None, True), (None, None, 5, None)]
XBOARD_CONVERSATIONS: dict[str, tuple[dict[str, Any], list[Step]]] = {
    **{f"limit {limit}": ({}, [play(limit=limit), play(limit=limit)]) for limit in [
        {}, {"time": 0}, {"time": 1.5}, {"time": 0.001}, {"time": -1}, {"depth": 0}, {"depth": 3}, {"nodes": 0},
        {"nodes": 100}, {"mate": 2}, {"white_clock": 0}, {"white_clock": 60}, {"black_clock": 61.2345},
        {"white_clock": 100, "white_inc": 0.5}, {"white_clock": 100, "black_clock": 30, "remaining_moves": 40},
        {"white_clock": 3661.7, "black_clock": 30, "remaining_moves": 0, "white_inc": 2, "black_inc": 7},
        {"white_inc": 2}, {"white_clock": 10, "black_clock": 9, "time": 3}, {"time": 2, "depth": 17}]},
    "limits of Black": ({"go": ["move e7e5"]}, [
        play("e2e4", limit={"white_clock": 100, "black_clock": 30, "black_inc": 3, "remaining_moves": 5})]),
    "clocks": ({}, [play(limit=limit) for limit in [
        {"white_clock": 100, "clock_id": 1}, {"white_clock": 90, "clock_id": 1}, {"white_clock": 90, "clock_id": 2},
        {"time": 3}, {"white_clock": 90, "clock_id": 2}]]),
    "root moves": ({}, [play(root_moves=["e2e4"])]),
    "ponders": ({}, [play(ponder=True), play(ponder=True), play()]),
    "information": ({"go": ["4 116 23 2252 e4 e5", "move e2e4"]}, [play(info=31), play(info=2)]),
    "offers a draw": (features("draw=1"), [play(draw_offered=True)]),
    "cannot be offered a draw": (features("draw=0"), [play(draw_offered=True)]),
    **{f"answers {lines}": ({"go": lines}, [play(), play()]) for lines in [
        ["offer draw", "move e2e4"], ["move e2e4", "offer draw"], ["resign"], ["move e2e4", "resign"],
        ["1-0 {White mates}"], ["move e2e4", "1-0 {White mates}"], ["1/2-1/2 {Draw}"], ["0-1 {White resigns}"],
        ["move e4"], ["tellics hi", "# foo", "Hint: e2e4", "move e2e4"]]},
    "castles": ({"go": ["move O-O"]}, [play("", CASTLING)]),
    "has the feature usermove": (features("usermove=1") | {"go": ["move e7e5"]}, [play("e2e4")]),
    "sets up a position": ({"go": ["move e8e7"]}, [play("", SETBOARD), play("", SETBOARD)]),
    "plays null moves": ({"go": ["move e7e5"]}, [play("e2e4 0000 d2d4")]),
    "plays Chess960": (features('variants="normal,fischerandom"'), [
        play(fen="bnqbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BNQBNRKR w HFhf - 0 1", chess960=True), play()]),
    "goes back and forth": ({"go": ["move g1f3"]}, [
        play(), play(HIT), play(), play("a2a3 a7a6 b2b3 b7b6"), play("a2a3 a7a6"), play()]),
    "plays a game": ({}, [plays_a_game]),
    "options": ({}, [
        configure(Spin=7, Resign=True), configure(Spin=7), configure(), play(), configure(memory=64), configure(cores=2),
        configure(**{"egtpath syzygy": "/x y"}), configure(Save=None), configure(random=True), configure(name="Me"),
        configure(computer=True), play(game=3), configure(Spin=99), configure(nope=3), play(options={"random": True})]),
    **{f"opponent {facts}": (features("name=1"), [
        opponent(*facts), play(), opponent(*facts, rating=7), play(), play(game=2)]) for facts in OPPONENTS},
    **{f"opponent {facts} of a move": ({}, [play(opponent=facts)]) for facts in OPPONENTS},
    "results": ({}, [
        result(), result(True), result(None, "x"), result(False, "x", False), result(game_complete=False),
        result(None, "a{b"), result(True, "a\nb")]),
    "results of games": ({}, [play(), result(True, moves="e2e4"), play(), result(None, "agreed"), play()]),
    **{f"result of {fen}": ({}, [result(fen=fen)]) for fen in [
        "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "7k/8/6K1/8/8/8/8/Q7 b - - 100 90", "7k/8/6K1/8/8/8/8/Q7 b - - 150 90",
        "k7/8/8/8/8/8/8/K7 b - - 0 1", "R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1", "8/8/8/8/8/8/5PPP/r5K1 w - - 0 1"]},
    "result of a repetition": ({}, [result(moves=REPEATED)]),
    "analyzes": (POSTS, [analyze(), analyze(depth=2), analyze(nodes=150), analyze(mate=2), analyze(time=0.02), play()]),
    "analyzes lines": ({}, [analyze(multipv=2)]),
    "analyzes root moves": (features("exclude=1") | POSTS, [analyze(["e2e4", "d2d4"]), analyze()]),
    "analyzes with clocks": ({}, [analyzes_with_clocks, ping]),
    "reads an analysis": ({}, [xboard_reads_an_analysis, play()]),
    "replaces an analysis": ({}, [xboard_replaces_an_analysis]),
    "pings": ({}, [ping, ping, play()]),
    "does not answer a ping": ({"ping": ["pong 77"]}, [ping]),
    "dies": ({"go": []}, [dies, ping, play()]),
}  # fmt: skip


def test_nodes_and_time_exclude_each_other() -> None:
    log = converse(bitrook, bitrook.engine, "XBoardProtocol", XBOARD, [play(limit={"nodes": 5, "time": 3}), play()])
    assert log[:3] == ["new", "force", "-> raised EngineError"] and log[-1].startswith("-> {")


@pytest.mark.parametrize(
    "lines",
    [["move e2e5"], ["move"], ["Error (unknown command): go"], ["Illegal move: sd 1", "move e2e4"], ["1. ... e2e5"]],
)
def test_an_error_is_followed_by_a_new_game(lines: list[str]) -> None:
    def go(line: str) -> list[str]:
        return lines if line == "go" and next(searches) == 0 else ["move d2d4"]

    searches = iter(range(9))
    log = converse(bitrook, bitrook.engine, "XBoardProtocol", XBOARD | {"go": go}, [play(), play()])
    search = ["new", "force", "sd 1", "nopost", "easy", "go"]
    assert [line for line in log if line in (*search, "?")] == [*search, "?", "force", *search]
    assert log.count("-> raised EngineError") == 1 and "d2d4" in log[-1]


def test_an_engine_need_not_have_every_command() -> None:
    table = XBOARD | {word: [f"Error (unknown command): {word}"] for word in ("name", "easy", "nopost", ".")}
    steps = [opponent("A", None, None, None), play(), *[analyze()] * 2]
    log = converse(bitrook, bitrook.engine, "XBoardProtocol", table | POSTS, steps)
    assert not [line for line in log if "raised" in line]


@pytest.mark.parametrize("lines", [["1. ... e2e4"], ["My move is: e2e4"], ["1. ... e2e4", "My move is : e2e4"]])
def test_old_forms_of_moves(lines: list[str]) -> None:
    log = converse(bitrook, bitrook.engine, "XBoardProtocol", XBOARD | {"go": lines}, [play(), play("e2e4 e7e5")])
    assert "e2e4" in log[7] and "ping" in log


@pytest.mark.smoke
def test_an_engine_without_setboard_plays_from_the_starting_position() -> None:
    table = XBOARD | {"protover": ["feature ping=1 done=1"], "go": ["move g1f3"]}
    log = converse(bitrook, bitrook.engine, "XBoardProtocol", table, [play("e2e4 e7e5"), play("", CASTLING), play()])
    assert [line.startswith("-> {") for line in log if line.startswith("->")] == [True, False, True]


ALL = [
    *(
        pytest.param("UciProtocol", UCI | table, steps, id=f"UCI {name}")
        for name, (table, steps) in UCI_CONVERSATIONS.items()
    ),
    *(
        pytest.param("XBoardProtocol", XBOARD | table, steps, id=f"XBoard {name}")
        for name, (table, steps) in XBOARD_CONVERSATIONS.items()
    ),
]


@pytest.mark.parametrize(("kind", "table", "steps"), ALL)
def test_conversations_are_the_same(kind: str, table: dict[str, Any], steps: list[Step]) -> None:
    theirs = converse(chess, chess.engine, kind, table, steps)
    assert converse(bitrook, bitrook.engine, kind, table, steps) == theirs
