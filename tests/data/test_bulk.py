"""Tests for the bulk functions: movetext, moves as text, packed positions and openings."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import chess
import numpy as np
import pytest
from support.column_oracle import lichess_text

import bitrook
import bitrook.data as bd
from bitrook.openings import Opening, Openings

GAMES = bd.read_pgn(lichess_text()[:300_000], columns=["moves", "movetext", "ply_count", "clocks", "evals", "final"])


# ---- Packed positions.

VECTORS = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1": "ffff00000000ffff2d844ad200000000111111113e955be3",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1": "917d731812a4ff91ad0d004400201801203531111119e5eb",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 3 5": "917d731812a4ff91ad0d004400201801203531111119e5ef",
    "1n5k/P7/8/8/8/8/7p/K5N1 w - - 0 1": "82010000000080412a01b300000000000000000000000000",
    "1n5k/P7/8/8/8/8/7p/K5N1 b - - 0 1": "82010000000080412a01f300000000000000000000000000",
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3": "ffd700380000efff2d844ad200000010c01111113e955be3",
}


def slow_packed(board: chess.Board) -> bytes:
    """Return the Binary FEN of python-chess's board, computed from its definition."""
    nibbles = []
    for square in chess.scan_forward(board.occupied):
        piece = board.piece_at(square)
        assert piece is not None
        nibble = 2 * "pnbrqk".index(piece.symbol().lower()) + (not piece.color)
        if piece.piece_type == chess.ROOK and board.castling_rights & chess.BB_SQUARES[square]:
            nibble = 13 if piece.color else 14
        if piece.symbol() == "k" and board.turn == chess.BLACK:
            nibble = 15
        if board.has_legal_en_passant() and square == (board.ep_square or 0) + (-8 if board.turn else 8):
            nibble = 12
        nibbles.append(nibble)
    nibbles += [0] * (32 - len(nibbles))
    pairs = bytes(low | high << 4 for low, high in zip(nibbles[::2], nibbles[1::2], strict=True))
    return board.occupied.to_bytes(8, "big") + pairs


@pytest.mark.parametrize("fen", VECTORS)
def test_known_positions(fen: str) -> None:
    assert bitrook.Board(fen).packed().hex() == VECTORS[fen]


def positions() -> list[str]:
    special = [
        "rnbqkb1r/ppp1pppp/5n2/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3",
        "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1",
        "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1",  # no capture is possible, so the square is dropped
        "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 0 1",
        "8/8/8/8/8/8/8/8 w - - 0 1",
        "k7/8/8/8/8/8/8/7K w - - 99 120",
    ]
    rng, fens = random.Random(24), []
    for _ in range(6):
        board = chess.Board()
        while not board.is_game_over() and board.ply() < 120:
            board.push(rng.choice(list(board.legal_moves)))
            fens.append(board.fen())
    return special + fens


def test_packed_is_the_definition_and_comes_back() -> None:
    for fen in positions():
        board = bitrook.Board(fen)
        packed = board.packed()
        assert packed == slow_packed(chess.Board(fen)), fen
        again = bitrook.Board.from_packed(packed)
        assert again.fen().split()[:4] == board.fen().split()[:4], fen
        assert again.packed() == packed and again.key == board.key
        assert bitrook.Board.from_packed(bytearray(packed)) == again


def test_chess960_castling_rights() -> None:
    board = bitrook.Board("bnrbnkrq/pppppppp/8/8/8/8/PPPPPPPP/BNRBNKRQ w GCgc - 0 1", chess960=True)
    again = bitrook.Board.from_packed(board.packed(), chess960=True)
    assert again.chess960 and again.shredder_fen() == board.shredder_fen()


def test_a_subclass_is_made_by_its_class() -> None:
    class Mine(bitrook.Board):
        pass

    assert type(Mine.from_packed(Mine().packed())) is Mine


