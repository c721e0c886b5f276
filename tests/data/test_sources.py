"""Tests for scan sources: paths, buffers, file objects, archives of each kind and lists; damaged archives; shards."""

from __future__ import annotations

import array
import bz2
import gzip
import io
import json
import lzma
import os
import pickle
import threading
from pathlib import Path
from typing import Any

import pytest
from support.archives import KINDS, make
from support.column_oracle import ARCHIVE, lichess_text

import bitrook.data as bd
from bitrook.data._source import open_text

COLUMNS = ["White", "ply_count", "result"]


def rows(source: Any, **options: Any) -> list[dict[str, Any]]:
    games = bd.read_pgn(source, columns=COLUMNS, **options)
    return [games.row(i) for i in range(len(games))]


EXPECTED = rows(lichess_text())


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("threads", [1, 3])
def test_archives_are_told_by_content(kind: str, threads: int, tmp_path: Path) -> None:
    path = tmp_path / "games"
    path.write_bytes(make(kind, lichess_text()))
    assert rows(path, threads=threads) == EXPECTED
    assert rows(path.read_bytes(), threads=threads) == EXPECTED
    with path.open("rb") as file:
        assert rows(file, threads=threads) == EXPECTED


class Slow:
    """A binary file that returns a few bytes at a time and does not support seeking."""

    def __init__(self, data: bytes, size: int) -> None:
        self.data, self.size, self.at = data, size, 0

    def read(self, n: int = -1) -> bytes:
        part = self.data[self.at : self.at + min(self.size, n)]
        self.at += len(part)
        return part


@pytest.mark.parametrize("kind", KINDS)
def test_files_may_give_less_than_they_are_asked_for(kind: str) -> None:
    text = lichess_text()[:60_000]
    expected = rows(text)
    for size in (1, 7, 1000) if kind in ("plain", "zstd frames") else (997,):
        assert rows(Slow(make(kind, text, 10_000), size)) == expected


@pytest.mark.parametrize("kind", ["gzip", "bz2", "xz", "zstd", "pzstd"])
def test_archives_of_nothing(kind: str) -> None:
    assert rows(make(kind, b"")) == []


def test_padding_after_an_archive() -> None:
    for kind in ("gzip", "bz2", "xz"):
        assert rows(make(kind, b"1. e4 *\n") + b"\0" * 512) == rows(b"1. e4 *\n")


@pytest.mark.parametrize("source", [b"", b"\n\n", bytearray(b"\xef\xbb\xbf")])
def test_sources_without_games(source: Any) -> None:
    assert rows(source) == []


def test_buffers() -> None:
    text = lichess_text()[:50_000]
    expected = rows(text)
    for buffer in (bytearray(text), memoryview(text), array.array("B", text)):
        assert rows(buffer) == expected


def test_lists_and_patterns(tmp_path: Path) -> None:
    for i, name in enumerate(("b.pgn", "a.pgn", "c.pgn.gz")):
        text = f'[White "{i}"]\n\n1. e4 *'.encode()  # without a final newline: the next file still begins a new game
        (tmp_path / name).write_bytes(make("gzip", text) if name.endswith("gz") else text)
    names = [row["White"] for row in rows(str(tmp_path / "*.pgn*"))]
    assert names == ["1", "0", "2"]
    assert [r["White"] for r in rows([tmp_path / "c.pgn.gz", b'[White "x"]\n\n*', str(tmp_path / "*.pgn")])] == [
        "2",
        "x",
        "1",
        "0",
    ]
    (tmp_path / "[1].pgn").write_bytes(b'[White "brackets"]\n\n*')
    assert [r["White"] for r in rows(str(tmp_path / "[1].pgn"))] == ["brackets"]


def test_wrong_sources(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="no file matches"):
        bd.scan_pgn(str(tmp_path / "*.pgn"))
    with pytest.raises(FileNotFoundError):
        rows(tmp_path / "none.pgn")
    with pytest.raises(TypeError, match="source must be a path"):
        bd.scan_pgn(17)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="opened in binary mode"):
        rows(io.StringIO("1. e4 *"))
    with pytest.raises(bd.ArchiveError, match="the archive is corrupt"):
        rows(b"\xfd7zXZ\x00rest of the archive")


def test_a_file_object_is_read_from_where_it_stands() -> None:
    file = io.BytesIO(b"junk 1. e4 *\n")
    file.seek(5)
    scan = bd.scan_pgn(file, columns=["ply_count"])
    assert scan.count() == 1 and scan.count() == 1
    assert scan.read()["ply_count"].tolist() == [1]
    once = bd.scan_pgn(Slow(b"1. e4 *\n", 100))
    assert once.count() == 1
    with pytest.raises(ValueError, match="cannot seek"):
        once.count()


# ---- Damaged archives.


