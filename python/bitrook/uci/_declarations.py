"""Declare the options of an engine, write them in the protocol, and parse the values that a GUI sets."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from .._engine_options import ConfigValue, Option

EMPTY = "<empty>"  # the protocol's notation for an empty string
_SET = re.compile(r"setoption\s*(?:name\b\s*)?(?P<name>.*?)(?:\s+value(?:\s(?P<value>.*?))?)?\s*", re.DOTALL)


def check(name: str, default: bool = False) -> Option:
    """Declare an option that is on or off. Its value is a bool.

    >>> from bitrook import uci
    >>> uci.check("OwnBook", True).default
    True
    """
    return Option(name, "check", default, None, None, [])


def spin(name: str, default: int, low: int, high: int) -> Option:
    """Declare an option that is a whole number from *low* to *high*. Its value is an int.

    :raises EngineError: if the default is outside that range.

    >>> from bitrook import uci
    >>> uci.spin("Hash", 16, 1, 1024).max
    1024
    """
    option = Option(name, "spin", default, low, high, [])
    option.parse(default)
    return option


def combo(name: str, default: str, values: Iterable[str]) -> Option:
    """Declare an option with a fixed set of values. Its value is a str.

    :raises EngineError: if the default is not one of the values.

    >>> from bitrook import uci
    >>> uci.combo("Style", "Solid", ["Solid", "Risky"]).var
    ['Solid', 'Risky']
    """
    option = Option(name, "combo", default, None, None, list(values))
    option.parse(default)
    return option


def string(name: str, default: str = "") -> Option:
    """Declare a text option, such as a path. Its value is a str, which can be empty.

    >>> from bitrook import uci
    >>> uci.string("BookFile").default
    ''
    """
    return Option(name, "string", default, None, None, [])


def button(name: str) -> Option:
    """Declare an option that has no value. Setting it calls `Engine.option_changed`.

    >>> from bitrook import uci
    >>> uci.button("Clear Hash").type
    'button'
    """
    return Option(name, "button", None, None, None, [])


def declaration(option: Option) -> str:
    """Return the line that declares an option in the protocol.

    >>> declaration(spin("Hash", 16, 1, 1024))
    'option name Hash type spin default 16 min 1 max 1024'
    >>> declaration(string("EvalFile"))
    'option name EvalFile type string default <empty>'
    """
    words = [f"option name {option.name} type {option.type}"]
    if option.type == "check":
        words.append(f"default {'true' if option.default else 'false'}")
    elif option.type != "button":
        words.append(f"default {EMPTY if option.default == '' else option.default}")
    if option.type == "spin":
        words.append(f"min {option.min} max {option.max}")
    return " ".join([*words, *(f"var {value}" for value in option.var or [])])


def setting(line: str) -> tuple[str, str]:
    """Return the name and the value of a ``setoption`` line. Spaces inside the value are kept.

    >>> setting("setoption name EvalFile value /my  nets/a.nnue")
    ('EvalFile', '/my  nets/a.nnue')
    """
    found = _SET.fullmatch(line)
    assert found, line
    return found["name"], (found["value"] or "").strip()


def parsed(option: Option, text: str) -> Any:
    """Convert *text* to the type of the option. Numbers are clamped to the option's range.

    :raises ValueError: if the option does not accept the text.

    >>> parsed(spin("Hash", 16, 1, 1024), "5000"), parsed(check("OwnBook"), "TRUE")
    (1024, True)
    """
    value: ConfigValue = "" if text == EMPTY else text
    if option.type == "check":
        value = text.lower() == "true"
    elif option.type == "spin":
        if not re.fullmatch(r"-?[0-9]+", text):
            raise ValueError(f"{option.name}: expected an integer, got {text!r}")
        value = min(max(int(text), option.min or 0), option.max or 0)
    elif option.type == "combo":
        same = [each for each in option.var or [] if each.lower() == text.lower()]
        if not same:
            raise ValueError(f"{option.name}: expected one of {', '.join(option.var or [])}, got {text!r}")
        value = same[0]
    return option.parse(value)
