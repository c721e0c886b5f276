"""The main line after a node, as an iterable over its nodes or moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Generic, TypeVar

from ._exporters import StringExporter
from ._lazy import packed_below
from ._walk import visit_node

if TYPE_CHECKING:
    from .._core import Move
    from ._node import ChildNode, GameNode
    from ._visitors import BaseVisitor

MainlineMapT = TypeVar("MainlineMapT")
ResultT = TypeVar("ResultT", covariant=True)


def move_of(node: ChildNode) -> Move:
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
        if self.f is move_of and (packed := packed_below(self.start)) is not None:
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
            visit_node(node, board, visitor)
        return visitor.result()

    def __str__(self) -> str:
        return self.accept(StringExporter(columns=None))

    def __repr__(self) -> str:
        exporter = StringExporter(columns=None, comments=False)
        return f"<Mainline at {id(self):#x} ({self.accept(exporter)})>"
