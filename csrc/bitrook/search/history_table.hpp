// The history heuristic: how often quiet moves were best.
// https://www.chessprogramming.org/History_Heuristic
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

#include "bitrook/base/move.hpp"
#include "bitrook/base/types.hpp"

namespace bitrook::search {

// Scores of moves by the color that makes them, origin and target.
class HistoryTable {
 public:
  static constexpr int Max = 16384;  // scores are between -Max and Max

  int operator()(Color c, Move m) const { return scores_[row(c)][index(m.from())][index(m.to())]; }

  void add(Color c, Move m, int bonus) { add(scores_[row(c)][index(m.from())][index(m.to())], bonus); }
  // Adds `bonus`, which may be negative. The bonus shrinks as the score approaches Max or -Max, which it never exceeds.
  static void add(std::int16_t& score, int bonus) {
    bonus = std::clamp(bonus, -Max, Max);
    score = std::int16_t(score + bonus - score * std::abs(bonus) / Max);
  }
  // The bonus for a move that was best at this depth.
  static int bonus(int depth) { return std::min(16 * depth * depth, 1200); }

  void clear() { scores_ = {}; }
  std::int16_t* data() { return &scores_[0][0][0]; }  // 2 x 64 x 64; Black's scores first, as in Python

 private:
  static constexpr std::size_t row(Color c) { return 1 - index(c); }

  std::array<std::array<std::array<std::int16_t, 64>, 64>, 2> scores_{};
};

// Scores of moves in reply to the previous move, by piece and target square of both moves.
// https://www.chessprogramming.org/History_Heuristic#Continuation_History
class ContinuationHistory {
 public:
  // The scores of the replies to one move.
  struct Answers {
    std::array<std::array<std::int16_t, 64>, 14> scores;

    int operator()(Piece piece, Square target) const { return scores[index(piece)][index(target)]; }
    void add(Piece piece, Square target, int bonus) { HistoryTable::add(scores[index(piece)][index(target)], bonus); }
  };

  // `piece` is the piece that has moved to the target square; None is allowed.
  Answers& operator()(Piece piece, Square target) { return answers_[64 * index(piece) + index(target)]; }

 private:
  struct Free {
    void operator()(Answers* memory) const { std::free(memory); }
  };
  // 1.6 MB. The operating system zeroes the pages when they are first used, and most searches use only a few of them.
  static Answers* allocated() {
    if (void* memory = std::calloc(14 * 64, sizeof(Answers))) return static_cast<Answers*>(memory);
    throw std::bad_alloc();
  }
  std::unique_ptr<Answers[], Free> answers_{allocated()};
};

}  // namespace bitrook::search
