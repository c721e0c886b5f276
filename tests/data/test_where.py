"""Conditions on positions of archives: columns, positions, filters, shards and engines, compared with single boards."""

from __future__ import annotations

import functools
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from support.column_oracle import ARCHIVE, lichess_text

import bitrook
import bitrook.data as bd
from bitrook import Board, Move

ISOLATED = "white & pawns & file(d) and not white & pawns & (file(c) | file(e))"
ROOKS = "count(rooks) == 2 and not (knights | bishops | queens)"

# Conditions on one position and its last move, for Board.matches.
SINGLE = [ISOLATED, ROOKS, "check", "checkmate", 'move == "O-O"', "capture and move_to & queens", "promoted & knights"]
# The value of the first ones changes only with the squares of one or two types of pieces; that of the others does not.
PIECES = [
    "white & file(e) & pawns", "count(white & rooks) > count(black & rooks)", "(rank(7) & rooks & white) or black & pawns & rank(2)",
    "pawns & file(e) & black and not north(white_pawns) & black_pawns", "between(lsb(white & kings), lsb(black & kings)) & ~rank(4)",
    "white & (pawns | rooks) & rank(5)", "~pawns & white & rank(4)", "white & file(e)", "rank(5) & white and pawns & rank(4)",
    "e4 & pawns and turn == white",
]  # fmt: skip


def rows_of(table: bd.Table) -> list[dict[str, Any]]:
    return [table.row(i) for i in range(len(table))]


@functools.cache
def games(text: bytes) -> list[dict[str, Any]]:
    return rows_of(bd.read_pgn(text))


@functools.cache
def part() -> bytes:
    """Return 87 games."""
    text = lichess_text()
    return text[: text.rfind(b"[Event ", 0, 200_000)]


def boards(row: dict[str, Any]) -> Iterator[Board]:
    """Yield the positions of a game."""
    board = Board(row["fen"] or bitrook.STARTING_FEN)
    yield board
    for word in row["moves"]:
        board.push(Move.from_word(word))
        yield board


def slow(rows: list[dict[str, Any]], test: Callable[[dict[str, Any], int, Board], bool]) -> list[list[int]]:
    """Return the plies for which a test is true, for each game with any."""
    found = [[ply for ply, board in enumerate(boards(row)) if test(row, ply, board)] for row in rows]
    return [plies for plies in found if plies]


def matches(scan: bd.Scan) -> list[list[int]]:
    table = scan.read()
    first, plies = list(table.column("match_ply")), list(table.column("match_plies"))
    assert first == [each[0] for each in plies]
    return plies


@pytest.mark.parametrize("condition", [*SINGLE, *PIECES])
def test_matches_are_those_of_boards(condition: str) -> None:
    expected = slow(games(part()), lambda _, __, board: board.matches(condition))
    assert matches(bd.scan_pgn(part()).where(condition)) == expected
    assert bd.scan_pgn(part(), where=condition).count() == len(expected)


def clock(row: dict[str, Any], ply: int) -> float:
    value = row["clocks"] and ply and row["clocks"][ply - 1]
    return value / 1000 if value is not None and ply and row["clocks"] else float("nan")


def evaluation(row: dict[str, Any], ply: int) -> float:
    value = row["evals"] and ply and row["evals"][ply - 1]
    return value / 100 if value is not None and ply and row["evals"] else float("nan")


FACTS: dict[str, Callable[[dict[str, Any], int, Board], bool]] = {
    "clock < 10": lambda row, ply, board: clock(row, ply) < 10,
    "clock >= 299.5": lambda row, ply, board: clock(row, ply) >= 299.5,
    "eval > 2": lambda row, ply, board: evaluation(row, ply) > 2,
    "eval <= -0.5 and turn == black": lambda row, ply, board: evaluation(row, ply) <= -0.5 and not board.turn,
    "checkmate and clock < 20": lambda row, ply, board: board.is_checkmate() and clock(row, ply) < 20,
}


@pytest.mark.parametrize("condition", FACTS)
def test_clocks_and_evaluations(condition: str) -> None:
    assert matches(bd.scan_pgn(lichess_text()).where(condition)) == slow(games(lichess_text()), FACTS[condition])


def test_sequences() -> None:
    rows = games(part())
    holds = [[board.matches(ISOLATED) for board in boards(row)] for row in rows]
    lasting = [[i for i in range(len(h)) if i >= 5 and all(h[i - 5 : i + 1])] for h in holds]
    assert matches(bd.scan_pgn(part()).where(f"({ISOLATED}) for 6 plies")) == [each for each in lasting if each]
    checks = [[board.is_check() for board in boards(row)] for row in rows]
    mates = [[board.matches(ROOKS) for board in boards(row)] for row in rows]
    then = [[i for i in range(len(m)) if m[i] and any(c[:i])] for c, m in zip(checks, mates)]
    assert matches(bd.scan_pgn(part()).where(f"check then ({ROOKS})")) == [each for each in then if each]


