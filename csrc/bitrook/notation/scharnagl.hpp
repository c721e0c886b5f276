// The numbers 0..959 of the Chess960 starting arrangements (Reinhard Scharnagl's numbering).
#pragma once

#include <array>
#include <optional>

#include "../placement/placement.hpp"
#include "../types.hpp"

namespace bitrook {

inline constexpr unsigned Chess960Arrangements = 960;

// The pieces of rank 1, a-file first; the caller guarantees number < Chess960Arrangements.
std::array<PieceType, 8> arrangement(unsigned number);
// Both sides in that arrangement behind their pawns.
Placement chess960_placement(unsigned number);
// The number of the arrangement in which all pieces stand, if they stand in one.
std::optional<unsigned> arrangement_number(const Placement& placement);

}  // namespace bitrook
