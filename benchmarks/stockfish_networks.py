"""Times Stockfish's networks: loading, boards per second in batches, and nodes per second compared with the engines.

    python scripts/stockfish_networks.py FOLDER --keep
    python benchmarks/stockfish_networks.py FOLDER [--rounds 5] [--nodes 100000]

Measures processor time on one thread, with interleaved rounds, and prints medians. The engines are Debian's Stockfish
15.1, whose network is exported to FOLDER, and the one of the npm package 19.0.0 under node, with both of its networks.
The limit of a batch is reading the rows of all inputs of a board once, at the speed at which this machine copies memory
outside the caches. Peak memory is that of a new process, in relation to the size of the network in memory.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

from nnue import BOARDS, FENS, LEAST, copying_rate, mixed_boards, nodes_per_second
from timing import average

from bitrook import Board, nnue

NAMES = ("15.1", "sf16", "sf17.1", "sf17.1-small", "sf17.1-lite", "sf18", "sf19", "sf19-lite")
TARGETS = {
    "stockfish-18": {1: "PNR", 2: "PNBRQK", 3: "PNBRK", 4: "PNBRK", 5: "PNBRQK", 6: "PNBR"},
    "stockfish-19": {1: "NR", 2: "PNBRQ", 3: "PNBR", 4: "PNBR", 5: "PNBRQ", 6: ""},
}


def bytes_per_board(network: nnue.Network, boards: list[Board]) -> float:
    """Return the bytes of the rows of all inputs of both sides, without psqt."""
    info, total = network.info, 0.0
    for board in boards:
        pieces = board.piece_map()
        total += 2 * len(pieces) * 2 * info["hidden"]
        for start, piece in pieces.items():
            for target in board.attacks(start) if info["architecture"] in TARGETS else ():
                other = pieces.get(target)
                if other and other.symbol().upper() in TARGETS[info["architecture"]][piece.piece_type]:
                    mutual = other.piece_type == piece.piece_type and (
                        piece.piece_type != 1 or other.color != piece.color
                    )
                    total += info["hidden"] * (1 if mutual else 2)
        pawns = [square for square, piece in pieces.items() if piece.piece_type == 1]
        if "pawn pairs" in info.get("inputs", {}):
            pairs = sum(abs(a % 8 - b % 8) <= 1 for i, a in enumerate(pawns) for b in pawns[:i])
            total += 2 * pairs * info["hidden"]
    return total / len(boards)


def engine_nodes_per_second(command: list[str], nodes: int) -> float:
    """Return nodes per second of processor time of a UCI engine, after a first search that warms it up."""
    folder = Path(command[-1]).parent if command[0] == "node" else None
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=folder) as process:
        assert process.stdin and process.stdout

        def used() -> float:
            fields = Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()
            return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

        def ask(text: str, until: str) -> int:
            assert process.stdin and process.stdout
            process.stdin.write(text + "\n")
            process.stdin.flush()
            count = 0
            while not (line := process.stdout.readline()).startswith(until):
                if not line:
                    raise RuntimeError(f"{command} ended")
                words = line.split()
                count = int(words[words.index("nodes") + 1]) if "nodes" in words else count
            return count

        ask("setoption name Hash value 64\nisready", "readyok")
        ask(f"position startpos\ngo nodes {nodes // 2}", "bestmove")
        before, total = used(), 0
        for fen in FENS:
            ask("ucinewgame\nisready", "readyok")
            total += ask(f"position fen {fen}\ngo nodes {nodes}", "bestmove")
        rate = total / (used() - before)
        process.stdin.write("quit\n")
        process.stdin.flush()
        process.kill()
    return rate


LOADING = """
import re, sys, time, bitrook
def peak(): return int(re.search(r'VmHWM:\\s+(\\d+)', open('/proc/self/status').read())[1]) * 1024
before, start = peak(), time.process_time()
network = bitrook.nnue.load(sys.argv[1])
print(time.process_time() - start, (peak() - before) / network.info['bytes'])
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="*", default=NAMES)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--nodes", type=int, default=100_000, help="nodes per search")
    parser.add_argument("--stockfish", default="/usr/games/stockfish", help="Stockfish 15.1")
    arguments = parser.parse_args()
    folder: Path = arguments.folder.resolve()
    if "15.1" in arguments.names and not (folder / "15.1.nnue").exists():
        subprocess.run([arguments.stockfish], input=f"export_net {folder}/15.1.nnue\nquit\n", text=True, check=True)
    package = folder / "npm/19.0.0/node_modules/stockfish/bin"
    engines = {
        "15.1": [arguments.stockfish],
        "sf19": ["node", str(package / "stockfish-19-single.js")],
        "sf19-lite": ["node", str(package / "stockfish-19-lite-single.js")],
    }
    boards = mixed_boards()
    some = [boards[i] for i in range(0, BOARDS, 8)]
    rows: dict[tuple[str, str], list[float]] = {}
    for _ in range(arguments.rounds):
        rate = copying_rate(1 << 27)
        for name in arguments.names:
            path = str(folder / f"{name}.nnue")
            done = subprocess.run([sys.executable, "-c", LOADING, path], capture_output=True, text=True, check=True)
            seconds, peak = map(float, done.stdout.split())
            network = nnue.load(path)
            found = {"load": seconds, "peak": peak, "nodes": nodes_per_second(network, arguments.nodes)}
            found["boards"] = BOARDS / average(lambda n=network: n.evaluate(boards), LEAST, time.thread_time)
            found["share"] = found["boards"] / (rate / bytes_per_board(network, some))
            if name in engines and Path(engines[name][-1]).exists():
                found["ratio"] = found["nodes"] / engine_nodes_per_second(engines[name], arguments.nodes)
            for kind, value in found.items():
                rows.setdefault((name, kind), []).append(value)
    print(f"{'network':<14}{'load s':>8}{'peak':>7}{'boards/s':>12}{'of limit':>10}{'nodes/s':>12}{'of engine':>11}")
    for name in arguments.names:
        cells = {kind: statistics.median(rows[name, kind]) for n, kind in rows if n == name}
        ratio = f"{cells['ratio']:>11.2f}" if "ratio" in cells else ""
        print(
            f"{name:<14}{cells['load']:>8.2f}{cells['peak']:>7.2f}{cells['boards']:>12,.0f}{cells['share']:>10.2f}"
            f"{cells['nodes']:>12,.0f}{ratio}"
        )


if __name__ == "__main__":
    main()
