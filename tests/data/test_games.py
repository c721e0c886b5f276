"""Tests for games in memory: columns as NumPy arrays, slices, pickling and memory use."""

from __future__ import annotations

import io
import os
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support import children
from support.column_oracle import lichess_text

import bitrook.data as bd
from bitrook import Move

GAMES = bd.read_pgn(lichess_text())
ROWS = [GAMES.row(i) for i in range(len(GAMES))]


def lists(games: Any) -> list[dict[str, Any]]:
    return [games.row(i) for i in range(len(games))]


def test_columns_are_arrays_without_copies() -> None:
    for name, dtype in [("WhiteElo", np.int16), ("ply_count", np.int16), ("offset", np.int64), ("result", np.int8)]:
        array = GAMES[name]
        assert array.dtype == dtype and array.tolist() == [row[name] for row in ROWS], name
        assert not array.flags.owndata and not array.flags.writeable
    values, offsets = GAMES["moves"]
    assert values.dtype == np.int16 and offsets.dtype == np.int32 and not values.flags.owndata
    for i in (0, 17, 998):
        assert values[offsets[i] : offsets[i + 1]].tolist() == ROWS[i]["moves"] == GAMES.moves(i).tolist()
    assert GAMES["UTCDate"].tolist() == [row["UTCDate"] for row in ROWS]
    assert GAMES["UTCTime"][0] == np.timedelta64(14, "s")
    assert list(GAMES["WhiteTitle"]) == [row["WhiteTitle"] for row in ROWS]


def test_missing_numbers_are_masked() -> None:
    games = bd.read_pgn(b'[WhiteElo "2000"]\n\n*\n\n[WhiteElo "?"]\n\n*\n\n[WhiteElo "1000"]\n\n*\n')
    assert games["WhiteElo"].mean() == 1500 and games["WhiteElo"].tolist() == [2000, None, 1000]
    assert games[1:]["WhiteElo"].mask.tolist() == [True, False]


def test_slices_and_indices() -> None:
    part = GAMES[100:200]
    assert len(part) == 100 and lists(part) == ROWS[100:200] and part.row(-1) == ROWS[199]
    assert part[10:-10]["ply_count"].tolist() == [row["ply_count"] for row in ROWS[110:190]]
    assert part.moves(5).tolist() == ROWS[105]["moves"]
    assert part["moves"].offsets[0] == GAMES["moves"].offsets[100]
    assert len(GAMES[5:3]) == 0 and GAMES.column("White")[-1] == ROWS[-1]["White"]
    with pytest.raises(ValueError, match="the step of a slice"):
        GAMES[::2]
    with pytest.raises(IndexError, match="row 999 is out of range: the table has 999 rows"):
        GAMES.row(999)
    with pytest.raises(IndexError, match="row -101 is out of range: the table has 100 rows"):
        part.moves(-101)
    with pytest.raises(KeyError, match="no column 'Nothing'"):
        GAMES["Nothing"]


def test_pickle() -> None:
    columns = [*bd.COLUMNS, "nags", "comments", "final"]
    games = bd.read_pgn(lichess_text()[:20_000], columns=columns)
    copy = pickle.loads(pickle.dumps(games))
    assert type(copy) is bd.Games and lists(copy) == lists(games) and copy.schema == games.schema
    part = pickle.loads(pickle.dumps(games[2:4]))
    assert lists(part) == lists(games[2:4])


def test_pickles_that_do_not_fit_are_refused() -> None:
    from bitrook.data._table import _restored

    def state(**changes: Any) -> Any:
        parts: dict[str, Any] = {
            "kind": "string", "length": 2, "nulls": 0, "validity": None,
            "offsets": np.array([0, 1, 2], "i4").tobytes(), "data": b"ab", "items": None,
        } | changes  # fmt: skip
        return _restored(bd.Table, [("a", parts["kind"])], [tuple(parts.values())], 0, 2)

    assert state().to_pydict() == {"a": ["a", "b"]}
    for changes in (
        {"length": 3},
        {"offsets": np.array([0, 1, 3], "i4").tobytes()},
        {"offsets": np.array([0, 2, 1], "i4").tobytes()},
        {"offsets": np.array([-1, 1, 2], "i4").tobytes()},
        {"data": b"\xff\xff"},
        {"nulls": 1},
        {"nulls": 1, "validity": b"\xff"},
        {"kind": "int16"},
        {"kind": "list<int16>"},
        {"kind": "nonsense"},
    ):
        with pytest.raises((ValueError, TypeError)):
            state(**changes)


def test_read_pgn_takes_little_more_memory_than_its_columns() -> None:
    code = """
import sys, resource
import bitrook.data as bd
text = sys.stdin.buffer.read() * 40
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
games = bd.read_pgn(text)
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024, games.nbytes)
"""
    if sys.platform != "linux":
        pytest.skip("ru_maxrss")
    used, columns = map(int, children.python("-c", code, lines=lichess_text().decode()).stdout.split())
    assert used < 1.3 * columns + (12 << 20)


