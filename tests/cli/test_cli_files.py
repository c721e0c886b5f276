"""Tests of every command with files of every kind: pipes, patterns, archives, folders, full disks, inputs as outputs."""

from __future__ import annotations

import bz2
import contextlib
import gzip
import io
import lzma
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from bitrook import nnue, polyglot
from bitrook.cli import main

resource = pytest.importorskip("resource", reason="POSIX pipes, signals and limits")

GAMES = "".join(
    f'[Event "Test"]\n[White "{white}"]\n[Black "B"]\n[Result "1-0"]\n[ECO "{eco}"]\n\n1. {move} {{ [%eval 0.2] }} 1-0\n\n'
    for white, eco, move in [("Ann", "B20", "e4"), ("Bob", "D00", "d4"), ("Cy", "B20", "e4")] * 4
).encode()
TEXTS = {
    "games.pgn": GAMES,
    "suite.epd": b'6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8#; id "back rank";\n',
    "counts.epd": b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400\n",
}
HINT = re.compile(
    r"check|choose|pass |use |free |raise |write its|expected|only once|quote|pip install|shorten|does not exist|known:"
)


class Command(NamedTuple):
    """A command line with the words IN (the input file) and OUT (the output file, a name in a folder)."""

    line: str
    source: str = ""
    output: str = ""
    many: bool = False
    """Whether it accepts patterns."""


COMMANDS = [
    Command("pgn count IN", "games.pgn", many=True),
    Command("pgn head IN -n 3", "games.pgn", many=True),
    Command("pgn head IN -n 3 --columns White,ECO", "games.pgn", many=True),
    Command("pgn stats IN", "games.pgn", many=True),
    Command("pgn stats IN --svg OUT", "games.pgn", "stats.svg", many=True),
    Command("pgn filter IN --where ECO==B20 -o OUT", "games.pgn", "b20.pgn", many=True),
    Command("pgn filter IN --where White!=Ann", "games.pgn", many=True),
    Command("pgn convert IN -o OUT", "games.pgn", "games.csv", many=True),
    Command("pgn convert IN -o OUT", "games.pgn", "games.jsonl", many=True),
    Command("pgn convert IN -o OUT", "games.pgn", "games.parquet", many=True),
    Command("pgn convert IN -o OUT", "games.pgn", "games.arrow", many=True),
    Command("pgn split IN --games 5 -o OUT", "games.pgn", "part-{}.pgn", many=True),
    Command("pgn split IN --by ECO -o OUT", "games.pgn", "eco-{}.pgn", many=True),
    Command("pgn check IN", "games.pgn", many=True),
    Command("analyze IN --reuse --report", "games.pgn", many=True),
    Command("analyze IN --reuse -o OUT", "games.pgn", "analyzed.pgn", many=True),
    Command("analyze IN --reuse --report --chart OUT", "games.pgn", "chart.svg", many=True),
    Command("book make IN -o OUT --min-games 1", "games.pgn", "made.bin", many=True),
    Command("book show IN", "book.bin"),
    Command("book probe IN startpos", "book.bin"),
    Command("book merge IN -o OUT", "book.bin", "merged.bin"),
    Command("solve IN --depth 3", "suite.epd"),
    Command("perft --suite IN -q", "counts.epd"),
    Command("explore IN -o OUT", "games.pgn", "page.html"),
    Command("match bitrook OTHER --nodes 1 --games 2 --max-moves 1 --openings IN --json", "games.pgn"),
    Command("nnue info IN", "net.nnue"),
    Command("nnue eval IN", "net.nnue"),
    Command("search startpos --depth 1 --network IN --json", "net.nnue"),
    Command("selfplay --games 1 --nodes 10 --max-plies 4 --network IN -o OUT", "net.nnue", "positions.viri"),
    Command("show --svg OUT", output="board.svg"),
    Command("bitboard a1 --svg OUT", output="set.svg"),
]
MAPPED = ("book.bin", "net.nnue")
VARYING = re.compile(r"\d+\.\d+ s|\d+ positions? a second|\"(seconds|los|nps|time)\": [^,]*|0 s, .*")


