"""Tests for XBoard conversations: for the same calls and replies, commands and results are the same as in python-chess."""

from __future__ import annotations

import asyncio
from typing import Any

import chess
import chess.engine
import pytest
from engine_wire import CASTLING, HIT, Step, Talk, configure, converse, dies, opponent, ping, play, shown

import bitrook
import bitrook.engine


def features(text: str) -> dict[str, Any]:
    return {"protover": [f"feature ping=1 setboard=1 {text} done=1"]}


ENGINE: dict[str, Any] = {
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


def analyse(root_moves: list[str] | None = None, multipv: int | None = None, **limit: Any) -> Step:
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


async def reads_an_analysis(talk: Talk) -> Any:
    running = await talk.protocol.analysis(talk.board())
    talk.wire.say("3 10 20 30 e4 e5")
    talk.wire.say("stat01: 23 200 5 3 30 e4")
    await asyncio.sleep(0.01)
    running.stop()
    return shown([await running.wait(), running.info, [info async for info in running]])


async def replaces_an_analysis(talk: Talk) -> Any:
    first = await talk.protocol.analysis(talk.board())
    second = await talk.protocol.analysis(talk.board(HIT))
    found = [first.would_block(), await first.wait()]
    second.stop()
    return shown([*found, await second.wait()])


async def analyzes_with_clocks(talk: Talk) -> Any:
    return await talk.protocol.analysis(talk.board(), talk.engine.Limit(white_clock=3))


OPPONENTS = [("A", "GM", 5, False), ("A", None, None, None), (None, "GM", None, True), (None, None, 5, None)]
CONVERSATIONS: dict[str, tuple[dict[str, Any], list[Step]]] = {
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
    "analyzes": (POSTS, [analyse(), analyse(depth=2), analyse(nodes=150), analyse(mate=2), analyse(time=0.02), play()]),
    "analyzes lines": ({}, [analyse(multipv=2)]),
    "analyzes root moves": (features("exclude=1") | POSTS, [analyse(["e2e4", "d2d4"]), analyse()]),
    "analyzes with clocks": ({}, [analyzes_with_clocks, ping]),
    "reads an analysis": ({}, [reads_an_analysis, play()]),
    "replaces an analysis": ({}, [replaces_an_analysis]),
    "pings": ({}, [ping, ping, play()]),
    "does not answer a ping": ({"ping": ["pong 77"]}, [ping]),
    "dies": ({"go": []}, [dies, ping, play()]),
}  # fmt: skip


@pytest.mark.parametrize("name", CONVERSATIONS)
def test_conversations_are_the_same(name: str) -> None:
    table, steps = CONVERSATIONS[name]
    theirs = converse(chess, chess.engine, "XBoardProtocol", ENGINE | table, steps)
    ours = converse(bitrook, bitrook.engine, "XBoardProtocol", ENGINE | table, steps)
    assert ours == theirs


def test_nodes_and_time_exclude_each_other() -> None:
    log = converse(bitrook, bitrook.engine, "XBoardProtocol", ENGINE, [play(limit={"nodes": 5, "time": 3}), play()])
    assert log[:3] == ["new", "force", "-> raised EngineError"] and log[-1].startswith("-> {")


@pytest.mark.parametrize(
    "lines",
    [["move e2e5"], ["move"], ["Error (unknown command): go"], ["Illegal move: sd 1", "move e2e4"], ["1. ... e2e5"]],
)
def test_an_error_is_followed_by_a_new_game(lines: list[str]) -> None:
    def go(line: str) -> list[str]:
        return lines if line == "go" and next(searches) == 0 else ["move d2d4"]

    searches = iter(range(9))
    log = converse(bitrook, bitrook.engine, "XBoardProtocol", ENGINE | {"go": go}, [play(), play()])
    search = ["new", "force", "sd 1", "nopost", "easy", "go"]
    assert [line for line in log if line in (*search, "?")] == [*search, "?", "force", *search]
    assert log.count("-> raised EngineError") == 1 and "d2d4" in log[-1]


def test_an_engine_need_not_have_every_command() -> None:
    table = ENGINE | {word: [f"Error (unknown command): {word}"] for word in ("name", "easy", "nopost", ".")}
    steps = [opponent("A", None, None, None), play(), *[analyse()] * 2]
    log = converse(bitrook, bitrook.engine, "XBoardProtocol", table | POSTS, steps)
    assert not [line for line in log if "raised" in line]


@pytest.mark.parametrize("lines", [["1. ... e2e4"], ["My move is: e2e4"], ["1. ... e2e4", "My move is : e2e4"]])
def test_old_forms_of_moves(lines: list[str]) -> None:
    log = converse(bitrook, bitrook.engine, "XBoardProtocol", ENGINE | {"go": lines}, [play(), play("e2e4 e7e5")])
    assert "e2e4" in log[7] and "ping" in log


def test_an_engine_without_setboard_plays_from_the_starting_position() -> None:
    table = ENGINE | {"protover": ["feature ping=1 done=1"], "go": ["move g1f3"]}
    log = converse(bitrook, bitrook.engine, "XBoardProtocol", table, [play("e2e4 e7e5"), play("", CASTLING), play()])
    assert [line.startswith("-> {") for line in log if line.startswith("->")] == [True, False, True]
