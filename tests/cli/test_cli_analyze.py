"""Tests for `bitrook analyze` and `bitrook solve`."""

from __future__ import annotations

import io
import json
import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from support import engine_scripts

from bitrook import Move, pgn

MATES = str(Path(__file__).parents[2] / "examples" / "mates.epd")
FOOL = '[White "Ann"]\n[Black "Bob"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n'
TRAP = '[White "Cy"]\n[Black "Ann"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 *\n\n'


@pytest.fixture
def games(tmp_path: Path) -> str:
    path = tmp_path / "games.pgn"
    path.write_text(FOOL + TRAP)
    return str(path)


def read(path: Path | str) -> list[pgn.Game]:
    with open(path, encoding="utf-8") as file:
        return list(iter(lambda: pgn.read_game(file), None))


def test_analyze_writes_pgn_and_reports(run, games: str, tmp_path: Path) -> None:
    output = tmp_path / "out.pgn"
    ran = run("analyze", games, "-o", str(output), "--depth", "4", "--workers", "2", "--variations")
    assert (ran.code, ran.err) == (0, "")
    first, second = read(output)
    assert first.headers["White"] == "Ann" and str(first).count("[%eval") == 3 and "Blunder. " in str(first)
    assert str(second).count("[%eval") == 10 and any(len(node.variations) > 1 for node in second.mainline())
    assert set(os.listdir(tmp_path)) == {"games.pgn", "out.pgn"}
    lines = ran.out.splitlines()
    assert [line.split()[:3] for line in lines[1:3]] == [["1", "white", "Ann"], ["1", "black", "Bob"]]
    assert lines[6].split()[:3] == ["Ann", "2", "7"] and len(lines) == 9 and max(map(len, lines)) <= 84


def test_analyze_prints_pgn(run, games: str) -> None:
    ran = run("analyze", games, "--depth", "2", "--limit", "1", "--no-comments")
    assert ran.code == 0 and ran.out.count("[%eval") == 3 and "best" not in ran.out
    assert pgn.read_game(io.StringIO(ran.out)).headers["White"] == "Ann"


def test_analyze_writes_pgn_without_an_extension(run, games: str, tmp_path: Path) -> None:
    output = tmp_path / "v1.0" / "annotated"  # the dot in the name of the folder is not that of an extension
    output.parent.mkdir()
    assert run("analyze", games, "-o", str(output), "--depth", "2").code == 0
    assert "[%eval" in output.read_text()


def test_analyze_filters_and_reports_as_json(run, games: str) -> None:
    ran = run("analyze", games, "--depth", "3", "--where", "White == Ann", "--json")
    [report] = json.loads(ran.out)
    assert report["white"]["name"] == "Ann" and report["white"]["blunders"] == 1 and report["result"] == "0-1"
    assert report["judgments"][2] == "blunder" and report["scores"][-2:] == ["#-1", "#-0"]


def test_a_report_needs_no_engine_if_all_is_there(run, tmp_path: Path) -> None:
    path = tmp_path / "annotated.pgn"
    path.write_text("1. e4 { [%eval 0.2] } e5 { [%eval 2.2] } *\n")
    ran = run("analyze", str(path), "--reuse", "--report", "--no-comments", "--depth", "1")
    assert ran.code == 0 and ran.out.splitlines()[2].split()[-6:] == ["1", "200.0", "46.3%", "0", "0", "1"]


@pytest.mark.parametrize("ending", ["parquet", "arrow"])
def test_analyze_writes_columns(run, games: str, tmp_path: Path, ending: str) -> None:
    pytest.importorskip("pyarrow")
    from pyarrow import feather, parquet

    path = tmp_path / f"out.{ending}"
    assert run("analyze", games, "-o", str(path), "--depth", "3").code == 0
    table = (parquet if ending == "parquet" else feather).read_table(str(path))
    first = table.to_pylist()[0]
    assert first["White"] == "Ann" and len(first["evals"]) == len(first["best_moves"]) == len(first["depths"]) == 4
    assert Move.from_word(first["best_moves"][3]).uci() == "d8h4" and first["depths"][0] == 3


def test_analyze_with_a_network(run, games: str, tmp_path: Path) -> None:
    path = tmp_path / "zero.bin"
    path.write_bytes(bytes(2 * (771 * 8 + 1)))  # a network that evaluates every position as 0
    ran = run("analyze", games, "--network", str(path), "--depth", "1", "--json")
    other = run("analyze", games, "--engine", f"bitrook option.EvalFile={path}", "--depth", "1", "--json")
    assert ran.code == 0 and ran.out == other.out != run("analyze", games, "--depth", "1", "--json").out
    ran = run("analyze", games, "--network", str(path), "--engine", "bitrook")
    assert ran.code == 2 and "--network applies to bitrook's own search" in ran.err