def test_import_is_cheap() -> None:
    children.skip_if_editable()
    code = "import sys, bitrook.data; print([m for m in ('numpy', 'pyarrow', 'glob', 'datetime', 'bz2', 'zlib', 'pathlib') if m in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-S", "-c", code], capture_output=True, text=True, check=True,
        env=os.environ | {"PYTHONPATH": str(Path(bd.__file__).parents[2])},
    )  # fmt: skip
    assert done.stdout.strip() == "[]"


def test_columns_are_sequences_of_python_values() -> None:
    """All ways to read a value return the same, also in a slice of a long table that begins anywhere."""
    more = ["key", "position", "ply", "eval", "clock", "dense", "UTCDate", "UTCTime", "White", "result", "offset"]
    positions = bd.scan_pgn(lichess_text()).positions(more).read()
    games = bd.read_pgn(lichess_text(), columns=[*bd.COLUMNS, "final", "nags", "comments"])
    for table in (positions, positions[7:6000], games, games[3:], games[2:2]):
        columns = table.to_pydict()
        assert list(columns) == list(table.schema)
        for name, values in columns.items():
            column = table.column(name)
            assert list(column) == values and len(values) == len(table), name
            assert [column[i] for i in range(0, len(table), 97)] == values[::97], name
            assert column[1:].errors is None or len(column[1:].errors) == max(len(values) - 1, 0)
            found = table[name]
            if not isinstance(found, bd.ListColumn) and found.dtype.kind in "iO":
                assert found.tolist() == values, name
        for i in (0, 1, len(table) - 1) if len(table) else ():
            assert table.row(i) == {name: values[i] for name, values in columns.items()}


def test_a_game_has_the_annotations_of_its_row() -> None:
    """Without the comments, the commands are those that the methods of a node write."""
    pgn = pytest.importorskip("bitrook.pgn")
    texts = [
        "1. e4 {[%eval 0.05,12] [%clk 1:02:03.45] [%emt 0:00:09]} e5 $1 $2 {[%eval -0.05]} 2. d4 {[%eval #5,3]}"
        " d5 {[%eval #-1] [%clk 0:00:00]} 3. c4 {[%eval 320.00] [%emt 12:00:00.001]} {x} c5 {[%eval -999.99,0]} 1-0",
        "1. e4 {[%eval 0.00]} *",
        "1. e4 {[%clk 123:59:59]} e5 *",
        "1. e4 e5 1/2-1/2",
        "*",
    ]
    names = ["evals", "depths", "clocks", "times", "nags", "WhiteRatingDiff", "BlackRatingDiff", "WhiteElo", "UTCDate"]
    tags = '[WhiteRatingDiff "+0"]\n[BlackRatingDiff "-7"]\n[WhiteElo "2500"]\n[UTCDate "2021.10.01"]\n[UTCTime "01:02:03"]\n'
    text = "\n\n".join(f"{tags}\n{each}" for each in texts)
    games = bd.read_pgn(text.encode(), columns=[*names, "UTCTime", "moves", "fen", "Variant", "result"])
    assert len(games) == len(texts)
    for i, each in enumerate(texts):
        want, row = pgn.read_game(io.StringIO(f"{tags}\n{each}")), games.row(i)
        assert dict(games[i].headers) == dict(want.headers)
        for ply, (node, got) in enumerate(zip(want.mainline(), games[i].mainline(), strict=True)):
            node.comment = ""
            if row["evals"] and (value := row["evals"][ply]) is not None:
                mate = 32_768 - value if value > 0 else -32_769 - value
                score = pgn.Mate(mate) if abs(value) > 32_000 else pgn.Cp(value)
                node.set_eval(pgn.PovScore(score, True), row["depths"] and row["depths"][ply])
            for name, write in (("clocks", node.set_clock), ("times", node.set_emt)):
                if row[name] and row[name][ply] is not None:
                    write(row[name][ply] / 1000)
            assert (got.comment, got.nags, got.move) == (node.comment, node.nags, node.move), (i, ply)


