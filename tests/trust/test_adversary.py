"""Programs that try to crash the interpreter through bitrook, each in a separate process.

tests/bindings/test_reentrancy.py covers types and dictionaries that are replaced in the middle of a call.
"""

from __future__ import annotations

import os

import pytest
from support import children

PREPARE = """
import copy, gc, io, itertools, os, pickle, random, sys
sys.stdout = io.StringIO()
import bitrook
from bitrook import BaseBoard, Bitboard, Board, Move, Piece, SquareSet
from support import members
rng = random.Random(1)
TIMES = int(os.environ.get("TRUST_TIMES", 20_000 if os.environ.get("BITROOK_LONG") else 150))  # forgeries of each kind

def attempt(f, *args, **named):
    try:
        return f(*args, **named)
    except Exception as error:
        assert not isinstance(error, SystemError), error
        return error

def unharmed():
    gc.collect()
    board = Board()
    assert board.fen() == bitrook.STARTING_FEN and vars(board) == {} and bitrook.perft(board, 3) == 8902
    assert not hasattr(board, "evil") and Move.from_uci("e2e4").uci() == "e2e4"
"""

CASES = {
    "descriptors on objects of other types": """
        made = [make() for make in members.makers().values()]
        others = [*made, None, 1, "x", object(), Board, type, [], {}, lambda: 0]
        for cls in members.classes().values():
            for name, value in members.member_names(cls):
                for other in others:
                    if not isinstance(other, cls):
                        attempt(getattr(value, "__get__", int), other, type(other))
                        attempt(getattr(value, "__set__", int), other, 1)
                        if callable(value):
                            for n in range(3):
                                attempt(value, other, *others[:n])
    """,
    "new objects of other types": """
        for a, b in itertools.product(members.classes().values(), repeat=2):
            for args in ((), (None,), (1,), (1, 2)):
                attempt(a.__new__, b, *args)
                attempt(object.__new__, b, *args)
                attempt(getattr(b, "__init__"), attempt(a.__new__, a), *args)
    """,
    "classes that are assigned": """
        for make in members.makers().values():
            for cls in (*members.classes().values(), int, object, type):
                thing = make()
                attempt(setattr, thing, "__class__", cls)
                attempt(repr, thing)
                sub = attempt(type, "Sub", (cls,), {"__slots__": ("a", "b")})
                attempt(setattr, thing, "__class__", sub)
                attempt(repr, thing)
    """,
    "bases and attributes of types that are changed": """
        class Mixin:
            mixed = 1
        for cls in members.classes().values():
            for bases in ((), (object,), (Mixin,), (cls,), (Mixin, BaseBoard)):
                try:
                    cls.__bases__ = bases
                except TypeError:
                    pass
            attempt(lambda: cls.__subclasses__() and cls.mro())
        class Sub(Board): pass
        sub = Sub()
        attempt(setattr, Sub, "__bases__", (SquareSet,))
        attempt(setattr, Sub, "__bases__", (BaseBoard,))
        attempt(repr, sub)
    """,
    "subclasses whose methods return anything": """
        def anything(*args, **named):
            return rng.choice([None, 1, "x", [], Board, Move.null(), NotImplemented, SquareSet(3)])
        good = members.calls()
        for cls in members.classes().values():
            names = [name for name, value in members.member_names(cls) if callable(value)]
            for _ in range(3):
                chosen = {name: anything for name in rng.sample(names, len(names) // 2)}
                sub = attempt(type, "Sub", (cls,), chosen)
                if isinstance(sub, type):
                    thing = attempt(sub)
                    for call in good.get(cls.__name__, []):
                        args, named = call.make()
                        attempt(call.function, *([thing] if call.on_object else []), *args[call.on_object:], **named)
                    attempt(copy.copy, thing), attempt(pickle.dumps, thing)
    """,
    "metaclasses whose attributes raise": """
        for error in (KeyError, AttributeError, MemoryError, StopIteration, RecursionError):
            class Meta(type):
                def __getattribute__(cls, name):
                    if name in ("uci_variant", "aliases", "__name__", "__qualname__", "__module__"):
                        raise error(name)
                    return super().__getattribute__(name)
                def __instancecheck__(cls, thing): raise error("instance")
                def __call__(cls, *args, **named):
                    if args: raise error("call")
                    return super().__call__(*args, **named)
            for base in (Board, BaseBoard, SquareSet):
                class Sub(base, metaclass=Meta): pass
                thing = Sub()
                attempt(lambda: thing == base()), attempt(repr, thing), attempt(copy.copy, thing)
                attempt(lambda: thing.copy()), attempt(lambda: thing.mirror()), attempt(pickle.dumps, thing)
                attempt(lambda: thing | 1), attempt(lambda: base.from_square(1))
    """,
    "forged pickles of states": """
        played = Board()
        for uci in ("e2e4", "c7c5", "g1f3"):
            played.push_uci(uci)
        records, moves = played.__reduce__()[2][0]
        for _ in range(TIMES):
            a, b = bytearray(records), bytearray(moves)
            for target in (a, b):
                for _ in range(rng.randrange(4)):
                    if target:
                        target[rng.randrange(len(target))] = rng.randrange(256)
                if rng.random() < 0.2:
                    del target[rng.randrange(len(target) + 1):]
                if rng.random() < 0.1:
                    target += os.urandom(rng.randrange(200))
            board = Board()
            result = attempt(board.__setstate__, ((bytes(a), bytes(b)), rng.choice([None, {}, {"x": 1}, 3])))
            attempt(board.fen), attempt(board.status), attempt(lambda: board.legal_moves.count())
            while board.move_stack:
                attempt(board.pop)
            attempt(repr, board)
        for state in (None, (), ((),), (1, 2), (b"", b""), ((b"", b""), None), ((b"x" * 96, b"x"), None), "x", [1]):
            for make in members.makers().values():
                attempt(make().__setstate__, state) if hasattr(make(), "__setstate__") else None
    """,
    "forged pickles of bytes": """
        texts = []
        for make in members.makers().values():
            pickled = attempt(pickle.dumps, make())
            if isinstance(pickled, bytes):
                texts.append(pickled)
        class Loader(pickle.Unpickler):
            def find_class(self, module, name):
                if module.split(".")[0] not in ("bitrook", "copyreg") or name in ("perft", "divide"):
                    raise pickle.UnpicklingError(name)
                return super().find_class(module, name)
        for _ in range(TIMES):
            text = bytearray(rng.choice(texts))
            for _ in range(rng.randrange(1, 6)):
                text[rng.randrange(len(text))] = rng.randrange(256)
            if b"LONG" in text: continue
            thing = attempt(lambda: Loader(io.BytesIO(text)).load())
            attempt(repr, thing)
    """,
    "names of attributes that are not plain texts": """
        class Name(str):
            def __hash__(self):
                board.push(Move.null())
                board.__dict__ = {}
                return str.__hash__(self)
            def __eq__(self, other):
                board.evil = 1
                return str.__eq__(self, other)
        board = Board()
        for name in ("evil", "turn", "x", "move_stack"):
            attempt(setattr, board, Name(name), 1), attempt(getattr, board, Name(name)), attempt(delattr, board, Name(name))
    """,
    "forged columns of tables": """
        from support import arguments
        fields = arguments.table().fields
        for _ in range(TIMES):
            columns = [list(column) for column in arguments.GOOD["_table_of.columns"][0]()]
            names = list(fields)
            for _ in range(rng.randrange(1, 4)):
                column = rng.choice(columns)
                i = rng.randrange(len(column))
                column[i] = rng.choice([None, 0, 1, 2, -1, 1 << 31, b"", b"x" * 8, bytes(4), b"\\xff" * 4, "int8", "int64",
                                        "string", "list<string>", rng.choice(columns)[rng.randrange(len(column))]])
            if rng.random() < 0.3:
                rng.shuffle(names)
            made = attempt(bitrook._core._table_of, names, [tuple(column) for column in columns])
            if not isinstance(made, Exception):
                for i in range(len(names)):
                    attempt(made.buffers, i)
                    attempt(list, bitrook._core._ColumnBase(made, i, 0, len(made)))
                    for row in range(len(made)):
                        attempt(made.values, i, row, 1)
    """,
    "forged blocks of games": """
        from support import arguments
        good = arguments.game_tree().to_bytes()
        for _ in range(TIMES):
            block = bytearray(good)
            for _ in range(rng.randrange(1, 4)):
                block[rng.randrange(len(block))] = rng.randrange(256)
            if rng.random() < 0.2:
                del block[rng.randrange(len(block)):]
            made = attempt(bitrook._core.GameTree.from_bytes, bytes(block))
            if not isinstance(made, Exception):
                for node in range(6):
                    attempt(made.children, node), attempt(made.notes, node), attempt(made.moves, node)
                attempt(made.fill_tags, {}, {}), attempt(made.movetext, Board(), "*", 80, True, True)
    """,
    "weak references and their callbacks": """
        import weakref
        for make in members.makers().values():
            thing = make()
            calls = []
            kept = attempt(weakref.ref, thing, lambda _: calls.append(gc.collect()))
            del thing
            gc.collect()
    """,
    "iterators that change what they iterate over": """
        for make in members.makers().values():
            thing = make()
            iterator = attempt(iter, thing)
            for _ in range(100):
                attempt(next, iterator)
                for name in ("clear", "pop", "reset"):
                    attempt(lambda: getattr(thing, name)())
        board = Board()
        def moves():
            for uci in ("e2e4", "e7e5", "g1f3"):
                board.reset()
                board.__class__ = type("Sub", (Board,), {})
                gc.collect()
                yield Move.from_uci(uci)
        for method in (board.push_all, board.variation_san):
            attempt(method, moves())
        squares = SquareSet(7)
        def numbers():
            for i in range(10):
                squares.clear()
                squares.__class__ = type("Set", (SquareSet,), {})
                gc.collect()
                yield i
        attempt(squares.update, numbers(), numbers()), attempt(squares.__init__, numbers()), attempt(lambda: squares | numbers())
    """,
}
# Each of these once revealed a defect.
FINDINGS = {
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
POSIX = {
    "fork": """
        board = Board()
        child = os.fork()
        if child == 0:
            unharmed()
            os._exit(0)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    """,
    "fork while another thread counts": """
        import threading, time, warnings
        warnings.simplefilter("ignore")
        thread = threading.Thread(target=lambda: bitrook.perft(Board(), 6, threads=2))
        thread.start()
        time.sleep(0.01)
        for _ in range(5):
            child = os.fork()
            if child == 0:
                unharmed()
                os._exit(0)
            assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
        thread.join()
    """,
}
SPAWN = """
import multiprocessing
import bitrook

def work(board):
    board.push_san("e4")
    return board, bitrook.perft(board, 3)

if __name__ == "__main__":
    for method in multiprocessing.get_all_start_methods():
        with multiprocessing.get_context(method).Pool(2) as pool:
            board, count = pool.apply(work, (bitrook.Board(),))
            assert count == 13_160 and board.fen(en_passant="fen").split()[3] == "e3", (board, count)
"""


def attack(code: str) -> None:
    body = "\n".join(line[8:] if line.startswith("        ") else line for line in code.splitlines())
    children.run("-c", f"{PREPARE}\n{body}\nunharmed()\n", timeout=1200, PYTHONHASHSEED="0")


@pytest.mark.parametrize("case", [*FINDINGS, *CASES])
def test_nothing_crashes(case: str) -> None:
    attack((FINDINGS | CASES)[case])


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
@pytest.mark.parametrize("case", POSIX)
def test_nothing_crashes_after_a_fork(case: str) -> None:
    attack(POSIX[case])


@pytest.mark.slow
def test_child_processes_by_every_start_method(tmp_path: object) -> None:
    script = os.path.join(str(tmp_path), "spawn.py")
    with open(script, "w", encoding="utf-8") as file:
        file.write(SPAWN)
    children.run("-W", "ignore", script)