def test_bytes_that_are_no_position() -> None:
    packed = bitrook.Board().packed()
    for data, match in [
        (packed[:-1], "24 bytes, not 23"),
        (b"\xff" * 24, "more than 32 pieces"),
        (bytes(7) + b"\x01" + b"\x0c" + bytes(15), "rank 4 or 5"),
        (bytes(4) + b"\x03" + bytes(3) + b"\xcc" + bytes(15), "more than one pawn"),
        (bytes(23) + b"\x10", "after the last piece"),
    ]:
        with pytest.raises(ValueError, match=match):
            bitrook.Board.from_packed(data)
    with pytest.raises(TypeError):
        bitrook.Board.from_packed("text")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="cannot be packed: more than 32 pieces"):
        bitrook.Board("pppppppp/pppppppp/pppppppp/pppppppp/pppppppp/8/8/K6k w - - 0 1").packed()
    with pytest.raises(ValueError, match="Black is to move and has no king"):
        bitrook.Board("8/8/8/8/8/8/8/K7 b - - 0 1").packed()


def test_any_24_bytes_are_read_or_refused() -> None:
    rng, packed = random.Random(7), positions_packed()
    for _ in range(3000):
        data = bytearray(rng.choice(packed))
        for _ in range(rng.randrange(4)):
            data[rng.randrange(24)] = rng.randrange(256)
        try:
            board = bitrook.Board.from_packed(data)
        except ValueError:
            continue
        board.status()


def positions_packed() -> list[bytes]:
    return [bitrook.Board(fen).packed() for fen in (positions() * 2)[:700:35]]


def test_many_boards() -> None:
    boards = [bitrook.Board(fen) for fen in positions()]
    packed = bd.pack_boards(boards)
    assert packed == b"".join(b.packed() for b in boards)
    assert [b.packed() for b in bd.unpack_boards(packed)] == [b.packed() for b in boards]
    assert [b.packed() for b in bd.unpack_boards(np.frombuffer(packed, "u1"))] == [b.packed() for b in boards]
    final = GAMES["final"]
    assert bd.unpack_boards(final.tobytes())[3].packed() == GAMES.column("final")[3]
    with pytest.raises(ValueError, match="a multiple of 24 bytes, not 25"):
        bd.unpack_boards(bytes(25))
    with pytest.raises(ValueError, match="packed, position 1: more than 32"):
        bd.unpack_boards(bytes(24) + b"\xff" * 24)
    with pytest.raises(TypeError, match="boards must be an iterable of Boards"):
        bd.pack_boards(["x"])  # type: ignore[list-item]


# ---- Movetext.


def test_movetexts_give_the_columns_of_their_games() -> None:
    columns = ["moves", "ply_count", "clocks", "evals", "final"]
    for threads in (1, 3):
        games = bd.parse_movetext(list(GAMES["movetext"]) * 20, columns, threads=threads)
        assert games.to_pydict() == {name: GAMES.to_pydict()[name] * 20 for name in columns}


def test_one_row_for_each_string() -> None:
    texts = ["", None, "  ", "1. e4 *\n\n1. d4 *", '[White "A"]\n\n1. c4 *', "{ only a comment", "1. e4 e4", "garbage"]
    games = bd.parse_movetext(texts, ["White", "moves", "error", "offset"])
    assert games.to_pydict()["moves"] == [None, None, None, [1804], [1674], [], [1804], []]
    assert games.column("White")[4] == "A"
    errors = list(games.column("error"))
    assert errors[:5] == [None] * 5 and errors[5] == "offset 0, ply 0: the comment has no closing brace"
    assert errors[6].startswith("offset 6, ply 1: illegal move 'e4'")
    assert len(bd.parse_movetext([])) == 0
    with pytest.raises(TypeError, match="strings must contain str, not int"):
        bd.parse_movetext(["1. e4", 3])  # type: ignore[list-item]
    with pytest.raises(TypeError, match="strings must be a column or a list of str, not a single text"):
        bd.parse_movetext("1. e4")


# ---- Positions.


