// The 960 start positions of Chess960, in Scharnagl's numbering.
// https://en.wikipedia.org/wiki/Fischer_random_chess_numbering_scheme
#pragma once

#include <optional>

#include "bitrook/position/position.hpp"

namespace bitrook::chess960 {

inline constexpr unsigned Positions = 960;

// The start position with this number, with White to move and all castling rights. Precondition: `number` is below 960.
Setup start_setup(unsigned number);
Placement start_placement(unsigned number);

// The number of the start position with this placement, if there is one.
std::optional<unsigned> start_number(const Placement& placement, Bitboard promoted);

}  // namespace bitrook::chess960
