// Sliding attacks by table, indexed by the relevant blockers that PEXT packs together (x86-64 with BMI2).
#pragma once

#include "relevant.hpp"

#if BITROOK_HAS_PEXT
namespace bitrook::pext {

namespace detail {

// Filled when the program loads, before any object of a file that includes this header is made.
struct Table {
  std::array<Bitboard, sliders::TableSize> attacks;

  Table() {
    for (unsigned i = 0; i < 64; ++i) {
      const Square s{std::uint8_t(i)};
      // PEXT numbers the subsets in the order in which they are enumerated.
      Bitboard* rook = &attacks[sliders::PartsOfTable.rook[i].offset];
      for (const Bitboard b : sliders::PartsOfTable.rook[i].relevant.subsets()) *rook++ = hyperbola::rook_attacks(s, b);
      Bitboard* bishop = &attacks[sliders::PartsOfTable.bishop[i].offset];
      for (const Bitboard b : sliders::PartsOfTable.bishop[i].relevant.subsets())
        *bishop++ = hyperbola::bishop_attacks(s, b);
    }
  }
};
inline const Table AttackTable;

inline Bitboard looked_up(const sliders::Part& part, Bitboard occupied) {
  return AttackTable.attacks[part.offset + extracted_bits(occupied.word(), part.relevant.word())];
}

}  // namespace detail

inline Bitboard rook_attacks(Square s, Bitboard occupied) {
  return detail::looked_up(sliders::PartsOfTable.rook[index(s)], occupied);
}

inline Bitboard bishop_attacks(Square s, Bitboard occupied) {
  return detail::looked_up(sliders::PartsOfTable.bishop[index(s)], occupied);
}

}  // namespace bitrook::pext
#endif
