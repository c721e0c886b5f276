// Fills: sets extended in one direction (Kogge-Stone) or in all directions (flood fill).
// https://www.chessprogramming.org/Fill_Algorithms
#pragma once

#include "bitrook/base/bitboard.hpp"

namespace bitrook {

// Extends `generators` in direction D through the squares of `through`. This is a parallel prefix computation
// (Kogge-Stone): each round doubles the reach, so three rounds make 7 steps.
template <Direction D>
constexpr Bitboard occluded_fill(Bitboard generators, Bitboard through) {
  generators |= through & shifted<D>(generators);
  through &= shifted<D>(through);
  generators |= through & shifted<D, 2>(generators);
  through &= shifted<D, 2>(through);
  generators |= through & shifted<D, 4>(generators);
  return generators;
}

// The squares of b, and all squares in direction D from any of them.
template <Direction D>
constexpr Bitboard fill(Bitboard b) {
  b |= shifted<D>(b);
  b |= shifted<D, 2>(b);
  b |= shifted<D, 4>(b);
  return b;
}

// The squares that sliders on `generators` attack in direction D, up to and including the first blocker.
template <Direction D>
constexpr Bitboard ray_attacks(Bitboard generators, Bitboard empty) {
  return shifted<D>(occluded_fill<D>(generators, empty));
}

// The same for a direction that is known only at run time.
constexpr Bitboard fill(Bitboard b, Direction d) {
  return with_direction(d, [b]<Direction D>() { return fill<D>(b); });
}
constexpr Bitboard occluded_fill(Bitboard generators, Bitboard through, Direction d) {
  return with_direction(d, [=]<Direction D>() { return occluded_fill<D>(generators, through); });
}
constexpr Bitboard ray_attacks(Bitboard generators, Bitboard empty, Direction d) {
  return with_direction(d, [=]<Direction D>() { return ray_attacks<D>(generators, empty); });
}

constexpr Bitboard north_fill(Bitboard b) { return fill<Direction::North>(b); }
constexpr Bitboard south_fill(Bitboard b) { return fill<Direction::South>(b); }
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
