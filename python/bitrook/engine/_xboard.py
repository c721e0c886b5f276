"""The Chess Engine Communication Protocol of XBoard, from the client's side."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, MutableMapping

from .._board import Outcome, Termination
from .._core import Board, Move
from .._engine_options import ConfigMapping, ConfigValue, EngineError, Option
from .._scores import Cp, Mate, MateGiven, PovScore, Score
from ._analysis import AnalysisResult
from ._command import Dialog, Script
from ._protocol import Protocol, Request
from ._values import INFO_ALL, INFO_PV, BestMove, Info, InfoDict, Limit, Opponent, PlayResult, merge

XBOARD_ERROR_REGEX = re.compile(r"^\s*(Error|Illegal move)(\s*\([^()]+\))?\s*:")

_FEATURE = re.compile(r"(\w+)=(\"[^\"]*\"|\S+)")
_MOVE = re.compile(r"(?:move|\d+\.\s+\.\.\.|My move is\s*:)(?:\s+(\S+))?$")  # the current form and two older ones
_MATE = 100_000  # scores of at least this magnitude are mates
_OPTIONAL = "accepted . ? computer draw easy hard name nopost otim post random rating result time".split()
_RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
# If an engine does not end its analysis, another line is sent after each of these delays, in seconds. When Phalanx
# receives several lines at once, it processes only the first one until more input arrives.
_NUDGES = (0.3, 1.0, 3.0)
_FIRST_FEATURE, _MORE_FEATURES = 10.0, 2.0  # seconds to wait for features


# Settings of a new game, which are exposed as options.
GAME_OPTIONS = {
    "random": Option("random", "check", False, None, None, None),
    "computer": Option("computer", "check", False, None, None, None),
    "name": Option("name", "string", "", None, None, None),
    "engine_rating": Option("engine_rating", "spin", 0, None, None, None),
    "opponent_rating": Option("opponent_rating", "spin", 0, None, None, None),
}


class XBoardProtocol(Protocol):
    """A client for XBoard engines that support version 2 of the protocol."""

    def __init__(self) -> None:
        super().__init__()
        self.features: dict[str, int | str] = {}
        self.options: MutableMapping[str, Option] = dict(GAME_OPTIONS)
        self.config: dict[str, ConfigValue] = {}
        self.target_config: MutableMapping[str, ConfigValue] = {}
        self.id: dict[str, str] = {}
        self.board: Board = Board()
        self.game: object = None
        self.first_game: bool = True
        self.clock_id: object = None
        self._pings = 0

    async def send_opponent_information(
        self, *, opponent: Opponent | None = None, engine_rating: int | None = None
    ) -> None:
        self.target_config.update(self._opponent_options(opponent, engine_rating))

    async def send_game_result(
        self, board: Board, winner: bool | None = None, game_ending: str | None = None, game_complete: bool = True
    ) -> None:
        result, reason = "*", game_ending
        if game_ending is not None and any(char in game_ending for char in "\n\r{}"):
            raise EngineError(f"the reason must not contain line breaks or braces: {game_ending!r}")
        outcome = board.outcome(claim_draw=True)
        if game_complete and winner is None and game_ending is None and outcome is not None:
            result, reason = outcome.result(), _reason(outcome)
        elif game_complete and winner is not None:
            result = "1-0" if winner else "0-1"
        elif game_complete and game_ending:
            result = "1/2-1/2"
        board = board.copy()

        def script(dialog: Dialog[None]) -> None:
            self._prepare(board, self.game, {})
            self.send_line(f"result {result}" + (f" {{{reason}}}" if reason else ""))
            dialog.resolve(None)

        await self._run(script)

    # Initialization.

    def _initialize(self, dialog: Dialog[None]) -> Script:
        self.send_line("xboard")
        self.send_line("protover 2")
        done = "feature done=1"  # assumed after a timeout if the engine does not send it
        timer = self.loop.call_later(_FIRST_FEATURE, dialog._line_received, done)
        try:
            while self.features.get("done") != 1:
                line = yield
                self._raise_error(line)
                word, _, rest = line.strip().partition(" ")
                if word != "feature":
                    continue
                for name, value in parse_features(rest):
                    if name == "option":
                        self._declare(parse_option, str(value))
                    else:
                        self.features[name] = value
                timer.cancel()
                if self.features.get("done") != 0:
                    timer = self.loop.call_later(_MORE_FEATURES, dialog._line_received, done)
        finally:
            timer.cancel()
        self._accept_features()
        self.initialized = True
        dialog.resolve(None)

    def _accept_features(self) -> None:
        if self.features.get("ping") != 1:
            raise EngineError("the engine does not have the feature 'ping', which is required")
        if self.features.get("memory"):
            self.options["memory"] = Option("memory", "spin", 16, 1, None, None)
            self.send_line("accepted memory")
        if self.features.get("smp"):
            self.options["cores"] = Option("cores", "spin", 1, 1, None, None)
            self.send_line("accepted smp")
        if self.features.get("egt"):
            for kind in str(self.features["egt"]).split(","):
                self.options[f"egtpath {kind}"] = Option(f"egtpath {kind}", "path", None, None, None, None)
            self.send_line("accepted egt")
        if "myname" in self.features:
            self.id["name"] = str(self.features["myname"])
        defaults = {name: option.default for name, option in self.options.items() if option.default is not None}
        self.config.update(defaults)
        self.target_config.update({**defaults, **self.target_config})

    # Options, positions and limits.

    def _set_options(self, options: ConfigMapping) -> None:
        for name, value in {**self.target_config, **options}.items():
            self._setoption(name, value)

    def _setoption(self, name: str, value: ConfigValue) -> None:
        if name not in self.options:
            raise EngineError(f"the engine has no option {name!r}")
        option = self.options[name]
        value = option.parse(value)
        if value is not None and name in self.config and self.config[name] == value:
            return
        self.config[name] = value
        if name in GAME_OPTIONS:
            return  # sent at the beginning of a game
        if name in ("memory", "cores") or name.startswith("egtpath "):
            self.send_line(f"{name} {value}")
        elif value is None:
            self.send_line(f"option {name}")
        else:
            self.send_line(f"option {name}={int(value) if isinstance(value, bool) else value}")

    def _opponent_options(self, opponent: Opponent | None, engine_rating: int | None) -> dict[str, ConfigValue]:
        found: dict[str, ConfigValue] = {}
        if opponent is not None:
            title = f"{opponent.title} " if opponent.title else ""
            found["name"] = self.options["name"].parse(f"{title}{opponent.name}" if opponent.name else "")
            found["opponent_rating"] = opponent.rating or 0
            found["computer"] = bool(opponent.is_engine)
        if engine_rating is not None:
            found["engine_rating"] = engine_rating
        return found

    def _prepare(self, board: Board, game: object, options: ConfigMapping) -> None:
        """Set up *board* and *options* in the engine, starting a new game if necessary."""
        self._set_options(options)
        root = board.root()
        same_start = root == self.board.root() and board.chess960 == self.board.chess960
        if self.first_game or game != self.game or not same_start or not GAME_OPTIONS.keys().isdisjoint(options):
            self._begin_game(root, game)
        else:
            self.send_line("force")
        stack, wanted = self.board.move_stack, board.move_stack
        pairs = enumerate(zip(stack, wanted))
        common = next((i for i, (a, b) in pairs if a != b), min(len(stack), len(wanted)))
        back = len(stack) - common
        for line in ["remove"] * (back // 2) + ["undo"] * (back % 2):
            self.send_line(line)
        for _ in range(back):
            self.board.pop()
        prefix = "usermove " if self.features.get("usermove") else ""
        for move in wanted[common:]:
            self.send_line(prefix + self.board.xboard(move))
            self.board.push(move)

    def _begin_game(self, root: Board, game: object) -> None:
        variant = (type(root).xboard_variant or "normal") if not root.chess960 else "fischerandom"
        variants = str(self.features.get("variants", "normal")).replace(" ", "").split(",")
        if variant != "normal" and variant not in variants:
            raise EngineError(f"the engine does not play the variant {variant!r}")
        fen = root.fen(shredder=root.chess960, en_passant="fen")
        set_up = root.chess960 or fen != type(root).starting_fen
        if set_up and self.features.get("setboard") != 1:
            raise EngineError("the engine plays games from the starting position only")
        self.first_game, self.game, self.clock_id = False, game, None
        self.send_line("new")
        if variant != "normal":
            self.send_line(f"variant {variant}")
        if self.config.get("random"):
            self.send_line("random")
        if self.config.get("name"):
            self.send_line(f"name {self.config['name']}")
        if self.config.get("engine_rating") or self.config.get("opponent_rating"):
            self.send_line(f"rating {self.config.get('engine_rating') or 0} {self.config.get('opponent_rating') or 0}")
        if self.config.get("computer"):
            self.send_line("computer")
        self.send_line("force")
        if set_up:
            self.send_line(f"setboard {fen}")
        self.board = root.copy()

    def _set_limit(self, limit: Limit) -> None:
        clocks, increments = (limit.black_clock, limit.white_clock), (limit.black_inc, limit.white_inc)
        own, increment = clocks[self.board.turn], increments[self.board.turn]
        if limit.nodes is not None and (limit.time is not None or own is not None or increment is not None):
            raise EngineError("XBoard engines cannot be limited by both nodes and time")
        if own is not None or increment is not None:
            if self.clock_id is None or self.clock_id != limit.clock_id:
                minutes, seconds = divmod(int(own or 0), 60)
                moves = max(0, limit.remaining_moves or 0)
                self.send_line(f"level {moves} {minutes}:{seconds:02d} {_decimal(increment or 0)}")
            self.clock_id = limit.clock_id
        else:
            self.clock_id = None
        if limit.nodes is not None:
            self.send_line("nps 1")
            self.send_line(f"st {max(1, int(limit.nodes))}")
        elif limit.time is not None:
            self.send_line(f"st {_decimal(max(0.01, limit.time))}")
        if limit.depth is not None:
            self.send_line(f"sd {max(1, int(limit.depth))}")
        for color in (True, False):
            if (left := clocks[color]) is not None:
                name = "time" if color == self.board.turn else "otim"
                self.send_line(f"{name} {max(1, round(left * 100))}")

    # Searches.

    def _play(self, request: Request) -> Callable[[Dialog[PlayResult]], Script]:
        if request.root_moves is not None:
            raise EngineError("XBoard engines support root_moves in analyses only")
        options = {**request.options, **self._opponent_options(request.opponent, None)}

        def script(dialog: Dialog[PlayResult]) -> Script:
            self._prepare(request.board, request.game, options)
            self._set_limit(request.limit)
            if request.draw_offered and self.features.get("draw", 1):
                self.send_line("draw")
            self.send_line("post" if request.info else "nopost")
            self.send_line("hard" if request.ponder else "easy")
            self.send_line("go")
            dialog.on_cancel = lambda: self.send_line("?")
            result = PlayResult(None, None)
            try:
                yield from self._read_move(result, request.info)
            except EngineError as exc:
                dialog.on_cancel = lambda: None
                dialog._reject(exc)
                return (yield from self._recover())
            dialog.on_cancel = lambda: None
            dialog.resolve(result)
            if request.ponder and not dialog.is_canceled:
                yield from self._ponder(dialog)

        return script

    def _analysis(self, request: Request) -> Callable[[Dialog[AnalysisResult]], Script]:
        limit = request.limit
        if request.multipv is not None:
            raise EngineError("XBoard engines do not support multipv")
        if limit.white_clock is not None or limit.black_clock is not None:
            raise EngineError("XBoard engines cannot analyze with clocks")

        def script(dialog: Dialog[AnalysisResult]) -> Script:
            self._prepare(request.board, request.game, request.options)
            if request.root_moves is not None:
                self._choose(request.board, request.root_moves)
            self.send_line("post")
            self.send_line("analyze")
            result = self._start_analysis(dialog)
            if limit.time is not None:
                timer = self.loop.call_later(limit.time, dialog._cancel)
                dialog.add_finished_callback(timer.cancel)
            yield from self._read_analysis(dialog, result, request)

        return script

    # Steps of dialogs.

    def _raise_error(self, line: str) -> None:
        """Raise EngineError if the line reports an error, unless it only concerns an optional command."""
        match = XBOARD_ERROR_REGEX.match(line)
        if match is None:
            return
        command = line[match.end() :].split()
        if command and command[0] in _OPTIONAL:
            self._unexpected(line)
        else:
            raise EngineError(line)

    def _send_ping(self) -> str:
        """Send a ping, and return the reply to wait for."""
        self._pings += 1
        self.send_line(f"ping {self._pings}")
        return f"pong {self._pings}"

    def _ping(self, dialog: Dialog[None]) -> Script:
        pong = self._send_ping()
        while (line := (yield)).strip() != pong:
            self._raise_error(line)
        dialog.resolve(None)

    def _choose(self, board: Board, moves: Iterable[Move]) -> None:
        if not self.features.get("exclude"):
            raise EngineError("the engine does not have the feature 'exclude', which root_moves requires")
        self.send_line("exclude all")
        for move in moves:
            self.send_line(f"include {board.xboard(move)}")

    def _read_move(self, result: PlayResult, info: Info) -> Script:
        """Read the engine's move into *result*, then ping the engine and wait for the reply."""
        root, pong = self.board.copy(stack=False), ""
        while (line := (yield).strip()) != pong or not pong:
            self._raise_error(line)
            word, _, rest = line.partition(" ")
            move = parse_move(line)
            if move is not None and result.move is None:
                try:
                    result.move = self.board.push_xboard(move)
                except ValueError as exc:
                    raise EngineError(exc) from None
            elif line == "offer draw":
                result.draw_offered = True
            elif word == "resign" or (word in _RESULTS and "resign" in rest.lower()):
                result.resigned = True
            elif info:
                merge(result.info, _parse_xboard_post(line, root, info))
            if not pong and (move is not None or word in ("resign", *_RESULTS)):
                pong = self._send_ping()

    def _recover(self) -> Script:
        """Discard the rest of the engine's output after an error, and start a new game because its state is unknown."""
        self.first_game = True
        self.send_line("?")
        self.send_line("force")
        pong = self._send_ping()
        while (yield).strip() != pong:
            pass

    def _ponder(self, dialog: Dialog[PlayResult]) -> Script:
        """Wait for the next command while the engine thinks on the opponent's time."""
        pong = ""

        def stop() -> None:
            nonlocal pong
            self.send_line("easy")
            pong = self._send_ping()

        dialog.on_cancel = stop
        while (yield).strip() != pong or not pong:
            pass

    def _read_analysis(self, dialog: Dialog[AnalysisResult], result: AnalysisResult, request: Request) -> Script:
        root, best, pong = self.board.copy(stack=False), BestMove(None, None), ""

        def stop() -> None:
            nonlocal pong
            self.send_line(".")
            self.send_line("exit")
            pong = self._send_ping()
            for delay in _NUDGES:
                timer = self.loop.call_later(delay, self.send_line, ".")
                dialog.add_finished_callback(timer.cancel)

        dialog.on_cancel = stop
        while (line := (yield)).strip() != pong or not pong:
            self._raise_error(line)
            post = _parse_xboard_post(line, root, request.info)
            if line_of_play := post.get("pv"):
                best = BestMove(line_of_play[0], None)
            result.post(post)
            if post and _is_reached(request.limit, post):
                dialog._cancel()
        request.check_choice(best.move)
        result.set_finished(best)


