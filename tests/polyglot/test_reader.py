"""Readers and keys of bitrook.polyglot, compared with python-chess on its book and on damaged and artificial books."""

from __future__ import annotations

import inspect
import os
import random
import struct
import threading
from pathlib import Path
from typing import Any

import chess
import chess.polyglot
import pytest
from support.python_chess_source import unpack

from bitrook import Board, Move, polyglot

ENTRY = struct.Struct(">QHHI")
# Names that chess.polyglot only imports.
NOT_OFFERED = {
    "annotations", "chess", "struct", "os", "mmap", "random", "typing", "TracebackType",
    "Callable", "Container", "Iterator", "List", "NamedTuple", "Optional", "Type", "Union",
}  # fmt: skip


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return unpack(tmp_path_factory.mktemp("source")) / "data" / "polyglot" / "performance.bin"


def written(path: Path, entries: list[tuple[int, int, int, int]]) -> Path:
    path.write_bytes(b"".join(ENTRY.pack(*entry) for entry in entries))
    return path


def plain(entries: Any) -> list[tuple[Any, ...]]:
    """Convert entries of either library to a form that can be compared."""
    return [(*entry[:4], entry.move.uci()) for entry in entries]


def parameters(function: Any) -> list[tuple[str, Any]]:
    return [(p.name, p.kind) for p in inspect.signature(function).parameters.values()]


def test_the_interface_is_that_of_python_chess() -> None:
    names = {name for name in vars(chess.polyglot) if name[0] != "_"} - NOT_OFFERED
    assert names == set(polyglot.__all__) - {"make_book", "merge_books"}
    for name in names:
        theirs, ours = getattr(chess.polyglot, name), getattr(polyglot, name)
        if inspect.isfunction(theirs):
            assert parameters(ours) == parameters(theirs)
        if not inspect.isclass(theirs):
            continue
        members = {m for m in dir(theirs) if inspect.isfunction(getattr(theirs, m)) and m != "__replace__"}
        for member in members:
            mine, other = (inspect.signature(getattr(owner, member)) for owner in (ours, theirs))
            assert [(p.name, p.kind) for p in mine.parameters.values()] == [
                (p.name, p.kind) for p in other.parameters.values()
            ], (name, member)
            for parameter in other.parameters.values():
                if isinstance(parameter.default, (int, type(None))):
                    assert mine.parameters[parameter.name].default == parameter.default
    assert polyglot.Entry._fields == chess.polyglot.Entry._fields
    assert polyglot.ENTRY_STRUCT.format == chess.polyglot.ENTRY_STRUCT.format
    assert polyglot.POLYGLOT_RANDOM_ARRAY == chess.polyglot.POLYGLOT_RANDOM_ARRAY


def test_keys_are_those_of_python_chess() -> None:
    rng = random.Random(5)
    hasher, own_numbers = (
        polyglot.ZobristHasher(polyglot.POLYGLOT_RANDOM_ARRAY),
        [rng.getrandbits(80) for _ in range(781)],
    )
    other, theirs = polyglot.ZobristHasher(own_numbers), chess.polyglot.ZobristHasher(own_numbers)
    en_passant = 0
    for _ in range(20):
        board = chess.Board()
        while not board.is_game_over() and board.ply() < 60:
            board.push(rng.choice(list(board.legal_moves)))
            en_passant += board.ep_square is not None
            own = Board(board.fen(en_passant="fen"))
            expected = chess.polyglot.zobrist_hash(board)
            assert polyglot.zobrist_hash(own) == hasher(own) == expected, board.fen()
            assert other(own) == theirs(board)
            assert other.hash_ep_square(own) == theirs.hash_ep_square(board)
    assert en_passant > 8
    assert polyglot.zobrist_hash(Board(), _hasher=lambda board: 7) == 7
    with pytest.raises(ValueError, match="at least 781"):
        polyglot.ZobristHasher([1, 2])


def test_every_entry_of_a_book(book: Path) -> None:
    with polyglot.open_reader(book) as ours, chess.polyglot.open_reader(str(book)) as theirs:
        assert len(ours) == len(theirs) > 90_000
        assert plain(ours) == plain(theirs)
        assert ours[-1] == next(reversed(ours)) == list(ours)[-1] and plain([ours[7]]) == plain([theirs[7]])
        for index in (len(ours), -len(ours) - 1):
            with pytest.raises(IndexError):
                ours[index]
        assert ours[0] in ours and ours[0]._replace(learn=99) not in ours
        for key in (0, ours[500].key, ours[500].key + 1, (1 << 64) - 1, 1 << 64, -1):
            assert ours.bisect_key_left(key) == theirs.bisect_key_left(key)


def test_look_ups_along_games(book: Path) -> None:
    rng, found = random.Random(6), 0
    with polyglot.open_reader(book) as ours, chess.polyglot.open_reader(str(book)) as theirs:
        for seed in range(80):
            board = chess.Board()
            while True:
                own = Board(board.fen(en_passant="fen"))
                entries = plain(theirs.find_all(board))
                assert plain(ours.find_all(own)) == entries
                assert plain(ours.find_all(own.key, minimum_weight=0)) == plain(
                    theirs.find_all(own.key, minimum_weight=0)
                )
                if not entries:
                    assert ours.get(own) is None and ours.get(own, default=ours[0]) == ours[0]
                    break
                found += 1
                assert plain([ours.find(own)]) == plain([theirs.find(board)])
                excluded = {entries[0][-1]}
                assert plain(ours.find_all(own, exclude_moves={Move.from_uci(m) for m in excluded})) == plain(
                    theirs.find_all(board, exclude_moves={chess.Move.from_uci(m) for m in excluded})
                )
                for method in ("choice", "weighted_choice"):
                    one, two = random.Random(seed), random.Random(seed)
                    mine, other = getattr(ours, method)(own, random=one), getattr(theirs, method)(board, random=two)
                    assert plain([mine]) == plain([other]) and one.random() == two.random()
                board.push(rng.choice([chess.Move.from_uci(entry[-1]) for entry in entries]))
    assert found > 500


