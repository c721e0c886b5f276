"""Tests for scan_evals() and scan_puzzles() of `bitrook.data.polars`: the rows of any number of shards, and predicates."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from support import lichess_files as lf
from support.data_jobs import cut, engine

import bitrook.data as bd
from bitrook.data import polars as ours

pl = engine("polars")


@pytest.mark.parametrize("kind", ["evaluations", "puzzles"])
@pytest.mark.parametrize("how", ["in-memory", "streaming"])
def test_rows_are_those_of_the_scan(kind: str, how: Any, tmp_path: Path) -> None:
    scan_of, lazy = (bd.scan_evals, ours.scan_evals) if kind == "evaluations" else (bd.scan_puzzles, ours.scan_puzzles)
    path = lf.write_lines(kind, tmp_path / "lines")
    whole = pl.DataFrame(scan_of(path))
    assert whole["error"].null_count() == len(whole) - 1
    number = "depth" if kind == "evaluations" else "Rating"
    middle = whole[number].median()
    for count in (1, 5):
        query = lazy(cut(path, count))
        assert query.collect_schema() == whole.schema
        assert query.collect(engine=how).equals(whole)
        assert query.head(30).collect(engine=how).equals(whole.head(30))
        assert query.select(pl.len()).collect(engine=how).item() == len(whole)
        condition = (pl.col(number) > middle) & pl.col("error").is_null()
        found = query.filter(condition).select("packed", number).collect(engine=how)
        assert found.equals(whole.filter(condition).select("packed", number))
        few = lazy(cut(path, count), filters=[(number, ">", int(middle))], columns=["packed", number])
        assert few.collect(engine=how).equals(found)
    with pytest.raises(ValueError, match="not a line|not JSON|columns"):
        scan_of(path, errors="raise").read()
    assert lazy(path, errors="drop").collect(engine=how).equals(whole.filter(pl.col("error").is_null()))


def test_all_evaluations(tmp_path: Path) -> None:
    rng = random.Random(2)
    path = tmp_path / "lines"
    path.write_bytes(b"\n".join(lf.evaluation_line(rng, board, True) for board in lf.random_boards(rng, 30)))
    whole = pl.DataFrame(bd.scan_evals(path, which="all"))
    assert ours.scan_evals(path, which="all").collect().equals(whole)
    assert len(whole) > len(ours.scan_evals(path).collect())
