"""``bitrook completion``: print a script that completes the commands and options in a shell."""

from __future__ import annotations

import argparse
from importlib import import_module
from types import ModuleType

from .. import Condition
from . import COMMANDS, DESCRIPTION, command_parser
from .arguments import NAMED
from .terminal import Terminal

USAGE = "bitrook completion {bash,zsh,fish}"
EPILOG = """\
Generating the script requires shtab: pip install "bitrook[completion]"

examples:
  bitrook completion bash >> ~/.bash_completion
  bitrook completion zsh > "${fpath[1]}/_bitrook"
  bitrook completion fish > ~/.config/fish/completions/bitrook.fish"""
SHELLS = ("bash", "zsh", "fish")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("shell", choices=SHELLS, help="the shell")


def run(arguments: argparse.Namespace, terminal: Terminal) -> None:
    """Print the script."""
    try:
        shtab = import_module("shtab")
    except ModuleNotFoundError:
        raise ValueError('bitrook completion requires shtab: pip install "bitrook[completion]"') from None
    print(shtab.complete(_parser(shtab), shell=arguments.shell))


def _parser(shtab: ModuleType) -> argparse.ArgumentParser:
    """Return a parser with all commands as subparsers, and with the completions of their arguments."""
    top = argparse.ArgumentParser(prog="bitrook", description=DESCRIPTION)
    top.add_argument("--version", action="store_true", help="print the version and exit")
    commands = top.add_subparsers(metavar="COMMAND")
    for name, summary in COMMANDS.items():
        one = commands.add_parser(name, help=summary, parents=[command_parser(name)], add_help=False)
        for action in one._actions:
            if action.metavar == "FILE":
                setattr(action, "complete", shtab.FILE)
            elif action.dest == "expressions":
                names, functions = Condition.names()
                action.choices = [*(name for name in names if len(name) > 2 and "_" not in name), *functions]
            elif action.dest in ("words", "fen"):
                action.choices = [*NAMED]
    return top
