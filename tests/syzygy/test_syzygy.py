"""bitrook.syzygy, compared with python-chess on every table of up to four men; damaged files; batches of boards."""

from __future__ import annotations

import inspect
import os
import random
import shutil
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import chess
import chess.syzygy
import numpy as np
import pytest

from bitrook import Board, syzygy
from bitrook.batch import Boards

# Positions for each of the 35 tables: 105,000 in total in the slow test, and 3.5 million with BITROOK_LONG.
SLOW_PER_TABLE = 100_000 if os.environ.get("BITROOK_LONG") else 3_000


def names(folder: Path) -> list[str]:
    return sorted(path.stem for path in folder.glob("*.rtbw"))


def positions(name: str, count: int, rng: random.Random) -> Iterator[chess.Board]:
    """Yield random legal positions of a table, half of them with the colors exchanged."""
    white, black = name.split("v")
    while count:
        board = chess.Board(None)
        swapped = rng.random() < 0.5
        for letter, color in [(c, not swapped) for c in white] + [(c, swapped) for c in black]:
            squares = range(8, 56) if letter == "P" else range(64)
            square = rng.choice([s for s in squares if not board.piece_at(s)])
            board.set_piece_at(square, chess.Piece(chess.PIECE_SYMBOLS.index(letter.lower()), color))
        board.turn = rng.random() < 0.5
        if board.is_valid():
            count -= 1
            yield board


@pytest.mark.parametrize("per_table", [60, pytest.param(SLOW_PER_TABLE, marks=pytest.mark.slow)])
def test_values_are_those_of_python_chess(folder: Path, tables: syzygy.Tablebase, per_table: int) -> None:
    rng, tested = random.Random(1), 0
    with chess.syzygy.open_tablebase(str(folder)) as oracle:
        for name in names(folder):
            for board in positions(name, per_table, rng):
                own = Board(board.fen())
                tested += 1
                assert tables.probe_wdl(own) == oracle.probe_wdl(board), own.fen()
                assert tables.probe_dtz(own) == oracle.probe_dtz(board), own.fen()
    assert tested == 35 * per_table


@pytest.mark.parametrize("count", [300, pytest.param(20_000, marks=pytest.mark.slow)])
def test_en_passant_captures_count(folder: Path, tables: syzygy.Tablebase, count: int) -> None:
    """Tables ignore en-passant captures, so the probe searches them."""
    rng, tested = random.Random(4), 0
    with chess.syzygy.open_tablebase(str(folder)) as oracle:
        while tested < count:
            board = chess.Board(None)
            file = rng.randrange(7)
            ours, theirs = rng.sample((file, file + 1), 2)
            board.set_piece_at(chess.square(ours, 4), chess.Piece(chess.PAWN, chess.WHITE))
            board.set_piece_at(chess.square(theirs, 4), chess.Piece(chess.PAWN, chess.BLACK))
            for color in chess.COLORS:
                square = rng.choice([s for s in range(64) if not board.piece_at(s)])
                board.set_piece_at(square, chess.Piece(chess.KING, color))
            board.ep_square = chess.square(theirs, 5)
            board = board if rng.random() < 0.5 else board.mirror()
            if not board.is_valid() or not board.has_legal_en_passant():
                continue
            tested += 1
            own = Board(board.fen())
            assert tables.probe_wdl(own) == oracle.probe_wdl(board), own.fen()
            assert tables.probe_dtz(own) == oracle.probe_dtz(board), own.fen()


