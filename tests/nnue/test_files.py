"""Network files: formats, the detection of shapes, and errors that identify other files."""

from __future__ import annotations

import copy
import os
import pickle
import struct
import sys
from pathlib import Path
from typing import Any

import pytest
from support import children, positions
from support.slow_networks import Simple

from bitrook import Board
from bitrook.nnue import Network, load

FENS = positions.random_fens(20)


def scores(network: Network) -> list[int]:
    return [network.evaluate(Board(fen)) for fen in FENS]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A network file in bitrook's format."""
    path = tmp_path / "network.brn"
    simple = Simple(16, 2).randomize(1)
    Network.from_bytes(simple.plain(), **simple.shape()).save(path)
    return path


def test_every_form_gives_the_same_network(simple: Simple, tmp_path: Path) -> None:
    network = Network.from_bytes(simple.plain(), **simple.shape())
    network.save(tmp_path / "network.brn")
    network.save(tmp_path / "network.bin", format="plain")
    assert (tmp_path / "network.bin").read_bytes() == simple.plain()
    mapped, plain = load(tmp_path / "network.brn"), load(tmp_path / "network.bin", **simple.shape())
    pickled = pickle.loads(pickle.dumps(network))
    facts = {key: value for key, value in network.info.items() if key != "mapped"}
    for other in (mapped, plain, pickled, copy.copy(network), copy.deepcopy(network)):
        assert scores(other) == scores(network)
        assert {key: value for key, value in other.info.items() if key != "mapped"} == facts
    assert not any(other.info["mapped"] for other in (mapped, plain, pickled))
    assert {name: list(value) if name == "king_buckets" else value for name, value in facts.items()}.items() >= (
        simple.shape().items()
    )
    mapped.save(tmp_path / "network.brn")  # replaces the file that it maps
    assert scores(mapped) == scores(load(tmp_path / "network.brn"))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["network.bin", "network.brn"]


def test_stockfish_network_keeps_its_integers(stockfish_file: Path, tmp_path: Path) -> None:
    network = load(stockfish_file)
    network.save(tmp_path / "network.brn")
    mapped = load(tmp_path / "network.brn")
    assert [mapped.raw(Board(fen)) for fen in FENS] == [network.raw(Board(fen)) for fen in FENS]
    assert mapped.info | {"mapped": False} == network.info
    assert mapped.info["architecture"] == "stockfish-15.1" and "Stockfish" in mapped.architecture
    with pytest.raises(ValueError, match="have a plain form"):
        network.save(tmp_path / "network.bin", format="plain")


@pytest.fixture
def large_file(tmp_path: Path) -> Path:
    path = tmp_path / "large.brn"
    Network.from_bytes(bytes(2 * (771 * 4096 + 1)), hidden=4096).save(path)
    return path


def test_only_large_files_are_mapped(file: Path, large_file: Path) -> None:
    small, large = load(file), load(large_file)
    assert (small.info["mapped"], large.info["mapped"]) == (False, True)
    assert file.stat().st_size < 4 << 20 <= large_file.stat().st_size
    large.save(large_file)  # replaces the file that it maps
    assert scores(large) == scores(load(large_file))
    expected = scores(small)
    with file.open("r+b") as overwritten:
        overwritten.truncate(0)
    assert scores(small) == expected


@pytest.mark.skipif(sys.platform in ("darwin", "win32"), reason="needs file names that are not text")
def test_paths_that_are_not_utf8(file: Path) -> None:
    place = bytes(file) + b"\xff"
    file.rename(os.fsdecode(place))
    expected = scores(load(place))
    assert scores(load(os.fsdecode(place))) == scores(load(Path(os.fsdecode(place)))) == expected
    with pytest.raises(FileNotFoundError, match="udcff.none"):
        load(place + b".none")


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_processes_share_a_mapped_file(large_file: Path) -> None:
    code = (
        "import sys, bitrook\n"
        "network = bitrook.nnue.load(sys.argv[1])\n"
        "lines = [line for line in open('/proc/self/maps') if line.rstrip().endswith(sys.argv[1])]\n"
        "print(len(lines), all(line.split()[1] == 'r--s' for line in lines), network.evaluate(bitrook.Board()))\n"
    )
    done = children.run("-c", code, str(large_file))
    assert done.stdout.split() == ["1", "True", str(load(large_file).evaluate(Board()))]


