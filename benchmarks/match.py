"""Plays matches between engines, with fixed openings and both colors, and prints scores with error bars.

    python benchmarks/match.py fairymax [phalanx ...] [--games 100] [--ms 100]   bitrook against other engines
    python benchmarks/match.py fairymax --network FILE                           ... with a network
    python benchmarks/match.py --techniques [--games 200] [--nodes 5000]         against itself without a technique
    python benchmarks/match.py --terms [NAME ...] [--nodes 5000]                 ... without a term of the evaluation
    python benchmarks/match.py --uci "COMMAND" "COMMAND" [--games 100]           any two UCI engines

The term `all` stands for the evaluation by tables alone; --time-limit MS plays --terms at fixed time instead of nodes.

Needs python-chess. There are 40 openings; after 80 games they are used again, with two more plies. The other engines are Debian's packages of those names. bitrook gets --ms milliseconds for each move,
an engine of the xboard protocol a clock of 40 moves in 40 times as long. A game that the rules do not end is decided by a
search of depth 6, made in turn for both sides, once it has seen a lead of 9 pawns in eight positions in a row, and is a
draw after 400 plies.
"""

from __future__ import annotations

import argparse
import contextlib
import math
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import chess
import chess.engine
import chess.pgn

import bitrook
from bitrook.search import TECHNIQUES, DefaultEvaluation, PieceSquareTables, Search

# Balanced openings, eight to ten plies each.
OPENINGS = """
e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 | e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 | e4 e5 Nf3 Nc6 d4 exd4 Nxd4 Nf6 | e4 e5 Nf3 Nf6 Nxe5 d6 Nf3 Nxe4
e4 e5 Nc3 Nf6 f4 d5 fxe5 Nxe4 | e4 e5 Nf3 Nc6 Nc3 Nf6 Bb5 Bb4 | e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6
e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 Nf6 Nc3 e5 | e4 c5 Nf3 e6 d4 cxd4 Nxd4 a6 | e4 c5 c3 Nf6 e5 Nd5 d4 cxd4 | e4 c5 Nc3 Nc6 g3 g6 Bg2 Bg7
e4 e6 d4 d5 Nc3 Nf6 Bg5 Be7 | e4 e6 d4 d5 Nd2 c5 exd5 exd5 | e4 e6 d4 d5 e5 c5 c3 Nc6 | e4 c6 d4 d5 Nc3 dxe4 Nxe4 Bf5
e4 c6 d4 d5 e5 Bf5 Nf3 e6 | e4 d6 d4 Nf6 Nc3 g6 Nf3 Bg7 | e4 d5 exd5 Qxd5 Nc3 Qa5 d4 Nf6 | e4 Nf6 e5 Nd5 d4 d6 Nf3 Bg4
d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7 | d4 d5 c4 c6 Nf3 Nf6 Nc3 dxc4 | d4 d5 c4 dxc4 Nf3 Nf6 e3 e6 | d4 d5 c4 c6 cxd5 cxd5 Nc3 Nf6
d4 Nf6 c4 e6 Nc3 Bb4 e3 O-O | d4 Nf6 c4 e6 Nf3 b6 g3 Bb7 | d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 | d4 Nf6 c4 g6 Nc3 d5 Nf3 Bg7
d4 Nf6 c4 c5 d5 e6 Nc3 exd5 cxd5 d6 | d4 f5 g3 Nf6 Bg2 e6 Nf3 Be7 | d4 d5 Nf3 Nf6 Bf4 c5 e3 Nc6 | d4 Nf6 Nf3 e6 Bg5 c5 e3 Be7
c4 e5 Nc3 Nf6 Nf3 Nc6 g3 d5 | c4 c5 Nf3 Nf6 Nc3 Nc6 g3 g6 | c4 Nf6 Nc3 e6 e4 d5 e5 d4 | Nf3 d5 g3 Nf6 Bg2 c6 O-O Bf5
Nf3 Nf6 c4 g6 g3 Bg7 Bg2 O-O | f4 d5 Nf3 Nf6 e3 g6 Be2 Bg7 | b3 e5 Bb2 Nc6 e3 d5 Bb5 Bd6 | e4 g6 d4 Bg7 Nc3 d6 Be3 a6
d4 d6 e4 Nf6 Nc3 e5 Nf3 Nbd7
"""
OPENING_LINES = [line.split() for line in OPENINGS.replace("\n", "|").split("|") if line.strip()]
GAMES_DIRECTORY = "/usr/games"
ENGINES = {  # protocol and command
    "fairymax": ("xboard", ["fairymax"]),
    "phalanx": ("xboard", ["phalanx", "-b-", "-l-"]),
    "sjeng": ("xboard", ["sjeng"]),
    "ethereal-chess": ("uci", ["ethereal-chess"]),
    "gnuchess": ("uci", ["gnuchess", "-u"]),
    "stockfish": ("uci", ["stockfish"]),
    "toga2": ("uci", ["toga2"]),
}
PLIES_OF_A_LEAD, LEAD, LONGEST = 8, 900, 400

