"""Rows of operations.py as expressions of the same kind over Python's own objects, no chess in them.

What an object written in C can hardly pass: `hash` of a str for that of a move, `list` of a dict's keys for that of
`board.legal_moves`, `dict.get` for `piece_at`.
"""

from __future__ import annotations

PREPARE = "from collections import deque"
NAMES = """
keys20, keys48 = (dict.fromkeys(map(str, range(n))).keys() for n in (20, 48))
list20, list48, list32 = list(keys20), list(keys48), list(range(32))
queue, table, text, other, number = deque([1]), dict.fromkeys(range(64)), "text", "tex", 28
memory, cut = memoryview(bytes(1000)), slice(12, 28)
"""

LIKE = {
    "list of legal moves, start (20)": "list(keys20)",
    "list of legal moves, Kiwipete (48)": "list(keys48)",
    "list of legal moves, start (20), by list_legal_moves()": "list20.copy()",
    "list of legal moves, Kiwipete (48), by list_legal_moves()": "list48.copy()",
    "count of legal moves, start, by count_legal_moves()": "number.bit_length()",
    "count of legal moves, Kiwipete, by count_legal_moves()": "number.bit_length()",
    "push + pop": "queue.append(text); queue.pop()",
    "is_check": "text.isalpha()",
    "position key": "memory.nbytes",  # an attribute that makes an int, too
    "piece_at": "table.get(28)",
    "is_legal(move)": "table.get(text)",
    "turn": "memory.readonly",
    "move.from_square": "cut.start",
    "move == move": "text == other",
    "hash(move)": "hash(text)",
    "iterate a set of 32 squares": "for s in list32: pass",
}
