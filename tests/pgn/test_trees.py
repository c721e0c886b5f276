"""Game trees: random edits in both libraries produce the same games, with nodes that have the same properties."""

from __future__ import annotations

import copy
import io
import pickle
import sys
from collections.abc import Callable
from typing import Any

import chess
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, invariant, rule
from support.pgn_comparison import LIBRARIES, outcome, plain, recorder, tree

import bitrook.pgn
from bitrook import Move

COMMENTS = st.sampled_from(["", "a", "b c ", " d", "}x{", "[%clk 0:01:00]"])
NAGS = st.lists(st.integers(0, 12), max_size=3)
INDICES = st.integers(-2, 3)
TEXTS = [
    "1. e4 e5 2. Nf3 Nc6",
    "{a} 1. e4 {b} (1. d4 $1 {c} d5 (1... Nf6 2. c4) 2. c4) ({d} 1. c4) 1... e5 $2 2. Nf3 (2. f4 {e}) *",
    '[White "A"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 9"]\n\n9... Kd7 {x} (9... Kf7) 10. e4 1-0',
]


def facts(node: Any) -> list[Any]:
    """Return the properties of a node."""
    names = "ply turn is_end is_mainline is_main_variation starts_variation board eval clock __str__".split()
    found = [outcome(getattr(node, name)) for name in names]
    if node.parent is not None:
        found += [outcome(node.san), outcome(node.uci), outcome(node.uci, chess960=True)]
        found.append(repr(node).partition(" (")[2])
    found += [
        [plain(move) for move in node.mainline_moves()],
        [plain(move) for move in reversed(node.mainline_moves())],
    ]
    found += [str(node.mainline_moves()), str(node.mainline()), bool(node.mainline()), plain(node.end().move)]
    return found


def ancestors(node: Any) -> list[Any]:
    """Return *node*, its parent, and so on up to the root."""
    found = [node]
    while found[-1].parent is not None:
        found.append(found[-1].parent)
    return found