def test_positions_of_games() -> None:
    columns = [
        "game",
        "ply",
        "position",
        "move",
        "key",
        "eval",
        "clock",
        "result",
        "piece_count",
        "dense",
        "classical",
        "White",
    ]
    text = lichess_text()[:60_000]
    games = bd.read_pgn(text, columns=["offset", "moves", "clocks", "evals", "result", "White"])
    table = bd.scan_pgn(text, threads=2).positions(columns).read()
    row = 0
    for i in range(len(games)):
        game = games.row(i)
        board = bitrook.Board()
        for ply, word in enumerate([*game["moves"], None]):
            expected: dict[str, Any] = {
                "game": game["offset"],
                "ply": ply,
                "position": board.packed(),
                "move": word,
                "key": board.key,
                "eval": game["evals"][ply - 1] if game["evals"] and ply else None,
                "clock": game["clocks"][ply] if game["clocks"] and word is not None else None,
                "result": game["result"],
                "piece_count": board.occupied.bit_count(),
                "dense": list(np.asarray(board.layout("dense"))),
                "classical": list(np.asarray(board.layout("classical"))[:12]),
                "White": game["White"],
            }
            assert table.row(row) == expected
            row += 1
            if word is not None:
                board.push(bitrook.Move.from_word(word))
    assert row == len(table)
    assert table["dense"].shape == (row, 8) and table["classical"].shape == (row, 12)
    assert table["position"].dtype == np.dtype("V24")


def test_positions_every_and_skip_first() -> None:
    text = b"1. e4 e5 2. Nf3 Nc6 3. Bb5 *\n\n1. d4 *\n\n*\n"
    plies = lambda **options: bd.scan_pgn(text).positions(["ply"], **options).read()["ply"].tolist()  # noqa: E731
    assert plies() == [0, 1, 2, 3, 4, 5, 0, 1, 0]
    assert plies(every=2) == [0, 2, 4, 0, 0]
    assert plies(skip_first=2) == [2, 3, 4, 5]
    assert plies(every=3, skip_first=1) == [1, 4, 1]
    scan = bd.scan_pgn(text, filters=[("ply_count", ">", 1)], errors="drop")
    assert scan.positions(["ply"]).count() == 6
    assert bd.scan_pgn(b"1. e4 e4 *\n\n1. d4 *", errors="drop").positions(["ply"]).count() == 2
    assert bd.scan_pgn(b"1. e4 e4 *\n\n1. d4 *").positions(["ply"]).count() == 4  # includes the moves before the error
    with pytest.raises(ValueError, match="columns of lists|column of lists"):
        bd.scan_pgn(text).positions(["moves"])
    with pytest.raises(ValueError, match="every must be in"):
        bd.scan_pgn(text).positions(every=0)


# ---- Openings.

TSV = "eco\tname\tpgn\nB00\tKing's Pawn\t1. e4\nC60\tRuy Lopez\t1. e4 e5 2. Nf3 Nc6 3. Bb5\n"


def test_openings(tmp_path: Path) -> None:
    path = tmp_path / "a.tsv"
    path.write_text(TSV)
    openings = Openings.from_tsv(path)
    assert len(openings) == 2 and [o.eco for o in openings] == ["B00", "C60"]
    board = bitrook.Board()
    for san in "Nf3 Nc6 e4 e5 Bb5".split():  # a transposition
        assert openings.find(board) is None
        board.push_san(san)
    ruy = openings.find(board)
    assert ruy == Opening("C60", "Ruy Lopez", "1. e4 e5 2. Nf3 Nc6 3. Bb5")
    assert openings.find(board.packed()) == ruy and openings.board(ruy).packed() == board.packed()
    board.push_san("a6")
    assert openings.find(board) is None and openings.find_last(board) == ruy
    assert openings.find_last(bitrook.Board()) is None
    later = Opening("C61", "Spanish", "1. Nf3 Nc6 2. e4 e5 3. Bb5")
    assert list(Openings([*openings, later])) == [Opening("B00", "King's Pawn", "1. e4"), later]


def test_wrong_openings(tmp_path: Path) -> None:
    path = tmp_path / "a.tsv"
    path.write_text(TSV + "\nB01\tScandinavian\n")
    with pytest.raises(ValueError, match=r"a\.tsv, line 5: expected the columns eco, name and pgn, got "):
        Openings.from_tsv(path)
    with pytest.raises(ValueError, match="opening 0, X00 Wrong: offset 6, ply 1: illegal move 'e4'"):
        Openings([Opening("X00", "Wrong", "1. e4 e4")])