def test_errors(run, games: str, tmp_path: Path) -> None:
    for words, message in [
        (["analyze", games, "-o", "x.doc"], "cannot infer the format from the extension"),
        (["analyze", games, "-o", games], "the output file is also an input file"),
        (["analyze", games, "--engine", "no-such-engine"], "No such file"),
        (["analyze", games, "--engine", f"{shlex.join(engine_scripts.player())} option.Hash=1"], "no option 'Hash'"),
        (["solve", MATES, "--engine", f"{shlex.quote(sys.executable)} -c 0"], "ended unexpectedly (exit code: 0)"),
        (["analyze", games, "--format", "parquet"], "cannot be written to standard output"),
        (["analyze", str(tmp_path / "none.pgn")], "No such file"),
        (["solve", games], "games.pgn:1: "),
    ]:
        ran = run(*words)
        assert ran.code == 2 and message in ran.err, (words, ran.err)


def test_skipped_positions_are_reported(run, games: str, tmp_path: Path) -> None:
    output = tmp_path / "out.pgn"
    script = "if board.fullmove_number == 2 and not board.turn and board.is_check() == False and 'g4' in board.fen() + ' g4': os._exit(1)"
    command = shlex.join(engine_scripts.player(script))
    ran = run("analyze", games, "-o", str(output), "--engine", command, "--depth", "1")
    assert ran.code == 1 and ran.err.count("bitrook: warning: skipped ") == 2 and "failed twice" in ran.err
    assert Path(f"{output}.journal").exists()  # the next run retries these positions


def test_games_of_variants_are_copied(run, tmp_path: Path) -> None:
    path, output = tmp_path / "games.pgn", tmp_path / "out.pgn"
    text = '[White "Ann"]\n[Variant "Crazyhouse"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e4 *\n\n'
    path.write_text(text + FOOL)
    ran = run("analyze", str(path), "-o", str(output), "--depth", "1")
    assert (
        ran.code == 0 and "bitrook: warning: skipped the game Ann - ?: the engine does not play crazyhouse" in ran.err
    )
    assert output.read_text().startswith(text) and output.read_text().count("[%eval") == 3
    assert set(os.listdir(tmp_path)) == {"games.pgn", "out.pgn"}
    pytest.importorskip("pyarrow")
    assert run("analyze", str(path), "-o", str(tmp_path / "out.parquet"), "--depth", "1").code == 0
    assert rows_of(tmp_path / "out.parquet") == 2


