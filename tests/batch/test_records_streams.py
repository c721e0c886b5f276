"""Files of positions as streams: batches, progress, PGN with evaluations, conversions, Chess960."""

from __future__ import annotations

import gzip
import io
import random
from pathlib import Path

import chess.pgn
import numpy as np
import pytest

import bitrook.batch as bb
import bitrook.data as bd
from bitrook import Board, Move

PACKED = Board().packed()
LOSSLESS = ["binpack", "packedsfen", "viriformat"]


def test_any_source(tmp_path: Path) -> None:
    data = PACKED * 10
    path = tmp_path / "start.bfen"
    path.write_bytes(data)
    with gzip.open(tmp_path / "start.gz", "wb") as file:
        file.write(data)
    with gzip.open(tmp_path / "start.gz") as packed, path.open("rb") as plain:
        sources = [path, str(path), data, bytearray(data), memoryview(data), io.BytesIO(data), packed, plain]
        for source in sources:
            batches = list(bb.read_positions(source, "binary_fen", batch_size=4))
            assert [len(batch.positions) for batch in batches] == [4, 4, 2]
            assert all(column.flags.writeable for batch in batches for column in batch)
    assert list(bb.read_positions(b"", "binpack")) == []


def test_batches_larger_than_the_memory_that_is_allocated_at_once() -> None:
    data = PACKED * 150_001
    for size in (150_000, 10**12):
        batches = list(bb.read_positions(data, "binary_fen", batch_size=size))
        assert [len(batch.positions) for batch in batches] == ([150_000, 1] if size == 150_000 else [150_001])


