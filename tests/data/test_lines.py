"""scan_evals() and scan_puzzles(), compared row by row with slow readers that use json, csv and python-chess."""

from __future__ import annotations

import io
import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import bitrook.batch as bb
import bitrook.data as bd
import chess
import numpy as np
import pytest
from bitrook import Board
from support import children
from support import lichess_files as lf


EVAL_COLUMNS = ["fen", "packed", "depth", "knodes", "score", "best", "line", "multipv", "scores", "moves", "error"]
PUZZLE_COLUMNS = ["fen", *bd.PUZZLE_COLUMNS]
HEADER = b"PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags\n"


def packed(board: chess.Board) -> bytes:
    return Board(board.fen(shredder=True), chess960=board.chess960).packed()


def expected(rows: list[lf.Row], columns: list[str]) -> list[lf.Row]:
    made = []
    for row in rows:
        full = {**row, "packed": packed(row["packed"]), "error": None}
        if None in full.get("scores", ()):
            full["scores"] = None
        for name in ("PuzzleId", "GameUrl"):
            if name in full:
                full[name] = full[name] or None
        made.append({name: full[name] for name in columns})
    return made


def found(scan: Any) -> list[lf.Row]:
    return [table.row(i) for table in scan for i in range(len(table))]


def fen_without_clocks(rows: list[lf.Row]) -> list[lf.Row]:
    return [{**row, "fen": None if row["fen"] is None else " ".join(row["fen"].split()[:3])} for row in rows]


@pytest.mark.parametrize("which", ["deepest", "all"])
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_evaluations(which: str, seed: int) -> None:
    rng = random.Random(seed)
    boards = lf.random_boards(rng, 400 if seed == 1 else 4000)
    lines = [lf.evaluation_line(rng, board, plain=rng.random() < 0.7) for board in boards]
    rows = [row for line in lines for row in lf.evaluation_rows(line, which)]
    text = b"\n".join(lines) + rng.choice([b"", b"\n"])
    scan = bd.scan_evals(text, columns=EVAL_COLUMNS, which=which, threads=2)  # type: ignore[arg-type]
    assert found(scan) == expected(rows, EVAL_COLUMNS)
    assert scan.count() == len(rows) == len(scan.read())
    few = bd.scan_evals(text, columns=["depth", "score"], which=which)  # type: ignore[arg-type]
    assert found(few) == [{name: row[name] for name in ("depth", "score")} for row in rows]


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_puzzles(seed: int) -> None:
    rng = random.Random(seed)
    boards = [b for b in lf.random_boards(rng, 400 if seed == 1 else 4000) if any(b.legal_moves)]
    lines = [lf.puzzle_line(rng, board, plain=rng.random() < 0.8) for board in boards]
    rows = expected([lf.puzzle_row(line) for line in lines], PUZZLE_COLUMNS)
    for text in (HEADER + b"\n".join(lines), b"\r\n".join(lines) + b"\r\n"):
        scan = bd.scan_puzzles(text, columns=PUZZLE_COLUMNS, threads=2)
        assert fen_without_clocks(found(scan)) == fen_without_clocks(rows)
        assert scan.count() == len(rows)


@pytest.mark.parametrize(
    ("scan_of", "malformed"),
    [(bd.scan_evals, lf.MALFORMED_EVALUATIONS), (bd.scan_puzzles, lf.MALFORMED_PUZZLES)],
)
def test_malformed_lines(scan_of: Any, malformed: list[bytes]) -> None:
    rng = random.Random(1)
    line_of = lf.evaluation_line if scan_of is bd.scan_evals else lf.puzzle_line
    good = [line_of(rng, board, plain=True) for board in lf.random_boards(rng, 60) if any(board.legal_moves)]
    good = good[: len(malformed)]
    offset, offsets, lines = 0, [], []
    for line, bad in zip(good, malformed, strict=True):
        offsets.append(offset + len(line) + 1)
        offset += len(line) + len(bad) + 2
        lines += [line, bad]
    text = b"\n".join(lines)
    table = scan_of(text, columns=["offset", "packed", "error"]).read()
    errors = [row for row in table if row["error"] is not None]
    assert [row["offset"] for row in errors] == offsets
    assert all(row["error"].startswith(f"offset {row['offset']}: ") for row in errors)
    assert len(table) == len(lines)
    assert len(scan_of(text, columns=["packed"], errors="drop").read()) == len(good)
    scan = scan_of(text, columns=["packed"], errors="raise")
    rows = []
    with pytest.raises(ValueError, match=re.escape(errors[0]["error"])):
        rows.extend(scan)
    assert sum(map(len, rows)) == 1  # the line before the error


