// Reading and writing arrays of little-endian integers.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <utility>

#include "bitrook/base/intrinsics.hpp"

namespace bitrook::nnue {

// Reverses the bytes of each item if the processor is big-endian.
inline void to_native(std::byte* items, std::size_t count, std::size_t item_size) {
  if constexpr (std::endian::native == std::endian::big)
    for (std::size_t i = 0; i < count; ++i)
      for (std::size_t k = 0; k < item_size / 2; ++k)
        std::swap(items[i * item_size + k], items[(i + 1) * item_size - 1 - k]);
}

// Reads consecutive parts of a file without bounds checks: the caller must have checked the size of the file.
class ByteReader {
 public:
  explicit ByteReader(std::span<const std::uint8_t> bytes, std::size_t offset = 0) : bytes_(bytes), offset_(offset) {}

  std::size_t offset() const { return offset_; }
  void copy(std::byte* to, std::size_t count, std::size_t item_size) {
    std::memcpy(to, bytes_.data() + offset_, count * item_size);
    to_native(to, count, item_size);
    offset_ += count * item_size;
  }
  template <class Integer>
  Integer integer() {
    std::byte value[sizeof(Integer)];
    copy(value, 1, sizeof(Integer));
    return std::bit_cast<Integer>(value);
  }

 private:
  std::span<const std::uint8_t> bytes_;
  std::size_t offset_;
};

inline void append(std::string& file, const std::byte* items, std::size_t count, std::size_t item_size) {
  const std::size_t at = file.size();
  file.append(reinterpret_cast<const char*>(items), count * item_size);
  to_native(reinterpret_cast<std::byte*>(file.data()) + at, count, item_size);
}

template <class Integer>
void append(std::string& file, Integer value) {
  append(file, reinterpret_cast<const std::byte*>(&value), 1, sizeof value);
}

inline std::string hexadecimal(std::uint32_t word) {
  std::string text = "0x";
  for (int shift = 28; shift >= 0; shift -= 4) text += "0123456789ABCDEF"[word >> shift & 15];
  return text;
}

}  // namespace bitrook::nnue
