// The walk: list the moves, make each on a copy of the position, and recurse.
#include "bitrook/movegen/movegen.hpp"
#include "bitrook/perft/perft.hpp"

namespace bitrook {

namespace {

template <class P>
std::uint64_t leaves(const P& p, unsigned depth, const StopCheck& go_on) {
  if (depth == 0) return 1;
  if (depth == 1) return count_legal(p);
  if (depth >= StopCheckDepth && go_on && !go_on()) return 0;
  MoveList moves;
  generate_legal(p, moves);
  std::uint64_t n = 0;
  for (const Move m : moves) {
    P next = p;
    next.play_unchecked(m);
    n += leaves(next, depth - 1, go_on);
  }
  return n;
}

}  // namespace

std::uint64_t perft_walk(const Position& p, unsigned depth, const StopCheck& go_on) { return leaves(p, depth, go_on); }
std::uint64_t perft_walk(const VariantPosition& p, unsigned depth, const StopCheck& go_on) {
  return leaves(p, depth, go_on);
}

}  // namespace bitrook
