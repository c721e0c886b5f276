"""Generates a table and a plot from saved results.

python benchmarks/report.py benchmarks/results/latest.json    rewrites latest.md and docs/performance.svg
"""

from __future__ import annotations

import json
import math
import statistics
import sys
from pathlib import Path
from typing import Any

import operations

PEERS = {
    "bulletchess": "#8c6bb1",
    "nchess": "#41ab5d",
    "rust_chess": "#d94801",
    "fastchess": "#2171b5",
    "chess": "#969696",
}
NAMES = {"chess": "python-chess"}
PERFT = "Perft of the full tree, one thread, no table, million leaves a second of processor time"


def scale(results: dict[str, Any]) -> dict[str, float]:
    """Return, for each row, the ratio of python-chess's time here to its time on the machine where the goals were set.

    Rows without a reference time, or with one that is too short to be precise, get the median of the remaining rows.
    """
    measured = results["operations"]
    factors = {
        o.name: measured[o.name]["chess"] / o.reference
        for o in operations.OPERATIONS
        if o.reference and o.reference > 50 and o.name in measured
    }
    usual = statistics.median(factors.values())
    return {o.name: factors.get(o.name, usual) for o in operations.OPERATIONS}


def figure(ns: float) -> str:
    if ns >= 499_500:
        return f"{ns / 1e6:,.2f} ms"
    return f"{ns:,.0f}" if ns >= 99.5 else f"{max(ns, 0):.1f}" if ns < 9.95 else f"{ns:.0f}"


def times(ratio: float) -> str:
    return f"{ratio:,.0f}" if ratio >= 9.95 else f"{ratio:.1f}"


def rows(results: dict[str, Any]) -> list[dict[str, Any]]:
    found = []
    for operation in operations.OPERATIONS:
        row = results["operations"].get(operation.name)
        if not row or "bitrook" not in row:
            continue
        native = {lib: ns for lib, ns in row.items() if lib in PEERS and lib != "chess"}
        best = min(native, key=lambda lib: native[lib], default=None)
        found.append({"operation": operation, "all": row, "best": best, "bitrook": max(row["bitrook"], 0.1)})
    return found


def heading(results: dict[str, Any]) -> str:
    versions = ", ".join(f"{NAMES.get(n, n)} {v}" for n, v in results["versions"].items() if n != "python")
    return (
        f"Measured on {results['date']} on one machine ({results['machine']}), Python {results['versions']['python']}, "
        f"bitrook's {results['build']} build, in one run with the libraries taking turns: medians, nanoseconds of "
        f"processor time, the loop subtracted. {versions}."
    )


def markdown(results: dict[str, Any]) -> str:
    factors = scale(results)
    lines = [
        "# bitrook and other libraries",
        "",
        heading(results),
        "",
        "The position is Kiwipete where none is named. *Built in* is a similar expression over Python's own objects: the",
        "hash of a str for that of a move, the list of a dict's keys for that of `legal_moves`. The goals were set on",
        "another machine; each is scaled by the ratio of python-chess's times on the two machines (median: "
        f"{statistics.median(factors.values()):.2f}).",
        "",
        "| operation | "
        + " | ".join(NAMES.get(p, p) for p in PEERS)
        + " | **bitrook** | × python-chess | × best other | built in | goal |",
        "|---|" + "--:|" * (len(PEERS) + 5),
    ]
    notes: list[str] = []
    for row in rows(results):
        operation, cells = row["operation"], []
        for peer in PEERS:
            mark = ""
            if note := operation.notes.get(peer):
                notes.append(f"{len(notes) + 1}. {peer}, {operation.name}: {note}")
                mark = f" [{len(notes)}]"
            text = figure(row["all"][peer]) if peer in row["all"] else "-"
            cells.append((f"*{text}*" if peer == row["best"] else text) + mark)
        own = row["bitrook"]
        best = times(row["all"][row["best"]] / own) if row["best"] else "-"
        python = times(row["all"]["chess"] / own) if "chess" in row["all"] else "-"
        builtin = figure(row["all"]["builtins"]) if "builtins" in row["all"] else ""
        goal = ""
        if operation.goal:
            scaled = operation.goal * factors[operation.name]
            goal = f"{figure(scaled)} {'met' if own <= scaled * 1.02 else 'missed'}"
        lines.append(
            f"| {operation.name} | {' | '.join(cells)} | **{figure(own)}** | {python} | {best} | {builtin} | {goal} |"
        )
    lines += ["", *notes, "", f"## {PERFT}", "", *perft_table(results["perft"])]
    return "\n".join(lines) + "\n"


def perft_table(table: dict[str, dict[str, float]]) -> list[str]:
    """Return the lines of the perft table: Stockfish, bitrook and the ratio of their rates."""
    lines = ["| position | stockfish | **bitrook** | ratio |", "|---|--:|--:|--:|"]
    programs = [name for name in ("stockfish", "bitrook") if name in next(iter(table.values()))]
    means = {name: statistics.geometric_mean(row[name] for row in table.values()) for name in programs}
    for name, row in (table | {"geometric mean": means}).items():
        own, other = row["bitrook"], row.get("stockfish")
        peer, ratio = (f"{other:,.0f}", f"{own / other:.1f}") if other else ("-", "-")
        lines.append(f"| {name} | {peer} | **{own:,.0f}** | {ratio} |")
    return lines


