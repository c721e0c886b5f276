"""Tests for exports to other libraries: to_pandas(), to_polars() and to_arrow()."""

from __future__ import annotations

import sys
from typing import Any

import pytest

import bitrook.data as bd

TEXT = b'[White "Ann"]\n[WhiteElo "2300"]\n\n1. e4 e5 1-0\n\n[White "Bob"]\n\n1. d4 0-1\n'
COLUMNS = ["White", "WhiteElo", "result", "moves", "UTCDate"]
EXPECTED = {
    "White": ["Ann", "Bob"], "WhiteElo": [2300, None], "result": [1, -1], "moves": [[1804, 2356], [1739]],
    "UTCDate": [None, None],
}  # fmt: skip


def sources() -> list[Any]:
    scan = bd.scan_pgn(TEXT, columns=COLUMNS)
    return [scan, scan.read(), scan.read()[0:2]]


def test_to_arrow() -> None:
    pytest.importorskip("pyarrow")
    for source in sources():
        assert source.to_arrow().to_pydict() == EXPECTED


def test_to_polars() -> None:
    pytest.importorskip("polars")
    for source in sources():
        assert source.to_polars().to_dict(as_series=False) == EXPECTED


def test_to_pandas() -> None:
    pd = pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    for source in sources():
        frame = source.to_pandas()
        assert list(frame.columns) == COLUMNS and frame["White"].tolist() == ["Ann", "Bob"]
        assert frame["WhiteElo"][0] == 2300 and frame["WhiteElo"][1] is pd.NA and frame["WhiteElo"].mean() == 2300
        assert [list(each) for each in frame["moves"]] == EXPECTED["moves"]
        assert frame.groupby("White")["result"].sum().to_dict() == {"Ann": 1, "Bob": -1}
    positions = bd.scan_pgn(TEXT).positions(["ply", "move"]).to_pandas()
    assert positions["ply"].tolist() == [0, 1, 2, 0, 1]


@pytest.mark.parametrize("source", sources(), ids=["scan", "games", "slice"])
def test_rows_are_not_an_array(source: Any) -> None:
    np = pytest.importorskip("numpy")
    with pytest.raises(
        TypeError, match=r"^(Scan|Games) is not an array: use to_pandas\(\), to_polars\(\) or to_arrow\(\)$"
    ):
        np.asarray(source)
    pd = pytest.importorskip("pandas")
    with pytest.raises(TypeError, match=r"use to_pandas\(\)"):
        pd.DataFrame(source)


def test_games_are_iterated_by_row() -> None:
    games = bd.read_pgn(TEXT)
    assert [game.headers["White"] for game in games] == ["Ann", "Bob"]
    assert [row["ply"] for row in bd.scan_pgn(TEXT).positions(["ply"]).read()] == [0, 1, 2, 0, 1]


@pytest.mark.parametrize(
    ("method", "package"), [("to_arrow", "pyarrow"), ("to_polars", "polars"), ("to_pandas", "pandas")]
)
def test_without_the_package(monkeypatch: pytest.MonkeyPatch, method: str, package: str) -> None:
    if method == "to_pandas":
        pytest.importorskip("pyarrow")
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(ImportError, match=r"pip install 'bitrook\["):
        getattr(sources()[1], method)()
