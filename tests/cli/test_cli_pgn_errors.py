"""Tests for `bitrook pgn`: errors, warnings, pipes and progress."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from bitrook import _progress
from bitrook.cli.pgn import ACTIONS
from bitrook.cli.pgn.progress import Bar

DATA = Path(__file__).parents[1] / "files" / "pgn"
THREE = DATA / "three_games.pgn"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["count", "/no/such.pgn"], "such.pgn"),
        (["count", str(DATA)], "a directory"),
        (["count", "-", "-"], "- can be given only once"),
        (["count", "x.pgn", "-n", "3"], "-n is not an option of bitrook pgn count, which accepts --where, --threads, --letters, --limit"),
        (["head", "x.pgn", "--svg", "y"], "--svg is not an option of bitrook pgn head"),
        (["count", "x.pgn", "--where", "WhiteElo"], "'WhiteElo'"),
        (["count", "x.pgn", "--where", "WhiteElo>=high"], "expected a whole number, got 'high'"),
        (["count", "x.pgn", "--where", "UTCDate>=soon"], "--where 'UTCDate>=soon': not a date"),
        (["count", "x.pgn", "--where", "result==won"], "1/2-1/2, got 'won'"),
        (["count", "x.pgn", "--where", "has_evals==maybe"], "expected true or false, got 'maybe'"),
        (["count", "x.pgn", "--where", "ECO in A00,,B00"], "empty value"),
        (["count", "x.pgn", "--where", "ECO in [A00"], "not valid JSON"),
        (["head", str(THREE), "--columns", "White,,Black"], "empty name"),
        (["head", str(THREE), "--columns", "White,White"], "twice"),
        (["convert", str(THREE)], "requires -o FILE"),
        (["convert", str(THREE), "-o", "x.xls"], "'x.xls'"),
        (["convert", str(THREE), "-o", "-", "--format", "parquet"], "standard output"),
        (["convert", str(THREE), "-o", str(THREE)], "the output file is also an input file"),
        (["filter", str(THREE), "-o", str(THREE)], "the output file is also an input file"),
        (["split", str(THREE)], "one of --games, --bytes and --by"),
        (["split", str(THREE), "--games", "1", "--by", "ECO"], "one of --games, --bytes and --by"),
        (["split", str(THREE), "--games", "0"], "at least 1"),
        (["split", str(THREE), "--by", "moves"], "--by expects a tag, result or ply_count, got 'moves'"),
        (["split", str(THREE), "/no/such.pgn", "--by", "ECO"], "such.pgn"),
        (["count", str(THREE), "--where", "moves > 3"], "'moves' is a column of lists, which cannot be compared"),
        (["count", str(THREE), "--where", "TimeControl >= 180"], "'TimeControl' is a text, which cannot be compared"),
        (["split", str(THREE), "--games", "1", "-o", "x.pgn"], "{}"),
    ],
)  # fmt: skip
def test_bad_input_is_one_line_and_exit_code_2(run, words: list[str], message: str) -> None:
    before = THREE.read_bytes()
    ran = run("pgn", *words)
    assert ran.code == 2 and ran.out == ""
    assert re.fullmatch(r"bitrook: error: .*\n", ran.err) and message in ran.err
    assert THREE.read_bytes() == before


@pytest.mark.parametrize("words", [[], ["count"], ["cuont", "x.pgn"], ["split", "x.pgn", "--bytes", "1x"]])
def test_bad_options_show_the_usage(run, words: list[str]) -> None:
    ran = run("pgn", *words)
    assert ran.code == 2 and ran.err.startswith("usage: bitrook pgn")


def test_the_usage_of_an_action_names_its_options() -> None:
    from bitrook.cli.arguments import flag_of
    from bitrook.cli.pgn import USAGE

    usages = {text.split()[2]: text for text in re.split(r"\n +(?=bitrook)", USAGE)}
    assert list(usages) == list(ACTIONS)
    for action, names in ACTIONS.items():
        flags = {flag_of(name) for name in names}
        assert set(re.findall(r"(?<![\w-])--?[a-z]+(?:-[a-z]+)*", usages[action])) == flags, action


@pytest.mark.skipif(os.name == "nt", reason="POSIX pipes")
def test_a_closed_pipe_is_no_error(lichess: Path) -> None:
    command = f"{sys.executable} -m bitrook pgn filter {lichess} {lichess} | head -1; echo ${{PIPESTATUS[0]}}"
    ran = subprocess.run(["bash", "-c", command], capture_output=True, text=True)
    assert ran.stdout == '[Event "Rated Bullet game"]\n141\n' and ran.stderr == ""


@pytest.mark.skipif(os.name == "nt", reason="POSIX signals")
def test_ctrl_c_while_standard_input_is_read(lichess: Path) -> None:
    import signal

    reset = {"preexec_fn": lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)}
    command = [sys.executable, "-m", "bitrook", "pgn", "count", "-"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE, **reset) as child:
        try:
            child.stdin.write(lichess.read_bytes())  # returns when most has been read and the child waits for more
            child.stdin.flush()
            child.send_signal(signal.SIGINT)
            child.wait(timeout=8)
            err = child.stderr.read()
        finally:
            child.kill()
    assert child.returncode == 130 and err == b"\nbitrook: interrupted\n"


class FakeTerminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("library", ["tqdm", "rich", None])
@pytest.mark.parametrize("terminal", [True, False])
def test_progress_of_files_adds_up(
    run, lichess: Path, monkeypatch: pytest.MonkeyPatch, library: str | None, terminal: bool
) -> None:
    if library:
        pytest.importorskip(library)
    for other in {"tqdm", "rich", "rich.progress"} - {library, f"{library}.progress"}:
        monkeypatch.setitem(sys.modules, other, None)
    monkeypatch.setattr(_progress, "FIRST", 0.0)
    monkeypatch.setattr(_progress, "EVERY", 0.0)
    stream = FakeTerminal() if terminal else io.StringIO()
    monkeypatch.setattr(sys, "stderr", stream)
    with Bar([str(lichess), str(lichess)]) as bar:
        assert bool(bar.callback) == terminal
        bar(1, 0, 0)
        bar.finished([str(lichess)], 999)
        bar(lichess.stat().st_size // 2, 0, 500)
    out = stream.getvalue()
    assert all((word in out) == terminal for word in ("1,499 games", "75%", "B/s")), out


@pytest.mark.parametrize("words", [["filter", "-o", os.devnull], ["check"]])
def test_progress_ends_with_all_files(run, lichess: Path, monkeypatch: pytest.MonkeyPatch, words: list[str]) -> None:
    """The total includes a URL, whose size is not available from the local file system."""
    fsspec = pytest.importorskip("fsspec")
    size = lichess.stat().st_size
    fsspec.filesystem("memory").pipe_file("/bar.pgn", lichess.read_bytes())
    seen: list[tuple[int, int]] = []
    monkeypatch.setattr(_progress.Display, "__call__", lambda self, done, total, note="": seen.append((done, total)))
    monkeypatch.setattr(sys, "stderr", FakeTerminal())
    assert run("pgn", words[0], str(lichess), "memory://bar.pgn", str(lichess), *words[1:]).code == 0
    assert seen == sorted(seen) and {total for _, total in seen} == {3 * size}
    assert 2 * size < seen[-1][0] <= 3 * size


def test_missing_packages_are_messages(run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    archive, output = tmp_path / "games.zst", tmp_path / "out.csv"
    archive.write_bytes(b"\x28\xb5\x2f\xfd rest")
    output.write_text("before")
    for name in ("compression.zstd", "backports.zstd", "fsspec"):
        monkeypatch.setitem(sys.modules, name, None)
    for path, extra in ((str(archive), "zstd"), ("memory://games.pgn", "remote")):
        for words in (["count"], ["convert", "-o", str(output)], ["filter", "-o", str(output)], ["check"]):
            ran = run("pgn", words[0], path, *words[1:])
            assert ran.code == 2 and ran.out == ""
            assert re.fullmatch(rf"bitrook: error: .*pip install 'bitrook\[{extra}\]'\n", ran.err)
            assert output.read_text() == "before"


def test_unknown_names_are_warnings(run, lichess: Path) -> None:
    warning = "bitrook: warning: no game at the beginning of the source has the tag"
    ran = run("pgn", "count", str(lichess), "--where", "whiteelo>=2200")
    assert (ran.code, ran.out, ran.err) == (0, "0\n", f"{warning} 'whiteelo' (did you mean WhiteElo?)\n")
    ran = run("pgn", "head", str(lichess), "-n", "1", "--columns", "White,san,Foo")
    assert ran.code == 0 and ran.err == f"{warning} 'san'\n{warning} 'Foo'\n"
    ran = run("pgn", "filter", str(lichess), "--where", "Opening == x", "--where", "Whit is null")
    assert ran.code == 0 and ran.err.count(warning) == 1 and "(did you mean White?)" in ran.err


def test_a_game_of_another_variant(run, tmp_path: Path) -> None:
    """Its rules are not known: it is a game with an error and without moves, whatever the command."""
    path, output = tmp_path / "games.pgn", tmp_path / "out"
    other = '[White "Ann"]\n[Variant "Losers"]\n\n1. e4 {c} e5 2. Bc4 Qh4 3. Bxf7+ 1-0\n\n'
    path.write_text(f'{other}[White "Bob"]\n\n1. d4 d5 0-1\n')
    reason = "unsupported variant 'Losers'"

    ran = run("pgn", "check", str(path))
    assert ran.code == 1 and ran.out == f"{path}:2:11: {reason}\n" and ran.err == "2 games, 1 error\n"
    ran = run("pgn", "stats", str(path), "--json")
    facts = json.loads(ran.out)
    assert facts["games"] == 2 and facts["games_with_errors"] == 1 and reason in ran.err
    assert facts["moves"]["max"] == 1 and facts["moves"]["min"] == 0
    assert facts["results"] == {"1-0": 1, "1/2-1/2": 0, "0-1": 1, "*": 0}
    assert run("pgn", "count", str(path)).out == "2\n"
    assert run("pgn", "count", str(path), "--skip-errors").out == "1\n"
    assert run("pgn", "count", str(path), "--where", "ply_count > 0").out == "1\n"
    ran = run("pgn", "filter", str(path), "--where", "White == Ann")
    assert ran.out == other and reason in ran.err
    ran = run(
        "pgn", "convert", str(path), "-o", str(output), "--format", "jsonl", "--columns", "White,ply_count,moves,result"
    )
    rows = [json.loads(line) for line in output.read_text().splitlines()]
    assert ran.code == 0 and reason in ran.err
    assert rows == [
        {"White": "Ann", "ply_count": 0, "moves": [], "result": 1},
        {"White": "Bob", "ply_count": 2, "moves": ["d2d4", "d7d5"], "result": -1},
    ]
    assert "Ann" in run("pgn", "head", str(path), "--columns", "White,ply_count").out.splitlines()[1]
