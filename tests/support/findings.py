"""Programs for tests/trust/test_adversary.py, each of which once revealed a defect."""

from __future__ import annotations

FINDINGS = {
    "a metaclass whose attribute raises KeyError in a comparison": """
        class Meta(type):
            uci_variant = property(lambda cls: {}["no variant"])
        class Sub(Board, metaclass=Meta): pass
        assert type(attempt(lambda: Sub() == Board())) is KeyError
    """,
    "an exception of a callback while helper threads count": """
        def fail(*args):
            raise Error
        for Error in (MemoryError, KeyboardInterrupt, StopIteration):
            for f in (bitrook.perft, bitrook.divide):
                try:
                    f(Board(), 12, threads=4, progress=fail)
                except Error:
                    continue
                raise AssertionError(Error)
    """,
    "slots and classes of copies and pickles": """
        class Slots(Board):
            __slots__ = ("note",)
        class Set(SquareSet):
            __slots__ = ("note",)
        globals().update(Slots=Slots, Set=Set)
        Slots.__module__ = Set.__module__ = "__main__"
        for cls in (Slots, Set):
            thing = cls()
            thing.note = thing
            for other in (copy.copy(thing), copy.deepcopy(thing), pickle.loads(pickle.dumps(thing))):
                assert type(other) is cls and other == thing
            assert type(other.note) is cls
        assert copy.copy(Board().legal_moves).count() == 20
    """,
    "a transform that changes the board": """
        board = Board()
        def change(mask):
            board.push(rng.choice(list(board.legal_moves) or [Move.null()]))
            return mask
        for _ in range(100):
            made = attempt(board.transform, change)
            attempt(board.apply_transform, change)
            assert board.fen() and repr(made)
            if rng.random() < 0.2: board.reset()
    """,
    "rights of which two castle by the same move": """
        for fen in ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "4k3/8/8/8/8/8/8/RR2K1RR w KQ - 0 1"):
            for rights in (0x81, 0xC3, 0xFF, 0x55, (1 << 64) - 1):
                for chess960 in (False, True):
                    board = Board(fen, chess960=chess960)
                    board.castling_rights = rights
                    for method in ("count", "walk"):
                        counts = bitrook.divide(board, 2, method=method)
                        assert sum(counts.values()) == bitrook.perft(board, 2, method=method)
    """,
    "half-move clocks above 65,535": """
        board = Board("4k3/8/8/8/8/8/8/R3K3 w Q - 65530 1")
        for uci in ("a1a2", "e8d8", "a2a1", "d8e8") * 50:
            board.push_uci(uci)
        assert board.halfmove_clock == 65_730
        other = pickle.loads(pickle.dumps(board))
        for _ in range(200):
            assert board.pop() == other.pop() and board.fen() == other.fen()
        assert board.halfmove_clock == 65_530
    """,
}
