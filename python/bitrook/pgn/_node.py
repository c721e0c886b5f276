"""The nodes of a game: `GameNode`, the base class, and `ChildNode`, a node that is reached by a move.

A parsed game keeps its moves in a `GameTree`; nodes, their children and their comments are created on first access.
Games are traversed without recursion, so variations can be nested to any depth.
"""

from __future__ import annotations

import abc
import re
from collections.abc import Callable, Iterable, Iterator, MutableSequence
from itertools import islice
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeAlias, TypeVar, Union, overload

from .._core import Board, Move
from ._constants import ARROWS_REGEX, CLOCK_REGEX, EMT_REGEX, EVAL_REGEX, SKIP
from ._exporters import FileExporter, StringExporter
from ._foreign import arrow_class, score_classes
from ._headers import Headers
from ._pickling import reduce_node, restore, shallow_copy

if TYPE_CHECKING:
    from .._core import GameTree
    from ._game import Game
    from ._visitors import BaseVisitor

MainlineMapT = TypeVar("MainlineMapT")
NodeT = TypeVar("NodeT", bound="GameNode")
ResultT = TypeVar("ResultT", covariant=True)
Which: TypeAlias = "Union[int, Move, GameNode]"  # noqa: UP007 - never evaluated, only shown to users

# The attributes of a parsed node that are created on first access. Until then the node has `_packed`, the tree, and
# `_number`, its number in the tree.
_LAZY = frozenset({"variations", "comment", "starting_comment", "nags", "headers", "errors"})

# Changes with the parent of any node. What a node remembers of its depth is valid as long as this is the same object.
_parents = object()


def joined(comment: str | Iterable[str]) -> str:
    """Return one text for a text or a list of texts, separated by spaces."""
    return comment if isinstance(comment, str) else " ".join(filter(None, comment))


class Comments(MutableSequence[str]):
    """A view of a node's comment as a list: empty, or with one text. Several texts are joined with spaces."""

    def __init__(self, node: object, name: str) -> None:
        self._node, self._name = node, name

    def _list(self) -> list[str]:
        return list(filter(None, [getattr(self._node, self._name)]))

    def _assign(self, texts: Iterable[str]) -> None:
        setattr(self._node, self._name, joined(texts))

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...
    def __getitem__(self, index: int | slice) -> str | list[str]:
        return self._list()[index]

    def __setitem__(self, index: int | slice, value: Any) -> None:
        texts = self._list()
        texts[index] = value
        self._assign(texts)

    def __delitem__(self, index: int | slice) -> None:
        texts = self._list()
        del texts[index]
        self._assign(texts)

    def __len__(self) -> int:
        return len(self._list())

    def insert(self, index: int, value: str) -> None:
        """Add a text."""
        texts = self._list()
        texts.insert(index, value)
        self._assign(texts)

    def __eq__(self, other: object) -> bool:
        return self._list() == (other._list() if isinstance(other, Comments) else other)

    __hash__: ClassVar[None]  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(self._list())


def _replaced(pattern: re.Pattern[str], command: str, comment: str, count: int = 0) -> tuple[str, int]:
    """Replace the matches of *pattern* in *comment* with *command*. Return the new comment and the number of matches.

    If *command* is empty, the space after a match is kept only if there was also one before it.
    """

    def affixed(match: re.Match[str]) -> str:
        before, after = match["prefix"], match["suffix"]
        return before + command + after if command else after if before else ""

    return pattern.subn(affixed, comment, count=count)


def _with_command(pattern: re.Pattern[str], command: str, comment: str, spaces: tuple[str, ...]) -> str:
    """Replace the first match of *pattern* in *comment* with *command*, or append the command if nothing matches.

    An appended command is separated by one of *spaces*; if the comment does not end with one, " " is added.
    """
    comment, found = _replaced(pattern, command, comment, count=1)
    if found or not command:
        return comment
    return comment + command if comment.endswith(spaces) or not comment else f"{comment} {command}"


def _seconds(pattern: re.Pattern[str], comment: str) -> float | None:
    match = pattern.search(comment)
    if match is None:
        return None
    return int(match["hours"]) * 3600 + int(match["minutes"]) * 60 + float(match["seconds"])


