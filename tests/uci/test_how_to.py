"""The programs in the how-to guide, saved to files as described there, play games through UCI clients."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import chess
import chess.engine
import pytest
from support.children import environment

import bitrook
from bitrook.engine import Limit, SimpleEngine

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "uci-engine.md"


def programs() -> dict[str, str]:
    """Return the text of each program by file name."""
    text = PAGE.read_text(encoding="utf-8")
    found = re.findall(r"[Ss]ave this as `(\w+\.py)`:\n\n```python\n(.*?)```", text, re.DOTALL)
    return dict(found)


@pytest.mark.parametrize("name", ["grabber.py", "negamax.py"])
def test_a_program_plays(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(programs()[name], encoding="utf-8")
    command = [sys.executable, "-W", "error", str(path)]
    board = bitrook.Board()
    with SimpleEngine.popen_uci(command, env=environment(), timeout=60) as engine:
        for _ in range(10):
            board.push(engine.play(board, Limit(white_clock=1, black_clock=1), ponder=True).move)
        assert engine.id["author"] == "Me"
    with chess.engine.SimpleEngine.popen_uci(command, env=environment(), timeout=60) as theirs:
        position = chess.Board(board.fen())
        assert theirs.play(position, chess.engine.Limit(time=0.1)).move in position.legal_moves
        if name == "negamax.py":
            mate = chess.Board("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")
            with theirs.analysis(mate) as analysis:
                for info in analysis:
                    if info.get("depth", 0) >= 3:
                        break
            assert analysis.info["score"].relative == chess.engine.Mate(1)
