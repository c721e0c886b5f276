// The history heuristic: how often quiet moves were best.
// https://www.chessprogramming.org/History_Heuristic
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>

#include "bitrook/base/move.hpp"

namespace bitrook::search {

// Scores of moves by the color that makes them, origin and target.
class HistoryTable {
 public:
  static constexpr int Max = 16384;  // no score is more than this, or less than its negative

  int operator()(Color c, Move m) const { return scores_[row(c)][index(m.from())][index(m.to())]; }

  // Adds `bonus`, which may be negative, less the more the score is already worth: it approaches Max and never
  // exceeds it.
  void add(Color c, Move m, int bonus) {
    std::int16_t& score = scores_[row(c)][index(m.from())][index(m.to())];
    bonus = std::clamp(bonus, -Max, Max);
    score = std::int16_t(score + bonus - score * std::abs(bonus) / Max);
  }
  // What a move that was best at that depth is worth.
  static int bonus(int depth) { return std::min(16 * depth * depth, 1200); }

  void clear() { scores_ = {}; }
  std::int16_t* data() { return &scores_[0][0][0]; }  // 2 x 64 x 64; Black's scores first, as Python counts colors

 private:
  static constexpr std::size_t row(Color c) { return 1 - index(c); }

  std::array<std::array<std::array<std::int16_t, 64>, 64>, 2> scores_{};
};

}  // namespace bitrook::search
