"""Tests for `bitrook pgn`: counts, texts, tables, files, errors and progress, on short texts and on 999 Lichess games."""

from __future__ import annotations

import bz2
import csv
import gzip
import io
import json
import os
import re
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path

import chess.pgn
import pytest

import bitrook.data as bd
from bitrook import _progress
from bitrook.cli.arguments import flag_of
from bitrook.cli.pgn import ACTIONS, USAGE
from bitrook.cli.pgn.games import Bar
from bitrook.cli.pgn.where import parse

DATA = Path(__file__).parents[1] / "files" / "pgn"
THREE = DATA / "three_games.pgn"
BAD = (
    b'\xef\xbb\xbf[White "A"]\n\n1. e4 e5 2. Ke3 Nf6 *\n\n[White "B"]\r\n\r\n1. e4 {\r\n} e5\r\n2. Nf6 *\r\n\r\n'
    b'[White "C"]\n\n1. e4 (1. d5)\n'
)


def process(*words: object, **options) -> subprocess.CompletedProcess[bytes]:  # noqa: ANN003
    return subprocess.run([sys.executable, "-m", "bitrook", "pgn", *map(str, words)], capture_output=True, **options)


# --- Sources and conditions


def test_count(run, lichess: Path) -> None:
    assert run("pgn", "count", str(lichess)).out == "999\n"
    assert run("pgn", "count", str(lichess), "--limit", "7").out == "7\n"
    assert run("pgn", "count", str(lichess), str(THREE)).out.split() == [
        "999",
        str(lichess),
        "3",
        str(THREE),
        "1,002",
        "total",
    ]
    facts = json.loads(run("pgn", "count", str(lichess), str(THREE), "--json", "--limit", "1000").out)
    assert facts == {"games": 1000, "files": {str(lichess): 999, str(THREE): 1}}


@pytest.mark.parametrize(
    ("conditions", "test"),
    [
        (["WhiteElo>=2200"], lambda h: h.get("WhiteElo", "?").isdigit() and int(h["WhiteElo"]) >= 2200),
        (["WhiteElo >= 2000", "Result == 1-0"], lambda h: int(h["WhiteElo"]) >= 2000 and h["Result"] == "1-0"),
        (["TimeControl in 60+0, 180+0"], lambda h: h["TimeControl"] in ("60+0", "180+0")),
        (['TimeControl in ["60+0"]'], lambda h: h["TimeControl"] == "60+0"),
        (["ECO not in (A00,B00)"], lambda h: h["ECO"] not in ("A00", "B00")),
        (["WhiteTitle is not null"], lambda h: "WhiteTitle" in h),
        (["result=0-1"], lambda h: h["Result"] == "0-1"),
        (["UTCDate<2021-10-02"], lambda h: h["UTCDate"] < "2021.10.02"),
    ],
)
def test_conditions(run, lichess: Path, headers: list[chess.pgn.Headers], conditions: list[str], test) -> None:
    expected = [h["Site"] for h in headers if test(h)]
    words = [word for condition in conditions for word in ("--where", condition)]
    assert run("pgn", "count", str(lichess), *words).out == f"{len(expected)}\n"
    out = run("pgn", "filter", str(lichess), *words, "--threads", "2").out
    assert re.findall(r'^\[Site "(.*)"\]$', out, re.MULTILINE) == expected


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("WhiteElo>=2200", ("WhiteElo", ">=", 2200)),
        (" Round  ==  3 ", ("Round", "==", "3")),
        ("Round > 3", ("Round", ">", 3)),
        ("Round > '3'", ("Round", ">", "3")),
        ("Event == 'a = b'", ("Event", "==", "a = b")),
        ("White != O'Neil", ("White", "!=", "O'Neil")),
        ("has_evals == true", ("has_evals", "==", 1)),
        ("result == 1/2-1/2", ("result", "==", 0)),
        ("ply_count NOT  IN 1,2", ("ply_count", "not in", [1, 2])),
        ("BlackTitle IS  NULL", ("BlackTitle", "is null")),
        ("inside == in", ("inside", "==", "in")),
    ],
)
def test_a_condition_is_a_filter(condition: str, expected: tuple[object, ...]) -> None:
    assert parse(condition) == expected