Mover = Callable[[chess.Board], chess.Move]
Evaluation = DefaultEvaluation | PieceSquareTables


class XBoard:
    """An engine of the xboard protocol. Each game is a new process, which gets all moves from the start position: not all
    such engines can set up another one, or tell the end of what they have to say about the game before."""

    def __init__(self, command: list[str], ms: float) -> None:
        self.command = command
        self.session = 40 * ms / 1000
        self.process: subprocess.Popen[str] | None = None
        self.told: list[chess.Move] = []
        self.left, self.moves = self.session, 0

    def say(self, *lines: str) -> None:
        assert self.process and self.process.stdin
        self.process.stdin.write("".join(f"{line}\n" for line in lines))
        self.process.stdin.flush()

    def begin(self, moves: list[chess.Move]) -> None:
        self.close()
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(
            self.command,
            stdin=pipe,
            stdout=pipe,
            stderr=subprocess.DEVNULL,
            text=True,
            bufsize=1,
            cwd=tempfile.gettempdir(),
        )
        self.say("xboard", "protover 2")
        time.sleep(0.5)
        minutes, seconds = divmod(max(round(self.session), 1), 60)
        self.say("new", "easy", "nopost", "computer", f"level 40 {minutes}:{seconds:02d} 0", "force")
        self.say(*(move.uci() for move in moves))
        self.left, self.moves = self.session, 0

    def __call__(self, board: chess.Board) -> chess.Move:
        moves = board.move_stack
        if self.process is None or moves[:-1] != self.told:
            self.begin(moves)
            go = "go"
        else:
            go = moves[-1].uci()
        centiseconds = max(round(100 * self.left), 1)
        self.say(f"time {centiseconds}", f"otim {centiseconds}", go)
        start = time.perf_counter()
        move = self.answer(board)
        self.moves += 1
        self.left += (self.session if self.moves % 40 == 0 else 0) - (time.perf_counter() - start)
        self.told = [*moves, move]
        return move

    def answer(self, board: chess.Board) -> chess.Move:
        assert self.process and self.process.stdout
        for line in self.process.stdout:
            words = line.split()
            if len(words) >= 2 and words[0] == "move":
                return parsed(board, words[1])
            if "resign" in words or (words and words[0] in ("0-1", "1-0", "1/2-1/2")):
                raise Ended(line.strip())
        raise Ended("the engine has ended")

    def close(self) -> None:
        if self.process:
            self.process.kill()
            self.process.communicate()
            self.process = None


class Ended(Exception):
    """An engine gives up, or claims a result."""


def parsed(board: chess.Board, text: str) -> chess.Move:
    try:
        return board.parse_uci(text.lower())
    except ValueError:
        return board.parse_san(text)


