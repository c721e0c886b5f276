// Iterative deepening, and the threads of a search (lazy SMP: every thread searches the root, and all share the hash
// table).
#include "bitrook/search/search.hpp"

#include <algorithm>
#include <cstdlib>
#include <deque>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "bitrook/game/game.hpp"
#include "bitrook/movegen/movegen.hpp"
#include "bitrook/search/score.hpp"
#include "bitrook/search/searcher.hpp"
#include "bitrook/util/threads.hpp"

namespace bitrook::search {

namespace {

// The tablebase results of the moves at the root.
//
// If the position is in a table, only moves that preserve its value are searched, and the scores of lines other than
// mates are replaced by those of the table. Wins that make faster progress score higher, so won positions are always
// won, whatever the evaluation. In lost positions, the search chooses the move.
class TablebaseRoot {
 public:
  TablebaseRoot(const Game& game, const TablebaseUse& use, const Limits& limits);

  bool found() const { return !moves_.empty(); }
  std::uint64_t hits() const { return moves_.size(); }
  // The moves to search: as many of the best moves as there are lines to find, and any others that are as good as the
  // last of these. The moves of `limits` if the position is not in a table.
  std::vector<Move> wanted(const Limits& limits) const;
  // How tables are used below the root. They are not used if the moves are ranked by DTZ or the position is not won, so
  // that the search looks for mates instead.
  TablebaseUse below(const TablebaseUse& use) const;
  void correct(std::vector<Line>& lines) const;

 private:
  bool wins(const tablebase::RankedMove& m) const { return m.rank >= least_win_; }
  bool loses(const tablebase::RankedMove& m) const { return m.rank <= -least_win_; }
  int score(const tablebase::RankedMove& m) const;
  const tablebase::RankedMove& ranked(Move m) const;

  bool has_dtz_ = false;
  int least_win_;  // the lowest rank of a win; lower positive ranks are draws by the fifty-move rule
  std::vector<tablebase::RankedMove> moves_;  // the moves that may be played, best first
};

TablebaseRoot::TablebaseRoot(const Game& game, const TablebaseUse& use, const Limits& limits)
    : least_win_(use.fifty_move_rule ? tablebase::MaxRank - 100 : 1) {
  const Position& p = game.position();
  if (!use.files || p.occupied().count() > use.files->largest()) return;
  has_dtz_ = use.files->rank_moves(game, moves_).ok();
  if (!has_dtz_) use.files->rank_moves_by_wdl(p, moves_);
  std::erase_if(moves_, [&](const tablebase::RankedMove& m) {
    return !limits.moves.empty() && std::ranges::find(limits.moves, m.move) == limits.moves.end();
  });
}

std::vector<Move> TablebaseRoot::wanted(const Limits& limits) const {
  if (!found()) return limits.moves;
  std::vector<Move> wanted;
  for (const tablebase::RankedMove& m : moves_)
    if (m.rank >= moves_[std::min<std::size_t>(limits.multi_pv, moves_.size()) - 1].rank) wanted.push_back(m.move);
  return wanted;
}

TablebaseUse TablebaseRoot::below(const TablebaseUse& use) const {
  TablebaseUse below = use;
  if (found() && (has_dtz_ || !wins(moves_[0]))) below.files = nullptr;
  return below;
}

void TablebaseRoot::correct(std::vector<Line>& lines) const {
  if (!found() || lines.empty()) return;
  const std::size_t count = lines.size();
  for (Line& line : lines) {
    const tablebase::RankedMove& m = ranked(line.moves[0]);
    const bool is_right_mate = is_mate(line.score) && (line.score > 0 ? wins(m) : loses(m));
    if (!is_right_mate) line.score = score(m);
  }
  std::ranges::stable_sort(lines, std::ranges::greater(), &Line::score);
  const int last = lines.back().score;
  for (const tablebase::RankedMove& m : moves_) {
    const bool is_listed = std::ranges::any_of(lines, [&](const Line& line) { return line.moves[0] == m.move; });
    if (!is_listed && !loses(m) && score(m) > last) lines.push_back({score(m), {m.move}});
  }
  std::ranges::stable_sort(lines, std::ranges::greater(), &Line::score);
  lines.resize(count);
}

// The farther away the next capture or pawn move is, the less a win is worth. A win that the fifty-move rule turns into
// a draw is worth one centipawn.
int TablebaseRoot::score(const tablebase::RankedMove& m) const {
  const int distance = std::min(std::abs(m.dtz), TableScore - MaxEvaluation - 1);
  return wins(m) ? TableScore - distance : loses(m) ? distance - TableScore : (m.rank > 0) - (m.rank < 0);
}

const tablebase::RankedMove& TablebaseRoot::ranked(Move m) const {
  return *std::ranges::find(moves_, m, &tablebase::RankedMove::move);
}

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