def test_errors_say_what_is_wrong() -> None:
    def error(scan: Any) -> str:
        return str(scan.read().column("error")[0])

    fen = "7k/8/8/8/8/8/8/K6R w - -"
    pv = '{"fen":"%s","evals":[{"pvs":[{"cp":1,"line":"%s"}],"knodes":9,"depth":2}]}'
    assert error(bd.scan_evals((pv % (fen, "h1g3")).encode())) == "offset 0: line: h1g3 is not a legal move"
    assert error(bd.scan_evals((pv % ("8/8/8/8/8/8/8/K6R w - -", "h1g1")).encode())).endswith("must have one king")
    assert "not JSON" in error(bd.scan_evals(b"{1}"))
    assert "the key 'evals' is missing" in error(bd.scan_evals(b'{"fen":"x"}'))
    assert "expected 8 to 10 columns, found 3" in error(bd.scan_puzzles(b"x,y,z"))
    assert "the columns must be PuzzleId" in error(bd.scan_puzzles(b"PuzzleId,Moves,FEN\n"))


def test_quoted_fields() -> None:
    import csv

    row = [
        'a"b',
        "7k/8/8/8/8/8/8/K6R w - - 0 1",
        "h1g1 h8h7",
        "1500",
        "80",
        "-90",
        "12345678",
        "short, long",
        "x,y",
        "",
    ]
    text = io.StringIO()
    csv.writer(text, quoting=csv.QUOTE_ALL).writerows([HEADER.decode().strip().split(","), row])
    table = bd.scan_puzzles(text.getvalue().encode()).read().to_pydict()
    names = ["PuzzleId", "Rating", "RatingDeviation", "Popularity", "NbPlays", "Themes", "GameUrl", "error"]
    assert [table[name] for name in names] == [
        ['a"b'], [1500], [80], [-90], [12345678], [["short,", "long"]], ["x,y"], [None]
    ]  # fmt: skip


def test_numbers_of_every_length() -> None:
    line = '{"fen":"7k/8/8/8/8/8/8/K6R w - -","evals":[{"pvs":[],"knodes":%s,"depth":1}]}'
    numbers = [sign * value for n in range(18) for value in (10**n, 10 ** (n + 1) - 1) for sign in (1, -1)]
    text = "\n".join(line % number for number in [0, *numbers]).encode()
    assert bd.scan_evals(text, columns=["knodes"]).read()["knodes"].tolist() == [0, *numbers]
    for bad in ("01", "-", "-01", "1.5", "1e3", str(10**18), "+1", '"1"'):
        table = bd.scan_evals((line % bad).encode(), columns=["knodes", "error"]).read()
        assert table.row(0)["knodes"] is None and table.row(0)["error"] is not None, bad


def test_castling_in_both_spellings() -> None:
    line = '{"fen":"%s","evals":[{"pvs":[{"cp":0,"line":"%s"}],"knodes":1,"depth":1}]}'

    def best(fen: str, uci: str) -> str:
        table = bd.scan_evals((line % (fen, uci)).encode()).read()
        assert table.column("error")[0] is None
        return bb.Boards([fen]).uci([table["best"][0]])[0] or ""

    standard, chess960 = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", "1r3k1r/8/8/8/8/8/8/1R3K1R w HBhb -"
    assert [best(standard, uci) for uci in ("e1g1", "e1h1", "e1c1", "e1a1")] == ["e1g1", "e1g1", "e1c1", "e1c1"]
    assert best(chess960, "f1h1") == "f1h1"


