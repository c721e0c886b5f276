"""Run the games of a match in threads, write them to a PGN file, and resume an interrupted match."""

from __future__ import annotations

import concurrent.futures
import datetime
import hashlib
import io
import os
import queue
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import combinations

from .. import Board
from .._arguments import integer
from .._lock import ExclusiveFile
from ..engine import EngineError, Limit
from ..pgn import Game, GameNode, PovScore, Score, read_headers
from ..syzygy import Tablebase
from ._clock import ClockLimit
from ._game import ABANDONED, RULES, TIME, Adjudication, PlayedGame, play_game
from ._openings import Openings
from ._players import TIMEOUTS, Driver, EngineLike, Player
from ._standings import GameRecord, Running, Sprt, Standings


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

    def write(self, record: GameRecord, played: PlayedGame, limits: Mapping[bool, Limit | ClockLimit]) -> None:
        """Append a game.

        :param limits: the limit of each player, by color.
        """
        self._file.append(f"{self._game(record, played, limits)}\n\n".encode("utf-8", "replace"))

    def _game(self, record: GameRecord, played: PlayedGame, limits: Mapping[bool, Limit | ClockLimit]) -> Game:
        today = datetime.date.today()
        game = Game({
            "Event": "bitrook match", "Site": "?", "Date": f"{today:%Y.%m.%d}", "Round": f"{record.pair}.{record.number}",
            "White": record.white, "Black": record.black, "Result": record.result,
        })  # fmt: skip
        game.setup(played.board.root())
        if limits[True] == limits[False]:
            if isinstance(limits[True], ClockLimit):
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


Progress = Callable[[Standings], object]

_POLL = 0.25  # seconds between progress reports
_HANGS = 3  # games in a row in which a player hangs or does not start, after which the match ends


@dataclass(frozen=True)
class _Pairing:
    """A scheduled game."""

    white: Player
    black: Player
    pair: int
    number: int


