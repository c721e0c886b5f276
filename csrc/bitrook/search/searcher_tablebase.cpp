// Tablebases in the search tree.
#include <algorithm>

#include "bitrook/search/searcher.hpp"

namespace bitrook::search {

// Returns the tablebase score of a position below the root, if it decides a search with this window. Tables ignore the
// half-move clock, so only positions right after a capture or a pawn move are looked up.
std::optional<int> Searcher::tablebase_score(int ply, int depth, int alpha, int beta) {
  const TablebaseUse& use = shared_.options.tablebase;
  if (ply == 0 || !use.files) return std::nullopt;
  const Position& p = frame(ply).position;
  const unsigned pieces = p.occupied().count(), largest = use.files->largest();
  if (p.halfmove_clock() != 0 || pieces > largest || (pieces == largest && depth < use.min_depth)) return std::nullopt;
  const tablebase::Probe probe = use.files->wdl(p);
  if (!probe.ok()) return std::nullopt;
  ++table_hits_;

  const int drawn = use.fifty_move_rule ? 1 : 0;  // the highest value that counts as a draw
  const Bound bound = probe.value > drawn ? Bound::Lower : probe.value < -drawn ? Bound::Upper : Bound::Exact;
  const int score = bound == Bound::Lower ? TableScore - ply : bound == Bound::Upper ? ply - TableScore : Draw;
  // A win may turn out to be a mate, which scores more, so it is a lower bound, and a loss is an upper bound. Such a
  // bound is useless on the wrong side of the window.
  if ((bound == Bound::Lower && score <= alpha) || (bound == Bound::Upper && score >= beta)) return std::nullopt;
  store(ply, std::min(depth + 6, MaxPly), score, bound, Move::null());
  return score;
}

}  // namespace bitrook::search
