// Announcing positions to evaluations that are faster in batches. This does not affect the scores.
#include <algorithm>

#include "bitrook/search/exchange.hpp"
#include "bitrook/search/pruning.hpp"
#include "bitrook/search/searcher.hpp"

namespace bitrook::search {

// Announces the positions after up to `most` of the picker's next moves, so that they are evaluated in one batch. Skips
// positions in check, which are not evaluated, and losing captures, most of which are pruned.
void Searcher::prepare(int ply, MovePicker& rest, int most) {
  const Position& p = frame(ply).position;
  const bool without_losing = uses(Technique::SeePruning) && !p.is_check();
  upcoming_.clear();
  for (Move m; int(upcoming_.size()) < most && !(m = rest.next()).is_null();) {
    if (without_losing && is_capture(p, m) && !see_ge(p, m, 0)) continue;
    Position next = p;
    next.play_unchecked(m);
    if (!next.is_check()) upcoming_.push_back(next);
  }
  shared_.evaluation.prepare(upcoming_);
}

// Called after the first move if it did not cause a cutoff. The other moves probably will not either, so the positions
// after all of them are prepared, except for moves that are pruned.
void Searcher::prepare_other_moves(int ply, int depth, int alpha, bool is_pv) {
  if (!shared_.evaluation.is_batched()) return;
  const StackFrame& f = frame(ply);
  MovePicker& rest = upcoming_picker_.emplace(*f.picker);
  int most = MaxMoves;
  if (ply > 0 && !f.position.is_check()) {
    if (uses(Technique::Futility) && futility(depth, f.evaluation, alpha)) rest.skip_quiets();
    if (uses(Technique::LateMovePruning) && !is_pv) most = late_move_limit(depth, is_improving(ply));
  }
  prepare(ply, rest, most);
}

// Called before the first move of the quiescence search. All moves are prepared, because there are few.
void Searcher::prepare_captures(int ply) {
  if (shared_.evaluation.is_batched()) prepare(ply, upcoming_picker_.emplace(*frame(ply).picker), MaxMoves);
}

}  // namespace bitrook::search
