"""Making and merging opening books, compared with Debian's polyglot and with counts made with python-chess."""

from __future__ import annotations

import collections
import io
import os
import random
import shutil
import struct
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import chess
import chess.pgn
import pytest

from bitrook import Board, polyglot
from bitrook.data import scan_pgn
from bitrook.polyglot import make_book, merge_books, open_reader

POLYGLOT = shutil.which("polyglot", path=os.environ.get("PATH", "") + os.pathsep + "/usr/games")
ENTRY = struct.Struct(">QHHI")


def random_game(rng: random.Random) -> tuple[list[chess.Move], str]:
    """Return a random game and its result. In each position of the opening, only a few moves are likely."""
    board, moves = chess.Board(), []
    for _ in range(rng.randrange(2, 30)):
        legal = sorted(board.legal_moves, key=chess.Move.uci)
        if not legal:
            break
        moves.append(legal[min(int(rng.expovariate(0.6 if len(moves) < 10 else 0.1)), len(legal) - 1)])
        board.push(moves[-1])
    return moves, rng.choice(["1-0", "0-1", "1/2-1/2", "1-0", "*"])


@pytest.fixture(scope="module")
def games() -> list[tuple[list[chess.Move], str]]:
    rng = random.Random(1)
    return [random_game(rng) for _ in range(800)]


@pytest.fixture(scope="module")
def archive(games: list[tuple[list[chess.Move], str]], tmp_path_factory: pytest.TempPathFactory) -> Path:
    rng, texts = random.Random(2), []
    for moves, result in games:
        ratings = f'[WhiteElo "{rng.randrange(1000, 2800)}"]\n[BlackElo "{rng.randrange(1000, 2800)}"]\n'
        san = chess.Board().variation_san(moves)
        texts.append(f'[Event "random"]\n[Result "{result}"]\n{ratings}\n{san} {result}\n\n')
    path = tmp_path_factory.mktemp("games") / "games.pgn"
    path.write_text("".join(texts), encoding="utf-8")
    return path


def entries_of(path: Path) -> list[tuple[int, int, int, int]]:
    return list(ENTRY.iter_unpack(path.read_bytes()))


OPTIONS: list[tuple[str, dict[str, Any]]] = [
    ("-min-game 1", {"min_games": 1, "max_ply": 1024}),
    ("-max-ply 24 -min-game 3", {}),
    ("-max-ply 5 -min-game 2", {"max_ply": 5, "min_games": 2}),
    ("-max-ply 24 -min-game 1 -uniform", {"min_games": 1, "weights": "uniform"}),
    ("-max-ply 24 -min-game 2 -only-white", {"min_games": 2, "color": chess.WHITE}),
    ("-max-ply 24 -min-game 2 -only-black", {"min_games": 2, "color": chess.BLACK}),
]


@pytest.mark.skipif(POLYGLOT is None, reason="polyglot is not installed")
@pytest.mark.parametrize(("options", "same"), OPTIONS)
def test_books_are_those_of_polyglot_byte_for_byte(
    archive: Path, tmp_path: Path, options: str, same: dict[str, Any]
) -> None:
    theirs, ours = tmp_path / "theirs.bin", tmp_path / "ours.bin"
    command = [str(POLYGLOT), "make-book", "-pgn", str(archive), "-bin", str(theirs), *options.split()]
    subprocess.run(command, check=True, capture_output=True, cwd=tmp_path)
    count = make_book(archive, ours, **same)
    assert theirs.read_bytes() == ours.read_bytes()
    assert count == len(entries_of(ours)) > 100


def counted(games: list[tuple[list[chess.Move], str]], max_ply: int) -> dict[tuple[int, str], list[int]]:
    """Return the number of games and the points of each move, by position key and move."""
    counts: dict[tuple[int, str], list[int]] = collections.defaultdict(lambda: [0, 0])
    for moves, result in games:
        board = chess.Board()
        for move in moves[:max_ply]:
            count = counts[Board(board.fen(en_passant="fen")).key, move.uci()]
            count[0] += 1
            for_white = {"1-0": 2, "0-1": 0}.get(result, 1)
            count[1] += for_white if board.turn else 2 - for_white
            board.push(move)
    return counts


