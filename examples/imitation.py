"""Trains a small network to predict human moves, in a few minutes on a CPU. Requires PyTorch.

    python examples/imitation.py [games.pgn] [--epochs 6] [--plot curve.svg] [--save policy.pt]
    python examples/imitation.py --toy          takes half a minute

1. bitrook.data reads the moves of all games into one array.
2. Boards plays the games in parallel, one ply per call. For each position it writes the planes, the legal moves and the
   index of the move that was played. Planes and legal moves stay packed as bits: 500 bytes per position.
3. PyTorch learns to predict the index of that move among the legal ones. One game in ten is held out.

The program prints the loss and the accuracy on the held-out games, next to those of a random legal move.
"""

from __future__ import annotations

import argparse
import lzma
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F

import bitrook
import bitrook.data
from bitrook.batch import Boards, codec, encoding

GAMES = Path(__file__).parents[1] / "tests" / "files" / "pgn" / "lichess-2021-10-999-games.pgn.xz"
PIECES = ("pawns", "knights", "bishops", "rooks", "queens", "kings")
PLANES = encoding(
    [f"{side}_{piece}{ago}" for ago in ("", "@1") for side in ("own", "opponent") for piece in PIECES]
    + [f"{side}_{wing}_castling" for side in ("own", "opponent") for wing in ("kingside", "queenside")]
    + ["legal_en_passant"]
)
CODEC = codec("lc0")


class Positions(NamedTuple):
    """Training data: arrays with one row per position."""

    planes: np.ndarray  # uint64[n, len(PLANES)]: one word for each plane
    legal: np.ndarray  # uint64[n, 30]: one bit for each of the CODEC.size moves
    played: np.ndarray  # int32[n]: the index of the move that was played

    def tensors(self, rows: np.ndarray) -> tuple[Tensor, Tensor, Tensor]:
        """Return float32[n, len(PLANES), 8, 8] planes, bool[n, CODEC.size] legal moves and int64[n] played moves."""
        legal = np.unpackbits(self.legal[rows].view(np.uint8), axis=1, count=CODEC.size, bitorder="little")
        planes = PLANES.unpack(self.planes[rows])
        return torch.from_numpy(planes), torch.from_numpy(legal.view(bool)), torch.from_numpy(self.played[rows]).long()


def replay(moves: np.ndarray, offsets: np.ndarray, games: np.ndarray) -> Positions:
    """Play *games* in parallel. The moves of game i are moves[offsets[i]:offsets[i + 1]]."""
    lengths = np.diff(offsets)
    games = games[np.argsort(-lengths[games])]  # longest first, so that finished games are at the end
    boards = Boards(len(games), history=2, adjudication="automatic")  # people may play on when they could claim a draw
    parts = []
    for ply in range(lengths[games[0]]):
        games = games[lengths[games] > ply]
        boards = boards[: len(games)]
        played = moves[offsets[games] + ply]
        planes = boards.observe(PLANES, packed=True)
        legal = boards.legal_mask(CODEC, packed=True)
        parts.append(Positions(planes, legal, CODEC.encode(boards, played)))
        boards.step(played)
    return Positions(*map(np.concatenate, zip(*parts, strict=True)))


class Policy(nn.Module):
    """A residual tower. The logit of a move is the product of the features of its origin and target squares."""

    def __init__(self, channels: int = 32, blocks: int = 3) -> None:
        super().__init__()
        self.stem = self.convolution(len(PLANES), channels)
        self.blocks = nn.ModuleList(
            nn.Sequential(self.convolution(channels, channels), nn.ReLU(), self.convolution(channels, channels))
            for _ in range(blocks)
        )
        self.squares = nn.Conv2d(channels, 2 * channels, 1)  # each square as the origin of a move, and as its target
        self.bias = nn.Parameter(torch.zeros(CODEC.size))
        moves = [bitrook.Move.from_uci(uci) for uci in CODEC.moves]
        self.register_buffer("pairs", torch.tensor([64 * move.from_square + move.to_square for move in moves]))
        self.scale = channels**-0.5

    @staticmethod
    def convolution(inputs: int, outputs: int) -> nn.Sequential:
        return nn.Sequential(nn.Conv2d(inputs, outputs, 3, padding=1, bias=False), nn.BatchNorm2d(outputs))

    def forward(self, planes: Tensor) -> Tensor:
        """Return the logits of all moves: float32[n, CODEC.size]."""
        x = F.relu(self.stem(planes))
        for block in self.blocks:
            x = F.relu(x + block(x))
        origins, targets = self.squares(x).flatten(2).chunk(2, dim=1)
        pairs = torch.einsum("ncf,nct->nft", origins, targets).flatten(1) * self.scale
        return pairs[:, self.pairs] + self.bias


def log_probabilities(model: Policy, planes: Tensor, legal: Tensor) -> Tensor:
    """Return the log-probabilities of all moves; those of illegal moves are -inf."""
    return F.log_softmax(model(planes).masked_fill(~legal, -torch.inf), dim=1)


