// Fills: sets that grow over the board, whole directions at once by parallel prefix (Kogge-Stone).
#pragma once

#include "bitrook/base/bitboard.hpp"

namespace bitrook {

// The squares of `generators` and all that lie from them in direction D as far as `through` reaches
// without a gap. After k rounds 2^k steps are taken: three rounds cross the board.
template <Direction D>
constexpr Bitboard occluded_fill(Bitboard generators, Bitboard through) {
  generators |= through & shifted<D>(generators);
  through &= shifted<D>(through);
  generators |= through & shifted<D, 2>(generators);
  through &= shifted<D, 2>(through);
  generators |= through & shifted<D, 4>(generators);
  return generators;
}

// As far as the edge.
template <Direction D>
constexpr Bitboard fill(Bitboard b) {
  b |= shifted<D>(b);
  b |= shifted<D, 2>(b);
  b |= shifted<D, 4>(b);
  return b;
}

// What sliders on `generators` attack in direction D, the first piece in the way included.
template <Direction D>
constexpr Bitboard ray_attacks(Bitboard generators, Bitboard empty) {
  return shifted<D>(occluded_fill<D>(generators, empty));
}

namespace detail {
// Calls f.template operator()<D>() for a direction known at run time.
template <class F>
constexpr Bitboard in_direction(Direction d, F f) {
  switch (d) {
    case Direction::North:
      return f.template operator()<Direction::North>();
    case Direction::South:
      return f.template operator()<Direction::South>();
    case Direction::East:
      return f.template operator()<Direction::East>();
    case Direction::West:
      return f.template operator()<Direction::West>();
    case Direction::NorthEast:
      return f.template operator()<Direction::NorthEast>();
    case Direction::NorthWest:
      return f.template operator()<Direction::NorthWest>();
    case Direction::SouthEast:
      return f.template operator()<Direction::SouthEast>();
    case Direction::SouthWest:
      return f.template operator()<Direction::SouthWest>();
  }
  return Bitboard();
}
}  // namespace detail

constexpr Bitboard fill(Bitboard b, Direction d) {
  return detail::in_direction(d, [b]<Direction D>() { return fill<D>(b); });
}
constexpr Bitboard occluded_fill(Bitboard generators, Bitboard through, Direction d) {
  return detail::in_direction(d, [=]<Direction D>() { return occluded_fill<D>(generators, through); });
}
constexpr Bitboard ray_attacks(Bitboard generators, Bitboard empty, Direction d) {
  return detail::in_direction(d, [=]<Direction D>() { return ray_attacks<D>(generators, empty); });
}

constexpr Bitboard north_fill(Bitboard b) { return fill<Direction::North>(b); }
constexpr Bitboard south_fill(Bitboard b) { return fill<Direction::South>(b); }
constexpr Bitboard file_fill(Bitboard b) { return north_fill(b) | south_fill(b); }

// Everything that a king's steps reach from `seeds` over the squares of `through`, the seeds included.
constexpr Bitboard flood_fill(Bitboard seeds, Bitboard through) {
  for (Bitboard before; before != seeds;) {
    before = seeds;
    const Bitboard row = seeds | shifted<Direction::East>(seeds) | shifted<Direction::West>(seeds);
    seeds |= (row | row << 8 | row >> 8) & through;
  }
  return seeds;
}

}  // namespace bitrook
