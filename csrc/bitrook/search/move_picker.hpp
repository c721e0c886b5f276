// MovePicker: the legal moves, those first that are likely to be best.
// https://www.chessprogramming.org/Move_Ordering
#pragma once

#include <array>
#include <cstdint>

#include "bitrook/base/move.hpp"
#include "bitrook/position/position.hpp"
#include "bitrook/search/history_table.hpp"

namespace bitrook::search {

// What is known about the moves of a position. Moves that are not legal have no effect.
struct OrderingHints {
  Move hash_move;  // null moves stand for none
  std::array<Move, 2> killers;
  Move counter_move;
  const HistoryTable* history = nullptr;
  const ContinuationHistory::Answers* answers = nullptr;  // to the move before; added to the history
  bool captures_only = false;                             // and promotions
  bool see = true;                                        // tells captures that lose from others; without it none loses
};

// Yields each legal move once:
//   1. the hash move
//   2. captures and promotions that lose nothing by exchange evaluation: the most valuable victim first, then the least
//      valuable attacker
//   3. killers and the counter move, if they are quiet
//   4. the other quiet moves, by history
//   5. the losing captures, in the order of 2
// Moves that are equal stay in the order of the generator. Moves are generated and scored when their stage is reached.
//
// The position must be the same at each call of next().
class MovePicker {
 public:
  MovePicker(const Position& p, const OrderingHints& hints) : p_(p), hints_(hints) {}

  Move next();  // the null move when there are no more
  // Whether the last move may lose by exchange evaluation: captures of the second group do not.
  bool may_lose() const { return stage_ != Stage::Captures || !hints_.see; }
  // Leaves out the quiet moves that were not yielded yet.
  void skip_quiets() { skip_quiets_ = true; }

 private:
  enum class Stage { HashMove, GenerateCaptures, Captures, Refutations, GenerateQuiets, Quiets, LosingCaptures, End };

  static constexpr std::int32_t RanksPerScore = 1024;
  static_assert(MaxMoves <= RanksPerScore);

  template <class Score>
  void sort(Score score);
  Move take();
  void generate_captures();
  void generate_quiets();
  int quiet_score(Move m) const;
  bool is_refutation(Move m) const;
  Move next_capture();

  const Position& p_;
  const OrderingHints hints_;
  Stage stage_ = Stage::HashMove;
  bool skip_quiets_ = false;
  std::size_t taken_ = 0, next_refutation_ = 0, losing_ = 0;
  MoveList moves_;
  std::array<std::int32_t, MaxMoves> ranks_;  // sorted: the score of a move, and its place in moves_
  MoveList losing_captures_;
};

}  // namespace bitrook::search