@torch.no_grad()
def tested(model: Policy, positions: Positions) -> tuple[float, float]:
    """Return the loss and the top-1 accuracy."""
    model.eval()
    loss = right = 0.0
    for rows in np.array_split(np.arange(len(positions.played)), len(positions.played) // 1024 + 1):
        planes, legal, played = positions.tensors(rows)
        logs = log_probabilities(model, planes, legal)
        loss += F.nll_loss(logs, played, reduction="sum").item()
        right += (logs.argmax(dim=1) == played).sum().item()
    model.train()
    return loss / len(positions.played), right / len(positions.played)


def random_move(positions: Positions) -> tuple[float, float]:
    """Return the loss and the accuracy of choosing legal moves uniformly at random."""
    counts = np.unpackbits(positions.legal.view(np.uint8), axis=1).sum(axis=1)
    return float(np.log(counts).mean()), float((1 / counts).mean())


def batches(count: int, size: int, epochs: int, rng: np.random.Generator) -> Iterator[np.ndarray]:
    """Yield the row numbers of each batch. Each epoch visits all rows once, in random order."""
    for _ in range(epochs):
        order = rng.permutation(count)
        yield from (order[i : i + size] for i in range(0, count - size + 1, size))


def train(model: Policy, learned: Positions, held_out: Positions, epochs: int, size: int, seed: int) -> list[Any]:
    """Train the model and print its progress. Return (step, training loss, held-out loss, held-out accuracy) tuples."""
    steps = epochs * (len(learned.played) // size)
    optimizer = torch.optim.AdamW(model.parameters(), weight_decay=0.05)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=5e-3, total_steps=steps)
    curve: list[Any] = []
    recent: list[float] = []
    began = time.perf_counter()
    print("  step    learned   held out   accuracy   positions a second")
    for step, rows in enumerate(batches(len(learned.played), size, epochs, np.random.default_rng(seed)), 1):
        planes, legal, played = learned.tensors(rows)
        loss = F.nll_loss(log_probabilities(model, planes, legal), played)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()
        recent.append(loss.item())
        if step * 16 // steps > (step - 1) * 16 // steps:  # print 16 times in total
            rate = step * size / (time.perf_counter() - began)
            curve.append((step, float(np.mean(recent)), *tested(model, held_out)))
            print(f"{step:6} {curve[-1][1]:10.3f} {curve[-1][2]:10.3f} {curve[-1][3]:9.1%} {rate:12,.0f}", flush=True)
            recent = []
    return curve


def draw(curve: list[Any], baseline: tuple[float, float], path: Path) -> None:
    """Plot the loss and the accuracy by step. Requires Matplotlib."""
    import matplotlib.pyplot as plt

    steps, learned, losses, accuracies = zip(*curve, strict=True)
    figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3.2), layout="constrained")
    left.plot(steps, learned, label="games learned from")
    left.plot(steps, losses, label="games held out")
    left.axhline(baseline[0], color="gray", linestyle="--", label="random legal move")
    left.set(title="Loss", xlabel="step", ylabel="nats a move")
    right.plot(steps, [100 * each for each in accuracies], color="C1", label="games held out")
    right.axhline(100 * baseline[1], color="gray", linestyle="--", label="random legal move")
    right.set(title="Moves predicted", xlabel="step", ylabel="%", ylim=(0, None))
    left.legend()
    right.legend()
    figure.savefig(path, dpi=100)


def show(model: Policy) -> None:
    """Print the moves that the network would play in an opening."""
    board = bitrook.Board()
    model.eval()
    for san in ("", "e4", "e5", "Nf3", "Nc6", "Bb5"):
        if san:
            board.push_san(san)
        boards = Boards([board], history=2)
        planes, legal = (torch.from_numpy(each) for each in (boards.observe(PLANES), boards.legal_mask(CODEC)))
        with torch.no_grad():
            best = log_probabilities(model, planes, legal.bool())[0].exp().topk(3)
        words = CODEC.decode(board, best.indices.numpy())
        moves = [bitrook.Move.from_word(word) for word in words.tolist()]
        text = ", ".join(f"{board.san(move)} {p:.0%}" for move, p in zip(moves, best.values.tolist(), strict=True))
        print(f"after {san or 'nothing':7} {text}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("path", type=Path, nargs="?", default=GAMES, help="PGN, plain or compressed")
    parser.add_argument("--games", type=int, help="read at most this many games")
    parser.add_argument("--epochs", type=int, default=6)
    parser.add_argument("--batch-size", type=int, default=256)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--plot", type=Path, help="draw the learning curve to an SVG, PNG or PDF file")
    parser.add_argument("--save", type=Path, help="write the weights to this file")
    parser.add_argument("--toy", action="store_true", help="a small network, 60 games, 3 epochs")
    options = parser.parse_args()
    if options.toy:
        options.games, options.epochs, options.batch_size = options.games or 60, 3, 64

    began = time.perf_counter()
    source = lzma.decompress(options.path.read_bytes()) if options.path.suffix == ".xz" else options.path
    filters = [("ply_count", ">", 0), ("FEN", "is null", None)]  # only games from the start position
    games = bitrook.data.read_pgn(source, columns=["moves"], filters=filters, errors="drop", limit=options.games)
    if len(games) < 20:
        parser.error(f"{len(games)} games are too few to learn from")
    moves, offsets = games["moves"]
    shuffled = np.random.default_rng(options.seed).permutation(len(games))
    held_out, learned = (replay(moves, offsets, part) for part in np.split(shuffled, [len(games) // 10]))

    print(f"{len(games)} games read and played in {time.perf_counter() - began:.1f} s")

    torch.manual_seed(options.seed)
    model = Policy(16, 1) if options.toy else Policy()
    weights = sum(each.numel() for each in model.parameters())
    print(f"{len(learned.played)} positions to learn from, {len(held_out.played)} held out, {weights} weights")
    baseline = random_move(held_out)
    print(f"random legal move: loss {baseline[0]:.3f}, accuracy {baseline[1]:.1%}")
    curve = train(model, learned, held_out, options.epochs, options.batch_size, options.seed)
    show(model)
    if options.plot:
        draw(curve, baseline, options.plot)
    if options.save:
        torch.save(model.state_dict(), options.save)


if __name__ == "__main__":
    main()
