"""PGN texts for comparisons with python-chess: one trap each, real games, and random ones."""

from __future__ import annotations

import lzma
from pathlib import Path

from hypothesis import strategies as st

GAMES = Path(__file__).parents[1] / "files" / "pgn" / "lichess-2021-10-999-games.pgn.xz"


def real_games(count: int) -> str:
    """Return the text of the first games of Lichess's open database for October 2021."""
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
    """Return a strategy of texts that are nearly PGN."""
    separated = st.tuples(TOKENS, st.sampled_from([" ", " ", " ", "", "\n"]))
    return st.lists(separated, max_size=40).map(lambda pairs: "".join(a + b for a, b in pairs))
