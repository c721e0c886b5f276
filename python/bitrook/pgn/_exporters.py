"""Visitors that write a game as PGN to a string or a file."""

from __future__ import annotations

import re
from typing import TextIO

from .._core import Board, Move
from ._constants import SKIP, SkipType
from ._visitors import BaseVisitor


_TAG_LINE = re.compile(r"\s*[\r\n]\s*(?=\[\s*\w+\s*\")")
_RESULTS = ("1-0", "0-1", "1/2-1/2", "*")


class StringExporterMixin:
    """The common part of `StringExporter` and `FileExporter`: formats each part of a game and wraps lines.

    :param columns: the maximum length of a line of movetext; None to write the movetext on one line.
    :param headers: whether to write the tags.
    :param comments: whether to write comments and NAGs.
    :param variations: whether to write variations.

    >>> exporter = StringExporter(columns=None, comments=False)
    >>> exporter.write_token("1. ")
    >>> exporter.current_line
    '1. '
    """

    def __init__(
        self, *, columns: int | None = 80, headers: bool = True, comments: bool = True, variations: bool = True
    ):
        self.columns = columns
        self.headers = headers
        self.comments = comments
        self.variations = variations
        self.found_headers: bool = False
        self.force_movenumber: bool = True
        self.lines: list[str] = []
        self.current_line = ""
        self.variation_depth: int = 0

    @property
    def current_line(self) -> str:
        """The line that is being written."""
        return "".join(self._tokens)

    @current_line.setter
    def current_line(self, text: str) -> None:
        # Kept as a list: appending each token to a long line would take quadratic time.
        self._tokens = [text] if text else []
        self._width = len(text)

    def _hidden(self) -> bool:
        return bool(self.variation_depth) and not self.variations

    def flush_current_line(self) -> None:
        """End the current line, if there is one."""
        if line := self.current_line:
            self._write_text(line.rstrip() + "\n")
        self.current_line = ""

    def write_token(self, token: str) -> None:
        """Write *token*, on a new line if the current one has no room for it."""
        if self.columns is not None and self._width + len(token) > self.columns:
            self.flush_current_line()
        self._tokens.append(token)
        self._width += len(token)

    def write_line(self, line: str = "") -> None:
        """Write *line* on a separate line."""
        self.flush_current_line()
        self._write_text(line.rstrip() + "\n")

    def _is_fresh(self) -> bool:
        # Movetext that is written natively starts on a new line, with a move number.
        usual = self.columns is None or (self.columns > 0)
        return usual and self.force_movenumber and not self._width and not self.variation_depth

    def _write_text(self, text: str) -> None:
        """Write complete lines. Text that is written natively also contains the empty line after the moves."""
        self.lines += text.split("\n")[:-1]

    def end_game(self) -> None:
        """Write an empty line."""
        self.write_line()

    def begin_headers(self) -> None:
        """Begin the tags."""
        self.found_headers = False

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        """Write a tag."""
        if self.headers:
            self.found_headers = True
            self.write_line(f'[{tagname} "{tagvalue}"]')

    def end_headers(self) -> None:
        """Write an empty line, if there were tags."""
        if self.found_headers:
            self.write_line()

    def begin_variation(self) -> SkipType | None:
        """Write an opening parenthesis, or skip the variation."""
        self.variation_depth += 1
        if not self.variations:
            return SKIP
        self.write_token("( ")
        self.force_movenumber = True
        return None

    def end_variation(self) -> None:
        """Write a closing parenthesis."""
        self.variation_depth -= 1
        if self.variations:
            self.write_token(") ")
            self.force_movenumber = True

    def visit_comment(self, comment: str) -> None:
        """Write a comment. Closing braces in it are dropped, and line breaks before what would be read as a tag."""
        if not self.comments or self._hidden():
            return
        text = _TAG_LINE.sub(" ", "".join(comment.split("}")).strip())
        self.write_token(f"{{ {text} }} ")
        self.force_movenumber = True

    def visit_nag(self, nag: int) -> None:
        """Write a NAG."""
        if self.comments and not self._hidden():
            self.write_token(f"${nag} ")

    def visit_move(self, board: Board, move: Move) -> None:
        """Write a move in SAN, with a move number where PGN requires one."""
        if self._hidden():
            return
        if board.turn or self.force_movenumber:
            dots = "." if board.turn else "..."
            self.write_token(f"{board.fullmove_number}{dots} ")
        self.write_token(f"{board.san(move)} ")
        self.force_movenumber = False

    def visit_result(self, result: str) -> None:
        """Write the result, or ``*`` if *result* is not one of the four that PGN has."""
        self.write_token((result if result in _RESULTS else "*") + " ")


class StringExporter(StringExporterMixin, BaseVisitor[str]):
    """A visitor that returns the game as a string, without a trailing line break.

    >>> game = Game()
    >>> _ = game.add_variation(Move.from_uci("e2e4"))
    >>> game.accept(StringExporter(headers=False))
    '1. e4 *'
    """

    def result(self) -> str:
        """Return the text."""
        return "\n".join([*self.lines, self.current_line.rstrip()]).rstrip()

    def __str__(self) -> str:
        return self.result()


class FileExporter(StringExporterMixin, BaseVisitor[int]):
    """A visitor that writes a game and an empty line to a text file. The result is the number of characters written.

    >>> import io
    >>> file = io.StringIO()
    >>> Game().accept(FileExporter(file, headers=False))
    3
    >>> file.getvalue()
    '*\\n\\n'
    """

    def __init__(
        self,
        handle: TextIO,
        *,
        columns: int | None = 80,
        headers: bool = True,
        comments: bool = True,
        variations: bool = True,
    ):
        super().__init__(columns=columns, headers=headers, comments=comments, variations=variations)
        self.handle = handle

    def begin_game(self) -> None:
        """Reset the count of characters."""
        self.written: int = 0
        super().begin_game()

    def _write_text(self, text: str) -> None:
        self.written += self.handle.write(text)

    def result(self) -> int:
        """Return the number of characters."""
        return self.written

    def __repr__(self) -> str:
        return f"<{type(self).__name__} at {id(self):#x}>"

    def __str__(self) -> str:
        return repr(self)
