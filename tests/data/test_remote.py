"""Tests for paths with a scheme: fsspec's memory and HTTP file systems, read by ranges in each process."""

from __future__ import annotations

import multiprocessing
import re
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from support.archives import KINDS, make
from support.column_oracle import lichess_text

import bitrook.data as bd
from bitrook.data._source import Blocks

fsspec = pytest.importorskip("fsspec")
TEXT = lichess_text()[:300_000]
COLUMNS = ["offset", "White", "ply_count", "moves", "error"]


def rows(source: Any, **options: Any) -> list[dict[str, Any]]:
    games = bd.read_pgn(source, columns=COLUMNS, **options)
    return [games.row(i) for i in range(len(games))]


class RangeServer:
    """Serves files at ``url + name`` while the context is open; *requests* contains tuples (name, start, end)."""

    def __init__(self, files: dict[str, bytes], *, ranges: bool = True) -> None:
        requests: list[tuple[str, int, int]] = []
        self.requests = requests

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *words: Any) -> None:
                pass

            def answer(self, status: int, data: bytes, **headers: str) -> None:
                self.send_response(status)
                self.send_header("Content-Length", str(len(data)))
                self.send_header("Accept-Ranges", "bytes" if ranges else "none")
                for name, value in headers.items():
                    self.send_header(name.replace("_", "-"), value)
                self.end_headers()
                if self.command != "HEAD":
                    self.wfile.write(data)

            def do_GET(self) -> None:
                name = self.path.removeprefix("/")
                if name not in files:
                    return self.answer(404, b"no such file")
                data = files[name]
                asked = re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range", ""))
                if asked is None or not ranges:
                    if self.command == "GET":
                        requests.append((name, 0, len(data)))
                    return self.answer(200, data)
                start, end = int(asked[1]), min(int(asked[2] or len(data) - 1) + 1, len(data))
                if self.command == "GET":
                    requests.append((name, start, end))
                if start >= len(data):
                    return self.answer(416, b"", Content_Range=f"bytes */{len(data)}")
                return self.answer(206, data[start:end], Content_Range=f"bytes {start}-{end - 1}/{len(data)}")

            do_HEAD = do_GET

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/"
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True)

    def __enter__(self) -> RangeServer:
        self.thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()


@pytest.fixture
def memory() -> Iterator[Any]:
    """Yield the file system of ``memory://``, and empty it after the test."""
    system = fsspec.filesystem("memory")
    yield system
    system.store.clear()


@pytest.mark.parametrize("kind", KINDS)
def test_memory(kind: str, memory: Any) -> None:
    data = make(kind, TEXT, 20_000)
    memory.pipe_file("/month/games", data)
    url = "memory://month/games"
    whole = rows(data)
    assert rows(url) == whole == rows(url, threads=2)
    for target in (997, 30_000, 1 << 30):
        shards = bd.list_shards(url, target_bytes=target)
        assert (shards[0].path, shards[0].start, shards[-1].end) == (url, 0, len(data))
        assert all(a.end == b.start for a, b in zip(shards, shards[1:]))
        assert (len(shards) > 2) == (target < 50_000 and kind in ("plain", "pzstd")), (target, len(shards))
        assert [row for shard in shards for row in rows(shard)] == whole
        assert rows(shards) == whole
    assert bd.list_shards(url, target_bytes=997, one_piece=True) == [bd.Shard(url, 0, len(data))]


def test_shards_behind_a_scheme_are_those_of_a_file(memory: Any, tmp_path: Any) -> None:
    for kind in ("plain", "pzstd", "gzip"):
        path = tmp_path / kind
        path.write_bytes(make(kind, TEXT, 20_000))
        memory.pipe_file(f"/{kind}", path.read_bytes())
        local = bd.list_shards(path, target_bytes=9_000)
        assert [s[1:] for s in bd.list_shards(f"memory://{kind}", target_bytes=9_000)] == [s[1:] for s in local]


