// What a search thread remembers: the positions of the game before the root, and the scores of quiet moves.
#include <algorithm>

#include "bitrook/search/searcher.hpp"

namespace bitrook::search {

void Searcher::restart(const Game& game) {
  // The keys of earlier positions, as far back as a repetition can reach.
  Game earlier = game;
  keys_.assign(1, game.position().repetition_key());
  for (std::size_t n = std::min<std::size_t>(game.ply_count(), game.position().halfmove_clock()); n > 0; --n) {
    earlier.pop();
    keys_.push_back(earlier.position().repetition_key());
  }
  std::ranges::reverse(keys_);
  keys_.reserve(keys_.size() + MaxPly + 1);
  frame(0).position = game.position();
  frame(0).since_null = 0;
  root_move_ = Move::null();
  selective_depth_ = finished_depth_ = 0;
  nodes_ = all_nodes_ = 0;
  stopped_ = false;
}

OrderingHints Searcher::hints(int ply, Move hash_move) {
  OrderingHints h;
  h.hash_move = ply == 0 && !root_move_.is_null() ? root_move_ : hash_move;
  if (uses(Technique::History)) {
    h.killers = frame(ply).killers;
    h.history = &quiets_->history;
    h.answers = answers(ply);
    if (ply > 0) {
      const Move before = frame(ply - 1).move;
      h.counter_move = quiets_->counter_moves[index(frame(ply).position.turn())][before.word() & 0xFFF];
    }
  }
  return h;
}

// Records that a quiet move was best. It will be tried earlier in other positions, and the quiet moves tried before it
// will be tried later.
void Searcher::reward(int ply, int depth, Move best) {
  const Color us = frame(ply).position.turn();
  auto& killers = frame(ply).killers;
  if (killers[0] != best) killers = {best, killers[0]};
  if (ply > 0) quiets_->counter_moves[index(us)][frame(ply - 1).move.word() & 0xFFF] = best;
  const Position& p = frame(ply).position;
  ContinuationHistory::Answers* const to_move_before = answers(ply);
  const auto add = [&](Move m, int bonus) {
    quiets_->history.add(us, m, bonus);
    if (to_move_before) to_move_before->add(p.piece_at(m.from()), m.to(), bonus);
  };
  const int bonus = HistoryTable::bonus(depth);
  add(best, bonus);
  for (const Move m : frame(ply).tried)
    if (m != best) add(m, -bonus);
}

// The history of replies to the move that led to this frame; null if there is no such move or the technique is off.
ContinuationHistory::Answers* Searcher::answers(int ply) {
  if (!uses(Technique::ContinuationHistory) || ply == 0 || frame(ply - 1).move.is_null()) return nullptr;
  const Square target = frame(ply - 1).move.to();
  return &quiets_->continuation(frame(ply).position.piece_at(target), target);
}

// How good a quiet move has been elsewhere, from -2 to 2 times HistoryTable::Max.
int Searcher::history_score(int ply, Move m) {
  if (!uses(Technique::History)) return 0;
  const Position& p = frame(ply).position;
  const int score = quiets_->history(p.turn(), m);
  const ContinuationHistory::Answers* const to_move_before = answers(ply);
  return to_move_before ? score + (*to_move_before)(p.piece_at(m.from()), m.to()) : 2 * score;
}

}  // namespace bitrook::search