@pytest.mark.parametrize("how", ["plain", "gzip", "bz2", "stdin", "crlf"])
def test_sources_and_the_text_of_filtered_games(lichess: Path, tmp_path: Path, how: str) -> None:
    text = lichess.read_bytes()
    if how == "crlf":
        text = text.replace(b"\n", b"\r\n")
    data = {"gzip": gzip.compress, "bz2": bz2.compress}.get(how, bytes)(text)
    path = tmp_path / "games"
    path.write_bytes(data)
    ran = process("filter", "-", input=data) if how == "stdin" else process("filter", path)
    assert ran.returncode == 0 and ran.stderr == b"" and ran.stdout == text


def test_text_without_blank_lines_at_its_end_or_with_a_byte_order_mark(run, tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_bytes(b'\xef\xbb\xbf\n[White "\xe9"]\n\n1. e4 { \xff } *')
    run("pgn", "filter", str(path), str(path), "-o", str(tmp_path / "out.pgn"))
    assert (tmp_path / "out.pgn").read_bytes() == b'[White "\xe9"]\n\n1. e4 { \xff } *\n\n' * 2


def test_an_empty_file(run, tmp_path: Path) -> None:
    path = tmp_path / "empty.pgn"
    path.touch()
    for action, out in {"count": "0\n", "head": "", "filter": "", "check": "", "stats": "0 games\n"}.items():
        ran = run("pgn", action, str(path))
        assert (ran.code, ran.out) == (0, out), action


def test_an_archive_that_is_cut_off(run, lichess: Path, tmp_path: Path) -> None:
    path = tmp_path / "cut.pgn.gz"
    path.write_bytes(gzip.compress(lichess.read_bytes())[:-100_000])
    ran = run("pgn", "filter", str(path), "-o", str(tmp_path / "out.pgn"))
    assert ran.code == 2 and re.fullmatch(r"(?s).*bitrook: error: .*cut off.*\n", ran.err)
    assert 500 < bd.scan_pgn(tmp_path / "out.pgn").count() < 999


# --- head and stats


def test_head(run, lichess: Path, headers: list[chess.pgn.Headers]) -> None:
    text = lichess.read_text(encoding="utf-8")
    out = run("pgn", "head", str(lichess), "-n", "3").out
    assert text.startswith(out) and out.count("[Event ") == 3
    assert run("pgn", "head", str(lichess)).out.count("[Event ") == 10
    lines = run("pgn", "head", str(lichess), "-n", "5", "--columns", "White, WhiteElo").out.splitlines()
    assert lines[0].split() == ["White", "WhiteElo"]
    assert [line.split() for line in lines[1:]] == [[h["White"], h["WhiteElo"]] for h in headers[:5]]
    rows = [json.loads(line) for line in run("pgn", "head", str(THREE), "-n", "2", "--json").out.splitlines()]
    assert [row["moves"] for row in rows] == [
        ["e2e4", "e7e5", "d1h5", "b8c6", "f1c4", "g8f6", "h5f7"],
        ["f2f3", "e7e5", "g2g4", "d8h4"],
    ]


def test_stats(run, lichess: Path, headers: list[chess.pgn.Headers]) -> None:
    facts = json.loads(run("pgn", "stats", str(lichess), "--json", "-n", "4").out)
    results = Counter(h["Result"] for h in headers)
    assert facts["games"] == 999 and facts["results"] == {name: results[name] for name in facts["results"]}
    openings = Counter((h["ECO"], h["Opening"]) for h in headers)
    assert [row["games"] for row in facts["openings"]] == [count for _, count in openings.most_common(4)]
    for row in facts["openings"]:
        points = [
            {"1-0": 1, "0-1": 0, "1/2-1/2": 0.5}[h["Result"]]
            for h in headers
            if h["Opening"] == row["opening"] and h["ECO"] == row["eco"] and h["Result"] != "*"
        ]
        assert row["white_score"] == pytest.approx(sum(points) / len(points), abs=1e-4)
    ratings = [int(h[name]) for h in headers for name in ("WhiteElo", "BlackElo") if h.get(name, "?").isdigit()]
    found = facts["ratings"]
    assert (found["min"], found["max"]) == (min(ratings), max(ratings))
    assert found["mean"] == pytest.approx(sum(ratings) / len(ratings), abs=0.06)
    assert found["median"] == sorted(ratings)[(len(ratings) - 1) // 2]
    assert sum(found["players"].values()) == len(ratings) and sum(facts["moves"]["games"].values()) == 999
    assert found["players"]["1500-1599"] == sum(1500 <= rating < 1600 for rating in ratings)
    table = run("pgn", "stats", str(lichess)).out
    assert table.startswith("999 games\n") and f"0-1      {results['0-1']:>12}" in table


def test_games_without_a_result_are_no_draws(run, tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    games = [("A00", "1-0"), ("A00", "*"), ("A00", "*"), ("A00", "1/2-1/2"), ("B00", "*")]
    path.write_text("".join(f'[ECO "{eco}"]\n\n1. e4 {result}\n\n' for eco, result in games))
    facts = json.loads(run("pgn", "stats", str(path), "--json").out)
    assert [(row["games"], row["white_score"]) for row in facts["openings"]] == [(4, 0.75), (1, None)]
    assert facts["results"] == {"1-0": 1, "1/2-1/2": 1, "0-1": 0, "*": 3}
    assert re.search(r"^B00 .* 20.0%       -  \?$", run("pgn", "stats", str(path)).out, re.MULTILINE)


# --- check


@pytest.mark.smoke
def test_check_names_file_line_and_column(run, tmp_path: Path) -> None:
    path = tmp_path / "bad.pgn"
    path.write_bytes(BAD)
    ran = run("pgn", "check", str(path))
    assert ran.code == 1 and ran.err == "3 games, 3 errors\n"
    places = [
        tuple(map(int, re.match(rf"{re.escape(str(path))}:(\d+):(\d+): illegal move", line).groups()))
        for line in ran.out.splitlines()
    ]
    lines = re.split(rb"\r\n|\n", BAD)
    assert [lines[line - 1][column - 1 :].split(b" ")[0].rstrip(b")") for line, column in places] == [
        b"Ke3",
        b"Nf6",
        b"d5",
    ]
    facts = json.loads(run("pgn", "check", str(path), "--json").out)
    assert facts["games"] == 3
    assert [(error["line"], error["column"]) for error in facts["errors"]] == places == [(3, 13), (9, 4), (13, 11)]


def test_check_counts_lines_over_many_games(run, lichess: Path, tmp_path: Path) -> None:
    """Line numbers are correct in later chunks, in every file, and for games selected by a condition."""
    text = lichess.read_bytes() * 3
    path = tmp_path / "bad.pgn"
    path.write_bytes(text + BAD[3:])
    before = text.count(b"\n")
    expected = [f"{path}:{before + line}:{column}" for line, column in ((3, 13), (9, 4), (13, 11))]
    for words in ([], ["--where", "White in A,B,C"]):
        ran = run("pgn", "check", str(path), *words, str(path), "--threads", "2")
        assert [line.split(": ")[0] for line in ran.out.splitlines()] == expected * 2
    assert run("pgn", "check", str(lichess)).code == 0


# --- Conditions on positions

ISOLATED = "white & pawns & file(d) and not white & pawns & (file(c) | file(e))"


def test_position_selects_games(run, lichess: Path) -> None:
    expected = list(bd.read_pgn(lichess, where=ISOLATED)["Site"])
    assert 20 < len(expected) < 900
    assert run("pgn", "count", str(lichess), "--position", ISOLATED).out == f"{len(expected)}\n"
    out = run("pgn", "filter", str(lichess), "--position", ISOLATED, "--threads", "2").out
    assert re.findall(r'^\[Site "(.*)"\]$', out, re.MULTILINE) == expected
    facts = json.loads(run("pgn", "stats", str(lichess), "--position", ISOLATED, "--json").out)
    assert facts["games"] == len(expected)
    both = run("pgn", "count", str(lichess), "--position", ISOLATED, "--where", "WhiteElo>=2000").out
    rated = bd.scan_pgn(lichess, where=ISOLATED, filters=[("WhiteElo", ">=", 2000)]).count()
    assert int(both) == rated < len(expected)
    head = run("pgn", "head", str(lichess), "-n", "2", "--position", ISOLATED, "--columns", "Site").out.split()
    assert head == ["Site", *expected[:2]]


FOUND = """1. Cy - Dee 0-1  Club
2... Qh4#

8 r n b . k b n r
7 p p p p . p p p
6 . . . . . . . .
5 . . . . p . . .
4 . . . . . . P q
3 . . . . . P . .
2 P P P P P . . P
1 R N B Q K B N R
  a b c d e f g h
rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3
"""


def test_find(run, lichess: Path) -> None:
    out = run("pgn", "find", str(THREE), "black & queens & h4").out
    assert out == FOUND, out
    assert run("pgn", "find", str(THREE), "--position", "black & queens & h4").out == FOUND
    assert run("pgn", "find", str(THREE), "count(queens) > 2").out == "no positions\n"
    lines = run("pgn", "find", str(lichess), "checkmate", "--limit", "5", "--json").out.splitlines()
    table = bd.read_pgn(lichess, where="checkmate", limit=5)
    for line, row in zip(lines, table, strict=True):
        facts = json.loads(line)
        board = chess.Board(facts["fen"])
        assert board.is_checkmate() and facts["move"].endswith("#")
        assert facts["fen"] == row.end().board().fen() and facts["site"] == row.headers["Site"]
    every = run("pgn", "find", str(lichess), "check", "--limit", "3", "--json", "--all").out.splitlines()
    plies = [each for row in bd.read_pgn(lichess, where="check", limit=3).column("match_plies") for each in row]
    assert [json.loads(line)["ply"] for line in every] == plies and len(plies) > 3


def test_find_draws_pictures(run, lichess: Path, tmp_path: Path) -> None:
    picture = tmp_path / "mates.svg"
    assert run("pgn", "find", str(lichess), "checkmate", "--limit", "5", "--svg", str(picture)).out == ""
    text = picture.read_text()
    assert text.startswith("<svg") and text.count('class="title"') == 5 and "#</text>" in text
    assert run("pgn", "find", str(lichess), "checkmate", "--limit", "1", "--svg", "-").out.startswith("<svg")


# --- convert


@pytest.mark.smoke
@pytest.mark.parametrize("ending", ["csv", "jsonl"])
def test_convert_to_text(run, lichess: Path, tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"games.{ending}"
    columns = ["White", "WhiteElo", "UTCDate", "result", "moves", "final"]
    assert run("pgn", "convert", str(lichess), "-o", str(path), "--columns", ",".join(columns)).code == 0
    games = bd.read_pgn(lichess, columns=columns)
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file)) if ending == "csv" else [json.loads(line) for line in file]
    assert len(rows) == 999 and list(rows[0]) == columns
    moves = list(bd.moves_to_uci(games.column("moves")))
    assert [row["moves"] for row in rows] == ([" ".join(each) for each in moves] if ending == "csv" else moves)
    assert [str(row["WhiteElo"]) for row in rows] == [str(elo) for elo in games.column("WhiteElo")]
    assert [row["UTCDate"] for row in rows] == [str(date) for date in games.column("UTCDate")]
    assert chess.Board(rows[0]["final"]).is_valid()


@pytest.mark.parametrize("library", ["pyarrow", "polars", "duckdb"])
@pytest.mark.parametrize("ending", ["parquet", "arrow"])
def test_convert_to_columns(
    run, lichess: Path, tmp_path: Path, library: str, ending: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip(library)
    if (library, ending) == ("duckdb", "arrow"):
        pytest.skip("DuckDB writes Arrow by an extension that it downloads")
    pl = pytest.importorskip("polars")
    path = tmp_path / f"games.{ending}"
    with monkeypatch.context() as patch:
        for other in {"pyarrow", "polars"} - {library}:
            patch.setitem(sys.modules, other, None)
        ran = run("pgn", "convert", str(lichess), "-o", str(path), "--where", "WhiteElo>=1500")
    assert ran.code == 0, ran.err
    frame = (pl.read_parquet if ending == "parquet" else pl.read_ipc)(path)
    games = bd.read_pgn(lichess, filters=[("WhiteElo", ">=", 1500)])
    if library == "duckdb":  # DuckDB's column names are case-insensitive
        frame = frame.rename({"result_1": "result"})
    assert frame.columns == list(games.schema) and len(frame) == len(games)
    for name in ("White", "WhiteElo", "UTCDate", "UTCTime", "moves", "clocks", "evals", "error", "offset"):
        assert frame[name].to_list() == list(games.column(name)), name


def test_parquet_takes_few_bytes(run, lichess: Path, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    path = tmp_path / "games.parquet"
    assert run("pgn", "convert", str(lichess), "-o", str(path)).code == 0
    assert path.stat().st_size < 245 * 999


@pytest.mark.parametrize(
    ("ending", "libraries"), [("parquet", "pyarrow, polars or DuckDB"), ("arrow", "pyarrow or polars")]
)
def test_without_a_library_the_error_says_what_to_install(
    run, tmp_path: Path, ending: str, libraries: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("pyarrow", "polars", "duckdb", "matplotlib", "matplotlib.figure"):
        monkeypatch.setitem(sys.modules, name, None)
    ran = run("pgn", "convert", str(THREE), "-o", str(tmp_path / f"games.{ending}"))
    assert ran.code == 2
    assert ran.err == f'bitrook: error: {ending} requires {libraries}: pip install "bitrook[arrow]"\n'
    ran = run("pgn", "stats", str(THREE), "--svg", "-")
    assert ran.err.startswith("bitrook: error: matplotlib.figure cannot be imported")
    assert ran.err.endswith(": pip install 'bitrook[plot]'\n")


@pytest.mark.parametrize("ending", ["csv", "jsonl", "pgn", "parquet"])
def test_an_output_is_replaced_only_by_a_whole_one(run, tmp_path: Path, ending: str) -> None:
    if ending == "parquet":
        pytest.importorskip("pyarrow")
    output = tmp_path / f"out.{ending}"
    output.write_text("before")
    ran = run("pgn", "convert", str(THREE), "/no/such.pgn", "-o", str(output))
    assert ran.code == 2 and output.read_text() == "before"
    assert run("pgn", "convert", str(THREE), "-o", str(output)).code == 0
    assert output.stat().st_size > 100 and list(tmp_path.iterdir()) == [output]
    link = tmp_path / "link"
    link.symlink_to(output)
    assert run("pgn", "convert", str(THREE), "-o", str(link), "--format", ending, "--limit", "1").code == 0
    assert link.is_symlink() and 50 < output.stat().st_size


@pytest.mark.parametrize("ending", ["csv", "jsonl"])
def test_games_can_be_replayed_from_text(run, tmp_path: Path, ending: str) -> None:
    source, output = tmp_path / "games.pgn", tmp_path / f"games.{ending}"
    fen = "bnrbnkrq/pppppppp/8/8/8/8/PPPPPPPP/BNRBNKRQ w KQkq - 0 1"
    source.write_text(
        f'[Variant "Chess960"]\n[FEN "{fen}"]\n\n1. Nf3 Nf6 2. O-O O-O *\n\n'
        '[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"]\n\n1... Kd7 2. e4 *\n\n1. e4 *\n'
    )
    assert run("pgn", "convert", str(source), "-o", str(output)).code == 0
    with output.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file)) if ending == "csv" else [json.loads(line) for line in file]
    with source.open() as file:
        for row in rows:
            game = chess.pgn.read_game(file)
            assert game is not None
            board = chess.Board(row["fen"] or chess.STARTING_FEN, chess960=row["Variant"] == "Chess960")
            for uci in row["moves"].split() if ending == "csv" else row["moves"]:
                board.push(board.parse_uci(uci))
            assert board.fen() == game.end().board().fen()


# --- split


@pytest.mark.parametrize("way", [["--games", "300"], ["--bytes", "500k"], ["--bytes", "1"], ["--games", "999"]])
def test_split_by_size(run, lichess: Path, tmp_path: Path, way: list[str]) -> None:
    ran = run("pgn", "split", str(lichess), *way, "-o", str(tmp_path / "part-{}.pgn"), "--limit", "999")
    texts = [Path(line).read_bytes() for line in ran.out.splitlines()]
    assert b"".join(texts) == lichess.read_bytes()
    counts = [text.count(b"[Event ") for text in texts]
    if way[0] == "--games":
        assert counts[:-1] == [int(way[1])] * (len(texts) - 1) and 0 < counts[-1] <= int(way[1])
    elif way[1] == "1":
        assert counts == [1] * 999
    else:
        assert all(480 << 10 < len(text) <= 500 << 10 for text in texts[:-1])


@pytest.mark.smoke
def test_split_by_a_tag(run, lichess: Path, tmp_path: Path, headers: list[chess.pgn.Headers]) -> None:
    ran = run("pgn", "split", str(lichess), "--by", "Result", "-o", str(tmp_path / "{}.pgn"))
    counts = {Path(line).name: bd.scan_pgn(line).count() for line in ran.out.splitlines()}
    results = Counter(h["Result"] for h in headers)
    assert counts == {"1-0.pgn": results["1-0"], "0-1.pgn": results["0-1"], "1_2-1_2.pgn": results["1/2-1/2"]}


def test_split_keeps_values_apart_whose_names_are_alike(run, tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    values = ["a/b", "a:b", "A_B", "../../x", "", "a/b"]
    path.write_text("".join(f'[Event "{value}"]\n\n1. e4 *\n\n' for value in values) + '[Site "x"]\n\n1. d4 *\n')
    ran = run("pgn", "split", str(path), "--by", "Event", "-o", str(tmp_path / "{}.pgn"))
    names = {Path(line).name: bd.scan_pgn(line).count() for line in ran.out.splitlines()}
    assert names == {"a_b.pgn": 2, "a_b-2.pgn": 1, "A_B-3.pgn": 1, "x.pgn": 1, "empty.pgn": 1, "none.pgn": 1}


@pytest.mark.parametrize("between", [b"\n\xef\xbb\xbf", b"\n\n\xef\xbb\xbf", b"\r\n\xef\xbb\xbf", b"\n\xef\xbb\xbf\n"])
def test_marks_of_joined_files_are_not_copied(run, tmp_path: Path, between: bytes) -> None:
    """Byte order marks remain where files with them were joined; they are no part of the games."""
    source = tmp_path / "games.pgn"
    games = [b'[White "A"]\n\n1. e4 *', b'[White "B"]\n\n1. d4 *', b'[White "C"]\n\n1. c4 *']
    source.write_bytes(b"\xef\xbb\xbf" + between.join(games) + b"\n")
    ran = run("pgn", "filter", str(source))
    assert ran.err == "" and ran.out.count("[White") == 3 and "\ufeff" not in ran.out
    output = tmp_path / "out.pgn"
    assert run("pgn", "convert", str(source), "-o", str(output)).code == 0
    assert b"\xef\xbb\xbf" not in output.read_bytes() and output.read_bytes().count(b"[White") == 3
    assert run("pgn", "split", str(source), "--games", "1", "-o", str(tmp_path / "part-{}.pgn")).code == 0
    parts = sorted(tmp_path.glob("part-*.pgn"))
    assert len(parts) == 3
    for part, letter in zip(parts, b"ABC"):
        assert part.read_bytes().startswith(b'[White "%c"]' % letter) and b"\xef\xbb\xbf" not in part.read_bytes()


# --- Errors, warnings, pipes and progress


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["count", "/no/such.pgn"], "such.pgn"),
        (["count", str(DATA)], "a directory"),
        (["count", "-", "-"], "- can be given only once"),
        (["count", "x.pgn", "-n", "3"], "-n is not an option of bitrook pgn count, which accepts --where, --position, --threads, --letters, --zstd-window-log, --limit"),
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
        (["find", str(THREE)], "requires a condition after the files"),
        (["find", str(THREE), "whte & pawns"], "did you mean white?) at column 1"),
        (["count", str(THREE), "--position", "pawns > 3"], "did you mean count(pawns)? at column 7"),
        (["count", str(THREE), "--all"], "--all is not an option of bitrook pgn count"),
        (["find", str(THREE), "check", "--json", "--svg", "-"], "--json and --svg cannot be used together"),
        (["find", str(THREE), "check", "--svg", str(THREE)], "input"),
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
