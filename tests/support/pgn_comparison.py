"""PGN texts, and the results of both libraries' readers in comparable form."""

from __future__ import annotations

import io
import logging
import lzma
from pathlib import Path
from typing import Any

import bitrook
import bitrook.pgn
import chess
import chess.pgn
from bitrook import _core
from hypothesis import strategies as st

GAMES = Path(__file__).parents[1] / "files" / "pgn" / "lichess-2021-10-999-games.pgn.xz"


def real_games(count: int) -> str:
    """Return the text of the first *count* games from Lichess's open database for October 2021."""
    with lzma.open(GAMES, "rt", encoding="utf-8") as file:
        text = file.read()
    return "".join(f"[Event {game}" for game in text.split("[Event ")[1 : count + 1])


TRAPS = {
    "empty": "",
    "blank": "\n\n \n",
    "only escaped lines": "% x\n; y\n",
    "bare": "1. e4 e5",
    "byte order mark": "\ufeff1. e4 e5",
    "byte order mark after a blank line": '\n\ufeff[White "A"]\n\n1. e4',
    "tags only": '[White "A"]\n[Black "B"]',
    "two blank lines behind the tags": '[White "A"]\n\n\n1. e4',
    "blank line between tags": '[White "A"]\n\n[Black "B"]\n\n1. e4',
    "tag twice": '[White "A"]\n[White "B"]\n\n1. e4',
    "bad tags": '[White A]\n[White "A]\n[Bl ack "B"]\n[Black "B"] x\n[ECO "A00"]\n1. e4',
    "tag with quotes": '[White "A "x" B"]\n[Black "a\\"b"]\n\n1. e4',
    "tag with spaces": ' [White "A"]\n\n1. e4',
    "tag behind moves": '1. e4\n[White "A"]\n1... e5\n\n[Black "B"]',
    "CRLF": '[White "A"]\r\n\r\n1. e4 {a\r\nb} e5\r\n\r\n1. d4',
    "escaped lines": '[White "A"]\n% x\n[Black "B"]\n; y\n\n1. e4\n%skip {\n1... e5 {\n% kept\n} 2. Nf3',
    "result in tag": '[Result "0-1"]\n1. e4 1-0',
    "results in the middle": "1. e4 1-0 (1. d4 0-1) e5 1/2-1/2",
    "comments": "{a} {b} 1. e4 {c} {d} ({e} {f} 1. d4 {g}) {h} e5 {i} ( ) {j} 1-0 {k}",
    "spaces in comments": "1. e4 {a}b} {x } { y} {  z  } {} { } {\n} {\n\n/\\ Ne7, c6\n} e5 {\tq\t}",
    "braces in comments": "1. e4 {a {b} c} e5",
    "unterminated comment": "1. e4 {a\n\n1. d4 (\n",
    "line comment": "1. e4 ; {x\ne5 (1... c5 ; )\n) 2. Nf3",
    "line comment only": "1. e4\n;x\n1... e5\n  ;y\n2. Nf3",
    "empty line in a comment": "1. e4 {a\n\nb} e5\n\n1. d4",
    "comment ends the file": "1. e4 {a}",
    "nested variations": "1. e4 (1. d4 (1. c4 {x}) {y} d5) {z} e5 $3 $5 (1... c5) (1... c6 $2) {q} 2. Nf3 $9",
    "variation first": "( 1. e4 ) 1. e4",
    "variation never closed": "1. e4 (1. d4 d5 (1... Nf6",
    "too many closed": "1. e4) ) e5 ) (1... c5) )",
    "empty variation": "1. e4 () e5 ( {a} ) 2. Nf3 ( $3 )",
    "illegal move": "1. e4 e5 2. Ke8 {v} (2. Nf3) 2. Nc3 1-0\n\n1. d4",
    "illegal move in a variation": "1. e4 (1. Ke8 {lost} (1. d4) d4) e5 (1. d4) 2. Nf3",
    "illegal first move": "1. e5 {a} e5 *",
    "ambiguous move": '[FEN "4k3/8/8/8/8/8/8/R3K2R w - - 0 1"]\n\n1. Rd1 Kf7 2. Rf1+',
    "careless moves": "1. e2e4 e7-e5 2. Ng1f3 Nb8-c6 3. Bf1b5 a7a6 4. Bxc6 dc6 5. 0-0",
    "promotions": '[FEN "8/P6k/8/8/8/8/p6K/8 w - - 0 1"]\n\n1. a8Q a1=n 2. Qa8xa1',
    "null moves": "1. e4 -- 2. Z0 0000 3. @@@@ e5 O-O",
    "drop": "1. P@e4 e5",
    "signs": "1. e4!? e5?! !! 2. Nf3???! Nc6!!!? $256 $ $007",
    "numbers": "1.e4 1...e5 7. Nf3 2.. Nc6 3 Bb5",
    "words": "1. e4 e.p. e5 mate Nf3# +- Nc6 = N Bb5 x",
    "dashes": "1. e4 e5 0-0 1/2 1-",
    "bad FEN": '[FEN "xx"]\n\n1. e4 {a\n\nb}\n\n1. d4',
    "Chess960": '[Variant "Chess960"]\n[FEN "nrkbrqnb/pppppppp/8/8/8/8/PPPPPPPP/NRKBRQNB w KQkq - 0 1"]\n\n1. g3 g6 2. Bg2',
    "Chess960 by its FEN": '[FEN "nrkbrqnb/pppppppp/8/8/8/8/PPPPPPPP/NRKBRQNB w KQkq - 0 1"]\n\n1. g3',
    "unknown variant": '[Variant "Foo"]\n\n1. e4 {a}\n\n1. d4',
    "Black begins": '[SetUp "1"]\n[FEN "8/8/8/8/8/8/8/k6K b - - 0 7"]\n\n7... Kb1',
    "no blank line between games": '[White "A"]\n\n1. e4 *\n[White "B"]\n\n1. d4 *',
    "NUL": "1. e4 \0 e5\0 {\0}",
    "other white space": "1. e4\x0be5\x0c\u20282. Nf3\u00a0Nc6\n\u2003\n1. d4",
    "other digits": "1. e4 $\u0663 e\u0665 $3\u0664",
    "surrogates": "1. e4 {\udce9} e5",
}