def test_many_boards_at_once(folder: Path, tables: syzygy.Tablebase) -> None:
    rng = random.Random(2)
    boards = [Board(board.fen()) for name in names(folder) for board in positions(name, 8, rng)]
    boards += [Board(), Board("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"), Board("4k3/8/8/8/8/8/PPP5/R3K3 w - - 0 1")]
    batch = Boards(boards)
    for threads in (1, 2):
        wdl, dtz = tables.probe_wdl(batch, threads=threads), tables.probe_dtz(batch, threads=threads)
        assert wdl.dtype == np.int8 and dtz.dtype == np.int16
        assert wdl.tolist() == [tables.get_wdl(board, -128) for board in boards]
        assert dtz.tolist() == [tables.get_dtz(board, -32768) for board in boards]
    out = np.zeros(len(boards), np.int8)
    assert tables.probe_wdl(batch, out=out) is out and out.tolist() == wdl.tolist()
    with pytest.raises(ValueError, match="shape"):
        tables.probe_wdl(batch, out=np.zeros(3, np.int8))


def test_what_is_not_in_a_table(tables: syzygy.Tablebase) -> None:
    with pytest.raises(KeyError, match="castling rights"):
        tables.probe_wdl(Board())
    with pytest.raises(KeyError, match="at most 7 pieces"):
        tables.probe_wdl(Board("4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1"))
    with pytest.raises(syzygy.MissingTableError, match="did not find wdl table KRPPvK"):
        tables.probe_wdl(Board("4k3/8/8/8/8/8/PP6/R3K3 w - - 0 1"))
    with pytest.raises(KeyError, match="not a position of standard chess"):
        tables.probe_wdl(Board("4k3/8/8/8/8/8/8/8 w - - 0 1"))
    with pytest.raises(TypeError, match="must be a Board or Boards, not str"):
        tables.probe_wdl("4k3/8/8/8/8/8/8/4K3 w - - 0 1")  # type: ignore[call-overload]
    assert tables.probe_wdl(Board("4k3/8/8/8/8/8/8/4K3 w - - 0 1")) == 0
    assert syzygy.Tablebase().get_dtz(Board("4k3/8/8/8/8/8/8/4KQ2 w - - 0 1")) is None


def test_a_king_that_can_be_captured_is_not_in_a_table(tables: syzygy.Tablebase) -> None:
    checks = ["4k3/8/8/8/8/8/8/4KR2 w - - 0 1", "8/8/8/8/8/3k4/8/K2RB3 w - - 0 1", "8/8/8/8/3kK3/8/8/7Q w - - 0 1"]
    illegal = [board for fen in checks for board in [Board(fen)] if board.was_into_check()]
    assert len(illegal) == 2
    for board in illegal:
        for probe in (tables.probe_wdl, tables.probe_dtz, tables.probe_wdl_table, tables.rank_moves):
            with pytest.raises(KeyError, match="could capture the king"):
                probe(board)
        assert tables.get_wdl(board) is None
    assert tables.probe_wdl(Boards(illegal)).tolist() == [-128] * 2
    assert tables.probe_dtz(Boards(illegal)).tolist() == [-32768] * 2


@pytest.mark.parametrize("wdl", [3, -3, 2**31 - 1, -(2**31)])
def test_a_wdl_value_that_does_not_exist(tables: syzygy.Tablebase, wdl: int) -> None:
    for turn, found in (("w", -1), ("b", 1)):
        board = Board(f"8/8/8/8/8/4k3/8/K2BN3 {turn} - - 0 1")
        with pytest.raises(ValueError, match="wdl must be between -2 and 2"):
            tables.probe_dtz_table(board, wdl)
        assert [tables.probe_dtz_table(board, known)[1] for known in range(-2, 3)] == [found] * 5


def test_several_directories(folder: Path, tmp_path: Path) -> None:
    for name in ("KQvK.rtbw", "KQvK.rtbz"):
        shutil.copy(folder / name, tmp_path)
    for path in (f"{folder}{os.pathsep}", f"{os.pathsep}{folder}", f"{tmp_path}{os.pathsep * 2}{folder}"):
        assert syzygy.Tablebase().add_path(path) >= 70
    with pytest.warns(RuntimeWarning, match="directory of tablebases skipped: .*none"):
        assert syzygy.Tablebase().add_path(f"{tmp_path / 'none'}{os.pathsep}{tmp_path}") == 2
    with pytest.raises(FileNotFoundError, match="none"):
        syzygy.Tablebase().add_path(f"{tmp_path / 'none'}{os.pathsep}{tmp_path / 'none'}")
    assert syzygy.Tablebase().add_path("") == 0


