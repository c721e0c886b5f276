// The walk, and splitting the tree into parts, which are counted by several threads.
#include "bitrook/perft/perft.hpp"

#include <algorithm>
#include <atomic>
#include <memory>
#include <type_traits>
#include <utility>

#include "bitrook/movegen/movegen.hpp"
#include "bitrook/perft/counting/counter.hpp"
#include "bitrook/util/threads.hpp"
#include "bitrook/variants/position.hpp"

namespace bitrook {

// --- The walk: list the moves, make each on a copy of the position, and recurse.

namespace {

template <class P>
std::uint64_t leaves(const P& p, unsigned depth, const StopCheck& go_on) {
  if (depth == 0) return 1;
  if (depth == 1) return count_legal(p);
  if (depth >= StopCheckDepth && go_on && !go_on()) return 0;
  MoveList moves;
  generate_legal(p, moves);
  std::uint64_t n = 0;
  for (const Move m : moves) {
    P next = p;
    next.play_unchecked(m);
    n += leaves(next, depth - 1, go_on);
  }
  return n;
}

}  // namespace

std::uint64_t perft_walk(const Position& p, unsigned depth, const StopCheck& go_on) { return leaves(p, depth, go_on); }
std::uint64_t perft_walk(const VariantPosition& p, unsigned depth, const StopCheck& go_on) {
  return leaves(p, depth, go_on);
}

namespace {

template <class P>
struct Part {
  std::size_t root;  // the index of the root move that leads here
  P position;
  unsigned depth;  // the remaining plies
};

// Returns the children of all parts.
template <class P>
std::vector<Part<P>> split(const std::vector<Part<P>>& parts) {
  std::vector<Part<P>> children;
  MoveList moves;
  for (const Part<P>& part : parts) {
    generate_legal(part.position, moves);
    for (const Move m : moves) {
      Part<P>& child = children.emplace_back(Part<P>{part.root, part.position, part.depth - 1});
      child.position.play_unchecked(m);
    }
  }
  return children;
}

// Splits the tree into at least `wanted` parts, provided that it has enough nodes three or more plies above its leaves.
template <class P>
std::vector<Part<P>> cut(const P& p, unsigned depth, std::size_t wanted) {
  std::vector<Part<P>> parts = split(std::vector{Part<P>{0, p, depth}});
  for (std::size_t i = 0; i < parts.size(); ++i) parts[i].root = i;
  while (!parts.empty() && parts.size() < wanted && parts.front().depth > 3) parts = split(parts);
  return parts;
}

// The state shared by the threads. It is on the heap and owned by the function that they run; see run_parts().
template <class P>
struct Job {
  std::vector<Part<P>> parts;
  std::vector<std::atomic<std::uint64_t>> nodes;  // by root move
  std::atomic<std::uint64_t> total{0};
  std::unique_ptr<counting::CountTable> table;
  PerftMethod method;

  std::uint64_t leaves(const Part<P>& part, const StopCheck& go_on) const {
    if constexpr (std::is_same_v<P, Position>) {
      if (method == PerftMethod::Count) return counting::Counter(table.get(), go_on).count(part.position, part.depth);
    }
    return perft_walk(part.position, part.depth, go_on);
  }
  void count(const Part<P>& part, const StopCheck& go_on) {
    const std::uint64_t n = leaves(part, go_on);
    nodes[part.root] += n;
    total += n;
  }
};

template <class P>
PerftCount count(const P& p, unsigned depth, const PerftOptions& options) {
  PerftCount result;
  if (depth == 0) {
    result.nodes = 1;
    return result;
  }
  const auto job = std::make_shared<Job<P>>();
  job->method = options.method;
  if (std::is_same_v<P, Position> && options.hash_mb > 0 && options.method == PerftMethod::Count) {
    job->table = counting::CountTable::make(options.hash_mb);
    if (!job->table) {
      result.end = PerftEnd::OutOfMemory;
      return result;
    }
  }
  MoveList moves;
  generate_legal(p, moves);
  job->nodes = std::vector<std::atomic<std::uint64_t>>(moves.size());
  // With small parts, the work is divided evenly and progress is reported smoothly.
  job->parts = cut(p, depth, options.threads > 1 || options.go_on ? 256 : 0);

  GoOn go_on;
  if (options.go_on) go_on = [&](std::size_t done) { return options.go_on({job->total, done, job->parts.size()}); };
  const auto count_part = [job](std::size_t i, Worker& worker) {
    job->count(job->parts[i], [&worker] { return worker.go_on(); });
  };
  if (!run_parts(job->parts.size(), options.threads, count_part, go_on)) result.end = PerftEnd::Stopped;

  for (std::size_t i = 0; i < moves.size(); ++i) {
    const auto known = std::ranges::find(result.roots, moves[i], &PerftCount::Root::move);
    if (known == result.roots.end())
      result.roots.push_back({moves[i], job->nodes[i]});
    else
      known->nodes += job->nodes[i];
    result.nodes += job->nodes[i];
  }
  return result;
}

}  // namespace

std::uint64_t perft(const Position& p, unsigned depth) { return counting::Counter().count(p, depth); }
std::uint64_t perft(const VariantPosition& p, unsigned depth) { return perft_walk(p, depth); }

PerftCount count_tree(const Position& p, unsigned depth, const PerftOptions& options) {
  return count(p, depth, options);
}
PerftCount count_tree(const VariantPosition& p, unsigned depth, const PerftOptions& options) {
  return count(p, depth, options);
}

}  // namespace bitrook
