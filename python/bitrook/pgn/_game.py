"""The root of a game's tree: `Game`, with its headers and errors."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, TypeVar

from .._core import Board
from ._headers import Headers
from ._node import GameNode
from ._time_control import TimeControl, parse_time_control
from ._walk import visit_game

if TYPE_CHECKING:
    from ._visitors import BaseVisitor, GameBuilder

GameT = TypeVar("GameT", bound="Game")
ResultT = TypeVar("ResultT", covariant=True)


class Game(GameNode):
    """A game: the root of the tree of its moves, with the tags and the first position.

    Without *headers* the tag roster is filled with its defaults.

    :ivar headers: the tags, a `Headers`.
    :ivar errors: the exceptions met while reading, in order. The moves behind an illegal one are not there.

    >>> game = Game({"White": "Ann", "Black": "Bob"})
    >>> _ = game.add_variation(Move.from_uci("e2e4"))
    >>> print(game)
    [White "Ann"]
    [Black "Bob"]
    <BLANKLINE>
    1. e4 *
    """

    headers: Headers
    errors: list[Exception]

    def __init__(self, headers: Mapping[str, str] | Iterable[tuple[str, str]] | None = None) -> None:
        super().__init__()
        self.headers = Headers(headers)
        self.errors = []

    def board(self) -> Board:
        """Return a new board with the first position, by the FEN and Variant tags.

        Raises `ValueError` if there is a FEN that cannot be read, or another variant.

        >>> Game({"FEN": "4k3/8/8/8/8/8/8/4K2R w K - 0 1"}).board().fen()
        '4k3/8/8/8/8/8/8/4K2R w K - 0 1'
        """
        return self.headers.board()

    def ply(self) -> int:
        """Return the ply of the first position: 0, unless the FEN tag says otherwise.

        >>> Game({"FEN": "4k3/8/8/8/8/8/8/4K2R b K - 0 3"}).ply()
        5
        """
        return self.board().ply() if "FEN" in self.headers else 0

    def setup(self, board: Board | str) -> None:
        """Set the tags FEN, SetUp and Variant for a first position, given as a board or a FEN.

        For the standard position they are removed. Raises `ValueError` for a FEN that cannot be read.

        >>> game = Game({})
        >>> game.setup("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
        >>> game.headers
        Headers(FEN='4k3/8/8/8/8/8/8/4K2R w K - 0 1', SetUp='1')
        """
        if isinstance(board, str):
            board = Board(board)
            board.chess960 = board.has_chess960_castling_rights()
        fen = board.fen()
        if fen == type(board).starting_fen:
            self.headers.pop("FEN", None)
            self.headers.pop("SetUp", None)
        else:
            self.headers["FEN"] = fen
            self.headers["SetUp"] = "1"
        if board.chess960:
            self.headers["Variant"] = "Chess960"
        else:
            self.headers.pop("Variant", None)

    def accept(self, visitor: BaseVisitor[ResultT]) -> ResultT:
        """Show the whole game to *visitor*, and return its result.

        >>> Game({"White": "Ann"}).accept(StringExporter())
        '[White "Ann"]\\n\\n*'
        """
        return visit_game(self, visitor)

    def time_control(self) -> TimeControl:
        """Return the time control, by the TimeControl tag.

        >>> Game({"TimeControl": "300+3"}).time_control().type
        <TimeControlType.BLITZ: 4>
        """
        return parse_time_control(self.headers.get("TimeControl", ""))

    @classmethod
    def from_board(cls: type[GameT], board: Board) -> GameT:
        """Return a game with the moves of *board* and its result.

        >>> board = Board()
        >>> _ = board.push_san("e4")
        >>> print(Game.from_board(board).mainline_moves())
        1. e4
        """
        game = cls()
        game.setup(board.root())
        game.add_line(board.move_stack)
        game.headers["Result"] = board.result()
        return game

    @classmethod
    def without_tag_roster(cls: type[GameT]) -> GameT:
        """Return a game without any tags.

        >>> Game.without_tag_roster().headers
        Headers()
        """
        return cls(headers={})

    @classmethod
    def builder(cls: type[GameT]) -> GameBuilder[GameT]:
        """Return a visitor that reads a game into an object of this class.

        >>> import io
        >>> import bitrook.pgn
        >>> bitrook.pgn.read_game(io.StringIO("1. e4"), Visitor=Game.builder).next().san()
        'e4'
        """
        from ._visitors import GameBuilder

        return GameBuilder(Game=cls)

    def __repr__(self) -> str:
        tags = self.headers
        white, black, date, site = (tags.get(n, d) for n, d in zip(("White", "Black", "Date", "Site"), "????"))
        return f"<{type(self).__name__} at {id(self):#x} ({white!r} vs. {black!r}, {date!r} at {site!r})>"
