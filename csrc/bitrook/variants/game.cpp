// Making and unmaking moves of variants, counting repetitions, and outcomes.
#include "bitrook/variants/game.hpp"

#include <algorithm>
#include <utility>

namespace bitrook {

void VariantGame::push(Move m) {
  if (rules_->moves_as_in_chess()) return Game::push(m);
  if (rules_->has_state()) {
    states_.resize(ply_count());
    states_.push_back(state_);
  }
  const Captured captured = rules_->captured_by(position_, m);
  const bool undoable = fits_undo() && !rules_->changes_more(captured);
  Undo* const record = undoable ? history_.append() : append_with_snapshot();
  ::new (static_cast<void*>(record)) Undo(position_.play_unchecked(m));
  rules_->finish(position_, state_, m, captured);
  castling_rights_ = position_.castling_rights();
}

std::vector<VariantState> VariantGame::states() const {
  std::vector<VariantState> states = states_;
  states.resize(ply_count());
  states.push_back(state_);
  return states;
}

void VariantGame::set_states(std::vector<VariantState> states) {
  if (!rules_->has_state()) return;
  state_ = states.back();
  states.pop_back();
  states_ = std::move(states);
}

bool VariantGame::try_play(Move m) {
  if (!is_legal(position(), m)) return false;
  push(m);
  return true;
}

Move VariantGame::pop() {
  const Move m = Game::pop();
  if (rules_->has_state()) state_ = states_[ply_count()];
  return m;
}

VariantGame VariantGame::root() const {
  VariantGame first = *this;
  static_cast<Game&>(first) = Game::root();
  if (ply_count() != 0 && rules_->has_state()) first.state_ = states_[0];
  first.states_.clear();
  return first;
}

void VariantGame::keep_last(std::size_t n) {
  const std::size_t dropped = ply_count() - std::min(n, ply_count());
  Game::keep_last(n);
  if (rules_->has_state()) states_.erase(states_.begin(), states_.begin() + std::ptrdiff_t(dropped));
}

// --- Repetition.

bool is_same_position(const VariantPosition& p, const VariantPosition& q) {
  return is_same_position<VariantPosition>(p, q) && p.state() == q.state();
}

bool VariantGame::is_repetition(unsigned count) const {
  if (count <= 1) return true;
  const std::size_t needed = 2 * std::size_t(count - 1);
  if (ply_count() < needed) return false;
  // Except in Crazyhouse, a position before the last capture or pawn move cannot be repeated.
  if (rules_->has_halfmove_draws() && !history_.edited() && Game::position().halfmove_clock() < needed) return false;
  const VariantPosition now = position();
  VariantGame earlier = *this;
  while (earlier.ply_count() != 0) {
    const Move m = earlier.pop();
    const VariantPosition p = earlier.position();
    if (is_irreversible(p, m)) return false;
    if (is_same_position(p, now) && --count <= 1) return true;
  }
  return false;
}

bool VariantGame::can_claim_threefold_repetition() const {
  if (is_repetition(3)) return true;
  MoveList moves;
  generate_legal(position(), moves);
  return std::ranges::any_of(moves, [&](Move m) {
    VariantGame next = *this;
    next.push(m);
    return next.is_repetition(3);
  });
}

// --- Clocks and the end of the game.

bool VariantGame::has_reached_halfmoves(std::uint32_t n) const {
  return rules_->has_halfmove_draws() && Game::position().halfmove_clock() >= n && has_legal(position());
}

std::optional<Outcome> VariantGame::outcome(bool claim_draw) const {
  const VariantPosition p = position();
  const auto draw = [](Termination t) { return Outcome{t, std::nullopt}; };
  if (const auto result = p.result()) {
    if (*result == VariantResult::Loss) return Outcome{Termination::VariantLoss, ~p.turn()};
    if (*result == VariantResult::Win) return Outcome{Termination::VariantWin, p.turn()};
    return draw(Termination::VariantDraw);
  }
  return outcome_by_chess(*this, claim_draw);
}

}  // namespace bitrook