RUY = "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O f6 d4 exd4 Nxd4 c5 Nb3 Qxd1 Rxd1"
# A condition, the plies of the game at which it is true, and the number of plies played.
IN_ONE_GAME = [
    ('move == "Bxc6"', [7], 17), ('move == "Bxc6+"', [], 17), ("move == \"O-O\" or move == 'Qxd1'", [9, 16], 17),
    ("capture", [7, 8, 12, 13, 16, 17], 17), ("move_to & d4", [11, 12, 13], 17), ("move_from == {f1}", [5, 17], 17),
    ("not capture and move != 'e4' and ply < 4", [2, 3], 17),  # the start position has no move
    ("clock < 88", [13, 14, 16, 17], 17), ("clock >= 97", [1, 2, 3], 17), ("eval > -1 and clock == 99", [1], 17),
    ("not clock >= 88.5", [0, 5, 10, 12, 13, 14, 15, 16, 17], 17), ("1.5 < eval <= 3", [4, 6], 17), ("eval == ply", [], 17),
    ("white & bishops & b5", [5, 6], 17), ("white & bishops & b5 for 1 ply", [5, 6], 17),
    ("white & bishops & b5 for 2 plies", [6], 17), ("white & bishops & b5 for 3 plies", [], 17),
    ("count(occupied) == 32 for 5 plies", [4, 5, 6], 17), ("(turn == white) for 2 plies", [], 17),
    ("not (count(occupied) == 32 for 5 plies) and ply < 6", [0, 1, 2, 3], 17),
    ("(count(occupied) == 32 for 5 plies) and turn == black", [5], 17), ("true for 3 plies", [], 1),
    ("(ply <= 1 or ply >= 4) for 3 plies", [6], 6), ("move == 'O-O' then move == 'Qxd1'", [16], 17),
    ("move == 'Qxd1' then move == 'O-O'", [], 17), ("move == 'O-O' then move == 'O-O'", [], 17),  # it takes another position
    ("ply == 2 then (ply == 2 or ply == 5) then ply > 7 and ply < 10", [8, 9], 17),
    ("ply == 5 then (turn == white)", [6, 8], 8),
    # What the right side says about several positions begins after the left side.
    ("ply == 3 then ply >= 0 for 3 plies", [6, 7], 7), ("ply == 3 then (ply == 2 then ply == 5)", [], 7),
    ("(ply == 1 then ply == 3) then ply == 5", [5], 7), ("not (ply == 1 then ply == 3)", [0, 1, 2, 4], 4),
    # Each side sees every position, whatever the rest of the condition decides.
    ("ply == 4 and (ply == 1 then true)", [4], 5), ("ply == 4 and ((ply < 5) for 5 plies)", [4], 5),
]  # fmt: skip


@pytest.mark.parametrize(("condition", "plies", "count"), IN_ONE_GAME)
def test_conditions_on_the_positions_of_a_game(condition: str, plies: list[int], count: int) -> None:
    """The clock is 100 - ply and the evaluation ply / 2, except that every fifth position has none."""
    text = ""
    for ply, san in enumerate(RUY.split()[:count], 1):
        text += san + (f" {{ [%clk 0:{(100 - ply) // 60}:{(100 - ply) % 60}] [%eval {ply / 2}] }} " if ply % 5 else " ")
    found = matches(bd.scan_pgn(f"{text}*\n\n{text}*\n".encode()).where(condition))
    assert found == ([plies] * 2 if plies else [])  # each game starts from the beginning


@pytest.mark.parametrize(
    "condition", [ISOLATED, "check then capture", "clock < 30 and queens", f"({ROOKS}) for 4 plies"]
)
def test_rows_of_positions(condition: str) -> None:
    """Positions with a condition are those of match_plies, and every and skip_first apply in addition."""
    found = bd.scan_pgn(part(), columns=["offset"]).where(condition).read()
    expected = [
        (game, ply) for game, plies in zip(found.column("offset"), found.column("match_plies")) for ply in plies
    ]
    scan = bd.scan_pgn(part(), threads=2)
    rows = scan.positions(["game", "ply", "position", "clock"], where=condition).read()
    assert list(zip(rows["game"].tolist(), rows["ply"].tolist())) == expected
    whole = scan.positions(["game", "ply", "position", "clock"]).read()
    chosen = {(row["game"], row["ply"]): row for row in whole}
    assert list(rows) == [chosen[key] for key in expected]
    some = scan.positions(["game", "ply"], where=condition, every=3, skip_first=10).read()
    assert list(zip(some["game"].tolist(), some["ply"].tolist())) == [
        key for key in expected if key[1] >= 10 and (key[1] - 10) % 3 == 0
    ]


