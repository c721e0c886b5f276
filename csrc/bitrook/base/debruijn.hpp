// First and last bit by multiplication and a table: the portable definition, tested against the intrinsics.
#pragma once

#include <array>
#include <cstdint>

namespace bitrook::debruijn {

// A De Bruijn sequence of order 6 is a ring of 64 binary digits in which each of the 64 words of six digits
// stands exactly once. Multiplying it by a word with one bit set, 2^n, shifts it left by n, so that its top
// six digits are the n-th word of the ring; no other n has the same. Zeros shifted in from the right agree
// with the ring because the sequence begins with six zeros.
//
// This one is built greedily: start with zeros, then always append a 1 unless that word has been seen.
inline constexpr std::uint64_t Sequence = [] {
  std::uint64_t sequence = 0, seen = 1;  // `seen` has a bit for each six-digit word; 000000 is there
  for (unsigned length = 6; length < 64; ++length) {
    std::uint64_t next = sequence << 1 | 1;
    if (seen >> (next & 63) & 1) next ^= 1;
    seen |= std::uint64_t{1} << (next & 63);
    sequence = next;
  }
  return sequence;
}();

// The way back: which shift brings a six-digit word to the top.
inline constexpr auto ShiftOf = [] {
  std::array<std::uint8_t, 64> t{};
  for (unsigned n = 0; n < 64; ++n) t[Sequence << n >> 58] = std::uint8_t(n);
  return t;
}();

namespace detail {
constexpr bool is_de_bruijn(std::uint64_t sequence) {
  std::uint64_t words = 0;
  for (unsigned n = 0; n < 64; ++n) words |= std::uint64_t{1} << (sequence << n >> 58);
  return words == ~std::uint64_t{0};
}
static_assert(is_de_bruijn(Sequence));
}  // namespace detail

// The index of the one bit of `word`; the caller guarantees that there is exactly one.
constexpr unsigned only_bit(std::uint64_t word) { return ShiftOf[word * Sequence >> 58]; }

// The caller of both guarantees that `word` is not zero.
constexpr unsigned lowest_bit(std::uint64_t word) { return only_bit(word & (0 - word)); }

constexpr unsigned highest_bit(std::uint64_t word) {
  word |= word >> 1;  // sets every bit below the highest; a loop would not be unrolled
  word |= word >> 2;
  word |= word >> 4;
  word |= word >> 8;
  word |= word >> 16;
  word |= word >> 32;
  return only_bit(word ^ word >> 1);
}

}  // namespace bitrook::debruijn
