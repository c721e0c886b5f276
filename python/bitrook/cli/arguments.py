"""The options that several commands share, and the types of their values, positions among them."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from .. import Board
from .._similar import did_you_mean
from ..variant import VARIANTS, find_variant

if TYPE_CHECKING:
    from ..nnue import Network


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


def add_window_log(parser: argparse._ActionsContainer) -> None:
    text = "largest window of zstd archives, as a power of two; zstd --long=31 needs 31 (default: 27)"
    parser.add_argument("--zstd-window-log", type=int, choices=range(10, 32), metavar="N", help=text)


def add_hash(parser: argparse.ArgumentParser) -> None:
    add_number(parser, "--hash", "size of the hash table", 16, "MB")


def add_network(parser: argparse.ArgumentParser) -> None:
    text = 'evaluate with this network instead of the default evaluation; "default" selects the one that comes with bitrook'
    parser.add_argument("--network", default="", metavar="FILE", help=text)


def network_of(path: str) -> Network | None:
    """Return the network that the option selects, or None for the default evaluation."""
    from .. import nnue

    return nnue.default() if path == "default" else nnue.load(path) if path else None


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


NAMED = {
    "startpos": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "kiwipete": "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
}
NAMES = (*NAMED, "chess960:N", "-")


def variant_of(name: str | None) -> type[Board]:
    """Return the class of the boards of a variant, or Board for None.

    :raises ValueError: if there is no such variant. The message lists them.

    >>> variant_of("3check").__name__
    'ThreeCheckBoard'
    """
    try:
        return Board if name is None else find_variant(name)
    except ValueError:
        known = [str(variant.uci_variant) for variant in VARIANTS]
        raise ValueError(
            f"no such variant (variants: {', '.join(known)}): {name!r}{did_you_mean(str(name), known)}"
        ) from None


def board_of(words: Sequence[str], chess960: bool | None = None, variant: str | None = None) -> Board:
    """Return the position given by *words*: a FEN in one word or several, a name, ``chess960:N``, or ``-``.

    ``-`` reads a FEN or a name from standard input. Without words, return the start position. *chess960* is passed to
    board_of_fen(), and *variant* is the name of the variant.

    :raises ValueError: if *words* is anything else, or there is no such variant.

    >>> board_of(["startpos"]).fen()
    'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
    """
    kind = variant_of(variant)
    words = " ".join(words).split() or ["startpos"]
    if words == ["-"]:
        words = _read_line().split()
    name, *others = words
    known = name.lower() in NAMED or name.startswith("chess960:") or name == "-"
    if known and others:
        raise ValueError(f"{' '.join(others)!r} was not expected after the position {name}")
    if name.startswith("chess960:"):
        number = name.removeprefix("chess960:")
        if not number.isascii() or not number.isdigit() or int(number) > 959:
            raise ValueError(f"chess960:N requires a number from 0 to 959: {name!r}")
        return kind.from_chess960_pos(int(number))
    if not known and not others and "/" not in name:
        raise ValueError(f"no such position (names: {', '.join(NAMES)}; or a FEN): {name!r}{did_you_mean(name, NAMED)}")
    fen = kind.starting_fen if name.lower() == "startpos" else NAMED.get(name.lower(), " ".join(words))
    return board_of_fen(fen, chess960, kind)


def _read_line() -> str:
    """Return the first line of standard input that is not empty."""
    for line in sys.stdin:
        if line.strip():
            return line
    raise ValueError("standard input is empty; expected a FEN")


def board_of_fen(fen: str, chess960: bool | None = None, kind: type[Board] = Board) -> Board:
    """Return a board of class *kind* with the position of a FEN.

    If *chess960* is None, detect Chess960 from the castling rights.

    >>> board_of_fen("4k3/8/8/8/8/8/8/1R2K1R1 w BG - 0 1").chess960
    True
    """
    if chess960 is not None:
        return kind(fen, chess960=chess960)
    standard, other = kind(fen), kind(fen, chess960=True)
    rights = fen.split()[2:3]
    shredder = bool(rights) and any(letter not in "KQkq-" for letter in rights[0])
    return other if shredder or standard.clean_castling_rights() != other.clean_castling_rights() else standard
