"""Parsers for the output of XBoard engines: features, options, search information."""

from __future__ import annotations

import re

from .._core import Board, Move
from .._engine_options import ConfigValue, EngineError, Option
from .._scores import Cp, Mate, MateGiven, PovScore, Score
from ._values import INFO_ALL, INFO_PV, Info, InfoDict

XBOARD_ERROR_REGEX = re.compile(r"^\s*(Error|Illegal move)(\s*\([^()]+\))?\s*:")

_FEATURE = re.compile(r"(\w+)=(\"[^\"]*\"|\S+)")
_MOVE = re.compile(r"(?:move|\d+\.\s+\.\.\.|My move is\s*:)(?:\s+(\S+))?$")  # the current form and two older ones
_MATE = 100_000  # scores of at least this magnitude are mates


def parse_features(text: str) -> list[tuple[str, int | str]]:
    """Parse the names and values of features, such as ``ping=1 myname="Foo"``. Anything else is skipped."""
    pairs = [(name, value.strip('"')) for name, value in _FEATURE.findall(text)]
    return [(name, int(value) if value.isascii() and value.isdigit() else value) for name, value in pairs]


def parse_option(feature: str) -> Option:
    """Parse the value of the feature "option", such as ``Skill -spin 5 0 10``.

    :raises EngineError: if the option is invalid.
    """
    name, dash, rest = feature.partition(" -")
    kind, _, text = rest.partition(" ")
    if not dash or not name.strip():
        raise EngineError(f"invalid option: {feature!r}")
    default: ConfigValue = None
    low = high = var = None
    try:
        if kind in ("spin", "slider"):
            kind = "spin"
            default, low, high = map(int, text.split()[:3])
        elif kind == "check":
            default = bool(int(text.split()[0]))
    except (ValueError, IndexError):
        raise EngineError(f"invalid option: {feature!r}") from None
    if kind == "combo":
        choices = [choice.strip() for choice in text.split("///")]
        default = next((choice[1:] for choice in choices if choice.startswith("*")), None)
        var = [choice.removeprefix("*") for choice in choices]
    elif kind in ("string", "file", "path"):
        default = text.strip().replace('""', "")
    return Option(name.strip(), kind, default, low, high, var)


def parse_move(line: str) -> str | None:
    """Return the move that a line announces, "" if the move is missing, or None for any other line."""
    match = _MOVE.match(line)
    return None if match is None else match[1] or ""


def _score(points: int) -> Score:
    if abs(points) < _MATE:
        return Cp(points)
    score = Mate(abs(points) - _MATE) if abs(points) > _MATE else MateGiven
    return score if points > 0 else -score


def _parse_xboard_post(line: str, root_board: Board, selector: Info = INFO_ALL) -> InfoDict:  # pyright: ignore[reportUnusedFunction]
    """Parse a line of search output. Return an empty dict for any other line.

    The line begins with at least four integers: depth, score in centipawns, time in hundredths of a second, and nodes.
    They may be followed by selective depth, nodes per second and tablebase hits. The rest is the best line.
    """
    words = line.split()
    numbers: list[int] = []
    for word in words:
        if not re.fullmatch(r"[+-]?\d+", word, re.ASCII) or len(word) > 18:
            break
        numbers.append(int(word))
    if len(numbers) < 4:
        return {}
    depth, points, time, nodes = numbers[:4]
    info: InfoDict = {
        "depth": depth, "time": time / 100, "nodes": nodes, "score": PovScore(_score(points), root_board.turn)
    }  # fmt: skip
    more = numbers[4:]
    if more:
        info["seldepth"] = more[0]
    if len(more) > 1:
        info["nps"] = more[1]
    if len(more) > 2:
        info["tbhits"] = more[-1]
    pv = _moves(words[len(numbers) :], root_board.copy(stack=False))
    info["pv"] = pv if selector & INFO_PV else pv[:1]
    return info


def _moves(words: list[str], board: Board) -> list[Move]:
    """Parse moves in any notation, up to the first word that is not a legal move. Move numbers are skipped."""
    moves: list[Move] = []
    for word in words:
        if not (text := re.sub(r"^\d+\.+|^\.+|[<>]", "", word)):
            continue
        try:
            move = board.parse_xboard(text)
        except ValueError:
            break
        moves.append(move)
        board.push(move)
    return moves
