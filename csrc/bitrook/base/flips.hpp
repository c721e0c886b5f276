// Flips, mirrors and rotations of a set of squares.
// https://www.chessprogramming.org/Flipping_Mirroring_and_Rotating
#pragma once

#include "bitrook/base/bitboard.hpp"

namespace bitrook {

namespace detail {

// Swaps each bit of `mask` with the bit `n` places above it.
constexpr std::uint64_t delta_swap(std::uint64_t w, std::uint64_t mask, unsigned n) {
  const std::uint64_t differ = (w >> n ^ w) & mask;
  return w ^ differ ^ differ << n;
}

}  // namespace detail

// a1 <-> a8. Each rank is one byte, so reversing the bytes reverses the ranks.
constexpr Bitboard flipped_vertical(Bitboard b) { return Bitboard(byte_swapped(b.word())); }

// a1 <-> h1. Reverses the bits of each byte: swaps adjacent bits, then pairs, then halves.
constexpr Bitboard flipped_horizontal(Bitboard b) {
  std::uint64_t w = detail::delta_swap(b.word(), 0x5555555555555555u, 1);
  w = detail::delta_swap(w, 0x3333333333333333u, 2);
  return Bitboard(detail::delta_swap(w, 0x0F0F0F0F0F0F0F0Fu, 4));
}

// a8 <-> h1, about the diagonal a1-h8. Transposes the 8 x 8 bit matrix: swaps the two off-diagonal 4 x 4 quarters, then
// recurses into 2 x 2 blocks and single bits.
constexpr Bitboard flipped_diagonal(Bitboard b) {
  std::uint64_t w = detail::delta_swap(b.word(), 0x00000000F0F0F0F0u, 28);
  w = detail::delta_swap(w, 0x0000CCCC0000CCCCu, 14);
  return Bitboard(detail::delta_swap(w, 0x00AA00AA00AA00AAu, 7));
}

// a1 <-> h8, about the anti-diagonal a8-h1.
constexpr Bitboard flipped_anti_diagonal(Bitboard b) {
  std::uint64_t w = detail::delta_swap(b.word(), 0x000000000F0F0F0Fu, 36);
  w = detail::delta_swap(w, 0x0000333300003333u, 18);
  return Bitboard(detail::delta_swap(w, 0x0055005500550055u, 9));
}

// Each rotation is two flips. Rotating by 90 degrees is clockwise: a1 -> a8.
constexpr Bitboard rotated_180(Bitboard b) { return flipped_horizontal(flipped_vertical(b)); }
constexpr Bitboard rotated_90_clockwise(Bitboard b) { return flipped_vertical(flipped_diagonal(b)); }
constexpr Bitboard rotated_90_anticlockwise(Bitboard b) { return flipped_diagonal(flipped_vertical(b)); }

}  // namespace bitrook
