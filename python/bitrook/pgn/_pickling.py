"""Pickling and copying of games. The tree is converted to a flat list, to avoid recursion."""

from __future__ import annotations

import copyreg
from typing import TYPE_CHECKING, Any

from .._core import GameTree

if TYPE_CHECKING:
    from ._node import ChildNode, GameNode

_LINKS = ("_parent", "variations", "_promised")
_CACHED = ("_packed", "_number", "_depth")


def _fields(node: GameNode) -> dict[str, Any]:
    """Return all attributes of *node*, including lazy ones."""
    for name in ("variations", "comment"):
        getattr(node, name, None)
    if node.move is None:
        getattr(node, "headers", None)
        getattr(node, "errors", None)
    return {name: value for name, value in vars(node).items() if name not in _CACHED}


def nodes_below(top: GameNode) -> list[tuple[int, ChildNode]]:
    """Return the descendants of *top* in order, each with the number of its parent. *top* is 0, the first one is 1."""
    found: list[tuple[int, ChildNode]] = []
    waiting: list[tuple[int, ChildNode]] = [(0, child) for child in reversed(top.variations)]
    while waiting:
        found.append(waiting.pop())
        number = len(found)
        waiting.extend((number, child) for child in reversed(found[-1][1].variations))
    return found


def _top(node: GameNode) -> GameNode:
    """Return the first ancestor that is not among the children of its own parent."""
    while (parent := node.parent) is not None and any(child is node for child in parent.variations):
        node = parent
    return node


def reduce_node(node: GameNode) -> tuple[Any, ...]:
    """Return the state for pickle and copy: the whole tree for a root, or the root and a number for any other node."""
    top = _top(node)
    if top is not node:
        number = next(n for n, (_, each) in enumerate(nodes_below(top), 1) if each is node)
        return _node_of, (top, number, type(node))
    if (packed := node._packed_below()) is not None and node.parent is None:
        untouched = {name: value for name, value in vars(node).items() if name not in ("_packed", "_depth")}
        return copyreg.__newobj__, (type(node),), (untouched, packed.to_bytes())  # type: ignore[attr-defined]
    fields = _fields(node)
    state = {name: value for name, value in fields.items() if name not in _LINKS[1:]}
    tree = [
        (number, type(child), {name: value for name, value in _fields(child).items() if name not in _LINKS})
        for number, child in nodes_below(node)
    ]
    return copyreg.__newobj__, (type(node),), (state, tree)  # type: ignore[attr-defined]


def _node_of(top: GameNode, number: int, cls: type[ChildNode]) -> GameNode:
    if "variations" in vars(top) or "_packed" in vars(top):
        return nodes_below(top)[number - 1][1]
    # The tree is still being unpickled, and one of its attributes refers to this node. restore() fills it in.
    return vars(top).setdefault("_promised", {}).setdefault(number, cls.__new__(cls))  # type: ignore[no-any-return]


def restore(
    top: GameNode, state: tuple[dict[str, Any], list[tuple[int, type[ChildNode], dict[str, Any]]] | bytes]
) -> None:
    """Set the attributes of *top* and restore its descendants."""
    promised = vars(top).pop("_promised", {})
    if isinstance(state[1], bytes):
        vars(top).update(state[0], _packed=GameTree.from_bytes(state[1]))
        return
    vars(top).update(state[0], variations=[])
    nodes: list[GameNode] = [top]
    for number, cls, fields in state[1]:
        node = promised.get(len(nodes)) or cls.__new__(cls)
        parent = nodes[number]
        vars(node).update(fields, _parent=parent, variations=[])
        parent.variations.append(node)
        nodes.append(node)


def shallow_copy(node: GameNode) -> GameNode:
    """Return a node with the same attributes, sharing the children but not the list of children."""
    copy = type(node).__new__(type(node))
    vars(copy).update(_fields(node))
    return copy
