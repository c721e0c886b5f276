"""``bitrook info``: print the version, the build and the processor."""

from __future__ import annotations

import argparse
import platform

from .. import build_info
from .arguments import add_json
from .terminal import Terminal, print_json

USAGE = "bitrook info [--json]"
EPILOG = "The environment variable BITROOK_BUILD forces one of the installed builds."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_json(parser)


def run(arguments: argparse.Namespace, terminal: Terminal) -> None:
    """Print what build_info() returns, and the version of Python."""
    facts: dict[str, str | bool | tuple[str, ...]] = dict(build_info()._asdict())
    facts["python"] = f"{platform.python_implementation()} {platform.python_version()}"
    if arguments.json:
        return print_json(facts)
    for name, value in facts.items():
        text = " ".join(value) if isinstance(value, tuple) else str(value)
        print(f"{terminal.paint(f'{name:<13}', 'dim')}{text or '-'}")
