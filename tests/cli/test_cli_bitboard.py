"""Tests for `bitrook bitboard`, which prints and draws sets. tests/query has the values of expressions."""

from __future__ import annotations

import json

import pytest

from bitrook import Bitboard, svg


def value(run, text: str, fen: str = "startpos") -> int:
    ran = run("bitboard", text, "--as", "int", "--fen", fen)
    assert ran.code == 0, ran.err
    return int(ran.out)


def test_bitboard_of_a_position(run) -> None:
    pinned = "4r2k/8/8/q7/8/2N1R3/8/4K3 w - - 0 1"
    assert value(run, "pinned", pinned) == 1 << 18 | 1 << 20
    assert value(run, "checkers", "4r2k/8/8/8/8/8/8/4K3 w - - 0 1") == 1 << 60
    assert value(run, "en_passant", "4k3/8/8/K1pP3r/8/8/8/8 w - c6 0 2") == 1 << 42


def test_an_and_as_three_boards_in_a_row(run) -> None:
    out = run("bitboard", "white & rank_2").out
    lines = out.splitlines()
    assert lines[0].split() == ["white", "rank_2"]
    assert lines[4].split() == [*"........", "&", *"........", "=", *"........"]
    assert lines[7] == "1 1 1 1 1 1 1 1     1 1 1 1 1 1 1 1     1 1 1 1 1 1 1 1"
    assert lines[-1] == "0x000000000000ff00  8 squares: a2 b2 c2 d2 e2 f2 g2 h2"


@pytest.mark.parametrize(
    ("text", "boards"),
    [
        ("e4", 1),
        ("~e4", 2),
        ("e4 << 8", 2),
        ("e4 | e5 | e6", 4),
        ("(e4 | e5) & e6", 3),
        ("e4 | (e5 | e6)", 3),
        ("e4 - 1", 3),
        ("(-e4)", 2),
        ("e5 | -e4 - e5", 3),
        ("e4 + e5 + e6", 4),
        ("e4 * 3 >> 2", 2),
    ],
)
def test_how_many_boards_are_shown(run, monkeypatch: pytest.MonkeyPatch, text: str, boards: int) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    rows = run("bitboard", text).out.splitlines()[1:9]
    assert [sum(row.count(c) for c in "1.") for row in rows] == [8 * boards] * 8


def test_narrow_terminals_break_before_an_operator(run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    out = run("bitboard", "white & pawns & rank_2").out
    assert max(map(len, out.splitlines()[:-1])) <= 40
    assert [line[0] for line in out.splitlines() if line[:1] in ("&", "=")] == ["&"]


@pytest.mark.parametrize(
    ("form", "output"),
    [("hex", "0x0000000000000005"), ("int", "5"), ("digits", "0" * 61 + "101"), ("squares", "a1 c1")],
)
def test_bitboard_forms(run, form: str, output: str) -> None:
    assert run("bitboard", "5", "{a1 c1}", "--as", form).out == f"{output}\n{output}\n"


def test_as_json(run) -> None:
    results = json.loads(run("bitboard", "white & rank_1 & file_e", "e4 & e5", "--json").out)
    assert results == [
        {"expression": "white & rank_1 & file_e", "word": "0x0000000000000010", "count": 1, "squares": ["e1"]},
        {"expression": "e4 & e5", "word": "0x0000000000000000", "count": 0, "squares": []},
    ]


def test_steps_prints_every_operation_innermost_first(run) -> None:
    text = "white & (white - 1) | ~e4 >> 3"
    steps = ["(white - 1)", "white & (white - 1)", "~e4", "~e4 >> 3", text]
    results = json.loads(run("bitboard", text, "--steps", "--json").out)
    assert [result["expression"] for result in results] == steps
    words = run("bitboard", *steps, "--as", "hex").out
    assert run("bitboard", text, "--steps", "--as", "hex").out == words
    assert run("bitboard", text, "--steps").out == run("bitboard", *steps).out
    assert run("bitboard", "e4", "--steps").out == run("bitboard", "e4").out


def test_lsb_msb_and_count_are_numbers(run) -> None:
    texts = ["lsb(white)", "msb({c4 e7})", "count(occupied)", "1 << lsb(black)", "lsb({c4 e7}) + 1"]
    assert run("bitboard", *texts, "--as", "int").out.split() == ["0", "52", "32", str(1 << 48), "27"]
    assert run("bitboard", "lsb(pawns)").out == "lsb(pawns) = 8, the square a2\n"
    assert run("bitboard", "count(pawns)").out == "count(pawns) = 16\n"
    assert len(run("bitboard", "lsb(pawns) + 0").out.splitlines()) > 8  # a set again
    for name in ("lsb", "msb"):
        ran = run("bitboard", f"white & {name}(none)")
        assert ran.code == 2 and f"{name} takes a set that is not empty" in ran.err


def test_bitboard_writes_one_picture_of_all_expressions(run) -> None:
    ran = run("bitboard", "file_e & rank_2", "--svg", "-")
    file, rank = Bitboard.from_square(4).file_fill(), Bitboard(0xFF00)
    assert ran.out == svg.row(file, "&", rank, "=", file & rank, titles=["file_e", "rank_2"]) + "\n"
    two = run("bitboard", "file_e & rank_2", "~e4", "--svg", "-").out
    assert two.count('class="operator"') == 4 and two.count("<circle") == 8 + 8 + 1 + 1 + 63
