// Writing planes as arrays of bytes, halves or floats, plane by plane or square by square.
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "bitrook/base/intrinsics.hpp"
#include "bitrook/batch/encodings/planes.hpp"

namespace bitrook::batch {

namespace {

// IEEE 754 binary16, rounded to nearest even. Precondition: value is 0 or positive, at most 65504 and not so small that
// its half is subnormal.
constexpr std::uint16_t half_of(float value) {
  if (value == 0) return 0;
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const std::uint32_t rounded = bits + 0xFFF + (bits >> 13 & 1);
  return std::uint16_t((rounded >> 13) - (112 << 10));
}
static_assert(half_of(1.0f) == 0x3C00 && half_of(0.5f) == 0x3800 && half_of(65504.0f) == 0x7BFF);

// Numbers are written as their bits: uint8, or uint16 for a half, or uint32 for a float.
template <class Bits>
Bits bits_of(std::uint32_t number, float divisor) {
  const float value = float(number) / divisor;
  if constexpr (sizeof(Bits) == 1) return Bits(std::min(number, 255u));
  if constexpr (sizeof(Bits) == 2) return half_of(std::min(value, 65504.0f));
  if constexpr (sizeof(Bits) == 4) return std::bit_cast<Bits>(value);
}

// For each of 64 items -1 (all bits) or 0.
using Mask = std::array<std::int8_t, 64>;

Mask mask_of_squares(std::uint64_t squares) {
  Mask mask;
#if BITROOK_HAS_BYTE_VECTORS
  Bytes64::from_mask(squares).store(mask.data());
#else
  for (unsigned i = 0; i < 64; ++i) mask[i] = std::int8_t(0 - int(squares >> i & 1));
#endif
  return mask;
}

// The items of a row of bytes that have the bit.
Mask mask_of_bit(const std::uint8_t* row, unsigned bit) {
  Mask mask;
#if BITROOK_HAS_BYTE_VECTORS
  const Bytes64 tested = Bytes64::all(1u << bit);
  equal(Bytes64::load(row) & tested, tested).store(mask.data());
#else
  for (unsigned i = 0; i < 64; ++i) mask[i] = std::int8_t(0 - (row[i] >> bit & 1));
#endif
  return mask;
}

// 64 numbers: values[i] where the mask is set. A loop over words is compiled to vectors; one over bytes is not, because
// the compiler has to assume that bytes overlap anything.
template <class Bits>
BITROOK_ALWAYS_INLINE void write_masked(const Mask& mask, const Bits* values, Bits* out) {
#if BITROOK_HAS_BYTE_VECTORS
  if constexpr (sizeof(Bits) == 1) return (Bytes64::load(mask.data()) & Bytes64::load(values)).store(out);
#endif
  for (unsigned i = 0; i < 64; ++i) out[i] = Bits(Bits(mask[i]) & values[i]);
}

// ... and `value` where the mask is set.
template <class Bits>
BITROOK_ALWAYS_INLINE void write_masked(const Mask& mask, Bits value, Bits* out) {
#if BITROOK_HAS_BYTE_VECTORS
  if constexpr (sizeof(Bits) == 1) return (Bytes64::load(mask.data()) & Bytes64::all(value)).store(out);
#endif
  for (unsigned i = 0; i < 64; ++i) out[i] = Bits(Bits(mask[i]) & value);
}

template <class Bits>
void by_plane(const Planes& planes, std::span<const float> divisors, Bits* out) {
  for (std::size_t i = 0; i < planes.size(); ++i) {
    const std::uint32_t number = planes.numbers[i];
    const Bits value = number == 1 && divisors[i] == 1 ? bits_of<Bits>(1, 1) : bits_of<Bits>(number, divisors[i]);
    write_masked(mask_of_squares(planes.squares[i]), value, out + 64 * i);
  }
}

// Transposes eight words as 8 x 8 bytes: byte i of word k becomes byte k of word i.
void transpose_bytes(const std::uint64_t* from, std::array<std::uint64_t, 8>& to) {
  std::copy_n(from, 8, to.begin());
  // Exchanges the upper half of each byte sequence of word i with the lower half of that of word i + distance.
  const auto exchange = [&to](unsigned distance, std::uint64_t lower) {
    for (unsigned i = 0; i < 8; ++i) {
      if ((i & distance) != 0) continue;
      const std::uint64_t differing = (to[i] >> 8 * distance ^ to[i + distance]) & lower;
      to[i] ^= differing << 8 * distance;
      to[i + distance] ^= differing;
    }
  };
  exchange(4, 0x00000000FFFFFFFF);
  exchange(2, 0x0000FFFF0000FFFF);
  exchange(1, 0x00FF00FF00FF00FF);
}

// The planes as rows of bytes: bit f of byte i of row r says whether plane i has the square on rank r and file f.
class Rows {
 public:
  explicit Rows(std::span<const std::uint64_t> squares) {
    std::array<std::uint64_t, 8> words;
    for (std::size_t i = 0; i < squares.size(); i += 8) {
      transpose_bytes(squares.data() + i, words);
      for (unsigned rank = 0; rank < 8; ++rank) {
        for (unsigned k = 0; k < 8; ++k) rows_[rank][i + k] = std::uint8_t(words[rank] >> 8 * k);
      }
    }
  }
  const std::uint8_t* operator[](unsigned rank) const { return rows_[rank].data(); }

