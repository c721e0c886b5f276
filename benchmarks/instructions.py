"""Compares two commits or two builds of bitrook by the instructions they execute.

    python benchmarks/instructions.py main .                    a branch or commit, and the working tree
    python benchmarks/instructions.py .@x86_64 .@x86_64_v3      two processor builds of the same tree
    python benchmarks/instructions.py v0.1.0 main --only push

Counted by valgrind's callgrind, so the figures are the same on a busy machine: for use in review. Each commit is
installed into a venv of its own under build/instructions, once. Exits with 1 if a row grew by more than --limit.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENVS = ROOT / "build" / "instructions"

PREPARE = """
import bitrook, sys
from bitrook import Board, Move, SquareSet
kiwi = Board("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
start, e2e4, castle, e5d7 = Board(), Move.from_uci("e2e4"), Move.from_uci("e1g1"), Move.from_uci("e5d7")
other, set32, K = Move.from_uci("e2e4"), SquareSet(0xFFFF00000000FFFF), kiwi.fen()
def counted(board, depth):
    if depth == 1: return board.legal_moves.count()
    nodes = 0
    for move in board.legal_moves:
        board.push(move); nodes += counted(board, depth - 1); board.pop()
    return nodes
def run(loops):
    for _ in range(loops):
        {code}
run(1)
run(int(sys.argv[1]))
"""
ROWS = {  # name: code, loops
    "Board()": ("Board()", 4000),
    "Board(FEN)": ("Board(K)", 2000),
    "fen()": ("kiwi.fen()", 2000),
    "legal moves, list, start": ("list(start.legal_moves)", 2000),
    "legal moves, list, Kiwipete": ("list(kiwi.legal_moves)", 1000),
    "legal moves, count, Kiwipete": ("kiwi.legal_moves.count()", 2000),
    "push + pop": ("start.push(e2e4); start.pop()", 4000),
    "push + pop, castling": ("kiwi.push(castle); kiwi.pop()", 4000),
    "san": ("kiwi.san(e5d7)", 2000),
    "parse_san": ("kiwi.parse_san('Nxd7')", 2000),
    "is_check": ("kiwi.is_check()", 4000),
    "is_game_over": ("kiwi.is_game_over()", 4000),
    "is_legal": ("kiwi.is_legal(castle)", 4000),
    "copy": ("kiwi.copy()", 4000),
    "Move.from_uci": ("Move.from_uci('e2e4')", 4000),
    "move == move": ("e2e4 == other", 8000),
    "iterate 32 squares": ("for _ in set32: pass", 1000),
    "perft(3) in Python": ("counted(start, 3)", 5),
    "perft, start, depth 5": ("bitrook.perft(start, 5)", 1),
    "perft, Kiwipete, depth 4": ("bitrook.perft(kiwi, 4)", 1),
}


def run(*command: object, cwd: Path = ROOT) -> str:
    return subprocess.run([str(c) for c in command], check=True, text=True, capture_output=True, cwd=cwd).stdout


def installed(revision: str) -> Path:
    """The Python of a venv that holds a revision; the working tree's is installed anew."""
    if Path(revision).is_file():
        return Path(revision).absolute()
    here = revision == "."
    name = "tree" if here else run("git", "rev-parse", "--short=12", f"{revision}^{{commit}}").strip()
    python = VENVS / name / "bin" / "python"
    if not python.exists():
        run(sys.executable, "-m", "venv", VENVS / name)
        done = False
    else:
        done = not here and not subprocess.run([str(python), "-c", "import bitrook"], capture_output=True).returncode
    if not done:
        print(f"installing {revision}", file=sys.stderr)
        with tempfile.TemporaryDirectory() as directory:
            source = ROOT
            if not here:
                source = Path(directory) / "source"
                run("git", "clone", "-q", "--no-checkout", ROOT, source)
                run("git", "checkout", "-q", name, cwd=source)
            run(python, "-m", "pip", "install", "-q", "--force-reinstall", "--no-deps", source)
    return python


def counted(python: Path, build: str, code: str, loops: int) -> int:
    """Instructions of a process that runs the code so often."""
    environment = {**os.environ, "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1"}
    if build:
        environment["BITROOK_BUILD"] = build
    tool = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
    command = [*tool, str(python), "-c", PREPARE.replace("{code}", code), str(loops)]
    ran = subprocess.run(command, capture_output=True, text=True, env=environment)
    found = re.search(r"Collected : (\d+)", ran.stderr)
    if ran.returncode or not found:
        raise SystemExit(f"{code} failed:\n{ran.stderr}")
    return int(found[1])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before", help="REVISION[@BUILD]; . is the working tree, a path a Python that has bitrook")
    parser.add_argument("after", help="REVISION[@BUILD]")
    parser.add_argument("--only", default="", help="rows whose name contains this")
    parser.add_argument("--limit", type=float, default=3.0, help="per cent a row may grow (default: 3)")
    arguments = parser.parse_args()
    sides = []
    for text in (arguments.before, arguments.after):
        revision, _, build = text.partition("@")
        sides.append((installed(revision), build))
    print(
        f"| instructions each, the interpreter's included | {arguments.before} | {arguments.after} | change |\n|---|--:|--:|--:|",
        flush=True,
    )
    grown = False
    empty = [counted(python, build, "pass", 1000) for python, build in sides]
    for name, (code, loops) in ROWS.items():
        if arguments.only in name:
            # the loop itself stays in: it is the same on both sides
            each = [
                (counted(python, build, code, loops) - base) / loops
                for (python, build), base in zip(sides, empty, strict=True)
            ]
            change = 100 * (each[1] / each[0] - 1)
            grown = grown or change > arguments.limit
            print(f"| {name} | {each[0]:,.0f} | {each[1]:,.0f} | {change:+.1f} % |", flush=True)
    sys.exit(1 if grown else 0)


if __name__ == "__main__":
    main()
