"""Compares every value in the columns of games with python-chess."""

from __future__ import annotations

import copy
import gc
import operator
import pickle
import queue
import threading
import weakref
from collections.abc import Callable
from typing import Any

import pytest
from support import column_oracle
from support.column_oracle import lichess_text

import bitrook
import bitrook.data as bd

OURS = ["ply_count", "result", "moves", "clocks", "evals", "comments", "nags", "fen", "final", "error"]


def compare(text: bytes, tags: list[str]) -> bd.Games:
    """Compare all columns of all games of *text* with python-chess, and return the games."""
    games = bd.read_pgn(text, columns=[*tags, *OURS])
    expected = column_oracle.rows(text.decode(), tags)
    assert len(games) == len(expected)
    for i, want in enumerate(expected):
        got = games.row(i)
        final = got.pop("final")
        clocks = bitrook.Board.from_packed(final).fen().split()[:4] if final is not None else None
        assert clocks == want.pop("final_fen").split()[:4], i
        assert (got.pop("error") is not None) == want.pop("has_error"), i
        assert got == want, i
    return games


@pytest.mark.parametrize("size", [200_000, pytest.param(1 << 30, marks=pytest.mark.slow)])
def test_real_games(size: int) -> None:
    text = lichess_text()
    games = compare(text[: text.rfind(b"[Event ", 0, size)] if size < len(text) else text, list(bd.TAGS))
    assert len(games) == 999 or (size < 1 << 30 and len(games) > 80)
    assert set(games.column("error")) == {None}
    assert sum(evals is not None for evals in games.column("evals")) > len(games) // 30


def test_offsets_are_those_of_the_first_tags() -> None:
    games = bd.read_pgn(lichess_text(), columns=["offset"])
    assert games["offset"].tolist() == column_oracle.offsets(lichess_text())


def test_schema_is_that_of_the_hugging_face_data_set() -> None:
    schema = bd.scan_pgn(b"", columns=[*bd.TAGS, "movetext", "Annotator"]).schema
    strings = (
        "Event Site White Black Result WhiteTitle BlackTitle ECO Opening Termination TimeControl movetext Annotator"
    )
    assert schema == dict.fromkeys(strings.split(), "string") | {
        "WhiteElo": "int16",
        "BlackElo": "int16",
        "WhiteRatingDiff": "int16",
        "BlackRatingDiff": "int16",
        "UTCDate": "date32",
        "UTCTime": "time32[s]",
    }


