// The reference implementation of sliding attacks: step along each ray up to the first occupied square. The tests
// compare the faster methods with it.
#pragma once

#include "bitrook/base/geometry.hpp"

namespace bitrook::walk {

constexpr Bitboard ray(Square s, Direction d, Bitboard occupied) {
  Bitboard reached;
  for (Square to = stepped(s, d); to != Square::None; to = stepped(to, d)) {
    reached |= Bitboard(to);
    if (occupied.contains(to)) break;  // the blocker is attacked, whatever its color
  }
  return reached;
}

constexpr Bitboard rook_attacks(Square s, Bitboard occupied) {
  return ray(s, Direction::North, occupied) | ray(s, Direction::South, occupied) | ray(s, Direction::East, occupied) |
         ray(s, Direction::West, occupied);
}

constexpr Bitboard bishop_attacks(Square s, Bitboard occupied) {
  return ray(s, Direction::NorthEast, occupied) | ray(s, Direction::NorthWest, occupied) |
         ray(s, Direction::SouthEast, occupied) | ray(s, Direction::SouthWest, occupied);
}

}  // namespace bitrook::walk
