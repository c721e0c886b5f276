"""Prints pip requirements for the lower bounds of extras, the oldest versions that bitrook supports.

    pip install ".[dask,test]" $(python scripts/lower_bounds.py dask)

A bound with three parts becomes exactly that version. One with fewer parts becomes the latest bug-fix release:
pyarrow>=15 becomes pyarrow==15.*. Before Python 3.11, this needs the package tomli.
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
    """Return a requirement pinned to its lower bound, or None if it has none.

    >>> lower_bound("dask[dataframe]>=2025.9.1"), lower_bound("pyarrow>=15"), lower_bound("aiohttp")
    ('dask[dataframe]==2025.9.1', 'pyarrow==15.*', None)
    """
    found = re.fullmatch(r"([^<>=;\s]+)\s*>=\s*([\d.]+)\s*(;.*)?", requirement)
    if not found:
        return None
    name, version = found[1], found[2]
    return f"{name}=={version}" + (".*" if version.count(".") < 2 else "")


def main() -> None:
    """Print the lower bounds of the given extras."""
    text = (Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8")
    extras = tomllib.loads(text)["project"]["optional-dependencies"]
    for name in sys.argv[1:]:
        if name not in extras:
            raise SystemExit(f"{name} is no extra; extras: {', '.join(extras)}")
        print(*filter(None, map(lower_bound, extras[name])))


if __name__ == "__main__":
    main()
