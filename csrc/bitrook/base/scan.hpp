// Searching text for the first or last occurrence of any of several characters.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>

#include "bitrook/base/intrinsics.hpp"

namespace bitrook {

// Finds the first of the characters in [at, end); returns `end` if none occurs.
template <class... Chars>
const char* find_first(const char* at, const char* const end, Chars... chars) {
  if (std::size_t(end - at) >= ByteBlock::Size) {
    for (const char* const last = end - ByteBlock::Size;; at = std::min(at + ByteBlock::Size, last)) {
      if (const ByteBlock::Mask found = ByteBlock(at).equal(chars...))
        return at + unsigned(std::countr_zero(found)) / ByteBlock::MaskBits;
      if (at == last) return end;  // this block may have overlapped with the one before
    }
  }
  while (at != end && ((*at != chars) && ...)) ++at;
  return at;
}

// Finds the last of the characters in [begin, end); returns null if none occurs.
template <class... Chars>
const char* find_last(const char* const begin, const char* end, Chars... chars) {
  while (std::size_t(end - begin) >= ByteBlock::Size) {
    const ByteBlock block(end - ByteBlock::Size);
    if (const ByteBlock::Mask found = (block.equal(chars) | ...)) {
      const auto after = unsigned(std::countl_zero(found)) / ByteBlock::MaskBits;
      return end - 1 - after;
    }
    end -= ByteBlock::Size;
  }
  while (end != begin) {
    --end;
    if (((*end == chars) || ...)) return end;
  }
  return nullptr;
}

}  // namespace bitrook
