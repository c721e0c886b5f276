"""The PGN file of a match, from which an interrupted match is resumed."""

from __future__ import annotations

import datetime
import hashlib
import io
import os
from typing import IO

from ..engine._values import Limit
from ..pgn._game import Game
from ..pgn._node import GameNode
from ..pgn._reader import read_headers
from ._clock import TimeControl
from ._game import PlayedGame
from ._standings import GameRecord

_SETTINGS = "MatchSettings"
"""The tag with a digest of the match settings: players, options, limits and openings."""


class Output:
    """A context manager that appends games to a PGN file.

    :raises ValueError: if the file contains games of another match.
    """

    def __init__(self, path: str | os.PathLike[str], control: TimeControl | Limit, settings: list[str]) -> None:
        self._control = control
        self._digest = hashlib.sha256("\n".join(settings).encode()).hexdigest()[:16]
        self.records: list[GameRecord] = self._read(os.fspath(path))
        """The games that were already in the file."""
        self._file: IO[str] = open(path, "a", encoding="utf-8", newline="\n")

    def _read(self, path: str) -> list[GameRecord]:
        """Return the games in the file. Remove an incomplete game from its end."""
        if not os.path.exists(path):
            return []
        with open(path, "rb") as file:
            text = file.read()
        parts = text.split(b"\n\n")  # tags, moves, tags, moves, ..., the rest after the last empty line
        whole = sum(len(part) + 2 for part in parts[: (len(parts) - 1) // 2 * 2])
        lines = io.StringIO(text[:whole].decode("utf-8", "replace"))
        records: list[GameRecord] = []
        while (tags := read_headers(lines)) is not None:
            if tags.get(_SETTINGS) != self._digest:
                raise ValueError(f"{path} has games of another match, or of this match with other settings")
            pair, _, number = tags["Round"].partition(".")
            values = [tags[name] for name in ("Result", "Termination")]
            records.append(GameRecord(tags["White"], tags["Black"], int(pair), int(number), values[0], values[1]))
        if text and not records:
            raise ValueError(f"{path} does not contain games of a match")
        os.truncate(path, whole)
        return records

    def write(self, record: GameRecord, played: PlayedGame) -> None:
        """Append a game."""
        self._file.write(f"{self._game(record, played)}\n\n")
        self._file.flush()

    def _game(self, record: GameRecord, played: PlayedGame) -> Game:
        today = datetime.date.today()
        game = Game({
            "Event": "bitrook match", "Site": "?", "Date": f"{today:%Y.%m.%d}", "Round": f"{record.pair}.{record.number}",
            "White": record.white, "Black": record.black, "Result": record.result,
        })  # fmt: skip
        game.setup(played.board.root())
        if isinstance(self._control, TimeControl):
            game.headers["TimeControl"] = str(self._control)
        game.headers["Termination"] = record.termination
        game.headers["PlyCount"] = str(len(played.board.move_stack))
        game.headers[_SETTINGS] = self._digest
        node: GameNode = game
        for move in played.board.move_stack[: played.opening]:
            node = node.add_variation(move)
        for each in played.moves:
            node = node.add_variation(each.move)
            if each.score is not None and each.score.relative.mate() != 0:
                node.set_eval(each.score, each.depth)
            if each.left is not None:
                node.set_clock(each.left)
            else:
                node.set_emt(each.seconds)
        if played.reason:
            reason = " ".join(played.reason.replace("{", "(").replace("}", ")").split())
            node.comment = f"{node.comment} {reason}".strip()
        return game

    def __enter__(self) -> Output:
        return self

    def __exit__(self, *error: object) -> None:
        self._file.close()