def schedule(players: Sequence[Player], games: int, gauntlet: bool) -> Iterator[_Pairing]:
    """Yield the games in order. In each round, all pairings play the same opening with both colors."""
    pairings = [(players[0], each) for each in players[1:]] if gauntlet else list(combinations(players, 2))
    for pair in range(1, games // 2 + 1):
        for first, second in pairings:
            yield _Pairing(first, second, pair, 1)
            yield _Pairing(second, first, pair, 2)


class _Table:
    """The engines of one running game. They stay open for the next game; an engine that failed is restarted."""

    def __init__(self) -> None:
        self._open: dict[str, Driver] = {}
        self._closed = False

    def seat(self, player: Player) -> Driver:
        """Return a player's engine, starting it if necessary."""
        driver = self._open.get(player.name)
        if driver is None:
            driver = self._open[player.name] = player.open()
            if self._closed:
                driver.close()
        return driver

    def remove(self, player: Player) -> None:
        """Close a player's engine."""
        driver = self._open.pop(player.name, None)
        if driver is not None:
            driver.close()

    def close(self) -> None:
        """Close all engines, including those that another thread is about to start."""
        self._closed = True
        for driver in list(self._open.values()):
            driver.close()


class _Match:
    """The state that all games of a match share."""

    def __init__(
        self, standings: Standings, limit: Limit | ClockLimit, rules: Adjudication, margin: float, openings: Openings
    ) -> None:
        self.standings, self._limit, self._rules, self._margin = standings, limit, rules, margin
        self._openings, self._lock = openings, threading.Lock()
        self.tables: Tablebase | None = None
        self.variant = Board
        self.closed = False
        self._hangs: dict[str, int] = {}  # games in a row in which a player hung

    def limits(self, pairing: _Pairing) -> dict[bool, Limit | ClockLimit]:
        """Return the limit of each player, by color."""
        return {True: pairing.white.limit or self._limit, False: pairing.black.limit or self._limit}

    def check(self, pairing: _Pairing, played: PlayedGame) -> None:
        """Raise EngineError if a player has hung in several games in a row, so that the match does not go on forever."""
        for color, player in ((True, pairing.white), (False, pairing.black)):
            hung = played.hung is not None and played.hung == color
            self._hangs[player.name] = self._hangs.get(player.name, 0) + 1 if hung else 0
            if self._hangs[player.name] >= _HANGS:
                raise EngineError(
                    f"{player.name} hung or did not start in {_HANGS} games in a row, so the match ends ({played.reason}); "
                    "repair or remove the player, or run the match again to continue it if its games are in a file"
                )

    def play(self, pairing: _Pairing, seats: queue.SimpleQueue[_Table]) -> tuple[_Pairing, PlayedGame]:
        """Play a game at the next free table."""
        table = seats.get()
        running = Running(pairing.white.name, pairing.black.name)
        self.standings.running.append(running)

        def watch(board: Board, score: PovScore | None) -> None:
            if self.closed:
                raise concurrent.futures.CancelledError
            running.plies, running.score = len(board.move_stack), _text(score.white()) if score else ""

        try:
            with self._lock:  # extending an opening runs a search
                opening = self._openings[pairing.pair - 1]
            drivers: dict[bool, Driver] = {}
            for color, player in ((True, pairing.white), (False, pairing.black)):
                try:
                    drivers[color] = table.seat(player)
                except (EngineError, OSError, *TIMEOUTS) as error:
                    return pairing, _not_started(opening, color, error)
            limits = self.limits(pairing)
            game = play_game(drivers, opening, limits, self._rules, self.tables, self._margin, watch)
            if game.termination in (ABANDONED, RULES, TIME):
                loser = pairing.white if game.result == "0-1" else pairing.black
                table.remove(loser)
            return pairing, game
        finally:
            self.standings.running.remove(running)
            seats.put(table)


def _text(score: Score) -> str:
    return str(score) if score.is_mate() else f"{(score.score() or 0) / 100:+.2f}"


def _not_started(opening: Board, color: bool, error: Exception) -> PlayedGame:
    reason = f"{'White' if color else 'Black'} did not start: {error}"
    return PlayedGame(opening, len(opening.move_stack), [], "0-1" if color else "1-0", ABANDONED, reason, color)


def run(
    players: Sequence[EngineLike],
    limit: Limit | ClockLimit | str = "10+0.1",
    *,
    games: int = 100,
    openings: Sequence[Board] | None = None,
    seed: int = 0,
    concurrency: int = 1,
    gauntlet: bool = False,
    chess960: bool = False,
    variant: type[Board] = Board,
    adjudication: Adjudication | None = None,
    tablebase: Tablebase | None = None,
    sprt: Sprt | None = None,
    output: str | os.PathLike[str] | None = None,
    time_margin: float = 0.05,
    progress: Progress | None = None,
) -> Standings:
    """Play a match and return its standings.

    Each opening is played twice, with colors reversed. Threefold repetition and the fifty-move rule end a game without a
    claim. A player that crashes, exceeds its time or plays an illegal move loses the game, and its engine is restarted
    for the next one. An engine that does not answer within 5 seconds after its time, or sends nothing for 10 minutes if
    its time is not limited, has hung: it loses the game, and the match if this happens in three games in a row. Python
    functions and bitrook's own search are never interrupted.

    :param players: two or more players with different names. Each is a command line, a command as a list, "bitrook" or
        None for bitrook's own search, a `bitrook.search.Search`, a function that takes a `Board` and a `Limit` and
        returns a move, or a `Player`, which can have its own limit. If *concurrency* is greater than 1, functions are
        called from several threads.
    :param limit: a time control in seconds, such as "10+0.1" or "40/60", or a `bitrook.engine.Limit` for each move.
    :param games: the number of games in each pairing; must be even.
    :param openings: the starting positions, for example from `read_openings`. The default is 40 balanced openings.
    :param seed: the seed for the order of the openings.
    :param concurrency: the number of games to play in parallel.
    :param gauntlet: whether only the first player plays against all others. By default, all players play each other.
    :param chess960: whether the default openings are the starting positions of Chess960. All engines must support it.
        Positions in *openings* are Chess960 if their boards are.
    :param variant: the class of the boards, such as `bitrook.variant.AtomicBoard`. All engines must support the variant;
        bitrook's own search does not. *openings* must be boards of this class. By default, they are 100 positions after
        four random plies, which are not balanced.
    :param adjudication: the rules that end games early; ``Adjudication()`` by default.
    :param tablebase: a tablebase that adjudicates games that reach a position it contains.
    :param sprt: a test that ends a match of two players when it accepts a hypothesis.
    :param output: a PGN file to which each finished game is appended, with evaluations and clock times. If it already
        contains games of this match, the match continues after them. Players must be the same as before: programs and
        the files in their commands and options are compared by content, functions by their code and the variables they
        use. Until the match ends, no other one can write the file.
    :param time_margin: the number of seconds by which a player may exceed its time.
    :param progress: a callable that takes the standings. It is called several times a second and after each game.
    :raises ValueError: if an argument is invalid, *output* contains games of another match, or a player cannot be
        identified (see `Player`).
    :raises BlockingIOError: if another match is writing *output*.
    :raises OSError: if an engine cannot be started, or *output* cannot be written.
    :raises EngineError: if an engine violates the protocol when it is started, does not have a given option, or has hung
        in three games in a row. The finished games are in *output*.

    >>> def first(board, limit):
    ...     return next(iter(board.legal_moves))
    >>> standings = run([first, None], Limit(nodes=500), games=2)
    >>> standings.score("bitrook").wins, standings.score("first").los
    (2, 0.15865525393145707)
    """
    entrants = [Player.of(each) for each in players]
    names = [player.name for player in entrants]
    if len(names) < 2:
        raise ValueError(f"expected two or more players, got {', '.join(names) or 'none'}")
    if len(set(names)) < len(names):
        raise ValueError(f"expected players with different names, got {', '.join(names)}: give them names with name=")
    if integer("games", games, 2) % 2:
        raise ValueError(f"games must be even, because each opening is played with both colors; got {games}")
    if sprt and len(names) != 2:
        raise ValueError(f"an SPRT needs two players, not {len(names)}")
    control = ClockLimit.parse(limit) if isinstance(limit, str) else limit
    for each in (control, *(player.limit for player in entrants)):
        if isinstance(each, Limit) and all(value is None for value in (each.time, each.nodes, each.depth)):
            raise ValueError("limit must be a time control, or have a time, nodes or depth")
    integer("concurrency", concurrency, 1, 1024)
    _check_variant(variant, openings or (), tablebase)
    rules = adjudication or Adjudication()
    todo = list(schedule(entrants, games, gauntlet))
    standings = Standings(names, len(todo), sprt)
    match = _Match(standings, control, rules, time_margin, Openings(openings, seed, chess960, variant))
    match.tables, match.variant = tablebase, variant
    with ExitStack() as stack:
        writer: Output | None = None
        if output is not None:
            starts: object = [(board.fen(), board.chess960) for board in openings or ()] or chess960
            if variant is not Board:
                starts = (variant.uci_variant, starts)
            facts = [player.fingerprint() for player in entrants]
            rest = (control, starts, seed, rules, gauntlet, time_margin, tablebase is not None)
            writer = stack.enter_context(Output(output, [repr(each) for each in (facts, *rest)]))
            standings.records += writer.records
        done = {(record.white, record.black, record.pair, record.number) for record in standings.records}
        left = [each for each in todo if (each.white.name, each.black.name, each.pair, each.number) not in done]
        _run(match, left, concurrency, writer, progress or (lambda standings: None))
    return standings


def _check_variant(variant: type[Board], openings: Sequence[Board], tablebase: Tablebase | None) -> None:
    other = next((type(board) for board in openings if board.uci_variant != variant.uci_variant), None)
    if other is not None:
        raise ValueError(f"an opening is of {other.uci_variant}, but the match is of {variant.uci_variant}")
    if tablebase is not None and variant.uci_variant != Board.uci_variant:
        raise ValueError(f"bitrook has tablebases for standard chess only, not for {variant.uci_variant}")


def _run(match: _Match, left: list[_Pairing], concurrency: int, writer: Output | None, progress: Progress) -> None:
    """Play the remaining games, or stop early when the SPRT reaches a decision."""
    standings = match.standings
    tables = [_Table() for _ in range(min(concurrency, max(len(left), 1)))]
    seats: queue.SimpleQueue[_Table] = queue.SimpleQueue()
    for table in tables:
        seats.put(table)
    executor = concurrent.futures.ThreadPoolExecutor(len(tables), thread_name_prefix="bitrook-match")
    games = iter(left)
    running: set[concurrent.futures.Future[tuple[_Pairing, PlayedGame]]] = set()
    try:
        for player in {id(each.white): each.white for each in left}.values():
            # These raise immediately if an engine cannot be started, or does not play the variant.
            tables[0].seat(player).check_variant(match.variant, player.name)
        while True:
            decided = standings.sprt and standings.sprt.decide(standings.score(standings.players[0]))
            while not decided and len(running) < len(tables) and (game := next(games, None)):
                running.add(executor.submit(match.play, game, seats))
            if not running or decided:
                break
            finished, running = concurrent.futures.wait(running, _POLL, concurrent.futures.FIRST_COMPLETED)
            for future in finished:
                pairing, played = future.result()
                record = GameRecord(
                    pairing.white.name, pairing.black.name, pairing.pair, pairing.number, played.result, played.termination,
                    played.reason,
                )  # fmt: skip
                if writer:
                    writer.write(record, played, match.limits(pairing))
                standings.records.append(record)
                match.check(pairing, played)
            progress(standings)
    finally:
        match.closed = True
        executor.shutdown(wait=False, cancel_futures=True)
        for table in tables:
            table.close()
        executor.shutdown()
    progress(standings)
