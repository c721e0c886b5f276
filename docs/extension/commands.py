"""Sphinx extension that generates the command-line reference from the argparse parsers, in place of a comment."""

from __future__ import annotations

import argparse
import os
import re
import textwrap

from sphinx.application import Sphinx

from bitrook import cli

MARKER = "<!-- commands -->"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def _row(action: argparse.Action) -> str:
    """Return the table row of an argument: its names and value, and its help with choices and default."""
    value = action.metavar or (
        None if action.nargs == 0 else action.dest.upper()
    )
    names = [
        f"`{name}{f' {value}' if value and action.nargs != 0 else ''}`"
        for name in action.option_strings
    ]
    text = (action.help or "") % {**vars(action), "prog": "bitrook"}
    if action.choices and "{" not in str(value):
        text += f": {', '.join(f'`{choice}`' for choice in action.choices)}"
    default = action.default
    if (
        default not in (None, False, argparse.SUPPRESS, [])
        and action.option_strings
        and "default" not in text
    ):
        text += f" (default: `{default}`)"
    return f"| {_cell(', '.join(names) or f'`{value or action.dest}`')} | {_cell(text)} |"


def _usage(text: str) -> list[str]:
    """Return a usage message as lines of at most 78 columns that do not break inside brackets."""
    variants = re.split(r"\s+(?=bitrook )", " ".join(text.split()))
    lines = []
    for variant in variants:
        kept = re.sub(
            r"\[[^]]*\]|\{[^}]*\}",
            lambda match: match[0].replace(" ", "\0"),
            variant,
        )
        lines += textwrap.wrap(
            kept,
            78,
            subsequent_indent="    ",
            break_on_hyphens=False,
            break_long_words=False,
        )
    return [line.replace("\0", " ") for line in lines]


def section(name: str) -> str:
    """Return the section about a command, in Markdown."""
    parser = cli.command_parser(name)
    lines = [
        f"## {name}",
        "",
        parser.description or "",
        "",
        "```text",
        *_usage(parser.usage or ""),
        "```",
    ]
    rows = [
        _row(each)
        for each in parser._actions
        if each.help != argparse.SUPPRESS and each.dest != "help"
    ]
    if rows:
        lines += ["", "| argument | |", "|---|---|", *rows]
    if parser.epilog:
        lines += ["", "```text", *parser.epilog.strip().splitlines(), "```"]
    return "\n".join(lines) + "\n"


def page() -> str:
    """Return the text that applies to all commands, followed by the sections about them."""
    common = ["```text", *cli.EPILOG.splitlines(), "```", ""]
    return "\n".join([*common, *(section(name) for name in cli.COMMANDS)])


def write(app: Sphinx, document: str, source: list[str]) -> None:
    """Replace the marker with the sections."""
    if MARKER in source[0]:
        source[0] = source[0].replace(MARKER, page())


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the extension."""
    os.environ.setdefault("COLUMNS", "80")
    app.connect("source-read", write)
    return {"parallel_read_safe": True}