@pytest.mark.skipif(sys.platform in ("darwin", "win32"), reason="needs file names that are not text")
def test_paths_that_are_not_utf8(folder: Path, tmp_path: Path) -> None:
    place = os.fsencode(tmp_path) + b"/\xff\xe9"
    os.mkdir(place)
    for name in ("KQvK.rtbw", "KQvK.rtbz"):
        shutil.copy(folder / name, os.path.join(place, name.encode()))
    board = Board("4k3/8/8/8/8/8/8/4KQ2 w - - 0 1")
    for path in (place, os.fsdecode(place), Path(os.fsdecode(place))):
        assert syzygy.open_tablebase(path).probe_dtz(board) > 0
    with open(place + b"/KQvK.rtbw", "wb") as damaged:
        damaged.write(b"nothing")
    with pytest.raises(OSError, match=r"\udcff\udce9/KQvK.rtbw: not a Syzygy WDL table"):
        syzygy.open_tablebase(place).probe_wdl(board)


def test_errors_name_the_file_that_was_probed(folder: Path, tmp_path: Path) -> None:
    """A file that takes the place of a damaged one does not hide the error."""
    (tmp_path / "KQvK.rtbw").write_bytes((folder / "KQvK.rtbw").read_bytes()[:-64])
    tables = syzygy.Tablebase()
    board = Board("4k3/8/8/8/8/8/8/4KQ2 w - - 0 1")
    tables.add_file(tmp_path / "KQvK.rtbw")
    with pytest.raises(OSError, match=r"KQvK\.rtbw: \w"):
        tables.probe_wdl(board)
    tables.add_file(folder / "KQvK.rtbw")
    assert tables.probe_wdl(board) == 2


def test_which_files_are_added(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "README.rtbw").write_bytes(b"")
    (tmp_path / "KQvK.txt").write_bytes(b"")
    for name in ("KQvK.rtbw", "KQvK.rtbz"):
        shutil.copy(folder / name, tmp_path)
    board = Board("4k3/8/8/8/8/8/8/4KQ2 w - - 0 1")
    assert syzygy.Tablebase().add_directory(tmp_path) == 2
    only_wdl = syzygy.open_tablebase(tmp_path, load_dtz=False)
    assert len(only_wdl) == 1 and only_wdl.probe_wdl(board) == 2
    with pytest.raises(syzygy.MissingTableError, match="dtz table KQvK"):
        only_wdl.probe_dtz(board)
    with pytest.raises(syzygy.MissingTableError, match="wdl table KQvK"):
        syzygy.open_tablebase(tmp_path, load_wdl=False).probe_dtz(board)
    with pytest.raises(FileNotFoundError):
        syzygy.open_tablebase(tmp_path / "none")
    tables = syzygy.open_tablebase(tmp_path)
    tables.close()
    assert tables.get_wdl(board) is None and len(tables) == 0


@pytest.mark.parametrize("one_king", [True, False])
def test_names(one_king: bool) -> None:
    counted = {"one_king": one_king, "piece_count": 5 if one_king else 4}
    assert sorted(syzygy.tablenames(**counted)) == sorted(chess.syzygy.tablenames(**counted))
    for name in ("KQPvKR", "KNNvKBB", "KvK", "KQvQ", "KXvK", "", "v", "Kv", "PvK", "KRvKQ", "KQRBNPPvK"):
        for normalized in (True, False):
            options = {"one_king": one_king, "normalized": normalized}
            assert syzygy.is_tablename(name, **options) == chess.syzygy.is_tablename(name, **options), name
    for name in ("KRPvKP", "KBNvK", "KPPvKR", "KPvK"):
        for kind in ("dependencies", "all_dependencies"):
            given = name if kind == "dependencies" else [name]
            ours, theirs = (getattr(module, kind)(given, one_king=one_king) for module in (syzygy, chess.syzygy))
            assert set(ours) == set(theirs), name


