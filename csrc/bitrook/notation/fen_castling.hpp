// The sixteen castling fields that nearly all positions have: rights of rooks in the corners.
#pragma once

#include <array>
#include <cstdint>

#include "bitrook/base/bitboard.hpp"
#include "bitrook/position/position.hpp"

namespace bitrook::fen {

// Kings' and queens' sides of White, then of Black, as the field names them.
inline constexpr std::array FlagLetters{'K', 'Q', 'k', 'q'};
inline constexpr std::array FlagCorners{Square::H1, Square::A1, Square::H8, Square::A8};

struct CornerRights {
  Bitboard rooks;
  std::uint32_t text = 0;  // the first character lowest
  std::uint32_t size = 0;
};
// By the set of flags, bit 0 the first of them.
inline constexpr std::array UsualRights = [] {
  std::array<CornerRights, 16> t{};
  t[0].text = '-', t[0].size = 1;
  for (unsigned flags = 1; flags < 16; ++flags) {
    CornerRights& r = t[flags];
    for (unsigned i = 0; i < 4; ++i) {
      if (!(flags >> i & 1)) continue;
      r.rooks |= Bitboard(FlagCorners[i]);
      r.text |= std::uint32_t(FlagLetters[i]) << 8 * r.size++;
    }
  }
  return t;
}();

// The flag of a character, none for others.
inline constexpr std::array FlagOf = [] {
  std::array<std::uint8_t, 256> t{};
  for (unsigned i = 0; i < 4; ++i) t[unsigned(FlagLetters[i])] = std::uint8_t(1 << i);
  return t;
}();

// The entry of a set of corners.
inline const CornerRights& usual_rights(Bitboard rooks) {
  unsigned flags = 0;
  for (unsigned i = 0; i < 4; ++i) flags |= unsigned(rooks.contains(FlagCorners[i])) << i;
  return UsualRights[flags];
}

}  // namespace bitrook::fen