class Trees(RuleBasedStateMachine):
    """A state machine that edits games of both libraries. Each item in its bundle is a pair of corresponding nodes."""

    nodes = Bundle("nodes")

    def __init__(self) -> None:
        super().__init__()
        self.games = [pgn.Game() for _, pgn in LIBRARIES.values()]

    def each(self, nodes: Any, call: Any) -> None:
        """Make the same call on both nodes, and check that the results or exceptions are the same."""
        theirs, ours = (outcome(call, node, *library) for node, library in zip(nodes, LIBRARIES.values(), strict=True))
        assert ours == theirs

    def legal(self, nodes: Any, number: int) -> Any:
        try:
            moves = sorted(move.uci() for move in nodes[0].board().legal_moves)
        except AssertionError:  # after setup(), the moves may not fit the position
            moves = []
        return moves[number % len(moves)] if moves else "0000"

    @rule(target=nodes)
    def root(self) -> Any:
        return tuple(self.games)

    @rule(target=nodes, text=st.sampled_from(TEXTS))
    def read(self, text: str) -> Any:
        self.games = [pgn.read_game(io.StringIO(text)) for _, pgn in LIBRARIES.values()]
        return tuple(self.games)

    @rule(
        target=nodes,
        parent=nodes,
        number=st.integers(0, 60),
        comment=COMMENTS,
        start=COMMENTS,
        nags=NAGS,
        main=st.booleans(),
    )
    def add(self, parent: Any, number: int, comment: str, start: str, nags: list[int], main: bool) -> Any:
        uci = self.legal(parent, number)
        added = []
        for node, (library, _) in zip(parent, LIBRARIES.values(), strict=True):
            move = library.Move.from_uci(uci)
            if main:
                added.append(node.add_main_variation(move, comment=comment, nags=nags))
            else:
                added.append(node.add_variation(move, comment=comment, starting_comment=start, nags=nags))
        return tuple(added)

    @rule(
        target=nodes,
        parent=nodes,
        numbers=st.lists(st.integers(0, 60), max_size=4),
        comment=COMMENTS,
        start=COMMENTS,
        nags=NAGS,
    )
    def add_line(self, parent: Any, numbers: list[int], comment: str, start: str, nags: list[int]) -> Any:
        try:
            board = chess.Board(parent[0].board().fen())
        except AssertionError:
            return parent
        line = []
        for number in numbers:
            moves = sorted(move.uci() for move in board.legal_moves)
            if moves:
                line.append(moves[number % len(moves)])
                board.push_uci(line[-1])
        added = []
        for node, (library, _) in zip(parent, LIBRARIES.values(), strict=True):
            moves = [library.Move.from_uci(uci) for uci in line]
            added.append(node.add_line(moves, comment=comment, starting_comment=start, nags=nags))
        return tuple(added)

    @rule(target=nodes, node=nodes, index=st.integers(0, 3))
    def child(self, node: Any, index: int) -> Any:
        if index >= len(node[0].variations):
            return node
        return tuple(each.variations[index] for each in node)

    @rule(
        node=nodes,
        index=INDICES,
        name=st.sampled_from(
            ["promote", "promote_to_main", "demote", "remove_variation", "variation", "has_variation"]
        ),
        by=st.sampled_from(["index", "move", "node"]),
    )
    def order(self, node: Any, index: int, name: str, by: str) -> None:
        def call(each: Any, *_: Any) -> Any:
            which: Any = index
            if by != "index" and each.variations:
                which = each.variations[index % len(each.variations)]
                which = which.move if by == "move" else which
            return getattr(each, name)(which)

        self.each(node, call)

    @rule(node=nodes, onto=nodes, index=st.integers(0, 3))
    def graft(self, node: Any, onto: Any, index: int) -> None:
        if index >= len(node[0].variations) or node[0].variations[index] in ancestors(onto[0]):
            return
        for each, parent in zip(node, onto, strict=True):
            child = each.variations.pop(index)
            child.parent = parent
            parent.variations.append(child)

    @rule(node=nodes, comment=COMMENTS, start=COMMENTS, nags=NAGS)
    def annotate(self, node: Any, comment: str, start: str, nags: list[int]) -> None:
        for each in node:
            each.comment += comment
            each.starting_comment = start
            each.nags.update(nags)

    @rule(node=nodes, seconds=st.sampled_from([None, 0, 61.5]))
    def clock(self, node: Any, seconds: Any) -> None:
        self.each(node, lambda each, *_: each.set_clock(seconds))

    @rule(
        name=st.sampled_from(["White", "Result", "ECO", "FEN", "Variant"]),
        value=st.sampled_from([None, "x", "1-0", "4k3/8/8/8/8/8/4P3/4K3 b - - 0 9", "Chess960"]),
    )
    def header(self, name: str, value: str | None) -> None:
        for game in self.games:
            if value is None or (name == "Result" and value not in ("1-0", "0-1")):  # others are not written as results
                game.headers.pop(name, None)
            else:
                game.headers[name] = value
        if outcome(self.games[0].board) == "ValueError":
            for game in self.games:
                game.headers.pop("FEN", None)
                game.headers.pop("Variant", None)

    @rule(
        fen=st.sampled_from(
            [
                chess.STARTING_FEN,
                "4k3/8/8/8/8/8/4P3/4K3 b - - 0 9",
                "nrkbrqnb/pppppppp/8/8/8/8/PPPPPPPP/NRKBRQNB w KQkq - 0 1",
                "x",
            ]
        ),
        chess960=st.booleans(),
        text=st.booleans(),
    )
    def setup(self, fen: str, chess960: bool, text: bool) -> None:
        self.each(
            self.games, lambda game, library, _: game.setup(fen if text else library.Board(fen, chess960=chess960))
        )

    @rule(node=nodes)
    def says_the_same(self, node: Any) -> None:
        self.each(node, lambda each, *_: facts(each))

    @rule(
        node=nodes,
        columns=st.sampled_from([None, 5, 40]),
        headers=st.booleans(),
        comments=st.booleans(),
        variations=st.booleans(),
        subgame=st.booleans(),
    )
    def exported(self, node: Any, columns: Any, headers: bool, comments: bool, variations: bool, subgame: bool) -> None:
        def call(each: Any, _: Any, pgn: Any) -> Any:
            exporter = pgn.StringExporter(columns=columns, headers=headers, comments=comments, variations=variations)
            return (each.accept_subgame if subgame else each.accept)(exporter)

        self.each(node, call)

    @rule(
        node=nodes,
        skip=st.sampled_from(["", "begin_game", "end_headers", "begin_variation"]),
        what=st.sampled_from(["accept", "accept_subgame", "mainline"]),
    )
    def visited(self, node: Any, skip: str, what: str) -> None:
        def call(each: Any, _: Any, pgn: Any) -> Any:
            visitor = recorder(pgn, skip=skip)()
            return each.mainline().accept(visitor) if what == "mainline" else getattr(each, what)(visitor)

        self.each(node, call)

    @invariant()
    def same_trees(self) -> None:
        theirs, ours = self.games
        assert tree(ours) == tree(theirs)

    @invariant()
    def same_text(self) -> None:
        theirs, ours = (outcome(str, game) for game in self.games)
        assert ours == theirs


TestTrees = Trees.TestCase
TestTrees.settings = settings(max_examples=30, stateful_step_count=20, deadline=None)


@pytest.mark.slow
class TestManyTrees(Trees.TestCase):  # type: ignore[misc, name-defined]
    settings = settings(max_examples=300, stateful_step_count=30, deadline=None)


@pytest.mark.parametrize("which", [7, -1, "x", None, 1.5, slice(0, 1), True])
def test_what_names_a_child(which: Any) -> None:
    def facts(library: Any, pgn: Any) -> Any:
        game = pgn.read_game(io.StringIO("1. e4 (1. d4)"))
        found = [outcome(game.__getitem__, which), outcome(game.__contains__, which), outcome(game.promote, which)]
        return [*found, tree(game)]

    theirs, ours = (facts(*library) for library in LIBRARIES.values())
    assert ours == theirs