class Uci:
    """An engine of the UCI protocol, through python-chess."""

    def __init__(self, command: list[str], limit: chess.engine.Limit, network: str | None = None) -> None:
        self.command, self.limit = command, limit
        self.engine = chess.engine.SimpleEngine.popen_uci(command, timeout=30)
        if network:
            self.engine.configure({"EvalFile": network})
        self.game, self.ply = object(), 0

    def __call__(self, board: chess.Board) -> chess.Move:
        if board.ply() <= self.ply:  # a new game
            self.game = object()
        self.ply = board.ply()
        try:
            move = self.engine.play(board, self.limit, game=self.game).move
        except chess.engine.EngineTerminatedError:  # gnuchess does this now and then; it may try once more
            print(f"{self.command[0]} ended by itself", file=sys.stderr)
            self.engine = chess.engine.SimpleEngine.popen_uci(self.command, timeout=30)
            move = self.engine.play(board, self.limit, game=self.game).move
        assert move
        return move

    def close(self) -> None:
        self.engine.close()


class Native:
    """A `bitrook.search.Search` in this process, with a new table for each game."""

    def __init__(self, nodes: int | None, ms: float | None, evaluation: Evaluation, **options: bool) -> None:
        self.nodes, self.seconds = nodes, ms and ms / 1000
        self.search = Search(evaluation, **options)
        self.ply = 0

    def __call__(self, board: chess.Board) -> chess.Move:
        if board.ply() <= self.ply:  # a new game
            self.search.table.clear()
        self.ply = board.ply()
        ours = bitrook.Board()
        ours.push_all([bitrook.Move.from_uci(move.uci()) for move in board.move_stack])
        move = self.search.run(ours, nodes=self.nodes, time=self.seconds).move
        assert move
        return chess.Move.from_uci(move.uci())

    def close(self) -> None:
        pass


def play(white: Mover, black: Mover, opening: list[str], judge: Search) -> float:
    """Return White's score: 1, 0.5 or 0."""
    board, leads = chess.Board(), 0
    for san in opening:
        board.push_san(san)
    while not (outcome := board.outcome(claim_draw=True)):
        if board.ply() >= LONGEST:
            return 0.5
        try:
            board.push((white if board.turn else black)(board))
        except Ended as reason:
            if "1/2" in str(reason):
                return 0.5
            return 0.0 if board.turn else 1.0  # only the side that is to move has given up
        score = judge.run(bitrook.Board(board.fen()), depth=6).score.score(mate_score=10_000) or 0
        white_score = score if board.turn else -score
        lead = (white_score >= LEAD) - (white_score <= -LEAD)
        leads = leads + lead if lead and leads * lead >= 0 else lead
        if abs(leads) >= PLIES_OF_A_LEAD:
            return 1.0 if leads > 0 else 0.0
    return {"1-0": 1.0, "0-1": 0.0}.get(outcome.result(), 0.5)


def opening_of(pair: int) -> list[str]:
    """Return the opening of a pair of games, in SAN.

    The openings are used in turn. From the second turn on two more plies follow, others in each turn, because two searches
    at fixed nodes play the same game after the same opening. They are among the five best moves of a short search, and at
    most 60 centipawns worse than the best one.
    """
    turn, number = divmod(pair, len(OPENING_LINES))
    line = list(OPENING_LINES[number])
    if turn == 0:
        return line
    board = bitrook.Board()
    for san in line:
        board.push_san(san)
    for choice in (turn - 1) % 5, (turn - 1) // 5:
        lines = Search().run(board, depth=5, multipv=5).lines
        best = lines[0].score.score(mate_score=10_000) or 0
        good = [one.moves[0] for one in lines if (one.score.score(mate_score=10_000) or 0) >= best - 60]
        move = good[choice % len(good)]
        line.append(board.san(move))
        board.push(move)
    return line