# Comments of engine matches: of cutechess and fastchess, from the point of view of the player who moved, and the fields
# of TCEC, from White's.
_MATCH = re.compile(
    r"\s*(?P<sign>[-+]?)(?:[M#](?P<mate>[1-9]\d*)|(?P<cp>\d{1,10}\.\d{1,3}))/(?P<depth>\d+)\s+(?P<seconds>\d+(?:\.\d*)?)(?=s|,|\s|$)"
)
_DEPTH = re.compile(r"(?s)(?:^|[ ,\n])d=(?P<depth>\d+)(?=[ ,\n])(?=.*[ ,\n]wv=)(?:.*?[ ,\n]mt=(?P<ms>\d+))?")
_VALUE = re.compile(r"[ ,\n]wv=(?P<sign>[-+]?)(?:[M#](?P<mate>[1-9]\d*)|(?P<cp>\d{1,10}\.\d{1,3}))(?=[ ,\n]|$)")


def _match_score(comment: str, classes: Any, turn: bool) -> Any:
    """Return the score for White in a comment of an engine match, or None."""
    match = _MATCH.match(comment)
    is_white = match is None or not turn
    if match is None and (not _DEPTH.search(comment) or (match := _VALUE.search(comment)) is None):
        return None
    negative = (match["sign"] == "-") == is_white
    if match["mate"]:
        return classes.Mate(-int(match["mate"]) if negative else int(match["mate"]))
    centipawns = int(float(match["cp"]) * 100 + 1e-6)
    return classes.Cp(-centipawns if negative else centipawns)


