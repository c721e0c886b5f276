"""Files in the formats of Lichess's evaluations and puzzles, and slow readers of them that use json, csv and python-chess."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import chess

Row = dict[str, Any]

THEMES = ["fork", "pin", "mate", "mateIn2", "endgame", "short", "master", "crushing", "sacrifice"]
MALFORMED_EVALUATIONS = [
    b'{"fen":"7k/8/8/8/8/8/8/K6R w - -"}',
    b'{"evals":[]}',
    b'{"fen":"7k/8/8/8/8/8/8/K6R w - -","evals":[]}',
    b'{"fen":"7k/8/8/8/8/8/8/K6R w - -","evals":{}}',
    b'{"fen":7,"evals":[]}',
    b'{"fen":"7k/8/8/8/8/8/8/K6R w - -","evals":[{"pvs":[{"cp":1,"line":"h1h7"}],"knodes":9,"depth":20}]',
    b'{"fen":"7k/8/8/8/8/8/8/K6R w - -","evals":[{"pvs":[{"cp":"1","line":"h1h7"}],"knodes":9,"depth":20}]}',
    b'{"fen":"7k/8/8/8/8/8/8/K6R w - -","evals":[{"pvs":[{"cp":1,"line":"h1h7"}],"knodes":9,"depth":1e3}]}',
    b'{"fen":"7k/8/8/8/8/8/8/K6R w - -","evals":[{"pvs":[{"cp":1,"line":"h1h7 a1a3 h8g8"}],"knodes":9,"depth":2}]}',
    b'{"fen":"7k/8/8/8/8/8/8/K6R w - -","evals":[{"pvs":[{"cp":1,"line":"xx"}],"knodes":9,"depth":2}]}',
    b'{"fen":"8/8/8/8/8/8/8/K6R w - -","evals":[{"pvs":[{"cp":1,"line":"h1h7"}],"knodes":9,"depth":2}]}',
    b'{"fen":"7k/8/8/8/8/8/K6R w - -","evals":[{"pvs":[{"cp":1,"line":"h1h7"}],"knodes":9,"depth":2}]}',
    b'{"fen":"7k/8/8/8/8/8/8/K6R w - -","evals":[{"pvs":[{"cp":1,"line":"h1h7"}],"knodes":9,"depth":99999}]}',
    b"[1, 2]",
    b"null",
    b"not json at all",
    b"\xff\xfe\x00",
    b'{"fen":"7k/8/8/8/8/8/8/K6R w - -","evals":[null]}',
    b'{"fen":"7k/8/8/8/8/8/8/K6R w - -","evals":[{"pvs":[7],"knodes":9,"depth":2}]}',
]
MALFORMED_PUZZLES = [
    b"x,y,z",
    b"id,7k/8/8/8/8/8/8/K6R w - - 0 1",
    b"id,7k/8/8/8/8/8/8 w - - 0 1,h1h7 h8g8,1500,80,90,100,short,url,",
    b"id,7k/8/8/8/8/8/8/K6R w - - 0 1,h1g7 h8g8,1500,80,90,100,short,url,",
    b"id,7k/8/8/8/8/8/8/K6R w - - 0 1,h1g1 h8h6,1500,80,90,100,short,url,",
    b"id,7k/8/8/8/8/8/8/K6R w - - 0 1,h1g1 h8h7,many,80,90,100,short,url,",
    b"id,7k/8/8/8/8/8/8/K6R w - - 0 1,h1g1 h8h7,1500,80,90,99999999999,short,url,",
    b"id,7k/8/8/8/8/8/8/K6R w - - 0 1,,1500,80,90,100,short,url,",
    b'id,"7k/8/8/8/8/8/8/K6R w - - 0 1,h1g1',
    b'"id"x,7k/8/8/8/8/8/8/K6R w - - 0 1,h1g1 h8h7,1500,80,90,100,short,url,',
    b"id,7k/8/8/8/8/8/8/K6R w - - 0 1,h1g1 h8h7,1500,80,90,100 ,short,url,",
    b"id,7k/8/8/8/8/8/8/K6R w - - 0 1,h1g1 h8h7,1500,-,90,100,short,url,",
]


def random_boards(rng: random.Random, n: int) -> list[chess.Board]:
    """Return positions of random games, of standard chess and of Chess960."""
    boards: list[chess.Board] = []
    while len(boards) < n:
        chess960 = rng.random() < 0.3
        board = chess.Board.from_chess960_pos(rng.randrange(960)) if chess960 else chess.Board()
        if rng.random() < 0.2:
            board = chess.Board("6k1/P1P2ppp/8/8/8/8/p1p2PPP/6K1 w - - 0 1")
        for _ in range(rng.randrange(90)):
            moves = list(board.legal_moves)
            if not moves:
                break
            castling = [m for m in moves if board.is_castling(m)]
            boards.append(board.copy(stack=False))
            board.push(rng.choice(castling if castling and rng.random() < 0.2 else moves))
    return rng.sample(boards, n)


def is_chess960(board: chess.Board) -> bool:
    """Return whether the castling rights cannot be those of standard chess."""
    rights = board.clean_castling_rights()
    corners = chess.BB_A1 | chess.BB_H1 | chess.BB_A8 | chess.BB_H8
    kings = [board.king(c) for c in chess.COLORS if rights & (chess.BB_RANK_1 if c else chess.BB_RANK_8)]
    return bool(rights & ~corners) or any(k is not None and chess.square_file(k) != 4 for k in kings)


def played(rng: random.Random, board: chess.Board, plies: int) -> list[str]:
    """Return a random legal line, with castling in a random spelling."""
    board = board.copy()
    line: list[str] = []
    for _ in range(plies):
        moves = list(board.legal_moves)
        if not moves:
            break
        castling = [m for m in moves if board.is_castling(m)]
        move = rng.choice(castling if castling and rng.random() < 0.5 else moves)
        takes_rook = is_chess960(board) or rng.random() < 0.5
        line.append(board.uci(move, chess960=takes_rook))
        board.push(move)
    return line


def evaluation_line(rng: random.Random, board: chess.Board, plain: bool) -> bytes:
    """Return a line. If it is not *plain*, it has a shape that Lichess does not write."""
    fen = " ".join(
        board.fen(shredder=is_chess960(board) and rng.random() < 0.5, en_passant="fen").split()[: rng.choice([4, 4, 6])]
    )  # type: ignore[call-arg]
    evaluations = []
    for _ in range(rng.randrange(1, 5)):
        pvs = []
        for _ in range(rng.choice([0, 1, 1, 2, 5])):
            score = {"cp": rng.randrange(-900, 900)} if rng.random() < 0.8 else {"mate": rng.randrange(-20, 21)}
            if rng.random() < 0.02:
                score = {"cp": rng.choice([-50_000, 50_000])}
            pvs.append({**score, "line": " ".join(played(rng, board, rng.randrange(0, 11)))})
        evaluation: dict[str, Any] = {"pvs": pvs, "knodes": rng.randrange(10**6), "depth": rng.randrange(1, 60)}
        if rng.random() < 0.1:
            del evaluation[rng.choice(["knodes", "depth"])]
        evaluations.append(evaluation)
    record: dict[str, Any] = {"fen": fen, "evals": evaluations}
    if plain:
        return json.dumps(shuffled(rng, record) if rng.random() < 0.2 else record, separators=(",", ":")).encode()
    record["note"] = rng.choice(['a "quote"', "ünïcode", None, [1, {"x": 2}]])
    for evaluation in evaluations:
        evaluation["engine"] = "SF"
        if rng.random() < 0.3 and "depth" in evaluation:
            evaluation["depth"] = None
    text = json.dumps(shuffled(rng, record), indent=None)
    return text.replace("w", "\\u0077").encode() if rng.random() < 0.3 else text.encode()


def shuffled(rng: random.Random, value: Any) -> Any:
    if isinstance(value, dict):
        keys = list(value)
        rng.shuffle(keys)
        return {key: shuffled(rng, value[key]) for key in keys}
    return [shuffled(rng, each) for each in value] if isinstance(value, list) else value


def puzzle_line(rng: random.Random, board: chess.Board, plain: bool) -> bytes:
    moves = played(rng, board, rng.randrange(2, 9))
    fields = [
        "".join(rng.choice("abcXYZ0189") for _ in range(5)),
        board.fen(shredder=is_chess960(board)) if is_chess960(board) else board.fen(),  # type: ignore[call-arg]
        " ".join(moves),
        *(str(rng.randrange(*span)) for span in [(400, 3300), (45, 500), (-100, 101), (0, 10**6)]),
        " ".join(rng.sample(THEMES, rng.randrange(0, 4))),
        f"https://lichess.org/{rng.randrange(10**6)}#{rng.randrange(90)}",
        rng.choice(["", "Italian_Game", "Italian_Game Italian_Game_Classical"]),
    ]
    if rng.random() < 0.1:
        fields = fields[:-1]  # files from before 2022
    if not plain:
        fields[0] += rng.choice(["", ",", '"', '","', "\u00fc"])
        fields[8] += rng.choice(["", "a,b", 'say "mate"', '""'])
        quoted = [rng.random() < 0.5 or any(c in field for c in ',"') for field in fields]
        fields = ['"' + f.replace('"', '""') + '"' if q else f for f, q in zip(fields, quoted, strict=True)]
    return ",".join(fields).encode()


# --- The slow readers. The text of an error is not compared, only whether there is one.


def board_of(fen: str) -> chess.Board:
    board = chess.Board(fen, chess960=True)
    if len(board.pieces(chess.KING, True)) != 1 or len(board.pieces(chess.KING, False)) != 1:
        raise ValueError("kings")
    board.chess960 = is_chess960(board)
    return board


def word_of(board: chess.Board, move: chess.Move) -> int:
    """Return Move.word as int16."""
    move = board.parse_uci(board.uci(move))  # in the castling encoding of the board
    word = move.from_square | move.to_square << 6 | (move.promotion or 0) << 12
    return word - 65536 if word >= 32768 else word


def words_of(board: chess.Board, texts: list[str]) -> tuple[list[int], bool]:
    """Return the legal moves up to the first illegal one, and whether all are legal."""
    board, words = board.copy(), []
    for text in texts:
        try:
            chess960 = board.chess960
            board.chess960 = True
            move = board.parse_uci(board.uci(chess.Move.from_uci(text), chess960=True))
            board.chess960 = chess960
        except ValueError:
            return words, False
        words.append(word_of(board, move))
        board.push(move)
    return words, True


def score_of(pv: dict[str, Any], board_turn: bool) -> int | None:
    if pv.get("mate") is not None:
        mate = pv["mate"]
        if mate == 0:
            return -32768 if board_turn else 32767
        moves = min(abs(mate), 700) - 1
        return -32768 + moves if mate < 0 else 32767 - moves
    return None if pv.get("cp") is None else max(-32000, min(32000, pv["cp"]))


def evaluation_rows(line: bytes, which: str) -> list[Row]:
    """Return the rows of a line that a well-formed file contains."""
    record = json.loads(line)
    board = board_of(record["fen"])
    evaluations = record["evals"]
    if which == "deepest":

        def rank(e: dict[str, Any]) -> tuple[bool, int, int]:
            return bool(e["pvs"]), e.get("depth") or 0, e.get("knodes") or 0

        evaluations = [max(evaluations, key=rank)]
    rows = []
    for evaluation in evaluations:
        pvs = evaluation["pvs"]
        line_words, legal = words_of(board, pvs[0]["line"].split()) if pvs else ([], True)
        assert legal
        rows.append(
            {
                "fen": record["fen"],
                "packed": board,
                "depth": evaluation.get("depth"),
                "knodes": evaluation.get("knodes"),
                "score": score_of(pvs[0], board.turn) if pvs else None,
                "best": line_words[0] if line_words else None,
                "line": line_words if pvs else None,
                "multipv": len(pvs),
                "scores": [score_of(pv, board.turn) for pv in pvs],
                "moves": [(words_of(board, pv["line"].split()[:1])[0] or [0])[0] for pv in pvs],
            }
        )
    return rows


def puzzle_row(line: bytes) -> Row:
    import csv

    (fields,) = csv.reader([line.decode()])
    fields += [""] * (10 - len(fields))
    board = board_of(fields[1])
    moves = fields[2].split()
    (last,), legal = words_of(board, moves[:1])
    board.chess960 = True
    board.push(board.parse_uci(board.uci(chess.Move.from_uci(moves[0]), chess960=True)))
    board.chess960 = is_chess960(chess.Board(fields[1], chess960=True))
    solution, all_legal = words_of(board, moves[1:])
    assert legal and all_legal
    return {
        "PuzzleId": fields[0],
        "packed": board,
        "fen": board.fen(),
        "last_move": last,
        "moves": solution,
        **{name: int(fields[3 + i]) for i, name in enumerate(["Rating", "RatingDeviation", "Popularity", "NbPlays"])},
        "Themes": fields[7].split(),
        "GameUrl": fields[8],
        "OpeningTags": fields[9].split(),
    }


def write_lines(kind: str, path: Path, n: int = 120) -> Path:
    """Write *n* "evaluations" or "puzzles" and a line that is neither, and return the path."""
    rng = random.Random(1)
    line_of = evaluation_line if kind == "evaluations" else puzzle_line
    lines = [line_of(rng, b, plain=rng.random() < 0.9) for b in random_boards(rng, n) if any(b.legal_moves)]
    path.write_bytes(b"\n".join([*lines, b"not a line", b""]))
    return path
