"""Tests for `bitrook pgn convert` and `bitrook pgn split`: the tables and files that they write."""

from __future__ import annotations

import csv
import json
import sys
from collections import Counter
from pathlib import Path

import chess.pgn
import pytest

import bitrook.data as bd

DATA = Path(__file__).parents[1] / "files" / "pgn"
THREE = DATA / "three_games.pgn"


# --- convert


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
    assert ran.err == 'bitrook: error: --svg requires Matplotlib: pip install "bitrook[plot]"\n'


@pytest.mark.parametrize("ending", ["csv", "jsonl", "pgn", "parquet"])
def test_an_output_is_replaced_only_by_a_whole_one(run, tmp_path: Path, ending: str) -> None:
    if ending == "parquet":
        pytest.importorskip("pyarrow")
    output = tmp_path / f"out.{ending}"
    output.write_text("before")
    ran = run("pgn", "convert", str(THREE), "/no/such.pgn", "-o", str(output))
    assert ran.code == 2 and output.read_text() == "before"
    wrong = tmp_path / "wrong.gz"
    wrong.write_bytes(b"\x1f\x8b wrong")
    names = sorted(tmp_path.iterdir())
    if ending != "pgn":
        ran = run("pgn", "convert", str(THREE), "-o", str(output), "--columns", "White,White")
        assert ran.code == 2 and output.read_text() == "before" and sorted(tmp_path.iterdir()) == names
    assert run("pgn", "convert", str(THREE), "-o", str(output)).code == 0
    assert output.stat().st_size > 100 and sorted(tmp_path.iterdir()) == names
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
