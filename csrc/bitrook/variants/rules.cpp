// The rules of each variant by its number.
#include "bitrook/variants/rules.hpp"

namespace bitrook {

const Rules& rules(Variant v) {
  static const std::array<const Rules*, VariantCount> all{&antichess_rules(Variant::Suicide),
                                                          &antichess_rules(Variant::Giveaway),
                                                          &antichess_rules(Variant::Antichess),
                                                          &atomic_rules(),
                                                          &king_of_the_hill_rules(),
                                                          &racing_kings_rules(),
                                                          &horde_rules(),
                                                          &three_check_rules(),
                                                          &crazyhouse_rules()};
  return *all[std::size_t(v)];
}

}  // namespace bitrook
