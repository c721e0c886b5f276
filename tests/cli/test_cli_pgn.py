"""Tests for `bitrook pgn`: counts, texts, tables, files and errors, on short texts and on 999 Lichess games."""

from __future__ import annotations

import bz2
import gzip
import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import chess.pgn
import pytest

import bitrook.data as bd
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


def test_stats_draws_a_chart(run, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    path = tmp_path / "chart.svg"
    assert run("pgn", "stats", str(THREE), "--svg", str(path)).code == 0
    assert "<svg" in path.read_text(encoding="utf-8")


# --- check


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