@pytest.mark.parametrize("weights", ["score", "frequency", "uniform"])
def test_weights(games: list[tuple[list[chess.Move], str]], archive: Path, tmp_path: Path, weights: Any) -> None:
    make_book(archive, tmp_path / "book.bin", max_ply=12, min_games=2, weights=weights)
    expected = {}
    for (key, move), (count, points) in counted(games, 12).items():
        weight = {"score": points, "frequency": count, "uniform": int(points > 0)}[weights]
        if count >= 2 and weight:
            expected[key, move] = weight
    with open_reader(tmp_path / "book.bin") as book:
        assert {(entry.key, entry.move.uci()): entry.weight for entry in book} == expected
        keys = [(entry.key, -entry.weight) for entry in book]
        assert keys == sorted(keys)


@pytest.mark.parametrize("threads", [1, 2])
def test_the_limit_of_memory_does_not_change_the_book(
    archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, threads: int
) -> None:
    """With 64 KiB for counts, several temporary files are written and merged."""
    monkeypatch.setattr(polyglot._make, "_LEAST_MEMORY", 1 << 10)
    written: list[int] = []
    maker = polyglot._make._book_maker

    class Spy:
        def __init__(self, **settings: Any) -> None:
            self.maker = maker(**settings)
            self.add = self.maker.add

        def finish(self, path: bytes) -> int:
            written.append(self.maker.files())
            return self.maker.finish(path)

    monkeypatch.setattr(polyglot._make, "_book_maker", Spy)
    make_book(archive, tmp_path / "small.bin", min_games=1, memory=1 << 10, threads=threads)
    make_book(archive, tmp_path / "large.bin", min_games=1)
    assert (tmp_path / "small.bin").read_bytes() == (tmp_path / "large.bin").read_bytes()
    assert written[0] > 2 and written[1] == 0
    assert sorted(os.listdir(tmp_path)) == ["large.bin", "small.bin"]  # no temporary file remains


