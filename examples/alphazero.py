"""Learns to mate with a rook from self-play alone, as AlphaZero does, in ten minutes on one CPU core. Requires PyTorch.

    python examples/alphazero.py [--minutes 10] [--plot curve.png] [--save rook.pt] [--onnx rook.onnx]
    python examples/alphazero.py --toy          takes about 20 seconds
    python examples/alphazero.py --pieces KQk   another ending without pawns or castling

1. Play: games are played in parallel from random positions. batched_mcts.py searches all of them at once. A game that
   ends is replaced by a new one, and its positions go into the replay buffer. The targets are the shares of the visits,
   and the mean of the outcome and the value of the search. A game that is cut off ends with the value of the search.
2. Learn: the network learns from random positions of the buffer, each seen from a random side of the board.
3. Evaluate: the network plays against bitrook's own search, which defends, and bitrook.match plays it against the
   network of the evaluation before.

--minutes counts processor time, so a busy machine only makes the run longer.
"""

from __future__ import annotations

import argparse
import copy
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import torch
from batched_mcts import CODEC, PLANES, Trees
from torch import Tensor, nn
from torch.nn import functional as F

import bitrook
import bitrook.match
from bitrook import Board
from bitrook.batch import Boards
from bitrook.engine import Limit
from bitrook.search import Search

EDGES = bitrook.BB_RANK_1 | bitrook.BB_RANK_8 | bitrook.BB_FILE_A | bitrook.BB_FILE_H
RANK = 32  # of the matrix of the policy's weights, the largest of the network
EXPLORING = 4  # the first moves of each game are drawn in proportion to their visits


def symmetries() -> list[np.ndarray]:
    """Return how the eight symmetries of the board permute the codec's indices. Promotions stay as they are."""
    squares = np.arange(64).reshape(8, 8)
    permutations = []
    for flipped in (squares, squares[:, ::-1]):
        for turns in range(4):
            seen = np.rot90(flipped, turns).ravel()  # seen[i] is the square that moves to square i
            to = np.argsort(seen)
            permutation = np.arange(CODEC.size)
            for number, uci in enumerate(CODEC.moves):
                move = bitrook.Move.from_uci(uci)
                if not move.promotion:
                    target = bitrook.Move(int(to[move.from_square]), int(to[move.to_square])).uci()
                    permutation[number] = NUMBERS[target]
            permutations.append(permutation)
    return permutations


NUMBERS = {uci: number for number, uci in enumerate(CODEC.moves)}
SYMMETRIES = symmetries()


