"""The command line: its output, its errors and its exit codes."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import bitrook
from bitrook.cli import COMMANDS

SUITE = Path(__file__).parents[1] / "data" / "perft"
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


def process(*words: str, **options) -> subprocess.CompletedProcess[str]:  # noqa: ANN003
    return subprocess.run([sys.executable, "-m", "bitrook", *words], capture_output=True, text=True, **options)


# --- All commands


@pytest.mark.parametrize("words", [["-h"], ["--help"], *([name, "--help"] for name in COMMANDS)])
def test_help(run, words: list[str]) -> None:
    ran = run(*words)
    assert ran.code == 0 and ran.err == ""
    assert ran.out.startswith("usage: bitrook")
    assert max(map(len, ran.out.splitlines())) <= 110


def test_no_command_shows_the_usage(run) -> None:
    ran = run()
    assert ran.code == 2 and "commands:" in ran.out


def test_version(run) -> None:
    assert run("--version").out == f"bitrook {bitrook.__version__}\n"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["pertf", "5"], "'pertf'"),
        (["show", "8/8"], "'8/8'"),
        (["show", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1"], "x KQkq"),
        (["show", "chess960:960"], "chess960:960"),
        (["show", "chess960:²"], "chess960"),
        (["perft"], "depth"),
        (["perft", "startpos"], "'startpos'"),
        (["perft", "²"], "depth"),
        (["perft", "--suite", "/no/such/file.epd"], "file.epd"),
        (["bitboard", "e9"], "'e9'"),
        (["bitboard", "white &"], "column 8"),
        (["bitboard", "e4 e5"], "column 4"),
        (["bitboard", "(e4"], "expected ')'"),
        (["bitboard", "{e4"], "column 4"),
        (["bitboard", "0x1ffffffffffffffff"], "64 bits"),
        (["bitboard", "0x"], "column 2"),
        (["bitboard", "e4 << e5"], "number of bits"),
        (["bitboard", "rok(e4)"], "did you mean rook?"),
        (["bitboard", "knight(e4, e5)"], "1 argument"),
        (["bitboard", "between(white, e4)"], "single"),
        (["bitboard", "__import__('os')"], "column 1"),
        (["bitboard", "(" * 5000], "4096"),
        (["bitboard", "(" * 1000], "deeper"),
        (["bitboard", "~" * 1000 + "e4"], "deeper"),
        (["bitboard", ""], "expected"),
        (["bitboard", "é"], "'é'"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(run, words: list[str], message: str) -> None:
    ran = run(*words)
    assert ran.code == 2 and ran.out == ""
    assert re.fullmatch(r"bitrook: error: .*\n", ran.err) and message in ran.err


@pytest.mark.parametrize(
    ("words", "message"),
    [(["101"], "depth"), (["5", "--threads", "5000"], "threads"), (["5", "--hash", "99999999"], "hash_mb")],
)
def test_numbers_out_of_range_are_one_line_and_exit_code_2(run, words: list[str], message: str) -> None:
    ran = run("perft", *words)
    assert ran.code == 2
    assert re.fullmatch(r"bitrook: error: .*\n", ran.err) and message in ran.err


@pytest.mark.parametrize("words", [["perft", "3", "--threads", "x"], ["show", "--layout", "round"], ["bitboard"]])
def test_bad_options_show_the_usage(run, words: list[str]) -> None:
    ran = run(*words)
    assert ran.code == 2 and ran.out == ""
    assert ran.err.startswith("usage: bitrook") and f"bitrook {words[0]}: error:" in ran.err


def test_as_a_module_without_a_terminal() -> None:
    ran = process("show", "kiwipete", "--moves")
    assert ran.returncode == 0 and ran.stderr == ""
    assert "\x1b" not in ran.stdout and KIWIPETE in ran.stdout
    assert process("perft", "x").returncode == 2


@pytest.mark.skipif(os.name == "nt", reason="no pseudo-terminals")
@pytest.mark.parametrize("no_color", [False, True])
def test_colors_on_a_terminal_only(no_color: bool) -> None:
    import pty

    ours, theirs = pty.openpty()
    environment = {**os.environ, "TERM": "xterm"}
    environment.pop("NO_COLOR", None)
    if no_color:
        environment["NO_COLOR"] = "1"
    command = [sys.executable, "-m", "bitrook", "bitboard", "white & rank_2"]
    subprocess.run(command, stdout=theirs, env=environment, check=True)
    os.close(theirs)
    out = b""
    try:
        while data := os.read(ours, 65536):
            out += data
    except OSError:  # Linux raises it when the other end is closed
        pass
    os.close(ours)
    assert (b"\x1b[" in out) != no_color and b"squares" in out


@pytest.mark.skipif(os.name == "nt", reason="POSIX signals")
def test_ctrl_c_ends_a_long_count_cleanly() -> None:
    command = [sys.executable, "-m", "bitrook", "perft", "11"]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    # A background job of a shell starts with SIGINT ignored, and its children inherit that.
    reset = {"preexec_fn": lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)}
    with subprocess.Popen(command, **pipes, **reset) as child:
        try:
            assert "rnbqkbnr" in child.stdout.readline()
            time.sleep(0.3)
            child.send_signal(signal.SIGINT)
            _, err = child.communicate(timeout=60)
        finally:
            child.kill()
    assert child.returncode == 130 and err == "\nbitrook: interrupted\n"


@pytest.mark.skipif(os.name == "nt", reason="POSIX pipes")
def test_a_closed_pipe_is_no_error() -> None:
    command = f"{sys.executable} -m bitrook bitboard {'e4 ' * 3000}"
    ran = subprocess.run(
        ["bash", "-c", f"{command} | head -1; echo ${{PIPESTATUS[0]}}"], capture_output=True, text=True
    )
    assert ran.stdout == "e4\n141\n" and ran.stderr == ""


# --- show


def test_show_startpos(run) -> None:
    out = run("show").out
    assert out.startswith("8 r n b q k b n r\n7 p p p p p p p p\n6 . . . . . . . .\n")
    assert "fen        rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n" in out
    assert "key        463b96181691fc9c\n" in out
    assert "moves      20 legal\n" in out


def test_show_takes_a_fen_as_several_arguments(run) -> None:
    out = run("show", KIWIPETE).out
    assert f"fen        {KIWIPETE}\n" in out
    assert run("show", *KIWIPETE.split()).out == out == run("show", "kiwipete").out


def test_show_a_check_and_an_end(run) -> None:
    out = run("show", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "--moves", "--layout", "none").out
    assert "outcome    stalemate, 1/2-1/2\n" in out and out.endswith("no legal moves\n")
    out = run("show", "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3").out
    assert "check      by h4\n" in out and "outcome    checkmate, 0-1\n" in out


def test_show_faults_of_a_position(run) -> None:
    out = run("show", "8/8/8/8/8/8/8/K7 w - - 0 1").out
    assert "faults     no_black_king" in out


def test_show_chess960(run) -> None:
    out = run("show", "chess960:0", "--moves").out
    assert "chess960   yes\n" in out and "castling   HFhf\n" in out
    assert "castling   HAha\n" in run("show", "--chess960").out


@pytest.mark.parametrize(
    ("layout", "names", "count"),
    [
        ("classical", ["white_pawns", "black_king", "all_pieces"], 15),
        ("indexed", ["any_white", "white_pawns", "empty"], 16),
        ("dense", ["white", "black", "pawns", "kings"], 8),
        ("quad", [], 4),
    ],
)
def test_show_layouts(run, layout: str, names: list[str], count: int) -> None:
    out = run("show", "--layout", layout, "--words").out
    words = re.findall(r"^(\w+) +0x([0-9a-f]{16})$", out, re.MULTILINE)
    assert len(words) == count and set(names) <= {name for name, _ in words}
    drawn = run("show", "--layout", layout).out.split(" legal\n")[1]
    assert all(name in drawn.split() for name, _ in words)
    cells = "".join(re.findall(r"^[1. ]+$", drawn, re.MULTILINE))
    assert cells.count("1") + cells.count(".") == 64 * count
    assert cells.count("1") == sum(int(word, 16).bit_count() for _, word in words)


def test_show_the_square_list(run) -> None:
    last = run("show", "--layout", "squares").out.split("\n\n")[-1].splitlines()
    assert len(last) == 8 and all(len(line.split()) == 8 for line in last)
    assert set(last[3].split()) == {"0"} and "0" not in last[0].split()


# --- perft


@pytest.mark.parametrize(
    ("words", "nodes"), [(["4"], 197281), (["kiwipete", "3"], 97862), ([*KIWIPETE.split(), "2"], 2039)]
)
def test_perft(run, words: list[str], nodes: int) -> None:
    ran = run("perft", *words)
    assert ran.code == 0
    assert re.fullmatch(rf".* w KQkq - 0 1\ndepth \d: {nodes:,} nodes, .* million nodes a second\n", ran.out)
    assert run("perft", "-q", *words).out == f"{nodes}\n"
    assert run("perft", *words[:-1], "--threads", "2", words[-1], "--hash", "1", "-q").out == f"{nodes}\n"


def test_perft_divide(run) -> None:
    lines = run("perft", "3", "--divide").out.splitlines()
    counts = {move: int(count.replace(",", "")) for move, count in (line.split() for line in lines[1:-1])}
    assert len(counts) == 20 and counts["e2e4"] == 600 and sum(counts.values()) == 8902
    assert lines[-1].startswith("depth 3: 8,902 nodes")


def test_perft_of_chess960_follows_from_the_rights(run) -> None:
    fen = "4k3/8/8/8/8/8/8/1R2K1R1 w BG - 0 1"
    assert "e1b1 " in run("perft", fen, "1", "--divide").out
    assert "e1g1 " in run("perft", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "1", "--divide").out
    assert "e1h1 " in run("perft", "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", "1", "--divide").out


def test_suite(run) -> None:
    ran = run("perft", "--suite", str(SUITE / "traps.epd"), str(SUITE / "chess960_traps.epd"), "--max-nodes", "100000")
    assert ran.code == 0 and ran.err == ""
    assert re.fullmatch(r"136 positions, \d+ counts: [\d,]+ nodes, .*\nall right\n", ran.out)


def test_suite_with_a_wrong_count(run, tmp_path: Path) -> None:
    file = tmp_path / "wrong.epd"
    start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    file.write_text(f"# start\n{start} ;D1 20 ;D2 401\n\n{start} ;D3 8902\n")
    ran = run("perft", "--suite", str(file))
    assert ran.code == 1
    assert ran.out.startswith(f"WRONG {file}:2: depth 2: 400 counted, 401 expected: {start}\n")
    assert ran.out.endswith("\n1 WRONG\n")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("8/8/8/8/8/8/8/8 w - - 0 1\n", "no counts"),
        ("8/8 ;D1 0\n", "8/8"),
        ("\x00\xff ;D1\n", "no counts"),
        ("", "no counts"),
    ],
)
def test_invalid_suites(run, tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "bad.epd"
    file.write_text(text, encoding="latin-1")
    ran = run("perft", "--suite", str(file))
    assert ran.code == 2 and ran.err.count("\n") == 1 and message in ran.err


@pytest.mark.slow
def test_the_whole_suite(run) -> None:
    ran = run("perft", "--suite", str(SUITE / "suite.epd"))
    assert ran.code == 0 and ran.out.startswith("128 positions") and ran.out.endswith("all right\n")


# --- info


def test_info(run) -> None:
    import json

    facts = json.loads(run("info", "--json").out)
    assert facts["version"] == bitrook.__version__ and facts["build"] == bitrook.build_info().build
    lines = run("info").out.splitlines()
    assert lines[0].split() == ["version", bitrook.__version__]
    assert [line.split()[0] for line in lines] == list(facts)
