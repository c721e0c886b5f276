// Relevant squares: those whose occupancy can change a slider's attacks.
#pragma once

#include "bitrook/base/geometry.hpp"

namespace bitrook::sliders {

// The rays without their last squares, since a piece on the edge blocks nothing. At most 12 squares for a rook and 9
// for a bishop.
constexpr Bitboard rook_relevant(Square s) {
  return ((rank_mask(s) - MaskFile[0] - MaskFile[7]) | (file_mask(s) - MaskRank[0] - MaskRank[7])) - Bitboard(s);
}
constexpr Bitboard bishop_relevant(Square s) { return bishop_rays(s) - Edges; }

}  // namespace bitrook::sliders
