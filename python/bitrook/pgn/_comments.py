"""The lists `comments` and `starting_comments`, which python-chess's next release has in place of texts."""

from __future__ import annotations

from collections.abc import Iterable, MutableSequence
from typing import Any, ClassVar, overload


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
