// Loads and stores of integers with a given byte order, at any address.
#pragma once

#include <cstddef>
#include <cstdint>

namespace bitrook {

// Compilers turn each of these loops into a single load or store, plus a byte swap if the order is not the processor's.
template <class Integer>
Integer little_endian(const std::uint8_t* bytes) {
  Integer value = 0;
  for (std::size_t i = 0; i < sizeof(Integer); ++i) value = Integer(value | Integer(bytes[i]) << (8 * i));
  return value;
}

template <class Integer>
void store_little_endian(std::uint8_t* bytes, Integer value) {
  for (std::size_t i = 0; i < sizeof(Integer); ++i) bytes[i] = std::uint8_t(value >> 8 * i);
}

template <class Integer>
Integer big_endian(const std::uint8_t* bytes) {
  Integer value = 0;
  for (std::size_t i = 0; i < sizeof(Integer); ++i) value = Integer(value << 8 | bytes[i]);
  return value;
}

template <class Integer>
void store_big_endian(std::uint8_t* bytes, Integer value) {
  for (std::size_t i = 0; i < sizeof(Integer); ++i) bytes[i] = std::uint8_t(value >> 8 * (sizeof(Integer) - 1 - i));
}

// The size rounded up to a multiple of 64, the size of a cache line.
constexpr std::size_t padded_to_64(std::size_t size) { return (size + 63) / 64 * 64; }

}  // namespace bitrook
