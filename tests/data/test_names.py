"""Tests for names that are probably misspelled, and for comparisons that are rejected."""

from __future__ import annotations

import io
import warnings
from typing import Any

import pytest

import bitrook.data as bd

TEXT = b'[White "Ann"]\n[WhiteElo "2300"]\n[TimeControl "180+0"]\n[Round "3"]\n[Mine "7"]\n\n1. e4 e5 1-0\n\n' * 3


def warnings_of(scan: bd.Scan, read: Any) -> list[str]:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        read(scan)
    return [str(each.message) for each in caught]


READERS = [list, bd.Scan.count, bd.Scan.read, lambda scan: scan.to_arrow()]


@pytest.mark.parametrize("read", READERS, ids=["iter", "count", "read", "stream"])
@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"filters": [("whiteelo", ">=", 2200)]}, ["'whiteelo' (did you mean WhiteElo?)"]),
        ({"columns": ["whiteelo"]}, ["'whiteelo' (did you mean WhiteElo?)"]),
        ({"columns": ["White", "san", "Foo", "plycount"]}, ["'san'", "'Foo'", "'plycount' (did you mean PlyCount?)"]),
        ({"columns": ["White", "Mine", "Black", "Annotator"], "filters": [("Mine", "==", "7")]}, []),
        ({}, []),
    ],
)
def test_unknown_names_are_warnings(read: Any, options: dict[str, Any], expected: list[str]) -> None:
    if read is READERS[3]:
        pytest.importorskip("pyarrow")
    messages = [f"no game at the beginning of the source has the tag {each}" for each in expected]
    assert warnings_of(bd.scan_pgn(TEXT, **options), read) == messages
    assert warnings_of(bd.scan_pgn(TEXT * 20_000, **options), bd.Scan.count) == messages
    assert warnings_of(bd.scan_pgn(io.BytesIO(TEXT), threads=2, **options), read) == messages


def test_an_empty_text_has_no_tags_to_miss() -> None:
    assert warnings_of(bd.scan_pgn(b"", columns=["Foo"]), list) == []
    assert warnings_of(bd.scan_pgn(b"1. e4 *", columns=["Foo"]), list) == []


def test_a_warning_that_is_an_error() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(UserWarning, match="'Foo'"):
            bd.read_pgn(TEXT, columns=["Foo"])


def test_positions_warn_once() -> None:
    scan = bd.scan_pgn(TEXT, columns=["White"]).positions(["ply", "whiteelo"])
    assert len(warnings_of(scan, list)) == 1


@pytest.mark.parametrize("name", ["moves", "clocks", "evals", "nags", "comments"])
@pytest.mark.parametrize("rest", [(">", 3), ("is null",), ("in", [1])])
def test_lists_are_not_compared(name: str, rest: tuple[Any, ...]) -> None:
    with pytest.raises(ValueError, match=rf"filters\[0\]: '{name}' is a column of lists, which cannot be compared"):
        bd.scan_pgn(TEXT, filters=[(name, *rest)])  # type: ignore[list-item]


@pytest.mark.parametrize("name", ["offset", "fen", "final", "error", "movetext", "ply", "position"])
def test_columns_that_are_not_tags_are_not_compared(name: str) -> None:
    with pytest.raises(ValueError, match=rf"filters\[0\]: '{name}' is a column of games or positions, not a tag"):
        bd.scan_pgn(TEXT, filters=[(name, "==", "x")])


def test_texts_are_not_compared_with_numbers() -> None:
    for value in (180, [180, 300]):
        comparison = "in" if isinstance(value, list) else ">="
        with pytest.raises(TypeError, match="the tag 'TimeControl' is a text, which cannot be compared with a number"):
            bd.scan_pgn(TEXT, filters=[("TimeControl", comparison, value)])
    assert bd.scan_pgn(TEXT, filters=[("Round", ">=", 3), ("Mine", "==", 7)]).count() == 3
    assert bd.scan_pgn(TEXT, filters=[("TimeControl", ">=", "180")]).count() == 3
