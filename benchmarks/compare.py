"""Compares the time or the instructions of two versions of bitrook, for each row of the README's table.

    python benchmarks/compare.py OLD NEW                        every row of the README's table
    python benchmarks/compare.py OLD NEW --only push "list of"  the rows whose names contain one of these
    python benchmarks/compare.py OLD NEW --all                  also further calls (MORE in operations.py)
    python benchmarks/compare.py OLD NEW --instructions         instructions, which do not depend on load

OLD and NEW are each a Python interpreter with bitrook installed (venv/bin/python), or a git revision (main, v0.1.0; a
dot is the working tree), which is installed into build/compare. Append `@BUILD` to select a CPU-specific build:
.@x86_64. Only public names of bitrook are used, so versions with different internals can be compared.

Time: two processes, one for each version, take turns; each turn is a sample of about 4 ms, and the order alternates
(A B, B A). Only one of the two runs at a time. Figures are nanoseconds of processor time without the loop. There are
--rounds turns in each of --processes pairs of processes, because the memory layout of a process changes some rows by
several percent. "ratio, least" is NEW / OLD of the smallest samples. "ratio, median" is the median of the ratios of
paired turns. A row is marked "slower" if both exceed --limit, and "slower?" if only one does; measure it again with
more rounds. Exits with 1 if a row is slower.

Instructions: each row is run under valgrind's callgrind. The counts include the interpreter and the loop.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import libraries
import measure
import operations
from report import figure

ROOT = Path(__file__).resolve().parent.parent
VENVS = ROOT / "build" / "compare"
ROWS = {row.name: row for row in [*operations.OPERATIONS, *operations.MORE] if "bitrook" in row.code}

Side = tuple[Path, dict[str, str]]  # an interpreter and its environment
Samples = tuple[list[float], list[float]]


# Code that runs in the interpreter of each version.


def probe(name: str, names: dict[str, Any]) -> measure.Probe | None:
    """Return a probe for the row, or None if this version of bitrook lacks a name that the row uses."""
    try:
        return measure.probe(ROWS[name], "bitrook", names)
    except (AttributeError, NameError, TypeError):
        return None


def serve() -> None:
    """Read row names from the input. For each, print a sample in nanoseconds, or null, as JSON."""
    memory = measure.keep_freed_memory()
    names = libraries.namespace("bitrook", measure.positions(10_000))
    probes: dict[str, measure.Probe | None] = {}
    gc.collect()
    gc.freeze()
    gc.disable()
    for line in sys.stdin:
        name = line.rstrip("\n")
        if name not in probes:
            probes[name] = probe(name, names)
        found = probes[name]
        if found and not found.keep:
            found.timed(max(1, found.loops // 20))  # warms the caches
        print(json.dumps(found.sample() if found else None), flush=True)
    del memory


def loop(name: str, loops: int) -> None:
    """Run a row's code a given number of times, for callgrind."""
    names = libraries.namespace("bitrook", [])
    measure.Probe(ROWS[name].code["bitrook"], names, loops=1).timed(loops)


# The two versions.


def python_of(revision: str) -> Path:
    """Return the interpreter of a virtual environment with the revision. The working tree is always reinstalled."""
    if Path(revision).is_file():
        return Path(revision).absolute()  # not resolved: the link points outside the environment
    here = revision == "."
    name = "tree" if here else run("git", "rev-parse", "--short=12", f"{revision}^{{commit}}").strip()
    python = VENVS / name / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if python.exists() and not here and subprocess.run([python, "-c", "import bitrook"]).returncode == 0:
        return python
    print(f"installing {revision}", file=sys.stderr)
    if not python.exists():
        run(sys.executable, "-m", "venv", VENVS / name)
    with tempfile.TemporaryDirectory() as directory:
        source = ROOT
        if not here:
            source = Path(directory) / "source"
            run("git", "clone", "-q", "--no-checkout", ROOT, source)
            run("git", "checkout", "-q", name, cwd=source)
        run(python, "-m", "pip", "install", "-q", "--force-reinstall", "--no-deps", source)
    return python


def run(*command: object, cwd: Path = ROOT, env: dict[str, str] | None = None) -> str:
    done = subprocess.run([str(c) for c in command], text=True, capture_output=True, cwd=cwd, env=env)
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, command))} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


def side(text: str) -> Side:
    revision, _, build = text.partition("@")
    environment = {**os.environ, "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1"}
    return python_of(revision), {**environment, "BITROOK_BUILD": build} if build else environment


def described(python: Path, environment: dict[str, str]) -> str:
    code = "import bitrook, platform as p; i = bitrook.build_info(); print(i.version, i.build, p.python_version(), sep=', ')"
    version, build, interpreter = run(python, "-c", code, env=environment, cwd=ROOT / "benchmarks").strip().split(", ")
    return f"bitrook {version}, build {build}, Python {interpreter} ({python})"


# Time.


