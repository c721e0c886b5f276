// Creating views of the texts and lists in Arrow arrays.
#include "bitrook/data/import.hpp"

#include <algorithm>
#include <cstring>
#include <initializer_list>
#include <limits>

namespace bitrook::data {

namespace {

// Returns an error if the array has fewer than `buffers` buffers or impossible sizes, otherwise null.
const char* wrong_shape(const ArrowArray& array, std::int64_t buffers) {
  constexpr std::int64_t Most = std::numeric_limits<std::int64_t>::max() / 32;
  if (!array.release) return "an array that has been released";
  if (array.length < 0 || array.length > Most) return "a length out of range";
  if (array.offset < 0 || array.offset > Most - array.length) return "an offset out of range";
  if (array.n_buffers < buffers || array.buffers == nullptr) return "too few buffers";
  if (array.null_count > 0 && array.buffers[0] == nullptr) return "nulls without a validity bitmap";
  return nullptr;
}

bool is_valid(const ArrowArray& array, std::int64_t row) {
  const auto* bits = static_cast<const unsigned char*>(array.buffers[0]);
  const auto at = std::size_t(row + array.offset);
  return bits == nullptr || array.null_count == 0 || (bits[at / 8] >> at % 8 & 1) != 0;
}

template <class T>
bool is_aligned(const void* address) {
  return reinterpret_cast<std::uintptr_t>(address) % alignof(T) == 0;
}

// Returns an error if the offsets of an array with at least one row are invalid, otherwise null. They must be
// ascending, from at least 0 to at most `high`.
template <class Offset>
const char* wrong_offsets(const ArrowArray& array, std::int64_t high) {
  if (array.buffers[1] == nullptr) return "no offsets";
  if (!is_aligned<Offset>(array.buffers[1])) return "offsets that are not aligned";
  const auto* ends = static_cast<const Offset*>(array.buffers[1]) + array.offset;
  if (ends[0] < 0) return "a negative offset";
  for (std::int64_t i = 0; i < array.length; ++i) {
    if (ends[i] > ends[i + 1]) return "decreasing offsets";
  }
  return ends[array.length] > high ? "an offset past the last item" : nullptr;
}

template <class Offset>
const char* add_texts(const ArrowArray& array, Texts& out) {
  if (const char* wrong = wrong_offsets<Offset>(array, std::numeric_limits<Offset>::max())) return wrong;
  const auto* ends = static_cast<const Offset*>(array.buffers[1]) + array.offset;
  const auto* bytes = static_cast<const char*>(array.buffers[2]);
  if (bytes == nullptr && ends[array.length] != ends[0]) return "no bytes";
  out.reserve(out.size() + std::size_t(array.length));
  for (std::int64_t i = 0; i < array.length; ++i) {
    const auto size = std::size_t(ends[i + 1] - ends[i]);
    const std::string_view text(size == 0 ? "" : bytes + ends[i], size);
    out.push_back(is_valid(array, i) ? std::optional(text) : std::nullopt);
  }
  return nullptr;
}

// Returns the text of a view, or nothing if the view is invalid. A view has 16 bytes: the length, then up to 12 bytes
// of text, or the first 4 bytes of a longer text, the index of a buffer and an offset in it. The buffers with texts
// start with the third one, and the last buffer contains their sizes.
std::optional<std::string_view> text_of_view(const ArrowArray& array, const char* view) {
  std::int32_t length, buffer, place;
  std::memcpy(&length, view, 4);
  std::memcpy(&buffer, view + 8, 4);
  std::memcpy(&place, view + 12, 4);
  if (length < 0) return std::nullopt;
  if (length <= 12) return std::string_view(view + 4, std::size_t(length));
  const std::int64_t texts = array.n_buffers - 3;
  if (buffer < 0 || buffer >= texts || place < 0) return std::nullopt;
  const auto* sizes = static_cast<const char*>(array.buffers[array.n_buffers - 1]);
  const auto* bytes = static_cast<const char*>(array.buffers[2 + buffer]);
  if (sizes == nullptr || bytes == nullptr) return std::nullopt;
  std::int64_t size;
  std::memcpy(&size, sizes + 8 * buffer, 8);
  if (std::int64_t{place} + length > size) return std::nullopt;
  return std::string_view(bytes + place, std::size_t(length));
}

const char* add_text_views(const ArrowArray& array, Texts& out) {
  if (array.buffers[1] == nullptr) return "no views";
  const auto* views = static_cast<const char*>(array.buffers[1]) + 16 * array.offset;
  const std::size_t before = out.size();
  out.reserve(before + std::size_t(array.length));
  for (std::int64_t i = 0; i < array.length; ++i, views += 16) {
    const bool valid = is_valid(array, i);
    out.push_back(valid ? text_of_view(array, views) : std::nullopt);
    if (valid && !out.back()) {
      out.resize(before);
      return "a view that points outside of its buffer";
    }
  }
  return nullptr;
}

template <class Offset>
const char* add_lists(const ArrowArray& array, MoveLists& out) {
  const ArrowArray& items = *array.children[0];
  if (const char* wrong = wrong_offsets<Offset>(array, items.length)) return wrong;
  const auto* ends = static_cast<const Offset*>(array.buffers[1]) + array.offset;
  const auto* values = static_cast<const std::int16_t*>(items.buffers[1]);
  if (values == nullptr && ends[array.length] != ends[0]) return "no items";
  if (!is_aligned<std::int16_t>(values)) return "items that are not aligned";
  for (std::int64_t i = ends[0]; items.null_count != 0 && i < ends[array.length]; ++i) {
    if (!is_valid(items, i)) return "a null among the items";
  }
  out.reserve(out.size() + std::size_t(array.length));
  for (std::int64_t i = 0; i < array.length; ++i) {
    const auto count = std::size_t(ends[i + 1] - ends[i]);
    const std::span list(count == 0 ? nullptr : values + items.offset + ends[i], count);
    out.push_back(is_valid(array, i) ? std::optional(list) : std::nullopt);
  }
  return nullptr;
}

bool has_format(const ArrowSchema& schema, std::initializer_list<std::string_view> formats) {
  return schema.format && !schema.dictionary && std::ranges::count(formats, std::string_view(schema.format)) != 0;
}

}  // namespace

bool holds_texts(const ArrowSchema& schema) { return has_format(schema, {"u", "z", "U", "Z", "vu", "vz"}); }

bool holds_moves(const ArrowSchema& schema) {
  if (!has_format(schema, {"+l", "+L"}) || schema.n_children != 1 || schema.children == nullptr) return false;
  return schema.children[0] != nullptr && has_format(*schema.children[0], {"s", "S"});
}

const char* import_texts(const ArrowSchema& schema, const ArrowArray& array, Texts& out) {
  if (const char* wrong = wrong_shape(array, 3)) return wrong;
  if (array.length == 0) return nullptr;
  const char kind = schema.format[0];
  if (kind == 'v') return add_text_views(array, out);
  return kind == 'U' || kind == 'Z' ? add_texts<std::int64_t>(array, out) : add_texts<std::int32_t>(array, out);
}

const char* import_moves(const ArrowSchema& schema, const ArrowArray& array, MoveLists& out) {
  if (const char* wrong = wrong_shape(array, 2)) return wrong;
  if (array.n_children != 1 || array.children == nullptr || array.children[0] == nullptr) return "no items";
  if (const char* wrong = wrong_shape(*array.children[0], 2)) return wrong;
  if (array.length == 0) return nullptr;
  return schema.format[1] == 'l' ? add_lists<std::int32_t>(array, out) : add_lists<std::int64_t>(array, out);
}

}  // namespace bitrook::data