def params(commands: list[Command], quick_charts: bool) -> list[Any]:
    """Return the commands as parameters. Drawing takes seconds."""
    draws = [("stats" in each.line and "--svg" in each.line) or "--chart" in each.line for each in commands]
    return [
        pytest.param(
            each,
            id=f"{each.line} {each.output}".strip(),
            marks=[pytest.mark.slow] if drawn and not quick_charts else [],
        )
        for each, drawn in zip(commands, draws)
    ]


of_inputs = pytest.mark.parametrize("command", params([each for each in COMMANDS if each.source], False))
of_outputs = pytest.mark.parametrize("command", params([each for each in COMMANDS if each.output], True))


@pytest.fixture(scope="module")
def inputs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("inputs")
    for name, text in TEXTS.items():
        (folder / name).write_bytes(text)
    polyglot.make_book(GAMES, folder / "book.bin", min_games=1)
    nnue.Network.from_bytes(bytes(2 * (771 * 8 + 1)), hidden=8).save(folder / "net.nnue")
    return folder


class Result(NamedTuple):
    code: int
    out: str
    err: str
    files: dict[str, bytes]
    """The files in the output folder."""


class Running:
    """Runs commands in this process."""

    def __init__(self, folder: Path, inputs: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self.inputs, self.capsys = folder, inputs, capsys

    def __call__(self, command: Command, source: str | None = None, output: str | None = None) -> Result:
        if ("--svg" in command.line and "stats" in command.line) or "--chart" in command.line:
            pytest.importorskip("matplotlib")
        if command.output.endswith((".parquet", ".arrow")):
            pytest.importorskip("pyarrow")
        source = source or str(self.inputs / command.source)
        output = output or str(self.folder / command.output)
        words = [
            {"IN": source, "OUT": output, "OTHER": "bitrook name=other"}.get(word, word)
            for word in command.line.split()
        ]
        code = main(words)
        out, err = self.capsys.readouterr()
        files = {path.name: path.read_bytes() for path in self.folder.iterdir() if path.is_file()}
        hidden = out.replace(source, "IN").replace(output, "OUT").replace(str(self.folder), "FOLDER")
        return Result(code, VARYING.sub("#", hidden), err, files)


@pytest.fixture
def running(tmp_path: Path, inputs: Path, capsys: pytest.CaptureFixture[str]) -> Running:
    folder = tmp_path / "out"
    folder.mkdir()
    return Running(folder, inputs, capsys)


def emptied(folder: Path) -> None:
    for path in folder.iterdir():
        path.unlink()


def same(found: Result, wanted: Result) -> bool:
    """Whether two runs have the same output. Files with times in them only need the same names."""
    equal = {name: data for name, data in found.files.items() if not name.endswith((".json", ".parquet"))}
    return (
        (found.code, found.out) == (wanted.code, wanted.out)
        and found.files.keys() == wanted.files.keys()
        and all(wanted.files[name] == data for name, data in equal.items())
    )


def assert_refused(found: Result) -> None:
    """Check that an error is one line that ends with what to do, and that nothing was written."""
    assert found.code == 2 and not found.out, found
    assert re.fullmatch(r"(\n?bitrook: (warning|error): .*\n)+", found.err), found.err
    assert HINT.search(found.err.splitlines()[-1]), found.err


@contextlib.contextmanager
def pipe_with(path: Path, data: bytes) -> Iterator[str]:
    """Make a named pipe that yields *data* once."""
    os.mkfifo(path)

    def write() -> None:
        with contextlib.suppress(BrokenPipeError), path.open("wb", buffering=0) as file:
            file.write(data)

    thread = threading.Thread(target=write, daemon=True)
    thread.start()
    yield str(path)
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)  # lets the thread end if nobody else has opened the pipe
    thread.join(10)
    os.close(reader)
    path.unlink()


