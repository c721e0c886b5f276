// Perft: the number of leaves of the tree of legal moves, to a fixed depth. It proves and measures move generators.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "bitrook/base/move.hpp"
#include "bitrook/position/position.hpp"

namespace bitrook {

// The number of sequences of `depth` legal moves from p: 1 for depth 0, the number of legal moves for depth 1.
std::uint64_t perft(const Position& p, unsigned depth);

// Polled at nodes with at least four plies below them: every millisecond or so. False stops the count, which then is
// meaningless.
using StopCheck = std::function<bool()>;
constexpr unsigned StopCheckDepth = 4;

// The same number, counted by listing and making every move with the library's own functions (walk.cpp). The moves of
// the last ply are counted with count_legal.
std::uint64_t perft_walk(const Position& p, unsigned depth, const StopCheck& go_on = {});

enum class PerftMethod {
  Count,  // perft(): counts the last two plies at once, on a board of its own (counting/counter.hpp)
  Walk,   // perft_walk()
};

struct PerftProgress {
  std::uint64_t nodes;      // leaves of the parts that are finished
  std::size_t done, parts;  // the numbers of finished parts and of all parts, which differ in size
};

struct PerftOptions {
  unsigned threads = 1;     // the calling thread included; capped at max_threads() (util/threads.hpp)
  std::size_t hash_mb = 0;  // MiB of a table for counts made before, rounded down to a power of two; Count only
  PerftMethod method = PerftMethod::Count;
  // Called in the calling thread about 20 times a second. False stops the count.
  std::function<bool(const PerftProgress&)> go_on{};
};

enum class PerftEnd { Counted, Stopped, OutOfMemory };

struct PerftCount {
  PerftEnd end = PerftEnd::Counted;  // if not Counted, the numbers are meaningless
  std::uint64_t nodes = 0;
  struct Root {
    Move move;
    std::uint64_t nodes;
  };
  // The legal moves in generate_legal's order, each with the leaves below it; empty for depth 0. A move that
  // generate_legal lists twice, which happens with castling rights set by hand, is here once.
  std::vector<Root> roots;
};

// The number that perft() returns, and its division among the moves of p. Exceptions of `go_on` are passed on.
PerftCount count_tree(const Position& p, unsigned depth, const PerftOptions& options = {});

}  // namespace bitrook
