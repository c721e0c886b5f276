// Three-check: giving check for the third time wins.
#include "bitrook/variants/all.hpp"

namespace bitrook {

void ThreeCheckRules::finish(Position& p, VariantState& state, Move, Captured) const {
  if (p.is_check()) --state.remaining_checks[index(~p.turn())];
}

bool ThreeCheckRules::is_irreversible(const VariantPosition& p, Move m) const {
  return Rules::is_irreversible(p, m) || gives_check(p, m);
}

bool ThreeCheckRules::is_over(const VariantPosition& p) const { return result(p).has_value(); }

std::optional<VariantResult> ThreeCheckRules::result(const VariantPosition& p) const {
  const bool we = p.state().remaining_checks[index(p.turn())] <= 0;
  const bool they = p.state().remaining_checks[index(~p.turn())] <= 0;
  if (we && they) return VariantResult::Draw;  // impossible in a game
  if (we) return VariantResult::Win;
  if (they) return VariantResult::Loss;
  return std::nullopt;
}

bool ThreeCheckRules::has_insufficient_material(const VariantPosition& p, Color c) const {
  return p.of(c).subset_of(p.of(PieceType::King));
}

}  // namespace bitrook
