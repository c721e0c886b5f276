"""Good arguments of the native parts of an engine, for arguments.py."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import Any

from bitrook import Board, Move, _core, search

Maker = Callable[[], Any]


def history() -> Any:
    made = search.History()
    made.bonus(Move.from_uci("f1c4"), 5, True)
    return made


def table_of_entries() -> Any:
    made = search.TranspositionTable(1)
    made.store(796, Move.from_uci("f1c4"), 35, 8, search.EXACT)
    return made


GOOD: dict[str, tuple[Maker, ...]] = {
    "_parse_info.classes": (lambda: (int, int, int, int, int),),
    "_parse_info.fields": (lambda: 31,),
    "_parse_info.line": (lambda: "depth 5 nodes 20 pv f1c4",),
    "_quiescence.evaluation": (lambda: None, lambda: lambda board: 1),
    "_search.evaluation": (lambda: None, lambda: lambda board: 1),
    "_search.moves": (lambda: None,),
    "_search.table": (lambda: _core.TranspositionTable(1),),
    "_search.time": (lambda: 0.1,),
    "alpha": (lambda: -100,),
    "batched": (lambda: False, lambda: True),
    "beta": (lambda: 100,),
    "bound": (lambda: search.EXACT,),
    "captures_only": (lambda: False,),
    "checks": (lambda: True,),
    "counter_move": (lambda: Move.from_uci("a2a3"),),
    "endgame": (lambda: array("d", range(384)),),
    "enemy": (lambda: 0xFF000000000000,),
    "hash_move": (lambda: Move.from_uci("f1c4"),),
    "history": (history, lambda: None),
    "prefetch.key": (lambda: 796,),
    "probe.key": (lambda: 796,),
    "store.key": (lambda: 796,),
    "killers": (lambda: [Move.from_uci("a2a3"), None],),
    "mb": (lambda: 1,),
    "midgame": (lambda: [[1.5] * 64] * 6,),
    "multipv": (lambda: 1,),
    "off": (lambda: ("null_move",),),
    "on_info": (lambda: None,),
    "own": (lambda: 0xFF00,),
    "phase": (lambda: (0, 1, 1, 2, 4, 0),),
    "ply": (lambda: 3,),
    "score": (lambda: 35,),
    "see": (lambda: True,),
    "stop": (lambda: _core._stop_flag(),),
    "threshold": (lambda: 100,),
    "values": (lambda: [100, 320, 330, 500, 900, 0],),
}
OBJECTS: dict[str, Maker] = {
    "DefaultEvaluation": search.DefaultEvaluation,
    "EvaluationTerms": lambda: search.PieceSquareTables().terms(Board()),
    "History": history,
    "MovePicker": lambda: search.MovePicker(Board()),
    "PieceSquareTables": search.PieceSquareTables,
    "TableEntry": lambda: table_of_entries().probe(796),
    "TranspositionTable": table_of_entries,
}
