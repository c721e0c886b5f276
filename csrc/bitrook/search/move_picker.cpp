// The stages of the move picker.
#include "bitrook/search/move_picker.hpp"

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

void MovePicker::generate_captures() {
  moves_.clear();
  generate_captures_and_promotions(p_, moves_);
  sort([this](Move m) { return capture_score(p_, m); });
}

void MovePicker::generate_quiets() {
  moves_.clear();
  generate_legal_quiets(p_, moves_);
  hints_.history ? sort([this](Move m) { return quiet_score(m); }) : sort([](Move) { return 0; });
}

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
  const int score = (*hints_.history)(p_.turn(), m);
  return hints_.answers ? score + (*hints_.answers)(p_.piece_at(m.from()), m.to()) : score;
}

bool MovePicker::is_refutation(Move m) const {
  return m == hints_.killers[0] || m == hints_.killers[1] || m == hints_.counter_move;
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
  switch (stage_) {
    case Stage::HashMove:
      stage_ = Stage::GenerateCaptures;
      if (is_legal(p_, hints_.hash_move) && (!hints_.captures_only || is_tactical(p_, hints_.hash_move)))
        return hints_.hash_move;
      [[fallthrough]];
    case Stage::GenerateCaptures:
      generate_captures();
      stage_ = Stage::Captures;
      [[fallthrough]];
    case Stage::Captures:
      if (const Move m = next_capture(); !m.is_null()) return m;
      stage_ = hints_.captures_only ? Stage::LosingCaptures : Stage::Refutations;
      if (hints_.captures_only) return next();
      [[fallthrough]];
    case Stage::Refutations: {
      const std::array refutations{hints_.killers[0], hints_.killers[1], hints_.counter_move};
      while (!skip_quiets_ && next_refutation_ < refutations.size()) {
        const std::size_t i = next_refutation_++;
        const Move m = refutations[i];
        bool repeated = m == hints_.hash_move;
        for (std::size_t j = 0; j < i; ++j) repeated |= m == refutations[j];
        if (!repeated && is_legal(p_, m) && !is_tactical(p_, m)) return m;
      }
      stage_ = Stage::GenerateQuiets;
      [[fallthrough]];
    }
    case Stage::GenerateQuiets:
      if (!skip_quiets_) generate_quiets();
      stage_ = Stage::Quiets;
      [[fallthrough]];
    case Stage::Quiets:
      while (!skip_quiets_ && taken_ < moves_.size()) {
        const Move m = take();
        if (!m.is_promotion() && m != hints_.hash_move && !is_refutation(m)) return m;
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
