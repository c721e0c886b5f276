"""Tests for SimpleEngine: its log, closing, lost engines, paths with spaces, event loops and threads."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from support.engine_scripts import BOARD, ONE, PLENTY, START, children, engine, in_time, opened, replies

from bitrook import Move
from bitrook.engine import (
    EngineTerminatedError,
    Limit,
    SimpleEngine,
)

pytestmark = pytest.mark.usefixtures("nothing_is_left")


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
    with pytest.raises(OSError):  # the engine's process has ended, too
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
                except BaseException as error:  # each call cancels the previous ones
                    outcomes.append(type(error).__name__)

        threads = [threading.Thread(target=work) for _ in range(5)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(PLENTY)
        assert len(outcomes) == 100 and set(outcomes) <= {"move", "CancelledError"} and "move" in outcomes
        player.ping()
