"""Attributes of the objects of bitrook.pgn, and the win, draw and loss of scores. tests/compat compares the names."""

from __future__ import annotations

import inspect
import typing
from typing import Any

import chess.engine
import chess.pgn
import pytest

import bitrook.pgn

NEXT = {"comments", "starting_comments"}  # of python-chess's next release


@pytest.mark.parametrize("name", ["Game", "ChildNode", "StringExporter", "GameBuilder", "Headers", "Mainline"])
def test_public_attributes_of_objects_are_the_same(name: str) -> None:
    def attributes(pgn: Any) -> set[str]:
        made = {
            "ChildNode": lambda: pgn.Game().add_variation(None),
            "Mainline": lambda: pgn.Game().mainline(),
        }.get(name, getattr(pgn, name))()
        properties = {name for name, value in inspect.getmembers(type(made)) if isinstance(value, property)}
        return {attribute for attribute in {*vars(made), *properties} if attribute[0] != "_"}

    assert attributes(bitrook.pgn) - NEXT == attributes(chess.pgn) - NEXT  # exporters have an option `comments`


@pytest.mark.parametrize("model", typing.get_args(chess.engine.WdlModel))
def test_wdl_of_scores(model: Any) -> None:
    def rows(of: Any) -> list[Any]:
        scores = [of.Cp(cp) for cp in (*range(-1300, 1300, 37), -9000, 9000)]
        scores += [*(of.Mate(n) for n in (-30, -2, -1, 0, 1, 2, 30)), of.MateGiven]
        found = [score.wdl(model=model, ply=ply) for score in scores for ply in (-1, 0, 13, 30, 300)]
        pov = of.PovScore(of.Cp(70), False).wdl(model=model)
        return [
            *map(repr, found), *map(tuple, found), repr(pov), repr(-pov.white()), pov[0], len(pov), list(pov), bool(pov),
            pov == tuple(pov), pov == of.PovScore(of.Cp(70), False).wdl(model=model), pov == 3, repr(of.Cp(1).wdl()),
            [(w.expectation(), w.winning_chance(), w.drawing_chance(), w.losing_chance()) for w in found],
            list(reversed(found[7])), bool(of.Wdl(0, 0, 0)), found[3] == +found[3],
        ]  # fmt: skip

    assert rows(bitrook.pgn) == rows(chess.engine)
