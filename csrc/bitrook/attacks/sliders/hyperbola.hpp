// Hyperbola quintessence: sliding attacks by subtraction, o ^ (o - 2r), without lookup tables for files and diagonals.
// https://www.chessprogramming.org/Hyperbola_Quintessence
#pragma once

#include <array>
#include <cstdint>

#include "bitrook/attacks/sliders/walk.hpp"

namespace bitrook::hyperbola {

namespace detail {

// Let o be the blockers on the line and r the slider. Then o - r borrows from the nearest blocker above the slider, so
// it changes exactly the squares up to that blocker. Attacks below the slider come from the same subtraction on the
// vertically mirrored board. Mirroring is a byte swap, which reverses files and diagonals but not ranks.
constexpr Bitboard line_attacks(Square s, Bitboard line, Bitboard occupied) {
  const std::uint64_t blockers = occupied.word() & line.word();
  const std::uint64_t up = blockers - (std::uint64_t{1} << index(s));
  const std::uint64_t down = byte_swapped(blockers) - (std::uint64_t{1} << index(mirrored(s)));
  return Bitboard((up ^ byte_swapped(down)) & line.word());
}

// First-rank attacks, indexed by the six inner squares and the file of the slider; pieces on the edge block nothing.
// 512 bytes.
inline constexpr auto RankAttacks = [] {
  std::array<std::array<std::uint8_t, 8>, 64> t{};
  for (unsigned inner = 0; inner < 64; ++inner) {
    for (unsigned f = 0; f < 8; ++f) {
      const Bitboard occupied{std::uint64_t{inner} << 1};
      t[inner][f] = std::uint8_t(
          (walk::ray(Square(f), Direction::East, occupied) | walk::ray(Square(f), Direction::West, occupied)).word());
    }
  }
  return t;
}();

constexpr Bitboard rank_attacks(Square s, Bitboard occupied) {
  const unsigned shift = index(s) & 56;
  return Bitboard(std::uint64_t{RankAttacks[occupied.word() >> (shift + 1) & 63][index(file_of(s))]} << shift);
}

struct Lines {
  Bitboard file, diagonal, anti_diagonal;
};
inline constexpr auto LinesOf = [] {
  std::array<Lines, 64> t{};
  for (unsigned i = 0; i < 64; ++i) {
    const Square s{std::uint8_t(i)};
    t[i] = {file_mask(s) - Bitboard(s), diagonal_mask(s) - Bitboard(s), anti_diagonal_mask(s) - Bitboard(s)};
  }
  return t;
}();

}  // namespace detail

constexpr Bitboard rook_attacks(Square s, Bitboard occupied) {
  return detail::line_attacks(s, detail::LinesOf[index(s)].file, occupied) | detail::rank_attacks(s, occupied);
}

constexpr Bitboard bishop_attacks(Square s, Bitboard occupied) {
  const detail::Lines& lines = detail::LinesOf[index(s)];
  return detail::line_attacks(s, lines.diagonal, occupied) | detail::line_attacks(s, lines.anti_diagonal, occupied);
}

}  // namespace bitrook::hyperbola
