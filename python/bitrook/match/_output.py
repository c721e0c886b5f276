"""The PGN file of a match, from which an interrupted match is resumed."""

from __future__ import annotations

import datetime
import hashlib
import io
import os
from collections.abc import Mapping

from .._lock import ExclusiveFile
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
    """A context manager that appends games to a PGN file. Until it is closed, no other match can use the file.

    :raises ValueError: if the file contains games of another match, or is damaged.
    :raises BlockingIOError: if another match is using the file.
    """

    def __init__(self, path: str | os.PathLike[str], settings: list[str]) -> None:
        self.path: str = os.fspath(path)
        self._digest = hashlib.sha256("\n".join(settings).encode("utf-8", "surrogateescape")).hexdigest()[:16]
        self._file = ExclusiveFile(path)
        try:
            self.records: list[GameRecord] = self._read(self.path)
            """The games that were already in the file."""
        except BaseException:
            self._file.close()
            raise

    def _read(self, path: str) -> list[GameRecord]:
        """Return the games in the file. Remove an incomplete game from its end."""
        with open(path, "rb") as file:
            text = file.read()
        parts = text.split(b"\n\n")  # tags, moves, tags, moves, ..., the rest after the last empty line
        whole = sum(len(part) + 2 for part in parts[: (len(parts) - 1) // 2 * 2])
        lines = io.StringIO(text[:whole].decode("utf-8", "replace"))
        records: list[GameRecord] = []
        while True:
            try:
                tags = read_headers(lines)
            except ValueError as error:
                raise ValueError(
                    f"{path} is damaged: {error}; repair or remove this game, or choose another file"
                ) from None
            if tags is None:
                break
            if tags.get(_SETTINGS) != self._digest:
                raise ValueError(
                    f"{path} has games of another match, or of this match with other settings or players: choose another "
                    "file (functions are compared by their code and the variables they use, programs by their files)"
                )
            try:
                pair, number = map(int, tags["Round"].split("."))
                values = [tags[name] for name in ("White", "Black", "Result", "Termination")]
                if values[2] not in ("1-0", "0-1", "1/2-1/2"):
                    raise ValueError(f"the result is {values[2]!r}")
            except (KeyError, ValueError) as error:
                raise ValueError(
                    f"{path} is damaged: game {len(records) + 1} has an invalid tag, or lacks one ({error}); repair or "
                    "remove this game, or choose another file"
                ) from None
            records.append(GameRecord(values[0], values[1], pair, number, values[2], values[3]))
        if text and not records:
            raise ValueError(f"{path} does not contain games of a match: choose another file")
        self._file.truncate(whole)
        return records

    def write(self, record: GameRecord, played: PlayedGame, limits: Mapping[bool, Limit | TimeControl]) -> None:
        """Append a game.

        :param limits: the limit of each player, by color.
        """
        self._file.append(f"{self._game(record, played, limits)}\n\n".encode("utf-8", "replace"))

    def _game(self, record: GameRecord, played: PlayedGame, limits: Mapping[bool, Limit | TimeControl]) -> Game:
        today = datetime.date.today()
        game = Game({
            "Event": "bitrook match", "Site": "?", "Date": f"{today:%Y.%m.%d}", "Round": f"{record.pair}.{record.number}",
            "White": record.white, "Black": record.black, "Result": record.result,
        })  # fmt: skip
        game.setup(played.board.root())
        if limits[True] == limits[False]:
            if isinstance(limits[True], TimeControl):
                game.headers["TimeControl"] = str(limits[True])
        else:
            for color, name in ((True, "WhiteTimeControl"), (False, "BlackTimeControl")):
                game.headers[name] = str(limits[color])
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
            for name, count in (("nodes", each.nodes), ("nps", each.speed)):
                if count is not None:
                    node.comment = f"{node.comment} [%{name} {count}]".lstrip()
        if played.reason:
            reason = " ".join(played.reason.replace("{", "(").replace("}", ")").split())
            node.comment = f"{node.comment} {reason}".strip()
        return game

    def __enter__(self) -> Output:
        return self

    def __exit__(self, *error: object) -> None:
        self._file.close()
