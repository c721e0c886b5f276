"""Lazy attributes of parsed games: they are created from the `GameTree` on first access."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._headers import Headers

if TYPE_CHECKING:
    from .._core import GameTree
    from ._game import Game
    from ._node import ChildNode, GameNode

# The lazy attributes. A node with the attributes `_packed` (the tree) and `_number` (its number in the tree) lacks
# those that have not been used yet.
LAZY = frozenset({"variations", "comment", "starting_comment", "nags", "headers", "errors"})


def packed_game(cls: type[Game], packed: GameTree) -> Game:
    """Return a game whose attributes have not been created yet."""
    game = cls.__new__(cls)
    vars(game).update(parent=None, move=None, _packed=packed, _number=0)
    return game


def unpack(node: GameNode, name: str, child_type: type[ChildNode]) -> Any:
    """Create the attribute *name* of *node* and return it. Children are of type *child_type*."""
    packed: GameTree = node._packed
    number: int = node._number
    if name == "variations":
        make = child_type.__new__
        children: list[ChildNode] = []
        for move, child_number, comment, starting_comment, nags in packed.children(number):
            child = make(child_type)
            child.parent = node
            child.move = move
            child.comment = comment
            child.starting_comment = starting_comment
            child.nags = nags
            child._packed = packed
            child._number = child_number
            children.append(child)
        return vars(node).setdefault("variations", children)
    if name in ("headers", "errors"):
        if number:
            raise AttributeError(f"{type(node).__name__!r} object has no attribute {name!r}")
        return vars(node).setdefault(name, Headers._of(packed, roster=True) if name == "headers" else [])
    for key, value in zip(("comment", "starting_comment", "nags"), packed.notes(number)):
        vars(node).setdefault(key, value)
    return vars(node)[name]


def packed_below(node: GameNode) -> GameTree | None:
    """Return the tree that still contains all descendants of *node*, or None if any of them has been created."""
    attributes = vars(node)
    return attributes.get("_packed") if "variations" not in attributes else None
