"""Pickles, copies and large games: nothing is recursive, and the time is proportional to the size of the game."""

from __future__ import annotations

import copy
import io
import pickle
import sys
import time
from collections.abc import Callable
from typing import Any

import pytest
from support.pgn_comparison import TRAPS, real_games, tree

import bitrook
import bitrook.pgn

E4, E5 = bitrook.Move.from_uci("e2e4"), bitrook.Move.from_uci("e7e5")
COPIES: list[Callable[[Any], Any]] = [
    copy.deepcopy,
    *(lambda x, n=n: pickle.loads(pickle.dumps(x, n)) for n in (2, 4, 5)),
]


def read(text: str) -> bitrook.pgn.Game:
    game = bitrook.pgn.read_game(io.StringIO(text))
    assert game is not None
    return game


@pytest.mark.parametrize("copied", COPIES)
@pytest.mark.parametrize("touched", ["", "headers", "variations", "comment", "everything"])
def test_copies_of_read_games(copied: Callable[[Any], Any], touched: str) -> None:
    text = TRAPS["nested variations"] + "\n\n"
    game, expected = read('[White "A"]\n\n' + text), tree(read('[White "A"]\n\n' + text))
    if touched == "everything":
        tree(game)
    elif touched:
        getattr(game, touched)
    other = copied(game)
    assert type(other) is bitrook.pgn.Game and other is not game
    assert str(other) == str(game) and tree(other) == tree(game) == expected
    other.headers["White"] = "B"
    other.next().comment = "new"
    other.variations.pop()
    assert tree(game) == expected


@pytest.mark.parametrize("copied", COPIES)
def test_errors_and_attributes_are_kept(copied: Callable[[Any], Any]) -> None:
    game = read("1. e4 e5 2. Ke8")
    game.source = "here"  # type: ignore[attr-defined]
    node = game.end()
    node.mark = node  # type: ignore[attr-defined]
    other = copied(game)
    assert [type(error) for error in other.errors] == [bitrook.IllegalMoveError] and other.source == "here"
    assert other.end().mark is other.end()


@pytest.mark.parametrize("copied", COPIES)
def test_a_node_is_copied_with_its_game(copied: Callable[[Any], Any]) -> None:
    game = read(TRAPS["nested variations"])
    node = game.variations[1].next()
    assert node is not None
    other_game, other = copied([game, node])
    assert other.game() is other_game and other.parent.variations[0] is other
    assert tree(copied(node).game()) == tree(game)


def test_a_removed_node_can_be_copied() -> None:
    game = read("1. e4 (1. d4 d5) e5")
    node = game.variations[1]
    game.remove_variation(node)
    other = copy.deepcopy(node)
    assert tree(other) == tree(node) and tree(other.game()) == tree(game)


def test_a_shallow_copy_shares_the_tree() -> None:
    for game in (read("1. e4 e5"), bitrook.pgn.Game({"White": "A"})):
        other = copy.copy(game)
        assert other is not game and other.variations is game.variations and other.headers is game.headers


def test_games_compare_by_identity_and_headers_by_value() -> None:
    a, b = read("1. e4"), read("1. e4")
    assert a == a and a != b and len({a, b}) == 2
    assert a.headers == b.headers == dict(a.headers)


def timed(call: Callable[[], Any]) -> float:
    """Return the CPU time of a call, as the best of three runs."""
    times: list[float] = []
    for _ in range(3):
        start = time.process_time()
        call()
        times.append(time.process_time() - start)
    return min(times)


def wide(count: int) -> str:
    return "1. e4 " + "(1. d4 {x} d5) " * count + "e5"


def deep(count: int) -> str:
    return "1. e4 " + "(1. d4 " * count + ")" * count


def zigzag(count: int) -> str:
    """Return nested variations, each of which starts after a move of the enclosing one."""
    knights = ["Nf3", "Nf6", "Ng1", "Ng8"]
    return " ".join(f"-- ( {knights[depth % 4]}" for depth in range(count)) + " )" * count


def long(count: int) -> str:
    return "1. Nf3 Nf6 2. Ng1 Ng8 " * count