@of_inputs
def test_inputs_from_a_pipe(running: Running, tmp_path: Path, command: Command) -> None:
    wanted = running(command)
    assert wanted.code == 0, wanted.err
    emptied(running.folder)
    data = (running.inputs / command.source).read_bytes()
    with pipe_with(tmp_path / ("pipe" + Path(command.source).suffix), data) as pipe:
        found = running(command, pipe)
    if command.source in MAPPED:
        assert_refused(found)
        assert "write its contents to a file first" in found.err and not found.files
    else:
        if command.output == "games.csv":  # the columns of offsets and texts are the same
            assert found.files == wanted.files
        assert same(found, wanted), (found, wanted)


@of_inputs
def test_inputs_that_are_compressed(running: Running, tmp_path: Path, command: Command) -> None:
    wanted = running(command)
    data = (running.inputs / command.source).read_bytes()
    for ending, compress in ((".gz", gzip.compress), (".bz2", bz2.compress), (".xz", lzma.compress)):
        emptied(running.folder)
        path = tmp_path / (command.source + ending)
        path.write_bytes(compress(data))
        found = running(command, str(path))
        if command.source in MAPPED:
            assert found.code == 2 and not found.files and found.err.count("\n") == 1
            break
        assert same(found, wanted), (found, wanted)
        if not command.many:
            break


@of_inputs
def test_inputs_from_a_pattern(running: Running, tmp_path: Path, command: Command) -> None:
    """Patterns are expanded once: a command never reads what it writes."""
    data = (running.inputs / command.source).read_bytes()
    running.folder.joinpath("a" + command.source).write_bytes(data)
    before = sorted(os.listdir(running.folder))
    pattern = str(running.folder / ("*" + Path(command.source).suffix))
    found = running(command, pattern)
    if not command.many:
        assert_refused(found)
        assert sorted(found.files) == before
        return
    emptied(running.folder)
    wanted = running(command)
    added = {name: text for name, text in found.files.items() if name not in before}
    assert found.code == 0 and same(Result(0, wanted.out, "", added), wanted), (found, wanted)
    assert_refused(running(command, str(running.folder / "none*.x")))


@of_inputs
@pytest.mark.parametrize("kind", ["folder", "missing", "locked"])
def test_inputs_that_cannot_be_read(running: Running, tmp_path: Path, command: Command, kind: str) -> None:
    source = tmp_path / f"{kind}{Path(command.source).suffix}"
    if kind == "folder":
        source.mkdir()
    elif kind == "locked":
        source.write_bytes(b"")
        source.chmod(0)
        if os.access(source, os.R_OK):
            pytest.skip("root may read everything")
    found = running(command, str(source))
    assert_refused(found)
    assert source.name in found.err and not found.files