@pytest.mark.parametrize("padded", [True, False])
def test_the_shape_is_found_from_the_size(padded: bool) -> None:
    for simple in (Simple(128), Simple(256, 8), Simple(1024, mirrored=True), Simple(40, king_buckets=[*range(64)])):
        data = simple.randomize(2).plain()
        if not padded:
            data = data[: 2 * (simple.rows.size + simple.hidden + simple.weights.size + simple.output_buckets)]
        info = Network.from_bytes(data, king_buckets=simple.king_buckets, mirrored=simple.mirrored).info
        assert (info["hidden"], info["output_buckets"]) == (simple.hidden, simple.output_buckets)
    found = Network.from_bytes(Simple(37).randomize(1).plain(), hidden=37)
    assert found.architecture == "(768 -> 37)x2 -> 1, SCReLU"


def test_a_size_that_fits_several_shapes_is_an_error() -> None:
    data = Simple(24, 2).randomize(3).plain()
    ambiguous = Simple(1024, 4).randomize(3).plain()
    candidates = [(h, b) for b in (1, 2, 4, 8, 16, 32) for h in range(8, 4097, 8) if fits(h, b, len(ambiguous))]
    assert candidates == [(1032, 1), (1024, 4)]
    with pytest.raises(ValueError, match="size fits several networks; choose one: hidden=") as error:
        Network.from_bytes(ambiguous)
    for hidden, buckets in candidates:
        assert f"hidden={hidden} with output_buckets={buckets}" in str(error.value)
        info = Network.from_bytes(ambiguous, hidden=hidden, output_buckets=buckets).info
        assert (info["hidden"], info["output_buckets"]) == (hidden, buckets)
    with pytest.raises(ValueError, match=r"is not that of .* network with hidden=24 with output_buckets=3"):
        Network.from_bytes(data, hidden=24, output_buckets=3)


def fits(hidden: int, buckets: int, size: int) -> bool:
    exact = 2 * (768 * hidden + hidden + buckets * (2 * hidden + 1))
    return size in (exact, -(-exact // 64) * 64)


STOCKFISH_HEADER = struct.pack("<III", 0x7AF32F20, 0x1C102EF2, 5) + b"hello"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "begins with nothing, and its size, 0 bytes"),
        (b"PK\x03\x04 and so on", r"begins with 50 4B 03 04, and its size, 14 bytes, is not that of a \(768 -> H\)x2 -> 1"),
        (bytes(1 << 16), "its size, 65536 bytes"),
        (struct.pack("<III", 0x7AF32F20, 0x1C103A94, 0), "a Stockfish network of version 0x7AF32F20 with hash 0x1C103A94, which this version does"),
        (struct.pack("<III", 0x7AF32F16, 0x3E5AA6EE, 0), "a Stockfish network of version 0x7AF32F16 with hash 0x3E5AA6EE .Stockfish 12 or 13., which this version"),
        (struct.pack("<II", 0x7AF32F20, 0x1C102EF2), "a truncated Stockfish network: expected at least 12 bytes, got 8"),
        (STOCKFISH_HEADER, "a truncated Stockfish network: expected 4[0-9]{7} bytes, got 17"),
        (struct.pack("<III", 0x7AF32F20, 0x1C102EF2, 0xFFFFFFFF), "a truncated Stockfish network: expected 4[0-9]{9} bytes"),
        (b"BITROOKN", "a truncated bitrook network: expected at least 128 bytes, got 8"),
        (b"BITROOKN" + bytes(120), "a bitrook network of version 0, which this version does not support"),
    ],
)  # fmt: skip
def test_other_files_are_identified(data: bytes, message: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=message):
        Network.from_bytes(data)
    path = tmp_path / "other"
    path.write_bytes(data)
    with pytest.raises(ValueError, match=message) as error:
        load(path)
    assert str(error.value).startswith(f"{path}: ")


