"""The Chess Engine Communication Protocol of XBoard, from the client's side."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from .._board import Outcome, Termination
from .._core import Board, Move
from .._engine_options import EngineError, Option
from ._analysis import AnalysisResult
from ._command import Dialog, Script
from ._session import Request
from ._values import BestMove, Info, InfoDict, Limit, Opponent, PlayResult, merge
from ._xboard_lines import XBOARD_ERROR_REGEX, _parse_xboard_post, parse_features, parse_move, parse_option
from ._xboard_setup import XBoardSetup

_OPTIONAL = "accepted . ? computer draw easy hard name nopost otim post random rating result time".split()
_RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
# If an engine does not end its analysis, another line is sent after each of these delays, in seconds. When Phalanx
# receives several lines at once, it processes only the first one until more input arrives.
_NUDGES = (0.3, 1.0, 3.0)
_FIRST_FEATURE, _MORE_FEATURES = 10.0, 2.0  # seconds to wait for features


class XBoardProtocol(XBoardSetup):
    """A client for XBoard engines that support version 2 of the protocol."""

    def __init__(self) -> None:
        super().__init__()
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