CASES = {
    "no games": "",
    "blank": "\n\n \n",
    "tags only": '[White "A"]\n[Black "B"]\n',
    "moves only": "1. e4 e5",
    "two without blank lines": '[White "A"]\n\n1. e4 *\n\n[White "B"]\n\n1. d4 *',
    "comments and NAGs": "{ before } 1. e4! { a } { b } $10 e5?! ( 1... c5 { c } 2. Nf3 $5 ) 2. Nf3 ; rest\n Nc6 *\n",
    "variations are left out": "1. e4 (1. d4 d5 (1... Nf6 2. c4) 2. c4) e5 (1... c5) 2. Nf3 1-0\n",
    "illegal move": '[White "A"]\n\n1. e4 e5 2. Ke3 d6 *\n\n[White "B"]\n\n1. d4 *\n',
    "ambiguous move": "1. Nf3 a6 2. Nd4 a5 3. Nc3 a4 4. Nb5 a3 5. Nb5 *\n",
    "not a move": "1. e4 xyzzy 2. d4 *\n",
    "FEN": '[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n[SetUp "1"]\n\n1. e4 Kd7 *\n',
    "FEN, Black begins": '[FEN "4k3/4p3/8/8/8/8/8/4K3 b - - 3 20"]\n\n20... e5 { [%eval -0.5] [%clk 1:00:00] } 21. Ke2 *\n',
    "Chess960": '[Variant "Chess960"]\n[FEN "bnrbnkrq/pppppppp/8/8/8/8/PPPPPPPP/BNRBNKRQ w KQkq - 0 1"]\n\n1. O-O O-O *\n',
    "result by a tag": '[Result "0-1"]\n\n1. e4 1-0\n',
    "result by the moves": '[Result "*"]\n\n1. e4 1-0\n',
    "result by the moves alone": "1. e4 1/2-1/2\n",
    "no result": "1. e4\n",
    "bad numbers": '[WhiteElo "?"]\n[BlackElo "24OO"]\n[WhiteRatingDiff "+7"]\n[BlackRatingDiff "-12"]\n\n*\n',
    "unknown dates": '[UTCDate "2021.??.??"]\n[UTCTime "??:??:??"]\n\n*\n',
    "days that are none": '[UTCDate "2021.02.29"]\n[UTCTime "24:00:00"]\n\n*\n',
    "leap days": '[UTCDate "2024.02.29"]\n[UTCTime "23:59:59"]\n\n*\n',
    "old dates": '[UTCDate "1851.05.27"]\n[UTCTime "00:00:00"]\n\n*\n',
    "tag twice": '[White "A"]\n[White "B"]\n\n*\n',
    "quotes in a tag": '[White "A \\"B\\" C"]\n\n*\n',
    "evaluations": "1. e4 { [%eval 0.17] } e5 { [%eval -12.5,20] } 2. f4 { [%eval #-3] } d5 { [%eval #12] } 3. a3 {[%eval .5]} *",
    "bad evaluations": "1. e4 { [%eval] } e5 { [%eval 1.234] } 2. f4 { [%eval x] } d5 { [%eval 3 } 3. a3 { [%eval 3.] } *",
    "clocks": "1. e4 { [%clk 1:02:03] } e5 { [%clk 0:00:03.25] } 2. f4 {[%clk 100:00:00][%eval 0.1]} d5 *",
    "bad clocks": "1. e4 { [%clk 1:02] } e5 { [%clk x] [%clk 0:01:00] } 2. f4 { [%clk 0:1:00] } *",
    "annotations in two comments": "1. e4 { [%clk 0:01:00] } { [%eval 0.3] [%clk 0:02:00] } *",
    "null moves": "1. e4 -- 2. d4 Z0 *",
    "promotions": '[FEN "8/P6k/8/8/8/8/7K/8 w - - 0 1"]\n\n1. a8=N Kg6 2. Nb6 *\n',
}


@pytest.mark.parametrize("name", CASES)
def test_cases(name: str) -> None:
    compare(CASES[name].encode(), list(bd.TAGS))


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("threads", [1, 2])
def test_movetext_behind_a_mark_and_with_any_line_ends(end: str, threads: int) -> None:
    text = '\ufeff[White "A"]\n% escape\n[Black "B"]\n\n; comment\n1. e4 { c } e5\n2. Nf3 *\n\n[White "C"]\n\n*\n\n\n1. d4 *'
    for source, first in ((text, "1. e4 { c } e5\n2. Nf3 *"), ("\ufeff1. e4 *\n\n1. c4 *\n\n1. d4 *", "1. e4 *")):
        games = bd.read_pgn(source.replace("\n", end).encode(), columns=["movetext"], threads=threads)
        found = list(games["movetext"])
        assert found[0] == first.replace("\n", end) and found[-1] == "1. d4 *" and len(found) == 3
    games = bd.read_pgn(f'[White "tags alone"]{end}[Black "B"]'.encode(), columns=["movetext"])
    assert list(games["movetext"]) == [""]


def test_errors_in_variations_are_those_of_check() -> None:
    """The column reports errors in the main line only; `bitrook pgn check` and bitrook.pgn also read variations."""
    from bitrook._core import pgn_events

    text = b"1. e4 (1. d4 Ke7) e5 *\n\n1. e4 Ke6 *\n"
    errors = list(bd.read_pgn(text)["error"])
    assert errors[0] is None and "illegal move 'Ke6'" in errors[1]
    found = [event[-1].split(b"'")[1] for event in pgn_events(text) if event[0] == "error"]
    assert found[0] == b"Ke7" and found[-1] == b"Ke6"
    assert "Variations are skipped" in (bd.scan_pgn.__doc__ or "")


