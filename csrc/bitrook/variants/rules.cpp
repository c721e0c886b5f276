// The rules of each variant by its number.
#include "bitrook/variants/rules.hpp"

#include "bitrook/variants/all.hpp"

namespace bitrook {

const Rules& rules(Variant v) {
  static const AntichessRules suicide(Variant::Suicide), giveaway(Variant::Giveaway), antichess(Variant::Antichess);
  static const AtomicRules atomic;
  static const KingOfTheHillRules king_of_the_hill;
  static const RacingKingsRules racing_kings;
  static const HordeRules horde;
  static const ThreeCheckRules three_check;
  static const CrazyhouseRules crazyhouse;
  static const std::array<const Rules*, VariantCount> all{
      &suicide, &giveaway, &antichess, &atomic, &king_of_the_hill, &racing_kings, &horde, &three_check, &crazyhouse};
  return *all[std::size_t(v)];
}

}  // namespace bitrook