@pytest.mark.skipif(os.name == "nt", reason="SIGINT")
@pytest.mark.parametrize("ending", ["pgn", "parquet"])
def test_an_interrupt_keeps_what_is_finished_and_the_next_run_continues(
    tmp_path: Path, games: str, ending: str, run
) -> None:
    if ending == "parquet":
        pytest.importorskip("pyarrow")
    output, flag = tmp_path / f"out.{ending}", tmp_path / "go"
    # At the last position of the second game, the engine waits until the file `flag` exists.
    script = f"""
        open({str(tmp_path / "log")!r}, "a").write(board.epd() + "\\n")
        while board.fullmove_number == 5 and not os.path.exists({str(flag)!r}):
            open({str(tmp_path / "waits")!r}, "w").close()
            time.sleep(0.05)
    """
    words = [
        "analyze",
        games,
        "-o",
        str(output),
        "--engine",
        shlex.join(engine_scripts.player(script)),
        "--depth",
        "1",
    ]
    code = "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); import bitrook.cli; sys.exit(bitrook.cli.main())"
    process = subprocess.Popen([sys.executable, "-c", code, *words], stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 60
    while not (tmp_path / "waits").exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    _, error = process.communicate(timeout=60)
    assert process.returncode == 130 and "run the same command to continue" in error, error
    if ending == "pgn":
        assert [game.headers["White"] for game in read(output)] == ["Ann"]
    before = (tmp_path / "log").read_text().splitlines()
    flag.touch()
    assert run(*words).code == 0
    after = (tmp_path / "log").read_text().splitlines()[len(before) :]
    assert after and set(after).isdisjoint(before[:-1]), "evaluated again"
    count = len(read(output)) if ending == "pgn" else rows_of(output)
    assert count == 2 and not Path(f"{output}.journal").exists()


def rows_of(path: Path) -> int:
    from pyarrow import parquet

    return int(parquet.read_table(str(path)).num_rows)


@pytest.mark.parametrize(
    ("chart", "message"),
    [
        ("c.doc", "a chart must be one of svg, png, pdf, not 'doc'"),
        ("chart", "a chart must be one of svg, png, pdf, not ''"),
        ("none/c.svg", "No such file or directory: "),
        ("games.pgn", "the output file is also an input file"),
        ("out.pgn", "two outputs are the same file"),
    ],
)
def test_charts_are_checked_before_the_work(run, games: str, tmp_path: Path, chart: str, message: str) -> None:
    pytest.importorskip("matplotlib")
    log = tmp_path / "log"
    engine = shlex.join(engine_scripts.player(f"open({str(log)!r}, 'w')"))
    output = tmp_path / "out.pgn"
    words = ["analyze", games, "-o", str(output), "--engine", engine, "--chart", str(tmp_path / chart)]
    ran = run(*words)
    assert ran.code == 2 and message in ran.err and not log.exists() and not output.exists()


def test_a_missing_chart_library_is_found_before_the_work(
    run, games: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    output = tmp_path / "out.pgn"
    ran = run("analyze", games, "-o", str(output), "--depth", "1", "--chart", str(tmp_path / "c.svg"))
    assert ran.code == 2 and "pip install 'bitrook[plot]'" in ran.err and not output.exists()


def test_an_engine_that_hangs_ends_the_analysis_and_keeps_finished_games(
    run, games: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bitrook.match._players._ANSWER", 0.3)
    flag, output = tmp_path / "answers", tmp_path / "out.pgn"
    script = f"if board.fullmove_number > 2 and not os.path.exists({str(flag)!r}): time.sleep(100)"
    words = [
        "analyze",
        games,
        "-o",
        str(output),
        "--engine",
        shlex.join(engine_scripts.player(script)),
        "--time",
        "0.01",
    ]
    ran = run(*words)
    assert ran.code == 2 and "the engine hung on 3 positions in a row" in ran.err, ran.err
    assert "run the same command to continue" in ran.err and [game.headers["White"] for game in read(output)] == ["Ann"]
    flag.touch()
    assert run(*words).code == 0 and len(read(output)) == 2 and not Path(f"{output}.journal").exists()


@pytest.mark.skipif(os.name == "nt", reason="limits of file sizes")
def test_a_full_disk_is_one_error(run, games: str, tmp_path: Path) -> None:
    code = """
import resource, signal, sys, bitrook.cli
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (600, 600))
sys.exit(bitrook.cli.main())
"""
    words = ["analyze", games, "-o", str(tmp_path / "out.pgn"), "--depth", "1"]
    ran = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True)
    assert ran.returncode == 2 and ran.stderr.startswith(
        f"bitrook: error: File too large: '{tmp_path}/out.pgn.journal'"
    )
    assert ran.stderr.count("\n") == 1
    assert set(os.listdir(tmp_path)) == {"games.pgn", "out.pgn.journal"}
    assert run(*words).code == 0 and set(os.listdir(tmp_path)) == {"games.pgn", "out.pgn"}  # continues


# --- solve


def test_solve_prints_times_and_counts(run, tmp_path: Path) -> None:
    ran = run("solve", MATES, "--nodes", "20000")
    lines = ran.out.splitlines()
    assert ran.code == 0 and len(lines) == 18 and lines[-1].startswith("17 of 17 solved (100.0%), ")
    assert lines[0].split()[:2] == ["solved", "0.00"] and lines[0].endswith("Ra8#     back rank")
    suite = tmp_path / "suite.epd"
    suite.write_text('6k1/5ppp/8/8/8/8/8/R3K3 w Q - am Ra8#; id "never";\n')
    ran = run("solve", str(suite), "--depth", "3")
    assert ran.code == 1 and ran.out.splitlines()[0].endswith("Ra8#     never (not Ra8#)")
    assert run("solve", MATES, "--depth", "8", "-q").out == "17\n"


def test_solve_prints_json(run) -> None:
    rows = json.loads(run("solve", MATES, "--nodes", "20000", "--json", "--workers", "2").out)
    assert len(rows) == 17 and rows[0]["move"] == "a1a8" and rows[0]["solved"] is True and rows[0]["seconds"] < 10
