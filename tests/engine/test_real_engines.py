"""Tests for installed engines and `bitrook uci`: moves, analyses, pondering, options and Chess960."""

from __future__ import annotations

import asyncio
import logging
import os
import shutil
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.children import environment

import bitrook
from bitrook import Board
from bitrook.engine import (
    INFO_ALL,
    EngineError,
    Limit,
    Opponent,
    SimpleEngine,
    UciProtocol,
    XBoardProtocol,
    popen_uci,
    popen_xboard,
)

UCI = {
    "bitrook": [sys.executable, "-m", "bitrook", "uci"],
    "stockfish": ["stockfish"],
    "ethereal": ["ethereal-chess"],
    "toga": ["toga2"],
    "glaurung": ["glaurung"],
    "fairy-stockfish": ["fairy-stockfish"],
    "gnuchess": ["gnuchess", "--uci"],
}
XBOARD = {
    "gnuchess": ["gnuchess", "--xboard"],
    "fairymax": ["fairymax"],
    "phalanx": ["phalanx"],
    "sjeng": ["sjeng"],
    # An adapter that acts as a GUI for bitrook's engine and as an engine for bitrook's client.
    "polyglot": ["polyglot", "-noini", "-ec", f"{sys.executable} -m bitrook uci", "-log", "false"],
}
WITHOUT_ROOT_MOVES = ("Ethereal", "GNU", "Glaurung", "Toga")
MATE = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"
PLENTY = 60.0
GAVE_UP: set[str] = set()  # engines that did not start


def found(command: list[str]) -> list[str]:
    program = shutil.which(command[0], path=os.environ.get("PATH", "") + os.pathsep + "/usr/games")
    if program is None:
        pytest.skip(f"{command[0]} is not installed")
    return [program, *command[1:]]


# With any client, the reader and writer threads of GNU Chess 6.2.7 deadlock, usually at startup.
DEADLOCKS = pytest.mark.xfail(raises=asyncio.TimeoutError, reason="GNU Chess deadlocks", strict=False)
PLAYERS = [
    *(pytest.param(("uci", name), id=f"uci-{name}") for name in UCI),
    *(
        pytest.param(("xboard", name), id=f"xboard-{name}", marks=[DEADLOCKS] if name == "gnuchess" else [])
        for name in XBOARD
    ),
]


