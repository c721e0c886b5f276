// Iterative deepening, and the threads of a search (lazy SMP: every thread searches the root, and all share the hash
// table).
#include "bitrook/search/search.hpp"

#include <algorithm>
#include <deque>
#include <memory>
#include <mutex>
#include <thread>

#include "bitrook/movegen/movegen.hpp"
#include "bitrook/search/searcher.hpp"
#include "bitrook/search/tablebase_root.hpp"
#include "bitrook/util/threads.hpp"

namespace bitrook::search {

namespace {

// The tasks of the calling thread while the search runs: it passes the results of the main part, which may run in
// another thread, to the callbacks, and asks them whether to continue.
class Reports {
 public:
  explicit Reports(const Callbacks& callbacks) : callbacks_(callbacks) {}

  void add(Info info) {
    const std::lock_guard lock(mutex_);
    waiting_.push_back(std::move(info));
  }
  // The remaining functions are for the calling thread. They return false once a callback has returned false.
  bool deliver() {
    while (auto info = open_ ? next() : std::nullopt)
      if (callbacks_.on_info && !callbacks_.on_info(*info)) open_ = false;
    return open_;
  }
  bool go_on() {
    const auto start = Clock::now();
    if (deliver() && callbacks_.go_on && !callbacks_.go_on()) open_ = false;
    const auto end = Clock::now();
    due_ = end + std::max<Clock::duration>(MinInterval, 10 * (end - start));
    return open_;
  }
  bool go_on_if_due() { return Clock::now() < due_ ? open_ : go_on(); }

 private:
  std::optional<Info> next() {
    const std::lock_guard lock(mutex_);
    if (waiting_.empty()) return std::nullopt;
    Info info = std::move(waiting_.front());
    waiting_.pop_front();
    return info;
  }

  static constexpr auto MinInterval = std::chrono::milliseconds(5);

  const Callbacks& callbacks_;
  Clock::time_point due_ = Clock::now();
  bool open_ = true;
  std::mutex mutex_;
  std::deque<Info> waiting_;
};

// Whether a deeper search is pointless: there is no move, or the only line is a mate that is so much shorter than the
// depth that no shorter one will be found.
bool is_settled(const Info& info) {
  if (info.lines.empty()) return true;
  const int score = info.lines[0].score;
  return info.lines.size() == 1 && is_mate(score) && info.depth > 2 * (MateScore - std::abs(score)) + 2;
}

// The first legal move, as the result of a search that is stopped before it finishes depth 1.
Info first_move(const Position& p, const Shared& shared) {
  Info info;
  MoveList moves;
  generate_legal(p, moves);
  for (const Move m : moves) {
    const auto& wanted = shared.limits.moves;
    if (!wanted.empty() && std::ranges::find(wanted, m) == wanted.end()) continue;
    info.lines.push_back({shared.evaluation(p), {m}});
    break;
  }
  return info;
}

// The data that the threads share. It is on the heap, because helpers may outlive the calling thread's stack; see
// run_parts().
struct Run {
  const Game game;
  const TablebaseRoot root;
  Shared shared;
  Reports reports;
  Info result;  // written by the thread of the main part

  void search(bool is_main, Worker& worker) {
    const Limits& limits = shared.limits;
    const bool is_caller = worker.index() == 0;
    const auto go_on = [&] { return worker.go_on() && (!is_caller || reports.go_on_if_due()); };
    const auto searcher = std::make_unique<Searcher>(shared, game, go_on);  // too large for a thread's stack
    std::vector<Line> lines;
    for (int depth = 1; depth <= std::min(limits.depth, MaxPly - 1); ++depth) {
      const bool is_finished = searcher->search_root(depth, lines);
      if (!is_finished && is_main && !lines.empty()) set_lines(lines);
      if (!is_finished) break;
      if (!is_main) continue;
      result.depth = depth;
      set_counts(*searcher);
      result.time = Clock::now() - shared.start;
      set_lines(lines);
      reports.add(result);
      if (is_caller && !reports.deliver()) break;
      if (is_settled(result) || searcher->is_stopped() || searcher->is_out_of_limits()) break;
      if (limits.soft_time && result.time >= *limits.soft_time) break;
    }
    if (is_main) {
      set_counts(*searcher);
      shared.finished.store(true, std::memory_order_relaxed);
    }
  }

 private:
  void set_counts(const Searcher& searcher) {
    result.nodes = searcher.nodes();
    result.selective_depth = searcher.selective_depth();
    result.table_hits = searcher.table_hits() + root.hits();
  }
  void set_lines(const std::vector<Line>& lines) {
    result.lines = lines;
    root.correct(result.lines);
  }
};

}  // namespace

Info search(const Game& game, const Evaluation& evaluation, TranspositionTable* table, const Options& options,
            const Limits& limits, const Callbacks& callbacks, const std::atomic<bool>& stop) {
  BITROOK_ASSERT(limits.depth >= 1 && limits.multi_pv >= 1 && limits.threads >= 1);
  const TablebaseRoot root(game, options.tablebase, limits);
  Options below = options;
  below.tablebase = root.below(options.tablebase);
  Limits wanted = limits;
  wanted.moves = root.wanted(limits);
  const std::shared_ptr<Run> run(new Run{game, root, {evaluation, table, below, wanted, stop}, Reports(callbacks), {}});
  if (table) table->new_search();
  run->result = first_move(game.position(), run->shared);
  if (run->result.lines.empty()) return run->result;
  root.correct(run->result.lines);

  const auto part = [run](std::size_t i, Worker& worker) { run->search(i == 0, worker); };
  const unsigned threads = std::min(limits.threads, max_threads());  // run_parts() would run the others at the end
  run_parts(threads, threads, part, [&run](std::size_t) { return run->reports.go_on(); });
  run->reports.deliver();
  run->result.time = Clock::now() - run->shared.start;
  return run->result;
}

}  // namespace bitrook::search
