"""Reads games from files line by line, so that the file is positioned after the game that was read."""

from __future__ import annotations

import dataclasses
import io
import weakref
from _io import _IOBase  # io.IOBase is an abstract class: to find out whether an object is one of them takes longer
from collections.abc import Callable, Sequence
from typing import Any, TextIO, TypeVar, overload

from .._core import Board, GameTree, _pgn_limits, pgn_events, read_game_events, read_game_tree, skip_game_lines
from .._letters import letters_of
from . import _foreign
from ._constants import SKIP, SkipType
from ._foreign import logger
from ._game import Game, GameBuilder
from ._headers import Headers, HeadersBuilder
from ._visitors import BaseVisitor, SkipVisitor

ResultT = TypeVar("ResultT", covariant=True)


@dataclasses.dataclass(frozen=True, kw_only=True)
class Limits:
    """Limits on the contents of a game, which bound the memory that any input can use.

    If a game exceeds a limit, an error with its line and column is added to the game's errors, and the next game is
    read as usual. Visitors receive the error in `handle_error()`, which raises it by default.

    :param game: the size of the text in bytes. The line that exceeds the limit and the rest of the game are skipped.
    :param moves: the number of moves, including those in variations. The rest of the game is skipped.
    :param nags: the number of NAGs of one move. Further ones are skipped.
    :param comment: the size of a comment in bytes. The rest of the comment is dropped.
    :param tags: the number of tags. Further ones are skipped.
    :param tag: the size of a tag's name and value in bytes. A longer tag is skipped.
    :param errors: the number of errors. The rest of the game is skipped.
    :raises ValueError: for a limit below 1 or above 2,147,483,647.

    >>> import io
    >>> game = bitrook.pgn.read_game(io.StringIO("1. e4 e5 2. d4"), limits=bitrook.pgn.Limits(moves=2))
    >>> game.errors
    [ValueError('line 1, column 13: the game has more than 2 moves')]
    """

    game: int = 4 << 20
    moves: int = 200_000
    nags: int = 256
    comment: int = 1 << 20
    tags: int = 1_000
    tag: int = 64 << 10
    errors: int = 1_000

    def __post_init__(self) -> None:
        for name, value in vars(self).items():
            if not isinstance(value, int) or not 1 <= value < 1 << 31:
                raise ValueError(f"{name} must be an int from 1 to 2147483647, not {value!r}")


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


def game_of(tree: GameTree, errors: list[Exception]) -> Game:
    game = Game.__new__(Game)
    vars(game).update(_parent=None, move=None, _packed=tree, _number=0)  # the rest is created on first access
    if errors:
        game.errors = errors
        for error in errors:
            logger().error("%s while parsing %r", error, game)
    return game


def _headers_of(tree: GameTree, errors: list[Exception]) -> Headers:
    if errors:
        raise errors[0]
    return Headers._of(tree, roster=False)


# The text of files that cannot seek, or only slowly. read_game() looks whether there is any before each game, and that
# takes much longer in a WeakKeyDictionary.
_kept: dict[weakref.ref[Any], str] = {}


def _forget(file: weakref.ref[Any]) -> None:
    _kept.pop(file, None)


def _give_back(file: Any, text: str) -> None:
    """Position *file* before *text*, the last text that was read from it, or keep the text for _take_back()."""
    if not (_seeks_fast(file) and _seek_before(file, text)):
        _kept[weakref.ref(file, _forget)] = text


def _take_back(file: Any) -> str:
    """Return the text that is kept for *file*, and forget it."""
    return _kept.pop(weakref.ref(file), "")


def _first_reading(text: str, readline: Callable[..., Any]) -> tuple[Callable[..., Any], list[str]]:
    """Return a function that returns the lines of *text* before it calls *readline*, and the lines that are left."""
    lines = list(io.StringIO(text, newline="\n"))[::-1]
    return lambda *size: lines.pop() if lines else readline(*size), lines


def _seeks_fast(file: Any) -> bool:
    if isinstance(file, io.TextIOWrapper):
        file = file.buffer  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
    return isinstance(file, (io.StringIO, io.BytesIO)) or (
        isinstance(file, io.BufferedReader)
        and isinstance(file.raw, io.FileIO)  # pyright: ignore[reportUnknownMemberType]
        and file.seekable()
    )


def _seek_before(file: Any, text: str) -> bool:
    """Seek to the place before *text*. Return False, at the same place, if that cannot be found."""
    try:
        end = file.tell()
    except OSError:  # a text file that is also read with next()
        return False
    for size in _sizes(file, text):
        if size > end or end >= 1 << 63:  # larger positions of text files contain the state of a decoder
            continue
        file.seek(end - size)
        found = file.read(size if not isinstance(file, io.TextIOWrapper) else len(text))
        if isinstance(found, bytes):
            found = found.decode("utf-8" if size != len(text) or found.isascii() else "latin-1", "replace")
        if found == text and file.tell() == end:
            file.seek(end - size)
            return True
    file.seek(end)
    return False


def _sizes(file: Any, text: str) -> set[int]:
    """Return the sizes in the file that the text may have, in characters or bytes."""
    if isinstance(file, io.StringIO):
        return {len(text)}
    if not isinstance(file, io.TextIOWrapper):
        return {len(text.encode("utf-8", "surrogatepass")), len(text)}
    size = len(text.encode(file.encoding, file.errors or "strict"))
    return {size, size + text.count("\n")}  # line ends may be translated


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
    readline: Callable[..., Any] = handle.readline
    sized = isinstance(handle, _IOBase)  # so that a line of any length takes no more memory than a game
    values = None if limits is None else _pgn_limits(**dataclasses.asdict(limits))
    names = None if letters is None else letters_of(letters)
    lenient = _foreign.is_standing_in is not None and _foreign.is_standing_in()
    left = None
    if _kept and (text := _take_back(handle)):
        readline, left = _first_reading(text, readline)
    parsed = None
    if kind is SkipVisitor:
        unread = skip_game_lines(readline, sized, values, lenient)
    elif (kind is GameBuilder and visitor.Game is Game) or (kind is HeadersBuilder and visitor.Headers is Headers):
        parsed = read_game_tree(readline, sized, kind is HeadersBuilder, values, names, lenient)
        unread = parsed and parsed[2]
    else:
        unread = read_game_events(readline, sized, visitor, _Start(visitor), SKIP, values, names, lenient)
    if unread is None:
        return None
    if unread or left:
        _give_back(handle, unread + "".join(reversed(left or ())))
    if not parsed:
        return visitor.result()
    return (game_of if kind is GameBuilder else _headers_of)(parsed[0], parsed[1])


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
    return read_game(handle, Visitor=SkipVisitor) is not None


def read_errors(text: bytes, *, letters: str | Sequence[str] | None = None) -> list[tuple[int, int, int, str]]:
    """Return the errors in the games of a text in order, including those in variations.

    :param text: games in PGN.
    :param letters: see `read_game`.
    :returns: for each error its line and its column in bytes, which count from 1, the number of plies before it, and the
        reason.
    :raises ValueError: if *letters* is invalid.

    >>> [(line, column, ply, reason)] = bitrook.pgn.read_errors(b"1. e4 e5\\n2. Ke3 *")
    >>> line, column, ply, reason.partition(",")[0]
    (2, 4, 2, "illegal move 'Ke3'")
    """
    events: list[Any] = pgn_events(text, letters=letters_of(letters))
    found = [event[3:] for event in events if event[0] == "error"]
    return [(*place, message.decode("utf-8", "replace").partition(": ")[2]) for *place, message in found]