_WORDS = """1. e4 e5 d4 Nf3 Nc6 Bb5 a6 O-O Nf6 exd5 e2e4 1... 2. ( ) ( ) { } {a} {b c} $1 ! ?! ; % * 1-0 1/2-1/2 [ ] [White
-- Z0 Ke8 x"""
TOKENS = st.one_of(
    st.sampled_from(_WORDS.split()), st.sampled_from(["\n", "\n\n", "\n%", "{ x }", '[White "A"]\n', " "])
)


def texts() -> st.SearchStrategy[str]:
    """Return a strategy for texts that resemble PGN."""
    separated = st.tuples(TOKENS, st.sampled_from([" ", " ", " ", "", "\n"]))
    return st.lists(separated, max_size=40).map(lambda pairs: "".join(a + b for a, b in pairs))


LIBRARIES = {"python-chess": (chess, chess.pgn), "bitrook": (bitrook, bitrook.pgn)}
CALLS = [name for name in vars(chess.pgn.BaseVisitor) if name[0] != "_" and name != "result"]

logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)
logging.getLogger("bitrook.pgn").setLevel(logging.CRITICAL)


def plain(value: Any) -> Any:
    """Return *value* in a form that is equal for both libraries."""
    if isinstance(value, (chess.Board, bitrook.Board)):
        return ("board", value.fen(en_passant="fen"), [move.uci() for move in value.move_stack], value.chess960)
    if isinstance(value, (chess.Move, bitrook.Move)):
        return ("move", value.uci())
    if isinstance(value, (chess.pgn.Headers, bitrook.pgn.Headers)):
        return ("headers", list(value.items()))
    if isinstance(value, (chess.pgn.SkipType, bitrook.pgn.SkipType)):
        return "skip"
    if isinstance(value, BaseException):
        return type(value).__name__  # bitrook's error messages differ and are more detailed
    if isinstance(value, (chess.pgn.GameNode, bitrook.pgn.GameNode)):
        return tree(value)
    if isinstance(value, (list, tuple)):
        return [plain(each) for each in value]
    return value


def outcome(call: Any, *arguments: Any, **keywords: Any) -> Any:
    """Return what a call returns or raises, in comparable form."""
    try:
        return plain(call(*arguments, **keywords))
    except Exception as error:
        return plain(error)


