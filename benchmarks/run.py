"""Measures bitrook beside the other chess libraries for Python, and writes a table and a plot.

    python benchmarks/run.py                 installs everything into a venv of its own, then measures (8 minutes)
    python benchmarks/run.py --quick         fewer rounds, for a first look
    python benchmarks/run.py --readme        also puts the table into the README

Needs Python 3.10+, pip, a C++ compiler; Stockfish for the perft rows (on Debian it is installed if need be).
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import platform
import re
import shutil
import statistics
import subprocess
import sys
import sysconfig
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import report

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
PEERS = {
    "chess": "chess==1.11.2",
    "nchess": "nchess==1.3.1",
    "rust_chess": "rust_chess==0.4.3",
    "fastchess": "fastchess==0.1.2",
    "bulletchess": "bulletchess==0.4.0",
}
PERFTS = {
    "start, depth 6": ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6, 119060324),
    "Kiwipete, depth 5": ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5, 193690690),
    "position 3, depth 7": ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 7, 178633661),
    "position 4, depth 5": ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5, 15833292),
    "position 5, depth 5": ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 5, 89941194),
}


def run(*command: object, **options: Any) -> str:
    return subprocess.run([str(c) for c in command], check=True, text=True, capture_output=True, **options).stdout


def prepare(venv: Path) -> Path:
    """A virtual environment with the peers and this bitrook; the Python in it."""
    python = venv / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if not python.exists():
        print(f"making {venv}", file=sys.stderr)
        run(sys.executable, "-m", "venv", venv)
    for name, requirement in PEERS.items():
        if subprocess.run([str(python), "-c", f"import {name}"], capture_output=True).returncode:
            print(f"installing {requirement}", file=sys.stderr)
            options, environment = [], dict(os.environ)
            if name == "bulletchess" and sys.version_info < (3, 13):  # made for 3.13; a header lends it what is missing
                header = HERE / "peers" / "bulletchess_before_3_13.h"
                options = ["--ignore-requires-python", "--no-cache-dir", "--no-binary", "bulletchess"]
                environment["CFLAGS"] = f"-O3 -I{sysconfig.get_path('include')} -include {header}"
            try:
                run(python, "-m", "pip", "install", "-q", *options, requirement, env=environment)
            except subprocess.CalledProcessError as error:
                print(f"without {name}: {error.stderr.strip().splitlines()[-1]}", file=sys.stderr)
    print("installing bitrook", file=sys.stderr)
    run(python, "-m", "pip", "install", "-q", "--force-reinstall", "--no-deps", ROOT)
    return python


def stockfish() -> str | None:
    """Debian's Stockfish, installed if that can be done without asking."""
    found = shutil.which("stockfish", path=f"{os.environ.get('PATH', '')}:/usr/games")
    if not found and shutil.which("apt-get") and os.geteuid() == 0:
        subprocess.run(["apt-get", "install", "-y", "-qq", "stockfish"], capture_output=True)
        found = shutil.which("stockfish", path="/usr/games")
    return found


def measured(python: Path, libraries: list[str], processes: int, rounds: int) -> dict[str, dict[str, float]]:
    """Medians over processes of medians over rounds, in nanoseconds."""
    runs: list[dict[str, dict[str, list[float]]]] = []
    for i in range(processes):
        print(f"process {i + 1} of {processes}", file=sys.stderr)
        try:
            runs.append(json.loads(run(python, HERE / "measure.py", rounds, ",".join(libraries))))
        except subprocess.CalledProcessError as error:  # a peer that aborts, a machine short of memory
            print(f"lost: {error}", file=sys.stderr)
    if not runs:
        raise SystemExit("every process was lost")
    return {
        name: {lib: statistics.median(statistics.median(r[name][lib]) for r in runs) for lib in row}
        for name, row in runs[0].items()
    }


PERFT = """
import sys, time, bitrook
sys.path.insert(0, sys.argv[3])
from perft import every_order
board, depth = bitrook.Board(sys.argv[1]), int(sys.argv[2])
bitrook.perft(board, max(1, depth - 2))
for count in bitrook.perft, every_order:
    start = time.process_time(); nodes = count(board, depth); print(nodes, time.process_time() - start)
"""