def test_damaged_stockfish_networks_are_errors(stockfish_file: Path, tmp_path: Path) -> None:
    data = bytearray(stockfish_file.read_bytes())
    stack = len(data) - (4 + 16 * 4 + 16 * 1024 + 32 * 4 + 32 * 32 + 4 + 32)
    for at in (12 + int.from_bytes(data[8:12], "little"), stack):
        data[at] ^= 1
        with pytest.raises(ValueError, match=f"a damaged Stockfish network: expected 0x[0-9A-F]{{8}} at offset {at}$"):
            Network.from_bytes(data)
        data[at] ^= 1
    for wrong in (data[:-1], data + b"\0"):
        with pytest.raises(ValueError, match="Stockfish network: expected 47001499 bytes, got 470(01498|01500)"):
            Network.from_bytes(wrong)


def test_every_damaged_byte_of_our_format_is_found(file: Path) -> None:
    data = file.read_bytes()
    for at in [*range(256), *range(256, len(data), 997)]:
        damaged = bytearray(data)
        damaged[at] ^= 0x10
        with pytest.raises(
            ValueError, match=r"a (damaged|truncated) bitrook network|bitrook network of version|not a netw"
        ):
            Network.from_bytes(damaged)
    for size in (0, 7, 8, 127, 128, len(data) - 1):
        with pytest.raises(ValueError, match="truncated bitrook network|not a network"):
            Network.from_bytes(data[:size])


def test_a_valid_checksum_does_not_make_a_file_valid(file: Path) -> None:
    data = file.read_bytes()
    for offset, value, message in (
        (12, 99, "unknown kind"), (12, 1, "wrong size"), (16, 0, "hidden must be"), (16, 5000, "hidden must be"), (20, 2, "unknown activation"),
        (24, 0, "output_buckets"), (24, 33, "output_buckets"), (32, 0, "qa must be"), (36, 1 << 31, "qb must be"),
        (40, 100_001, "scale"), (44, (1 << 16) + 1, "description is too long"), (44, 65, "wrong size"), (16, 64, "wrong size"),
        (64, 64, "king_buckets must be"),
    ):  # fmt: skip
        changed = data[:offset] + struct.pack("<I", value) + data[offset + 4 :]
        with pytest.raises(ValueError, match=f"a damaged bitrook network: .*{message}"):
            Network.from_bytes(with_checksum(changed))
    assert scores(Network.from_bytes(with_checksum(data))) == scores(load(file))


def with_checksum(data: bytes) -> bytes:
    total = 0xCBF29CE484222325
    for at in range(0, len(data), 8):
        word = 0 if at == 56 else int.from_bytes(data[at : at + 8], "little")
        total = (total ^ word) * 0x100000001B3 % 2**64
    return data[:56] + total.to_bytes(8, "little") + data[64:]


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"hidden": 0}, ValueError), ({"hidden": 4097}, ValueError), ({"hidden": "8"}, TypeError),
        ({"output_buckets": 33}, ValueError), ({"activation": "relu"}, ValueError), ({"qa": 0}, ValueError),
        ({"qb": 40000}, ValueError), ({"scale": 0}, ValueError), ({"king_buckets": [0] * 32}, ValueError),
        ({"king_buckets": [64] * 64}, ValueError), ({"king_buckets": [0.5] * 64}, TypeError),
    ],
)  # fmt: skip
def test_wrong_shapes_are_named(arguments: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error, match=next(iter(arguments))):
        Network.from_bytes(bytes(1000), **arguments)


def test_a_mirrored_table_can_have_32_items() -> None:
    table = [rank * 4 + file for rank in range(8) for file in range(4)]
    simple = Simple(
        8, king_buckets=[rank * 4 + min(file, 7 - file) for rank in range(8) for file in range(8)], mirrored=True
    )
    data = simple.randomize(4).plain()
    network = Network.from_bytes(data, hidden=8, output_buckets=1, king_buckets=table, mirrored=True)
    assert scores(network) == [simple.evaluate(Board(fen)) for fen in FENS]


def test_files_that_cannot_be_read_or_written(file: Path, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as missing:
        load(tmp_path / "missing")
    assert missing.value.filename == str(tmp_path / "missing")
    with pytest.raises(IsADirectoryError):
        load(tmp_path)
    network = load(file)
    with pytest.raises(FileNotFoundError):
        network.save(tmp_path / "no folder" / "network.brn")
    with pytest.raises(ValueError, match="format must be"):
        network.save(file, format="onnx")
    with pytest.raises(TypeError, match="networks are read from files"):
        Network()
