// What PEXT and magic tables share: relevant blockers, and where each square's part of the table begins.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "bitrook/attacks/sliders/hyperbola.hpp"

namespace bitrook::sliders {

// The squares whose occupancy matters: the rays without their last square, behind which there is nothing
// to hide. 12 squares at most for a rook, 9 for a bishop.
constexpr Bitboard rook_relevant(Square s) {
  return ((rank_mask(s) - MaskFile[0] - MaskFile[7]) | (file_mask(s) - MaskRank[0] - MaskRank[7])) - Bitboard(s);
}
constexpr Bitboard bishop_relevant(Square s) { return bishop_rays(s) - Edges; }

// One table for both pieces: 102,400 sets for rooks and 5,248 for bishops, 841 KiB.
inline constexpr std::size_t TableSize = 107'648;

// Calls visit(square, rook_offset, bishop_offset) for each square in turn, the offsets being where in such
// a table its sets begin.
template <class Visit>
constexpr std::size_t for_each_part(Visit visit) {
  std::size_t offset = 0;
  for (unsigned i = 0; i < 64; ++i) {
    const Square s{std::uint8_t(i)};
    const std::size_t rook_sets = std::size_t{1} << rook_relevant(s).count();
    visit(s, offset, offset + rook_sets);
    offset += rook_sets + (std::size_t{1} << bishop_relevant(s).count());
  }
  return offset;
}
static_assert(for_each_part([](Square, std::size_t, std::size_t) {}) == TableSize);

}  // namespace bitrook::sliders
