// Sliding attacks by table, indexed by multiplying the relevant blockers: "fancy" magic bitboards.
#pragma once

#include "magic_factors.hpp"
#include "relevant.hpp"

namespace bitrook::magic {

namespace detail {

// Everything a look-up needs, two squares a cache line.
struct Entry {
  std::uint64_t relevant;
  std::uint64_t factor;
  std::uint32_t offset;
  std::uint32_t shift;

  constexpr std::size_t slot(Bitboard occupied) const {
    return offset + std::size_t(((occupied.word() & relevant) * factor) >> shift);
  }
};
struct Entries {
  std::array<Entry, 64> rook, bishop;
};
inline constexpr Entries EntryOf = [] {
  Entries e{};
  for (unsigned i = 0; i < 64; ++i) {
    const auto& [rook, bishop] = sliders::PartsOfTable;
    e.rook[i] = {rook[i].relevant.word(), RookFactors[i], rook[i].offset, 64 - rook[i].relevant.count()};
    e.bishop[i] = {bishop[i].relevant.word(), BishopFactors[i], bishop[i].offset, 64 - bishop[i].relevant.count()};
  }
  return e;
}();

// Filled when the program loads, before any object of a file that includes this header is made.
struct Table {
  std::array<Bitboard, sliders::TableSize> attacks;

  Table() {
    for (unsigned i = 0; i < 64; ++i) {
      const Square s{std::uint8_t(i)};
      const Entry rook = EntryOf.rook[i], bishop = EntryOf.bishop[i];
      for (const Bitboard b : Bitboard(rook.relevant).subsets()) attacks[rook.slot(b)] = hyperbola::rook_attacks(s, b);
      for (const Bitboard b : Bitboard(bishop.relevant).subsets())
        attacks[bishop.slot(b)] = hyperbola::bishop_attacks(s, b);
    }
  }
};
inline const Table AttackTable;

}  // namespace detail

inline Bitboard rook_attacks(Square s, Bitboard occupied) {
  return detail::AttackTable.attacks[detail::EntryOf.rook[index(s)].slot(occupied)];
}

inline Bitboard bishop_attacks(Square s, Bitboard occupied) {
  return detail::AttackTable.attacks[detail::EntryOf.bishop[index(s)].slot(occupied)];
}

}  // namespace bitrook::magic
