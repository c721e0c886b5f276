"""Compares bitrook with the other Python chess libraries, and writes a table and a plot.

    python benchmarks/run.py                 installs all of them into build/benchmarks and measures them (8 minutes)
    python benchmarks/run.py --quick         fewer rounds
    python benchmarks/run.py --docs          also writes the tables into docs/performance.md and the README

Requires Python 3.10 or newer, pip and a C++ compiler. The perft table also requires Stockfish, which is installed if it
is missing, the system is Debian and the user is root.
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


def run(*command: object, env: dict[str, str] | None = None, input: str | None = None) -> str:
    words = [str(word) for word in command]
    return subprocess.run(words, check=True, text=True, capture_output=True, env=env, input=input).stdout


def prepare(venv: Path) -> Path:
    """Create a virtual environment with the other libraries and this bitrook; return its interpreter."""
    python = venv / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if not python.exists():
        print(f"making {venv}", file=sys.stderr)
        run(sys.executable, "-m", "venv", venv)
    for name, requirement in PEERS.items():
        if subprocess.run([str(python), "-c", f"import {name}"], capture_output=True).returncode:
            print(f"installing {requirement}", file=sys.stderr)
            options, environment = [], dict(os.environ)
            if name == "bulletchess" and sys.version_info < (3, 13):  # the header adds functions of 3.13
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
    """Return the path of Stockfish. On Debian, install it first if it is missing."""
    found = shutil.which("stockfish", path=f"{os.environ.get('PATH', '')}:/usr/games")
    if not found and shutil.which("apt-get") and os.geteuid() == 0:
        subprocess.run(["apt-get", "install", "-y", "-qq", "stockfish"], capture_output=True)
        found = shutil.which("stockfish", path="/usr/games")
    return found


def measured(python: Path, libraries: list[str], processes: int, rounds: int) -> dict[str, dict[str, float]]:
    """Return nanoseconds by row and library: the median over processes of the median over rounds."""
    runs: list[dict[str, dict[str, list[float]]]] = []
    for i in range(processes):
        print(f"process {i + 1} of {processes}", file=sys.stderr)
        try:
            runs.append(json.loads(run(python, HERE / "measure.py", rounds, ",".join(libraries))))
        except subprocess.CalledProcessError as error:  # a library aborted, or memory ran out
            print(f"process failed: {error}", file=sys.stderr)
    if not runs:
        raise SystemExit("every process failed")
    return {
        name: {lib: statistics.median(statistics.median(r[name][lib]) for r in runs) for lib in row}
        for name, row in runs[0].items()
    }


def perft(python: Path, engine: str | None, rounds: int) -> dict[str, dict[str, float]]:
    """Return million leaves per second by position and program."""
    print("perft", file=sys.stderr)
    options = ["--stockfish", engine] if engine else []
    table: dict[str, dict[str, float]] = json.loads(
        run(python, HERE / "perft.py", "--json", "--rounds", rounds, *options)
    )
    return table


def processor() -> str:
    text = Path("/proc/cpuinfo").read_text() if Path("/proc/cpuinfo").exists() else ""
    found = re.search(r"model name\s*:\s*(.+)", text)
    return found[1] if found else platform.processor() or platform.machine()


def versions(python: Path, libraries: Iterable[str], engine: str | None) -> dict[str, str]:
    own = "__import__(n).__version__ if n == 'bitrook' else m.version(n)"  # may run from a source tree
    code = f"import importlib.metadata as m, sys; print(*({own} for n in sys.argv[1:]))"
    names = [name for name in libraries if name != "builtins"]
    found = dict(zip(names, run(python, "-c", code, *names).split(), strict=True))
    found["python"] = run(python, "-c", "import platform as p; print(p.python_version())").strip()
    if engine:
        found["stockfish"] = run(engine, input="quit\n").split()[1]
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--venv", type=Path, default=ROOT / "build" / "benchmarks", help="the virtual environment of the peers"
    )
    parser.add_argument("--python", type=Path, help="measure the libraries of this Python; install nothing")
    parser.add_argument("--out", type=Path, default=HERE / "results", help="directory for the results")
    parser.add_argument("--quick", action="store_true", help="2 processes of 5 rounds, 1 round of perft")
    parser.add_argument("--processes", type=int, default=5)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--docs", action="store_true", help="put the tables into docs/performance.md and README.md")
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
        "machine": f"{processor()}, {platform.system()}",
        "versions": versions(python, libraries, engine),
        "build": run(python, "-c", "import bitrook; print(bitrook.build_info().build)").strip(),
        "operations": measured(python, libraries, processes, rounds),
        "perft": perft(python, engine, 1 if arguments.quick else arguments.processes),
    }
    arguments.out.mkdir(parents=True, exist_ok=True)
    (arguments.out / "latest.json").write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    table = report.markdown(results)
    (arguments.out / "latest.md").write_text(table, encoding="utf-8")
    (ROOT / "docs" / "performance.svg").write_text(report.plot(results), encoding="utf-8")
    if arguments.docs:
        report.put_into(ROOT / "docs" / "performance.md", ROOT / "README.md", report.short(results))
    print(table)


if __name__ == "__main__":
    main()