class Server:
    """A process that measures rows of one version on request."""

    def __init__(self, python: Path, environment: dict[str, str]) -> None:
        self.python = python
        self.process = subprocess.Popen(
            [str(python), __file__, "--serve"],
            env=environment,
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def sample(self, name: str) -> float | None:
        assert self.process.stdin and self.process.stdout
        print(name, file=self.process.stdin, flush=True)
        answer = self.process.stdout.readline()
        if not answer:
            raise SystemExit(f"{self.python} ended at the row {name!r}")
        value: float | None = json.loads(answer)
        return value

    def close(self) -> None:
        assert self.process.stdin
        self.process.stdin.close()
        self.process.wait()


def measured(sides: list[Side], wanted: list[str], processes: int, rounds: int) -> dict[str, Samples]:
    """Return the paired samples of both versions by row. Rows that one of them lacks are omitted."""
    samples: dict[str, Samples] = {name: ([], []) for name in wanted}
    for process in range(processes):
        print(f"pair {process + 1} of {processes}", file=sys.stderr)
        servers = [Server(*one) for one in sides]
        for turn in range(rounds):
            for name in list(samples):
                order = (0, 1) if turn % 2 == 0 else (1, 0)
                taken = {which: servers[which].sample(name) for which in order}
                if None in taken.values():
                    print(f"{name}: not in both versions", file=sys.stderr)
                    del samples[name]
                    continue
                for which, value in taken.items():
                    samples[name][which].append(max(value or 0.0, 0.1))
        for server in servers:
            server.close()
    return samples


def compare_times(sides: list[Side], wanted: list[str], processes: int, rounds: int, limit: float) -> bool:
    """Print the table; return whether any row is slower."""
    print("| nanoseconds | old, least | new, least | ratio, least | old, median | new, median | ratio, median | |")
    print("|---|--:|--:|--:|--:|--:|--:|---|")
    slower = False
    ratios: list[tuple[float, float]] = []
    for name, (old, new) in measured(sides, wanted, processes, rounds).items():
        least, median = min(new) / min(old), statistics.median(b / a for a, b in zip(old, new, strict=True))
        ratios.append((least, median))
        over = (least > limit) + (median > limit)
        slower |= over == 2
        cells = [figure(min(old)), figure(min(new)), f"{least:.2f}"]
        cells += [figure(statistics.median(old)), figure(statistics.median(new)), f"{median:.2f}"]
        print(f"| {name} | {' | '.join(cells)} | {('', 'slower?', 'slower')[over]} |")
    if ratios:
        least, median = (statistics.geometric_mean(each) for each in zip(*ratios))
        print(f"| geometric mean | | | {least:.2f} | | | {median:.2f} | |")
    return slower


# Instructions.


def instructions(python: Path, environment: dict[str, str], name: str, loops: int) -> int:
    """Return the number of instructions that a process executes if it runs a row's code *loops* times."""
    tool = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
    command = [*tool, str(python), __file__, "--loop", name, str(loops)]
    environment = environment | {"OPENBLAS_NUM_THREADS": "1"}  # NumPy's idle threads would be counted
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    found = re.search(r"Collected : (\d+)", done.stderr)
    if done.returncode or not found:
        raise SystemExit(f"{name} failed:\n{done.stderr}")
    return int(found[1])


def compare_instructions(sides: list[Side], wanted: list[str], limit: float) -> bool:
    """Print the table; return whether the instructions of any row exceed the limit."""
    print("| instructions | old | new | ratio | |\n|---|--:|--:|--:|---|", flush=True)
    more = False
    wanted = [name for name in wanted if not ROWS[name].keep]  # those measure memory effects
    empty = [instructions(*one, wanted[0], 0) for one in sides]  # for startup and compiling a row
    for name in wanted:
        loops = 5 if "perft" in name or "per ply" in name else 4000
        old, new = ((instructions(*one, name, loops) - base) / loops for one, base in zip(sides, empty, strict=True))
        over = new / old > limit
        more |= over
        print(f"| {name} | {old:,.0f} | {new:,.0f} | {new / old:.3f} | {'more' if over else ''} |", flush=True)
    return more


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("--only", nargs="+", default=[""], metavar="TEXT", help="rows whose names contain one of these")
    parser.add_argument("--all", action="store_true", help="also the calls that are not in the README's table")
    parser.add_argument("--rounds", type=int, default=25, help="turns in each pair of processes (25)")
    parser.add_argument("--processes", type=int, default=4, help="pairs of processes, one after the other (4)")
    parser.add_argument("--limit", type=float, default=1.10, help="mark rows whose ratio is higher (1.10)")
    parser.add_argument("--instructions", action="store_true", help="count instructions instead")
    options = parser.parse_args()
    rows = ROWS if options.all else {row.name: row for row in operations.OPERATIONS}
    wanted = [name for name in rows if any(text in name for text in options.only)]
    if not wanted:
        parser.error("no row has such a name")
    sides = [side(options.old), side(options.new)]
    print(f"old: {described(*sides[0])}\nnew: {described(*sides[1])}\n", flush=True)
    if options.instructions:
        worse = compare_instructions(sides, wanted, options.limit)
    else:
        worse = compare_times(sides, wanted, options.processes, options.rounds, options.limit)
    sys.exit(1 if worse else 0)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--serve"]:
        serve()
    elif sys.argv[1:2] == ["--loop"]:
        loop(sys.argv[2], int(sys.argv[3]))
    else:
        main()
