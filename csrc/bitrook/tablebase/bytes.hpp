// Integers of a given byte order, at any address.
#pragma once

#include <cstddef>
#include <cstdint>

namespace bitrook::tablebase {

// Compilers make one load of each of these loops, and a byte swap where the order is not the processor's.
template <class Integer>
Integer little_endian(const std::uint8_t* bytes) {
  Integer value = 0;
  for (std::size_t i = 0; i < sizeof(Integer); ++i) value = Integer(value | Integer(bytes[i]) << (8 * i));
  return value;
}

template <class Integer>
Integer big_endian(const std::uint8_t* bytes) {
  Integer value = 0;
  for (std::size_t i = 0; i < sizeof(Integer); ++i) value = Integer(value << 8 | bytes[i]);
  return value;
}

}  // namespace bitrook::tablebase