@pytest.mark.parametrize(("name", "known"), [("KQRBvKQR", True), ("KvKQRBNP", False), ("KQRBvKQRB", False)])
def test_tables_have_at_most_seven_pieces(name: str, known: bool, tmp_path: Path) -> None:
    (tmp_path / f"{name}.rtbw").touch()
    assert syzygy.Tablebase().add_directory(tmp_path) == known


def test_the_interface_is_that_of_python_chess() -> None:
    functions = (
        "is_tablename tablenames normalize_tablename dependencies all_dependencies calc_key dtz_before_zeroing"
        " open_tablebase Tablebase"
    )
    methods = {
        "Tablebase": "add_directory add_file probe_wdl_table probe_wdl get_wdl probe_dtz_table probe_dtz_no_ep"
        " probe_dtz get_dtz close __enter__",
        "WdlTable": "init_table_wdl probe_wdl_table close __enter__",
        "DtzTable": "init_table_dtz probe_dtz_table close __enter__",
    }
    pairs = [(getattr(syzygy, name), getattr(chess.syzygy, name)) for name in functions.split()]
    for owner, names in methods.items():
        ours, theirs = getattr(syzygy, owner), getattr(chess.syzygy, owner)
        pairs += [(getattr(ours, name), getattr(theirs, name)) for name in names.split()]
    for own, other in pairs:
        mine, expected = inspect.signature(own).parameters, inspect.signature(other).parameters
        more = {"out", "threads"} & mine.keys()  # extra parameters of probes, for batches
        assert [p for p in mine if p not in more] == list(expected), own
        for name, parameter in expected.items():
            assert mine[name].kind == parameter.kind, (own, name)
            if not inspect.isclass(parameter.default):
                assert mine[name].default == parameter.default, (own, name)
    assert issubclass(syzygy.MissingTableError, KeyError) and syzygy.TBPIECES == chess.syzygy.TBPIECES


