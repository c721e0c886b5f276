"""Tests for the command line: its output, errors and exit codes."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import bitrook
from bitrook.cli import COMMANDS, command_parser

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


def test_no_command_and_version(run) -> None:
    ran = run()
    assert ran.code == 2 and "commands:" in ran.out
    assert run("--version").out == f"bitrook {bitrook.__version__}\n"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["pertf", "5"], "'pertf' (did you mean perft?)"),
        (["xyz"], "'xyz'\n"),
        (["kiwipete"], "positions must follow a command"),
        (["8/8/8/8/8/8/8/8"], "positions must follow a command"),
        (["--json", "show"], "options must follow a command"),
        (["show", "kiwipet"], "'kiwipet' (did you mean kiwipete?)"),
        (["show", "kiwipete", "5"], "'5' was not expected after the position kiwipete"),
        (["bitboard", "white", "--fen", "startps"], "(did you mean startpos?)"),
        (["perft", "3", "kiwipete"], "the depth 3 must follow the position: bitrook perft kiwipete 3"),
        (["perft", "-1"], "the depth must be a non-negative integer: '-1'"),
        (["perft", "3.5"], "the depth must be a non-negative integer: '3.5'"),
        (["perft", "kiwipete", "-2"], "the depth must be a non-negative integer: '-2'"),
        (["perft", "kiwipete", "4", "5"], "'4' was not expected after the position kiwipete"),
        (["show", "8/8"], "'8/8'"),
        (["show", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1"], "x KQkq"),
        (["show", "chess960:960"], "chess960:960"),
        (["show", "chess960:²"], "chess960"),
        (["perft"], "depth"),
        (["perft", "startpos"], "'startpos'"),
        (["perft", "²"], "depth"),
        (["perft", "--suite", "/no/such/file.epd"], "file.epd"),
        (["bitboard", "white &"], "column 8"),
        (["bitboard", "rok(e4)"], "did you mean rook?"),
        (["bitboard", "between(white, e4)"], "single"),
        (["bitboard", "(" * 5000], "4096"),
        (["bitboard", ""], "expected"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(run, words: list[str], message: str) -> None:
    ran = run(*words)
    assert ran.code == 2 and ran.out == ""
    assert re.fullmatch(r"bitrook: error: .*\n", ran.err) and message in ran.err


def test_numbers_out_of_range_are_one_line_and_exit_code_2(run) -> None:
    for words, message in (
        (["101"], "depth"),
        (["5", "--threads", "5000"], "threads"),
        (["5", "--hash", "99999999"], "hash_mb"),
    ):
        ran = run("perft", *words)
        assert ran.code == 2 and re.fullmatch(r"bitrook: error: .*\n", ran.err) and message in ran.err


@pytest.mark.parametrize("words", [["perft", "3", "--threads", "x"], ["show", "--layout", "round"], ["bitboard"]])
def test_bad_options_show_the_usage(run, words: list[str]) -> None:
    ran = run(*words)
    assert ran.code == 2 and ran.out == ""
    assert ran.err.startswith("usage: bitrook") and f"bitrook {words[0]}: error:" in ran.err


@pytest.mark.parametrize("name", COMMANDS)
def test_the_usage_names_every_option(name: str) -> None:
    usage = command_parser(name).usage
    for action in command_parser(name)._actions:
        assert action.dest == "help" or not action.option_strings or set(action.option_strings) & options(usage), action
    assert all(option in command_parser(name).format_help() for option in options(usage))


def options(usage: str) -> set[str]:
    return set(re.findall(r"(?<!\S)-[-\w]+", usage.translate(str.maketrans("[]|", "   "))))


def test_a_position_is_read_from_standard_input() -> None:
    fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    for text in (f"\n  {fen}\nignored\n", fen):
        assert fen in process("show", "-", "--layout", "none", input=text).stdout
        assert process("perft", "-", "2", "-q", input=text).stdout == "66\n"
        assert process("bitboard", "rooks", "--fen", "-", "--as", "squares", input=text).stdout == "h1\n"
    assert KIWIPETE in process("show", "-", input="kiwipete\n").stdout
    empty = process("show", "-", input="\n")
    assert empty.returncode == 2 and "standard input is empty; expected a FEN" in empty.stderr


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
    except OSError:  # Linux raises this when the other end is closed
        pass
    os.close(ours)
    assert (b"\x1b[" in out) != no_color and b"squares" in out


@pytest.mark.skipif(os.name == "nt", reason="POSIX signals")
def test_ctrl_c_ends_a_long_count_cleanly() -> None:
    command = [sys.executable, "-m", "bitrook", "perft", "11"]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    # Shells start background jobs with SIGINT ignored, and their children inherit that.
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


def test_show_checks_ends_and_faults(run) -> None:
    out = run("show", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "--moves", "--layout", "none").out
    assert "outcome    stalemate, 1/2-1/2\n" in out and out.endswith("no legal moves\n")
    out = run("show", "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3").out
    assert "check      by h4\n" in out and "outcome    checkmate, 0-1\n" in out
    assert "faults     no_black_king" in run("show", "8/8/8/8/8/8/8/K7 w - - 0 1").out


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


def test_show_as_json(run) -> None:
    facts = json.loads(run("show", "4k3/8/8/K1pP3r/8/8/8/8 w - c6 0 2", "--json").out)
    board = bitrook.Board("4k3/8/8/K1pP3r/8/8/8/8 w - c6 0 2")
    assert facts["fen"] == board.fen() and facts["en_passant"] == "c6" and facts["turn"] == "white"
    assert facts["key"] == f"0x{board.key:016x}" != facts["repetition_key"]
    assert facts["moves"] == {board.uci(move): board.san(move) for move in board.legal_moves}
    assert facts["words"]["white"] == f"0x{board.occupied_co[True]:016x}" and facts["layout"] == "dense"
    assert facts["outcome"] is None and facts["faults"] == [] and facts["checkers"] == []
    ended = json.loads(run("show", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "--json", "--layout", "squares").out)
    assert ended["outcome"] == {"termination": "stalemate", "result": "1/2-1/2"}
    assert len(ended["squares"]) == 64 and "words" not in ended
    faulty = json.loads(run("show", "8/8/8/8/8/8/8/K7 w - - 0 1", "--json", "--layout", "none").out)
    assert "no_black_king" in faulty["faults"] and faulty["outcome"] is None


@pytest.mark.smoke
def test_show_writes_a_picture(run, tmp_path: Path) -> None:
    file = tmp_path / "board.svg"
    ran = run("show", "kiwipete", "--svg", str(file))
    assert (ran.code, ran.out, ran.err) == (0, "", "")
    board = bitrook.Board(KIWIPETE)
    assert file.read_text(encoding="utf-8") == board._repr_svg_() + "\n"
    assert run("show", "kiwipete", "--svg", "-").out == board._repr_svg_() + "\n"


# --- info


def test_info(run) -> None:
    facts = json.loads(run("info", "--json").out)
    assert facts["version"] == bitrook.__version__ and facts["build"] == bitrook.build_info().build
    lines = run("info").out.splitlines()
    assert lines[0].split() == ["version", bitrook.__version__]
    assert [line.split()[0] for line in lines] == list(facts)
