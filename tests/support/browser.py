"""Functions that render pages in headless Chromium, and a reader for the PNG files that it writes."""

from __future__ import annotations

import os
import shutil
import struct
import subprocess
import zlib
from pathlib import Path

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
LIBERATION = Path("/usr/share/fonts/truetype/liberation")

OPTIONS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync --hide-scrollbars --force-device-scale-factor=1 "
    "--force-color-profile=srgb --disable-lcd-text --font-render-hinting=none"
).split()


def screenshot(page: str, width: int, height: int, folder: Path) -> Path:
    """Render the HTML *page* with only the Liberation fonts, and return the path of the picture."""
    assert CHROMIUM is not None
    fonts = folder / "fonts.conf"
    fonts.write_text(f"<fontconfig><dir>{LIBERATION}</dir><cachedir>{folder / 'fonts'}</cachedir></fontconfig>")
    source, picture = folder / "page.html", folder / "page.png"
    source.write_text(page, encoding="utf-8")
    profile = folder / "profile"  # a new profile
    profile.mkdir()
    subprocess.run(
        [CHROMIUM, *OPTIONS, f"--user-data-dir={profile}", f"--window-size={width},{height}",
         f"--screenshot={picture}", source.as_uri()],
        env=os.environ | {"FONTCONFIG_FILE": str(fonts), "HOME": str(folder)},
        check=True,
        capture_output=True,
        timeout=120,
    )  # fmt: skip
    return picture


def dump(page: str, folder: Path, *, fragment: str = "") -> tuple[str, list[str]]:
    """Load the HTML *page* from a file, run its scripts, and return the resulting HTML and the lines of the console."""
    assert CHROMIUM is not None
    source, profile = folder / "page.html", folder / "profile"
    source.write_text(page, encoding="utf-8")
    shutil.rmtree(profile, ignore_errors=True)
    done = subprocess.run(
        [CHROMIUM, *OPTIONS, f"--user-data-dir={profile}", "--enable-logging=stderr", "--virtual-time-budget=60000",
         "--timeout=100000", "--dump-dom", source.as_uri() + fragment],
        env=os.environ | {"HOME": str(folder)},
        check=True,
        capture_output=True,
        text=True,
        timeout=300,
    )  # fmt: skip
    return done.stdout, [line for line in done.stderr.splitlines() if "CONSOLE" in line]


class Image:
    """The pixels of a PNG file with eight bits per channel and no interlacing, as written by Chromium."""

    def __init__(self, file: Path) -> None:
        data = file.read_bytes()
        assert data[:8] == b"\x89PNG\r\n\x1a\n"
        packed, place = b"", 8
        while place < len(data):
            (size,), kind = struct.unpack(">I", data[place : place + 4]), data[place + 4 : place + 8]
            body = data[place + 8 : place + 8 + size]
            if kind == b"IHDR":
                self.width, self.height, depth, color, _, _, interlace = struct.unpack(">IIBBBBB", body)
                assert depth == 8 and color in (2, 6) and interlace == 0
                self.channels = 3 if color == 2 else 4
            packed += body if kind == b"IDAT" else b""
            place += size + 12
        self.rows = self._unfiltered(zlib.decompress(packed))

    def _unfiltered(self, raw: bytes) -> list[bytearray]:
        step, stride = self.channels, self.width * self.channels
        rows, above = [], bytearray(stride)
        for start in range(0, self.height * (stride + 1), stride + 1):
            kind, row = raw[start], bytearray(raw[start + 1 : start + 1 + stride])
            for i in range(stride if kind else 0):
                left = row[i - step] if i >= step else 0
                up, corner = above[i], above[i - step] if i >= step else 0
                if kind == 1:
                    guess = left
                elif kind == 2:
                    guess = up
                elif kind == 3:
                    guess = (left + up) // 2
                else:  # kind 4: the neighbor nearest to left + up - corner
                    distances = abs(up - corner), abs(left - corner), abs(left + up - 2 * corner)
                    guess = (left, up, corner)[distances.index(min(distances))]
                row[i] = (row[i] + guess) & 0xFF
            rows.append(row)
            above = row
        return rows

    def pixel(self, x: int, y: int) -> tuple[int, int, int]:
        red, green, blue = self.rows[y][x * self.channels : x * self.channels + 3]
        return red, green, blue

    def blocks(self, side: int) -> list[list[tuple[float, float, float]]]:
        """Return the average colors of blocks of *side* x *side* pixels, row by row."""
        table = []
        for top in range(0, self.height - side + 1, side):
            line = []
            for left in range(0, self.width - side + 1, side):
                cells = [
                    row[(left + i) * self.channels : (left + i) * self.channels + 3]
                    for row in self.rows[top : top + side]
                    for i in range(side)
                ]
                line.append(tuple(sum(cell[c] for cell in cells) / len(cells) for c in range(3)))
            table.append(line)
        return table  # type: ignore[return-value]
