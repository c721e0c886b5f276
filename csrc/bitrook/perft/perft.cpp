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
  unsigned depth;      // that is left to count
  std::size_t parent;  // among the parts that it was cut from
};

// Replaces every part by its children.
std::vector<Part> split(const std::vector<Part>& parts) {
  std::vector<Part> children;
  MoveList moves;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Part& part = parts[i];
    moves.clear();
    generate_legal(part.position, moves);
    for (const Move m : moves) {
      Part& child = children.emplace_back(Part{part.root, part.position, part.depth - 1, i});
      child.position.play_unchecked(m);
    }
  }
  return children;
}

// The tree cut into parts. Where orders of moves are looked at (perft/orders.hpp), a part is a first move, and its
// position's parent says from where: then what a part leads to may belong to other moves of the root, too.
struct Cut {
  std::vector<Part> parts, parents;
  bool by_first_move = false;
};

Cut cut(const Position& p, unsigned depth, std::size_t wanted, const counting::Tree& tree) {
  Cut c;
  c.parts = {Part{0, p, depth, 0}};
  bool is_root = true;
  do {
    c.by_first_move = tree.looks_at_orders(c.parts.front().depth);
    c.parents = std::move(c.parts);
    c.parts = split(c.parents);
    if (is_root)
      for (std::size_t i = 0; i < c.parts.size(); ++i) c.parts[i].root = i;
    is_root = false;
  } while (!c.by_first_move && !c.parts.empty() && c.parts.size() < wanted && c.parts.front().depth > 3);
  return c;
}

// What the threads share: the parts are taken in order, whoever is free takes the next.
class Count {
 public:
  Count(Cut cut, const MoveList& roots, const PerftOptions& options, counting::Table* table)
      : cut_(std::move(cut)), root_of_(std::size_t{1} << 16), nodes_(roots.size()), options_(options), table_(table) {
    for (std::size_t i = 0; i < roots.size(); ++i) root_of_[roots[i].word()] = std::uint16_t(i);
  }

  // True if it came to the end.
  bool run() {
    const std::size_t helpers =
        std::min<std::size_t>(std::max(options_.threads, 1u), cut_.parts.size()) - !cut_.parts.empty();
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
    std::vector<std::uint64_t> nodes(nodes_.size());  // of one part, by move of the root
    for (;;) {
      const std::size_t i = next_++;
      if (i >= cut_.parts.size() || stopped_) return;
      const Part& part = cut_.parts[i];
      if (cut_.by_first_move) {
        const Part& parent = cut_.parents[part.parent];
        tree.count_first(
            parent.position, part.position, parent.depth,
            [&](const counting::Firsts& firsts, std::uint64_t n) { share_out(part.root, firsts, n, nodes); });
      } else {
        nodes[part.root] = tree.count(part.position, part.depth);
      }
      for (std::size_t root = 0; root < nodes.size(); ++root) {
        if (nodes[root] == 0) continue;
        nodes_[root] += nodes[root];
        total_ += nodes[root];
        nodes[root] = 0;
      }
      ++done_;
    }
  }

  void share_out(std::size_t root, const counting::Firsts& firsts, std::uint64_t n,
                 std::vector<std::uint64_t>& nodes) const {
    if (firsts.count == 1 || cut_.parents.size() > 1) {
      nodes[root] += n * firsts.count;
      return;
    }
    const auto add = [&](Bitboard from, Bitboard targets, PieceType promotion) {
      for (const Square to : targets) nodes[root_of_[Move::promotion(from.first(), to, promotion).word()]] += n;
    };
    add(firsts.from, firsts.to, firsts.promotion);
    add(firsts.other_from, firsts.other_to, firsts.other_promotion);
  }

  // Asks the caller, if it is time to.
  bool ask() {
    if (stopped_ || !options_.go_on) return !stopped_;
    const auto now = Clock::now();
    if (now < due_) return true;
    due_ = now + Interval;
    if (!options_.go_on({total_, done_, cut_.parts.size()})) stopped_ = true;
    return !stopped_;
  }

  const Cut cut_;
  std::vector<std::uint16_t> root_of_;             // by a move's word
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
  Count count(cut(p, depth, wanted, counting::Tree(table.get())), moves, options, table.get());
  if (!count.run()) result.end = PerftEnd::Stopped;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    result.roots.push_back({moves[i], count.nodes(i)});
    result.nodes += count.nodes(i);
  }
  return result;
}

}  // namespace bitrook