def short(results: dict[str, Any]) -> str:
    """Return the tables of docs/performance.md: python-chess, the fastest other library, and bitrook."""
    lines = [
        heading(results),
        "",
        "| operation, ns | python-chess | best other native library | **bitrook** | × python-chess |",
    ]
    lines.append("|---|--:|--:|--:|--:|")
    for row in rows(results):
        python = row["all"].get("chess")
        best = f"{figure(row['all'][row['best']])} {row['best']}" if row["best"] else "-"
        ratio = times(python / row["bitrook"]) if python else "-"
        cells = figure(python) if python else "-", best, f"**{figure(row['bitrook'])}**", ratio
        lines.append(f"| {row['operation'].name} | {' | '.join(cells)} |")
    lines += ["", f"{PERFT} ([how it counts](perft.md)):", "", *perft_table(results["perft"])]
    return "\n".join(lines)


def put_into(page: Path, readme: Path, tables: str) -> None:
    """Write the tables of `short` between two comments in *page*, and update the same rows in the README."""
    begin, end = "<!-- benchmarks -->", "<!-- end of benchmarks -->"
    before, _, rest = page.read_text(encoding="utf-8").partition(begin)
    _, found, after = rest.partition(end)
    if not found:
        raise SystemExit(f"{page} has no {begin} ... {end}")
    page.write_text(f"{before}{begin}\n{tables}\n{end}{after}", encoding="utf-8")
    measured = {line.split(" | ")[0]: line.split(" | ") for line in tables.splitlines() if line.startswith("| ")}
    lines = readme.read_text(encoding="utf-8").splitlines(keepends=True)
    for number, line in enumerate(lines):
        if name := next((name for name in measured if line.startswith(f"{name} | ")), None):
            lines[number] = " | ".join(measured[name]) + "\n"
    readme.write_text("".join(lines), encoding="utf-8")


def plot(results: dict[str, Any]) -> str:
    """Return an SVG plot of the speedup over python-chess on a logarithmic scale, with one dot per library."""
    shown = [row for row in rows(results) if "chess" in row["all"]]
    left, width, step, top = 330, 620, 24, 70
    height = top + step * len(shown) + 50
    ratios = [
        row["all"]["chess"] / max(ns, 0.1)
        for row in shown
        for library, ns in row["all"].items()
        if library != "builtins"
    ]
    low, high = math.floor(math.log10(min(*ratios, 1))), math.ceil(math.log10(max(ratios)))

    def x(ratio: float) -> float:
        return left + width * (math.log10(ratio) - low) / (high - low)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {left + width + 40} {height}" font-family="sans-serif" '
        'font-size="13"><rect width="100%" height="100%" fill="white"/>',
        f'<text x="{left}" y="24" font-size="16">Times faster than python-chess ({results["date"]}, one machine)</text>',
    ]
    place = left
    for name, color in [("bitrook", "#000000"), *((n, c) for n, c in PEERS.items() if n != "chess")]:
        parts.append(
            f'<circle cx="{place + 6}" cy="42" r="5" fill="{color}"/><text x="{place + 16}" y="46">{name}</text>'
        )
        place += 110
    for exponent in range(low, high + 1):
        at = x(10**exponent)
        parts.append(f'<line x1="{at:.1f}" y1="{top - 8}" x2="{at:.1f}" y2="{height - 40}" stroke="#dddddd"/>')
        parts.append(f'<text x="{at:.1f}" y="{height - 22}" text-anchor="middle">{10**exponent:,g}</text>')
    for i, row in enumerate(shown):
        y, python = top + step * i + 8, row["all"]["chess"]
        parts.append(f'<text x="{left - 12}" y="{y + 4}" text-anchor="end">{row["operation"].name}</text>')
        own = x(python / row["bitrook"])
        parts.append(f'<line x1="{x(1):.1f}" y1="{y}" x2="{own:.1f}" y2="{y}" stroke="#bbbbbb" stroke-width="2"/>')
        for library, ns in row["all"].items():
            if library in PEERS and library != "chess":
                at = x(python / max(ns, 0.1))
                parts.append(f'<circle cx="{at:.1f}" cy="{y}" r="4" fill="{PEERS[library]}"/>')
        parts.append(f'<circle cx="{own:.1f}" cy="{y}" r="6" fill="black"/>')
    return "\n".join([*parts, "</svg>"]) + "\n"


if __name__ == "__main__":
    source = Path(sys.argv[1])
    data = json.loads(source.read_text(encoding="utf-8"))
    source.with_suffix(".md").write_text(markdown(data), encoding="utf-8")
    (Path(__file__).parents[1] / "docs" / "performance.svg").write_text(plot(data), encoding="utf-8")