def damaged(whole: bytes, rng: random.Random, count: int) -> Iterator[bytes]:
    """Yield truncated copies of a file, and copies with some bits flipped, half of them only in the header."""
    yield from [b"", whole[:4], whole[:-1], *(whole[: rng.randrange(len(whole))] for _ in range(count // 3))]
    for i in range(count - count // 3):
        flipped = bytearray(whole)
        for _ in range(rng.randrange(1, 8)):
            flipped[rng.randrange(min(200, len(whole)) if i % 2 else len(whole))] ^= 1 << rng.randrange(8)
        yield bytes(flipped)


def probe_damaged(folder: Path, place: Path, name: str, count: int) -> None:
    rng = random.Random(name)
    whole = (folder / name).read_bytes()
    boards = [Board(board.fen()) for board in positions(Path(name).stem, 30, rng)]
    (place / name).unlink()  # not overwritten, because another tablebase may have mapped it
    with syzygy.open_tablebase(place) as tables:  # DTZ needs no table for a draw or a winning capture
        read = any(tables.get_wdl(board) is None or tables.get_dtz(board) is None for board in boards)
    errors = 0
    for content in damaged(whole, rng, count):
        (place / name).unlink(missing_ok=True)
        (place / name).write_bytes(content)
        tables = syzygy.open_tablebase(place)
        for board in boards:
            try:
                assert -2 <= tables.probe_wdl(board) <= 2
                tables.probe_dtz(board)
            except OSError as error:
                assert str(place / name) in str(error)
                errors += 1
    (place / name).write_bytes(whole)
    assert bool(errors) == read, name


@pytest.fixture
def copies(folder: Path, tmp_path: Path) -> Path:
    for path in folder.iterdir():
        shutil.copy(path, tmp_path)
    return tmp_path


@pytest.mark.parametrize("name", ["KPvKP.rtbw", "KPvKP.rtbz", "KBNvK.rtbz", "KQvKR.rtbw", "KRvK.rtbz", "KBvKB.rtbw"])
def test_damaged_files_give_an_error_or_a_wrong_value(folder: Path, copies: Path, name: str) -> None:
    probe_damaged(folder, copies, name, 90)


@pytest.mark.slow
def test_every_file_damaged(folder: Path, copies: Path) -> None:
    names = sorted(path.name for path in folder.glob("*.rtb?"))
    assert len(names) == 70
    for name in names:
        probe_damaged(folder, copies, name, 60)


def defended(tables: syzygy.Tablebase, board: Board, plies: int) -> Board:
    """Play the best moves of both sides."""
    for _ in range(plies):
        if board.is_game_over(claim_draw=True):
            break
        board.push(tables.rank_moves(board)[0].move)
    return board


@pytest.mark.parametrize(
    "fen",
    [
        "8/8/8/8/8/4k3/8/K2BN3 w - - 0 1",
        "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1",
        "8/8/8/8/3k4/1p6/8/K6R w - - 0 1",
        "8/8/8/3q4/8/2k5/8/K4R2 b - - 0 1",
    ],
)
def test_won_positions_are_won_against_the_best_defense(tables: syzygy.Tablebase, fen: str) -> None:
    board = Board(fen)
    winner = board.turn
    assert tables.probe_wdl(board) == 2
    end = defended(tables, board, 300)
    assert end.is_checkmate() and end.turn != winner, end.fen()


def test_ranks_know_the_fifty_move_rule(tables: syzygy.Tablebase) -> None:
    fresh, late = Board("8/8/8/8/8/4k3/8/K2BN3 w - - 0 1"), Board("8/8/8/8/8/4k3/8/K2BN3 w - - 90 80")
    assert len({move.rank for move in tables.rank_moves(fresh) if move.wdl == 2}) == 1
    ranked = tables.rank_moves(late)
    assert ranked[0].wdl == 2 and ranked[0].rank < tables.rank_moves(fresh)[0].rank
    assert [move.rank for move in ranked] == sorted((move.rank for move in ranked), reverse=True)
    assert {move.move for move in ranked} == set(late.legal_moves)
    for clock in range(40, 100):
        wins = [move for move in tables.rank_moves(Board(f"8/8/8/8/8/4k3/8/K2BN3 w - - {clock} 80")) if move.dtz > 0]
        assert all((move.rank == 1 << 18) == (move.dtz + clock <= 99) for move in wins), clock


def test_tables_are_closed_while_others_probe(folder: Path) -> None:
    tables = syzygy.open_tablebase(folder)
    batch = Boards([Board(board.fen()) for board in positions("KRvKP", 2000, random.Random(3))])
    expected, failed = tables.probe_wdl(batch).tolist(), []

    def probe() -> None:
        for _ in range(20):
            found: Any = tables.probe_wdl(batch.copy())
            if found.tolist() not in (expected, [-128] * len(expected)):
                failed.append(found)

    threads = [threading.Thread(target=probe) for _ in range(3)]
    for thread in threads:
        thread.start()
    tables.close()
    for thread in threads:
        thread.join()
    assert not failed


def test_a_directory_of_many_files_opens_fast_because_none_is_read(tmp_path: Path) -> None:
    for name in syzygy.tablenames(piece_count=6):
        (tmp_path / f"{name}.rtbw").write_bytes(b"not a table")
    tables = syzygy.open_tablebase(tmp_path)
    assert len(tables) > 500
    with pytest.raises(OSError, match="not a Syzygy WDL table"):
        tables.probe_wdl(Board("4k3/8/8/8/8/8/8/4KQ2 w - - 0 1"))
