"""Tests for `bitrook match`."""

from __future__ import annotations

import io
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from support import engine_scripts
from support.python_chess_source import unpack

from bitrook import match, pgn
from bitrook.cli import command_parser
from bitrook.match import Player

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
    before = list(sys.path)
    words = ["my_engine_of_a_test:play", "bitrook", "--nodes", "100", "--games", "2", "-o", "out.pgn"]
    ran = run("match", *words, "--openings", "book.epd", "--max-moves", "5", "--resign", "0,0", "--draw", "1,0,0")
    assert ran.code == 0, ran.err
    assert sys.path == before
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
    monkeypatch.setattr("bitrook.match._players._STARTING", 0.5)
    for words, message in [
        (["bitrook"], "expected two or more players"),
        ([*ENGINES, "--nodes", "0"], "argument --nodes: expected a whole number of 1 or more, got '0'"),
        ([*ENGINES, "--depth", "0"], "argument --depth: expected a whole number of 1 or more, got '0'"),
        ([*ENGINES, "--time", "0"], "--time must be more than 0, not 0.0"),
        ([*ENGINES, "--nodes", "-5"], "expected a whole number of 1 or more, got '-5'"),
        ([*ENGINES, "--draw", "1,2"], "expected 3 numbers separated by commas"),
        ([*ENGINES, "--tc", "1+1", "--nodes", "5"], "--tc cannot be combined with --nodes, --depth or --time"),
        ([*ENGINES, "--normalized"], "--normalized applies only to --sprt"),
        ([*ENGINES, "--plies", "3"], "--plies applies only to --openings"),
        (["bitrook", "no-such-engine"], "No such file"),
        (["bitrook", f"'{sys.executable}' -c 'import time; time.sleep(60)'"], "did not start within 0.5 seconds"),
    ]:
        ran = run("match", *words)
        assert ran.code == 2 and message in ran.err, (words, ran.err)


@pytest.mark.skipif(os.name == "nt", reason="a terminal of POSIX")
def test_the_live_table_and_an_interrupt(tmp_path: Path, run) -> None:
    import pty

    output, waits = tmp_path / "games.pgn", tmp_path / "waits"
    flag = tmp_path / "go"  # without it, the engine waits after the first game
    script = f"""
    if os.path.getsize({str(output)!r}) and not os.path.exists({str(flag)!r}):
        open({str(waits)!r}, "w").close()
        time.sleep(60)
    """
    engine = tmp_path / "engine.py"
    engine.write_text(engine_scripts.player(script)[-1])
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
    flag.touch()
    ran = run(*words)
    assert ran.code == 0 and ran.out.splitlines()[-1] == "4 of 4 games"


def test_options_of_testers(run, tmp_path: Path) -> None:
    """Time odds, working directories, logs, Chess960, pondering, two limits at once, and normalized Elo."""
    script = f"""
    if words[1:2] == ["ponder"]:
        assert next(sys.stdin).strip() in ("stop", "ponderhit")
    assert os.getcwd() == {str(tmp_path)!r}
    say(f"info depth 3 score cp 21 nodes 10 nps 77 pv {{move}}")
    after = board.copy()
    after.push(move)
    reply = next(iter(after.legal_moves), None)
    say(f"bestmove {{move}}" + (f" ponder {{reply}}" if reply else ""))
    continue
    """
    source = engine_scripts.player(script)[-1].replace(
        'Board(" ".join(words[2:at]))', 'Board(" ".join(words[2:at]), chess960=True)'
    )
    source = source.replace(
        'say("uciok")',
        'say("option name UCI_Chess960 type check default false"); say("option name Ponder type check default false"); say("uciok")',
    )
    (tmp_path / "engine.py").write_text(source)
    output, log = tmp_path / "o.pgn", tmp_path / "talk.log"
    program = f"'{sys.executable}' engine.py dir='{tmp_path}'"
    words = [f"{program} name=A log='{log}' ponder=on", f"{program} name=B nodes=7", "--time", "5", "--depth", "9"]
    words += ["--games", "2", "--chess960", "--max-moves", "6", "--sprt", "0", "10", "--normalized", "-o", str(output)]
    ran = run("match", *words)
    assert ran.code == 0, ran.err
    assert "SPRT of 0 and 10 normalized Elo: LLR" in ran.out
    games = [game for game in output.read_text().split("[Event ") if game]
    assert len(games) == 2 and all('[Variant "Chess960"]' in game and "[%nodes 10] [%nps 77]" in game for game in games)
    assert (
        '[WhiteTimeControl "Limit(time=5.0, depth=9)"]' in games[0]
        and '[BlackTimeControl "Limit(nodes=7)"]' in games[0]
    )
    talk = log.read_text()
    assert (
        "<< go depth 9 movetime 5000\n" in talk
        and ">> bestmove " in talk
        and "setoption name UCI_Chess960 value true" in talk
    )
    assert "<< go ponder depth 9 movetime 5000\n" in talk and "<< ponderhit\n" in talk and "<< uci\n" in talk
    assert "nodes 7" not in talk  # the limit of the other engine


def test_the_table_of_options_of_other_programs() -> None:
    """Each row of "Coming from cutechess or fastchess" must be understood, and set what the other program sets."""
    page = (Path(__file__).parents[2] / "docs" / "how-to" / "matches.md").read_text("utf-8")
    rows = re.findall(r"^\| (`-.*) \| (.*) \|$", page.partition("## Coming from cutechess")[2], re.MULTILINE)
    assert len(rows) > 20
    parser = command_parser("match")
    for theirs, ours in rows:
        if not ours.startswith("`"):
            continue
        words = shlex.split(ours.strip("`"))
        arguments = vars(parser.parse_intermixed_args(["bitrook", "x", *words]))
        defaults = vars(parser.parse_intermixed_args(["bitrook", "x"]))
        changed = [name for name, value in arguments.items() if value != defaults[name]]
        assert changed, ours
        for engine in arguments["engines"][2:]:
            player = Player.of(engine)
            options = [f"option.{name}={value}" for name, value in player.options.items()]
            found = f"{player.engine} {player} {options}"
            for name, value in re.findall(r"(\w+)=([\w.+/-]+)", theirs):
                expected = repr(match.ClockLimit.parse(value)) if name == "tc" else value
                assert expected in found, (ours, value)