def test_movetext_of_real_games() -> None:
    texts = [each.partition(b"\n\n")[2].strip().decode() for each in lichess_text().split(b"\n\n[Event ")]
    assert list(bd.read_pgn(lichess_text(), columns=["movetext"], threads=2)["movetext"]) == texts


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("Müller".encode(), "Müller"),
        ("Müller".encode("latin-1"), "Müller"),
        (b"\xc3", "Ã"),
        (b"\xed\xa0\x80", "í\xa0\x80"),
        (b"a\0b", "a\0b"),
        ("棋 ♟ 🙂".encode(), "棋 ♟ 🙂"),
        (b"\xf5\x80\x80\x80", "õ\x80\x80\x80"),
        (b"\xc0\x80", "À\x80"),
        (b"\xf0\x9f\x99", "ð\x9f\x99"),
    ],
)
def test_text_that_is_not_utf8_is_latin_1(raw: bytes, text: str) -> None:
    games = bd.read_pgn(b'[White "' + raw + b'"]\n\n1. e4 { ' + raw + b" } *\n", columns=["White", "comments"])
    assert games.row(0) == {"White": text, "comments": [text]}


def test_mates_and_limits() -> None:
    evals = ["#1", "#-1", "#3", "#-3", "#999", "#-999", "500.00", "-500", "#0"]
    movetext = "".join(
        f"{move} {{ [%eval {value}] }} " for move, value in zip("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3".split(), evals)
    )
    row = bd.read_pgn(movetext.encode(), columns=["evals"]).row(0)
    assert row["evals"] == [32767, -32768, 32765, -32766, 32068, -32069, 32000, -32000, 32767]
    # Engine matches write scores from the side that moved.
    match = b"1. Nf3 { +M3/20 1s } Nf6 { +M3/20 1s } 2. Ng1 { -M3/20 1s } Ng8 { -M3/20 1s } *"
    assert bd.read_pgn(match, columns=["evals"]).row(0)["evals"] == [32765, -32766, -32766, 32765]


def test_errors_say_where_and_why() -> None:
    text = b'[White "A"]\n\n1. e4 e5 2. Ke3 *\n\n[White "B"]\n\n1. d4 *\n'
    games = bd.read_pgn(text, columns=["error", "moves", "White"])
    error = games.row(0)["error"]
    assert (
        error.startswith(f"offset {text.index(b'Ke3')}, ply 2: illegal move 'Ke3'")
        and "rnbqkbnr/pppp1ppp/8/4p3" in error
    )
    assert games.moves(0).tolist() == [1804, 2356] and games.row(1)["error"] is None
    assert list(bd.read_pgn(text, columns=["White"], errors="drop")["White"]) == ["B"]
    with pytest.raises(ValueError, match=r"offset 25, ply 2: illegal move 'Ke3'"):
        bd.read_pgn(text, columns=["White"], errors="raise")
    batches = iter(bd.scan_pgn(b"1. d4 *\n\n" + text, columns=["White"], errors="raise"))
    assert len(next(batches)) == 1  # the game before the error
    with pytest.raises(ValueError, match="illegal move"):
        next(batches)


def test_moves_are_not_checked_unless_a_column_needs_them() -> None:
    text = b"1. e4 e5 2. Ke3 d6 *\n"
    assert bd.read_pgn(text, columns=["ply_count"])["ply_count"].tolist() == [4]
    assert bd.read_pgn(text, columns=["ply_count", "moves"])["ply_count"].tolist() == [2]


def test_a_wrong_fen_is_an_error() -> None:
    row = bd.read_pgn(b'[FEN "nonsense"]\n\n1. e4 *\n', columns=["moves", "error", "final", "ply_count"]).row(0)
    assert row.pop("error").startswith("offset 6, ply 0: invalid FEN 'nonsense'")
    assert row == {"moves": [], "final": None, "ply_count": 0}


def test_unknown_variants_are_an_error_of_their_game() -> None:
    rows = bd.read_pgn(b'[Variant "Bughouse"]\n\n1. e4 *\n\n[Variant "Crazyhouse"]\n\n1. e4 e5 2. P@e6 *\n')
    assert "ply 0: unsupported variant 'Bughouse'" in rows.row(0)["error"]
    assert "ply 2: illegal move 'P@e6', the pocket does not have that piece" in rows.row(1)["error"]
    assert rows.row(1)["moves"] == [1804, 2356]