class Network(nn.Module):
    """A residual multilayer perceptron from planes to the logits of all moves and a value."""

    def __init__(self, width: int, layers: int) -> None:
        super().__init__()
        self.first = nn.Linear(64 * len(PLANES), width)
        self.hidden = nn.ModuleList(nn.Linear(width, width) for _ in range(layers))
        self.policy = nn.Sequential(nn.Linear(width, RANK), nn.Linear(RANK, CODEC.size))
        self.value = nn.Linear(width, 1)

    def forward(self, planes: Tensor) -> tuple[Tensor, Tensor]:
        """Return float32[n, CODEC.size] logits and float32[n] values from -1 to 1, for the side to move."""
        x = F.relu(self.first(planes.flatten(1)))
        for layer in self.hidden:
            x = x + F.relu(layer(x))
        return self.policy(x), torch.tanh(self.value(x)).squeeze(1)

    @torch.no_grad()
    def arrays(self, planes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Call the network with NumPy arrays."""
        logits, values = self(torch.from_numpy(planes))
        return logits.numpy(), values.numpy()


class Replay:
    """The latest positions of finished games with their targets, in ring buffers."""

    def __init__(self, size: int, moves: int) -> None:
        self.positions = np.zeros((size, 24), np.uint8)
        self.numbers = np.zeros((size, moves), np.int64)  # codec indices of the legal moves
        self.shares = np.zeros((size, moves), np.float32)  # of the visits; -1 for unused entries
        self.values = np.zeros(size, np.float32)
        self.added = 0

    def add(self, positions: np.ndarray, numbers: np.ndarray, shares: np.ndarray, values: np.ndarray) -> None:
        rows = np.arange(self.added, self.added + len(values)) % len(self.values)
        self.positions[rows], self.numbers[rows] = positions, numbers
        self.shares[rows], self.values[rows] = shares, values
        self.added += len(values)

    def sample(self, count: int, rng: np.random.Generator) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Return planes, numbers, shares and values of random rows, as seen from a random side of the board."""
        rows = rng.integers(min(self.added, len(self.values)), size=count)
        symmetry = int(rng.integers(len(SYMMETRIES)))
        planes = PLANES.encode(self.positions[rows])
        planes = np.rot90(planes[..., ::-1] if symmetry >= 4 else planes, symmetry % 4, axes=(2, 3)).copy()
        numbers = SYMMETRIES[symmetry][self.numbers[rows]]
        return tuple(map(torch.from_numpy, (planes, numbers, self.shares[rows], self.values[rows])))


class SelfPlay:
    """Games in progress. The rows of game g are positions[:length[g], g], and so on."""

    def __init__(self, start: Callable[[int], Boards], games: int, max_plies: int, moves: int, discount: float) -> None:
        self.start, self.moves, self.discount = start, moves, discount
        self.boards = start(games)
        self.length = np.zeros(games, int)
        self.positions = np.zeros((max_plies, games, 24), np.uint8)
        self.numbers = np.zeros((max_plies, games, moves), np.int64)
        self.shares = np.zeros((max_plies, games, moves), np.float32)
        self.values = np.zeros((max_plies, games), np.float32)

    def play(self, network: Network, simulations: int, replay: Replay, rng: np.random.Generator) -> tuple[int, int]:
        """Play a move in each game. Return the numbers of games that ended, and that ended in mate."""
        trees = Trees(self.boards, network.arrays, simulations, most_moves=self.moves)
        trees.add_noise(rng)
        trees.search()
        numbers, shares = trees.edges()
        games = np.arange(len(self.boards))
        self.positions[self.length, games] = self.boards.packed()
        self.numbers[self.length, games], self.shares[self.length, games] = numbers, shares
        self.values[self.length, games] = trees.values()
        drawn = shares / rng.exponential(size=shares.shape)  # the largest is drawn in proportion to its share
        edges = np.where(self.length < EXPLORING, drawn.argmax(axis=1), shares.argmax(axis=1))
        self.length += 1
        step = self.boards.step(numbers[games, edges], CODEC)
        ended = np.flatnonzero(step.terminated | step.truncated)
        outcomes = np.where(step.truncated, trees.values(), step.rewards)
        for game in ended:
            plies = np.arange(self.length[game])[::-1]  # from each position to the last one
            values = outcomes[game] * (-self.discount) ** plies  # for the side to move
            rows = slice(None, self.length[game]), game
            replay.add(self.positions[rows], self.numbers[rows], self.shares[rows], (values + self.values[rows]) / 2)
        if ended.size:
            self.boards[ended] = self.start(len(ended))
            self.length[ended] = 0
        return ended.size, int(np.count_nonzero(step.rewards[ended]))


def endings(pieces: str, count: int, rng: np.random.Generator, edge: float = 0) -> list[Board]:
    """Return random valid positions with *pieces*, such as KRk, and White to move.

    At least the share *edge* of them has Black's king at the edge of the board, where mates are found sooner.
    """
    found: list[Board] = []
    while len(found) < count:
        board = Board(None)
        for piece, square in zip(pieces, rng.choice(64, len(pieces), replace=False).tolist(), strict=True):
            board.set_piece_at(square, bitrook.Piece.from_symbol(piece))
        at_edge = board.kings & board.occupied_co[bitrook.BLACK] & EDGES
        if board.is_valid() and not board.is_game_over() and (at_edge or len(found) >= edge * count):
            found.append(board)
    return found


def learn(network: Network, optimizer: torch.optim.Optimizer, batch: tuple[Tensor, ...]) -> tuple[float, float]:
    """Make one step. Return the losses of the policy and of the value."""
    planes, numbers, shares, targets = batch
    logits, values = network(planes)
    logs = F.log_softmax(logits.gather(1, numbers).masked_fill(shares < 0, -1e9), dim=1)
    policy_loss = -(shares.clamp(min=0) * logs).sum(dim=1).mean()
    value_loss = F.mse_loss(values, targets)
    optimizer.zero_grad()
    (policy_loss + value_loss).backward()
    optimizer.step()
    return policy_loss.item(), value_loss.item()


def mates(network: Network, starts: list[Board], simulations: int, moves: int) -> tuple[float, float]:
    """Return the share of *starts* that the network wins against bitrook's own search, and the mean number of moves."""
    boards = Boards(starts, history=0)
    defender = Search()
    needed: list[int] = []
    for move in range(1, 51):
        trees = Trees(boards, network.arrays, simulations, most_moves=moves)
        trees.search()
        numbers, shares = trees.edges()
        step = boards.step(numbers[np.arange(len(boards)), shares.argmax(axis=1)], CODEC)
        needed += [move] * int(np.count_nonzero(step.rewards))
        boards = boards[~boards.is_over()]
        if not len(boards):
            break
        boards.step([defender.run(board, depth=3).move.word for board in boards])
        boards = boards[~boards.is_over()]
        if not len(boards):
            break
    return len(needed) / len(starts), float(np.mean(needed)) if needed else float("nan")


def evaluation(call: Callable[[np.ndarray], tuple[np.ndarray, np.ndarray]]) -> Callable[[Boards], np.ndarray]:
    """Convert a network to an evaluation in centipawns for Search(batched=True)."""
    return lambda boards: 400 * np.arctanh(np.clip(call(boards.observe(PLANES))[1], -0.999, 0.999))


def compared(new: Network, old: Network, starts: list[Board]) -> str:
    """Play both sides of each position with two networks. Return the score of the new one."""
    names = {"new": new, "old": old}
    players = [
        bitrook.match.Player(Search(evaluation(network.arrays), batched=True), name, limit=Limit(depth=2))
        for name, network in names.items()
    ]
    no_rules = bitrook.match.Adjudication(draw_moves=0, loss_moves=0, max_moves=40)
    standings = bitrook.match.run(
        players, Limit(depth=2), games=2 * len(starts), openings=starts, adjudication=no_rules
    )
    score = standings.score("new")
    return f"+{score.wins} ={score.draws} -{score.losses}"


def show(line: str) -> None:
    """Print a line of the table, with a dash for what is not known: the moves to mate if there was none."""
    print(line.replace("nan", "  -"), flush=True)


def export(network: Network, path: Path) -> None:
    """Write an ONNX file. Requires onnx and onnxscript."""
    network.eval()
    planes = torch.zeros(2, len(PLANES), 8, 8)
    torch.onnx.export(
        network, (planes,), path, input_names=["planes"], output_names=["policy", "value"], external_data=False,
        dynamic_shapes={"planes": {0: torch.export.Dim("boards")}}, verbose=False,
    )  # fmt: skip


def draw(curve: list[Any], path: Path) -> None:
    """Plot the share of mates by processor time. Requires Matplotlib."""
    import matplotlib.pyplot as plt

    minutes, shares, moves = zip(*curve, strict=True)
    figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3.2), layout="constrained")
    left.plot(minutes, [100 * share for share in shares], marker=".")
    left.set(title="Wins against bitrook's search", xlabel="minutes of processor time", ylabel="%", ylim=(-3, 103))
    right.plot(minutes, moves, color="C1", marker=".")
    right.set(title="Moves to mate, in the games won", xlabel="minutes of processor time", ylim=(0, None))
    figure.savefig(path, dpi=100)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pieces", default="KRk", help="White's in uppercase (default: KRk)")
    parser.add_argument("--minutes", type=float, default=10, help="processor time to learn for (default: 10)")
    parser.add_argument("--evaluations", type=int, default=10, help="how often to evaluate the network")
    parser.add_argument("--games", type=int, default=256, help="games in parallel")
    parser.add_argument("--edge", type=float, default=0.5, help="share of games that start with the king at the edge")
    parser.add_argument("--max-plies", type=int, default=20, help="games are cut off at this length")
    parser.add_argument("--simulations", type=int, default=32, help="per move")
    parser.add_argument("--moves", type=int, default=64, help="at most this many legal moves in a position")
    parser.add_argument("--width", type=int, default=128, help="of the network's layers")
    parser.add_argument("--layers", type=int, default=2)
    parser.add_argument("--buffer", type=int, default=60_000, help="positions to learn from")
    parser.add_argument("--batch-size", type=int, default=256)
    parser.add_argument("--steps", type=int, default=4, help="of learning after each move of all games")
    parser.add_argument("--rate", type=float, default=1e-3, help="learning rate")
    parser.add_argument(
        "--discount", type=float, default=0.95, help="of the outcome per ply, so that early mates are better"
    )
    parser.add_argument("--tests", type=int, default=50, help="positions to evaluate with")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--plot", type=Path, help="draw the learning curve to an SVG, PNG or PDF file")
    parser.add_argument("--save", type=Path, help="write the weights to this file")
    parser.add_argument("--onnx", type=Path, help="export the network, for ONNX Runtime")
    parser.add_argument("--toy", action="store_true", help="a small network, 6 seconds, 2 evaluations")
    options = parser.parse_args()
    if options.toy:
        options.minutes, options.evaluations, options.games, options.tests = 0.1, 2, 32, 8
        options.width, options.simulations = 32, 8

    torch.set_num_threads(1)
    torch.manual_seed(options.seed)
    rng = np.random.default_rng(options.seed)

    def start(count: int) -> Boards:
        return Boards(endings(options.pieces, count, rng, options.edge), history=0, max_plies=options.max_plies)

    network = Network(options.width, options.layers)
    optimizer = torch.optim.Adam(network.parameters(), lr=options.rate)
    replay = Replay(options.buffer, options.moves)
    self_play = SelfPlay(start, options.games, options.max_plies, options.moves, options.discount)
    tests = endings(options.pieces, options.tests, np.random.default_rng(options.seed + 1))
    curve = [(0.0, *mates(network, tests, options.simulations, options.moves))]
    print("minutes  positions  self-play mates  policy loss  value loss  mates search in moves  against the previous")
    show(f"{0:7.1f} {0:10} {'':39} {curve[0][1]:12.0%} {curve[0][2]:8.1f}")
    used, previous = 0.0, copy.deepcopy(network)
    for number in range(1, options.evaluations + 1):
        counts, losses = np.zeros(2, int), [(float("nan"),) * 2]
        began = time.process_time() - used
        while time.process_time() - began < 60 * options.minutes * number / options.evaluations:
            counts += self_play.play(network, options.simulations, replay, rng)
            if replay.added >= options.batch_size:
                for _ in range(options.steps):
                    losses.append(learn(network, optimizer, replay.sample(options.batch_size, rng)))
        used = time.process_time() - began
        policy_loss, value_loss = np.nanmean(losses, axis=0)
        curve.append((used / 60, *mates(network, tests, options.simulations, options.moves)))
        show(
            f"{used / 60:7.1f} {replay.added:10} {counts[1] / max(counts[0], 1):16.0%} {policy_loss:12.3f}"
            f" {value_loss:11.3f} {curve[-1][1]:13.0%} {curve[-1][2]:8.1f}  {compared(network, previous, tests[:5])}"
        )
        previous = copy.deepcopy(network)
    if options.plot:
        draw(curve, options.plot)
    if options.save:
        torch.save(network.state_dict(), options.save)
    if options.onnx:
        export(network, options.onnx)


if __name__ == "__main__":
    main()
