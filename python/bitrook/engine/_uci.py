"""The Universal Chess Interface, from the client's side."""

from __future__ import annotations

from collections.abc import Callable, Generator, MutableMapping
from typing import Any, cast

from .._constants import STARTING_FEN
from .._core import Board, Move, _parse_info
from .._engine_options import ConfigMapping, ConfigValue, EngineError, Option, UciOptionMap
from .._scores import Cp, Mate, PovScore, PovWdl, Wdl
from . import _log
from ._analysis import AnalysisResult
from ._command import CommandState, Dialog, Script
from ._protocol import Protocol, Request
from ._values import INFO_ALL, INFO_NONE, BestMove, Info, InfoDict, Opponent, PlayResult, merge


class UciProtocol(Protocol):
    """A client for UCI engines."""

    options: UciOptionMap[Option]

    def __init__(self) -> None:
        super().__init__()
        self.options = UciOptionMap()  # pyright: ignore[reportIncompatibleVariableOverride]
        self.config: UciOptionMap[ConfigValue] = UciOptionMap()  # the current values in the engine
        self.target_config: MutableMapping[str, ConfigValue] = UciOptionMap()
        self.id: dict[str, str] = {}
        self.board: Board = Board()
        self.game: object = None
        self.first_game: bool = True  # whether the next search starts a new game in any case
        self._own_opponent: dict[str, ConfigValue] = {}  # the option for the opponent of the last move
        self.may_ponderhit: Board | None = None  # the position in which the engine is pondering
        self.ponderhit: bool = False  # whether the next search continues the pondering

    def debug(self, on: bool = True) -> None:
        """Switch the engine's debug mode on or off."""
        self.send_line("debug on" if on else "debug off")

    async def send_opponent_information(
        self, *, opponent: Opponent | None = None, engine_rating: int | None = None
    ) -> None:
        self.target_config.update(self._opponent_options(opponent))

    async def send_game_result(
        self, board: Board, winner: bool | None = None, game_ending: str | None = None, game_complete: bool = True
    ) -> None:
        pass

    # Dialogs.

    def _play(self, request: Request) -> Callable[[Dialog[PlayResult]], Script]:
        board, ponder = request.board, request.ponder
        own_opponent = self._opponent_options(request.opponent)
        request.options = {**request.options, **own_opponent}
        if own_opponent != self._own_opponent:
            self.first_game, self._own_opponent = True, own_opponent
        self.ponderhit = (
            ponder
            and self.may_ponderhit is not None
            and self.command is not None
            and self.command.state is CommandState.ACTIVE
            and board == self.may_ponderhit
            and board.move_stack == self.may_ponderhit.move_stack
            and request.game == self.game
            and request.root_moves is None  # the engine is considering all moves
            and not self.first_game
            and not any(self._changed(name, value) for name, value in self._before_search(request.options))
        )

        def stop_pondering(dialog: Dialog[PlayResult]) -> None:
            """Hand the search over to the next command if the expected reply was played; otherwise stop it."""
            if self.ponderhit:
                dialog.set_finished()
            else:
                self.send_line("stop")

        def script(dialog: Dialog[PlayResult]) -> Script:
            if self.ponderhit:
                self.ponderhit, self.may_ponderhit = False, None
                self.send_line("ponderhit")
            else:
                yield from self._prepare(dialog, request)
                if dialog.is_canceled:
                    return
                self._go(request)
            dialog.on_cancel = lambda: self.send_line("stop")
            found: InfoDict = {}
            best = yield from self._search(
                board, request.info, lambda info: merge(found, info) if info.get("multipv", 1) == 1 else None
            )
            request.check_choice(best.move)
            ponders = ponder and best.move and best.ponder and not dialog.is_canceled
            if ponders:
                board.push(cast(Move, best.move))
                board.push(cast(Move, best.ponder))
                self._position(board)
                self._go(request, ponder=True)
                self.may_ponderhit = board
                dialog.on_cancel = lambda: stop_pondering(dialog)
            dialog.resolve(PlayResult(best.move, best.ponder, found))
            if ponders:
                yield from self._search(board, INFO_NONE, lambda info: None)
                self.may_ponderhit = None

        return script

    def _analysis(self, request: Request) -> Callable[[Dialog[AnalysisResult]], Script]:
        self.ponderhit = False

        def script(dialog: Dialog[AnalysisResult]) -> Script:
            yield from self._prepare(dialog, request, analyzes=True)
            if dialog.is_canceled:
                return
            self._go(request)
            dialog.on_cancel = lambda: self.send_line("stop")
            result = self._start_analysis(dialog)
            best = yield from self._search(request.board, request.info, result.post)
            request.check_choice(best.move)
            result.set_finished(best)

        return script

    def _initialize(self, dialog: Dialog[None]) -> Script:
        self.send_line("uci")
        while (line := (yield)).strip() != "uciok":
            word, rest = _split(line)
            if word == "option":
                self._declare(parse_option, rest)
            elif word == "id":
                key, value = _split(rest)
                self.id[key] = value
        defaults = {name: option.default for name, option in self.options.items() if option.default is not None}
        self.config.update(defaults)
        managed = [name for name in defaults if self.options[name].is_managed() or name.lower() == "uci_analysemode"]
        self.target_config.update({name: value for name, value in defaults.items() if name not in managed})
        self.initialized = True
        dialog.resolve(None)

    def _ping(self, dialog: Dialog[None]) -> Script:
        self.send_line("isready")
        yield from self._until_ready()
        dialog.resolve(None)

    def _until_ready(self) -> Script:
        while (line := (yield)).strip() != "readyok":
            if _split(line)[0] != "info":
                self._unexpected(line)

    def _before_search(self, options: ConfigMapping) -> list[tuple[str, ConfigValue]]:
        """Return the options to set before a search: all but UCI_Opponent, which is set at the beginning of a game."""
        effective = UciOptionMap({**self.target_config, **options})
        return [(name, value) for name, value in effective.items() if name.lower() != "uci_opponent"]

    def _changed(self, name: str, value: ConfigValue) -> bool:
        if name not in self.options:
            raise EngineError(f"the engine has no option {name!r}")
        option = self.options[name]
        return option.type == "button" or name not in self.config or self.config[name] != option.parse(value)

    def _setoption(self, name: str, value: ConfigValue) -> None:
        if not self._changed(name, value):
            return
        option = self.options[name]
        value = option.parse(value)
        text = str(value).lower() if isinstance(value, bool) else value
        self.send_line(f"setoption name {name}" + ("" if value is None else f" value {text}"))
        if option.type != "button":
            self.config[name] = value

    def _set_options(self, options: ConfigMapping) -> None:
        for name in options:
            if name in self.options and self.options[name].is_managed():
                raise EngineError(f"option {name!r} is set automatically")
        for name, value in self._before_search(options):
            self._setoption(name, value)

    def _opponent_options(self, opponent: Opponent | None) -> dict[str, ConfigValue]:
        if opponent is None or not opponent.name or "UCI_Opponent" not in self.options:
            return {}
        rating = "none" if opponent.rating is None else opponent.rating
        kind = "computer" if opponent.is_engine else "human"
        value = f"{opponent.title or 'none'} {rating} {kind} {opponent.name}"
        return {"UCI_Opponent": self.options["UCI_Opponent"].parse(value)}

    def _prepare(self, dialog: Dialog[Any], request: Request, *, analyzes: bool = False) -> Script:
        """Set up the options and the position, starting a new game if necessary."""
        options, mode = UciOptionMap(request.options), "UCI_AnalyseMode"
        if analyzes and "Ponder" in self.options:  # before UCI_AnalyseMode, as python-chess does
            self._setoption("Ponder", False)
        if mode in self.options and mode not in self.target_config and mode not in options:
            self._setoption(mode, analyzes)
        if "Ponder" in self.options:
            self._setoption("Ponder", request.ponder)
        lines = 1 if request.multipv is None else request.multipv
        if "MultiPV" in self.options or lines != 1:
            self._setoption("MultiPV", lines)
        self.may_ponderhit = None
        self._set_options(options)
        if self.first_game or request.game != self.game:
            self.first_game, self.game = False, request.game
            self.send_line("ucinewgame")
            opponent = options.get("UCI_Opponent", self.target_config.get("UCI_Opponent"))
            if opponent is not None:
                self.config.pop("UCI_Opponent", None)
                self._setoption("UCI_Opponent", opponent)
            self.send_line("isready")
            yield from self._until_ready()
        if not dialog.is_canceled:
            self._position(request.board)

    def _position(self, board: Board) -> None:
        variant = type(board).uci_variant or "chess"
        if "UCI_Variant" in self.options:
            self._setoption("UCI_Variant", variant)
        elif variant != "chess":
            raise EngineError(f"the engine does not play variants: {variant}")
        if "UCI_Chess960" in self.options:
            self._setoption("UCI_Chess960", board.chess960)
        elif board.chess960:
            raise EngineError("the engine does not play Chess960")
        sendable = all(board.move_stack)  # engines do not support null moves
        root = board.root() if sendable else board
        fen = root.fen(shredder=board.chess960, en_passant="fen")
        words = ["position", "startpos" if fen == STARTING_FEN and variant == "chess" else f"fen {fen}"]
        if sendable and board.move_stack:
            words += ["moves", *(move.uci() for move in board.move_stack)]
        self.send_line(" ".join(words))
        self.board = board.copy(stack=False)

    def _go(self, request: Request, *, ponder: bool = False) -> None:
        limit = request.limit
        words: list[object] = ["go", "ponder"] if ponder else ["go"]
        for name, value, unit in (
            ("wtime", limit.white_clock, 1000),
            ("btime", limit.black_clock, 1000),
            ("winc", limit.white_inc, 1000),
            ("binc", limit.black_inc, 1000),
            ("movestogo", max(limit.remaining_moves or 0, 0) or None, 1),
            ("depth", limit.depth, 1),
            ("nodes", limit.nodes, 1),
            ("mate", limit.mate, 1),
            ("movetime", limit.time, 1000),
        ):
            if value is not None:
                number = round(value * unit)
                words += [name, number if name in ("winc", "binc") else max(1, number)]
        if request.infinite:
            words.append("infinite")
        if request.root_moves is not None and not ponder:
            words += ["searchmoves", *([move.uci() for move in request.root_moves] or ["0000"])]
        self.send_line(" ".join(map(str, words)))

    def _search(self, board: Board, info: Info, post: Callable[[InfoDict], object]) -> Generator[None, str, BestMove]:
        """Read the engine's output up to its best move, and return the best move."""
        root = self.board
        while True:
            word, rest = _split((yield))
            if word == "info":
                if info:
                    post(_parse_uci_info(rest, root, info))
            elif word == "bestmove":
                best = parse_bestmove(board, rest)
                self._last_words.clear()
                return best
            elif word:
                self._unexpected(f"{word} {rest}")


