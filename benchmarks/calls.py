"""Measures calls as programs write them (AS_WRITTEN in operations.py), with every library that is installed.

    python benchmarks/calls.py [--rounds 25] [--json]

The libraries take turns in one process. Prints the median of the rounds in nanoseconds of processor time, the loop
subtracted, and for each row the time of the best other native library divided by bitrook's: the median of the ratios of
each round, and between which ratios half of the rounds lie. Rounds are short, so the ratios are comparable on a machine
that has other work, but the times are not.
"""

from __future__ import annotations

import argparse
import gc
import importlib.util
import json
import platform
import statistics

import libraries
import measure
import operations

NATIVE = [name for name in (*operations.LIBRARIES, *operations.FURTHER) if name not in ("chess", "bitrook")]


def measured(rounds: int) -> dict[str, dict[str, list[float]]]:
    """Return the nanoseconds of each round by row and library. Libraries that lack something are left out."""
    names = [name for name in (*operations.LIBRARIES, *operations.FURTHER) if importlib.util.find_spec(name)]
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
    options = parser.parse_args()
    samples = measured(options.rounds)
    if options.json:
        print(json.dumps(samples))
        return
    print(
        f"Python {platform.python_version()}\n\n| | bitrook | python-chess | best other native library | ratio | half within |"
    )
    print("|---|--:|--:|---|--:|---|")
    for name, row in samples.items():
        own = row["bitrook"]
        others = {library: times for library, times in row.items() if library in NATIVE}
        best = min(others, key=lambda library: statistics.median(others[library]), default=None)
        cells = [f"{statistics.median(own):,.0f}", f"{statistics.median(row['chess']):,.0f}" if "chess" in row else ""]
        if best:
            ratios = [other / ours for other, ours in zip(others[best], own, strict=True)]
            low, middle, high = statistics.quantiles(ratios, n=4)
            cells += [f"{best} {statistics.median(others[best]):,.0f}", f"{middle:.2f}", f"{low:.2f} to {high:.2f}"]
        else:
            cells += ["", "", ""]
        print(f"| {name} | {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
