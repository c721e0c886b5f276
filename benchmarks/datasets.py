"""Times reading Lichess's evaluations and puzzles, next to polars with bitrook's calls: python benchmarks/datasets.py [lines].

The files are generated, in the shape of Lichess's, and are in memory. All programs use one thread and take turns; the
figures are the best of the rounds, in processor time.
"""

from __future__ import annotations

import json
import os
import random
import sys
import tempfile
from pathlib import Path
from typing import Any

os.environ["POLARS_MAX_THREADS"] = "1"


import bitrook.batch as bb
import bitrook.data as bd
from bitrook import Board
from timing import best

ROUNDS = 5
HEADER = "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags\n"


def lines_of(rng: random.Random, board: Board, plies: int) -> str:
    board, moves = board.copy(), []
    for _ in range(plies):
        legal = board.list_legal_moves()
        if not legal:
            break
        moves.append(rng.choice(legal).uci())
        board.push_uci(moves[-1])
    return " ".join(moves)


def files(n: int) -> tuple[bytes, bytes]:
    """Return evaluations and puzzles with *n* lines each, from random games."""
    rng = random.Random(1)
    evaluations, puzzles = [], []
    while len(evaluations) < n:
        board = Board()
        for _ in range(60):
            legal = board.list_legal_moves()
            if len(legal) < 2 or len(evaluations) == n:
                break
            board.push(rng.choice(legal))
            if not board.list_legal_moves():
                break
            fen = board.fen()
            evals = [
                {
                    "pvs": [
                        {"cp": rng.randrange(-500, 500), "line": lines_of(rng, board, 10)}
                        for _ in range(rng.choice([1, 1, 3, 5]))
                    ],
                    "knodes": rng.randrange(10**6),
                    "depth": rng.randrange(20, 50),
                }
                for _ in range(rng.randrange(1, 4))
            ]
            record = {"fen": " ".join(fen.split()[:4]), "evals": evals}
            evaluations.append(json.dumps(record, separators=(",", ":")))
            moves = lines_of(rng, board, rng.choice([2, 4, 4, 6]))
            numbers = f"{rng.randrange(600, 2800)},75,{rng.randrange(50, 100)},{rng.randrange(10**5)}"
            puzzles.append(
                f"{len(puzzles):05x},{fen},{moves},{numbers},advantage fork middlegame short,https://lichess.org/yyznGmXs#34,Italian_Game"
            )
    return ("\n".join(evaluations) + "\n").encode(), (HEADER + "\n".join(puzzles) + "\n").encode()


def with_polars(path: Path) -> int:
    """Read evaluations as one does without scan_evals(): polars.scan_ndjson, then a call for each row."""
    import polars as pl

    score = pl.Struct({"cp": pl.Int64, "mate": pl.Int64, "line": pl.String})
    one = pl.Struct({"pvs": pl.List(score), "knodes": pl.Int64, "depth": pl.Int64})
    frame = pl.scan_ndjson(path, schema={"fen": pl.String, "evals": pl.List(one)}).collect()
    columns: list[list[Any]] = [[], [], [], [], [], []]
    for fen, evals in frame.iter_rows():
        deepest = max(evals, key=lambda e: (e["depth"], e["knodes"]))
        pv = deepest["pvs"][0]
        board = Board(fen)
        line = []
        for uci in pv["line"].split():
            line.append(board.push_uci(uci).word)
        values = Board(fen).packed(), deepest["depth"], deepest["knodes"], pv["cp"] or pv["mate"], line[0], line
        for column, value in zip(columns, values, strict=True):
            column.append(value)
    return len(columns[0])


def training_batches(text: bytes) -> int:
    scan = bd.scan_evals(text, columns=["packed", "score"], batch_size=16384)
    encoding = bb.encoding("pieces")
    return sum(len(encoding.encode(table["packed"], packed=True)) + 0 * len(table["score"]) for table in scan)


def main() -> None:
    n = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    evaluations, puzzles = files(n)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "evaluations.jsonl"
        path.write_bytes(evaluations)
        programs = {
            "evaluations": lambda: len(bd.scan_evals(path).read()),
            "evaluations, packed and score": lambda: len(bd.scan_evals(path, columns=["packed", "score"]).read()),
            "evaluations, polars and calls": lambda: with_polars(path),
            "evaluations to planes as bits": lambda: training_batches(evaluations),
            "puzzles": lambda: len(bd.scan_puzzles(puzzles).read()),
            "puzzles, packed and Rating": lambda: len(bd.scan_puzzles(puzzles, columns=["packed", "Rating"]).read()),
        }
        for program in programs.values():
            assert program() == n
        times = best(programs, ROUNDS)
    reference = times["evaluations, polars and calls"]
    print(f"{n:,} lines; {len(evaluations) / n:.0f} bytes per evaluation, {len(puzzles) / n:.0f} per puzzle")
    for name, seconds in times.items():
        size = len(puzzles) if name.startswith("puzzles") else len(evaluations)
        ratio = f"{reference / seconds:8.1f}x" if name.startswith("evaluations") else ""
        print(f"{name:32}{n / seconds / 1e6:8.3f} M rows/s{size / seconds / 1e6:8.0f} MB/s{ratio}")


if __name__ == "__main__":
    main()
