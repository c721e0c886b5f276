"""Trains a network (768 -> H)x2 -> 1 on positions from self-play, on a CPU. Requires PyTorch.

    bitrook selfplay -o data.viri --games 20000 --nodes 1000 --threads 2
    python examples/train_network.py data.viri -o net.nnue --epochs 20

1. bitrook.batch reads the positions, which stay packed in 24 bytes each. The last 2% (at most 65,536) are held out.
2. While PyTorch trains on one batch, a thread looks up the features of the next. Half of the positions are mirrored.
3. After each epoch the losses are written to net.csv and the state to net.pt. The same command resumes from there.
4. The network is written with 16-bit integers and compared with the trained one, whose weights were rounded as well.

The target mixes the result of the game (--result, from 0 to 1) with the score of the search, taken as a probability.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F

import bitrook.nnue
from bitrook.batch import Boards, features, read_positions

FEATURES = features("chess768")  # of the side to move, then of the opponent
QA, QB, SCALE = 255, 64, 400  # the value of 1.0 in the first layer, in the output weights, and in centipawns
LARGEST = 126 / QB  # the largest weight for which products fit in 16 bits


class Data(NamedTuple):
    """Training data, one row per position. Scores (centipawns) and results are for the side to move."""

    positions: np.ndarray  # uint8[n, 24]
    scores: np.ndarray  # int16[n]
    results: np.ndarray  # int8[n]: 1, 0 or -1

    def rows(self, rows: Any) -> Data:
        return Data(*(column[rows] for column in self))


class Side(NamedTuple):
    """The features of many positions for one side."""

    indices: Tensor  # feature indices of all positions, concatenated
    offsets: Tensor  # where the indices of each position start
    owners: Tensor  # the positions that have feature 0, then those that have feature 1, ...
    starts: Tensor  # where the owners of each feature start


def read(paths: list[Path]) -> Data:
    parts, began = [], time.perf_counter()
    for path in paths:
        for part in read_positions(path, progress=True):
            sign = np.where(part.turns, np.int8(1), np.int8(-1))
            parts.append(Data(part.positions, part.scores * sign, part.results * sign))
    data = Data(*map(np.concatenate, zip(*parts, strict=True)))
    print(f"{len(data.scores):,} positions read, {len(data.scores) / (time.perf_counter() - began):,.0f} a second")
    return data


def encoded(data: Data, share: float, flip: np.ndarray | int = 0) -> tuple[list[Side], Tensor]:
    """Return the features of positions for both sides, and the targets. Positions with a *flip* of 7 are mirrored."""
    offsets, indices = FEATURES.encode_csr(data.positions)
    counts, sides = np.diff(offsets), []
    indices ^= np.repeat(np.broadcast_to(np.int32(flip), counts.shape), counts)
    owners = np.repeat(np.arange(len(counts), dtype=np.int32), counts)
    for side in indices:
        order = np.argsort(side.astype(np.uint16), kind="stable")  # a radix sort
        starts = np.append(np.int32(0), np.cumsum(np.bincount(side, minlength=FEATURES.inputs), dtype=np.int32))
        sides.append(Side(*map(torch.from_numpy, (side, offsets, owners[order], starts))))
    expected = 1 / (1 + np.exp(-data.scores / np.float32(SCALE)))
    targets = share * (data.results + 1) / 2 + (1 - share) * expected
    return sides, torch.from_numpy(targets.astype(np.float32))


def batches(data: Data, options: argparse.Namespace, epoch: int, busy: list[float]) -> Iterator[tuple[Any, Tensor]]:
    """Yield all positions in random order, encoded one batch ahead. Append the time that each batch took to *busy*."""
    rng = np.random.default_rng((options.seed, epoch))
    order, flip = rng.permutation(len(data.scores)), 7 * rng.integers(2, size=len(data.scores), dtype=np.int32)

    def batch(first: int) -> tuple[list[Side], Tensor]:
        began, rows = time.perf_counter(), order[first : first + options.batch_size]
        made = encoded(data.rows(rows), options.result, flip[rows])
        busy.append(time.perf_counter() - began)
        return made

    with ThreadPoolExecutor(1) as thread:
        ahead = thread.submit(batch, 0)
        for first in range(options.batch_size, len(order), options.batch_size):
            ready, ahead = ahead.result(), thread.submit(batch, first)
            yield ready
        yield ahead.result()


class SumOfRows(torch.autograd.Function):
    """An embedding bag. The gradient is one as well: for each feature, the sum over the positions that have it."""

    @staticmethod
    def forward(ctx: Any, rows: Tensor, side: Side) -> Tensor:
        ctx.side = side
        return F.embedding_bag(side.indices, rows, side.offsets, mode="sum", include_last_offset=True)

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> Any:
        gradient, side = gradients[0].contiguous(), ctx.side
        return F.embedding_bag(side.owners, gradient, side.starts, mode="sum", include_last_offset=True), None


def rounded(part: Tensor, factor: int) -> Tensor:
    """Return a parameter rounded to a multiple of 1 / *factor*; the gradient passes through unchanged."""
    return part + ((part * factor).round() / factor - part).detach()


class Network(nn.Module):
    def __init__(self, hidden: int) -> None:
        super().__init__()
        self.rows = nn.Parameter(torch.empty(FEATURES.inputs, hidden).uniform_(-0.1, 0.1))
        self.bias = nn.Parameter(torch.zeros(hidden))
        self.output = nn.Linear(2 * hidden, 1)

    def forward(self, sides: list[Side]) -> Tensor:
        """Return scores for the side to move as float32[n], where 1.0 is SCALE centipawns."""
        rows, bias = rounded(self.rows, QA), rounded(self.bias, QA)
        hidden = torch.cat([SumOfRows.apply(rows, side) + bias for side in sides], 1).clamp(0, 1).square()
        return F.linear(hidden, rounded(self.output.weight, QB), self.output.bias).squeeze(1)

    def loss(self, sides: list[Side], targets: Tensor) -> Tensor:
        return F.mse_loss(torch.sigmoid(self(sides)), targets)


def train(model: Network, data: Data, options: argparse.Namespace) -> None:
    """Train for the remaining epochs. After each one, print and record the loss, and save the state."""
    cut = len(data.scores) - min(max(len(data.scores) // 50, 1), 1 << 16)
    learned, held_out, steps = data.rows(slice(cut)), data.rows(slice(cut, None)), -(-cut // options.batch_size)
    optimizer = torch.optim.AdamW(model.parameters(), lr=options.rate, weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, options.epochs * steps, options.rate / 100)
    saved, curve = options.output.with_suffix(".pt"), []
    if saved.exists():
        *states, curve = torch.load(saved)
        for part, state in zip((model, optimizer, schedule), states, strict=True):
            part.load_state_dict(state)
    print("epoch   learned  held out   positions a second   loading alone", flush=True)
    for epoch in range(len(curve) + 1, options.epochs + 1):
        losses, busy, began = [], [], time.perf_counter()
        for sides, targets in batches(learned, options, epoch, busy):
            loss = model.loss(sides, targets)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
            for part in (model.rows, model.output.weight):
                part.data.clamp_(-LARGEST, LARGEST)
            losses.append(loss.item())
            if sys.stderr.isatty():
                bar = f"{'#' * (40 * len(losses) // steps):.<40} {len(losses)}/{steps}"
                print(f"{epoch:5} {np.mean(losses):9.5f} {bar}", end="\r", file=sys.stderr, flush=True)
        rate, alone = cut / (time.perf_counter() - began), cut / sum(busy)
        tested = model.loss(*encoded(held_out, options.result)).item()
        curve.append((epoch, float(np.mean(losses)), tested))
        print("{:5} {:9.5f} {:9.5f} ".format(*curve[-1]) + f"{rate:20,.0f} {alone:15,.0f}{'':20}", flush=True)
        torch.save([part.state_dict() for part in (model, optimizer, schedule)] + [curve], f"{saved}.new")
        Path(f"{saved}.new").replace(saved)
        np.savetxt(options.output.with_suffix(".csv"), curve, "%g", ",", header="epoch,learned,held_out", comments="")


def write(model: Network, data: Data, path: Path) -> None:
    """Write the network, and print by how much rounding changes its scores."""
    parts = ((model.rows, QA), (model.bias, QA), (model.output.weight, QB), (model.output.bias, QA * QB))
    plain = b"".join((part * factor).round().to(torch.int16).detach().numpy().tobytes() for part, factor in parts)
    network = bitrook.nnue.Network.from_bytes(plain, hidden=len(model.bias), qa=QA, qb=QB, scale=SCALE)
    network.save(path)
    sample = data.rows(slice(-16384, None))
    exact = SCALE * model(encoded(sample, 0)[0]).detach().numpy()
    error = np.abs(network.evaluate(Boards(sample.positions, history=0)) - exact)
    print(f"{path}: {path.stat().st_size:,} bytes; rounding changes scores by {error.mean():.1f} centipawns on average")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, nargs="+", help="files of positions with scores and results")
    parser.add_argument("-o", "--output", type=Path, required=True, help="the network file to write")
    defaults = {"hidden": 128, "epochs": 20, "batch-size": 16384, "rate": 2e-3, "result": 0.1, "seed": 0, "threads": 1}
    for name, value in defaults.items():
        parser.add_argument(f"--{name}", type=type(value), default=value, help=f"(default: {value})")
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    torch.set_num_threads(options.threads)
    train(model := Network(options.hidden), data := read(options.data), options)
    write(model, data, options.output)


if __name__ == "__main__":
    main()
