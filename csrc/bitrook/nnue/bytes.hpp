// Reading and writing arrays of little-endian integers.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <string>
#include <utility>

#include "bitrook/base/intrinsics.hpp"
#include "bitrook/util/bytes.hpp"
#include "bitrook/util/mapped_file.hpp"

namespace bitrook::nnue {

// Reverses the bytes of each item if the processor is big-endian.
inline void to_native(std::byte* items, std::size_t count, std::size_t item_size) {
  if constexpr (std::endian::native == std::endian::big)
    for (std::size_t i = 0; i < count; ++i)
      for (std::size_t k = 0; k < item_size / 2; ++k)
        std::swap(items[i * item_size + k], items[(i + 1) * item_size - 1 - k]);
}

// Reads consecutive parts of a file without bounds checks: the caller must have checked the size of the file. If the
// file is mapped, what has been read is removed from this process's memory, so that reading a large file does not need
// twice its size.
class ByteReader {
 public:
  explicit ByteReader(std::span<const std::uint8_t> bytes, std::size_t offset = 0, const MappedFile* file = nullptr)
      : bytes_(bytes), offset_(offset), released_(offset / Step * Step), file_(file) {}

  std::size_t offset() const { return offset_; }
  void skip(std::size_t size) { offset_ += size; }
  const std::uint8_t* data() const { return bytes_.data() + offset_; }
  void copy(std::byte* to, std::size_t count, std::size_t item_size) {
    for (std::size_t size = count * item_size, done = 0; done < size;) {
      const std::size_t part = std::min(size - done, Step);
      std::memcpy(to + done, data(), part);
      done += part;
      offset_ += part;
      release();
    }
    to_native(to, count, item_size);
  }
  template <class Integer>
  Integer integer() {
    std::byte value[sizeof(Integer)];
    copy(value, 1, sizeof(Integer));
    return std::bit_cast<Integer>(value);
  }
  // Decodes signed LEB128 integers from the next `size` bytes. Returns false, with the offset at the error, unless
  // these are exactly `count` integers of at most this many bits.
  template <class Integer>
  bool leb128(Integer* to, std::size_t count, std::size_t& size) {
    const std::size_t end = offset_ + size;
    for (std::size_t i = 0; i < count;) {
      if (i + 8 <= count && offset_ + 8 <= end) {  // eight integers of one byte each
        std::uint64_t word;
        std::memcpy(&word, data(), 8);
        if ((word & 0x8080808080808080) == 0) {
          for (unsigned k = 0; k < 8; ++k) to[i + k] = Integer(std::int8_t(data()[k] << 1) >> 1);
          i += 8;
          offset_ += 8;
          continue;
        }
      }
      std::uint64_t bits = 0;
      unsigned shift = 0;
      std::uint8_t byte = 0x80;
      std::size_t at = offset_;
      while (byte & 0x80) {
        if (at == end || shift >= 35) return false;
        byte = bytes_[at++];
        bits |= std::uint64_t(byte & 0x7F) << shift;
        shift += 7;
      }
      const auto value = std::int64_t(bits << (64 - shift)) >> (64 - shift);
      if (value < std::numeric_limits<Integer>::min() || value > std::numeric_limits<Integer>::max()) return false;
      to[i++] = Integer(value);
      offset_ = at;
      release();
    }
    size = end - offset_;
    return true;
  }
  void release() {
    if (!file_ || offset_ - released_ < Step) return;
    const std::size_t end = offset_ / Step * Step;
    file_->release(released_, end);
    released_ = end;
  }

 private:
  static constexpr std::size_t Step = std::size_t{1} << 20;

  std::span<const std::uint8_t> bytes_;
  std::size_t offset_, released_;
  const MappedFile* file_;
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
