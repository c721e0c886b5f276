// The 960 start positions and their numbers, in Scharnagl's order.
#pragma once

#include <optional>

#include "bitrook/position/position.hpp"

namespace bitrook::chess960 {

inline constexpr unsigned Positions = 960;
inline constexpr unsigned StandardPosition = 518;

// The number is below 960. White is to move and all four rights are there.
Setup start_setup(unsigned number);
Placement start_placement(unsigned number);

// The number of the start position that the placement is, if it is one.
std::optional<unsigned> start_number(const Placement& placement, Bitboard promoted);

}  // namespace bitrook::chess960
