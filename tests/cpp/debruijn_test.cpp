// Bit scans: De Bruijn multiplication agrees with the intrinsics.
#include "bitrook/base/debruijn.hpp"

#include <doctest/doctest.h>

#include <random>

#include "bitrook/base/intrinsics.hpp"

using namespace bitrook;

static_assert(debruijn::lowest_bit(0b101000) == 3 && debruijn::highest_bit(0b101000) == 5);

TEST_CASE("De Bruijn and intrinsics agree on one bit, two bits and random words") {
  for (unsigned i = 0; i < 64; ++i) {
    for (unsigned j = 0; j <= i; ++j) {
      const std::uint64_t word = std::uint64_t{1} << i | std::uint64_t{1} << j;
      CHECK(debruijn::lowest_bit(word) == j);
      CHECK(debruijn::highest_bit(word) == i);
      CHECK(lowest_bit(word) == j);
      CHECK(highest_bit(word) == i);
    }
  }
  std::mt19937_64 random(1);
  unsigned wrong = 0;
  for (unsigned i = 0; i < 1'000'000; ++i) {
    std::uint64_t word = random() >> (i & 63);
    if (i & 64) word &= random() & random();
    if (word == 0) continue;
    wrong += debruijn::lowest_bit(word) != lowest_bit(word);
    wrong += debruijn::highest_bit(word) != highest_bit(word);
  }
  CHECK(wrong == 0);
}

TEST_CASE("the cycle has each 6-bit word once") {
  std::uint64_t seen = 0;
  for (unsigned n = 0; n < 64; ++n) seen |= std::uint64_t{1} << std::rotl(debruijn::Sequence, int(n)) % 64;
  CHECK(~seen == 0);
}
