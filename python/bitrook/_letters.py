"""The letters of the pieces in other languages, in which games may be written."""

from __future__ import annotations

from collections.abc import Sequence

from ._core import _pgn_languages, _pgn_letters

LETTERS = """The letters of the pieces, if the moves are not written with those of English: the code of a language, such as
"de" or "fr", or the letters of king, queen, rook, bishop, knight and pawn in this order, such as "KDTLSB"."""


def letters_of(letters: str | Sequence[str] | None) -> tuple[str, ...] | None:
    """Return the letters for native code, or None for English.

    :raises ValueError: if *letters* is neither the code of a known language nor six different letters.

    >>> letters_of("de"), letters_of("KDTLSB"), letters_of("en")
    (('K', 'D', 'T', 'L', 'S', 'B'), ('K', 'D', 'T', 'L', 'S', 'B'), None)
    """
    if letters is None or letters == "en":
        return None
    found = _pgn_letters(letters) if isinstance(letters, str) else None
    if found is None:
        found = tuple(letters)
        if len(found) != 6 or len(set(found)) != 6 or not all(map(_is_letter, found)):
            codes = ", ".join(_pgn_languages())
            raise ValueError(
                "letters must be the letters of king, queen, rook, bishop, knight and pawn, such as 'KDTLSB', "
                f"or one of {codes}, not {letters!r}"
            )
    return found


def _is_letter(item: object) -> bool:
    return isinstance(item, str) and item.isalpha()
