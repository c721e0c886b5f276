"""Makes Move, Piece and Outcome answer to `dataclasses`, as python-chess's do: fields, asdict, astuple, replace."""

from __future__ import annotations

from ._core import Move, Piece
from ._outcome import Outcome


class _Fields:
    """`__dataclass_fields__`, made when first asked for: imports need not pay for the module `dataclasses`."""

    def __init__(self, **optional: bool) -> None:
        self.optional = optional

    def __get__(self, instance: object, owner: type) -> dict[str, object]:
        import dataclasses

        fields = [
            (n, "int", dataclasses.field(default=None) if o else dataclasses.field()) for n, o in self.optional.items()
        ]
        model = dataclasses.make_dataclass(owner.__name__, fields)
        made: dict[str, object] = {field.name: field for field in dataclasses.fields(model)}
        setattr(owner, "__dataclass_fields__", made)
        return made


setattr(Move, "__dataclass_fields__", _Fields(from_square=False, to_square=False, promotion=True, drop=True))
setattr(Piece, "__dataclass_fields__", _Fields(piece_type=False, color=False))
setattr(Outcome, "__dataclass_fields__", _Fields(termination=False, winner=False))