def test_a_maker_that_another_thread_uses_is_refused(archive: Path, tmp_path: Path) -> None:
    games = scan_pgn([archive] * 10, columns=polyglot._make._COLUMNS).read()._native
    maker = polyglot._make._book_maker(
        max_ply=24,
        min_games=1,
        weighting="score",
        white=True,
        black=True,
        memory=1 << 20,
        directory=os.fsencode(tmp_path),
    )
    refused, done = 0, threading.Event()

    def add() -> None:
        maker.add(games, -1, 32767)
        done.set()

    for _ in range(100):
        done.clear()
        thread = threading.Thread(target=add)
        thread.start()
        while not done.is_set():
            try:
                maker.files()
            except RuntimeError as error:
                assert str(error) == "this book maker is in use by another thread"
                refused += 1
        thread.join()
        if refused:
            break
    assert refused


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
def test_more_temporary_files_than_may_be_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Merge 130 files of counts although fewer than 80 more files may be open."""
    import resource

    rng, texts, start = random.Random(6), [], Board()
    for _ in range(4000):
        board, moves = Board(), []
        while len(moves) < 55 and (legal := list(board.legal_moves)):
            moves.append(rng.choice(legal))
            board.push(moves[-1])
        texts.append(f"{start.variation_san(moves)} *\n\n")
    pgn = "".join(texts).encode()
    options: dict[str, Any] = {"min_games": 1, "max_ply": 55}
    make_book(pgn, tmp_path / "large.bin", **options)
    assert len(entries_of(tmp_path / "large.bin")) > 130 * 1536  # a table of 64 KiB is written when it has 1,537 counts
    monkeypatch.setattr(polyglot._make, "_LEAST_MEMORY", 1 << 10)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with (tmp_path / "large.bin").open() as file:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(file.fileno() + 80, soft), hard))
    try:
        make_book(pgn, tmp_path / "small.bin", memory=1 << 10, **options)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert (tmp_path / "small.bin").read_bytes() == (tmp_path / "large.bin").read_bytes()
    assert sorted(os.listdir(tmp_path)) == ["large.bin", "small.bin"]


def test_ratings_and_filters(archive: Path, tmp_path: Path) -> None:
    expected: collections.Counter[int] = collections.Counter()
    with archive.open(encoding="utf-8") as file:
        while (game := chess.pgn.read_game(file)) is not None:
            board = game.board()
            for move in list(game.mainline_moves())[:8]:
                rating = int(game.headers["WhiteElo" if board.turn else "BlackElo"])
                expected[Board(board.fen(en_passant="fen")).key] += 1500 <= rating <= 2000
                board.push(move)
    options: dict[str, Any] = {"max_ply": 8, "min_games": 1, "weights": "frequency"}
    make_book(archive, tmp_path / "book.bin", min_rating=1500, max_rating=2000, **options)
    found: collections.Counter[int] = collections.Counter()
    for key, _, weight, _ in entries_of(tmp_path / "book.bin"):
        found[key] += weight
    assert found == +expected and found
    make_book(archive, tmp_path / "won.bin", filters=[("result", "==", 1)], **options)
    won = sum(weight for key, _, weight, _ in entries_of(tmp_path / "won.bin") if key == Board().key)
    assert won == archive.read_text(encoding="utf-8").count('[Result "1-0"]')
    make_book(archive, tmp_path / "few.bin", limit=10, **options)
    assert sum(weight for key, _, weight, _ in entries_of(tmp_path / "few.bin") if key == Board().key) == 10


def test_players_without_a_rating(tmp_path: Path) -> None:
    pgn = b'[WhiteElo "2000"]\n\n1. e4 e5 1-0\n\n[WhiteElo "?"]\n\n1. d4 d5 1-0\n'
    for ratings, moves in (({}, 3), ({"min_rating": 1500}, 1), ({"max_rating": 2500}, 1)):
        count = make_book(pgn, tmp_path / "book.bin", min_games=1, weights="frequency", **ratings)
        assert count == (4 if not ratings else moves)


def test_starts_variants_and_errors(tmp_path: Path) -> None:
    pgn = b"""[FEN "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1"]
[SetUp "1"]
[Variant "Chess960"]

1. O-O-O Kf7 *

[FEN "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"]
[SetUp "1"]

1. O-O O-O-O *

[FEN "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"]
[SetUp "1"]

1. a8=N Kd7 *

[Event "an illegal move: left out"]

1. e4 e4 *

[Event "no such start"]
[FEN "nonsense"]
[SetUp "1"]

1. e4 *

[Variant "Crazyhouse"]

1. e4 *

