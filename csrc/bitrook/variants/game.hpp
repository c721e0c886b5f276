// VariantGame: a game of a variant, with the functions of Game.
#pragma once

#include <vector>

#include "bitrook/game/game.hpp"
#include "bitrook/game/outcome.hpp"
#include "bitrook/variants/position.hpp"

namespace bitrook {

// The base class holds the position of chess, its castling rights and its history, so code that only reads or edits
// these serves variants as well.
class VariantGame : public Game {
 public:
  explicit VariantGame(const VariantPosition& p) : Game(p.chess()), rules_(&p.rules()), state_(p.state()) {}
  VariantGame(const Rules& rules, const Setup& setup, const VariantState& state)
      : Game(setup), rules_(&rules), state_(state) {}

  const Rules& rules() const { return *rules_; }
  VariantPosition position() const { return VariantPosition(*rules_, Game::position(), state_); }
  const VariantState& state() const { return state_; }
  void set_state(const VariantState& state) { state_ = state; }
  // The states before each move of the history, and now; initial ones in variants without.
  std::vector<VariantState> states() const;
  void set_states(std::vector<VariantState> states);  // precondition: there are ply_count() + 1
  const Game& chess() const { return *this; }

  void push(Move m);
  bool try_play(Move m);
  Move pop();
  VariantGame root() const;
  void keep_last(std::size_t n);
  bool counts_halfmoves() const { return rules_->has_halfmove_draws(); }

  bool is_repetition(unsigned count) const;
  bool can_claim_threefold_repetition() const;
  bool is_fifty_moves() const { return has_reached_halfmoves(100); }
  bool can_claim_fifty_moves() const { return bitrook::can_claim_fifty_moves(*this); }
  bool is_seventyfive_moves() const { return has_reached_halfmoves(150); }
  bool is_fivefold_repetition() const { return is_repetition(5); }
  bool can_claim_draw() const { return can_claim_fifty_moves() || can_claim_threefold_repetition(); }
  // Tests in this order: the end of the variant, then as for chess.
  std::optional<Outcome> outcome(bool claim_draw = false) const;
  bool is_over(bool claim_draw = false) const { return outcome(claim_draw).has_value(); }

 private:
  bool has_reached_halfmoves(std::uint32_t n) const;

  const Rules* rules_;
  VariantState state_;
  // Before each move of the history, in variants with states; the rest, of popped moves, is stale.
  std::vector<VariantState> states_;
};

// Whether the rule of repetition regards the positions as the same.
bool is_same_position(const VariantPosition& p, const VariantPosition& q);

}  // namespace bitrook
