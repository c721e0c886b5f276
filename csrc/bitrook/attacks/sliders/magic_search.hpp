// The search for magic factors. It is deterministic, so a test can repeat it and compare the results.
// https://www.chessprogramming.org/Looking_for_Magics
#pragma once

#include <cstdint>
#include <vector>

#include "bitrook/attacks/sliders/hyperbola.hpp"
#include "bitrook/attacks/sliders/table.hpp"

namespace bitrook::magic {

// Tries random factors until no two occupancies with different attacks share the index (occupancy * factor) >> (64 -
// number of relevant squares). `attacks` is the hyperbola function for the piece.
template <class Attacks>
std::uint64_t find_factor(Square s, Bitboard relevant, Attacks attacks) {
  const unsigned count = relevant.count();
  std::vector<std::uint64_t> occupancies;
  std::vector<Bitboard> attack_sets;
  for (const Bitboard b : relevant.subsets()) {
    occupancies.push_back(b.word());
    attack_sets.push_back(attacks(s, b));
  }
  std::uint64_t state = 0x9E3779B97F4A7C15u * (index(s) + 1);
  const auto random = [&state] {  // xorshift64*
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return state * 0x2545F4914F6CDD1Du;
  };
  std::vector<Bitboard> table(occupancies.size());
  std::vector<std::uint32_t> tried(occupancies.size(), 0);  // the last trial that wrote each entry; avoids clearing
  for (std::uint32_t trial = 1;; ++trial) {
    const std::uint64_t factor = random() & random() & random();           // sparse factors cause fewer carries
    if (population_count((relevant.word() * factor) >> 56) < 6) continue;  // unlikely to be magic
    bool magic = true;
    for (std::size_t i = 0; magic && i < occupancies.size(); ++i) {
      const std::size_t key = (occupancies[i] * factor) >> (64 - count);
      if (tried[key] != trial) {
        tried[key] = trial;
        table[key] = attack_sets[i];
      } else {
        magic = table[key] == attack_sets[i];
      }
    }
    if (magic) return factor;
  }
}

inline std::uint64_t find_rook_factor(Square s) {
  return find_factor(s, sliders::rook_relevant(s), hyperbola::rook_attacks);
}
inline std::uint64_t find_bishop_factor(Square s) {
  return find_factor(s, sliders::bishop_relevant(s), hyperbola::bishop_attacks);
}

}  // namespace bitrook::magic
