"""Tests for UCI conversations: for the same calls and replies, commands and results are the same as in python-chess."""

from __future__ import annotations

import asyncio
from typing import Any

import chess
import chess.engine
import pytest
from engine_wire import CASTLING, HIT, Step, Talk, configure, converse, dies, opponent, ping, play, shown

import bitrook
import bitrook.engine

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
ENGINE: dict[str, Any] = {
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


CONVERSATIONS: dict[str, tuple[dict[str, Any], list[Step]]] = {
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


@pytest.mark.parametrize("name", CONVERSATIONS)
def test_conversations_are_the_same(name: str) -> None:
    table, steps = CONVERSATIONS[name]
    theirs = converse(chess, chess.engine, "UciProtocol", ENGINE | table, steps)
    ours = converse(bitrook, bitrook.engine, "UciProtocol", ENGINE | table, steps)
    assert ours == theirs


def test_root_moves_end_pondering() -> None:
    """python-chess sends ponderhit, and returns a move that was not requested."""
    only = {"go": lambda line: ["bestmove g1f3"] if "searchmoves g1f3" in line else PONDERS["go"](line)}
    steps = [play(ponder=True), play(HIT, ponder=True, root_moves=["g1f3"])]
    theirs = converse(chess, chess.engine, "UciProtocol", ENGINE | PONDERS | only, steps)
    assert "ponderhit" in theirs and "d2d4" in theirs[-1]
    ours = converse(bitrook, bitrook.engine, "UciProtocol", ENGINE | PONDERS | only, steps)
    assert "ponderhit" not in ours and "go depth 1 searchmoves g1f3" in ours and "g1f3" in ours[-1]


def test_options_can_be_changed_after_the_call() -> None:
    async def analyses(talk: Talk) -> None:
        await talk.protocol.analysis(talk.board())
        options = {"Hash": 32}
        waiting = asyncio.ensure_future(talk.protocol.analysis(talk.board(), options=options))
        await asyncio.sleep(0)  # the first analysis has been asked to stop, but has not stopped yet
        options["Hash"] = 64
        await waiting

    log = converse(bitrook, bitrook.engine, "UciProtocol", ENGINE | SILENT, [analyses])
    assert "setoption name Hash value 32" in log
