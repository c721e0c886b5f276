// Search: iterative deepening with principal variation search, on one position, with any number of threads.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "bitrook/game/game.hpp"
#include "bitrook/search/evaluation.hpp"
#include "bitrook/search/transposition.hpp"
#include "bitrook/tablebase/tablebase.hpp"

namespace bitrook::search {

// The techniques of the search. docs/engine-search.md explains them in this order.
enum class Technique : std::uint8_t {
  Quiescence,
  HashMoves,    // use the transposition table
  HashCutoffs,  // ... and its scores
  History,      // and killers and counter moves
  ContinuationHistory,
  Aspiration,
  PrincipalVariation,
  CheckExtensions,
  MateDistance,
  InternalIterativeReductions,
  NullMove,
  ReverseFutility,
  Futility,
  LateMoveReductions,
  LateMovePruning,
  SeePruning,  // of losing captures
};

// The names of the techniques, in the same order.
inline constexpr std::array<std::string_view, 16> TechniqueNames{
    "quiescence",
    "hash_moves",
    "hash_cutoffs",
    "history",
    "continuation_history",
    "aspiration",
    "principal_variation",
    "check_extensions",
    "mate_distance",
    "internal_iterative_reductions",
    "null_move",
    "reverse_futility",
    "futility",
    "late_move_reductions",
    "late_move_pruning",
    "see_pruning",
};

// How endgame tablebases are used. The root is always looked up, other nodes only after a capture or a pawn move.
struct TablebaseUse {
  const tablebase::Tablebase* files = nullptr;  // must outlive the search; null for no tablebases
  int min_depth = 1;            // for nodes with as many pieces as the largest table; others have no limit
  bool fifty_move_rule = true;  // wins that this rule prevents count as draws
};

// The techniques that a search uses; by default, all of them. Without any, it is a plain alpha-beta search, which
// returns the minimax score.
class Options {
 public:
  TablebaseUse tablebase;

  static constexpr Options none() { return Options(0); }

  constexpr Options() : Options((1u << TechniqueNames.size()) - 1) {}
  constexpr bool has(Technique t) const { return bits_ >> unsigned(t) & 1; }
  constexpr void set(Technique t, bool on) {
    const std::uint32_t bit = 1u << unsigned(t);
    bits_ = on ? bits_ | bit : bits_ & ~bit;
  }

 private:
  constexpr explicit Options(std::uint32_t bits) : bits_(bits) {}

  std::uint32_t bits_;
};

struct Limits {
  int depth = MaxPly - 1;                   // at least 1
  std::uint64_t nodes = ~std::uint64_t{0};  // of all threads together; may be exceeded by about a thousand per thread
  std::optional<std::chrono::nanoseconds> time;
  std::optional<std::chrono::nanoseconds> soft_time;  // no new depth is started after this
  std::vector<Move> moves;                            // if not empty, only these are searched
  unsigned multi_pv = 1;                              // at least 1
  unsigned threads = 1;                               // at least 1
};

struct Line {
  int score;  // for the side to move at the root
  std::vector<Move> moves;
};

struct Info {  // the results after each depth
  int depth = 0;
  int selective_depth = 0;  // the length of the longest line that was searched, in plies
  std::uint64_t nodes = 0;
  std::chrono::nanoseconds time{};
  std::vector<Line> lines;       // best first; empty if there are no legal moves
  std::uint64_t table_hits = 0;  // positions that were found in tablebases
};

// Both are called in the calling thread: `on_info` after each depth, and `go_on` every 5 ms, or less often if it is
// slow. The search stops if one of them returns false; neither is called after that.
struct Callbacks {
  std::function<bool(const Info&)> on_info;
  std::function<bool()> go_on;
};

// Searches the position of `game`; the history of the game is used to detect repetitions. Returns the result of the
// last depth that was completed. If the depth in progress had found a better move before it was stopped, that move is
// the first line. There is always a move if one is legal, however tight the limits are. Another thread may set `stop`.
// If the calling thread may be ended without unwinding, the evaluation and the table must live until the end of the
// process (see run_parts()).
//
// With one thread and no time limit, the result depends only on the arguments. `table` may be null.
Info search(const Game& game, const Evaluation& evaluation, TranspositionTable* table, const Options& options,
            const Limits& limits, const Callbacks& callbacks, const std::atomic<bool>& stop);

struct QuiescenceResult {
  int score;
  std::uint64_t nodes;
};

// Runs only the quiescence search: returns the score of the position after captures, promotions and, in check,
// evasions. The score is exact if it is between alpha and beta, and otherwise a bound. `go_on` is called every thousand
// nodes, or more often if the evaluation is slow; if it returns false, the score is meaningless.
QuiescenceResult quiescence(const Position& p, int alpha, int beta, const Evaluation& evaluation,
                            const std::function<bool()>& go_on = {});

}  // namespace bitrook::search
