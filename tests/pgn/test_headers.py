"""Headers: order, defaults, errors and boards are the same as in python-chess, even after random edits."""

from __future__ import annotations

import io
import copy
import pickle
import threading
from typing import Any

import chess.pgn
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.pgn_comparison import LIBRARIES, outcome

import bitrook.pgn

NAMES = st.sampled_from([*chess.pgn.TAG_ROSTER, "ECO", "FEN", "SetUp", "Variant", "X_1", "a b", "", "a\n", "é"])
VALUES = st.sampled_from(["", "?", "x", "a\nb", "a\r", 'q"q', "Chess960", "8/8/8/8/8/8/8/k6K w - - 0 1"])
PAIRS = st.lists(st.tuples(NAMES, VALUES), max_size=8)
EDITS = st.lists(st.tuples(st.sampled_from(["set", "del", "pop", "setdefault", "get", "in", "update"]), NAMES, VALUES))


def edit(headers: Any, what: str, name: str, value: str) -> Any:
    edits = {
        "set": lambda: headers.__setitem__(name, value),
        "del": lambda: headers.__delitem__(name),
        "pop": lambda: headers.pop(name, None),
        "setdefault": lambda: headers.setdefault(name, value),
        "get": lambda: headers.get(name),
        "in": lambda: name in headers,
        "update": lambda: headers.update({name: value}),
    }
    return outcome(edits[what])


def edited(pgn: Any, start: Any, edits: Any) -> list[Any]:
    headers = pgn.Headers(start)
    results: list[Any] = []
    for what, name, value in edits:
        results.append(edit(headers, what, name, value))
        results.append((list(headers.items()), len(headers), repr(headers), headers == dict(headers)))
    results.append(outcome(headers.board))
    return results


@given(st.none() | PAIRS, EDITS)
def test_random_edits(start: Any, edits: Any) -> None:
    valid = [(n, v) for n, v in start or [] if n not in ("a b", "", "a\n", "é") and "\n" not in v and "\r" not in v]
    # In the roster, python-chess accepts line breaks, with which it writes broken files.
    edits = [(w, n, v) for w, n, v in edits if n not in chess.pgn.TAG_ROSTER or not {"\n", "\r"} & set(v)]
    given_start = None if start is None else valid
    theirs, ours = (edited(pgn, given_start, edits) for _, pgn in LIBRARIES.values())
    assert ours == theirs


@pytest.mark.parametrize(
    ("data", "keywords"),
    [
        (None, {}),
        ({}, {}),
        ([], {"White": "x"}),
        (None, {"White": "x", "Z": "1"}),
        ({"Z": "1", "Event": "e"}, {"A": "b"}),
    ],
)
def test_constructors(data: Any, keywords: dict[str, str]) -> None:
    theirs, ours = (repr(pgn.Headers(data, **keywords)) for _, pgn in LIBRARIES.values())
    assert ours == theirs


@pytest.mark.parametrize("name", ["White", "Result", "ECO"])
@pytest.mark.parametrize("value", ["a\nb", "a\r"])
def test_line_breaks_in_every_tag_are_refused(name: str, value: str) -> None:
    with pytest.raises(ValueError, match=f"line break in pgn header {name}"):
        bitrook.pgn.Headers({})[name] = value


@pytest.mark.parametrize("name", ["Fischer Random", "fischer random", "FischeRandom", "Chess960", "Chess 960"])
def test_spellings_of_chess960(name: str) -> None:
    game = bitrook.pgn.read_game(io.StringIO(f'[Variant "{name}"]\n\n1. e4 e5 *'))
    assert game is not None and not game.errors
    assert game.headers.is_chess960() and game.board().chess960 and str(game).endswith("1. e4 e5 *")


@pytest.mark.parametrize(("name", "value"), [("a b", "x"), ("", "x"), ("A", "x\ny"), ("A", 5), (5, "x")])
def test_errors_have_the_same_texts(name: Any, value: Any) -> None:
    texts = []
    for _, pgn in LIBRARIES.values():
        with pytest.raises((ValueError, TypeError)) as caught:
            pgn.Headers()[name] = value
        texts.append((caught.type, str(caught.value)))
    assert texts[0] == texts[1]


VARIANTS = """chess Chess CHESS Standard|From Position|chess960 Chess960|Chess 960|Fischerandom FISCHERRANDOM wild/0 wild/8a Wild/3
wild/9 Wild FRC foo Atomic CRAZYHOUSE 3-check|Three check|King of the Hill kingOfTheHill anti|Give away|racingkings Classical Normal Illegal|Chess 960|chess 960 ||Freestyle|Kings Island""".replace(
    "\n", "|"
)


@pytest.mark.parametrize(
    "name",
    [name for group in VARIANTS.split("|") for name in ([group] if " " not in group else [group, *group.split()])],
)
def test_names_of_variants(name: str) -> None:
    theirs, ours = (pgn.Headers({"Variant": name}) for _, pgn in LIBRARIES.values())
    assert (ours.is_chess960(), ours.is_wild()) == (theirs.is_chess960(), theirs.is_wild())
    assert outcome(lambda: ours.variant().__name__) == outcome(lambda: theirs.variant().__name__)
    assert outcome(lambda: ours.board().fen()) == outcome(lambda: theirs.board().fen())


def test_copies_and_pickles() -> None:
    headers = bitrook.pgn.Headers({"Zed": "1", "White": "w", "Abc": "2"})
    for other in (headers.copy(), copy.copy(headers), copy.deepcopy(headers), pickle.loads(pickle.dumps(headers))):
        assert type(other) is bitrook.pgn.Headers and list(other.items()) == list(headers.items())
        other["Event"] = "x"
        assert "Event" not in headers and other != headers


def test_lazy_tags_are_complete_for_other_threads() -> None:
    class Tree:
        """Tags that another thread reads while they are filled in."""

        def __init__(self) -> None:
            self.seen: list[dict[str, str]] = []

        def fill_tags(self, roster: dict[str, str], others: dict[str, str]) -> None:
            if threading.current_thread() is threading.main_thread():
                other = threading.Thread(target=lambda: self.seen.append(dict(headers)))
                other.start()
                other.join()
            roster["White"] = "Ann"

    tree: Any = Tree()
    headers = bitrook.pgn.Headers._of(tree, roster=False)
    assert dict(headers) == {"White": "Ann"}
    assert tree.seen == [{"White": "Ann"}]
    assert "_packed" not in vars(headers)