def test_dangling_nodes() -> None:
    def facts(library: Any, pgn: Any) -> Any:
        game = pgn.Game()
        node = game.add_variation(library.Move.from_uci("e2e4"))
        child = node.add_variation(library.Move.from_uci("e7e5"))
        game.headers["Variant"] = "foo"
        found = [repr(node).partition(" (")[2], outcome(node.board), node.turn(), child.ply()]
        node.parent = None
        return [
            *found,
            outcome(node.ply),
            outcome(child.turn),
            outcome(node.root),
            outcome(node.game),
            outcome(child.game),
            outcome(repr, node),
            outcome(node.board),
        ]

    theirs, ours = (facts(*library) for library in LIBRARIES.values())
    assert ours == theirs


def steps(call: Callable[[], Any]) -> int:
    """Return the number of lines of Python that *call* runs."""
    count = 0

    def trace(*_: Any) -> Any:
        nonlocal count
        count += 1
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        call()
    finally:
        sys.settrace(before)
    return count


@pytest.mark.parametrize("order", [list, lambda nodes: nodes[::-1]], ids=["forward", "backward"])
@pytest.mark.parametrize("read", [False, True], ids=["added", "read"])
def test_plies_of_all_nodes_take_linear_time(order: Any, read: bool) -> None:
    def counted(moves: int) -> int:
        game = bitrook.pgn.Game()
        game.add_line([Move.from_uci(uci) for uci in ("g1f3", "g8f6", "f3g1", "f6g8")] * (moves // 4))
        if read:
            game = bitrook.pgn.read_game(io.StringIO(str(game)))
        nodes = list(game.mainline())
        expected = list(range(1, moves + 1))
        count = steps(lambda: [node.ply() for node in order(nodes)])
        assert [node.ply() for node in nodes] == expected
        assert [node.turn() for node in nodes] == [ply % 2 == 0 for ply in expected]
        return count

    assert counted(2_000) < 2.1 * counted(1_000)


def test_plies_after_a_parent_was_changed() -> None:
    game = bitrook.pgn.read_game(io.StringIO("1. e4 e5 2. Nf3 (2. f4 exf4) Nc6"))
    king_gambit = game.next().next().variations[1]
    assert [node.ply() for node in (game.end(), king_gambit, king_gambit.end())] == [4, 3, 4]
    king_gambit.parent = game
    assert [node.ply() for node in (game.end(), king_gambit, king_gambit.end())] == [4, 1, 2]
    other = bitrook.pgn.Game({"FEN": "4k3/8/8/8/8/8/8/4K2R w K - 0 9"})
    king_gambit.parent = other
    assert [node.ply() for node in (game.end(), king_gambit, king_gambit.end())] == [4, 17, 18]
    other.setup("4k3/8/8/8/8/8/8/4K2R b K - 0 19")
    assert king_gambit.end().ply() == 39


def test_pickles_do_not_contain_plies() -> None:
    game = bitrook.pgn.read_game(io.StringIO("1. e4 e5 2. Nf3 Nc6"))
    node = game.end()
    before = pickle.dumps(game), pickle.dumps(node)
    assert node.ply() == copy.copy(node).ply() == copy.deepcopy(node).ply() == 4
    assert (pickle.dumps(game), pickle.dumps(node)) == before


@pytest.mark.parametrize("fen", [chess.STARTING_FEN, "4k3/8/8/8/8/8/4P3/4K3 b - - 0 9"])
def test_from_board(fen: str) -> None:
    def facts(library: Any, pgn: Any) -> Any:
        board = library.Board(fen)
        while not board.is_game_over() and board.ply() < 40:
            board.push(min(board.legal_moves, key=str))
        return str(pgn.Game.from_board(board))

    theirs, ours = (facts(*library) for library in LIBRARIES.values())
    assert ours == theirs


STARTS = [
    {"ECO": "a", "Variant": "Chess960", "ZZ": "1", "SetUp": "7", "Event": "x"},
    {"SetUp": "0", "ECO": "a", "FEN": chess.STARTING_FEN, "ZZ": "1"},
    {"ECO": "a", "Variant": "wild/5", "ZZ": "1"},
    {"ECO": "a", "FEN": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w - - 0 1", "ZZ": "1", "Result": "1-0"},
]


@pytest.mark.parametrize("headers", STARTS)
def test_the_headers_of_a_subgame(headers: dict[str, str]) -> None:
    def facts(library: Any, pgn: Any) -> Any:
        game = pgn.Game(headers)
        game.add_line([library.Move.from_uci("e2e4"), library.Move.from_uci("e7e5")])
        return [node.accept_subgame(pgn.StringExporter()) for node in (game, game.next())]

    theirs, ours = (facts(*library) for library in LIBRARIES.values())
    assert ours == theirs