def test_positions_of_games_with_a_match() -> None:
    scan = bd.scan_pgn(part()).where("checkmate")
    table = scan.read()
    mates = dict(zip(table.column("offset"), table.column("match_ply")))
    rows = scan.positions(["game", "ply", "match_ply", "move"]).read()
    assert {row["game"]: row["match_ply"] for row in rows} == mates and len(mates) > 10
    assert len(rows) == sum(int(plies) + 1 for plies in table["ply_count"])
    both = scan.positions(["game", "ply"], where="check").read()
    assert set(both["game"].tolist()) == set(mates)
    assert {(row["game"], row["ply"]) for row in both} >= set(mates.items())


def test_filters_limits_and_threads() -> None:
    text = lichess_text()
    filters = [("WhiteElo", ">=", 1800), ("ply_count", ">", 60)]
    scan = bd.scan_pgn(text, columns=["offset", "WhiteElo", "ply_count"], filters=filters, where=ISOLATED)
    table = bd.scan_pgn(text, columns=["offset", "WhiteElo", "ply_count"]).where(ISOLATED).read()
    expected = [row["offset"] for row in rows_of(table) if (row["WhiteElo"] or 0) >= 1800 and row["ply_count"] > 60]
    assert scan.read()["offset"].tolist() == expected and scan.count() == len(expected) > 20
    assert (
        bd.scan_pgn(text, columns=["offset"], filters=filters, where=ISOLATED, threads=2).read()["offset"].tolist()
        == expected
    )
    assert (
        bd.read_pgn(text, columns=["offset"], filters=filters, where=ISOLATED, limit=7)["offset"].tolist()
        == expected[:7]
    )
    games_seen: list[int] = []
    assert (
        bd.scan_pgn(text, where="count(queens) > 9", progress=lambda *numbers: games_seen.append(numbers[2])).count()
        == 0
    )


def test_a_game_is_read_no_further_than_needed_and_the_columns_are_the_same() -> None:
    """Without other columns, a game is read up to its first match. The results and errors of the rest do not change."""
    text = b'1. e4 e5 2. Ke3 *\n\n[White "B"]\n\n1. e4 e5 2. f4 {[%clk 0:00:05]} d6 1-0\n\n1. d4 d5 0-1\n'
    where = "black & pawns & e5"
    for columns in (["offset"], ["match_ply"], ["match_plies"], ["moves"], ["White"], ["result"], ["clocks"], ["error"],
                    ["movetext"], ["ply_count"], ["final"], ["time_spent"], ["comments"], ["nags"]):  # fmt: skip
        whole = bd.read_pgn(
            text, columns=[*columns, "match_plies"] if "match_plies" not in columns else columns, where=where
        )
        got = bd.read_pgn(text, columns=columns, where=where)
        assert [list(got.column(name)) for name in columns] == [list(whole.column(name)) for name in columns], columns
        if columns[0] not in ("match_ply", "match_plies"):
            every = bd.read_pgn(text, columns=[*columns, "error"] if columns != ["error"] else columns)
            assert list(got.column(columns[0])) == list(every.column(columns[0]))[:2], columns
    assert bd.scan_pgn(text, where=where).count() == 2
    assert bd.scan_pgn(text, where=where, errors="drop").count() == 1
    with pytest.raises(ValueError, match="illegal move 'Ke3'"):
        bd.scan_pgn(text, where=where, errors="raise").count()
    # What would have followed an error is unknown, so "raise" raises even if no position matches.
    with pytest.raises(ValueError, match="illegal move 'Ke3'"):
        bd.scan_pgn(text, where="count(queens) == 9", errors="raise").count()
    assert bd.scan_pgn(text, where=where, filters=[("ply_count", "==", 4)]).count() == 1
    assert bd.read_pgn(text, where="clock < 6")["match_ply"].tolist() == [3]


