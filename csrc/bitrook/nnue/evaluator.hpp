// Evaluator: evaluations along a line of moves, each computed from what is already known for a similar position.
#pragma once

#include <array>
#include <vector>

#include "bitrook/nnue/network.hpp"

namespace bitrook::nnue {

// A stack of accumulators, one for each ply of the line, for one thread. Making or unmaking a move costs nothing: an
// accumulator is updated when its position is evaluated. It remembers which pieces it is the sum of, so that the
// difference to any other position is known without following the moves, and a null move, an unmade move or a new game
// need no special case. The nearest of these is updated: the accumulators of the last two plies, what the ply had
// before, and for positions in which the king has moved to another bucket, the last accumulator with that bucket.
class Evaluator {
 public:
  // The network must outlive the evaluator. `plies` is the size of the stack; ply n uses entry n % plies.
  explicit Evaluator(const Network& network, std::size_t plies = 130);

  // Centipawns for the side to move, equal to network.evaluate(p). Precondition: Network::is_valid(p).
  int evaluate(const Position& p, std::size_t ply);

 private:
  using Pair = std::array<Half, 2>;  // by color

  const Half& half(const Position& p, Color c, std::size_t ply);
  Half& cached(Color c, const KingView& view);

  const Network& network_;
  AlignedBytes memory_;
  std::vector<Pair> stack_;
  std::vector<Pair> cache_;  // by KingView::index
};

}  // namespace bitrook::nnue
