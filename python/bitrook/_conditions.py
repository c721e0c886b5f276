"""Conditions on positions: the class Condition, and the compiled forms of texts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._core import Board, _condition, _condition_names

if TYPE_CHECKING:
    from ._core import _Condition

__all__ = ["Condition"]

_CACHED = 256
_cache: dict[str, _Condition] = {}  # the compiled forms of texts


class Condition:
    """A condition on positions, compiled from a text.

    Everything that takes a condition also takes its text, and recent texts stay compiled. An object saves looking up
    the text, and reports mistakes where it is created. Conditions are immutable, and can be hashed, compared (by their
    texts) and pickled.

    The language is described in the reference under "Conditions": sets of squares with the operators of Python,
    comparisons, ``and``, ``or``, ``not``, and names such as ``check``, ``material("KRPkr")`` and ``piece(e4)``.

    :param text: the condition.
    :raises ValueError: if the text is not a condition. The message contains the column and, if possible, a suggestion.

    >>> isolani = Condition("white & isolated_pawns & file(d)")
    >>> isolani.matches(Board("4k3/pp3ppp/8/8/3P4/8/PP3PPP/4K3 w - - 0 1"))
    True
    """

    __slots__ = ("_native", "_text")

    def __init__(self, text: str) -> None:
        self._text = text
        self._native = _condition(text)

    @property
    def text(self) -> str:
        """The text of the condition."""
        return self._text

    def matches(self, board: Board) -> bool:
        """Return whether the condition is true for the position of *board*; see `Board.matches`.

        >>> Condition("turn == white and ply == 0").matches(Board())
        True
        """
        return self._native.matches(board)

    def terms(self, board: Board) -> tuple[list[tuple[str, str, str, str, tuple[int, ...], int | float | bool]], int]:
        """Return the parts of the condition with their values for the position of *board*.

        :returns: a list of parts, and the index of the whole condition in it. A part is a tuple of its text, its kind
            ("set", "number", "truth" or another type of the language), its operator, the name of its function (both
            empty for parts that have none), the indices of its operands, and its value.
        :raises ValueError: if the condition needs several positions of a game.

        >>> parts, whole = Condition("white & pawns").terms(Board())
        >>> parts[whole][:3], hex(parts[whole][-1])
        (('white & pawns', 'set', '&'), '0xff00')
        """
        return self._native.terms(board)

    @staticmethod
    def names() -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the names that conditions can contain, and those of their functions.

        >>> "checkers" in Condition.names()[0], "attacks" in Condition.names()[1]
        (True, True)
        """
        return _condition_names()

    def __repr__(self) -> str:
        return f"Condition({self._text!r})"

    def __eq__(self, other: object) -> bool:
        return self._text == other._text if isinstance(other, Condition) else NotImplemented

    def __hash__(self) -> int:
        return hash((Condition, self._text))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._text,)


def compiled(condition: object) -> _Condition:
    """Return the native form of a condition or of its text."""
    if isinstance(condition, Condition):
        return condition._native
    if not isinstance(condition, str):
        raise TypeError(f"a condition is a str or a Condition, not {type(condition).__name__}")
    native = _cache.get(condition)
    if native is None:
        native = _condition(condition)
        if len(_cache) >= _CACHED:
            _cache.clear()
        _cache[condition] = native
    return native


def board_matches(board: Board, condition: Condition | str) -> bool:
    """Do the work of `Board.matches`."""
    return compiled(condition).matches(board)
