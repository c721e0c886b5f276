// Perft: the number of leaves of the tree of legal moves to a fixed depth. It is used to verify and benchmark move
// generators.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "bitrook/base/move.hpp"
#include "bitrook/position/position.hpp"

namespace bitrook {

class VariantPosition;

// The number of sequences of `depth` legal moves from p: 1 for depth 0, the number of legal moves for depth 1.
std::uint64_t perft(const Position& p, unsigned depth);
std::uint64_t perft(const VariantPosition& p, unsigned depth);

// Polled at nodes with at least four plies below them, which is about every millisecond. Returning false stops the
// count, whose result is then meaningless.
using StopCheck = std::function<bool()>;
constexpr unsigned StopCheckDepth = 4;

// Returns the same number, but lists and makes every move with the library's move generator. Only the moves
// of the last ply are counted with count_legal.
std::uint64_t perft_walk(const Position& p, unsigned depth, const StopCheck& go_on = {});
std::uint64_t perft_walk(const VariantPosition& p, unsigned depth, const StopCheck& go_on = {});

enum class PerftMethod {
  Count,  // perft(): counts the last two plies at once, on a special board (counting/counter.hpp)
  Walk,   // perft_walk()
};

struct PerftProgress {
  std::uint64_t nodes;      // leaves of the parts that are finished
  std::size_t done, parts;  // the number of finished parts, and of all parts; parts differ in size
};

struct PerftOptions {
  unsigned threads = 1;     // including the calling thread; capped at max_threads() (util/threads.hpp)
  std::size_t hash_mb = 0;  // MiB for a table of earlier counts, rounded down to a power of two; only for Count
  PerftMethod method = PerftMethod::Count;
  // Called in the calling thread about 20 times per second. Returning false stops the count.
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
  // The legal moves in generate_legal's order, each with the number of leaves below it; empty for depth 0. A move that
  // generate_legal lists twice, which happens with artificial castling rights, is included once.
  std::vector<Root> roots;
};

// Returns the same number as perft(), also divided among the moves of p. Exceptions thrown by `go_on` are propagated.
PerftCount count_tree(const Position& p, unsigned depth, const PerftOptions& options = {});
// Always walks, without a table.
PerftCount count_tree(const VariantPosition& p, unsigned depth, const PerftOptions& options = {});

}  // namespace bitrook
