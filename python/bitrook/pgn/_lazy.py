"""The attributes of the nodes of a game that was read, made of its `GameTree` when they are first used."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._headers import Headers

if TYPE_CHECKING:
    from .._core import GameTree
    from ._game import Game
    from ._node import GameNode

# A node that has a `_packed` (the tree) and a `_number` in it lacks those of these that were not used.
LAZY = frozenset({"variations", "comment", "starting_comment", "nags", "headers", "errors"})


def packed_game(cls: type[Game], packed: GameTree) -> Game:
    """Return a game of which all is still to be made."""
    game = cls.__new__(cls)
    game.parent = None
    game.move = None
    game._packed = packed
    game._number = 0
    return game


def unpack(node: GameNode, name: str) -> Any:
    """Make the attribute *name* of *node*, and return it."""
    packed: GameTree = node._packed
    number: int = node._number
    if name == "variations":
        from ._node import ChildNode

        children: list[ChildNode] = []
        for move, child_number in packed.children(number):
            child = ChildNode.__new__(ChildNode)
            child.parent = node
            child.move = move
            child._packed = packed
            child._number = child_number
            children.append(child)
        return node.__dict__.setdefault("variations", children)
    if name in ("headers", "errors"):
        if number:
            raise AttributeError(f"{type(node).__name__!r} object has no attribute {name!r}")
        return node.__dict__.setdefault(name, Headers._of(packed, roster=True) if name == "headers" else [])
    comment, starting_comment, nags = packed.notes(number)
    attributes = node.__dict__
    attributes.setdefault("comment", comment)
    attributes.setdefault("starting_comment", starting_comment)
    attributes.setdefault("nags", nags)
    return attributes[name]


def packed_below(node: GameNode) -> GameTree | None:
    """Return the tree that *node* and all behind it is still to be made of; None if a part is made already."""
    attributes = node.__dict__
    return attributes.get("_packed") if "variations" not in attributes else None
