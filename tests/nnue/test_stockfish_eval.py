"""Evaluations of Stockfish 15.1's network, compared with the output of the program's ``eval`` command."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from support import positions
from support.slow_networks import STOCKFISH

from bitrook import Board
from bitrook.nnue import load

ROW = re.compile(
    r"^\|  (\d)         \|  ([-+ ])\s*([\d.]+)   \|  ([-+ ])\s*([\d.]+)   \|  ([-+ ])\s*([\d.]+)   \|(.*)$"
)
POSITIONS = 1000


def printed(boards: list[Board]) -> list[list[tuple[bool, list[str]]]]:
    """Return, for each board and bucket, whether it is used and its material, positional and total values in pawns."""
    commands = [f"position fen {board.fen()}\neval\n" for board in boards]
    assert STOCKFISH is not None
    done = subprocess.run(
        [STOCKFISH], input="".join([*commands, "quit\n"]), text=True, capture_output=True, timeout=300
    )
    rows = [match for line in done.stdout.splitlines() if (match := ROW.match(line))]
    assert len(rows) == 8 * len(boards)
    tables = []
    for i in range(0, len(rows), 8):
        assert [row[1] for row in rows[i : i + 8]] == list("01234567")
        cells = [("used" in row[8], [(row[k] + row[k + 1]).strip() for k in (2, 4, 6)]) for row in rows[i : i + 8]]
        tables.append(cells)
    return tables


def pawns(value: int) -> str:
    """Format a value in Stockfish's internal unit as the program prints it."""
    return f"{'-' if value < 0 else '+' if value > 0 else ''}{abs(value) / 361:.2f}"


def test_all_buckets_of_a_thousand_positions(stockfish_file: Path) -> None:
    network = load(stockfish_file)
    boards = [Board(fen) for fen in positions.random_fens(POSITIONS + 300, seed=151)]
    boards = [board for board in boards if not board.is_check()][:POSITIONS]  # it rejects positions in check
    assert len(boards) == POSITIONS
    used_buckets = set()
    for board, table in zip(boards, printed(boards), strict=True):
        raw = network.raw(board)
        used = [is_used for is_used, _ in table].index(True)
        used_buckets.add(used)
        assert raw.bucket == used
        for bucket, (_, cells) in enumerate(table):
            psqt, positional = raw.psqt[bucket], raw.positional[bucket]
            values = [int(psqt / 16), int(positional / 16), int(psqt / 16) + int(positional / 16)]
            assert cells == [pawns(value) for value in values], (board.fen(), bucket)
        total = int((raw.psqt[used] + raw.positional[used]) / 16)
        assert network.evaluate(board) == int(100 * total / 361)
    assert used_buckets >= {2, 3, 4, 5, 6, 7}