def test_long_games_are_capped() -> None:
    text = "Nf3 Nf6 Ng1 Ng8 " * 10_000
    games = bd.read_pgn(text.encode(), columns=["ply_count", "moves"])
    assert games["ply_count"].tolist() == [32767] and len(games.moves(0)) == 40_000


def test_columns_are_arrays() -> None:
    """np.asarray() of a column is the array of the table, for every type."""
    np = pytest.importorskip("numpy")
    text = lichess_text()[:100_000] + b'\n[White "A"]\n[WhiteElo "?"]\n\n1. e4 {x} $1 Ke3 *\n'
    seen = set()
    more = ["key", "position", "ply", "eval", "clock", "move", "piece_count", "dense", "classical", "UTCDate"]
    games = bd.read_pgn(text, columns=[*bd.COLUMNS, "final", "nags", "comments", "movetext"])
    for table in (games[3:], games[2:2], bd.scan_pgn(text).positions(more).read()[1:]):
        for name, kind in table.schema.items():
            seen.add(kind)
            expected, found = table[name], np.asanyarray(table.column(name))
            if isinstance(expected, bd.ListColumn):
                assert found.dtype == object and found.shape == (len(table),)

                def plain(row: Any) -> Any:
                    return [plain(item) for item in row.tolist()] if isinstance(row, np.ndarray) else row

                if kind in ("list<int16>", "list<string>", "list<list<int16>>"):  # no nulls inside
                    assert [plain(row) for row in found] == [row or [] for row in table.column(name)], name
                continue
            assert found.dtype == expected.dtype and type(found) is type(expected), name
            np.testing.assert_array_equal(found, expected)
            np.testing.assert_array_equal(np.ma.getmaskarray(found), np.ma.getmaskarray(expected))
            np.testing.assert_array_equal(np.asarray(table.column(name)), np.asarray(expected))
    kinds = "int8 int16 int32 int64 uint64 date32 time32[s] string binary[24] uint64[8] uint64[12] list<int16>"
    assert seen >= set(kinds.split())


