// Views of the texts and lists in Arrow arrays.
#include "bitrook/data/import.hpp"

#include <cstring>

namespace bitrook::data {

namespace {

bool is_valid(const ArrowArray& array, std::int64_t row) {
  const auto* bits = static_cast<const unsigned char*>(array.buffers[0]);
  const auto at = std::size_t(row + array.offset);
  return bits == nullptr || array.null_count == 0 || (bits[at / 8] >> at % 8 & 1) != 0;
}

template <class Offset>
void add_texts(const ArrowArray& array, std::vector<std::optional<std::string_view>>& out) {
  const auto* ends = static_cast<const Offset*>(array.buffers[1]) + array.offset;
  const auto* bytes = static_cast<const char*>(array.buffers[2]);
  for (std::int64_t i = 0; i < array.length; ++i) {
    if (is_valid(array, i)) {
      out.emplace_back(std::string_view(bytes + ends[i], std::size_t(ends[i + 1] - ends[i])));
    } else {
      out.emplace_back();
    }
  }
}

// Views of 16 bytes: the length, then up to 12 bytes of text, or 4 of it, the number of a buffer and a place in it.
void add_text_views(const ArrowArray& array, std::vector<std::optional<std::string_view>>& out) {
  const auto* views = static_cast<const char*>(array.buffers[1]) + 16 * array.offset;
  for (std::int64_t i = 0; i < array.length; ++i, views += 16) {
    if (!is_valid(array, i)) {
      out.emplace_back();
      continue;
    }
    std::int32_t length, buffer, place;
    std::memcpy(&length, views, 4);
    std::memcpy(&buffer, views + 8, 4);
    std::memcpy(&place, views + 12, 4);
    const char* text = length <= 12 ? views + 4 : static_cast<const char*>(array.buffers[2 + buffer]) + place;
    out.emplace_back(std::string_view(text, std::size_t(length)));
  }
}

template <class Offset>
void add_lists(const ArrowArray& array, std::vector<std::span<const std::int16_t>>& out) {
  const ArrowArray& items = *array.children[0];
  const auto* ends = static_cast<const Offset*>(array.buffers[1]) + array.offset;
  const auto* values = static_cast<const std::int16_t*>(items.buffers[1]) + items.offset;
  for (std::int64_t i = 0; i < array.length; ++i) {
    const bool valid = is_valid(array, i);
    out.emplace_back(values + (valid ? ends[i] : 0), valid ? std::size_t(ends[i + 1] - ends[i]) : 0);
  }
}

}  // namespace

bool import_texts(const ArrowSchema& schema, const ArrowArray& array,
                  std::vector<std::optional<std::string_view>>& out) {
  const std::string_view format = schema.format;
  if (schema.dictionary != nullptr) return false;
  if (format == "u" || format == "z") {
    add_texts<std::int32_t>(array, out);
  } else if (format == "U" || format == "Z") {
    add_texts<std::int64_t>(array, out);
  } else if (format == "vu" || format == "vz") {
    add_text_views(array, out);
  } else {
    return false;
  }
  return true;
}

bool import_moves(const ArrowSchema& schema, const ArrowArray& array, std::vector<std::span<const std::int16_t>>& out) {
  const std::string_view format = schema.format;
  if ((format != "+l" && format != "+L") || schema.n_children != 1) return false;
  const std::string_view item = schema.children[0]->format;
  if ((item != "s" && item != "S") || schema.children[0]->dictionary != nullptr) return false;
  const ArrowArray& items = *array.children[0];
  for (std::int64_t i = 0; items.null_count != 0 && i < items.length; ++i) {
    if (!is_valid(items, i)) return false;
  }
  format == "+l" ? add_lists<std::int32_t>(array, out) : add_lists<std::int64_t>(array, out);
  return true;
}

}  // namespace bitrook::data
