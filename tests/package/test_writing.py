"""Tests of how files are written: every writer replaces a file only by a complete one, and leaves nothing else behind."""

from __future__ import annotations

import os
import stat
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import bitrook.batch
from bitrook import Board, analysis, explorer, nnue, polyglot
from bitrook._files import NAME_BYTES, refuse_inputs, replacing, shortened, write_file

POSIX = pytest.mark.skipif(os.name == "nt", reason="POSIX permissions, devices and file names")
GAME = b'[White "A"]\n[Black "B"]\n\n1. e4 { [%eval 0.3] } e5 { [%eval 0.2] } 1-0\n\n'
NETWORK = nnue.Network.from_bytes(bytes(2 * (771 * 8 + 1)), hidden=8)


def book(path: Any) -> None:
    polyglot.make_book(GAME, path, min_games=1)


def merged(path: Any) -> None:
    source = Path(os.fsdecode(path)).parent / "source.bin"
    if not source.exists():
        polyglot.make_book(GAME, source, min_games=1)
    polyglot.merge_books([source], path)


def drawn(path: Any) -> None:
    import io

    from bitrook import pgn

    pytest.importorskip("matplotlib")
    game = pgn.read_game(io.StringIO(GAME.decode()))
    assert game is not None
    analysis.chart([analysis.report(game)], path)


WRITERS: dict[str, Callable[[Any], object]] = {
    "network.nnue": NETWORK.save,
    "book.bin": book,
    "merged.bin": merged,
    "page.html": lambda path: explorer.explore(None, path),
    "positions.marlin": lambda path: bitrook.batch.write_positions(
        path, bitrook.batch.read_positions(Board().packed(), "binary_fen")
    ),
    "report.svg": drawn,
}


@pytest.fixture(autouse=True)
def without_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bitrook._explore._open", lambda path: True)


@pytest.mark.parametrize("name", WRITERS)
def test_every_writer_replaces_a_file_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    write, target = WRITERS[name], tmp_path / name
    write(target)
    whole, names = target.read_bytes(), sorted(os.listdir(tmp_path))
    assert whole
    target.write_bytes(b"before")
    if os.name != "nt":
        target.chmod(0o640)
        link = tmp_path / "link"
        link.with_suffix(target.suffix).symlink_to(target)
        write(link.with_suffix(target.suffix))
        assert link.with_suffix(target.suffix).is_symlink() and stat.S_IMODE(target.stat().st_mode) == 0o640
        link.with_suffix(target.suffix).unlink()
        assert target.read_bytes() == whole
        target.write_bytes(b"before")

    def fail(*_: object, **__: object) -> None:
        raise OSError(5, "the replacement fails")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(OSError, match="the replacement fails") as caught:
        write(target)
    assert os.fspath(caught.value.filename) == os.fspath(target)
    assert target.read_bytes() == b"before" and sorted(os.listdir(tmp_path)) == names


@POSIX
@pytest.mark.parametrize("name", ["network.nnue", "book.bin", "merged.bin"])
def test_paths_that_are_bytes(tmp_path: Path, name: str) -> None:
    path = os.fsencode(tmp_path) + b"/\xff" + name.encode()
    WRITERS[name](path)
    assert os.path.getsize(path) > 0


@POSIX
def test_a_full_disk_leaves_nothing(tmp_path: Path) -> None:
    if not os.path.exists("/dev/full"):
        pytest.skip("no /dev/full")
    for name in ("network.nnue", "book.bin", "merged.bin", "positions.marlin"):
        link = tmp_path / f"{name}.link"
        link.symlink_to("/dev/full")
        with pytest.raises(OSError):
            WRITERS[name](link if name != "positions.marlin" else _renamed(link, "full.marlin"))
    assert all(path.is_symlink() or path.name == "source.bin" for path in tmp_path.iterdir())


def _renamed(link: Path, name: str) -> Path:
    return link.rename(link.with_name(name))


def test_an_earlier_error_is_not_hidden(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OSError("hidden")

    path = tmp_path / "x"
    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", fail)
        with pytest.raises(KeyError, match="first"), replacing(path, keep=(KeyError,)):
            raise KeyError("first")
    assert os.listdir(tmp_path) == []
    with pytest.raises(KeyError), replacing(path, keep=(KeyError,)) as part:
        Path(part).write_text("some")
        raise KeyError
    with pytest.raises(ValueError), replacing(path, keep=(KeyError,)) as part:
        Path(part).write_text("none")
        raise ValueError
    assert path.read_text() == "some" and os.listdir(tmp_path) == ["x"]


def test_writers_of_the_same_path_do_not_meet(tmp_path: Path) -> None:
    path, failed = tmp_path / "x", []
    texts = [bytes([65 + i]) * 100_000 for i in range(8)]

    def write(text: bytes) -> None:
        for _ in range(20):
            try:
                write_file(path, text)
            except OSError as error:
                failed.append(error)

    threads = [threading.Thread(target=write, args=(text,)) for text in texts]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        if path.exists() and os.name != "nt":
            assert path.read_bytes() in texts
    assert os.name == "nt" or not failed
    assert path.read_bytes() in texts and os.listdir(tmp_path) == ["x"]


@POSIX
@pytest.mark.parametrize("where", ["", "folder", "folder/", "none/", "none/x", "file/x", "locked/x", "read-only"])
def test_errors_name_the_path(tmp_path: Path, where: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("x")
    (tmp_path / "locked").mkdir(mode=0o500)
    (tmp_path / "read-only").write_text("x")
    (tmp_path / "read-only").chmod(0o400)
    if where in ("locked/x", "read-only") and os.geteuid() == 0:
        pytest.skip("root may write everywhere")
    path = f"{tmp_path}/{where}"
    with pytest.raises(OSError) as caught:
        write_file(path, b"new")
    assert caught.value.filename == path and caught.value.errno


@POSIX
def test_devices_and_pipes_are_not_replaced(tmp_path: Path) -> None:
    write_file(os.devnull, b"x")
    assert stat.S_ISCHR(os.stat(os.devnull).st_mode)
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    found: list[bytes] = []
    reader = threading.Thread(target=lambda: found.append(pipe.read_bytes()))
    reader.start()
    write_file(pipe, "text")
    reader.join(10)
    assert found == [b"text"] and os.listdir(tmp_path) == ["pipe"]


@POSIX
def test_dangling_links_and_long_names(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "target")
    write_file(tmp_path / "link", b"x")
    assert (tmp_path / "target").read_bytes() == b"x"
    umask = os.umask(0o022)
    os.umask(umask)
    assert stat.S_IMODE((tmp_path / "target").stat().st_mode) == 0o666 & ~umask
    for name in ("x" * NAME_BYTES, "é" * (NAME_BYTES // 2), "😀" * (NAME_BYTES // 4)):
        write_file(tmp_path / name, b"x")
        assert (tmp_path / name).read_bytes() == b"x"
    assert shortened("\udcff\udcff", 4) == "" and shortened("", 3) == ""


def test_an_output_that_is_an_input_is_refused(tmp_path: Path) -> None:
    one, other = tmp_path / "one.pgn", tmp_path / "other.pgn"
    one.write_bytes(GAME)
    (tmp_path / "link").symlink_to(one)
    with pytest.raises(ValueError, match="also an input file; choose another output: .*link"):
        refuse_inputs([b"", other, one, object()], tmp_path / "link")
    refuse_inputs([one], other)
    refuse_inputs([one], None)
    for source in (one, [str(one)], str(tmp_path / "*.pgn")):
        with pytest.raises(ValueError, match="also an input file"):
            polyglot.make_book(source, one)
    assert one.read_bytes() == GAME
