"""Reads games from files: line by line, so that the file stands behind the game afterwards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TextIO, TypeVar, overload

from .._core import Board, GameTree, read_game_tree, skip_game_lines
from ._constants import MOVETEXT_REGEX, SKIP, SKIP_MOVETEXT_REGEX, TAG_REGEX
from ._game import Game
from ._headers import Headers
from ._lazy import packed_game
from ._visitors import BaseVisitor, GameBuilder, HeadersBuilder, SkipVisitor

ResultT = TypeVar("ResultT", covariant=True)

_SIGNS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
_RESULTS = frozenset(["1-0", "0-1", "1/2-1/2", "*"])


class _Lines:
    """The lines of a file as text: of a binary file, UTF-8, or Latin-1 where that fails."""

    def __init__(self, handle: Any) -> None:
        self._readline: Callable[[], Any] = handle.readline
        self.line = ""

    def next(self) -> str:
        """Read the next line; "" at the end of the file."""
        line = self._readline()
        if isinstance(line, bytes):
            try:
                line = line.decode("utf-8")
            except UnicodeDecodeError:
                line = line.decode("latin-1")
        self.line = line
        return self.line

    def is_escaped(self) -> bool:
        """Return whether the line is a comment of PGN: it begins with ``%`` or ``;``."""
        return self.line.startswith(("%", ";"))


def _read_tags(lines: _Lines, visitor: BaseVisitor[Any]) -> tuple[bool, Headers | None]:
    """Read what precedes the moves, the line at hand first.

    Returns whether there is a game, and its headers; None for these if the visitor skips the game or its moves.
    """
    found = skipped = blank = False
    headers: Headers | None = None
    managed = False  # the visitor fills the headers itself
    while line := lines.line:
        if not lines.is_escaped():
            if line.isspace() and not blank:
                blank = True
            else:
                if not found:
                    found = True
                    skipped = visitor.begin_game() is SKIP
                    if not skipped:
                        given = visitor.begin_headers()
                        managed = isinstance(given, Headers)
                        headers = given if isinstance(given, Headers) else Headers({})
                if not line.startswith("["):
                    break
                blank = False
                if headers is not None and (tag := TAG_REGEX.match(line)):
                    visitor.visit_header(tag[1], tag[2])
                    if not managed:
                        headers[tag[1]] = tag[2]
        lines.next()
    if found and not skipped:
        skipped = visitor.end_headers() is SKIP
    return found, None if skipped else headers


def _start(headers: Headers, visitor: BaseVisitor[Any]) -> Board | None:
    """Return the board of the first position; None if it cannot be read. Errors go to the visitor."""
    try:
        variant = headers.variant()
    except ValueError as error:
        visitor.handle_error(error)
        variant = Board
    try:
        board = variant(headers.get("FEN", variant.starting_fen), chess960=headers.is_chess960())
    except ValueError as error:
        visitor.handle_error(error)
        return None
    if board.has_chess960_castling_rights():
        board.chess960 = True
    visitor.visit_board(board)
    return board


def _skip_moves(lines: _Lines) -> None:
    """Read up to the empty line that ends the game. Only comments matter: they may contain empty lines."""
    in_comment = False
    while line := lines.line:
        if in_comment or not line.startswith("%"):
            if not in_comment and line.isspace():
                break
            for match in SKIP_MOVETEXT_REGEX.finditer(line):
                sign = match[0]
                if sign == "}":
                    in_comment = False
                elif sign == "{":
                    in_comment = True
                elif not in_comment:  # ";": the rest of the line is a comment
                    break
        lines.next()


class _Movetext:
    """Shows the moves of a game to a visitor."""

    def __init__(self, lines: _Lines, visitor: BaseVisitor[Any], board: Board) -> None:
        self.lines = lines
        self.visitor = visitor
        self.boards = [board]  # of the line that is being read, and of those around it
        self.skipped = 0  # variations, each in the one before, that are being skipped

    def read(self) -> None:
        lines = self.lines
        while lines.line:
            if not lines.is_escaped():
                if lines.line.isspace():
                    break
                rest: str | None = lines.line
                while rest:
                    rest = self._tokens(rest)
                if rest is not None:  # the file ends with a comment
                    break
            lines.next()

    def _tokens(self, text: str) -> str | None:
        """Read the tokens of *text* up to its end or the end of a comment; return what stands behind that."""
        for match in MOVETEXT_REGEX.finditer(text):
            kind = match.lastindex
            if kind == 2:
                return self._comment(match[2])
            if kind == 5:
                self._open()
            elif kind == 6:
                self._close()
            elif self.skipped:
                pass
            elif kind == 3:
                break
            elif kind == 4:
                self.visitor.visit_nag(int(match[4][1:]))
            elif kind == 8:
                self.visitor.visit_nag(_SIGNS[match[8]])
            elif kind == 7 and len(self.boards) == 1:
                self.visitor.visit_result(match[7])
            else:
                self._move(match[0])
        return None

    def _comment(self, text: str) -> str:
        """Read a comment, *text* from its opening brace on and further lines; return what stands behind it."""
        text = text[2:] if text.startswith("{ ") else text[1:]
        parts: list[str] = []
        while text and "}" not in text:
            parts.append(text)
            text = self.lines.next()
        inner, _, rest = text.partition("}")
        if not self.skipped:
            parts.append(inner[:-1] if inner.endswith(" ") else inner)
            self.visitor.visit_comment("".join(parts))
        return rest

    def _open(self) -> None:
        if self.skipped:
            self.skipped += 1
        elif self.boards[-1].move_stack:
            if self.visitor.begin_variation() is SKIP:
                self.skipped = 1
            else:
                board = self.boards[-1].copy()
                board.pop()
                self.boards.append(board)

    def _close(self) -> None:
        if self.skipped > 1:
            self.skipped -= 1
        elif self.skipped:
            self.skipped = 0
            self.visitor.end_variation()
        elif len(self.boards) > 1:
            self.visitor.end_variation()
            self.boards.pop()

    def _move(self, san: str) -> None:
        visitor, board = self.visitor, self.boards[-1]
        if visitor.begin_parse_san(board, san) is not SKIP:
            try:
                move = visitor.parse_san(board, san)
            except ValueError as error:
                visitor.handle_error(error)
                self.skipped = 1
            else:
                visitor.visit_move(board, move)
                board.push(move)
        visitor.visit_board(board)


class _KeptLines:
    """The lines of one game that were read already."""

    def __init__(self, lines: list[str]) -> None:
        self.readline = iter([*lines, ""]).__next__


def _read(handle: Any, visitor: BaseVisitor[ResultT]) -> ResultT | None:
    """Read a game and show it to *visitor*, call by call as python-chess does."""
    lines = _Lines(handle)
    lines.line = lines.next().lstrip("\ufeff")
    while lines.line.isspace() or lines.is_escaped():
        lines.next()
    found, headers = _read_tags(lines, visitor)
    if not found:
        return None
    board = None if headers is None else _start(headers, visitor)
    if board is None:
        _skip_moves(lines)
    else:
        _Movetext(lines, visitor, board).read()
    visitor.end_game()
    return visitor.result()


@overload
def read_game(handle: TextIO) -> Game | None: ...
@overload
def read_game(handle: TextIO, *, Visitor: Callable[[], BaseVisitor[ResultT]]) -> ResultT | None: ...
def read_game(handle: TextIO, *, Visitor: Any = GameBuilder) -> Any:
    """Read the next game of a file. Returns a `Game`, or what the visitor makes; None at the end of the file.

    Afterwards the file stands behind the game: behind the empty line that ends it, or at the end. The reader takes
    what it can: errors are logged and added to the errors of the game, and the moves behind them are skipped.

    :param handle: a file, opened for text or for bytes, or any object with `readline`. Bytes are read as UTF-8; lines
        that are not as Latin-1.
    :param Visitor: what to call for the visitor of the game.

    >>> import io
    >>> file = io.StringIO("1. e4 e5 1/2-1/2\\n\\n1. d4 d5 *")
    >>> game = bitrook.pgn.read_game(file)
    >>> game.headers["Result"], [str(move) for move in game.mainline_moves()]
    ('1/2-1/2', ['e2e4', 'e7e5'])
    """
    visitor = Visitor()
    kind: Any = type(visitor)  # pyright: ignore[reportUnknownVariableType]
    if kind is GameBuilder:
        if visitor.Game is not Game:
            return _read(handle, visitor)
    elif kind is HeadersBuilder:
        if visitor.Headers is not Headers:
            return _read(handle, visitor)
    elif kind is SkipVisitor:
        return skip_game_lines(handle.readline) or None
    else:
        return _read(handle, visitor)
    found = read_game_tree(handle.readline, kind is HeadersBuilder)
    if isinstance(found, GameTree):
        return packed_game(Game, found) if kind is GameBuilder else Headers._of(found, roster=False)
    return None if found is None else _read(_KeptLines(found), visitor)


def read_headers(handle: TextIO) -> Headers | None:
    """Read the tags of the next game, and skip its moves. Returns None at the end of the file.

    >>> import io
    >>> bitrook.pgn.read_headers(io.StringIO('[White "Ann"]\\n\\n1. e4'))
    Headers(White='Ann')
    """
    return read_game(handle, Visitor=HeadersBuilder)  # pyright: ignore[reportUnknownVariableType]


def skip_game(handle: TextIO) -> bool:
    """Skip the next game of a file. Returns whether there was one.

    >>> import io
    >>> bitrook.pgn.skip_game(io.StringIO("1. e4"))
    True
    """
    return bool(read_game(handle, Visitor=SkipVisitor))
