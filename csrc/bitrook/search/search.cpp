// Iterative deepening, and the threads of a search (lazy SMP: each searches the root, and they share the hash table).
#include "bitrook/search/search.hpp"

#include <deque>
#include <mutex>
#include <thread>

#include "bitrook/movegen/movegen.hpp"
#include "bitrook/search/searcher.hpp"
#include "bitrook/util/threads.hpp"

namespace bitrook::search {

namespace {

// The results of the main part, on their way to the calling thread.
class Reports {
 public:
  explicit Reports(const std::function<bool(const Info&)>& on_info) : on_info_(on_info) {}

  void add(Info info) {
    const std::lock_guard lock(mutex_);
    waiting_.push_back(std::move(info));
  }
  // For the calling thread. False if a callback returned false.
  bool deliver() {
    while (auto info = next())
      if (on_info_ && !on_info_(*info)) return false;
    return true;
  }

 private:
  std::optional<Info> next() {
    const std::lock_guard lock(mutex_);
    if (waiting_.empty()) return std::nullopt;
    Info info = std::move(waiting_.front());
    waiting_.pop_front();
    return info;
  }

  const std::function<bool(const Info&)>& on_info_;
  std::mutex mutex_;
  std::deque<Info> waiting_;
};

// A mate that is this much shorter than the depth will not be found shorter.
bool is_settled(const Info& info) {
  if (info.lines.empty()) return true;
  const int score = info.lines[0].score;
  return info.lines.size() == 1 && is_mate(score) && info.depth > 2 * (MateScore - std::abs(score)) + 2;
}

Info fallback(const Position& p, const Shared& shared, const Limits& limits) {
  Info info;
  MoveList moves;
  generate_legal(p, moves);
  for (const Move m : moves) {
    if (!limits.moves.empty() && std::ranges::find(limits.moves, m) == limits.moves.end()) continue;
    info.lines.push_back({shared.evaluation(p), {m}});
    break;
  }
  return info;
}

}  // namespace

Info search(const Game& game, const Evaluation& evaluation, TranspositionTable* table, const Options& options,
            const Limits& limits, const Callbacks& callbacks, std::atomic<bool>& stop) {
  Shared shared{evaluation, table, options, limits, stop};
  if (table) table->new_search();
  Reports reports(callbacks.on_info);
  Info result = fallback(game.position(), shared, limits);
  if (result.lines.empty()) return result;

  const auto part = [&](std::size_t i, Worker& worker) {
    const bool is_main = i == 0;
    Searcher searcher(shared, game, [&] { return worker.go_on(); });
    std::vector<Line> lines;
    for (int depth = is_main ? 1 : 1 + int(i) % 2; depth <= std::min(limits.depth, MaxPly - 1); ++depth) {
      if (!searcher.search_root(depth, lines)) break;
      if (!is_main) continue;
      result = {depth, searcher.selective_depth(), searcher.nodes(), Clock::now() - shared.start, lines};
      reports.add(result);
      if (worker.index() == 0 && !reports.deliver()) break;
      if (is_settled(result) || searcher.nodes() >= limits.nodes) break;
      if (stop.load(std::memory_order_relaxed) || (limits.time && Clock::now() - shared.start >= *limits.time)) break;
    }
    if (is_main) {
      result.nodes = searcher.nodes();
      shared.finished.store(true, std::memory_order_relaxed);
    }
  };
  const auto go_on = [&] { return reports.deliver() && (!callbacks.go_on || callbacks.go_on()); };
  run_parts(limits.threads, limits.threads, part, [&](std::size_t) { return go_on(); });
  reports.deliver();
  result.time = Clock::now() - shared.start;
  return result;
}

}  // namespace bitrook::search