@contextlib.contextmanager
def full_disk() -> Iterator[None]:
    """Let every write to a file fail, as on a full disk."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@of_outputs
def test_outputs_on_a_full_disk(running: Running, command: Command) -> None:
    if command.output in ("analyzed.pgn", "positions.viri"):
        return  # runs that can be resumed have tests of their own
    running(command)  # imports everything, which may write caches
    names = sorted(path.name for path in running.folder.iterdir())
    for name in names:
        (running.folder / name).write_bytes(b"before")
    with full_disk():
        found = running(command)
    assert found.code == 2 and HINT.search(found.err.splitlines()[-1]), found.err
    assert "Traceback" not in found.err
    assert found.files == dict.fromkeys(names, b"before")
    if os.path.exists("/dev/full"):
        for name in names:
            (running.folder / name).unlink()
            (running.folder / name).symlink_to("/dev/full")
        found = running(command)
        assert found.code == 2 and "; free some space" in found.err, found.err


@of_outputs
def test_outputs_that_are_inputs(running: Running, tmp_path: Path, command: Command) -> None:
    if not command.source or "merge" in command.line or "selfplay" in command.line:
        return  # books may be merged into one of them; selfplay refuses every file that it has not written
    data = (running.inputs / command.source).read_bytes()
    name = command.output.replace("{}", "001" if "games 5" in command.line else "B20")
    source = running.folder / name
    source.write_bytes(data)
    found = running(command, str(source))
    assert_refused(found)
    assert "the output file is also an input file" in found.err and found.files == {name: data}
    link = running.folder / f"link{source.suffix}"
    link.symlink_to(source)
    assert_refused(running(command, str(link)))
    assert source.read_bytes() == data and not list(running.folder.glob("*.part"))


@of_outputs
@pytest.mark.parametrize("where", ["none", "folder"])
def test_outputs_that_cannot_be_written(running: Running, tmp_path: Path, command: Command, where: str) -> None:
    output = str(running.folder / "none" / command.output)
    if where == "folder":
        output = str(running.folder / command.output)
        for name in (command.output, "part-001.pgn", "eco-B20.pgn"):
            (running.folder / name).mkdir(exist_ok=True)
    found = running(command, output=output)
    assert_refused(found)
    assert not found.files


@pytest.mark.slow
@of_outputs
def test_two_runs_at_once(running: Running, inputs: Path, command: Command) -> None:
    if "selfplay" in command.line:
        return  # the second run waits or fails, see the tests of self-play
    wanted = running(command)
    emptied(running.folder)
    words = [
        {"IN": str(inputs / command.source), "OUT": str(running.folder / command.output)}.get(word, word)
        for word in command.line.split()
    ]
    if "-o" in words and words[0] == "analyze":
        return  # analyses with the same journal exclude each other
    children = [
        subprocess.Popen([sys.executable, "-m", "bitrook", *words], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        for _ in range(2)
    ]
    for child in children:
        _, err = child.communicate(timeout=120)
        assert child.returncode == 0, err
    files = {path.name: path.read_bytes() for path in running.folder.iterdir()}
    assert files.keys() == wanted.files.keys()
    assert all(files[name] == data for name, data in wanted.files.items() if not name.endswith(".parquet"))


# --- Signals


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
@pytest.mark.parametrize("line", ["pgn filter - -o OUT", pytest.param("book make - -o OUT", marks=pytest.mark.slow)])
def test_signals_leave_no_files(tmp_path: Path, number: signal.Signals, line: str) -> None:
    words = [str(tmp_path / "out") if word == "OUT" else word for word in line.split()]
    reset = {"preexec_fn": lambda: [signal.signal(each, signal.SIG_DFL) for each in (number, signal.SIGINT)]}
    command = [sys.executable, "-m", "bitrook", *words]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE, **reset) as child:
        try:
            assert child.stdin and child.stderr
            child.stdin.write(GAMES * 200)
            child.stdin.flush()
            while not list(tmp_path.iterdir()):
                time.sleep(0.01)
            child.send_signal(number)
            child.wait(timeout=30)
            err = child.stderr.read()
        finally:
            child.kill()
    assert child.returncode == 128 + number and not list(tmp_path.iterdir())
    assert (b"interrupted" if number == signal.SIGINT else b"terminated") in err


def test_main_restores_signals(capsys: pytest.CaptureFixture[str]) -> None:
    handlers = [signal.getsignal(each) for each in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)]
    assert main(["show"]) == 0
    assert [signal.getsignal(each) for each in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)] == handlers


# --- Control characters


class FakeTerminal(io.TextIOWrapper):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("colors", [True, False])
@pytest.mark.parametrize(
    "line",
    ["pgn head IN", "pgn head IN --columns White,Event", "pgn stats IN", "pgn check IN", "pgn filter IN",
     "pgn convert IN -o - --format csv", "analyze IN --reuse --report", "solve EPD --depth 2", "pgn count IN IN"],
)  # fmt: skip
def test_control_characters_do_not_reach_a_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str, colors: bool
) -> None:
    evil = "\x1b[2J\x9b31m\x07X"
    games = tmp_path / "a\x1b[31mb.pgn"
    games.write_text(
        f'[Event "{evil}"]\n[White "{evil}"]\n[ECO "{evil}"]\n[Opening "{evil}"]\n\n1. e4 {{ {evil}\r [%eval 0.1] }} Zz1 *\n',
        encoding="utf-8",
        newline="",
    )
    suite = tmp_path / "x.epd"
    suite.write_text(f'6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8#; id "{evil}";\n', encoding="utf-8", newline="")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("NO_COLOR", "" if colors else "1")
    out, err = (FakeTerminal(io.BytesIO(), encoding="utf-8", newline="") for _ in range(2))
    monkeypatch.setattr(sys, "stdout", out)
    words = [{"IN": str(games), "EPD": str(suite)}.get(word, word) for word in line.split()]
    main(words)
    out.flush()
    text = out.buffer.getvalue().decode()  # type: ignore[attr-defined]
    styles = r"\x1b\[(0|1|2|31|32|33|36|1;97)m" if colors else r"(?!)"
    rest = re.sub(styles, "", text)
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]", rest), rest
    assert r"\x1b[2J" in text or "count" in line or line.startswith("pgn check")
    if colors and line.startswith(("pgn stats", "solve")):
        assert re.search(styles, text)
    assert err is not None


def test_control_characters_of_arguments_are_replaced(run: Any) -> None:
    ran = run("show", "--\x1b[2J", "startpos", "\x1b[31m")
    assert ran.code == 2 and "\x1b" not in ran.err and r"\x1b[2J" in ran.err


# --- The length of a game


def long_games(size: int) -> bytes:
    small = b'[White "S"]\n[Result "1-0"]\n\n1. e4 1-0\n\n'
    return (
        small + b'[White "L"]\n\n1. e4 { ' + b"x" * 79 * (size // 80) + b" [\n\n[ } 1-0\n\n" + small
        + b'[White "L2"]\n\n1. e4\n' + b"{ x }\n" * (size // 6) + b" 1-0\n\n" + small
    )  # fmt: skip


@pytest.mark.parametrize("ends_early", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_games_that_are_too_long_are_skipped(run: Any, tmp_path: Path, ends_early: bool) -> None:
    text = long_games(18 << 20)
    if ends_early:
        text = text[: -len(b" 1-0\n\n") - 100]
    path = tmp_path / "long.pgn.gz"
    path.write_bytes(gzip.compress(text, 1))
    count = int(run("pgn", "count", str(path)).out)
    assert count == (4 if ends_early else 5)
    ran = run("pgn", "filter", str(path))
    assert ran.code == 0 and ran.out.count('[White "S"]') == (2 if ends_early else 3) and '"L' not in ran.out
    assert re.findall(r"game (\d) is longer than 4,194,304 bytes and is skipped", ran.err) == ["2", "4"]
    ran = run("pgn", "check", str(path))
    assert ran.code == 1 and ran.err == f"{count} games, 2 errors\n"
    lines = [line.split(":") for line in ran.out.splitlines()]
    assert [line[-1].strip() for line in lines] == ["the game is longer than 4194304 bytes"] * 2
    assert int(lines[1][1]) > int(lines[0][1]) > 6
    ran = run("pgn", "split", str(path), "--games", "1", "-o", str(tmp_path / "{}.out"))
    assert ran.code == 0 and len(ran.out.splitlines()) == (2 if ends_early else 3)


@pytest.mark.slow
@pytest.mark.parametrize("action", ["filter", "check", "head", "split --games 1 -o OUT"])
def test_a_long_game_takes_little_memory(tmp_path: Path, action: str) -> None:
    path = tmp_path / "long.pgn.gz"
    path.write_bytes(gzip.compress(long_games(200 << 20), 1))
    words = ["pgn", *[str(tmp_path / "{}.out") if word == "OUT" else word for word in action.split()], str(path)]
    status = Path("/proc/self/status")
    if not status.exists():
        pytest.skip("no /proc")
    # ru_maxrss would include the memory of this process before it has started the other one.
    code = f"import sys; from bitrook.cli import main; main({words!r}); print(open({str(status)!r}).read(), file=sys.stderr)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    (kilobytes,) = re.findall(r"VmHWM:\s+(\d+) kB", ran.stderr)
    assert int(kilobytes) < 200 << 10


# --- Names of files that split writes


def test_names_of_split_files(run: Any, tmp_path: Path) -> None:
    values = ["é" * 200, "漢" * 200, "-rf", "CON", "con.x", "nul", "x" * 300, "漢" * 200 + "2", "--", "LPT1"]
    path = tmp_path / "games.pgn"
    path.write_text("".join(f'[Event "{value}"]\n\n1. e4 *\n\n' for value in values), encoding="utf-8")
    folder = tmp_path / ("y" * 100)
    folder.mkdir()
    for pattern in ("{}.pgn", "z" * 200 + "-{}.pgn", "{}{}.pgn"):
        ran = run("pgn", "split", str(path), "--by", "Event", "-o", str(folder / pattern))
        assert ran.code == 0, ran.err
        names = [Path(line).name for line in ran.out.splitlines()]
        assert len({name.lower() for name in names}) == len(values) == len(os.listdir(folder))
        for name in names:
            assert len(os.fsencode(name)) <= 255 and not name.startswith("-")
            assert not re.match(r"(con|nul|lpt1)(\.|$)", name, re.IGNORECASE), name
        shutil.rmtree(folder)
        folder.mkdir()
    ran = run("pgn", "split", str(path), "--by", "Event", "-o", str(folder / ("z" * 250 + "{}.pgn")))
    assert ran.code == 2 and "shorten it" in ran.err and not os.listdir(folder)


# --- Books


def test_a_book_with_few_descriptors(run: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    games = tmp_path / "games.pgn"
    games.write_bytes(GAMES)
    polyglot.make_book(GAMES, tmp_path / "b.bin", min_games=1)
    used = [os.open(os.devnull, os.O_RDONLY) for _ in range(3)]
    top = max(used) + 1
    for each in used:
        os.close(each)
    failed = 0
    try:
        for limit in range(top - 3, top + 3):
            resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))
            code = main(["book", "merge", str(tmp_path / "b.bin"), "-o", str(tmp_path / "out.bin")])
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
            err = capsys.readouterr().err
            failed += code == 2
            assert code == 0 or "Too many open files" in err and "ulimit -n" in err, err
            assert "disk" not in err
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert failed


# --- Errors of archives through libraries


@pytest.mark.parametrize("library", ["pyarrow", "polars", "duckdb"])
def test_a_corrupt_archive_is_reported_by_its_own_error(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, library: str
) -> None:
    pytest.importorskip(library)
    path, output = tmp_path / "bad.pgn.gz", tmp_path / "out.parquet"
    path.write_bytes(gzip.compress(GAMES * 100)[:-40])
    output.write_bytes(b"before")
    for other in {"pyarrow", "polars"} - {library}:
        monkeypatch.setitem(sys.modules, other, None)
    ran = run("pgn", "convert", str(path), "-o", str(output))
    assert ran.code == 2 and ran.err.startswith(f"bitrook: error: {path}: the archive is cut off"), ran.err
    assert (output.read_bytes() == b"before") == (library != "pyarrow")
    assert sorted(os.listdir(tmp_path)) == ["bad.pgn.gz", "out.parquet"]


# --- Conditions


def test_conditions_with_or(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_bytes(GAMES + b'[White "This or that"]\n\n1. c4 *\n\n')
    count: Callable[..., str] = lambda *conditions: run(  # noqa: E731
        "pgn", "count", str(path), *[word for each in conditions for word in ("--where", each)]
    ).out.strip()
    assert count("ECO==B20 or ECO==D00") == "12"
    assert count("ECO==B20 OR ECO == D00", "White==Ann or White==Bob") == "8"
    assert count("ECO != B20") == "5" and count("ECO not in B20,D00") == "1"
    assert count("White == 'This or that'") == "1"
    assert count('White in "This or that", Ann or ECO==D00') == "9"
    ran = run("pgn", "count", str(path), "--where", "White == This or that")
    assert ran.code == 2 and "quote a value that contains the word or" in ran.err
    ran = run("pgn", "count", str(path), "--where", "Result == 0-1 and WhiteElo >= 2000")
    assert ran.code == 2 and "repeat --where instead of using and" in ran.err
    for condition in ("eval >= 5", "stalemate"):
        ran = run("pgn", "count", str(path), "--where", condition)
        assert ran.code == 2 and "conditions on positions are given by --position" in ran.err
    many = [word for _ in range(7) for word in ("--where", "ECO==B20 or ECO==D00")]
    ran = run("pgn", "count", str(path), *many)
    assert ran.code == 2 and "use fewer or" in ran.err
