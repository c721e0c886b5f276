"""Makes the native Move and Piece answer to `dataclasses`, as python-chess's do: fields, asdict, astuple, replace."""

import dataclasses
from typing import Any

from ._core import Move, Piece


def _answer_to_dataclasses(cls: type, fields: list[tuple[str, str, Any]]) -> None:
    model = dataclasses.make_dataclass(cls.__name__, fields, frozen=True, eq=False)
    setattr(cls, "__dataclass_fields__", {field.name: field for field in dataclasses.fields(model)})


_answer_to_dataclasses(
    Move,
    [
        ("from_square", "int", dataclasses.field()),
        ("to_square", "int", dataclasses.field()),
        ("promotion", "int | None", dataclasses.field(default=None)),
        ("drop", "int | None", dataclasses.field(default=None)),
    ],
)
_answer_to_dataclasses(Piece, [("piece_type", "int", dataclasses.field()), ("color", "bool", dataclasses.field())])
