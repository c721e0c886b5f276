// The conditions under which the search prunes moves or reduces their depth. Each rule is one function, and all
// constants are in this file.
#pragma once

#include <algorithm>
#include <array>
#include <bit>

#include "bitrook/search/score.hpp"

namespace bitrook::search {

// Reverse futility pruning: the position is so good that a shallow search will not fall below beta.
constexpr bool reverse_futility(int depth, int evaluation, int beta, bool improving) {
  return depth <= 7 && !is_decided(beta) && evaluation - 85 * (depth - int(improving)) >= beta;
}

// Null move pruning: the depth reduction after a null move.
constexpr int null_move_reduction(int depth, int evaluation, int beta) {
  return 3 + depth / 4 + std::min((evaluation - beta) / 200, 3);
}

// Null move pruning: from this depth on, a search of the real moves must confirm the result.
inline constexpr int VerifiedNullMoveDepth = 8;

// Futility pruning: in a shallow search, a quiet move is assumed to score no more than this. It is pruned if that does
// not exceed alpha.
constexpr int futility_score(int depth, int evaluation) { return evaluation + 90 + 80 * depth; }
constexpr bool futility(int depth, int evaluation, int alpha) {
  return depth <= 6 && futility_score(depth, evaluation) <= alpha;
}

// Late move pruning: the number of moves that a shallow search tries before it skips the remaining quiet moves.
constexpr int late_move_limit(int depth, bool improving) {
  return depth <= 6 ? (improving ? 8 + 3 * depth * depth : 5 + 2 * depth * depth) : 1 << 16;
}

// Exchange evaluation: a shallow search prunes captures that lose more than this.
constexpr int see_limit(int depth) { return depth <= 6 ? -110 * depth : -(1 << 16); }

// Late move reductions: the later a move is tried and the deeper the search, the larger the reduction. It is about
// 0.5 + log(depth) * log(number) / 2.25, computed in integers so that the result is the same on every processor.
constexpr int late_move_reduction(int depth, int number, bool is_pv, bool improving, int history) {
  const auto log2_in_16ths = [](unsigned x) {
    const unsigned whole = unsigned(std::bit_width(x)) - 1;
    return int(16 * whole + ((x << 4 >> whole) & 15));
  };
  if (depth < 3 || number < 4) return 0;
  const int reduction = (600 + log2_in_16ths(unsigned(depth)) * log2_in_16ths(unsigned(number))) / 1200;
  return reduction - int(is_pv) + int(!improving) - history / 8192;
}

// Delta pruning in the quiescence search: a capture is pruned if even with this margin it would not raise the score
// above alpha.
inline constexpr int DeltaMargin = 200;

}  // namespace bitrook::search
