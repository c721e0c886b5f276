// Search: iterative deepening with principal variation search, on one position, with any number of threads.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "bitrook/game/game.hpp"
#include "bitrook/search/evaluation.hpp"
#include "bitrook/search/transposition.hpp"

namespace bitrook::search {

// Each technique can be switched off. docs/engine-search.md explains them in this order.
struct Options {
  bool quiescence = true;
  bool hash_moves = true;    // use the transposition table
  bool hash_cutoffs = true;  // ... and its scores
  bool history = true;       // and killers and counter moves
  bool continuation_history = true;
  bool aspiration = true;
  bool principal_variation = true;
  bool check_extensions = true;
  bool mate_distance = true;
  bool internal_iterative_reductions = true;
  bool null_move = true;
  bool reverse_futility = true;
  bool futility = true;
  bool late_move_reductions = true;
  bool late_move_pruning = true;
  bool see_pruning = true;  // of losing captures

  // A plain alpha-beta search, which gives the minimax score.
  static Options none() {
    return {false, false, false, false, false, false, false, false,
            false, false, false, false, false, false, false, false};
  }
};

struct Limits {
  int depth = MaxPly - 1;
  std::uint64_t nodes = ~std::uint64_t{0};  // of all threads together; exceeded by up to a thousand a thread
  std::optional<std::chrono::nanoseconds> time;
  std::vector<Move> moves;  // searches only these, if there are any
  unsigned multi_pv = 1;
  unsigned threads = 1;
};

struct Line {
  int score;  // for the side to move at the root
  std::vector<Move> moves;
};

struct Info {  // after each depth
  int depth = 0;
  int selective_depth = 0;  // the longest line that was looked at, in plies
  std::uint64_t nodes = 0;
  std::chrono::nanoseconds time{};
  std::vector<Line> lines;  // the best first; empty if there is no legal move
};

// Called in the calling thread: `on_info` after each depth, `go_on` every 5 ms, and less often if it takes long. The
// search stops if one of them returns false; neither is called after that.
struct Callbacks {
  std::function<bool(const Info&)> on_info;
  std::function<bool()> go_on;
};

// Searches the position of `game`, whose history counts for repetitions. The result is that of the last depth that was
// finished; if the depth that was stopped had a better move by then, it is the first line. There is a move, however
// tight the limits are. `stop` may be set by another thread. The evaluation and the table must live until the end of
// the process if the calling thread is ended without unwinding (see run_parts()).
//
// With one thread the result depends on the arguments alone, unless time is a limit. `table` may be null.
Info search(const Game& game, const Evaluation& evaluation, TranspositionTable* table, const Options& options,
            const Limits& limits, const Callbacks& callbacks, const std::atomic<bool>& stop);

struct QuiescenceResult {
  int score;
  std::uint64_t nodes;
};

// The quiescence search alone: the score of the position after captures, promotions and, in check, evasions, as exact
// as alpha and beta ask. `go_on` is called every thousand nodes, more often if the evaluation is slow; the score has no
// meaning if it returns false.
QuiescenceResult quiescence(const Position& p, int alpha, int beta, const Evaluation& evaluation,
                            const std::function<bool()>& go_on = {});

}  // namespace bitrook::search
