"""bitrook.syzygy, compared with Debian's fathom program: WDL, DTZ and the ranks of all moves."""

from __future__ import annotations

import os
import random
import re
import shutil
import subprocess
from pathlib import Path

import chess
import pytest
from support.python_chess_source import unpack

from bitrook import Board, Move, syzygy

FATHOM = shutil.which("fathom", path=os.environ.get("PATH", "") + os.pathsep + "/usr/games")
WDL = {"Loss": -2, "BlessedLoss": -1, "Draw": 0, "CursedWin": 1, "Win": 2}
MAX_RANK, FATHOMS_MAX_RANK = 1 << 18, 1000

pytestmark = pytest.mark.skipif(FATHOM is None, reason="fathom is not installed")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return unpack(tmp_path_factory.mktemp("source")) / "data" / "syzygy" / "regular"


def random_board(rng: random.Random, names: list[str]) -> Board:
    """Return a random legal position that is in one of the tables and in which the game is not over."""
    white, black = rng.choice(names).split("v")
    while True:
        board, swapped = chess.Board(None), rng.random() < 0.5
        for letter, color in [(c, not swapped) for c in white] + [(c, swapped) for c in black]:
            squares = [s for s in (range(8, 56) if letter == "P" else range(64)) if not board.piece_at(s)]
            board.set_piece_at(rng.choice(squares), chess.Piece(chess.PIECE_SYMBOLS.index(letter.lower()), color))
        board.turn = rng.random() < 0.5
        board.halfmove_clock = rng.choice([0, 0, 10, 60, 95, 99])
        if board.is_valid() and any(board.legal_moves):
            return Board(board.fen())


def probed(folder: Path, board: Board) -> tuple[int, int, dict[Move, int]]:
    """Run fathom, and return its WDL, its DTZ and the rank of each move."""
    command = [str(FATHOM), f"--path={folder}", board.fen()]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    wdl, dtz = (re.search(rf'\[{name} "(\S+)"\]', text) for name in ("WDL", "DTZ"))
    assert wdl and dtz
    by_dtz, _, _ = text.partition("returned from DTZ probe")[2].partition("returned from WDL probe")
    ranks = re.findall(r"^(\S+) rank = (-?\d+)", by_dtz, re.MULTILINE)
    return WDL[wdl[1]], int(dtz[1]), {board.parse_san(san): int(rank) for san, rank in ranks}


def as_fathoms(rank: int) -> int:
    offset = MAX_RANK - FATHOMS_MAX_RANK
    return rank - offset if rank > 0 else rank + offset if rank < 0 else 0


@pytest.mark.parametrize("count", [40, pytest.param(1000, marks=pytest.mark.slow)])
def test_values_and_ranks_are_those_of_fathom(folder: Path, count: int) -> None:
    rng = random.Random(count)
    names = sorted(path.stem for path in folder.glob("*.rtbw"))
    by_rule = 0
    with syzygy.open_tablebase(folder) as tables:
        for _ in range(count):
            board = random_board(rng, names)
            wdl, dtz, ranks = probed(folder, board)
            ours = tables.rank_moves(board)
            assert {move.move: as_fathoms(move.rank) for move in ours} == ranks, board.fen()
            # fathom prints the DTZ of the best move, and its WDL takes the half-move clock into account.
            assert abs(tables.probe_dtz(board)) in (dtz, dtz + 1, dtz - 1), board.fen()
            if board.halfmove_clock == 0:
                assert tables.probe_wdl(board) == wdl, board.fen()
            by_rule += board.halfmove_clock > 0 and 0 < abs(ours[0].rank) < MAX_RANK
    assert by_rule > count // 50
