"""Monte Carlo tree search (PUCT) for many games at once, in NumPy: one call evaluates the leaves of all trees.

    python examples/batched_mcts.py mates [file.epd] [--simulations 800]
    python examples/batched_mcts.py play [--games 256] [--moves 8] [--simulations 100]

`mates` searches all positions of a file in parallel. `play` plays games against itself and produces the training
targets of AlphaZero: the share of visits of each move, and values. material() is a placeholder for a network; replace
it with any function from planes to logits and values.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np

import bitrook
from bitrook.batch import Boards, Reason, codec, encoding

PLANES = encoding("pieces")
CODEC = codec("lc0")
MOST_MOVES = 218  # no chess position has more legal moves
EXPLORATION = 1.5

Network = Callable[[np.ndarray], tuple[np.ndarray, np.ndarray]]

WORTH = np.array([1, 3, 3, 5, 9, 0], np.float32)
TARGETS = np.array([bitrook.Move.from_uci(uci).to_square for uci in CODEC.moves])


def material(planes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Prefer valuable captures, and positions with more material.

    ::

        planes  float32[n, 12, 8, 8]  ->  logits  float32[n, CODEC.size]
                                          values  float32[n]              -1 to 1, for the side to move
    """
    own, other = np.einsum("nspq,p->snq", planes.reshape(-1, 2, 6, 64), WORTH)
    return other[:, TARGETS] / 10, np.tanh((own.sum(axis=1) - other.sum(axis=1)) / 8) / 2


class Trees:
    """Search trees for n boards, each of which is the root of one tree.

    The nodes of all trees are stored in shared arrays. Node g is the root of tree g, to which simulation i adds node
    i * n + g. An edge is one of a node's legal moves.
    """

    def __init__(self, roots: Boards, network: Network, simulations: int, most_moves: int = MOST_MOVES) -> None:
        self.network, self.n, self.simulations = network, len(roots), simulations
        size = self.n * (simulations + 1)
        self.boards = Boards(size, history=roots.history, adjudication=roots.adjudication)
        self.parent = np.full(size, -1, np.int32)
        self.visits = np.zeros(size, np.int32)
        self.total = np.zeros(size, np.float32)  # sum of the values, for the side to move
        self.child = np.full((size, most_moves), -1, np.int32)  # node index; -1 before the first visit
        self.prior = np.full((size, most_moves), -np.inf, np.float32)  # -inf for unused entries
        self.number = np.zeros((size, most_moves), np.int16)  # codec index of each move
        self.width = 1  # the largest number of edges of any node
        nodes = np.arange(self.n)
        self.backup(nodes, self.expand(nodes, roots))

    def search(self) -> None:
        """Run *simulations* simulations in every tree."""
        trees = np.arange(self.n)
        for i in range(1, self.simulations + 1):
            parents, edges = self.select()
            nodes = i * self.n + trees
            boards = self.boards[parents]
            playing = ~boards.is_over()
            boards.step(self.number[parents, edges], CODEC)
            values = self.expand(nodes, boards)
            self.child[parents[playing], edges[playing]] = nodes[playing]
            self.parent[nodes] = parents
            self.backup(np.where(playing, nodes, parents), values)  # finished games are evaluated again

    def select(self) -> tuple[np.ndarray, np.ndarray]:
        """Descend each tree to an edge without a node, or to a finished game. Return the nodes and their edges."""
        nodes = np.arange(self.n)
        edges = self.best_edges(nodes)
        while True:
            children = self.child[nodes, edges]
            inner = np.flatnonzero(children >= 0)
            if not inner.size:
                return nodes, edges
            nodes[inner] = children[inner]
            edges[inner] = self.best_edges(nodes[inner])

    def best_edges(self, nodes: np.ndarray) -> np.ndarray:
        """Return each node's edge with the highest value + EXPLORATION * prior * sqrt(visits) / (1 + edge visits)."""
        children, visits = self.child[nodes, : self.width], self.visits[nodes, None]
        visited = children >= 0
        counts = np.where(visited, self.visits[children], 0)
        # Unvisited edges get the mean value of their node.
        sums = np.where(visited, -self.total[children], self.total[nodes, None])
        values = sums / np.where(visited, np.maximum(counts, 1), visits)
        priors = self.prior[nodes, : self.width]
        return np.argmax(values + EXPLORATION * priors * np.sqrt(visits) / (1 + counts), axis=1)

    def expand(self, nodes: np.ndarray, boards: Boards) -> np.ndarray:
        """Store the boards as nodes, with priors for their moves. Return their values for the side to move."""
        self.boards[nodes] = boards
        logits, values = self.network(boards.observe(PLANES))
        offsets, moves = boards.legal_moves()
        numbers = CODEC.encode(boards, moves, offsets=offsets)
        counts = np.diff(offsets)
        self.width = max(self.width, counts.max(initial=1))
        rows = np.repeat(np.arange(len(boards)), counts)
        edges = np.arange(len(moves)) - offsets[rows]
        weights = np.exp(logits[rows, numbers] - logits.max(axis=1)[rows])
        self.prior[nodes[rows], edges] = weights / np.bincount(rows, weights)[rows]
        self.number[nodes[rows], edges] = numbers
        reasons = boards.reasons
        return np.where(reasons == Reason.NONE, values, np.where(reasons == Reason.CHECKMATE, -1, 0))

    def backup(self, nodes: np.ndarray, values: np.ndarray) -> None:
        """Add the values to the nodes and all their ancestors, from the point of view of each node's side to move."""
        while nodes.size:
            self.visits[nodes] += 1  # one node per tree, so no index occurs twice
            self.total[nodes] += values
            parents = self.parent[nodes]
            inner = parents >= 0
            nodes, values = parents[inner], -values[inner]

    def add_noise(self, rng: np.random.Generator, alpha: float = 0.3, share: float = 0.25) -> None:
        """Mix noise into the priors of the roots, so that self-play tries every move."""
        prior = self.prior[: self.n]
        noise = np.where(prior >= 0, rng.gamma(alpha, size=prior.shape), 0)
        prior *= 1 - share
        prior += share * noise / np.maximum(noise.sum(axis=1, keepdims=True), 1e-9)

    def policy(self) -> np.ndarray:
        """Return the share of the visits of each move of the roots: float32[n, CODEC.size]."""
        numbers, shares = self.edges()
        policy = np.zeros((self.n, CODEC.size), np.float32)
        rows, edges = np.nonzero(shares > 0)
        policy[rows, numbers[rows, edges]] = shares[rows, edges]
        return policy

    def edges(self) -> tuple[np.ndarray, np.ndarray]:
        """Return the codec indices of the roots' moves and their shares of the visits, -1 for unused entries."""
        children = self.child[: self.n]
        counts = np.where(children >= 0, self.visits[children], 0)
        shares = (counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)).astype(np.float32)
        return self.number[: self.n], np.where(self.prior[: self.n] >= 0, shares, np.float32(-1))

    def values(self) -> np.ndarray:
        """Return the mean value of each root for its side to move: float32[n]."""
        return (self.total[: self.n] / self.visits[: self.n]).astype(np.float32)


