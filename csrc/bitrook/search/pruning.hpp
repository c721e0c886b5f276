// When the search leaves out moves or looks at them less deeply. Each rule is one function; all numbers are here.
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

// Null move pruning: by how much less the position after a null move is searched.
constexpr int null_move_reduction(int depth, int evaluation, int beta) {
  return 3 + depth / 4 + std::min((evaluation - beta) / 200, 3);
}

// ... and from which depth on a search of the moves must confirm it.
inline constexpr int VerifiedNullMoveDepth = 8;

// Futility pruning: a quiet move of a shallow search will score no more than this, which may be below alpha.
constexpr int futility_score(int depth, int evaluation) { return evaluation + 90 + 80 * depth; }
constexpr bool futility(int depth, int evaluation, int alpha) {
  return depth <= 6 && futility_score(depth, evaluation) <= alpha;
}

// Late move pruning: how many moves of a shallow search are looked at before the quiet ones are left out.
constexpr int late_move_limit(int depth, bool improving) {
  return depth <= 6 ? (improving ? 8 + 3 * depth * depth : 5 + 2 * depth * depth) : 1 << 16;
}

// What a capture may lose by exchange evaluation before a shallow search leaves it out.
constexpr int see_limit(int depth) { return depth <= 6 ? -110 * depth : -(1 << 16); }

// Late move reductions: the later a move is tried and the deeper the search, the more it is reduced. About
// 0.5 + log(depth) * log(number) / 2.25, in integers so that every processor computes the same.
constexpr int late_move_reduction(int depth, int number, bool is_pv, bool improving, int history) {
  const auto log2_in_16ths = [](unsigned x) {
    const unsigned whole = unsigned(std::bit_width(x)) - 1;
    return int(16 * whole + ((x << 4 >> whole) & 15));
  };
  if (depth < 3 || number < 4) return 0;
  const int reduction = (600 + log2_in_16ths(unsigned(depth)) * log2_in_16ths(unsigned(number))) / 1200;
  return reduction - int(is_pv) + int(!improving) - history / 8192;
}

// Delta pruning in the quiescence search: a capture that wins so little will not raise the score above alpha.
inline constexpr int DeltaMargin = 200;

}  // namespace bitrook::search
