// Fills: sets extended in one direction (Kogge-Stone) or in all directions (flood fill).
// https://www.chessprogramming.org/Fill_Algorithms
#pragma once

#include "bitrook/base/bitboard.hpp"

namespace bitrook {

// Extends `generators` in direction `d` through the squares of `through`. This is a parallel prefix computation
// (Kogge-Stone): each round doubles the reach, so three rounds make 7 steps.
BITROOK_ALWAYS_INLINE constexpr Bitboard occluded_fill(Bitboard generators, Bitboard through, Direction d) {
  for (const int steps : {1, 2, 4}) {
    generators |= through & shifted(generators, d, steps);
    through &= shifted(through, d, steps);
  }
  return generators;
}

// The squares of b, and all squares in direction `d` from any of them.
BITROOK_ALWAYS_INLINE constexpr Bitboard fill(Bitboard b, Direction d) { return occluded_fill(b, Bitboard::all(), d); }

// The squares that sliders on `generators` attack in direction `d`, up to and including the first blocker.
constexpr Bitboard ray_attacks(Bitboard generators, Bitboard empty, Direction d) {
  return shifted(occluded_fill(generators, empty, d), d);
}

constexpr Bitboard north_fill(Bitboard b) { return fill(b, Direction::North); }
constexpr Bitboard south_fill(Bitboard b) { return fill(b, Direction::South); }
constexpr Bitboard file_fill(Bitboard b) { return north_fill(b) | south_fill(b); }

// `seeds` and the squares that a king can reach from them without leaving `through`.
constexpr Bitboard flood_fill(Bitboard seeds, Bitboard through) {
  for (Bitboard before; before != seeds;) {
    before = seeds;
    const Bitboard wide = seeds | shifted<Direction::East>(seeds) | shifted<Direction::West>(seeds);
    seeds |= (wide | wide << 8 | wide >> 8) & through;
  }
  return seeds;
}

}  // namespace bitrook