def slow_times(control: str, clocks: list[int | None]) -> list[int | None]:
    """The column time_spent for a time control such as 180+2, computed step by step."""
    base, bonus = (1000 * int(part) for part in control.split("+"))
    bonuses, times = [bonus, bonus], []
    for i, clock in enumerate(clocks):
        before = clocks[i - 2] if i > 1 else base
        if i < 2 and clock is not None and clock * 2 == base:
            bonuses[i] = 0
        if clock is None or before is None:
            times.append(None)
        elif i < 2 and clock in (base, base // 2):
            times.append(0)
        else:
            time = before + bonuses[i % 2] - clock
            times.append(None if time < -1000 else max(time, 0))
    return times


def test_time_spent_in_real_games() -> None:
    games = bd.read_pgn(lichess_text(), columns=["TimeControl", "clocks", "time_spent", "ply_count"])
    expected = []
    for control, clocks in zip(games.column("TimeControl"), games.column("clocks")):
        expected.append(None if clocks is None or control == "-" else slow_times(control, clocks))
    assert list(games.column("time_spent")) == expected
    positions = bd.scan_pgn(lichess_text()).positions(["time_spent", "move"]).read()
    moves = [time for time, move in zip(positions.column("time_spent"), positions.column("move")) if move is not None]
    each = zip(expected, games.column("ply_count"))
    assert moves == [time for times, plies in each for time in (times or [None] * plies)]
    assert moves.count(None) < 10_000 < 50_000 < sum(time is not None and time > 0 for time in moves)


def spent(control: str, *clocks: str) -> list[int | None] | None:
    """Return the column time_spent of a game that repeats moves, with a comment after each of them."""
    moves = ["Nf3", "Nf6", "Ng1", "Ng8"] * len(clocks)
    text = " ".join(f"{move} {{{clock}}}" for move, clock in zip(moves, clocks))
    tag = f'[TimeControl "{control}"]\n\n' if control else ""
    value: list[int | None] | None = bd.read_pgn(f"{tag}{text} *".encode(), columns=["time_spent"]).row(0)["time_spent"]
    return value


def clk(*seconds: float | None) -> list[str]:
    """Return comments with clocks."""
    return ["" if s is None else f"[%clk {int(s) // 3600}:{int(s) // 60 % 60:02d}:{s % 60:04.1f}]" for s in seconds]


def test_time_spent() -> None:
    # The clocks of Lichess start with the second move.
    assert spent("180+2", *clk(180, 180, 175, 182)) == [0, 0, 7000, 0]
    # A clock that starts with the first move.
    assert spent("180+2", *clk(179, 181.5, 180, 180)) == [3000, 500, 1000, 3500]
    # White has berserked: half the time, no increments.
    assert spent("180+2", *clk(90, 180, 85, 180)) == [0, 0, 5000, 2000]
    # Lag and rounding of up to a second; White was given 15 seconds.
    assert spent("60+0", *clk(60, 60, 60.5, 61, 70, 60)) == [0, 0, 0, 0, None, 1000]
    # Missing clocks.
    assert spent("60", *clk(60, 60, None, 50, 40, 45)) == [0, 0, None, 10_000, None, 5000]
    # The time of the second period is added, with its own increment; then that of the third, which repeats.
    assert spent("2/100:1/50+5:10", *clk(90, 90, 80, 80, 120, 75, 121)) == [
        10_000, 10_000, 10_000, 10_000, 10_000, 5000, 4000
    ]  # fmt: skip
    assert spent("2/100", *clk(90, 90, 80, 80, 170, 75)) == [10_000, 10_000, 10_000, 10_000, 10_000, 5000]
    # Engine matches state the time, with or without a time control, and it comes first.
    assert spent("", "+0.10/9 1.5s", "+0.20/9 0.25s") == [1500, 250]
    assert spent("10+0.5", "[%emt 0:00:03] [%clk 0:00:09]", "[%clk 0:00:10.2]") == [3000, 300]
    # Unknown.
    for control in ("", "-", "?", "*180", "180+", "x", "40/", "60:", "1/1:1/1:1/1:1/1:1/1"):
        assert spent(control, *clk(60, 60, 50, 50)) is None, control
    assert spent("60+0", "x", "y") is None


def test_keys_of_material_and_pawns() -> None:
    text = lichess_text()[:300_000]
    names = ["position", "material", "material_key", "pawn_key"]
    for row in bd.scan_pgn(text).positions(names, every=3).read():
        board = bitrook.Board.from_packed(row["position"])
        assert (row["material"], row["material_key"], row["pawn_key"]) == (
            board.material,
            board.material_key,
            board.pawn_key,
        )
        counts = tuple(row["material"] >> 6 * i & 63 for i in range(10))
        assert counts == board.material_counts


def test_columns_are_not_copied_without_need() -> None:
    np = pytest.importorskip("numpy")
    games = bd.read_pgn(lichess_text()[:50_000], columns=["ply_count", "White", "UTCDate", "WhiteElo"])
    assert np.shares_memory(np.asarray(games.column("ply_count")), games["ply_count"])
    assert np.asarray(games.column("ply_count"), dtype="f8").dtype == np.float64
    assert not np.shares_memory(np.array(games.column("ply_count")), games["ply_count"])
    assert np.asarray(games.column("White")).tolist() == list(games.column("White"))
    if np.lib.NumpyVersion(np.__version__) >= "2.0.0":
        np.asarray(games.column("ply_count"), copy=False)
        for name in ("White", "UTCDate"):
            with pytest.raises(ValueError, match=f"the column '{name}' cannot be an array without copying"):
                np.asarray(games.column(name), copy=False)


def test_columns_are_sliced_like_tables() -> None:
    games = bd.read_pgn(b"".join(b'[White "%d"]\n\n1. e4 *\n\n' % i for i in range(4)))
    column = games.column("White")
    assert list(column[:2]) == ["0", "1"] and list(column[1:][1:]) == ["2", "3"] and list(column[9:]) == []
    with pytest.raises(ValueError, match="the step of a slice must be 1"):
        column[::2]
    for wrong in ("0", None, 1.0):
        with pytest.raises(TypeError, match=f"a row must be an int or a slice, not {type(wrong).__name__}"):
            column[wrong]  # type: ignore[index]


GAMES = "".join(f'[White "{name}"]\n\n1. e4 {{ [%eval 0.{i}] }} e5 *\n\n' for i, name in enumerate("ABCD"))


def names() -> Any:
    return bd.read_pgn(GAMES.encode()).column("White")


class Index:
    def __init__(self, value: Any) -> None:
        self.value = value

    def __index__(self) -> Any:
        if isinstance(self.value, Exception):
            raise self.value
        return self.value


def test_columns_are_indexed_like_lists() -> None:
    column = names()[1:]
    values = list(column)
    assert values == ["B", "C", "D"] == [*reversed(column)][::-1] and len(column) == 3 and "C" in column
    for i in range(-3, 3):
        for same in (i, Index(i)):
            assert column[same] == values[i]
    assert (column[True], column[False]) == ("C", "B")
    for wrong in (3, -4, 2**31, -(2**31), 2**63, -(2**63), 10**30):
        for same in (wrong, Index(wrong)):
            with pytest.raises(IndexError, match=f"row {wrong} is out of range: the table has 3 rows"):
                column[same]
    for value in ("0", TypeError("x")):
        with pytest.raises(TypeError, match="a row must be an int or a slice, not Index"):
            column[Index(value)]
    with pytest.raises(ZeroDivisionError):
        column[Index(ZeroDivisionError())]
    with pytest.raises(TypeError, match="a row must be an int or a slice, not tuple"):
        column[1, 2]
    np = pytest.importorskip("numpy")
    assert [column[i] for i in np.arange(-3, 3, dtype=np.int8)] == values * 2


class Named(bd.Column):
    __slots__ = ("tag",)
    note: Any

    def __init__(self, games: bd.Table) -> None:
        super().__init__(games, "White")
        self.tag = "tag"

    def __getitem__(self, row: Any) -> Any:
        return super().__getitem__(row) if isinstance(row, slice) else super().__getitem__(row).lower()


def test_columns_can_be_copied_pickled_and_subclassed() -> None:
    games = bd.read_pgn(GAMES.encode())
    for column in (names()[1:], Named(games[1:])):
        column.note = ["note"]
        copies = [copy.copy(column), copy.deepcopy(column)]
        copies += [pickle.loads(pickle.dumps(column, protocol)) for protocol in range(2, 6)]
        for same in copies:
            assert type(same) is type(column) and same.note == ["note"] and len(same) == 3
            assert list(same) == ["B", "C", "D"] and same[0].upper() == "B" and list(same[1:]) == ["C", "D"]
            assert getattr(same, "tag", "") == getattr(column, "tag", "")
    assert pickle.loads(pickle.dumps(names(), 0))[3] == "D" == Named(games)[3].upper()
    column = names()
    column.__init__(games[:1], "White")
    assert list(column) == ["A"]
    with pytest.raises(KeyError, match="no column 'x'"):
        bd.Column(games, "x")


def test_columns_without_a_table() -> None:
    column = bd.Column.__new__(bd.Column)
    uses: list[Callable[[Any], Any]] = [len, iter, list, bd.Column.__array__, *map(operator.itemgetter, (0, slice(1)))]
    for use in uses:
        with pytest.raises(AttributeError, match="'Column' object has no attribute '_table'"):
            use(column)


def test_columns_and_iterators_own_their_table() -> None:
    iterator, column = iter(names()), names()
    column.itself = column
    alive = weakref.ref(column)
    del column
    gc.collect()
    assert alive() is None and next(iterator) == "A"
    assert list(iterator) == ["B", "C", "D"] and next(iterator, None) is None


def test_threads_read_one_column() -> None:
    games = bd.read_pgn(lichess_text()[:300_000])
    column = games.column("clocks")
    expected, found = list(column), queue.SimpleQueue[Any]()
    other: Any = copy.copy(column)  # initialized by the thread that uses it first

    def read() -> None:
        same = list(column) == expected == [other[i] for i in range(len(other))]
        other.__init__(games, "clocks")
        found.put(same)

    threads = [threading.Thread(target=read) for _ in range(4)]
    for thread in threads:
        thread.start()
    assert all(found.get() for _ in threads)
