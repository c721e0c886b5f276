// What each piece attacks on an empty board ("pseudo attacks"), by type and square.
#pragma once

#include <array>

#include "bitrook/base/geometry.hpp"

namespace bitrook {

// OnEmptyBoard[index(type)][index(square)]; empty for pawns, whose attacks depend on their color.
inline constexpr std::array OnEmptyBoard = [] {
  std::array<std::array<Bitboard, 64>, 7> t{};
  for (unsigned i = 0; i < 64; ++i) {
    const Square s{std::uint8_t(i)};
    t[index(PieceType::Knight)][i] = knight_attacks(s);
    t[index(PieceType::Bishop)][i] = bishop_rays(s);
    t[index(PieceType::Rook)][i] = rook_rays(s);
    t[index(PieceType::Queen)][i] = queen_rays(s);
    t[index(PieceType::King)][i] = king_attacks(s);
  }
  return t;
}();

}  // namespace bitrook
