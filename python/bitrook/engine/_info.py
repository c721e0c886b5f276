"""Parsers for the output of UCI engines: information, best moves, options."""

from __future__ import annotations

from .._core import Board, _parse_info
from .._engine_options import ConfigValue, EngineError, Option
from .._scores import Cp, Mate, PovScore, PovWdl, Wdl
from . import _log
from ._values import INFO_ALL, BestMove, Info, InfoDict

_CLASSES = (Cp, Mate, PovScore, Wdl, PovWdl)


def _parse_uci_info(arg: str, root_board: Board, selector: Info = INFO_ALL) -> InfoDict:  # pyright: ignore[reportUnusedFunction]
    """Parse the part of a line after the word "info". Fields with invalid values are logged and skipped."""
    info, invalid = _parse_info(arg, root_board, int(selector), _CLASSES)
    for field in invalid:
        _log.logger().error("invalid %s in info: %r, position: %s", field, arg, root_board.fen())
    return info  # type: ignore[return-value]


def parse_bestmove(board: Board, args: str) -> BestMove:
    """Parse the part of a line after the word "bestmove". Raise EngineError if the move is not legal."""
    words = args.split()
    if not words or words[0] in ("(none)", "NULL"):
        return BestMove(None, None)
    try:
        # Some engines write the promotion piece in upper case.
        move = board.parse_uci(words[0].lower())
    except ValueError as exc:
        raise EngineError(exc) from None
    ponder = None
    if len(words) > 2 and words[1] == "ponder" and words[2] not in ("(none)", "NULL"):
        after = board.copy(stack=False)
        after.push(move)
        try:
            ponder = after.parse_uci(words[2].lower())
        except ValueError as exc:
            _log.logger().error("the engine sent an invalid ponder move: %s", exc)
    return BestMove(move, ponder)


_KEYS = ("name", "type", "default", "min", "max", "var")


def parse_option(args: str) -> Option:
    """Parse the part of a line after the word "option". Raise EngineError if it is invalid."""
    fields: list[tuple[str, list[str]]] = []
    for word in args.split(" "):
        in_name = bool(fields) and fields[-1][0] == "name"  # a name may contain words such as "min"
        if word in _KEYS and (word == "type" or not in_name):
            fields.append((word, []))
        elif fields:
            fields[-1][1].append(word)
    values = [(key, " ".join(words).strip()) for key, words in fields]
    text = dict(values)
    low, high = (_int_or_none(text.get(key, "")) for key in ("min", "max"))
    var = [value for key, value in values if key == "var"]
    option = Option(text.get("name", ""), text.get("type", ""), None, low, high, var)
    given: ConfigValue = text.get("default", "")
    if option.type != "combo":  # some engines declare a default that is not one of the values
        given = None if option.type == "spin" and not given else option.parse(given)
    return Option(option.name, option.type, given, low, high, var)


def _int_or_none(text: str) -> int | None:
    try:
        return int(text)
    except ValueError:
        return None
