"""Draws a board with pygame and the images of PettingZoo's chess environment."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from .._core import Board
from .._optional import load

PIECES = ("pawn", "knight", "bishop", "rook", "queen", "king")


class Screen:
    """A square picture with a side of *height* pixels, in memory or in a window."""

    def __init__(self, height: int, window: bool, frames_per_second: int) -> None:
        self._pygame = pygame = load("pygame", "pettingzoo")
        folder = Path(load("pettingzoo", "pettingzoo").__file__).parent / "classic" / "chess" / "img"
        self._window, self._rate, self._height, self._cell = window, frames_per_second, height, height / 8
        if window:
            pygame.display.init()
            pygame.display.set_caption("Chess")
            self._surface = pygame.display.set_mode((height, height))
        else:
            self._surface = pygame.Surface((height, height))
        self._clock = pygame.time.Clock()

        def picture(name: str, size: float) -> Any:
            return pygame.transform.scale(pygame.image.load(folder / f"{name}.png"), (size, size))

        self._background = picture("chessboard", height)
        self._pieces = {
            (kind, color): picture(f"{name}_{'white' if color else 'black'}", self._cell)
            for kind, name in enumerate(PIECES, 1)
            for color in (True, False)
        }

    def draw(self, board: Board) -> Any:
        """Draw a board.

        With a window, wait for the next frame and return None. Otherwise, return the picture as uint8[height, height,
        3].
        """
        self._surface.blit(self._background, (0, 0))
        for square, piece in board.piece_map().items():
            place = square % 8 * self._cell, self._height - (square // 8 + 1) * self._cell
            self._surface.blit(self._pieces[piece.piece_type, piece.color], place)
        if not self._window:
            return np.transpose(np.array(self._pygame.surfarray.pixels3d(self._surface)), (1, 0, 2))
        self._pygame.display.update()
        self._clock.tick(self._rate)
        return None

    def close(self) -> None:
        """Close the window."""
        if self._window:
            self._pygame.display.quit()