def match(first: Mover, second: Mover, games: int) -> tuple[int, int, int]:
    """Return the wins, draws and losses of the first player. Each opening is played with both colors."""
    judge = Search()
    counts = [0, 0, 0]
    for i in range(games):
        opening = opening_of(i // 2)
        if i % 2 == 0:
            score = play(first, second, opening, judge)
        else:
            score = 1 - play(second, first, opening, judge)
        counts[round(2 - 2 * score)] += 1
        if sys.stderr.isatty():
            print(f"\r{i + 1}: {summary(*counts)}   ", end="", file=sys.stderr, flush=True)
    return counts[0], counts[1], counts[2]


def summary(wins: int, draws: int, losses: int) -> str:
    """Return the score and the difference in Elo, with 95 % intervals.

    >>> summary(50, 20, 30)
    '+50 =20 -30, 60.0 % +- 8.5, Elo +70 +- 63'
    """
    games = wins + draws + losses
    score = (wins + draws / 2) / games
    variance = (wins * (1 - score) ** 2 + draws * (0.5 - score) ** 2 + losses * score**2) / games
    error = 1.96 * math.sqrt(variance / games)

    def elo(s: float) -> float:
        s = min(max(s, 0.5 / games), 1 - 0.5 / games)
        return -400 * math.log10(1 / s - 1)

    half = (elo(score + error) - elo(score - error)) / 2
    return f"+{wins} ={draws} -{losses}, {100 * score:.1f} % +- {100 * error:.1f}, Elo {elo(score):+.0f} +- {half:.0f}"


@contextlib.contextmanager
def opponent(name: str, ms: float) -> Iterator[Mover]:
    protocol, (program, *arguments) = ENGINES[name]
    path = Path(GAMES_DIRECTORY) / program
    command = [str(path) if path.exists() else program, *arguments]
    engine = XBoard(command, ms) if protocol == "xboard" else Uci(command, chess.engine.Limit(time=ms / 1000))
    try:
        yield engine
    finally:
        engine.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engines", nargs="*", help=", ".join(ENGINES))
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--ms", type=float, default=100)
    parser.add_argument("--nodes", type=int, default=5000)
    parser.add_argument("--techniques", nargs="*", metavar="NAME", help="which of them (default: all)")
    parser.add_argument("--terms", nargs="*", metavar="NAME", help="which of them (default: all and each)")
    parser.add_argument("--time-limit", type=float, metavar="MS")
    parser.add_argument("--network", metavar="FILE", help="what bitrook evaluates with, against other engines")
    parser.add_argument("--uci", nargs=2, metavar="COMMAND")
    arguments = parser.parse_args()
    limit = chess.engine.Limit(time=arguments.ms / 1000)
    bitrook_command = [sys.executable, "-m", "bitrook", "uci"]
    for name in arguments.engines:
        ours = Uci(bitrook_command, limit, arguments.network)
        with contextlib.closing(ours), opponent(name, arguments.ms) as theirs:
            print(f"bitrook against {name}: {summary(*match(ours, theirs, arguments.games))}", flush=True)
    if arguments.uci:
        one, two = (Uci(command.split(), limit) for command in arguments.uci)
        with contextlib.closing(one), contextlib.closing(two):
            print(f"the first against the second: {summary(*match(one, two, arguments.games))}", flush=True)
    limits = (None, arguments.time_limit) if arguments.time_limit else (arguments.nodes, None)
    default = DefaultEvaluation()
    players: dict[str, Native] = {}
    for name in TECHNIQUES if arguments.techniques == [] else arguments.techniques or ():
        players[name] = Native(*limits, default, **{name: False})
    for name in ["all", *default.weights] if arguments.terms == [] else arguments.terms or ():
        without = PieceSquareTables() if name == "all" else DefaultEvaluation(**{name: False})
        players[name] = Native(*limits, without)
    for name, player in players.items():
        print(f"{name}: {summary(*match(Native(*limits, default), player, arguments.games))}", flush=True)


if __name__ == "__main__":
    os.environ.setdefault("PYTHONPATH", str(Path(bitrook.__file__).parents[1]))
    main()
