"""Measures the size of a `bitrook.explore` page and the time to its first paint in headless Chromium.

    python explorer.py [ROUNDS]

Prints the median and the range in milliseconds for a position, a game of 100 moves, and an empty page, which shows the
time that Chromium itself takes. Each round starts Chromium with a new profile, so nothing is cached. The page itself
reports its `first-contentful-paint`.
"""

from __future__ import annotations

import http.server
import random
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from support.browser import CHROMIUM, OPTIONS

from bitrook import Board, explorer

REPORT = """<script>new PerformanceObserver((entries) => {
  for (const entry of entries.getEntriesByName("first-contentful-paint")) new Image().src = "http://127.0.0.1:%d/" + entry.startTime;
}).observe({type: "paint", buffered: true});</script></head>"""


def first_paint(page: str) -> float:
    """Return the milliseconds from the start of navigation to the first contentful paint."""
    reported: list[float] = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            reported.append(float(self.path[1:]))
            self.send_error(404)

        def log_message(self, *_: object) -> None:
            pass

    assert CHROMIUM, "Chromium is not installed"
    with (
        http.server.HTTPServer(("127.0.0.1", 0), Handler) as server,
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder,
    ):
        source = Path(folder) / "page.html"
        source.write_text(page.replace("</head>", REPORT % server.server_port, 1), encoding="utf-8")
        server.timeout = 60
        command = [
            CHROMIUM,
            *OPTIONS,
            "--remote-debugging-port=0",
            f"--user-data-dir={folder}/profile",
            source.as_uri(),
        ]
        browser = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            server.handle_request()
        finally:
            browser.terminate()
            browser.wait()
    return reported[0]


def game_of(plies: int) -> Board:
    """Return a board after a random game of *plies* plies."""
    rng = random.Random(0)
    board = Board()
    while len(board.move_stack) < plies:
        moves = list(board.legal_moves)
        if moves:
            board.push(rng.choice(moves))
        else:
            board = Board()
    return board


if __name__ == "__main__":
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 9
    pages = {
        "an empty page": "<!doctype html><html><head></head><body>nothing</body></html>",
        "a position": explorer.page(Board()),
        "a game of 100 moves": explorer.page(game_of(200)),
    }
    times: dict[str, list[float]] = {name: [] for name in pages}
    for _ in range(rounds):
        for name, page in pages.items():
            times[name].append(first_paint(page))
    for name, page in pages.items():
        row = times[name]
        print(
            f"{name:20} {len(page) / 1000:5.0f} kB {statistics.median(row):5.0f} ms ({min(row):.0f} to {max(row):.0f})"
        )
