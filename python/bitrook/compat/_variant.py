"""The module `chess.variant` of the replacement: standard chess, and variant classes that cannot be instantiated."""

from __future__ import annotations

from types import ModuleType
from typing import Any, NoReturn, TypeVar

_REASON = (
    "chess variants are out of bitrook's scope (they override private methods of python-chess's own board): "
    "run this program on python-chess itself"
)


class VariantNotSupportedError(ValueError):
    """The variant is neither standard chess nor Chess960."""


def _refuse(cls: type, *args: Any, **kwargs: Any) -> NoReturn:
    raise VariantNotSupportedError(f"{cls.__name__}: {_REASON}")


# Class, base class, names in UCI and XBoard, aliases, and the starting FEN if it differs from that of standard chess.
_VARIANTS = (
    ("SuicideBoard", "Board", "suicide", "suicide", "Suicide/Suicide chess", None),
    (
        "GiveawayBoard", "SuicideBoard", "giveaway", "giveaway",
        "Giveaway/Giveaway chess/Give away/Give away chess", None,
    ),
    (
        "AntichessBoard", "GiveawayBoard", "antichess", "giveaway",
        "Antichess/Anti chess/Anti", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
    ),
    ("AtomicBoard", "Board", "atomic", "atomic", "Atomic/Atom/Atomic chess", None),
    ("KingOfTheHillBoard", "Board", "kingofthehill", "kingofthehill", "King of the Hill/KOTH/kingOfTheHill", None),
    (
        "RacingKingsBoard", "Board", "racingkings", "racingkings",
        "Racing Kings/Racing/Race/racingkings", "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1",
    ),
    (
        "HordeBoard", "Board", "horde", "horde",
        "Horde/Horde chess", "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1",
    ),
    (
        "ThreeCheckBoard", "Board", "3check", "3check",
        "Three-check/Three check/Threecheck/Three check chess/3-check/3 check/3check",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1",
    ),
    (
        "CrazyhouseBoard", "Board", "crazyhouse", "crazyhouse",
        "Crazyhouse/Crazy House/House/ZH", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1",
    ),
)  # fmt: skip

# The attributes for Syzygy tables. Variants have none, so that the tables of standard chess are not used for them.
_NO_TABLES = dict.fromkeys(("tbw_suffix", "tbz_suffix", "tbw_magic", "tbz_magic"))


def make(chess: ModuleType) -> ModuleType:
    """Return the module `chess.variant` that belongs to *chess*.

    It has every public name of python-chess's module, because programs import variants that they never play. Creating a
    variant's board, or looking up a variant, raises `VariantNotSupportedError`. `VARIANTS` lists the supported ones.
    """
    module = ModuleType("chess.variant", "Supports standard chess only: " + _REASON + ".")
    board = chess.Board

    def define(name: str, base: type, **attributes: Any) -> type:
        doc = f"A placeholder. Creating an instance raises an error, because {_REASON}."
        contents = {"__module__": "chess.variant", "__doc__": doc, "__new__": _refuse, **attributes}
        return type(name, (base,), contents)

    def find_variant(name: str) -> type:
        """Return `Board` for any alias of standard chess.

        :raises ValueError: for any other variant.
        """
        if any(alias.lower() == name.lower() for alias in board.aliases):
            return board  # type: ignore[no-any-return]
        raise VariantNotSupportedError(f"{_REASON}: {name!r}")

    contents: dict[str, Any] = {
        "chess": chess,
        "find_variant": find_variant,
        "VARIANTS": [board],
        "VariantNotSupportedError": VariantNotSupportedError,
        "CrazyhousePocket": define("CrazyhousePocket", object),
    }
    for name, base, uci, xboard, aliases, start in _VARIANTS:
        contents[name] = define(
            name,
            contents.get(base, board),
            uci_variant=uci,
            xboard_variant=xboard,
            aliases=aliases.split("/"),
            starting_fen=start or board.starting_fen,
            **_NO_TABLES,
        )
    type_variable: Any = TypeVar  # type checkers require a literal name
    for name in ("ThreeCheckBoard", "CrazyhouseBoard", "CrazyhousePocket"):
        contents[name + "T"] = type_variable(name + "T", bound=name)
    module.__dict__.update(contents)
    return module
