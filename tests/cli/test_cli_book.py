"""Tests for `bitrook book`: creating, showing, merging and probing books."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from bitrook.polyglot import make_book, open_reader


@pytest.fixture(scope="module")
def book(lichess: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("book") / "book.bin"
    make_book(lichess, path, max_ply=10, min_games=5)
    return path


def test_make(run, lichess: Path, book: Path, tmp_path: Path) -> None:
    output = tmp_path / "book.bin"
    options = ["--max-ply", "10", "--min-games", "5", "--threads", "2", "--memory", "1M"]
    ran = run("book", "make", str(lichess), "-o", str(output), *options)
    assert ran.code == 0 and output.read_bytes() == book.read_bytes()
    assert ran.out == f"{len(open_reader(book)):,} entries in {output}\n"
    options = ["--where", "WhiteElo>=1800", "--color", "black", "--weights", "frequency", "--min-rating", "1500"]
    assert run("book", "make", str(lichess), "-o", str(output), *options).code == 0
    make_book(
        lichess,
        tmp_path / "same.bin",
        filters=[("WhiteElo", ">=", 1800)],
        color=False,
        weights="frequency",
        min_rating=1500,
    )
    assert output.read_bytes() == (tmp_path / "same.bin").read_bytes() != b""


def test_show(run, book: Path) -> None:
    ran = run("book", "show", str(book), "--depth", "2")
    first, *lines = ran.out.splitlines()
    reader = open_reader(book)
    positions = len({entry.key for entry in reader})
    assert first == f"{len(reader):,} entries, {positions:,} positions"
    assert lines[0].split()[1:] == ["1.", "e4", "e5"]
    facts = json.loads(run("book", "show", str(book), "--depth", "2", "--json").out)
    assert (facts["entries"], facts["positions"], facts["sorted"]) == (len(reader), positions, True)
    assert len(facts["lines"]) == len(lines) and facts["lines"][0]["moves"] == ["e2e4", "e7e5"]


def test_probe(run, book: Path) -> None:
    ran = run("book", "probe", str(book), "startpos")
    lines = [line.split() for line in ran.out.splitlines()]
    assert lines[0][0] == "e4" and sum(float(line[2].rstrip("%")) for line in lines) == pytest.approx(100, abs=1)
    facts = json.loads(run("book", "probe", str(book), "startpos", "--json").out)
    assert facts["moves"][0]["move"] == "e2e4" and str(facts["moves"][0]["weight"]) == lines[0][1]
    assert facts["key"] == "463b96181691fc9c"
    ran = run("book", "probe", str(book), "4k3/8/8/8/8/8/8/4K3 w - - 0 1")
    assert ran.code == 0 and ran.out == "the position is not in the book\n"


def test_merge(run, book: Path, tmp_path: Path) -> None:
    output = tmp_path / "twice.bin"
    ran = run("book", "merge", str(book), str(book), "-o", str(output))
    assert ran.code == 0 and ran.out == f"{len(open_reader(book)):,} entries in {output}\n"
    once, twice = list(open_reader(book)), list(open_reader(output))
    assert [entry.weight for entry in twice] == [2 * entry.weight for entry in once]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["make", "GAMES"], "requires -o BOOK"),
        (["merge", "BOOK"], "requires -o BOOK"),
        (["make", "GAMES", "-o", "x.bin", "--depth", "3"], "--depth is not an option of bitrook book make"),
        (["show", "BOOK", "-o", "x.bin"], "-o is not an option of bitrook book show"),
        (["show", "none.bin"], "No such file or directory: 'none.bin'"),
        (["merge", "BOOK", "-o", "none/x.bin"], "none/x.bin"),
        (["merge", "none.bin", "-o", "x"], "none.bin"),
        (["show", "BOOK", "BOOK"], "takes one book"),
        (["probe", "BOOK", "e4"], "no such position"),
        (["make", "none.pgn", "-o", "x.bin"], "No such file"),
    ],
)  # fmt: skip
def test_errors(
    run, lichess: Path, book: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = run("book", *[{"GAMES": str(lichess), "BOOK": str(book)}.get(word, word) for word in words])
    assert ran.code == 2 and message in ran.err and "b'" not in ran.err
    assert not os.listdir(tmp_path)
