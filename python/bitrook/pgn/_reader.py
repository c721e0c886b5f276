"""Reads games from files line by line, so that the file is positioned after the game that was read."""

from __future__ import annotations

import dataclasses
import io
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TextIO, TypeVar, overload

from .._core import Board, GameTree, read_game_events, read_game_tree, skip_game_lines
from .._letters import letters_of
from ._constants import SKIP, SkipType
from ._foreign import logger, replaces_chess
from ._game import Game, GameBuilder
from ._headers import Headers, HeadersBuilder
from ._lazy import packed_game
from ._limits import Limits
from ._unread import first_reading, give_back, take_back
from ._visitors import BaseVisitor, SkipVisitor

ResultT = TypeVar("ResultT", covariant=True)

_DEFAULTS = Limits()


class _Start:
    """Passes the tags of a game to a visitor, and creates the board with the starting position."""

    def __init__(self, visitor: BaseVisitor[Any]) -> None:
        self.visitor = visitor

    def begin(self) -> None:
        headers = self.visitor.begin_headers()
        self.is_filled = isinstance(headers, Headers)  # by the visitor itself
        self.headers = headers if isinstance(headers, Headers) else Headers({})

    def visit(self, name: str, value: str) -> None:
        self.visitor.visit_header(name, value)
        if not self.is_filled:
            self.headers[name] = value

    def end(self) -> Board | SkipType | None:
        """Return the board, None if the moves cannot be read, or SKIP. Errors are passed to the visitor."""
        if self.visitor.end_headers() is SKIP:
            return SKIP
        try:
            board = self.headers.board()
        except ValueError as error:
            self.visitor.handle_error(error)
            return None
        self.visitor.visit_board(board)
        return board


def _game_of(tree: GameTree, errors: list[Exception]) -> Game:
    game = packed_game(Game, tree)
    if errors:
        game.errors = errors
        for error in errors:
            logger().error("%s while parsing %r", error, game)
    return game


def _headers_of(tree: GameTree, errors: list[Exception]) -> Headers:
    if errors:
        raise errors[0]
    return Headers._of(tree, roster=False)


@overload
def read_game(
    handle: TextIO, *, limits: Limits | None = None, letters: str | Sequence[str] | None = None
) -> Game | None: ...
@overload
def read_game(
    handle: TextIO,
    *,
    Visitor: Callable[[], BaseVisitor[ResultT]],
    limits: Limits | None = None,
    letters: str | Sequence[str] | None = None,
) -> ResultT | None: ...
def read_game(
    handle: TextIO,
    *,
    Visitor: Any = GameBuilder,
    limits: Limits | None = None,
    letters: str | Sequence[str] | None = None,
) -> Any:
    """Read the next game of a file. Return a `Game`, or the result of the visitor, or None at the end of the file.

    The file is then positioned after that game: after the empty line that ends it, or at the end. If there is no empty
    line, the beginning of the next game may have been read: the file is positioned before it or, if it cannot seek,
    the next call begins with that text. The reader recovers from errors: it logs them, adds them to the game's errors,
    and skips the moves that follow an illegal move or a word that is not a move. Line numbers in the messages count
    from the first line of the game. See :doc:`data-formats </reference/data-formats>` for what is read and reported.

    :param handle: a file, opened for text or for bytes, or any object with `readline`. Bytes are decoded as UTF-8;
        lines that are not valid UTF-8 are decoded as Latin-1. Lines longer than the limit of a game are read in
        pieces from `io` objects; other objects return whole lines of any length.
    :param Visitor: a callable without parameters that returns the visitor.
    :param limits: limits on the contents of a game; None for the defaults of `Limits`. Reading a file of any size and
        contents uses less than 64 MB of memory in addition to the memory for the largest allowed game.
    :param letters: the letters of the pieces in another language: its code, such as "de" or "fr", or the letters of
        king, queen, rook, bishop, knight and pawn, such as "KDTLSB".
    :raises ValueError: if *letters* is neither.

    >>> import io
    >>> bitrook.pgn.read_game(io.StringIO("1. e4 e5 2. Sf3 Sc6"), letters="de").end().san()
    'Nc6'
    >>> file = io.StringIO("1. e4 e5 1/2-1/2\\n\\n1. d4 d5 *")
    >>> game = bitrook.pgn.read_game(file)
    >>> game.headers["Result"], [str(move) for move in game.mainline_moves()]
    ('1/2-1/2', ['e2e4', 'e7e5'])
    """
    visitor = Visitor()
    kind: Any = type(visitor)  # pyright: ignore[reportUnknownVariableType]
    readline: Callable[[], Any] = handle.readline
    if isinstance(handle, io.IOBase):
        readline = partial(readline, (limits or _DEFAULTS).game + 1)
    values = None if limits is None else dataclasses.astuple(limits)
    names = letters_of(letters)
    lenient = replaces_chess()
    left: list[str] = []
    if kept := take_back(handle):
        readline, left = first_reading(kept, readline)
    only_tags = kind is HeadersBuilder and visitor.Headers is Headers
    tree: GameTree | None = None
    errors: list[Exception] = []
    unread: str | None
    if kind is SkipVisitor:
        unread = skip_game_lines(readline, values, lenient)
    elif only_tags or (kind is GameBuilder and visitor.Game is Game):
        tree, errors, unread = read_game_tree(readline, only_tags, values, names, lenient) or (None, [], None)
    else:
        unread = read_game_events(readline, visitor, _Start(visitor), SKIP, values, names, lenient)
    if unread is None:
        return None
    if unread or left:
        give_back(handle, unread + "".join(reversed(left)))
    if tree is not None:
        return (_headers_of if only_tags else _game_of)(tree, errors)
    return visitor.result()


def read_headers(handle: TextIO, *, limits: Limits | None = None) -> Headers | None:
    """Read the tags of the next game and skip its moves. Return None at the end of the file.

    :param handle: see `read_game`.
    :param limits: see `read_game`.
    :raises ValueError: for the first error in the tags.

    >>> import io
    >>> bitrook.pgn.read_headers(io.StringIO('[White "Ann"]\\n\\n1. e4'))
    Headers(White='Ann')
    """
    return read_game(handle, Visitor=HeadersBuilder, limits=limits)  # pyright: ignore[reportUnknownVariableType]


def skip_game(handle: TextIO) -> bool:
    """Skip the next game of a file. Return whether there was one.

    >>> import io
    >>> bitrook.pgn.skip_game(io.StringIO("1. e4"))
    True
    """
    return bool(read_game(handle, Visitor=SkipVisitor))
