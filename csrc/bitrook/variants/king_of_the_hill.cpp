// King of the Hill: a king that reaches one of the four center squares wins.
#include "bitrook/variants/position.hpp"
#include "bitrook/variants/rules.hpp"

namespace bitrook {

namespace {

constexpr Bitboard Hill = Bitboard(Square::D4) | Bitboard(Square::E4) | Bitboard(Square::D5) | Bitboard(Square::E5);

class KingOfTheHillRules final : public Rules {
 public:
  KingOfTheHillRules() : Rules(Variant::KingOfTheHill) {}

  bool is_over(const VariantPosition& p) const override { return p.of(PieceType::King).meets(Hill); }

  std::optional<VariantResult> result(const VariantPosition& p) const override {
    const Bitboard kings = p.of(PieceType::King) & Hill;
    if (kings.empty()) return std::nullopt;
    return kings.meets(p.of(~p.turn())) ? VariantResult::Loss : VariantResult::Win;
  }

  bool has_insufficient_material(const VariantPosition&, Color) const override { return false; }
};

}  // namespace

const Rules& king_of_the_hill_rules() {
  static const KingOfTheHillRules rules;
  return rules;
}

}  // namespace bitrook