"""
    make_book(pgn, tmp_path / "book.bin", min_games=1)
    with open_reader(tmp_path / "book.bin") as book:
        assert len(book) == 6
        chess960 = Board("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1", chess960=True)
        standard = Board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
        promotion = Board("4k3/P7/8/8/8/8/8/4K3 w - - 0 1")
        for board, san in ((chess960, "O-O-O"), (standard, "O-O"), (promotion, "a8=N")):
            assert [board.san(entry.move) for entry in book.find_all(board)] == [san]


def test_large_weights_are_scaled(tmp_path: Path) -> None:
    pgn = b"".join(
        [b"1. e4 1-0\n\n" * 40_000, b"1. d4 1-0\n\n" * 30_000, b"1. c4 1/2-1/2\n\n", b"1. d4 d5 0-1\n\n" * 5]
    )
    make_book(pgn, tmp_path / "book.bin", min_games=1, max_ply=2)
    with open_reader(tmp_path / "book.bin") as book:
        assert [(entry.move.uci(), entry.weight) for entry in book.find_all(Board())] == [
            ("e2e4", 65535), ("d2d4", 60000 * 65535 // 80000), ("c2c4", 1),
        ]  # fmt: skip
        after = Board()
        after.push_san("d4")
        assert book.find(after).weight == 10  # other positions are not scaled


def test_a_failure_leaves_the_old_book(archive: Path, tmp_path: Path) -> None:
    book = tmp_path / "book.bin"
    book.write_bytes(b"old")

    class Interrupted(io.BytesIO):
        def read(self, size: int | None = -1) -> bytes:
            if self.tell() > 50_000:
                raise KeyboardInterrupt
            return super().read(20_000)

    with pytest.raises(KeyboardInterrupt):
        make_book(Interrupted(archive.read_bytes()), book)
    with pytest.raises(FileNotFoundError):
        make_book(tmp_path / "none.pgn", book)
    assert book.read_bytes() == b"old" and os.listdir(tmp_path) == ["book.bin"]
    with pytest.raises(FileNotFoundError):
        make_book(archive, tmp_path / "none" / "book.bin")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"weights": "elo"}, "weights must be 'score', 'frequency', 'uniform', not 'elo'"),
        ({"max_ply": 0}, "max_ply must be in 1"),
        ({"min_games": 0}, "min_games must be in 1"),
        ({"memory": 10}, "memory must be in"),
        ({"min_rating": 0}, "min_rating must be in"),
    ],
)
def test_wrong_arguments(archive: Path, tmp_path: Path, options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make_book(archive, tmp_path / "book.bin", **options)
    assert not os.listdir(tmp_path)


def random_books(rng: random.Random, folder: Path) -> Iterator[Path]:
    for number in range(3):
        entries = {(rng.randrange(60), rng.randrange(8)): rng.randrange(1, 300) for _ in range(150)}
        path = folder / f"{number}.bin"
        path.write_bytes(b"".join(ENTRY.pack(k, m, w, number) for (k, m), w in sorted(entries.items())))
        yield path


def test_merging_adds_weights(tmp_path: Path) -> None:
    sources = list(random_books(random.Random(4), tmp_path))
    expected: dict[tuple[int, int], list[int]] = {}
    for source in sources:
        for key, move, weight, learn in entries_of(source):
            expected.setdefault((key, move), [0, learn])[0] += weight
    count = merge_books(sources, tmp_path / "all.bin")
    merged = entries_of(tmp_path / "all.bin")
    assert {(key, move): [weight, learn] for key, move, weight, learn in merged} == expected
    assert count == len(merged) == len(expected)
    order = [(key, -weight) for key, _, weight, _ in merged]
    assert order == sorted(order)
    merge_books(sources, sources[0])  # into one of the sources
    assert sources[0].read_bytes() == (tmp_path / "all.bin").read_bytes()


@pytest.mark.skipif(POLYGLOT is None, reason="polyglot is not installed")
def test_merging_is_that_of_polyglot_but_for_the_order_of_moves(tmp_path: Path) -> None:
    first, second, _ = random_books(random.Random(5), tmp_path)
    theirs = tmp_path / "theirs.bin"
    command = [str(POLYGLOT), "merge-book", "-in1", str(first), "-in2", str(second), "-out", str(theirs)]
    subprocess.run(command, check=True, capture_output=True, cwd=tmp_path)
    merge_books([first, second], tmp_path / "ours.bin")
    assert sorted(entries_of(tmp_path / "ours.bin")) == sorted(entries_of(theirs))


def test_merging_books_that_are_no_books(tmp_path: Path) -> None:
    path = tmp_path / "unsorted.bin"
    path.write_bytes(ENTRY.pack(2, 1, 1, 0) + ENTRY.pack(1, 1, 1, 0))
    with pytest.raises(ValueError, match=r"unsorted.bin.* is not sorted"):
        merge_books([path], tmp_path / "all.bin")
    path.write_bytes(b"x")
    with pytest.raises(OSError, match="not a complete Polyglot book"):
        merge_books([path], tmp_path / "all.bin")
    assert merge_books([], tmp_path / "all.bin") == 0 and (tmp_path / "all.bin").read_bytes() == b""
    large = tmp_path / "large.bin"
    large.write_bytes(ENTRY.pack(1, 1, 60000, 0) + ENTRY.pack(1, 2, 1, 0))
    assert merge_books([large, large], tmp_path / "all.bin") == 2
    assert [entry[2] for entry in entries_of(tmp_path / "all.bin")] == [65535, 1]