def test_patterns(memory: Any) -> None:
    for name in ("b.pgn", "a.pgn", "c.txt", "[1].pgn"):
        memory.pipe_file(f"/some/{name}", b'[White "%s"]\n\n1. e4 *\n' % name.encode())
    assert [r["White"] for r in rows("memory://some/?.pgn")] == ["a.pgn", "b.pgn"]
    assert [r["White"] for r in rows("memory://some/[1].pgn")] == ["[1].pgn"]
    with pytest.raises(FileNotFoundError, match=r"no file matches 'memory://some/\*\.zst'"):
        bd.scan_pgn("memory://some/*.zst")
    with pytest.raises(FileNotFoundError):
        rows("memory://some/none.pgn")


def test_a_cut_off_file(memory: Any) -> None:
    memory.pipe_file("/games.pgn", TEXT)
    shards = bd.list_shards("memory://games.pgn", target_bytes=100_000)
    memory.pipe_file("/games.pgn", TEXT[:150_000])
    assert rows(shards[0]) == rows(TEXT)[: len(rows(shards[0]))]
    with pytest.raises(bd.ArchiveError, match="memory://games.pgn: the file is cut off: it ends before byte"):
        rows(shards[1])


def test_progress_knows_the_size(memory: Any) -> None:
    memory.pipe_file("/games.pgn", TEXT)
    seen: list[tuple[int, int, int]] = []
    blocks = Blocks(["memory://games.pgn"], lambda *numbers: seen.append(numbers), {})
    while blocks.read() is not None:
        blocks.go_on(3)
    assert seen[-1] == (len(TEXT), len(TEXT), 3)


def test_another_scheme_is_an_error_that_names_it() -> None:
    with pytest.raises(ValueError, match="nonsense"):
        rows("nonsense://games.pgn")


def test_without_fsspec(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fsspec", None)
    with pytest.raises(ImportError, match=r"s3://bucket/games\.pgn: .* pip install 'bitrook\[remote\]'"):
        bd.read_pgn("s3://bucket/games.pgn")


# ---- A server that supports ranges.


@pytest.mark.slow
def test_http_reads_ranges_only() -> None:
    pytest.importorskip("aiohttp")
    text = lichess_text()
    files = {"games.pgn": text, "games.pgn.zst": make("pzstd", text, 50_000)}
    with RangeServer(files) as server:
        for name, data in files.items():
            url = server.url + name
            shards = bd.list_shards(url, target_bytes=len(data) // 7)
            assert sum(end - start for _, start, end in server.requests) < 5_000  # only the frame headers
            assert 6 <= len(shards) <= 8
            server.requests.clear()
            assert [row for shard in shards for row in rows(shard)] == rows(data)
            assert all(asked == name and end - start < len(data) // 5 for asked, start, end in server.requests)
            # A shard reads past its end to complete its last game, with one small request.
            read = sum(end - start for _, start, end in server.requests)
            assert read < len(data) + len(shards) * 66_000
            server.requests.clear()
            assert rows(url, threads=2) == rows(data)
            server.requests.clear()
        with pytest.raises(FileNotFoundError):
            rows(server.url + "none.pgn")


def test_http_without_ranges() -> None:
    pytest.importorskip("aiohttp")
    with RangeServer({"games.pgn": TEXT}, ranges=False) as server:
        url = server.url + "games.pgn"
        assert rows(url) == rows(TEXT)
        with pytest.raises(OSError, match=r"games\.pgn: the server does not support ranges"):
            bd.list_shards(url)
        with pytest.raises(OSError, match=r"games\.pgn: the server does not support ranges"):
            rows(bd.Shard(url, 1000, 2000))


def count(shard: bd.Shard) -> int:
    return bd.scan_pgn(shard).count()


@pytest.mark.slow
@pytest.mark.parametrize("method", ["spawn", "fork"])
@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")  # about forks with threads, since Python 3.12
def test_each_process_opens_the_file(method: str) -> None:
    pytest.importorskip("aiohttp")
    if method not in multiprocessing.get_all_start_methods():
        pytest.skip(f"no {method} here")
    with RangeServer({"games.pgn": TEXT}) as server:
        shards = bd.list_shards(server.url + "games.pgn", target_bytes=100_000)
        with multiprocessing.get_context(method).Pool(2) as pool:
            assert pool.map(count, shards) == [count(shard) for shard in shards]
