"""The tags of a game, as a mutable mapping in which the tag roster comes first, and the visitor that builds it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, MutableMapping, TypeVar  # noqa: UP035 - the base class that python-chess uses

from .._core import Board, _variant_kind
from ._constants import SKIP, TAG_NAME_REGEX, TAG_ROSTER, SkipType
from ._visitors import BaseVisitor

if TYPE_CHECKING:
    from typing_extensions import Self

    from .._core import GameTree

HeadersT = TypeVar("HeadersT", bound="Headers")

_DEFAULTS = dict.fromkeys(TAG_ROSTER, "?") | {"Date": "????.??.??", "Result": "*"}
_ROSTER = frozenset(TAG_ROSTER)
_WILD = {"wild/0", "wild/1", "wild/2", "wild/3", "wild/4", "wild/5", "wild/6", "wild/7", "wild/8", "wild/8a"}


class Headers(MutableMapping[str, str]):
    """The tags of a game, by name.

    The seven tags of the roster come first, in their fixed order. Other tags follow in the order in which they were
    added. Without *data*, the roster is filled with default values.

    :raises ValueError: if a tag has a name that PGN does not allow, or a line break in its value.

    >>> headers = Headers({"ECO": "C20", "White": "Ann"})
    >>> headers["Event"] = "Friendly"
    >>> headers
    Headers(Event='Friendly', White='Ann', ECO='C20')
    """

    _packed: tuple[GameTree, bool]

    def __init__(self, data: Mapping[str, str] | Iterable[tuple[str, str]] | None = None, **kwargs: str) -> None:
        self._tags: dict[str, str] = {}
        self.update(_DEFAULTS if data is None else data, **kwargs)

    @classmethod
    def _of(cls, packed: GameTree, *, roster: bool) -> Self:
        """Return the tags of a parsed game, created lazily, with or without default values for the *roster*."""
        headers = cls.__new__(cls)
        headers._packed = packed, roster
        return headers

    def __getattr__(self, name: str) -> dict[str, str]:
        attributes = vars(self)
        lazy = attributes.get("_packed")
        if name == "_tags" and lazy is not None:
            packed, has_defaults = lazy
            tags = dict(_DEFAULTS) if has_defaults else {}
            packed.fill_tags(tags, tags)
            attributes.setdefault("_tags", tags)  # unless another thread was faster
            attributes.pop("_packed", None)
        if name != "_tags" or "_tags" not in attributes:
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        return attributes["_tags"]  # type: ignore[no-any-return]

    def __getstate__(self) -> dict[str, object]:
        len(self)  # creates the lazy attribute
        return self.__dict__

    def is_chess960(self) -> bool:
        """Return whether the Variant tag names Chess960, ignoring case: "Chess960", "Fischerandom" and so on.

        >>> Headers(Variant="Chess960").is_chess960()
        True
        """
        return _variant_kind(self.get("Variant", "")) == "chess960"

    def is_wild(self) -> bool:
        """Return whether the Variant tag is one of wild/0 to wild/8a, which are standard chess from other positions.

        >>> Headers(Variant="wild/5").is_wild()
        True
        """
        return self.get("Variant", "").lower() in _WILD

    def variant(self) -> type[Board]:
        """Return the board class for the Variant tag.

        This is `Board` for standard chess and Chess960, and otherwise one of the classes of `bitrook.variant`.

        :raises ValueError: for an unknown variant.

        >>> Headers(Variant="3-check").variant().__name__
        'ThreeCheckBoard'
        """
        name = self.get("Variant")
        if name is None or _variant_kind(name) in ("standard", "chess960"):
            return Board
        from ..variant import find_variant

        return find_variant(name)

    def board(self) -> Board:
        """Return a board with the game's starting position, as given by the FEN and Variant tags.

        :raises ValueError: if the FEN tag is invalid, or the Variant tag names an unknown variant.

        >>> Headers(FEN="4k3/8/8/8/8/8/8/4K2R w K - 0 1").board().fen()
        '4k3/8/8/8/8/8/8/4K2R w K - 0 1'
        """
        variant = self.variant()
        board = variant(self.get("FEN", variant.starting_fen), chess960=self.is_chess960())
        if board.has_chess960_castling_rights():
            board.chess960 = True
        return board

    def _set_start(self, board: Board) -> None:
        """Set the tags FEN, SetUp and Variant for the position of *board*, and remove those that it does not need."""
        fen, variant = board.fen(), type(board).aliases[0]
        if fen == type(board).starting_fen:
            self.pop("FEN", None)
            self.pop("SetUp", None)
        else:
            self["FEN"] = fen
            self["SetUp"] = "1"
        if variant != Board.aliases[0]:  # other programs may assume another start position
            self["Variant"], self["FEN"] = variant, fen
        elif board.chess960:
            self["Variant"] = "Chess960"
        else:
            self.pop("Variant", None)

    def __setitem__(self, key: str, value: str) -> None:
        if key not in _ROSTER and not TAG_NAME_REGEX.match(key):
            raise ValueError(f"invalid pgn header tag: {key!r}")
        if "\n" in value or "\r" in value:
            raise ValueError(f"line break in pgn header {key}: {value!r}")
        self._tags[key] = value

    def __getitem__(self, key: str) -> str:
        return self._tags[key]

    def __delitem__(self, key: str) -> None:
        del self._tags[key]

    def __iter__(self) -> Iterator[str]:
        tags = self._tags
        yield from (key for key in TAG_ROSTER if key in tags)
        yield from (key for key in tags if key not in _ROSTER)

    def __len__(self) -> int:
        return len(self._tags)

    def copy(self) -> Self:
        """Return a copy.

        >>> Headers({"White": "Ann"}).copy()
        Headers(White='Ann')
        """
        return type(self)(self)

    def __copy__(self) -> Self:
        return self.copy()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{key}={value!r}' for key, value in self.items())})"

    @classmethod
    def builder(cls: type[HeadersT]) -> HeadersBuilder[HeadersT]:
        """Return a visitor that reads the tags of a game into an object of this class.

        >>> import io
        >>> import bitrook.pgn
        >>> bitrook.pgn.read_game(io.StringIO('[White "Ann"]'), Visitor=Headers.builder)
        Headers(White='Ann')
        """
        return HeadersBuilder(Headers=cls)


class HeadersBuilder(BaseVisitor[HeadersT]):
    """A visitor that collects the tags as `Headers`, without defaults, and skips the moves.

    >>> import io
    >>> bitrook.pgn.read_game(io.StringIO('[White "Ann"]\\n\\n1. e4'), Visitor=HeadersBuilder)
    Headers(White='Ann')
    """

    def __init__(self, *, Headers: Any = Headers) -> None:
        self.Headers = Headers

    def begin_headers(self) -> HeadersT:  # noqa: D102
        self.headers: HeadersT = self.Headers({})
        return self.headers

    def visit_header(self, tagname: str, tagvalue: str) -> None:  # noqa: D102
        self.headers[tagname] = tagvalue

    def end_headers(self) -> SkipType:  # noqa: D102
        return SKIP

    def result(self) -> HeadersT:
        """Return the headers."""
        return self.headers
