"""The nodes of a game: `GameNode`, the base class, and `ChildNode`, a node that is reached by a move."""

from __future__ import annotations

import abc
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, TypeVar

from .._core import Board, Move
from ._annotations import Annotated
from ._comments import Comments, joined
from ._exporters import StringExporter
from ._lazy import LAZY, unpack
from ._mainline import Mainline, move_of
from ._pickling import reduce_node, restore, shallow_copy
from ._variations import Variations
from ._walk import visit_game, visit_line

if TYPE_CHECKING:
    from .._core import GameTree
    from ._game import Game
    from ._visitors import BaseVisitor

ResultT = TypeVar("ResultT", covariant=True)


class GameNode(Variations, Annotated, abc.ABC):
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

    parent: GameNode | None
    move: Move | None
    comment: str
    starting_comment: str
    nags: set[int]
    variations: list[ChildNode]
    _packed: GameTree
    _number: int

    def __init__(self, *, comment: str | Iterable[str] = "") -> None:
        self.parent = None
        self.move = None
        self.variations = []
        self.comment = joined(comment)
        self.starting_comment = ""
        self.nags = set()

    def __getattr__(self, name: str) -> Any:
        # The nodes of a parsed game create their attributes on first access.
        if name in LAZY and "_packed" in vars(self):
            return unpack(self, name, ChildNode)
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

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

        This takes time linear in the depth. A program that visits every node of long games should count along.

        >>> Game().add_variation(Move.from_uci("e2e4")).ply()
        1
        """

    def turn(self) -> bool:
        """Return the side to move. This takes time linear in the depth.

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
        while node.parent:
            node = node.parent
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

    def end(self) -> GameNode:
        """Return the last node of the main line after this node, or the node itself.

        >>> game = Game()
        >>> game.add_line([Move.from_uci("e2e4"), Move.from_uci("e7e5")]) is game.end()
        True
        """
        node: GameNode = self
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
        return Mainline(self, move_of)

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

    parent: GameNode  # pyright: ignore[reportIncompatibleVariableOverride]
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
        self.parent = parent  # pyright: ignore[reportIncompatibleVariableOverride]
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
        node = self.parent
        while isinstance(node, ChildNode):
            moves.append(node.move)
            node = node.parent
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
        plies = 1
        node = self.parent
        while isinstance(node, ChildNode):
            plies += 1
            node = node.parent
        return node.ply() + plies

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

    def end(self) -> ChildNode:
        """Return the last node of the main line after this node, or the node itself.

        >>> node = Game().add_variation(Move.from_uci("e2e4"))
        >>> node.end() is node
        True
        """
        node = self
        while variations := node.variations:
            node = variations[0]
        return node

    def accept(self, visitor: BaseVisitor[ResultT]) -> ResultT:
        """Traverse the node and its descendants with *visitor*, and return the visitor's result.

        >>> game = Game()
        >>> _ = game.add_line([Move.from_uci("e2e4"), Move.from_uci("e7e5")])
        >>> game.next().accept(StringExporter())
        '1. e4 e5'
        """
        visit_line(self, self.parent.board(), visitor, alternatives=False)
        return visitor.result()

    def __repr__(self) -> str:
        try:
            board = self.parent.board()
        except ValueError:
            return f"<{type(self).__name__} at {id(self):#x} (dangling: {self.move})>"
        dots = "." if board.turn else "..."
        return f"<{type(self).__name__} at {id(self):#x} ({board.fullmove_number}{dots} {board.san(self.move)} ...)>"
