// King of the Hill: a king that reaches one of the four center squares wins.
#include "bitrook/variants/all.hpp"

namespace bitrook {

namespace {

constexpr Bitboard Hill = Bitboard(Square::D4) | Bitboard(Square::E4) | Bitboard(Square::D5) | Bitboard(Square::E5);

}  // namespace

bool KingOfTheHillRules::is_over(const VariantPosition& p) const { return p.of(PieceType::King).meets(Hill); }

std::optional<VariantResult> KingOfTheHillRules::result(const VariantPosition& p) const {
  const Bitboard kings = p.of(PieceType::King) & Hill;
  if (kings.empty()) return std::nullopt;
  return kings.meets(p.of(~p.turn())) ? VariantResult::Loss : VariantResult::Win;
}

bool KingOfTheHillRules::has_insufficient_material(const VariantPosition&, Color) const { return false; }

}  // namespace bitrook