def perfts(python: Path, engine: str | None, runs: int) -> dict[str, dict[str, float]]:
    """Million nodes a second of processor time on one thread, the counters taking turns; medians."""
    rates: dict[str, dict[str, list[float]]] = {}
    for _ in range(runs):
        for name, (fen, depth, expected) in PERFTS.items():
            row = rates.setdefault(name, {})
            lines = run(python, "-c", PERFT, fen, depth, Path(__file__).parent).splitlines()
            for who, line in zip(("bitrook", "every order"), lines, strict=True):
                nodes, seconds = line.split()
                assert int(nodes) == expected, f"bitrook counts {nodes} in {name}"
                row.setdefault(who, []).append(expected / float(seconds) / 1e6)
            if engine:
                row.setdefault("stockfish", []).append(expected / stockfish_seconds(engine, fen, depth) / 1e6)
    return {name: {who: statistics.median(values) for who, values in row.items()} for name, row in rates.items()}


def stockfish_seconds(engine: str, fen: str, depth: int) -> float:
    """The time of `go perft` alone: that of the process, less that of one which does the same to depth 1."""
    import resource

    def used(to: int) -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        run(engine, input=f"position fen {fen}\ngo perft {to}\nquit\n")
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    return used(depth) - used(1)


def machine() -> str:
    text = Path("/proc/cpuinfo").read_text() if Path("/proc/cpuinfo").exists() else ""
    found = re.search(r"model name\s*:\s*(.+)", text)
    return f"{found[1] if found else platform.processor() or platform.machine()}, {platform.system()}"


def versions(python: Path, libraries: Iterable[str], engine: str | None) -> dict[str, str]:
    own = "__import__(n).__version__ if n == 'bitrook' else m.version(n)"  # it may run from a source tree
    code = f"import importlib.metadata as m, sys; print(*({own} for n in sys.argv[1:]))"
    names = [name for name in libraries if name != "builtins"]
    found = dict(zip(names, run(python, "-c", code, *names).split(), strict=True))
    found["python"] = run(python, "-c", "import platform as p; print(p.python_version())").strip()
    if engine:
        found["stockfish"] = run(engine, input="quit\n").split()[1]
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--venv", type=Path, default=ROOT / "build" / "benchmarks", help="where the peers live")
    parser.add_argument("--python", type=Path, help="measure what this Python has; install nothing")
    parser.add_argument("--out", type=Path, default=HERE / "results", help="where the results go")
    parser.add_argument("--quick", action="store_true", help="2 processes of 5 rounds, perft once")
    parser.add_argument("--processes", type=int, default=5)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--readme", action="store_true", help="put the table into README.md")
    arguments = parser.parse_args()
    python = arguments.python or prepare(arguments.venv)
    libraries = [
        name
        for name in (*PEERS, "builtins", "bitrook")
        if subprocess.run([str(python), "-c", f"import {name}"], capture_output=True).returncode == 0
    ]
    engine = stockfish()
    processes, rounds = (2, 5) if arguments.quick else (arguments.processes, arguments.rounds)
    results = {
        "date": datetime.datetime.now(datetime.timezone.utc).date().isoformat(),
        "machine": machine(),
        "versions": versions(python, libraries, engine),
        "build": run(python, "-c", "import bitrook; print(bitrook.build_info().build)").strip(),
        "operations": measured(python, libraries, processes, rounds),
        "perft": perfts(python, engine, 1 if arguments.quick else arguments.processes),
    }
    arguments.out.mkdir(parents=True, exist_ok=True)
    (arguments.out / "latest.json").write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    table = report.markdown(results)
    (arguments.out / "latest.md").write_text(table, encoding="utf-8")
    (arguments.out / "latest.svg").write_text(report.plot(results), encoding="utf-8")
    if arguments.readme:
        report.put_into(ROOT / "README.md", report.short(results))
    print(table)


if __name__ == "__main__":
    main()
