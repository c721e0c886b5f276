// The search for magic factors: deterministic, so that the kept table can be made again and checked.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "bitrook/attacks/sliders/relevant.hpp"

namespace bitrook::magic {

// A factor is magic for a square if (blockers * factor) >> (64 - count) gives subsets of the relevant
// squares that attack differently different numbers. `attacks` is hyperbola's function for the piece.
template <class Attacks>
std::uint64_t find_factor(Square s, Bitboard relevant, Attacks attacks) {
  const unsigned count = relevant.count();
  std::vector<std::uint64_t> subsets;
  std::vector<Bitboard> answers;
  for (const Bitboard b : relevant.subsets()) {
    subsets.push_back(b.word());
    answers.push_back(attacks(s, b));
  }
  std::uint64_t state = 0x9E3779B97F4A7C15u * (index(s) + 1);
  const auto random = [&state] {  // xorshift64*
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return state * 0x2545F4914F6CDD1Du;
  };
  std::vector<Bitboard> table(subsets.size());
  std::vector<std::uint32_t> tried(subsets.size(), 0);  // the trial that wrote an entry: saves clearing
  for (std::uint32_t trial = 1;; ++trial) {
    const std::uint64_t factor = random() & random() & random();  // few bits: few carries
    if (population_count((relevant.word() * factor) >> 56) < 6) continue;
    bool magic = true;
    for (std::size_t i = 0; magic && i < subsets.size(); ++i) {
      const std::size_t slot = (subsets[i] * factor) >> (64 - count);
      if (tried[slot] != trial) {
        tried[slot] = trial;
        table[slot] = answers[i];
      } else {
        magic = table[slot] == answers[i];
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
