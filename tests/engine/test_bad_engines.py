"""Engines that die, hang, flood or lie: every call ends in time with a specific exception, and nothing is left behind."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from bitrook import Board, Move
from bitrook.engine import (
    EngineError,
    EngineTerminatedError,
    Limit,
    Protocol,
    SimpleEngine,
    UciProtocol,
    XBoardProtocol,
    popen_uci,
)

START = """
import os, sys, time, subprocess
def say(text):
    sys.stdout.write(text + "\\n")
    sys.stdout.flush()
def lines():
    for line in iter(sys.stdin.readline, ""):
        line = line.strip()
        if line == "uci":
            say("uciok")
        elif line == "isready":
            say("readyok")
        elif line == "quit":
            sys.exit(0)
        elif line.startswith("protover"):
            say("feature ping=1 setboard=1 done=1")
        elif line.startswith("ping "):
            say(line.replace("ping", "pong"))
        else:
            yield line
"""
PLENTY = 60.0  # for an answer, on a busy machine; an engine that hangs does so for longer
SHORT = 0.5  # the timeout of engines that do not answer
BOARD = Board()
ONE = Limit(time=0.1)


def engine(script: str) -> list[str]:
    return [sys.executable, "-S", "-c", START + textwrap.dedent(script)]


def replies(*words: str) -> list[str]:
    """Return an engine that answers each `go` with the same lines."""
    return engine(f"for line in lines():\n    if line.startswith('go'):\n        for each in {words!r}: say(each)")


def children() -> set[int]:
    """Return the processes that this one has started, zombies included."""
    tasks = Path(f"/proc/{os.getpid()}/task")
    return {int(pid) for task in tasks.iterdir() for pid in (task / "children").read_text().split()}


@pytest.fixture(autouse=True)
def nothing_is_left() -> Iterator[None]:
    threads = set(threading.enumerate())
    if Path("/proc/self/fd").exists():
        before, files = children(), len(os.listdir("/proc/self/fd"))
        yield
        gc.collect()
        assert not children() - before
        assert len(os.listdir("/proc/self/fd")) <= files
    else:
        yield
    assert not [thread for thread in set(threading.enumerate()) - threads if "SimpleEngine" in thread.name]


def opened(command: list[str], protocol: type[Protocol] = UciProtocol, timeout: float = PLENTY) -> SimpleEngine:
    made = SimpleEngine.popen(protocol, command, timeout=PLENTY)
    made.timeout = timeout
    return made


def in_time(call: Callable[[], object], error: type[BaseException], seconds: float = PLENTY) -> str:
    """Return the message of the error that *call* must raise within so many seconds."""
    begin = time.monotonic()
    with pytest.raises(error) as caught:
        call()
    assert time.monotonic() - begin < seconds
    assert caught.type is error
    return str(caught.value)


DIES = "for line in lines():\n    if line.startswith(('go', 'analyze')): os._exit(3)"


@pytest.mark.parametrize("protocol", [UciProtocol, XBoardProtocol])
def test_dies_during_a_search(protocol: type[Protocol]) -> None:
    with opened(engine(DIES), protocol) as player:
        assert "exit code: 3" in in_time(lambda: player.play(BOARD, ONE), EngineTerminatedError)
        assert "exit code: 3" in in_time(player.ping, EngineTerminatedError)
        assert player.returncode.result(1) == 3


@pytest.mark.parametrize("protocol", [UciProtocol, XBoardProtocol])
def test_dies_during_an_analysis(protocol: type[Protocol]) -> None:
    with opened(engine(DIES), protocol) as player, player.analysis(BOARD) as analysis:
        in_time(analysis.wait, EngineTerminatedError)
        in_time(analysis.get, EngineTerminatedError)
        in_time(lambda: list(analysis), EngineTerminatedError)


def test_dies_at_once() -> None:
    for script in ("", "sys.exit(7)", "raise ValueError"):
        in_time(lambda: SimpleEngine.popen_uci(engine(script), timeout=PLENTY), EngineTerminatedError)  # noqa: B023


def test_is_no_program(tmp_path: Path) -> None:
    in_time(lambda: SimpleEngine.popen_uci(str(tmp_path / "missing")), FileNotFoundError)
    in_time(lambda: SimpleEngine.popen_uci(str(tmp_path)), PermissionError)


@pytest.mark.parametrize("popen", [SimpleEngine.popen_uci, SimpleEngine.popen_xboard])
def test_never_answers(popen: Callable[..., SimpleEngine]) -> None:
    in_time(lambda: popen(engine("time.sleep(100)"), timeout=SHORT), asyncio.TimeoutError)


def test_never_moves() -> None:
    with opened(engine("list(lines())"), timeout=SHORT) as player:
        in_time(lambda: player.play(BOARD, ONE), asyncio.TimeoutError)
        in_time(lambda: player.analyse(BOARD, ONE), asyncio.TimeoutError)
        in_time(lambda: player.play(BOARD, Limit(white_clock=0.1, black_clock=99)), asyncio.TimeoutError)
        in_time(player.ping, asyncio.TimeoutError)


def test_ignores_stop() -> None:
    with opened(engine("list(lines())"), timeout=SHORT) as player:
        analysis = player.analysis(BOARD)
        analysis.stop()
        assert "not stopped" in in_time(analysis.wait, asyncio.TimeoutError)
        in_time(lambda: list(analysis), asyncio.TimeoutError)
        in_time(player.ping, asyncio.TimeoutError)


def test_ignores_its_limit() -> None:
    with opened(engine("list(lines())"), timeout=SHORT) as player, player.analysis(BOARD, ONE) as analysis:
        in_time(analysis.get, asyncio.TimeoutError)


def test_ignores_the_end_of_an_analysis() -> None:
    script = """
    for line in sys.stdin:
        if line.startswith("protover"): say("feature ping=1 setboard=1 done=1")
    """
    with opened(engine(script), XBoardProtocol, SHORT) as player, player.analysis(BOARD, ONE) as analysis:
        in_time(analysis.wait, asyncio.TimeoutError)


def test_prints_garbage() -> None:
    script = r"""
    for line in lines():
        if line.startswith("go"):
            sys.stdout.buffer.write(b"\xff\xfe\n\0\0\n\ninfo\ninfo pv \xe9 depth 3\ninfo depth 4 string caf\xe9\r\nbestm\n")
            sys.stdout.buffer.write(b"info string " + bytes(range(14, 256)) + b"\nbestmove e2e4\r\n")
            sys.stdout.flush()
    """
    with opened(engine(script)) as player:
        result = player.play(BOARD, ONE, info=31)  # type: ignore[arg-type]
        assert result.move == Move.from_uci("e2e4") and result.info["depth"] == 4
        player.ping()


def test_prints_nul_in_a_move() -> None:
    with opened(replies("bestmove e2e4\0")) as player:
        assert "e2e4" in in_time(lambda: player.play(BOARD, ONE), EngineError)


@pytest.mark.parametrize("stream", ["stdout", "stderr"])
def test_prints_100_megabytes_without_a_line_break(stream: str) -> None:
    script = f"""
    for line in lines():
        if line.startswith("go"):
            try:
                for _ in range(100): sys.{stream}.write("x" * 1000000)
                sys.{stream}.flush()
            except BrokenPipeError: os._exit(1)
            say("bestmove e2e4")
    """
    with opened(engine(script)) as player:
        if stream == "stdout":
            assert "line break" in in_time(lambda: player.play(BOARD, Limit(depth=1)), EngineTerminatedError)
            in_time(player.ping, EngineTerminatedError)
        else:
            assert player.play(BOARD, Limit(depth=1)).move


@pytest.mark.parametrize("move", ["e2e5", "a1a1", "xyz", "e7e8q", "P@e4"])
def test_plays_an_illegal_move(move: str) -> None:
    with opened(replies(f"bestmove {move}")) as player:
        in_time(lambda: player.play(BOARD, ONE), EngineError)
        in_time(lambda: player.analyse(BOARD, ONE), EngineError)
        player.ping()
    with opened(replies(f"move {move}"), XBoardProtocol) as player:
        in_time(lambda: player.play(BOARD, ONE), EngineError)
        player.ping()


def test_moves_twice() -> None:
    with opened(replies("bestmove e2e4", "bestmove d2d4")) as player:
        for _ in range(5):
            assert player.play(BOARD, ONE).move
            player.ping()


def test_closes_its_output() -> None:
    script = """
    for line in lines():
        if line.startswith("go"):
            os.close(1)
            time.sleep(100)
    """
    with opened(engine(script)) as player:
        assert "output" in in_time(lambda: player.play(BOARD, Limit(depth=1)), EngineTerminatedError)
        assert "output" in in_time(player.ping, EngineTerminatedError)


def test_leaves_a_process_with_its_output() -> None:
    script = """
    for line in lines():
        if line.startswith("go"):
            child = subprocess.Popen([sys.executable, "-S", "-c", "import time; time.sleep(60)"])
            os._exit(0)
    """
    with opened(engine(script)) as player:
        assert "exit code: 0" in in_time(lambda: player.play(BOARD, Limit(depth=1)), EngineTerminatedError)


def test_floods() -> None:
    script = """
    for line in lines():
        if line.startswith("go"):
            while True: say("info depth 3 score cp 5 pv e2e4 e7e5 g1f3 b8c6")
    """
    with opened(engine(script), timeout=SHORT) as player:
        in_time(lambda: player.play(BOARD, ONE, info=31), asyncio.TimeoutError)  # type: ignore[arg-type]
        in_time(player.ping, asyncio.TimeoutError)


def test_is_slow_to_quit() -> None:
    script = """
    try:
        for line in lines(): pass
    finally:
        time.sleep(100)
    """
    with opened(engine(script), timeout=SHORT) as player:
        in_time(player.quit, asyncio.TimeoutError)


def test_quits_within_a_second() -> None:
    script = "try: list(lines())\nfinally:\n    os.close(1); time.sleep(0.2); os._exit(5)"
    with opened(engine(script)) as player:
        player.quit()
        assert player.returncode.result(1) == 5


def test_the_asynchronous_interface() -> None:
    async def dies() -> None:
        transport, player = await popen_uci(engine(DIES))
        with pytest.raises(EngineTerminatedError):
            await player.play(BOARD, ONE)
        assert await player.returncode == 3

    async def never_answers() -> None:
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(popen_uci(engine("time.sleep(100)")), SHORT)

    async def ignores_stop() -> None:
        transport, player = await popen_uci(engine("list(lines())"))
        with await player.analysis(BOARD) as analysis:
            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(analysis.wait(), SHORT)
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(player.ping(), SHORT)
        transport.close()
        with pytest.raises(EngineTerminatedError):
            await analysis.wait()
        await player.returncode

    for case in (dies, never_answers, ignores_stop):
        asyncio.run(asyncio.wait_for(case(), PLENTY))


def test_standard_error_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    script = "sys.stderr.write('trouble\\nahead'); sys.stderr.flush()\nlist(lines())"
    with caplog.at_level(logging.DEBUG, "bitrook.engine"), opened(engine(script)) as player:
        player.ping()
        while not [record for record in caplog.records if record.levelno == logging.WARNING]:
            time.sleep(0.01)
    messages = [record.getMessage() for record in caplog.records]
    assert any(message.endswith("stderr >> trouble") for message in messages)
    assert any(message.endswith("<< isready") for message in messages)
    assert any(message.endswith(">> readyok") for message in messages)


def test_calls_that_wait_end_when_the_engine_is_closed() -> None:
    player = opened(engine("list(lines())"))
    threading.Timer(0.2, player.close).start()
    in_time(lambda: player.play(BOARD, Limit(depth=1)), EngineTerminatedError)
    in_time(player.ping, EngineTerminatedError)
    player.close()


def test_an_engine_that_is_lost_is_ended() -> None:
    player = opened(engine("list(lines())"))
    process, thread = player.transport.get_pid(), player._thread
    assert process in children() or not Path("/proc").exists()
    del player
    gc.collect()
    thread.join(PLENTY)
    assert not thread.is_alive()


@pytest.mark.parametrize("end", ["", "raise SystemExit(0)", "import threading; threading.Thread(target=print).start()"])
def test_a_program_that_forgets_to_close_ends(end: str) -> None:
    script = (
        "import sys, bitrook.engine\n"
        f"player = bitrook.engine.SimpleEngine.popen_uci({engine('list(lines())')!r}, timeout=60)\n"
        f"print(player.transport.get_pid(), flush=True)\n{end}"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and done.stderr == ""
    with pytest.raises(OSError):  # the engine is gone, too
        os.kill(int(done.stdout.split()[0]), 0)


def test_paths_and_arguments_with_spaces(tmp_path: Path) -> None:
    folder = tmp_path / "my engines"
    folder.mkdir()
    script = folder / "the engine.py"
    script.write_text(START + "for line in lines():\n    if line.startswith('go'): say('bestmove ' + sys.argv[1][-4:])")
    with opened([sys.executable, str(script), "a move: e2e4"]) as player:
        assert player.play(BOARD, ONE).move == Move.from_uci("e2e4")
    if os.name == "posix":
        program = folder / "an engine"
        program.write_text(f"#!/bin/sh\nexec {sys.executable} -S '{script}' 'two words: d2d4'\n")
        program.chmod(0o755)
        with SimpleEngine.popen_uci(str(program), timeout=PLENTY, setpgrp=True, cwd=tmp_path) as player:
            assert player.play(BOARD, ONE).move == Move.from_uci("d2d4")
            assert os.getpgid(player.transport.get_pid()) != os.getpgrp()


def test_inside_a_running_event_loop() -> None:
    async def notebook_cell() -> Any:
        with opened(replies("bestmove e2e4")) as player:
            return player.play(BOARD, ONE).move

    assert asyncio.run(notebook_cell()) == Move.from_uci("e2e4")


def test_calls_from_many_threads() -> None:
    script = "for line in lines():\n    if line.startswith('go'): say('bestmove e2e4')"
    with opened(engine(script)) as player:
        outcomes: list[str] = []

        def work() -> None:
            for _ in range(20):
                try:
                    player.play(BOARD, Limit(depth=1))
                    outcomes.append("move")
                except BaseException as error:  # a call ends those before it
                    outcomes.append(type(error).__name__)

        threads = [threading.Thread(target=work) for _ in range(5)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(PLENTY)
        assert len(outcomes) == 100 and set(outcomes) <= {"move", "CancelledError"} and "move" in outcomes
        player.ping()