def test_filters() -> None:
    rng = random.Random(5)
    boards = [b for b in lf.random_boards(rng, 300) if any(b.legal_moves)]
    puzzles = b"\n".join(lf.puzzle_line(rng, board, plain=rng.random() < 0.8) for board in boards)
    everything = found(bd.scan_puzzles(puzzles))

    def ids(filters: Any) -> list[str]:
        return list(bd.scan_puzzles(puzzles, columns=["PuzzleId"], filters=filters).read()["PuzzleId"])

    def wanted(test: Any) -> list[str]:
        return [row["PuzzleId"] for row in everything if test(row)]

    assert ids([("Rating", ">=", 1500), ("Rating", "<", 2000)]) == wanted(lambda r: 1500 <= r["Rating"] < 2000)
    assert ids([("Themes", "==", "fork")]) == wanted(lambda r: "fork" in r["Themes"])
    assert ids([("Themes", "in", ["fork", "pin"])]) == wanted(lambda r: {"fork", "pin"} & set(r["Themes"]))
    assert ids([("Themes", "not in", ["fork", "pin"])]) == wanted(lambda r: not {"fork", "pin"} & set(r["Themes"]))
    assert ids([("OpeningTags", "is null")]) == wanted(lambda r: not r["OpeningTags"])
    assert ids([[("Themes", "==", "mate")], [("NbPlays", "<", 1000)]]) == wanted(
        lambda r: "mate" in r["Themes"] or r["NbPlays"] < 1000
    )
    evaluations = b"\n".join(lf.evaluation_line(rng, board, plain=rng.random() < 0.8) for board in boards)
    rows = found(bd.scan_evals(evaluations, columns=["depth", "score"], which="all"))
    deep = bd.scan_evals(
        evaluations, columns=["depth", "score"], which="all", filters=[("depth", ">", 30), ("score", "!=", 0)]
    )
    assert found(deep) == [r for r in rows if (r["depth"] or 0) > 30 and r["score"] != 0]
    assert bd.scan_evals(evaluations, limit=7).count() == 7


@pytest.mark.parametrize("kind", ["evaluations", "puzzles"])
def test_shards_are_equal_to_the_whole(kind: str, tmp_path: Path) -> None:
    rng = random.Random(3)
    boards = [b for b in lf.random_boards(rng, 150) if any(b.legal_moves)]
    make, scan_of = (lf.evaluation_line, bd.scan_evals) if kind == "evaluations" else (lf.puzzle_line, bd.scan_puzzles)
    text = b"\n".join(make(rng, board, plain=rng.random() < 0.9) for board in boards) + b"\n"
    path = tmp_path / "lines"
    path.write_bytes(text if kind == "evaluations" else HEADER + text)
    columns = ["offset", "packed", "error"]
    whole = scan_of(path, columns=columns).read().to_pydict()
    for size in (300, 1000, 7777, len(text)):
        parts = [scan_of(shard, columns=columns, threads=2).read() for shard in bd.list_shards(path, target_bytes=size)]
        assert [row for part in parts for row in part.to_pydict()["offset"]] == whole["offset"]
        assert [row for part in parts for row in part.to_pydict()["packed"]] == whole["packed"]


class Slow(io.BytesIO):
    """A file whose reads return few bytes."""

    def __init__(self, text: bytes, size: int) -> None:
        super().__init__(text)
        self.size = size

    def read(self, n: int | None = -1, /) -> bytes:
        return super().read(self.size)


def test_every_cut_of_a_file() -> None:
    rng = random.Random(4)
    lines = [lf.puzzle_line(rng, board, True) for board in lf.random_boards(rng, 8) if any(board.legal_moves)]
    text = b"\n".join(lines)

    expected = bd.scan_puzzles(text).read().to_pydict()
    for size in (1, 2, 3, 50, 111):
        assert bd.scan_puzzles(Slow(text, size)).read().to_pydict() == expected


def test_archives_and_arrow(tmp_path: Path) -> None:
    zstd = pytest.importorskip("backports.zstd")
    polars = pytest.importorskip("polars")
    rng = random.Random(6)
    lines = [lf.evaluation_line(rng, board, True) for board in lf.random_boards(rng, 50)]
    path = tmp_path / "lichess_db_eval.jsonl.zst"
    text = b"\n".join(lines)
    path.write_bytes(zstd.compress(text[:5000]) + zstd.compress(text[5000:]))
    scan = bd.scan_evals(path)
    whole = bd.scan_evals(text).read().to_pydict()
    assert scan.read().to_pydict() == whole
    assert polars.DataFrame(scan)["score"].to_list() == whole["score"]


