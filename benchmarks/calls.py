"""Measures calls as programs write them (AS_WRITTEN in operations.py), with every library that is installed.

    python benchmarks/calls.py [--rounds 25] [--json]
    python benchmarks/calls.py --programs [--rounds 5]

The libraries take turns in one process. Prints the median of the rounds in nanoseconds of processor time, the loop
subtracted; the time of a call that does nothing (peers/nothing.c, if there is a C compiler); and for each row the time
of the best other native library divided by bitrook's: the median of the ratios of each round, and between which ratios
half of the rounds lie. Rounds are short, so the ratios are comparable on a machine that has other work, but the times
are not.

--programs runs programs of examples/ as a whole on bitrook and on python-chess, in turn, and prints the ratios of speeds.
"""

from __future__ import annotations

import argparse
import gc
import importlib.util
import io
import json
import platform
import shutil
import statistics
import subprocess
import sys
import sysconfig
import tempfile
from contextlib import redirect_stdout
from pathlib import Path

import libraries
import measure
import operations

NATIVE = [name for name in (*operations.LIBRARIES, *operations.FURTHER) if name not in ("chess", "bitrook")]
EXAMPLES = Path(__file__).parents[1] / "examples"


def compile_nothing(folder: str) -> None:
    """Compile the module `nothing` and make it importable."""
    if compiler := shutil.which("cc"):
        library = Path(folder, "nothing" + sysconfig.get_config_var("EXT_SUFFIX"))
        source = Path(__file__).parent / "peers" / "nothing.c"
        headers = sysconfig.get_path("include")
        subprocess.run([compiler, "-O2", "-shared", "-fPIC", "-w", f"-I{headers}", source, "-o", library], check=True)
        sys.path.append(folder)


def compare_programs(rounds: int) -> None:
    """Print how many times as fast the programs are on bitrook as on python-chess."""
    sys.path.append(str(EXAMPLES))
    import versus

    print("| program | times as fast | from | to |\n|---|--:|--:|--:|")
    for name, arguments in operations.PROGRAMS.items():
        paths = [str(EXAMPLES / each) if (EXAMPLES / each).exists() else each for each in arguments]
        with redirect_stdout(io.StringIO()):
            ratios = [versus.compare(str(EXAMPLES / name), paths) for _ in range(rounds)]
        cells = [f"{each:.1f}" for each in (statistics.median(ratios), min(ratios), max(ratios))]
        print(f"| `{' '.join([name, *arguments])}` | {' | '.join(cells)} |")


def measured(rounds: int) -> dict[str, dict[str, list[float]]]:
    """Return the nanoseconds of each round by row and library. Libraries that lack something are left out."""
    names = [name for name in (*operations.LIBRARIES, *operations.FURTHER, "nothing") if importlib.util.find_spec(name)]
    namespaces = {name: libraries.namespace(name, []) for name in names}
    probes: dict[str, dict[str, measure.Probe]] = {}
    for operation in operations.AS_WRITTEN:
        for library in operation.code.keys() & namespaces.keys():
            try:
                probe = measure.probe(operation, library, namespaces[library])
            except (AttributeError, NameError, TypeError) as error:
                print(f"without {library}: {operation.name}: {error}")
                continue
            probes.setdefault(operation.name, {})[library] = probe
    samples: dict[str, dict[str, list[float]]] = {name: {each: [] for each in row} for name, row in probes.items()}
    gc.collect()
    gc.freeze()
    for _ in range(rounds):
        for name, row in probes.items():
            for library, probe in row.items():
                samples[name][library].append(max(probe.sample(), 0.5))
    return samples


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=25)
    parser.add_argument("--json", action="store_true", help="print all samples")
    parser.add_argument("--programs", action="store_true", help="measure whole programs instead")
    options = parser.parse_args()
    if options.programs:
        compare_programs(options.rounds)
        return
    with tempfile.TemporaryDirectory() as folder:
        compile_nothing(folder)
        samples = measured(options.rounds)
    if options.json:
        print(json.dumps(samples))
        return
    print(
        f"Python {platform.python_version()}\n\n| | bitrook | nothing | python-chess | "
        "best other native library | ratio | half within |\n|---|--:|--:|--:|---|--:|---|"
    )
    for name, row in samples.items():
        own = row["bitrook"]
        others = {library: times for library, times in row.items() if library in NATIVE}
        best = min(others, key=lambda library: statistics.median(others[library]), default=None)
        cells = [
            f"{statistics.median(row[each]):,.0f}" if each in row else "" for each in ("bitrook", "nothing", "chess")
        ]
        if best:
            ratios = [other / ours for other, ours in zip(others[best], own, strict=True)]
            low, middle, high = statistics.quantiles(ratios, n=4)
            cells += [f"{best} {statistics.median(others[best]):,.0f}", f"{middle:.2f}", f"{low:.2f} to {high:.2f}"]
        else:
            cells += ["", "", ""]
        print(f"| {name} | {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
