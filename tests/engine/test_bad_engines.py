"""Tests for engines that crash, hang or misbehave: every call ends in time with a specific error, and nothing leaks."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from support.engine_scripts import BOARD, ONE, PLENTY, SHORT, engine, in_time, opened, replies

from bitrook import Board, Move
from bitrook.engine import (
    INFO_ALL,
    EngineError,
    EngineTerminatedError,
    Limit,
    Option,
    Protocol,
    SimpleEngine,
    UciProtocol,
    XBoardProtocol,
    popen_uci,
)

pytestmark = pytest.mark.usefixtures("nothing_is_left")

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
        assert "did not stop" in in_time(analysis.wait, asyncio.TimeoutError)
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


# --- What errors say.

REPORTS = "info string CRITICAL ERROR: no network"


def test_timeouts_say_what_was_awaited_and_what_the_engine_reported() -> None:
    script = f"""
    for line in lines():
        if line.startswith("go"): say({REPORTS!r}); say("info depth 1")
    """
    with opened(engine(script), timeout=SHORT) as player:
        waits = f"within 0.5 seconds; it reported: {REPORTS}"
        assert in_time(lambda: player.play(BOARD, Limit(time=0.01)), asyncio.TimeoutError) == (
            f"the engine did not send a move within 0.51 seconds; it reported: {REPORTS}"
        )
        assert in_time(player.ping, asyncio.TimeoutError) == f"the engine did not respond {waits}"
    with opened(engine(script), timeout=SHORT) as player:
        analysis = player.analysis(BOARD)
        analysis.stop()
        assert in_time(analysis.wait, asyncio.TimeoutError) == f"the engine did not stop {waits}"
    with opened(engine("list(lines())"), timeout=SHORT) as player:
        text = in_time(lambda: player.analyse(BOARD, ONE), asyncio.TimeoutError)
        assert text == "the engine did not end its analysis within 0.6 seconds"
    command = engine("time.sleep(100)")
    text = in_time(lambda: SimpleEngine.popen_uci(command, timeout=SHORT), asyncio.TimeoutError)
    assert text.startswith("the engine did not start (") and text.endswith(") within 0.5 seconds")
    with opened(engine("try: list(lines())\nfinally: time.sleep(100)"), timeout=SHORT) as player:
        assert in_time(player.quit, asyncio.TimeoutError) == "the engine did not exit within 0.5 seconds"


@pytest.mark.parametrize("protocol", [UciProtocol, XBoardProtocol])
def test_the_last_words_of_an_engine(protocol: type[Protocol]) -> None:
    says = REPORTS if protocol is UciProtocol else "tellusererror no network"
    script = f"""
    for line in lines():
        if line.startswith(("go", "analyze")):
            say({says!r})
            print("ModuleNotFoundError: no brain", file=sys.stderr, flush=True)
            os._exit(3)
    """
    with opened(engine(script), protocol) as player:
        text = in_time(lambda: player.play(BOARD, ONE), EngineTerminatedError)
        assert text.startswith("the engine process has ended unexpectedly (exit code: 3); it reported: ")
        assert says in text and "no brain" in text
        assert says in in_time(player.ping, EngineTerminatedError)


@pytest.mark.parametrize("limit", [Limit(depth=9), Limit(nodes=9), Limit(mate=2)])
def test_an_engine_that_reports_an_error_and_falls_silent(limit: Limit) -> None:
    script = f"""
    for line in lines():
        if line.startswith("go"): say({REPORTS!r})
    """
    with opened(engine(script), timeout=SHORT) as player:
        text = in_time(lambda: player.play(BOARD, limit), EngineTerminatedError)
        assert text == f"the engine has sent nothing for 0.5 seconds after an error; it reported: {REPORTS}"
    with opened(engine(script), timeout=SHORT) as player:
        assert REPORTS in in_time(lambda: list(player.analysis(BOARD, limit)), EngineTerminatedError)


def test_an_engine_may_go_on_after_an_error() -> None:
    script = f"""
    for line in lines():
        if line.startswith("go"):
            say({REPORTS!r}); time.sleep(0.3); say("info depth 1"); time.sleep(1.5); say("bestmove e2e4")
        elif line.startswith("position") and "moves" in line: os._exit(3)
    """
    with opened(engine(script), timeout=1) as player:
        assert player.play(BOARD, Limit(depth=1)).move
        after = BOARD.copy()
        after.push_uci("e2e4")
        text = in_time(lambda: player.play(after, Limit(depth=1)), EngineTerminatedError)
        assert "CRITICAL" not in text  # reported before a move that the engine has played since


def test_invalid_positions_are_not_sent() -> None:
    crash = (
        "for line in lines():\n    if 'fen' in line: os._exit(3)\n    elif line.startswith('go'): say('bestmove e2e4')"
    )
    for fen, problem in (
        ("8/8/8/8/8/8/8/4K3 w - - 0 1", "NO_BLACK_KING"),
        ("4k3/8/8/8/8/8/8/KK6 w - - 0 1", "TOO_MANY_KINGS"),
        ("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", "OPPOSITE_CHECK"),
        ("P3k3/8/8/8/8/8/8/4K3 w - - 0 1", "PAWNS_ON_BACKRANK"),
    ):
        board = Board(fen)
        with opened(engine(crash)) as player:
            for call in (player.play, player.analyse, player.analysis):
                text = in_time(lambda: call(board, ONE), EngineError)  # noqa: B023
                assert problem in text and fen in text and "allow_invalid" in text
            assert player.play(BOARD, ONE).move  # the engine has not been asked, and still answers
            player.allow_invalid = True
            assert player.allow_invalid
            in_time(lambda: player.play(board, ONE), EngineTerminatedError)  # noqa: B023


def test_root_moves_that_the_engine_ignores() -> None:
    only = [Move.from_uci("a2a3")]
    with opened(replies("info depth 1 pv e2e4", "bestmove e2e4")) as player:
        text = "the engine ignored root_moves: it chose e2e4, which is not one of them"
        assert in_time(lambda: player.play(BOARD, ONE, root_moves=iter(only)), EngineError) == text
        assert in_time(lambda: player.analyse(BOARD, ONE, root_moves=only), EngineError) == text
        assert in_time(player.analysis(BOARD, ONE, root_moves=only).wait, EngineError) == text
        # Stockfish 15.1 has no move if none is allowed; from version 17.1 on, it chooses among all.
        assert in_time(lambda: player.play(BOARD, ONE, root_moves=[]), EngineError) == text
        assert player.play(BOARD, ONE, root_moves=[*only, Move.from_uci("e2e4")]).move == Move.from_uci("e2e4")
    castling = Board("4k3/8/8/8/8/8/8/4K2R w K - 0 1", chess960=True)
    with opened(replies("bestmove e1h1")) as player:
        player.protocol.options["UCI_Chess960"] = Option("UCI_Chess960", "check", False, None, None, None)
        for move in ("e1h1", "e1g1"):
            assert player.play(castling, ONE, root_moves=[Move.from_uci(move)]).move == Move.from_uci("e1h1")


def test_a_new_score_replaces_the_bounds() -> None:
    lines = [
        "info depth 1 score cp 10 upperbound", "info depth 2 score cp 20 lowerbound", "info depth 3 nodes 7",
        "info depth 3 score cp 5 pv e2e4", "bestmove e2e4",
    ]  # fmt: skip
    for count, bounds in ((1, {"upperbound"}), (2, {"lowerbound"}), (3, {"lowerbound"}), (4, set())):
        with opened(replies(*lines[:count], lines[-1])) as player:
            info = player.analyse(BOARD, ONE)
            assert isinstance(info, dict)
            for found in (info, player.play(BOARD, ONE, info=INFO_ALL).info):
                assert {name for name in ("lowerbound", "upperbound") if found.get(name)} == bounds, count
