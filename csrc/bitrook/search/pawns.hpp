// Pawn structure as functions on sets of squares. https://www.chessprogramming.org/Pawn_Pattern_and_Properties
//
// `own` and `enemy` are the pawns of color `c` and of the other color.
#pragma once

#include "bitrook/base/bitboard.hpp"
#include "bitrook/base/fills.hpp"
#include "bitrook/base/geometry.hpp"

namespace bitrook::pawns {

// The squares in front of the pawns on their files.
constexpr Bitboard front_span(Color c, Bitboard own) {
  return c == Color::White ? north_fill(own << 8) : south_fill(own >> 8);
}
// The squares that the pawns attack now or after they have advanced.
constexpr Bitboard attack_span(Color c, Bitboard own) { return pawn_attacks(c, own | front_span(c, own)); }

// Pawns without an enemy pawn in front of them, on their own file or an adjacent one.
constexpr Bitboard passed(Color c, Bitboard own, Bitboard enemy) {
  return own - front_span(~c, enemy) - attack_span(~c, enemy);
}

// The files next to those of the pawns.
constexpr Bitboard neighbor_files(Bitboard own) {
  const Bitboard files = file_fill(own);
  return shifted<Direction::East>(files) | shifted<Direction::West>(files);
}
// Pawns without a pawn of their side on an adjacent file.
constexpr Bitboard isolated(Bitboard own) { return own - neighbor_files(own); }

// Pawns with a pawn of their side in front of them. Of n pawns on a file, n - 1 are doubled.
constexpr Bitboard doubled(Color c, Bitboard own) { return own & front_span(~c, own); }

// Pawns for which the square in front is attacked by an enemy pawn and can never be defended by a pawn of their side.
constexpr Bitboard backward(Color c, Bitboard own, Bitboard enemy) {
  const Bitboard stops = forward(c, own) & pawn_attacks(~c, enemy);
  return forward(~c, stops - attack_span(c, own)) & own;
}

// Pawns that are defended by or next to another pawn of their side.
constexpr Bitboard connected(Color c, Bitboard own) {
  return own & (pawn_attacks(c, own) | shifted<Direction::East>(own) | shifted<Direction::West>(own));
}

// Files without pawns, and files with enemy pawns only.
constexpr Bitboard open_files(Bitboard own, Bitboard enemy) { return ~file_fill(own | enemy); }
constexpr Bitboard half_open_files(Bitboard own, Bitboard enemy) { return file_fill(enemy) - file_fill(own); }

// Squares on the fourth to sixth rank, from the point of view of `c`, that an own pawn defends and no enemy pawn can
// ever attack.
constexpr Bitboard outposts(Color c, Bitboard own, Bitboard enemy) {
  const Bitboard ranks =
      Bitboard(relative(Rank::R4, c)) | Bitboard(relative(Rank::R5, c)) | Bitboard(relative(Rank::R6, c));
  return (ranks & pawn_attacks(c, own)) - attack_span(~c, enemy);
}

// The king's square, the squares next to it, and the three in front of those.
constexpr Bitboard king_zone(Color c, Bitboard king) {
  const Bitboard near = king_attacks(king) | king;
  return near | forward(c, near);
}

}  // namespace bitrook::pawns