def _is_reached(limit: Limit, info: InfoDict) -> bool:
    if limit.depth is not None and info.get("depth", 0) >= limit.depth:
        return True
    if limit.nodes is not None and info.get("nodes", 0) >= limit.nodes:
        return True
    score = info.get("score")
    mate = score.relative.mate() if score else None
    return limit.mate is not None and mate is not None and 0 < mate <= limit.mate


def _reason(outcome: Outcome) -> str:
    if outcome.termination is Termination.CHECKMATE:
        return "White mates" if outcome.winner else "Black mates"
    return outcome.termination.name.capitalize().replace("_", " ")


def _decimal(seconds: float) -> str:
    """Format a number with at most three decimals, without trailing zeros."""
    return f"{seconds:.3f}".rstrip("0").rstrip(".")


# --- Parsers for the output: features, options, search information.


def parse_features(text: str) -> list[tuple[str, int | str]]:
    """Parse the names and values of features, such as ``ping=1 myname="Foo"``. Anything else is skipped."""
    pairs = [(name, value.strip('"')) for name, value in _FEATURE.findall(text)]
    return [(name, int(value) if value.isascii() and value.isdigit() else value) for name, value in pairs]


def parse_option(feature: str) -> Option:
    """Parse the value of the feature "option", such as ``Skill -spin 5 0 10``.

    :raises EngineError: if the option is invalid.
    """
    name, dash, rest = feature.partition(" -")
    kind, _, text = rest.partition(" ")
    if not dash or not name.strip():
        raise EngineError(f"invalid option: {feature!r}")
    default: ConfigValue = None
    low = high = var = None
    try:
        if kind in ("spin", "slider"):
            kind = "spin"
            default, low, high = map(int, text.split()[:3])
        elif kind == "check":
            default = bool(int(text.split()[0]))
    except (ValueError, IndexError):
        raise EngineError(f"invalid option: {feature!r}") from None
    if kind == "combo":
        choices = [choice.strip() for choice in text.split("///")]
        default = next((choice[1:] for choice in choices if choice.startswith("*")), None)
        var = [choice.removeprefix("*") for choice in choices]
    elif kind in ("string", "file", "path"):
        default = text.strip().replace('""', "")
    return Option(name.strip(), kind, default, low, high, var)


