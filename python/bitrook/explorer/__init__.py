"""The explorer: an HTML page that shows the bitboards of a position and how moves change them.

>>> from bitrook.explorer import page
>>> page(Board()).startswith("<!doctype html>")
True
"""

from __future__ import annotations

import html
import json
import os
import string
import sys
import tempfile
import webbrowser
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .. import tables
from .._core import Board, Move
from .._files import write_file
from ..polyglot import POLYGLOT_RANDOM_ARRAY
from ..svg import DEFAULT_COLORS, PIECES

if TYPE_CHECKING:
    from ..pgn import GameNode

__all__ = ["explore"]

MAX_PLIES = 1000
"""The maximum number of plies of a game that a page shows."""
_SCRIPTS = ("chess.js", "expression.js", "drawing.js", "page.js")
_LAYOUTS = ("dense", "classical", "indexed", "quad")


class Exploration:
    """The result of `explore`: a page, which notebooks display inline.

    :ivar path: the file that contains the page, or None if the page was not written to a file.
    :ivar html: the page as HTML.
    """

    def __init__(self, html: str, path: Path | None) -> None:
        self.html: str = html
        self.path: Path | None = path

    def _repr_html_(self) -> str:
        frame = 'style="width:100%;height:820px;border:0" sandbox="allow-scripts allow-forms"'
        return f'<iframe srcdoc="{html.escape(self.html)}" {frame}></iframe>'

    def __repr__(self) -> str:
        return f"<Exploration {str(self.path) if self.path else 'in this notebook'}>"


def explore(position: Board | GameNode | str | None = None, path: str | os.PathLike[str] | None = None) -> Exploration:
    """Write an interactive page about a position or a game, and open it in a browser.

    The page is a single self-contained file that you can send to others or publish on a website. In a notebook, it is
    displayed inline instead. If no browser can be opened, for example over SSH, the path of the file is printed.

    :param position: a `Board` with its moves, a FEN, a game or node of `bitrook.pgn`, whose main line is shown, or None
        for the start position. At most 1,000 plies are shown.
    :param path: the file to write. By default, a temporary file.
    :returns: an object with the attributes `path` and `html`.
    :raises ValueError: if *position* is not a valid FEN.
    :raises OSError: if the file cannot be written.

    >>> import tempfile, os
    >>> from bitrook.explorer import page
    >>> len(page("4k3/8/8/8/8/8/8/4K2R w K - 0 1")) < 500_000
    True
    """
    text = page(position)
    inline = path is None and _in_notebook()
    if inline:
        return Exploration(text, None)
    if path is None:
        handle, name = tempfile.mkstemp(prefix="bitrook-", suffix=".html")
        os.close(handle)
        path = name
    place = Path(path).absolute()
    write_file(place, text)
    if not _in_notebook() and not _open(place):
        print(place)
    return Exploration(text, place)


def page(position: Board | GameNode | str | None = None) -> str:
    """Return the page about a position or a game as HTML; see `explore`."""
    folder = files("bitrook.explorer")
    script = "\n".join((folder / name).read_text(encoding="utf-8") for name in _SCRIPTS)
    # Escape "<", so that no text of a PGN can end the script element.
    data = json.dumps(_data(position), separators=(",", ":")).replace("<", "\\u003c")
    template = string.Template((folder / "page.html").read_text(encoding="utf-8"))
    colors = {name.replace(" ", "_"): color for name, color in DEFAULT_COLORS.items()}
    return template.substitute(colors, pieces="".join(PIECES.values()), script=script, data=data)


def _data(position: Board | GameNode | str | None) -> dict[str, Any]:
    root, moves, ply, title = _line(position)
    shown = _played(root, moves[:MAX_PLIES])
    return {
        "title": title,
        "chess960": shown[0].chess960,
        "ply": min(ply, len(shown) - 1),
        "cut": len(moves) if len(moves) > MAX_PLIES else 0,
        "plies": [_ply(board, shown[i - 1] if i else None) for i, board in enumerate(shown)],
        "layouts": {name: list(shown[0].layout(name).names) for name in _LAYOUTS},
        "random": [str(number) for number in POLYGLOT_RANDOM_ARRAY],
        "magics": {"rook": _texts(tables.rook_magics), "bishop": _texts(tables.bishop_magics)},
        "relevant": {"rook": _texts(tables.rook_relevant), "bishop": _texts(tables.bishop_relevant)},
        "deBruijn": str(tables.de_bruijn_sequence),
    }


def _ply(board: Board, before: Board | None) -> dict[str, str]:
    entry = {"fen": board.fen(en_passant="fen")}
    if before is not None:
        move = board.peek()
        entry |= {"san": before.san(move) if before.is_legal(move) else before.uci(move), "uci": before.uci(move)}
    return entry


def _texts(table: tables.Table) -> list[str]:
    return [str(word) for word in table.tolist()]  # as text, because JavaScript numbers are exact only up to 53 bits


def _line(position: Board | GameNode | str | None) -> tuple[Board, list[Move], int, str]:
    """Return the first position, the moves, the ply to show first, and a title."""
    if position is None or isinstance(position, (str, Board)):
        board = position if isinstance(position, Board) else Board() if position is None else Board(position)
        return board.root(), list(board.move_stack), len(board.move_stack), ""
    game = position.game()
    ply = position.ply() - game.ply() if position.is_mainline() else 0
    title = f"{game.headers.get('White', '?')} – {game.headers.get('Black', '?')}"
    return game.board(), list(game.mainline_moves()), ply, title


def _played(root: Board, moves: list[Move]) -> list[Board]:
    boards = [root]
    for move in moves:
        board = boards[-1].copy(stack=1)
        board.push(move)
        boards.append(board)
    return boards


def _in_notebook() -> bool:
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return "IPKernelApp" in getattr(shell, "config", {}) or "google.colab" in sys.modules


def _open(path: Path) -> bool:
    """Open the page in a browser. Return False if no graphical browser is available."""
    remote = sys.platform == "linux" and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
    if remote and not os.environ.get("BROWSER"):
        return False
    try:
        return webbrowser.open(path.as_uri())
    except webbrowser.Error:
        return False
