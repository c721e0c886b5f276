// Evaluator: evaluates the positions along a line of moves, by updating accumulators of similar positions.
#pragma once

#include <array>
#include <vector>

#include "bitrook/nnue/network.hpp"

namespace bitrook::nnue {

// A stack of accumulators with one pair per ply of the line, for use by one thread. Making and unmaking moves costs
// nothing, because accumulators are updated only when a position is evaluated. An accumulator stores the pieces that it
// sums, so it can be compared with any position, and null moves, unmade moves and new games are not special cases. An
// evaluation updates the nearest of the following: the accumulators of the two previous plies, the old one of the same
// ply and, if all of these are far away (as after a king move to another bucket), the one cached for the king's bucket.
class Evaluator {
 public:
  // The network must outlive the evaluator. `plies` is the size of the stack; ply n uses entry n % plies.
  explicit Evaluator(const Network& network, std::size_t plies = 130);

  // Centipawns for the side to move, equal to network.evaluate(p). Precondition: Network::is_valid(p).
  int evaluate(const Position& p, std::size_t ply);

 private:
  using Pair = std::array<Half, 2>;  // by color

  const Half& half(const Position& p, Color c, std::size_t ply);

  const Network& network_;
  AlignedBytes memory_;
  std::vector<Pair> stack_;
  std::vector<Pair> cache_;  // by KingView::index
};

}  // namespace bitrook::nnue
