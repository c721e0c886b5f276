"""``bitrook info``: the version, the build and the processor."""

from __future__ import annotations

import argparse
import json
import platform

from .. import __version__, build_info
from .terminal import Terminal

SUMMARY = "version, build, processor"
USAGE = "bitrook info [--json]"
EPILOG = "BITROOK_BUILD=NAME in the environment forces one of the installed builds."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="for scripts")


def version() -> int:
    print(f"bitrook {__version__}")
    return 0


def run(arguments: argparse.Namespace, terminal: Terminal) -> int:
    """Prints what `build_info` knows, and which Python asked."""
    facts: dict[str, str | bool | tuple[str, ...]] = dict(build_info()._asdict())
    facts["python"] = f"{platform.python_implementation()} {platform.python_version()}"
    if arguments.json:
        print(json.dumps(facts, indent=2))
        return 0
    for name, value in facts.items():
        text = " ".join(value) if isinstance(value, tuple) else str(value)
        print(f"{terminal.paint(f'{name:<13}', 'dim')}{text or '-'}")
    return 0
