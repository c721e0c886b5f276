"""An HTTP server on this machine that gives ranges of files in memory and notes what was asked for."""

from __future__ import annotations

import re
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class RangeServer:
    """Files by name, served from ``url + name`` while the context is open; *requests* has (name, start, end)."""

    def __init__(self, files: dict[str, bytes], *, ranges: bool = True) -> None:
        requests: list[tuple[str, int, int]] = []
        self.requests = requests

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *words: Any) -> None:
                pass

            def answer(self, status: int, data: bytes, **headers: str) -> None:
                self.send_response(status)
                self.send_header("Content-Length", str(len(data)))
                self.send_header("Accept-Ranges", "bytes" if ranges else "none")
                for name, value in headers.items():
                    self.send_header(name.replace("_", "-"), value)
                self.end_headers()
                if self.command != "HEAD":
                    self.wfile.write(data)

            def do_GET(self) -> None:
                name = self.path.removeprefix("/")
                if name not in files:
                    return self.answer(404, b"no such file")
                data = files[name]
                asked = re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range", ""))
                if asked is None or not ranges:
                    if self.command == "GET":
                        requests.append((name, 0, len(data)))
                    return self.answer(200, data)
                start, end = int(asked[1]), min(int(asked[2] or len(data) - 1) + 1, len(data))
                if self.command == "GET":
                    requests.append((name, start, end))
                if start >= len(data):
                    return self.answer(416, b"", Content_Range=f"bytes */{len(data)}")
                return self.answer(206, data[start:end], Content_Range=f"bytes {start}-{end - 1}/{len(data)}")

            do_HEAD = do_GET

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/"
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True)

    def __enter__(self) -> RangeServer:
        self.thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()