@pytest.fixture(params=PLAYERS)
def player(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[SimpleEngine]:
    protocol, name = request.param
    command = found((UCI if protocol == "uci" else XBOARD)[name])
    popen = SimpleEngine.popen_uci if protocol == "uci" else SimpleEngine.popen_xboard
    fragile = request.param == ("xboard", "gnuchess")
    for _ in range((0 if GAVE_UP else 5) if fragile else 1):
        try:
            engine = popen(command, timeout=3.0 if fragile else PLENTY, env=environment(), cwd=tmp_path)
        except (asyncio.TimeoutError, EngineError):
            if not fragile:
                raise
            continue
        engine.timeout = 10.0 if fragile else PLENTY
        with engine:
            yield engine
            engine.quit()
        return
    GAVE_UP.add(name)
    pytest.skip("GNU Chess did not start")


@pytest.fixture(autouse=True)
def no_warnings(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    caplog.set_level(logging.WARNING, "bitrook.engine")
    yield


def is_xboard(player: SimpleEngine) -> bool:
    return isinstance(player.protocol, XBoardProtocol)


def sets_up(player: SimpleEngine) -> bool:
    return not is_xboard(player) or player.protocol.features.get("setboard") == 1  # type: ignore[attr-defined]


def test_plays(player: SimpleEngine, caplog: pytest.LogCaptureFixture) -> None:
    board, game = Board(), object()
    if not player.id["name"].startswith("Fairy-Max"):  # version 5.0b parses "name Turk" as a move, and often crashes
        player.send_opponent_information(opponent=Opponent("Turk", None, 2100, True), engine_rating=1500)
    for limit in (Limit(time=0.1), Limit(white_clock=5, black_clock=5, white_inc=0.1, black_inc=0.1)):
        for ponder in (False, True):
            result = player.play(board, limit, game=game, ponder=ponder)
            assert result.move in board.legal_moves
            board.push(result.move)
            if result.ponder is not None and ponder:
                board.push(result.ponder)  # a ponder hit
                time.sleep(0.2)  # Ethereal 12 misses a ponder hit that comes immediately
    player.ping()
    board.pop()
    assert player.play(board, Limit(time=0.1), game=game).move in board.legal_moves  # back in the same game
    if sets_up(player):
        mate = Board(MATE)
        assert player.play(mate, Limit(time=0.1), info=INFO_ALL).move == bitrook.Move.from_uci("a1a8")
        mate.push_uci("a1a8")
        player.send_game_result(mate)
    player.ping()
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


@pytest.mark.parametrize("limit", [{"depth": 3}, {"nodes": 500}])
def test_limits(player: SimpleEngine, limit: dict[str, int]) -> None:
    if "nodes" in limit and not player.id["name"].startswith(("bitrook", "Ethereal", "Fairy-Stockfish", "Stockfish")):
        pytest.skip("does not know the limit, and would think forever")
    try:
        assert player.play(Board(), Limit(**limit)).move in Board().legal_moves
    except EngineError:  # the engine does not support this limit
        assert is_xboard(player)
    assert player.play(Board(), Limit(time=0.1)).move in Board().legal_moves


def test_analyzes(player: SimpleEngine, caplog: pytest.LogCaptureFixture) -> None:
    if sets_up(player):
        board = Board("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 4 4")
        info = player.analyse(board, Limit(time=0.5))
        assert isinstance(info, dict) and info["pv"][0] == board.parse_san("Qxf7#")
    root = Board()
    for move in "a2a3 h7h6 h2h3 a7a6 a3a4 h6h5".split():  # not in opening books
        root.push_uci(move)
    with player.analysis(root) as analysis:
        seen = 0
        for info in analysis:
            if info.get("pv"):
                line = root.copy()
                for move in info["pv"]:
                    line.push_uci(move.uci())
                assert info["score"].white().score(mate_score=10**6) is not None
                seen += 1
            if seen >= 3:
                break
    assert analysis.wait().move in root.legal_moves
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


def check_choice(player: SimpleEngine, board: Board, move: bitrook.Move) -> None:
    """Require that the engine plays the only root move, or is caught ignoring it."""
    try:
        assert player.play(board, Limit(depth=3), root_moves=[move]).move == move
    except EngineError as error:
        assert "ignored root_moves" in str(error) and player.id["name"].startswith(WITHOUT_ROOT_MOVES)
        assert player.play(board, Limit(depth=1)).move  # the engine can still be used


def test_multipv_and_options(player: SimpleEngine) -> None:
    if is_xboard(player):
        if "memory" in player.options:
            player.configure({"memory": 8})
        return player.ping()
    if "MultiPV" in player.options:
        lines = player.analyse(Board(), Limit(depth=4), multipv=3)
        assert isinstance(lines, list) and len({line["pv"][0] for line in lines}) == 3
    if "Hash" in player.options:
        player.configure({"Hash": 8})
    only = [bitrook.Move.from_uci("a2a3")]
    check_choice(player, Board(), only[0])


def test_chess960(player: SimpleEngine) -> None:
    chess960 = isinstance(player.protocol, UciProtocol) and "UCI_Chess960" in player.options
    if not chess960:
        pytest.skip("plays standard chess only")
    board = Board("4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1", chess960=True)
    for _ in range(4):
        result = player.play(board, Limit(depth=4))
        assert result.move in board.legal_moves
        board.push(result.move)
    castling = bitrook.Move.from_uci("e1g1")
    board = Board("4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1", chess960=True)
    check_choice(player, board, castling)


@pytest.mark.parametrize("name", ["stockfish", "polyglot"])
def test_the_asynchronous_interface(name: str, tmp_path: Path) -> None:
    async def main() -> Any:
        if name == "stockfish":
            transport, player = await popen_uci(found(UCI[name]), cwd=tmp_path)
        else:
            transport, player = await popen_xboard(found(XBOARD[name]), env=environment(), cwd=tmp_path)
        result = await player.play(Board(), Limit(time=0.1))
        assert result.move in Board().legal_moves
        seen = 0
        with await player.analysis(Board()) as analysis:
            async for info in analysis:
                seen += "pv" in info
                if seen == 3:
                    break
        assert (await analysis.wait()).move in Board().legal_moves
        await player.quit()
        return await player.returncode

    assert asyncio.run(asyncio.wait_for(main(), PLENTY)) == 0
