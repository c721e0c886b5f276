// "Fancy" magic bitboards: sliding attacks from a table indexed by a multiplication.
// https://www.chessprogramming.org/Magic_Bitboards
#pragma once

#include "bitrook/attacks/sliders/magic_factors.hpp"
#include "bitrook/attacks/sliders/table.hpp"

namespace bitrook::magic {

namespace detail {

// Multiplying the relevant occupancy by the magic factor gathers its bits at the top of the word. Occupancies with
// different attacks get different indices; some with equal attacks share one.
struct Index {
  Bitboard relevant;
  std::uint64_t factor;
  unsigned shift;

  static constexpr Index of(Bitboard relevant, std::uint64_t factor) {
    return {relevant, factor, 64 - relevant.count()};
  }
  static constexpr Index rook(Square s) { return of(sliders::rook_relevant(s), RookFactors[index(s)]); }
  static constexpr Index bishop(Square s) { return of(sliders::bishop_relevant(s), BishopFactors[index(s)]); }
};

inline std::size_t slot(Index i, Bitboard occupied) {
  return std::size_t(((occupied & i.relevant).word() * i.factor) >> i.shift);
}

inline const sliders::Table<Index> AttackTable;
inline constexpr auto Lookups = sliders::lookups_in<Index>(AttackTable.sets);

}  // namespace detail

inline Bitboard rook_attacks(Square s, Bitboard occupied) { return detail::Lookups[index(s)].rook(occupied); }
inline Bitboard bishop_attacks(Square s, Bitboard occupied) { return detail::Lookups[index(s)].bishop(occupied); }

}  // namespace bitrook::magic