def test_windows_of_archives(tmp_path: Path) -> None:
    zstd = pytest.importorskip("backports.zstd")
    options = {zstd.CompressionParameter.window_log: 29, zstd.CompressionParameter.content_size_flag: 0}
    compressor = zstd.ZstdCompressor(options=options)
    path = tmp_path / "long.zst"
    path.write_bytes(compressor.compress(b"1. e4 *\n") + compressor.flush())
    with pytest.raises(bd.ArchiveError, match="pass zstd_window_log=31"):
        bd.scan_pgn(path).count()
    assert bd.scan_pgn(path, zstd_window_log=31).count() == 1
    assert len(bd.read_pgn(path, zstd_window_log=31)) == 1
    for arguments in ("pgn count", "pgn head", "data info"):
        command = [sys.executable, "-m", "bitrook", *arguments.split(), str(path)]
        assert children.run(*command[1:], "--zstd-window-log", "31").returncode == 0
        failed = subprocess.run(command, capture_output=True, text=True, check=False)
        assert failed.returncode != 0 and "zstd_window_log=31" in failed.stderr
    with pytest.raises(ValueError, match="zstd_window_log must be"):
        bd.scan_pgn(path, zstd_window_log=32)


def test_a_file_of_puzzles_without_a_header_is_recognized(tmp_path: Path) -> None:
    path = tmp_path / "puzzles"
    path.write_bytes(b"id,7k/8/8/8/8/8/8/K6R w - - 0 1,h1g1 h8h7,1500,80,90,1,short,url,\n" * 20)
    with pytest.raises(ValueError, match=r"use bitrook.data.scan_puzzles\(\)"):
        bd.scan_pgn(path).count()


def test_other_files_are_refused_with_the_right_function() -> None:
    puzzle = HEADER + b"id,7k/8/8/8/8/8/8/K6R w - - 0 1,h1g1 h8h7,1500,80,90,1,short,url,\n"
    evaluation = b'{"fen":"7k/8/8/8/8/8/8/K6R w - -","evals":[{"pvs":[],"knodes":1,"depth":1}]}'
    pgn = b'[White "Ann"]\n\n1. e4 *\n'
    for text, name in ((puzzle, "scan_puzzles"), (evaluation, "scan_evals"), (pgn, "scan_pgn")):
        for scan_of in (bd.scan_pgn, bd.scan_evals, bd.scan_puzzles):
            if scan_of.__name__ == name:
                assert scan_of(text).count() == 1
            else:
                with pytest.raises(ValueError, match=rf"use bitrook.data.{name}\(\)"):
                    scan_of(text).count()
    assert bd.scan_pgn(b"{a comment} 1. e4 *\n").count() == 1


def test_boards_encodings_and_records(tmp_path: Path) -> None:
    rng = random.Random(8)
    lines = [lf.evaluation_line(rng, board, True) for board in lf.random_boards(rng, 200) if not is_960(board)]
    scan = bd.scan_evals(b"\n".join(lines))
    table = scan.read()
    known = [row for row in table if row["best"] is not None]
    for name in ("a.binpack", "a.viri", "a.bullet", "a.bin"):
        if name != "a.bullet":
            assert bb.write_positions(tmp_path / name, scan) == len(known)
            (batch,) = bb.read_positions(tmp_path / name)
            assert batch.scores.tolist() == [row["score"] for row in known]
            assert batch.moves.tolist() == [row["best"] for row in known]
        else:
            assert bb.write_positions(tmp_path / name, scan) == len(known)
    batches = list(bb.read_positions(scan, batch_size=50))
    assert [len(b.positions) for b in batches[:-1]] == [50] * (len(known) // 50)
    assert len(bb.Boards(table["packed"])) == len(table)
    planes = bb.encoding("lc0").encode(table["packed"], packed=True)
    assert (planes == bb.encoding("lc0").encode(bb.Boards(table["packed"], history=1), packed=True)).all()


def is_960(board: chess.Board) -> bool:
    return lf.is_chess960(board)


def test_arguments() -> None:
    with pytest.raises(ValueError, match="there is no column 'WhiteElo'"):
        bd.scan_evals(b"", columns=["WhiteElo"])
    with pytest.raises(ValueError, match="'WhiteElo' cannot be filtered; filters support depth"):
        bd.scan_evals(b"", filters=[("WhiteElo", ">", 2000)])
    with pytest.raises(ValueError, match="which must be"):
        bd.scan_evals(b"", which="best")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="is a list of words"):
        bd.scan_puzzles(b"", filters=[("Themes", "<", "fork")])
    with pytest.raises(TypeError, match="must be an int, not str"):
        bd.scan_puzzles(b"", filters=[("Rating", "<", "1500")])
    assert "LineScan of 1 source: depth" in repr(bd.scan_evals(b"", columns=["depth"]))
    assert bd.scan_evals(b"").read().to_pydict()["depth"] == []
    assert np.asarray(bd.scan_evals(b"\n\n").read()["score"]).shape == (0,)