 private:
  // With a power of two as their distance the rows would share cache sets.
  std::array<std::array<std::uint8_t, PlaneStack::MaxPlanes + 64>, 8> rows_;
};

// Writes whole blocks of planes. What the last block of a square writes too much, the next square overwrites.
template <class Bits>
void by_square(const Planes& planes, std::span<const float> divisors, Bits* out) {
  const std::size_t n = planes.size(), padded = planes.squares.size();
  const Rows rows(planes.squares);
  std::array<Bits, PlaneStack::MaxPlanes> values;
  for (std::size_t i = 0; i < n; ++i) values[i] = bits_of<Bits>(planes.numbers[i], divisors[i]);
  std::fill(values.begin() + n, values.begin() + padded, Bits(0));
  const auto write_square = [&](unsigned square, Bits* at) {
    for (std::size_t i = 0; i < padded; i += Planes::Block) {
      write_masked(mask_of_bit(rows[square / 8] + i, square % 8), values.data() + i, at + i);
    }
  };
  for (unsigned square = 0; square < 64; ++square) {
    if (square * n + padded <= 64 * n) {
      write_square(square, out + square * n);
    } else {
      std::array<Bits, PlaneStack::MaxPlanes> last;
      write_square(square, last.data());
      std::copy_n(last.begin(), n, out + square * n);
    }
  }
}

}  // namespace

void write_planes(const Planes& planes, std::span<const float> divisors, Item item, void* out) {
  if (item == Item::Byte) return by_plane(planes, divisors, static_cast<std::uint8_t*>(out));
  if (item == Item::Half) return by_plane(planes, divisors, static_cast<std::uint16_t*>(out));
  by_plane(planes, divisors, static_cast<std::uint32_t*>(out));
}

void write_squares(const Planes& planes, std::span<const float> divisors, Item item, void* out) {
  if (item == Item::Byte) return by_square(planes, divisors, static_cast<std::uint8_t*>(out));
  if (item == Item::Half) return by_square(planes, divisors, static_cast<std::uint16_t*>(out));
  by_square(planes, divisors, static_cast<std::uint32_t*>(out));
}

void write_words(const Planes& planes, std::span<const std::uint8_t> counters, std::uint64_t* out) {
  std::copy_n(planes.squares.begin(), planes.size(), out);
  for (std::size_t i = 0; i < planes.size(); ++i) {
    if (counters[i]) out[i] = planes.numbers[i];
  }
}

}  // namespace bitrook::batch
