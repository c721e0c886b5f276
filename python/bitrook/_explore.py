"""Opens the explorer. The page itself is made by `bitrook.explorer`, which is loaded on first use."""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from pathlib import Path

    from . import Board
    from .pgn import GameNode


class Exploration:
    """The result of `explore`: a page, which notebooks display inline.

    :ivar path: the file that contains the page, or None if the page was not written to a file.
    :ivar html: the page as HTML.
    """

    def __init__(self, html: str, path: Path | None) -> None:
        self.html: str = html
        self.path: Path | None = path

    def _repr_html_(self) -> str:
        import html

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
    import os
    import tempfile
    from pathlib import Path

    from ._files import write_file
    from .explorer import page

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


def _in_notebook() -> bool:
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return "IPKernelApp" in getattr(shell, "config", {}) or "google.colab" in sys.modules


def _open(path: Path) -> bool:
    """Open the page in a browser. Return False if no graphical browser is available."""
    import os
    import webbrowser

    remote = sys.platform == "linux" and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
    if remote and not os.environ.get("BROWSER"):
        return False
    try:
        return webbrowser.open(path.as_uri())
    except webbrowser.Error:
        return False
