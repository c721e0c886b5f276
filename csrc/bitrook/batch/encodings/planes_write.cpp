// Writing planes as arrays of bytes, halves or floats, plane by plane or square by square.
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "bitrook/base/intrinsics.hpp"
#include "bitrook/batch/encodings/planes.hpp"

namespace bitrook::batch {

namespace {

// IEEE 754 binary16, rounded to nearest even. Precondition: value is in 0..65504.
constexpr std::uint16_t half_of(float value) {
  // Subnormal halves are multiples of 2^-24, and so are floats in [0.5, 1), so the addition rounds correctly.
  if (value < 0x1p-14f) {
    return std::uint16_t(std::bit_cast<std::uint32_t>(value + 0.5f) - std::bit_cast<std::uint32_t>(0.5f));
  }
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const std::uint32_t rounded = bits + 0xFFF + (bits >> 13 & 1);
  return std::uint16_t((rounded >> 13) - (112 << 10));
}
static_assert(half_of(1.0f) == 0x3C00 && half_of(0.5f) == 0x3800 && half_of(65504.0f) == 0x7BFF);
static_assert(half_of(0x1p-14f) == 0x0400 && half_of(0x1p-15f) == 0x0200 && half_of(0x1p-24f) == 1 && half_of(0) == 0);

template <class Bits>
Bits bits_of(std::uint32_t number, float divisor) {
  const float value = float(number) / divisor;
  if constexpr (sizeof(Bits) == 1) return Bits(std::min(number, 255u));
  if constexpr (sizeof(Bits) == 2) return half_of(std::min(value, 65504.0f));
  if constexpr (sizeof(Bits) == 4) return std::bit_cast<Bits>(value);
}

// A mask over 64 items: the selected items are written as they are, and the others as 0.
#if BITROOK_HAS_BYTE_VECTORS
using Mask = Bytes64;

Mask mask_of_squares(std::uint64_t squares) { return Bytes64::from_mask(squares); }

// Selects the bytes of a row in which this bit is set.
Mask mask_of_bit(const std::uint8_t* row, unsigned bit) {
  const Bytes64 tested = Bytes64::all(1u << bit);
  return equal(Bytes64::load(row) & tested, tested);
}

template <class Bits>
BITROOK_ALWAYS_INLINE void write_masked(const Mask& mask, const Bits* values, Bits* out) {
  mask.store_where(values, out);
}
#else
using Mask = std::array<std::int8_t, 64>;  // -1 (all bits) or 0

Mask mask_of_squares(std::uint64_t squares) {
  Mask mask;
  for (unsigned i = 0; i < 64; ++i) mask[i] = std::int8_t(0 - int(squares >> i & 1));
  return mask;
}

Mask mask_of_bit(const std::uint8_t* row, unsigned bit) {
  Mask mask;
  for (unsigned i = 0; i < 64; ++i) mask[i] = std::int8_t(0 - (row[i] >> bit & 1));
  return mask;
}

template <class Bits>
void write_masked(const Mask& mask, const Bits* values, Bits* out) {
  for (unsigned i = 0; i < 64; ++i) out[i] = Bits(Bits(mask[i]) & values[i]);
}
#endif

#if !BITROOK_HAS_BYTE_VECTORS
// Transposes eight words as 8 x 8 bytes: byte i of word k becomes byte k of word i.
void transpose_bytes(const std::uint64_t* from, std::array<std::uint64_t, 8>& to) {
  std::copy_n(from, 8, to.begin());
  // Exchanges the upper half of each group of bytes in word i with the lower half of the same group in word i +
  // distance.
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
#endif

// The planes as rows of bytes: bit f of byte i of row r is set if plane i contains the square on rank r and file f.
class PlaneRows {
 public:
  explicit PlaneRows(std::span<const std::uint64_t> squares) {
#if BITROOK_HAS_BYTE_VECTORS
    for (std::size_t i = 0; i < squares.size(); i += 16) {
      transpose_bytes(squares.data() + i, rows_[0].data() + i, sizeof rows_[0]);
    }
#else
    std::array<std::uint64_t, 8> words;
    for (std::size_t i = 0; i < squares.size(); i += 8) {
      transpose_bytes(squares.data() + i, words);
      for (unsigned rank = 0; rank < 8; ++rank) {
        for (unsigned k = 0; k < 8; ++k) rows_[rank][i + k] = std::uint8_t(words[rank] >> 8 * k);
      }
    }
#endif
  }
  const std::uint8_t* operator[](unsigned rank) const { return rows_[rank].data(); }

 private:
  // If the distance between rows were a power of two, they would share cache sets.
  std::array<std::array<std::uint8_t, PlaneStack::MaxPlanes + 64>, 8> rows_;
};

// Squares are written in blocks of 64 planes. The last block overlaps the previous one. If there is only one block, its
// excess items are overwritten by the next square.
constexpr std::size_t Block = 64;

// Writes the eight squares of a rank block by block, so that the bytes of the planes stay in registers. Inlined, so
// that the compiler can see that `rows` and `out` do not overlap.
BITROOK_ALWAYS_INLINE void write_blocks(const PlaneRows& rows, const std::uint8_t* values, std::size_t n,
                                        std::uint8_t* out) {
  const std::size_t last = n - std::min(n, Block);
  for (unsigned rank = 0; rank < 8; ++rank, out += 8 * n) {
    for (std::size_t i = 0;; i = std::min(i + Block, last)) {
      for (unsigned file = 0; file < 8; ++file) {
        write_masked(mask_of_bit(rows[rank] + i, file), values + i, out + file * n + i);
      }
      if (i == last) break;
    }
  }
}

// Wider items of many boards do not fit in the cache. Writing them in memory order, and prefetching 8 KB ahead, takes
// two thirds of the time for floats.
template <class Bits>
void write_blocks(const PlaneRows& rows, const Bits* values, std::size_t n, Bits* out) {
  constexpr std::size_t Ahead = 8192 / sizeof(Bits), InLine = 64 / sizeof(Bits);
  const std::size_t last = n - std::min(n, Block);
  for (unsigned square = 0; square < 64; ++square, out += n) {
    for (std::size_t i = 0;; i = std::min(i + Block, last)) {
      for (std::size_t k = 0; k < Block; k += InLine) prefetch_for_write(out + i + Ahead + k);
      write_masked(mask_of_bit(rows[square / 8] + i, square % 8), values + i, out + i);
      if (i == last) break;
    }
  }
}

}  // namespace

template <class Bits>
void write_planes(const Planes& planes, std::span<const float> divisors, Bits* out) {
  std::array<Bits, 64> values;
  for (std::size_t i = 0; i < planes.size(); ++i) {
    const Bits value = bits_of<Bits>(planes.numbers[i], divisors[i]);
    if (i == 0 || value != values[0]) values.fill(value);  // it is 1 for most planes
    write_masked(mask_of_squares(planes.squares[i]), values.data(), out + 64 * i);
  }
}
template void write_planes(const Planes&, std::span<const float>, std::uint8_t*);
template void write_planes(const Planes&, std::span<const float>, std::uint16_t*);
template void write_planes(const Planes&, std::span<const float>, std::uint32_t*);

template <class Bits>
void write_squares(const Planes& planes, std::span<const float> divisors, Bits* out) {
  const std::size_t n = planes.size();
  const PlaneRows rows(planes.squares);
  std::array<Bits, PlaneStack::MaxPlanes> values;
  for (std::size_t i = 0; i < n; ++i) values[i] = bits_of<Bits>(planes.numbers[i], divisors[i]);
  if (n >= Block) return write_blocks(rows, values.data(), n, out);
  std::array<Bits, 64 * Block> copy;
  write_blocks(rows, values.data(), n, copy.data());
  std::copy_n(copy.begin(), 64 * n, out);
}
template void write_squares(const Planes&, std::span<const float>, std::uint8_t*);
template void write_squares(const Planes&, std::span<const float>, std::uint16_t*);
template void write_squares(const Planes&, std::span<const float>, std::uint32_t*);

void write_words(const Planes& planes, std::span<const std::uint16_t> counters, std::uint64_t* out) {
  std::copy_n(planes.squares.begin(), planes.size(), out);
  for (const std::uint16_t i : counters) out[i] = planes.numbers[i];
}

}  // namespace bitrook::batch