def tree(node: Any) -> list[Any]:
    """Return the contents of the tree from *node* on, without recursion, and for a game also its headers and errors."""
    rows: list[Any] = []
    if hasattr(node, "headers"):
        rows.append((plain(node.headers), plain(node.errors)))
    waiting = [(0, node)]
    while waiting:
        depth, node = waiting.pop()
        move = None if node.move is None else node.move.uci()
        rows.append((depth, move, node.starting_comment, node.comment, sorted(node.nags)))
        waiting.extend((depth + 1, child) for child in reversed(node.variations))
    return rows


def recorder(pgn: Any, *, skip: str = "", managed: bool = False, fail: bool = False) -> type:
    """Return a visitor that records its calls. *skip* names the call that returns SKIP."""

    class Recorder(pgn.BaseVisitor):  # type: ignore[misc]
        def __init__(self) -> None:
            self.calls: list[Any] = []

        def result(self) -> list[Any]:
            return self.calls

    def recorded(name: str) -> Any:
        def method(self: Any, *arguments: Any) -> Any:
            self.calls.append((name, *[plain(each) for each in arguments]))
            if name == skip:
                return pgn.SKIP
            if name == "begin_headers" and managed:
                self.headers = pgn.Headers({})
                return self.headers
            if name == "visit_header" and managed:
                self.headers[arguments[0]] = arguments[1]
            if name == "handle_error" and not fail:
                return None
            return getattr(pgn.BaseVisitor, name)(self, *arguments)

        return method

    for name in CALLS:
        setattr(Recorder, name, recorded(name))
    return Recorder


Events = list[tuple[Any, ...]]


class EventRecorder(chess.pgn.BaseVisitor[Events]):
    """Records the calls in the form of the events of bitrook's reader."""

    def __init__(self) -> None:
        self.events: Events = []
        self.started = False

    def begin_game(self) -> None:
        self.events.append(("begin_game",))

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        self.events.append(("tag", tagname, tagvalue))

    def end_headers(self) -> None:
        self.events.append(("begin_movetext",))

    def visit_board(self, board: chess.Board) -> None:
        if not self.started:
            self.events.append(("start_position", board.fen(), board.chess960))
        self.started = True

    def begin_parse_san(self, board: chess.Board, san: str) -> None:
        self.events.append(("san", san))

    def visit_move(self, board: chess.Board, move: chess.Move) -> None:
        self.events.append(("move", move.uci()))

    def visit_nag(self, nag: int) -> None:
        self.events.append(("nag", nag) if nag < 2**32 else ("error",))

    def visit_comment(self, comment: str) -> None:
        self.events.append(("comment", comment))

    def begin_variation(self) -> None:
        self.events.append(("begin_variation",))

    def end_variation(self) -> None:
        self.events.append(("end_variation",))

    def visit_result(self, result: str) -> None:
        self.events.append(("result", result))

    def handle_error(self, error: Exception) -> None:
        self.events.append(("error",))

    def end_game(self) -> None:
        self.events.append(("end_game",))

    def result(self) -> Events:
        return self.events


def handle(text: bytes) -> io.TextIOWrapper:
    """Return a text file with these bytes. Invalid UTF-8 is decoded to lone surrogates."""
    return io.TextIOWrapper(io.BytesIO(text), encoding="utf-8", errors="surrogateescape")


def python_chess_events(text: bytes) -> Events:
    file = handle(text)
    events: Events = []
    while (game := chess.pgn.read_game(file, Visitor=EventRecorder)) is not None:
        events += game
    return events


def bitrook_events(text: bytes, *, chunk: int = 0) -> Events:
    """Return the events of bitrook's reader for input in parts of *chunk* bytes. Error events omit the details."""

    def plain(event: tuple[Any, ...]) -> tuple[Any, ...]:
        if event[0] == "error":
            return ("error",)
        return tuple(v.decode("utf-8", "surrogateescape") if isinstance(v, bytes) else v for v in event)

    return [plain(e) for e in _core.pgn_events(text, chunk=chunk)]


class Exporter(chess.pgn.StringExporter):
    """python-chess's exporter, but without raising errors."""

    def handle_error(self, error: Exception) -> None:
        pass


def python_chess_rewrites(text: bytes, **options: Any) -> list[str]:
    """Return the games as python-chess writes them."""
    file = handle(text)
    games: list[str] = []
    while (game := chess.pgn.read_game(file, Visitor=lambda: Exporter(**options))) is not None:
        games.append(game)
    return games
