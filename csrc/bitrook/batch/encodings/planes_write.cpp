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

// 64 numbers: `value` where `squares` has a bit.
template <class Bits>
void expand(std::uint64_t squares, Bits value, Bits* out) {
  for (unsigned rank = 0; rank < 8; ++rank) {
    const Bits byte = Bits(squares >> 8 * rank & 0xFF);
    for (unsigned file = 0; file < 8; ++file) {  // one comparison of vectors
      out[8 * rank + file] = (byte & Bits(1u << file)) != 0 ? value : Bits(0);
    }
  }
}

#if BITROOK_HAS_BYTE_VECTORS
template <>
void expand<std::uint8_t>(std::uint64_t squares, std::uint8_t value, std::uint8_t* out) {
  (Bytes64::from_mask(squares) & Bytes64::all(value)).store(out);
}
#endif

template <class Bits>
void by_plane(std::span<const Plane> planes, std::span<const float> divisors, Bits* out) {
  for (std::size_t i = 0; i < planes.size(); ++i) {
    const Plane& plane = planes[i];
    const Bits value =
        plane.number == 1 && divisors[i] == 1 ? bits_of<Bits>(1, 1) : bits_of<Bits>(plane.number, divisors[i]);
    expand(plane.squares, value, out + 64 * i);
  }
}

// Most planes are either the same on all squares or set on a few. So one row of numbers is written 64 times, and then
// the squares that are set are written one by one.
template <class Bits>
void by_square(std::span<const Plane> planes, std::span<const float> divisors, Bits* out) {
  const std::size_t n = planes.size();
  std::array<Bits, PlaneStack::MaxPlanes> row;
  for (std::size_t i = 0; i < n; ++i) {
    row[i] = planes[i].squares == ~std::uint64_t{0} ? bits_of<Bits>(planes[i].number, divisors[i]) : Bits(0);
  }
  for (std::size_t square = 0; square < 64; ++square) std::memcpy(out + square * n, row.data(), n * sizeof(Bits));
  for (std::size_t i = 0; i < n; ++i) {
    if (planes[i].squares == ~std::uint64_t{0}) continue;
    const Bits value = bits_of<Bits>(planes[i].number, divisors[i]);
    for (std::uint64_t rest = planes[i].squares; rest != 0; rest &= rest - 1) out[lowest_bit(rest) * n + i] = value;
  }
}

}  // namespace

void write_planes(std::span<const Plane> planes, std::span<const float> divisors, Item item, void* out) {
  if (item == Item::Byte) return by_plane(planes, divisors, static_cast<std::uint8_t*>(out));
  if (item == Item::Half) return by_plane(planes, divisors, static_cast<std::uint16_t*>(out));
  by_plane(planes, divisors, static_cast<std::uint32_t*>(out));
}

void write_squares(std::span<const Plane> planes, std::span<const float> divisors, Item item, void* out) {
  if (item == Item::Byte) return by_square(planes, divisors, static_cast<std::uint8_t*>(out));
  if (item == Item::Half) return by_square(planes, divisors, static_cast<std::uint16_t*>(out));
  by_square(planes, divisors, static_cast<std::uint32_t*>(out));
}

void write_words(std::span<const Plane> planes, std::span<const std::uint8_t> counters, std::uint64_t* out) {
  for (std::size_t i = 0; i < planes.size(); ++i) out[i] = counters[i] ? planes[i].number : planes[i].squares;
}

}  // namespace bitrook::batch
