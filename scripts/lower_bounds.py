"""Prints the lower bounds of extras as requirements of pip: the oldest versions with which bitrook is to work.

    pip install ".[dask,test]" $(python scripts/lower_bounds.py dask)

A bound of three parts is that version; one of fewer parts is its last correction: pyarrow>=15 becomes pyarrow==15.*.
Python before 3.11 needs the package tomli.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

try:
    import tomllib
except ImportError:
    import tomli as tomllib  # type: ignore[import-not-found, no-redef, unused-ignore]


def lower_bound(requirement: str) -> str | None:
    """Return a requirement of its lower bound; None if it has none.

    >>> lower_bound("dask[dataframe]>=2025.9.1"), lower_bound("pyarrow>=15"), lower_bound("aiohttp")
    ('dask[dataframe]==2025.9.1', 'pyarrow==15.*', None)
    """
    found = re.fullmatch(r"([^<>=;\s]+)\s*>=\s*([\d.]+)\s*(;.*)?", requirement)
    if not found:
        return None
    name, version = found[1], found[2]
    return f"{name}=={version}" + (".*" if version.count(".") < 2 else "")


def main() -> None:
    """Print the bounds of the extras that are named."""
    text = (Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8")
    extras = tomllib.loads(text)["project"]["optional-dependencies"]
    for name in sys.argv[1:]:
        if name not in extras:
            raise SystemExit(f"{name} is no extra; extras: {', '.join(extras)}")
        print(*filter(None, map(lower_bound, extras[name])))


if __name__ == "__main__":
    main()