def parse_move(line: str) -> str | None:
    """Return the move that a line announces, "" if the move is missing, or None for any other line."""
    match = _MOVE.match(line)
    return None if match is None else match[1] or ""


def _score(points: int) -> Score:
    if abs(points) < _MATE:
        return Cp(points)
    score = Mate(abs(points) - _MATE) if abs(points) > _MATE else MateGiven
    return score if points > 0 else -score


def _parse_xboard_post(line: str, root_board: Board, selector: Info = INFO_ALL) -> InfoDict:  # pyright: ignore[reportUnusedFunction]
    """Parse a line of search output. Return an empty dict for any other line.

    The line begins with at least four integers: depth, score in centipawns, time in hundredths of a second, and nodes.
    They may be followed by selective depth, nodes per second and tablebase hits. The rest is the best line.
    """
    words = line.split()
    numbers: list[int] = []
    for word in words:
        if not re.fullmatch(r"[+-]?\d+", word, re.ASCII) or len(word) > 18:
            break
        numbers.append(int(word))
    if len(numbers) < 4:
        return {}
    depth, points, time, nodes = numbers[:4]
    info: InfoDict = {
        "depth": depth, "time": time / 100, "nodes": nodes, "score": PovScore(_score(points), root_board.turn)
    }  # fmt: skip
    more = numbers[4:]
    if more:
        info["seldepth"] = more[0]
    if len(more) > 1:
        info["nps"] = more[1]
    if len(more) > 2:
        info["tbhits"] = more[-1]
    pv = _moves(words[len(numbers) :], root_board.copy(stack=False))
    info["pv"] = pv if selector & INFO_PV else pv[:1]
    return info


def _moves(words: list[str], board: Board) -> list[Move]:
    """Parse moves in any notation, up to the first word that is not a legal move. Move numbers are skipped."""
    moves: list[Move] = []
    for word in words:
        if not (text := re.sub(r"^\d+\.+|^\.+|[<>]", "", word)):
            continue
        try:
            move = board.parse_xboard(text)
        except ValueError:
            break
        moves.append(move)
        board.push(move)
    return moves
