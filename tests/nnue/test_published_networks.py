"""Stockfish's published networks: known integers, and the engines themselves under node.

Set BITROOK_NETWORKS to a folder that ``python scripts/stockfish_networks.py FOLDER --keep`` has filled, and run
``pytest -m slow tests/nnue/test_published_networks.py``. Without it, the tests are skipped: the networks are not ours to
distribute.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support import positions

from bitrook import Board, search
from bitrook.batch import Boards
from bitrook.nnue import Network, load

FOLDER = os.environ.get("BITROOK_NETWORKS", "")
KNOWN: Any = json.loads((Path(__file__).parents[1] / "files" / "stockfish_networks.json").read_text())
ENGINES = {
    "sf16": "16.0.0/node_modules/stockfish/src/stockfish-nnue-16-single.js",
    "sf17.1": "17.1.0/node_modules/stockfish/src/stockfish-17.1-single-*.js",
    "sf17.1-lite": "17.1.0/node_modules/stockfish/src/stockfish-17.1-lite-single-*.js",
    "sf18": "18.0.8/node_modules/stockfish/bin/stockfish-18-single.js",
    "sf19": "19.0.0/node_modules/stockfish/bin/stockfish-19-single.js",
    "sf19-lite": "19.0.0/node_modules/stockfish/bin/stockfish-19-lite-single.js",
}

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not FOLDER, reason="BITROOK_NETWORKS is not set")]


@pytest.fixture(scope="module", params=KNOWN["networks"])
def name(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture(scope="module")
def network(name: str) -> Network:
    path = Path(FOLDER, f"{name}.nnue")
    if not path.exists():
        pytest.skip(f"{path} does not exist")
    return load(path, version=name[2:].split("-")[0])


def unit_of(name: str, psqt: int, positional: int) -> int:
    return int((psqt + positional) / 16) if name == "sf16" else int(psqt / 16) + int(positional / 16)


def test_known_integers(name: str, network: Network, tmp_path: Path) -> None:
    boards = [Board(fen) for fen in KNOWN["positions"]]
    known = KNOWN["networks"][name]["values"]
    network.save(tmp_path / "network.brn")
    saved = load(tmp_path / "network.brn")
    for board, bucket, (value, psqt, positional) in zip(boards, KNOWN["bucket"], known, strict=True):
        expected = (bucket, tuple(psqt), tuple(positional))
        assert network.raw(board) == expected and saved.raw(board) == expected, board.fen()
        assert network.raw(board.mirror()) == expected, board.fen()
        assert network.evaluate(board, unit="internal") == value, board.fen()
        for move in board.list_legal_moves()[:8]:  # through moves that are made and unmade
            board.push(move)
            raw = network.raw(board)
            expected_value = unit_of(name, raw.psqt[raw.bucket], raw.positional[raw.bucket])
            assert network.evaluate(board, unit="internal") == expected_value, board.fen()
            board.pop()
            assert network.evaluate(board, unit="internal") == value, board.fen()
    values = [value for value, _, _ in known]
    assert network.evaluate(Boards(boards), unit="internal").tolist() == values
    assert network.evaluate(Boards(boards), unit="internal", threads=2).tolist() == values


def test_searches(network: Network) -> None:
    for fen in KNOWN["positions"][:4]:
        native = search.Search(network).run(Board(fen), depth=4)
        called = search.Search(lambda board: network.evaluate(board)).run(Board(fen), depth=4)
        assert (native.lines, native.nodes) == (called.lines, called.nodes)


# Run by node, the build of version 16 prints its name and takes no commands, so this program passes them on.
PASS_COMMANDS = """
const engine = process.argv[1];
require(engine)()({locateFile: f => f.endsWith(".wasm") ? engine.replace(".js", ".wasm") : f}).then(stockfish => {
  stockfish.addMessageListener(line => console.log(line));
  require("readline").createInterface({input: process.stdin}).on("line", line => stockfish.onCustomMessage(line));
  stockfish.onCustomMessage("setoption name Use NNUE value true");
});
"""


def printed(engine: Path, boards: list[Board]) -> Iterator[str]:
    """Yield what the engine's ``eval`` prints for each board."""
    command = ["node", "-e", PASS_COMMANDS, str(engine)] if "nnue-16" in engine.name else ["node", engine.name]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=engine.parent
    ) as process:
        assert process.stdin and process.stdout
        for board in boards:
            process.stdin.write(f"position fen {board.fen()}\neval\nisready\n")
            process.stdin.flush()
            yield "".join(iter(process.stdout.readline, "readyok\n"))
        process.stdin.write("quit\n")
        process.stdin.flush()
        process.kill()


ROW = re.compile(
    r"^\|\s+(\d)\s+\|\s*([-+ ]?\s*[\d.]+)\s*\|\s*([-+ ]?\s*[\d.]+)\s*\|\s*([-+ ]?\s*[\d.]+)\s*\|(.*)$", re.M
)


def test_the_engine_prints_the_same(name: str, network: Network) -> None:
    """Compare all values in the tables of 200 positions, in pawns with two decimals as the engine prints them."""
    found = sorted(Path(FOLDER, "npm").glob(ENGINES.get(name, "none")))
    if not found or not shutil.which("node"):
        pytest.skip(f"there is no engine for {name}: run scripts/stockfish_networks.py with --keep, and install node")
    boards = [board for fen in positions.random_fens(260, seed=19) if not (board := Board(fen)).is_check()][:200]
    compared = 0
    for board, text in zip(boards, printed(found[0], boards), strict=True):
        rows = ROW.findall(text)
        assert len(rows) == 8, text
        raw = network.raw(board)
        unit = network.evaluate(board, unit="internal")
        if internal := re.search(r"NNUE evaluation\s+(-?\d+) \(side to move, internal units\)", text):
            assert int(internal[1]) == unit, board.fen()
        for bucket, psqt, positional, total, rest in rows:
            b = int(bucket)
            parts = int(raw.psqt[b] / 16), int(raw.positional[b] / 16)
            values = (*parts, sum(parts))
            scale = pawn(network.info["version"], board)
            for cell, value in zip((psqt, positional, total), values, strict=True):
                # The printed value has two decimals, and the versions differ in how they round it.
                assert abs(float(cell.replace(" ", "")) - value / scale) < 0.0101, (board.fen(), bucket, cell, value)
                compared += 1
            assert ("used" in rest) == (b == raw.bucket)
        assert abs(network.evaluate(board) - 100 * unit / scale) <= 1
    assert compared == 24 * len(boards)


def pawn(version: str, board: Board) -> float:
    """Return the value of a pawn in internal units, from two evaluations of the definition in Python."""
    from support.slow_networks import VERSIONS, pieces_of

    a = VERSIONS[version].pawn
    if len(a) == 1:
        return a[0]
    m = max(17, min(78, sum((1, 3, 3, 5, 9, 0)[kind] for _, _, kind in pieces_of(board)))) / 58
    return ((a[0] * m + a[1]) * m + a[2]) * m + a[3]
