"""Known games in every layout that PGN allows, and in the usual deviations: every reader gives them back."""

from __future__ import annotations

import itertools

import pytest
from support.pgn_layouts import WANTED, choices, layout
from support.pgn_readers import READERS, shards


def check(choice: tuple[str, ...], number: int) -> None:
    text = layout(choice)
    names = READERS if number % 7 == 0 else ["text", "binary", "columns"]
    for name in names:
        assert READERS[name](text) == WANTED, (name, text)
    if number % 20 == 0:
        assert shards(text, 10 + number % 90) == WANTED, text


def test_layouts() -> None:
    for number, choice in enumerate(choices(600, 1)):
        check(choice, number)
    for number, choice in enumerate(itertools.islice(choices(3_000, 2), 2_700, None)):
        check(choice, number)


@pytest.mark.slow
def test_many_layouts() -> None:
    count = 0
    for count, choice in enumerate(choices(12_000, 3), 1):
        check(choice, count)
    assert count >= 10_000
