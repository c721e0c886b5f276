// Nibbles: a number of four bits for each occupied square, which is how formats of 24 and 32 bytes store the pieces.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <span>

#include "bitrook/base/bitboard.hpp"
#include "bitrook/base/intrinsics.hpp"
#include "bitrook/position/placement/placement.hpp"
#include "bitrook/position/placement/views.hpp"

namespace bitrook::data {

// Bit k of a square's number is the bit of that square in plane k.
using NibblePlanes = std::array<Bitboard, 4>;

// 32 nibbles. When stored as bytes, the low nibble of each byte comes first.
class Nibbles {
 public:
  Nibbles() = default;
  explicit Nibbles(std::span<const std::uint8_t, 16> bytes) {
    std::memcpy(words_.data(), bytes.data(), 16);
    swap_if_big_endian();
  }
  void store(std::span<std::uint8_t, 16> bytes) const {
    Nibbles copy = *this;
    copy.swap_if_big_endian();
    std::memcpy(bytes.data(), copy.words_.data(), 16);
  }

  // The nibbles of the occupied squares in ascending order, then zeros. Precondition: at most 32 squares are occupied.
  static Nibbles of(const NibblePlanes& planes, Bitboard occupied) {
    Nibbles nibbles;
#if BITROOK_HAS_PEXT
    // Handle bit k of all numbers at once: the squares are packed, then spread over the nibbles.
    for (unsigned k = 0; k < 4; ++k) {
      const std::uint64_t packed = extracted_bits(planes[k].word(), occupied.word());
      nibbles.words_[0] |= deposited_bits(packed, LowBits << k);
      nibbles.words_[1] |= deposited_bits(packed >> 16, LowBits << k);
    }
#else
    unsigned n = 0;
    for (const Square s : occupied) {
      unsigned nibble = 0;
      for (unsigned k = 0; k < 4; ++k) nibble |= unsigned(planes[k].contains(s)) << k;
      nibbles.words_[n >> 4] |= std::uint64_t{nibble} << 4 * (n & 15);
      ++n;
    }
#endif
    return nibbles;
  }

  // The inverse. Nibbles after the one of the last occupied square are ignored.
  NibblePlanes planes(Bitboard occupied) const {
    NibblePlanes planes{};
#if BITROOK_HAS_PEXT
    for (unsigned k = 0; k < 4; ++k) {
      const std::uint64_t packed = extracted_bits(words_[0], LowBits << k) | extracted_bits(words_[1], LowBits << k)
                                                                                 << 16;
      planes[k] = Bitboard(deposited_bits(packed, occupied.word()));
    }
#else
    unsigned n = 0;
    for (const Square s : occupied) {
      const auto nibble = unsigned(words_[n >> 4] >> 4 * (n & 15) & 15);
      ++n;
      for (unsigned k = 0; k < 4; ++k) {
        if (nibble >> k & 1) planes[k] |= Bitboard(s);
      }
    }
#endif
    return planes;
  }

  // Whether all nibbles from the n-th on are 0. Precondition: n <= 32.
  bool end_at(unsigned n) const {
    const auto rest = [](std::uint64_t word, unsigned count) { return count < 16 ? word >> 4 * count : 0; };
    return n < 16 ? rest(words_[0], n) == 0 && words_[1] == 0 : rest(words_[1], n - 16) == 0;
  }

 private:
  static constexpr std::uint64_t LowBits = 0x1111111111111111;

  void swap_if_big_endian() {
    if constexpr (std::endian::native == std::endian::big) {
      for (std::uint64_t& word : words_) word = byte_swapped(word);
    }
  }

  std::array<std::uint64_t, 2> words_{};
};

// The types of the pieces minus 1, from 0 for a pawn to 5 for a king, as three planes; and the colors.
struct PieceNumbers {
  std::array<Bitboard, 3> types;
  Bitboard colors;

  static PieceNumbers of(const Placement& placement) {
    const auto [colors, ones, twos, fours] = placement::quad_of(placement).planes;
    const Bitboard occupied = placement.occupied(), borrow = occupied - ones - twos;
    return {{occupied - ones, (ones & twos) | borrow, fours - borrow}, colors};
  }
  Placement placement(Bitboard occupied) const {
    const auto [ones, twos, fours] = types;
    return placement::placement_of<Placement>(
        placement::Quad{{colors, occupied - ones, ones ^ twos, fours ^ (ones & twos)}});
  }
};

}  // namespace bitrook::data
