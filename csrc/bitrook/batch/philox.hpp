// Philox4x32-10: random numbers as a function of a key and a counter, so that threads need no shared generator.
// Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3", 2011.
#pragma once

#include <array>
#include <cstdint>

namespace bitrook::batch {

using PhiloxCounter = std::array<std::uint32_t, 4>;

// Returns four random words for a counter and a key of 64 bits, whose low word is the first word of Philox's key.
constexpr PhiloxCounter philox(PhiloxCounter c, std::uint64_t key) {
  std::uint32_t low = std::uint32_t(key), high = std::uint32_t(key >> 32);
  for (unsigned round = 0; round < 10; ++round) {
    const std::uint64_t a = std::uint64_t{0xD2511F53} * c[0], b = std::uint64_t{0xCD9E8D57} * c[2];
    c = {std::uint32_t(b >> 32) ^ c[1] ^ low, std::uint32_t(b), std::uint32_t(a >> 32) ^ c[3] ^ high, std::uint32_t(a)};
    low += 0x9E3779B9;
    high += 0xBB67AE85;
  }
  return c;
}

// A number below n, computed from 32 random bits. The relative bias is at most n / 2^32.
constexpr std::uint32_t below(std::uint32_t n, std::uint32_t random) {
  return std::uint32_t(std::uint64_t{random} * n >> 32);
}

}  // namespace bitrook::batch
