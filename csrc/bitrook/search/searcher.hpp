// Searcher: the search of one thread. search.cpp runs one or several of them.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "bitrook/game/game.hpp"
#include "bitrook/search/history_table.hpp"
#include "bitrook/search/move_picker.hpp"
#include "bitrook/search/search.hpp"

namespace bitrook::search {

using Clock = std::chrono::steady_clock;

// What the threads of a search share.
struct Shared {
  const Evaluation& evaluation;
  TranspositionTable* table;
  const Options options;
  const Limits limits;
  const std::atomic<bool>& stop;  // set by the caller
  Clock::time_point start = Clock::now();
  // On a separate cache line, because the threads write these members and only read the others.
  alignas(64) std::atomic<bool> finished{false};
  std::atomic<std::uint64_t> nodes{0};  // each thread adds its count every thousand nodes
  std::atomic<std::uint64_t> table_hits{0};
};

// Whether the last position is a draw by repetition. `keys` are those of the positions of the game and of the searched
// line, which is `ply` moves long and had its last null move `since_null` moves ago (`ply` if it has none). In the
// line, one earlier occurrence is enough; in the game before it, two are needed. Positions before a null move of the
// line do not count, because no player can reach them again by passing.
bool is_repetition(std::span<const std::uint64_t> keys, std::size_t ply, std::size_t halfmove_clock,
                   std::size_t since_null);

class Searcher {
 public:
  // `go_on` is called every thousand nodes, or more often if the evaluation is slow; the search stops if it returns
  // false.
  Searcher(Shared& shared, const Game& game, std::function<bool()> go_on);

  // Makes the position of `game` the root for another search. Keeps the scores of quiet moves.
  void restart(const Game& game);

  // Searches the root to this depth, once for each line. Returns false if the search was stopped; the first of `lines`
  // is then the best line found so far, and the others are unchanged.
  bool search_root(int depth, std::vector<Line>& lines);

  int quiescence(int ply, int alpha, int beta);

  bool is_stopped();
  bool is_out_of_limits() const;
  int selective_depth() const { return selective_depth_; }
  std::uint64_t nodes() const { return shared_.nodes.load(std::memory_order_relaxed) + nodes_; }
  std::uint64_t table_hits() const { return shared_.table_hits.load(std::memory_order_relaxed) + table_hits_; }

 private:
  // The data of one ply of the line that is being searched. Frames are allocated when a line first becomes that long,
  // and on the heap, because stacks are small on some systems.
  struct StackFrame {
    Position position;
    std::optional<MovePicker> picker;
    MoveList tried;          // the quiet moves that were searched
    std::vector<Move> line;  // the principal variation from here
    std::array<Move, 2> killers;
    Move move;       // the move that leads to the next frame
    int evaluation;  // static; -Infinite in check
    int since_null;  // the moves since the last null move of the line, or since the root
  };

  // The scores of quiet moves, 1.6 MB.
  struct QuietScores {
    HistoryTable history;
    ContinuationHistory continuation;
    std::array<std::array<Move, 64 * 64>, 2> counter_moves{};  // by color, and origin and target of the previous move
  };

  bool uses(Technique t) const { return shared_.options.has(t); }
  StackFrame& frame(int ply) { return *frames_[std::size_t(ply)]; }
  const StackFrame& frame(int ply) const { return *frames_[std::size_t(ply)]; }

  int aspirate(int depth, int previous);
  int search(int ply, int depth, int alpha, int beta, bool may_null = true);
  int search_moves(int ply, int depth, int alpha, int beta, Move hash_move);
  std::optional<int> score_if_pruned(int ply, int depth, int alpha, bool is_pv, Move m, int number);
  int search_move(int ply, int depth, int alpha, int beta, int number, int reduction);
  int horizon(int ply, int alpha, int beta);
  std::optional<int> tablebase_score(int ply, int depth, int alpha, int beta);
  std::optional<int> null_move_score(int ply, int depth, int beta, int evaluation);
  OrderingHints hints(int ply, Move hash_move);
  ContinuationHistory::Answers* answers(int ply);
  int history_score(int ply, Move m);
  void reward(int ply, int depth, Move best);

  void prepare(int ply, MovePicker& rest, int most);
  void prepare_other_moves(int ply, int depth, int alpha, bool is_pv);
  void prepare_captures(int ply);

  void add_frame(int ply) {
    if (!frames_[std::size_t(ply)]) frames_[std::size_t(ply)] = std::make_unique<StackFrame>();
  }
  void set_line(int ply, Move m);
  void make(int ply, Move m);
  void unmake() { keys_.pop_back(); }

  bool is_draw(int ply) const;
  int evaluate(int ply) {
    const Position& p = frame(ply).position;
    return std::clamp(line_evaluation_ ? (*line_evaluation_)(p, ply) : shared_.evaluation(p), -MaxEvaluation,
                      MaxEvaluation);
  }
  bool is_unknown(const std::optional<TableEntry>& entry, int depth) const;
  bool is_improving(int ply) const;
  std::optional<TableEntry> probe(int ply) const;
  std::optional<int> hash_cutoff(const TableEntry& entry, int ply, int alpha, int beta) const;
  void store(int ply, int depth, int score, Bound bound, Move best);
  bool is_searched_at_root(Move m) const;
  bool count_node(int ply);
  void add_table_hits() { shared_.table_hits.fetch_add(std::exchange(table_hits_, 0), std::memory_order_relaxed); }

  Shared& shared_;
  const std::function<bool()> go_on_;
  const std::uint64_t nodes_between_checks_;
  const std::unique_ptr<LineEvaluation> line_evaluation_;  // null for most evaluations
  std::array<std::unique_ptr<StackFrame>, MaxPly + 1> frames_;
  std::optional<MovePicker> upcoming_picker_;  // the argument of prepare()
  std::vector<Position> upcoming_;
  std::vector<std::uint64_t> keys_;            // of the positions of the game and the current line, in order
  const std::unique_ptr<QuietScores> quiets_;  // null without Technique::History
  std::vector<Move> excluded_;                 // at the root: the moves of better lines
  Move root_move_;                             // ... the best move of the previous depth
  std::optional<Line> best_at_root_;           // ... the best line so far
  int root_depth_ = 0, selective_depth_ = 0, finished_depth_ = 0;
  std::uint64_t nodes_ = 0, all_nodes_ = 0, table_hits_ = 0;
  bool stopped_ = false;
};

}  // namespace bitrook::search