def test_starts_and_variants() -> None:
    text = (
        b'[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 7"]\n\n7... Kd7 8. e4 *\n\n'
        b'[Variant "Atomic"]\n\n1. Nf3 a6 2. Ng5 a5 3. Nxf7 *\n\n[FEN "nonsense"]\n\n1. e4 *\n\n1. e4 *\n'
    )
    assert matches(bd.scan_pgn(text).where("white & pawns & e4")) == [[2], [1]]
    assert matches(bd.scan_pgn(text).where("not black & kings")) == [[5]]  # exploded
    assert matches(bd.scan_pgn(text).where('move == "Nxf7"')) == [[5]]
    assert matches(bd.scan_pgn(text).where("turn == black and ply == 13")) == [[0]]


def test_what_is_refused() -> None:
    scan = bd.scan_pgn(part())
    with pytest.raises(ValueError, match="did you mean white"):
        scan.where("whte & pawns")
    with pytest.raises(ValueError, match="turn"):
        scan.where("turn")
    with pytest.raises(ValueError, match="column 1"):
        scan.where("")
    with pytest.raises(TypeError, match="str or a Condition"):
        scan.where(5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="already has a condition"):
        scan.where("check").where("check")
    with pytest.raises(ValueError, match="returns positions"):
        scan.positions().where("check")
    for columns in (["match_ply"], ["match_plies"]):
        with pytest.raises(ValueError, match="need a condition"):
            bd.scan_pgn(part(), columns=columns)
    with pytest.raises(ValueError, match="columns contains a column of lists"):
        scan.where("check").positions(["match_plies"])
    with pytest.raises(ValueError, match="match_ply"):
        bd.scan_pgn(part(), where="check", filters=[("match_ply", ">", 5)])
    assert bd.scan_pgn(part(), where=bitrook.Condition("check")).count() == scan.where("check").count()
    schema = scan.where("check").schema
    assert list(schema) == [*bd.COLUMNS, "match_ply", "match_plies"] == list(bd.scan_pgn(b"", where="check").schema)
    assert (schema["match_ply"], schema["match_plies"]) == ("int16", "list<int16>")


def test_shards(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_bytes(lichess_text())
    whole = bd.scan_pgn(path, columns=["offset"], where=ISOLATED).read()
    shards = bd.list_shards(path, target_bytes=100_000)
    parts = [bd.scan_pgn(shard, columns=["offset"], where=ISOLATED).read() for shard in shards]
    assert [row for table in parts for row in table["offset"].tolist()] == whole["offset"].tolist()
    assert len(shards) > 20 and bd.scan_pgn(shards, where=ISOLATED).count() == len(whole)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("condition", [ISOLATED, f"check then ({ROOKS})", "checkmate and clock < 20"])
def test_all_ways_give_the_same_games(condition: str, tmp_path: Path) -> None:
    """The command line, Python, an Arrow stream, polars and DuckDB. Dask is in data_engines/test_dask.py."""
    pl, pa = pytest.importorskip("polars"), pytest.importorskip("pyarrow")
    import bitrook.data.polars as by_polars

    path = tmp_path / "games.pgn"
    path.write_bytes(lichess_text())
    names = ["offset", "Site", "match_ply", "match_plies"]
    scan = bd.scan_pgn(path, columns=names, where=condition)
    expected = [tuple(row.values()) for row in rows_of(scan.read())]
    assert len(expected) > 5
    assert [tuple(row.values()) for row in pa.table(scan).to_pylist()] == expected
    lazy = by_polars.scan_pgn(path, columns=names, where=condition, target_bytes=300_000)
    assert lazy.collect().rows() == expected
    early = lazy.filter(pl.col("match_ply") < 40).select("offset").collect()
    assert early["offset"].to_list() == [row[0] for row in expected if row[2] < 40]
    duckdb = pytest.importorskip("duckdb")
    assert duckdb.sql("select * from scan").fetchall() == expected

    command = [sys.executable, "-m", "bitrook", "pgn"]
    filtered = subprocess.run(
        [*command, "filter", path, "--position", condition], capture_output=True, check=True
    ).stdout
    assert list(bd.read_pgn(filtered)["Site"]) == [row[1] for row in expected]
    lines = subprocess.run(
        [*command, "find", path, condition, "--json", "--all"], capture_output=True, check=True
    ).stdout
    found = [json.loads(line) for line in lines.splitlines()]
    assert [(each["site"], each["ply"]) for each in found] == [(row[1], ply) for row in expected for ply in row[3]]
    rows = by_polars.scan_pgn(path, positions=True, columns=["game", "ply"], where=condition).collect().rows()
    assert rows == [(row[0], ply) for row in expected for ply in row[3]]


def test_the_bundled_archive_is_compressed_text() -> None:
    assert (
        bd.scan_pgn(ARCHIVE, where='material("KQvK")').count()
        == bd.scan_pgn(lichess_text(), where='material("KQvK")').count()
    )