def _split(line: str) -> tuple[str, str]:
    """Return the first word of a line, and the rest of it."""
    word, _, rest = line.strip(" \t").partition(" ")
    return word, rest.lstrip(" \t")


# --- Parsers for the output: information, best moves, options.

_CLASSES = (Cp, Mate, PovScore, Wdl, PovWdl)


def _parse_uci_info(arg: str, root_board: Board, selector: Info = INFO_ALL) -> InfoDict:  # pyright: ignore[reportUnusedFunction]
    """Parse the part of a line after the word "info". Fields with invalid values are logged and skipped."""
    info, invalid = _parse_info(arg, root_board, int(selector), _CLASSES)
    for field in invalid:
        _log.logger().error("invalid %s in info: %r, position: %s", field, arg, root_board.fen())
    return info  # type: ignore[return-value]


def parse_bestmove(board: Board, args: str) -> BestMove:
    """Parse the part of a line after the word "bestmove". Raise EngineError if the move is not legal."""
    words = args.split()
    if not words or words[0] in ("(none)", "NULL"):
        return BestMove(None, None)
    try:
        # Some engines write the promotion piece in upper case.
        move = board.parse_uci(words[0].lower())
    except ValueError as exc:
        raise EngineError(exc) from None
    ponder = None
    if len(words) > 2 and words[1] == "ponder" and words[2] not in ("(none)", "NULL"):
        after = board.copy(stack=False)
        after.push(move)
        try:
            ponder = after.parse_uci(words[2].lower())
        except ValueError as exc:
            _log.logger().error("the engine sent an invalid ponder move: %s", exc)
    return BestMove(move, ponder)


_KEYS = ("name", "type", "default", "min", "max", "var")


def parse_option(args: str) -> Option:
    """Parse the part of a line after the word "option". Raise EngineError if it is invalid."""
    fields: list[tuple[str, list[str]]] = []
    for word in args.split(" "):
        in_name = bool(fields) and fields[-1][0] == "name"  # a name may contain words such as "min"
        if word in _KEYS and (word == "type" or not in_name):
            fields.append((word, []))
        elif fields:
            fields[-1][1].append(word)
    values = [(key, " ".join(words).strip()) for key, words in fields]
    text = dict(values)
    low, high = (_int_or_none(text.get(key, "")) for key in ("min", "max"))
    var = [value for key, value in values if key == "var"]
    option = Option(text.get("name", ""), text.get("type", ""), None, low, high, var)
    given: ConfigValue = text.get("default", "")
    if option.type != "combo":  # some engines declare a default that is not one of the values
        given = None if option.type == "spin" and not given else option.parse(given)
    return Option(option.name, option.type, given, low, high, var)


def _int_or_none(text: str) -> int | None:
    try:
        return int(text)
    except ValueError:
        return None
