// Sliding attacks by table, indexed by multiplying the relevant blockers: "fancy" magic bitboards.
#pragma once

#include "bitrook/attacks/sliders/magic_factors.hpp"
#include "bitrook/attacks/sliders/relevant.hpp"

namespace bitrook::magic {

namespace detail {

constexpr std::size_t slot(Bitboard occupied, Bitboard relevant, std::uint64_t factor, unsigned shift) {
  return std::size_t(((occupied & relevant).word() * factor) >> shift);
}

// Filled in 0.4 ms when the program loads, before any object of a file that includes this header is made.
struct Table {
  Bitboard attacks[sliders::TableSize];

  Table() {
    sliders::for_each_part([this](Square s, std::size_t rook, std::size_t bishop) {
      const Bitboard rooks = sliders::rook_relevant(s), bishops = sliders::bishop_relevant(s);
      for (const Bitboard b : rooks.subsets()) {
        attacks[rook + slot(b, rooks, RookFactors[index(s)], 64 - rooks.count())] = hyperbola::rook_attacks(s, b);
      }
      for (const Bitboard b : bishops.subsets()) {
        attacks[bishop + slot(b, bishops, BishopFactors[index(s)], 64 - bishops.count())] =
            hyperbola::bishop_attacks(s, b);
      }
    });
  }
};
inline const Table AttackTable;

// Everything a look-up needs; a queen's two parts are one cache line.
struct Part {
  Bitboard relevant;
  std::uint64_t factor;
  const Bitboard* attacks;
  std::uint64_t shift;

  Bitboard looked_up(Bitboard occupied) const { return attacks[slot(occupied, relevant, factor, unsigned(shift))]; }
};
struct alignas(64) Parts {
  Part rook, bishop;
};
inline constexpr auto PartsOf = [] {
  std::array<Parts, 64> parts{};
  sliders::for_each_part([&parts](Square s, std::size_t rook, std::size_t bishop) {
    const Bitboard rooks = sliders::rook_relevant(s), bishops = sliders::bishop_relevant(s);
    parts[index(s)] = {{rooks, RookFactors[index(s)], AttackTable.attacks + rook, 64 - rooks.count()},
                       {bishops, BishopFactors[index(s)], AttackTable.attacks + bishop, 64 - bishops.count()}};
  });
  return parts;
}();

}  // namespace detail

inline Bitboard rook_attacks(Square s, Bitboard occupied) { return detail::PartsOf[index(s)].rook.looked_up(occupied); }

inline Bitboard bishop_attacks(Square s, Bitboard occupied) {
  return detail::PartsOf[index(s)].bishop.looked_up(occupied);
}

}  // namespace bitrook::magic
