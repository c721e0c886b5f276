// PEXT bitboards: sliding attacks from a table indexed by one PEXT instruction (x86-64 with BMI2).
// https://www.chessprogramming.org/BMI2#PEXTBitboards
#pragma once

#include "bitrook/attacks/sliders/table.hpp"

#if BITROOK_HAS_PEXT
namespace bitrook::pext {

namespace detail {

// PEXT packs the occupied relevant squares into a table index.
struct Index {
  std::uint64_t relevant;

  static constexpr Index rook(Square s) { return {sliders::rook_relevant(s).word()}; }
  static constexpr Index bishop(Square s) { return {sliders::bishop_relevant(s).word()}; }
};

inline std::size_t slot(Index i, Bitboard occupied) { return extracted_bits(occupied.word(), i.relevant); }

inline const sliders::Table<Index> AttackTable;
inline constexpr auto Lookups = sliders::lookups_in<Index>(AttackTable.sets);

}  // namespace detail

inline Bitboard rook_attacks(Square s, Bitboard occupied) { return detail::Lookups[index(s)].rook(occupied); }
inline Bitboard bishop_attacks(Square s, Bitboard occupied) { return detail::Lookups[index(s)].bishop(occupied); }

}  // namespace bitrook::pext
#endif
