// Bit scans by De Bruijn multiplication: the portable reference implementation, which the tests compare with the
// intrinsics.
// https://www.chessprogramming.org/BitScan#De_Bruijn_Multiplication
#pragma once

#include <array>
#include <cstdint>

namespace bitrook::debruijn {

// A De Bruijn sequence of order 6: a cycle of 64 bits that contains each 6-bit word exactly once. Multiplying it by 2^n
// shifts it left by n, so the top six bits of the product identify n. The sequence begins with six zeros, so the zeros
// that are shifted in agree with the cycle.
//
// It is built greedily: start with zeros, then append a 1 at each step unless that would repeat a 6-bit word.
inline constexpr std::uint64_t Sequence = [] {
  std::uint64_t sequence = 0, seen = 1;  // `seen` has one bit per 6-bit word; 000000 is already in the sequence
  for (unsigned length = 6; length < 64; ++length) {
    std::uint64_t next = sequence << 1 | 1;
    if (seen >> (next & 63) & 1) next ^= 1;
    seen |= std::uint64_t{1} << (next & 63);
    sequence = next;
  }
  return sequence;
}();

// The inverse: for each 6-bit word, the shift that moves it to the top.
inline constexpr auto ShiftOf = [] {
  std::array<std::uint8_t, 64> t{};
  for (unsigned n = 0; n < 64; ++n) t[Sequence << n >> 58] = std::uint8_t(n);
  return t;
}();

// The index of the only set bit. Precondition: exactly one bit of `word` is set.
constexpr unsigned only_bit(std::uint64_t word) { return ShiftOf[word * Sequence >> 58]; }

// The index of the lowest set bit, and of the highest. Precondition: `word` is not 0.
constexpr unsigned lowest_bit(std::uint64_t word) { return only_bit(word & (0 - word)); }

constexpr unsigned highest_bit(std::uint64_t word) {
  word |= word >> 1;  // sets all bits below the highest one
  word |= word >> 2;
  word |= word >> 4;
  word |= word >> 8;
  word |= word >> 16;
  word |= word >> 32;
  return only_bit(word ^ word >> 1);
}

}  // namespace bitrook::debruijn