def test_our_own_sample() -> None:
    assert rows(ARCHIVE) == EXPECTED
    assert [len(rows(shard)) for shard in bd.list_shards(ARCHIVE, target_bytes=10_000)] == [999]


@pytest.mark.parametrize("kind", ["gzip", "bz2", "xz", "zstd", "zstd frames", "pzstd"])
@pytest.mark.parametrize("threads", [1, 2])
def test_a_truncated_archive_gives_what_could_be_read(kind: str, threads: int, tmp_path: Path) -> None:
    path = tmp_path / "games.pgn.archive"
    data = make(kind, lichess_text())
    path.write_bytes(data[: len(data) * 2 // 3])
    found: list[dict[str, Any]] = []
    with pytest.raises(
        bd.ArchiveError, match=rf"{path.name}: the archive is cut off at byte {len(data) * 2 // 3} of the file"
    ):
        for games in bd.scan_pgn(path, columns=COLUMNS, threads=threads, batch_size=100):
            found += [games.row(i) for i in range(len(games))]
    assert found == EXPECTED[: len(found)]
    assert len(found) > (400 if kind != "zstd" else 100)  # zstd returns only complete blocks


@pytest.mark.parametrize("kind", ["gzip", "bz2", "zstd frames", "pzstd"])
def test_a_corrupt_archive_gives_what_could_be_read(kind: str) -> None:
    data = bytearray(make(kind, lichess_text()))
    middle = len(data) * 2 // 3
    data[middle : middle + 50] = bytes(range(50))
    found: list[dict[str, Any]] = []
    with pytest.raises(
        bd.ArchiveError, match=r"<bytes>: the archive is corrupt at byte \d+ of the file, after \d+ bytes"
    ):
        for games in bd.scan_pgn(data, columns=COLUMNS, batch_size=100):
            found += [games.row(i) for i in range(len(games))]
    # gzip has a single checksum at the end, so text before it may be wrong.
    assert len(found) > 300 and (kind == "gzip" or found == EXPECTED[: len(found)])


def test_an_error_of_a_file_is_raised_as_it_is() -> None:
    class Broken(Slow):
        def read(self, n: int = -1) -> bytes:
            if self.at > 100_000:
                raise ConnectionResetError("the line is dead")
            return super().read(n)

    with pytest.raises(ConnectionResetError, match="the line is dead"):
        bd.read_pgn(Broken(lichess_text(), 4096))


# ---- Shards.


def test_shards_are_tuples() -> None:
    shard = bd.Shard("games.pgn", 3, 9)
    assert pickle.loads(pickle.dumps(shard)) == shard == bd.Shard(*json.loads(json.dumps(shard)))


SHARD_COLUMNS = ["offset", "White", "ply_count", "moves", "error", "movetext"]


def read(shards: Any, threads: int = 1) -> list[dict[str, Any]]:
    games = bd.read_pgn(shards, columns=SHARD_COLUMNS, threads=threads)
    return [games.row(i) for i in range(len(games))]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("target", [1, 3_000, 50_000, 1 << 30])
def test_shards_give_the_rows_of_the_file(kind: str, target: int, tmp_path: Path) -> None:
    text = lichess_text()[:200_000]
    path = tmp_path / "games"
    path.write_bytes(make(kind, text, 9_000))
    if kind == "plain" and target == 1:
        target = 997
    shards = bd.list_shards(path, target_bytes=target)
    assert shards[0].start == 0 and shards[-1].end == path.stat().st_size
    assert all(a.end == b.start for a, b in zip(shards, shards[1:]))
    if kind in ("plain", "zstd frames", "pzstd") and target < 5_000:
        assert len(shards) > 5
    if kind in ("gzip", "bz2", "zstd") or target == 1 << 30:
        assert len(shards) == 1
    whole = read(path)
    assert len(whole) == text.count(b"[Event ")
    assert [row for shard in shards for row in read(shard)] == whole
    assert read(shards, threads=3) == whole  # all shards in one scan
    assert bd.list_shards(path, target_bytes=target, one_piece=True) == [bd.Shard(str(path), 0, path.stat().st_size)]


def test_every_cut_around_a_marker(tmp_path: Path) -> None:
    """Try every way to cut a file into two shards, with LF and with CRLF line ends."""
    for newline in (b"\n", b"\r\n"):
        games = [b'[White "%d"]\n\n1. e4 { c } e5\n2. Nf3 *\n' % i for i in range(3)]
        text = b"\n".join(games).replace(b"\n", newline)
        path = tmp_path / "games.pgn"
        path.write_bytes(text)
        whole = read(path)
        assert [r["White"] for r in whole] == ["0", "1", "2"]
        for cut in range(len(text) + 1):
            parts = [bd.Shard(str(path), 0, cut), bd.Shard(str(path), cut, len(text))]
            assert [row for p in parts for row in read(p)] == whole, cut
            assert read(parts) == whole, cut


def test_random_cuts(tmp_path: Path) -> None:
    import random

    random.seed(17)
    text = lichess_text()[:40_000]
    path = tmp_path / "games.pgn"
    path.write_bytes(text)
    whole = read(path)
    for _ in range(150):
        cuts = sorted(random.choices(range(len(text) + 1), k=random.choice([1, 2, 5, 40])))
        ends = [0, *cuts, len(text)]
        parts = [bd.Shard(str(path), a, b) for a, b in zip(ends, ends[1:])]
        assert read(parts, threads=random.choice([1, 2])) == whole, cuts


def test_a_shard_may_have_exactly_the_requested_size(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn.zst"
    path.write_bytes(make("pzstd", lichess_text()[:30_000], 9_000))
    first = bd.list_shards(path, target_bytes=1)[0]
    assert bd.list_shards(path, target_bytes=first.end)[0] == first
    assert bd.list_shards(path, target_bytes=first.end + 1)[0].end > first.end


@pytest.mark.parametrize("size", range(240, 330))
def test_frames_cut_anywhere(size: int, tmp_path: Path) -> None:
    path = tmp_path / "games.pgn.zst"
    path.write_bytes(make("pzstd", lichess_text()[:3_000], size))
    whole = read(path)
    assert [row for shard in bd.list_shards(path, target_bytes=1) for row in read(shard)] == whole


def test_frames_with_and_without_checksums_and_sizes(tmp_path: Path) -> None:
    from support.archives import zstd

    z = zstd()
    text = lichess_text()[:30_000]
    data = b""
    for i, at in enumerate(range(0, len(text), 5_000)):
        options = {z.CompressionParameter.checksum_flag: i & 1, z.CompressionParameter.content_size_flag: i >> 1 & 1}
        data += z.compress(text[at : at + 5_000], options=options)
    data += z.compress(b"\n" * 300_000)  # run-length blocks
    path = tmp_path / "games.pgn.zst"
    path.write_bytes(data)
    shards = bd.list_shards(path, target_bytes=1)
    assert len(shards) == 7
    assert [row for shard in shards for row in read(shard)] == read(path)


def test_offsets_of_archives_name_the_frame(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn.zst"
    text = lichess_text()[:30_000]
    path.write_bytes(make("pzstd", text, 4_000))
    offsets = [row["offset"] for row in read(path)]
    assert offsets == sorted(set(offsets))
    data = path.read_bytes()
    for offset in offsets:
        frame, inside = offset >> 26, offset & (1 << 26) - 1
        assert data[frame : frame + 4] == b"\x28\xb5\x2f\xfd" and inside < 4_000


def test_wrong_shards(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="target_bytes must be at least 1"):
        bd.list_shards(tmp_path, target_bytes=0)
    with pytest.raises(OSError):
        bd.list_shards(tmp_path / "none")


def test_games_and_positions_of_one_file_object() -> None:
    file = io.BytesIO(b"1. e4 e5 *\n\n1. d4 *\n")
    scan = bd.scan_pgn(file)
    positions = scan.positions()
    assert [scan.count(), positions.count(), len(scan.read()), len(scan.positions().read())] == [2, 5, 2, 5]


@pytest.mark.skipif(os.name == "nt", reason="POSIX pipes")
def test_pipes_are_read_once_and_not_split(tmp_path: Path) -> None:
    pipe = tmp_path / "games.pgn"
    os.mkfifo(pipe)
    text = b"1. e4 *\n\n" * 3_000

    def write() -> None:
        with pipe.open("wb") as file:
            file.write(text)

    thread = threading.Thread(target=write)
    thread.start()
    scan = bd.scan_pgn(pipe)
    assert scan.count() == 3_000
    thread.join()
    with pytest.raises(ValueError, match="is a pipe that has been read, so it cannot be scanned again"):
        scan.count()
    with pytest.raises(ValueError, match="cannot be split; pass its path to scan_pgn"):
        bd.list_shards(pipe)


def test_texts_of_any_compression(tmp_path: Path) -> None:
    text = "\ufeffà\r\nb\n" + "c" * 3_000_000 + "\n"
    packed = {"": bytes, "gz": gzip.compress, "bz2": bz2.compress, "xz": lzma.compress}
    for name, compress in packed.items():
        path = tmp_path / f"text.{name}"
        path.write_bytes(compress(text.encode()))
        with open_text(path) as file:
            assert file.readline() == "à\n" and file.read() == "b\n" + "c" * 3_000_000 + "\n"
        assert file.buffer.raw.closed
    (tmp_path / "cut").write_bytes(gzip.compress(os.urandom(10_000))[:-9])
    with pytest.raises(bd.ArchiveError, match="cut off"), open_text(tmp_path / "cut") as file:
        file.read()
