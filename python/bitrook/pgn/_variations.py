"""Finds, orders, adds and removes the children of a node."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, TypeAlias, Union

from ._comments import joined

if TYPE_CHECKING:
    from .._core import Move
    from ._node import ChildNode, GameNode

Which: TypeAlias = "Union[int, Move, GameNode]"  # noqa: UP007 - never evaluated, only shown to users


class Variations:
    """Mixin for nodes that manages the children. A child is identified by its index, its move, or the node itself."""

    variations: list[ChildNode]
    parent: GameNode | None

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
        node: Variations = self
        while parent := node.parent:
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
        parent = self.parent
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
        node: GameNode = self  # type: ignore[assignment]
        for move in moves:
            node = node.add_variation(move, starting_comment=starting_comment)
            starting_comment = ""
        node.comment = f"{node.comment} {joined(comment)}" if node.comment else joined(comment)
        node.nags.update(nags)
        return node

    def add_variation(
        self,
        move: Move,
        *,
        comment: str | Iterable[str] = "",
        starting_comment: str | Iterable[str] = "",
        nags: Iterable[int] = [],
    ) -> ChildNode:
        """Add a child node."""
        raise NotImplementedError
