// Counting the leaves of the tree of legal moves ("performance test", which proves a move generator).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "bitrook/base/move.hpp"
#include "bitrook/position/position.hpp"

namespace bitrook {

// The number of sequences of `depth` legal moves from p: 1 for depth 0, the number of legal moves for 1.
std::uint64_t perft(const Position& p, unsigned depth);

struct PerftProgress {
  std::uint64_t nodes;      // leaves of the parts that are finished
  std::size_t done, parts;  // the tree is counted in so many parts, of unequal size
};

struct PerftOptions {
  unsigned threads = 1;     // that count, the calling one included
  std::size_t hash_mb = 0;  // MiB for counts that have been made once, used up to the next power of two below
  // If there is one, asked about 20 times a second, in the calling thread; `false` stops the count.
  std::function<bool(const PerftProgress&)> go_on;
};

enum class PerftEnd { Counted, Stopped, OutOfMemory };

struct PerftCount {
  PerftEnd end = PerftEnd::Counted;  // if not Counted, the numbers say nothing
  std::uint64_t nodes = 0;
  struct Root {
    Move move;
    std::uint64_t nodes;
  };
  std::vector<Root> roots;  // the legal moves in generate_legal's order; empty for depth 0
};

// The same number, and how it divides among the moves of p.
PerftCount count_tree(const Position& p, unsigned depth, const PerftOptions& options = {});

}  // namespace bitrook
