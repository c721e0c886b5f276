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

// Their names, by value.
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

// How endgame tablebases are used. The root is always looked up; other nodes after a capture or a pawn move.
struct TablebaseUse {
  const tablebase::Tablebase* files = nullptr;  // that outlive the search; null for none
  int min_depth = 1;            // of nodes with as many pieces as the largest table; smaller ones always
  bool fifty_move_rule = true;  // wins that this rule prevents are draws
};

// Which techniques are used: all, if nothing else is set. Without any it is a plain alpha-beta search, which gives the
// minimax score.
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
  int depth = MaxPly - 1;
  std::uint64_t nodes = ~std::uint64_t{0};  // of all threads together; exceeded by up to a thousand a thread
  std::optional<std::chrono::nanoseconds> time;
  std::optional<std::chrono::nanoseconds> soft_time;  // after which no new depth is begun
  std::vector<Move> moves;                            // searches only these, if there are any
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
  std::vector<Line> lines;       // the best first; empty if there is no legal move
  std::uint64_t table_hits = 0;  // positions that were found in tablebases
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