def test_a_number_gives_a_game() -> None:
    pgn = pytest.importorskip("bitrook.pgn")
    text = lichess_text()[:60_000].decode()
    columns = [*bd.COLUMNS, "comments", "nags"]
    for names in (columns, [*bd.TAGS, "Variant", "fen", "movetext"], list(bd.COLUMNS)):
        games = bd.read_pgn(text.encode(), columns=names)
        file = io.StringIO(text)
        for i in range(len(games)):
            want, got = pgn.read_game(file), games[i]
            nodes = zip(want.mainline(), got.mainline(), strict=True)
            assert all((a.move, a.nags, a.clock(), a.eval()) == (b.move, b.nags, b.clock(), b.eval()) for a, b in nodes)
            assert {name: got.headers.get(name) for name in bd.TAGS} == {n: want.headers.get(n) for n in bd.TAGS}
            if "Date" in names:
                assert dict(got.headers) == dict(want.headers)
            if "comments" in names:
                assert [n.comment for n in got.mainline()] == [n.comment for n in want.mainline()]
    for names, missing in (
        (["White"], "moves, fen, Variant"),
        (["moves", "White"], "fen, Variant"),
        (["movetext", "fen"], "Variant"),
    ):
        with pytest.raises(KeyError, match=f"a game needs the columns .*; not read: {missing}"):
            bd.read_pgn(text.encode(), columns=names)[0]


OTHER_STARTS = """[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]
[SetUp "1"]

1. e4 Kd7 1-0

[Variant "Chess960"]
[FEN "bnrbnkrq/pppppppp/8/8/8/8/PPPPPPPP/BNRBNKRQ w KQkq - 0 1"]
[Result "0-1"]

1. Nf3 Nf6 2. O-O O-O 0-1

[Variant "Chess960"]

1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. O-O O-O *

[FEN "1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w BGbg - 0 1"]

1. O-O-O O-O 1/2-1/2

1. e4 e5 1-0
"""


@pytest.mark.parametrize("columns", [None, ["fen", "Variant", "movetext"], ["FEN", "Variant", "movetext", "result"]])
def test_games_from_other_positions(columns: list[str] | None) -> None:
    pgn = pytest.importorskip("bitrook.pgn")
    games = bd.read_pgn(OTHER_STARTS.encode(), columns=columns)
    file = io.StringIO(OTHER_STARTS)
    for i in range(len(games)):
        want, got = pgn.read_game(file), games[i]
        assert got.board().fen() == want.board().fen() and got.board().chess960 == want.board().chess960, i
        assert list(got.mainline_moves()) == list(want.mainline_moves()) and len(list(got.mainline_moves())) >= 2
        assert got.end().board().fen() == want.end().board().fen(), i
        assert got.headers["Result"] == want.headers["Result"], i
        assert not got.errors


def test_a_game_with_an_error_has_it() -> None:
    games = bd.read_pgn(b'1. e4 Ke7 *\n\n[Variant "Atomic"]\n[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n\n1. e4 *\n')
    assert "illegal move 'Ke7'" in str(games[0].errors[0]) and len(list(games[0].mainline_moves())) == 1
    assert "illegal move 'e4'" in str(games[1].errors[0]) and games[1].headers["Variant"] == "Atomic"


def test_games_as_columns() -> None:
    pgn = pytest.importorskip("bitrook.pgn")
    columns = [name for name in bd.COLUMNS if name != "offset"]
    columns += ["comments", "nags", "final", "depths", "times", "time_spent", "FEN"]
    text = lichess_text()[: lichess_text().rfind(b"\n\n[Event", 0, 300_000)].decode() + (
        '\n\n[FEN "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"]\n\n1. O-O Kd7 $1 $2 { [%eval 0.3,7] a } (1... Ke7) -- *\n\n'
        '[Variant "Chess960"]\n[FEN "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"]\n\n1. O-O *\n\n'
        '[Variant "Crazyhouse"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e5 { [%clk 0:01:00] } *\n\n*\n'
    )
    file = io.StringIO(text)
    games = list(iter(lambda: pgn.read_game(file), None))
    printed = bd.read_pgn("\n\n".join(map(str, games)).encode(), columns=columns)
    assert len(printed) > 80 and bd.from_games(iter(games), columns).to_pydict() == printed.to_pydict()
    assert list(bd.from_games([]).schema) == columns[:-7]
    game = pgn.Game()
    game.add_variation(Move.from_uci("e1h1")).add_variation(Move.from_uci("e7e5"))
    rows = bd.from_games([game, pgn.Game({"FEN": "x"}), pgn.Game({"Variant": "x"})], ["moves", "error"])
    assert list(rows.column("moves")) == [[], [], []] and list(rows["error"]) == [
        "ply 0: illegal move 'e1h1'",
        "ply 0: invalid fen, placement: invalid character",
        "ply 0: unsupported variant x",
    ]
    with pytest.raises(ValueError, match="only games that are read from text have the columns offset and movetext"):
        bd.from_games([], ["movetext"])
    game = pgn.Game()
    node = game.add_variation(Move.from_uci("e2e4"), nags=[146, 3])
    assert bd.from_games([game], ["nags"]).row(0) == {"nags": [[3, 146]]}
    node.nags = {-1}
    with pytest.raises(TypeError, match=r"games\[1\] has a move or a NAG of the wrong type at ply 0"):
        bd.from_games([pgn.Game(), game])
