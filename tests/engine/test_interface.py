"""Compares objects of bitrook.engine with those of chess.engine: attributes, options and texts. tests/compat has the names."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import chess.engine
import pytest

import bitrook.engine


@pytest.mark.parametrize(
    "name", ["UciProtocol", "XBoardProtocol", "BaseCommand", "AnalysisResult", "PlayResult", "BestMove", "SimpleEngine"]
)
def test_public_attributes_of_objects_are_the_same(name: str) -> None:
    async def attributes(engine: Any) -> set[str]:
        protocol = engine.UciProtocol()
        arguments = {"BaseCommand": [protocol], "SimpleEngine": [None, protocol]}
        arguments |= {"PlayResult": [None, None], "BestMove": [None, None]}
        made = getattr(engine, name)(*arguments.get(name, []))
        return {attribute for attribute in vars(made) if attribute[0] != "_"}

    ours = asyncio.run(attributes(bitrook.engine)) - {"heard_at"}  # which python-chess's protocols lack
    assert ours == asyncio.run(attributes(chess.engine))


OPTION_VALUES = [True, False, None, 0, 1, 5, 11, -1, "5", "x", "true", "false", "a", "A", "a\nb", "q\r", 3.7]


@pytest.mark.parametrize("kind", "check spin combo button reset save string file path weird".split())
def test_options_accept_the_same_values(kind: str) -> None:
    def results(engine: Any) -> list[Any]:
        found = []
        option = engine.Option("n", kind, None, 0, 10, ["a", "b"])
        for value in OPTION_VALUES:
            try:
                parsed = option.parse(value)
                found.append(bool(parsed) if kind == "check" else parsed)
            except engine.EngineError:
                found.append("EngineError")
            except TypeError:  # raised by python-chess for a spin option set to None
                found.append("EngineError")
        return [*found, repr(option), option.is_managed()]

    assert results(bitrook.engine) == results(chess.engine)


def test_reprs_are_the_same() -> None:
    def shown(engine: Any) -> list[str]:
        objects = [
            engine.Limit(), engine.Limit(time=1, white_clock=3, clock_id=4), engine.Opponent("a", None, 1, False),
            engine.UciOptionMap({"Hash": 1}), engine.PlayResult(None, None, resigned=True), engine.BestMove(None, None),
            engine.Info.SCORE, engine.INFO_ALL, engine.CommandState.CANCELLING,
        ]  # fmt: skip
        return [re.sub(r" at 0x\w+|\)?>$", "", repr(each)) for each in objects]

    assert shown(bitrook.engine) == shown(chess.engine)


def test_maps_of_options_are_the_same() -> None:
    def facts(engine: Any) -> list[Any]:
        options = engine.UciOptionMap({"Hash": 1}, Threads=2)
        options["Ponder"] = True
        copied = options.copy()
        del copied["PONDER"]
        return [
            sorted(options), len(copied), "hash" in copied, "ponder" in copied, options == copied,
            options == {"Hash": 1}, options == 3, copied.get("x", 5),
        ]  # fmt: skip

    assert facts(bitrook.engine) == facts(chess.engine)