@pytest.mark.parametrize("name", ["binary_fen", "marlinformat", "bulletformat", "packedsfen", "viriformat", "binpack"])
def test_threads_do_not_change_files_nor_errors(name: str) -> None:
    boards = bb.Boards(3000, seed=1)
    boards.step(boards.random_moves())
    packed = np.concatenate([boards.packed()] * 3)
    rows = bb.Positions.of(packed, moves=np.concatenate([boards.random_moves()] * 3), scores=np.arange(len(packed)))
    wrong = rows._replace(results=rows.results.copy())
    wrong.results[[5001, 7002]] = 9, 8
    files, errors, batches, places = [], [], [], []
    for threads in (1, 2, 3, 7):
        file, damaged = io.BytesIO(), io.BytesIO()
        assert bb.write_positions(file, rows, name, threads=threads) == len(packed)
        with pytest.raises(
            ValueError, match=r"positions\[5001\] cannot be written: the result is not -1, 0 or 1"
        ) as error:
            bb.write_positions(damaged, wrong, name, threads=threads)
        files.append((file.getvalue(), damaged.getvalue()))
        errors.append(str(error.value))
        whole = bb.Positions.concatenate(bb.read_positions(file.getvalue(), name, batch_size=7000, threads=threads))
        batches.append([column.tobytes() for column in whole])
        data = bytearray(file.getvalue())
        data[len(data) * 2 // 3 :] = b"\xff" * (len(data) - len(data) * 2 // 3)
        read: list[bytes] = []
        with pytest.raises(ValueError, match="source, at byte") as error:
            for batch in bb.read_positions(bytes(data), name, threads=threads):
                read += [column.tobytes() for column in batch]
        places.append((str(error.value), read))
    for found in (files, errors, batches, places):
        assert all(other == found[0] for other in found)
    assert len(batches[0][0]) == packed.size


def test_wrong_number_of_threads() -> None:
    for threads in (0, 1025, "2"):
        with pytest.raises(ValueError, match="threads must be an int from 1 to 1024"):
            bb.read_positions(PACKED, "binary_fen", threads=threads)  # type: ignore[arg-type]
        with pytest.raises(ValueError, match="threads must be an int from 1 to 1024"):
            bb.write_positions(io.BytesIO(), [], "binary_fen", threads=threads)  # type: ignore[arg-type]


def test_progress(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "start.bfen"
    path.write_bytes(PACKED * 100_000)
    calls: list[tuple[int, int, int]] = []
    list(bb.read_positions(path, progress=lambda *call: calls.append(call)))
    size = path.stat().st_size
    assert [call[0] for call in calls] == [1 << 20, 2 << 20, size]
    assert {call[1] for call in calls} == {size}
    assert [call[2] for call in calls] == sorted(call[2] for call in calls) and calls[-1][2] > 80_000
    list(bb.read_positions(path, progress=True))
    assert capsys.readouterr().err == ""  # no progress, since stderr is not a terminal
    with pytest.raises(TypeError, match="progress must be a bool or a callable"):
        bb.read_positions(path, progress=1)  # type: ignore[arg-type]


def game(seed: int, evals: float = 0.8) -> str:
    rng = random.Random(seed)
    root = chess.pgn.Game()
    root.headers["Result"] = rng.choice(["1-0", "0-1", "1/2-1/2", "*"])
    if seed % 3 == 0:
        root.setup("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 7 30")
    node: chess.pgn.GameNode = root
    for _ in range(rng.randrange(1, 90)):
        moves = list(node.board().legal_moves)
        if not moves:
            break
        node = node.add_variation(rng.choice(moves))
        if rng.random() < evals:
            mate = rng.random() < 0.1
            score = chess.engine.Mate(rng.choice([-3, 2])) if mate else chess.engine.Cp(rng.randrange(-900, 900))
            node.set_eval(chess.engine.PovScore(score, chess.WHITE))
    return str(root) + "\n\n"


def expected_rows(text: str) -> list[tuple[object, ...]]:
    """Return the rows of one game, computed with python-chess."""
    root = chess.pgn.read_game(io.StringIO(text))
    assert root
    result = {"1-0": 1, "0-1": -1, "1/2-1/2": 0}.get(root.headers["Result"])
    rows: list[tuple[object, ...]] = []
    for node in [root, *root.mainline()][:-1]:
        score = node.eval()
        if score is None or result is None:
            continue
        mate = score.white().mate()
        value = score.white().score() if mate is None else 32768 - mate if mate > 0 else -32768 - mate - 1
        move = node.variations[0].move
        rows.append((Board(node.board().fen()).fen(), move.uci(), value, result))
    return rows


def rows_of(batch: bb.Positions) -> list[tuple[object, ...]]:
    rows: list[tuple[object, ...]] = []
    for packed, move, score, result, half, full in zip(*batch, strict=True):
        fen = " ".join([*Board.from_packed(bytes(packed)).fen().split()[:4], str(half), str(full)])
        rows.append((fen, Move.from_word(int(move)).uci(), int(score), int(result)))
    return rows


def test_pgn(tmp_path: Path) -> None:
    games = [game(seed) for seed in range(20)]
    rows = [row for text in games for row in expected_rows(text)]
    path = tmp_path / "games.pgn"
    path.write_text("".join(games))
    assert len(rows) > 250
    for size in (7, 100, 100_000):
        batches = list(bb.read_positions(path, batch_size=size))
        assert {len(batch.positions) for batch in batches[:-1]} <= {size} and len(batches[-1].positions) <= size
        assert rows_of(bb.Positions.concatenate(batches)) == rows
    scan = bd.scan_pgn(path, filters=[("result", "==", 1)], threads=2)
    assert rows_of(bb.Positions.concatenate(bb.read_positions(scan))) == [row for row in rows if row[3] == 1]
    with path.open("rb") as file:
        assert rows_of(bb.Positions.concatenate(bb.read_positions(file, "pgn"))) == rows


@pytest.mark.parametrize("name", LOSSLESS)
def test_pgn_to_records(name: str) -> None:
    pgn = "".join(game(seed, evals=1) for seed in range(12)).encode()
    file = io.BytesIO()
    count = bb.write_positions(file, bb.read_positions(pgn, "pgn", batch_size=50), name)
    batches = bb.Positions.concatenate(bb.read_positions(pgn, "pgn"))
    again = bb.Positions.concatenate(bb.read_positions(file.getvalue(), name))
    assert count == len(again.positions) > 100
    assert rows_of(again) == [(*row[:2], max(row[2], -32767), row[3]) for row in rows_of(batches)]  # type: ignore[type-var]
    if name == "binpack":
        assert len(file.getvalue()) < 5 * count


@pytest.mark.parametrize("first", LOSSLESS)
@pytest.mark.parametrize("second", LOSSLESS)
def test_conversion_keeps_everything(first: str, second: str) -> None:
    pgn = "".join(game(seed, evals=1) for seed in range(4)).encode()
    source, one, other, back = (io.BytesIO() for _ in range(4))
    bb.write_positions(source, bb.read_positions(pgn, "pgn"), first)
    bb.write_positions(one, bb.read_positions(source.getvalue(), first, batch_size=17), first)
    assert one.getvalue() == source.getvalue()
    bb.write_positions(other, bb.read_positions(one.getvalue(), first, batch_size=31), second)
    bb.write_positions(back, bb.read_positions(other.getvalue(), second), first)
    assert back.getvalue() == source.getvalue()


def test_columns_of_scans() -> None:
    table = bd.scan_pgn(b"1. e4 e5 2. Nf3 Nc6 *\n").positions(["halfmove_clock", "fullmove_number"]).read()
    assert table["halfmove_clock"].tolist() == [0, 0, 0, 1, 2]
    assert table["fullmove_number"].tolist() == [1, 1, 2, 2, 3]


@pytest.mark.parametrize("name", ["viriformat", "marlinformat", "binary_fen"])
def test_chess960(name: str) -> None:
    rows = []
    for number in range(0, 960, 31):
        rng, board = random.Random(number), Board.from_chess960_pos(number)
        while board.ply() < 40 and (moves := list(board.legal_moves)):
            castling = [move for move in moves if board.is_castling(move)]
            move = rng.choice(castling or moves)
            # If standard chess allows the same rights, castling is encoded as in standard chess.
            standard = Board.from_packed(board.packed())
            same = standard.clean_castling_rights() == board.clean_castling_rights()
            word = (standard.parse_uci(move.uci()) if same else move).word
            rows.append((board.packed(), word, board.halfmove_clock, board.fullmove_number, same))
            board.push(move)
    packed, moves, halves, fulls, same = zip(*rows, strict=True)
    assert not all(same)
    positions = np.frombuffer(b"".join(packed), np.uint8).reshape(-1, 24)
    batch = bb.Positions.of(positions, moves=moves, halfmove_clocks=halves, fullmove_numbers=fulls)
    file = io.BytesIO()
    bb.write_positions(file, batch, name)
    again = bb.Positions.concatenate(bb.read_positions(file.getvalue(), name))
    assert (again.positions == positions).all()
    if name == "viriformat":
        assert (again.moves == batch.moves).all()


def test_parts_of_batches() -> None:
    boards = bb.Boards(5)
    boards.step(boards.random_moves())
    batch = bb.Positions.of(np.concatenate([boards.packed(), bb.Boards(2).packed()]), scores=range(7))
    assert batch.turns.tolist() == [False] * 5 + [True] * 2 and batch.plies.tolist() == [1] * 5 + [0] * 2
    assert batch.take(batch.turns).scores.tolist() == [5, 6]
    assert batch.take([6, 0]).plies.tolist() == [0, 1]
    assert bb.Positions.concatenate([batch.take(slice(3)), batch.take(slice(3, 7))]).scores.tolist() == list(range(7))
    empty = bb.Positions.concatenate([])
    assert empty.positions.shape == (0, 24) and empty.turns.shape == empty.plies.shape == (0,)


def test_checks_and_captures() -> None:
    pgn = "".join(game(seed, evals=1) for seed in range(12)).encode()
    batch = bb.Positions.concatenate(bb.read_positions(pgn, "pgn"))
    seen = set()
    for row, in_check, captures in zip(rows_of(batch), batch.in_check, batch.captures, strict=True):
        board = chess.Board(str(row[0]))
        move = chess.Move.from_uci(str(row[1]))
        assert (board.is_check(), board.is_capture(move)) == (in_check, captures)
        seen.add((in_check, captures))
    assert len(seen) == 4
    cases = [("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6", True), ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5e6", False)]
    for fen, uci, expected in [*cases, ("4k3/8/8/3pP3/8/8/8/3QK3 w - d6 0 2", "d1d5", True)]:
        packed = np.frombuffer(Board(fen).packed(), np.uint8)[np.newaxis]
        assert bb.Positions.of(packed, moves=[Move.from_uci(uci).word]).captures[0] == expected


def test_pgn_is_only_read() -> None:
    with pytest.raises(ValueError, match="format must not be pgn, which can only be read"):
        bb.write_positions("games.pgn", bb.Positions.concatenate([]))
