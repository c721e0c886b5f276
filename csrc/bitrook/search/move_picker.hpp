// MovePicker: yields the legal moves, the most promising ones first.
// https://www.chessprogramming.org/Move_Ordering
#pragma once

#include <array>
#include <cstdint>

#include "bitrook/base/move.hpp"
#include "bitrook/position/position.hpp"
#include "bitrook/search/history_table.hpp"

namespace bitrook::search {

// What a search has learned about the moves of a position. Illegal moves are ignored.
struct OrderingHints {
  Move hash_move;  // null if there is none, like the moves below
  std::array<Move, 2> killers;
  Move counter_move;
  const HistoryTable* history = nullptr;
  const ContinuationHistory::Answers* answers = nullptr;  // to the previous move; added to the history
  bool captures_only = false;                             // yield only captures and promotions
  bool see = true;                                        // detect losing captures; without it, none counts as losing
};

// Yields each legal move once:
//   1. the hash move
//   2. captures and promotions that do not lose material by exchange evaluation, ordered by most valuable victim, then
//      least valuable attacker
//   3. killers and the counter move, if they are quiet
//   4. the other quiet moves, by history
//   5. the losing captures, in the same order as in 2
// Ties keep the order of the generator. Moves are generated and scored only when their stage is reached.
//
// The position must be the same at each call of next().
class MovePicker {
 public:
  MovePicker(const Position& p, const OrderingHints& hints) : p_(p), hints_(hints) {}

  Move next();  // returns the null move when no moves are left
  // Whether the last move may lose material by exchange evaluation. The captures of group 2 do not.
  bool may_lose() const { return stage_ != Stage::Captures || !hints_.see; }
  // Skips the quiet moves that have not been yielded yet.
  void skip_quiets() { skip_quiets_ = true; }

 private:
  enum class Stage { HashMove, GenerateCaptures, Captures, Refutations, GenerateQuiets, Quiets, LosingCaptures, End };

  static constexpr std::int32_t RanksPerScore = 1024;
  static_assert(MaxMoves <= RanksPerScore);

  template <class Score>
  void sort(Score score);
  Move take();
  int quiet_score(Move m) const;
  Move next_capture();

  const Position& p_;
  const OrderingHints hints_;
  Stage stage_ = Stage::HashMove;
  bool skip_quiets_ = false;
  std::size_t taken_ = 0, next_refutation_ = 0, losing_ = 0;
  MoveList moves_;
  std::array<std::int32_t, MaxMoves> ranks_;  // sorted; each combines the score of a move and its index in moves_
  MoveList losing_captures_;
};

}  // namespace bitrook::search