def _time_command(name: str, seconds: float | None) -> str:
    if seconds is None:
        return ""
    seconds = max(0, seconds)
    minutes = int(seconds % 3600 // 60)
    rest = f"{seconds % 3600 % 60:06.3f}".rstrip("0").rstrip(".")
    return f"[%{name} {int(seconds // 3600)}:{minutes:02}:{rest}]"


def _move_of(node: ChildNode) -> Move:
    """Return the move that leads to *node*."""
    return node.move


class Mainline(Generic[MainlineMapT]):
    """An iterable over the main line after the node *start* that yields ``f(node)`` for each node.

    It can be iterated any number of times, also in reverse, and reflects changes to the tree.

    >>> game = Game()
    >>> _ = game.add_line([Move.from_uci("e2e4"), Move.from_uci("e7e5")])
    >>> list(reversed(game.mainline_moves()))
    [Move.from_uci('e7e5'), Move.from_uci('e2e4')]
    """

    def __init__(self, start: GameNode, f: Callable[[ChildNode], MainlineMapT]) -> None:
        self.start = start
        self.f = f

    def __bool__(self) -> bool:
        return not self.start.is_end()

    def __iter__(self) -> Iterator[MainlineMapT]:
        if self.f is _move_of and (packed := self.start._packed_below()) is not None:
            return iter(packed.moves(self.start._number))  # type: ignore[arg-type]
        return self._nodes()

    def _nodes(self) -> Iterator[MainlineMapT]:
        f = self.f
        node = self.start
        while variations := node.variations:
            node = variations[0]
            yield f(node)

    def __reversed__(self) -> Iterator[MainlineMapT]:
        node = self.start.end()
        while node.parent and node != self.start:
            yield self.f(node)  # type: ignore[arg-type]
            node = node.parent

    def accept(self, visitor: BaseVisitor[ResultT]) -> ResultT:
        """Traverse the main line with *visitor*, without variations, and return the visitor's result.

        >>> game = Game()
        >>> _ = game.add_variation(Move.from_uci("e2e4")), game.add_variation(Move.from_uci("d2d4"))
        >>> game.mainline().accept(StringExporter())
        '1. e4'
        """
        node = self.start
        board = node.board()
        while variations := node.variations:
            node = variations[0]
            _visit_node(node, board, visitor)
        return visitor.result()

    def __str__(self) -> str:
        return self.accept(StringExporter(columns=None))

    def __repr__(self) -> str:
        exporter = StringExporter(columns=None, comments=False)
        return f"<Mainline at {id(self):#x} ({self.accept(exporter)})>"


class GameNode(abc.ABC):
    """A position in the tree of a game: the base of `Game`, the root, and `ChildNode`, every other node.

    :ivar parent: the parent node; None for the root.
    :ivar move: the move that leads to it; None for the root.
    :ivar variations: the list of child nodes; the first continues the main line.
    :ivar comment: the comment after the move; for the root, the comment before the first move.
    :ivar starting_comment: the comment before the move, for a node that starts a variation.
    :ivar nags: the set of numeric annotation glyphs.

    >>> game = Game()
    >>> node = game.add_variation(Move.from_uci("e2e4"), comment="best by test")
    >>> node.parent is game, node.move, node.comment
    (True, Move.from_uci('e2e4'), 'best by test')
    """

    move: Move | None
    comment: str
    starting_comment: str
    nags: set[int]
    variations: list[ChildNode]
    _parent: GameNode | None
    _packed: GameTree
    _number: int

    def __init__(self, *, comment: str | Iterable[str] = "") -> None:
        self._parent = None
        self.move = None
        self.variations = []
        self.comment = joined(comment)
        self.starting_comment = ""
        self.nags = set()

    def __getattr__(self, name: str) -> Any:
        # The nodes of a parsed game create their attributes on first access.
        if name in _LAZY and "_packed" in vars(self):
            return self._unpack(name)
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def _unpack(self, name: str) -> Any:
        """Create the attribute *name* and return it."""
        packed, number = self._packed, self._number
        if name == "variations":
            make = ChildNode.__new__
            children: list[ChildNode] = []
            for move, child_number, comment, starting_comment, nags in packed.children(number):
                child = make(ChildNode)
                child._parent = self
                child.move = move
                child.comment = comment
                child.starting_comment = starting_comment
                child.nags = nags
                child._packed = packed
                child._number = child_number
                children.append(child)
            return vars(self).setdefault("variations", children)
        if name in ("headers", "errors"):
            if number:
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            return vars(self).setdefault(name, Headers._of(packed, roster=True) if name == "headers" else [])
        for key, value in zip(("comment", "starting_comment", "nags"), packed.notes(number)):
            vars(self).setdefault(key, value)
        return vars(self)[name]

    def _packed_below(self) -> GameTree | None:
        """Return the tree that still contains all descendants, or None if any of them has been created."""
        attributes = vars(self)
        return attributes.get("_packed") if "variations" not in attributes else None

    @property
    def parent(self) -> GameNode | None:
        """The parent node; None for the root."""
        return self._parent

    @parent.setter
    def parent(self, parent: GameNode | None) -> None:
        global _parents
        self._parent = parent
        _parents = object()

    @property
    def comments(self) -> Comments:
        """The comment as a list, as in python-chess's next release: empty, or with one text.

        Changes change `comment`. Several texts are joined with spaces.

        >>> node = Game().add_variation(Move.from_uci("e2e4"), comment=["best", "by test"])
        >>> node.comments.append("(1919)")
        >>> node.comments, node.comment
        (['best by test (1919)'], 'best by test (1919)')
        """
        return Comments(self, "comment")

    @comments.setter
    def comments(self, texts: Iterable[str]) -> None:
        self.comment = joined(texts)

    @property
    def starting_comments(self) -> Comments:
        """The starting comment as a list; see `comments`.

        >>> Game().starting_comments
        []
        """
        return Comments(self, "starting_comment")

    @starting_comments.setter
    def starting_comments(self, texts: Iterable[str]) -> None:
        self.starting_comment = joined(texts)

    @abc.abstractmethod
    def board(self) -> Board:
        """Return a new board with the node's position and the moves from the root. This takes time linear in the depth.

        >>> Game().board().fen()
        'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
        """

    @abc.abstractmethod
    def ply(self) -> int:
        """Return the number of plies up to the node, computed from move number and side to move as in `Board.ply`.

        The first call takes time linear in the depth; then the nodes up to this one remember theirs, until the `parent`
        of any node is changed.

        >>> Game().add_variation(Move.from_uci("e2e4")).ply()
        1
        """

    def turn(self) -> bool:
        """Return the side to move, which is computed from `ply`.

        >>> Game().add_variation(Move.from_uci("e2e4")).turn() == BLACK
        True
        """
        return self.ply() % 2 == 0

    def root(self) -> GameNode:
        """Return the root of the tree.

        >>> game = Game()
        >>> game.add_variation(Move.from_uci("e2e4")).root() is game
        True
        """
        node: GameNode = self
        while parent := node._parent:
            node = parent
        return node

    def game(self) -> Game:
        """Return the root, which must be a `Game`.

        :raises AssertionError: if it is not.

        >>> game = Game()
        >>> game.add_variation(Move.from_uci("e2e4")).game() is game
        True
        """
        root = self.root()
        if isinstance(root, ChildNode):
            raise AssertionError("GameNode not rooted in Game")
        return root  # type: ignore[return-value]

    def end(self: NodeT) -> NodeT | ChildNode:
        """Return the last node of the main line after this node, or the node itself.

        >>> game = Game()
        >>> game.add_line([Move.from_uci("e2e4"), Move.from_uci("e7e5")]) is game.end()
        True
        """
        node: NodeT | ChildNode = self
        while variations := node.variations:
            node = variations[0]
        return node

    def is_end(self) -> bool:
        """Return whether no move follows this node.

        >>> Game().is_end()
        True
        """
        return not self.variations

    def next(self) -> ChildNode | None:
        """Return the next node of the main line, or None at its end.

        >>> print(Game().next())
        None
        """
        variations = self.variations
        return variations[0] if variations else None

    def mainline(self) -> Mainline[ChildNode]:
        """Return an iterable over the nodes of the main line after this node.

        >>> game = Game()
        >>> _ = game.add_line([Move.from_uci("e2e4"), Move.from_uci("e7e5")])
        >>> [node.san() for node in game.mainline()]
        ['e4', 'e5']
        """
        return Mainline(self, lambda node: node)

    def mainline_moves(self) -> Mainline[Move]:
        """Return an iterable over the moves of the main line after this node.

        >>> game = Game()
        >>> _ = game.add_line([Move.from_uci("e2e4"), Move.from_uci("e7e5")])
        >>> print(game.mainline_moves())
        1. e4 e5
        """
        return Mainline(self, _move_of)

    def add_variation(
        self,
        move: Move,
        *,
        comment: str | Iterable[str] = "",
        starting_comment: str | Iterable[str] = "",
        nags: Iterable[int] = [],
    ) -> ChildNode:
        """Append a child node and return it. The move is not checked for legality.

        >>> game = Game()
        >>> game.add_variation(Move.from_uci("e2e4"), nags=[NAG_GOOD_MOVE]).nags
        {1}
        """
        return ChildNode(self, move, comment=comment, starting_comment=starting_comment, nags=nags)

    def starts_variation(self) -> bool:
        """Return whether the node is a child other than the first, which may have a starting comment.

        >>> game = Game()
        >>> [game.add_variation(Move.from_uci(uci)).starts_variation() for uci in ("e2e4", "d2d4")]
        [False, True]
        """
        return not self.is_main_variation()

    def is_mainline(self) -> bool:
        """Return whether the node is in the main line of the game.

        >>> game = Game()
        >>> [game.add_variation(Move.from_uci(uci)).is_mainline() for uci in ("e2e4", "d2d4")]
        [True, False]
        """
        node: GameNode = self
        while parent := node._parent:
            if not parent.variations or parent.variations[0] != node:
                return False
            node = parent
        return True

    def is_main_variation(self) -> bool:
        """Return whether the node is the root or the first child of its parent.

        >>> game = Game()
        >>> [game.add_variation(Move.from_uci(uci)).is_main_variation() for uci in ("e2e4", "d2d4")]
        [True, False]
        """
        parent = self._parent
        return not parent or not parent.variations or parent.variations[0] == self

    def __getitem__(self, move: Which) -> ChildNode:
        try:
            return self.variations[move]  # type: ignore[index]
        except TypeError:
            pass
        for child in self.variations:
            if child.move == move or child == move:
                return child
        raise KeyError(move)

    def __contains__(self, move: Which) -> bool:
        try:
            self[move]
        except KeyError:
            return False
        return True

    def variation(self, move: Which) -> ChildNode:
        """Return a child, given its index, its move, or the node itself.

        :raises IndexError: for an index out of range.
        :raises KeyError: for a move or a node that is not among the children.

        >>> game = Game()
        >>> node = game.add_variation(Move.from_uci("e2e4"))
        >>> game.variation(0) is game.variation(Move.from_uci("e2e4")) is node
        True
        """
        return self[move]

    def has_variation(self, move: Which) -> bool:
        """Return whether the node has this child.

        >>> Game().has_variation(Move.from_uci("e2e4"))
        False
        """
        return move in self

    def promote_to_main(self, move: Which) -> None:
        """Make a child the first one, so that the main line goes through it.

        >>> game = Game()
        >>> _ = game.add_variation(Move.from_uci("e2e4")), game.add_variation(Move.from_uci("d2d4"))
        >>> game.promote_to_main(1)
        >>> print(game.mainline_moves())
        1. d4
        """
        child = self[move]
        self.variations.remove(child)
        self.variations.insert(0, child)

    def promote(self, move: Which) -> None:
        """Move a child one place forward, unless it is the first.

        >>> game = Game()
        >>> _ = [game.add_variation(Move.from_uci(uci)) for uci in ("e2e4", "d2d4", "c2c4")]
        >>> game.promote(2)
        >>> [child.san() for child in game.variations]
        ['e4', 'c4', 'd4']
        """
        index = self.variations.index(self[move])
        if index:
            self._swap(index - 1)

    def demote(self, move: Which) -> None:
        """Move a child one place back, unless it is the last.

        >>> game = Game()
        >>> _ = [game.add_variation(Move.from_uci(uci)) for uci in ("e2e4", "d2d4", "c2c4")]
        >>> game.demote(0)
        >>> [child.san() for child in game.variations]
        ['d4', 'e4', 'c4']
        """
        index = self.variations.index(self[move])
        if index < len(self.variations) - 1:
            self._swap(index)

    def _swap(self, index: int) -> None:
        children = self.variations
        children[index : index + 2] = children[index + 1], children[index]

    def remove_variation(self, move: Which) -> None:
        """Remove a child and its descendants.

        >>> game = Game()
        >>> _ = game.add_variation(Move.from_uci("e2e4"))
        >>> game.remove_variation(0)
        >>> game.is_end()
        True
        """
        self.variations.remove(self[move])

    def add_main_variation(
        self, move: Move, *, comment: str | Iterable[str] = "", nags: Iterable[int] = []
    ) -> ChildNode:
        """Insert a child before all others, and return it.

        >>> game = Game()
        >>> _ = game.add_variation(Move.from_uci("e2e4")), game.add_main_variation(Move.from_uci("d2d4"))
        >>> [child.san() for child in game.variations]
        ['d4', 'e4']
        """
        child = self.add_variation(move, comment=comment, nags=nags)
        self.variations.insert(0, self.variations.pop())
        return child

    def add_line(
        self,
        moves: Iterable[Move],
        *,
        comment: str | Iterable[str] = "",
        starting_comment: str | Iterable[str] = "",
        nags: Iterable[int] = [],
    ) -> GameNode:
        """Add one node per move, each the child of the previous one, and return the last.

        *starting_comment* is set on the first node; *comment* and *nags* are added to the last. If there are no moves,
        they are added to this node.

        >>> game = Game()
        >>> game.add_line([Move.from_uci("e2e4"), Move.from_uci("e7e5")], comment="open").parent.san()
        'e4'
        """
        node: GameNode = self
        for move in moves:
            node = node.add_variation(move, starting_comment=starting_comment)
            starting_comment = ""
        node.comment = f"{node.comment} {joined(comment)}" if node.comment else joined(comment)
        node.nags.update(nags)
        return node

    # --- The commands in the comment: evaluations, clocks, elapsed move times and arrows.

    def eval(self) -> Any:
        """Return the evaluation in the comment as a PovScore for the side to move, or None without one.

        Only the first valid ``[%eval ...]`` is used. It contains a number of pawns, or ``#`` and the number of moves to
        mate, from White's point of view, optionally followed by a comma and the depth. The result is a
        `bitrook.pgn.PovScore`, or a `chess.engine.PovScore` while `bitrook.compat` replaces an installed python-chess.

        Without this command, the evaluation is that of an engine match: the comment begins like ``+0.35/12 0.5s`` or
        ``-M3/20 1.2s``, as written by cutechess and fastchess, or has the fields ``d=12, wv=0.35`` of TCEC.

        >>> node = Game().add_variation(Move.from_uci("e2e4"), comment="[%eval 0.35,20]")
        >>> node.eval()
        PovScore(Cp(-35), BLACK)
        """
        match = EVAL_REGEX.search(self.comment)
        turn = self.turn()
        classes = score_classes()
        if match is None:
            score = _match_score(self.comment, classes, turn)
            return None if score is None else classes.PovScore(score if turn else -score, turn)
        if match["mate"] is None:
            score = classes.Cp(round(float(match["cp"]) * 100))
        else:
            score = classes.Mate(int(match["mate"]))
            if score.mate() == 0:  # "#0" has no sign, but only the side to move can be mated
                return classes.PovScore(score, turn)
        return classes.PovScore(score if turn else -score, turn)

    def eval_depth(self) -> int | None:
        """Return the depth of the evaluation in the comment, or None without one.

        >>> Game().add_variation(Move.from_uci("e2e4"), comment="[%eval 0.35,20]").eval_depth()
        20
        """
        match = EVAL_REGEX.search(self.comment)
        if match is None:
            match = _MATCH.match(self.comment) or _DEPTH.search(self.comment)
        return int(match["depth"]) if match is not None and match["depth"] else None

    def set_eval(self, score: Any, depth: int | None = None) -> None:
        """Replace the first evaluation in the comment, or add one at the end. None removes it.

        :param score: a PovScore from this module or from python-chess. A mate in 0 moves cannot be written, and removes
            the evaluation as well.
        :param depth: the depth in plies, written after a comma; negative values count as 0.

        >>> node = Game().add_variation(Move.from_uci("e2e4"))
        >>> node.set_eval(bitrook.pgn.PovScore(bitrook.pgn.Cp(25), True), 12)
        >>> node.comment
        '[%eval 0.25,12]'
        """
        command = ""
        if score is not None:
            white = score.white()
            centipawns = white.score()
            value = f"{centipawns / 100:.2f}" if centipawns is not None else f"#{white.mate()}" if white.mate() else ""
            if value:
                command = f"[%eval {value}{'' if depth is None else f',{max(depth, 0):d}'}]"
        self.comment = _with_command(EVAL_REGEX, command, self.comment, (" ",))

    def arrows(self) -> list[Any]:
        """Return all arrows and colored squares in the comment: ``[%cal ...]`` and ``[%csl ...]``.

        A colored square is an arrow from a square to itself. The result contains `bitrook.svg.Arrow` objects, or
        `chess.svg.Arrow` objects while `bitrook.compat` replaces an installed python-chess.

        >>> node = Game().add_variation(Move.from_uci("e2e4"), comment="[%cal Ge2e4,Rd1h5]")
        >>> [arrow.pgn() for arrow in node.arrows()]
        ['Ge2e4', 'Rd1h5']
        """
        arrow = arrow_class()
        texts = [text for match in ARROWS_REGEX.finditer(self.comment) for text in match["arrows"].split(",")]
        return [arrow.from_pgn(text.strip()) for text in texts]

    def set_arrows(self, arrows: Iterable[Any]) -> None:
        """Replace all arrows and colored squares in the comment. The new ones are placed at its beginning.

        :param arrows: Arrow objects, or pairs of squares (tail, head).

        >>> node = Game().add_variation(Move.from_uci("e2e4"), comment="best")
        >>> node.set_arrows([(E2, E4), (D5, D5)])
        >>> node.comment
        '[%csl Gd5][%cal Ge2e4] best'
        """
        squares: list[str] = []
        lines: list[str] = []
        for arrow in arrows:
            try:
                tail, head = arrow
            except TypeError:
                pass
            else:
                arrow = arrow_class()(tail, head)
            (squares if arrow.tail == arrow.head else lines).append(arrow.pgn())
        command = f"[%csl {','.join(squares)}]" if squares else ""
        command += f"[%cal {','.join(lines)}]" if lines else ""
        comment = _replaced(ARROWS_REGEX, "", self.comment)[0]
        between = " " if command and comment and not comment.startswith((" ", "\n")) else ""
        self.comment = command + between + comment

    def clock(self) -> float | None:
        """Return the seconds left on the clock, from the first valid ``[%clk h:mm:ss]`` in the comment, or None.

        >>> Game().add_variation(Move.from_uci("e2e4"), comment="[%clk 0:02:59.5]").clock()
        179.5
        """
        return _seconds(CLOCK_REGEX, self.comment)

    def set_clock(self, seconds: float | None) -> None:
        """Replace the first clock time in the comment, or add one at the end. None removes it.

        The time is written with up to three decimals; negative values count as 0.

        >>> node = Game().add_variation(Move.from_uci("e2e4"), comment="best")
        >>> node.set_clock(3661.5)
        >>> node.comment
        'best [%clk 1:01:01.5]'
        """
        self.comment = _with_command(CLOCK_REGEX, _time_command("clk", seconds), self.comment, (" ", "\n"))

    def emt(self) -> float | None:
        """Return the seconds used for the move, from the first valid ``[%emt h:mm:ss]`` in the comment, or None.

        Without this command, the time is that of an engine match; see `eval()`.

        >>> Game().add_variation(Move.from_uci("e2e4"), comment="[%emt 0:00:05.2]").emt()
        5.2
        """
        seconds = _seconds(EMT_REGEX, self.comment)
        if seconds is None and (match := _MATCH.match(self.comment)):
            return float(match["seconds"])
        if seconds is None and (match := _DEPTH.search(self.comment)) and match["ms"]:
            return int(match["ms"]) / 1000
        return seconds

    def set_emt(self, seconds: float | None) -> None:
        """Replace the first elapsed move time in the comment, or add one at the end. None removes it.

        >>> node = Game().add_variation(Move.from_uci("e2e4"))
        >>> node.set_emt(5)
        >>> node.comment
        '[%emt 0:00:05]'
        """
        self.comment = _with_command(EMT_REGEX, _time_command("emt", seconds), self.comment, (" ", "\n"))

    # --- Traversal.

    @abc.abstractmethod
    def accept(self, visitor: BaseVisitor[ResultT]) -> ResultT:
        """Traverse the node and its descendants with *visitor*, and return the visitor's result.

        >>> Game().accept(StringExporter(headers=False))
        '*'
        """

    def accept_subgame(self, visitor: BaseVisitor[ResultT]) -> ResultT:
        """Traverse this node as a game, with headers, and return the visitor's result.

        >>> node = Game().add_line([Move.from_uci("e2e4"), Move.from_uci("e7e5")])
        >>> print(node.parent.accept_subgame(StringExporter(columns=None)).splitlines()[-1])
        1... e5 *
        """
        return visit_game(self, visitor, subgame=True)

    def __str__(self) -> str:
        return self.accept(StringExporter(columns=None))

    def __copy__(self) -> GameNode:
        return shallow_copy(self)

    def __reduce_ex__(self, protocol: Any) -> tuple[Any, ...]:
        return reduce_node(self)

    def __setstate__(self, state: Any) -> None:
        restore(self, state)


class ChildNode(GameNode):
    """A node that is reached by a move. `GameNode.add_variation` creates such nodes.

    >>> Game().add_variation(Move.from_uci("e2e4")).san()
    'e4'
    """

    parent: GameNode  # pyright: ignore[reportIncompatibleMethodOverride]
    _parent: GameNode  # pyright: ignore[reportIncompatibleVariableOverride]
    _depth: tuple[object, GameNode, int] | tuple[None, None, int] = (None, None, 0)  # _parents, the root, the moves
    move: Move  # pyright: ignore[reportIncompatibleVariableOverride]
    variations: list[ChildNode]
    comment: str
    starting_comment: str
    nags: set[int]

    def __init__(
        self,
        parent: GameNode,
        move: Move,
        *,
        comment: str | Iterable[str] = "",
        starting_comment: str | Iterable[str] = "",
        nags: Iterable[int] = [],
    ) -> None:
        self._parent = parent  # pyright: ignore[reportIncompatibleVariableOverride]
        self.move = move  # pyright: ignore[reportIncompatibleVariableOverride]
        self.variations = []
        self.comment = joined(comment)
        self.starting_comment = joined(starting_comment)
        self.nags = set(nags)
        parent.variations.append(self)

    def board(self) -> Board:
        """Return a new board with the node's position and the moves from the root.

        >>> Game().add_variation(Move.from_uci("e2e4")).board().peek()
        Move.from_uci('e2e4')
        """
        moves = [self.move]
        node = self._parent
        while isinstance(node, ChildNode):
            moves.append(node.move)
            node = node._parent
        if node is None:  # pyright: ignore[reportUnnecessaryComparison] - users may assign None
            raise AssertionError("GameNode not rooted in Game")
        board = node.board()
        push = board.push
        while moves:
            push(moves.pop())
        return board

    def ply(self) -> int:
        """Return the number of plies up to the node, computed from move number and side to move as in `Board.ply`.

        >>> Game().add_variation(Move.from_uci("e2e4")).ply()
        1
        """
        parents, root, depth = self._depth
        if root is None or parents is not _parents:
            root, depth = self._find_depth()
        return root.ply() + depth

    def _find_depth(self) -> tuple[GameNode, int]:
        """Return the root and the number of moves from it to this node. All nodes in between remember theirs, too."""
        parents = _parents  # if a thread changes a parent from here on, they remember nothing
        path: list[ChildNode] = []
        node: GameNode = self
        while isinstance(node, ChildNode) and node._depth[0] is not parents:
            path.append(node)
            node = node._parent
        if node is None:  # pyright: ignore[reportUnnecessaryComparison] - users may assign None
            raise AssertionError("GameNode not rooted in Game")
        root, depth = (node._depth[1] or node, node._depth[2]) if isinstance(node, ChildNode) else (node, 0)
        for each in reversed(path):
            depth += 1
            each._depth = parents, root, depth
        return root, depth

    def san(self) -> str:
        """Return the move in standard algebraic notation. This takes time linear in the depth of the node.

        >>> Game().add_variation(Move.from_uci("g1f3")).san()
        'Nf3'
        """
        return self.parent.board().san(self.move)

    def uci(self, *, chess960: bool | None = None) -> str:
        """Return the move in UCI notation.

        :param chess960: whether to write castling as a move to the rook's square; None to use the mode of the game.

        >>> Game().add_variation(Move.from_uci("g1f3")).uci()
        'g1f3'
        """
        return self.parent.board().uci(self.move, chess960=chess960)

    def accept(self, visitor: BaseVisitor[ResultT]) -> ResultT:
        """Traverse the node and its descendants with *visitor*, and return the visitor's result.

        >>> game = Game()
        >>> _ = game.add_line([Move.from_uci("e2e4"), Move.from_uci("e7e5")])
        >>> game.next().accept(StringExporter())
        '1. e4 e5'
        """
        _visit_line(self, self.parent.board(), visitor, alternatives=False)
        return visitor.result()

    def __repr__(self) -> str:
        try:
            board = self.parent.board()
        except ValueError:
            return f"<{type(self).__name__} at {id(self):#x} (dangling: {self.move})>"
        dots = "." if board.turn else "..."
        return f"<{type(self).__name__} at {id(self):#x} ({board.fullmove_number}{dots} {board.san(self.move)} ...)>"


def _visit_node(node: ChildNode, board: Board, visitor: BaseVisitor[ResultT]) -> None:
    """Visit one node. *board* holds the position before its move, and the move is pushed to it."""
    if node.starting_comment:
        visitor.visit_comment(node.starting_comment)
    visitor.visit_move(board, node.move)
    board.push(node.move)
    visitor.visit_board(board)
    if node.nags:
        for nag in sorted(node.nags):
            visitor.visit_nag(nag)
    if node.comment:
        visitor.visit_comment(node.comment)


def _visit_line(node: ChildNode, board: Board, visitor: BaseVisitor[ResultT], *, alternatives: bool = True) -> None:
    """Visit *node*, its *alternatives* if it is the first child, and its descendants.

    *board* holds the position before the node's move; the call changes it.
    """
    lines = [_line(node, board, visitor, alternatives)]
    while lines:
        nested = next(lines[-1], None)
        if nested is None:
            lines.pop()
        else:
            lines.append(nested)


def _line(
    node: ChildNode, board: Board, visitor: BaseVisitor[ResultT], alternatives: bool, *, undo: bool = False
) -> Iterator[Iterator[Any]]:
    """Visit a line, and yield the iterator that visits each variation. With *undo*, restore the board at the end."""
    plies = 0
    while True:
        _visit_node(node, board, visitor)
        plies += 1
        for other in islice(node.parent.variations, 1, None) if alternatives else ():
            if visitor.begin_variation() is not SKIP:
                board.pop()
                yield _line(other, board, visitor, False, undo=True)
                board.push(node.move)
            visitor.end_variation()
        if not (variations := node.variations):
            break
        node, alternatives = variations[0], True
    if undo:
        for _ in range(plies):
            board.pop()


def _written_at_once(game: GameNode, visitor: Any) -> bool:
    """Write an unmodified parsed game to an exporter in one call. Return False if this is not possible."""
    packed = game._packed_below()
    if packed is None or "comment" in vars(game) or not visitor._is_fresh():
        return False
    result = game.game().headers.get("Result", "*")
    if result not in ("1-0", "0-1", "1/2-1/2"):
        result = "*"
    columns, comments, variations = visitor.columns or 0, bool(visitor.comments), bool(visitor.variations)
    text = packed.movetext(game.board(), result, columns, comments, variations)
    if text is None:
        return False
    visitor._write_text(text)
    moves = text.rstrip()[: -len(result)].rstrip()
    visitor.force_movenumber = not moves or moves[-1] in "})"
    return True


def visit_game(node: GameNode, visitor: BaseVisitor[ResultT], *, subgame: bool = False) -> ResultT:
    """Visit a whole game, or the *subgame* that begins at *node*.

    The headers of a subgame are those of the game, followed by those of its position.
    """
    exporter: Any = visitor
    is_ours = type(exporter) is StringExporter or type(exporter) is FileExporter
    if visitor.begin_game() is not SKIP:
        headers = node.game().headers
        tags = [*headers.items()]
        if subgame:
            start = Headers({})
            start._set_start(node.board())
            visitor.begin_headers()
            tags = [*((name, value) for name, value in tags if name not in start), *start.items()]
        for name, value in tags:
            visitor.visit_header(name, value)
        if visitor.end_headers() is not SKIP:
            if is_ours and not subgame and _written_at_once(node, exporter):
                return visitor.result()
            board = node.board()
            visitor.visit_board(board)
            if node.comment and not subgame:
                visitor.visit_comment(node.comment)
            if variations := node.variations:
                _visit_line(variations[0], board, visitor)
            visitor.visit_result(headers.get("Result", "*"))
    visitor.end_game()
    return visitor.result()
