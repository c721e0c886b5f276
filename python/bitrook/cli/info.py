"""``bitrook info``: print the version, the build and the processor."""

from __future__ import annotations

import argparse
import json
import platform

from .. import __version__, build_info
from .terminal import Terminal

SUMMARY = "print the version, the build and the processor"
USAGE = "bitrook info [--json]"
EPILOG = "The environment variable BITROOK_BUILD forces one of the installed builds."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print JSON")


def version() -> int:
    print(f"bitrook {__version__}")
    return 0


def run(arguments: argparse.Namespace, terminal: Terminal) -> int:
    """Print what build_info() returns, and the version of Python."""
    facts: dict[str, str | bool | tuple[str, ...]] = dict(build_info()._asdict())
    facts["python"] = f"{platform.python_implementation()} {platform.python_version()}"
    if arguments.json:
        print(json.dumps(facts, indent=2))
        return 0
    for name, value in facts.items():
        text = " ".join(value) if isinstance(value, tuple) else str(value)
        print(f"{terminal.paint(f'{name:<13}', 'dim')}{text or '-'}")
    return 0
