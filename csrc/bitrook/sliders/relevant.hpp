// What PEXT and magic tables share: relevant blockers, and where each square's part of the table begins.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "hyperbola.hpp"

namespace bitrook::sliders {

// The squares whose occupancy matters: the rays without their last square, behind which there is nothing
// to hide. 12 squares at most for a rook, 9 for a bishop.
constexpr Bitboard rook_relevant(Square s) {
  return ((rank_mask(s) - MaskFile[0] - MaskFile[7]) | (file_mask(s) - MaskRank[0] - MaskRank[7])) - Bitboard(s);
}
constexpr Bitboard bishop_relevant(Square s) { return bishop_rays(s) - Edges; }

// One table for both pieces: 102,400 sets for rooks and 5,248 for bishops, 841 KiB. `offset` is where the
// 2^count sets of a square begin.
inline constexpr std::size_t TableSize = 107'648;

struct Part {
  Bitboard relevant;
  std::uint32_t offset;
};
struct Parts {
  std::array<Part, 64> rook, bishop;
};
inline constexpr Parts PartsOfTable = [] {
  Parts parts{};
  std::uint32_t offset = 0;
  for (unsigned i = 0; i < 64; ++i) {
    const Square s{std::uint8_t(i)};
    parts.rook[i] = {rook_relevant(s), offset};
    offset += 1u << rook_relevant(s).count();
    parts.bishop[i] = {bishop_relevant(s), offset};
    offset += 1u << bishop_relevant(s).count();
  }
  return parts;
}();
static_assert(PartsOfTable.bishop[63].offset + (1u << PartsOfTable.bishop[63].relevant.count()) == TableSize);

}  // namespace bitrook::sliders
