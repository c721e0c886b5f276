"""The PGN writer, compared with python-chess's exporter."""

from __future__ import annotations

import lzma
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from support.pgn_comparison import python_chess_rewrites

from bitrook import _core

DATA = Path(__file__).parents[1] / "files" / "pgn"
ANNOTATED = b"""[Event "x"]

{ Before } 1. e4 {a} ( 1. d4 $1 d5 { x } ( 1... c5 ) 2. c4 ) ( {y} 1. c4 ) 1... e5 $2 $3 2. Nf3 {  }{ \xc3\xa9 } Nc6
{ a comment that is longer than the eighty columns of a line and has\n\na blank line and more } 3. -- Z0 4. d4 *
"""
WORDS = [
    "e4 ",
    "e5 ",
    "Nf3 ",
    "Nc6 ",
    "d4 ",
    "d5 ",
    "a3 ",
    "a6 ",
    "h3 ",
    "h6 ",
    "(",
    ")",
    "{ a\n b }",
    "{ é€ü }",
    "$7 ",
]


def rewritten(text: bytes, **options: Any) -> list[str]:
    """Return the games as bitrook writes them, without the empty lines between them."""
    columns = options.pop("columns", 80)
    games = []
    events = _core.pgn_rewrite(text, columns=columns or 0, **options).decode("utf-8", "surrogateescape")
    for game in python_chess_rewrites(text, columns=columns, **options):
        # An empty line follows each game. Split off as many characters as python-chess wrote, and compare those.
        own, events = events[: len(game)], events[len(game) :]
        assert events.lstrip(" ").startswith("\n"), (own, events[:20])
        games.append(own)
        events = events.lstrip("\n ")
    assert events == ""
    return games


OPTIONS = [
    {},
    {"columns": None},
    {"columns": 20},
    {"columns": 1},
    {"headers": False},
    {"comments": False},
    {"variations": False},
    {"headers": False, "comments": False, "variations": False, "columns": 40},
]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_annotated_game(options: dict[str, Any]) -> None:
    assert rewritten(ANNOTATED, **options) == python_chess_rewrites(ANNOTATED, **options)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_real_games(options: dict[str, Any]) -> None:
    text = lzma.decompress((DATA / "lichess-2021-10-999-games.pgn.xz").read_bytes())[:60_000]
    assert rewritten(text, **options) == python_chess_rewrites(text, **options)


@settings(suppress_health_check=[HealthCheck.filter_too_much])
@given(st.lists(st.sampled_from(WORDS)).map("".join), st.sampled_from(OPTIONS))
def test_random_games(movetext: str, options: dict[str, Any]) -> None:
    text = ("1. " + movetext).encode()
    assume(not any(event[0] == "error" for event in _core.pgn_events(text)))  # the errors of python-chess are fewer
    assert rewritten(text, **options) == python_chess_rewrites(text, **options)


def test_what_was_written_is_read_again() -> None:
    once = _core.pgn_rewrite(ANNOTATED)
    assert _core.pgn_rewrite(once) == once


def test_games_of_variants_are_written() -> None:
    text = b'[Variant "Crazyhouse"]\n\n1. e4 d5 2. exd5 ( 2. d4 ) 2... Qxd5 3. @d7+ { a } 3... Kxd7 1-0\n\n'
    assert _core.pgn_rewrite(text) == text