class Targets(NamedTuple):
    """Training data from self-play: arrays with one row per position."""

    positions: np.ndarray  # uint8[n, 24]
    policy: np.ndarray  # float32[n, CODEC.size]
    values: np.ndarray  # float32[n], for the side to move


def self_play(boards: Boards, network: Network, moves: int, simulations: int, seed: int = 0) -> Targets:
    """Play *moves* moves in each game, each drawn with a probability proportional to its visits."""
    rng = np.random.default_rng(seed)
    parts = []
    for _ in range(moves):
        trees = Trees(boards, network, simulations)
        trees.add_noise(rng)
        trees.search()
        policy, playing = trees.policy(), ~boards.is_over()
        parts.append(Targets(boards.packed()[playing], policy[playing], trees.values()[playing]))
        drawn = np.argmax(policy / rng.exponential(size=policy.shape), axis=1)  # each with the probability policy
        boards.step(drawn, CODEC)
    return Targets(*map(np.concatenate, zip(*parts, strict=True)))


def solve(path: Path, simulations: int) -> int:
    """Search the mate problems in a file; print the best moves, and how many of them solve the problem."""
    lines = [line for line in path.read_text().splitlines() if line and not line.startswith("#")]
    records = [bitrook.Board.from_epd(line) for line in lines]
    boards = Boards([board for board, _ in records])
    began = time.perf_counter()
    trees = Trees(boards, material, simulations)
    trees.search()
    seconds = time.perf_counter() - began
    policy = trees.policy()
    best = CODEC.decode(boards, policy.argmax(axis=1))
    right = 0
    for i, (_, operations) in enumerate(records):
        found = bitrook.Move.from_word(int(best[i])) in operations["bm"]
        right += found
        name = f"{operations['id']}, mate in {operations['dm']}"
        visits = f"{policy[i].max():4.0%} of the visits, value {trees.values()[i]:+.2f}"
        print(f"{name:28} {boards.san(best)[i]:6} {visits}{'' if found else '   NOT FOUND'}")
    nodes = len(boards) * (simulations + 1)
    print(f"{right} of {len(boards)} found; {nodes} nodes, {nodes / seconds:,.0f} nodes a second")
    return right


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("task", choices=("mates", "play"))
    parser.add_argument("path", type=Path, nargs="?", default=Path(__file__).with_name("mates.epd"))
    parser.add_argument("--simulations", type=int, help="leaves to evaluate per tree (default: 800 and 100)")
    parser.add_argument("--games", type=int, default=256)
    parser.add_argument("--moves", type=int, default=8, help="moves to play in each game (default: 8)")
    options = parser.parse_args()
    if options.task == "mates":
        solve(options.path, options.simulations or 800)
        return
    simulations = options.simulations or 100
    boards = Boards(options.games)
    began = time.perf_counter()
    targets = self_play(boards, material, options.moves, simulations)
    seconds = time.perf_counter() - began
    for name, array in targets._asdict().items():
        print(f"{name:10} {array.dtype} {array.shape}")
    nodes = options.games * options.moves * (simulations + 1)
    print("one of the games:", bitrook.Board().variation_san(boards[0].move_stack))
    print(f"{options.games} games, {nodes} nodes, {nodes / seconds:,.0f} nodes a second")


if __name__ == "__main__":
    main()