@pytest.mark.parametrize(
    ("form", "count"),
    [
        *((form, 1_000) for form in (wide, deep, zigzag)),
        (long, 300),
        pytest.param(wide, 10_000, marks=pytest.mark.slow),
        pytest.param(deep, 50_000, marks=pytest.mark.slow),
        pytest.param(zigzag, 50_000, marks=pytest.mark.slow),
        pytest.param(long, 4_000, marks=pytest.mark.slow),
    ],
)
def test_large_games(form: Callable[[int], str], count: int) -> None:
    text = form(count)
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(200)
    try:
        game = read(text)
        assert not game.errors
        expected = str(game)
        nodes = tree(game)
        assert str(game) == expected  # now written from its nodes
        assert str(read(expected)) == expected
        for copied in (COPIES[0], COPIES[-1]):
            other = copied(game)
            assert tree(other) == nodes
            assert str(other) == expected
        node = max(((depth, i) for i, (depth, *_) in enumerate(nodes[1:])), default=None)
        assert node is not None
        assert repr(game.end()) and game.end().board() and game.end().game() is game
    finally:
        sys.setrecursionlimit(limit)


@pytest.mark.parametrize("form", [deep, zigzag])
def test_deeply_nested_games_are_one_block(form: Callable[[int], str]) -> None:
    text = form(50_000)
    game = read(text)
    assert not game.errors
    assert sys.getsizeof(game._packed) < 4 * len(text)
    expected = str(game)
    for copied in COPIES:
        assert str(copied(game)) == expected
    assert str(read(expected)) == expected


def test_a_long_line_is_joined_once() -> None:
    class Counting(bitrook.pgn.StringExporter):
        uses = 0

        @property
        def current_line(self) -> str:
            self.uses += 1
            return super().current_line

        @current_line.setter
        def current_line(self, text: str) -> None:
            bitrook.pgn.StringExporter.current_line.fset(self, text)  # type: ignore[attr-defined]

    game = read(long(100))
    exporter = Counting(columns=None)
    assert game.accept(exporter) == str(game)
    assert exporter.uses < 20


def test_time_grows_with_the_size() -> None:
    def work(text: str) -> None:
        game = read(text)
        tree(game)
        str(game)
        pickle.loads(pickle.dumps(game))

    for form in (wide, deep, zigzag):
        small, large = form(200), form(1_600)
        assert timed(lambda: work(large)) < 24 * max(timed(lambda: work(small)), 1e-3)  # noqa: B023 - called at once


# --- The compact block of a parsed game.


def blocks() -> list[bytes]:
    games = real_games(3) + "\n\n" + TRAPS["nested variations"] + "\n\n" + TRAPS["bare"]
    file = io.StringIO(games)
    found = []
    while (game := bitrook.pgn.read_game(file)) is not None:
        found.append(game._packed.to_bytes())
    return found


def test_a_block_gives_the_same_tree() -> None:
    from bitrook._core import GameTree

    for block in blocks():
        again = GameTree.from_bytes(block)
        assert again.to_bytes() == block and again.moves(0) == GameTree.from_bytes(block).moves(0)


def test_a_changed_block_is_refused_or_safe() -> None:
    """Pickles can be forged. Change each byte and try each length."""
    from bitrook._core import GameTree

    refused = 0
    for block in blocks()[-2:]:
        forged = [block[:n] for n in range(len(block))] + [block + b"\0"]
        for at in range(len(block)):
            for value in (0, 1, 0x7F, 0x80, 0xFF):
                forged.append(block[:at] + bytes([value]) + block[at + 1 :])
        for each in forged:
            try:
                made = GameTree.from_bytes(each)
            except ValueError:
                refused += 1
                continue
            for node in [0, 1, 5, 10]:
                try:
                    made.children(node), made.notes(node), made.moves(node)
                except (IndexError, UnicodeDecodeError):
                    pass
            try:
                made.fill_tags({}, {})
                made.movetext(bitrook.Board(), "*", 80, True, True)
            except UnicodeDecodeError:
                pass
    assert refused > 100
    with pytest.raises(IndexError):
        GameTree.from_bytes(blocks()[0]).children(10_000)


def test_a_block_with_unsorted_annotations_is_refused() -> None:
    from bitrook._core import GameTree

    game = bitrook.pgn.read_game(io.StringIO("1. e4 $258 $515 *"))
    assert game is not None
    block = game._packed.to_bytes()
    first, second = (number.to_bytes(4, "little") for number in (258, 515))
    assert block.count(first) == block.count(second) == 1
    for other in (first, (1).to_bytes(4, "little")):  # twice the same number, or a smaller one after a larger one
        with pytest.raises(ValueError):
            GameTree.from_bytes(block.replace(second, other))
