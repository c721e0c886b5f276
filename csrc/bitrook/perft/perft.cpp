// The tree cut into parts, counted by one thread or several.
#include "bitrook/perft/perft.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <system_error>
#include <thread>

#include "bitrook/movegen/movegen.hpp"
#include "bitrook/perft/tree.hpp"

namespace bitrook {

namespace {

using Clock = std::chrono::steady_clock;
constexpr auto Interval = std::chrono::milliseconds(50);

struct Part {
  std::size_t root;  // the move of the root that leads here
  Position position;
  unsigned depth;  // that is left to count
};

// Replaces every part by its children.
std::vector<Part> split(const std::vector<Part>& parts) {
  std::vector<Part> children;
  MoveList moves;
  for (const Part& part : parts) {
    moves.clear();
    generate_legal(part.position, moves);
    for (const Move m : moves) {
      Part& child = children.emplace_back(Part{part.root, part.position, part.depth - 1});
      child.position.play_unchecked(m);
    }
  }
  return children;
}

std::vector<Part> cut(const Position& p, unsigned depth, std::size_t wanted) {
  std::vector<Part> parts{Part{0, p, depth}};
  bool is_root = true;
  do {
    parts = split(parts);
    if (is_root)
      for (std::size_t i = 0; i < parts.size(); ++i) parts[i].root = i;
    is_root = false;
  } while (!parts.empty() && parts.size() < wanted && parts.front().depth > 3);
  return parts;
}

// What the threads share: the parts are taken in order, whoever is free takes the next.
class Count {
 public:
  Count(std::vector<Part> parts, std::size_t roots, const PerftOptions& options, counting::Table* table)
      : parts_(std::move(parts)), nodes_(roots), options_(options), table_(table) {}

  // True if it came to the end.
  bool run() {
    const std::size_t helpers = std::min<std::size_t>(std::max(options_.threads, 1u), parts_.size()) - !parts_.empty();
    std::vector<std::thread> threads;
    running_ = helpers;
    for (std::size_t i = 0; i < helpers; ++i) {
      try {
        threads.emplace_back([this] {
          work([this] { return !stopped_; });
          --running_;
        });
      } catch (const std::system_error&) {  // the system has no more threads: fewer will do
        running_ -= helpers - i;
        break;
      }
    }
    const auto go_on = [this] { return ask(); };
    work(go_on);
    while (running_ > 0) {
      ask();
      std::this_thread::sleep_for(std::chrono::microseconds(200));
    }
    for (std::thread& t : threads) t.join();
    return !stopped_;
  }

  std::uint64_t nodes(std::size_t root) const { return nodes_[root]; }

 private:
  template <class GoOn>
  void work(GoOn go_on) {
    const std::function<bool()> still = go_on;
    counting::Tree tree(table_, still);
    for (;;) {
      const std::size_t i = next_++;
      if (i >= parts_.size() || stopped_) return;
      const Part& part = parts_[i];
      const std::uint64_t n = tree.count(part.position, part.depth);
      nodes_[part.root] += n;
      total_ += n;
      ++done_;
    }
  }

  // Asks the caller, if it is time to.
  bool ask() {
    if (stopped_ || !options_.go_on) return !stopped_;
    const auto now = Clock::now();
    if (now < due_) return true;
    due_ = now + Interval;
    if (!options_.go_on({total_, done_, parts_.size()})) stopped_ = true;
    return !stopped_;
  }

  const std::vector<Part> parts_;
  std::vector<std::atomic<std::uint64_t>> nodes_;  // by move of the root
  const PerftOptions& options_;
  counting::Table* const table_;
  std::atomic<std::size_t> next_{0}, done_{0}, running_{0};
  std::atomic<std::uint64_t> total_{0};
  std::atomic<bool> stopped_{false};
  Clock::time_point due_ = Clock::now() + Interval;
};

}  // namespace

std::uint64_t perft(const Position& p, unsigned depth) { return counting::Tree().count(p, depth); }

PerftCount count_tree(const Position& p, unsigned depth, const PerftOptions& options) {
  PerftCount result;
  if (depth == 0) {
    result.nodes = 1;
    return result;
  }
  std::unique_ptr<counting::Table> table;
  if (options.hash_mb > 0) {
    table = counting::Table::make(options.hash_mb);
    if (!table) {
      result.end = PerftEnd::OutOfMemory;
      return result;
    }
  }
  MoveList moves;
  generate_legal(p, moves);
  // Small parts share the work better, and report it more evenly; what is left of each must be worth a part.
  const std::size_t wanted = options.threads > 1 || options.go_on ? 256 : 0;
  Count count(cut(p, depth, wanted), moves.size(), options, table.get());
  if (!count.run()) result.end = PerftEnd::Stopped;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    result.roots.push_back({moves[i], count.nodes(i)});
    result.nodes += count.nodes(i);
  }
  return result;
}

}  // namespace bitrook