def outcome(call: Any) -> Any:
    try:
        return plain(call())
    except IndexError:
        return "IndexError"


def test_entries_that_are_not_legal_moves(tmp_path: Path) -> None:
    """Read every 16-bit move in positions with castling on both sides, promotions and Chess960."""
    fens = [
        ("r3k2r/P6p/8/8/8/8/p6P/R3K2R w KQkq - 0 1", False), ("r3k2r/P6p/8/8/8/8/p6P/R3K2R b KQkq - 0 1", False),
        ("4k3/8/8/8/8/8/8/1R2K1R1 w BG - 0 1", True), ("4k3/8/8/8/8/8/8/R3Q2K w - - 0 1", False),
    ]  # fmt: skip
    for fen, chess960 in fens:
        own, board = Board(fen, chess960=chess960), chess.Board(fen, chess960=chess960)
        path = written(tmp_path / "book.bin", [(own.key, word, word % 5, word) for word in range(1 << 16)])
        with polyglot.open_reader(path) as ours, chess.polyglot.open_reader(str(path)) as theirs:
            expected = plain(theirs.find_all(board))
            assert expected and plain(ours.find_all(own)) == expected
            assert ours.find(own).weight == 4
        path.unlink()


def test_moves_of_entries_without_a_board(tmp_path: Path) -> None:
    path = written(tmp_path / "book.bin", [(word, word, 1, 0) for word in range(1 << 16)])
    with polyglot.open_reader(path) as ours, chess.polyglot.open_reader(str(path)) as theirs:
        for mine, other in zip(ours, theirs, strict=True):
            if mine.raw_move >> 12 & 7 in (6, 7):
                assert mine.move == Move.null()  # python-chess returns a promotion to a piece that does not exist
            else:
                assert (mine.move.from_square, mine.move.to_square, mine.move.promotion, mine.move.drop) == (
                    other.move.from_square, other.move.to_square, other.move.promotion, other.move.drop
                )  # fmt: skip


def test_files_that_are_not_sorted(tmp_path: Path) -> None:
    rng, board, own = random.Random(7), chess.Board(), Board()
    for _ in range(300):
        entries = [
            (rng.choice([own.key, rng.getrandbits(64)]), 0x31C, rng.randrange(3), i) for i in range(rng.randrange(40))
        ]
        path = written(tmp_path / "book.bin", entries)
        with polyglot.open_reader(path) as ours, chess.polyglot.open_reader(str(path)) as theirs:
            for kind in ("find_all", "find"):
                mine, other = getattr(ours, kind), getattr(theirs, kind)
                one = (lambda f, b: lambda: list(f(b))) if kind == "find_all" else (lambda f, b: lambda: [f(b)])
                assert outcome(one(mine, own)) == outcome(one(other, board))
        path.unlink()


def test_truncated_and_missing_files(book: Path, tmp_path: Path) -> None:
    content = book.read_bytes()[:1600]
    for size in (0, 1, 15, 16, 17, 1599, 1600):
        path = tmp_path / f"{size}.bin"
        path.write_bytes(content[:size])
        if size % 16:
            with pytest.raises(OSError, match=f"{size}.bin.* multiple of 16"):
                polyglot.open_reader(path)
        else:
            assert len(polyglot.open_reader(os.fsencode(path))) == size // 16
    with pytest.raises(FileNotFoundError, match="none.bin"):
        polyglot.open_reader(tmp_path / "none.bin")
    with pytest.raises(IsADirectoryError):
        polyglot.open_reader(tmp_path)
    assert list(polyglot.open_reader(os.devnull).find_all(Board())) == []


def test_errors(book: Path) -> None:
    with polyglot.open_reader(book) as reader:
        for method in (reader.find, reader.choice, reader.weighted_choice):
            with pytest.raises(IndexError, match="no entry for 8/8"):
                method(Board("8/8/8/8/8/4k3/8/4K3 w - - 0 1"))
        with pytest.raises(IndexError, match="no entry for 0x7"):
            reader.find(7)
        with pytest.raises((TypeError, ValueError)):
            reader.find_all("e4")  # type: ignore[arg-type]
    for use in (lambda: len(reader), lambda: reader[0], lambda: reader.find(Board()), lambda: list(reader)):
        with pytest.raises(ValueError, match="the book is closed"):
            use()


def test_a_book_may_be_closed_while_others_read(book: Path) -> None:
    for _ in range(20):
        reader, wrong = polyglot.open_reader(book), []

        def read(reader: polyglot.MemoryMappedReader = reader, wrong: list[object] = wrong) -> None:
            try:
                while True:
                    wrong.extend(entry for entry in reader.find_all(Board()) if entry.key != Board().key)
            except ValueError:
                pass

        threads = [threading.Thread(target=read) for _ in range(3)]
        for thread in threads:
            thread.start()
        reader.close()
        for thread in threads:
            thread.join()
        assert not wrong
