"""Setting up a position in an XBoard engine: options, new game, moves, limits."""

from __future__ import annotations

from collections.abc import MutableMapping

from .._core import Board
from .._engine_options import ConfigMapping, ConfigValue, EngineError, Option
from ._session import Session
from ._values import Limit, Opponent

# Settings of a new game, which are exposed as options.
GAME_OPTIONS = {
    "random": Option("random", "check", False, None, None, None),
    "computer": Option("computer", "check", False, None, None, None),
    "name": Option("name", "string", "", None, None, None),
    "engine_rating": Option("engine_rating", "spin", 0, None, None, None),
    "opponent_rating": Option("opponent_rating", "spin", 0, None, None, None),
}


class XBoardSetup(Session):
    """The part of the XBoard client that sets up options, positions and limits."""

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


def _decimal(seconds: float) -> str:
    """Format a number with at most three decimals, without trailing zeros."""
    return f"{seconds:.3f}".rstrip("0").rstrip(".")
