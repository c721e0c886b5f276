// Three-check: giving check for the third time wins.
#include "bitrook/variants/position.hpp"
#include "bitrook/variants/rules.hpp"

namespace bitrook {

namespace {

class ThreeCheckRules final : public Rules {
 public:
  ThreeCheckRules() : Rules(Variant::ThreeCheck) {}

  void finish(Position& p, VariantState& state, Move, Captured) const override {
    if (p.is_check()) --state.remaining_checks[index(~p.turn())];
  }

  bool is_irreversible(const VariantPosition& p, Move m) const override {
    return Rules::is_irreversible(p, m) || gives_check(p, m);
  }

  bool is_over(const VariantPosition& p) const override { return result(p).has_value(); }

  std::optional<VariantResult> result(const VariantPosition& p) const override {
    const bool we = p.state().remaining_checks[index(p.turn())] <= 0;
    const bool they = p.state().remaining_checks[index(~p.turn())] <= 0;
    if (we && they) return VariantResult::Draw;  // impossible in a game
    if (we) return VariantResult::Win;
    if (they) return VariantResult::Loss;
    return std::nullopt;
  }

  bool has_insufficient_material(const VariantPosition& p, Color c) const override {
    return p.of(c).subset_of(p.of(PieceType::King));
  }
};

}  // namespace

const Rules& three_check_rules() {
  static const ThreeCheckRules rules;
  return rules;
}

}  // namespace bitrook
