// The quiescence search: searches captures and promotions until the position is quiet, because the evaluation is not
// meaningful in the middle of an exchange.
// https://www.chessprogramming.org/Quiescence_Search
#include <algorithm>

#include "bitrook/search/exchange.hpp"
#include "bitrook/search/properties.hpp"
#include "bitrook/search/pruning.hpp"
#include "bitrook/search/searcher.hpp"

namespace bitrook::search {

int Searcher::quiescence(int ply, int alpha, int beta) {
  frame(ply).line.clear();
  if (!count_node(ply)) return Draw;
  const Position& p = frame(ply).position;
  if (ply > 0 && is_draw(ply)) return Draw;
  const bool in_check = p.is_check();
  if (ply == MaxPly) return in_check ? Draw : evaluate(ply);

  const int first_alpha = alpha;
  // Unless it is in check, the side to move may stop capturing and accept the static evaluation.
  int best_score = -Infinite, evaluation = 0;
  if (!in_check) {
    best_score = evaluation = evaluate(ply);
    if (best_score >= beta) return best_score;
    alpha = std::max(alpha, best_score);
  }
  // Results of the quiescence search are stored in the hash table with depth 0. The probe comes after the evaluation so
  // that the prefetched entry is in the cache.
  const auto entry = probe(ply);
  if (entry && beta - alpha == 1)
    if (const auto score = hash_cutoff(*entry, ply, alpha, beta)) return *score;
  OrderingHints hints;
  if (entry) hints.hash_move = entry->move;
  hints.captures_only = !in_check;
  // Losing captures are pruned below, so the picker does not need to detect them. Losing promotions are not pruned, but
  // searched last.
  hints.see = in_check || !uses(Technique::SeePruning) || pawns_on_seventh(p).any();
  hints.history = in_check && uses(Technique::History) ? &quiets_->history : nullptr;
  MovePicker& picker = frame(ply).picker.emplace(p, hints);
  prepare_captures(ply);
  int number = 0;
  Move best;
  for (Move m; !(m = picker.next()).is_null();) {
    ++number;
    if (!in_check && uses(Technique::SeePruning) && !m.is_promotion()) {
      const int most = evaluation + PieceValues()[captured_type(p, m)] + DeltaMargin;
      if (most <= alpha) best_score = std::max(best_score, most);
      if (most <= alpha || !see_ge(p, m, 0)) continue;
    }
    make(ply, m);
    const int score = -quiescence(ply + 1, -beta, -alpha);
    unmake();
    if (stopped_) return Draw;
    if (score <= best_score) continue;
    best_score = score;
    if (score <= alpha) continue;
    alpha = score;
    best = m;
    if (ply + 1 < MaxPly) set_line(ply, m);
    if (score >= beta) break;
  }
  if (number == 0) {
    if (in_check) return mated_in(ply);
    if (!has_legal(p)) return Draw;
  }
  const Bound bound = best_score >= beta ? Bound::Lower : best_score > first_alpha ? Bound::Exact : Bound::Upper;
  store(ply, 0, best_score, bound, best);
  return best_score;
}

namespace {
const std::atomic<bool> Never{false};
}

QuiescenceResult quiescence(const Position& p, int alpha, int beta, const Evaluation& evaluation,
                            const std::function<bool()>& go_on) {
  Options options;
  options.set(Technique::History, false);  // no search has filled the history
  Shared shared{evaluation, nullptr, options, {}, Never};
  const auto searcher = std::make_unique<Searcher>(shared, Game(p), go_on ? go_on : [] { return true; });
  const int score = searcher->quiescence(0, alpha, beta);
  return {score, searcher->nodes()};
}

}  // namespace bitrook::search
