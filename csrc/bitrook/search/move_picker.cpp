// The stages of the move picker.
#include "bitrook/search/move_picker.hpp"

#include <algorithm>

#include "bitrook/movegen/movegen.hpp"
#include "bitrook/search/exchange.hpp"
#include "bitrook/search/properties.hpp"

namespace bitrook::search {

namespace {

// Most valuable victim, then least valuable attacker. A promotion counts as capturing the new piece.
int capture_score(const Position& p, Move m) {
  return 8 * int(index(captured_type(p, m)) + index(m.promotion())) - int(index(p.type_at(m.from())));
}

bool is_tactical(const Position& p, Move m) { return m.is_promotion() || is_capture(p, m); }

}  // namespace

// Sorts by score, highest first; moves with equal scores keep their order. Insertion sort is fast enough, because there
// are few moves and most quiet moves have no history.
template <class Score>
void MovePicker::sort(Score score) {
  for (std::size_t i = 0; i < moves_.size(); ++i) {
    const std::int32_t rank = score(moves_[i]) * RanksPerScore - std::int32_t(i);
    std::size_t j = i;
    for (; j > 0 && ranks_[j - 1] < rank; --j) ranks_[j] = ranks_[j - 1];
    ranks_[j] = rank;
  }
  taken_ = 0;
}

Move MovePicker::take() { return moves_[std::size_t(-ranks_[taken_++]) % RanksPerScore]; }

int MovePicker::quiet_score(Move m) const {
  if (!hints_.history) return 0;
  const int score = (*hints_.history)(p_.turn(), m);
  return hints_.answers ? score + (*hints_.answers)(p_.piece_at(m.from()), m.to()) : score;
}

// The next capture that does not lose material. Losing captures are kept for the last stage.
Move MovePicker::next_capture() {
  while (taken_ < moves_.size()) {
    const Move m = take();
    if (m == hints_.hash_move) continue;
    if (!hints_.see || see_ge(p_, m, 0)) return m;
    losing_captures_.add(m);
  }
  return Move::null();
}

Move MovePicker::next() {
  const std::array refutations{hints_.killers[0], hints_.killers[1], hints_.counter_move};
  switch (stage_) {
    case Stage::HashMove:
      stage_ = Stage::GenerateCaptures;
      if (is_legal(p_, hints_.hash_move) && (!hints_.captures_only || is_tactical(p_, hints_.hash_move)))
        return hints_.hash_move;
      [[fallthrough]];
    case Stage::GenerateCaptures:
      generate_captures_and_promotions(p_, moves_);
      sort([this](Move m) { return capture_score(p_, m); });
      stage_ = Stage::Captures;
      [[fallthrough]];
    case Stage::Captures:
      if (const Move m = next_capture(); !m.is_null()) return m;
      stage_ = hints_.captures_only ? Stage::LosingCaptures : Stage::Refutations;
      if (hints_.captures_only) return next();
      [[fallthrough]];
    case Stage::Refutations:
      while (!skip_quiets_ && next_refutation_ < refutations.size()) {
        const auto at = refutations.begin() + next_refutation_++;
        const bool repeated = *at == hints_.hash_move || std::find(refutations.begin(), at, *at) != at;
        if (!repeated && is_legal(p_, *at) && !is_tactical(p_, *at)) return *at;
      }
      stage_ = Stage::GenerateQuiets;
      [[fallthrough]];
    case Stage::GenerateQuiets:
      if (!skip_quiets_) {
        generate_legal_quiets(p_, moves_);
        sort([this](Move m) { return quiet_score(m); });
      }
      stage_ = Stage::Quiets;
      [[fallthrough]];
    case Stage::Quiets:
      while (!skip_quiets_ && taken_ < moves_.size()) {
        const Move m = take();
        const bool tried = m == hints_.hash_move || std::ranges::find(refutations, m) != refutations.end();
        if (!m.is_promotion() && !tried) return m;
      }
      stage_ = Stage::LosingCaptures;
      [[fallthrough]];
    case Stage::LosingCaptures:
      if (losing_ < losing_captures_.size()) return losing_captures_[losing_++];
      stage_ = Stage::End;
      [[fallthrough]];
    case Stage::End:
      break;
  }
  return Move::null();
}

}  // namespace bitrook::search
