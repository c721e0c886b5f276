"""Tests for `bitrook match`."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import scripted_engines
from python_chess_source import unpack

from bitrook import pgn

ENGINES = ["bitrook", "bitrook name=weak option.quiescence=off"]


def test_a_match_prints_a_table(run, tmp_path: Path) -> None:
    output = tmp_path / "games.pgn"
    ran = run("match", *ENGINES, "--nodes", "200", "--games", "4", "--concurrency", "2", "-o", str(output))
    lines = ran.out.splitlines()
    assert ran.code == 0 and ran.err == "" and lines[-1] == "4 of 4 games" and lines[1].split()[:2] == ["bitrook", "4"]
    assert max(map(len, lines)) <= 80 and output.read_text().count("[Event ") == 4
    again = run("match", *ENGINES, "--nodes", "200", "--games", "4", "-o", str(output))
    assert again.out == ran.out


def test_a_match_prints_json(run) -> None:
    ran = run("match", *ENGINES, "--depth", "1", "--games", "2", "--json", "--sprt", "0", "10", "--seed", "5")
    facts = json.loads(ran.out)
    assert facts["games"] == 2 and facts["sprt"]["accepted"] is None and facts["sprt"]["bounds"] == [-2.9444, 2.9444]
    assert [player["name"] for player in facts["players"]] == ["bitrook", "weak"]
    assert sum(facts["players"][0]["pairs"]) == 1


def test_functions_openings_and_rules(run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "my_engine_of_a_test.py").write_text(
        "def play(board, limit):\n    return next(iter(board.legal_moves))\n"
    )
    (tmp_path / "book.epd").write_text("4k3/8/8/8/8/8/4P3/4K3 w - -\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    words = ["my_engine_of_a_test:play", "bitrook", "--nodes", "100", "--games", "2", "-o", "out.pgn"]
    ran = run("match", *words, "--openings", "book.epd", "--max-moves", "5", "--resign", "0,0", "--draw", "1,0,0")
    assert ran.code == 0, ran.err
    game = pgn.read_game(io.StringIO((tmp_path / "out.pgn").read_text()))
    assert game and game.headers["FEN"] == "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1" and game.end().ply() == 10
    assert game.headers["Termination"] == "adjudication" and game.headers["White"] == "play"


def test_tablebases(run, tmp_path: Path) -> None:
    folder = str(unpack(tmp_path) / "data" / "syzygy" / "regular")
    book, output = tmp_path / "book.epd", tmp_path / "out.pgn"
    book.write_text("4k3/8/4K3/4P3/8/8/8/8 w - -\n")
    words = ["match", *ENGINES, "--nodes", "100", "--games", "2", "--openings", str(book), "-o", str(output)]
    assert run(*words, "--tablebase", folder, "--resign", "0,0").code == 0
    assert output.read_text().count("tablebase } 1-0") == 2
    assert "no tables in" in run(*words, "--tablebase", str(tmp_path)).err


def test_errors(run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bitrook._players._STARTING", 0.5)
    for words, message in [
        (["bitrook"], "expected two or more players"),
        (["bitrook", "bitrook"], "with different names"),
        ([*ENGINES, "--games", "3"], "games must be even"),
        ([*ENGINES, "--tc", "fast"], "expected a time control"),
        ([*ENGINES, "--draw", "1,2"], "expected 3 numbers separated by commas"),
        ([*ENGINES, "--tc", "1+1", "--nodes", "5"], "not allowed with argument"),
        (["bitrook", "bitrook name=x option.y=1"], "bitrook has no option 'y'"),
        (["bitrook", "no-such-engine"], "No such file"),
        (["bitrook", f"'{sys.executable}' -c 'import time; time.sleep(60)'"], "did not start within 0.5 seconds"),
    ]:
        ran = run("match", *words)
        assert ran.code == 2 and message in ran.err, (words, ran.err)


@pytest.mark.skipif(os.name == "nt", reason="a terminal of POSIX")
def test_the_live_table_and_an_interrupt(tmp_path: Path, run) -> None:
    import pty

    output, waits = tmp_path / "games.pgn", tmp_path / "waits"
    script = f"if os.path.exists({str(output)!r}) and os.path.getsize({str(output)!r}): open({str(waits)!r}, 'w').close(); time.sleep(60)"
    code = scripted_engines.engine(script)
    engine = tmp_path / "engine.py"
    engine.write_text(code[-1])
    words = ["match", "bitrook", f"'{sys.executable}' '{engine}' name=other", "--nodes", "50", "--games", "4"]
    words += ["--max-moves", "12", "-o", str(output)]
    main = "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); import bitrook.cli; sys.exit(bitrook.cli.main())"
    reader, writer = pty.openpty()
    process = subprocess.Popen([sys.executable, "-c", main, *words], stderr=writer, stdout=subprocess.PIPE)
    deadline = time.monotonic() + 60
    while not waits.exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)
    os.close(writer)
    shown = os.read(reader, 100_000).decode()
    os.close(reader)
    assert process.returncode == 130 and "interrupted" in shown
    assert "\x1b[" in shown and "other - bitrook: move " in shown and "1 of 4 games" in shown
    assert output.read_text().count("[Event ") == 1
    engine.write_text(scripted_engines.engine()[-1])
    ran = run(*words)
    assert ran.code == 0 and ran.out.splitlines()[-1] == "4 of 4 games"
