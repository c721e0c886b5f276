"""The root of a game tree, `Game`, with the headers and errors, and the visitor that builds it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from .._core import Board, Move
from ._foreign import logger
from ._headers import Headers
from ._node import GameNode, joined, visit_game
from ._time_control import TimeControl, parse_time_control
from ._visitors import BaseVisitor

GameT = TypeVar("GameT", bound="Game")
ResultT = TypeVar("ResultT", covariant=True)


class Game(GameNode):
    """A game: the root of its tree of moves, with the tags and the starting position.

    Without *headers*, the tag roster is filled with default values.

    :ivar headers: the tags, a `Headers`.
    :ivar errors: the exceptions that occurred while reading, in order. Moves after an illegal one are missing.

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
        """Return a new board with the starting position, as given by the FEN and Variant tags.

        :raises ValueError: if the FEN tag is invalid, or the Variant tag names an unknown variant.

        >>> Game({"FEN": "4k3/8/8/8/8/8/8/4K2R w K - 0 1"}).board().fen()
        '4k3/8/8/8/8/8/8/4K2R w K - 0 1'
        """
        return self.headers.board()

    def ply(self) -> int:
        """Return the ply of the starting position: 0 unless there is a FEN tag.

        >>> Game({"FEN": "4k3/8/8/8/8/8/8/4K2R b K - 0 3"}).ply()
        5
        """
        return self.board().ply() if "FEN" in self.headers else 0

    def setup(self, board: Board | str) -> None:
        """Set the tags FEN, SetUp and Variant for a starting position, given as a board or a FEN.

        For the standard starting position, the tags are removed. The board of a variant sets Variant and FEN.

        :raises ValueError: for an invalid FEN.

        >>> game = Game({})
        >>> game.setup("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
        >>> game.headers
        Headers(FEN='4k3/8/8/8/8/8/8/4K2R w K - 0 1', SetUp='1')
        """
        if isinstance(board, str):
            board = Board(board)
            board.chess960 = board.has_chess960_castling_rights()
        self.headers._set_start(board)

    def accept(self, visitor: BaseVisitor[ResultT]) -> ResultT:
        """Traverse the whole game with *visitor*, and return the visitor's result.

        >>> Game({"White": "Ann"}).accept(StringExporter())
        '[White "Ann"]\\n\\n*'
        """
        return visit_game(self, visitor)

    def time_control(self) -> TimeControl:
        """Return the time control, parsed from the TimeControl tag.

        >>> Game({"TimeControl": "300+3"}).time_control().type
        <TimeControlType.BLITZ: 4>
        """
        return parse_time_control(self.headers.get("TimeControl", ""))

    @classmethod
    def from_board(cls: type[GameT], board: Board) -> GameT:
        """Create a game with the moves and the result of *board*.

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
        """Create a game without any tags.

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
        return GameBuilder(Game=cls)

    def __repr__(self) -> str:
        tags = self.headers
        white, black, date, site = (tags.get(n, d) for n, d in zip(("White", "Black", "Date", "Site"), "????"))
        return f"<{type(self).__name__} at {id(self):#x} ({white!r} vs. {black!r}, {date!r} at {site!r})>"


class GameBuilder(BaseVisitor[GameT]):
    """A visitor that builds a `Game`, or an object of the class *Game*. Errors are logged and added to `Game.errors`.

    >>> import io
    >>> bitrook.pgn.read_game(io.StringIO("1. e4 {best} e5")).next().comment
    'best'
    """

    def __init__(self, *, Game: Any = Game) -> None:
        self.Game = Game

    def begin_game(self) -> None:  # noqa: D102
        self.game: GameT = self.Game()
        self.variation_stack: list[GameNode] = [self.game]
        self.starting_comment: str = ""
        self.in_variation: bool = False  # a move has been read since the start of the game or variation

    def begin_headers(self) -> Headers:  # noqa: D102
        return self.game.headers

    def visit_header(self, tagname: str, tagvalue: str) -> None:  # noqa: D102
        self.game.headers[tagname] = tagvalue

    def visit_nag(self, nag: int) -> None:  # noqa: D102
        self.variation_stack[-1].nags.add(nag)

    def begin_variation(self) -> None:  # noqa: D102
        before = self.variation_stack[-1].parent
        assert before is not None, "a variation begins before the first move"
        self.variation_stack.append(before)
        self.in_variation = False

    def end_variation(self) -> None:  # noqa: D102
        self.variation_stack.pop()

    def visit_result(self, result: str) -> None:  # noqa: D102
        headers = self.game.headers  # a result in the tags takes precedence over the one after the moves
        if headers.get("Result") in (None, "*"):
            headers["Result"] = result

    def visit_comment(self, comment: str) -> None:  # noqa: D102
        node = self.variation_stack[-1]
        if self.in_variation or (node.parent is None and node.is_end()):
            node.comment = joined([node.comment, comment])
        else:  # before the first move of a variation
            self.starting_comment = joined([self.starting_comment, comment])

    def visit_move(self, board: Board, move: Move) -> None:  # noqa: D102
        node = self.variation_stack[-1].add_variation(move, starting_comment=self.starting_comment)
        self.variation_stack[-1] = node
        self.starting_comment = ""
        self.in_variation = True

    def handle_error(self, error: Exception) -> None:
        """Log the error, and add it to the game's errors."""
        logger().error("%s while parsing %r", error, self.game)
        self.game.errors.append(error)

    def result(self) -> GameT:
        """Return the game."""
        return self.game
