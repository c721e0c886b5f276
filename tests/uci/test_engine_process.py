"""Engine processes based on `bitrook.uci`: conversations as with a GUI, and the ways in which they end."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.children import environment
from support.hobby_engine import HOBBY, NATIVE, PLENTY, Conversation

from bitrook import Board, Move, uci

ENGINES = pytest.mark.parametrize("command", [HOBBY, NATIVE], ids=["hobby", "native"])
MATE = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"
MATED = "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1"


def best(lines: list[str]) -> Move:
    return Move.from_uci(lines[-1].split()[1])


@ENGINES
def test_a_game_as_guis_play_it(command: list[str]) -> None:
    with Conversation(command) as engine:
        engine.send("uci")
        assert engine.until("uciok")[0].startswith("id name ")
        engine.send("setoption name Ponder value true", "ucinewgame", "isready")
        assert engine.until("readyok") == ["readyok"]
        board, moves = Board(), []
        for _ in range(6):
            engine.send(f"position startpos moves {' '.join(moves)}", "go wtime 1500 btime 1500 winc 10 binc 10")
            words = engine.until("bestmove")[-1].split()
            move = board.parse_uci(words[1])
            board.push(move)
            moves.append(words[1])
            if len(words) == 4:  # ponder until the opponent plays the expected move or another one
                assert words[2] == "ponder"
                board.push_uci(words[3])
                engine.send(f"position startpos moves {' '.join([*moves, words[3]])}")
                engine.send("go ponder wtime 1500 btime 1500 winc 10 binc 10")
                engine.send("ponderhit" if len(moves) % 4 == 1 else "stop")
                assert best(engine.until("bestmove")) in board.legal_moves
                moves.append(words[3])
        engine.send("stop", "quit")
        assert engine.end() == (0, [], "")


@ENGINES
def test_an_analysis_until_stop(command: list[str]) -> None:
    with Conversation(command) as engine:
        engine.send("setoption name MultiPV value 3", f"position fen {MATE}", "go infinite", "isready")
        lines = engine.until("readyok")  # immediately, while the engine is searching
        while sum(line.startswith("info depth 3 ") for line in lines) < 3:
            lines += engine.until("info depth")
        engine.send("stop")
        assert best(engine.until("bestmove")) == Move.from_uci("a1a8")
        infos = [line.split() for line in lines if line.startswith("info depth 3 ")]
        assert [line[line.index("multipv") + 1] for line in infos] == ["1", "2", "3"]
        assert infos[0][infos[0].index("score") + 1 :][:2] == ["mate", "1"]
        assert len({line[line.index("pv") + 1] for line in infos}) == 3
        engine.send("isready")
        assert engine.until("readyok") == ["readyok"]


@ENGINES
def test_infinite_waits_for_stop_after_the_last_depth(command: list[str]) -> None:
    for waiting in ("infinite", "ponder"):
        with Conversation(command) as engine:
            engine.send(f"position fen {MATED}", f"go {waiting} depth 1", "isready", "isready")
            assert [line for line in engine.until("readyok") + engine.until("readyok") if "bestmove" in line] == []
            engine.send("stop" if waiting == "infinite" else "ponderhit")
            assert engine.until("bestmove")[-1] == "bestmove (none)"


@ENGINES
@pytest.mark.parametrize("way", ["ponder movetime 5", "ponder wtime 50 btime 50", "ponder depth 1", "ponder nodes 1"])
def test_ponderhit_at_once_and_twice(command: list[str], way: str) -> None:
    with Conversation(command) as engine:
        for _ in range(10):
            engine.send("position startpos", f"go {way}", "ponderhit", "ponderhit")
            assert best(engine.until("bestmove")) in Board().legal_moves
        engine.send("ponderhit", "stop", "stop", "isready")
        assert engine.until("readyok") == ["readyok"]


@pytest.mark.slow
@ENGINES
def test_ponderhit_at_once_many_times(command: list[str]) -> None:
    start = f"import runpy; runpy.run_path({command[-1]!r}, run_name='__main__')"
    if command is NATIVE:
        start = "from bitrook import uci; uci.SearchEngine().run()"
    with Conversation([sys.executable, "-c", f"import sys; sys.setswitchinterval(1e-6); {start}"]) as engine:
        for number in range(1000):
            second = ["ponderhit"] * (number % 3)
            engine.send("position startpos", f"go ponder movetime {number % 7}", "ponderhit", *second)
            assert best(engine.until("bestmove")) in Board().legal_moves


@ENGINES
def test_chess960(command: list[str]) -> None:
    fen = "4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1"
    with Conversation(command) as engine:
        engine.send("setoption name UCI_Chess960 value true", f"position fen {fen}", "go depth 2 searchmoves e1g1")
        lines = engine.until("bestmove")
        assert best(lines) == Move.from_uci("e1g1") and lines[-2].split(" pv ")[1].startswith("e1g1")
        engine.send(f"position fen {fen} moves e1b1", "d", "go depth 1")
        assert "Fen: 4k3/8/8/8/8/8/8/2KR2R1 b - - 1 1" in engine.until("bestmove")
    with Conversation(command) as engine:
        engine.send("position fen 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "go depth 2 searchmoves e1g1")
        assert best(engine.until("bestmove")) == Move.from_uci("e1g1")


@ENGINES
def test_positions_without_moves(command: list[str]) -> None:
    with Conversation(command) as engine:
        engine.send(f"position fen {MATED}", "go depth 3")
        assert engine.until("bestmove") == ["info depth 0 score mate 0", "bestmove (none)"]
        engine.send("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "go movetime 10")
        assert engine.until("bestmove") == ["info depth 0 score cp 0", "bestmove (none)"]


@ENGINES
def test_limits_of_zero_end_the_search(command: list[str]) -> None:
    with Conversation(command) as engine:  # Stockfish searches without end
        for limit in ("movetime 0", "depth 0", "nodes 0", "mate 0", "wtime 0 btime 0"):
            engine.send("position startpos", f"go {limit}")
            assert best(engine.until("bestmove")) in Board().legal_moves


@pytest.mark.parametrize(
    ("mood", "error", "move"),
    [
        ("raises", "the author's mistake", "a1a8"),
        ("illegal", "a1a1", "(none)"),
        ("none", "the search returned no move", "(none)"),
    ],
)
def test_a_search_that_fails_is_reported(mood: str, error: str, move: str) -> None:
    with Conversation(HOBBY) as engine:
        engine.send(f"setoption name Mood value {mood}", f"position fen {MATE}", "go depth 2")
        lines = engine.until("bestmove")
        assert lines[-2].startswith("info string search: ") and error in lines[-2]
        assert lines[-1].split()[:2] == ["bestmove", move]
        engine.send("setoption name Mood value fine", "go depth 1", "quit")
        assert best(engine.until("bestmove")) == Move.from_uci("a1a8")
        code, left, errors = engine.end()
        assert (code, left) == (0, []) and "Traceback" in errors and MATE in errors


@ENGINES
def test_commands_wait_for_a_search_with_a_limit(command: list[str]) -> None:
    with Conversation(command) as engine:
        engine.send("go depth 3", f"position fen {MATE}", "setoption name MultiPV value 2", "go depth 3")
        first = engine.until("bestmove")
        assert any(line.startswith("info depth 3 ") for line in first)
        assert best(first) in Board().legal_moves
        second = engine.until("bestmove")
        assert any(line.startswith("info depth 3 ") and " multipv 2 " in line for line in second)
        assert best(second) == Move.from_uci("a1a8")


@ENGINES
def test_stop_and_quit_do_not_wait(command: list[str]) -> None:
    with Conversation(command) as engine:
        hour = "go movetime 3600000"
        engine.send(hour, f"position fen {MATE}", hour, "isready")
        engine.until("info depth")
        engine.send("stop")
        engine.until("bestmove")
        engine.until("bestmove")
        engine.send("position startpos", hour, "ucinewgame", "position startpos moves e2e4", hour, "go infinite")
        engine.send("position startpos", "quit")
        code, lines, errors = engine.end()
        assert (code, errors) == (0, "") and sum(line.startswith("bestmove") for line in lines) == 1


@pytest.mark.parametrize("last", ["quit", ""])
def test_a_search_that_follows_the_last_move_is_answered_at_the_end(last: str) -> None:
    """The thread of the first search runs the commands that waited for it, also after the second search has ended."""
    delayed, stopped = threading.Event(), []

    class Delayed(uci.Engine):
        def search(self, board: Board, limits: uci.SearchLimits, report: uci.Report) -> Move:
            time.sleep(0.1)
            stopped.append(limits.must_stop())
            return next(iter(board.legal_moves))

        def do_delay(self, board: Board, words: list[str]) -> None:
            delayed.set()
            time.sleep(0.3)

    def commands() -> Iterator[str]:
        yield from ("go depth 1", "position startpos", "go depth 1", "delay", "go depth 1")
        assert delayed.wait(PLENTY)
        yield last

    output = io.StringIO()
    Delayed().run(commands(), output)  # type: ignore[arg-type]
    assert output.getvalue().count("bestmove") == len(stopped) == 3
    assert last or not any(stopped)  # at the end of the input, the engine finishes its search


@ENGINES
def test_commands_that_wait_stop_a_search_without_a_limit(command: list[str]) -> None:
    with Conversation(command) as engine:
        engine.send("go depth 2", f"position fen {MATE}", "go infinite", "position startpos", "go depth 1", "isready")
        assert best(engine.until("bestmove")) in Board().legal_moves
        assert best(engine.until("bestmove")) in Board(MATE).legal_moves
        assert best(engine.until("bestmove")) in Board().legal_moves
        engine.send("isready")
        engine.until("readyok")


@ENGINES
def test_only_illegal_searchmoves(command: list[str]) -> None:
    with Conversation(command) as engine:
        engine.send("go depth 1 searchmoves e2e5")
        assert engine.until("bestmove") == ["info string go: none of the searchmoves is legal", "bestmove (none)"]


@ENGINES
@pytest.mark.parametrize(
    "fen", ["8/8/8/8/8/8/8/8 w - - 0 1", "kk6/8/8/8/8/8/8/K7 w - - 0 1", "k7/8/8/8/8/8/8/R3K3 w - - 0 1"]
)
def test_positions_that_cannot_be_played_are_refused(command: list[str], fen: str) -> None:
    with Conversation(command) as engine:
        engine.send(f"position fen {fen}", "go depth 1")
        lines = engine.until("bestmove")
        assert lines[0].startswith("info string position: no such position is possible (") and fen in lines[0]
        assert best(lines) in Board().legal_moves  # the position before
        engine.send("quit")
        assert engine.end() == (0, [], "")


def test_rooks_have_letters_with_chess960() -> None:
    with Conversation(NATIVE) as engine:
        engine.send("setoption name UCI_Chess960 value true", "position startpos", "d")
        assert engine.until("Fen:")[-1] == "Fen: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1"


def test_words_that_are_not_known_are_skipped() -> None:
    with Conversation(HOBBY) as engine:
        engine.send("", "  ", "nonsense", "joho debug on", "xgo isready", "position startpos", "go depth 1")
        assert "info string depth 1 is done" in engine.until("bestmove")
        engine.send("debug off", "go depth 1")
        assert "info string depth 1 is done" not in engine.until("bestmove")
        engine.send("hello", "hello my  world", "d", "register later")
        assert engine.until("hello") == ["hello"]
        assert engine.until("hello") == ["hello my world"]
        assert f"Fen: {Board().fen()}" in engine.until("Checkers")


def test_bytes_that_are_not_utf_8() -> None:
    with Conversation(NATIVE) as engine:
        assert engine.process.stdin
        engine.process.stdin.buffer.write(
            b"\xff\xfe\0 isready\nposition fen \xff\n" + b"x" * 10_000_000 + b"\nisready\n"
        )
        engine.process.stdin.flush()
        assert engine.until("readyok")[-1] == "readyok"
        assert engine.until("readyok")[0].startswith("info string position: ")


def test_characters_that_the_terminal_cannot_show(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")  # not UTF-8, as on Windows, which uses cp1252
    with Conversation(NATIVE) as engine:
        engine.send("setoption name Caf\u00e9", "isready")
        assert engine.until("readyok")[0].startswith("info string setoption: no such option: 'Caf")


def test_the_conversation_is_logged(tmp_path: Path) -> None:
    path = tmp_path / "my  log.txt"
    with Conversation(NATIVE) as engine:
        engine.send(f"setoption name Debug Log File value {path}", "position startpos", "go depth 1", "isready")
        engine.until("bestmove")
        engine.send(
            "setoption name Debug Log File value <empty>", "isready", f"setoption name Debug Log File value {tmp_path}"
        )
        assert engine.until("info string")[-1].startswith("info string setoption: ")
        engine.send("quit")
        assert engine.end() == (0, [], "")
    text = path.read_text(encoding="utf-8")
    assert "<< go depth 1" in text and ">> bestmove " in text and text.count("<< isready") == 1


@ENGINES
@pytest.mark.parametrize(
    "commands", [[], ["go infinite"], ["go ponder wtime 9 btime 9"], ["go"], ["go movetime 100000"]]
)
@pytest.mark.parametrize("last", ["quit", ""])
def test_an_engine_ends(command: list[str], commands: list[str], last: str) -> None:
    if commands == ["go movetime 100000"] and not last:
        commands = ["go movetime 100"]  # at the end of input, the engine finishes its search
    with Conversation(command) as engine:
        engine.send("position startpos", *commands, *[last] * bool(last))
        code, left, errors = engine.end()
        assert (code, errors) == (0, "")
        assert len([line for line in left if line.startswith("bestmove ")]) == len(commands)


def test_an_engine_that_ignores_stop_ends() -> None:
    with Conversation(HOBBY) as engine:
        engine.send("setoption name Mood value deaf", "go movetime 1", "stop", "isready")
        engine.until("readyok")
        engine.send("quit")
        assert engine.end() == (0, [], "")


@ENGINES
@pytest.mark.skipif(os.name == "nt", reason="pipes of Windows end in another way")
def test_an_engine_ends_when_nobody_reads_its_output(command: list[str]) -> None:
    reading, writing = os.pipe()
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=writing, stderr=subprocess.PIPE, text=True, env=environment()
    ) as process:
        os.close(writing)
        os.close(reading)
        output, errors = process.communicate("position startpos\ngo depth 100\n", timeout=PLENTY)
        assert (process.returncode, errors) == (0, "")


@ENGINES
@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT for one process")
def test_ctrl_c(command: list[str]) -> None:
    with Conversation(command) as engine:
        engine.send("position startpos", "go infinite")
        engine.until("info depth 1")
        engine.process.send_signal(signal.SIGINT)
        code, left, errors = engine.end()
        assert left[-1].startswith("bestmove ") and code != 0
        assert "KeyboardInterrupt" in errors if command is HOBBY else "interrupted" in errors
