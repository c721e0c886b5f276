"""The options that several commands share, and the types of their values."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Mapping
from itertools import chain


def natural(text: str) -> int:
    if not (text.isascii() and text.replace("_", "").replace(",", "").isdigit()):
        raise argparse.ArgumentTypeError(f"expected a whole number of 0 or more, got {text!r}")
    return int(text.replace(",", ""))


def positive(text: str) -> int:
    try:
        if number := natural(text):
            return number
    except argparse.ArgumentTypeError:
        pass
    raise argparse.ArgumentTypeError(f"expected a whole number of 1 or more, got {text!r}")


def processors(text: str) -> int:
    return natural(text) or os.cpu_count() or 1


def seconds(text: str) -> float:
    value = float(text)
    if not value >= 0:
        raise argparse.ArgumentTypeError(f"must be 0 or more: {text!r}")
    return value


def size(text: str) -> int:
    """Return a number of bytes from a text such as 1000000, 64k, 64M or 1G; the letters are powers of 1,024."""
    shift = {"k": 10, "m": 20, "g": 30}.get(text[-1:].lower(), 0)
    return natural(text[:-1] if shift else text) << shift


def add_number(
    parser: argparse._ActionsContainer,
    flag: str,
    help: str,
    default: int | None = None,
    metavar: str = "N",
    type: Callable[[str], int] = natural,
) -> None:
    """Add an option that takes a whole number. Its help ends with the default unless that is None."""
    shown = "" if default is None else f" (default: {default})"
    parser.add_argument(flag, type=type, default=default, metavar=metavar, help=help + shown)


def add_position(parser: argparse.ArgumentParser, help: str, metavar: str = "FEN") -> None:
    parser.add_argument("words", nargs="*", metavar=metavar, help=help)
    parser.add_argument("--chess960", action="store_true", default=None, help="read the position as Chess960")


def add_variant(parser: argparse._ActionsContainer, what: str = "a variant") -> None:
    parser.add_argument("--variant", metavar="NAME", help=f"{what}, such as crazyhouse (default: standard chess)")


def add_threads(parser: argparse.ArgumentParser, default: int | None = 1) -> None:
    text = "number of threads; 0 means one per processor (default: 1)"
    parser.add_argument("--threads", type=processors, default=default, metavar="N", help=text)


def add_letters(parser: argparse._ActionsContainer) -> None:
    text = 'the language of the moves, such as de, or its letters of the pieces, such as "KDTLSB" (default: English)'
    parser.add_argument("--letters", metavar="LETTERS", help=text)


def add_hash(parser: argparse.ArgumentParser) -> None:
    add_number(parser, "--hash", "size of the hash table", 16, "MB")


def add_network(parser: argparse.ArgumentParser) -> None:
    text = 'evaluate with this network instead of the default evaluation; "default" selects the one that comes with bitrook'
    parser.add_argument("--network", default="", metavar="FILE", help=text)


def add_filters(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--where", action="append", metavar="COND", help="read only games that meet this condition")
    add_number(parser, "--limit", "read at most N games")


def add_json(parser: argparse._ActionsContainer, what: str = "the result") -> None:
    parser.add_argument("--json", action="store_true", default=None, help=f"print {what} as JSON")


def add_json_or_quiet(parser: argparse.ArgumentParser, quiet: str) -> None:
    output = parser.add_mutually_exclusive_group()
    add_json(output)
    output.add_argument("-q", "--quiet", action="store_true", help=f"print only {quiet}")


def flag_of(name: str) -> str:
    """Return the flag of an option, given the name of its value."""
    return {"n": "-n", "output": "-o"}.get(name) or f"--{name.replace('_', '-')}"


def check_action(command: str, arguments: argparse.Namespace, actions: Mapping[str, tuple[str, ...]]) -> None:
    """Raise ValueError if an option is set that the action does not accept.

    :param actions: the options that each action accepts, by action.
    """
    taken = actions[arguments.action]
    for name in dict.fromkeys(chain.from_iterable(actions.values())):
        if getattr(arguments, name) is not None and name not in taken:
            allowed = ", ".join(map(flag_of, taken))
            raise ValueError(
                f"{flag_of(name)} is not an option of bitrook {command} {arguments.action}, which accepts {allowed}"
            )
